"""Commands that come two or three times, late and out of order, over sockets and HTTP."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
from websockets.asyncio.client import connect

from croupier.table import Sit
from tests.faults.books import at_rest
from tests.house.floor import Served, a_house, ann, betting, served

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.house.tables.keeping.keeper import Keeper

PLAYERS = ("Ada", "Ben", "Cleo", "Dan", "Eve")
WINDOW = 4
"""Commands of a player that may change places."""
LATE = 30
"""Messages by which a copy comes later than the first, at most."""
TABLE = "dj-wild"

Asked = tuple[str, str, dict[str, Any]]
"""Who, the key, the command."""
Answers = dict[str, dict[str, Any]]


def commands(each: int, chance: random.Random) -> list[Asked]:
    """What players do while the betting is open: sit down, buy in, wager, take back, get up, cash out."""
    made: list[Asked] = []
    for turn in range(each):
        for seat, name in enumerate(PLAYERS, 2):
            wager = chance.choice(("ante", "blind", "trips"))
            told: dict[str, Any] = {"command": "sit", "player": name, "seat": seat}
            bought = {"command": "buy-in", "player": name, "amount": 100 * chance.randint(10, 99)}
            if turn:
                told = chance.choice(
                    [
                        told,
                        told,
                        bought,
                        bought,
                        bought,
                        {"command": "place", "seat": seat, "wager": wager, "amount": 1000},
                        {"command": "place", "seat": seat, "wager": wager, "amount": 500},
                        {"command": "take-back", "seat": seat, "wager": wager},
                        {"command": "cash-out", "player": name},
                        {"command": "place", "seat": seat % 6 + 1, "wager": wager, "amount": 1000},  # another's
                    ]
                )
            if turn and chance.random() < 0.03:
                told = {"command": "leave", "seat": seat}
            made.append((name, f"{name} {turn}", told))
    return made


def disturbed(made: list[Asked], chance: random.Random) -> list[Asked]:
    """Shuffled within windows; each one to three times, the copies later."""
    window = WINDOW * len(PLAYERS)
    sent: list[tuple[float, Asked]] = []
    for place, asked in enumerate(made):
        first = place + chance.uniform(0, window)
        sent += [(first + copy * chance.uniform(0, LATE), asked) for copy in range(chance.randint(1, 3))]
    return [asked for _, asked in sorted(sent, key=lambda each: each[0])]


async def _ready(keeper: Keeper) -> int:
    """The betting is open; the record up to which nobody else has done anything."""
    assert not (await keeper.ask(Sit(player="Nora", seat=1), ann("Nora"))).refused
    await betting(keeper)
    return keeper.stored


async def run(
    url: str | Path, made: list[Asked], sent: list[Asked], seed: int
) -> tuple[dict[str, dict[str, Any]], list[Any]]:
    """Everything sent without waiting for answers: what each key was answered, and the events it led to."""
    chance = random.Random(seed)
    answers: Answers = {}
    copies = 0

    def hear(key: str, told: dict[str, Any]) -> None:
        nonlocal copies
        copies += 1
        assert answers.setdefault(key, told) == told, "the same key got another answer"

    async with a_house(url, TABLE, quick=False, betting_seconds=3600) as house, served(house) as at:
        keeper = house.keeper(TABLE)
        first = await _ready(keeper)
        async with AsyncExitStack() as stack:
            people = {name: await _Sender.at(stack, at, name, hear) for name in PLAYERS}
            async with asyncio.timeout(60):
                for name, key, command in sent:
                    await people[name].send(key, command, chance)
                await asyncio.gather(*(person.done() for person in people.values()))
        assert copies == len(sent)
        assert set(answers) == {key for _, key, _ in made}
        found = (await at_rest(house))[TABLE]
    return answers, [(record.n, record.body) for record in found[first + 1 :]]


class _Sender:
    """Somebody with two sockets and HTTP, who uses them as it comes."""

    def __init__(self, hear: Any) -> None:
        self.hear = hear
        self.sockets: list[Any] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.expected = [0, 0]

    @classmethod
    async def at(cls, stack: AsyncExitStack, at: Served, name: str, hear: Any) -> _Sender:
        made = cls(hear)
        client = await stack.enter_async_context(at.guest(name))
        cookie = {"Cookie": f"croupier={client.token}"}
        made.raw = await stack.enter_async_context(httpx.AsyncClient(base_url=at.url, headers=cookie, timeout=30))
        address = at.url.replace("http", "ws") + f"/api/tables/{TABLE}/socket"
        for _ in made.expected:
            made.sockets.append(await stack.enter_async_context(connect(address, additional_headers=cookie)))
        return made

    raw: httpx.AsyncClient

    async def send(self, key: str, command: dict[str, Any], chance: random.Random) -> None:
        way = chance.randrange(3)
        if way == 2:
            self.tasks.append(asyncio.create_task(self._post(key, command)))
            await asyncio.sleep(0)
        else:
            await self.sockets[way].send(msgspec.json.encode({"key": key, "command": command}).decode())
            self.expected[way] += 1
        if chance.random() < 0.1:
            await asyncio.sleep(chance.uniform(0, 0.01))

    async def _post(self, key: str, command: dict[str, Any]) -> None:
        reply = await self.raw.post(f"/api/tables/{TABLE}/commands", json=command, headers={"Idempotency-Key": key})
        assert reply.status_code in {200, 409}, reply.text
        self.hear(key, reply.json())

    async def done(self) -> None:
        await asyncio.gather(*self.tasks, *(self._hear(way) for way in range(2)))

    async def _hear(self, way: int) -> None:
        while self.expected[way]:
            told = msgspec.json.decode(await self.sockets[way].recv())
            assert "error" not in told, told
            if "answer" in told:
                self.expected[way] -= 1
                self.hear(told["answer"]["key"], told["answer"])


async def reference(url: str | Path, accepted: list[Asked]) -> list[Any]:
    """The events of a house that is asked each accepted command once, in order."""
    async with a_house(url, TABLE, quick=False, betting_seconds=3600) as house:
        from croupier.house.desk.desk import Desk
        from croupier.house.people.roles import Person

        keeper, desk = house.keeper(TABLE), Desk(house)
        first = await _ready(keeper)
        for name in PLAYERS:
            await house.welcome(name)
        for name, key, command in accepted:
            answer = await desk.command(Person(name, frozenset({("player", "")})), TABLE, command, key)
            assert not answer.refused, (command, answer)
        return [(record.n - first, record.body) for record in (await at_rest(house))[TABLE][first + 1 :]]


async def compared(urls: tuple[str | Path, str | Path], each: int, seed: int) -> tuple[int, int, int]:
    """Sent, accepted, events: the journal of the disturbed run is that of the reference."""
    chance = random.Random(seed)
    made = commands(each, chance)
    sent = disturbed(made, chance)
    answers, events = await run(urls[0], made, sent, seed)
    by_key = {key: (name, key, command) for name, key, command in made}
    keys = sorted((key for key in answers if not answers[key].get("refused")), key=lambda key: answers[key]["n"])
    expected = await reference(urls[1], [by_key[key] for key in keys])
    first = events[0][0] - 1 if events else 0
    assert [(n - first, body) for n, body in events] == expected
    ends = [answers[key]["n"] for key in keys]
    assert len(set(ends)) == len(ends)
    return len(sent), len(keys), len(events)
