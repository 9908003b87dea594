"""What the chapter permits: its cards, hands, wagers and decisions."""

from collections.abc import Mapping
from typing import NamedTuple

from caribbean_stud.law import LAW as law
from caribbean_stud.table import CONDUCT, LAYOUT, LESSONS
from caribbean_stud.tables import EVEN, RAISE_PAYS
from croupier.game import Ask, Case, Game, Give, Option, Place, Played, Rules, Street, Then, Turn, Wager, standard
from croupier.game.features import OWN, Best, Compare, FoldedOn, Reaches, Sight, Standing, at
from croupier.games.hand_examples import WITHOUT_WILDS
from croupier.kit import hand_forms as forms
from croupier.kit.cards import STANDARD, Deck
from croupier.kit.rankings import Category, Hand, Ranking

# § 6. Hands.

RANKING = Ranking("Caribbean Stud", 5, tuple(Category(name, form, law["6(a)"]) for name, form in (
    ("royal-flush", forms.royal), ("straight-flush", forms.straight_flush), ("four-of-a-kind", forms.four_of_a_kind),
    ("full-house", forms.full_house), ("flush", forms.flush), ("straight", forms.straight),
    ("three-of-a-kind", forms.three_of_a_kind), ("two-pairs", forms.two_pairs), ("pair", forms.pair),
    ("high-card", forms.high_card),
)))  # fmt: skip
NAMES = RANKING.names()
ACE_KING = Hand(RANKING["high-card"], (14, 13))  # 9(h): lower than every hand with both

# §§ 7 and 9. Wagers, decisions and what decides.

MINE, THEIRS = Best(RANKING, OWN), Best(RANKING, at("dealer"))


class Showdown(NamedTuple):
    """The player's hand against the dealer's: `versus` is 1 where the player is higher, 0 where both are equal."""

    folded: bool
    qualifies: bool
    versus: int
    hand: str


SIGHT = Sight(
    (FoldedOn(), Reaches(THEIRS, ACE_KING), Compare(MINE, THEIRS), Standing(MINE)),
    lambda street, qualifies, versus, hand: Showdown(street > 0, qualifies, versus, NAMES[hand]),
)
SHOWDOWNS = [
    Showdown(folded, qualifies, versus, hand)
    for folded in (False, True) for qualifies in (False, True) for versus in (-1, 0, 1) for hand in NAMES.values()
]  # fmt: skip

FOLDED = Case[Showdown](law["9(f)"], lambda s, _: s.folded, Then.FORFEIT)
AGAINST = (
    Case[Showdown](law["9(i)(1)"], lambda s, _: not s.folded and s.qualifies and s.versus > 0, Then.PAY),
    Case[Showdown](law["9(i)(2)"], lambda s, _: not s.folded and s.qualifies and s.versus == 0, Then.PUSH),
    Case[Showdown](law["9(i)(3)"], lambda s, _: not s.folded and s.qualifies and s.versus < 0, Then.LOSE),
)


def unqualified(then: Then) -> Case[Showdown]:
    """What becomes of a wager when the dealer does not qualify."""
    return Case(law["9(h)"], lambda s, _: not s.folded and not s.qualifies, then)


ANTE = Wager(
    "ante", "Ante Wager", law["7(d)"], "required", (FOLDED, unqualified(Then.PAY), *AGAINST), (EVEN,),
    sees=lambda _: SIGHT, row=lambda _: "win", classes=lambda _: SHOWDOWNS,
)  # fmt: skip
RAISE = Wager(
    "raise", "Raise Wager", law["9(e)"], "by-decision", (unqualified(Then.PUSH), *AGAINST), (RAISE_PAYS,),
    sees=lambda _: SIGHT, row=lambda s: s.hand, classes=lambda _: (s for s in SHOWDOWNS if not s.folded),
)  # fmt: skip
STREET = Street(
    "before the dealer turns over",
    law["9(e)"],
    (Option("raise", law["9(e)"], wager="raise", times=2), Option("fold", law["9(f)"], folds=True)),
    late="fold",
)


def show(_: Rules, played: Played, number: int | None) -> Mapping[str, object] | None:
    """A hand for people: a player's, or the dealer's once all of it lies open."""
    cards = played.cards_at("dealer") if number is None else played.seats[number].cards
    if len(cards) < RANKING.size:
        return None
    hand = RANKING.rank(cards)
    return {"name": RANKING.category(hand).name, "text": RANKING.text(hand)}


EXAMPLE = Game(
    id="caribbean-stud",
    name="Caribbean Stud",
    chapter=law,
    sections=("3", "6", "7", "9", "10"),
    seats=6,
    seats_cite=law["2(a)"],
    deck=Deck("52 cards", STANDARD, 1, law["3(a)"]),
    deck_hours=standard.deck_hours(law),
    ranking=lambda _: RANKING,
    wagers=(ANTE, RAISE),
    ante="ante",
    verbal=(False, law["7(a)"]),
    one_position=None,
    hand_size=5,
    hand_cite=law["8(e)"],
    places=(Place("dealer", "the dealer's cards", law["8(e)"], lambda *_: 5, lambda *_: True),),
    course=(
        Give("seats", lambda *_: 5, law["8(e)"]),
        Give("dealer", lambda *_: 5, law["8(e)"]),
        Turn("dealer", 1, law["9(d)"]),
        Ask(0),
        Turn("dealer", 4, law["9(g)"]),
    ),
    streets=(STREET,),
    settled=(6, 5, 4, 3, 2, 1),
    settled_cite=law["9(i)"],
    show=show,
    on_table=lambda _rules, played, number: played.seats[number].folded is None,
    study="declared",
    choices=standard.choices(law),
    checks=standard.checks(law),
    conduct=CONDUCT,
    layout=LAYOUT,
    lessons=LESSONS,
    examples=WITHOUT_WILDS,
)
