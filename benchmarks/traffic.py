"""What a table costs in bytes: a page's load, its reload, a round with four bots at the table, and a minute of rest.

A browser plays through a proxy that counts what passes it, headers and all, at a local server (`croupier play`). What
the page's own socket carried is counted apart, as text before it is packed.

    python benchmarks/traffic.py [--rounds 5] [--games dj-wild,face-up-pai-gow] [--json]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from playwright.async_api import Browser, Page, async_playwright

from browser import chromium

TARGET = 60_000
"""Bytes of a round of DJ Wild with four bots, to one page."""
REST = 20.0
BOTS = 4
GAMES = "dj-wild,cajun-stud,raise-it-up,over-under,face-up-pai-gow"


class Proxy:
    """Passes a browser's connections on to the server, and counts."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.down = 0
        self.up = 0
        self._server: asyncio.Server | None = None

    async def start(self) -> int:
        """Listen; gives the port."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, over = await asyncio.open_connection("127.0.0.1", self.port)
        await asyncio.gather(self._pass(reader, over, "up"), self._pass(there, writer, "down"))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: str) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                setattr(self, way, getattr(self, way) + len(data))
                writer.write(data)
                await writer.drain()
        with suppress(ConnectionError):
            writer.close()


class Visit:
    """A browser's page, with what it received."""

    def __init__(self, page: Page, proxy: Proxy) -> None:
        self.page, self.proxy = page, proxy
        self.text = self.frames = 0
        page.on("websocket", lambda socket: socket.on("framereceived", self._frame))

    def _frame(self, data: str | bytes) -> None:
        self.frames += 1
        self.text += len(data if isinstance(data, bytes) else data.encode())

    def mark(self) -> tuple[int, int, int, int]:
        """What has passed until now."""
        return self.proxy.down, self.proxy.up, self.text, self.frames

    async def loaded(self) -> int:
        """Requests of the page since it was opened that were not answered from the browser's cache."""
        await self.page.wait_for_selector("#stage:not([aria-busy])")
        await asyncio.sleep(1.5)
        return int(await self.page.evaluate(ASKED))


def between(before: tuple[int, ...], after: tuple[int, ...]) -> dict[str, int]:
    names = ("down", "up", "text", "frames")
    return {name: b - a for name, a, b in zip(names, before, after, strict=True)}


ASKED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter((entry) => entry.transferSize > 0).length"""
ASK = """async ([method, path, body]) => {
  const answer = await fetch(path, { method, body: body === null ? undefined : JSON.stringify(body),
    headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() } });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}"""


async def ask(page: Page, method: str, path: str, body: Any = None) -> Any:
    """What the page's person asks for."""
    return await page.evaluate(ASK, [method, path, body])


async def resting(page: Page, base: str, seat: int) -> dict[str, Any]:
    """The table, once it waits for this person: for wagers or for a decision."""
    while True:
        view: dict[str, Any] = await ask(page, "GET", base)
        due = view["due"]
        if due is None or (due["seat"] == seat and due["options"]):
            return view
        if due["step"] == "cut":
            with suppress(Exception):
                await ask(page, "POST", f"{base}/commands", {"command": "perform", "step": "decline-cut"})
        if due and seat in due["waiting"] and due["step"] == "decide" and due["options"]:
            return view
        await asyncio.sleep(0.4)


async def a_round(page: Page, game: str, seat: int) -> None:
    """Wager on everything, then decide as one who stays in, and wait until wagers are taken again."""
    base = f"/api/tables/{game}"
    felt = await ask(page, "GET", f"{base}/felt")
    await resting(page, base, seat)
    await ask(page, "POST", f"{base}/draft", {"do": "type", "wager": felt["ante"], "amount": "10.00"})
    for spot in felt["spots"]:
        if spot["placed"] in {"always-offered", "optional"}:
            await ask(page, "POST", f"{base}/draft", {"do": "add", "wager": spot["id"], "chip": 500})
    await ask(page, "POST", f"{base}/wagers", {"contribution": ""})
    while (await ask(page, "GET", base))["due"] is None:  # noqa: ASYNC110 - nobody else says when
        await asyncio.sleep(0.2)
    while (view := await resting(page, base, seat))["due"] is not None:
        options = [one["id"] for one in view["due"]["options"]]
        decision = next(o for o in options if o not in {"fold", "surrender", "set", "check"})
        with suppress(Exception):
            await ask(page, "POST", f"{base}/commands", {"command": "decide", "seat": seat, "decision": decision})
        await asyncio.sleep(0.3)


async def measured(browser: Browser, url: str, proxy: Proxy, game: str, rounds: int) -> dict[str, Any]:
    """A load, a reload, rounds and rest at one table."""
    context = await browser.new_context(viewport={"width": 1440, "height": 900})
    page = await context.new_page()
    await page.goto(url)
    await ask(page, "POST", "/api/guest", {"name": f"T {game}"[:40]})
    await page.close()
    page = await context.new_page()
    visit = Visit(page, proxy)
    told: dict[str, Any] = {"game": game}

    for what, visited in (("load", page.goto(f"{url}/tables/{game}")), ("reload", None)):
        before = visit.mark()
        await (visited or page.reload())
        requests = await visit.loaded()
        told[what] = between(before, visit.mark()) | {"requests": requests}
    base = f"/api/tables/{game}"
    seat = 3
    await ask(page, "POST", f"{base}/seat", {"seat": seat, "amount": 50_000})
    await ask(page, "POST", f"{base}/company", {"bots": BOTS})
    await asyncio.sleep(1)
    each = []
    watcher = await context.new_page()  # asks for this person, so that only the page's own traffic is counted
    await watcher.goto(url.replace(str(proxy_port(url)), str(proxy.port)) + "/pages/mark.svg")
    await a_round(watcher, game, seat)
    for _ in range(rounds):
        await asyncio.sleep(0.5)
        before = visit.mark()
        await a_round(watcher, game, seat)
        await asyncio.sleep(0.5)
        each.append(between(before, visit.mark()))
    told["rounds"] = each
    told["round"] = {key: statistics.median(one[key] for one in each) for key in each[0]}
    before = visit.mark()
    await asyncio.sleep(REST)
    told["rest"] = between(before, visit.mark())
    await context.close()
    return told


def proxy_port(url: str) -> int:
    return int(url.rpartition(":")[2])


async def go(rounds: int, games: list[str]) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as name:
        server = subprocess.Popen(  # noqa: ASYNC220 - before anything else runs
            [sys.executable, "-m", "croupier", "play", "--no-browser", "--port", "0", "--db", str(Path(name) / "p.db")],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ,
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://127.0.0.1:(\d+)", server.stdout.readline())
            assert found is not None
            proxy = Proxy(int(found[1]))
            url = f"http://127.0.0.1:{await proxy.start()}"
            async with async_playwright() as play:
                browser = await play.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
                told = [await measured(browser, url, proxy, game, rounds) for game in games]
                await browser.close()
                return told
        finally:
            server.terminate()
            server.wait(15)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", default=GAMES)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    told = asyncio.run(go(args.rounds, args.games.split(",")))
    if args.json:
        print(json.dumps(told))
        return
    print(f"{'':18}{'load':>16}{'reload':>16}{'a round':>12}{'its text':>12}{'frames':>8}{'rest, a minute':>16}")
    for one in told:
        load, again, rnd, rest = one["load"], one["reload"], one["round"], one["rest"]
        print(
            f"{one['game']:18}{load['down'] / 1000:7.1f} kB, {load['requests']:3d} {again['down'] / 1000:8.1f} kB,"
            f" {again['requests']:3d}{rnd['down'] / 1000:9.1f} kB{rnd['text'] / 1000:9.1f} kB{rnd['frames']:8.0f}"
            f"{rest['down'] * 60 / REST / 1000:13.1f} kB"
        )
    print(f"target: a round of dj-wild under {TARGET / 1000:.0f} kB")


if __name__ == "__main__":
    main()
