"""What must hold after any fault: journals whole, the ledger made of them, every acknowledged command there once."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from typing import TYPE_CHECKING

from sqlalchemy import select

from croupier.house.audit.check import check
from croupier.house.storage import schema
from croupier.house.tables.money import ledger
from croupier.journal.reader import records
from croupier.table import events as e
from tests.house.floor import until

if TYPE_CHECKING:
    from croupier.house.house import House
    from croupier.journal import Record


def journal(house: House, table: str) -> list[Record]:
    """A table's records as they are stored; the chain and the signatures hold, or this raises."""
    found = list(records(BytesIO(b"".join(line for _, line in house.database.lines(table)))))
    assert [record.n for record in found] == list(range(len(found)))
    return found


async def at_rest(house: House) -> dict[str, list[Record]]:
    """`straight`, at a moment when nothing is on its way to the disk."""
    await until(lambda: all(k.broken is None and not k.waiting for k in house.keepers.values()))
    return straight(house)


def straight(house: House) -> dict[str, list[Record]]:
    """The books against themselves, against the tables in memory, and against the journals, cent by cent; then all that
    `croupier check` accuses anybody of."""
    house.audit()
    check(house.database.url, house.key.public)
    rows = schema.postings
    with house.database.read() as connection:
        asked = select(rows.c.table_id, rows.c.n, rows.c.account, rows.c.cents, rows.c.what).where(rows.c.n > 0)
        posted = Counter(tuple(row) for row in connection.execute(asked))
        answers = connection.execute(select(schema.answers.c.table_id, schema.answers.c.n)).all()
        played = connection.execute(select(schema.rounds.c.table_id, schema.rounds.c.last)).all()
    journals = {table: journal(house, table) for table in house.keepers}
    expected = Counter(
        (table, *entry)
        for table, found in journals.items()
        for record in found
        if isinstance(record.body, e.Event)
        for entry in ledger.postings(table, record.n, record.body)
    )
    assert posted == expected
    for table, found in journals.items():
        ends = {record.n for record in found if isinstance(record.body, e.RoundClosed)}
        assert {last for id_, last in played if id_ == table} == ends
        times = [record.at for record in found]
        assert times == sorted(times), "time ran backwards"
    assert all(n < len(journals[table]) for table, n in answers if table)
    return journals


def bought(journals: dict[str, list[Record]]) -> Counter[tuple[str, str, int]]:
    """(table, player, amount) of every buy-in that a journal holds."""
    return Counter(
        (table, record.body.player, record.body.entries[f"player:{record.body.player}"])
        for table, found in journals.items()
        for record in found
        if isinstance(record.body, e.MoneyMoved) and record.body.what == "buy-in"
    )
