"""Signed heads leave the machine: to a file, over HTTP, by syslog; what fails is sent again, logged and counted."""

from __future__ import annotations

import asyncio
import http.server
import json
import logging
import socket
import threading
from typing import ClassVar

import pytest
from msgspec.structs import replace

from croupier.errors import BadText, HouseError
from croupier.house.audit.check import check
from croupier.house.journal import heads as heads_of
from croupier.house.journal.events import Denied
from croupier.house.journal.head_targets import FileTarget, target_of
from croupier.house.journal.heads import signed_heads
from croupier.house.journal.sent_heads import check_sent
from croupier.house.storage.database import Database
from croupier.house.storage.transactions import Transaction
from croupier.journal import read_heads
from croupier.journal.keys import checks
from croupier.journal.record import Head, signed_text
from croupier.table import Decide
from croupier.web.http.metrics import Metrics
from tests.house.audit.test_backup import play
from tests.house.floor import KEY, a_house, ann, served, until


class Keeper(http.server.BaseHTTPRequestHandler):
    """Keeps what is posted, once it is asked for the second time."""

    got: ClassVar[list[str]]
    failing: int

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        kind = type(self)
        kind.failing -= 1
        if kind.failing < 0:
            kind.got += body.splitlines()
        self.send_response(503 if kind.failing >= 0 else 204)
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def keeper():
    class Kind(Keeper):
        got: ClassVar[list[str]] = []
        failing = 0
        url = ""

    kind = Kind
    server = http.server.HTTPServer(("127.0.0.1", 0), kind)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    kind.url = f"http://house:secret@127.0.0.1:{server.server_port}/heads"
    yield kind
    server.shutdown()
    thread.join()
    server.server_close()


async def test_every_journal_has_a_head_that_checks(tmp_path):
    path = tmp_path / "h.db"

    async with a_house(path, "dj-wild", "raise-it-up") as house:
        await play(house, rounds=1)
        heads, ids = signed_heads(house.database), {k.id: k.writer.header.id for k in house.keepers.values()}
    assert [head.table for head in heads] == ["", "dj-wild"]  # at the other no round was closed yet
    assert heads[1].journal == ids["dj-wild"]
    for head in heads:
        assert checks(KEY.public, head.signature, signed_text(head.journal, head.n, head.hash))
        assert head.at > 0
    assert check(path, heads=heads).heads == 2


async def test_a_file_grows_and_is_what_check_reads(tmp_path):
    path, file = tmp_path / "h.db", tmp_path / "heads.jsonl"

    async with a_house(path, "dj-wild") as house:
        house.heads.start(target_of(f"file:{file}"), 3600)
        await play(house, rounds=1)
        assert await house.heads.send()
        first = len(file.read_text().splitlines())
        await house.heads.send()
        assert len(file.read_text().splitlines()) == first  # nothing is new
        await house.keeper("dj-wild").ask(Decide(seat=1, decision="fold"), ann())  # her time need not end
        await play(house, rounds=1)
        await house.heads.record()
        await house.heads.send()
        assert house.heads.sent == len(file.read_text().splitlines()) == first + 2
        assert house.heads.age < 60
    kept = read_heads(file.read_text())
    assert check(path, KEY.public, heads=kept).heads == len(kept)
    assert file.stat().st_mode & 0o077 == 0


def test_a_torn_line_is_cut_off(tmp_path):
    file = tmp_path / "heads"
    file.write_text('{"one":1}\n{"two"')
    FileTarget(file).send(['{"three":3}'])
    assert file.read_text() == '{"one":1}\n{"three":3}\n'


async def test_http_is_tried_again_until_it_is_taken(tmp_path, keeper, monkeypatch, caplog):
    monkeypatch.setattr(heads_of, "FIRST_RETRY", 0.01)
    keeper.failing = 2

    async with a_house(tmp_path / "h.db") as house, served(house) as server:
        metrics = Metrics(server.desk)
        with caplog.at_level(logging.ERROR):
            house.heads.start(target_of(keeper.url), 3600)
            await until(lambda: house.heads.sent)
        assert house.heads.failures == 2
        told = metrics.text(0).decode()
    assert "croupier_heads_sent_total 1.0" in told
    assert "croupier_heads_failures_total 2.0" in told
    assert "croupier_heads_age_seconds" in told
    failed = [record for record in caplog.records if record.message == "heads not sent"]
    assert len(failed) == 2
    assert failed[0].told["why"] == "answered with status 503"
    assert "secret" not in str(failed[0].told)
    assert check(tmp_path / "h.db", heads=read_heads("\n".join(keeper.got))).heads == len(keeper.got) == 1


def test_syslog_by_udp_and_tcp(tmp_path):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp, socket.create_server(("127.0.0.1", 0)) as tcp:
        udp.bind(("127.0.0.1", 0))
        for listening in (udp, tcp):
            listening.settimeout(10)
        target_of(f"syslog://127.0.0.1:{udp.getsockname()[1]}").send(['{"n":1}', '{"n":2}'])
        messages = [udp.recv(4096) for _ in range(2)]
        got = []

        def take():
            came, _ = tcp.accept()
            with came, came.makefile("rb") as file:
                got.append(file.read())

        thread = threading.Thread(target=take)
        thread.start()
        target_of(f"syslog+tcp://127.0.0.1:{tcp.getsockname()[1]}").send(['{"n":3}'])
        thread.join()
    priority, at, _host, app, _process, kind, data, said = messages[0].decode().split(" ", 7)
    assert (priority, app, kind, data, json.loads(said)) == ("<109>1", "croupier", "head", "-", {"n": 1})
    assert at.endswith("Z")
    length, _, message = got[0].partition(b" ")
    assert int(length) == len(message)
    assert message.endswith(b'{"n":3}')


@pytest.mark.parametrize("told", ["heads.txt", "file:", "ftp://x/y", "http://", "syslog://h:99999", "syslog://h/path"])
def test_a_target_that_is_none(told):
    with pytest.raises(BadText, match="is none of file:PATH"):
        target_of(told)


def test_what_cannot_be_reached_is_an_error():
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    for told in (f"http://127.0.0.1:{port}/", f"syslog+tcp://127.0.0.1:{port}", "file:/dev/null/heads"):
        with pytest.raises(OSError, match=r"refused|directory"):
            target_of(told).send(["{}"])


async def test_the_command_prints_and_sends_them(tmp_path, run):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        await play(house, rounds=1)
    done = run("heads", "--db", str(tmp_path / "h.db"))
    assert done.code == 0
    assert [head.table for head in read_heads(done.out)] == ["", "dj-wild"]
    done = run("heads", "--db", str(tmp_path / "h.db"), "--to", f"file:{tmp_path / 'kept'}")
    assert "2 heads sent" in done.out
    assert run("check", "--db", str(tmp_path / "h.db"), "--heads", str(tmp_path / "kept")).code == 0
    assert run("heads", "--db", str(tmp_path / "h.db"), "--to", "nowhere").code == 2
    assert run("serve", "--heads-to", "nowhere").code == 2
    assert run("serve", "--heads-every", "0").code == 2


def test_a_house_does_not_open_without_the_record_whose_head_was_sent(tmp_path):
    """All of the database put back to an earlier moment while nothing ran, and nothing known beside the key."""
    path, sent = tmp_path / "h.db", tmp_path / "heads.jsonl"

    async def begun():
        async with a_house(path) as house:
            check_sent(house.database, sent, KEY.publics)  # no file yet
            house.database.store(Transaction("", house.clock(), said=[Denied(person="Ann", what="cage", why="x")]))
            house.heads.target = FileTarget(sent)
            assert await house.heads.send()

    asyncio.run(begun())
    before = path.read_bytes()
    asyncio.run(begun())
    database = Database(path)
    check_sent(database, sent, KEY.publics)
    database.close()
    path.write_bytes(before)
    database = Database(path)
    with pytest.raises(HouseError, match=r"whose head was sent to .* is another or is gone"):
        check_sent(database, sent, KEY.publics)
    lines = sent.read_text().splitlines()
    forged = Head.read(lines[-1])
    sent.write_text("torn\n" + lines[0] + "\n" + replace(forged, n=forged.n + 500, hash="00").text() + "\n")
    check_sent(database, sent, KEY.publics)  # what nobody signed proves nothing
    database.close()
