"""``croupier equipment``: what a table needs, and the register of a house that is not served."""

from __future__ import annotations

import asyncio
import json

import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.errors import HouseError
from croupier.house.audit.check import check
from tests.house.floor import KEY, a_house


@pytest.fixture
def house(tmp_path):
    async def begin():
        async with a_house(tmp_path / "h.db"):
            pass

    asyncio.run(begin())
    KEY.save(tmp_path / "house.key")
    return ["--db", str(tmp_path / "h.db"), "--key", str(tmp_path / "house.key")]


def run(*words):
    done = CliRunner().invoke(app, ["equipment", *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_a_piece_from_its_adding_to_its_end(house, tmp_path):
    db = house[:2]
    assert run("list", *db) == "nothing is registered\n"
    deck = ["D-1", "deck", "--colour", "red", "--design", "Bee", "--cards", "53", "--by", "Flo", "--kept", "cage"]
    with pytest.raises(HouseError, match="two people add it"):
        run("add", *deck, *house)
    assert run("add", *deck, "--second", "Sam", "--table", "nine", *house) == "D-1 is registered, at table nine\n"
    assert "D-1  deck or batch of cards" in run("list", *db)
    assert run("inspect", "D-1", "--by", "Flo", "--finding", "bent", *house) == "D-1 is faulty\n"
    with pytest.raises(HouseError, match="another person says"):
        run("inspect", "D-1", "--by", "Flo", *house)
    assert run("inspect", "D-1", "--by", "Sam", *house) == "D-1 is in order\n"
    assert run("move", "D-1", "--by", "Flo", "--kept", "vault", *house) == "D-1 is vault\n"
    assert run("remove", "D-1", "--by", "Flo", "--second", "Sam", "--why", "worn", *house) == "D-1 is removed\n"
    told = json.loads(run("list", "--json", *db))["equipment"]
    assert [(one["id"], one["state"], one["removed-by"]) for one in told] == [("D-1", "removed", "Flo")]
    assert check(tmp_path / "h.db", KEY.public)


def test_a_sign_is_that_of_its_submission(house, tmp_path):
    paper = tmp_path / "table.toml"
    paper.write_text('game = "dj-wild"\nedition = "pa-2021"\ntrips = "DJWT-04"\n', encoding="utf-8")
    run("add", "S-1", "sign", "--by", "Flo", "--submission", str(paper), *house)
    first = json.loads(run("list", "--json", *house[:2]))["equipment"][0]["content"]
    paper.write_text('game = "dj-wild"\nedition = "pa-2021"\ntrips = "DJWT-06"\n', encoding="utf-8")
    run("add", "S-2", "sign", "--by", "Flo", "--submission", str(paper), *house)
    contents = {one["content"] for one in json.loads(run("list", "--json", *house[:2]))["equipment"]}
    assert len(contents) == 2
    assert first in contents


def test_what_a_table_needs_follows_from_its_submission():
    told = json.loads(run("needs", "face-up-pai-gow", "--set", "start=generator", "--json"))["needs"]
    kinds = [one["kind"] for one in told]
    assert "generator" in kinds
    assert "shaker" not in kinds
    assert "progressive-system" not in kinds
    assert "progressive-system" in run("needs", "face-up-pai-gow", "--set", "progressive=1")
