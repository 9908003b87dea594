"""Whatever a table accepts loads again, byte for byte: random commands in every field, and a start after each batch."""

from __future__ import annotations

import asyncio
import random
import string
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.games import EDITIONS as BOOK
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.keeping.loading import loaded, stored_tables
from croupier.house.tables.money import ledger
from croupier.journal.verify import verify_bytes
from croupier.table import Actor, commands
from tests.house.floor import KEY, a_house, open_table
from tests.house.tables.test_shared_meters import Driven

ROLES = ("player", "dealer", "floorperson", "shift-manager", "surveillance")
NAMES = ("Ann", "Bob", "Eve", "", "x" * 40, "É\u0301va", "a/b", "player:Ann", "house", "\u202eAnn")
NUMBERS = (0, 1, 2, 3, 5, 6, 7, 100, 500, 1000, 2500, 50_000, -1, -1000, 10**9, 10**12, 2**53, 2**62, 2**63 - 1)
VALUES: tuple[Any, ...] = (
    None,
    "",
    "x",
    0,
    1,
    -1,
    52,
    2**63,
    10**30,
    1.5,
    True,
    [],
    [1, "a"],
    {},
    {"commitment": "0" * 64},
    "face-up",
    {"commitment": "0" * 64, "sealed": "zz"},
    {"commitment": "0" * 64, "sealed": "00" * 60},
    {"a": {"b": []}},
    "\x00",
)


class Commands:
    """Commands by chance: each field of its own kind, near what the table knows or far from it."""

    def __init__(self, chance: random.Random, table: Any) -> None:
        self.chance = chance
        self.table = table
        game = table.rules.game
        conduct = game.conduct
        self.words = [
            *(w.id for w in game.wagers),
            *(o.id for street in game.streets for o in street.options),
            "",
            "close",
            *(i.id for i in conduct.irregularities),
            *(due.id for due in [table.due] if due is not None),
            "reshuffle",
            "recut",
            "change-cards",
            "fill",
            "credit",
            "meter",
            "relieve",
            "repair",
            "bar",
            "admit",
            "abandon",
            "no-more-bets",
            "shuffle",
            "cut",
            "decline-cut",
            "deal",
            "turn",
            "reveal",
            "settle",
            "choose",
            "spread-idle",
            "progressive",
            "As",
            "2c 2d",
            "".join(chance.choices(string.printable, k=8)),
        ]

    def make(self) -> tuple[Any, Actor]:
        """A command and who gives it."""
        kind = self.chance.choice(KINDS)
        hints = get_type_hints(kind)
        told = {
            name: self._value(name, str(hints[name]))
            for name in kind.__struct_fields__
            if self.chance.random() < 0.8 or name in kind.__struct_fields__[:2]
        }
        role, who = self.chance.choice(ROLES), self.chance.choice(NAMES[:4])
        if self.chance.random() < 0.7:  # near what would be accepted
            role, who = self._sensible(told)
        tag = kind.__struct_config__.tag
        actor = Actor(role, who)  # type: ignore[arg-type]
        return msgspec.convert({"command": tag, **told}, commands.AnyCommand, strict=True), actor

    def _sensible(self, told: dict[str, Any]) -> tuple[str, str]:
        """Let a command fit the table where it can, and give who would give it."""
        table = self.table
        if "step" in told and table.due is not None:
            told |= {"step": table.due.id, "value": told.get("value") if self.chance.random() < 0.5 else None}
            return table.due.by[0], table.seats.get(table.due.seat, "Dealer")
        if "irregularity" in told or "order" in told:
            return "floorperson", "Floor"
        if "player" in told:
            return "player", told["player"]
        if table.seats and "seat" in told:
            told["seat"] = self.chance.choice(sorted(table.seats))
        return "player", table.seats.get(told.get("seat", 0), "Ann")

    def _value(self, name: str, hint: str) -> Any:
        pick = self.chance.choice
        if name == "player":
            return pick(NAMES)
        if "Any" in hint:
            return pick(VALUES)
        if "bool" in hint:
            return pick([True, False])
        if "tuple" in hint or "list" in hint:
            return [pick(NUMBERS) if "int" in hint else pick(self.words) for _ in range(self.chance.randrange(4))]
        if "int" in hint:
            return pick(NUMBERS)
        return pick(self.words)


KINDS = get_args(commands.AnyCommand)


@pytest.mark.parametrize("game", list(BOOK))
async def test_whatever_a_table_accepts_loads_again(tmp_path, game):
    chance = random.Random(f"accepted {game}")

    accepted = 0
    async with a_house(tmp_path / "h.db") as house:
        keeper = await open_table(house, game, "T", betting_seconds=0.0, decision_seconds=0.001, quick=False)
        for name in NAMES:
            if name:
                grant = ledger.grant(ledger.wallet(name), 10**10, "test")
                await asyncio.to_thread(house.database.store, Transaction("", 0, entries=grant))
        driver = Driven(house, keeper)
        await driver.play(1)
        for _ in range(12):
            accepted += await batch(house, chance)
            again = await asyncio.to_thread(_again, house)
            assert again.stored == house.keeper("T").stored
            assert again.table.bytes() == house.keeper("T").table.bytes()
        records = house.keeper("T").stored
        verify_bytes(b"".join(line for _, line in house.database.lines("T")))
    async with a_house(tmp_path / "h.db") as house:
        assert not len(house.keeping.set_aside), next(iter(house.keeping.set_aside))
        assert house.keeper("T").stored >= records
        house.audit()
    assert accepted > 5, "too little was accepted to say anything"
    assert records > 60


async def batch(house: Any, chance: random.Random) -> int:
    """So many commands, whoever keeps the table; how many were accepted. Then everything is on the disk."""
    accepted = 0
    keeper = house.keeper("T")
    keeper.settings = replace(keeper.settings, automatic=chance.random() < 0.5)
    keeper.start()
    for _ in range(60):
        keeper = house.keeper("T")
        if keeper.broken is not None or not keeper.decided.open:
            await asyncio.sleep(0.02)
            continue
        try:
            command, actor = Commands(chance, keeper.decided).make()
        except msgspec.MsgspecError:
            continue
        if getattr(command, "order", "") == "close":
            continue
        try:
            answer = await keeper.submit(command, actor, f"k{chance.random()}")
        except CroupierError:
            continue
        accepted += not answer.refused
    while any(keeper.waiting or keeper.broken is not None for keeper in house.keepers.values()):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    keeper = house.keeper("T")
    await keeper.stop()  # nothing goes on by itself while it is compared
    while keeper.waiting:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    return accepted


def _again(house: Any) -> Any:
    """The table as another process would find it."""
    (row,) = stored_tables(house.database)
    return loaded(house.database, KEY, row, house.clock, house.chance, whole=True)
