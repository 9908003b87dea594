"""``croupier journal``, as somebody who has only the file runs it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from croupier.errors import BadText
from croupier.journal import Head, Key, Writer, read_heads
from croupier.journal.record_text import time_of, what
from croupier.table.events import Performed, Sat, Settled, WagerPlaced
from tests.journal.night import KEY, START, night
from tests.journal.tamper import lines_of, rehashed

DATA, HEAD = night(3)
LINES = lines_of(DATA)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "night.journal"
    path.write_bytes(DATA)
    return path


def test_verify_prints_the_head(run, file):
    code, out, err = run("journal", "verify", str(file))
    assert (code, err) == (0, "")
    last = json.loads(LINES[-1])
    assert f"head {last['n']} {last['hash']}\n" in out
    assert "3 rounds, a test run" in out


def test_verify_in_json(run, file):
    code, out, _ = run("journal", "verify", str(file), "--json", "--head", HEAD.text(), "--key", KEY.public)
    told = json.loads(out)
    assert code == 0
    assert told["intact"] is True
    assert told["signed"] == json.loads(HEAD.text())
    assert (told["records"], told["rounds"], told["unsigned"]) == (len(LINES), 3, 0)


def test_verify_says_which_record_is_broken(run, file):
    at = DATA.index(b"raise")
    n, start = DATA[:at].count(b"\n"), DATA.rindex(b"\n", 0, at) + 1
    file.write_bytes(DATA.replace(b"raise", b"check", 1))
    code, out, err = run("journal", "verify", str(file))
    assert code == 3
    assert f"record {n} at byte {start}" in out
    assert f"record {n} at byte {start}: its hash" in err
    code, out, _ = run("journal", "verify", str(file), "--json")
    told = json.loads(out)
    assert (code, told["intact"], told["record"], told["offset"], told["fault"]) == (3, False, n, start, "hash")


@pytest.mark.parametrize("data", [b"", b"no journal\n", b"\x89PNG\r\n\x1a\n", b"no line", LINES[0][:50], b"\n" * 99])
def test_what_is_no_journal_breaks_at_its_first_byte(run, file, data):
    file.write_bytes(data)
    for command in ("verify", "show", "head"):
        code, _, err = run("journal", command, str(file))
        assert code == 3
        assert "record 0 at byte 0" in err


def test_a_head_is_exported_and_finds_what_is_gone(run, file, tmp_path):
    heads = tmp_path / "heads"
    file.write_bytes(b"".join(LINES[:-1]))
    code, out, _ = run("journal", "head", str(file))
    assert code == 0
    assert Head.read(out).n < HEAD.n
    file.write_bytes(DATA)
    assert run("journal", "head", str(file), "-o", str(heads)).code == 0
    assert read_heads(heads.read_text()) == (HEAD,)
    again = run("journal", "head", str(file), "-o", str(heads))
    assert (again.code, "exists already" in again.err) == (2, True)
    heads.write_text(f"{out}\n{HEAD.text()}\n")
    verify = ("journal", "verify", str(file), "--head", str(heads))
    assert run(*verify).code == 0
    file.write_bytes(b"".join(LINES[:-2]))
    assert "head-not-reached" in run(*verify).out
    assert run(*verify).code == 3
    assert run("journal", "verify", str(file)).code == 0
    file.write_bytes(rehashed([line.replace(b"raise", b"check") for line in LINES], journal=HEAD.journal, key=KEY))
    assert "head-differs" in run(*verify).out
    assert run("journal", "verify", str(file)).code == 0


def test_unusable_input(run, file, tmp_path):
    (tmp_path / "empty").write_text("\n")
    forged = Head(journal=HEAD.journal, n=HEAD.n, hash=HEAD.hash, signature="0" * 128).text()
    for words in (
        ("verify", str(tmp_path)),
        ("verify", str(tmp_path / "none")),
        ("show", str(tmp_path / "none")),
        ("head", str(tmp_path)),
        ("verify", str(file), "--head", "{"),
        ("verify", str(file), "--head", '{"n":1}'),
        ("verify", str(file), "--head", HEAD.text().replace(f'"n":{HEAD.n}', '"n":-1')),
        ("verify", str(file), "--head", str(tmp_path / "none")),
        ("verify", str(file), "--head", str(tmp_path / "empty")),
        ("verify", str(file), "--head", str(file)),
        ("verify", str(file), "--head", forged),
        ("verify", str(file), "--key", "ab"),
        ("show", str(file), "--round", "99"),
        ("head", str(file), "-o", str(tmp_path / "none" / "head")),
    ):
        code, out, err = run("journal", *words)
        assert (code, out) == (2, ""), words
        assert err.startswith("croupier: "), words


def test_another_key_is_found(run, file):
    code, out, _ = run("journal", "verify", str(file), "--key", Key.throw_away(7).public)
    assert (code, "record 0 at byte 0 (key)" in out) == (3, True)


def test_a_journal_without_a_signed_head(run, file):
    file.unlink()
    Writer.create(file, KEY, clock=lambda: START, test=True).abandon()
    assert "no head was signed yet" in run("journal", "verify", str(file)).out
    assert run("journal", "head", str(file)).code == 2


def test_show(run, file):
    code, out, _ = run("journal", "show", str(file))
    assert code == 0
    assert len(out.splitlines()) == len(LINES)
    assert "2026-01-01 00:00:00.000  player Zoë 1        p1 sits down at seat 1" in out
    assert "(58 Pa. Code § 687a.9(c)(1))" in out


def test_show_chooses(run, file):
    def shown(*words: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in run("journal", "show", str(file), "--json", *words).out.splitlines()]

    assert run("journal", "show", str(file), "--json").out.encode() == DATA
    closes = [n for n, line in enumerate(LINES) if b'"round-closed"' in line]
    second = list(range(closes[0] + 2, closes[1] + 2))
    assert [record["n"] for record in shown("--round", "2")] == second
    assert [record["n"] for record in shown("--from", "5", "--to", "7")] == [5, 6, 7]
    seat = shown("--round", "2", "--seat", "3")
    assert [record["event"]["event"] for record in seat] == [
        "wager-placed",
        "round-began",
        "dealt",
        "decided",
        "settled",
    ]
    assert [record["n"] for record in shown("--round", "3")] == list(range(closes[1] + 2, len(LINES)))


def test_a_broken_journal_is_shown_up_to_the_break(run, file):
    n = next(n for n, line in enumerate(LINES) if b"raise" in line)
    file.write_bytes(DATA.replace(b"raise", b"check", 1))
    for words in ((), ("--round", "1")):
        code, out, err = run("journal", "show", str(file), "--json", *words)
        assert code == 3
        assert out.encode() == b"".join(LINES[:n])
        assert f"record {n} " in err
    file.write_bytes(DATA[:-1])
    assert run("journal", "show", str(file), "--round", "1").code == 0


def test_a_round_in_play_is_shown(run, file):
    file.write_bytes(b"".join(LINES[:-4]))
    assert run("journal", "show", str(file), "--round", "3", "--json").code == 0


def test_words():
    assert what(Sat(player="ann", seat=1, by="player", who="ann")) == "ann sits down at seat 1"
    assert what(WagerPlaced(seat=0, wager="ante", amount=-5, entries={}, verbal=True)) == (
        "takes back 0.05 on ante at seat 0, in words and cash, which becomes chips"
    )
    line = {"wager": "ante", "stake": "5.00", "result": "win", "paid": "5.00", "odds": "1 to 1", "cite": "x"}
    assert what(Settled(seat=1, lines=(line, {"other": 1}), entries={"a": 1})) == (
        "seat 1: ante 5.00 wins, paid 5.00 at 1 to 1; seat 1: other 1"
    )
    assert what(Performed(step="cut", cite="x", value=["a", 1])) == "performs cut: a 1 deep"
    assert time_of(10**18) == f"{10**18} ms"


def test_heads_as_text():
    assert Head.read(HEAD.text()) == HEAD
    assert read_heads(f"\n{HEAD.text()}\r\n\n{HEAD.text()}") == (HEAD, HEAD)
    for bad in ("", "[]", "{}", HEAD.text()[:-1], HEAD.text() + "x", "[" * 10**5):
        with pytest.raises(BadText, match="head"):
            read_heads(bad)
