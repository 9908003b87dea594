"""The floor relieves the dealer of a table: somebody else's post, the record of it, and who may not come back."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.errors import CroupierError, HouseError
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.keeping import dealer_posts
from croupier.house.tables.keeping.idempotency_keys import Answer, refusal_of
from croupier.table import step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Executable

    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.table import Actor, Direct


async def relieve_now(keeper: Keeper, command: Direct, actor: Actor, key: str, body: str) -> Answer:
    """Carry the order out: the post first, then its record and the settings in one piece."""
    if keeper.broken is not None:
        raise keeper.broken
    if keeper.settings.automatic and command.player not in keeper.settings.relieved:
        raise HouseError("the automatic dealer deals here by now", fault="conflict", field="order")
    automatic = command.player == keeper.staff.dealer.name
    relieved = {*keeper.settings.relieved, keeper.settings.dealer} - {"", command.player}
    settings = replace(
        keeper.settings,
        automatic=automatic,
        dealer="" if automatic else command.player,
        relieved=tuple(sorted(relieved)),
    )
    if keeper.settings.automatic:
        await keeper.resettle(replace(keeper.settings, relieved=settings.relieved))
        return Answer(key, keeper.stored)
    taking = dealer_posts.taking(keeper.id, settings)
    try:
        await _post(keeper, taking)
        done = step(keeper.decided, command, actor, keeper.now())
    except CroupierError as error:
        if isinstance(error, HouseError) and error.field != "dealer":
            raise
        with suppress(HouseError):  # whoever dealt deals elsewhere by now
            await _post(keeper, dealer_posts.taking(keeper.id, keeper.settings))
        return refusal_of(error, key)
    changes, said = keeper.resettled(settings)
    answer = await keeper.store([done], key, body, changes, [said], taking)
    keeper.settings = settings
    keeper.running.relieved()
    return answer


async def _post(keeper: Keeper, taking: Sequence[Executable]) -> None:
    """Give a dealer the post first: what is refused with records stops the table, and two may be relieved by the
    same person at once."""
    await asyncio.wrap_future(keeper.database.submit(Transaction(keeper.id, keeper.now(), doing=taking)))
