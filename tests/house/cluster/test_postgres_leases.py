"""Processes on one PostgreSQL: who counts as there, who as gone, and who is made to let go."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import psycopg
import pytest

from croupier.house.cluster import postgres_leases
from croupier.house.cluster.ownership import LeaseLost
from croupier.house.cluster.postgres_leases import PostgresLeases
from croupier.house.storage.database import Database
from tests.house.floor import KEY

A, B = "http://127.0.0.1:1", "http://127.0.0.1:2"


@asynccontextmanager
async def two(url):
    database = Database(url)
    database.migrate()
    database.close()
    a, b = PostgresLeases(url, A, KEY), PostgresLeases(url, B, KEY)
    for each in (a, b):
        await each.begin()
        await each.tick()
    try:
        yield a, b
    finally:
        for each in (a, b):
            await each.end()


def _said(url, address, ago):
    """What a process said last was so many milliseconds ago."""
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("update servers set seen = seen - %s where address = %s", [ago, address])


async def test_one_that_says_nothing_for_long_loses_its_locks(new_postgres):
    url = new_postgres()
    async with two(url) as (a, b):
        assert await a.take("dj-wild")
        await b.tick()
        assert (b.live, b.addresses) == (2, {A})
        await asyncio.to_thread(_said, url, A, 5_000)
        await b.tick()
        assert (b.live, await b.take("dj-wild")) == (1, False), "it may be only slow"
        await asyncio.to_thread(_said, url, A, postgres_leases.HUNG)
        await b.tick()
        async with asyncio.timeout(10):
            while not await b.take("dj-wild"):
                await b.tick()
        with pytest.raises(LeaseLost):
            await a.tick()
        await a.begin()
        assert not await a.take("dj-wild")
        assert b._connection is not None, "nobody else lost anything"


async def test_one_that_ends_its_rounds_counts_for_no_table_and_keeps_its_own(new_postgres):
    url = new_postgres()
    async with two(url) as (a, b):
        assert await a.take("dj-wild")
        await asyncio.to_thread(_said, url, A, postgres_leases.HUNG)
        await a.linger()
        await b.tick()
        assert b.live == 1
        assert not await b.take("dj-wild")
        await a.tick()


async def test_one_that_comes_back_to_an_old_address_is_not_taken_for_what_hung_there(new_postgres):
    url = new_postgres()
    async with two(url) as (a, b):
        await a.end()
        await b._run("insert into servers (address, seen) values (%s, 0)", [A])
        await a.begin()
        assert await a.take("dj-wild")
        await b.tick()
        await a.tick()
