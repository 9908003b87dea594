"""Disk full and errors of the disk, at sampled places of a scripted game: refused clearly, nothing lost or doubled."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import httpx
import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from croupier.errors import HouseError
from croupier.house.storage.database import Database
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.money.ledger import grant
from croupier.table import Sit
from tests.faults.books import at_rest
from tests.faults.storage import HOWS, Disk, scripted, spoil
from tests.house.floor import a_house, served, until

if TYPE_CHECKING:
    from croupier.house.tables.keeping.keeper import Keeper


@pytest.fixture(scope="module")
def operations(tmp_path_factory):
    disk = Disk()
    assert asyncio.run(scripted(tmp_path_factory.mktemp("whole") / "h.db", disk)) == []
    assert disk.done.count("commit") > 20
    return len(disk.done)


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("part", range(7))
def test_a_disk_that_fails(tmp_path, operations, how, part):
    disk = Disk(at=(2 * part + 1) * operations // 15, how=how, lasting=1 + 3 * (part % 2))
    asyncio.run(scripted(tmp_path / "h.db", disk))
    assert disk.failed


def test_a_commit_that_failed_is_not_tried_again(tmp_path):
    """Many grants share a commit that is stored and reported as failed: each is there once."""
    database, disk = Database(tmp_path / "h.db"), Disk(at=0, how="stored", lasting=1000)
    spoil(database, disk)
    database.migrate()
    asked = [database.submit(Transaction("", 1, entries=grant("wallet:Ann", 100, "test"))) for _ in range(50)]
    assert {type(each.exception()) for each in asked} == {HouseError}
    assert disk.failed < 50
    disk.at = -1
    assert database.balance("wallet:Ann") == 5000
    database.close()


async def test_a_disk_that_is_really_full(tmp_path):
    """SQLite may take no more pages: 503 and `storage`, nothing changed, and all goes on when there is room."""
    limit = 2**30

    async with a_house(tmp_path / "h.db", "dj-wild") as house, served(house) as at, at.guest("Ann") as client:
        event.listen(house.database.engine, "checkout", lambda c, *_: c.execute(f"PRAGMA max_page_count={limit}"))
        keepers = [house.keeper("dj-wild")]
        taken_up: list[int] = []  # records that each later keeper began with

        def again(keeper: Keeper) -> None:
            keepers.append(keeper)
            taken_up.append(keeper.stored)

        house.keeping.taken.append(again)
        before = keepers[0].stored
        async with httpx.AsyncClient(base_url=at.url, cookies={"croupier": client.token}) as raw:
            limit, n, full = 1, 0, None
            while full is None:  # what is left in the last pages is soon used up
                n += 1
                reply = await raw.post(
                    "/api/tables/dj-wild/commands",
                    headers={"Idempotency-Key": f"{n}"},
                    json={
                        "command": "sit" if n % 2 else "leave",
                        "seat": 1,
                        **({"player": "Ann"} if n % 2 else {}),
                    },
                )
                full = reply if reply.status_code != 200 else None
                before = before if full else reply.json()["n"]
            assert full.status_code == 503
            error = full.json()["error"]
            assert error["code"] == "storage"
            assert "disk is full" in error["message"]
            await until(lambda: taken_up)
            assert before <= house.keeper("dj-wild").stored  # the table's own steps came after the last answer
            limit = 2**30
            await until(lambda: house.keeper("dj-wild").broken is None)
            # Its own steps may fail before, or after, the command that was refused: what each had stored is all there.
            assert taken_up == [keeper.stored for keeper in keepers[:-1]]
            reply = await raw.get("/readyz")
            assert (reply.status_code, reply.text) == (200, "ok")
            async with client.table("dj-wild") as table:
                answer = await table.command(Sit(player="Ann", seat=2))
                assert answer.n > before or answer.refused
            await at_rest(house)


async def test_a_database_that_cannot_be_read_is_503(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house, served(house) as at, at.guest("Ann") as client:
        gone = False

        def begin(_: object) -> None:
            if gone:
                raise OperationalError("select", {}, Exception("disk I/O error"))

        event.listen(house.database.engine, "begin", begin)
        async with httpx.AsyncClient(base_url=at.url, cookies={"croupier": client.token}) as raw:
            gone = True
            for path in ("/api/session", "/api/tables", "/api/rounds", "/api/floor"):
                reply = await raw.get(path)
                assert reply.status_code == 503
                assert reply.json()["error"]["code"] == "storage"
                assert "I/O error" in reply.json()["error"]["message"]
            gone = False
            assert (await raw.get("/api/session")).status_code == 200
