"""The lab in a browser: pays typed by keyboard, what-ifs, targets, comparisons, runs, sheets; every game opens."""

from __future__ import annotations

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from tests.browser.floor import PHONE

GAMES = {
    "dj-wild": "pa-2021 pa-2019-proposed ma",
    "cajun-stud": "pa-2019",
    "raise-it-up": "pa-2019",
    "over-under": "pa-2019-proposed",
    "face-up-pai-gow": "pa-2019-proposed",
}
EDGE = ".figure.lead b"


def lab(one, query=""):
    one.page.set_default_timeout(40_000)  # several browsers may share two cores
    one.page.goto(f"{one.floor.url}/lab?{query}")
    one.page.wait_for_selector(EDGE)
    return one.page


def edge(page, text):
    page.wait_for_function("([at, text]) => document.querySelector(at)?.textContent === text", arg=[EDGE, text])


def test_a_pay_is_typed_by_keyboard_and_the_edge_follows(guest):
    page = lab(guest("Ann"), "game=dj-wild&wager=trips")
    edge(page, "6.157%")
    page.focus('[data-row="straight-flush/natural"]')
    page.keyboard.press("ArrowDown")
    page.keyboard.type("75")
    edge(page, "5.881%")
    assert "−0.276 points against DJWT-04 as printed" in page.inner_text(".figure.lead")
    assert "edited" in page.get_attribute('[data-row="four-of-a-kind/natural"]', "class")
    assert "A what-if: the chapter offers the tables" in page.inner_text(".said")
    page.click(".said .cite")
    page.wait_for_selector("dialog.provision:has-text('687a.12(d)')")
    page.keyboard.press("Escape")
    assert "four-of-a-kind%2Fnatural%3D75" in page.url
    page.focus('[data-row="four-of-a-kind/natural"]')
    page.keyboard.press("Escape")  # the printed pay again
    edge(page, "6.157%")
    assert "pays" not in page.url


def test_the_address_holds_everything_and_back_goes_back(guest):
    ann = guest("Ann")
    page = lab(ann, "game=cajun-stud&wager=ante&table=B&pays=flush%3D8")
    page.wait_for_selector(".said:has-text('A what-if')")
    told = page.inner_text(EDGE)
    assert page.input_value('[data-row="flush"]') == "8"
    page.select_option('[data-choose="wager"]', "pocket")
    edge(page, "4.525%")
    page.click('[data-do="choose"][data-value="B"]')
    edge(page, "6.787%")
    page.go_back()
    edge(page, "4.525%")
    page.go_back()
    edge(page, told)
    assert page.input_value('[data-row="flush"]') == "8"
    page.click('[data-do="printed"]')
    edge(page, "15.233%")
    page.goto(f"{ann.floor.url}/lab?game=baccarat")
    page.wait_for_selector(".panel:has-text('There is no game')")


def test_a_pay_that_is_none_is_refused_in_its_place(guest):
    ann = guest("Ann")
    page = lab(ann, "game=dj-wild&wager=trips")
    page.fill('[data-row="flush/wild"]', "5 fro 1")
    page.wait_for_selector('[data-row="flush/wild"][aria-invalid]')
    assert "is not a pay" in page.inner_text(".said")
    assert page.inner_text(EDGE) == "—"  # no stale figure
    page.fill('[data-row="flush/wild"]', "5 for 1")
    edge(page, "6.157%")  # 4 to 1 by another name
    ann.faults.clear()  # the browser notes the refusal that was asked for


def test_a_slow_answer_never_comes_after_a_later_one(guest):
    ann = guest("Ann")
    page = lab(ann, "game=dj-wild&wager=trips")
    held = []
    page.route(re.compile(r"price.*%3D7&|price.*%3D7$"), lambda route: held.append(route))  # noqa: PLW0108 - Playwright asks for a function
    page.focus('[data-row="flush/wild"]')
    page.keyboard.press("Control+a")
    page.keyboard.type("7")
    page.wait_for_timeout(250)
    page.keyboard.type("5")
    page.wait_for_function("() => document.querySelector('.figure.lead').textContent.includes('against')")
    told = page.inner_text(EDGE)
    assert len(held) == 1
    held[0].continue_()
    page.wait_for_timeout(400)
    assert page.inner_text(EDGE) == told


def test_the_pay_for_a_target_is_found_and_used(guest):
    page = lab(guest("Ann"), "game=dj-wild&wager=trips")
    page.click('[data-do="finder"]')
    page.select_option('.finder [name="row"]', "flush/natural")
    page.fill('.finder [name="target"]', "95%")
    page.keyboard.press("Enter")
    page.wait_for_selector(".around .nearest")
    assert "31.6666" in page.inner_text(".around")
    assert "32 to 1" in page.inner_text(".around .nearest")
    page.click('.nearest [data-do="use"]')
    edge(page, "4.942%")
    assert page.input_value('[data-row="flush/natural"]') == "32"


def test_readings_say_what_they_are_worth_and_can_be_chosen(guest):
    page = lab(guest("Ann"), "game=dj-wild&wager=bad-beat")
    row = page.locator('.reading[data-key="bad-beat"]')
    row.get_by_text("−43.456 points").wait_for()
    row.get_by_role("button", name="two way").click()
    edge(page, "13.088%")
    assert "reading.bad-beat=two-way" in page.url
    page.click("a[data-do='published']")
    assert page.evaluate("document.activeElement.id") == "published"


def test_two_paytables_and_two_submissions_are_compared(guest):
    ann = guest("Ann")
    page = lab(ann, "game=raise-it-up&wager=pair-plus")
    told = page.locator('[data-key="compare"] [data-key="told"]')
    told.wait_for()
    assert "+1.176 points" in told.inner_text()
    page.click('[data-do="compared"][data-value="texts"]')
    page.fill('textarea[name="a"]', 'game = "over-under"\nbonus = "1"')
    page.fill('textarea[name="b"]', 'game = "over-under"\nbonus = "2"')
    page.click('[data-submit="compare"] button')
    page.wait_for_selector("text=b.bonus: '2' is no paytable")
    page.fill('textarea[name="b"]', 'game = "over-under"')
    page.click('[data-submit="compare"] button')
    told.get_by_text("not offered").wait_for()
    ann.faults.clear()  # the browser notes the refusal that was asked for


def test_a_run_converges_and_another_is_stopped(guest):
    page = lab(guest("Ann"), "game=over-under&wager=bonus")
    page.select_option('[name="rounds"]', "100000")
    page.fill('[name="seed"]', "3")
    page.click('[data-submit="sample"] [type="submit"]')
    page.wait_for_selector("text=Done after 100,000 rounds; seed 3")
    assert page.locator('[data-key="sampling"] .plot .area').count() == 1
    page.click('[data-key="sampling"] summary')
    assert page.locator('[data-key="sampling"] tbody tr').count() == 17
    page.select_option('[name="rounds"]', "100000000")
    page.click('[data-submit="sample"] [type="submit"]')
    page.wait_for_selector('[data-key="sampling"] .plot .area')
    page.click('[data-do="stop"]')
    page.wait_for_selector("text=Stopped after")


def test_cards_are_dealt_and_advised_on(guest):
    ann = guest("Ann")
    page = lab(ann, "game=dj-wild&wager=trips")
    page.fill('.ask [name="cards"]', "4s 4h Kc 8d 3d")
    page.keyboard.press("Enter")
    page.wait_for_selector(".best:has-text('Fold')")
    assert "−220,213/107,019" in page.inner_text('[data-key="answer"]')
    page.fill('.ask [name="cards"]', "4s 4s Kc 8d 3d")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=4s is on the table twice")
    page.click('[data-do="deal"]')
    page.wait_for_selector('[data-key="answer"] playing-card >> nth=4')
    ann.faults.clear()  # the browser notes the refusal that was asked for


def test_the_par_sheet_is_downloaded(guest):
    page = lab(guest("Ann"), "game=over-under&wager=bonus")
    page.click(".drop summary")
    with page.expect_download() as found:
        page.click(".drop a >> nth=3")
    assert found.value.suggested_filename == "over-under-pa-2019-proposed-par.json"
    assert json.loads(found.value.path().read_text())["main"]["house-edge"]["fraction"] == "13158/626665"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_opens_with_each_of_its_wagers(guest, game):
    ann = guest("Ann", PHONE)
    for edition in GAMES[game].split():
        page = lab(ann, f"game={game}&edition={edition}")
        wagers = page.locator('[data-choose="wager"] option').evaluate_all("all => all.map((one) => one.value)")
        for wager in wagers[::3]:
            page.select_option('[data-choose="wager"]', wager)
            page.wait_for_function("(w) => location.search.includes(`wager=${w}`)", arg=wager)
            page.wait_for_selector(f"{EDGE}:has-text('%')")
        page.wait_for_selector('[data-key="strategy"] .rules', state="attached")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (game, edition)


@pytest.mark.parametrize(("size", "scheme"), [((1440, 900), "light"), (PHONE, "dark")], ids=["desk", "phone"])
def test_axe_finds_no_serious_fault_in_the_lab(guest, size, scheme):
    page = lab(guest("Ann", size, color_scheme=scheme), "game=dj-wild&wager=trips&pays=flush/wild%3D5")
    page.wait_for_selector(".rules")
    page.click('[data-do="finder"]')
    page.click('[data-do="deal"]')
    page.wait_for_selector('[data-key="answer"]')
    page.click('[data-submit="sample"] [type="submit"]')
    page.wait_for_selector("text=Done after")
    page.wait_for_selector('[data-key="told"]')
    answer = Axe().run(page).response["violations"]
    found = [
        (rule["id"], [node["html"][:160] for node in rule["nodes"]][:3])
        for rule in answer
        if rule["impact"] in {"serious", "critical"}
    ]
    assert found == []


def test_a_house_that_went_away_says_what_is_safe(guest):
    ann = guest("Ann")
    page = lab(ann, "game=dj-wild&wager=trips")
    page.route("**/api/lab/**", lambda route: route.abort())
    page.fill('[data-row="flush/wild"]', "9")
    page.wait_for_selector("text=What you typed is kept in the address")
    page.unroute("**/api/lab/**")
    page.click('[data-do="again"]')
    page.wait_for_selector(".said:has-text('A what-if')")
    assert page.input_value('[data-row="flush/wild"]') == "9"
    ann.faults.clear()  # the browser notes what was cut off


def test_the_play_assumed_envy_and_the_prices_of_readings(guest):
    page = lab(guest("Ann"), "game=raise-it-up&wager=progressive")
    plays = page.get_by_role("table", name="Returns under each play")
    expect(plays).to_contain_text("Return, main game played as if it stood alone55.896%", timeout=60_000)
    expect(plays).to_contain_text("Return, both played jointly for the most58.914%")
    expect(page.get_by_role("table", name="What other players' hands add")).to_contain_text("5 other players3.959%")
    page = lab(guest("Bob"), "game=over-under&wager=bonus")
    page.get_by_role("button", name="Price every reading").click()
    expect(page.get_by_role("table", name="Readings and their prices")).to_contain_text("117.9378%", timeout=60_000)
