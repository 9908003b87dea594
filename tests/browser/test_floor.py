"""The floor's page in real browsers: two people for money, a payment validated, a table opened and closed."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from croupier.house.desk.payout_validation import payment
from croupier.table import Actor, Direct
from tests.browser.floor import PHONE
from tests.house.desk import test_claims as claims
from tests.rigged import NOTHING, rig


@pytest.fixture
def worker(floor, guest):
    """Makes people at work, signed in, each with a browser of their own."""

    def make(name, *roles, size=(1440, 900), table="", **more):
        one = guest(name, size, **more)
        people = floor.app.state.desk.people
        people.accounts.add(one.name, None, [(role, table) for role in roles])
        cookie = {"name": "croupier", "value": people.session(one.name), "url": floor.url}
        one.context.add_cookies([cookie])
        return one

    return make


def at_floor(one, table=""):
    one.page.goto(f"{one.floor.url}/floor" + (f"?table={table}" if table else ""))
    one.page.wait_for_selector(".orders" if table else "#work:not([aria-busy])")
    return one.page


def inventory(floor, table):
    return floor.house.keeper(table).table.accounts["inventory"]


def ask(page, order, amount):
    page.click(f'[data-do="order"][data-order="{order}"]')
    page.fill('.order.open [name="blank"]', amount)
    page.click('.order.open button[type="submit"]')


def test_a_fill_is_asked_by_one_and_approved_by_another(floor, worker):
    table = floor.open("cajun-stud", title="Fills")
    flo, sam = worker("Flo", "floorperson"), worker("Sam", "shift-manager")
    one, other = at_floor(flo, table), at_floor(sam, table)
    ask(one, "fill", "$2,500.00")
    mine = one.locator(".item", has_text="Fill, $2,500.00")
    mine.wait_for()
    assert "Waiting for another person." in mine.inner_text()
    assert mine.locator('[data-do="approve"]').count() == 0
    refused = one.evaluate("""async () => {
        const floor = await (await fetch("/api/requests")).json();
        const mine = floor.waiting.find((one) => one.mine);
        return (await fetch(`/api/requests/${mine.id}/approve`, {method: "POST"})).status;
    }""")
    assert refused == 403
    flo.faults.clear()  # the browser notes the 403 that was asked for
    assert inventory(floor, table) == 10_000_000
    waits = other.locator(".item", has_text="Fill, $2,500.00")
    waits.wait_for()
    assert flo.name in waits.inner_text()
    waits.locator('[data-do="approve"]').click()
    waits.wait_for(state="detached")
    other.wait_for_selector('.facts:has-text("$102,500.00")')
    one.wait_for_selector(f'table:has-text("approved by {sam.name}")')
    assert inventory(floor, table) == 10_250_000
    # too large a credit is refused at once, in words, and nothing waits
    ask(one, "credit", "900000")
    one.wait_for_selector(".toast:has-text('no more than the inventory')")
    assert one.locator(".item", has_text="Credit").count() == 0
    flo.faults.clear()


def test_a_progressive_payment_waits_for_the_floorperson_and_is_paid(floor, guest, worker):
    table = floor.open("dj-wild", floor="person", title="Validation", choices={"validate-from": "0.01"})
    keeper = floor.house.keeper(table)
    flo = worker("Flo", "floorperson")
    page = at_floor(flo, table)
    item = page.locator(f'.item[data-table="{table}"]')
    item.locator("h3", has_text="Verify the inspection").wait_for()
    wagers = {"ante": 1000, "blind": 1000, "progressive": 100}
    rig(keeper, wagers, "raise", lambda after: (due := payment(after)) is not None and due.cents > 0, "00" * 32)
    item.locator('[data-do="step"]').click()
    ann = guest("Ann").come_in()
    ann.page.add_init_script(f"({NOTHING})()")
    ann.go(table).sit(1)
    for spot, more in (("ante", 2), ("progressive", 1)):
        for _ in range(more):
            before = ann.page.get_attribute(f'[data-spot="{spot}"]', "aria-label")
            ann.page.click(f'[data-spot="{spot}"]')
            ann.page.wait_for_function(
                '([spot, before]) => document.querySelector(`[data-spot="${spot}"]`).ariaLabel !== before',
                arg=[spot, before],
            )
    ann.page.click('[data-do="place"]:not([aria-disabled])')
    ann.asked()
    ann.page.click('[data-option="raise"]')
    item.locator("h3", has_text="Validate $").wait_for()
    title = item.locator("h3").inner_text()
    assert "§ 687a.12(c)" in item.inner_text()
    assert item.locator("playing-card").count() == 5
    amount = title.removeprefix("Validate ")
    ann.page.wait_for_selector(f".voice:has-text('Waiting for the floorperson to validate {amount}')")
    assert keeper.table.rounds == 0
    item.locator('[data-do="step"]', has_text=title).click()
    ann.page.wait_for_selector(".handname .why")
    (line,) = (line for line in _mine(ann)["lines"] if line["wager"] == "progressive")
    assert _cents(line["net"]) == _cents(amount) - 100  # the dollar was collected before the deal
    item.wait_for(state="detached")


def _cents(amount):
    return int(amount.lstrip("+$").replace(",", "").replace(".", ""))


def _mine(ann):
    seats = next(f["view"]["result"]["seats"] for f in reversed(ann.frames) if f.get("view", {}).get("result"))
    return next(seat for seat in seats.values() if seat["yours"])


def test_a_table_is_opened_with_its_submission_and_closed_by_two(floor, worker):
    sam, flo = worker("Sam", "shift-manager"), worker("Flo", "floorperson")
    page, other = at_floor(sam), at_floor(flo)
    assert other.locator('[data-do="opening"]').count() == 0
    page.click('[data-do="opening"]')
    page.fill("#open-name", "High limit")
    sample = page.input_value("#open-submission")
    page.fill(
        "#open-submission", sample.replace('trips = "', 'trips = "Z').replace('minimum = "10.00"', 'minimum = "ten"')
    )
    page.click('button:has-text("Open the table")')
    page.wait_for_selector(".refusals li >> nth=1")
    told = page.inner_text(".refusals")
    assert "is no paytable of the Trips Bonus" in told
    assert "§ 687a.12(d)" in told
    assert page.input_value("#open-name") == "High limit"
    sam.faults.clear()  # the browser notes the 400 that was asked for
    page.fill("#open-submission", sample.replace('minimum = "10.00"', 'minimum = "100.00"'))
    page.click('button:has-text("Open the table")')
    page.wait_for_selector('.tablehead h2:has-text("High limit")')
    assert "$100" in page.inner_text("#full")
    page.click('[data-do="order"][data-order="close"]')
    assert "for good" in page.inner_text(".order.open")
    page.click('.order.open button[type="submit"]')
    other.click('.item:has-text("High limit") [data-do="approve"]')
    page.wait_for_selector('.row.over:has-text("High limit")')
    made = next(keeper for keeper in floor.house.keepers.values() if keeper.name == "High limit")
    assert not made.table.open


def test_everything_by_keyboard_and_every_order_says_what_it_does(floor, worker):
    table = floor.open("face-up-pai-gow", title="Keys")
    page = at_floor(worker("Flo", "floorperson"), table)
    order = page.locator('[data-do="order"][data-order="change-dice"]')
    order.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('.order.open:has-text("New dice go into the shaker.")')
    page.keyboard.press("Escape")
    page.wait_for_selector(".order.open", state="detached")
    assert order.evaluate("el => el === document.activeElement")
    before = floor.house.keeper(table).table.dice_since
    page.keyboard.press("Enter")
    page.wait_for_selector(".order.open .btn:focus")
    page.keyboard.press("Enter")
    page.wait_for_selector(".order.open", state="detached")
    assert floor.house.keeper(table).table.dice_since > before
    # one that cannot be given says why and stays off
    off = page.locator('[data-do="order"][data-order="repair"]')
    assert off.get_attribute("aria-disabled") == "true"
    assert "No device is out of order." in off.inner_text()
    off.focus()
    page.keyboard.press("Enter")
    assert page.locator(".order.open").count() == 0
    page.locator(".orders .cite >> nth=0").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog.provision h2:has-text('§ 688a')")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.provision", state="detached")


def test_on_a_phone_there_is_a_way_back_to_the_tables(floor, worker):
    for _ in range(4):
        table = floor.open("over-under", title="Back")
    flo = worker("Flo", "floorperson", size=PHONE)
    page = at_floor(flo)
    row = page.locator(f'[data-do="choose"][data-table="{table}"]')
    row.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('#full .tablehead h2:has-text("Back")')
    page.wait_for_function("() => document.activeElement.id === 'full'")
    page.mouse.wheel(0, 300)
    way = page.locator('#full [data-do="to-tables"]')
    for key in ("Escape", "Enter"):
        page.wait_for_function("() => document.querySelector('#full').getBoundingClientRect().top < 200")
        assert way.inner_text() == "All tables"
        box = way.bounding_box()
        assert 0 <= box["y"] <= PHONE[1] - box["height"]
        page.keyboard.press("Tab")
        assert way.evaluate("el => el === document.activeElement")
        page.keyboard.press(key)
        assert row.evaluate("el => el === document.activeElement")
        box = row.bounding_box()
        assert 0 <= box["y"] <= PHONE[1] - box["height"]
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.activeElement.id === 'full'")
    wide = at_floor(worker("Wide", "floorperson"), table)
    assert not wide.is_visible('[data-do="to-tables"]')


def test_a_round_of_shuffled_cards_is_voided_by_no_report_that_the_record_disproves(floor, guest, worker):
    table = floor.open("dj-wild", title="Void")
    flo = worker("Flo", "floorperson", "player")
    page = at_floor(flo, table)
    ann = guest("Ann").come_in().go(table).sit(1)
    ann.wager("ante").asked()
    name = '[data-do="order"][data-order="report wrong-number"]'
    page.wait_for_selector('[data-do="order"][data-order="reshuffle"]')
    assert page.locator(f"{name}:not([aria-disabled])").count() == 0


def test_what_a_player_left_with_is_shown_and_closed_by_two(floor, worker):
    table = floor.open(claims.GAME, title="Claims", automatic=False, cards="entered")
    keeper = floor.house.keeper(table)
    fay, claim = floor.call(claims.left(floor.house, keeper))
    flo, sam = worker("Flo", "floorperson"), worker("Sam", "shift-manager", size=PHONE)
    one, other = at_floor(flo, table), at_floor(sam, table)
    owes = one.locator('#full section[data-key="claims"]')
    owes.wait_for()
    assert fay in owes.inner_text()
    assert not Axe().run(one).response["violations"]
    item = one.locator(f'.item[data-table="{table}"]', has_text=f"{fay} owes")
    item.locator('[data-do="prepare"]').click()
    one.wait_for_selector(".order.open")
    one.fill('.order.open [name="blank"]', "400")
    one.fill('.order.open [name="reason"]', "paid at the cage")
    one.click('.order.open button[type="submit"]')
    waits = other.locator(".item", has_text=f"Collect a claim, $400.00, {fay} of round 1")
    waits.wait_for()
    waits.locator('[data-do="approve"]').click()
    waits.wait_for(state="detached")
    assert [left.amount for left in keeper.table.claims] == [claim - 40_000]


def test_whoever_sits_down_is_no_longer_the_floor_there(floor, worker):
    table = floor.open("dj-wild", title="Both")
    flo = worker("Flo", "floorperson", "player")
    flo.go(table).sit(2)
    page = at_floor(flo)
    page.click(f'[data-do="choose"][data-table="{table}"]')
    page.wait_for_selector("#full:has-text('You sit at this table')")
    assert page.locator('[data-do="order"]').count() == 0


def test_who_may_not_be_here_is_told_and_a_role_taken_back_ends_it(floor, guest, worker):
    ann = guest("Ann").come_in()
    ann.page.goto(f"{floor.url}/floor")
    ann.page.wait_for_selector("#work:has-text('belongs to the shift-manager, floorperson')")
    ann.page.context.clear_cookies()
    ann.page.reload()
    ann.page.wait_for_selector("#work a:has-text('Sign in')")
    assert ann.faults == []
    flo = worker("Flo", "floorperson")
    page = at_floor(flo)
    page.wait_for_selector(f'table:has-text("{flo.name}")')
    floor.app.state.desk.people.accounts.withdraw(flo.name, "floorperson")
    page.wait_for_selector("#work:has-text('Your roles have changed')")


def test_a_lost_server_is_said_and_the_page_comes_back(floor, worker):
    table = floor.open("over-under", title="Away")
    flo = worker("Flo", "floorperson")
    page = at_floor(flo, table)
    floor.stop()
    page.wait_for_selector(".lostnote")
    assert "stored with the house" in page.inner_text(".lostnote")
    assert page.locator('[data-do="order"]:not([aria-disabled])').count() == 0
    page.click('[data-do="again"]')
    assert page.locator(".lostnote").is_visible()
    floor.start()
    page.wait_for_selector(".lostnote", state="detached")
    flo.faults.clear()  # the browser notes the connections that failed


@pytest.mark.parametrize(("size", "theme"), [((1440, 900), "light"), (PHONE, "dark")], ids=["desk", "phone"])
def test_axe_finds_no_serious_fault(floor, worker, size, theme):
    table = floor.open("cajun-stud", title="Axe", inventory=1000)
    deb = worker(f"Deb {theme}", "dealer")
    desk = floor.app.state.desk
    person = desk.people.accounts.person(deb.name)
    for told in ({"kind": "fill", "amount": 5}, {"kind": "call", "words": "A dispute at seat 3."}):
        floor.call(desk.requests.ask(person, {"table": table, **told}))
    floor.call(floor.house.keeper(table).ask(Direct(order="credit", amount=900), Actor("floorperson", "Floor")))
    sam = worker(f"Sam {theme}", "shift-manager", size=size, color_scheme=theme)
    page = at_floor(sam, table)
    page.wait_for_selector(".rowalarms:has-text('The inventory is down to $1.00')")
    page.click('[data-do="order"][data-order="fill"]')
    page.wait_for_selector(".order.open")
    found = {"items and an order": _serious(page)}
    page.click('[data-do="opening"]')
    page.wait_for_selector("#open-name")
    found["opening"] = _serious(page)
    assert {where: faults for where, faults in found.items() if faults} == {}
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def _serious(page):
    answer = Axe().run(page).response["violations"]
    return [
        (rule["id"], [node["html"][:160] for node in rule["nodes"]][:3])
        for rule in answer
        if rule["impact"] in {"serious", "critical"}
    ]


def test_the_lobby_shows_the_way_to_work(floor, worker):
    flo = worker("Flo", "floorperson", "player")
    flo.page.goto(floor.url)
    flo.page.wait_for_selector(".places")
    assert flo.page.locator(".places a").all_inner_texts() == ["Floor", "Lab", "Rules", "Practice"]
    flo.page.click('.places a:has-text("Floor")')
    flo.page.wait_for_selector("#work:not([aria-busy])")
