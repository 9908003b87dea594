"""Games outside our five, declared as a newcomer would: features, cases and paytables, and nothing about counting."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from croupier import open_game
from croupier.game import Ask, Case, Game, Give, Option, Place, Street, Then, Turn, Wager
from croupier.game.features import (
    OWN,
    Best,
    Compare,
    Count,
    Drawn,
    FoldedOn,
    Leads,
    Reaches,
    Said,
    Sight,
    Standing,
    Sum,
    at,
)
from croupier.games.community import three_card_straights
from croupier.games.pa.raise_it_up import RANKING, THREE_CARD_HANDS
from croupier.kit.cards import STANDARD, Deck
from croupier.kit.paytables import only, table
from croupier.kit.rankings import Hand, Ranking

BASE = open_game("raise-it-up")
CITE = BASE.seats_cite
PACK = Deck("52 cards", STANDARD, 1, CITE)
THREE = Ranking("three cards", 3, THREE_CARD_HANDS, straights=three_card_straights("straight"))
FIVE = RANKING
ALL = at("seat", "community")


def game(name, wagers, course, streets=(), *, deck=PACK, hand=3, places=(), ante="ante"):
    """A game of these wagers, steps and decisions."""
    return Game(
        id=name.lower().replace(" ", "-"),
        name=name,
        chapter=BASE.chapter,
        sections=(),
        seats=6,
        seats_cite=CITE,
        deck=deck,
        deck_hours={},
        ranking=None,
        wagers=wagers,
        ante=ante,
        verbal=(False, CITE),
        one_position=None,
        hand_size=hand,
        hand_cite=CITE,
        places=tuple(Place(id_, id_, CITE, lambda *_, n=count: n, lambda *_: True) for id_, count in places),
        course=course,
        streets=streets,
        settled=(1, 2, 3, 4, 5, 6),
        settled_cite=CITE,
        show=lambda *_: None,
        on_table=lambda *_: True,
        study="declared",
    )


def give(to, count, *, up=False):
    return Give(to, lambda *_: count, CITE, up=up)


def wager(id_, cases, tables, sees, row, classes, placed="required", **more):
    """A wager that declares what it sees."""
    return Wager(
        id_,
        f"{id_} wager",
        CITE,
        placed,
        tuple(Case(CITE, when, then) for then, when in cases),
        tables,
        sees=lambda _: sees,
        row=row,
        classes=lambda _: classes,
        key=id_ if placed == "optional" else None,
        **more,
    )


def paying(id_, placed, best, rows, text, **more):
    """A wager that pays by a paytable of hands, and loses where that has no row."""
    return wager(
        id_,
        ((Then.PAY, lambda _, pay: pay is not None), (Then.LOSE, lambda _, pay: pay is None)),
        (table("1", CITE, text),),
        Sight((Standing(best), Leads(best, frozenset({"pair"}))), rows),
        lambda row: row,
        (
            *dict.fromkeys(line.split("|")[0].strip().lower().replace(" ", "-") for line in text.strip().splitlines()),
            None,
        ),
        placed,
        **more,
    )


def names(ranking, least=0):
    """The name of a category for a paytable; nothing below `least`."""
    known = ranking.names()
    return lambda category, _: known[category] if category > least else None


# Three cards against the dealer's ------------------------------------------------------------------------------


class Versus(NamedTuple):
    folded: bool
    qualifies: bool
    versus: int


MINE, THEIRS = Best(THREE, OWN), Best(THREE, at("dealer"))
QUEEN = Hand(1, (12,))
VERSUS = Sight(
    (FoldedOn(), Reaches(THEIRS, QUEEN), Compare(MINE, THEIRS)),
    lambda street, reaches, versus: Versus(street > 0, reaches, versus),
)
SHOWDOWNS = [Versus(f, q, v) for f in (False, True) for q in (False, True) for v in (-1, 0, 1)]
LOST = (
    (Then.FORFEIT, lambda s, _: s.folded),
    (Then.LOSE, lambda s, _: not s.folded and s.qualifies and s.versus < 0),
)
PAIR_PLUS = """
    straight-flush  | 40 to 1
    three-of-a-kind | 30 to 1
    straight        | 6 to 1
    flush           | 4 to 1
    pair            | 1 to 1
"""
ANTE_BONUS = """
    straight-flush  | 5 to 1
    three-of-a-kind | 4 to 1
    straight        | 1 to 1
"""
FOLD = Option("fold", CITE, folds=True)


def three_card_name(category, _lead):
    """The two highest hands are one to these paytables."""
    name = THREE.names()[category]
    return {"mini-royal": "straight-flush", "high-card": None}.get(name, name)


class Bonus(NamedTuple):
    folded: bool
    row: str | None


def three_card_poker(deck=PACK):
    """Ante and Play against the dealer's queen, an Ante Bonus whatever the dealer has, and Pair Plus."""
    ante = wager(
        "ante",
        (
            *LOST,
            (Then.PUSH, lambda s, _: not s.folded and s.qualifies and s.versus == 0),
            (Then.PAY, lambda s, _: not s.folded and (not s.qualifies or s.versus > 0)),
        ),
        (only("1 to 1", CITE),),
        VERSUS,
        lambda _: "win",
        SHOWDOWNS,
    )
    bonus = wager(
        "ante-bonus",
        (
            (Then.PAY, lambda s, pay: not s.folded and pay is not None),
            (Then.PUSH, lambda s, pay: s.folded or pay is None),
        ),
        (table("1", CITE, ANTE_BONUS),),
        Sight((FoldedOn(), Standing(MINE)), lambda street, c: Bonus(street > 0, three_card_name(c, 0))),
        lambda s: s.row,
        [Bonus(f, row) for f in (False, True) for row in (*(THREE.names().values()), None)],
        "second-line",
        of="ante",
    )
    play = wager(
        "play",
        (
            *LOST,
            (Then.PUSH, lambda s, _: not s.folded and (not s.qualifies or s.versus == 0)),
            (Then.PAY, lambda s, _: not s.folded and s.qualifies and s.versus > 0),
        ),
        (only("1 to 1", CITE),),
        VERSUS,
        lambda _: "win",
        SHOWDOWNS,
        "by-decision",
    )
    pair_plus = paying("pair-plus", "optional", MINE, three_card_name, PAIR_PLUS)
    street = Street("before the reveal", CITE, (Option("play", CITE, wager="play", times=1), FOLD), late="fold")
    course = (give("seats", 3), give("dealer", 3), Ask(0), Turn("dealer", 3, CITE))
    return game("Three Cards", (ante, bonus, play, pair_plus), course, (street,), deck=deck, places=(("dealer", 3),))


# Community cards -----------------------------------------------------------------------------------------------

LET_IT_RIDE = """
    royal-flush     | 1000 to 1
    straight-flush  | 200 to 1
    four-of-a-kind  | 50 to 1
    full-house      | 11 to 1
    flush           | 8 to 1
    straight        | 5 to 1
    three-of-a-kind | 3 to 1
    two-pairs       | 2 to 1
    pair-of-tens    | 1 to 1
"""
BEST = Best(FIVE, ALL)


def tens_or_better(category, lead):
    name = FIVE.names()[category]
    return {"high-card": None, "pair": "pair-of-tens" if lead >= 10 else None}.get(name, name)


def let_it_ride(deck=PACK):
    """Three equal wagers, two of which may be taken back."""
    wagers = tuple(paying(f"bet-{n}", "required", BEST, tens_or_better, LET_IT_RIDE) for n in (1, 2, 3))
    streets = tuple(
        Street(f"decision {n}", CITE, (Option("ride", CITE), Option("pull", CITE, returns=f"bet-{n}")), late="pull")
        for n in (1, 2)
    )
    course = (
        give("seats", 3),
        give("community", 2),
        Ask(0),
        Turn("community", 1, CITE),
        Ask(1),
        Turn("community", 1, CITE),
    )
    return game("Let It Ride", wagers, course, streets, deck=deck, places=(("community", 2),), ante="bet-3")


MISSISSIPPI = """
    royal-flush     | 500 to 1
    straight-flush  | 100 to 1
    four-of-a-kind  | 40 to 1
    full-house      | 10 to 1
    flush           | 6 to 1
    straight        | 4 to 1
    three-of-a-kind | 3 to 1
    two-pairs       | 2 to 1
    pair-of-jacks   | 1 to 1
    pair-of-sixes   | Push
"""


class Paid(NamedTuple):
    folded: bool
    row: str | None


def mississippi_row(category, lead):
    name = FIVE.names()[category]
    pair = "pair-of-jacks" if lead >= 11 else "pair-of-sixes" if lead >= 6 else None
    return {"high-card": None, "pair": pair}.get(name, name)


def mississippi_stud(deck=PACK):
    """Three streets of one to three times the Ante."""
    sees = Sight(
        (FoldedOn(), Standing(BEST), Leads(BEST, frozenset({"pair"}))),
        lambda street, category, lead: Paid(street > 0, mississippi_row(category, lead)),
    )
    rows = [line.split("|")[0].strip() for line in MISSISSIPPI.strip().splitlines()]
    cases = (
        (Then.FORFEIT, lambda s, _: s.folded),
        (Then.PAY, lambda s, pay: not s.folded and pay is not None),
        (Then.LOSE, lambda s, pay: not s.folded and pay is None),
    )
    wagers = tuple(
        wager(id_, cases, (table("1", CITE, MISSISSIPPI),), sees, lambda s: s.row,
              [Paid(f, row) for f in (False, True) for row in (*rows, None)], placed)
        for id_, placed in (("ante", "required"), *((f"street-{n}", "by-decision") for n in (3, 4, 5)))
    )  # fmt: skip
    streets = tuple(
        Street(f"street {n}", CITE,
               (*(Option(f"bet-{t}", CITE, wager=f"street-{n}", times=t) for t in (1, 2, 3)), FOLD), late="fold")
        for n in (3, 4, 5)
    )  # fmt: skip
    asks = [step for n in range(3) for step in (Ask(n), Turn("community", 1, CITE))]
    course = (give("seats", 2), give("community", 3), *asks)
    return game("Mississippi", wagers, course, streets, deck=deck, hand=2, places=(("community", 3),))


# No decision, and a dealer's card that is seen -----------------------------------------------------------------

NINE = tuple((rank, {14: 1}.get(rank, rank if rank < 10 else 0)) for rank in range(2, 15))


def nine_points(decks=8):
    """Two cards to each side, the higher of the last digits wins; nothing is decided, and there is no Ante."""
    mine, theirs = Sum(NINE, OWN, 10), Sum(NINE, at("dealer"), 10)
    sees = Sight((mine, theirs), lambda a, b: (a > b) - (a < b))

    def on(id_, sign, pays):
        cases = (
            (Then.PAY, lambda s, _: s == sign),
            (Then.PUSH, lambda s, _: s == 0 != sign),
            (Then.LOSE, lambda s, _: s != sign and (s != 0 or sign == 0)),
        )
        return wager(id_, cases, (only(pays, CITE),), sees, lambda _: "win", (-1, 0, 1), "optional")

    wagers = (on("player", 1, "1 to 1"), on("bank", -1, "1 to 1"), on("tie", 0, "8 to 1"))
    course = (give("seats", 2, up=True), give("dealer", 2, up=True))
    return game(
        "Nine Points", wagers, course, deck=Deck("eight decks", STANDARD, decks, CITE), hand=2,
        places=(("dealer", 2),), ante="player",
    )  # fmt: skip


BANK_DRAWS = {3: set(range(10)) - {8}, 4: set(range(2, 8)), 5: {4, 5, 6, 7}, 6: {6, 7}}


def baccarat(decks=8, pack=STANDARD):
    """Punto banco: the third cards come by rule, and the bank's looks at the player's."""
    two = {place: Sum(NINE, at(place), 10) for place in ("punto", "bank")}
    third = Sum(NINE, at("punto-third"), 10)
    came = Count(frozenset(pack), at("punto-third"))
    for_punto = Drawn(tuple(two.values()), frozenset((p, b) for p in range(6) for b in range(8)))
    stood = {(p, b, 0, 0) for p in (6, 7) for b in range(6)}
    answers = {
        (p, b, t, 1) for p in range(6) for b in range(7) for t in range(10) if b < 3 or t in BANK_DRAWS.get(b, ())
    }
    for_bank = Drawn((*two.values(), third, came), frozenset(stood | answers))
    mine = Sum(NINE, at("punto", "punto-third"), 10)
    theirs = Sum(NINE, at("bank", "bank-third"), 10)
    sees = Sight((mine, theirs), lambda a, b: (a > b) - (a < b))

    def on(id_, sign, pays):
        cases = (
            (Then.PAY, lambda s, _: s == sign),
            (Then.PUSH, lambda s, _: s == 0 != sign),
            (Then.LOSE, lambda s, _: s != sign and (s != 0 or sign == 0)),
        )
        return wager(id_, cases, (only(pays, CITE),), sees, lambda _: "win", (-1, 0, 1), "optional")

    wagers = (on("punto", 1, "1 to 1"), on("banco", -1, "19 to 20"), on("tie", 0, "8 to 1"))
    course = (
        give("punto", 2, up=True),
        give("bank", 2, up=True),
        replace(give("punto-third", 1, up=True), when=for_punto),
        replace(give("bank-third", 1, up=True), when=for_bank),
    )
    made = game(
        "Punto Banco", wagers, course, deck=Deck("eight decks", pack, decks, CITE), hand=0,
        places=(("punto", 2), ("bank", 2), ("punto-third", 1), ("bank-third", 1)), ante="punto",
    )  # fmt: skip
    ruled = {"punto-third": for_punto, "bank-third": for_bank}
    places = tuple(
        replace(p, needed=lambda _, played, rule=ruled[p.id]: rule.holds(played, next(iter(played.seats))))
        if p.id in ruled
        else p
        for p in made.places
    )
    return replace(made, places=places)


def up_card(deck=PACK, ranking=THREE):
    """Three cards against three of which one is seen: raise twice the Ante, or fold."""
    size = ranking.size
    mine, theirs = Best(ranking, OWN), Best(ranking, at("dealer"))
    sees = Sight((FoldedOn(), Said(), Compare(mine, theirs)), lambda street, _said, v: Versus(street > 0, True, v))
    cases = (
        *LOST,
        (Then.PUSH, lambda s, _: not s.folded and s.versus == 0),
        (Then.PAY, lambda s, _: not s.folded and s.versus > 0),
    )
    made = [Versus(f, True, v) for f in (False, True) for v in (-1, 0, 1)]
    wagers = tuple(
        wager(id_, cases, (only("1 to 1", CITE),), sees, lambda _: "win", made, placed)
        for id_, placed in (("ante", "required"), ("raise", "by-decision"))
    )
    street = Street("before the reveal", CITE, (Option("raise", CITE, wager="raise", times=2), FOLD), late="fold")
    course = (
        give("seats", size),
        give("dealer", size),
        Turn("dealer", 1, CITE),
        Ask(0),
        Turn("dealer", size - 1, CITE),
    )
    return game("Up Card", wagers, course, (street,), deck=deck, hand=size, places=(("dealer", size),))


CARIBBEAN = """
    royal-flush     | 100 to 1
    straight-flush  | 50 to 1
    four-of-a-kind  | 20 to 1
    full-house      | 7 to 1
    flush           | 5 to 1
    straight        | 4 to 1
    three-of-a-kind | 3 to 1
    two-pairs       | 2 to 1
    pair            | 1 to 1
    high-card       | 1 to 1
"""


class Raised(NamedTuple):
    folded: bool
    qualifies: bool
    versus: int
    row: str


def caribbean_stud(deck=PACK):
    """Five cards against five of which one is seen; the dealer needs an ace and a king."""
    mine, theirs = Best(FIVE, OWN), Best(FIVE, at("dealer"))
    sees = Sight(
        (FoldedOn(), Reaches(theirs, Hand(1, (14, 13))), Compare(mine, theirs), Standing(mine)),
        lambda street, reaches, v, category: Raised(street > 0, reaches, v, FIVE.names()[category]),
    )
    classes = [Raised(f, q, v, row) for f in (False, True) for q in (False, True) for v in (-1, 0, 1)
               for row in FIVE.names().values()]  # fmt: skip
    ante = wager(
        "ante",
        (
            *LOST,
            (Then.PUSH, lambda s, _: not s.folded and s.qualifies and s.versus == 0),
            (Then.PAY, lambda s, _: not s.folded and (not s.qualifies or s.versus > 0)),
        ),
        (only("1 to 1", CITE),), sees, lambda _: "win", classes,
    )  # fmt: skip
    raised = wager(
        "raise",
        (
            *LOST,
            (Then.PUSH, lambda s, _: not s.folded and (not s.qualifies or s.versus == 0)),
            (Then.PAY, lambda s, _: not s.folded and s.qualifies and s.versus > 0),
        ),
        (table("1", CITE, CARIBBEAN),), sees, lambda s: s.row, classes, "by-decision",
    )  # fmt: skip
    street = Street("before the reveal", CITE, (Option("raise", CITE, wager="raise", times=2), FOLD), late="fold")
    course = (give("seats", 5), give("dealer", 5), Turn("dealer", 1, CITE), Ask(0), Turn("dealer", 4, CITE))
    return game("Caribbean", (ante, raised), course, (street,), deck=deck, hand=5, places=(("dealer", 5),))


# Community cards and a dealer's hand ---------------------------------------------------------------------------

BLIND = """
    royal-flush     | 500 to 1
    straight-flush  | 50 to 1
    four-of-a-kind  | 10 to 1
    full-house      | 3 to 1
    flush           | 3 to 2
    straight        | 1 to 1
"""
TRIPS = """
    royal-flush     | 50 to 1
    straight-flush  | 40 to 1
    four-of-a-kind  | 30 to 1
    full-house      | 8 to 1
    flush           | 6 to 1
    straight        | 5 to 1
    three-of-a-kind | 3 to 1
"""


def ultimate(deck=PACK, ranking=FIVE, board=(3, 2), hole=2):
    """Two cards and five in the middle against the dealer's two: play four or three times the Ante at once, twice
    after three cards, once at the end, or fold. The Blind pays by the winning hand and pushes below a straight."""
    mine, theirs = Best(ranking, ALL), Best(ranking, at("dealer", "community"))
    names_ = ranking.names()
    rows = {line.split("|")[0].strip() for line in BLIND.strip().splitlines()}
    sees = Sight(
        (FoldedOn(), Reaches(theirs, Hand(2, (2,))), Compare(mine, theirs), Standing(mine)),
        lambda street, reaches, v, c: Raised(street > 0, reaches, v, names_[c] if names_[c] in rows else "less"),
    )
    classes = [Raised(f, q, v, row) for f in (False, True) for q in (False, True) for v in (-1, 0, 1)
               for row in (*rows, "less")]  # fmt: skip
    ante = wager(
        "ante",
        (
            *LOST,
            (Then.PUSH, lambda s, _: not s.folded and (not s.qualifies or s.versus == 0)),
            (Then.PAY, lambda s, _: not s.folded and s.qualifies and s.versus > 0),
        ),
        (only("1 to 1", CITE),), sees, lambda _: "win", classes,
    )  # fmt: skip
    lost = (
        (Then.FORFEIT, lambda s, _: s.folded),
        (Then.LOSE, lambda s, _: not s.folded and s.versus < 0),
        (Then.PUSH, lambda s, pay: not s.folded and (s.versus == 0 or (s.versus > 0 and pay is None))),
        (Then.PAY, lambda s, pay: not s.folded and s.versus > 0 and pay is not None),
    )
    blind = wager("blind", lost, (table("1", CITE, BLIND),), sees, lambda s: s.row, classes)
    play = wager("play", lost, (only("1 to 1", CITE),), sees, lambda _: "win", classes, "by-decision")
    trips = paying("trips", "optional", mine, lambda c, _: names_[c] if c > 3 else None, TRIPS)
    bet = lambda times: Option(f"bet-{times}", CITE, wager="play", times=times, done=True)  # noqa: E731
    check = Option("check", CITE)
    streets = (
        Street("before the flop", CITE, (bet(4), bet(3), check), late="check"),
        Street("on the flop", CITE, (bet(2), check), late="check"),
        Street("on the river", CITE, (bet(1), FOLD), late="fold"),
    )
    course = [give("seats", hole), give("dealer", hole), give("community", sum(board)), Ask(0)]
    for n, count in enumerate(board, 1):
        course += [Turn("community", count, CITE), Ask(n)]
    course.append(Turn("dealer", hole, CITE))
    places = (("dealer", hole), ("community", sum(board)))
    return game("Ultimate", (ante, blind, play, trips), tuple(course), streets, deck=deck, hand=hole, places=places)
