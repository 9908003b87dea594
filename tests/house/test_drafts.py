"""Wagers that were put together and not placed outlive the server."""

from __future__ import annotations

import asyncio

from croupier.house.desk import Desk
from croupier.house.drafts import Change, later
from croupier.house.host import Host
from tests.browser.floor import EDITIONS
from tests.house.floor import a_house, betting
from tests.support import rules_of


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


def test_before_a_wager_is_placed_it_is_told_what_staying_in_would_take():
    asked = {
        "dj-wild": "Staying in takes $20.00 more; these wagers leave $100.00.",
        "cajun-stud": "Staying in takes $30.00 to $90.00 more; these wagers leave $100.00.",
        "raise-it-up": "Staying in takes $10.00 to $30.00 more; these wagers leave $100.00.",
        "over-under": "Staying in takes $10.00 more; these wagers leave $100.00.",
        "face-up-pai-gow": "",
    }
    for game, words in asked.items():
        rules = rules_of(game, edition=EDITIONS[game])
        assert later(rules, {rules.game.ante: 1000}, 10_000) == words, game
    rules = rules_of("dj-wild")
    short = "Staying in takes $20.00 more; these wagers leave $19.99: you could only give up."
    assert later(rules, {"ante": 1000, "blind": 1000}, 1999) == short
