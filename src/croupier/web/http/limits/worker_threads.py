"""Whatever is read of the books for somebody, however long it takes: in threads of its own, so many at once for each.

A round rebuilt, a journal walked from its first record or a year of reports takes seconds. Were it done where people
sign in and sessions are looked up, one who asks for it again and again would keep everyone waiting.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, ParamSpec, Self, TypeVar

from fastapi import HTTPException

from croupier.house.people.roles import is_staff

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.house.people.roles import Person

P = ParamSpec("P")
T = TypeVar("T")
THREADS = 2
EACH, ALL = 8, 64
"""Questions that may wait at once, of one person and of everyone in the same lane."""
DOWNLOADS = 4
"""Long answers that one person may be taking at once, however slowly."""
ANSWER_PIECE = 1 << 16
"""Bytes of a long answer that are made at a time."""
_BUSY = "Much is being read for you already. Ask again in a moment."
GUESTS, PLAYERS, WORK = "guests", "players", "work"


def lane_of(person: Person) -> str:
    """With whom somebody waits: whoever wants to is a guest, and nobody at work waits for those who play."""
    if is_staff(role for role, _ in person.grants):
        return WORK
    return PLAYERS if person.password else GUESTS


class WorkerThreads:
    """Reads for each person one after the other, in the order of asking: who asks much waits, and nobody for them.
    Guests, players and those at work each have threads of their own."""

    def __init__(self, name: str) -> None:
        self._lanes = {lane: _Lane(f"{name}-{lane}") for lane in (GUESTS, PLAYERS, WORK)}

    async def run(self, person: Person, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `work` reads for somebody, or a refusal where too much waits already."""
        return await self._lanes[lane_of(person)].run(person.name, partial(work, *args, **kwargs))

    def download(self, person: Person, parts: Iterator[bytes]) -> Download:
        """A long answer for somebody, or a refusal where they are taking so many already."""
        return Download(self._lanes[lane_of(person)], person.name, parts)


class _Lane:
    """Threads, and who waits for them."""

    def __init__(self, name: str) -> None:
        self._pool = ThreadPoolExecutor(THREADS, name)
        self._waiting: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Lock] = {}
        self.taken: Counter[str] = Counter()

    async def run(self, name: str, work: Callable[[], T]) -> T:
        if self._waiting[name] >= EACH or self._waiting.total() >= ALL:
            raise HTTPException(429, _BUSY, {"Retry-After": "1"})
        return await self.begun(name, work)

    async def begun(self, name: str, work: Callable[[], T]) -> T:
        """The same for what was let in already."""
        self._waiting[name] += 1
        reading = asyncio.create_task(self._read(name, work))
        return await asyncio.shield(reading)  # it goes on though whoever asked has gone, and counts until then

    async def _read(self, name: str, work: Callable[[], T]) -> T:
        try:
            async with self._turns.setdefault(name, asyncio.Lock()):
                return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._waiting[name] -= 1
            if not self._waiting[name]:
                del self._waiting[name], self._turns[name]


class Download:
    """A long answer, made piece by piece as it is taken: whoever takes it slowly, or stops, keeps a piece of it in
    memory and nothing else. It is over when all of it was taken or nobody wants it any more."""

    def __init__(self, lane: _Lane, name: str, parts: Iterator[bytes]) -> None:
        self._taking = lane.taken[name] < DOWNLOADS
        self._lane, self._name, self._parts = lane, name, parts
        if not self._taking:
            raise HTTPException(429, _BUSY, {"Retry-After": "1"})
        lane.taken[name] += 1

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> bytes:
        piece = await self._lane.begun(self._name, self._piece)
        if not piece:
            self._end()
            raise StopAsyncIteration
        return piece

    def _piece(self) -> bytes:
        piece = bytearray()
        while len(piece) < ANSWER_PIECE and (part := next(self._parts, b"")):
            piece += part
        return bytes(piece)

    def _end(self) -> None:
        if self._taking:
            self._taking = False
            self._lane.taken[self._name] -= 1
            if not self._lane.taken[self._name]:
                del self._lane.taken[self._name]

    def __del__(self) -> None:
        self._end()
