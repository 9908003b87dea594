"""Which process keeps which table, where several serve one house.

Each table has one owner at a time; tables that share a meter have the same. `PostgresLeases` is for processes on one
PostgreSQL, `Place` for those of one server on SQLite.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from croupier.errors import HouseError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.house.storage.table_settings import Settings
    from croupier.house.tables.keeping.loading import StoredTable


_ADDRESS = re.compile(r"https?://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")


class LeaseLost(Exception):  # noqa: N818 - what happened
    """Nobody can be asked who keeps what: whatever was held is another's to take."""


def unit_of(table: str, settings: Settings) -> str:
    """What is owned in one piece: a table, or all tables of a link."""
    return f"link:{min(settings.links.values())}" if settings.links else table


def check_unit(table: str, settings: Settings, rows: Iterable[StoredTable]) -> None:
    """Refuse a table that shares a link with a stored one and would not be owned in one piece with it."""
    mine = unit_of(table, settings)
    for row in rows:
        shared = set() if row.settings is None else {*settings.links.values()} & {*row.settings.links.values()}
        if shared and row.unit != mine:
            words = (
                f"the link {min(shared)} is kept in one piece with {row.unit} at table {row.id}, with {mine} at this"
            )
            raise HouseError(f"{words}; open the table with the same links", fault="conflict", field="links")


def is_address(address: str) -> bool:
    """Whether processes may be asked there: a scheme, a host and perhaps a port, and nothing else.

    >>> is_address("http://10.0.0.5:8000"), is_address("https://house.example/x?y"), is_address("http://a@b")
    (True, False, False)
    """
    return _ADDRESS.fullmatch(address) is not None


class Ownership(ABC):
    """One process among the others, which reach it at `address`.

    It has the units it `held`. `others` says where tables are that are not here, `addresses` where the other processes
    are, `gone` which tables belonged to one that died, `live` how many there are with this one.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.held: set[str] = set()
        self.others: dict[str, str] = {}
        self.addresses: set[str] = set()
        self.gone: set[str] = set()
        self.live = 1

    @abstractmethod
    async def begin(self) -> None:
        """Be one of them; nothing is held yet."""

    @abstractmethod
    async def end(self) -> None:
        """Let go of everything, and say so."""

    @abstractmethod
    async def take(self, name: str, *, new: bool = False) -> bool:
        """Take a unit if nobody has it; one that is `new` is no other's to have."""

    @abstractmethod
    async def release(self, name: str) -> None:
        """Give a unit back."""

    @abstractmethod
    async def own(self, tables: Iterable[str]) -> None:
        """Tell the others where these tables are found."""

    @abstractmethod
    async def lost(self, tables: Iterable[str]) -> set[str]:
        """Those of these tables that were not given up by whoever had them last."""

    @abstractmethod
    async def give(self, name: str, tables: Iterable[str]) -> None:
        """Give tables up for another process to take."""

    @abstractmethod
    async def tick(self) -> None:
        """Say that this process lives; learn who else does, and where tables are."""

    @abstractmethod
    async def linger(self) -> None:
        """Say that this process finishes what it has, and takes no more."""

    @abstractmethod
    async def listen(self, hear: Callable[[str], None]) -> None:
        """Wait a moment, or until something changed, and tell of people whose roles changed meanwhile."""

    @abstractmethod
    async def where(self, table: str) -> str:
        """Where a table was found last, asked anew."""
