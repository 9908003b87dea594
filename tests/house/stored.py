"""Tables that ran elsewhere, put into a house's database as a keeper would have put them there."""

from __future__ import annotations

import random
import tomllib
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.line_buffer import LineBuffer
from croupier.house.storage.table_settings import Settings
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.money import ledger
from croupier.house.tables.rounds.round_index import RoundIndex
from croupier.journal.writer import Writer
from croupier.table import Crowd, Staff, Vault, open_table, play, seeded
from croupier.table import events as e
from tests.house.floor import EDITIONS, KEY

if TYPE_CHECKING:
    from pathlib import Path

    Log = list[tuple[e.Event, int]]

START = 1_767_225_600_000
"""2026-01-01, in UTC."""


@cache
def night(game: str, rounds: int = 12, seed: int = 1, seats: int = 6, skip: float = 0.05, **more) -> Log:
    """The events of a table that ran by itself on the sample submission, one a second."""
    chosen = open_game(game, EDITIONS[game])
    settings = {key.replace("_", "-"): value for key, value in more.items()}
    sample = {key: value for key, value in tomllib.loads(new_submission(chosen)).items() if key not in settings}
    event, table = open_table(chosen.rules({**sample, **settings}), table="T1", at=START, test=True)
    chance = random.Random(seed)
    staff = Staff(Vault(seeded(seed), KEY.lock(test=True).seal), chance)
    log: Log = [(event, START)]
    times = iter(range(START + 1000, START + 10**9, 1000))
    for events, _, at in play(table, staff, Crowd(chance, seats, skip=skip), rounds, lambda: next(times)):
        log += [(one, at) for one in events]
    return log


def put(database: Database, log: Log, *, name: str = "", slower: int = 1, start: int = START) -> str:
    """A table's whole night: journal, ledger, index. Each second lasts `slower` seconds."""
    opening = log[0][0]
    assert isinstance(opening, e.TableOpened)
    table, lines, index = opening.table, LineBuffer(), RoundIndex(opening.table)
    writer = Writer.in_memory(KEY, clock=lambda: start, test=True, store=lines)
    settings = msgspec.json.encode(Settings(submission=opening.submission)).decode()
    row = {
        "id": table,
        "name": name or table,
        "game": opening.game,
        "edition": opening.edition,
        "settings": settings,
        "opened": start,
        "closed": None,
    }
    players = sorted({event.player for event, _ in log if isinstance(event, e.Sat)})
    held = [each for player in players for each in ledger.grant(ledger.hold(table, player), 10**10, "test")]
    works = [Transaction("", 0, entries=held), Transaction(table, start, before=[(schema.tables, row)])]
    entries, rows, n = [], [], 0
    for event, at in log:
        when = start + (at - log[0][1]) * slower
        number = writer.append(event, when)
        entries += ledger.postings(table, number, event)
        rows += index.hear(event, number, when)
        if isinstance(event, e.RoundClosed) or event is log[-1][0]:
            writer.commit()
            taken = list(enumerate(lines.take(), n))
            n += len(taken)
            works.append(Transaction(table, when, lines=taken, entries=entries, rows=rows))
            entries, rows = [], []
    done = [database.submit(work) for work in works]
    for each in done:
        each.result()
    return table


def stored(path: Path | str, log: Log, **more) -> Database:
    """A database with one table in it."""
    database = Database(path)
    database.migrate()
    put(database, log, **more)
    return database
