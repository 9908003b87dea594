"""How to play: every game's page, by day and at night, on a desk and on a phone."""

from __future__ import annotations

from croupier.games import EDITIONS
from tests.browser.floor import PHONE
from tests.browser.test_coach import faults


def test_a_stranger_reads_how_every_game_is_played(floor, guest):
    one = guest("Nobody")
    one.page.goto(f"{floor.url}/how-to-play?game=over-under")
    one.page.wait_for_selector(".plain a")
    assert "5.605%" in one.page.inner_text(".right")
    one.page.click(".step .cite >> nth=0")
    one.page.wait_for_selector("dialog.provision")
    one.page.keyboard.press("Escape")
    assert faults(one.page) == []
    for game in EDITIONS:
        one.page.goto(f"{floor.url}/how-to-play?game={game}")
        one.page.wait_for_selector(".step >> nth=5")
        assert one.page.locator(".step .cite").count() == 6


def test_on_a_phone_at_night_one_wager_at_a_time(floor, guest):
    one = guest("Nobody", PHONE, color_scheme="dark")
    one.page.goto(f"{floor.url}/how-to-play?game=dj-wild")
    one.page.wait_for_selector(".plain a")
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shown = """[...document.querySelectorAll(".pays thead th")].filter((each) => each.checkVisibility())
        .map((each) => each.innerText)"""
    assert one.page.evaluate(shown) == ["Hand", "Blind\nif you win"]
    one.page.click(".pick button:has-text('Trips')")
    assert one.page.evaluate(shown) == ["Hand", "Trips\nnatural", "Trips\nwild"]


def test_a_game_that_there_is_not_is_told_with_a_way_back(floor, guest):
    one = guest("Nobody")
    one.page.goto(f"{floor.url}/how-to-play?game=whist")
    one.page.wait_for_selector("a:has-text('To the lobby')")
    assert "whist" in one.page.inner_text("#work")
    one.faults.clear()  # the browser notes the 404
