"""The monitor's rules: every metric they ask for is told, and a backup that fails wakes somebody."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from croupier.errors import JournalError
from croupier.house.audit.backup import backup
from croupier.web.app import create
from croupier.web.http.operations import Operations
from tests.house.floor import a_house

RULES = Path(__file__).parents[2] / "examples/deploy/alerts.yml"


def rule(name):
    found = re.search(rf"alert: {name}\n(?:\s+#.*\n)?\s+expr: (.*)\n", RULES.read_text())
    assert found is not None, name
    return found[1]


def metrics(house, **given):
    return create(house, operations=Operations(**given)).state.metrics.text(0).decode()


def fires(text, now):
    """Whether the rule for backups holds at a time, of these metrics."""
    asked = re.fullmatch(r"time\(\) - (\w+) > (\d+)", rule("CroupierBackupOld"))
    assert asked is not None
    found = re.search(rf"^{asked[1]} (\S+)$", text, re.MULTILINE)
    assert found is not None, f"nobody tells of {asked[1]}"
    return now - float(found[1]) > int(asked[2])


async def test_every_metric_that_a_rule_asks_for_is_told(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        text = metrics(house, backups=tmp_path)
    told = set(re.findall(r"^# TYPE (\w+) ", text, re.MULTILINE))
    asked = set(re.findall(r"\bcroupier_\w+", RULES.read_text()))
    assert len(asked) > 8
    for name in asked:
        assert name in told or re.sub("_(total|bucket)$", "", name) in told, name


async def test_the_alert_fires_when_backups_fail_however_often_they_are_tried(tmp_path):
    backups = tmp_path / "backups"
    backups.mkdir()
    path = tmp_path / "h.db"

    async with a_house(path, "dj-wild") as house:
        assert fires(metrics(house, backups=backups), time.time()), "none was made yet"
        await asyncio.to_thread(backup, path, backups / "1.backup")
        assert not fires(metrics(house, backups=backups), time.time())
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("UPDATE balances SET cents = cents - 1 WHERE account = 'dj-wild/inventory'")
            connection.commit()
        hours = time.time() - 3 * 3600
        os.utime(backups / "1.backup", (hours, hours))
        for number in (2, 3):
            with pytest.raises(JournalError):
                await asyncio.to_thread(backup, path, backups / f"{number}.backup")
        assert [each.name for each in backups.iterdir()] == ["1.backup"]
        assert fires(metrics(house, backups=backups), time.time())
