"""The socket's document: everything that travels in played rounds is as it says, and the page says the same."""

from __future__ import annotations

import asyncio
import json
import random
import re
from copy import deepcopy
from pathlib import Path

import httpx
import jsonschema_rs
import pytest

from croupier import client as playing
from croupier.cli.bot import Bot, strategy_of
from croupier.errors import HouseError
from croupier.house.people.permissions import COMMANDS
from croupier.table import Direct, Place, Sit
from croupier.web.http.limits.rate_limiter import Limits
from croupier.web.http.operations import Operations
from croupier.web.http.refusals import STATUS
from croupier.web.routes.programs.asyncapi import CLOSED, ERRORS, SENT, document
from croupier.web.routes.programs.reference import as_markdown, of_socket
from tests.house.floor import a_house, served
from tests.web.test_table_socket import raw

ROOT = Path(__file__).parents[2]
BEGINS = """# The socket, message by message

This page is written from the types that travel (`python -m tests.web.test_asyncapi`). A server serves the same at
`/api/socket`, and as an AsyncAPI 3 document at `/api/asyncapi.json`. How keys and resuming work is told in
[the server](server.md#protocol).

"""


def page() -> str:
    return BEGINS + as_markdown(of_socket(document())).rstrip() + "\n"


def validators():
    """Stricter than what is served: a field that is not told of is an error."""
    made = deepcopy(document())
    for schema in made["components"]["schemas"].values():
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return {
        name: jsonschema_rs.Draft202012Validator({**message["payload"], "components": made["components"]})
        for name, message in made["components"]["messages"].items()
    }


def test_every_reference_leads_somewhere():
    made = document()

    def walk(part):
        if isinstance(part, dict):
            for key, value in part.items():
                if key == "$ref":
                    found = made
                    for step in value.removeprefix("#/").split("/"):
                        found = found[step]
                walk(value)
        elif isinstance(part, list):
            for one in part:
                walk(one)

    walk(made)
    assert made["asyncapi"] == "3.0.0"
    assert "discriminator" not in json.dumps(made)
    told = [
        one["$ref"].rpartition("/")[2]
        for one in made["components"]["schemas"]["Asked"]["properties"]["command"]["anyOf"]
    ]
    tags = {made["components"]["schemas"][name]["properties"]["command"]["enum"][0] for name in told}
    assert tags == set(COMMANDS)
    assert set(STATUS) <= set(ERRORS)


async def test_what_travels_is_as_the_document_says(tmp_path, monkeypatch):
    heard: list[bytes] = []
    given: list[bytes] = []
    hear, send = playing.Table._hear, playing.Table._send

    def hearing(self, line):
        heard.append(line)
        hear(self, line)

    async def sending(self, data):
        given.append(data)
        await send(self, data)

    monkeypatch.setattr(playing.Table, "_hear", hearing)
    monkeypatch.setattr(playing.Table, "_send", sending)

    async def play(at, table, name, seat, rounds):
        async with at.guest(name, money=10_000_000) as client, client.table(table, after=0) as found:
            rules = await client.rules(table)
            bot = Bot(client, found, seat, strategy_of("random", rules, random.Random(seat)), rules)
            await bot.sit()
            await bot.play(rounds)

    games = ("dj-wild", "cajun-stud", "raise-it-up", "over-under", "face-up-pai-gow")
    async with a_house(tmp_path / "h.db", *games) as house, served(house) as at:
        await asyncio.gather(*(play(at, game, f"{game} {seat}", seat, 2) for game in games for seat in (1, 2)))
        async with at.guest("Ann") as client, client.table("dj-wild") as table:
            assert (await table.command(Place(seat=4, wager="ante", amount=1))).refused
            for wrong in (Direct(order="close"), Sit(player="Ann", seat="two")):  # type: ignore[arg-type]
                with pytest.raises(HouseError):
                    await table.command(wrong)
    check = validators()
    kinds = {"record": 0, "view": 0, "answer": 0, "error": 0}
    events: set[str] = set()
    yours = 0
    for line in heard:
        told = json.loads(line)
        kind = next((name for name in ("view", "answer", "error") if name in told), "record")
        check[kind].validate(told)
        kinds[kind] += 1
        events.add(told.get("event", {}).get("event", ""))
        yours += "yours" in told
    assert min(kinds.values()) >= 1, kinds
    assert kinds["record"] > 100
    assert yours > 10
    assert len(events) > 12
    bad = [line for line in given if b'"two"' in line]
    for line in given:
        if line not in bad:
            check["command"].validate(json.loads(line))
    assert bad
    assert not check["command"].is_valid(json.loads(bad[0]))


async def test_a_busy_answer_is_as_the_document_says(tmp_path):
    limits = Operations(limits=Limits(commands=1))
    async with (
        a_house(tmp_path / "h.db", "dj-wild") as house,
        served(house, operations=limits) as at,
        at.guest("Ann") as client,
        raw(at, client) as socket,
    ):
        for _ in range(5):
            await socket.send("{}")
        found: list[dict[str, dict[str, str]]] = []
        while len(found) < 5:
            told = json.loads(await socket.recv())
            found += [told] if "error" in told else []
        check = validators()["error"]
        for told in found:
            check.validate(told)
        assert {told["error"]["code"] for told in found} == {"bad-text", "busy"}
        assert any("retry" in told["error"] for told in found)


async def test_the_pages_say_what_the_documents_say(tmp_path):
    async with a_house(tmp_path / "h.db") as house, served(house) as at, httpx.AsyncClient(base_url=at.url) as http:
        assert (await http.get("/api/asyncapi.json")).json() == json.loads(json.dumps(document()))
        text = (await http.get("/api/socket")).text
        for name in [*SENT, *COMMANDS, *ERRORS, *map(str, CLOSED)]:
            assert f"<code>{name}</code>" in text, name
        openapi = (await http.get("/api/openapi.json")).json()
        docs = (await http.get("/api/docs")).text
        for path in openapi["paths"]:
            assert path in docs
        for found in (text, docs):
            assert not re.search(r"https?://|style=|<script(?! type=\"module\" src=)", found)


def test_the_docs_are_in_step():
    assert (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8") == page(), "python -m tests.web.test_asyncapi"
    server = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    for code in (*ERRORS, *CLOSED):
        assert str(code) in server, code


if __name__ == "__main__":
    (ROOT / "docs" / "protocol.md").write_text(page(), encoding="utf-8")
