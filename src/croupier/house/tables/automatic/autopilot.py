"""A table that runs by itself: staff who perform what is due, and clocks for the betting and for decisions.

Steps that nobody has to see one by one are stored together; a table with a pace takes its time for the others.
"""

from __future__ import annotations

import asyncio
from contextvars import Context
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.errors import CroupierError, HouseError
from croupier.house.tables.automatic.attendance import GRACE, Attendance
from croupier.house.tables.automatic.automatic_staff import AutomaticStaff
from croupier.house.tables.automatic.betting import close_betting
from croupier.house.tables.automatic.closing import closing, reshuffling
from croupier.house.tables.automatic.setbacks import Setbacks
from croupier.house.tables.automatic.speeds import Speeds
from croupier.house.tables.automatic.table_clock import ASKED, TableClock
from croupier.table import Actor, Decide, Direct, Leave, Perform, step
from croupier.table import events as e
from croupier.table.automatic import FLOORPERSON
from croupier.table.preparation import lasting_until, overdue
from croupier.table.turns import deciding

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.house.tables.automatic.closing import LastSteps
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.house.tables.keeping.pending_writes import Step
    from croupier.table import Table
    from croupier.table.commands import Command

BUSY = 0.05
"""Seconds until the table tries again what could not be taken."""
EARLY = 15 * 60_000
"""Milliseconds besides the time for wagers: the automatic floor has cards and dice changed that were too old by then
while no wagers lie there, for sealed cards that are changed later are wagered on anew."""
LOOK = 60.0
"""Seconds after which the automatic floor looks at the age of cards and dice again: a timer stands still while the
machine sleeps, and the house's clock may be set."""


class Autopilot:
    """The life of one keeper's table. `resting` hear when it waits: for people, or to be watched.

    `held` is what the dealer cannot go on for without the floor; after the `last` round the table closes. `relief` is
    who deals after this round: a person, or nobody (empty) for the automatic dealer.
    """

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.staff = AutomaticStaff(keeper)
        self.speeds = Speeds(keeper)
        self.closing = False
        self.last: LastSteps | None = None
        self.resting: set[Callable[[], None]] = set()
        self.attendance = Attendance(keeper)
        self.setbacks = Setbacks()
        keeper.after_commit.append(self._heard)
        self._required = frozenset({w.id for w in keeper.rules.offered() if w.placed == "required"})
        self.relief: str | None = None
        self._at_once = False
        self.clock = TableClock(keeper)
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def deadline(self) -> int:
        """When the time that runs is over, by the house's clock as it stands now; 0 when none runs."""
        return self.clock.deadline

    def _heard(self, keeper: Keeper, events: tuple[e.Event, ...]) -> None:
        self.attendance.hear(keeper.table, events)
        self.setbacks.hear(events, keeper.table.clock)

    def start(self) -> None:
        """Begin."""
        loop = asyncio.get_running_loop()  # whoever opened the table is not who acts at it from now on
        self._task = loop.create_task(self._run(), name=f"table {self.keeper.id}", context=Context())

    async def stop(self) -> None:
        """End, wherever the table stands."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    def wake(self) -> None:
        """Look at the table again: something happened that it may have to answer."""
        self._woken.set()

    async def _run(self) -> None:
        keeper = self.keeper
        while keeper.broken is None and keeper.decided.open:
            self._woken.clear()
            held = self.staff.held
            try:
                wait = await self._act()
            except CroupierError as error:
                if isinstance(error, HouseError) and error.fault == "busy":  # nothing was done, and it comes again
                    if error.field == "links":
                        self._wait_for_link(error, held)
                    await asyncio.sleep(BUSY)
                    continue
                keeper.fail(error)
                return
            except Exception as error:
                keeper.fail(HouseError(f"the table could not go on: {error!r}", fault="stopped"))
                raise
            if isinstance(self.staff.held, HouseError) and self.staff.held.fault == "busy":
                self.staff.held = None
            if wait == 0:
                continue
            self._rest()
            timer = None if wait is None else asyncio.get_running_loop().call_later(wait, self.wake)
            await self._woken.wait()
            if timer is not None:
                timer.cancel()

    def _wait_for_link(self, error: HouseError, held: CroupierError | None) -> None:
        """Say what the table waits for, once for as long as it does."""
        is_new = str(held) != str(error)
        self.staff.held = error if is_new else held
        if is_new:
            self._rest()

    def _rest(self) -> None:
        for hear in tuple(self.resting):
            hear()

    async def _act(self) -> float | None:
        """Do what the table itself has to do now; how long to wait then (None: until woken, 0: not at all)."""
        keeper = self.keeper
        if self.last is not None and await self._close(self.last):
            return 0
        if self.relief is not None and self._may_change_hands(self.relief):
            async with keeper.settling:
                if self.relief is not None:  # the floor has relieved nobody meanwhile
                    await self._change_hands(self.relief)
        if keeper.settings.automatic:
            steps, share = self.staff.steps(keeper.decided)
            if steps:
                await keeper.commit(steps)
                if share:
                    self._rest()
                    await asyncio.sleep(self.speeds.pace * share)
                return 0
            if keeper.decided.phase == "betting":
                return await self._betting()
        elif keeper.settings.school and (steps := self.staff.floor_steps(keeper.decided)):
            await keeper.commit(steps)
            return 0
        elif not keeper.settings.hurries:  # how long a player may think is the dealer's matter
            self._until_late()
            self.clock.stop()
            return None
        return self._until_late() or await self._late()

    # Who deals.

    def relieve(self, dealer: str, *, at_once: bool = False) -> None:
        """Let somebody else deal as soon as the round is over, or `at_once` for a dealer who may not go on: a person by
        name, or the automatic dealer."""
        self.relief = dealer
        self._at_once = at_once
        self.wake()

    def relieved(self) -> None:
        """The floor has relieved the dealer; whoever was to come after the round does not."""
        self.relief = None
        self._rest()
        self.wake()

    def _may_change_hands(self, dealer: str) -> bool:
        """Between rounds; with a dealer who burns a card on arrival not while wagers are on the layout."""
        table = self.keeper.decided
        if self._at_once:
            return True
        if table.play is not None:
            return False
        if not dealer or not self.keeper.settings.automatic:
            return True
        return not table.layout if table.phase == "betting" else self.keeper.staff.answer(table) is None

    async def _change_hands(self, dealer: str) -> None:
        keeper = self.keeper
        try:
            await keeper.resettle(replace(keeper.settings, automatic=not dealer, dealer=dealer))
        except HouseError as error:
            if error.field != "dealer":
                raise
            self.relief = None  # they deal at another table by now, and nobody comes
            self._rest()
            return
        self.relief = None
        actor = Actor("dealer", dealer) if dealer else keeper.staff.dealer
        try:
            done = step(keeper.decided, Direct(order="relieve", player=actor.name), actor, keeper.now())
        except CroupierError:  # whoever comes while cards are readied is named by what is done next
            self._rest()
            return
        await keeper.commit([done])

    def follow(self, table: Table) -> list[Step]:
        """What the staff does at once when a command leaves the table so, to be stored with it: where no step is shown
        by itself nothing has to be seen before the next."""
        idle = self._task is None or self.last is not None or self.relief is not None
        if idle or table.play is None or not self.keeper.settings.automatic or self.keeper.settings.pace:
            return []
        try:
            return self.staff.steps(table)[0]
        except CroupierError:  # it comes again when the table acts by itself
            return []

    async def _close(self, last: LastSteps) -> bool:
        """The order to close is carried out between rounds; cards that were played are reshuffled first. A claim of the
        last round is people's to end."""
        keeper, table = self.keeper, self.keeper.decided
        if table.play is not None:
            return False
        try:
            steps = closing(table, last.actor, keeper.now())
        except CroupierError:
            if table.phase != "betting" or table.claims:
                return False
            await keeper.commit(reshuffling(table, last.actor, keeper.now()))
            return True
        await keeper.commit(steps, claims=last.claims, said=last.said)
        return True

    # Clocks.

    async def _betting(self) -> float | None:
        """Close the betting when its time is over; wagers that are incomplete then go back. Whoever is away is waited
        for a few seconds only, and stood up after many rounds."""
        keeper, table = self.keeper, self.keeper.decided
        for seat in self.attendance.overdue(table):
            await self._do(Leave(seat=seat), FLOORPERSON)
            return 0
        ready = self._complete(table)
        if not ready or self.closing:
            self.clock.stop()
            return None if table.layout or self.closing or self.staff.is_person else await self._renew(table)
        if not self.clock.runs:
            self.clock.allow(keeper.settings.betting_seconds)
        left = self.clock.left()
        early = keeper.settings.quick or self.attendance.is_hurried
        if early and all(self.attendance.waited_for(table, ready).values()):
            away = {
                name
                for seat, name in table.seats.items()
                if name not in table.barred and seat not in ready and self.attendance.is_away(name)
            }
            grace = keeper.settings.quick and away
            left = min(left, left - keeper.settings.betting_seconds + GRACE) if grace else 0.0
        if left > 0:
            return left
        self.clock.stop()
        return await self._no_more_bets()

    def _complete(self, table: Table) -> set[int]:
        """The seats with every required wager on the layout."""
        return {seat for seat, own in table.layout.items() if self._required <= own.keys()}

    def readiness(self) -> dict[str, bool]:
        """While the time for wagers runs: whom the table waits for, and who of them is ready."""
        table = self.keeper.table
        runs = self.clock.runs and table.phase == "betting" and self.keeper.settings.automatic
        return self.attendance.waited_for(table, self._complete(table)) if runs else {}

    def say_ready(self, name: str) -> None:
        """A player says that the cards may come; once all have who are there, the time for wagers ends."""
        if name not in self.readiness():
            raise HouseError("the time for wagers does not run now", fault="conflict", field="ready")
        self.attendance.say_ready(name)
        self.wake()

    async def _renew(self, table: Table) -> float | None:
        """While no wagers lie there, the floor has cards and dice changed that would be too old when the next ones do;
        else how long until the floor looks again."""
        if table.idle or not table.seats:
            return None
        now, window = self.keeper.now(), EARLY + int(self.keeper.settings.betting_seconds * 1000)
        for due in overdue(table, now + window):
            await self._do(self.staff.remedy(due.id, due.words), FLOORPERSON)
            return 0
        lasts = [lasting - window - now for lasting in lasting_until(table)]
        return max(0.001, min(LOOK, min(lasts) / 1000)) if lasts else None

    async def _no_more_bets(self) -> float | None:
        """Cards or dice may have grown too old all the same: the floor has them changed first."""
        keeper = self.keeper
        try:
            steps = close_betting(keeper.decided, keeper.staff.dealer, keeper.now())
        except CroupierError as error:
            if self.staff.waits_for_people(error):
                self.staff.held = error
                return None
            await self._do(self.staff.remedy(error.field, str(error)), FLOORPERSON)
            return 0
        self.staff.held = None
        await keeper.commit([*steps, *self.follow(steps[-1][1])])
        return 0

    def _until_late(self) -> float | None:
        """Seconds until the player who has to act is late; 0 when it is so, None when nobody has to."""
        table = self.keeper.decided
        due = table.due
        if due is None or due.id not in ASKED:
            self.clock.stop()
            return None
        if self.clock.begins(table):
            away = due.id == "cut" and self.attendance.is_away(table.seats.get(due.seat, ""))
            self.clock.allow(min(GRACE, self.clock.decision_seconds) if away else self.clock.decision_seconds)
        if self._walked_away(table):
            return 0.0
        return max(0.0, self.clock.left())

    def _walked_away(self, table: Table) -> int:
        """A seat that is asked and whose player has given it up in mid-round: nobody is waited for. A person on the
        floor may still treat its wagers as abandoned."""
        gone = table.play.gone if table.play is not None and not self.staff.is_person else ()
        return next((seat for seat in deciding(table) if seat in gone), 0) if gone else 0

    async def _late(self) -> float | None:
        """Readings: fold, check, surrender or the house way; a cut is declined, a choice is the first offered."""
        keeper, table = self.keeper, self.keeper.decided
        due = table.due
        if due is None or due.id not in ASKED:
            return None
        if due.id == "decide":
            late = keeper.rules.game.streets[due.street].late
            seat = self._walked_away(table) or deciding(table)[0]
            await self._do(Decide(seat=seat, decision=late), keeper.staff.dealer)
            return 0
        if due.id == "cut":
            await self._do(Perform(step="decline-cut"), keeper.staff.dealer)
        else:
            await self._do(Perform(step="choose", value=due.options[0]), FLOORPERSON)
        return 0

    async def _do(self, command: Command, actor: Actor) -> None:
        answer = await self.keeper.ask(command, actor)
        if answer.refused:
            raise HouseError(f"the staff could not {command}: {answer.refused}")
