"""What the chapter permits: its cards, hands, wagers and decisions."""

from collections.abc import Mapping
from typing import NamedTuple

from croupier.game import Ask, Case, Game, Give, Option, Place, Played, Rules, Street, Then, Turn, Wager, standard
from croupier.game.features import OWN, Best, Compare, FoldedOn, Reaches, Sight, Standing, at
from croupier.kit import hand_forms as forms
from croupier.kit.cards import STANDARD, Deck
from croupier.kit.rankings import Category, Hand, Ranking
from three_card_poker.law import LAW as law
from three_card_poker.table import CONDUCT, LAYOUT, LESSONS
from three_card_poker.tables import ANTE_BONUS, EVEN, PAIR_PLUS

# § 6. Hands.

RANKING = Ranking("Three Card Poker", 3, (
    Category("straight-flush", forms.straight_flush, law["6(a)"]),
    Category("three-of-a-kind", forms.three_of_a_kind, law["6(a)"]),
    Category("straight", forms.straight, law["6(a)"]),
    Category("flush", forms.flush, law["6(a)"]),
    Category("pair", forms.pair, law["6(a)"]),
    Category("high-card", forms.high_card, law["6(a)"]),
), straights="AKQJT9876543")  # fmt: skip
NAMES = RANKING.names()
QUEEN = Hand(RANKING["high-card"], (12,))  # 9(g): lower than every hand with a queen high

# §§ 7 and 9. Wagers, decisions and what decides.

MINE, THEIRS = Best(RANKING, OWN), Best(RANKING, at("dealer"))


class Showdown(NamedTuple):
    """The player against the dealer: `versus` is 1 where the player is higher, 0 where both are equal."""

    folded: bool
    qualifies: bool
    versus: int


class Bonus(NamedTuple):
    """The player's own hand."""

    folded: bool
    hand: str


SHOWDOWN = Sight((FoldedOn(), Reaches(THEIRS, QUEEN), Compare(MINE, THEIRS)), lambda at, q, v: Showdown(at > 0, q, v))
SHOWDOWNS = [Showdown(f, q, v) for f in (False, True) for q in (False, True) for v in (-1, 0, 1)]

FOLDED = Case[Showdown](law["9(e)"], lambda s, _: s.folded, Then.FORFEIT)
HIGHER = Case[Showdown](law["9(h)(1)"], lambda s, _: not s.folded and s.qualifies and s.versus > 0, Then.PAY)
EQUAL = Case[Showdown](law["9(h)(2)"], lambda s, _: not s.folded and s.qualifies and s.versus == 0, Then.PUSH)
LOWER = Case[Showdown](law["9(h)(3)"], lambda s, _: not s.folded and s.qualifies and s.versus < 0, Then.LOSE)


def unqualified(then: Then) -> Case[Showdown]:
    """What becomes of a wager when the dealer does not qualify."""
    return Case(law["9(g)"], lambda s, _: not s.folded and not s.qualifies, then)


ANTE = Wager(
    "ante", "Ante Wager", law["7(d)"], "required", (FOLDED, unqualified(Then.PAY), HIGHER, EQUAL, LOWER), (EVEN,),
    sees=lambda _: SHOWDOWN, row=lambda _: "win", classes=lambda _: SHOWDOWNS,
)  # fmt: skip
PLAY = Wager(
    "play", "Play Wager", law["9(d)"], "by-decision", (unqualified(Then.PUSH), HIGHER, EQUAL, LOWER), (EVEN,),
    sees=lambda _: SHOWDOWN, row=lambda _: "win", classes=lambda _: (s for s in SHOWDOWNS if not s.folded),
)  # fmt: skip
BONUS = Wager(
    "ante-bonus", "Ante Bonus", law["9(i)"], "second-line",
    (
        Case[Bonus](law["9(i)"], lambda s, pay: not s.folded and pay is not None, Then.PAY),
        Case[Bonus](law["9(i)"], lambda s, pay: s.folded or pay is None, Then.PUSH),
    ),
    (ANTE_BONUS,),
    sees=lambda _: Sight((FoldedOn(), Standing(MINE)), lambda at, hand: Bonus(at > 0, NAMES[hand])),
    row=lambda s: s.hand,
    classes=lambda _: (Bonus(folded, hand) for folded in (False, True) for hand in NAMES.values()),
    of="ante",
)  # fmt: skip
PLUS = Wager(
    "pair-plus", "Pair Plus Wager", law["7(e)"], "optional",
    (
        Case[str](law["9(j)"], lambda _, pay: pay is not None, Then.PAY),
        Case[str](law["9(j)"], lambda _, pay: pay is None, Then.LOSE),
    ),
    PAIR_PLUS,
    sees=lambda _: Sight((Standing(MINE),), lambda hand: NAMES[hand]),
    row=lambda hand: hand,
    classes=lambda _: NAMES.values(),
    key="pair-plus",
    survives=law["9(e)"],
)  # fmt: skip
WAGERS = (ANTE, BONUS, PLAY, PLUS)

STREET = Street(
    "before the dealer turns over",
    law["9(d)"],
    (Option("play", law["9(d)"], wager="play", times=1), Option("fold", law["9(e)"], folds=True)),
    late="fold",
)


def show(_: Rules, played: Played, number: int | None) -> Mapping[str, object] | None:
    """A hand for people: a player's, or the dealer's once it lies open."""
    cards = played.cards_at("dealer") if number is None else played.seats[number].cards
    if not cards:
        return None
    hand = RANKING.rank(cards)
    return {"name": RANKING.category(hand).name, "text": RANKING.text(hand)}


def on_table(_: Rules, played: Played, number: int) -> bool:
    """9(e): a folded hand is collected unless a Pair Plus keeps it."""
    seat = played.seats[number]
    return seat.folded is None or "pair-plus" in seat.stakes


EXAMPLE = Game(
    id="three-card-poker",
    name="Three Card Poker",
    chapter=law,
    sections=("3", "6", "7", "9", "10"),
    seats=6,
    seats_cite=law["2(a)"],
    deck=Deck("52 cards", STANDARD, 1, law["3(a)"]),
    deck_hours=standard.deck_hours(law),
    ranking=lambda _: RANKING,
    wagers=WAGERS,
    ante="ante",
    verbal=(False, law["7(a)"]),
    one_position=None,
    hand_size=3,
    hand_cite=law["8(e)"],
    places=(Place("dealer", "the dealer's cards", law["8(e)"], lambda *_: 3, lambda *_: True),),
    course=(
        Give("seats", lambda *_: 3, law["8(e)"]),
        Give("dealer", lambda *_: 3, law["8(e)"]),
        Ask(0),
        Turn("dealer", 3, law["9(f)"]),
    ),
    streets=(STREET,),
    settled=(6, 5, 4, 3, 2, 1),
    settled_cite=law["9(h)"],
    show=show,
    on_table=on_table,
    study="declared",
    choices=standard.choices(law),
    checks=standard.checks(law),
    conduct=CONDUCT,
    layout=LAYOUT,
    lessons=LESSONS,
    examples={
        "straight-flush": "9h 8h 7h", "three-of-a-kind": "Qh Qc Qs", "straight": "Tc 9d 8s", "flush": "Ad Jd 6d",
        "pair": "4c 4d Td", "high-card": "Qd 6s 4h",
    },
)  # fmt: skip
