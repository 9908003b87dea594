"""58 Pa. Code chapter 669a, Raise It Up Stud Poker."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.game import Ask, Case, Envy, Game, Give, Option, Place, Street, Then, Turn, Variant, Wager, lost_by_fold
from croupier.game import choices as choose
from croupier.game.features import OWN, SEAT, Best, FoldedOn, Kind, Leads, Pattern, Sight, Standing, at
from croupier.games.community import show, three_card_straights
from croupier.games.hand_examples import WITHOUT_WILDS
from croupier.games.pa import raise_it_up_readings as readings
from croupier.games.pa.raise_it_up_conduct import CONDUCT
from croupier.games.pa.raise_it_up_layout import LAYOUT
from croupier.games.pa.raise_it_up_lessons import LESSONS
from croupier.games.pa.raise_it_up_questions import QUESTIONS
from croupier.games.pa.raise_it_up_tables import (
    ANTE_TABLE,
    BLIND_TABLE,
    OTHER_SUITS,
    PAIR_PLUS_TABLES,
    PLAY_TABLE,
    PROGRESSIVE_TABLE,
    SIX_CARD_TABLES,
    SPADES,
)
from croupier.kit import hand_forms as forms
from croupier.kit.cards import STANDARD, Deck
from croupier.kit.rankings import Category, Ranking
from croupier.law.chapters import RAISE_IT_UP_PA_2019 as law

if TYPE_CHECKING:
    from croupier.game import Played, Rules
    from croupier.kit.cards import Card

# § 669a.3. Cards; number of decks.

DECK = Deck("52 cards", STANDARD, 1, law["3(a)"])
DECK_HOURS = {
    "hand": (4, law["3(c)(1)"]),
    "manual-shoe": (8, law["3(c)(2)"]),
    "automated-shoe": (8, law["3(c)(2)"]),
}

# § 669a.6. Raise It Up Stud Poker hand rankings.

RANKING = Ranking("Raise It Up", 5, (
    Category("royal-flush", forms.royal, law["6(b)(1)"]),
    Category("straight-flush", forms.straight_flush, law["6(b)(2)"]),
    Category("four-of-a-kind", forms.four_of_a_kind, law["6(b)(3)"]),
    Category("full-house", forms.full_house, law["6(b)(4)"]),
    Category("flush", forms.flush, law["6(b)(5)"]),
    Category("straight", forms.straight, law["6(b)(6)"]),
    Category("three-of-a-kind", forms.three_of_a_kind, law["6(b)(7)"]),
    Category("two-pairs", forms.two_pairs, law["6(b)(8)"]),
    Category("pair", forms.pair, law["6(b)(9)"]),
    Category("high-card", forms.high_card, law["11(i)(2)(i)"]),
))  # fmt: skip
NAMES = RANKING.names()
PAIR, TRIPS = RANKING["pair"], RANKING["three-of-a-kind"]

THREE_CARD_HANDS = (
    Category("straight-flush", forms.straight_flush, law["6(c)(1)"]),
    Category("three-of-a-kind", forms.three_of_a_kind, law["6(c)(2)"]),
    Category("straight", forms.straight, law["6(c)(3)"]),
    Category("flush", forms.flush, law["6(c)(4)"]),
    Category("pair", forms.pair, law["6(c)(5)"]),
    Category("high-card", forms.high_card, law["7(d)(3)"]),
)


@cache
def three_card_ranking(a_2_3: str) -> Ranking:
    """The player's three cards. Reading: a-2-3."""
    return Ranking("Raise It Up, three cards", 3, THREE_CARD_HANDS, straights=three_card_straights(a_2_3))


THREE_NAMES = three_card_ranking("straight").names()

# § 669a.7. Wagers, and § 669a.11. Procedures for completion of each round of play.


def _plays(path: str, *times: int) -> tuple[Option, ...]:
    return tuple(Option(f"play-{n}", law[path], wager="play", times=n, done=True) for n in times)


STREETS = (
    Street("before 4th Street", law["11(b)"], (*_plays("11(b)", 3, 2, 1), Option("check", law["11(b)"])), "check"),
    Street("before 5th Street", law["11(d)"], (*_plays("11(d)", 2, 1), Option("check", law["11(d)"])), "check"),
    Street(
        "before 6th Street",
        law["11(f)"],
        (*_plays("11(f)", 1), Option("fold", law["11(f)"], folds=True)),
        late="fold",
    ),
)


class Main(NamedTuple):
    """The best five of six cards by the paytables' names."""

    folded: bool
    hand: str


LOWER = "lower-than-a-pair-of-10s"


BEST = Best(RANKING, at(SEAT, "community"))


def main_row(category: int, pair: int) -> str:
    """The Play and Blind tables' names for hands."""
    if category > PAIR:
        return NAMES[category]
    return "pair-of-10s-or-better" if pair >= 10 else LOWER


def see_main(_: Rules) -> Sight[Main]:
    """What decides the Ante, Play and Blind Wagers."""
    features = (FoldedOn(), Standing(BEST), Leads(BEST, frozenset({"pair"})))
    return Sight(features, lambda street, category, pair: Main(street > 0, main_row(category, pair)))


MAIN_HANDS = (*(name for rank, name in NAMES.items() if rank > PAIR), "pair-of-10s-or-better", LOWER)
MAIN_CLASSES = tuple(Main(folded, hand) for folded in (False, True) for hand in MAIN_HANDS)

MAIN = (
    Case[Main](law["11(f)"], lambda s, _: s.folded, Then.FORFEIT),
    Case[Main](law["11(i)(2)(i)"], lambda s, _: not s.folded and s.hand == LOWER, Then.LOSE),
    Case[Main](law["11(i)(2)(ii)"], lambda s, _: not s.folded and s.hand != LOWER, Then.PAY),
)

PAIR_PLUS = Wager(
    "pair-plus", "Pair Plus Wager", law["7(d)(3)"], "always-offered",
    (
        # reading: fold. No provision forfeits it
        Case[str](law["7(d)(3)"], lambda hand, _: hand == "high-card", Then.LOSE, readings.SILENT_LOSSES),
        Case[str](law["11(i)(1)"], lambda hand, _: hand != "high-card", Then.PAY),
    ),
    PAIR_PLUS_TABLES,
    sees=lambda rules: Sight((three_cards(rules),), lambda hand: THREE_NAMES[hand]),
    row=lambda hand: hand,
    classes=lambda _: THREE_NAMES.values(),
    key="pair-plus",
    looks="hand",
)  # fmt: skip


def three_cards(rules: Rules) -> Standing:
    """The player's three cards, looked at alone."""
    return Standing(Best(three_card_ranking(rules.readings["a-2-3"]), OWN))


def three_card_hand(rules: Rules, cards: tuple[Card, ...]) -> str:
    """The three cards as 6(c) names them."""
    return THREE_NAMES[three_card_ranking(rules.readings["a-2-3"]).rank(cards).category]


ANTE = Wager(
    "ante", "Ante Wager", law["7(d)(1)"], "required", MAIN, (ANTE_TABLE,),
    sees=see_main, row=lambda _: "win", classes=lambda _: MAIN_CLASSES,
)  # fmt: skip
PLAY = Wager(
    "play", "Play Wager", law["7(d)(2)"], "by-decision", MAIN[1:], (PLAY_TABLE,),
    sees=see_main, row=lambda s: s.hand, classes=lambda _: (s for s in MAIN_CLASSES if not s.folded),
    under=lambda t, read: replace(t, rounds=True) if read["3-to-2"] == "rounded-down" else t,
)  # fmt: skip
BLIND = Wager(
    "blind", "Blind Wager", law["7(d)(1)"], "required", MAIN, (BLIND_TABLE,),
    sees=see_main, row=lambda s: s.hand, classes=lambda _: MAIN_CLASSES,
    equals="ante", equals_cite=law["7(d)(1)"],
)  # fmt: skip


class Progressive(NamedTuple):
    """The three cards by the progressive table's names."""

    folded: bool
    hand: str


_TOP = (frozenset({12}), frozenset({13}), frozenset({14}))
TOP_THREE = Pattern((Kind(_TOP, suited=True, suit=3), Kind(_TOP, suited=True)), OWN)


def see_progressive(rules: Rules) -> Sight[Progressive]:
    """12(e)(1); the reading progressive-hand settles which cards and hands count."""

    def seen(street: int, category: int, top: int) -> Progressive:
        hand = THREE_NAMES[category]
        if hand == "straight-flush" and top:
            hand = SPADES if top == 1 else OTHER_SUITS
        return Progressive(street > 0, hand)

    return Sight((FoldedOn(), three_cards(rules), TOP_THREE), seen)


ENVY = Envy(law["11(i)(3)(i)(E)"], law["12(e)(5)"], survives_fold=True, reading=readings.ENVY)  # 11(g)
PROGRESSIVE = Wager(
    "progressive", "Progressive Payout Wager", law["7(d)(4)"], "optional",
    (
        Case[Progressive](law["11(g)"], lambda s, _: s.folded, Then.FORFEIT),
        Case[Progressive](
            law["11(i)(3)(i)"], lambda s, pay: not s.folded and pay is None, Then.LOSE, readings.SILENT_LOSSES
        ),
        Case[Progressive](
            law["11(i)(3)(i)(D)"], lambda s, pay: not s.folded and pay is not None, Then.PAY
        ),
    ),
    (PROGRESSIVE_TABLE,),
    sees=see_progressive,
    row=lambda s: s.hand,
    classes=lambda _: (Progressive(f, hand) for f in (False, True) for hand in (SPADES, OTHER_SUITS,
                       *THREE_NAMES.values())),
    key="progressive",
    looks="hand",
    envy=ENVY,
)  # fmt: skip

SIX_CARD = Wager(
    "six-card", "Six Card Bonus Wager", law["7(d)(5)"], "optional",
    (
        Case[int](law["7(d)(5)"], lambda hand, _: hand < TRIPS, Then.LOSE, readings.SILENT_LOSSES),
        Case[int](law["11(i)(3)(ii)"], lambda hand, _: hand >= TRIPS, Then.PAY),
    ),
    SIX_CARD_TABLES,
    sees=lambda _: Sight((Standing(BEST),), int),
    row=lambda hand: NAMES[hand],
    classes=lambda _: NAMES,
    key="six-card",
    survives=law["11(g)"],
    looks="final",
)  # fmt: skip


def on_table(rules: Rules, played: Played, number: int) -> bool:
    """11(f): a folded hand is collected unless a side wager keeps it. Reading: fold."""
    seat = played.seats[number]
    keeping = {"progressive", "six-card"} | ({"pair-plus"} if rules.readings["fold"] == "pair-plus-survives" else set())
    return seat.folded is None or not keeping.isdisjoint(seat.stakes)


# Readings that change more than a pay.


def play_on_every_street(game: Game) -> Game:
    """A player who has played is asked again, and a fold forfeits what was played. Reading: play-once."""
    streets = tuple(
        replace(street, options=tuple(replace(option, done=False) for option in street.options))
        for street in game.streets
    )
    return replace(game, streets=streets).with_wager("play", cases=MAIN, classes=lambda _: MAIN_CLASSES)


def pair_or_better(game: Game) -> Game:
    """7(d)(4) promises a win from a pair up, for which the table has no row: the wager goes back. Reading:
    progressive-hand."""
    (silent,) = [case for case in PROGRESSIVE.cases if case.reading is readings.SILENT_LOSSES]
    others = [case for case in PROGRESSIVE.cases if case is not silent]
    cases = (
        *others,
        replace(silent, when=lambda s, pay: silent.when(s, pay) and s.hand == "high-card"),
        Case[Progressive](
            law["7(d)(4)"],
            lambda s, pay: silent.when(s, pay) and s.hand != "high-card",
            Then.PUSH,
            readings.PROGRESSIVE_HAND,
        ),
    )
    return game.with_wager("progressive", cases=cases)


def see_best_of_six(rules: Rules, played: Played, number: int) -> Progressive:
    """12(e)(2): the highest hand of the player's three cards and the community's. Reading: progressive-hand."""
    seat = played.seats[number]
    cards = seat.cards + played.places["community"]
    royal = [suit for suit in range(4) if {12, 13, 14} <= {card.rank for card in cards if card.suit == suit}]
    if royal:
        hand = SPADES if 3 in royal else OTHER_SUITS
    else:
        hand = THREE_NAMES[three_card_ranking(rules.readings["a-2-3"]).best(cards).category]
    return Progressive(seat.folded is not None, hand)


def best_of_six(game: Game) -> Game:
    """The Progressive looks at all six cards. Reading: progressive-hand."""
    return game.with_wager(
        "progressive", sees=None, see=see_best_of_six, looks="best", rankings=(three_card_ranking("straight"),)
    )


def silent_losses_returned(game: Game) -> Game:
    """Wagers that no sentence collects go back. Reading: silent-losses."""

    def back(case: Case[Any]) -> Case[Any]:
        return replace(case, then=Then.PUSH) if case.reading is readings.SILENT_LOSSES else case

    return replace(game, wagers=tuple(replace(w, cases=tuple(map(back, w.cases))) for w in game.wagers))


def pair_plus_forfeited(game: Game) -> Game:
    """A fold ends the round for the Pair Plus Wager too. Reading: fold."""
    wagers = tuple(lost_by_fold(w, law["11(f)"], readings.FOLD) if w.id == "pair-plus" else w for w in game.wagers)
    return replace(game, wagers=wagers)


# The chapter.

PA_2019 = Game(
    id="raise-it-up",
    name="Raise It Up Stud Poker",
    chapter=law,
    sections=("3", "6", "7", "11", "12"),
    seats=6,
    seats_cite=law["2(a)"],
    deck=DECK,
    deck_hours=DECK_HOURS,
    ranking=lambda _: RANKING,
    wagers=(PAIR_PLUS, ANTE, PLAY, BLIND, PROGRESSIVE, SIX_CARD),
    ante="ante",
    verbal=(False, law["7(a)"]),
    one_position=law["7(e)"],
    hand_size=3,
    hand_cite=law["8(d)(1)"],
    places=(Place("community", "the community cards", law["8(d)(2)"], lambda *_: 3, lambda *_: True),),
    course=(
        Give("seats", lambda *_: 3, law["8(d)(1)"]),
        Give("community", lambda *_: 3, law["8(d)(2)"]),
        Ask(0),
        Turn("community", 1, law["11(c)"], box="4th Street"),
        Ask(1),
        Turn("community", 1, law["11(e)"], box="5th Street"),
        Ask(2),
        Turn("community", 1, law["11(h)"], box="6th Street"),
    ),
    streets=STREETS,
    settled=(6, 5, 4, 3, 2, 1),
    settled_cite=law["11(i)"],
    show=show,
    on_table=on_table,
    study="streets",
    layout=LAYOUT,
    lessons=LESSONS,
    examples=WITHOUT_WILDS,
    choices=(
        choose.dealing(law["5(c)(1)"], "manual-shoe", "hand", "automated-shoe"),
        choose.shuffler(law["5(a)"]),
        choose.decks(law["3(b)"]),
        choose.decision_seconds(law["11(b)"]),
    ),
    checks=(
        choose.two_decks_need_a_shuffler(law["3(b)"]),
        choose.hand_dealing_needs_a_shuffler(law["9(a)(1)"]),
        choose.steps_pay_whole_cents,
    ),
    readings=readings.READINGS,
    questions=QUESTIONS,
    variants=(
        Variant("play-once", "every-street", play_on_every_street),
        Variant("progressive-hand", "pair-of-three", pair_or_better),
        Variant("progressive-hand", "best-of-six", best_of_six),
        Variant("silent-losses", "returned", silent_losses_returned),
        Variant("envy", "winners", lambda game: game.with_envy(owed="winners")),
        Variant("envy-last", "hands-so-far", lambda game: game.with_envy(so_far=True)),
        Variant("fold", "pair-plus-forfeited", pair_plus_forfeited),
    ),
    conduct=CONDUCT,
)
