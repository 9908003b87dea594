"""Tables that a shift manager opens, and the floor on the network."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from croupier.errors import CroupierError, SubmissionError
from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house.desk.opening import open_by
from croupier.table import Sit
from tests.house.desk.test_requests import FILL, at_work, person
from tests.house.floor import a_house, ann, served, until
from tests.support import plain


def opening(**more):
    sample = new_submission(open_game("cajun-stud"))
    return {"name": "Nine", "game": "cajun-stud", "edition": "pa-2019", "submission": sample, **more}


async def test_a_shift_manager_opens_a_table_with_a_submission(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        first = await open_by(house, opening(settings={"floor": "person", "pace": 0.0}))
        second = await open_by(house, opening())
        assert (first.id, second.id) == ("cajun-stud", "cajun-stud-2")
        assert first.settings.floor == "person"
        assert first.name == "Nine"


async def test_every_refusal_of_a_submission_is_told_with_its_provision(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        broken = opening()["submission"].replace('pocket = "A"', 'pocket = "Z"')
        broken = broken.replace('board = "A"', 'board = "Z"')
        with pytest.raises(SubmissionError) as refused:
            await open_by(house, opening(submission=broken))
        assert [refusal.field for refusal in refused.value.refusals] == ["pocket", "board"]
        assert all("683a" in (refusal.cite or "") for refusal in refused.value.refusals)
        for told, field in (
            (opening(name=" "), "name"),
            (opening(submission="= ="), "submission"),
            (opening(edition="pa-1999", submission={}), "edition"),
            (opening(game="dj-wild", edition="pa-2021"), "submission.game"),
            (opening(settings={"inventory": -1}), "settings.inventory"),
            (opening(settings={"floor": "nobody"}), "settings"),
            (opening(id="../x"), "table"),
        ):
            with pytest.raises(CroupierError) as wrong:
                await open_by(house, told)
            assert wrong.value.field == field
        assert house.keepers == {}


async def everything(socket):
    while True:
        await socket.recv()


async def test_the_floor_over_http_and_its_socket_closes_when_the_role_is_taken(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house, served(house) as web:
        people = web.desk.people
        for name, role in (("Deb", "dealer"), ("Flo", "floorperson"), ("Sam", "shift-manager")):
            await asyncio.to_thread(people.accounts.add, name, None, [(role, "")])
        tokens = {name: await asyncio.to_thread(people.session, name) for name in ("Deb", "Flo", "Sam")}
        cookies = {name: {"Cookie": f"croupier={token}"} for name, token in tokens.items()}
        keyed = lambda name: cookies[name] | {"Idempotency-Key": "one"}  # noqa: E731
        async with httpx.AsyncClient(base_url=web.url) as client:
            assert (await client.get("/api/floor/tables")).status_code == 401
            assert (await client.get("/api/floor/tables", headers=cookies["Deb"])).status_code == 403
            unkeyed = await client.post("/api/requests", json=FILL, headers=cookies["Flo"])
            assert (unkeyed.status_code, unkeyed.json()["error"]["field"]) == (409, "Idempotency-Key")
            made = (await client.post("/api/requests", json=FILL, headers=keyed("Flo"))).json()
            path = f"/api/requests/{made['id']}/approve"
            assert (await client.post(path, headers=cookies["Flo"])).status_code == 403
            assert (await client.post(path, headers=cookies["Sam"])).json()["state"] == "approved"
            assert (await client.post(path, headers=cookies["Sam"])).status_code == 409
            for number in (99, 0, 10**30):
                missing = await client.post(f"/api/requests/{number}/approve", headers=cookies["Sam"])
                assert missing.status_code == 404
            bad = await client.post("/api/requests", json={**FILL, "amount": 0}, headers=keyed("Deb"))
            assert (bad.status_code, bad.json()["error"]["field"]) == (400, "amount")
            floor = (await client.get("/api/floor/tables?table=dj-wild", headers=cookies["Sam"])).json()
            assert floor["chosen"]["inventory"] == "$102,500.00"
            orders = {order["id"]: order for order in floor["chosen"]["orders"]}
            assert orders["fill"]["approved"]
            assert orders["repair"]["refused"] == "no device is out of order"
            day = (await client.get("/api/floor/tables/dj-wild/day", headers=cookies["Sam"])).json()
            assert day == {"drop": "$0.00", "win": "$0.00", "rounds": 0}
            fill = await client.post("/api/floor/tables/dj-wild/orders", json={"order": "fill"}, headers=cookies["Sam"])
            assert fill.status_code == 403
            opened = await client.post("/api/tables", json=opening(), headers=cookies["Flo"])
            assert opened.status_code == 403
            opened = await client.post("/api/tables", json=opening(), headers=cookies["Sam"])
            assert opened.json() == {"id": "cajun-stud", "name": "Nine", "request": 2, "state": "approved"}
            assert len((await client.get("/api/floor/games", headers=cookies["Sam"])).json()) == 7
        address = web.url.replace("http", "ws") + "/api/floor/socket"
        async with connect(address, additional_headers=cookies["Flo"]) as socket:
            assert '"floor"' in await socket.recv()
            assert [one["name"] for one in plain(web.desk.presence.at_work())] == ["Flo"]
            await asyncio.to_thread(people.accounts.withdraw, "Flo", "floorperson")
            with pytest.raises(ConnectionClosed) as gone:
                await everything(socket)
            assert gone.value.rcvd is not None
            assert gone.value.rcvd.code == 4401
        async with connect(address, additional_headers=cookies["Flo"]) as socket:
            with pytest.raises(ConnectionClosed) as gone:
                await socket.recv()
            assert gone.value.rcvd is not None
            assert gone.value.rcvd.code == 4403


async def test_whoever_plays_and_works_cuts_as_the_player(tmp_path):
    async with at_work(tmp_path, "over-under") as (house, desk):
        both = person("Ann", "player", "dealer", "floorperson")
        keeper = house.keeper("over-under")
        await keeper.ask(Sit(player="Ann", seat=1), ann())
        await until(lambda: keeper.table.due is not None and keeper.table.due.id == "cut")
        answer = await desk.command(both, "over-under", {"command": "perform", "step": "decline-cut"}, "c")
        assert not answer.refused
