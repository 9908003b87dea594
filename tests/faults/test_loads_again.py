"""Whatever a command of any role was accepted with is read again when the house starts."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from typing import Any

import msgspec
from fastapi import FastAPI

from croupier.errors import CroupierError
from croupier.house.desk import Desk
from croupier.table import BuyIn, Crowd, Perform, Sit, Staff
from croupier.web.dealer import Console
from tests.faults.matrix import COMMANDS as COMMAND_KINDS
from tests.faults.matrix import HOSTILE, PEOPLE, PRESSED, tag, usual, written
from tests.house.floor import a_house, ann, open_table, until
from tests.house.test_dealing import due

COMMANDS = 3000
TABLES: dict[str, dict[str, Any]] = {
    "automatic": {},
    "console": {"automatic": False},
    "real": {"automatic": False, "cards": "entered"},
}
_CONSOLE = frozenset(tag(kind) for kind in PRESSED)


ABLE = [person for person in PEOPLE if person.name in {"Ann 1", "Dean", "Floorperson", "Shift-manager"}]


def some(chance, table, name):
    """A command that makes sense here, most often with one field that does not."""
    kind = chance.choice([*COMMAND_KINDS, *PRESSED])
    command, fields = tag(kind), usual(table, name)[tag(kind)]
    if kind.__struct_fields__ and chance.random() < 0.6:
        field = chance.choice(kind.__struct_fields__)
        fields = fields | {field: chance.choice(HOSTILE[command, field])}
    return command, written(command, fields)


async def a_floor(house):
    for name, given in TABLES.items():
        keeper = await open_table(house, "dj-wild", name, betting_seconds=0.01, **given)
        for seat in (1, 4):
            await house.welcome(f"Ann {seat}")
            await keeper.ask(Sit(player=f"Ann {seat}", seat=seat), ann(f"Ann {seat}"))
            await keeper.ask(BuyIn(player=f"Ann {seat}", amount=30_000), ann(f"Ann {seat}"))


async def onward(keeper, crowd, dealer):
    """One lawful step, so that hostile commands meet every phase."""
    table = keeper.table
    answer = dealer.answer(table) if not keeper.settings.automatic else None
    answer = answer or crowd.decide(table)
    if answer is None and table.phase == "betting":
        for command, actor in list(crowd.wager(table)) if not table.layout else []:
            await keeper.ask(command, actor)
        if not keeper.settings.automatic:
            await keeper.ask(Perform(step="no-more-bets"), dealer.dealer)
    elif answer is not None:
        await keeper.ask(*answer)
    await asyncio.sleep(0)


def test_whatever_was_accepted_loads_again(quick):
    chance = random.Random(13)
    accepted = 0

    async def go():
        nonlocal accepted
        async with a_house(quick / "h.db") as house:
            await a_floor(house)
            desk = Desk(house)
            console = Console(desk, FastAPI())
            crowd = Crowd(random.Random(3), 0, side=1.0, skip=0)
            for n in range(COMMANDS):
                keeper = house.keeper(chance.choice([*TABLES]))
                staff = Staff(keeper.vault, random.Random(n), dealer="Dean")
                if chance.random() < 0.5:
                    await onward(keeper, crowd, staff)
                person = chance.choice(ABLE if chance.random() < 0.8 else PEOPLE)
                command, raw = some(chance, keeper.table, person.name)
                before = keeper.stored
                try:
                    told = msgspec.json.decode(raw)
                    given = console.do(keeper, person, told, f"{n}") if command in _CONSOLE else (
                        desk.command(person, keeper.id, told, f"{n}")
                    )  # fmt: skip
                    answer = await given
                    accepted += not answer.refused
                except (CroupierError, msgspec.DecodeError):
                    assert keeper.settings.automatic or keeper.stored == before, raw[:200]
                assert keeper.broken is None, (person, raw[:200])
            for keeper in house.keepers.values():
                await keeper.stop()
            await until(lambda: not any(keeper.waiting for keeper in house.keepers.values()))
            states = {keeper.id: (keeper.table.bytes(), keeper.stored) for keeper in house.keepers.values()}
            assert states.keys() == TABLES.keys()
        async with a_house(quick / "h.db") as again:
            for id_, (state, stored) in states.items():
                keeper = again.keeper(id_)
                lines = [json.loads(line) for _, line in again.database.lines(id_)]
                assert lines[stored]["n"] == stored
                assert keeper.settings.automatic or keeper.table.bytes() == state
            again.audit()

    asyncio.run(go())
    assert accepted > COMMANDS // 50


def test_no_shuffle_keeps_the_house_from_starting(quick):
    """A locked seed that no key opens was one command, and no table of the house came up again."""

    async def go():
        async with a_house(quick / "h.db", "dj-wild", automatic=False) as house:
            keeper, desk = house.keeper("dj-wild"), Desk(house)
            await keeper.ask(Sit(player="Ann 1", seat=1), ann("Ann 1"))
            staff = Staff(keeper.vault, random.Random(1), dealer="Dean")
            while due(keeper).id != "shuffle":
                answer = staff.answer(keeper.table)
                assert answer is not None
                await keeper.ask(*answer)
            dean = next(person for person in PEOPLE if person.name == "Dean")
            told = {"command": "perform", "step": "shuffle"}
            poison = {"value": {"commitment": "0" * 64, "sealed": "what no key opens"}}
            for more in (poison, {}):
                with suppress(CroupierError):
                    await desk.command(dean, "dj-wild", told | more, f"k{len(more)}")
            assert due(keeper).id == "cut"
            state = keeper.table.bytes()
        async with a_house(quick / "h.db") as again:
            assert again.keeper("dj-wild").table.bytes() == state

    asyncio.run(go())
