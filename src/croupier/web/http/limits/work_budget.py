"""How much the lab works for whoever asks: seconds of work by address and in all, and so many questions at once."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import contextmanager
from math import ceil
from typing import TYPE_CHECKING

from fastapi import HTTPException

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EACH, ALL = 6, 48
"""Questions that may wait at once, of one address and of everyone."""
EVERYONE_TIMES = 2
"""What everyone together has, as a multiple of one address."""
MAX_CLIENTS = 20_000
"""Addresses that are remembered; those that owe nothing any more are forgotten first."""


class Allowance:
    """So many seconds of work a minute for each key, a minute's worth at once. It is asked before the work and charged
    after it, when the time is known; whoever owes more than a minute's worth waits.

    >>> now = [0.0]
    >>> allowance = Allowance(30, clock=lambda: now[0])
    >>> allowance.charge("ann", 45)
    >>> allowance.wait("ann"), allowance.wait("bob")
    (30.0, 0.0)
    >>> now[0] = 30.0
    >>> allowance.wait("ann")
    0.0
    """

    def __init__(self, seconds: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = seconds / 60
        self._clock = clock
        self._until: dict[str, float] = {}  # when everything that was charged will have been given back

    def wait(self, key: str) -> float:
        """Seconds until more may be asked."""
        return max(0.0, self._until.get(key, 0.0) - self._clock() - 60)

    def charge(self, key: str, seconds: float) -> None:
        """So much was worked."""
        now = self._clock()
        if key not in self._until and len(self._until) >= MAX_CLIENTS:
            self._until = {known: until for known, until in self._until.items() if until > now}
            while len(self._until) >= MAX_CLIENTS:
                del self._until[next(iter(self._until))]
        self._until[key] = max(now, self._until.get(key, 0.0)) + seconds / self._rate


class Budget:
    """What is left of the lab's work for an address. Without `seconds` only questions at once are limited."""

    def __init__(self, seconds: float | None, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._each = None if seconds is None else Allowance(seconds, clock=clock)
        self._all = None if seconds is None else Allowance(EVERYONE_TIMES * seconds, clock=clock)
        self._waiting: Counter[str] = Counter()

    def check(self, address: str) -> None:
        """Refuse whoever has used the budget up, with when to ask again."""
        wait = 0.0
        if self._each is not None and self._all is not None:
            wait = max(self._each.wait(address), self._all.wait(""))
        if wait:
            words = f"The lab has worked enough for you for now. Ask again in {ceil(wait)} seconds."
            raise HTTPException(429, words, {"Retry-After": str(ceil(wait))})

    def charge(self, address: str, seconds: float) -> None:
        """So much was worked for an address."""
        if self._each is not None and self._all is not None:
            self._each.charge(address, seconds)
            self._all.charge("", seconds)

    @contextmanager
    def question(self, address: str) -> Iterator[None]:
        """One question from when it is asked until it is answered, if it may be asked."""
        self.check(address)
        each = ALL if self._each is None else EACH  # without limits, as on one's own machine, nobody is told apart
        if self._waiting[address] >= each or self._waiting.total() >= ALL:
            raise HTTPException(429, "The lab is busy. Ask again in a moment.", {"Retry-After": "1"})
        self._waiting[address] += 1
        try:
            yield
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]
