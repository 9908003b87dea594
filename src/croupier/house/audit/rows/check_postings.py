"""A table's postings against its journal, and the meters that tables share against the money of their links.

What a record must have posted is made by the function that posted it.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from croupier.errors import JournalError
from croupier.house.storage import schema
from croupier.house.storage.table_settings import Settings
from croupier.house.tables.money import ledger
from croupier.table.events import Event, TableClosed, TableOpened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Row

STORED_TOGETHER = 600_000
"""Milliseconds between a record and the last of those that were stored with it, whose time its entries have."""
SAME_MOMENT = 1000
"""Milliseconds within which works may be stored in another order than they were made."""


class Postings:
    """A table's postings beside its journal, record by record: each must be what the ledger makes of the record."""

    def __init__(self, connection: Connection, table: str, links: Links, settings: str) -> None:
        rows = schema.postings
        query = select(rows.c.n, rows.c.account, rows.c.cents, rows.c.what, rows.c.at)
        query = query.where(rows.c.table_id == table, rows.c.n > 0).order_by(rows.c.n, rows.c.id)
        self.table = table
        self.settings = _settings(settings)
        self._all = links
        self._links, self._joined = links.of(table, settings)
        self._meters = dict.fromkeys(self._links, 0)
        self._rows: Iterator[Row[tuple[int, str, int, str, int]]]
        self._rows = iter(connection.execute(query, execution_options={"yield_per": 1000}))
        self._next = next(self._rows, None)
        self._open = True

    def compare(self, n: int, offset: int, event: Event, at: int) -> None:
        """Hold what is posted for a record against what it moved: accounts, amounts, words, and the time."""
        for account, cents in getattr(event, "entries", {}).items():
            if (meter := account.removeprefix("meter:")) in self._meters:
                self._meters[meter] += cents
        self._open = self._open and not isinstance(event, TableClosed)
        joined = self._joined if isinstance(event, TableOpened) else ()
        made = ledger.postings(self.table, n, event, self._links, joined)
        if not made and (self._next is None or self._next.n > n):
            return
        found: list[tuple[int, str, int, str]] = []
        while self._next is not None and self._next.n <= n:
            if self._next.n < n or not made:
                raise self._idle()
            found.append((self._next.n, self._next.account, self._next.cents, self._next.what))
            if not at <= self._next.at <= at + STORED_TOGETHER:
                raise JournalError(
                    "was posted at another time than the ledger says", fault="books", record=n, offset=offset
                )
            self._next = next(self._rows, None)
        if sorted(found) != sorted(made):
            raise JournalError("moved other amounts than the ledger says", fault="books", record=n, offset=offset)

    def end(self) -> None:
        """Nothing is left over; what the table shows of its links is kept for them."""
        if self._next is not None:
            raise self._idle()
        if self._open:
            self._all.hear(self.table, {self._links[meter]: cents for meter, cents in self._meters.items()})

    def _idle(self) -> JournalError:
        assert self._next is not None
        return fault(f"the ledger has entries for record {self._next.n}, which moved nothing")


class Links:
    """The meters that tables share: who brought a link's first money, and what each open table shows of it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._first: dict[str, str] = {}
        self._shown: dict[str, dict[str, int]] = {}

    def of(self, table: str, settings: str) -> tuple[dict[str, str], list[str]]:
        """A table's links, and the meters among them that had their money before it opened."""
        links = _settings(settings).links
        return links, [meter for meter, link in links.items() if self._founder(link) != table]

    def _founder(self, link: str) -> str:
        if link not in self._first:
            rows = schema.postings
            query = select(rows.c.table_id).where(rows.c.account == ledger.pool(link)).order_by(rows.c.id).limit(1)
            self._first[link] = self._connection.scalar(query) or ""
        return self._first[link]

    def hear(self, table: str, shown: dict[str, int]) -> None:
        """What an open table shows on the meters of its links."""
        for link, cents in shown.items():
            self._shown.setdefault(link, {})[table] = cents

    def compare(self, balances: dict[str, int]) -> None:
        """Every table of a link shows what the link holds; one that was set aside meanwhile, what it held once."""
        for link, shown in sorted(self._shown.items()):
            stands = balances.get(ledger.pool(link), 0)
            others = {table: cents for table, cents in shown.items() if cents != stands}
            held = self._history(link) if others and len(others) < len(shown) else set()
            for table, cents in others.items():
                if cents not in held:
                    raise fault(f"the link {link} holds {stands} cents, and table {table} shows {cents}")

    def _history(self, link: str) -> set[int]:
        """What a link has held after each of its postings."""
        rows = schema.postings
        query = select(rows.c.cents).where(rows.c.account == ledger.pool(link)).order_by(rows.c.id)
        return set(accumulate(self._connection.scalars(query)))


def _settings(text: str) -> Settings:
    try:
        return msgspec.json.decode(text, type=Settings)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise fault(f"its settings cannot be read: {error}") from None


def never_below_nothing(connection: Connection) -> None:
    """No wallet, and nothing held for a buy-in, stood below nothing after any posting, in the order of their ids.

    What is stored at the same moment may stand in either order: an account that is whole again by then is no fault. The
    accounts of a table are what its own journal makes of them.
    """
    rows = schema.postings
    query = (
        select(rows.c.id, rows.c.at, rows.c.account, rows.c.cents)
        .where(
            rows.c.account.startswith(ledger.wallet(""), autoescape=True) | rows.c.account.contains(ledger.hold("", ""))
        )
        .order_by(rows.c.id)
    )
    stands: dict[str, int] = {}
    below: dict[str, tuple[int, int, int]] = {}
    for row in connection.execute(query, execution_options={"yield_per": 1000}):
        since = below.get(row.account)
        if since is not None and row.at > since[1] + SAME_MOMENT:
            break
        stands[row.account] = stands.get(row.account, 0) + row.cents
        if stands[row.account] >= 0:
            below.pop(row.account, None)
        elif since is None:
            below[row.account] = (row.id, row.at, stands[row.account])
    for account, (posting, _, cents) in below.items():
        raise fault(f"account {account} stood at {cents} cents after posting {posting}")


def fault(message: str) -> JournalError:
    """The books say something else than the journals."""
    return JournalError(message, fault="books")
