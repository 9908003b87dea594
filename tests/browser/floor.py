"""A real house on a real port for a real browser: a server in a thread, tables opened as a test needs them."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import threading
import tomllib
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn
from playwright.sync_api import Error

from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house.storage.table_settings import Settings
from croupier.web.app import create
from croupier.web.http.operations import Operations
from croupier.web.sockets.changes import applied
from tests.house.databases import migrated_sqlite_database
from tests.house.make import make_house_at

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

    from playwright.sync_api import Browser, Page, WebSocket

EDITIONS = {
    "dj-wild": "pa-2021",
    "cajun-stud": "pa-2019",
    "raise-it-up": "pa-2019",
    "over-under": "pa-2019-proposed",
    "face-up-pai-gow": "pa-2019-proposed",
}
DESKTOP, PHONE = (1440, 900), (390, 844)
CHANGED = """([spot, before]) =>
    document.querySelector(`[data-spot="${spot}"]`)?.getAttribute("aria-label") !== before"""


def chromium() -> str:
    """The browser of this machine; without one nothing here can be shown to work."""
    asked = os.environ.get("CROUPIER_CHROMIUM")
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
    own = sorted(Path.home().glob(".cache/ms-playwright/chromium-*/chrome-linux*/chrome"))
    found = asked or next((path for path in map(shutil.which, names) if path), None) or next(map(str, own), None)
    if found is None or not Path(found).exists():
        raise RuntimeError("no Chromium on this machine: install one, or name it in CROUPIER_CHROMIUM")
    return found


class Floor:
    """A house with guests in a folder. `stop` and `start` again, and it stands where it stood."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._count = 0

    def start(self) -> None:
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()
        self.thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self.thread.start()
        if not ready.wait(20):
            raise RuntimeError("the house did not open within 20 seconds")

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self._serve(ready))
        self.loop.close()

    async def _serve(self, ready: threading.Event) -> None:
        migrated_sqlite_database(self.folder / "house.db")
        self.house = make_house_at(self.folder / "house.db", self.folder / "house.key")
        await self.house.start()
        self.app = create(self.house, guests=True, operations=Operations(pseudo=True))
        config = uvicorn.Config(self.app, port=self.port, log_level="error", timeout_graceful_shutdown=2)
        self.server = uvicorn.Server(config)
        self.server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        serving = asyncio.create_task(self.server.serve())
        while not self.server.started:  # noqa: ASYNC110 - uvicorn has no event to wait for
            await asyncio.sleep(0.01)
        ready.set()
        await serving
        await self.house.stop()

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(15)

    def call(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(20)

    def open(
        self,
        game: str,
        edition: str | None = None,
        name: str = "",
        *,
        title: str = "",
        choices: dict[str, Any] | None = None,
        **settings: Any,
    ) -> str:
        edition = edition or EDITIONS[game]
        self._count += 1
        table = name or f"{game}-{self._count}"
        chosen = {"quick": True, "betting_seconds": 40.0, "decision_seconds": 60.0, **settings}
        submission = tomllib.loads(new_submission(open_game(game, edition))) | (choices or {})
        made = Settings(submission=submission, **chosen)
        self.call(self.house.open(table, title or "Table", game, edition, made))
        return table

    def drop_pages(self) -> None:
        """Every page loses its connection, as when a network goes away."""
        self.loop.call_soon_threadsafe(self.app.state.sockets.close)


OFFERED = """try {
    localStorage.setItem("croupier", JSON.stringify({ guide: "off", ...JSON.parse(localStorage.getItem("croupier")) }));
} catch {}"""
"""A guided hand was offered to this browser before."""


class Guest:
    """A person with a browser of their own, which has offered a guided hand before unless they are `new`, and asks for
    a `language` if it has one; whatever it complains about is kept."""

    def __init__(
        self,
        browser: Browser,
        floor: Floor,
        name: str,
        size: tuple[int, int] = DESKTOP,
        *,
        new: bool = False,
        language: str = "",
        **more: Any,
    ) -> None:
        self.floor = floor
        self.name = name
        self.language = language
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **more)
        if language:
            self.context.add_cookies([{"name": "language", "value": language, "url": floor.url}])
        if not new:
            self.context.add_init_script(OFFERED)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(40_000)
        self.faults: list[str] = []
        self.frames: list[dict[str, Any]] = []
        self.page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("websocket", self._listen)

    def _listen(self, heard: WebSocket) -> None:
        heard.on("framereceived", partial(self._frame, {}))

    def _frame(self, shown: dict[str, Any], data: str | bytes) -> None:
        """What came, with the view that it makes."""
        told = json.loads(data)
        if "changes" in told:
            told["view"] = applied(shown["view"], told["changes"])
        shown.update(told)
        self.frames.append(told)

    def sign_in(self) -> Guest:
        self.page.goto(self.floor.url)
        self.page.fill("#name", self.name)
        self.page.press("#name", "Enter")
        self.page.wait_for_selector(".purse")
        return self

    def come_in(self) -> Guest:
        """Signed in as by the lobby's form, without the lobby's page."""
        answer = self.context.request.post(f"{self.floor.url}/api/guest", data={"name": self.name})
        assert answer.ok, answer.text()
        return self

    def go(self, table: str) -> Guest:
        self.page.goto(f"{self.floor.url}/tables/{table}")
        self.page.wait_for_selector("#dock")
        return self

    def sit(self, seat: int | None = None) -> Guest:
        if seat is not None:
            self.page.click(f'[data-do="choose-seat"][data-seat="{seat}"]')
        self.page.click('[data-do="sit"] >> nth=1')
        self.page.wait_for_selector(".you.draft, .you.asked, .you.waiting, .you.result")
        self.settle_down()
        return self

    def settle_down(self) -> None:
        """A first player may be offered the cut."""
        for _ in range(100):
            self.page.wait_for_timeout(40)
            cut = self.page.query_selector('[data-option="cut"]:not([aria-disabled])')
            if cut is not None:
                with suppress(Error):
                    cut.click(timeout=1000)
            elif self.page.query_selector(".you.draft, .you.result") and self._wagers_are_taken():
                return
        raise AssertionError("the betting did not open")

    def _wagers_are_taken(self) -> bool:
        if not self.language:
            return "wagers" in self.page.inner_text(".voice")
        return next((told["view"]["phase"] for told in reversed(self.frames) if "view" in told), "") == "betting"

    def wager(self, *spots: str) -> Guest:
        """A chip of five dollars twice on the first spot and once on the others."""
        for spot in (spots[0], *spots):
            before = self.page.get_attribute(f'[data-spot="{spot}"]', "aria-label")
            self.page.click(f'[data-spot="{spot}"]')
            self.page.wait_for_function(CHANGED, arg=[spot, before])
        self.page.click('[data-do="place"]:not([aria-disabled])')
        return self

    def asked(self) -> Guest:
        self.page.wait_for_selector(".you.asked .act:not([aria-disabled])")
        return self

    def play_out(self, *wanted: str) -> Guest:
        """Press the first of these options that is open, until the round is settled."""
        for _ in range(600):
            if self.page.query_selector(".handname .why"):
                return self
            for option in wanted:
                button = self.page.query_selector(f'.you.asked [data-option="{option}"]:not([aria-disabled])')
                if button is not None:
                    with suppress(Error):  # a view that came in between may have taken the button away
                        button.click(timeout=1000)
                    break
            self.page.wait_for_timeout(30)
        raise AssertionError("the round did not end")

    def chips(self) -> int:
        """What the bar says, in cents, once it has counted there."""
        self.page.wait_for_function("() => !document.documentElement.hasAttribute('data-counting')")
        return int(self.page.inner_text(".purse b").replace("$", "").replace(",", "").replace(".", ""))

    def close(self) -> None:
        self.context.close()


def words(told: Any) -> Iterator[str]:
    """Every word of every string in a message."""
    if isinstance(told, str):
        yield from told.split()
    elif isinstance(told, dict):
        for value in told.values():
            yield from words(value)
    elif isinstance(told, list):
        for value in told:
            yield from words(value)
