"""Money on its way from a wallet to a table, set aside first, so that a buy-in finds it there whatever else happens;
and what a player pays of a claim, so that no wallet that was emptied meanwhile stops the table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from croupier.errors import CroupierError, HouseError
from croupier.house.journal.events import MoneyPosted
from croupier.house.storage import schema
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.money import ledger
from croupier.table import step

if TYPE_CHECKING:
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.house.tables.keeping.pending_writes import Step
    from croupier.house.tables.keeping.table_writer import Entry
    from croupier.table import Actor, BuyIn, Direct


async def bought(keeper: Keeper, command: BuyIn, actor: Actor) -> Step:
    """A buy-in that the table would take finds its money set aside, or gives it back if the table changed."""
    await _hold(keeper, command.player, command.amount)
    try:
        return step(keeper.decided, command, actor, keeper.now())
    except CroupierError:
        await _hold(keeper, command.player, -command.amount)
        raise


async def paid(keeper: Keeper, command: Direct, actor: Actor) -> tuple[Step, list[Entry]]:
    """A claim that a table would have collected finds its money set aside; and the entries by which that is in the
    wallet again when it is paid out of it. If the table changed it is given back."""
    await _hold(keeper, command.player, command.amount)
    try:
        done = step(keeper.decided, command, actor, keeper.now())
    except CroupierError:
        await _hold(keeper, command.player, -command.amount)
        raise
    return done, _released(ledger.hold(keeper.id, command.player), command.player, command.amount)


def release(keeper: Keeper) -> None:
    """Money that was set aside for a buy-in which never came goes back to its wallet."""
    rows = schema.balances
    mark = ledger.hold(keeper.id, "")
    with keeper.database.read() as connection:
        own = func.substr(rows.c.account, 1, len(mark)) == mark  # LIKE would take T1 for t1, and _ for any letter
        left = connection.execute(select(rows).where(own, rows.c.cents > 0)).all()
    for row in left:
        player = row.account.removeprefix(mark)
        entries = _released(row.account, player, row.cents)
        said = MoneyPosted(entries=ledger.moved(entries), what="release")
        keeper.database.store(Transaction(keeper.id, keeper.table.clock, entries=entries, said=[said]))


def _released(account: str, player: str, cents: int) -> list[Entry]:
    return [(0, account, -cents, "release"), (0, ledger.wallet(player), cents, "release")]


async def _hold(keeper: Keeper, player: str, amount: int) -> None:
    held = ledger.hold(keeper.id, player)
    entries = [(0, ledger.wallet(player), -amount, "hold"), (0, held, amount, "hold")]
    said = MoneyPosted(entries=ledger.moved(entries), what="hold")
    keeper.waiting += 1
    try:
        await asyncio.wrap_future(
            keeper.database.submit(Transaction(keeper.id, keeper.now(), entries=entries, said=[said]))
        )
    except HouseError as error:
        if error.fault != "short":  # it may be set aside or not; the next keeper gives back what is
            keeper.fail(error)
        raise
    finally:
        keeper.waiting -= 1
