"""58 Pa. Code § 688a.6: what hands of Face Up Pai Gow Poker are worth, and what seven cards are called for a bonus."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from croupier.games.pa.house_way import rank_of
from croupier.kit import hand_forms as forms
from croupier.kit.cards import JOKER
from croupier.kit.rankings import Category, Ranking
from croupier.kit.sevens import (
    by_equal_ranks,
    can_be_complete,
    has_three_of_a_kind,
    has_three_pairs,
    is_royal_match,
    is_seven_card_straight_flush,
)
from croupier.law.chapters import FACE_UP_PAI_GOW_PA_2019_PROPOSED as law

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.kit.cards import Card
    from croupier.kit.paytables import Paytable

HANDS = (
    Category("five-aces", forms.five_aces, law["6(b)(1)"]),
    Category("royal-flush", forms.royal, law["6(b)(2)"]),  # reading: royal-joker
    Category("straight-flush", forms.straight_flush, law["6(b)(3)"]),
    Category("four-of-a-kind", forms.four_of_a_kind, law["6(b)(4)"]),
    Category("full-house", forms.full_house, law["6(b)(5)"]),
    Category("flush", forms.flush, law["6(b)(6)"]),
    Category("straight", forms.straight, law["6(b)(7)"]),
    Category("three-of-a-kind", forms.three_of_a_kind, law["6(b)(8)"]),
    Category("two-pairs", forms.two_pairs, law["6(b)(10)"]),
    Category("pair", forms.pair, law["6(b)(11)"]),
    Category("high-card", forms.high_card, law["6(c)"]),
)
STRAIGHTS = "A5KQJT9876"  # 6(b)(3) and (7): ace to five is the second highest


BY_ACE = tuple(replace(hand, form=forms.royal_by_ace) if hand.name == "royal-flush" else hand for hand in HANDS)


@cache
def _ranking(fill: str, royal_joker: str = "any-card") -> Ranking:
    hands = HANDS if royal_joker == "any-card" else BY_ACE
    return Ranking("Face Up Pai Gow", 5, hands, STRAIGHTS, joker="semi-wild", fill=fill)  # type: ignore[arg-type]


def ranking(reading: Mapping[str, str]) -> Ranking:
    """The ranking of 6(b) under the readings of the joker in a flush and in a royal flush."""
    fill = "double-ace" if reading["flush-joker"] == "second-ace" else "highest-missing"
    return _ranking(fill, reading.get("royal-joker", "any-card"))


RANKING = _ranking("highest-missing")
ROYAL_BY_ACE = _ranking("highest-missing", "ace-alone")

# "Fully wild joker" (12(d), progressive tables 2, 5, 6 and 7): there five-of-a-kind (6(f)(6)) outranks the royal.
FULLY_WILD = Ranking(
    "Face Up Pai Gow, fully wild joker", 5,
    (Category("five-of-a-kind", forms.five_of_a_kind, law["6(f)(6)"]), *HANDS[1:]),
    STRAIGHTS, joker="wild",
)  # fmt: skip


def ace_high(cards: tuple[Card, ...]) -> bool:
    """6(d): the best five of the seven are no better than ace high. Reading: ace-high."""
    ranks = set(map(rank_of, cards))
    return len(ranks) == 7 and forms.ACE in ranks and not can_be_complete(cards)


def bonus_hands(
    cards: tuple[Card, ...], *, fully_wild: bool, trips_first: bool, semi_wild: Ranking = RANKING
) -> Iterator[str]:
    """Every name under which 6(e) and (f) could pay seven cards, best first; the paytable's rows decide."""
    joker, complete = JOKER in cards, can_be_complete(cards)
    if complete and is_seven_card_straight_flush(cards):
        if joker:
            yield from ("7-card-straight-flush-with-joker", "7-card-wild-straight-flush")
        else:
            yield "7-card-natural-straight-flush"
        yield "7-card-straight-flush"
    name = by_equal_ranks(cards, fully_wild=fully_wild)
    if complete or name == "five-of-a-kind":
        ranking = FULLY_WILD if fully_wild else semi_wild
        best = ranking.best(cards)
        name = ranking.category(best).name
        if name == "royal-flush" and is_royal_match(cards):
            yield "royal-flush-royal-match"
        if name == "five-of-a-kind" and best.ties[0] == forms.ACE:
            yield "five-aces"
    if name == "straight" and trips_first and has_three_of_a_kind(cards):
        yield "three-of-a-kind"
    if name == "two-pairs" and has_three_pairs(cards):
        yield "three-pair"
    yield name


FULL_HOUSE = "full-house"


def bonus_row(table: Paytable, cards: tuple[Card, ...], *, trips_first: bool, royal_joker: str = "any-card") -> str:
    """The paytable's row for seven cards, or "no row", but for a full house, which 11(h)(3)(i)(B) would pay. Readings:
    winners, royal-joker."""
    for name in _bonus_names(cards, table.fully_wild, trips_first, royal_joker):
        if name in table.rows or name == FULL_HOUSE:
            return name
    return "no row"


@lru_cache(1024)
def _bonus_names(cards: tuple[Card, ...], fully_wild: bool, trips_first: bool, royal_joker: str) -> tuple[str, ...]:
    semi_wild = _ranking("highest-missing", royal_joker)
    return tuple(bonus_hands(cards, fully_wild=fully_wild, trips_first=trips_first, semi_wild=semi_wild))
