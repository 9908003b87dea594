"""Leaving and coming back: a name that is kept, a player who is away, friends on the network, a house that cannot be
reached, and one's turn told while one looks elsewhere."""

from __future__ import annotations

import re
import subprocess
import time

import pytest

from tests.browser.floor import PHONE, Floor, Guest, chromium
from tests.browser.test_play import CROUPIER

PHRASE = "seven quiet geese"
HIDDEN = """() => Object.defineProperty(document, "hidden", { get: () => true, configurable: true })"""
TOLD = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map((one) => [one.title, one.body])"""


@pytest.fixture
def own(tmp_path):
    """A house that may be stopped and started."""
    made = Floor(tmp_path)
    made.start()
    yield made
    made.stop()


def test_a_name_is_kept_signed_out_of_and_come_back_to_after_a_new_start(chrome, own):
    table = own.open("dj-wild", title="DJ Wild")
    ann = Guest(chrome, own, "Ann", PHONE).sign_in()
    page = ann.page
    page.click('[data-do="out"]')
    page.wait_for_selector("#leaving")
    told = page.inner_text("[data-key=leaving]")
    assert "$1,000.00 is on this name" in told
    assert "nobody can come back to it" in told
    page.click('[data-do="keep"]')
    page.fill("#phrase", PHRASE)
    page.press("#phrase", "Enter")
    page.wait_for_selector(".toast:has-text('The name is yours')")
    ann.go(table).sit()
    page.goto(own.url)
    page.click('[data-do="out"]')
    page.wait_for_selector("[data-key=leaving]:has-text('You sit at DJ Wild')")
    page.click('[data-do="gone"]')
    page.wait_for_selector(".toast:has-text('You are signed out')")
    assert "$1,000.00 stays with Ann" in page.inner_text(".toast")
    ann.close()
    own.stop()
    own.start()
    back = Guest(chrome, own, "Ann", PHONE)
    back.page.goto(own.url)
    back.page.fill("#name", "Ann")
    back.page.press("#name", "Enter")  # as a stranger would: the name is somebody's
    back.page.wait_for_selector(".toast:has-text('its pass-phrase leads back to it')")
    back.page.fill('[name="password"]', PHRASE)
    back.page.press('[name="password"]', "Enter")
    back.page.wait_for_selector(".purse:has-text('$500.00')")
    back.page.goto(f"{own.url}/tables/{table}")
    back.page.wait_for_selector(".you:not(.watching) .dock")
    assert "$500.00" in back.page.inner_text(".purse")
    back.close()


def test_whoever_has_gone_is_shown_as_away_and_costs_the_others_seconds(floor, guest):
    table = floor.open("over-under")
    ann, bob = guest("Ann"), guest("Bob")
    ann.come_in().go(table).sit()
    bob.come_in().go(table).sit()
    bob.page.goto("about:blank")
    ann.page.wait_for_selector(".seat.away .say:has-text('Away')")
    ann.wager("ante")
    began = time.monotonic()
    ann.asked()
    assert time.monotonic() - began < 30  # the betting has forty
    ann.play_out("over")
    bob.go(table)  # who let a round pass is back when they do something
    bob.page.wait_for_selector(".you.draft .chips")
    bob.wager("ante")
    ann.page.wait_for_selector(".seat.away", state="detached")


def test_a_friend_on_the_network_plays_where_the_browser_calls_nothing_secure(chrome, tmp_path):
    """As at an address of the local network: no clipboard, no worker, no random UUID."""
    command = [CROUPIER, "play", "--lan", "--no-browser", "--port", "0", "--db", str(tmp_path / "play.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)", running.stdout.readline())
        assert found is not None
        try:
            _plays_as_a_friend(chrome, f"http://a.friend:{found[1]}")
        finally:
            running.terminate()
            rest = running.stdout.read()  # what `communicate` reads lacks what came with the first line
            running.wait(timeout=60)
    assert "stored" in rest
    address = re.search(rf"On the local network: http://[\d.]+:{found[1]}/", rest)
    assert bool(address) == ("not encrypted" in rest) != ("no address on a local network" in rest)


def _plays_as_a_friend(chrome, url):
    rules = ["--no-sandbox", "--host-resolver-rules=MAP a.friend 127.0.0.1"]
    browser = chrome.browser_type.launch(executable_path=chromium(), args=rules)
    page = browser.new_page(viewport={"width": 390, "height": 664})
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(url)
    assert not page.evaluate("isSecureContext || 'serviceWorker' in navigator || 'randomUUID' in crypto")
    page.fill("#name", "Friend")
    page.press("#name", "Enter")
    page.wait_for_selector(".purse:has-text('$1,000.00')")
    page.click('[data-key="over-under"] [data-do="enter"]')
    page.click('[data-do="sit"] >> nth=1')
    page.wait_for_selector(".you:not(.watching)")
    page.wait_for_timeout(500)
    while page.query_selector('[data-option="decline-cut"]:not([aria-disabled])'):
        page.click('[data-option="decline-cut"]')
        page.wait_for_timeout(300)
    page.wait_for_selector(".chips")
    page.click('[data-chip="2500"]')
    page.click('[data-spot="ante"]')
    page.click('[data-do="place"]:not([aria-disabled])')
    page.click('.you.asked [data-option="over"]:not([aria-disabled])')
    page.wait_for_selector(".handname .why")
    page.click(".why.share")  # no clipboard: the link is shown
    page.wait_for_selector(".toast:has-text('/shared/')")
    page.click('[data-do="dismiss"]')
    page.click(".purse")
    page.wait_for_selector("#sheet")
    page.goto(f"{url}/floor")
    page.wait_for_selector("#work")
    assert page.locator('[data-do="take"], [data-do="post"]').count() == 0
    assert faults == []
    browser.close()


@pytest.mark.parametrize("language", ["", "es"])
def test_it_installs_says_offline_that_the_house_is_away_and_comes_back(chrome, own, language):
    ann = Guest(chrome, own, "Ann", PHONE, language=language)
    page = ann.page
    page.goto(own.url)
    page.wait_for_selector(".tile, #lobby")
    screen = ann.context.new_cdp_session(page)
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    manifest = screen.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["manifest"]["startUrl"] == f"{own.url}/"
    kept_out = screen.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in kept_out] == ["in-incognito"]  # as every page of a test is
    own.stop()
    page.goto(f"{own.url}/")
    page.wait_for_selector("#offline-again")
    title = {"": "The house is not reachable.", "es": "No se puede llegar a la casa."}[language]
    assert page.inner_text("h1") == title
    paper = page.evaluate("getComputedStyle(document.querySelector('.panel')).borderTopWidth")
    assert paper == "1px", "its style sheet is kept"
    own.start()
    page.wait_for_selector("#name")  # by itself
    ann.close()


def test_ones_turn_is_told_by_the_tab_and_by_a_notification(chrome, own):
    ann = Guest(chrome, own, "Ann")
    ann.context.grant_permissions(["notifications"], origin=own.url)
    page = ann.come_in().go(own.open("over-under")).sit().page
    page.click('[data-do="menu"]')
    page.click('[data-name="notify"][data-value="on"]')
    page.wait_for_selector('[data-name="notify"][data-value="on"][aria-pressed="true"]')
    page.keyboard.press("Escape")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.evaluate(HIDDEN)
    ann.wager("ante").asked()
    assert page.title().startswith("Your turn \u00b7 Over/Under")
    page.wait_for_function(f"async () => (await ({TOLD})()).length")
    ((title, body),) = page.evaluate(TOLD)
    assert title == "Your turn"
    assert re.fullmatch(r"Over/Under(: \d+ seconds)?", body)
    ann.close()
