"""Progressive meters that several tables share.

The tables of a link are kept by one process, which takes their commands one after the other: the meter is one number,
contributions add up exactly, and of two hits at almost the same time one is first. What changes the meter at one table
is stored with the records that tell it to the others, in one piece.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.errors import HouseError
from croupier.table import Link, link
from croupier.table import step as take
from croupier.table.automatic import FLOORPERSON

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.house.keeper import Keeper
    from croupier.house.settings import Settings
    from croupier.house.written import Step
    from croupier.table import Direct, Table


@dataclass(slots=True)
class Shared:
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
        missing = [id_ for id_ in sorted(self.expected) if self._kept(id_) is None]
        if missing:
            raise HouseError(f"the link {self.name} waits for table {', '.join(missing)}; ask again", fault="busy")
        cite = self.members[table].rules.game.conduct
        linked = Link(self.meter, tuple(sorted(self.expected)), cite.linked if cite is not None else None)
        return [(self.members[id_], order) for id_, order in linked.tell(table, events)]

    def _kept(self, table: str) -> Keeper | None:
        keeper = self.members.get(table)
        return None if keeper is None or keeper.broken is not None else keeper


class Links:
    """Every link of a house."""

    def __init__(self) -> None:
        self._shared: dict[str, Shared] = {}

    def expect(self, table: str, settings: Settings) -> None:
        """A table that is stored: its link is whole only with it."""
        for meter, name in settings.links.items():
            self._shared.setdefault(name, Shared(name, meter)).expected.add(table)

    def carried(self, settings: Settings) -> dict[str, int]:
        """What the meters of a new table show: what their link shows, or their seed if it is the first."""
        found: dict[str, int] = {}
        for meter, name in settings.links.items():
            shared = self._shared.get(name)
            if shared is None:
                continue
            if shared.meter != meter:
                raise HouseError(f"the link {name} is of the meter {shared.meter}", fault="conflict", field="links")
            tables = [k.decided for k in shared.members.values() if k.broken is None and k.decided.open]
            if len(tables) != len(shared.expected):
                raise HouseError(f"the link {name} is not whole now; ask again", fault="busy", field="links")
            if tables:
                found[meter] = tables[0].accounts[f"meter:{meter}"]
        return found

    def check(self, table: Table, settings: Settings) -> None:
        """Refuse a table that plays a shared meter on other terms."""
        for meter, name in settings.links.items():
            shared = self._shared.get(name)
            if shared is not None and shared.members:
                link([*(keeper.decided for keeper in shared.members.values()), table], meter)

    def join(self, keeper: Keeper) -> None:
        """A keeper that has its table."""
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
                shared.expected.discard(keeper.id)
                if not shared.expected:
                    del self._shared[name]


def told(keeper: Keeper, steps: Sequence[Step]) -> list[tuple[Keeper, Step]]:
    """What these steps mean to the tables that share a meter with this one."""
    return [
        (other, take(other.decided, order, FLOORPERSON, other.now()))
        for shared in keeper.shared
        for other, order in shared.orders(keeper.id, steps)
    ]
