"""Marks by which the house knows its own storage again: where each table's journal ends, how the table is run, and the
snapshot that it starts from.

Records after a journal's last signed head are chained, and anyone can chain; of these the house stores a code in the
same transaction, made with a secret of its key. Whoever writes into the database without the key can go back to what
was once stored, which is found otherwise, but adds nothing that is believed.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import func, insert, select, update

from croupier.errors import HouseError
from croupier.house.storage import schema

if TYPE_CHECKING:
    from sqlalchemy import Connection, Executable

    from croupier.house.storage.database import Database
    from croupier.journal.keys import Key
    from croupier.journal.walk import Walk
    from croupier.kit.payload import Json

RECORDS, SETTINGS = "records", "settings"
_HASH = len('"}\n')


def hash_in(line: bytes) -> bytes:
    """The hash that a stored line ends with; nothing if it ends with none."""
    try:
        return bytes.fromhex(line[-64 - _HASH : -_HASH].decode("ascii"))
    except (ValueError, UnicodeDecodeError):
        return b""


class JournalMarks:
    """The marks that one key makes."""

    def __init__(self, key: Key) -> None:
        self._keyed = hmac.new(key.secret(b"tail"), digestmod="sha256")

    def _code(self, *told: object) -> str:
        """A copy of the keyed hash keeps the interpreter for itself, as `hmac.digest` does not: this is done for every
        command, beside a thread that writes."""
        code = self._keyed.copy()
        code.update("\n".join(map(str, told)).encode())
        return code.hexdigest()

    # Where a journal ends.

    def row(self, table: str, journal: str, n: int, last: bytes) -> tuple[Any, Json]:
        """What is stored with records of which the last has this number and hash."""
        code = self._code(RECORDS, table, journal, n, last.hex())
        return schema.tails, {"table_id": table, "what": RECORDS, "n": n, "code": code}

    def end(self, database: Database, table: str) -> tuple[int, str]:
        """The number of the record that a table's journal must end with, and its mark; records that come after it are
        refused. What is stored meanwhile by the table's owner comes with a later mark."""
        rows, lines = schema.tails, schema.records
        with database.read() as connection:
            last = connection.scalar(select(func.max(lines.c.n)).where(lines.c.table_id == table))
            if last is None:
                raise HouseError("it has no records", fault="unknown", field="table")
            found = connection.execute(select(rows).where(rows.c.table_id == table, rows.c.what == RECORDS)).first()
        if found is None:
            raise _not_ours("the mark of where its journal ends is gone from storage")
        if last > found.n:
            raise _not_ours(f"the house stored its records up to {found.n:,}, and not those after it up to {last:,}")
        return found.n, found.code

    def check_end(self, table: str, walk: Walk, end: tuple[int, str]) -> None:
        """Refuse a journal that was read to its end and does not end with the record that the house marked."""
        n, code = end
        assert walk.header is not None
        if walk.n - 1 < n:
            raise _not_ours(f"the house stored its records up to {n:,}, and those after {walk.n - 1:,} are gone")
        if not hmac.compare_digest(code, self._code(RECORDS, table, walk.header.id, n, walk.before.hex())):
            raise _not_ours(f"its journal does not end with the record {n:,} that the house stored")

    # How a table is run.

    def settings(self, table: str, game: str, edition: str, text: str) -> str:
        """The mark of a table's game and settings, as they are stored."""
        return self._code(SETTINGS, table, game, edition, sha256(text.encode()).hexdigest())

    def settings_row(self, table: str, game: str, edition: str, text: str) -> tuple[Any, Json]:
        """What is stored with a new table."""
        code = self.settings(table, game, edition, text)
        return schema.tails, {"table_id": table, "what": SETTINGS, "n": 0, "code": code}

    def resettled(self, table: str, game: str, edition: str, text: str) -> Executable:
        """What goes with a change of a table's settings."""
        rows = schema.tails
        own = update(rows).where(rows.c.table_id == table, rows.c.what == SETTINGS)
        return own.values(code=self.settings(table, game, edition, text))

    def check_settings(self, database: Database, table: str, game: str, edition: str, text: str) -> None:
        """Refuse settings that the house did not store."""
        rows = schema.tails
        query = select(rows.c.code).where(rows.c.table_id == table, rows.c.what == SETTINGS)
        with database.read() as connection:
            found = connection.scalar(query)
        if found is None or not hmac.compare_digest(found, self.settings(table, game, edition, text)):
            raise _not_ours("its game and settings are not those that the house stored")

    # Where a table starts from.

    def snapshot(self, table: str, place: msgspec.Struct, state: bytes) -> str:
        """The mark of a snapshot."""
        return self._code("snapshot", table, msgspec.json.encode(place).hex(), sha256(state).hexdigest())

    # Houses that had none.

    def adopt(self, connection: Connection) -> list[str]:
        """Mark every open table as it is stored; the names of those that had no marks."""
        found = missing(connection)
        connection.execute(schema.tails.delete().where(schema.tails.c.table_id.in_(found)))
        for table in found:
            self.mark(connection, table)
        return found

    def mark(self, connection: Connection, table: str) -> None:
        """Mark a table as it is stored, whatever marks it had; one without records has no end to mark."""
        rows, lines = schema.tables, schema.records
        own = select(lines.c.n, lines.c.line).where(lines.c.table_id == table).order_by(lines.c.n)
        first, last = (
            connection.execute(query.limit(1)).first() for query in (own, own.order_by(None).order_by(lines.c.n.desc()))
        )
        found = connection.execute(select(rows).where(rows.c.id == table)).one()
        marks = [self.settings_row(table, found.game, found.edition, found.settings)[1]]
        if first is not None and last is not None:
            marks.append(self.row(table, _journal(bytes(first.line)), last.n, hash_in(bytes(last.line)))[1])
        connection.execute(schema.tails.delete().where(schema.tails.c.table_id == table))
        connection.execute(insert(schema.tails), marks)


def missing(connection: Connection) -> list[str]:
    """The open tables that lack a mark."""
    rows, marks = schema.tables, schema.tails
    whole = select(marks.c.table_id).group_by(marks.c.table_id).having(func.count() >= len((RECORDS, SETTINGS)))
    query = select(rows.c.id).where(rows.c.closed.is_(None), rows.c.id.not_in(whole)).order_by(rows.c.id)
    return list(connection.scalars(query))


def _journal(line: bytes) -> str:
    try:
        return str(msgspec.json.decode(line)["journal"]["id"])
    except (msgspec.DecodeError, KeyError, TypeError, UnicodeDecodeError):
        return ""  # such a table is not loaded anyway


def _not_ours(why: str) -> HouseError:
    return HouseError(f"{why}: storage was changed past the house", field="records")
