"""What the house gives away and how long it waits: holds of other tables, names of its database, slow connections,
files that others could read, and the lab's work."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import threading
import time
import tomllib
from contextlib import ExitStack
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, HTTPException, Response
from fastapi.responses import StreamingResponse

from croupier.errors import BadText, HouseError, SubmissionError
from croupier.game.choices import rate
from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house.audit.backup import backup
from croupier.house.audit.check import check, shown
from croupier.house.audit.restore import restore
from croupier.house.cluster.ownership import LeaseLost
from croupier.house.cluster.postgres_leases import PostgresLeases
from croupier.house.people.passwords import Passwords
from croupier.house.people.roles import Person
from croupier.house.screens.practice import spaced_repetition
from croupier.house.storage.database import Database
from croupier.house.storage.file_lock import hold
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.money import buy_in_holds, ledger
from croupier.web.app import create
from croupier.web.http.connections import timeouts
from croupier.web.http.connections.timeouts import patient
from croupier.web.http.limits.rate_limiter import Limits
from croupier.web.http.limits.worker_threads import ALL, ANSWER_PIECE, DOWNLOADS, EACH, WORK, WorkerThreads
from croupier.web.http.operations import Operations
from croupier.web.uvicorn_server import Server
from tests.house.desk.test_requests import person
from tests.house.floor import KEY, a_house, open_table, served, until
from tests.house.make import make_house, make_house_at

SECRETS = ("sesame", "houseuser", "127.0.0.1", "54321")
NOWHERE = "postgresql://houseuser:sesame@127.0.0.1:54321/housedb"


# Holds.


async def test_a_table_gives_back_what_was_held_for_itself_alone(url):
    """To a LIKE that ignores case t1 is T1."""
    async with a_house(url) as house:
        for name in ("t1", "T1"):
            await open_table(house, "dj-wild", name)
            entries = [(0, ledger.CAGE, -700, "test"), (0, ledger.hold(name, "Ann"), 700, "test")]
            house.database.store(Transaction(name, 0, entries=entries))
        await asyncio.to_thread(buy_in_holds.release, house.keeper("t1"))
        assert house.database.balance(ledger.hold("t1", "Ann")) == 0
        assert house.database.balance(ledger.hold("T1", "Ann")) == 700, "another table's"
        assert house.database.balance(ledger.wallet("Ann")) == 700


# The database's whereabouts.


def test_no_refusal_names_the_databases_host_or_account():
    database = Database(NOWHERE)
    said: list[str] = [shown(NOWHERE)]
    for ask in (
        lambda: database.balance("cage"),
        database.migrate,
        lambda: database.store(Transaction("", 0, rows=[])),
        lambda: check(NOWHERE),
        lambda: asyncio.run(PostgresLeases(database.url, "", KEY).begin()),
        lambda: Database("postgresql://houseuser:sesame@127.0.0.1:54321x/housedb"),
    ):
        with pytest.raises((HouseError, BadText, LeaseLost)) as refused:
            ask()
        said.append(str(refused.value))
    database.close()
    for words in said:
        assert not [secret for secret in SECRETS if secret in words], words


async def test_readyz_says_that_the_database_fails_and_not_where_it_is():
    house = make_house(Database(NOWHERE), KEY)
    house._money = "play"  # as it was read when it started
    app = create(house)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
        kinds = ("text/plain", "application/json")
        answers = [await client.get("/readyz", headers={"Accept": kind}) for kind in kinds]
        answers.append(await client.get("/api/session", headers={"Cookie": "croupier=x"}))
    for answer in answers:
        assert answer.status_code == 503
        assert "the database" in answer.text
        assert not [secret for secret in SECRETS if secret in answer.text], answer.text


def test_a_server_that_has_no_such_database_does_not_name_it(postgres_url):
    name = postgres_url.partition("?")[0].rpartition("/")[2]
    missing = postgres_url.replace(f"/{name}?", "/nothere?")
    with pytest.raises(HouseError) as refused:
        Database(missing).balance("cage")
    assert "nothere" not in str(refused.value)
    assert "postgres" not in str(refused.value)


# Slow connections.


async def ends(at, sent, pause=0.0):
    """Seconds until the server closes a connection that sends these bytes, each after a pause; and what it answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", at)
    began = time.monotonic()
    heard = b""
    try:
        for part in sent:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(pause)
        async with asyncio.timeout(30):
            heard = await reader.read()
    except ConnectionError:
        pass
    finally:
        writer.close()
    return time.monotonic() - began, heard


async def test_a_connection_that_does_not_finish_what_it_asks_is_closed(tmp_path):
    guest = b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n"
    ask = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
    chunked = b"POST /api/guest HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    async with a_house(tmp_path / "h.db") as house:
        listening = socket.create_server(("127.0.0.1", 0))
        at = listening.getsockname()[1]
        server = Server(create(house, guests=True), head_seconds=0.4, body_seconds=0.6)
        running = asyncio.create_task(server.run(listening))
        await until(lambda: server.started)
        try:
            nothing, slow, body, well, second, short, chunks = [
                await ends(at, []),
                await ends(at, [b"GET /healthz HTTP/1.1\r\n", *[b"X: y\r\n"] * 10], pause=0.1),
                await ends(at, [guest, *[b"{"] * 8], pause=0.15),
                await ends(at, [ask + b"Connection: close\r\n\r\n"]),
                await ends(at, [ask + b"\r\n", b"GET /heal"], pause=0.05),
                await ends(at, [chunked, b"2\r\n{}\r\n"], pause=0.05),
                await ends(at, [chunked, *[b"1\r\n{\r\n" * 2000] * 8], pause=0.02),
            ]
        finally:
            server.stop()
            await running
            listening.close()
    assert nothing[0] < 10
    assert (slow[0] < 10, slow[1]) == (True, b"")
    assert (body[0] < 10, b"200" in body[1]) == (True, False)
    assert well[1].startswith(b"HTTP/1.1 200")
    assert second[0] < 4.5, "sooner than a connection that is idle"
    assert second[1].startswith(b"HTTP/1.1 200")
    assert short[1].startswith(b"HTTP/1.1 411")
    assert chunks[0] < 10


async def test_a_connection_that_takes_nothing_of_its_answer_is_closed():
    """Whatever it was sent would stay in memory for good."""
    app = FastAPI()
    app.get("/large")(lambda: Response(b"x" * (1 << 24)))
    app.get("/parts")(lambda: StreamingResponse(b"x" * (1 << 16) for _ in range(1000)))
    listening = socket.create_server(("127.0.0.1", 0))
    server = Server(app, takes_seconds=0.1)
    running = asyncio.create_task(server.run(listening))
    await until(lambda: server.started)
    there = server._server.server_state.connections
    for path in (b"large", b"parts"):
        with socket.socket() as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            await asyncio.to_thread(slow.connect, listening.getsockname())
            slow.sendall(b"GET /%b HTTP/1.1\r\nHost: x\r\n\r\n" % path)
            await until(lambda: there)
            await until(lambda: not there)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{listening.getsockname()[1]}") as client:
        assert len((await client.get("/large")).content) == 1 << 24
        assert len((await client.get("/parts")).content) == 1000 << 16
    server.stop()
    await running
    listening.close()


async def test_a_connection_that_is_handed_over_before_the_server_is_up_waits_for_it():
    app = FastAPI()
    app.get("/")(lambda: Response(b"served"))
    with socket.create_server(("127.0.0.1", 0)) as door, socket.create_server(("127.0.0.1", 0)) as listening:
        server = Server(app)
        reader, writer = await asyncio.open_connection(*door.getsockname())
        came, _ = await asyncio.to_thread(door.accept)
        came.setblocking(False)
        server.take(came)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        await asyncio.sleep(0)
        running = asyncio.create_task(server.run(listening))
        assert (await reader.read()).endswith(b"served")
        writer.close()
        server.stop()
        await running


async def test_a_socket_lasts_longer_than_its_headers_may(tmp_path, monkeypatch):
    monkeypatch.setattr("croupier.web.uvicorn_server.connection_protocol", lambda *_: patient(0.3, 0.3, 0.1))

    async with a_house(tmp_path / "h.db", "dj-wild") as house, served(house) as site, site.at("Ann", "dj-wild"):
        await asyncio.sleep(0.8)
        assert len(site.sockets.open) == 1


# Files.


def test_files_of_a_house_are_its_owners_alone_whatever_the_umask(tmp_path):
    before = os.umask(0)
    try:
        path = tmp_path / "h.db"
        held = hold(path)

        async def begin():
            house = make_house_at(path, tmp_path / "keys" / "house.key")
            await house.start()
            await open_table(house, "dj-wild")
            found = {each.name: each.stat().st_mode & 0o777 for each in tmp_path.rglob("*") if each.is_file()}
            await house.stop()
            return found

        found = asyncio.run(begin())
        os.close(held)
        assert {"h.db", "h.db-wal", "h.db-shm", "h.db.lock", "house.key"} <= found.keys()
        backup(path, tmp_path / "out")
        restore(tmp_path / "out", tmp_path / "new.db")
        for name in ("out", "new.db"):
            found[name] = (tmp_path / name).stat().st_mode & 0o777
        assert set(found.values()) == {0o600}, found
    finally:
        os.umask(before)


# The lab.


async def test_the_lab_works_so_long_for_one_address_and_for_everyone(tmp_path):
    operations = Operations(limits=Limits(lab=100))
    async with a_house(tmp_path / "h.db") as house:
        app = create(house, operations=operations)
        budget = app.state.work.budget
        transports = [httpx.ASGITransport(app, client=(f"198.51.100.{n}", 1)) for n in (1, 2, 3)]
        one, two, three = (httpx.AsyncClient(transport=each, base_url="http://x") for each in transports)
        assert (await one.get("/api/lab")).status_code == 200
        budget.charge("198.51.100.1", 150)
        for cookie in ("", "croupier-lab=another"):  # a new cookie is no new budget
            answer = await one.get("/api/lab/strategy?game=dj-wild", headers={"Cookie": cookie})
            assert answer.status_code == 429
            assert 1 <= int(answer.headers["Retry-After"]) <= 600
            assert answer.json()["error"]["code"] == "busy"
        submission = {"game": "dj-wild", "edition": "pa-2021"}
        assert (await one.post("/api/submissions/worth", json={"submission": submission})).status_code == 429
        assert (await two.get("/api/lab")).status_code == 200
        budget.charge("198.51.100.2", 100)
        assert (await three.get("/api/lab")).status_code == 429, "everyone's is used up"
        for client in (one, two, three):
            await client.aclose()


async def test_what_the_lab_worked_is_charged_also_when_it_was_refused(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        app = create(house, operations=Operations(limits=Limits(lab=60)))
        charged: list[tuple[str, float]] = []
        app.state.work.budget.charge = lambda address, seconds: charged.append((address, seconds))
        transport = httpx.ASGITransport(app, client=("198.51.100.1", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            assert (await client.get("/api/lab/price?game=nothing")).status_code == 400
            assert (await client.get("/api/lab")).status_code == 200
        assert [address for address, _ in charged] == ["198.51.100.1"] * 2
        assert all(seconds > 0 for _, seconds in charged)


@pytest.mark.parametrize(
    "text", ["a." * 20_000 + "a = 1", "a" * 33_000, "a = 1\n" + "a." * 600 + "b = 1", '"\u2028".' * 400 + "a = 1"]
)
async def test_a_file_that_takes_long_to_read_is_not_read(tmp_path, monkeypatch, text):
    monkeypatch.setattr(tomllib, "loads", pytest.fail)

    async with a_house(tmp_path / "h.db") as house:
        app = create(house, operations=Operations(lab=False, limits=Limits()))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
            answer = await client.post("/api/submissions/open", json={"text": text})
            assert (answer.status_code, answer.json()["error"]["field"]) == (400, "file")


async def test_the_editor_works_within_the_labs_budget_and_threads(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        app = create(house, operations=Operations(lab=False, limits=Limits(lab=60)))
        transport = httpx.ASGITransport(app, client=("198.51.100.1", 1))
        submission = new_submission(open_game("over-under"))
        told = {"submission": tomllib.loads(submission)}
        asked = [("open", {"text": submission}), ("check", told), ("sign.svg", told), ("layout.svg", told)]
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            before = set(threading.enumerate())
            for path, body in asked:
                assert (await client.post(f"/api/submissions/{path}", json=body)).status_code == 200, path
            began = {thread.name.partition("_")[0] for thread in set(threading.enumerate()) - before}
            assert "lab" in began
            assert "asyncio" not in began
            app.state.work.budget.charge("198.51.100.1", 150)
            for path, body in asked:
                assert (await client.post(f"/api/submissions/{path}", json=body)).status_code == 429, path


async def test_the_coach_and_practice_work_within_the_labs_budget(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        app = create(house, guests=True, operations=Operations(limits=Limits(lab=60)))
        transport = httpx.ASGITransport(app, client=("198.51.100.1", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            await client.post("/api/guest", json={"name": "Ann"})
            assert await app.state.coach._work("198.51.100.1", lambda: sum(range(10_000))) == 49_995_000
            assert app.state.work.budget._each._until["198.51.100.1"] > time.monotonic()
            app.state.work.budget.charge("198.51.100.1", 150)
            for ask in (
                client.get("/api/tables/none/coach"),
                client.get("/api/practice"),
                client.post("/api/practice/hand", json={}),
                client.post("/api/practice/answer", json={}),
            ):
                assert (await ask).status_code == 429
            assert not app.state.coach.counting._made, "nothing is begun for them"


@pytest.mark.parametrize("number", ["1e-300000000", "1e300000000", "1E-300000000%", "9" * 5000, "0." + "1" * 100_000])
def test_no_number_of_a_few_letters_keeps_the_process_from_everything_else(number):
    """Fraction("1e-300000000") is a number of 300 million digits; while it is made no table is dealt."""
    began = time.monotonic()
    with pytest.raises(SubmissionError, match="not a share of the wager"):
        rate(number)
    with pytest.raises(BadText, match="not a record"):
        spaced_repetition.read_record({"cost": number})
    assert time.monotonic() - began < 1
    assert (rate("14%"), rate("0.14"), rate(1e-05), rate("1/8"), rate(0)) == (
        Fraction(14, 100),
        Fraction(14, 100),
        Fraction(1, 100_000),
        Fraction(1, 8),
        0,
    )


async def test_whoever_has_much_read_keeps_nobody_waiting():
    """One player once asked for the whole proof of a round again and again, and nobody's session was looked up."""
    reading, held = WorkerThreads("reading"), threading.Event()
    ann, bob = person("Ann", "player"), person("Bob", "player")
    asked = [asyncio.create_task(reading.run(ann, held.wait, 20)) for _ in range(30)]
    await until(lambda: sum(task.done() for task in asked) == len(asked) - EACH)
    assert {getattr(task.exception(), "status_code", 0) for task in asked if task.done()} == {429}
    assert await reading.run(bob, max, 3, 7) == 7
    asked[0].cancel()
    held.set()
    assert [await task for task in asked[1:EACH]] == [True] * (EACH - 1)
    with pytest.raises(ZeroDivisionError):
        await reading.run(ann, divmod, 1, 0)
    assert not any(lane._waiting or lane._turns for lane in reading._lanes.values())


async def test_so_many_downloads_are_taken_at_once():
    """An auditor who began to read the ledger twenty times and went no further had every connection of the house."""
    walking, ann = WorkerThreads("walking"), person("Ann", "auditor")
    begun = [walking.download(ann, iter([b"some", b"more"])) for _ in range(DOWNLOADS)]
    with pytest.raises(HTTPException):
        walking.download(ann, iter([b""]))
    assert [part async for part in walking.download(person("Bob", "auditor"), iter([b"a", b"b"]))] == [b"ab"]
    assert [part async for part in begun.pop()] == [b"somemore"]
    assert await anext(walking.download(ann, iter([b"x" * ANSWER_PIECE, b"y"]))) == b"x" * ANSWER_PIECE
    work = walking._lanes[WORK]
    await until(lambda: work.taken[ann.name] == DOWNLOADS - 1)  # it was not taken to its end, and is over
    begun.append(walking.download(ann, iter([b""])))
    with pytest.raises(HTTPException):
        walking.download(ann, iter([b""]))
    begun.clear()
    await until(lambda: not (work.taken or work._waiting or work._turns))


async def test_no_session_waits_for_passwords_that_are_hashed(tmp_path, monkeypatch):
    """Guests have a cookie each, and with it had sign-ins of their own: hashing took every thread."""
    held = threading.Event()
    verified: list[str] = []

    def verify(_: Passwords, __: str | None, secret: str) -> bool:
        verified.append(secret)
        assert held.wait(60)
        return False

    monkeypatch.setattr(Passwords, "verify", verify)

    async with (
        a_house(tmp_path / "h.db") as house,
        served(house) as at,
        httpx.AsyncClient(base_url=at.url, timeout=60, limits=httpx.Limits(max_connections=50)) as ann,
    ):
        await ann.post("/api/guest", json={"name": "Ann"})
        wrong = {"name": "Nobody", "password": "a wrong guess"}
        asked = [asyncio.create_task(ann.post("/api/session", json=wrong)) for _ in range(40)]
        await until(lambda: verified)
        assert (await ann.get("/api/session")).json()["name"] == "Ann"
        held.set()
        assert {(await one).status_code for one in asked} == {403}


def test_whoever_finds_every_connection_to_the_database_in_use_hears_so(tmp_path):
    database = Database(tmp_path / "h.db")
    database.migrate()
    pool: Any = database.engine.pool
    pool._timeout = 0.01
    with ExitStack() as taken:
        for _ in range(pool.size() + pool._max_overflow):
            taken.enter_context(database.engine.connect())
        with pytest.raises(HouseError, match="every connection") as refused:
            database.balance("cage")
    assert refused.value.fault == "storage"
    assert database.balance("cage") == 0
    database.close()


async def test_a_crowd_of_guests_keeps_no_player_and_nobody_at_work_from_reading():
    """Whoever wants to is eight guests: what they asked for was all that was read, and surveillance was refused."""
    reading, held = WorkerThreads("reading"), threading.Event()
    guests = [Person(f"Guest {n}", frozenset({("player", "")})) for n in range(ALL // EACH)]
    asked = [asyncio.create_task(reading.run(guest, held.wait, 20)) for guest in guests for _ in range(EACH)]
    await asyncio.sleep(0)
    with pytest.raises(HTTPException):
        await reading.run(Person("Gus", frozenset({("player", "")})), max, 3, 7)
    for other in (Person("Ann", frozenset({("player", "")}), password=True), person("Sue", "surveillance")):
        assert await reading.run(other, max, 3, 7) == 7
    held.set()
    assert all(await asyncio.gather(*asked))


def test_a_process_has_as_many_files_as_the_system_permits():
    words = """
import resource
from croupier.web.uvicorn_server import FILES, open_more_files
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
assert open_more_files() == most == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
assert open_more_files() == most
"""
    subprocess.run([sys.executable, "-c", words], check=True)


async def test_a_house_may_have_no_lab(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        app = create(house, guests=True, operations=Operations(lab=False))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
            for path in ("", "/price?game=dj-wild", "/strategy", "/par.xlsx", "/progress"):
                answer = await client.get(f"/api/lab{path}")
                assert answer.status_code == 403, path
                assert answer.json()["error"]["message"] == "the lab of this house is closed"
            assert (await client.post("/api/lab/compare", json={})).status_code == 403
            submission = {"game": "dj-wild", "edition": "pa-2021"}
            worth = await client.post("/api/submissions/worth", json={"submission": submission})
            assert worth.status_code == 403, "the editor's figures are the lab's work"
            await client.post("/api/guest", json={"name": "Ann"})
            assert "lab" not in (await client.get("/api/session")).json()["pages"]


def test_no_chunk_is_read_of_a_body_that_does_not_say_how_long_it_is():
    """Each takes a while: a million of them would keep everyone waiting, whoever sends them."""
    read: list[int] = []
    head = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    aborted: list[bool] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "croupier.web.http.connections.timeouts.AutoHTTPProtocol.data_received",
            lambda _, data: read.append(len(data)),
        )
        one: Any = timeouts.TimeoutProtocol.__new__(timeouts.TimeoutProtocol)
        one.transport = SimpleNamespace(
            get_protocol=lambda: one, is_closing=lambda: bool(aborted), abort=lambda: aborted.append(True)
        )
        one.cycle = SimpleNamespace(response_complete=False, more_body=True)
        one.headers, one._stage = [], "body"
        one.data_received(head)
        one.headers = [(b"transfer-encoding", b"chunked")]
        one.data_received(b"1\r\n{\r\n" * 2000)
        assert (read, aborted) == ([len(head)], [])
        for _ in range(5):
            one.data_received(b"1\r\n{\r\n" * 2000)
    assert (read, aborted) == ([len(head)], [True])
