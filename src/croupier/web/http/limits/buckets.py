"""How often and how much at once, remembered for each session or address."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import contextmanager
from hashlib import blake2b
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

from typing import TYPE_CHECKING

MAX_BUCKETS = 20_000
"""Sessions or addresses that a limit remembers; those that have asked for nothing lately are forgotten first."""


class Buckets:
    """One limit: `rate` a second, `burst` at once, for each key by itself.

    >>> now = [0.0]
    >>> buckets = Buckets(2, 3, clock=lambda: now[0])
    >>> [buckets.take("ann") for _ in range(4)]
    [0.0, 0.0, 0.0, 0.5]
    >>> now[0] = 0.5
    >>> buckets.take("ann")
    0.0
    """

    __slots__ = ("_ahead", "_at", "_clock", "_rate")

    def __init__(self, rate: float, burst: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._ahead = burst / rate
        self._clock = clock
        self._at: dict[object, float] = {}  # when everything taken will have been given back

    def __len__(self) -> int:
        return len(self._at)

    def take(self, key: object, count: int = 1) -> float:
        """Take so many; 0, or the seconds after which there would be enough, and nothing is taken."""
        now = self._clock()
        after = max(now, self._at.get(key, 0.0)) + min(count / self._rate, self._ahead)
        if after - now > self._ahead + 1e-9:
            return after - now - self._ahead
        if key not in self._at and len(self._at) >= MAX_BUCKETS:
            self._forget(now)
        self._at[key] = after
        return 0.0

    def _forget(self, now: float) -> None:
        self._at = {key: at for key, at in self._at.items() if at > now}
        while len(self._at) >= MAX_BUCKETS:
            del self._at[next(iter(self._at))]


class OpenConnections:
    """Sockets that are open: so many of one session, ten times as many of one address.

    >>> held = OpenConnections(1)
    >>> with held.one("here", b"ann"):
    ...     held.full("here", b"ann"), held.full("here", b"bob"), held.full("there", None)
    (True, False, False)
    >>> held.full("here", b"ann")
    False
    """

    __slots__ = ("_held", "_most")

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[object] = Counter()

    def full(self, address: str, session: bytes | None) -> bool:
        """Whether another is one too many."""
        return self._held[address] >= 10 * self._most or (session is not None and self._held[session] >= self._most)

    @contextmanager
    def one(self, address: str, session: bytes | None) -> Iterator[None]:
        """Count one as long as this lasts."""
        keys: tuple[object, ...] = (address,) if session is None else (address, session)
        self._held.update(keys)
        try:
            yield
        finally:
            self._held.subtract(keys)
            for key in keys:
                if not self._held[key]:
                    del self._held[key]


def hashed_key(value: str) -> bytes:
    """What is kept of a session or an address."""
    return blake2b(value.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def rounded(wait: float) -> float:
    """Seconds to wait, as programs get them."""
    return ceil(wait * 100) / 100


def seconds(wait: float) -> str:
    """Seconds to wait, for people."""
    number = ceil(wait)
    return "a second" if number == 1 else f"{number} seconds"
