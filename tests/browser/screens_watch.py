"""Pictures of surveillance: a table live, a search, a round record by record, the chain broken, the report."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.floor import Floor
    from tests.browser.screens_camera import Camera


def watch_pages(camera: Camera) -> None:
    floor = camera.floor
    table = floor.open("dj-wild", title="DJ Wild 9")
    ann = camera.guest("Vera S.").sign_in().go(table).sit()
    ann.wager("ante", "trips", "bad-beat", "progressive").play_out("raise")
    one = camera.worker("J. Varga", "surveillance")
    page = one.page
    page.goto(f"{floor.url}/surveillance?table={table}")
    page.wait_for_selector(".chain.intact")
    camera.take(one, "surveillance-live")
    page.fill("#q", "seat 1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".found")
    camera.take(one, "surveillance-search")
    page.goto(f"{floor.url}/surveillance?table={table}&round=1")
    page.locator("#lines button", has_text="Revealed").last.click()
    page.wait_for_selector(".chain.intact")
    camera.take(one, "surveillance-replay")
    page.goto(f"{floor.url}/surveillance?table={table}&round=1&print")
    page.wait_for_selector(".report .records")
    camera.take(one, "surveillance-report")
    flip(floor, table, 20)
    page.goto(f"{floor.url}/surveillance?table={table}")
    page.wait_for_selector(".chain")
    page.click("[data-do='verify']")
    page.wait_for_selector(".chain.broken")
    camera.take(one, "surveillance-broken")
    flip(floor, table, 20)
    one.close()
    ann.close()


def flip(floor: Floor, table: str, n: int) -> None:
    """One bit of a stored record, there and back."""
    with sqlite3.connect(floor.folder / "house.db", timeout=10) as connection:
        asked = (table, n)
        (line,) = connection.execute("select line from records where table_id = ? and n = ?", asked).fetchone()
        other = line[:60] + bytes([line[60] ^ 1]) + line[61:]
        connection.execute("update records set line = ? where table_id = ? and n = ?", (other, *asked))
