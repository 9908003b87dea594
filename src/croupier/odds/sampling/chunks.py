"""Rounds in chunks: what a thread, another machine or a GPU is given to do, and can do again from the chunk's number.

A `Plan` is plain data, so it can be sent anywhere; what it finds are `Tallies`, whole numbers that add up in any order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from croupier.kit.kernels import kernel
from croupier.odds.sampling import machine
from croupier.odds.sampling.deal import deal
from croupier.odds.sampling.tallies import Tallies

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from croupier.odds.sampling.program import Program
    from croupier.odds.sampling.rounds import Look

CHUNK = 1 << 20
"""Rounds in a chunk."""
PIECE = 1 << 16
"""Rounds of which a look is asked, or all seats are added up, at a time; it changes no result."""
UNKNOWN = np.iinfo(np.int64).min
"""Stands for a net that was not settled yet."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is sampled: a program with the looks it tallies, in order, and the other looks, which are asked themselves.
    `wagers` says which look tells of each wager. With several seats, `nets` has what every number nets, as far as it is
    known."""

    program: Program
    seats: int
    looks: tuple[str, ...]
    rest: Mapping[str, Look]
    wagers: Mapping[str, str]
    nets: Mapping[str, NDArray[np.int64]] = field(default_factory=dict)

    @property
    def plain(self) -> bool:
        """Whether it is data alone."""
        return not self.rest


def chunk(plan: Plan, seed: int, number: int, *, size: int = CHUNK, rounds: int | None = None) -> Tallies:
    """The chunk of this number: its rounds are `number * size` and those that follow; the last may have fewer."""
    return play(plan, seed, number * size, size if rounds is None else rounds)


def play(plan: Plan, seed: int, first: int, rounds: int) -> Tallies:
    """Play so many rounds, the one numbered `first` first. With several seats, nets that are not known yet make the
    totals wrong, and `unknown` finds them."""
    if plan.seats == 1 and not plan.rest:
        counts, firsts, _ = machine.run(plan.program, seed, first, rounds)
        return Tallies(seed, rounds, _split(plan, counts), _split(plan, firsts))
    parts = range(first, first + rounds, PIECE)
    return Tallies.merge(_piece(plan, seed, start, min(PIECE, first + rounds - start)) for start in parts)


def _piece(plan: Plan, seed: int, first: int, rounds: int) -> Tallies:
    several = plan.seats > 1
    tallied, met, kept = machine.run(plan.program, seed, first, rounds, codes=several)
    counts, firsts = _split(plan, tallied), _split(plan, met)
    codes = {look: kept[n * plan.seats : (n + 1) * plan.seats] for n, look in enumerate(plan.looks)}
    if plan.rest:
        dealt = deal(seed, first, rounds, plan.program.deck, plan.program.width)
        for look, how in plan.rest.items():
            found = np.stack([how.classes(dealt, seat) for seat in range(plan.seats)])
            counts[look], firsts[look] = _seen(found, how.size, first)
            codes[look] = found.astype(np.int32)
    totals = {w: _total(plan.nets[w], codes[look]) for w, look in plan.wagers.items()} if several else {}
    return Tallies(seed, rounds, counts, firsts, totals)


def _split(plan: Plan, found: NDArray[np.int64]) -> dict[str, NDArray[np.int64]]:
    edges = np.cumsum(plan.program.sizes)[:-1]
    return dict(zip(plan.looks, np.split(found, edges), strict=False))


def _seen(found: NDArray[np.int64], size: int, first: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How often each number was met, and where first."""
    flat = found.T.ravel()  # round by round, seat by seat
    firsts = np.full(size, -1, np.int64)
    which, places = np.unique(flat, return_index=True)
    firsts[which] = places + first * len(found)
    return np.bincount(flat, minlength=size), firsts


def _total(nets: NDArray[np.int64], codes: NDArray[np.int32]) -> tuple[int, int]:
    """What all seats net in a round, summed, and its squares."""
    found = np.zeros(3, np.int64)
    _add_up(nets, codes, found)
    return int(found[0]), (int(found[1]) << 32) + int(found[2])


@kernel
def _add_up(nets, codes, found):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Squares in two halves, since their sum may be beyond 64 bits."""
    for n in range(codes.shape[1]):
        total = np.int64(0)
        for seat in range(len(codes)):
            total += nets[codes[seat, n]]
        found[0] += total
        square = total * total
        found[1] += square >> 32
        found[2] += square & 0xFFFFFFFF


def unknown(plan: Plan, tallies: Tallies) -> bool:
    """Whether several seats met a number of which it is not known what it nets."""
    return any(
        bool((nets[tallies.counts[plan.wagers[wager]] > 0] == UNKNOWN).any()) for wager, nets in plan.nets.items()
    )
