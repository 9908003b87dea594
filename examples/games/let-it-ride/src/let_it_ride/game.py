"""What the chapter permits: its cards, hands, wagers and decisions."""

from croupier.game import Ask, Case, Game, Give, Option, Place, Street, Then, Turn, Wager, standard
from croupier.game.features import Best, Leads, Sight, Standing, at
from croupier.games.community import show
from croupier.games.hand_examples import WITHOUT_WILDS
from croupier.kit import hand_forms as forms
from croupier.kit.cards import STANDARD, Deck
from croupier.kit.rankings import Category, Ranking
from let_it_ride.law import LAW as law
from let_it_ride.table import CONDUCT, LAYOUT, LESSONS
from let_it_ride.tables import PAYS

# § 6. Hands.

RANKING = Ranking("Let It Ride", 5, tuple(Category(name, form, law["6(a)"]) for name, form in (
    ("royal-flush", forms.royal), ("straight-flush", forms.straight_flush), ("four-of-a-kind", forms.four_of_a_kind),
    ("full-house", forms.full_house), ("flush", forms.flush), ("straight", forms.straight),
    ("three-of-a-kind", forms.three_of_a_kind), ("two-pairs", forms.two_pairs), ("pair", forms.pair),
    ("high-card", forms.high_card),
)))  # fmt: skip
NAMES = RANKING.names()
ROWS = (*(name for name in NAMES.values() if name not in {"pair", "high-card"}), "tens-or-better")

# §§ 7 and 9. Wagers, decisions and what decides.


def row(category: int, pair: int) -> str | None:
    """The paytable's name of a hand; `pair` is the rank of a pair."""
    if NAMES[category] == "pair":
        return "tens-or-better" if pair >= 10 else None
    return None if NAMES[category] == "high-card" else NAMES[category]


BEST = Best(RANKING, at("seat", "community"))
CASES = (
    Case[str | None](law["9(h)(1)"], lambda _, pay: pay is not None, Then.PAY),
    Case[str | None](law["9(h)(2)"], lambda _, pay: pay is None, Then.LOSE),
)


def wager(number: int, name: str) -> Wager[str | None]:
    """One of the three, as high as the third, which nobody takes back."""
    return Wager(
        f"bet-{number}", name, law["7(d)"], "required", CASES, (PAYS,),
        sees=lambda _: Sight((Standing(BEST), Leads(BEST, frozenset({"pair"}))), row),
        row=lambda hand: hand, classes=lambda _: (*ROWS, None),
        equals=None if number == 3 else "bet-3", equals_cite=None if number == 3 else law["7(d)"],
    )  # fmt: skip


STREETS = tuple(
    Street(
        when,
        law[path],
        (Option("ride", law["9(e)"]), Option("take-back", law[path], returns=f"bet-{number}")),
        late="ride",
    )
    for number, when, path in (
        (1, "before the first card in the middle", "9(d)"),
        (2, "before the second card in the middle", "9(g)"),
    )
)

EXAMPLE = Game(
    id="let-it-ride",
    name="Let It Ride",
    chapter=law,
    sections=("3", "6", "7", "9", "10"),
    seats=6,
    seats_cite=law["2(a)"],
    deck=Deck("52 cards", STANDARD, 1, law["3(a)"]),
    deck_hours=standard.deck_hours(law),
    ranking=lambda _: RANKING,
    wagers=(wager(1, "First Wager"), wager(2, "Second Wager"), wager(3, "Third Wager")),
    ante="bet-3",
    verbal=(False, law["7(a)"]),
    one_position=None,
    hand_size=3,
    hand_cite=law["8(e)"],
    places=(Place("community", "the cards in the middle", law["8(e)"], lambda *_: 2, lambda *_: True),),
    course=(
        Give("seats", lambda *_: 3, law["8(e)"]),
        Give("community", lambda *_: 2, law["8(e)"]),
        Ask(0),
        Turn("community", 1, law["9(f)"]),
        Ask(1),
        Turn("community", 1, law["9(h)"]),
    ),
    streets=STREETS,
    settled=(6, 5, 4, 3, 2, 1),
    settled_cite=law["9(h)"],
    show=show,
    on_table=lambda *_: True,
    study="declared",
    choices=standard.choices(law),
    checks=standard.checks(law),
    conduct=CONDUCT,
    layout=LAYOUT,
    lessons=LESSONS,
    examples=WITHOUT_WILDS,
)
