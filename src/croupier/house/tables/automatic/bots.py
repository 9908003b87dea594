"""Company for a table: automatic players of the house's own, who fill seats on request and play by chance.

They wager, decide and buy in through the table's keeper like anyone else, and get up when asked to.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from croupier.errors import CroupierError, HouseError
from croupier.house.tables.money import play_money
from croupier.table import Actor, BuyIn, CashOut, Crowd, Decide, Leave, Sit
from croupier.table.turns import deciding

if TYPE_CHECKING:
    from croupier.house.house import House
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.table.commands import Command

STAKE = 50_000
"""What an automatic player buys in for."""
NAME = "Bot "
"""No guest may be called so; see `Desk.guest`."""


class Bots:
    """The automatic players of a house, table by table. `haste` of 0 lets them answer at once."""

    def __init__(self, house: House, *, haste: float = 1.0, chance: random.Random | None = None) -> None:
        self.house = house
        self.haste = haste
        self.chance = chance or house.chance
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def is_bot(self, name: str) -> bool:
        """Whether a name is an automatic player's."""
        return name.startswith(NAME)

    def at(self, table: str) -> int:
        """How many sit at a table."""
        return sum(self.is_bot(name) for name in self.house.keeper(table).table.seats.values())

    async def fill(self, table: str, wanted: int) -> None:
        """Seat automatic players, up to so many; one seat stays free for a friend."""
        if self.house.is_real:
            raise HouseError("a real-money house seats people only", fault="denied")
        keeper = self.house.keeper(table)
        free = [n for n in range(1, keeper.rules.game.seats + 1) if n not in keeper.table.seats]
        for seat in free[:-1][: max(0, wanted - self.at(table))]:
            name = f"{NAME}{seat}"
            try:
                await self._say(keeper, Sit(player=name, seat=seat), name)
                await self._buy(keeper, name)
            except CroupierError:
                continue
        self.start(table)

    async def dismiss(self, table: str, seat: int | None = None) -> None:
        """Ask them, or the one at a seat, to get up; a hand in play goes on without them."""
        keeper = self.house.keeper(table)
        for number, name in list(keeper.table.seats.items()):
            if self.is_bot(name) and seat in {None, number}:
                await self._say(keeper, Leave(seat=number), name)
                if name not in keeper.table.seats.values():
                    await self._say(keeper, CashOut(player=name), name, quiet=True)

    def start(self, table: str) -> None:
        """Let the automatic players of a table play."""
        running = self._tasks.get(table)
        if running is None or running.done():
            self._tasks[table] = asyncio.get_running_loop().create_task(self._play(self.house.keeper(table)))

    def resume(self, *tables: str) -> None:
        """Go on where some still sit, as after a restart: at these tables, or at all."""
        for table in tables or self.house.keepers:
            if self.at(table):
                self.start(table)

    async def stop(self) -> None:
        """Nobody plays on."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self._tasks.clear()

    async def _play(self, keeper: Keeper) -> None:
        moved = asyncio.Event()
        keeper.after_commit.append(wake := lambda *_: moved.set())
        crowd = Crowd(random.Random(self.chance.getrandbits(64)), 0, side=0.4)  # noqa: S311 - how they play, no cards
        try:
            while keeper.broken is None and keeper.table.open and self.at(keeper.id):
                moved.clear()
                if not await self._act(keeper, crowd):
                    with suppress(TimeoutError):
                        async with asyncio.timeout(5):  # wait_for would lose a cancellation that comes with the event
                            await moved.wait()
        finally:
            keeper.after_commit.remove(wake)

    async def _act(self, keeper: Keeper, crowd: Crowd) -> bool:
        """Wager or decide for one of them; whether there was something to do."""
        table = keeper.table
        if table.phase == "betting" and not table.idle:
            alone = not any(not self.is_bot(table.seats.get(seat, "")) for seat in table.layout)
            if alone and not keeper.settings.school:
                return False  # they keep company: nobody is hurried, and nobody plays for an empty room
            for seat, name in table.seats.items():
                if self.is_bot(name) and seat not in table.layout and name not in table.barred:
                    await self._wait(0.1, 0.35)
                    return await self._wager(keeper, crowd, seat, name)
            return False
        answer = crowd.decide(table)
        if answer is None:
            return False
        command, actor = answer
        if not self.is_bot(actor.name):
            return await self._together(keeper, crowd)
        await self._wait(0.5, 1.4)
        await self._say(keeper, command, actor.name, quiet=True)
        return True

    async def _together(self, keeper: Keeper, crowd: Crowd) -> bool:
        """Where everyone decides at once, those behind the first do not wait for it."""
        table = keeper.table
        due, play = table.due, table.play
        if not table.conduct.together or due is None or due.id != "decide" or play is None:
            return False
        for seat in deciding(table):
            name = play.players[seat]
            if self.is_bot(name):
                await self._wait(0.5, 1.4)
                street = table.rules.game.streets[due.street]
                decision = crowd.chance.choice([o.id for o in street.options if not o.folds])
                await self._say(keeper, Decide(seat=seat, decision=decision), name, quiet=True)
                return True
        return False

    async def _wager(self, keeper: Keeper, crowd: Crowd, seat: int, name: str) -> bool:
        if keeper.table.phase != "betting" or keeper.table.seats.get(seat) != name:
            return True
        for command, actor in list(crowd.wager(keeper.table)):
            if actor.name != name:
                continue
            if isinstance(command, BuyIn):
                await self._buy(keeper, name)
            else:
                await self._say(keeper, command, name, quiet=True)
        if seat not in keeper.table.layout:
            await self._wait(0.2, 0.4)
        return True

    async def _buy(self, keeper: Keeper, name: str) -> None:
        await self.house.welcome(name)
        await play_money.give(self.house, name, STAKE, f"stake {secrets.token_hex(8)}")
        await self._say(keeper, BuyIn(player=name, amount=STAKE), name)

    async def _say(self, keeper: Keeper, command: Command, name: str, *, quiet: bool = False) -> None:
        answer = await keeper.ask(command, Actor("player", name))
        if answer.refused and not quiet:
            raise HouseError(answer.refused, fault="conflict", field=answer.field)

    async def _wait(self, least: float, most: float) -> None:
        if self.haste:
            await asyncio.sleep(self.chance.uniform(least, most) * self.haste)
