"""What a person can see in a hand at a glance, as conditions in words: made hands, high cards, suits and sequences."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from croupier.kit.bulk import compiled
from croupier.kit.cards import RANK_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from croupier.kit.rankings import Ranking

    Truth = NDArray[np.bool_]

_ACE = 12
PAIR = "pair"
TOLD_APART = 3
"""So many kinds of hands above a pair are told apart, the last with all that is higher: of five cards two pairs, three
of a kind, and a straight or better."""


def above_pairs(ranking: Ranking) -> tuple[str, ...]:
    """The names of the hands that are told apart above a pair, the lowest first."""
    names = [each.name for each in reversed(ranking.categories)]
    return tuple(names[names.index(PAIR) + 1 :][:TOLD_APART])


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on a hand, and whether each hand of a street meets it. Two of different `kind` may be joined, but
    for points, which are long enough to say."""

    kind: str
    text: str
    holds: Truth


def _many(rank: int) -> str:
    name = RANK_NAMES[rank]
    return f"{name}es" if name == "six" else f"{name}s"


def conditions(hands: NDArray[np.uint8], ranking: Ranking | None) -> list[Condition]:
    """Everything that can be said of hands of so many cards, the plainest first. Without a ranking, cards by rank."""
    wild = frozenset() if ranking is None else ranking.wild
    found = [*_made(hands, ranking)] if ranking is not None else []
    if wild:
        found += _held(hands, wild)
    else:
        found += [*_high(hands), *_suited(hands), *_close(hands), *_points(hands)]
    return [one for one in found if one.holds.any() and not one.holds.all()]


def level(hands: NDArray[np.uint8], ranking: Ranking) -> NDArray[np.int64]:
    """How good a hand is already: 0 for nothing, 1 to 13 for a pair of that rank, then what lies above a pair.

    Hands of fewer cards than the ranking's are judged by equal ranks alone.
    """
    if hands.shape[1] == ranking.size:
        by_worth = [
            _level(hand.category, hand.ties[0] if hand.ties else 0, ranking) for hand in compiled(ranking).worths
        ]
        return np.array(by_worth, np.int64)[compiled(ranking).rank(hands)]
    counts = _counts(hands)
    pairs, most = (counts == 2).sum(axis=1), counts.max(axis=1)
    top = np.where(counts == 2, np.arange(1, 14), 0).max(axis=1)
    trips, two = _place(ranking, "three-of-a-kind"), _place(ranking, "two-pairs")
    found: NDArray[np.int64] = np.select([most > 2, pairs == 2, pairs == 1], [trips, two, top], 0)
    return found


@cache
def _starts(ranking: Ranking) -> tuple[int, ...]:
    return tuple(ranking[name] for name in above_pairs(ranking))


def _place(ranking: Ranking, name: str) -> int:
    """The level of a hand above a pair."""
    return 13 + sum(ranking[name] >= start for start in _starts(ranking)) if name in ranking.names().values() else 0


def _level(category: int, lead: int, ranking: Ranking) -> int:
    if category > ranking[PAIR]:
        return 13 + sum(category >= start for start in _starts(ranking))
    return lead - 1 if category == ranking[PAIR] else 0


def _made(hands: NDArray[np.uint8], ranking: Ranking) -> Iterator[Condition]:
    levels = level(hands, ranking)
    for rank in range(1, 14):
        any_pair = not (levels[levels > 0] < rank).any()
        which = "a pair" if any_pair else f"a pair of {_many(rank - 1)}"
        best = any_pair and hands.shape[1] == 2
        yield Condition("made", which if best else f"{which} or better", levels >= rank)
    for place, name in enumerate(above_pairs(ranking)):
        article = "a " if name in {"straight", "flush", "straight-flush"} else ""
        yield Condition("made", f"{article}{name.replace('-', ' ')} or better", levels >= 14 + place)


def _counts(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """How many cards of each rank."""
    return np.stack([(hands >> 2 == rank).sum(axis=1) for rank in range(13)], axis=1)


def _held(hands: NDArray[np.uint8], wild: frozenset[int]) -> Iterator[Condition]:
    counts = _counts(hands)
    for rank in range(13):
        if rank + 2 not in wild:
            yield Condition("held", f"no {RANK_NAMES[rank]}", counts[:, rank] == 0)
            article = "an" if RANK_NAMES[rank][0] in "ae" else "a"
            yield Condition("held", f"{article} {RANK_NAMES[rank]}", counts[:, rank] > 0)


def _high(hands: NDArray[np.uint8]) -> Iterator[Condition]:
    size = hands.shape[1]
    for least in range(1, size + 1):
        for rank in range(1, 13):
            name = RANK_NAMES[rank]
            words = name if rank == _ACE else f"{name} or higher"
            article = "an" if name[0] in "ae" else "a"
            text = f"{article} {words}" if least == 1 else f"{least if least < size else 'all'} cards {words}"
            if size == 1:
                text = f"{article} {words}"
            yield Condition("high", text, ((hands >> 2) >= rank).sum(axis=1) >= least)


def _suited(hands: NDArray[np.uint8]) -> Iterator[Condition]:
    size = hands.shape[1]
    most = np.stack([(hands & 3 == suit).sum(axis=1) for suit in range(4)], axis=1).max(axis=1)
    for least in range(max(2, size - 1), size + 1):
        text = "both suited" if size == 2 else f"{least if least < size else 'all'} suited"
        yield Condition("suited", text, most >= least)


def _close(hands: NDArray[np.uint8]) -> Iterator[Condition]:
    """So many different ranks within a window; the ace stands at either end."""
    size = hands.shape[1]
    if size == 1:
        return
    present = _counts(hands) > 0
    line = np.concatenate([present[:, 12:], present], axis=1)
    for least in range(max(2, size - 1), min(size, 5) + 1):
        for width in range(least, 6):
            inside = np.stack([line[:, low : low + width].sum(axis=1) for low in range(15 - width)], axis=1)
            gaps = "in a row" if width == least else f"with {width - least} gap{'s' * (width - least > 1)} at most"
            who = "two cards" if size == 2 else f"{least} cards"
            yield Condition("close", f"{who} {gaps}", inside.max(axis=1) >= least)


def _points(hands: NDArray[np.uint8]) -> Iterator[Condition]:
    """High cards weighed: two points for a jack or higher, one for a six to a ten."""
    size = hands.shape[1]
    if size == 1:
        return
    points = ((hands >> 2) >= 9).sum(axis=1) + ((hands >> 2) >= 4).sum(axis=1)
    for least in range(2, 2 * size):
        yield Condition("points", f"{least} points or more (jack to ace 2, six to ten 1)", points >= least)
