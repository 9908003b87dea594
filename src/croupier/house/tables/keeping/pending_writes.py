"""What tables have decided, on its way to the disk: one piece for each command, and commands that came together."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.errors import CroupierError
from croupier.house.tables.keeping.idempotency_keys import Answer

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Sequence

    from croupier.house.storage.transactions import Transaction
    from croupier.house.tables.keeping.table_writer import TableWriter
    from croupier.house.tables.views.visibility import OwnHand
    from croupier.table import Table
    from croupier.table import events as e

    Step = tuple[tuple[e.Event, ...], Table]
    """What a command led to, and the table after it."""


class PendingWrite(msgspec.Struct, frozen=True):
    """Records of a table on their way to the disk, and what they are to those who may see more of them."""

    keeper: TableWriter
    work: Transaction
    theirs: dict[int, tuple[OwnHand, ...]]
    steps: Sequence[Step]
    last: int


class ReadyWrite(NamedTuple):
    """What a command led to, at its table first and then at those that share a meter with it; and who waits for it."""

    written: Sequence[PendingWrite]
    key: str
    coming: asyncio.Future[Answer]


def settle_writes(ready: Sequence[ReadyWrite], error: Exception | None) -> None:
    """What was sent together is on the disk, or was refused: one table's commands, or one command's tables."""
    if len(ready) == 1:
        several = [(each.keeper, [each]) for each in ready[0].written]
    else:
        several = [(ready[0].written[0].keeper, [one.written[0] for one in ready])]
    for keeper, written in several:
        keeper.waiting -= len(written)
        if error is None:
            keeper.publish(written)
        elif isinstance(error, CroupierError):
            keeper.fail(error)
    for one in ready:
        if one.coming.done():  # whoever asked has gone
            continue
        if error is not None:
            one.coming.set_exception(error)
            one.coming.exception()  # it is heard already where nobody waits any more: the keeper has failed
        else:
            one.coming.set_result(Answer(one.key, one.written[0].last))
