"""One's own password in real browsers, and a lobby for someone who does not play."""

from __future__ import annotations

import pytest

from tests.browser.floor import PHONE
from tests.browser.test_register import SECRET, _serious

OTHER = "battery staple"


@pytest.fixture
def people(floor):
    return floor.app.state.desk.people


@pytest.fixture
def worker(guest, people):
    """Makes people with a password, signed in."""

    def make(name, role, table="", **more):
        one = guest(name, **more)
        people.accounts.add(one.name, SECRET, [(role, table)])
        one.context.add_cookies([{"name": "croupier", "value": people.session(one.name), "url": one.floor.url}])
        return one

    return make


def change(page, old, new, again=None):
    page.wait_for_selector("#old")
    for field, words in (("old", old), ("new", new), ("again", new if again is None else again)):
        page.fill(f"#{field}", words)
    page.press("#again", "Enter")


def test_a_changed_password_signs_out_everywhere_else(floor, guest, people, worker):
    table = floor.open("cajun-stud", title="Table of two pages")
    ann = worker("Ann", "player")
    ann.go(table)
    other = guest("Ann elsewhere")
    other.context.add_cookies([{"name": "croupier", "value": people.session(ann.name), "url": floor.url}])
    other.go(table)
    page = ann.context.new_page()
    page.goto(floor.url)
    page.click("text=Your password")
    for given, field, words in (
        ((SECRET, OTHER, "different"), "again", "The two new passwords differ. Nothing has changed."),
        ((SECRET, "short"), "new", "A password has 8 letters or more. Nothing has changed."),
        ((SECRET, SECRET), "new", "The new password is the old one. Nothing has changed."),
        (("wrong horse", OTHER), "old", "The old password is wrong. Nothing has changed."),
    ):
        change(page, *given)
        page.wait_for_selector(f"#{field}-note:has-text('{words}')")
        assert page.evaluate("document.activeElement.id") == field
    change(page, SECRET, OTHER)
    page.wait_for_selector(".done:has-text('Changed. One other session has ended.')")
    assert page.input_value("#old") == page.input_value("#new") == ""
    other.page.wait_for_selector("#name")  # back in the lobby, nobody
    assert ann.page.query_selector(".stage:not(.lost)")
    assert not ann.page.query_selector(".toast")
    assert ann.context.request.get(f"{floor.url}/api/session").ok
    page.click('[data-do="out"]')
    page.wait_for_selector("#name")
    ann.page.wait_for_selector("#name")  # every page of the session that was signed out
    other.page.goto(f"{floor.url}/?next=/account")  # asks for a password by itself
    other.page.fill("#name", ann.name)
    other.page.fill('[name="password"]', OTHER)
    other.page.press('[name="password"]', "Enter")
    other.page.wait_for_selector("#old")
    other.faults.clear()  # its socket was closed


def test_who_has_none_and_who_is_nobody_are_told(floor, guest):
    gus = guest("Gus").come_in()
    gus.page.goto(f"{floor.url}/account")
    gus.page.wait_for_selector("#work:has-text('You came in as a guest')")
    assert gus.page.locator("a.who").count() == 0
    gus.context.clear_cookies()
    gus.page.reload()
    gus.page.click("#work a:has-text('Sign in')")
    gus.page.wait_for_selector('[name="password"]')


@pytest.mark.parametrize(("size", "theme"), [((1440, 900), "light"), (PHONE, "dark")], ids=["desk", "phone"])
def test_someone_who_does_not_play_finds_their_page(floor, worker, size, theme):
    floor.open("dj-wild", title="Not for Ada")
    ada = worker(f"Ada {theme}", "administrator", size=size, color_scheme=theme)
    page = ada.page
    page.goto(floor.url)
    page.wait_for_selector(".tile")
    assert page.locator(".purse, .tile .go a, .tile button, [data-key='friends']").count() == 0
    assert page.locator(".tile a:not([href^='/how-to-play?'])").count() == 0
    assert "$" not in page.inner_text(".side")
    found = {"lobby": _serious(page)}
    page.click("text=To the register")
    page.wait_for_selector(".people")
    page.focus("a.who")
    page.keyboard.press("Enter")
    page.wait_for_selector("#old")
    assert page.evaluate("document.activeElement.id") == "old"
    page.keyboard.type("wrong horse")
    for _ in "12":
        page.keyboard.press("Tab")
        page.keyboard.type(OTHER)
    page.keyboard.press("Enter")
    page.wait_for_selector(".wrong")
    found["account"] = _serious(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert {where: faults for where, faults in found.items() if faults} == {}
    ada.faults.clear()  # the browser notes every refusal


def test_a_house_that_is_away_is_said_and_come_back_to(floor, worker):
    ann = worker("Ann", "player")
    ann.page.route("**/api/floor", lambda route: route.abort())
    ann.page.goto(f"{floor.url}/account")
    ann.page.wait_for_selector("#work:has-text('The house does not answer.')")
    ann.page.unroute("**/api/floor")
    ann.page.wait_for_selector("#old")
    ann.page.route("**/api/password", lambda route: route.abort())
    change(ann.page, SECRET, OTHER)
    ann.page.wait_for_selector(".wrong:has-text('The house cannot be reached.')")
    ann.page.unroute("**/api/password")
    ann.context.clear_cookies()
    change(ann.page, SECRET, OTHER)
    ann.page.wait_for_selector("#work:has-text('Your session is over. Nothing has changed.')")
    ann.faults.clear()  # the browser notes what failed


def test_a_dealer_is_led_to_the_console_of_the_table(floor, worker):
    table = floor.open("raise-it-up", title="Dealt by Dee", automatic=False)
    dee = worker("Dee", "dealer", table)
    dee.page.goto(floor.url)
    dee.page.click(".tile .go a")
    dee.page.wait_for_selector("#work.console")
    assert dee.page.url.endswith(f"/dealer?table={table}")


def test_staff_who_look_at_a_table_are_offered_no_seat(floor, worker):
    table = floor.open("dj-wild", title="Looked at by Flo")
    flo = worker("Flo", "floorperson")
    flo.page.goto(f"{floor.url}/tables/{table}")
    flo.page.wait_for_selector(".you.watching:has-text('You watch. The seats are for players.')")
    assert flo.page.locator(".seat.empty").count() == 6
    assert flo.page.locator('[data-do="sit"], [data-do="choose-seat"], .purse').count() == 0
