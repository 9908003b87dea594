"""Passwords are hashed in threads of their own: it takes long, and whoever asks for much of it is to keep no session
from being looked up."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from fastapi import HTTPException

from croupier.web.http.limits.buckets import Buckets

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.web.http.limits.rate_limiter import Limits

P = ParamSpec("P")
T = TypeVar("T")
THREADS = 1
"""One hash takes several processors as it is."""


class Hashing:
    """For each account, or for all who are strangers at an address, one after the other. Who is counted in a minute is
    counted by that too: cookies are given to every guest, and would otherwise be as many limits."""

    def __init__(self, limits: Limits | None) -> None:
        self._pool = ThreadPoolExecutor(THREADS, "passwords")
        self._minute = None if limits is None else Buckets(limits.sign_in / 60, limits.sign_in)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def count(self, whose: str) -> None:
        """Refuse whoever has asked for as much as a minute has."""
        wait = self._minute.take(whose) if self._minute is not None else 0.0
        if wait:
            words = f"too many sign-ins; ask again in {ceil(wait)} seconds"
            raise HTTPException(429, words, {"Retry-After": str(ceil(wait))})

    async def run(self, whose: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `work` gives, in its turn."""
        turn = self._turns.setdefault(whose, asyncio.Lock())
        done = partial(copy_context().run, partial(work, *args, **kwargs))
        async with turn:
            return await asyncio.get_running_loop().run_in_executor(self._pool, done)
