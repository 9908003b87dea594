"""What was acknowledged is never lost, wherever the power fails; and a file has one writer."""

from __future__ import annotations

import errno
import random
import subprocess
import sys
from io import BytesIO
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from croupier.errors import BadText, IllegalAction, JournalError
from croupier.journal import GROUPED, Key, Sync, Writer, read, store, verify, verify_bytes
from croupier.journal.reader import records
from croupier.journal.record_text import what
from croupier.table.events import EVENTS, Event, Performed, RoundClosed, Sat, TableClosed
from tests.journal.night import KEY, START, in_memory, night, rounds, write
from tests.journal.power import Disk, PowerLost
from tests.journal.tamper import lines_of

SAT = Sat(player="ann", seat=1)


def created(path, **settings) -> Writer:
    return Writer.create(path, KEY, clock=lambda: START, test=True, **settings)


def acknowledged_of(path, count: int) -> list[bytes]:
    return lines_of(path.read_bytes())[: count + 1]


# A file and its memory -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sync", [Sync(), GROUPED])
def test_a_file_holds_what_memory_holds(tmp_path, sync):
    with created(tmp_path / "a.journal", sync=sync) as journal:
        write(journal, 4)
    assert (tmp_path / "a.journal").read_bytes() == night(4)[0]
    assert verify(tmp_path / "a.journal", [night(4)[1]]).signed == night(4)[1]


def test_a_journal_of_its_own_has_an_id_of_its_own(tmp_path):
    made = [Writer.create(tmp_path / name, Key.make(), clock=lambda: 7) for name in ("a", "b")]
    for journal in made:
        journal.close()
    one, other = (verify(tmp_path / name) for name in ("a", "b"))
    assert one.journal != other.journal
    assert one.key != other.key
    assert not one.test


def test_records_come_back_as_they_were_written(tmp_path):
    with created(tmp_path / "a") as journal:
        write(journal, 2)
    events = [event for made, _ in zip(rounds(), range(2), strict=False) for event in made]
    found = list(read(tmp_path / "a"))
    assert [record.body for record in found if isinstance(record.body, Event)] == events
    assert [record.n for record in found] == list(range(len(found)))
    assert b"".join(record.line for record in found) == (tmp_path / "a").read_bytes()


def some(kind: Any, chance: random.Random) -> Any:
    """A value of a type, as events use them."""
    if get_origin(kind) in {Union, UnionType}:
        return some(chance.choice(get_args(kind)), chance)
    if get_origin(kind) is dict:
        key, value = get_args(kind)
        return {some(key, chance): some(value, chance) for _ in range(chance.randrange(4))}
    if get_origin(kind) is tuple:
        return tuple(some(get_args(kind)[0], chance) for _ in range(chance.randrange(4)))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = get_type_hints(kind)
        told = {name: some(hints[name], chance) for name in kind.__struct_fields__}
        if "entries" in told:  # which sum to nothing, whatever they are
            told["entries"] = {"inventory": 500, "layout": -500} if chance.random() < 0.7 else {}
        return kind(**told)
    samples: dict[Any, list[Any]] = {
        str: ["", "As Kd", 'Zoë "§"\n\x00\u2028😀\\', chance.randbytes(8).hex()],
        int: [0, -1, 2**63 - 1, chance.randrange(10**6)],
        bool: [True, False],
        type(None): [None],
    }
    samples[Any] = [None, 1, 2**80, 0.1, 1e300, "x", True, [1, [2, {}]], {"a": {"b": None}}]
    return chance.choice(samples[kind])


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_is_read_back(kind):
    chance, journal = random.Random(4), in_memory()
    events = [some(kind, chance) for _ in range(200)]
    for event in events:
        journal.append(event, 1)
        assert what(event)
    journal.close()
    assert [r.body for r in records(BytesIO(journal.written())) if isinstance(r.body, kind)] == events


def test_what_would_not_be_read_back_is_refused_and_changes_nothing():
    journal = in_memory()
    for event, message in (
        (Sat(player=3, seat=1), "read back"),  # type: ignore[arg-type]
        (Performed(step="a", cite="b", value="x" * (1 << 20)), "too long"),
    ):
        with pytest.raises(IllegalAction, match=message):
            journal.append(event, 1)
    assert journal.append(SAT, 1) == 1
    journal.close()
    assert verify_bytes(journal.written()).records == 3


# Heads ---------------------------------------------------------------------------------------------------------------


def test_a_head_is_signed_at_every_close_and_on_demand():
    journal = in_memory()
    journal.append(SAT, 1)
    first = journal.head()
    assert (first.n, journal.n) == (1, 2)
    assert journal.head() == first
    journal.append(RoundClosed(round=1), 2)
    assert journal.n == 4
    assert journal.head().n == 3
    journal.append(TableClosed(), 3)
    last = journal.close()
    assert last.n == 5
    verdict = verify_bytes(journal.written(), [last, first], KEY.public)
    assert (verdict.signatures, verdict.records, verdict.unsigned) == (3, 7, 0)


def test_acknowledged_waits_for_the_group():
    journal = in_memory(Sync(milliseconds=10**9, rounds=2))
    assert journal.acknowledged == 0
    journal.append(RoundClosed(round=1), 1)
    assert journal.commit() == 0
    assert verify_bytes(journal.written()).n == 2
    journal.append(RoundClosed(round=2), 1)
    assert journal.commit() == journal.acknowledged == journal.n == 4
    journal.append(SAT, 1)
    assert journal.commit() == 4
    assert journal.sync() == 5


def test_a_group_ends_with_its_time():
    journal = in_memory(Sync(milliseconds=0, rounds=10**9))
    journal.append(SAT, 1)
    assert journal.commit() == 1


# One writer ----------------------------------------------------------------------------------------------------------


def test_a_second_writer_is_refused(tmp_path):
    path = tmp_path / "a"
    journal = created(path)
    with pytest.raises(JournalError, match="another writer"):
        Writer.resume(path, KEY)
    again = (
        "from croupier.journal import Key, Writer; from croupier.errors import JournalError; import sys\n"
        "try: Writer.resume(sys.argv[1], Key.throw_away(2019))\n"
        "except JournalError as error: print(error.fault)\n"
    )
    said = subprocess.run([sys.executable, "-c", again, str(path)], capture_output=True, text=True, check=True)
    assert said.stdout == "in-use\n"
    with pytest.raises(BadText, match="exists already"):
        created(path)
    journal.append(SAT, 1)
    journal.close()
    resumed = Writer.resume(path, KEY)
    assert resumed.append(SAT, 2) == 3
    resumed.close()
    assert verify(path).records == 5


def test_a_closed_writer_takes_nothing_more(tmp_path):
    journal = created(tmp_path / "a")
    journal.close()
    for ask in (lambda: journal.append(SAT, 1), journal.head, journal.commit, journal.sync, journal.close):
        with pytest.raises(JournalError, match="closed"):
            ask()
    journal.abandon()


def test_an_error_within_leaves_what_was_committed(tmp_path):
    def fail() -> None:
        with created(tmp_path / "a") as journal:
            journal.append(SAT, 1)
            journal.commit()
            journal.append(SAT, 2)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert verify(tmp_path / "a").records == 2


def test_resume_wants_the_key_and_a_sound_file(tmp_path):
    path = tmp_path / "a"
    with created(path) as journal:
        write(journal, 1)
    data = path.read_bytes()
    path.write_bytes(data + b"torn")
    with pytest.raises(JournalError, match="another key"):
        Writer.resume(path, Key.throw_away(7))
    assert path.read_bytes() == data + b"torn"
    for broken in (data.replace(b"raise", b"check"), data + b"a line\n", data + b"a line\nand a torn one"):
        path.write_bytes(broken)
        with pytest.raises(JournalError):
            Writer.resume(path, KEY)
        assert path.read_bytes() == broken
    for nothing in (b"", data[:100]):
        path.write_bytes(nothing)
        with pytest.raises(JournalError, match="no header"):
            Writer.resume(path, KEY)
    with pytest.raises(BadText, match="No such file"):
        Writer.resume(tmp_path / "b", KEY)
    assert not list(tmp_path.glob("*.torn"))


# Torn lines ----------------------------------------------------------------------------------------------------------


def test_a_torn_last_line_at_every_byte(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "os", Disk("a"))
    data, _ = night(1)
    path, torn = tmp_path / "a", tmp_path / "a.torn"
    whole = lines_of(data)
    for kept in (whole, [*whole, *lines_of(night(2)[0])[len(whole) : len(whole) + 1]]):
        before, last = b"".join(kept[:-1]), kept[-1]
        for cut in range(1, len(last)):
            path.write_bytes(before + last[:cut])
            torn.unlink(missing_ok=True)
            journal = Writer.resume(path, KEY)
            assert torn.read_bytes() == last[:cut] + b"\n"
            journal.append(SAT, 9)
            journal.close()
            after = path.read_bytes()
            assert after.startswith(before)
            assert verify_bytes(after).records >= len(kept) + 1


def test_a_torn_line_is_safe_beside_before_it_is_cut_off(tmp_path, monkeypatch):
    disk = Disk("a")
    monkeypatch.setattr(store, "os", disk)
    (tmp_path / "a").write_bytes(night(1)[0] + b"torn")
    Writer.resume(tmp_path / "a", KEY).abandon()
    assert disk.order[:4] == ["sync a.torn", f"sync {tmp_path.name}", "cut a", "sync a"]


def test_a_tail_of_zeros_is_torn(tmp_path):
    data, _ = night(1)
    path = tmp_path / "a"
    path.write_bytes(data + b'{"n":' + bytes(3_000_000))
    Writer.resume(path, KEY).abandon()
    assert path.read_bytes() == data
    assert len((tmp_path / "a.torn").read_bytes()) == 3_000_006


def test_a_close_whose_head_was_lost_is_signed_at_once(tmp_path):
    data, head = night(1)
    path = tmp_path / "a"
    path.write_bytes(b"".join(lines_of(data)[:-1]))
    journal = Writer.resume(path, KEY)
    assert path.read_bytes() == data
    assert journal.acknowledged == journal.n == head.n + 1
    journal.abandon()


# The power fails -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sync", [Sync(), Sync(milliseconds=10**9, rounds=2)], ids=["every commit", "grouped"])
def test_no_acknowledged_record_is_lost_wherever_the_trace_is_cut(tmp_path, monkeypatch, sync):
    """Of what was written after the last sync any part may be on the disk: each length is tried, and what had been
    acknowledged while that length was possible must be there."""
    disk = Disk("a")
    monkeypatch.setattr(store, "os", disk)
    journal = created(tmp_path / "a", sync=sync)
    promised = [(sum(map(len, _written(disk))), journal.acknowledged)]
    for events, _ in zip(rounds(seats=1), range(3), strict=False):
        for event in events:
            journal.append(event, 1)
        acknowledged = journal.commit()
        promised.append((_synced(disk), acknowledged))
    journal.abandon()
    data = b"".join(_written(disk))
    assert data == (tmp_path / "a").read_bytes()
    assert promised[-1][1] < journal.n if sync.rounds == 2 else promised[-1][1] == journal.n
    path, lines, tried = tmp_path / "b", lines_of(data), 0
    for length in range(len(lines[0]), len(data) + 1):
        safe = max(acknowledged for synced, acknowledged in promised if synced <= length)
        path.write_bytes(data[:length])
        resumed = Writer.resume(path, KEY)
        assert resumed.acknowledged >= safe
        resumed.abandon()
        assert acknowledged_of(path, safe) == lines[: safe + 1]
        tried += 1
    assert tried > 3_000


def _written(disk: Disk) -> list[bytes]:
    return [step for step in disk.trace if isinstance(step, bytes)]


def _synced(disk: Disk) -> int:
    last = max(at for at, step in enumerate(disk.trace) if step == "sync")
    return sum(len(step) for step in disk.trace[:last] if isinstance(step, bytes))


def test_the_power_fails_again_while_a_journal_is_resumed(tmp_path, monkeypatch):
    lines = lines_of(night(1)[0])
    path, acknowledged, dark = tmp_path / "a", b"".join(lines[:-1]), 0
    while True:
        path.write_bytes(acknowledged + lines[-1][:50])
        disk = Disk("a", dark_at=dark)
        monkeypatch.setattr(store, "os", disk)
        try:
            Writer.resume(path, KEY).abandon()
        except PowerLost:
            monkeypatch.setattr(store, "os", Disk("a"))
            Writer.resume(path, KEY).abandon()
        assert path.read_bytes() == b"".join(lines)
        assert lines[-1][:50] in (tmp_path / "a.torn").read_bytes()
        if disk.operations <= dark:
            break
        dark += 1
    assert dark >= 8


@pytest.mark.parametrize("dark", range(2))
def test_a_disk_that_fails_ends_the_writer_and_keeps_what_it_acknowledged(tmp_path, monkeypatch, dark):
    path = tmp_path / "a"
    disk = Disk("a")
    monkeypatch.setattr(store, "os", disk)
    journal = created(path)
    journal.append(SAT, 1)
    safe = journal.commit()
    disk.dark_at, disk.fails_with = disk.operations + dark, OSError(errno.ENOSPC, "No space left on device")
    journal.append(TableClosed(), 2)
    with pytest.raises(JournalError, match="No space left"):
        journal.commit()
    assert journal.acknowledged == safe
    for ask in (lambda: journal.append(SAT, 3), journal.commit, journal.close):
        with pytest.raises(JournalError, match="must be resumed"):
            ask()
    journal.abandon()
    resumed = Writer.resume(path, KEY)
    assert resumed.acknowledged >= safe
    resumed.append(SAT, 4)
    resumed.close()
    assert verify(path).signed is not None


def test_a_new_journal_that_cannot_be_written_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "os", Disk("a", dark_at=1, fails_with=OSError(errno.EIO, "Input/output error")))
    with pytest.raises(JournalError, match="Input/output error"):
        created(tmp_path / "a")
    with pytest.raises(BadText, match="No such file"):
        created(tmp_path / "none" / "a")
