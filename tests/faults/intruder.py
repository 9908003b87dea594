"""What somebody can do who writes into the database and holds no key: add records that chain, take records out again,
put old rows back, with the postings and balances that go with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, func, insert, select, update

from croupier.house.journal.journal import HouseLine
from croupier.house.storage import schema
from croupier.house.tables.money import ledger
from croupier.journal.record import TAIL, Line, hash_of
from tests.house.damage import on

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection

    from croupier.house.journal.events import HouseEvent
    from croupier.table.events import Event


def line_of(kind: Any, before: bytes, **told: Any) -> tuple[bytes, bytes]:
    """A line that follows the one with this hash, and its own."""
    body = msgspec.json.encode(kind(hash="0" * 64, **told))[:-TAIL]
    digest = hash_of(before, body)
    return body + b',"hash":"%b"}\n' % digest.hex().encode(), digest


def _last(connection: Connection, rows: Any, *own: Any) -> dict[str, Any]:
    line = connection.scalar(select(rows.c.line).where(*own).order_by(rows.c.n.desc()).limit(1))
    assert line is not None
    told: dict[str, Any] = msgspec.json.decode(bytes(line))
    return told


def post(connection: Connection, table: str, n: int, at: int, entries: Sequence[tuple[int, str, int, str]]) -> None:
    """Postings and balances, as the house would have left them."""
    for _, account, cents, what in entries:
        row = {"table_id": table, "n": n, "at": at, "account": account, "cents": cents, "what": what}
        connection.execute(insert(schema.postings).values(row))
        own = schema.balances.c.account == account
        changed = update(schema.balances).where(own).values(cents=schema.balances.c.cents + cents)
        if not connection.execute(changed).rowcount:
            connection.execute(insert(schema.balances).values(account=account, cents=cents))


def forge(url: str, table: str, *events: Event) -> None:
    """Unsigned records at the end of a table's journal."""

    def write(connection: Connection) -> None:
        rows = schema.records
        last = _last(connection, rows, rows.c.table_id == table)
        n, at, before = last["n"], last["at"], bytes.fromhex(last["hash"])
        for place, event in enumerate(events, 1):
            n += 1
            more = {"more": True} if place < len(events) else {}
            line, before = line_of(Line, before, n=n, at=at, event=event, **more)
            connection.execute(insert(rows).values(table_id=table, n=n, line=line))
            post(connection, table, n, at, ledger.postings(table, n, event))

    on(url, write)


def roll_back(url: str, table: str, last: int, tail: dict[str, Any] | None = None) -> None:
    """A table's journal ends with record `last` again, and so do the books; with the mark that it had then, if kept."""

    def write(connection: Connection) -> None:
        rows = schema.postings
        later = (rows.c.table_id == table, rows.c.n > last)
        asked = select(rows.c.account, func.sum(rows.c.cents)).where(*later).group_by(rows.c.account)
        for account, cents in connection.execute(asked).all():
            balance = schema.balances
            changed = balance.c.cents - int(cents)
            connection.execute(update(balance).where(balance.c.account == account).values(cents=changed))
        for each in (schema.postings, schema.records, schema.answers):
            connection.execute(delete(each).where(each.c.table_id == table, each.c.n > last))
        for each, column in ((schema.rounds, "last"),):
            connection.execute(delete(each).where(each.c.table_id == table, each.c[column] > last))
        kept = select(schema.rounds.c.round).where(schema.rounds.c.table_id == table)
        played = schema.played
        connection.execute(delete(played).where(played.c.table_id == table, played.c.round.not_in(kept)))
        if tail is not None:
            marks = schema.tails
            connection.execute(update(marks).where(marks.c.table_id == table, marks.c.what == "records").values(tail))

    on(url, write)


def tail(url: str, table: str) -> dict[str, Any]:
    """The mark of where a table's journal ends, to be put back later."""

    def read(connection: Connection) -> dict[str, Any]:
        marks = schema.tails
        own = select(marks).where(marks.c.table_id == table, marks.c.what == "records")
        return dict(connection.execute(own).mappings().one())

    found: dict[str, Any] = on(url, read)
    return found


def mask(url: str, *events: HouseEvent) -> Callable[[], None]:
    """Unsigned records at the end of the house's journal, the last disguised as the last true head; gives what takes
    the disguise off again."""
    forged: list[tuple[int, bytes]] = []

    def write(connection: Connection) -> None:
        rows = schema.house_records
        last = _last(connection, rows)
        before = bytes.fromhex(last["hash"])
        for n, event in enumerate(events, last["n"] + 1):
            line, before = line_of(HouseLine, before, n=n, at=last["at"], event=event)
            forged.append((n, line))
        told = {"n": forged[-1][0], "at": last["at"], "head": last["head"], "hash": before.hex()}
        stored = [*forged[:-1], (forged[-1][0], msgspec.json.encode(told) + b"\n")]
        connection.execute(insert(rows), [{"n": n, "line": line} for n, line in stored])

    def unmask(connection: Connection) -> None:
        rows = schema.house_records
        n, line = forged[-1]
        connection.execute(update(rows).where(rows.c.n == n).values(line=line))

    on(url, write)
    return lambda: on(url, unmask)
