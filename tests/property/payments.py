"""Rounds dealt from few ranks or suits, so that the high hands come, and settled twice: by the package and by plain
functions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier import describe, settle
from tests.property.plain_hands import DECK, JOKER, RANKS, SUITS

if TYPE_CHECKING:
    from random import Random

ROUNDS = 150
Nets = dict[str, Fraction]
Told = dict[str, Any]


def some_cards(chance: Random, count: int, *, joker: bool = False) -> list[str]:
    deck = [*DECK, JOKER] if joker else DECK
    suits, ranks = chance.sample(SUITS, 2), chance.sample(sorted(RANKS), 6)
    few = chance.choice(
        (
            deck,
            [card for card in deck if card[1] in suits or card == JOKER],
            [card for card in deck if card[0] in ranks or card[0] == "2"],
            [card for card in deck if card[0] in "9TJQKA" or card == JOKER],
        )
    )
    rest = [card for card in deck if card not in few]
    more = chance.sample(rest, max(0, count - len(few)))
    return chance.sample([*few, *more], count)


def seat(cards: list[str], wagers: dict[str, int], said: list[str], number: int) -> Told:
    placed = {wager: f"{stake}.00" for wager, stake in wagers.items()}
    return {"cards": " ".join(cards), "wagers": placed, "decisions": said, "player": f"P{number}"}


def some_seats(chance: Random, most: int) -> list[int]:
    return sorted(chance.sample(range(1, 7), chance.randint(1, most)))


def some_of(chance: Random, *wagers: str) -> dict[str, int]:
    return {wager: 5 for wager in wagers if chance.random() < 0.7}


def compare(rules: Any, told: Told, wanted: dict[int, Nets]) -> None:
    """Net amounts of all lines by wager; what is neither won nor lost is not told apart."""
    done = settle(rules, describe(rules, told))
    for number, own in wanted.items():
        found: Counter[str] = Counter()
        for line in done.seats[number].lines:
            found[line.wager] += line.net
        assert {w: net for w, net in found.items() if net} == {w: 100 * net for w, net in own.items() if net}, told
