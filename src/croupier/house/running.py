"""A table that runs by itself: staff who perform what is due, and clocks for the betting and for decisions.

Steps that nobody has to see one by one are stored together; a table with a pace takes its time for the others.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.errors import CroupierError, HouseError
from croupier.table import Actor, Decide, Direct, Perform, TakeBack, step
from croupier.table import events as e
from croupier.table.automatic import FLOORPERSON
from croupier.table.skips import asked

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.house.keeper import Keeper, Step
    from croupier.table.commands import Command

SEEN = {"deal": 0.25, "turn": 2.0, "reveal": 1.0, "settle": 1.0, "shake": 2.0}
"""Steps that people watch, and what share of its pace a table takes for each: cards are dealt quickly."""
TOGETHER = 64
"""Steps of the staff that are stored in one piece at most."""
ASKED = frozenset({"decide", "cut", "choose"})
"""Steps that wait for a player."""


class Running:
    """The life of one keeper's table. `resting` hear when it waits: for people, or to be watched. `relief` is who
    deals after this round: a person, or nobody (empty) for the automatic dealer."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.deadline = 0
        self.closing = False
        self.resting: set[Callable[[], None]] = set()
        self.relief: str | None = None
        self._turn: object = None
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"table {self.keeper.id}")

    async def stop(self) -> None:
        """End, wherever the table stands."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    def wake(self) -> None:
        """Something happened that the table may have to answer."""
        self._woken.set()

    async def _run(self) -> None:
        keeper = self.keeper
        while keeper.broken is None and keeper.decided.open:
            self._woken.clear()
            try:
                wait = await self._act()
            except CroupierError as error:
                keeper.fail(error)
                return
            except Exception as error:
                keeper.fail(HouseError(f"the table could not go on: {error!r}", fault="storage"))
                raise
            if wait == 0:
                continue
            self._rest()
            try:
                async with asyncio.timeout(wait):  # wait_for would lose a cancellation that comes with the event
                    await self._woken.wait()
            except TimeoutError:
                continue

    def _rest(self) -> None:
        for hear in tuple(self.resting):
            hear()

    async def _act(self) -> float | None:
        """Do what the table itself has to do now; how long to wait then (None: until woken, 0: not at all)."""
        keeper = self.keeper
        if self.relief is not None and self._may_change_hands(self.relief):
            await self._change_hands(self.relief)
        if keeper.settings.automatic:
            steps, share = self._staff()
            if steps:
                await keeper.commit(steps)
                if share:
                    self._rest()
                    await asyncio.sleep(keeper.settings.pace * share)
                return 0
            if keeper.decided.phase == "betting":
                return await self._betting()
        elif not keeper.settings.hurries:  # how long a player may think is the dealer's matter
            self.deadline = 0
            return None
        return self._until_late() or await self._late()

    # Who deals.

    def relieve(self, dealer: str) -> None:
        """Let somebody else deal as soon as the round is over: a person by name, or the automatic dealer."""
        self.relief = dealer
        self.wake()

    def _may_change_hands(self, dealer: str) -> bool:
        """Between rounds; with a dealer who burns a card on arrival not while wagers are on the layout."""
        table = self.keeper.decided
        if table.play is not None:
            return False
        if not dealer or not self.keeper.settings.automatic:
            return True
        return not table.layout if table.phase == "betting" else self.keeper.staff.answer(table) is None

    async def _change_hands(self, dealer: str) -> None:
        keeper = self.keeper
        await keeper.resettle(replace(keeper.settings, automatic=not dealer, dealer=dealer))
        self.relief = None
        actor = Actor("dealer", dealer) if dealer else keeper.staff.dealer
        try:
            done = step(keeper.decided, Direct(order="relieve", player=actor.name), actor, keeper.now())
        except CroupierError:  # whoever comes while cards are readied is named by what is done next
            self._rest()
            return
        await keeper.commit([done])

    def _staff(self) -> tuple[list[Step], float]:
        """What the staff does now, and what share of the pace people want to see the last of it for."""
        keeper, table = self.keeper, self.keeper.decided
        steps: list[Step] = []
        remedied = ""
        while len(steps) < TOGETHER and (answer := keeper.staff.answer(table)) is not None:
            command, actor = answer
            try:
                done = step(table, command, actor, keeper.now())
                remedied = ""
            except CroupierError as error:
                if error.field == remedied:
                    raise HouseError(f"the staff could not {command}: {error}") from None
                remedied = error.field
                done = step(table, self._remedy(error), FLOORPERSON, keeper.now())
            steps.append(done)
            table = done[1]
            if isinstance(done[0][-1], e.RoundClosed):  # the next shuffle waits until everyone has seen this round
                return steps, bool(keeper.settings.pace)
            if keeper.settings.pace and isinstance(command, Perform) and command.step in SEEN:
                return steps, SEEN[command.step]
        return steps, 0.0

    def _remedy(self, error: CroupierError) -> Command:
        """What the floorperson does about a refusal that only the floor can lift."""
        orders = {"inventory": Direct(order="fill", amount=self.keeper.settings.inventory),
                  "change-cards": Direct(order="change-cards"), "change-dice": Direct(order="change-dice")}  # fmt: skip
        if error.field not in orders:
            raise HouseError(f"the staff is at a loss: {error}") from None
        return orders[error.field]

    # Clocks.

    async def _betting(self) -> float | None:
        """Close the betting when its time is over; wagers that are incomplete then go back."""
        keeper, table = self.keeper, self.keeper.decided
        required = {w.id for w in keeper.rules.offered() if w.placed == "required"}
        ready = {seat for seat, own in table.layout.items() if required <= set(own)}
        if not ready or self.closing:
            self.deadline = 0
            return None
        if not self.deadline:
            self.deadline = keeper.now() + int(keeper.settings.betting_seconds * 1000)
        everyone = {seat for seat, name in table.seats.items() if name not in table.barred}
        left = (self.deadline - keeper.clock()) / 1000
        if left > 0 and not (keeper.settings.quick and everyone <= ready):
            return left
        self.deadline = 0
        for seat in sorted(set(table.layout) - ready):
            for wager in table.layout[seat]:
                if wager in keeper.decided.layout.get(seat, {}):
                    await self._do(TakeBack(seat=seat, wager=wager), keeper.staff.dealer)
        await self._do(Perform(step="no-more-bets"), keeper.staff.dealer)
        return 0

    def _until_late(self) -> float | None:
        """Seconds until the player who has to act is late; 0 when it is so, None when nobody has to."""
        keeper, table = self.keeper, self.keeper.decided
        due = table.due
        if due is None or due.id not in ASKED:
            self.deadline = 0
            return None
        who = () if table.conduct.together else asked(table)
        turn = (table.rounds, due.id, due.seat, due.street, who)
        if turn != self._turn:
            self._turn = turn
            self.deadline = keeper.now() + int(keeper.settings.decision_seconds * 1000)
        return max(0.0, (self.deadline - keeper.clock()) / 1000)

    async def _late(self) -> float | None:
        """Readings: fold, check, surrender or the house way; a cut is declined, a choice is the first offered."""
        keeper, table = self.keeper, self.keeper.decided
        due = table.due
        if due is None or due.id not in ASKED:
            return None
        if due.id == "decide":
            late = keeper.rules.game.streets[due.street].late
            await self._do(Decide(seat=asked(table)[0], decision=late), keeper.staff.dealer)
            return 0
        player = Actor("player", table.seats.get(due.seat, ""))
        if due.id == "cut":
            await self._do(Perform(step="decline-cut"), player)
        else:
            await self._do(Perform(step="choose", value=due.options[0]), player)
        return 0

    async def _do(self, command: Command, actor: Actor) -> None:
        answer = await self.keeper.ask(command, actor)
        if answer.refused:
            raise HouseError(f"the staff could not {command}: {answer.refused}")
