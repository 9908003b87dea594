"""What the chapter permits: its cards, hands, wagers and decisions."""

from collections.abc import Mapping
from typing import NamedTuple

from croupier.game import Ask, Case, Game, Give, Option, Place, Played, Rules, Street, Then, Turn, Wager, standard
from croupier.game.features import Best, Compare, FoldedOn, Reaches, Sight, Standing, at
from croupier.games.hand_examples import WITHOUT_WILDS
from croupier.kit import hand_forms as forms
from croupier.kit.cards import STANDARD, Deck
from croupier.kit.rankings import Category, Hand, Ranking
from ultimate_texas_holdem.law import LAW as law
from ultimate_texas_holdem.table import CONDUCT, LAYOUT, LESSONS
from ultimate_texas_holdem.tables import BLIND_PAYS, EVEN, TRIPS_PAYS

# § 6. Hands.

RANKING = Ranking("Ultimate Texas Hold'em", 5, tuple(Category(name, form, law["6(a)"]) for name, form in (
    ("royal-flush", forms.royal), ("straight-flush", forms.straight_flush), ("four-of-a-kind", forms.four_of_a_kind),
    ("full-house", forms.full_house), ("flush", forms.flush), ("straight", forms.straight),
    ("three-of-a-kind", forms.three_of_a_kind), ("two-pairs", forms.two_pairs), ("pair", forms.pair),
    ("high-card", forms.high_card),
)))  # fmt: skip
NAMES = RANKING.names()
PAIR = Hand(RANKING["pair"], (2,))  # 9(k): lower than every pair

# §§ 7 and 9. Wagers, decisions and what decides.

MINE, THEIRS = Best(RANKING, at("seat", "community")), Best(RANKING, at("dealer", "community"))


class Showdown(NamedTuple):
    """The player's hand against the dealer's: `versus` is 1 where the player is higher, 0 where both are equal. `blind`
    is the hand as the Blind's paytable calls it."""

    folded: bool
    opens: bool
    versus: int
    blind: str | None


BLIND_ROWS = tuple(BLIND_PAYS.rows)
SIGHT = Sight(
    (FoldedOn(), Reaches(THEIRS, PAIR), Compare(MINE, THEIRS), Standing(MINE)),
    lambda street, opens, versus, hand: Showdown(
        street > 0, opens, versus, NAMES[hand] if NAMES[hand] in BLIND_ROWS else None
    ),
)
SHOWDOWNS = [
    Showdown(folded, opens, versus, row)
    for folded in (False, True) for opens in (False, True) for versus in (-1, 0, 1) for row in (*BLIND_ROWS, None)
]  # fmt: skip

FOLDED = Case[Showdown](law["9(i)"], lambda s, _: s.folded, Then.FORFEIT)
EQUAL = Case[Showdown](law["9(l)(3)"], lambda s, _: not s.folded and s.versus == 0, Then.PUSH)
LOWER = Case[Showdown](law["9(l)(4)"], lambda s, _: not s.folded and s.versus < 0, Then.LOSE)

ANTE = Wager(
    "ante", "Ante Wager", law["7(d)"], "required",
    (
        FOLDED,
        Case[Showdown](law["9(k)"], lambda s, _: not s.folded and not s.opens, Then.PUSH),
        Case[Showdown](law["9(l)(1)"], lambda s, _: not s.folded and s.opens and s.versus > 0, Then.PAY),
        Case[Showdown](law["9(l)(3)"], lambda s, _: not s.folded and s.opens and s.versus == 0, Then.PUSH),
        Case[Showdown](law["9(l)(4)"], lambda s, _: not s.folded and s.opens and s.versus < 0, Then.LOSE),
    ),
    (EVEN,),
    sees=lambda _: SIGHT, row=lambda _: "win", classes=lambda _: SHOWDOWNS,
)  # fmt: skip
BLIND = Wager(
    "blind", "Blind Wager", law["7(e)"], "required",
    (
        FOLDED,
        Case[Showdown](law["9(l)(2)"], lambda s, pay: not s.folded and s.versus > 0 and pay is not None, Then.PAY),
        Case[Showdown](law["9(l)(2)"], lambda s, pay: not s.folded and s.versus > 0 and pay is None, Then.PUSH),
        EQUAL,
        LOWER,
    ),
    (BLIND_PAYS,),
    sees=lambda _: SIGHT, row=lambda s: s.blind, classes=lambda _: SHOWDOWNS, equals="ante", equals_cite=law["7(e)"],
)  # fmt: skip
PLAY = Wager(
    "play", "Play Wager", law["9(d)"], "by-decision",
    (Case[Showdown](law["9(l)(1)"], lambda s, _: not s.folded and s.versus > 0, Then.PAY), EQUAL, LOWER), (EVEN,),
    sees=lambda _: SIGHT, row=lambda _: "win", classes=lambda _: (s for s in SHOWDOWNS if not s.folded),
)  # fmt: skip
TRIPS = Wager(
    "trips", "Trips Wager", law["7(f)"], "optional",
    (
        Case[str](law["9(m)"], lambda _, pay: pay is not None, Then.PAY),
        Case[str](law["9(m)"], lambda _, pay: pay is None, Then.LOSE),
    ),
    TRIPS_PAYS,
    sees=lambda _: Sight((Standing(MINE),), lambda hand: NAMES[hand]),
    row=lambda hand: hand,
    classes=lambda _: NAMES.values(),
    key="trips",
    survives=law["9(i)"],
)  # fmt: skip


def bet(times: int, path: str) -> Option:
    """The one Play wager of a round; the sooner, the higher."""
    return Option(f"play-{times}", law[path], wager="play", times=times, done=True)


STREETS = (
    Street("before the flop", law["9(d)"], (bet(4, "9(d)"), bet(3, "9(d)"), Option("check", law["9(d)"])), "check"),
    Street("on the flop", law["9(f)"], (bet(2, "9(f)"), Option("check", law["9(f)"])), "check"),
    Street("at the end", law["9(h)"], (bet(1, "9(h)"), Option("fold", law["9(i)"], folds=True)), "fold"),
)


def show(_: Rules, played: Played, number: int | None) -> Mapping[str, object] | None:
    """A hand for people, once there are five cards to make it of: a player's, or the dealer's once it lies open."""
    own = played.cards_at("dealer") if number is None else played.seats[number].cards
    cards = (*own, *played.cards_at("community"))
    if not own or len(cards) < RANKING.size:
        return None
    hand = RANKING.best(cards)
    return {"name": RANKING.category(hand).name, "text": RANKING.text(hand)}


def on_table(_: Rules, played: Played, number: int) -> bool:
    """9(i): a folded hand is collected unless a Trips keeps it."""
    seat = played.seats[number]
    return seat.folded is None or "trips" in seat.stakes


EXAMPLE = Game(
    id="ultimate-texas-holdem",
    name="Ultimate Texas Hold'em",
    chapter=law,
    sections=("3", "6", "7", "9", "10"),
    seats=6,
    seats_cite=law["2(a)"],
    deck=Deck("52 cards", STANDARD, 1, law["3(a)"]),
    deck_hours=standard.deck_hours(law),
    ranking=lambda _: RANKING,
    wagers=(ANTE, BLIND, PLAY, TRIPS),
    ante="ante",
    verbal=(False, law["7(a)"]),
    one_position=None,
    hand_size=2,
    hand_cite=law["8(e)"],
    places=(
        Place("dealer", "the dealer's cards", law["8(e)"], lambda *_: 2, lambda *_: True),
        Place("community", "the cards in the middle", law["8(e)"], lambda *_: 5, lambda *_: True),
    ),
    course=(
        Give("seats", lambda *_: 2, law["8(e)"]),
        Give("dealer", lambda *_: 2, law["8(e)"]),
        Give("community", lambda *_: 5, law["8(e)"]),
        Ask(0),
        Turn("community", 3, law["9(e)"]),
        Ask(1),
        Turn("community", 2, law["9(g)"]),
        Ask(2),
        Turn("dealer", 2, law["9(j)"]),
    ),
    streets=STREETS,
    settled=(6, 5, 4, 3, 2, 1),
    settled_cite=law["9(l)"],
    show=show,
    on_table=on_table,
    study="declared",
    choices=standard.choices(law),
    checks=standard.checks(law),
    conduct=CONDUCT,
    layout=LAYOUT,
    lessons=LESSONS,
    examples=WITHOUT_WILDS,
)
