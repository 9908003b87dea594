"""Designed answers: a lost connection, a restart, a seat taken, no chips, a closed table; and what axe finds."""

from __future__ import annotations

import re

from croupier.table import Actor, Direct
from croupier.web.http.files import shrink
from croupier.web.http.files.static import PAGES
from tests.browser.floor import Floor, Guest


def test_the_lobby_has_every_table(floor, guest):
    floor.open("over-under", name="lobby-over-under")
    ann = guest("Ann")
    ann.page.goto(floor.url)
    tile = ann.page.locator('[data-key="lobby-over-under"]')
    tile.wait_for()
    told = tile.inner_text()
    assert "Over/Under" in told
    assert "proposed 2019" in told
    assert "Ante $10\u2013$500" in told
    ann.page.click('[data-key="lobby-over-under"] [data-do="enter"]')  # a name comes first
    ann.page.wait_for_selector("#name:focus")
    ann.page.keyboard.type(ann.name)
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_selector("#dock")
    assert ann.page.url.endswith("/tables/lobby-over-under")


def test_a_lost_connection_loses_nothing(floor, guest):
    table = floor.open("dj-wild")
    ann = guest("Ann").sign_in().go(table).sit().wager("ante").asked()
    cards = ann.page.locator(".hand playing-card").evaluate_all("cards => cards.map(c => c.getAttribute('face'))")
    floor.drop_pages()
    ann.page.wait_for_selector(".toast:has-text('Connected again')")
    ann.page.reload()
    ann.asked()
    again = ann.page.locator(".hand playing-card").evaluate_all("cards => cards.map(c => c.getAttribute('face'))")
    assert again == cards
    ann.page.click('[data-option="raise"]')
    ann.page.wait_for_selector(".handname .why")


def test_a_server_that_restarts_in_mid_round(chrome, tmp_path):
    floor = Floor(tmp_path)
    floor.start()
    table = floor.open("raise-it-up")
    ann = Guest(chrome, floor, "Ann")
    ann.sign_in().go(table).sit().wager("ante").asked()
    floor.stop()
    ann.page.wait_for_selector(".stage.lost")
    ann.page.wait_for_selector(".toast:has-text('Connection lost')")
    assert "held" in ann.page.inner_text(".toast")
    assert ann.page.locator(".hand playing-card:not([face=''])").count() == 3  # cards stay in sight
    floor.start()
    ann.page.wait_for_selector(".stage:not(.lost)")
    ann.asked().play_out("check", "play-1")
    ann.close()
    floor.stop()


def test_a_seat_that_was_taken_a_moment_before(floor, guest):
    table = floor.open("dj-wild")
    ann = guest("Ann").sign_in()
    bob = guest("Bob").sign_in().go(table)

    def too_late(route):
        ann.page.request.post(
            f"{floor.url}/api/tables/{table}/seat", data={"seat": 1, "amount": 20_000}, headers={"Idempotency-Key": "k"}
        )
        route.continue_()

    bob.page.route("**/seat", too_late)
    bob.page.click('[data-do="sit"][data-seat="1"] >> nth=0')
    bob.page.wait_for_selector(f".toast:has-text('Seat 1 is taken by {ann.name}')")
    assert "\u00a7 687a.2(a)" in bob.page.inner_text(".toast")
    bob.page.wait_for_selector('[data-do="sit"][data-seat="2"]')  # another open seat is offered by itself
    assert "$1,000.00" in bob.page.inner_text(".purse")
    bob.faults.clear()  # the browser notes the refusal that was asked for


def test_a_wager_that_is_refused_says_why(floor, guest):
    table = floor.open("over-under")
    ann = guest("Ann").sign_in().go(table).sit()
    ann.page.click('[data-spot="ante"]')
    ann.page.wait_for_selector(".spot.foul")
    assert ann.page.get_attribute('[data-option="place"]', "aria-disabled") == "true"
    assert "minimum" in ann.page.inner_text('[data-option="place"]')
    ann.page.click(".voice .cite")  # every cite opens the rule in our words
    ann.page.wait_for_selector("#sheet:has-text('686a.6(c)')")
    ann.page.fill(".typed input", "10")
    ann.page.press(".typed input", "Enter")
    ann.page.wait_for_selector('[data-option="place"]:not([aria-disabled])')
    assert "Place $10.00" in ann.page.inner_text('[data-option="place"]')


def test_out_of_chips_and_standing_up(floor, guest):
    table = floor.open("over-under")
    ann = guest("Ann").sign_in().go(table).sit()
    ann.page.click('[data-do="leave"]')
    ann.page.wait_for_selector(".you.watching")
    ann.page.wait_for_selector(".purse:has-text('$1,000.00')")
    seat = {"seat": 2, "amount": 0}
    ann.page.evaluate(
        "([t, seat]) => fetch(`/api/tables/${t}/seat`, {method: 'POST', body: JSON.stringify(seat), "
        "headers: {'Content-Type': 'application/json', 'Idempotency-Key': 'k'}})",
        [table, seat],
    )
    ann.page.click('[data-option="cut"]')  # nobody sat here: the cards were spread, washed and shuffled (686a.5(g))
    ann.page.wait_for_selector('[data-do="buy"]')
    assert "no chips here" in ann.page.inner_text(".you")
    ann.page.click('[data-do="buy"] >> nth=0')
    ann.page.wait_for_selector('[data-option="place"]')


def test_bots_fill_the_seats_and_get_up(floor, guest):
    table = floor.open("dj-wild")
    ann = guest("Ann").sign_in().go(table).sit()
    ann.page.click('[data-do="company"]')
    ann.page.wait_for_function("() => document.querySelectorAll('.seat .bot').length === 4")
    ann.wager("ante").play_out("raise")
    ann.page.click('[data-do="company"]')
    ann.page.wait_for_function("() => document.querySelectorAll('.seat .bot').length === 0")


def test_a_table_that_is_closed(floor, guest):
    table = floor.open("over-under")
    ann = guest("Ann").sign_in().go(table)
    floor.call(floor.house.keeper(table).ask(Direct(order="close"), Actor("floorperson", "Floor")))
    ann.page.wait_for_selector(".overlay")
    assert "closed" in ann.page.inner_text(".overlay")
    ann.page.goto(f"{floor.url}/tables/nowhere")
    ann.page.wait_for_selector(".overlay:has-text('no such table')")
    ann.faults.clear()  # the browser notes the 404 that was asked for


TRAVELLED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .reduce((sum, entry) => sum + entry.transferSize, 0)"""
ASKED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter((entry) => entry.transferSize > 0).map((entry) => new URL(entry.name).pathname.split("/").at(-1)).sort()"""
"""What did not come from the browser's own store."""
RULES = """async ([whole, less]) => [whole, less].map((text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((rule) => rule.cssText).join("\\n").replace(/,\\s+/g, ",");
})"""


def test_a_style_sheet_loses_only_what_is_for_readers(guest):
    page = guest("Ann").page
    for path in sorted(PAGES.glob("*.css")):
        text = re.sub(r'^@import "[^"]+";$', "", path.read_text("utf-8"), flags=re.MULTILINE)
        whole, less = page.evaluate(RULES, [text, shrink.sheet(text)])
        assert whole == less, path.name
        assert bool(whole) == bool(text.strip()), path.name


def test_nothing_comes_from_elsewhere_and_the_page_is_light(floor, guest):
    table = floor.open("face-up-pai-gow")
    ann = guest("Ann").sign_in()
    asked: set[str] = set()
    ann.page.on("request", lambda request: asked.add(request.url))
    ann.go(table)
    ann.page.wait_for_timeout(300)
    assert 5 < len(asked) <= 10
    assert all(url.startswith(floor.url) for url in asked)
    assert ann.page.evaluate(TRAVELLED) < 40_000  # to somebody who comes from the lobby's page
    ann.page.reload()
    ann.page.wait_for_selector('[data-do="sit"]')
    assert ann.page.evaluate(ASKED) == sorted(["felt", table])
    headers = ann.page.request.get(f"{floor.url}/pages/js/table/table.js").headers
    assert headers["content-security-policy"].startswith("default-src 'self'")
    assert headers["content-type"].startswith("text/javascript")
    again = ann.page.request.get(f"{floor.url}/pages/js/table/table.js", headers={"If-None-Match": headers["etag"]})
    assert again.status == 304
