"""58 Pa. Code § 688a.7(e) and § 688a.11(h): the optional wagers of Face Up Pai Gow Poker."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from croupier.game import Case, Envy, Then, Wager
from croupier.games.pa import face_up_pai_gow_readings as readings
from croupier.games.pa.face_up_pai_gow_hands import FULL_HOUSE, FULLY_WILD, RANKING, ace_high, bonus_row
from croupier.games.pa.face_up_pai_gow_tables import ACE_HIGH, FORTUNE, PROGRESSIVE
from croupier.kit.cards import JOKER
from croupier.kit.pays import pay
from croupier.kit.paytables import wins
from croupier.law.chapters import FACE_UP_PAI_GOW_PA_2019_PROPOSED as law

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Played, Rules
    from croupier.kit.pays import Pay
    from croupier.kit.paytables import Paytable


class AceHigh(NamedTuple):
    """Whether the dealer's and the player's seven cards are an Ace High Pai Gow, and the dealer's joker."""

    dealer: bool
    joker: bool
    player: bool


def see_ace_high(_: Rules, played: Played, number: int) -> AceHigh:
    """What decides the Ace High Bonus Wager."""
    dealer = played.places["dealer"]
    return AceHigh(ace_high(dealer), JOKER in dealer, ace_high(played.seats[number].cards))


def ace_high_row(s: AceHigh) -> str | None:
    """Both, or the dealer's alone with or without the joker."""
    if not s.dealer:
        return None
    if s.player:
        return "both-dealer-and-player-have-ace-high"
    return f"only-dealer-has-ace-high-{'with' if s.joker else 'no'}-joker"


ACE_HIGH_WAGER = Wager(
    "ace-high", "Ace High Bonus Wager", law["7(e)(1)"], "optional",
    (
        Case[AceHigh](law["11(h)(1)(i)(A)"], lambda s, _: not s.dealer, Then.LOSE),
        Case[AceHigh](law["11(h)(1)(i)(B)"], lambda s, _: s.dealer, Then.PAY),
    ),
    ACE_HIGH,
    see=see_ace_high,
    row=ace_high_row,
    classes=lambda _: (AceHigh(d, j, p) for d in (False, True) for j in (False, True) for p in (False, True)),
    key="ace-high",
    looks="ace-high",
)  # fmt: skip

QUALIFYING = 5_00  # 1: a Qualifying Wager is at least $5


def read_fortune(printed: Paytable, read: Mapping[str, str]) -> Paytable:
    """Table 5 prints four-of-a-kind at 5 to 1, its full house's pay. Reading: fortune-5-quads."""
    if printed.id != "5" or read["fortune-5-quads"] == "as-printed":
        return printed
    return replace(printed, rows=MappingProxyType({**printed.rows, "four-of-a-kind": pay("25 to 1")}))


def see_fortune(rules: Rules, played: Played, number: int) -> str:
    """The row of the player's seven cards. Reading: fortune-trips-straight."""
    trips_first = rules.readings["fortune-trips-straight"] == "trips"
    royal_joker = rules.readings["royal-joker"]
    cards = played.seats[number].cards
    return bonus_row(rules.tables["fortune"], cards, trips_first=trips_first, royal_joker=royal_joker)


def read_progressive(printed: Paytable, read: Mapping[str, str]) -> Paytable:
    """Table 4 prints dollars and a share of the meter in one cell, table 6 a rate that its published payback does not
    come from. Readings: meter-and-dollars, progressive-6-rate."""
    if printed.id == "6" and read["progressive-6-rate"] == "45-percent":
        assert printed.progression is not None
        return replace(printed, progression=replace(printed.progression, rate=45))
    if (kept := read["meter-and-dollars"]) == "both":
        return printed

    def one(found: Pay) -> Pay:
        if not (found.dollars and found.percent):
            return found
        dollars, _, share = found.text.partition("/")
        return pay(dollars if kept == "dollars" else share)

    return replace(printed, rows=MappingProxyType({row: one(found) for row, found in printed.rows.items()}))


def see_progressive(rules: Rules, played: Played, number: int) -> str:
    """The row of the player's seven cards; three of a kind goes over a straight. Reading: winners."""
    royal_joker = rules.readings["royal-joker"]
    return bonus_row(rules.tables["progressive"], played.seats[number].cards, trips_first=True, royal_joker=royal_joker)


BELOW_A_STRAIGHT = frozenset({"three-of-a-kind", "three-pair"})  # rows that 11(h)(2)(i)(A) would collect
BELOW_A_FULL_HOUSE = frozenset({"flush", "straight", "three-of-a-kind"})  # and these 11(h)(3)(i)(A)

FORTUNE_WAGER = Wager(
    "fortune", "Fortune Bonus Wager", law["7(e)(2)"], "optional",
    (
        Case[str](law["11(h)(2)(i)(A)"], lambda _, pay: not wins(pay), Then.LOSE),
        Case[str](law["11(h)(2)(i)(B)"], lambda hand, pay: wins(pay) and hand not in BELOW_A_STRAIGHT, Then.PAY),
        Case[str](
            law["11(h)(2)(i)(B)"], lambda hand, pay: wins(pay) and hand in BELOW_A_STRAIGHT, Then.PAY, readings.WINNERS
        ),
    ),
    FORTUNE,
    see=see_fortune,
    row=lambda hand: hand,
    classes=lambda rules: (*rules.tables["fortune"].rows, "no row"),
    key="fortune",
    looks="seven",
    rankings=(RANKING, FULLY_WILD),
    envy=Envy(law["11(h)(2)(ii)"], law["12(c)"], minimum=QUALIFYING),
    under=read_fortune,
)  # fmt: skip

PROGRESSIVE_WAGER = Wager(
    "progressive", "Progressive Payout Wager", law["7(e)(3)"], "optional",
    (
        Case[str](law["11(h)(3)(i)(A)"], lambda hand, pay: not wins(pay) and hand != FULL_HOUSE, Then.LOSE),
        Case[str](
            law["11(h)(3)(i)(A)"], lambda hand, pay: not wins(pay) and hand == FULL_HOUSE, Then.LOSE, readings.WINNERS
        ),
        Case[str](
            law["11(h)(3)(i)(B)(4)"], lambda hand, pay: wins(pay) and hand not in BELOW_A_FULL_HOUSE, Then.PAY
        ),
        Case[str](
            law["11(h)(3)(i)(B)(4)"],
            lambda hand, pay: wins(pay) and hand in BELOW_A_FULL_HOUSE,
            Then.PAY,
            readings.WINNERS,
        ),
    ),
    PROGRESSIVE,
    see=see_progressive,
    row=lambda hand: hand,
    classes=lambda rules: dict.fromkeys((*rules.tables["progressive"].rows, FULL_HOUSE, "no row")),
    key="progressive",
    looks="seven",
    rankings=(RANKING, FULLY_WILD),
    envy=Envy(law["11(h)(2)(ii)"], law["12(d)"], minimum=QUALIFYING, reading=readings.PROGRESSIVE_ENVY),
    under=read_progressive,
)  # fmt: skip
