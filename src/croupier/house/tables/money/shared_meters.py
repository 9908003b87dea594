"""Progressive meters that several tables share.

The tables of a link are kept by one process, which takes their commands one after the other: the meter is one number,
contributions add up exactly, and of two hits at almost the same time one is first. What changes the meter at one table
is stored with the records that tell it to the others, in one piece.
"""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import select

from croupier.errors import HouseError
from croupier.house.storage import schema
from croupier.house.tables.money import ledger
from croupier.table import SYSTEM, Direct, Link, link
from croupier.table import step as take

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.house.storage.database import Database
    from croupier.house.storage.table_settings import Settings
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.house.tables.keeping.pending_writes import Step
    from croupier.table import Table

DISK_CHECK_SECONDS = 0.002
"""Seconds between two looks at what is on its way to the disk."""


@dataclass(slots=True)
class SharedMeter:
    """A meter, and the keepers of the tables that share it. `expected` are all of them, here yet or not."""

    name: str
    meter: str
    members: dict[str, Keeper] = field(default_factory=dict)
    expected: set[str] = field(default_factory=set)

    def orders(self, table: str, steps: Iterable[Step]) -> list[tuple[Keeper, Direct]]:
        """What the other tables have to be told; the whole link waits for a table that is being taken up."""
        events = [event for events, _ in steps for event in events]
        if not any(f"meter:{self.meter}" in getattr(event, "entries", {}) for event in events):
            return []
        self.check_whole()
        cite = self.members[table].rules.game.conduct
        linked = Link(self.meter, tuple(sorted(self.expected)), cite.linked if cite is not None else None)
        return [(self.members[id_], order) for id_, order in linked.tell(table, events)]

    def check_whole(self) -> None:
        """Refuse what needs every table of the link, and say which are missing."""
        missing = [id_ for id_ in sorted(self.expected) if self._kept(id_) is None]
        if missing:
            words = f"the link {self.name} waits for table {', '.join(missing)}; ask again"
            raise HouseError(words, fault="busy", field="links")

    def is_whole(self) -> bool:
        """Whether every table of the link is here and runs."""
        return all(self._kept(table) is not None for table in self.expected)

    def _kept(self, table: str) -> Keeper | None:
        keeper = self.members.get(table)
        return None if keeper is None or keeper.broken is not None else keeper


class MeterLinks:
    """Every link of a house."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._shared: dict[str, SharedMeter] = {}
        self._excused: dict[str, set[str]] = {}
        """Tables that are set aside, by the link that goes on without them."""

    def expect(self, table: str, settings: Settings) -> None:
        """A table that is stored: its link is whole only with it."""
        for meter, name in settings.links.items():
            self._shared.setdefault(name, SharedMeter(name, meter)).expected.add(table)
            self._excused.get(name, set()).discard(table)

    @contextmanager
    def joining(self, table: str, settings: Settings) -> Iterator[None]:
        """A new table, from before it reads the meters of its links until it has joined them: meanwhile no table of
        those links changes its meter, and no other joins."""
        for meter, name in settings.links.items():
            shared = self._shared.get(name)
            if shared is not None and shared.meter != meter:
                raise HouseError(f"the link {name} is of the meter {shared.meter}", fault="conflict", field="links")
            if shared is not None and not shared.is_whole():
                raise HouseError(f"the link {name} is not whole now; ask again", fault="busy", field="links")
        if len(set(settings.links.values())) != len(settings.links):
            raise HouseError("a link is of one meter of a table", fault="conflict", field="links")
        self.expect(table, settings)
        try:
            yield
        finally:
            for name in settings.links.values():
                self._drop(name, table)

    async def carried(self, settings: Settings) -> dict[str, int]:
        """What the links of a new table have on their meters; nothing of a link that never was.

        A link keeps its money when all of its tables have closed.
        """
        found: dict[str, int] = {}
        for meter, name in settings.links.items():
            shown = await self._at_rest(name, meter)
            known = shown if shown is not None else await asyncio.to_thread(self.pool, name)
            if known is not None:
                found[meter] = known
        return found

    async def _at_rest(self, name: str, meter: str) -> int | None:
        """What the tables of a link show, once all of it is stored; None of a link without tables."""
        members, account = list(self._shared[name].members.values()), f"meter:{meter}"
        while any(_moves(keeper, account) for keeper in members):  # noqa: ASYNC110 - what is on its way to the disk
            await asyncio.sleep(DISK_CHECK_SECONDS)
        if any(keeper.broken is not None for keeper in members):
            raise HouseError(f"the link {name} is not whole now; ask again", fault="busy", field="links")
        return members[0].decided.accounts[account] if members else None

    # Tables that were set aside.

    def excuse(self, table: str, keeper: Keeper | None) -> None:
        """A table that is set aside: its links go on without it, and it hears what it missed when it comes back."""
        for name, shared in tuple(self._shared.items()):
            if table in shared.expected and shared.members.get(table, keeper) is keeper:
                shared.members.pop(table, None)
                self._excused.setdefault(name, set()).add(table)
                self._drop(name, table)

    def excused(self, keepers: Iterable[Keeper]) -> set[str]:
        """The tables that are set aside and share a meter with one of these."""
        links = {name for keeper in keepers for name in keeper.settings.links.values()}
        return {table for name in links for table in self._excused.get(name, ())}

    def behind(self, keeper: Keeper) -> bool:
        """Whether a table shows something else of a shared meter than its link holds."""
        return any(
            keeper.decided.accounts.get(f"meter:{meter}") != (self.pool(name) or 0)
            for meter, name in keeper.settings.links.items()
        )

    async def catch_up(self, keeper: Keeper) -> None:
        """Tell a table that is to join its links what their meters gained and paid without it. What a link holds must
        be what another of its tables shows; the books alone are not believed."""
        self.expect(keeper.id, keeper.settings)
        steps: list[Step] = []
        for meter, name in keeper.settings.links.items():
            table = steps[-1][1] if steps else keeper.decided
            shows, holds = table.accounts.get(f"meter:{meter}"), await asyncio.to_thread(self.pool, name) or 0
            if shows == holds:
                continue
            if shows is None or await self._at_rest(name, meter) != holds:
                raise HouseError(f"the link {name} holds {holds} cents, and the table shows {shows}", field="links")
            order = Direct(order="meter", what=meter, amount=holds - shows)
            steps.append(take(table, order, SYSTEM, keeper.now()))
        if steps:
            await keeper.commit(steps)

    def pool(self, link: str) -> int | None:
        """The money of a link, if it ever had any."""
        rows = schema.balances
        with self.database.read() as connection:
            return connection.scalar(select(rows.c.cents).where(rows.c.account == ledger.pool(link)))

    def check(self, table: Table, settings: Settings) -> None:
        """Refuse a table that plays a shared meter on other terms."""
        for meter, name in settings.links.items():
            shared = self._shared.get(name)
            if shared is not None and shared.members:
                link([*(keeper.decided for keeper in shared.members.values()), table], meter)

    def join(self, keeper: Keeper) -> None:
        """A keeper that has its table; one that was taken up again after it closed has left."""
        if not keeper.table.open:
            for name in keeper.settings.links.values():
                if (shared := self._shared.get(name)) is not None:
                    shared.members.pop(keeper.id, None)
                    self._drop(name, keeper.id)
            return
        self.expect(keeper.id, keeper.settings)
        for name in keeper.settings.links.values():
            self._shared[name].members[keeper.id] = keeper
            keeper.shared = [self._shared[name] for name in keeper.settings.links.values()]

    def leave(self, keeper: Keeper) -> None:
        """A table that closed for good."""
        for name in keeper.settings.links.values():
            shared = self._shared.get(name)
            if shared is not None and shared.members.get(keeper.id) is keeper:
                del shared.members[keeper.id]
                self._drop(name, keeper.id)

    def _drop(self, name: str, table: str) -> None:
        """A table that is no member is not waited for; a link of nobody is forgotten here, and its money is kept."""
        shared = self._shared.get(name)
        if shared is not None and table not in shared.members:
            shared.expected.discard(table)
            if not shared.expected:
                del self._shared[name]


def _moves(keeper: Keeper, account: str) -> bool:
    """Whether a change of an account is on its way to the disk."""
    return keeper.broken is None and keeper.table.accounts[account] != keeper.decided.accounts[account]


def meter_orders(keeper: Keeper, steps: Sequence[Step]) -> list[tuple[Keeper, Step]]:
    """What these steps mean to the tables that share a meter with this one."""
    return [
        (other, _told(shared, other, order))
        for shared in keeper.shared
        for other, order in shared.orders(keeper.id, steps)
    ]


def check_wager(keeper: Keeper, wager: str) -> None:
    """Refuse a wager on a shared meter while a table of its link is missing: its round could not begin."""
    for shared in keeper.shared:
        meter = keeper.decided.meters.get(shared.meter)
        if meter is not None and meter.wager == wager:
            shared.check_whole()


def _told(shared: SharedMeter, other: Keeper, order: Direct) -> Step:
    """A table that cannot hear of its own meter is stopped, and the link waits until it is seen to; for one that closes
    until that is stored."""
    if not other.decided.open:
        raise HouseError(f"table {other.id} of the link {shared.name} closes; ask again", fault="busy", field="links")
    try:
        return take(other.decided, order, SYSTEM, other.now())
    except Exception as error:
        other.fail(HouseError(f"it cannot be told of its meter {shared.meter}: {error!r}", fault="stopped"))
        words = f"the link {shared.name} waits for table {other.id}; ask again"
        raise HouseError(words, fault="busy", field="links") from error
