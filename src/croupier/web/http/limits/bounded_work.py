"""Work for whoever asks, signed in or not: in threads of its own, so that no table waits for it, within a budget."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from croupier.web.http.addresses import shared, who
from croupier.web.http.limits.work_budget import Budget

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import HTTPConnection

    from croupier.web.http.operations import Operations

T = TypeVar("T")


class BoundedWork:
    """The lab's, the editor's and the coach's; what is slow does not keep what is quick waiting."""

    def __init__(self, operations: Operations) -> None:
        self.quick, self.slow = ThreadPoolExecutor(1, "lab"), ThreadPoolExecutor(1, "lab-slow")
        self.budget = Budget(None if operations.limits is None else operations.limits.lab)
        self.proxies = operations.proxies

    def address(self, request: HTTPConnection) -> str:
        """Whose budget it is: cookies are free, and addresses are not."""
        return shared(who(request.scope, self.proxies))

    def check(self, request: HTTPConnection) -> None:
        """Refuse at once whoever has used the budget up: before anything is begun for them that others wait for."""
        self.budget.check(self.address(request))

    async def run(self, request: HTTPConnection, work: Callable[[], T], *, slow: bool = False) -> T:
        """What `work` gives, or a refusal that says when to ask again. Work that fails is charged all the same."""
        address = self.address(request)
        with self.budget.question(address):
            return await self.owed(address, work, slow=slow)

    async def owed(self, address: str, work: Callable[[], T], *, slow: bool = False) -> T:
        """Run what follows from a question without being asked for: it is charged, and never refused."""

        def timed() -> tuple[T | Exception, float]:
            began = time.perf_counter()
            try:
                done: T | Exception = work()
            except Exception as error:  # noqa: BLE001 - it is raised where it was asked
                done = error
            return done, time.perf_counter() - began

        pool = self.slow if slow else self.quick
        done, seconds = await asyncio.get_running_loop().run_in_executor(pool, timed)
        self.budget.charge(address, seconds)
        if isinstance(done, Exception):
            raise done
        return done
