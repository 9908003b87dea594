"""Pictures of every state at desk and phone size, into docs/pictures: ``python -m tests.browser.screenshots``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tests.browser.floor import DESKTOP, PHONE, Floor, Guest, chromium

if TYPE_CHECKING:
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
NAMES = {"dj-wild": "DJ Wild", "cajun-stud": "Cajun Stud", "raise-it-up": "Raise It Up", "over-under": "Over-Under",
         "face-up-pai-gow": "Face Up Pai Gow"}  # fmt: skip


def take(one: Guest, name: str) -> None:
    one.page.wait_for_timeout(450)
    one.page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=72)


def rounds(one: Guest, table: str, game: str, size: str) -> None:
    _, spots, options = GAMES[game]
    one.go(table)
    take(one, f"{game}-watch-{size}")
    one.sit()
    if size == "desk":
        one.page.click('[data-do="company"]')
        one.page.wait_for_timeout(2500)
    one.page.click(f'[data-spot="{spots[0]}"]')
    one.page.wait_for_timeout(200)
    take(one, f"{game}-draft-{size}")
    one.wager(*spots).asked()
    take(one, f"{game}-turn-{size}")
    if game == "face-up-pai-gow":
        one.page.click(".pick >> nth=0")
        one.page.click(".pick >> nth=1")
        take(one, f"{game}-setting-{size}")
        one.page.keyboard.press("h")
        one.page.wait_for_timeout(300)
    one.play_out(*options)
    take(one, f"{game}-result-{size}")
    one.page.keyboard.press("w")
    one.page.wait_for_selector("#sheet .sums")
    take(one, f"{game}-why-{size}")
    one.page.evaluate("(t) => fetch(`/api/tables/${t}/seat`, {method: 'DELETE'})", table)


def states(one: Guest, floor: Floor, size: str) -> None:
    for key, name in (("p", "payouts"), ("y", "history"), ("?", "keys")):
        one.page.keyboard.press("Escape")
        one.page.keyboard.press(key)
        one.page.wait_for_selector("#sheet")
        take(one, f"{name}-{size}")
    one.page.keyboard.press("Escape")
    one.page.click('[data-do="menu"]')
    one.page.click('[data-name="theme"][data-value="dark"]')
    one.page.click('[data-name="deck"][data-value="4"]')
    take(one, f"settings-{size}")
    one.page.keyboard.press("Escape")
    take(one, f"night-four-colours-{size}")
    one.page.route("**/*", lambda route: route.abort())
    floor.stop()
    one.page.wait_for_selector(".stage.lost")
    take(one, f"connection-lost-{size}")
    one.page.unroute("**/*")
    floor.start()


def watching(browser: Browser, floor: Floor, table: str, size: str, viewport: tuple[int, int]) -> None:
    """Surveillance: the table live, a round record by record, its report."""
    one = Guest(browser, floor, f"Eye {size}", viewport)
    floor.app.state.desk.people.add(one.name, "in the sky!", [("surveillance", "")])
    one.context.request.post(f"{floor.url}/api/session", data={"name": one.name, "password": "in the sky!"})
    one.page.goto(f"{floor.url}/surveillance?table={table}")
    one.page.wait_for_selector(".chain.intact")
    take(one, f"surveillance-live-{size}")
    one.page.goto(f"{floor.url}/surveillance?table={table}&round=1")
    one.page.locator("#lines button", has_text="Revealed").last.click()
    take(one, f"surveillance-replay-{size}")
    one.page.goto(f"{floor.url}/surveillance?table={table}&round=1&print")
    one.page.wait_for_selector(".report .records")
    take(one, f"surveillance-report-{size}")
    one.close()


def main(only: list[str]) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        floor = Floor(Path(folder))
        floor.start()
        for size, viewport in (("desk", DESKTOP), ("phone", PHONE)):
            for game, (edition, _, _) in GAMES.items():
                name = NAMES.get(game, "Massachusetts")
                floor.open(game.removesuffix("-ma"), edition, name=f"{game}-{size}", pace=0.12, title=name)
            one = Guest(browser, floor, f"Ann {size}", viewport)
            one.page.goto(floor.url)
            take(one, f"lobby-name-{size}")
            one.sign_in()
            take(one, f"lobby-{size}")
            for game in only or GAMES:
                rounds(one, f"{game}-{size}", game, size)
            watching(browser, floor, f"{(only or list(GAMES))[0]}-{size}", size, viewport)
            one.page.goto(floor.url)
            take(one, f"lobby-after-{size}")
            one.go(f"dj-wild-{size}").sit()
            states(one, floor, size)
            one.close()
        floor.stop()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
