"""The register's page in real browsers: from the one-time link to a role given at one table and taken back."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from croupier.house.people.permissions import COMMANDS, ROLES, ROLES_OF_PAGE, allowed
from tests.browser.floor import PHONE
from tests.house.floor import guess_wrong
from tests.support import plain

SECRET = "correct horse"  # noqa: S105 - of a test


@pytest.fixture
def people(floor):
    return floor.app.state.desk.people


@pytest.fixture
def administrator(guest, people):
    """Makes administrators, signed in."""

    def make(name="Ada", size=(1440, 900), **more):
        one = guest(name, size, **more)
        people.accounts.add(one.name, None, [("administrator", "")])
        cookie = {"name": "croupier", "value": people.session(one.name), "url": one.floor.url}
        one.context.add_cookies([cookie])
        return one

    return make


def approve(floor, people, name):
    """A second administrator approves what waits."""
    people.accounts.add(name, None, [("administrator", "")])
    second, requests = people.accounts.person(name), floor.app.state.desk.requests
    for one in plain(requests.of(second))["waiting"]:
        if one["may"]:
            floor.call(requests.approve(second, one["id"]))


def at_register(one, person=""):
    one.page.goto(f"{one.floor.url}/register" + (f"?person={person}" if person else ""))
    one.page.wait_for_selector("#work:not([aria-busy])")
    return one.page


def accept(page, name, password, again=None):
    page.fill("#name", name)
    page.fill("#password", password)
    page.fill("#again", password if again is None else again)
    page.press("#again", "Enter")


def sign_in(one, name, password, at="/"):
    page = one.page
    page.goto(f"{one.floor.url}/?next={at}")
    page.click('[data-do="staff"]')
    page.fill("#name", name)
    page.fill('[name="password"]', password)
    page.press('[name="password"]', "Enter")


def test_from_the_link_to_a_dealer_at_one_table_and_back(floor, guest, people):
    table = floor.open("cajun-stud", title="Table for Dee", automatic=False)
    other = floor.open("cajun-stud", title="Table for others", automatic=False)
    ada, dee = guest("Ada"), guest("Dee")
    page = ada.page
    seen = []
    page.on("request", lambda request: seen.append(request.all_headers().get("referer", "")))
    token = people.accounts.invite("administrator")
    page.goto(f"{floor.url}/administrator#token={token}")
    page.wait_for_selector("#again")
    assert page.evaluate("location.href") == f"{floor.url}/administrator"
    assert not any(token in referer for referer in seen)
    accept(page, ada.name, SECRET)
    page.wait_for_url("**/register")
    page.wait_for_selector(f'.person:has-text("{ada.name}") .tag:has-text("you")')
    # a dealer is added, as a player first
    page.click('[data-do="adding"]')
    page.fill("#name", dee.name)
    page.fill("#password", SECRET)
    page.click('#full button[type="submit"]')
    page.wait_for_selector('.done:has-text("is in the register")')
    assert people.accounts.person(dee.name).grants == {("player", "")}
    # the role is given at one table
    page.select_option("#role", "dealer")
    page.select_option("#table", table)
    page.click('.give button[type="submit"]')
    page.wait_for_selector('.done:has-text("A second administrator approves it; nothing has changed yet.")')
    page.wait_for_selector(f'.item.mine:has-text("Make {dee.name} a dealer")')
    assert people.accounts.person(dee.name).grants == {("player", "")}
    approve(floor, people, "Link Second")
    page.reload()
    page.wait_for_selector('.held:has-text("Table for Dee")')
    assert people.accounts.person(dee.name).grants == {("player", ""), ("dealer", table)}
    # who deals there sees that console and no other
    sign_in(dee, dee.name, SECRET, "/dealer")
    dee.page.wait_for_selector("#work:has-text('Table for Dee')")
    assert "Table for others" not in dee.page.inner_text("#work")
    assert dee.page.locator("nav a").all_inner_texts() == ["Lobby", "Dealer", "My play", "Lab", "Rules"]
    dee.page.goto(f"{floor.url}/dealer?table={other}")
    dee.page.wait_for_selector("#work:has-text('not yours')")
    dee.page.goto(f"{floor.url}/dealer?table={table}")
    dee.page.wait_for_selector("#work.console")
    dee.faults.clear()  # the browser notes what was denied
    # taken back: the page there closes, and what was done can be undone
    page.click(f'[data-do="take"][data-role="dealer"][data-table="{table}"]')
    dee.page.wait_for_selector("#work:has-text('Your roles have changed')")
    page.wait_for_selector('.done:has-text("Taken back: Dealer, Table for Dee.")')
    assert people.accounts.person(dee.name).grants == {("player", "")}
    page.click('[data-do="undo"]')
    page.wait_for_selector('.done:has-text("A second administrator approves it")')
    approve(floor, people, "Link Third")
    assert ("dealer", table) in people.accounts.person(dee.name).grants


def test_a_role_asked_for_is_approved_by_a_second_administrator_on_the_page(administrator, people):
    ada, bea = administrator(), administrator("Bea")
    people.accounts.add("Undone", None)
    page = at_register(ada, "Undone")
    for role in ("auditor", "dealer"):
        page.select_option("#role", role)
        page.click('.give button[type="submit"]')
        page.wait_for_selector(f'.item.mine:has-text("Undone") >> text={role}')
    page.click('.item.mine:has-text("a dealer") [data-do="withdraw"]')
    page.wait_for_selector('.item.mine:has-text("a dealer")', state="detached")
    other = at_register(bea)
    other.click('.item:has-text("Make Undone an auditor") [data-do="approve"]')
    other.wait_for_selector('.item:has-text("Make Undone")', state="detached")
    assert people.accounts.person("Undone").grants == {("player", ""), ("auditor", "")}


def test_the_link_refuses_in_place(guest, people):
    eve = guest("Eve")
    page = eve.page
    token = people.accounts.invite("administrator")
    page.goto(f"{eve.floor.url}/administrator#token={token}")
    accept(page, "Eve", SECRET, "another horse")
    page.wait_for_selector("#again-note:has-text('The two passwords differ')")
    assert page.evaluate("document.activeElement.id") == "again"
    accept(page, "Eve", "short")
    page.wait_for_selector("#password-note:has-text('A password of someone at work has 12 letters or more')")
    accept(page, "a/b", SECRET)
    page.wait_for_selector("#name-note:has-text('without : and /')")
    people.accounts.invite("administrator")  # voids the one before
    accept(page, "Eve", SECRET)
    page.wait_for_selector("#work:has-text('This link no longer works.')")
    page.reload()
    page.wait_for_selector("#work:has-text('This page needs its link.')")
    eve.faults.clear()  # the browser notes every refusal


def test_an_invitation_is_made_shown_once_and_accepted(administrator, guest, people):
    ada, ben = administrator(), guest("Ben")
    table = ada.floor.open("over-under", title="Table for Ben")
    page = at_register(ada)
    page.click('[data-do="inviting"]')
    page.select_option("#role", "surveillance")
    page.select_option("#table", table)
    page.click('#full button[type="submit"]')
    page.wait_for_selector('.item.mine:has-text("Invite one of surveillance")')
    approve(ada.floor, people, "Invitation Second")
    page.reload()
    page.click('[data-do="collect"]')
    link = page.inner_text("#link")
    assert re.search(r"/invitation#token=[\w-]{43}$", link)
    ben.page.goto(link)
    ben.page.wait_for_selector(".lede:has-text('You are invited as surveillance at Table for Ben.')")
    assert ben.page.evaluate("location.href") == f"{ben.floor.url}/invitation"
    accept(ben.page, ben.name, SECRET)
    ben.page.wait_for_selector(".places")
    assert people.accounts.person(ben.name).grants == {("surveillance", table)}
    page.click('[data-do="leave"]')
    assert page.locator("#link").count() == 0


def test_who_is_found_and_who_is_locked_out(administrator, floor, people):
    table = floor.open("over-under", title="Quiet corner")
    people.accounts.add("Quentin", None, [("dealer", table)])
    people.accounts.add("Lost Lou", None, [("floorperson", "")])
    guess_wrong(people, "Lost Lou")  # as so many wrong passwords do
    page = at_register(administrator())
    page.wait_for_selector('.person:has-text("Lost Lou") .state:has-text("Locked out until")')
    for words in ("quent", "dealer corner", "QUIET"):
        page.fill("#search", words)
        page.wait_for_function("() => document.querySelectorAll('.person').length === 1")
        assert page.locator(".personname").all_inner_texts() == ["Quentin"]
    page.fill("#search", "nobody at all")
    page.wait_for_selector(".nothing:has-text('Nobody fits “nobody at all”.')")
    page.click('[data-do="clear"]')
    page.wait_for_selector(".people")
    assert page.input_value("#search") == ""
    page.click('[data-do="choose"][data-name="Lost Lou"]')
    page.click('[data-do="lift"]')
    page.wait_for_selector('.done:has-text("The lock-out of Lost Lou is lifted")')
    page.wait_for_selector('.person:has-text("Lost Lou") .state:has-text("Active")')
    assert page.locator('[data-do="lift"]').count() == 0


def test_refusals_are_said_where_they_belong(administrator, people):
    ada = administrator()
    people.accounts.add("Second", None, [("administrator", "")])
    page = at_register(ada)
    page.click('[data-do="adding"]')
    page.fill("#name", "Second")
    page.fill("#password", "short")
    page.click('#full button[type="submit"]')
    page.wait_for_selector("#password-wrong:has-text('A password has 8 letters or more. Nothing has changed.')")
    page.fill("#password", SECRET)
    page.click('#full button[type="submit"]')
    page.wait_for_selector("#name-wrong:has-text('already')")
    assert page.evaluate("document.activeElement.id") == "name"
    # an administrator holds no other role: the roles are off, with the reason beside them
    page.click('[data-do="choose"][data-name="Second"]')
    page.wait_for_selector(".give:has-text('an administrator holds no other role')")
    off = page.locator("#role option:disabled").all_inner_texts()
    assert off == [one for one in page.locator("#role option").all_inner_texts() if one != "Administrator"]
    # and nobody changes their own
    page.click(f'[data-do="choose"][data-name="{ada.name}"]')
    page.wait_for_selector("#full:has-text('Nobody changes their own roles')")
    assert page.locator('[data-do="take"], .give, #closing').count() == 0
    ada.faults.clear()  # the browser notes every refusal


def test_an_account_is_closed_after_its_consequences_are_read(administrator, floor, guest, people):
    ada, gus = administrator(), guest("Gus").come_in()
    table = floor.open("raise-it-up", title="Gus plays")
    gus.go(table)
    page = at_register(ada, gus.name)
    page.click("#closing")
    said = page.inner_text(".closing")
    assert "One session ends; open pages close within a second." in said
    assert "It cannot be taken back from here." in said
    page.keyboard.press("Escape")
    page.wait_for_selector(".closing", state="detached")
    assert page.evaluate("document.activeElement.id") == "closing"
    page.click("#closing")
    page.click("#close-it")
    page.wait_for_selector("#full:has-text('This account is closed.')")
    page.fill("#search", gus.name)  # closed accounts are the last of a list of a hundred
    page.wait_for_selector(f'.person:has-text("{gus.name}") .state.closed')
    gus.page.wait_for_selector("#name")  # back in the lobby, nobody
    assert gus.context.request.get(f"{floor.url}/api/session").status == 401
    gus.faults.clear()  # its socket was closed


def test_the_permission_table_is_the_houses_own(administrator):
    page = at_register(administrator())
    rows = {
        row.locator("th span").inner_text(): row.locator("td").all_inner_texts()
        for row in page.locator(".may tbody tr:not(.part)").all()
    }
    assert rows == {what: [allowed(role, what) for role in ROLES] for what in (*COMMANDS, *ROLES_OF_PAGE)}
    assert "an administrator holds 3: people, set-aside, equipment." in page.inner_text(".power")


def test_nobody_else_is_shown_the_register(floor, guest, people):
    ann = guest("Ann").come_in()
    ann.page.goto(f"{floor.url}/register")
    ann.page.wait_for_selector("#work:has-text('belongs to the administrator')")
    assert "Register" not in ann.page.locator("nav a").all_inner_texts()
    ann.page.context.clear_cookies()
    ann.page.reload()
    ann.page.wait_for_selector("#work a:has-text('Sign in')")


def test_a_session_that_is_over_and_a_house_that_is_away_are_said(administrator, floor, people):
    ada = administrator()
    page = at_register(ada)
    floor.stop()
    page.fill("#search", "a")
    page.wait_for_selector(".lostnote:has-text('stored with the house')")
    floor.start()
    page.wait_for_selector(".lostnote", state="detached")
    floor.app.state.desk.people.accounts.dismiss(ada.name)
    page.fill("#search", "b")
    page.wait_for_selector("#work:has-text('Your roles have changed, or your session is over.')")
    ada.faults.clear()  # the browser notes what failed


@pytest.mark.parametrize(("size", "theme"), [((1440, 900), "light"), (PHONE, "dark")], ids=["desk", "phone"])
def test_axe_finds_no_serious_fault(administrator, guest, people, size, theme):
    ada, ben = administrator(f"Ada {theme}", size, color_scheme=theme), guest(f"Ben {theme}", size, color_scheme=theme)
    people.accounts.add(f"Axel {theme}", None, [("dealer", ""), ("player", "")])
    page = at_register(ada, f"Axel {theme}")
    page.click("#closing")
    found = {"everyone and a closing": _serious(page)}
    for mode in ("adding", "inviting"):
        page.click(f'[data-do="{mode}"]')
        found[mode] = _serious(page)
    page.fill("#search", "nobody at all")
    page.wait_for_selector(".nothing")
    found["nobody"] = _serious(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ben.page.goto(f"{ben.floor.url}/administrator#token=none")
    accept(ben.page, "Ben", SECRET, "other")
    ben.page.wait_for_selector(".wrong")
    found["link"] = _serious(ben.page)
    assert {where: faults for where, faults in found.items() if faults} == {}


def _serious(page):
    answer = Axe().run(page).response["violations"]
    return [
        (rule["id"], [node["html"][:160] for node in rule["nodes"]][:3])
        for rule in answer
        if rule["impact"] in {"serious", "critical"}
    ]


def test_everything_by_keyboard(administrator, people):
    ada = administrator()
    people.accounts.add("Keys", None)
    page = at_register(ada)
    page.focus("#search")
    page.keyboard.type("keys")
    page.wait_for_function("() => document.querySelectorAll('.person').length === 1")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#full .give")
    page.focus("#role")
    page.keyboard.type("Audi")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector('.done:has-text("Asked: Make Keys an auditor.")')
