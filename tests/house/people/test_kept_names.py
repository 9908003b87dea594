"""A guest's name that is come back to: by a pass-phrase, after signing out and after a new start of the house."""

from __future__ import annotations

import asyncio
import socket

import httpx
import pytest

from croupier.cli import play
from croupier.errors import HouseError
from croupier.house.audit.check import check
from croupier.house.people.signing_in.guest_passwords import keep_name
from tests.house.floor import KEY, a_house, served

PHRASE = "seven lucky herons"


def test_a_name_is_kept_once_and_ends_every_other_session(people):
    people.accounts.add("Gus", None)
    here, there = people.session("Gus"), people.session("Gus")
    with pytest.raises(HouseError, match="8 letters"):
        keep_name(people, "Gus", "short", here)
    keep_name(people, "Gus", PHRASE, here)
    assert [people.of(token) is None for token in (here, there)] == [False, True]
    assert people.accounts.person("Gus").password
    with pytest.raises(HouseError, match="has a password already") as refused:
        keep_name(people, "Gus", "another phrase", here)
    assert refused.value.fault == "conflict"
    assert people.sign_in("Gus", PHRASE)
    with pytest.raises(HouseError, match="wrong"):
        people.sign_in("Gus", "another phrase")


def test_a_guest_comes_back_to_the_same_money_after_a_new_start(tmp_path):
    async def first():
        async with a_house(tmp_path / "h.db") as house, served(house) as at:  # noqa: SIM117 - first the house
            async with httpx.AsyncClient(base_url=at.url, timeout=60) as ann:
                assert (await ann.post("/api/password", json={"password": PHRASE})).status_code == 401
                await ann.post("/api/guest", json={"name": "Ann"})
                person = (await ann.get("/api/floor")).json()["person"]
                assert (person["password"], person["worth"]) == (False, "$1,000.00")
                kept = await ann.post("/api/password", json={"password": PHRASE})
                assert (kept.status_code, kept.json()) == (200, {"name": "Ann"})
                await ann.delete("/api/session")
                assert (await ann.post("/api/guest", json={"name": "Ann"})).status_code == 409

    async def again():
        async with a_house(tmp_path / "h.db") as house, served(house) as at, at.signed_in("Ann", PHRASE) as ann:
            person = (await ann.get("/api/floor")).json()["person"]
            assert (person["name"], person["password"], person["worth"]) == ("Ann", True, "$1,000.00")

    asyncio.run(first())
    asyncio.run(again())
    check(tmp_path / "h.db", KEY.public)


def test_play_has_the_same_port_at_every_start_and_says_so_when_it_is_taken(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(play, "PORT", taken.getsockname()[1])
        with pytest.raises(HouseError, match="cannot listen"):
            play._listen("127.0.0.1", play.PORT)
        other, note = play._listen("127.0.0.1", None)
        with other:
            assert other.getsockname()[1] != play.PORT
            assert f"Port {play.PORT} is taken" in note
    usual, nothing = play._listen("127.0.0.1", None)
    with usual:
        assert (usual.getsockname()[1], nothing) == (play.PORT, "")


def test_friends_on_the_network_get_an_address_a_code_and_the_warnings():
    told = play.invitation("192.168.1.7", 8687, "/tables/dj-wild")
    assert told.startswith("On the local network: http://192.168.1.7:8687/tables/dj-wild\n")
    assert "\u2588" in told
    assert "not encrypted" in told
    assert "no address" in play.invitation("127.0.0.1", 8687)


@pytest.mark.parametrize("lan", [False, True])
async def test_nobody_takes_a_post_in_a_house_that_others_can_reach(tmp_path, lan):
    async with a_house(tmp_path / "h.db") as house:
        desk = play._app(house, lan=lan).state.desk
        await desk.guest("Ann")
        if not lan:
            desk.take_post(desk.people.accounts.person("Ann"), "surveillance")
            return
        with pytest.raises(HouseError, match="not yours"):
            desk.take_post(desk.people.accounts.person("Ann"), "surveillance")
