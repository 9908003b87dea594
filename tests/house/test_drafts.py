"""Wagers that were put together and not placed outlive the server."""

from __future__ import annotations

import asyncio

from croupier.house.desk import Desk
from croupier.house.drafts import Change
from croupier.house.host import Host
from tests.house.floor import a_house, betting


def test_a_draft_and_the_last_wagers_are_there_after_a_restart(url):
    async def before():
        async with a_house(url, "dj-wild", betting_seconds=60.0, quick=False) as house:
            desk = Desk(house)
            host = Host(desk, guests=True)
            await desk.guest("Ann")
            ann = desk.people.person("Ann")
            await host.sit(ann, "dj-wild", 1, 50_000, "k")
            await betting(house.keeper("dj-wild"))
            host.change(ann, "dj-wild", Change(do="add", wager="ante", chip=2500))
            await host.place(ann, "dj-wild")
            host.change(ann, "dj-wild", Change(do="add", wager="trips", chip=500))

    async def after():
        async with a_house(url) as house:
            desk = Desk(house)
            host = Host(desk, guests=True)
            ann, bob = desk.people.person("Ann"), await _bob(desk)
            host.change(ann, "dj-wild", Change(do="add", wager="trips", chip=500))
            assert host._draft(ann, "dj-wild").piles == {"trips": 1000}
            host.change(ann, "dj-wild", Change(do="rebet"))
            assert host._draft(ann, "dj-wild").piles == {"ante": 2500, "blind": 2500}
            assert host._draft(bob, "dj-wild").piles == {}

    asyncio.run(before())
    asyncio.run(after())


async def _bob(desk):
    await desk.guest("Bob")
    return desk.people.person("Bob")
