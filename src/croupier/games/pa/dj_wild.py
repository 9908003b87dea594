"""58 Pa. Code chapter 687a, DJ Wild Stud Poker: adopted 2021, and as proposed in 2019."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import IllegalAction
from croupier.game import (
    Ask,
    Case,
    Choice,
    Envy,
    Game,
    Give,
    Option,
    Place,
    Street,
    Then,
    Turn,
    Variant,
    Wager,
)
from croupier.game import choices as choose
from croupier.games.hand_examples import WITH_WILD_DEUCES
from croupier.games.pa import dj_wild_readings as readings
from croupier.games.pa.dj_wild_changes import CHANGES
from croupier.games.pa.dj_wild_conduct import CONDUCT, CONDUCT_2019_PROPOSED
from croupier.games.pa.dj_wild_layout import LAYOUT
from croupier.games.pa.dj_wild_lessons import LESSONS
from croupier.games.pa.dj_wild_questions import QUESTIONS
from croupier.games.pa.dj_wild_tables import BAD_BEAT_TABLES, BLIND, EVEN, PROGRESSIVE, TRIPS_TABLES, read_bad_beat
from croupier.games.wild_stud import (
    Beaten,
    Showdown,
    beaten,
    beatens,
    not_folded,
    read_hands,
    show,
    showdown,
    showdowns,
)
from croupier.kit import hand_forms as forms
from croupier.kit.cards import JOKER, WITH_JOKER, Card, Deck
from croupier.kit.rankings import Category, Ranking
from croupier.law.chapters import DJ_WILD_PA_2019_PROPOSED
from croupier.law.chapters import DJ_WILD_PA_2021 as law

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.game import Played, Rules, Seat
    from croupier.game.features import Sight

# § 687a.3. Cards; number of decks.

DECK = Deck("52 cards and one joker", WITH_JOKER, 1, law["3(a)"])
DECK_HOURS = {
    "hand": (4, law["3(c)(1)"]),
    "manual-shoe": (8, law["3(c)(2)"]),
    "automated-shoe": (8, law["3(c)(2)"]),
}

# § 687a.6. DJ Wild Stud Poker rankings.

HANDS = (
    Category("five-wilds", forms.all_wild, law["6(c)(1)"]),
    Category("royal-flush", forms.royal, law["6(c)(2)"]),
    Category("five-of-a-kind", forms.five_of_a_kind, law["12(b)"]),  # reading: five-of-a-kind
    Category("straight-flush", forms.straight_flush, law["6(c)(3)"]),
    Category("four-of-a-kind", forms.four_of_a_kind, law["6(c)(4)"]),
    Category("full-house", forms.full_house, law["6(c)(5)"]),
    Category("flush", forms.flush, law["6(c)(6)"]),
    Category("straight", forms.straight, law["6(c)(7)"]),
    Category("three-of-a-kind", forms.three_of_a_kind, law["6(c)(8)"]),
    Category("two-pairs", forms.two_pairs, law["6(c)(9)"]),
    Category("pair", forms.pair, law["6(c)(10)"]),
    Category("high-card", forms.high_card, law["6(c)(11)"]),
)
WILD = frozenset({2})  # 6(b), with the joker


@cache
def _ranking(fill: str, five: str, suit: str, best: str, equal: str) -> Ranking:
    return Ranking(
        "DJ Wild", 5, read_hands(HANDS, five=five, best=best), wild=WILD, joker="wild", fill=fill,  # type: ignore[arg-type]
        suits="own" if suit == "rank-alone" else "any", plain_first=equal == "plain-beats-wild",
    )  # fmt: skip


RANKED_BY = (
    readings.FLUSH_WILD,
    readings.FIVE_OF_A_KIND,
    readings.WILD_SUIT,
    readings.BEST_HAND,
    readings.EQUAL_VALUE,
)


def ranking(reading: Mapping[str, str]) -> Ranking:
    """The ranking of 6(c) under the readings in force."""
    return _ranking(*(reading.get(each.key, each.default) for each in RANKED_BY))


RANKING = ranking({})
NAMES = RANKING.names()
TRIPS = RANKING["three-of-a-kind"]

PROGRESSIVE_HANDS = {  # 6(d)
    "royal-flush": law["6(d)(1)"],
    "straight-flush": law["6(d)(2)"],
    "four-of-a-kind": law["6(d)(3)"],
    "full-house": law["6(d)(4)"],
    "flush": law["6(d)(5)"],
    "straight": law["6(d)(6)"],
    "three-of-a-kind": law["6(d)(7)"],
}
PLAIN = Ranking("DJ Wild, no card wild", 5, HANDS)
DEUCES = Ranking("DJ Wild, deuces wild", 5, HANDS, wild=WILD)

# § 687a.7. Wagers, and § 687a.11. Procedures for completion of each round of play.

STREETS = (
    Street(
        "after looking at the five cards",
        law["11(b)"],
        (
            Option("raise", law["11(b)"], wager="raise", times=2),
            Option("fold", law["11(b)"], folds=True),
        ),
        late="fold",
    ),
)

MAIN = (
    Case[Showdown](law["11(b)"], lambda s, _: s.folded, Then.FORFEIT),
    Case[Showdown](law["11(e)(1)"], lambda s, _: not s.folded and s.versus > 0, Then.PAY),
    Case[Showdown](law["11(e)(2)"], lambda s, _: not s.folded and s.versus == 0, Then.PUSH),
    Case[Showdown](law["11(e)(3)"], lambda s, _: not s.folded and s.versus < 0, Then.LOSE),
)

ANTE = Wager(
    "ante", "Ante Wager", law["7(d)(1)"], "required", MAIN, (EVEN,),
    sees=showdown, row=lambda _: "win", classes=showdowns,
)  # fmt: skip
BLIND_WAGER = Wager(
    "blind", "Blind Wager", law["7(d)(1)"], "required", MAIN, (BLIND,),
    sees=showdown,
    row=lambda s: NAMES[s.hand] if s.hand > TRIPS else "three-of-a-kind-or-less",
    classes=showdowns,
    equals="ante", equals_cite=law["1"],
)  # fmt: skip
RAISE = Wager(
    "raise", "Raise Wager", law["7(c)"], "by-decision", MAIN[1:], (EVEN,),
    sees=showdown, row=lambda _: "win", classes=not_folded,
)  # fmt: skip


class Progressive(NamedTuple):
    """The five cards with the joker replaced; `forfeited` if a fold took the wager with it."""

    forfeited: bool
    hand: str


def lost_by_folding(rules: Rules, seat: Seat) -> bool:
    """11(b)(3): whether a folded hand may not qualify here."""
    return seat.folded is not None and rules.chosen["folded-progressive"] is False


def see_progressive(rules: Rules, played: Played, number: int) -> Progressive:
    """11(f)(1): the extra card takes the joker's place. Reading: progressive-deuces."""
    seat = played.seats[number]
    forfeited = lost_by_folding(rules, seat)
    spare = played.cards_at("replacement")
    if JOKER in seat.cards and not spare:
        return Progressive(forfeited, "high-card")
    if JOKER not in seat.cards and rules.readings["replacement"] == "for-any-hand":
        return Progressive(forfeited, progressive_hand(rules, (*seat.cards, *(c for c in spare if c != JOKER))))
    return Progressive(forfeited, progressive_hand(rules, replaced(seat.cards, spare)))


def replaced(cards: tuple[Card, ...], spare: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards with the extra card in the joker's place."""
    return tuple([spare[0] if card == JOKER else card for card in cards])


def progressive_hand(rules: Rules, cards: tuple[Card, ...]) -> str:
    """The hand that the Progressive Bonus Wager is paid on."""
    wild = rules.readings["progressive-deuces"] == "wild"
    name = NAMES[(DEUCES if wild else PLAIN).best(cards).category]
    return "four-of-a-kind" if name == "five-of-a-kind" else name


ENVY = Envy(law["12(c)"], law["12(c)"], reading=readings.ENVY)
PROGRESSIVE_WAGER = Wager(
    "progressive", "Progressive Bonus Wager", law["7(d)(2)"], "optional",
    (
        Case[Progressive](law["11(b)(3)"], lambda s, _: s.forfeited, Then.FORFEIT),
        Case[Progressive](
            law["11(f)(1)(i)"], lambda s, _: not s.forfeited and s.hand not in PROGRESSIVE_HANDS, Then.LOSE
        ),
        Case[Progressive](
            law["11(f)(1)(ii)"], lambda s, _: not s.forfeited and s.hand in PROGRESSIVE_HANDS, Then.PAY
        ),
    ),
    PROGRESSIVE,
    see=see_progressive,
    row=lambda s: s.hand,
    classes=lambda _: (Progressive(f, name) for f in (False, True) for name in NAMES.values()
                       if name not in {"five-wilds", "five-of-a-kind"}),
    key="progressive",
    looks="replaced",
    replaces=lambda _, card: card == JOKER,
    envy=ENVY,
    under=lambda t, read: replace(t, returns_stake=read["progressive-stake"] == "returned"),
)  # fmt: skip

TRIPS_WAGER = Wager(
    "trips", "Trips Bonus Wager", law["7(d)(3)"], "optional",
    (
        # 11(b)(1): a fold does not forfeit it
        Case[Showdown](law["11(f)(2)(i)"], lambda s, _: s.hand < TRIPS, Then.LOSE),
        Case[Showdown](law["11(f)(2)(ii)"], lambda s, _: s.hand >= TRIPS, Then.PAY),
    ),
    TRIPS_TABLES,
    sees=showdown,
    row=lambda s: f"{NAMES[s.hand]}/{'natural' if s.natural else 'wild'}",
    classes=lambda rules: (s for s in showdowns(rules) if not (s.natural and NAMES[s.hand] == "five-of-a-kind")),
    key="trips",
    survives=law["11(b)(1)"],
)  # fmt: skip


def see_beaten(rules: Rules) -> Sight[Beaten]:
    """The beaten hand that counts. Reading: bad-beat."""
    return beaten(rules, two_way=rules.readings["bad-beat"] == "two-way")


def beaten_classes(rules: Rules) -> Iterator[Beaten]:
    """Every beaten hand there can be."""
    return beatens(rules, two_way=rules.readings["bad-beat"] == "two-way")


BAD_BEAT_WAGER = Wager(
    "bad-beat", "Two-Way Bad Beat Bonus Wager", law["7(d)(4)"], "optional",
    (
        Case[Beaten](law["11(b)(2)"], lambda s, _: s.folded, Then.FORFEIT),
        Case[Beaten](law["11(f)(3)(i)"], lambda s, pay: not s.folded and s.hand < TRIPS and pay is None, Then.LOSE),
        Case[Beaten](
            law["12(e)"],
            lambda s, pay: not s.folded and s.hand < TRIPS and pay is not None,
            Then.PAY,
            readings.OR_LESS,
        ),
        Case[Beaten](
            law["11(f)(3)(ii)"],
            lambda s, _: not s.folded and s.hand >= TRIPS and not s.dealers,
            Then.PAY,
        ),
        Case[Beaten](
            law["7(d)(4)"],
            lambda s, _: not s.folded and s.hand >= TRIPS and s.dealers,
            Then.PAY,
            readings.BAD_BEAT,
        ),
    ),
    BAD_BEAT_TABLES,
    sees=see_beaten,
    row=lambda s: NAMES.get(s.hand),
    classes=beaten_classes,
    key="bad-beat",
    under=read_bad_beat,
)  # fmt: skip


def on_table(_: Rules, played: Played, number: int) -> bool:
    """11(c): a folded hand is collected unless its player placed a Trips or Progressive Bonus Wager, whatever has
    become of that wager (reading refused-claim)."""
    seat = played.seats[number]
    return seat.folded is None or "trips" in seat.wagers or "progressive" in seat.wagers


def joker_matters(rules: Rules, played: Played) -> bool:
    """Whether a progressive bettor holds the joker; by the other reading of replacement, whether there is one. A wager
    that a fold has forfeited looks at no card."""
    for_any = rules.readings["replacement"] == "for-any-hand"
    return any(
        (for_any or JOKER in seat.cards) and "progressive" in seat.stakes and not lost_by_folding(rules, seat)
        for seat in played.seats.values()
    )


def envy_needs_replacement(rules: Rules, played: Played, number: int) -> None:
    """A joker in another player's hand must be replaced too, if some card could earn a bettor the envy."""
    seat = played.seats[number]
    if JOKER not in seat.cards or played.cards_at("replacement") or not on_table(rules, played, number):
        return
    if see_progressive(rules, played, number).forfeited:  # 11(b)(3): a folded hand that may not qualify
        return
    if not any(
        "progressive" in other.stakes
        and n != number
        and not (seat.player is not None and seat.player == other.player)
        and not see_progressive(rules, played, n).forfeited
        for n, other in played.seats.items()
    ):
        return
    envy = rules.tables["progressive"].envy[0]
    if any(progressive_hand(rules, replaced(seat.cards, (c,))) in envy for c in WITH_JOKER[:52]
           if c not in seat.cards):  # fmt: skip
        raise IllegalAction(
            f"the extra card must be given: with it seat {number} may hold an envy hand",
            field="replacement",
            cite=law["2(b)(4)"],
        )


# The chapter.

PA_2021 = Game(
    id="dj-wild",
    name="DJ Wild Stud Poker",
    chapter=law,
    sections=("3", "6", "7", "11", "12"),
    seats=6,
    seats_cite=law["2(a)"],
    deck=DECK,
    deck_hours=DECK_HOURS,
    ranking=ranking,
    wagers=(ANTE, BLIND_WAGER, RAISE, PROGRESSIVE_WAGER, TRIPS_WAGER, BAD_BEAT_WAGER),
    ante="ante",
    verbal=(False, law["7(a)"]),
    one_position=None,
    hand_size=5,
    hand_cite=law["8(d)"],
    places=(
        Place("dealer", "the dealer's cards", law["8(e)"], lambda *_: 5, lambda *_: True),
        Place("replacement", "the card for the joker", law["2(b)(4)"], lambda *_: 1, joker_matters),
    ),
    course=(
        Give("seats", lambda *_: 5, law["8(d)"]),
        Give("dealer", lambda *_: 5, law["8(e)"]),
        Give("replacement", lambda rules, _: int(rules.offers("progressive")), law["8(f)"]),
        Ask(0),
        Turn("dealer", 5, law["11(d)"]),
        Turn("replacement", 1, law["11(f)(1)"], in_settlement=True, since=4),
    ),
    streets=STREETS,
    settled=(6, 5, 4, 3, 2, 1),  # reading: settlement-order
    settled_cite=law["11(e)"],
    show=show,
    on_table=on_table,
    study="stud",
    layout=LAYOUT,
    lessons=LESSONS,
    examples=WITH_WILD_DEUCES,
    choices=(
        choose.adjacent_boxes(law["7(e)"], 6),
        Choice(
            "folded-progressive",
            law["11(b)(3)"],
            "whether a folded hand may win the Progressive Bonus Wager",
            choose.yes_no,
            default=True,
            sample="true",
        ),
        Choice(
            "contribution",
            law["12(c)"],
            "the share of each Progressive Bonus Wager that feeds the meter",
            choose.rate,
            required=choose.with_wager("progressive"),
            sample='"20%"',
        ),
        choose.validate_from(law["12(c)"], "Progressive Bonus Wager"),
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
        Variant(
            "replacement",
            "for-any-hand",
            lambda game: game.with_wager("progressive", looks="added", rankings=(PLAIN,)),
        ),
        Variant("settlement-order", "left-first", lambda game: replace(game, settled=(1, 2, 3, 4, 5, 6))),
        Variant("envy", "bettors-hands", lambda game: game.with_envy(hands="bettors")),
        Variant("envy-last", "hands-so-far", lambda game: game.with_envy(so_far=True)),
        Variant("envy-boxes", "once-a-player", lambda game: replace(game, once_a_player=True)),
    ),
    refuse=envy_needs_replacement,
    conduct=CONDUCT,
)

PA_2019_PROPOSED = replace(
    PA_2021,
    chapter=DJ_WILD_PA_2019_PROPOSED,
    conduct=CONDUCT_2019_PROPOSED,
    changes=CHANGES,
)
