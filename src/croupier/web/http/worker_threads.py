"""Whatever is read of the books for somebody, however long it takes: in threads of its own, so many at once for each.

A round rebuilt, a journal walked from its first record or a year of reports takes seconds. Were it done where people
sign in and sessions are looked up, one who asks for it again and again would keep everyone waiting.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from fastapi import HTTPException

from croupier.house.accounts import is_staff

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.house.people import Person

P = ParamSpec("P")
T = TypeVar("T")
THREADS = 2
EACH, ALL = 8, 64
"""Questions that may wait at once, of one person and of everyone in the same lane."""
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


class _Lane:
    """Threads, and who waits for them."""

    def __init__(self, name: str) -> None:
        self._pool = ThreadPoolExecutor(THREADS, name)
        self._waiting: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Lock] = {}

    async def run(self, name: str, work: Callable[[], T]) -> T:
        if self._waiting[name] >= EACH or self._waiting.total() >= ALL:
            raise HTTPException(429, "Much is being read for you already. Ask again in a moment.", {"Retry-After": "1"})
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
