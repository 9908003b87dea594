"""What is refused has changed nothing, and is told in one shape."""

from __future__ import annotations

import httpx
import pytest

from croupier.cli.serve import listen
from croupier.errors import HouseError
from tests.house.floor import a_house, served


async def test_a_seat_is_not_taken_for_chips_that_cannot_be_bought(tmp_path):
    async with (
        a_house(tmp_path / "h.db", "dj-wild") as house,
        served(house) as floor,
        httpx.AsyncClient(base_url=floor.url) as ann,
    ):
        await ann.post("/api/guest", json={"name": "Ann"})
        for amount in (100_001, 10**9):
            refused = await ann.post(
                "/api/tables/dj-wild/seat",
                json={"seat": 2, "amount": amount},
                headers={"Idempotency-Key": f"{amount}"},
            )
            assert (refused.status_code, refused.json()["error"]["code"]) == (409, "short"), refused.text
            assert not house.keepers["dj-wild"].table.seats
        sat = await ann.post(
            "/api/tables/dj-wild/seat", json={"seat": 2, "amount": 100_000}, headers={"Idempotency-Key": "k"}
        )
        assert (sat.status_code, house.keepers["dj-wild"].table.seats) == (200, {2: "Ann"})


async def test_a_request_of_the_wrong_shape_is_refused_like_any_other(tmp_path):
    async with (
        a_house(tmp_path / "h.db") as house,
        served(house) as floor,
        httpx.AsyncClient(base_url=floor.url) as ann,
    ):
        refused = await ann.post("/api/guest", json={"name": 5})
        told = refused.json()["error"]
        assert (refused.status_code, told["field"], told["code"]) == (422, "name", "bad-text")
        assert told["message"]
        assert told["all"][0]["field"] == "name"


async def test_no_guest_reads_like_somebody_who_works_here(tmp_path):
    async with (
        a_house(tmp_path / "h.db") as house,
        served(house) as floor,
        httpx.AsyncClient(base_url=floor.url) as guest,
    ):
        floor.desk.people.accounts.add("Flo", "correct horse", [("floorperson", "")])
        for name in ("Flo", "flo", "FLO", "\uff26lo", "dealer", "Floor"):
            assert (await guest.post("/api/guest", json={"name": name})).status_code == 409, name
        assert (await guest.post("/api/guest", json={"name": "Florence"})).status_code == 200


@pytest.mark.parametrize("port", [-1, 65_536, 70_000])
def test_a_port_that_is_none_is_refused(port):
    with pytest.raises(HouseError, match="no port"):
        listen("127.0.0.1", port)
