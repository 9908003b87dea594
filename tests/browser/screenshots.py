"""Pictures of every state at desk and phone size, into docs/pictures: ``python -m tests.browser.screenshots``.

Name parts to take fewer: a game, ``lobby``, ``states``, ``floor``, ``dealer``, ``surveillance``, ``lab``,
``submissions``, ``coach``, ``register``, ``account``. ``--night``, ``--whole`` and ``--into FOLDER`` are for looking.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tests.browser.floor import Floor, Guest, chromium
from tests.browser.screens_camera import SIZES, Camera
from tests.browser.screens_dealer import dealer_pages
from tests.browser.screens_floor import floor_pages
from tests.browser.screens_lab import lab_pages
from tests.browser.screens_register import account_pages, register_pages
from tests.browser.screens_rules import coach_pages, editor_pages
from tests.browser.screens_watch import watch_pages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
GAMES = {
    "dj-wild": (None, ("ante", "trips", "bad-beat", "progressive"), ("raise",)),
    "dj-wild-ma": ("ma", ("ante", "trips"), ("raise",)),
    "cajun-stud": (None, ("ante", "pocket", "board", "all-six"), ("raise-1",)),
    "raise-it-up": (None, ("ante", "pair-plus", "progressive"), ("play-1",)),
    "over-under": (None, ("ante", "bonus"), ("over",)),
    "face-up-pai-gow": (None, ("pai-gow", "fortune"), ("set", "house-way")),
}
NAMES = {
    "dj-wild": "DJ Wild",
    "cajun-stud": "Cajun Stud",
    "raise-it-up": "Raise It Up",
    "over-under": "Over-Under",
    "face-up-pai-gow": "Face Up Pai Gow",
}
WORK = {
    "register": register_pages,
    "account": account_pages,
    "floor": floor_pages,
    "dealer": dealer_pages,
    "surveillance": watch_pages,
    "lab": lab_pages,
    "submissions": editor_pages,
    "coach": coach_pages,
}
PARTS = (*GAMES, "lobby", "states", *WORK)


def rounds(camera: Camera, one: Guest, game: str) -> None:
    _, spots, options = GAMES[game]
    one.go(game)
    camera.take(one, f"{game}-watch")
    one.sit()
    if camera.size == "desk":
        one.page.click('[data-do="company"]')
        one.page.wait_for_timeout(2500)
    one.page.click(f'[data-spot="{spots[0]}"]')
    one.page.wait_for_timeout(200)
    camera.take(one, f"{game}-draft")
    one.wager(*spots).asked()
    camera.take(one, f"{game}-turn")
    if game == "face-up-pai-gow":
        one.page.click(".pick >> nth=0")
        one.page.click(".pick >> nth=1")
        camera.take(one, f"{game}-setting")
        one.page.keyboard.press("h")
        one.page.wait_for_timeout(300)
    one.play_out(*options)
    camera.take(one, f"{game}-result")
    one.page.keyboard.press("w")
    one.page.wait_for_selector("#sheet .sums")
    camera.take(one, f"{game}-why")
    one.page.evaluate(
        "(t) => fetch(`/api/tables/${t}/seat`, {method: 'DELETE', headers: {'Idempotency-Key': 'k'}})", game
    )


def states(camera: Camera, one: Guest) -> None:
    one.go("dj-wild").sit()
    for key, name in (("p", "payouts"), ("y", "history"), ("?", "keys")):
        one.page.keyboard.press("Escape")
        one.page.keyboard.press(key)
        one.page.wait_for_selector("#sheet")
        camera.take(one, name)
    one.page.keyboard.press("Escape")
    one.page.click('[data-do="menu"]')
    one.page.click('[data-name="theme"][data-value="dark"]')
    one.page.click('[data-name="deck"][data-value="4"]')
    camera.take(one, "settings")
    one.page.keyboard.press("Escape")
    camera.take(one, "night-four-colours")
    one.page.route("**/*", lambda route: route.abort())
    camera.floor.stop()
    one.page.wait_for_selector(".stage.lost")
    camera.take(one, "connection-lost")
    one.page.unroute("**/*")
    camera.floor.start()


def lobby(camera: Camera) -> None:
    """Before a name, after it, and where everyone may also work."""
    one = camera.guest("Ben")
    one.page.goto(camera.floor.url)
    camera.take(one, "lobby-name")
    one.sign_in()
    camera.take(one, "lobby")
    desk = camera.floor.app.state.desk
    desk.local, before = True, desk.local
    one.page.reload()
    one.page.locator(".places").scroll_into_view_if_needed()
    camera.take(one, "lobby-work")
    desk.local = before
    one.close()


def pictures(camera: Camera, parts: Sequence[str]) -> None:
    """The parts asked for, on one size of a screen."""
    for game, (edition, _, _) in GAMES.items():
        name = NAMES.get(game, "Massachusetts")
        camera.floor.open(game.removesuffix("-ma"), edition, name=game, pace=0.12, title=name)
    if "lobby" in parts:
        lobby(camera)
    for part, take in WORK.items():
        if part in parts:
            take(camera)
    one = camera.guest("Ann").sign_in()
    for game in GAMES:
        if game in parts:
            rounds(camera, one, game)
    if "lobby" in parts:
        one.page.goto(camera.floor.url)
        camera.take(one, "lobby-after")
    if "states" in parts:
        states(camera, one)
    one.close()


def main(browser: Browser, asked: argparse.Namespace) -> None:
    asked.into.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            floor = Floor(Path(folder))
            floor.start()
            pictures(Camera(browser, floor, asked.into, size, asked.night, asked.whole), asked.parts or PARTS)
            floor.stop()


if __name__ == "__main__":
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("parts", nargs="*", choices=[*PARTS, []])
    said.add_argument("--into", type=Path, default=PICTURES)
    said.add_argument("--night", action="store_true")
    said.add_argument("--whole", action="store_true")
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        main(opened, said.parse_args())
        opened.close()
