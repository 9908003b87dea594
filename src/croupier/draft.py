"""Draft games: an idea in a few lines, before there is law. Price it, find its best play, sit down at its table.

>>> from croupier.draft import Draft
>>> idea = Draft("Queens Up", hand=3, dealer=3)
>>> idea.against("ante", qualifies=12, unqualified="pay")
>>> idea.against("play", by_decision=True, qualifies=12, unqualified="push")
>>> idea.pays("pair-plus", "Flush | 4 to 1; Pair | 1 to 1; Straight | 6 to 1", lowest="pair")
>>> idea.decide("play", times=(1,))
>>> game = idea.game()
>>> game.mark, str(game.law["9(d)"])
('DRAFT, not in force', 'Queens Up (draft) § 9(d)')

A draft cites itself: every provision that anything asks for is the draft's, whatever its number, and everything that is
printed is marked. ``croupier lab FILE`` and ``croupier play FILE`` open a Python file that makes one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.errors import LawError
from croupier.game import Ask, Case, Game, Give, Option, Place, Street, Then, Turn, Wager, standard
from croupier.game.conduct import Lay
from croupier.game.features import OWN, SEAT, Best, Compare, FoldedOn, Leads, Reaches, Sight, Standing, at
from croupier.game.layout import Layout
from croupier.kit import hand_forms as forms
from croupier.kit.cards import STANDARD, Deck
from croupier.kit.paytables import only, slug, table
from croupier.kit.rankings import Category, Hand, Ranking
from croupier.law.chapter import Chapter, Cite, Provision

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.game import Played, Rules
    from croupier.game.wager import Placed
    from croupier.kit.cards import Card
    from croupier.kit.paytables import Paytable

HANDS = {
    5: ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind",
        "two-pairs", "pair", "high-card"),
    3: ("straight-flush", "three-of-a-kind", "straight", "flush", "pair", "high-card"),
}  # fmt: skip
"""The usual hands of so many cards, highest first."""
FORMS = {
    "royal-flush": forms.royal, "straight-flush": forms.straight_flush, "four-of-a-kind": forms.four_of_a_kind,
    "full-house": forms.full_house, "flush": forms.flush, "straight": forms.straight,
    "three-of-a-kind": forms.three_of_a_kind, "two-pairs": forms.two_pairs, "pair": forms.pair,
    "high-card": forms.high_card,
}  # fmt: skip
STRAIGHTS = {5: "AKQJT98765", 3: "AKQJT9876543"}


@dataclass(frozen=True, slots=True)
class DraftChapter(Chapter):
    """A chapter that nobody has written: every path is a provision of it."""

    def __getitem__(self, path: str) -> Cite:
        cite = Cite(self.number, path, self.prefix)
        _CITED.setdefault(self.number, {})[path] = Provision(
            cite, "rule", f"A draft: nothing is written under {path} yet"
        )
        return cite

    @property
    def provisions(self) -> Mapping[str, Provision]:
        """What was asked for so far."""
        return MappingProxyType(_CITED.setdefault(self.number, {}))


_CITED: dict[str, dict[str, Provision]] = {}


class Against(NamedTuple):
    """A player's hand against the dealer's."""

    folded: bool
    qualifies: bool
    versus: int


class Paid(NamedTuple):
    """A hand by the name of its row, if it has one."""

    folded: bool
    row: str | None


class Draft:
    """An idea: so many cards to a seat, the dealer and the board; wagers and decisions are added one by one."""

    def __init__(
        self, name: str, *, hand: int, dealer: int = 0, community: int = 0, deck: tuple[Card, ...] = STANDARD,
        decks: int = 1, hands: tuple[str, ...] = (), edition: str = "draft",
    ) -> None:  # fmt: skip
        size = hand + community
        ranked = min(5, size)
        if ranked not in HANDS and not hands:
            raise LawError(f"nobody says how {size} cards are ranked: give their `hands`, highest first")
        self.name, self.hand, self.dealer, self.community = name, hand, dealer, community
        self.law = DraftChapter(
            number=slug(name), title=name, prefix=f"{name} (draft) § ", edition=edition, status="draft", effective=None,
            source="A draft", jurisdiction="Draft", code=f"Draft of {name}",
        )  # fmt: skip
        named = tuple(Category(each, FORMS[each], self.law["6"]) for each in hands or HANDS[ranked])
        self.ranking = Ranking(name, ranked, named, straights=STRAIGHTS.get(ranked, STRAIGHTS[5]))
        self.deck = Deck(f"{decks} decks" if decks > 1 else f"{len(deck)} cards", deck, decks, self.law["3"])
        self.wagers: list[Wager[Any]] = []
        self.streets: list[tuple[Street, int]] = []
        places = (SEAT, "community") if community else (SEAT,)
        self.mine = Best(self.ranking, at(*places) if community else OWN)

    def decide(self, wager: str, *, times: tuple[int, ...] = (1,), fold: bool = True, opens: int = 0) -> None:
        """A decision: the wager at so many times the Ante, or a fold (without `fold` a check). Then `opens` community
        cards are turned."""
        number = len(self.streets) + 1
        options = [
            Option(wager if len(times) == 1 else f"{wager}-{n}", self.law["9"], wager=wager, times=n, done=not opens)
            for n in times
        ]
        options.append(Option("fold" if fold else "check", self.law["9"], folds=fold))
        street = Street(f"at decision {number}", self.law["9"], tuple(options), late=options[-1].id)
        self.streets.append((street, opens))

    def against(
        self, id_: str, pays: str = "1 to 1", *, by_decision: bool = False, qualifies: int = 0, unqualified: str = "pay"
    ) -> None:
        """A wager on beating the dealer. A dealer without a pair and without a card of the rank `qualifies` (12: a
        queen) does not qualify, and the wager is paid (``pay``) or goes back (``push``)."""
        theirs = Best(self.ranking, at("dealer"))
        least = Hand(self.ranking["high-card"], (qualifies,))
        sees = Sight(
            (FoldedOn(), Reaches(theirs, least), Compare(self.mine, theirs)),
            lambda on, reaches, versus: Against(on > 0, reaches, versus),
        )
        law = self.law
        cases: list[Case[Against]] = [
            Case(law["9"], lambda s, _: not s.folded and s.qualifies and s.versus > 0, Then.PAY),
            Case(law["9"], lambda s, _: not s.folded and s.qualifies and s.versus == 0, Then.PUSH),
            Case(law["9"], lambda s, _: not s.folded and s.qualifies and s.versus < 0, Then.LOSE),
            Case(law["9"], lambda s, _: s.folded, Then.FORFEIT),
        ]
        quals = (True,)
        if qualifies:
            then = {"pay": Then.PAY, "push": Then.PUSH}[unqualified]
            cases.append(Case(law["9"], lambda s, _: not s.folded and not s.qualifies, then))
            quals = (True, False)  # type: ignore[assignment]
        classes = [Against(f, q, v) for f in (False, True) for q in quals for v in (-1, 0, 1)]
        self._add(id_, by_decision, cases, only(pays, law["10"]), sees, lambda _: "win", classes)

    def pays(self, id_: str, rows: str, *, lowest: str = "", optional: bool = True, by_decision: bool = False) -> None:
        """A wager that is paid by the hand: rows like ``Flush | 4 to 1``, one a line or between semicolons. A row
        ``Pair of jacks or better`` begins with that pair. An optional wager outlives a fold."""
        text = "\n".join(part.strip() for part in rows.replace(";", "\n").splitlines() if part.strip())
        printed = table("1", self.law["10"], text, rows={"Two pair": "two-pairs"})
        known, pairs = self.ranking.names(), _pairs(printed.rows)
        unknown = set(printed.rows) - set(known.values()) - set(pairs)
        if unknown or (lowest and lowest not in printed.rows):
            raise LawError(
                f"no hand of {self.name} is {', '.join(sorted(unknown)) or lowest}; {', '.join(known.values())}"
            )

        def named(on: int, category: int, lead: int) -> Paid:
            row: str | None = known[category]
            if pairs and row == "pair":
                row = next((name for name, least in pairs.items() if lead >= least), None)
            return Paid(on > 0 and not optional, row if row in printed.rows else None)

        sees = Sight((FoldedOn(), Standing(self.mine), Leads(self.mine, frozenset({"pair"}))), named)
        law = self.law
        cases: list[Case[Paid]] = [
            Case(law["9"], lambda s, pay: not s.folded and pay is not None, Then.PAY),
            Case(law["9"], lambda s, pay: not s.folded and pay is None, Then.LOSE),
        ]
        if not optional:
            cases.append(Case(law["9"], lambda s, _: s.folded, Then.FORFEIT))
        folds = (False,) if optional else (False, True)
        classes = [Paid(f, row) for f in folds for row in (*printed.rows, None)]
        self._add(id_, by_decision, cases, printed, sees, lambda s: s.row, classes, optional=optional)

    def _add(
        self, id_: str, by_decision: bool, cases: list[Any], printed: Paytable, sees: Sight[Any],
        row: Callable[[Any], str | None], classes: list[Any], *, optional: bool = False,
    ) -> None:  # fmt: skip
        placed: Placed = "by-decision" if by_decision else "optional" if optional else "required"
        self.wagers.append(
            Wager(
                id_, f"{id_.replace('-', ' ').title()} Wager", self.law["7"], placed, tuple(cases), (printed,),
                sees=lambda _: sees, row=row, classes=lambda _: classes, key=id_ if optional else None,
                survives=self.law["9"] if optional else None,
            )
        )  # fmt: skip

    def game(self) -> Game:
        """The game, marked a draft."""
        law, required = self.law, [w for w in self.wagers if w.placed == "required"]
        if not required:
            raise LawError(f"{self.name} lets nobody take part: no wager is required before the deal")
        both = {"dealer": self.dealer, "community": self.community}
        laid = [(place, count) for place, count in both.items() if count]
        course: list[Any] = [Give("seats", lambda *_: self.hand, law["8"])]
        course += [Give(place, lambda *_, n=count: n, law["8"]) for place, count in laid]
        left = self.community
        for number, (_, opens) in enumerate(self.streets):
            course += [Ask(number), *([Turn("community", opens, law["9"])] if opens else [])]
            left -= opens
        course += [Turn("community", left, law["9"])] if left > 0 else []
        course += [Turn("dealer", self.dealer, law["9"])] if self.dealer else []
        words = {"dealer": "the dealer's cards", "community": "the community cards"}
        places = tuple(
            Place(place, words[place], law["8"], lambda *_, n=count: n, lambda *_: True) for place, count in laid
        )
        optional = {w.id for w in self.wagers if w.placed == "optional"}
        return Game(
            id=slug(self.name), name=self.name, chapter=law, sections=(), seats=6, seats_cite=law["2"], deck=self.deck,
            deck_hours=standard.deck_hours(law), ranking=lambda _: self.ranking, wagers=tuple(self.wagers),
            ante=required[0].id, verbal=(False, law["7"]), one_position=None, hand_size=self.hand, hand_cite=law["8"],
            places=places, course=tuple(course), streets=tuple(street for street, _ in self.streets),
            settled=(6, 5, 4, 3, 2, 1), settled_cite=law["9"], show=self._show,
            on_table=lambda _, played, n: played.seats[n].folded is None or bool(optional & {*played.seats[n].stakes}),
            study="declared", choices=standard.choices(law), checks=standard.checks(law),
            conduct=standard.one_deck(
                law, areas=[w.id for w in self.wagers], collect=law["9"], reveal=law["9"], gather=law["9"],
                lays=(Lay("seats", law["8"], singly=True), *(Lay(place, law["8"]) for place, _ in laid)),
            ),
            layout=Layout(
                table=self.name, lobby="A draft: rules that somebody works on.", colour=("#4a4a4a", "#303030"),
                shape="streets" if self.community else "dealer", posted=law["2"], asked={"main": law["2"]},
                areas={"dealer": "Dealer", "community": "Community cards"},
                counts=dict(laid),
                slots={"community": tuple(str(n + 1) for n in range(self.community))} if self.community else {},
            ),
        )  # fmt: skip

    def _show(self, _: Rules, played: Played, number: int | None) -> Mapping[str, object] | None:
        cards = played.cards_at("dealer") if number is None else self._held(played, number)
        if len(cards) < self.ranking.size:
            return None
        hand = self.ranking.best(cards)
        return {"name": self.ranking.category(hand).name, "text": self.ranking.text(hand)}

    def _held(self, played: Played, number: int) -> tuple[Card, ...]:
        return played.seats[number].cards + played.cards_at("community")


def _pairs(rows: Mapping[str, object]) -> dict[str, int]:
    """Rows that begin with a pair of some rank, the highest first."""
    names = {"jacks": 11, "queens": 12, "kings": 13, "aces": 14, **{f"{n}s": n for n in range(2, 11)}}
    found = {}
    for row in rows:
        words = row.split("-")
        if words[:2] == ["pair", "of"] and words[2] in names:
            found[row] = names[words[2]]
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def revised(game: Game, edition: str) -> Game:
    """The same draft under another edition's name, as every saved file has one."""
    return replace(game, chapter=replace(game.chapter, edition=edition))
