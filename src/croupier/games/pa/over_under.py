"""58 Pa. Code chapter 686a, Over/Under, as proposed in 2019."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.errors import Refusal
from croupier.game import Ask, Case, Game, Give, Option, Street, Then, Variant, Wager, ask
from croupier.game import choices as choose
from croupier.game.features import OWN, Said, Sight, Sum
from croupier.games.pa import over_under_readings as readings
from croupier.games.pa.over_under_conduct import CONDUCT
from croupier.games.pa.over_under_layout import LAYOUT
from croupier.games.pa.over_under_lessons import LESSONS
from croupier.kit.cards import STANDARD, Deck
from croupier.kit.paytables import only, table
from croupier.law.chapters import OVER_UNDER_PA_2019_PROPOSED as law

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.game import Played, Rules
    from croupier.kit.cards import Card

# § 686a.3. Cards; number of decks; value of cards.

DECK = Deck("six decks of 52 cards", STANDARD, 6, law["3(a)"])
DECK_HOURS = {"shoe": (24, law["3(c)"]), "continuous-shuffler": (24, law["3(c)"])}


POINTS = tuple((rank, 11 if rank == 14 else min(rank, 10)) for rank in range(2, 15))  # 3(d)(1)-(3)
TOTAL = Sum(POINTS, OWN)


def value(card: Card) -> int:
    """What a card counts."""
    return dict(POINTS)[card.rank]


def total(cards: tuple[Card, ...]) -> int:
    """The point count of a hand: faces count ten, an ace eleven, the rest what they show."""
    return TOTAL.of({OWN: cards})


TOTALS = range(6, 34)

# § 686a.8. Payout odds.

EVEN = only("1 to 1", law["8(a)"])

BONUS_TABLE = table("1", law["8(b)"], """
    6 or 33  | 50 to 1
    7 or 32  | 10 to 1
    8 or 31  | 5 to 1
    9 or 30  | 4 to 1
    10 or 29 | 3 to 1
    11 or 28 | 2 to 1
    12 or 27 | 1 to 1
""")  # fmt: skip
BONUS_ROWS = {points: f"{min(points, 39 - points)}-or-{max(points, 39 - points)}"
              for points in (*range(6, 13), *range(27, 34))}  # fmt: skip

# § 686a.6. Wagers, and § 686a.7. Procedure for dealing the cards; completion of each round of play.

STREETS = (
    Street(
        "after the first card",
        law["7(g)"],
        (
            Option("over", law["7(g)(1)"], wager="over", times=1),
            Option("under", law["7(g)(2)"], wager="under", times=1),
            Option("surrender", law["7(g)(3)"], folds=True),
        ),
        late="surrender",
    ),
)


class Main(NamedTuple):
    """What the player said, and the point count."""

    said: str
    points: int


def see_main(_: Rules) -> Sight[Main]:
    """What decides the Ante and the second wager."""
    return Sight((Said(), TOTAL), lambda said, points: Main(str(said[0]), points))


MAIN = (
    Case[Main](law["7(g)(3)"], lambda s, _: s.said == "surrender", Then.FORFEIT),
    Case[Main](law["7(i)(1)"], lambda s, _: s.said == "over" and s.points >= 24, Then.PAY),
    Case[Main](law["7(i)(2)"], lambda s, _: s.said == "under" and s.points <= 17, Then.PAY),
    Case[Main](law["7(k)"], lambda s, _: s.said != "surrender" and 18 <= s.points <= 23, Then.LOSE),
    Case[Main](law["7(i)(1)"], lambda s, _: s.said == "over" and s.points <= 17, Then.LOSE, readings.WRONG_SIDE),
    Case[Main](law["7(i)(2)"], lambda s, _: s.said == "under" and s.points >= 24, Then.LOSE, readings.WRONG_SIDE),
)


def _classes(*said: str) -> tuple[Main, ...]:
    return tuple(Main(word, points) for word in said for points in TOTALS)


ANTE = Wager(
    "ante", "Ante Wager", law["6(d)"], "required", MAIN, (EVEN,),
    sees=see_main, row=lambda _: "win", classes=lambda _: _classes("over", "under", "surrender"),
)  # fmt: skip
OVER = Wager(
    "over", "Over 23 Wager", law["6(c)"], "by-decision", MAIN[1:], (EVEN,),
    sees=see_main, row=lambda _: "win", classes=lambda _: _classes("over"),
)  # fmt: skip
UNDER = Wager(
    "under", "Under 18 Wager", law["6(c)"], "by-decision", MAIN[1:], (EVEN,),
    sees=see_main, row=lambda _: "win", classes=lambda _: _classes("under"),
)  # fmt: skip
BONUS = Wager(
    "bonus", "Bonus Wager", law["6(e)"], "optional",
    (
        # 7(h): a surrender does not forfeit it. 7(l) both pays and collects
        Case[int](law["7(l)"], lambda points, _: points in BONUS_ROWS, Then.PAY),
        Case[int](law["7(l)"], lambda points, _: points not in BONUS_ROWS, Then.LOSE),
    ),
    (BONUS_TABLE,),
    sees=lambda _: Sight((TOTAL,), int),
    row=BONUS_ROWS.get,
    classes=lambda _: TOTALS,
    key="bonus",
    survives=law["7(h)"],
)  # fmt: skip


def show(_: Rules, played: Played, number: int | None) -> Mapping[str, object] | None:
    """A hand's point count; there is no dealer's hand."""
    if number is None:
        return None
    points = total(played.seats[number].cards)
    return {"name": str(points), "total": points, "text": f"a total of {points}"}


def batches_fit_the_shuffler(rules: Rules) -> Iterable[Refusal]:
    """3(b): a device other than a continuous shuffler means two batches; without one there is one."""
    device = rules.chosen["shuffler"] in {"automated", "counting"} and rules.chosen["dealing"] == "shoe"
    if device != (rules.chosen["decks"] == 2):
        words = "must be 2 with an automated shuffling device" if device else "may be 2 only with an automated device"
        yield Refusal("decks", f"{words} other than a continuous shuffler", str(law["3(b)"]))


def half_the_ante(game: Game) -> Game:
    """A surrender costs half of the Ante. Reading: surrender."""

    def half(case: Case[Any]) -> Case[Any]:
        return replace(case, then=Then.HALF, reading=readings.SURRENDER) if case.then is Then.FORFEIT else case

    return replace(game, wagers=tuple(replace(w, cases=tuple(map(half, w.cases))) for w in game.wagers))


def wagers_stay(game: Game) -> Game:
    """A wager once on the layout stays there. Reading: wager-made."""
    assert game.conduct is not None
    return replace(game, conduct=replace(game.conduct, stays=law["6(c)"]))


def failure_voids_the_round(game: Game) -> Game:
    """A continuous shuffler that fails in mid-round. Reading: device-fails."""
    return game.with_irregularity("shuffler-jam", voids=True).with_irregularity("out-of-order", voids=True)


def wrong_side_pushes(game: Game) -> Game:
    """What no sentence pays or collects goes back. Reading: wrong-side."""

    def back(case: Case[Any]) -> Case[Any]:
        return replace(case, then=Then.PUSH) if case.reading is readings.WRONG_SIDE else case

    return replace(game, wagers=tuple(replace(w, cases=tuple(map(back, w.cases))) for w in game.wagers))


# The chapter.

PA_2019_PROPOSED = Game(
    id="over-under",
    name="Over/Under",
    chapter=law,
    sections=("3", "6", "7", "8"),
    seats=6,
    seats_cite=law["2(a)"],
    deck=DECK,
    deck_hours=DECK_HOURS,
    ranking=None,
    wagers=(ANTE, OVER, UNDER, BONUS),
    ante="ante",
    verbal=(True, law["6(a)"]),
    one_position=None,
    hand_size=3,
    hand_cite=law["7(i)"],  # the two extra cards are dealt even after a surrender
    places=(),
    course=(
        Give("seats", lambda *_: 1, law["7(e)"], up=True),
        Ask(0),
        Give("seats", lambda *_: 2, law["7(i)"], up=True),
    ),
    streets=STREETS,
    settled=(1, 2, 3, 4, 5, 6),
    settled_cite=law["7(j)"],
    show=show,
    on_table=lambda _rules, _played, _number: True,
    study="points",
    layout=LAYOUT,
    lessons=LESSONS,
    choices=(
        choose.adjacent_boxes(law["6(f)"], 6),
        choose.dealing(law["3(a)"], "shoe", "continuous-shuffler"),
        choose.shuffler(law["5(a)"]),
        choose.decks(law["3(b)"], "six-deck batches"),
        choose.decision_seconds(law["7(f)"]),
    ),
    most_positions=1,  # 6(f): the number is the submission's to specify
    checks=(batches_fit_the_shuffler, choose.steps_pay_whole_cents),
    readings=readings.READINGS,
    questions=(
        ask("wrong-side"),  # the case of the wrong side names it
        ask("surrender", "ante", results=("forfeit",)),
        ask("wager-made"),  # these move a wager before it is settled
        ask("skipped-cards"),
        ask("skipped-surrender"),
        ask("device-fails"),
    ),
    variants=(
        Variant("wrong-side", "push", wrong_side_pushes),
        Variant("surrender", "half-ante", half_the_ante),
        Variant("wager-made", "on-layout", wagers_stay),
        Variant("skipped-cards", "ante-alone", lambda game: game.with_irregularity("skipped", returns=("ante",))),
        Variant("skipped-surrender", "lost", lambda game: game.with_irregularity("skipped", lost_stays=True)),
        Variant("device-fails", "void", failure_voids_the_round),
    ),
    conduct=CONDUCT,
)
