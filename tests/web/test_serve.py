"""`croupier serve` from its first start to its end, and what it refuses to start on."""

from __future__ import annotations

import asyncio
import os
import re
import socket

import httpx
import pytest

from croupier.errors import HouseError
from tests.house.serving import Serving


async def test_the_first_start_and_a_graceful_end(tmp_path):
    """The link for the administrator works once; the end is orderly; the second start has the same floor."""
    serving = Serving(tmp_path, "--no-guests")
    await serving.start()
    async with httpx.AsyncClient(base_url=serving.url) as raw:
        assert (await raw.post("/api/guest", json={"name": "Ann"})).status_code == 403
        assert await serving.end() == 0
    link = re.search(r"/administrator#token=([\w-]+)", serving.said)
    assert link
    assert "5 tables" in serving.said
    assert "every round is finished" in serving.said
    await serving.start()
    async with httpx.AsyncClient(base_url=serving.url) as raw:
        told = {"token": link[1], "name": "Ada", "password": "correct horse"}
        assert (await raw.post("/api/administrator", json=told)).status_code == 403  # a newer link was printed
    assert await serving.end() == 0
    newer = re.search(r"/administrator#token=([\w-]+)", serving.said)
    assert newer
    assert newer[1] != link[1]


def test_refusals_to_start_say_why(tmp_path, run, monkeypatch):
    from croupier.house.storage.file_lock import hold

    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path))

    def refused(*arguments):
        code, _, said = run("serve", *arguments)
        assert code == 2
        assert said.count("\n") == 1
        return said

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert "in use" in refused("--port", port)
        monkeypatch.setenv("CROUPIER_PORT", port)
        assert "in use" in refused()
        monkeypatch.delenv("CROUPIER_PORT")
        (tmp_path / "c.toml").write_text(f"port = {port}\n", encoding="utf-8")
        assert f"port {port}" in refused("--config", str(tmp_path / "c.toml"))
    file = hold(tmp_path / "x.db")
    assert "another server holds" in refused("--port", "0", "--db", str(tmp_path / "x.db"))
    os.close(file)
    for memory in ("sqlite://", "sqlite:///", "sqlite:///:memory:", ":memory:"):
        assert "not in memory" in refused("--port", "0", "--db", memory)
    assert "is a folder" in refused("--port", "0", "--db", str(tmp_path))
    assert "database failed" in refused("--port", "0", "--db", "postgresql://nobody@127.0.0.1:1/x")
    (tmp_path / "junk.db").write_bytes(b"not a database" * 100)
    assert "not a database" in refused("--port", "0", "--db", str(tmp_path / "junk.db"))
    (tmp_path / "bad.toml").write_text("prot = 1\n", encoding="utf-8")
    assert "none of host, port" in refused("--config", str(tmp_path / "bad.toml"))
    for processes in ("0", "-1", "65", "1000000"):
        assert f"{processes} is not from 1 to 64" in refused("--processes", processes)


def test_two_do_not_hold_one_file(tmp_path):
    from croupier.house.storage.file_lock import hold

    first = hold(tmp_path / "x.db")
    with pytest.raises(HouseError, match="another server"):
        hold(tmp_path / "x.db")
    os.close(first)
    os.close(hold(tmp_path / "x.db"))


def test_a_house_is_not_served_as_the_other_kind(run, tmp_path):
    """Real money is chosen at the first start; a later one that names the other kind is refused."""
    serving = Serving(tmp_path, "--money", "real")

    async def serve_once():
        await serving.start()
        async with httpx.AsyncClient(base_url=serving.url) as raw:
            assert (await raw.get("/api/floor")).json()["money"] == "real"
            assert 'data-money="Real money"' in (await raw.get("/")).text
            assert (await raw.post("/api/guest", json={"name": "Ann"})).status_code == 403
        assert await serving.end() == 0

    asyncio.run(serve_once())
    assert "with 0 tables" in serving.said
    assert len(set(re.findall(r"/administrator#token=([\w-]+)", serving.said))) == 2  # one for each of two people
    there = ("serve", "--db", str(tmp_path / "house.db"), "--key", str(tmp_path / "house.key"), "--port", "0")
    for more in ((), ("--processes", "2")):
        code, _, said = run(*there, "--money", "play", *more)
        assert code == 2
        assert "this is a real-money house, for good" in said
    assert run(*there, "--money", "chips")[0] == 2
    assert run("play", "--db", str(tmp_path / "house.db"), "--no-browser")[0] == 2
