"""58 Pa. Code chapter 683a, Cajun Stud."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import Refusal
from croupier.game import Ask, Case, Choice, Game, Give, Option, Place, Street, Then, Turn, Variant, Wager
from croupier.game import choices as choose
from croupier.game.features import OWN, SEAT, Best, FoldedOn, Kind, Leads, Pattern, Sight, Standing, at
from croupier.games.community import show, three_card_straights
from croupier.games.hand_examples import WITHOUT_WILDS
from croupier.games.pa import cajun_stud_readings as readings
from croupier.games.pa.cajun_stud_conduct import CONDUCT
from croupier.games.pa.cajun_stud_layout import LAYOUT
from croupier.games.pa.cajun_stud_lessons import LESSONS
from croupier.games.pa.cajun_stud_questions import QUESTIONS
from croupier.games.pa.cajun_stud_tables import (
    ALL_SIX_TABLES,
    ANTE_TABLES,
    BOARD_TABLES,
    LO_BALL_TABLES,
    POCKET_TABLES,
    SIXES,
    read_ante,
)
from croupier.kit import hand_forms as forms
from croupier.kit.cards import STANDARD, Deck
from croupier.kit.money import printed
from croupier.kit.paytables import wins
from croupier.kit.rankings import Category, Ranking
from croupier.law.chapters import CAJUN_STUD_PA_2019 as law

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.game import Played, Rules

# § 683a.3. Cards; number of decks.

DECK = Deck("52 cards", STANDARD, 1, law["3(a)"])
DECK_HOURS = {
    "hand": (4, law["3(c)(1)"]),
    "manual-shoe": (8, law["3(c)(2)"]),
    "automated-shoe": (8, law["3(c)(2)"]),
}

# § 683a.6. Cajun Stud rankings.

RANKING = Ranking("Cajun Stud", 5, (
    Category("royal-flush", forms.royal, law["6(b)(1)"]),
    Category("straight-flush", forms.straight_flush, law["6(b)(2)"]),
    Category("four-of-a-kind", forms.four_of_a_kind, law["6(b)(3)"]),
    Category("full-house", forms.full_house, law["6(b)(4)"]),
    Category("flush", forms.flush, law["6(b)(5)"]),
    Category("straight", forms.straight, law["6(b)(6)"]),
    Category("three-of-a-kind", forms.three_of_a_kind, law["6(b)(7)"]),
    Category("two-pairs", forms.two_pairs, law["6(b)(8)"]),
    Category("pair", forms.pair, law["6(b)(9)"]),
    Category("high-card", forms.high_card, law["7(d)(4)"]),
))  # fmt: skip
NAMES = RANKING.names()
STRAIGHT, PAIR, HIGH_CARD = RANKING["straight"], RANKING["pair"], RANKING["high-card"]

POCKET_HANDS = {  # 6(c)
    "pair-of-aces": law["6(c)(1)"],
    "suited-ace": law["6(c)(2)"],
    "unsuited-ace": law["6(c)(3)"],
    "pair": law["6(c)(4)"],
}

BOARD_HANDS = (
    Category("mini-royal", forms.royal, law["6(d)(1)"]),
    Category("straight-flush", forms.straight_flush, law["6(d)(2)"]),
    Category("three-of-a-kind", forms.three_of_a_kind, law["6(d)(3)"]),
    Category("straight", forms.straight, law["6(d)(4)"]),
    Category("flush", forms.flush, law["6(d)(5)"]),
    Category("pair", forms.pair, law["6(d)(6)"]),
    Category("high-card", forms.high_card, law["7(d)(3)"]),
)


@cache
def board_ranking(a_2_3: str) -> Ranking:
    """The three community cards. Reading: a-2-3."""
    return Ranking("Cajun Stud, three cards", 3, BOARD_HANDS, straights=three_card_straights(a_2_3))


BOARD_NAMES = board_ranking("straight").names()

SIX_CARD_HANDS = {  # 6(e)
    "six-card-royal-flush": law["6(e)(1)"],
    "royal-flush": law["6(e)(2)"],
    "straight-flush": law["6(e)(3)"],
    "four-of-a-kind": law["6(e)(4)"],
    "full-house": law["6(e)(5)"],
    "flush": law["6(e)(6)"],
    "straight": law["6(e)(7)"],
    "three-of-a-kind": law["6(e)(8)"],
}

# § 683a.12(f). Payout limitation.

LIMIT_FLOOR = 50_000_00  # 12(f)


def least_limit(rules: Rules, boxes: int) -> int:
    """12(f): $50,000, or what one patron could win at the minimum Ante and Raise Wagers on so many boxes (7(e)).

    All hands share three cards, so that one of them can be a royal flush; beside it, over the queen, jack and 10, one
    can be a straight flush, and the six cards of the suit that are left make three flushes."""
    ante, rows = rules.limits.get("ante"), rules.tables["ante"].rows
    best = ("royal-flush", "straight-flush", "flush", "flush", "flush", "straight")[:boxes]
    won = 0 if ante is None else ante.minimum * sum(rows[hand].numerator for hand in best) * len(LIMITED)
    return max(LIMIT_FLOOR, won)


def limit_covers_minimum_bettor(rules: Rules) -> Iterable[Refusal]:
    """12(f): no less than $50,000, nor than one patron could win at the minimum Ante and Raise Wagers."""
    limit = rules.chosen["payout-limit"]
    if limit is not None and limit < (least := least_limit(rules, 1)):
        words = f"{printed(limit)} is less than {printed(least)}, the least that may be set"
        yield Refusal("payout-limit", words, str(law["12(f)"]))


def limit_covers_every_box(rules: Rules) -> Iterable[Refusal]:
    """12(f) with 7(e): the same for a patron who wagers on as many boxes as the submission lets one player."""
    limit, boxes = rules.chosen["payout-limit"], rules.chosen["adjacent-boxes"] or 1
    if limit is not None and least_limit(rules, 1) <= limit < (least := least_limit(rules, boxes)):
        words = f"{printed(limit)} is less than {printed(least)}, which {boxes} boxes at the minimum could win"
        yield Refusal("payout-limit", words, str(law["12(f)"]))


# § 683a.7. Wagers, and § 683a.11. Procedures for completion of each round of play.


def _street(name: str, path: str, wager: str) -> Street:
    raises = tuple(Option(f"raise-{n}", law[path], wager=wager, times=n) for n in (1, 2, 3))
    return Street(name, law[path], (*raises, Option("fold", law[path], folds=True)), late="fold")


STREETS = (
    _street("before the first community card", "11(b)", "raise-third"),
    _street("before the second community card", "11(d)", "raise-fourth"),
    _street("before the third community card", "11(f)", "raise-fifth"),
)


class Main(NamedTuple):
    """The five-card hand, or the street on which it was folded (0 if it was not)."""

    folded: int
    hand: str


BEST = Best(RANKING, at(SEAT, "community"))


def main_row(category: int, pair: int) -> str:
    """The Ante and Raise tables' names for hands; a pair below sixes has none."""
    if category > PAIR:
        return NAMES[category]
    if pair >= 11:
        return "pair-of-jacks-or-better"
    return SIXES if pair >= 6 else "lower-than-a-pair-of-sixes"


def see_main(_: Rules) -> Sight[Main]:
    """A folded hand is not looked at again."""

    def main(street: int, category: int, pair: int) -> Main:
        return Main(street, "folded") if street else Main(0, main_row(category, pair))

    return Sight((FoldedOn(), Standing(BEST), Leads(BEST, frozenset({"pair"}))), main)


MAIN_HANDS = (*(name for rank, name in NAMES.items() if rank > PAIR),
              "pair-of-jacks-or-better", SIXES, "lower-than-a-pair-of-sixes")  # fmt: skip


def main_classes(first: int) -> list[Main]:
    """Every hand not folded, and folding on each street that a wager can have been forfeited on."""
    return [Main(0, hand) for hand in MAIN_HANDS] + [Main(street, "folded") for street in range(first, 4)]


MAIN = (
    Case[Main](law["11(b)"], lambda s, _: s.folded == 1, Then.FORFEIT),
    Case[Main](law["11(d)"], lambda s, _: s.folded == 2, Then.FORFEIT),
    Case[Main](law["11(f)"], lambda s, _: s.folded == 3, Then.FORFEIT),
    Case[Main](law["11(h)(1)"], lambda s, pay: not s.folded and s.hand != SIXES and wins(pay), Then.PAY),
    Case[Main](law["11(h)(1)"], lambda s, pay: s.hand == SIXES and pay is not None, Then.PAY, readings.SIXES_PUSH),
    Case[Main](law["11(h)(2)"], lambda s, pay: not s.folded and pay is None, Then.LOSE),
)


def _main(id_: str, name: str, path: str, first: int) -> Wager[Main]:
    placed = "required" if id_ == "ante" else "by-decision"
    return Wager(
        id_, name, law[path], placed, MAIN, ANTE_TABLES,  # type: ignore[arg-type]
        sees=see_main, row=lambda s: s.hand, classes=lambda _: main_classes(first), key="ante",
        under=read_ante,
    )  # fmt: skip


ANTE = _main("ante", "Ante Wager", "7(d)(1)", 1)
RAISES = (
    _main("raise-third", "first Raise Wager", "11(b)", 2),
    _main("raise-fourth", "second Raise Wager", "11(d)", 3),
    _main("raise-fifth", "third Raise Wager", "11(f)", 4),
)
LIMITED = ("ante", "raise-third", "raise-fourth", "raise-fifth")


_ACE, _FACES = frozenset({forms.ACE}), frozenset({11, 12, 13})
POCKET_KINDS = (
    ("pair-of-aces", Kind((_ACE, _ACE))),
    ("suited-ace", Kind((_ACE, _FACES), suited=True)),
    ("unsuited-ace", Kind((_ACE, _FACES), suited=False)),
    *(("pair", Kind((frozenset({rank}), frozenset({rank})))) for rank in range(2, forms.ACE)),
)
POCKET_PATTERN = Pattern(tuple(kind for _, kind in POCKET_KINDS), OWN)


def see_pocket(_: Rules) -> Sight[str]:
    """The two cards as 6(c) names them."""
    return Sight((POCKET_PATTERN,), lambda kind: POCKET_KINDS[kind - 1][0] if kind else "nothing")


POCKET = Wager(
    "pocket", "Pocket Bonus Wager", law["7(d)(2)"], "optional",
    (
        Case[str](law["11(i)(1)(i)"], lambda hand, _: hand not in POCKET_HANDS, Then.LOSE),
        Case[str](law["11(i)(1)(ii)"], lambda hand, _: hand in POCKET_HANDS, Then.PAY),
    ),
    POCKET_TABLES,
    sees=see_pocket,
    row=lambda hand: hand,
    classes=lambda _: (*POCKET_HANDS, "nothing"),
    key="pocket",
    survives=law["11(b)"],
    looks="hand",
)  # fmt: skip

BOARD = Wager(
    "board", "Board Bonus Wager", law["7(d)(3)"], "optional",
    (
        Case[str](law["11(i)(2)(i)"], lambda hand, _: hand == "high-card", Then.LOSE),
        Case[str](law["11(i)(2)(ii)"], lambda hand, _: hand != "high-card", Then.PAY),
    ),
    BOARD_TABLES,
    sees=lambda rules: Sight(
        (Standing(Best(board_ranking(rules.readings["a-2-3"]), at("community"))),), lambda hand: BOARD_NAMES[hand]
    ),
    row=lambda hand: hand,
    classes=lambda _: BOARD_NAMES.values(),
    key="board",
    survives=law["11(b)"],
    looks="community",
)  # fmt: skip


class Low(NamedTuple):
    """For Lo Ball: whether the five cards form a Poker hand (a pair or better), and their highest card."""

    formed: bool
    top: int


def see_low(rules: Rules) -> Sight[Low]:
    """Straights, flushes and pairs are hands and lose; the ace is high. Reading: lo-ball."""
    read = rules.readings["lo-ball"]
    named = frozenset({"straight", "high-card"})

    def low(category: int, first: int, second: int) -> Low:
        if category == STRAIGHT and read == "straights-count":
            top = first + 4
            return Low(formed=False, top=forms.ACE if top == 5 else max(top, 7))
        if category > HIGH_CARD:
            return Low(formed=True, top=0)
        low_ace = read == "ace-low" and first == forms.ACE
        return Low(formed=False, top=max(second if low_ace else first, 7))

    second = Leads(BEST, frozenset({"high-card"}), place=1)
    return Sight((Standing(BEST), Leads(BEST, named), second), low)


_LOW_ROWS = {7: "7-high", 8: "8-high", 9: "9-high", 10: "10-high", 11: "jack-high", 12: "queen-high"}

LO_BALL = Wager(
    "lo-ball", "Lo Ball Wager", law["7(d)(4)"], "optional",
    (
        Case[Low](law["11(i)(3)(i)"], lambda _, pay: not wins(pay), Then.LOSE),
        Case[Low](law["11(i)(3)(ii)"], lambda _, pay: wins(pay), Then.PAY),
    ),
    LO_BALL_TABLES,
    sees=see_low,
    row=lambda s: None if s.formed else _LOW_ROWS.get(s.top),
    classes=lambda _: (Low(formed=True, top=0), *(Low(formed=False, top=top) for top in range(7, 15))),
    key="lo-ball",
    survives=law["11(b)"],
    looks="final",
)  # fmt: skip


class Six(NamedTuple):
    """The best of the player's two and the four All-Six cards; `diamonds` tells six-card royals apart."""

    hand: str
    diamonds: bool = False


_ROYAL_SIX = tuple(frozenset({rank}) for rank in (9, 10, 11, 12, 13, 14))
ALL_SIX_CARDS = at(SEAT, "all-six")
SIX_BEST = Best(RANKING, ALL_SIX_CARDS)
SIX_ROYALS = Pattern((Kind(_ROYAL_SIX, suited=True, suit=1), Kind(_ROYAL_SIX, suited=True)), ALL_SIX_CARDS)


def see_six(rules: Rules) -> Sight[Six]:
    """Six cards as 6(e) names them; paytables without six-card rows pay a six-card royal as a royal flush. Reading:
    all-six."""
    known = "six-card-royal-flush" in rules.tables["all-six"].rows

    def six(category: int, royal: int) -> Six:
        if royal and known:
            return Six("six-card-royal-flush", diamonds=royal == 1)
        return Six(NAMES[category])

    return Sight((Standing(SIX_BEST), SIX_ROYALS), six)


def six_classes(rules: Rules) -> Iterator[Six]:
    """Every hand, and the two six-card royals where the paytable has rows for them."""
    yield from (Six(name) for name in NAMES.values())
    if "six-card-royal-flush" in rules.tables["all-six"].rows:
        yield Six("six-card-royal-flush")
        yield Six("six-card-royal-flush", diamonds=True)


ALL_SIX = Wager(
    "all-six", "All-Six Bonus Wager", law["7(d)(5)"], "optional",
    (
        Case[Six](law["11(i)(4)(i)"], lambda s, _: s.hand not in SIX_CARD_HANDS, Then.LOSE),
        Case[Six](law["11(i)(4)(ii)"], lambda s, _: s.hand in SIX_CARD_HANDS, Then.PAY),
    ),
    ALL_SIX_TABLES,
    sees=see_six,
    row=lambda s: f"{s.hand}-diamonds" if s.diamonds else s.hand,
    classes=six_classes,
    key="all-six",
    survives=law["11(b)"],
    looks="all-six",
)  # fmt: skip


def on_table(_: Rules, played: Played, number: int) -> bool:
    """11(b), (d), (f): a folded hand is collected unless an optional wager keeps it."""
    seat = played.seats[number]
    return seat.folded is None or any(w in seat.stakes for w in ("pocket", "board", "lo-ball", "all-six"))


def board_is_needed(_: Rules, played: Played) -> bool:
    """The community cards are turned while a hand, a Board or a Lo Ball wager is live. Reading: board-turned."""
    return any(
        seat.folded is None or "board" in seat.stakes or "lo-ball" in seat.stakes for seat in played.seats.values()
    )


# The chapter.

PA_2019 = Game(
    id="cajun-stud",
    name="Cajun Stud",
    chapter=law,
    sections=("3", "6", "7", "11", "12"),
    seats=6,
    seats_cite=law["2(a)"],
    deck=DECK,
    deck_hours=DECK_HOURS,
    ranking=lambda _: RANKING,
    wagers=(ANTE, *RAISES, POCKET, BOARD, LO_BALL, ALL_SIX),
    ante="ante",
    verbal=(False, law["7(a)"]),
    one_position=None,
    hand_size=2,
    hand_cite=law["8(c)"],
    places=(
        Place("community", "the community cards", law["8(d)"], lambda *_: 3, board_is_needed),
        Place(
            "all-six",
            "the All-Six cards",
            law["8(c)"],
            lambda *_: 4,
            lambda _, played: any("all-six" in seat.stakes for seat in played.seats.values()),
        ),
    ),
    course=(
        Give("all-six", lambda _, seats: 4 * any("all-six" in s.stakes for s in seats.values()), law["8(c)"]),
        Give("seats", lambda *_: 2, law["8(c)"]),
        Give("community", lambda *_: 3, law["8(d)"]),
        Ask(0),
        Turn("community", 1, law["11(c)"]),
        Ask(1),
        Turn("community", 1, law["11(e)"]),
        Ask(2),
        Turn("community", 1, law["11(g)"]),
        Turn("all-six", 4, law["11(i)(4)"], in_settlement=True, since=3),
    ),
    streets=STREETS,
    settled=(6, 5, 4, 3, 2, 1),
    settled_cite=law["11(h)"],
    show=show,
    on_table=on_table,
    study="streets",
    layout=LAYOUT,
    lessons=LESSONS,
    examples=WITHOUT_WILDS,
    limited=LIMITED,
    choices=(
        choose.adjacent_boxes(law["7(e)"], 6),
        Choice(
            "payout-limit",
            law["12(f)"],
            "the most one player can win on Ante and Raise Wagers in a round (at least $50,000)",
            choose.amount,
            other='"50000.00"',
        ),
        choose.dealing(law["5(c)(1)"], "manual-shoe", "hand", "automated-shoe"),
        choose.shuffler(law["5(a)"]),
        choose.decks(law["3(b)"]),
        choose.decision_seconds(law["11(b)"]),
    ),
    checks=(
        limit_covers_minimum_bettor,
        choose.two_decks_need_a_shuffler(law["3(b)"]),
        choose.hand_dealing_needs_a_shuffler(law["9(a)(1)"]),
        choose.steps_pay_whole_cents,
    ),
    filing=(limit_covers_every_box,),
    readings=readings.READINGS,
    questions=QUESTIONS,
    variants=(
        Variant(
            "payout-limit",
            "all-winnings",
            lambda game: replace(game, limited=(*LIMITED, "pocket", "board", "lo-ball", "all-six")),
        ),
    ),
    conduct=CONDUCT,
)
