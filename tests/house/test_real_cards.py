"""A table of real cards says so wherever it is shown; one whose order the house keeps does not."""

from __future__ import annotations

import asyncio
import io

import pytest

from croupier.errors import HouseError
from croupier.house.console import console
from croupier.house.desk import Desk
from croupier.house.exports import write
from croupier.house.glance import glance
from croupier.house.host import Host
from croupier.house.opening import open_by
from croupier.house.people import Person
from croupier.house.watch import Watch
from tests.house.floor import a_house, open_table

WORDS = "Real cards, entered by the dealer"
SAM = Person("Sam", frozenset({("shift-manager", ""), ("surveillance", "")}))


def test_a_table_of_real_cards_says_so_wherever_it_is_shown(tmp_path):
    async def go():
        async with a_house(tmp_path / "h.db") as house:
            desk = Desk(house)
            host = Host(desk, guests=False)
            for name, cards in (("real", "entered"), ("sealed", "shuffled")):
                await open_table(house, "dj-wild", name, automatic=False, cards=cards)
            said = {
                "lobby": {one["id"]: one["real-cards"] for one in desk.lobby()},
                "page": {one["id"]: one["real-cards"] for one in (await host.floor(None))["tables"]},
                "table": {id_: host.rules(id_)["real-cards"] for id_ in house.keepers},
                "console": {id_: console(keeper, "Dean")["real-cards"] for id_, keeper in house.keepers.items()},
                "floor": {one["id"]: one["real-cards"] for one in glance(desk, SAM)["tables"]},
                "surveillance": {one["id"]: one["real-cards"] for one in Watch(desk).tables(SAM)},
                "export": {id_: write(house.database, id_, io.BytesIO())["real-cards"] for id_ in house.keepers},
            }
            assert said == {place: {"real": WORDS, "sealed": ""} for place in said}

    asyncio.run(go())


def test_nobody_opens_real_cards_with_an_automatic_dealer_or_without_a_time_to_think(tmp_path):
    async def go(field, **settings):
        async with a_house(tmp_path / f"{field}.db") as house:
            told = {"name": "T", "game": "dj-wild", "edition": "pa-2021", "submission": {}, "settings": settings}
            with pytest.raises(HouseError) as refused:
                await open_by(house, told)
            assert refused.value.field == f"settings.{field}"

    asyncio.run(go("automatic", cards="entered"))
    asyncio.run(go("decision_seconds", decision_seconds=0))
