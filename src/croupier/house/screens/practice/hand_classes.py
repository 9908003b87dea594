"""Hands as a person sorts them: by their high card, by their pair, and what lies above."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.house.screens.lab.numbers import upper
from croupier.kit.cards import RANK_NAMES, RANKS

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from croupier.kit.rankings import Ranking

ABOVE = 14
"""The level of the lowest hand above a pair."""
MARKS = {"two-pairs": "2 pr", "three-of-a-kind": "trips", "straight": "str", "flush": "fl"}


@dataclass(frozen=True)
class HandClass:
    """A short mark, words, and whether each hand is of it."""

    mark: str
    words: str
    hands: NDArray[np.bool_]


def classes(hands: NDArray[np.uint8], ranking: Ranking | None) -> Iterator[HandClass]:
    """Every class in its order, the lowest first; some have no hand. Without a ranking cards are told by rank."""
    import numpy as np  # noqa: PLC0415 - slow to import

    from croupier.odds.strategy.words import above_pairs, level  # noqa: PLC0415 - as above

    made = np.zeros(len(hands), np.int64) if ranking is None else level(hands, ranking)
    top = (hands >> 2).max(axis=1)
    for rank in range(13):
        one = hands.shape[1] == 1
        words = upper(RANK_NAMES[rank]) if one else f"{upper(RANK_NAMES[rank])} high"
        yield HandClass(RANKS[rank], words, (made == 0) & (top == rank))
    for place in range(1, ABOVE):
        name = RANK_NAMES[place - 1]
        yield HandClass(RANKS[place - 1] * 2, f"A pair of {name}{'es' if name == 'six' else 's'}", made == place)
    names = () if ranking is None else above_pairs(ranking)
    for place, name in enumerate(names, ABOVE):
        mark, words = MARKS.get(name, name), upper(name if name == "three-of-a-kind" else name.replace("-", " "))
        if name == names[-1]:
            mark, words = f"{mark}+", f"{'A ' * (name in {'straight', 'flush'})}{words.lower()} or better"
        yield HandClass(mark, upper(words), made == place)
