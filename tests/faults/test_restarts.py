"""The database goes away under load and comes back: the house reconnects by itself, nothing is lost or done twice."""

from __future__ import annotations

import asyncio

from tests.faults.restarts import restarted


def test_lost_connections_and_restarts(postgres_url):
    told = asyncio.run(restarted(postgres_url, restarts=2, cuts=8, seed=1))
    assert len(told.done) >= 50
    assert told.rounds
