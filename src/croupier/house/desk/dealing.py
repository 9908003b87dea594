"""What a dealer does at a console: press the step that is due, report what went wrong, take a table and hand it back.

Where the table shuffles, a step takes its cards, seals and dice from the house; where cards are entered, from the
dealer. The actor is always the person who pressed, and the table's word is final. Commands that do not come from a
console go through here as well.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from croupier.errors import HouseError, NotAllowed
from croupier.house.desk.authority import (
    check_announced,
    check_apart,
    check_dealer_step,
    check_deals,
    check_finding,
    check_late,
    check_report,
    check_reports_back,
    check_takes,
    may_go_on,
)
from croupier.house.desk.step_values import check_values, supplied
from croupier.house.desk.two_person_commands import check_undoing
from croupier.house.tables.automatic.betting import BETTING, close_betting
from croupier.house.tables.keeping.dealer_posts import deals_elsewhere
from croupier.kit.cards import write
from croupier.table import Actor, Decide, Direct, Perform, step
from croupier.table import Report as Reported
from croupier.table.turns import deciding

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from croupier.house.desk.desk import Desk
    from croupier.house.house import House
    from croupier.house.people.roles import Person
    from croupier.house.tables.keeping.idempotency_keys import Answer
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.house.tables.keeping.pending_writes import Step
    from croupier.table import Table
    from croupier.table.commands import Command

CARDS_AT_A_TIME = 64
"""Cards that one press deals at most."""


class Pressed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="press"):
    """The step was pressed. `whole` goes on with the same step for the seats and places that follow."""

    step: str
    cards: str = ""
    value: Any = None
    whole: bool = False


class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="wrong"):
    """Something went wrong; the remedy is confirmed."""

    irregularity: str
    seat: int = 0
    cards: str = ""
    device: str = ""
    note: str = ""

    def report(self) -> Reported:
        """The same as a command to the table."""
        return Reported(
            irregularity=self.irregularity, seat=self.seat, cards=self.cards, device=self.device, note=self.note
        )


class Late(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="late"):
    """The player who is asked has had time enough."""

    seat: int


class Announce(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="announce"):
    """A player at real cards has said what they decide."""

    seat: int
    decision: str


class Take(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="take"):
    """Whoever says so deals from the next round on, or at once if the dealer may not go on."""


class HandBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="hand-back"):
    """The automatic dealer deals from the next round on."""


Said = Pressed | Wrong | Late | Announce | Take | HandBack
"""Whatever a console says."""


def may_deal(desk: Desk, person: Person, keeper: Keeper) -> None:
    """Refuse whoever is not a dealer at this table. A school is its learner's alone, who deals somewhere."""
    school = keeper.settings.school
    if school == person.name and any(role == "dealer" for role, _ in person.grants):
        return
    desk.check(person, "deal", keeper.id)
    if school:
        raise HouseError("this school is somebody else's", fault="denied", field="table")


def check_free(house: House, keeper: Keeper, name: str) -> None:
    """Refuse whoever deals at another table, or is to relieve its dealer: one person deals at one."""
    for other in house.keepers.values():
        deals_there = not other.settings.automatic and other.settings.dealer == name
        coming = other.running.relief == name
        if other is not keeper and not other.settings.school and other.table.open and (deals_there or coming):
            raise NotAllowed(f"{name} deals at {other.name}: hand that table back first", field="table")
    if there := deals_elsewhere(house.database, name, keeper.id):
        raise NotAllowed(f"{name} deals at {there}: hand that table back first", field="table")


def give_command(keeper: Keeper, command: Command, actor: Actor, key: str) -> asyncio.Future[Answer]:
    """Let a table take a person's command, which has passed the checks: a step and a report are made by the house."""
    if isinstance(command, Direct) and command.order == "relieve":
        return keeper.relieved(replace(command, player=command.player.strip()), actor, key)
    if not isinstance(command, Perform | Reported):
        return keeper.submit(command, actor, key)

    def make(table: Table) -> list[Step]:
        if isinstance(command, Reported):
            steps = [made_report(keeper, table, command, actor)]
        else:
            steps = take_step(keeper, table, command, actor)
        return [*steps, *keeper.running.follow(steps[-1][1])]

    return keeper.submit_steps(make, key, sha256(msgspec.json.encode([command, actor])).hexdigest(), actor.name)


async def do(keeper: Keeper, person: Person, command: Said, key: str) -> Answer:
    """Carry out what a dealer asks for, once for each key."""
    if isinstance(command, Take | HandBack):
        return await _change(keeper, person, command, key)
    check_deals(keeper, person.name)
    check_apart(keeper, person.name)
    actor = Actor("dealer", person.name)
    if isinstance(command, Pressed):
        return await once(keeper, person, command, key, lambda table: press(keeper, table, command, actor))
    if isinstance(command, Late):
        return await once(keeper, person, command, key, lambda table: [_late(keeper, table, command.seat, actor)])
    if isinstance(command, Announce):
        check_announced(keeper, keeper.decided, command.seat, command.decision)
        said = Decide(seat=command.seat, decision=command.decision, announced=True)
        return await once(keeper, person, command, key, lambda table: [step(table, said, actor, keeper.now())])
    check_report(keeper, keeper.decided, command.report())
    check_reports_back(keeper, keeper.decided, person.name)
    return await once(keeper, person, command, key, lambda table: [made_report(keeper, table, command.report(), actor)])


async def once(
    keeper: Keeper, person: Person, command: msgspec.Struct, key: str, make: Callable[[Table], list[Step]]
) -> Answer:
    """Let a table do this for a person's key, and answer under that key."""
    if not key or len(key) > 64:
        raise HouseError("a command has a key of 1 to 64 letters", fault="conflict", field="key")
    body = sha256(msgspec.json.encode([command, person.name])).hexdigest()
    stored = sha256(f"{person.name}/{key}".encode()).hexdigest()
    return replace(await keeper.do(make, stored, body, person.name), key=key)


async def _change(keeper: Keeper, person: Person, command: Take | HandBack, key: str) -> Answer:
    if isinstance(command, HandBack) and keeper.table.cards == "entered":
        raise HouseError("cards are entered by hand here, and the automatic dealer has none", fault="conflict")
    if isinstance(command, HandBack) and keeper.settings.school:
        raise HouseError("at a school nobody deals but the learner", fault="conflict")
    taken, settings = isinstance(command, Take), keeper.settings
    check_apart(keeper, person.name)
    if taken:
        check_takes(keeper, person.name)
    if not taken and not settings.automatic and settings.dealer not in {"", person.name}:
        raise NotAllowed(f"{settings.dealer} deals here, and hands the table back")
    now = not settings.automatic and settings.dealer == person.name if taken else settings.automatic
    if now and keeper.running.relief is None:
        raise HouseError("so it is already", fault="conflict")
    keeper.running.relieve(person.name if taken else "", at_once=taken and not may_go_on(keeper))
    return await once(keeper, person, command, key, lambda _: [])


# Steps.


def press(keeper: Keeper, table: Table, pressed_step: Pressed, actor: Actor) -> list[Step]:
    """What a pressed step leads to."""
    command = Perform(step=pressed_step.step, value=pressed_step.value, cards=pressed_step.cards)
    check_dealer_step(keeper, table, pressed_step.step)
    check_values(table, command, actor.role)
    check_finding(keeper, table, command)
    steps = take_step(keeper, table, command, actor)
    first = table.due
    while pressed_step.whole and first is not None and len(steps) < CARDS_AT_A_TIME:
        table = steps[-1][1]
        due = table.due
        if due is None or not due.id == "deal" == first.id or due.cite != first.cite:
            break
        if pressed_step.cards or (table.cards == "entered" and due.up):  # cards that are named are dealt alone
            break
        steps += take_step(keeper, table, command, actor)
    return steps


def take_step(keeper: Keeper, table: Table, command: Perform, actor: Actor) -> list[Step]:
    """What a step leads to, with everything that is not the person's to say supplied by the house."""
    if command.step == BETTING and table.phase == "betting" and actor.role == "dealer":
        if keeper.running.closing:
            raise HouseError("the house is closing; no new round begins", fault="closed")
        return close_betting(table, actor, keeper.now())
    done = step(table, supplied(keeper, table, command, actor), actor, keeper.now())
    if not keeper.settings.school:
        check_undoing(table, done[0])
    return [done]


def _late(keeper: Keeper, table: Table, seat: int, actor: Actor) -> Step:
    """What the table says for a player who does not, when the time for it is over."""
    due = table.due
    if due is None or due.id != "decide" or seat not in deciding(table):
        raise HouseError(f"seat {seat} is not asked anything now", fault="conflict", field="seat")
    check_late(keeper, table)
    late = table.rules.game.streets[due.street].late
    return step(table, Decide(seat=seat, decision=late), actor, keeper.running.clock.late_now(table))


def made_report(keeper: Keeper, table: Table, sent: Reported, actor: Actor) -> Step:
    """What a report leads to; at a school whatever goes wrong is staged."""
    report = reported(keeper, table, sent)
    return step(table, report, actor, keeper.now(), staged=bool(keeper.settings.school))


def reported(keeper: Keeper, table: Table, report: Reported) -> Reported:
    """The report; a card that lies face up in the house's own shoe is the next one."""
    found = table.conduct.irregularity(report.irregularity)
    shows = found is not None and "discard-card" in found.remedy
    if table.cards == "shuffled" and table.play is not None and shows and table.pack.at < table.pack.size:
        return replace(report, cards=write([keeper.staff.next_card(table)]))
    return report
