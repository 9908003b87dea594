"""What the chapter permits: its cards, hands, wagers and decisions."""

from typing import NamedTuple

from croupier.game import Ask, Case, Game, Give, Option, Place, Street, Then, Turn, Wager, standard
from croupier.game.features import Best, FoldedOn, Leads, Sight, Standing, at
from croupier.games.community import show
from croupier.games.hand_examples import WITHOUT_WILDS
from croupier.kit import hand_forms as forms
from croupier.kit.cards import STANDARD, Deck
from croupier.kit.rankings import Category, Ranking
from mississippi_stud.law import LAW as law
from mississippi_stud.table import CONDUCT, LAYOUT, LESSONS
from mississippi_stud.tables import PAYS

# § 6. Hands.

RANKING = Ranking("Mississippi Stud", 5, tuple(Category(name, form, law["6(a)"]) for name, form in (
    ("royal-flush", forms.royal), ("straight-flush", forms.straight_flush), ("four-of-a-kind", forms.four_of_a_kind),
    ("full-house", forms.full_house), ("flush", forms.flush), ("straight", forms.straight),
    ("three-of-a-kind", forms.three_of_a_kind), ("two-pairs", forms.two_pairs), ("pair", forms.pair),
    ("high-card", forms.high_card),
)))  # fmt: skip
NAMES = RANKING.names()
ROWS = (*(name for name in NAMES.values() if name not in {"pair", "high-card"}), "jacks-or-better", "sixes-to-tens")

# §§ 7 and 9. Wagers, decisions and what decides.


class Hand(NamedTuple):
    """The best five of the player's two cards and the three in the middle, as the paytable calls them."""

    folded: bool
    row: str | None


def row(category: int, pair: int) -> str | None:
    """The paytable's name of a hand; `pair` is the rank of a pair."""
    if NAMES[category] == "high-card":
        return None
    if NAMES[category] == "pair":
        return "jacks-or-better" if pair >= 11 else "sixes-to-tens" if pair >= 6 else None
    return NAMES[category]


BEST = Best(RANKING, at("seat", "community"))
SIGHT = Sight(
    (FoldedOn(), Standing(BEST), Leads(BEST, frozenset({"pair"}))),
    lambda street, category, pair: Hand(street > 0, row(category, pair)),
)
HANDS = [Hand(folded, row) for folded in (False, True) for row in (*ROWS, None)]
CASES = (
    Case[Hand](law["9(e)"], lambda s, _: s.folded, Then.FORFEIT),
    Case[Hand](law["9(j)(1)"], lambda s, pay: not s.folded and pay is not None and not pay.is_push, Then.PAY),
    Case[Hand](law["9(j)(2)"], lambda s, pay: not s.folded and pay is not None and pay.is_push, Then.PUSH),
    Case[Hand](law["9(j)(3)"], lambda s, pay: not s.folded and pay is None, Then.LOSE),
)
SECTIONS = {"3rd": "9(d)", "4th": "9(g)", "5th": "9(i)"}
WAGERS = (
    Wager(
        "ante", "Ante", law["7(d)"], "required", CASES, (PAYS,),
        sees=lambda _: SIGHT, row=lambda s: s.row, classes=lambda _: HANDS,
    ),
    *(
        Wager(
            f"{street}-street", f"{street} Street Wager", law[path], "by-decision", CASES, (PAYS,),
            sees=lambda _: SIGHT, row=lambda s: s.row, classes=lambda _: HANDS,
        )
        for street, path in SECTIONS.items()
    ),
)  # fmt: skip
STREETS = tuple(
    Street(
        f"on {street} Street",
        law[path],
        (
            *(Option(f"bet-{times}", law[path], wager=f"{street}-street", times=times) for times in (1, 2, 3)),
            Option("fold", law["9(e)"], folds=True),
        ),
        late="fold",
    )
    for street, path in SECTIONS.items()
)

EXAMPLE = Game(
    id="mississippi-stud",
    name="Mississippi Stud",
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
    hand_size=2,
    hand_cite=law["8(e)"],
    places=(Place("community", "the cards in the middle", law["8(e)"], lambda *_: 3, lambda *_: True),),
    course=(
        Give("seats", lambda *_: 2, law["8(e)"]),
        Give("community", lambda *_: 3, law["8(e)"]),
        Ask(0),
        Turn("community", 1, law["9(f)"]),
        Ask(1),
        Turn("community", 1, law["9(h)"]),
        Ask(2),
        Turn("community", 1, law["9(j)"]),
    ),
    streets=STREETS,
    settled=(6, 5, 4, 3, 2, 1),
    settled_cite=law["9(j)"],
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
