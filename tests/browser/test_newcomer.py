"""Somebody who wanders through the pages: no dead end, no fault in the console, nothing wider than a phone."""

from __future__ import annotations

from tests.browser.floor import PHONE


def test_every_working_page_tells_a_stranger_to_sign_in_and_the_console_is_quiet(floor, guest):
    ann = guest("Ann")
    for place in ("floor", "dealer", "surveillance"):
        ann.page.goto(f"{floor.url}/{place}")
        ann.page.wait_for_selector("#work a.btn:has-text('Sign in')")
    assert ann.faults == []
    ann.page.click("#work a.btn")
    ann.page.fill("#name", ann.name)
    ann.page.press("#name", "Enter")
    ann.page.wait_for_selector("#work:has-text('This page belongs to the surveillance')")
    ann.page.click("nav a:has-text('Lobby')")
    ann.page.wait_for_selector(".purse")


def test_an_address_that_is_none_shows_the_way_to_people_and_is_told_to_programs(floor, guest):
    ann = guest("Ann", PHONE)
    answer = ann.page.goto(f"{floor.url}/roulette")
    assert answer.status == 404
    told = ann.context.request.get(f"{floor.url}/api/roulette", headers={"Accept": "text/html"})
    assert (told.status, told.json()["error"]["code"], told.json()["error"]["message"]) == (404, "unknown", "Not Found")
    ann.faults.clear()  # the browser notes the 404 that was asked for
    ann.page.click("a:has-text('To the lobby')")
    ann.page.wait_for_selector("#tables")


def test_what_a_reader_opened_stays_open_when_the_page_is_drawn_anew(floor, guest):
    flo = guest("Flo")
    people = floor.app.state.desk.people
    people.accounts.add(flo.name, None, [("floorperson", "")])
    flo.context.add_cookies([{"name": "croupier", "value": people.session(flo.name), "url": floor.url}])
    table = floor.open("cajun-stud", title="Folded")
    page = flo.page
    page.goto(f"{floor.url}/floor?table={table}")
    page.wait_for_selector(".later summary:has-text('None can be now')")
    assert not page.locator(".later .order >> nth=0").is_visible()
    page.click(".later summary")
    page.wait_for_selector(".later .order >> nth=0")
    ann = guest("Ann").sign_in().go(table).sit()  # the floor is told, and drawn anew
    page.wait_for_selector(f".people, table:has-text('{ann.name}')")
    assert page.locator(".later").evaluate("all => all.open")


def test_a_school_has_no_floor_to_call(floor, guest):
    lea = guest("Lea").sign_in()
    floor.app.state.desk.people.accounts.grant(lea.name, "dealer")
    page = lea.page
    page.goto(f"{floor.url}/dealer")
    page.click("[data-do='open-school'][data-game='over-under']")
    page.wait_for_selector(".choice")
    assert page.locator("text=Call the floor").count() == 0


def test_the_dispute_report_fits_a_phone_and_a_sheet_of_paper(floor, guest):
    table = floor.open("over-under", title="Reported")
    ann = guest("Ann").sign_in().go(table).sit().wager("ante").play_out("over")
    people = floor.app.state.desk.people
    people.accounts.grant(ann.name, "surveillance")
    ann.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    ann.page.goto(f"{floor.url}/surveillance?table={table}&round=1&print")
    ann.page.wait_for_selector(".report .records")
    wide = "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert ann.page.locator(".report .scroll").evaluate_all(wide) == 0
    assert ann.page.is_visible(".report tfoot td:has-text('$')")
    ann.page.set_viewport_size({"width": 718, "height": 1000})  # A4 between its margins
    ann.page.emulate_media(media="print")
    assert ann.page.is_visible(".report .written >> nth=0")  # the cards in letters
    assert ann.page.is_visible(".report .data thead >> nth=0")
