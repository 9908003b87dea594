"""Play money that the house gives away, each grant once: its claim is a row that no second transaction can insert.

A real-money house gives nothing.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from croupier.errors import HouseError
from croupier.house.journal.events import MoneyPosted
from croupier.house.storage import schema
from croupier.house.storage.idempotency import answer_row, digest
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.money import ledger

if TYPE_CHECKING:
    from sqlalchemy import Executable

    from croupier.house.house import House
    from croupier.house.storage.database import Database

WHAT = "play-money"


def wallet_of(database: Database, player: str) -> int | None:
    """What a wallet holds; None if it never held anything."""
    rows = schema.balances
    with database.read() as connection:
        return connection.scalar(select(rows.c.cents).where(rows.c.account == ledger.wallet(player)))


def number_of(database: Database, player: str) -> int:
    """How many grants a player has had."""
    rows = schema.postings
    query = select(func.count()).where(rows.c.account == ledger.wallet(player), rows.c.what == WHAT)
    with database.read() as connection:
        return int(connection.scalar(query) or 0)


async def give(house: House, player: str, cents: int, claim: str, *also: Executable) -> bool:
    """Give play money under a claim; whether it was given now. Of several at once, in any process, one gives it.

    What is done `also` is done with it, or not at all.
    """
    if house.is_real:
        raise HouseError("a real-money house gives nothing away", fault="denied")
    key = digest(WHAT, player, claim)
    entries = ledger.grant(ledger.wallet(player), cents, WHAT)
    said = MoneyPosted(entries=ledger.moved(entries), what=WHAT, key=key)
    work = Transaction("", house.clock(), entries=entries, doing=[answer_row(key, key, {}), *also], said=[said])
    try:
        await asyncio.wrap_future(house.database.submit(work))
    except HouseError as error:
        if error.fault != "conflict":
            raise
        return False
    return True
