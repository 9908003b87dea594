"""What a dealer does at a console: press the step that is due, report what went wrong, take a table and hand it back.

Where the table shuffles, a pressed step takes its cards, seals and dice from the house; where cards are entered, from
the dealer. The actor is always the person who pressed, and the table's word is final.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from croupier.errors import HouseError
from croupier.house.order import BETTING
from croupier.kit.cards import write
from croupier.table import Actor, Decide, Perform, TakeBack, step
from croupier.table import Report as Reported
from croupier.table.skips import asked

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.house.answers import Answer
    from croupier.house.desk import Desk
    from croupier.house.keeper import Keeper
    from croupier.house.people import Person
    from croupier.house.written import Step
    from croupier.table import Due, Table
    from croupier.table.commands import Command

TOGETHER = 64
"""Cards that one press deals at most."""
OWN_VALUE = frozenset({"determine", "receive", "view", "stored-deck"})
"""Steps whose outcome is a word of the dealer's, whoever keeps the cards."""


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


class Late(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="late"):
    """The player who is asked has had time enough."""

    seat: int


class Take(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="take"):
    """Whoever says so deals from the next round on."""


class HandBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="hand-back"):
    """The automatic dealer deals from the next round on."""


def may_deal(desk: Desk, person: Person, keeper: Keeper) -> None:
    """Refuse whoever is not a dealer at this table. A school is its learner's alone, who deals somewhere."""
    school = keeper.settings.school
    if school == person.name and any(role == "dealer" for role, _ in person.grants):
        return
    desk.check(person, "deal", keeper.id)
    if school:
        raise HouseError("this school is somebody else's", fault="denied", field="table")


async def do(keeper: Keeper, person: Person, told: Pressed | Wrong | Late | Take | HandBack, key: str) -> Answer:
    """Carry out what a dealer asks for, once for each key."""
    if isinstance(told, Take | HandBack):
        return await _change(keeper, person, told, key)
    if keeper.settings.automatic:
        raise HouseError("the automatic dealer deals here; take the table first", fault="conflict", field="command")
    actor = Actor("dealer", person.name)
    if isinstance(told, Pressed):
        return await once(keeper, person, told, key, lambda table: press(keeper, table, told, actor))
    if isinstance(told, Late):
        return await once(keeper, person, told, key, lambda table: [_late(keeper, table, told.seat, actor)])
    return await once(keeper, person, told, key, lambda table: [
        step(table, reported(keeper, table, told), actor, keeper.now())])  # fmt: skip


async def once(keeper: Keeper, person: Person, told: msgspec.Struct, key: str, make: Callable[[Table], list[Step]]
               ) -> Answer:  # fmt: skip
    """Let a table do this for a person's key, and answer under that key."""
    if not key or len(key) > 64:
        raise HouseError("a command has a key of 1 to 64 letters", fault="conflict", field="key")
    body = sha256(msgspec.json.encode([told, person.name])).hexdigest()
    stored = sha256(f"{person.name}/{key}".encode()).hexdigest()
    return replace(await keeper.do(make, stored, body), key=key)


async def _change(keeper: Keeper, person: Person, told: Take | HandBack, key: str) -> Answer:
    if isinstance(told, HandBack) and keeper.table.cards == "entered":
        raise HouseError("cards are entered by hand here, and the automatic dealer has none", fault="conflict")
    if isinstance(told, HandBack) and keeper.settings.school:
        raise HouseError("at a school nobody deals but the learner", fault="conflict")
    taken, settings = isinstance(told, Take), keeper.settings
    if taken and person.name in keeper.table.seats.values():
        raise HouseError("nobody deals to oneself: leave your seat first", fault="conflict")
    now = not settings.automatic and settings.dealer == person.name if taken else settings.automatic
    if now and keeper.running.relief is None:
        raise HouseError("so it is already", fault="conflict")
    keeper.running.relieve(person.name if taken else "")
    return await once(keeper, person, told, key, lambda _: [])


# Steps.


def press(keeper: Keeper, table: Table, told: Pressed, actor: Actor) -> list[Step]:
    """What a pressed step leads to."""
    if told.step == BETTING and table.phase == "betting":
        if keeper.running.closing:
            raise HouseError("the house is closing; no new round begins", fault="closed")
        return _close_betting(keeper, table, actor)
    steps: list[Step] = []
    first = table.due
    while True:
        done = step(table, performed(keeper, table, told), actor, keeper.now())
        steps.append(done)
        table = done[1]
        due = table.due
        again = told.whole and first is not None and due is not None and due.id == "deal" == first.id
        if not again or due is None or first is None or due.cite != first.cite or len(steps) >= TOGETHER:
            return steps
        if told.cards or (table.cards == "entered" and due.up):  # cards that are named are dealt alone
            return steps


def _close_betting(keeper: Keeper, table: Table, actor: Actor) -> list[Step]:
    """Wagers of a seat that lacks a required one go back, and the betting is closed."""
    required = {w.id for w in table.rules.offered() if w.placed == "required"}
    commands: list[Command] = [TakeBack(seat=seat, wager=wager) for seat, own in sorted(table.layout.items())
                               if not required <= set(own) for wager in own]  # fmt: skip
    steps: list[Step] = []
    for command in (*commands, Perform(step=BETTING)):
        if isinstance(command, TakeBack) and command.wager not in table.layout.get(command.seat, {}):
            continue  # it went with the required one
        steps.append(step(table, command, actor, keeper.now()))
        table = steps[-1][1]
    return steps


def performed(keeper: Keeper, table: Table, told: Pressed) -> Command:
    """The command of a pressed step. Only the step that is due, by whom it is due, takes anything from the house."""
    due = table.due
    plain = Perform(step=told.step, value=told.value, cards=told.cards)
    if due is None or not _is(told.step, due) or "dealer" not in due.by:
        return plain
    if table.cards == "entered":
        generated = due.id == "shake" and table.rules.chosen.get("start") == "generator"
        return replace(plain, step="generator") if generated else plain
    if due.id == "stub" and told.step == "count-stub":
        return replace(plain, value=table.pack.size - table.pack.at)
    if told.step == "decline-cut" or (due.id in OWN_VALUE and told.value is not None):
        return plain
    made = keeper.staff.answer(table)
    return plain if made is None else made[0]


def _is(pressed: str, due: Due) -> bool:
    return (pressed, due.id) in {("decline-cut", "cut"), ("count-stub", "stub")} or pressed == due.id


def _late(keeper: Keeper, table: Table, seat: int, actor: Actor) -> Step:
    """What the table says for a player who does not."""
    due = table.due
    if due is None or due.id != "decide" or seat not in asked(table):
        raise HouseError(f"seat {seat} is not asked anything now", fault="conflict", field="seat")
    late = table.rules.game.streets[due.street].late
    return step(table, Decide(seat=seat, decision=late), actor, keeper.now())


def reported(keeper: Keeper, table: Table, told: Wrong) -> Reported:
    """The report; a card that lies face up in the house's own shoe is the next one."""
    found = table.conduct.irregularity(told.irregularity)
    cards = told.cards
    if found is not None and table.cards == "shuffled" and table.play is not None and _shows_card(table, told):
        cards = write([keeper.staff.next_card(table)]) if table.pack.at < table.pack.size else ""
    return Reported(irregularity=told.irregularity, seat=told.seat, cards=cards, device=told.device, note=told.note)


def _shows_card(table: Table, told: Wrong) -> bool:
    found = table.conduct.irregularity(told.irregularity)
    return found is not None and "discard-card" in found.remedy
