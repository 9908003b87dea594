"""What takes a while to count, counted once in a thread of its own; whoever asks too early is told how far it is."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import OrderedDict
from concurrent.futures import Future
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.errors import HouseError
from croupier.house.storage.table_settings import DECISION

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.game import Rules

_LOG = logging.getLogger("croupier.house")
MOST_COUNTINGS = 40
"""Countings that are kept; of more, the one that was asked for longest ago is counted anew when it is wanted."""


def same_play(rules: Rules) -> bytes:
    """What tables have in common whose decisions are worth the same."""
    submission = {key: value for key, value in rules.submission.items() if key != DECISION}
    identity = (rules.game.id, rules.game.edition, submission, sorted(rules.readings.items()))
    return msgspec.json.encode(identity, enc_hook=str, order="sorted")


class Counting:
    """One per house. Countings take turns, so that tables keep their time."""

    def __init__(self) -> None:
        self._made: OrderedDict[object, Future[Any]] = OrderedDict()
        self._told: dict[object, str] = {}
        self._turn = threading.Lock()

    def ready(self, key: object, make: Callable[[], Any]) -> Any | None:  # noqa: ANN401 - whatever is made
        """What was made under this key; None while it is being made, which begins now if it had not begun."""
        made = self._ask(key, make)
        if not made.done():
            return None
        if made.exception() is not None:
            del self._made[key]
            raise HouseError("this game could not be counted; ask again", fault="busy") from made.exception()
        return made.result()

    async def wait(self, key: object, make: Callable[[], Any]) -> Any:  # noqa: ANN401
        """What was counted under a key, waited for if need be."""
        with suppress(Exception):  # which `ready` tells
            await asyncio.wrap_future(self._ask(key, make))
        return self.ready(key, make)

    def words(self, key: object) -> str:
        """How far a counting is."""
        return self._told.get(key) or "Not ready yet: the hands of this game are being counted."

    def _ask(self, key: object, make: Callable[[], Any]) -> Future[Any]:
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = Future()
            threading.Thread(target=self._make, args=(key, make, made), daemon=True).start()
        self._made.move_to_end(key)
        while len(self._made) > MOST_COUNTINGS and next(iter(self._made.values())).done():
            self._made.popitem(last=False)
        return made

    def _make(self, key: object, make: Callable[[], Any], made: Future[Any]) -> None:
        from croupier.odds.facts import store  # noqa: PLC0415 - numpy, when it is needed

        def hear(what: str, done: int, total: int) -> None:
            self._told[key] = f"Not ready yet: {what}, {100 * done // max(total, 1)}% counted."

        try:
            with self._turn, store.watched(hear):
                found = make()
        except Exception as error:  # noqa: BLE001 - whoever asks hears of it, and the next to ask begins anew
            _LOG.exception("counting failed")
            made.set_exception(error)
        else:
            made.set_result(found)
        finally:
            self._told.pop(key, None)
