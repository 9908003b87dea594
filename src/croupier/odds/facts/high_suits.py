"""Hands of one suit, several at once: how many ways they lie in the suits, by what they leave of each rank.

A hand is a piece: ranks of one suit as bits, and a number of wild cards. Wild cards are told apart while they are
counted, so that hands put together multiply by a binomial. Suits are alike: lots of pieces, one in each suit, are taken
up in order and counted as often as they can change places.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product
from math import comb, factorial
from typing import TYPE_CHECKING

import numpy as np

from croupier.errors import IllegalAction
from croupier.kit.kernels import kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Piece = tuple[int, int]
    Lot = tuple[int, int, int]
    """Hands, wild cards, ranks taken as bits."""
    Series = Counter[tuple[int, int]]


def lots(pieces: Sequence[Piece], hands: int, wilds: int) -> dict[Lot, int]:
    """Every way to put up to so many disjoint pieces into one suit, in falling order of their lowest ranks."""
    by_lowest: dict[int, list[Piece]] = {}
    for mask, wild in pieces:
        by_lowest.setdefault(mask & -mask, []).append((mask, wild))
    found: Counter[Lot] = Counter({(0, 0, 0): 1})
    for lowest in sorted(by_lowest, reverse=True):
        more: Counter[Lot] = Counter()
        for (m, w, taken), count in found.items():
            for mask, wild in by_lowest[lowest]:
                if not mask & taken and m < hands and w + wild <= wilds:
                    more[m + 1, w + wild, taken | mask] += count * comb(w + wild, wild)
        found.update(more)
    return found


STEPS = 20_000_000_000
"""So many steps take a minute or two; what takes more is refused."""


@dataclass(frozen=True, slots=True)
class Suited:
    """Pieces laid into so many suits with so many ranks, for up to so many hands and wild cards."""

    pieces: tuple[Piece, ...]
    ranks: int
    suits: int
    hands: int
    wilds: int

    def tally(self) -> tuple[NDArray[np.int64], list[int]]:
        """The ways `[m, w, n]` in which fewer than all hands, m, with w wild cards leave the ranks: the digits of n in
        base ranks + 1 are how many ranks lack one card, how many lack two, and so on. And the ways of all hands, which
        leave the ranks to nobody, by their wild cards."""
        held = sorted(lots(self.pieces, self.hands, self.wilds).items())
        every, sizes = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        for (hands, wild, _), count in held:
            every[hands, wild] += count
            sizes[hands, wild] += hands < self.hands
        ways = self._power(every, told_apart=True)
        steps = sum(n for (hands, _), n in self._power(sizes).items() if hands < self.hands) // factorial(self.suits)
        if steps > STEPS or sum(ways.values()) >= 1 << 63:
            raise IllegalAction(f"hands of one suit are not counted together: {steps:,} steps", field="game")
        held = [lot for lot in held if lot[0][0] < self.hands]
        out = np.zeros((self.hands, self.wilds + 1, (self.ranks + 1) ** self.suits), np.int64)
        m, w, masks = (np.array(column, np.int64) for column in zip(*(lot for lot, _ in held), strict=True))
        wide = self.wilds + 2
        starts = np.searchsorted(m * wide + w, np.arange(self.hands * wide)).reshape(-1, wide)
        counts = np.array([count for _, count in held], np.int64)
        bits = np.array([mask.bit_count() for mask in range(1 << self.ranks)], np.int64)
        choose = np.array([[comb(n, k) for k in range(self.wilds + 1)] for n in range(self.wilds + 1)], np.int64)
        _lay(m, w, masks, counts, starts, bits, choose, self.suits, self.ranks + 1, out)
        return out, [ways[self.hands, wild] for wild in range(self.wilds + 1)]

    def _power(self, one: Series, *, told_apart: bool = False) -> Series:
        """The ways to take a member for each suit, by hands and wild cards, if one suit has so many; the wild cards are
        told apart or not."""
        found: Series = Counter({(0, 0): 1})
        for _ in range(self.suits):
            more: Series = Counter()
            for ((m, w), count), ((n, v), often) in product(found.items(), one.items()):
                if m + n <= self.hands and w + v <= self.wilds:
                    more[m + n, w + v] += count * often * (comb(w + v, w) if told_apart else 1)
            found = more
        return found


@kernel
def _lay(m, w, masks, counts, starts, bits, choose, suits, base, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Lots a <= b <= c <= d, one in each suit; with fewer suits than four the first ones are empty. Lots stand by hands
    and wild cards, and `starts` says from where on."""
    most, wilds, size = out.shape[0] - 1, out.shape[1] - 1, len(m)
    for a in range(size if suits > 3 else 1):
        for b in range(a, size if suits > 2 else 1):
            if m[a] + m[b] > most:
                break
            if w[a] + w[b] > wilds:
                continue
            for c in range(b, size if suits > 1 else 1):
                hands, wild = m[a] + m[b] + m[c], w[a] + w[b] + w[c]
                if hands > most:
                    break
                if wild > wilds:
                    continue
                ways = counts[a] * counts[b] * counts[c] * choose[w[a] + w[b], w[b]] * choose[wild, w[c]]
                other, same = _orders(a, b, c, suits)
                _lay_last(c, hands, wild, masks[a], masks[b], masks[c], ways * other, ways * same,
                          masks, counts, starts, bits, choose, base, out)  # fmt: skip


@kernel
def _orders(a, b, c, suits):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """How often four lots can change places if the last is another than the third, and if it is the same; with fewer
    suits only the last of them."""
    if suits == 1:
        return 1, 1
    if suits == 2:
        return 2, 1
    if suits == 3:
        return (6, 3) if b != c else (3, 1)
    if a != b:
        return (24, 12) if b != c else (12, 4)
    return (12, 6) if b != c else (4, 1)


@kernel
def _lay_last(  # type: ignore[no-untyped-def]  # noqa: ANN202
    c, hands, wild, one, two, three, other, same, masks, counts, starts, bits, choose, base, out,  # noqa: ANN001
):  # fmt: skip
    """The last lot beside the masks of three: each rank it takes lacks one card more."""
    odd, both = one ^ two, one & two
    third = both & three
    second = (odd & three) | (both & ~three)
    first = (odd ^ three) & ~third
    lacks = bits[first] + base * (bits[second] + base * bits[third])
    for n in range(out.shape[0] - hands):
        for v in range(out.shape[1] - wild):
            here = out[hands + n, wild + v]
            for d in range(max(c, starts[n, v]), starts[n, v + 1]):
                mask = masks[d]
                x, y, z = bits[first & mask], bits[second & mask], bits[third & mask]
                place = lacks + bits[mask] - x - y - z + (base - 1) * (x + base * (y + base * z))
                here[place] += (same if d == c else other) * counts[d] * choose[wild + v, v]
