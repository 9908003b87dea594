"""What is handed to the database's thread, and how the event loop hears what became of it."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import asyncio

    from croupier.house.storage.transactions import Transaction

Callback = Callable[[Exception | None], None]
"""Called with None when a transaction is stored, or with the error for which it was refused."""


class Submission(NamedTuple):
    """A transaction that waits for the writing thread, and whom to tell."""

    work: Transaction
    then: Callback


class LoopNotifier:
    """Runs callbacks on an event loop: one wake-up of the loop for a whole batch."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._finished: deque[tuple[Callback, Exception | None]] = deque()
        self._called = False

    def add(self, then: Callback, error: Exception | None) -> None:
        """A submission is finished; called by the writing thread."""
        self._finished.append((then, error))

    def notify_loop(self) -> None:
        """Wake the loop, if there is anything to run on it."""
        if self._finished and not self._called:
            self._called = True
            with contextlib.suppress(RuntimeError):  # the loop is closed, and nobody is there to hear
                self.loop.call_soon_threadsafe(self._notify)

    def _notify(self) -> None:
        self._called = False
        while self._finished:
            then, refused = self._finished.popleft()
            try:
                then(refused)
            except Exception as error:  # noqa: BLE001 - it is logged, and the others must hear
                self.loop.call_exception_handler({"message": "a submission's end was not heard", "exception": error})
