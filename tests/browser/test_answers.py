"""Designed answers: a lost connection, a restart, a seat taken, no chips, a closed table; and what axe finds."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from croupier.table import Actor, Direct
from tests.browser.floor import PHONE, Floor, Guest


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
    ann = guest("Ann").sign_in().go(table)
    bob = guest("Bob").sign_in().go(table)
    ann.page.route("**/page", lambda route: route.abort())
    bob.page.click('[data-do="choose-seat"][data-seat="3"]')
    ann.page.click('[data-do="choose-seat"][data-seat="3"]')
    ann.page.evaluate("document.querySelector('[data-do=sit]').dataset.seat = '3'")
    ann.sit(3)
    told = bob.page.evaluate(
        "(t) => fetch(`/api/tables/${t}/seat`, {method: 'POST', body: JSON.stringify({seat: 3, amount: 0}), "
        "headers: {'Content-Type': 'application/json'}}).then(async (r) => [r.status, await r.json()])", table,
    )  # fmt: skip
    assert told[0] == 400
    assert "seat 3 is taken" in told[1]["error"]["message"]
    bob.faults.clear()  # the browser notes the refusal that was asked for
    bob.page.wait_for_selector('[data-do="sit"][data-seat="1"]')  # another open seat is offered by itself


def test_a_wager_that_is_refused_says_why(floor, guest):
    table = floor.open("over-under")
    ann = guest("Ann").sign_in().go(table).sit()
    ann.page.click('[data-spot="ante"]')
    ann.page.wait_for_selector(".spot.foul")
    assert ann.page.get_attribute('[data-option="place"]', "aria-disabled") == "true"
    assert "minimum" in ann.page.inner_text('[data-option="place"]')
    ann.page.fill(".typed input", "10")
    ann.page.press(".typed input", "Enter")
    ann.page.wait_for_selector('[data-option="place"]:not([aria-disabled])')
    assert "Place $10.00" in ann.page.inner_text('[data-option="place"]')


def test_out_of_chips_and_standing_up(floor, guest):
    table = floor.open("over-under")
    ann = guest("Ann").sign_in().go(table).sit()
    ann.page.click('[data-do="leave"]')
    ann.page.wait_for_selector(".you.watching")
    assert "$1,000.00" in ann.page.inner_text(".purse")
    seat = {"seat": 2, "amount": 0}
    ann.page.evaluate(
        "([t, seat]) => fetch(`/api/tables/${t}/seat`, {method: 'POST', body: JSON.stringify(seat), "
        "headers: {'Content-Type': 'application/json'}})", [table, seat],
    )  # fmt: skip
    ann.page.wait_for_selector('[data-do="buy"]')
    assert "no chips here" in ann.page.inner_text(".dock")
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


@pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["desk", "phone"])
def test_axe_finds_no_serious_fault(floor, guest, size):
    table = floor.open("dj-wild")
    ann = guest("Ann", size)
    ann.page.goto(floor.url)
    ann.page.wait_for_selector("#name")
    found = {"lobby": _serious(ann.page)}
    ann.sign_in()
    found["lobby, signed in"] = _serious(ann.page)
    ann.go(table)
    found["watching"] = _serious(ann.page)
    ann.sit()
    found["draft"] = _serious(ann.page)
    ann.wager("ante", "trips").asked()
    found["asked"] = _serious(ann.page)
    ann.play_out("raise")
    found["result"] = _serious(ann.page)
    ann.page.keyboard.press("w")
    ann.page.wait_for_selector("#sheet .sums")
    ann.page.wait_for_timeout(400)
    found["why"] = _serious(ann.page)
    assert {where: faults for where, faults in found.items() if faults} == {}


def _serious(page):
    answer = Axe().run(page).response["violations"]
    return [(rule["id"], [node["html"][:160] for node in rule["nodes"]][:3]) for rule in answer
            if rule["impact"] in {"serious", "critical"}]  # fmt: skip


def test_nothing_comes_from_elsewhere_and_the_page_is_light(floor, guest):
    table = floor.open("face-up-pai-gow")
    ann = guest("Ann").sign_in()
    sizes: dict[str, int] = {}
    ann.page.on("response", lambda answer: sizes.__setitem__(answer.url, len(answer.body())))
    ann.go(table)
    ann.page.wait_for_timeout(300)
    assert all(url.startswith(floor.url) for url in sizes)
    assert sum(sizes.values()) < 300_000
    headers = ann.page.request.get(f"{floor.url}/pages/js/table.js").headers
    assert headers["content-security-policy"].startswith("default-src 'self'")
    assert headers["content-type"].startswith("text/javascript")
    again = ann.page.request.get(f"{floor.url}/pages/js/table.js", headers={"If-None-Match": headers["etag"]})
    assert again.status == 304
