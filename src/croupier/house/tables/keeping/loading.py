"""Open tables out of storage. What is wrong with one table's data is said of that table; a database that does not
answer is another matter, and an error."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from croupier.errors import CroupierError, HouseError
from croupier.games import open_game
from croupier.house.cluster.ownership import LeaseLost, unit_of
from croupier.house.storage import schema
from croupier.house.storage.journal_marks import hash_in
from croupier.house.storage.table_settings import Settings
from croupier.house.tables.keeping.keeper import Keeper
from croupier.journal.record import Line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from sqlalchemy import Connection

    from croupier.house.storage.database import Database
    from croupier.journal.keys import Key

MAX_FAULT_TEXT = 300
"""Letters of a fault that are told."""
DAMAGED = ("malformed", "could not decode")
"""What SQLite says of pages and texts that are broken."""
_LINE = msgspec.json.Decoder(Line)


class StoredTable(NamedTuple):
    """The row of an open table. Without `settings` the row cannot be used, and `fault` says why."""

    id: str
    name: str
    game: str
    edition: str
    opened: int
    settings: Settings | None
    fault: str = ""
    told: str = ""
    """The settings as they are stored; nothing where a keeper has them that was loaded before."""

    @property
    def unit(self) -> str:
        """What is owned in one piece with it."""
        return self.id if self.settings is None else unit_of(self.id, self.settings)


class KnownTable(NamedTuple):
    """A record of a table that must be in storage, by its number and hash, and who knows it."""

    n: int
    hash: bytes
    whose: str

    def check(self, keeper: Keeper) -> None:
        """Refuse a table whose storage was rolled back to before this record, or holds another in its place."""
        if (self.n, self.hash) == keeper.last_published:
            return
        found = [hash_in(line) for _, line in keeper.database.lines(keeper.id, self.n, self.n)]
        if found != [self.hash]:
            lacks = f"is not in storage any more, which ends with record {keeper.stored:,}"
            why = "is another in storage" if found else lacks
            raise HouseError(f"record {self.n:,}, which {self.whose}, {why}", field="records")


def stored_tables(database: Database) -> list[StoredTable]:
    """The rows of all open tables, in the order in which they were opened."""
    rows = schema.tables
    is_open = rows.c.closed.is_(None)
    with database.read() as connection:
        names = list(connection.scalars(select(rows.c.id).where(is_open).order_by(rows.c.opened, rows.c.id)))
    try:
        with database.read() as connection:
            found = {row.id: row for row in connection.execute(select(rows).where(is_open))}
    except HouseError:  # one row that the driver cannot read hides all of them
        return [_alone(database, name) for name in names]
    return [_stored(found[name]) for name in names if name in found]


def _alone(database: Database, name: str) -> StoredTable:
    rows = schema.tables
    try:
        with database.read() as connection:
            return _stored(connection.execute(select(rows).where(rows.c.id == name)).one())
    except Exception as error:  # noqa: BLE001 - whatever its row holds, it is about this table
        return StoredTable(name, name, "", "", 0, None, f"its row cannot be read: {fault_in_words(error)}")


def _stored(row: Any) -> StoredTable:  # noqa: ANN401 - a row
    known = (row.id, row.name, row.game, row.edition)
    if not all(isinstance(text, str) for text in known) or not isinstance(row.opened, int):
        return StoredTable(str(row.id), str(row.name), "", "", 0, None, "its row holds values of another kind")
    try:
        return StoredTable(*known, row.opened, _settings(row.settings), told=row.settings)
    except Exception as error:  # noqa: BLE001 - as above
        return StoredTable(*known, row.opened, None, f"its settings cannot be read: {fault_in_words(error)}")


@lru_cache(4096)
def _settings(text: str) -> Settings:
    return msgspec.json.decode(text, type=Settings)


def loaded(
    database: Database,
    key: Key,
    row: StoredTable,
    clock: Callable[[], int],
    chance: random.Random,
    *,
    whole: bool = False,
    known: Collection[KnownTable] = (),
) -> Keeper:
    """A keeper with its table as it is stored. It is read from its first record if it must be the `whole` journal;
    storage must still hold the records that are `known`."""
    keeper = _keeper(database, key, row, clock, chance)
    keeper.read(whole=whole)
    for each in known:
        each.check(keeper)
    keeper.views.of(keeper.table, keeper.staff, "")  # a table that cannot be shown is none
    return keeper


def _keeper(database: Database, key: Key, row: StoredTable, clock: Callable[[], int], chance: random.Random) -> Keeper:
    if row.settings is None:
        raise HouseError(row.fault, field="table")
    rules = open_game(row.game, row.edition).rules(row.settings.submission, row.settings.readings)
    keeper = Keeper(database, key, row.id, row.name, row.settings, rules, clock, chance)
    if row.told:
        keeper.tails.check_settings(database, row.id, row.game, row.edition, row.told)
    return keeper


def tried(database: Database, key: Key) -> Iterator[tuple[StoredTable, int, str]]:
    """Every open table read from its first record, with its records and what is wrong with it; nothing is changed."""
    for row in stored_tables(database):
        try:
            keeper = _keeper(database, key, row, lambda: 0, random.SystemRandom())
            keeper.read(whole=True)
            keeper.views.of(keeper.table, keeper.staff, "")
        except Exception as error:
            if of_database(error) and not database_answers(database):
                raise
            yield row, 0, fault_in_words(error)
        else:
            yield row, keeper.stored + 1, ""


def check_key(database: Database, key: Key) -> None:
    """Refuse a key that has signed none of the open tables: it is another house's."""
    tables, rows = schema.tables, schema.records
    query = select(rows.c.line).join(tables, tables.c.id == rows.c.table_id)
    keys: set[str] = set()
    with database.read() as connection:
        for (line,) in connection.execute(query.where(tables.c.closed.is_(None), rows.c.n == 0)):
            keys |= _key_in(line)
    if keys and keys.isdisjoint(key.publics):
        raise HouseError("the tables are signed with another key than this", fault="storage", field="key")


def _key_in(line: object) -> set[str]:
    try:
        header = _LINE.decode(line).journal  # type: ignore[arg-type]
    except Exception:  # noqa: BLE001 - it is said when the table is loaded
        return set()
    return set() if header is msgspec.UNSET else {header.key}


def of_database(error: BaseException) -> bool:
    """Whether an error may be the database's as well as a table's; one that tells of damaged data is a table's."""
    if isinstance(error, HouseError) and any(mark in str(error).lower() for mark in DAMAGED):
        return False
    return isinstance(error, SQLAlchemyError | LeaseLost) or (
        isinstance(error, HouseError) and error.fault in {"storage", "closed"}
    )


def database_answers(database: Database) -> bool:
    """Whether the database can be read now."""
    try:
        with database.read() as connection:
            _probe(connection)
    except (CroupierError, SQLAlchemyError):
        return False
    return True


def _probe(connection: Connection) -> None:
    connection.execute(select(schema.tables.c.id).limit(1)).first()


def fault_in_words(error: BaseException) -> str:
    """What went wrong in a line: a refusal says it; of anything else its kind is told too."""
    text = " ".join(str(error).split())
    kind = "" if isinstance(error, CroupierError) else type(error).__name__
    return ": ".join(part for part in (kind, text) if part)[:MAX_FAULT_TEXT]
