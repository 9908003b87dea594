"""kill -9 at random moments under load: nothing acknowledged is lost, nothing is done twice, no cent is off."""

from __future__ import annotations

import asyncio

from tests.faults.kills import killed, several_killed

KILLS = 20


def test_kills_at_random_moments(tmp_path):
    told = asyncio.run(killed(tmp_path / "h.db", KILLS, seed=3))
    assert len(told.done) >= 5 * KILLS
    assert told.rounds > KILLS


def test_kills_on_postgresql(postgres_url):
    told = asyncio.run(killed(postgres_url, 4, seed=4))
    assert len(told.done) >= 20


def test_kills_of_a_process_or_of_all(tmp_path):
    told = asyncio.run(several_killed(tmp_path, 6, seed=5))
    assert len(told.done) >= 30
