"""Surveillance in a real browser: live, search, replay, the chain, the report; and no card before its record."""

from __future__ import annotations

import json
import sqlite3
from itertools import count

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from tests.browser.floor import DESKTOP, PHONE, Guest, words
from tests.house.tables.test_visibility import hidden

_eyes = count(1)


@pytest.fixture
def eye(floor, guest):
    """Someone who watches: at every table, or at one."""

    def make(table: str = "", size: tuple[int, int] = DESKTOP, **more):
        one = guest(f"Eye {next(_eyes)}", size, **more)
        people = floor.app.state.desk.people
        people.accounts.add(one.name, None, [("surveillance", table)])
        one.context.add_cookies([{"name": "croupier", "value": people.session(one.name), "url": floor.url}])
        return one

    return make


def look(one, floor, table, round_=0, more=""):
    asked = f"table={table}" + (f"&round={round_}" if round_ else "") + more
    one.page.goto(f"{floor.url}/surveillance?{asked}")
    one.page.wait_for_selector("#track" if round_ else ".view")
    return one.page


def faces(page, where):
    return page.locator(f"{where} playing-card").evaluate_all("cards => cards.map(card => card.getAttribute('face'))")


@pytest.fixture(scope="module")
def played(floor, chrome):
    """A table of DJ Wild with a round that was played to the end, and its settled seat's cards."""
    table = floor.open("dj-wild", title="Watched")
    ann = Guest(chrome, floor, f"Ann at {table}")
    ann.come_in().go(table).sit().wager("ante", "trips").play_out("raise")
    ann.close()
    return table


def test_a_round_is_seen_live_and_no_card_before_its_time(floor, guest, eye):
    table = floor.open("dj-wild", title="Live")
    watcher = eye()
    page = look(watcher, floor, table)
    page.wait_for_selector(".table[aria-current]:has-text('no players')")
    ann = guest("Ann").come_in().go(table).sit().wager("ante").asked()
    page.wait_for_selector(".table[aria-current]:has-text('seat 1 decides')")
    page.wait_for_selector(".plate.turn")
    page.wait_for_selector(".spot.of-ring:has-text('$10.00')")
    assert faces(page, ".hand") == [""] * 5
    keeper = floor.house.keeper(table)
    secret = hidden(keeper, "")
    hand = ann.page.locator(".hand playing-card").evaluate_all("cards => cards.map(card => card.getAttribute('face'))")
    assert len(secret) == 53
    assert not secret & set(words(watcher.frames))
    ann.play_out("fold")  # nobody is ever shown this hand
    page.wait_for_selector("[data-do='open']:has-text('Replay round 1')")
    page.wait_for_selector(".place:has-text('Dealer:')")
    assert "" not in faces(page, ".p-dealer")
    assert faces(page, ".hand") == [""] * 5
    told = json.dumps(watcher.frames)
    for path in (f"tables/{table}/rounds/1", f"search?table={table}", "tables", f"search?q={hand[0]}&table={table}"):
        answer = watcher.context.request.get(f"{floor.url}/api/watch/{path}")
        assert answer.ok
        told += answer.text()
        assert path != f"search?q={hand[0]}&table={table}" or answer.json()["rounds"] == []
    told = told.replace(f'"{hand[0]} seen', '"')  # what was asked for is said again
    seen = {card for card in secret if f'"{card}"' in told or f" {card} " in told}
    assert not seen & set(hand)
    assert set(faces(page, ".p-dealer")) <= seen


def test_one_table_alone_for_those_who_watch_one(floor, eye, played):
    watcher = eye(played)
    page = look(watcher, floor, played)
    assert page.locator(".table").count() == 1
    page.wait_for_selector(".chain.intact")  # nothing is being asked any more
    floor.app.state.desk.people.accounts.withdraw(watcher.name, "surveillance", played)
    page.wait_for_selector("text=Your sign-in or your roles have changed")


def test_a_player_is_not_let_in(floor, guest):
    ann = guest("Ann").come_in()
    ann.page.goto(f"{floor.url}/surveillance")
    ann.page.wait_for_selector("text=This page belongs to the surveillance")


def test_a_search_finds_a_round_and_opens_it(floor, eye, played):
    watcher = eye()
    page = look(watcher, floor, played)
    card = next(card for card in faces(page, ".p-dealer") if card != "Jk")
    page.fill("#q", f"{card} seen")
    page.keyboard.press("Enter")
    page.wait_for_selector(f".results:has-text('{card} seen: records of')")
    page.click(f".found[data-table='{played}']")
    page.wait_for_selector("#track")
    assert page.url.endswith(f"table={played}&round=1")
    page.click("[data-do='clear']")
    page.fill("#q", "seat 7")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=No round like that.")
    page.click("summary")
    page.fill("[name='paid']", "much")
    page.keyboard.press("Enter")
    page.wait_for_selector(".results .broken:has-text('Nothing was searched')")
    assert ["400" in fault for fault in watcher.faults] == [True]  # the browser notes every refusal
    watcher.faults.clear()


def test_a_replay_by_keyboard_and_mouse(floor, eye, played):
    page = look(eye(), floor, played, 1)
    events = page.locator("#lines b").all_inner_texts()
    at = events.index("Revealed")

    def stands(place):
        page.wait_for_selector(f"#track[aria-valuenow='{place + 1}']")

    stands(0)
    assert page.locator(".plate playing-card").count() == 0
    page.locator("#lines button").nth(at - 1).click()
    stands(at - 1)
    assert faces(page, ".hand") == [""] * 5
    page.keyboard.press("ArrowRight")
    stands(at)
    shown = faces(page, ".hand")
    assert "" not in shown
    assert all(card in page.inner_text("#lines [aria-current]") for card in shown)
    assert "turns over" in page.inner_text(".tell")
    assert "§ 687a.11(e)" in page.inner_text(".tell")
    page.keyboard.press("ArrowLeft")
    stands(at - 1)
    assert faces(page, ".hand") == [""] * 5
    page.keyboard.press("End")
    stands(len(events) - 1)
    page.keyboard.press("Home")
    stands(0)
    page.click("[data-speed='4']")
    page.locator(".scrub").focus()
    page.keyboard.press(" ")
    page.wait_for_function("() => Number(document.querySelector('#track').getAttribute('aria-valuenow')) > 2")
    page.keyboard.press(" ")
    page.wait_for_selector("[data-do='play'][aria-label='Play']")
    stopped = int(page.get_attribute("#track", "aria-valuenow")) - 1
    page.wait_for_timeout(350)
    stands(stopped)
    box = page.locator("#track").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.98, box["y"] + box["height"] / 2)
    stands(len(events) - 1)
    page.click("[data-do='back']")
    stands(len(events) - 2)
    page.click("[data-do='to-live']")
    page.wait_for_selector("text=Replay round 1")


def test_cites_say_the_rule(floor, eye, played):
    page = look(eye(), floor, played, 1)
    page.locator("#lines button", has_text="Revealed").first.click()
    page.click(".tell .cite")
    page.wait_for_selector("dialog.provision h2:has-text('§ 687a.11(e)')")


def flip(floor, table, n):
    with sqlite3.connect(floor.folder / "house.db", timeout=10) as connection:
        asked = (table, n)
        (line,) = connection.execute("select line from records where table_id = ? and n = ?", asked).fetchone()
        other = line[:60] + bytes([line[60] ^ 1]) + line[61:]
        connection.execute("update records set line = ? where table_id = ? and n = ?", (other, *asked))


def test_the_chain_is_verified_and_a_flipped_bit_is_said(floor, eye, played):
    page = look(eye(), floor, played)
    page.wait_for_selector(".chain.intact:has-text('records, verified to the head')")
    flip(floor, played, 20)
    page.click("[data-do='verify']")
    page.wait_for_selector(".chain.broken:has-text('Chain broken at record 20')")
    assert "Records 0 to 19 are sound" in page.inner_text(".chain")
    flip(floor, played, 20)
    page.click("[data-do='verify']")
    page.wait_for_selector(".chain.intact:has-text('from the first record 0')")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_the_broken_record_is_marked_among_the_journals_rows(floor, eye, played, size):
    page = look(eye(size=size), floor, played, 1)
    page.wait_for_selector(".chain.intact")
    assert page.locator(".lines .fault").count() == 0
    first = int(page.inner_text("#lines .sq >> nth=0"))
    last = int(page.locator("#lines .sq").last.inner_text())

    def broken(n):
        flip(floor, played, n)
        try:
            page.click("[data-do='verify']")
            page.wait_for_selector(f".chain.broken:has-text('Chain broken at record {n}')")
        finally:
            flip(floor, played, n)
        return page.locator(".lines .fault")

    inside = broken(first + 4)
    assert inside.count() == 1
    assert inside.locator(".sq").inner_text() == str(first + 4)
    assert f"Broken. Record {first + 4}: " in inside.inner_text()
    assert page.locator(".lines .unproved").count() == last - first - 4
    assert page.locator("#track .k-fault").count() == 1
    page.keyboard.press("End")  # however far the list has gone, the mark stays in sight
    page.wait_for_selector("#lines li:last-child[aria-current]")
    list_, mark = page.locator("#lines").bounding_box(), inside.bounding_box()
    assert list_["y"] - 1 <= mark["y"] <= list_["y"] + list_["height"] - mark["height"] + 1
    assert _faults(page) == []
    before = broken(first - 1)
    assert before.get_attribute("class") == "fault beyond"
    assert page.locator("#lines li").first.get_attribute("class") == "fault beyond"
    assert f"Record {first - 1}: " in before.inner_text()
    assert "It lies in the journal's opening, before these records: none of them is verified" in before.inner_text()
    assert _faults(page) == []
    after = broken(last + 1)
    assert page.locator("#lines li").last.get_attribute("class") == "fault beyond"
    assert "It lies after the last closed round; these records, before it, are sound." in after.inner_text()
    assert page.locator(".lines .unproved").count() == 0
    page.click("[data-do='verify']")
    page.wait_for_selector(".chain.intact")
    assert page.locator(".lines .fault, .lines .unproved").count() == 0


def test_the_report_is_for_paper(floor, eye, played):
    page = look(eye(), floor, played, 1)
    page.click("[data-do='report']")
    page.wait_for_selector(".report .records")
    told = page.inner_text(".report")
    for part in (
        "Dispute report: Watched, round 1",
        "every line comes out the same",
        "Ante Wager",
        "Trips",
        "§ 687a.11",
        "signed in record",
        "Rules Submission",
        "edition pa-2021",
    ):
        assert part in told, part
    head = page.inner_text(".hash.whole")
    assert len(head) == 64
    assert head in page.locator(".records .hash").all_inner_texts()
    page.emulate_media(media="print")
    assert not page.is_visible(".bar")
    assert not page.is_visible("[data-do='print']")
    assert len(page.pdf()) > 20_000


def test_a_lost_connection_is_said_and_mended(floor, eye, played):
    page = look(eye(), floor, played)
    page.wait_for_selector(".chain.intact")
    page.evaluate(
        "new MutationObserver(() => { if (document.querySelector('.away')) window.away = true; })"
        ".observe(document.body, {subtree: true, childList: true})"
    )
    floor.drop_pages()
    page.wait_for_function("() => window.away === true")
    page.wait_for_function("() => !document.querySelector('.away')")


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_axe_finds_no_serious_fault(floor, eye, played, size, theme):
    page = look(eye(size=size), floor, played, more=f"&theme={theme}")
    page.wait_for_selector(".chain.intact")
    found = {"live": _faults(page)}
    page.click("[data-do='open']:has-text('Replay round 1')")
    page.wait_for_selector("#track")
    page.keyboard.press("End")
    page.click("summary")
    found["replay"] = _faults(page)
    page.goto(f"{floor.url}/surveillance?table={played}&round=1&print&theme={theme}")
    page.wait_for_selector(".records")
    found["report"] = _faults(page)
    assert {where: faults for where, faults in found.items() if faults} == {}


def _faults(page):
    """What axe calls serious, and whether anything stands out at the side."""
    found = Axe().run(page).response["violations"]
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    serious = {"serious", "critical"}
    return [(v["id"], [n["target"] for n in v["nodes"]]) for v in found if v["impact"] in serious] + [wide] * (wide > 0)
