"""Hands of equal ranks, several at once: how many ways there are where each rank has so many cards left.

A pattern is how many cards a hand has of one rank, of another and so on, and how many wild cards beside them. Ranks are
taken up one after the other, those alike together; of the hands that are begun only what they still lack is told apart.
Wild cards are told apart, as in `high_suits`. The counts pass 64 bits: they are kept as remainders by several primes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from math import comb, factorial, perm, prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.kit.kernels import kernel

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    Parts = tuple[int, ...]
    Pattern = tuple[Parts, int]
    Begun = tuple[Parts, ...]
    """What each hand that is begun still lacks, in order."""
    Step = tuple[Begun, int, int, int]
    """What is begun afterwards, hands and wild cards more, cards of the rank used."""
    Ints = NDArray[np.int64]

PRIMES = (2147483647, 2147483629, 2147483587, 2147483579, 2147483563, 2147483549)
"""The greatest below 2 to the power of 31."""


class Role(NamedTuple):
    """What some cards of a rank can be: a part of a hand, which is begun with so many wild cards or waits for it. There
    are so many such hands at the most."""

    part: int
    parts: Parts
    wild: int
    begins: bool
    most: int

    @property
    def rest(self) -> Parts:
        """What the hand lacks then."""
        place = self.parts.index(self.part)
        return self.parts[:place] + self.parts[place + 1 :]


def steps(patterns: Sequence[Pattern], begun: Begun, cards: int, hands: int, wilds: int) -> Mapping[Step, int]:
    """Everything that a rank of so many cards can be to the hands that are begun and to new ones: in how many ways."""
    waiting = Counter(begun)
    roles = [
        *(Role(part, parts, 0, False, n) for parts, n in sorted(waiting.items()) for part in sorted(set(parts))),
        *(
            Role(part, parts, wild, True, wilds // wild if wild else hands)
            for parts, wild in patterns
            for part in sorted(set(parts))
        ),
    ]
    found: Counter[Step] = Counter()
    for given in _shared(roles, cards):
        filled: Counter[Parts] = Counter()
        ways, divisor, wild, more = 1, 1, 0, 0
        for role, n in given:
            divisor *= factorial(role.part) ** n
            if role.begins:
                divisor *= factorial(n) * factorial(role.wild) ** n
                wild, more = wild + n * role.wild, more + n
            else:
                ways *= comb(waiting[role.parts] - filled[role.parts], n)
                filled[role.parts] += n
        after = (waiting - filled) + Counter([role.rest for role, n in given for _ in range(n) if role.rest])
        if ways and wild <= wilds and more + len(begun) <= hands:
            used = sum(role.part * n for role, n in given)
            step = (tuple(sorted(after.elements())), more, wild, used)
            found[step] += perm(cards, used) * factorial(wild) * ways // divisor
    return found


def _shared(roles: Sequence[Role], cards: int) -> Iterator[list[tuple[Role, int]]]:
    """Every way to give up to so many cards to the roles."""
    yield []
    for place, role in enumerate(roles):
        for n in range(1, min(cards // role.part, role.most) + 1):
            for others in _shared(roles[place + 1 :], cards - n * role.part):
                yield [(role, n), *others]


@dataclass(frozen=True, slots=True)
class Moves:
    """The steps from everything that can be begun, as columns; place 0 is nothing begun."""

    size: int
    columns: tuple[Ints, ...]
    used: Ints
    ways: list[int]

    def at(self, cards: int, suits: int) -> tuple[Ints, ...]:
        """The columns for a rank with so many cards left, their ways as remainders last."""
        able = np.flatnonzero(self.used <= cards)
        ways = [self.ways[i] * perm(cards, int(self.used[i])) // perm(suits, int(self.used[i])) for i in able]
        remainders = np.array([[way % prime for prime in PRIMES] for way in ways], np.int64).reshape(-1, len(PRIMES))
        return (*(column[able] for column in self.columns), remainders)


def moves(patterns: Sequence[Pattern], suits: int, hands: int, wilds: int) -> Moves:
    """All that can happen at a rank."""
    places: dict[Begun, int] = {(): 0}
    rows: list[tuple[int, int, int, int, int]] = []
    ways: list[int] = []
    queue: list[Begun] = [()]
    for begun in queue:
        for (after, more, wild, used), count in steps(patterns, begun, suits, hands, wilds).items():
            if after not in places:
                places[after] = len(places)
                queue.append(after)
            rows.append((places[begun], places[after], more, wild, used))
            ways.append(count)
    *columns, used_of = np.array(rows, np.int64).T.copy()
    return Moves(len(places), tuple(columns), used_of, ways)


def beside(
    patterns: Sequence[Pattern], limits: tuple[int, int, int], lacks: Sequence[Parts], weights: Ints, bound: int
) -> list[list[list[int]]]:
    """The sum over `lacks` of their weights times the ways of up to so many hands with so many wild cards, for each
    column of weights. `limits` are suits, hands and wild cards; a member of `lacks` says how many ranks lack no card,
    one card and so on. No sum is over `bound`."""
    suits, hands, wilds = limits
    primes = PRIMES[: 1 + next(n for n in range(len(PRIMES)) if prod(PRIMES[: n + 1]) > bound)]
    of = np.array(primes, np.int64)
    choose = np.array([[comb(n, k) for k in range(wilds + 1)] for n in range(wilds + 1)], np.int64)
    found = moves(patterns, suits, hands, wilds)
    at = [found.at(suits - lack, suits) for lack in range(suits)]
    start = np.zeros((found.size, hands + 1, wilds + 1, len(primes)), np.int64)
    start[0, 0, 0] = 1
    for parts, wild in patterns:
        for n in range(1, 0 if parts else min(hands, wilds // wild) + 1):  # hands of nothing but wild cards
            start[0, n, n * wild] = factorial(n * wild) // (factorial(wild) ** n * factorial(n))
    sums = np.zeros((weights.shape[1], *start.shape[1:]), np.int64)

    def walk(lack: int, ways: Ints, places: list[int]) -> None:
        if lack == suits:
            (place,) = places
            sums[:] = (sums + weights[place][:, None, None, None] % of * ways[0]) % of
            return
        taken = 0
        for many, group in groupby(places, key=lambda place: lacks[place][lack]):
            while taken < many:
                before, ways, taken = ways, np.zeros_like(ways), taken + 1
                _take_up(*at[lack], choose, of, before, ways)
            walk(lack + 1, ways, list(group))

    walk(0, start, sorted(range(len(lacks)), key=lambda place: lacks[place]))
    return [[[_whole(each, primes) for each in row] for row in rows] for rows in sums.tolist()]


def _whole(remainders: Sequence[int], primes: Sequence[int]) -> int:
    """The number that leaves these."""
    found, product = 0, 1
    for remainder, prime in zip(remainders, primes, strict=True):
        found += (remainder - found) * pow(product, -1, prime) % prime * product
        product *= prime
    return found


@kernel
def _take_up(source, target, more, wild, ways, choose, primes, before, after):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """One more rank."""
    hands, wilds, many = before.shape[1], before.shape[2], before.shape[3]
    for n in range(len(source)):
        one, other = before[source[n]], after[target[n]]
        for w in range(wilds - wild[n]):
            for p in range(many):
                factor = ways[n, p] * choose[w + wild[n], wild[n]] % primes[p]
                for h in range(hands - more[n]):
                    if one[h, w, p]:
                        spot = other[h + more[n], w + wild[n], p] + factor * one[h, w, p]
                        other[h + more[n], w + wild[n], p] = spot % primes[p]
