"""58 Pa. Code chapter 688a, Face Up Pai Gow Poker, as proposed in 2019."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import IllegalAction
from croupier.game import Ask, Case, Choice, Game, Give, Option, Place, Setting, Street, Then, Variant, Wager
from croupier.game import choices as choose
from croupier.games.hand_examples import WITH_A_JOKER
from croupier.games.pa import face_up_pai_gow_readings as readings
from croupier.games.pa import house_way
from croupier.games.pa.face_up_pai_gow_bonus import ACE_HIGH_WAGER, FORTUNE_WAGER, PROGRESSIVE_WAGER, QUALIFYING
from croupier.games.pa.face_up_pai_gow_conduct import CONDUCT
from croupier.games.pa.face_up_pai_gow_hands import (
    FULLY_WILD,
    HANDS,
    RANKING,
    ROYAL_BY_ACE,
    STRAIGHTS,
    ace_high,
    ranking,
)
from croupier.games.pa.face_up_pai_gow_layout import LAYOUT
from croupier.games.pa.face_up_pai_gow_lessons import LESSONS
from croupier.games.pa.face_up_pai_gow_questions import QUESTIONS
from croupier.games.pa.face_up_pai_gow_tables import PAI_GOW
from croupier.games.pa.house_way import is_legal, low_hand
from croupier.kit.cards import RANK_NAMES, WITH_JOKER, Deck, write
from croupier.law.chapters import FACE_UP_PAI_GOW_PA_2019_PROPOSED as law

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Played, Rules
    from croupier.game.streets import Decision
    from croupier.kit.cards import Card

__all__ = ["FULLY_WILD", "HANDS", "PA_2019_PROPOSED", "RANKING", "STRAIGHTS", "ace_high", "ranking"]

# § 688a.3. Cards; number of decks.

DECK = Deck("52 cards and one joker", WITH_JOKER, 1, law["3(a)"])
DECK_HOURS = {
    "hand": (4, law["3(c)(1)"]),
    "manual-shoe": (8, law["3(c)(2)"]),
    "automated-shoe": (8, law["3(c)(2)"]),
}

# § 688a.7. Wagers, and § 688a.11. Procedures for completion of each round of play.

STREETS = (
    Street(
        "after the dealer's hands are set",
        law["11(c)"],
        (
            Option("house-way", law["11(b)(1)"]),
            Option("surrender", law["11(d)"], folds=True, until_shown=True),
        ),
        late="house-way",
        setting=True,
    ),
)


def set_hands(rules: Rules, cards: tuple[Card, ...], decision: Decision) -> Setting:
    """The player's own setting, or the house way's."""
    return decision if isinstance(decision, Setting) else rules.chosen["house-way"].set(rules.ranking, cards)


class Main(NamedTuple):
    """The player's hands against the dealer's: 1 higher, 0 identical, -1 lower."""

    surrendered: bool
    dealer_ace_high: bool
    fouled: bool
    high: int
    low: int

    @property
    def compared(self) -> bool:
        """Whether the hands decide at all."""
        return not (self.surrendered or self.dealer_ace_high or self.fouled)


def see_main(rules: Rules, played: Played, number: int) -> Main:
    """What decides the Face Up Pai Gow Poker Wager."""
    seat = played.seats[number]
    dealer_cards = played.places["dealer"]
    ace = ace_high(dealer_cards)
    if seat.folded is not None:
        return Main(surrendered=True, dealer_ace_high=ace, fouled=False, high=0, low=0)
    assert isinstance(seat.setting, Setting)
    assert rules.ranking is not None
    dealer: Setting = rules.chosen["house-way"].set(rules.ranking, dealer_cards)
    high, low = rules.ranking.rank(seat.setting.high), low_hand(seat.setting.low)
    dealer_high, dealer_low = rules.ranking.rank(dealer.high), low_hand(dealer.low)
    return Main(
        surrendered=False,
        dealer_ace_high=ace,
        fouled=not is_legal(rules.ranking, high, low),
        high=(high > dealer_high) - (high < dealer_high),
        low=(low > dealer_low) - (low < dealer_low),
    )


def main_classes(_: Rules) -> list[Main]:
    """Every class of showdown."""
    truth, sides = (False, True), (-1, 0, 1)
    return [Main(s, a, f, h, w) for s in truth for a in truth for f in truth for h in sides for w in sides]


PAI_GOW_WAGER = Wager(
    "pai-gow", "Face Up Pai Gow Poker Wager", law["7(d)"], "required",
    (
        Case[Main](law["11(d)"], lambda s, _: s.surrendered, Then.FORFEIT),
        Case[Main](law["11(f)(1)(i)"], lambda s, _: s.compared and s.high < 0 and s.low < 0, Then.LOSE),
        Case[Main](
            law["11(f)(1)(ii)"],
            lambda s, _: s.compared and s.high <= 0 and s.low <= 0 and 0 in (s.high, s.low),
            Then.LOSE,
        ),
        Case[Main](
            law["11(f)(1)(iii)"],
            lambda s, _: s.fouled and not (s.surrendered or s.dealer_ace_high),
            Then.LOSE,
        ),
        Case[Main](law["11(f)(2)(i)"], lambda s, _: s.compared and s.high > 0 and s.low <= 0, Then.PUSH),
        Case[Main](law["11(f)(2)(ii)"], lambda s, _: s.compared and s.high <= 0 and s.low > 0, Then.PUSH),
        Case[Main](
            law["11(f)(2)(iii)"], lambda s, _: s.dealer_ace_high and not (s.surrendered or s.fouled), Then.PUSH
        ),
        # The layout's inscription, 2(b)(8), knows no exception
        Case[Main](
            law["11(f)(2)(iii)"],
            lambda s, _: s.dealer_ace_high and s.fouled and not s.surrendered,
            Then.PUSH,
            readings.FOUL,
        ),
        Case[Main](law["11(f)(3)"], lambda s, _: s.compared and s.high > 0 and s.low > 0, Then.PAY),
    ),
    (PAI_GOW,),
    see=see_main, row=lambda _: "win", classes=main_classes,
)  # fmt: skip


def surrender_is_open(_: Rules, played: Played, number: int) -> None:
    """11(d): a player with an optional wager may not surrender, on whichever box it lies. Reading: surrender."""
    seat = played.seats[number]
    own = [seat, *(other for other in played.seats.values() if seat.player is not None and other.player == seat.player)]
    if seat.folded is not None and any(len(box.wagers) > 1 for box in own):
        raise IllegalAction(
            "surrender is closed to a player with an optional wager",
            field=f"seats.{number}.decisions.0",
            cite=law["11(d)"],
        )


def on_table(_: Rules, played: Played, number: int) -> bool:
    """11(d): a surrendered hand stays until collected under (h) if anyone placed a Qualifying Wager."""
    return played.seats[number].folded is None or any(
        seat.stakes.get(wager, 0) >= QUALIFYING
        for seat in played.seats.values()
        for wager in ("fortune", "progressive")
    )


# What a person is shown.


def show(rules: Rules, played: Played, number: int | None) -> Mapping[str, object] | None:
    """The two hands as they were set; those of a surrendered hand as the house way would set them."""
    assert rules.ranking is not None
    surrendered = number is not None and played.seats[number].folded is not None
    setting = None if number is None else played.seats[number].setting
    if not isinstance(setting, Setting):
        cards = played.places["dealer"] if number is None else played.seats[number].cards
        setting = rules.chosen["house-way"].set(rules.ranking, cards)
    high, low = rules.ranking.rank(setting.high), low_hand(setting.low)
    name = rules.ranking.category(high).name
    return {
        "name": name,
        "high": write(setting.high),
        "low": write(setting.low),
        "high-name": name,
        "low-name": "pair" if low[0] else "high-card",
        "text": f"{rules.ranking.text(high)}; {low_text(setting.low)}{' (surrendered)' if surrendered else ''}",
    }


def low_text(cards: tuple[Card, ...]) -> str:
    """A low hand in words."""
    pair, high, low = low_hand(cards)
    names = [RANK_NAMES[rank - 2] for rank in (high, low)]
    if pair:
        return f"a pair of {names[0]}{'es' if high == 6 else 's'}"
    return f"{names[0]} and {names[1]}"


def joker_is_the_ace(game: Game) -> Game:
    """In a royal flush; the bonuses are counted by that ranking too. Reading: royal-joker."""
    for bonus in ("fortune", "progressive"):
        game = game.with_wager(bonus, rankings=(ROYAL_BY_ACE, FULLY_WILD))
    return game


# The chapter.

PA_2019_PROPOSED = Game(
    id="face-up-pai-gow",
    name="Face Up Pai Gow Poker",
    chapter=law,
    sections=("3", "6", "7", "11", "12"),
    seats=6,
    seats_cite=law["2(a)"],
    deck=DECK,
    deck_hours=DECK_HOURS,
    ranking=ranking,
    wagers=(PAI_GOW_WAGER, ACE_HIGH_WAGER, FORTUNE_WAGER, PROGRESSIVE_WAGER),
    ante="pai-gow",
    verbal=(False, law["7(a)"]),
    one_position=None,
    hand_size=7,
    hand_cite=law["8(d)"],
    places=(Place("dealer", "the dealer's cards", law["8(d)"], lambda *_: 7, lambda *_: True),),
    course=(
        Give("seats", lambda *_: 7, law["8(d)"]),
        Give("dealer", lambda *_: 7, law["8(d)"], up=True),
        Ask(0),
    ),
    streets=STREETS,
    settled=(6, 5, 4, 3, 2, 1),
    settled_cite=law["11(e)"],
    show=show,
    on_table=on_table,
    study="two-hands",
    layout=LAYOUT,
    lessons=LESSONS,
    examples=WITH_A_JOKER,
    choices=(
        Choice(
            "house-way",
            law["11(a)"],
            f"how the dealer's hands are set: {', '.join(house_way.SHIPPED)}, or a list of rules",
            house_way.read,
            default=house_way.shipped("foxwoods"),
            required=choose.always,
            sample='"foxwoods"',
        ),
        choose.adjacent_boxes(law["7(f)"], 2, required=False),
        Choice(
            "start",
            law["5(i)"],
            "what finds the starting position: shaker, generator",
            choose.one_of("shaker", "generator"),
            default="shaker",
            sample='"shaker"',
        ),
        choose.dealing(law["5(b)(1)"], "manual-shoe", "hand", "automated-shoe"),
        choose.shuffler(law["5(a)"]),
        choose.decks(law["3(b)"]),
        choose.decision_seconds(law["11(b)(1)"]),
    ),
    checks=(
        choose.two_decks_need_a_shuffler(law["3(b)"]),
        choose.hand_dealing_needs_a_shuffler(law["9(a)(1)"]),
        choose.steps_pay_whole_cents,
    ),
    readings=readings.READINGS,
    questions=QUESTIONS,
    variants=(
        Variant("royal-joker", "ace-alone", joker_is_the_ace),
        Variant("envy-last", "hands-so-far", lambda game: game.with_envy(so_far=True)),
        Variant("envy-boxes", "once-a-player", lambda game: replace(game, once_a_player=True)),
        Variant(
            "generator-start",
            "void",
            lambda game: game.with_irregularity("wrong-total", reading=readings.GENERATOR_START),
        ),
        Variant("envy-own-table", "higher-alone", lambda game: replace(game, one_envy=True)),
    ),
    set_hands=set_hands,
    refuse=surrender_is_open,
    most_positions=1,  # 7(f): two only if the submission specifies it
    conduct=CONDUCT,
)
