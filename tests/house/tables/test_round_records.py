"""A round read by itself is the same as in the whole journal, and is as hard to falsify."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import update

from croupier.errors import BadText, JournalError
from croupier.games import EDITIONS as BOOK
from croupier.games import open_game
from croupier.house.archive.explanation import explanation
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.tables.rounds import round_records
from croupier.journal.reader import records
from croupier.journal.reconstruct import rebuild
from croupier.journal.round_visibility import Seen
from croupier.table.events import TableOpened
from croupier.table.script import play_script, script_of
from tests.house.stored import night, put, stored
from tests.support import plain

GAMES = list(BOOK)
GOLDEN = Path(__file__).parents[2] / "golden"


def whole(database, table="T1"):
    return list(records(BytesIO(b"".join(line for _, line in database.lines(table)))))


def same(database, table, told_, number):
    """Everything that can be asked of a rebuilt round."""
    mine, theirs = round_records.rebuilt(database, table, number), rebuild(told_, number)
    assert (mine.to_json(), mine.settlement()) == (theirs.to_json(), theirs.settlement())
    assert mine.hands == theirs.hands
    assert mine.rack == theirs.rack
    assert (mine.decisions, mine.lines, mine.voided, mine.meters) == (
        theirs.decisions,
        theirs.lines,
        theirs.voided,
        theirs.meters,
    )
    assert mine.orders == theirs.orders
    for one, other in zip(mine.gathered.entries, theirs.gathered.entries, strict=True):
        assert (one.record.line, one.event, one.meters) == (other.record.line, other.event, other.meters)
        assert one.order == other.order
    seats = sorted(mine.gathered.began.wagers)
    assert plain(explanation(Seen(mine), number, seats)) == plain(explanation(Seen(theirs), number, seats))


@pytest.mark.parametrize("game", GAMES)
def test_a_round_read_alone_is_that_of_the_whole_journal(tmp_path, game):
    database = stored(tmp_path / "h.db", night(game, 40))
    told_ = whole(database)
    for number in (1, 2, 3, 17, 28, 29, 39, 40):
        same(database, "T1", told_, number)
    database.close()


def test_two_decks_in_turns(tmp_path):
    database = stored(tmp_path / "h.db", night("dj-wild", 12, decks=2, shuffler="counting"))
    told_ = whole(database)
    for number in range(1, 13):
        same(database, "T1", told_, number)
    database.close()


def same_rounds(database, table, rounds):
    told_ = whole(database, table)
    for number in range(1, rounds + 1):
        same(database, table, told_, number)


def test_every_irregularity_of_the_golden_playthroughs(tmp_path):
    database = Database(tmp_path / "h.db")
    database.migrate()
    count = 0
    for at, path in enumerate(sorted(GOLDEN.glob("*/*.txt"))):
        if path.parent.name not in {"dj-wild-pa-2021", "raise-it-up-pa-2019", "over-under-pa-2019-proposed"}:
            continue
        done = play_script(script_of(path.read_text(encoding="utf-8")), open_game)
        (first, begun), *rest = done.events
        assert isinstance(first, TableOpened)
        if first.cards == "shuffled":  # its commitments are to its own name
            own = stored(tmp_path / f"{at}.db", list(done.events))
            same_rounds(own, "T1", done.table.rounds)
            own.close()
        else:
            same_rounds(database, put(database, [(replace(first, table=f"T{at}"), begun), *rest]), done.table.rounds)
        count += done.table.rounds
    assert count > 50
    database.close()


def test_no_more_is_read_than_is_needed(tmp_path, monkeypatch):
    database = stored(tmp_path / "h.db", night("dj-wild", 120))
    total = len(whole(database))
    read = []
    lines = database.lines

    def counting(*asked):
        for n, line in lines(*asked):
            read.append(n)
            yield n, line

    monkeypatch.setattr(database, "lines", counting)
    round_records.rebuilt(database, "T1", 100)
    assert len(read) < total / 8
    database.close()


def test_rounds_that_are_open_or_were_never_played_are_refused_as_before(tmp_path):
    log = night("dj-wild", 3)
    last = max(i for i, (event, _) in enumerate(log) if type(event).__name__ == "RoundBegan")
    database = stored(tmp_path / "h.db", log[: last + 3])
    for number in (3, 4, 99):
        with pytest.raises(BadText) as mine:
            round_records.rebuilt(database, "T1", number)
        with pytest.raises(BadText) as theirs:
            rebuild(whole(database), number)
        assert str(mine.value) == str(theirs.value)
    database.close()


def test_a_record_that_was_changed_is_found_at_its_place(tmp_path):
    database = stored(tmp_path / "h.db", night("dj-wild", 12))
    place = round_records.span_of(database, "T1", 9)
    assert place is not None
    lines = dict(database.lines("T1"))
    rows = schema.records
    changed = lines[place.first].replace(b'"ante":2000', b'"ante":9000')
    assert changed != lines[place.first]
    statement = update(rows).where(rows.c.table_id == "T1", rows.c.n == place.first).values(line=changed)
    with database.engine.begin() as connection:
        connection.execute(statement)
    with pytest.raises(JournalError) as found:
        round_records.rebuilt(database, "T1", 9)
    offset = sum(len(line) for n, line in lines.items() if n < place.first)
    assert (found.value.record, found.value.offset, found.value.fault) == (place.first, offset, "hash")
    database.close()


def test_a_round_is_proved_to_its_end_while_its_order_is_secret(tmp_path):
    """A shoe lasts for many rounds: its players have their proof at once, and nothing of what is still to come."""
    database = stored(tmp_path / "h.db", night("over-under", 3))
    ends = [entry.record.n for entry in round_records.gathered(database, "T1", 2).entries]
    lines = round_records.proof(database, "T1", 2).splitlines(keepends=True)
    assert lines[-1] == dict(database.lines("T1"))[ends[-1] + 1]
    assert not any(b'"order-opened"' in line for line in lines)
    database.close()
