"""Journals as released versions wrote them: every later version verifies, replays and rebuilds them alike.

A folder for each release, a journal for each edition (``croupier table run GAME --edition E --seats 2 --rounds 2``
``--seed 1 --journal FILE``), made by that release and never again.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from croupier import __version__
from croupier.games import EDITIONS
from croupier.journal import verify_bytes
from croupier.journal.explain import explain
from croupier.journal.reader import records
from croupier.journal.reconstruct import rebuild
from croupier.journal.replay import replay_bytes

RELEASED = Path(__file__).parent / "released"
FILES = sorted(RELEASED.glob("*/*.journal"))


def test_there_is_a_journal_of_every_edition_of_this_release():
    names = {f"{game}-{edition}" for game, editions in EDITIONS.items() for edition in editions}
    assert {file.stem for file in (RELEASED / __version__).glob("*.journal")} == names


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_released_journal_is_verified_replayed_and_rebuilt(file):
    data = file.read_bytes()
    verdict = verify_bytes(data)
    assert verdict.rounds == 2
    table = replay_bytes(data)
    assert table.rounds == 2
    assert not sum(table.accounts.values())
    for number in (1, 2):
        rebuilt = rebuild(records(BytesIO(data)), number)
        assert rebuilt.differences() == ()
        seats = rebuilt.gathered.began.wagers
        assert seats
        assert all(explain(rebuilt, seat).reasons for seat in seats)
