"""Chips put together, taken back and remembered; and the cards at once when all who are there are ready."""

from __future__ import annotations

from playwright.sync_api import expect

AMOUNTS = "() => [...document.querySelectorAll('.spot .amt .full')].map((el) => el.textContent.trim()).filter(Boolean)"

LOW = """() => document.querySelector(".menu").getBoundingClientRect().bottom
    - document.querySelector(".dock .acts").getBoundingClientRect().top"""


def _lies(page, *amounts):
    page.wait_for_function(f"(told) => JSON.stringify(({AMOUNTS})()) === JSON.stringify(told)", arg=list(amounts))


def _drag(finger, page, start, end):
    """A finger that takes a chip up and lets go of it elsewhere, slowly; nothing else moves meanwhile."""
    boxes = [page.locator(one).bounding_box() for one in (start, end)]
    (x, y), (to_x, to_y) = ((box["x"] + box["width"] / 2, box["y"] + 20) for box in boxes)
    places = [(x + (to_x - x) * step / 12, y + (to_y - y) * step / 12) for step in range(13)]
    for at, place in enumerate(places):
        kind = "touchMove" if at else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": place[0], "y": place[1]}]})
    assert page.locator(".inhand").count() == 1
    assert [page.locator(one).bounding_box() for one in (start, end)] == boxes
    assert page.evaluate("scrollY") == 0
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_undo_double_the_most_take_back_and_drag(floor, guest):
    table = floor.open("dj-wild")
    ann = guest("Ann", (390, 664), has_touch=True).come_in().go(table).sit()
    page = ann.page
    tools = page.locator(".chiptool")
    expect(tools).to_have_text(["Undo", "Take", "Double", "Max"])
    page.click('[data-do="undo"]', force=True)  # closed, and it says why
    page.wait_for_selector(".toast:has-text('There is nothing to undo')")
    page.click(".toast .close")
    page.click('[data-chip="2500"]')
    page.click('[data-spot="ante"]')
    _lies(page, "$25.00", "$25.00")
    page.keyboard.press("d")
    _lies(page, "$50.00", "$50.00")
    page.keyboard.press("z")
    _lies(page, "$25.00", "$25.00")
    page.click('[data-chip="500"]')
    page.click('[data-spot="trips"]')
    _lies(page, "$25.00", "$25.00", "$5.00")
    page.focus('[data-spot="ante"]')
    page.keyboard.press("x")  # a fourth of what is left: as much on the Blind, and twice as much to raise
    _lies(page, "$120.00", "$120.00", "$5.00")
    assert "already" in page.get_attribute('[data-do="most"]', "aria-label")
    page.keyboard.press("t")
    page.wait_for_selector('[data-do="taking"][aria-pressed="true"]')
    page.click('[data-spot="trips"]')
    _lies(page, "$120.00", "$120.00")
    page.keyboard.press("t")
    page.click('[data-spot="ante"]', button="right")  # the topmost chip of $100, and four of $5
    _lies(page, "$115.00", "$115.00")
    box = page.locator('[data-spot="ante"]').bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + 20)
    held = page.context.new_cdp_session(page)
    held.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": middle[0], "y": middle[1]}]})
    _lies(page, "$110.00", "$110.00")
    held.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(150)
    _lies(page, "$110.00", "$110.00")
    _drag(held, page, '[data-chip="500"]', '[data-spot="bad-beat"]')
    _lies(page, "$110.00", "$110.00", "$5.00")
    assert page.locator('[data-chip="500"]').get_attribute("aria-checked") == "true"
    _drag(held, page, '[data-spot="bad-beat"]', '[data-spot="trips"]')
    page.wait_for_selector('[data-spot="trips"][aria-label*="$5.00"]')
    _lies(page, "$110.00", "$110.00", "$5.00")
    page.hover('[data-spot="trips"] .ring')  # the mouse as a finger
    page.mouse.down()
    page.mouse.move(195, 200, steps=4)
    assert page.locator(".inhand").count() == 1
    page.mouse.up()
    _lies(page, "$110.00", "$110.00")
    assert page.locator(".inhand").count() == 0
    # remembered: placed, played, and there again after a reload and at another table of the game
    page.click('[data-do="place"]')
    ann.play_out("fold")
    page.reload()
    page.wait_for_selector("#dock")
    ann.settle_down()
    page.wait_for_selector('[data-do="rebet"]:has-text("$220.00"), [data-do="again"]:has-text("$220.00")')
    page.click('[data-do="purse"]')
    page.click('#sheet [data-do="leave"]')
    page.wait_for_selector(".you.watching")
    ann.go(floor.open("dj-wild")).sit()
    assert "$220.00" in page.inner_text('[data-do="again"]')


def test_the_cards_come_when_all_who_are_there_are_ready_and_as_quickly_as_one_likes(floor, guest):
    table = floor.open("over-under", quick=False, betting_seconds=300.0)
    ann, bob = (
        guest(name, size).come_in().go(table).sit(seat)
        for name, size, seat in (("Ann", (1280, 720), 1), ("Bob", (390, 664), 2))
    )
    ann.page.click('[data-do="menu"]')
    with ann.page.expect_response("**/speed"):
        ann.page.click('[data-name="speed"][data-value="quick"]')
    ann.page.click('[data-name="motion"][data-value="off"]')
    ann.page.keyboard.press("Escape")
    assert floor.house.keeper(table).running.speeds._wishes[ann.name] == "quick"
    assert ann.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--m-card').trim()") == "0ms"
    bob.page.click('[data-do="menu"]')
    bob.page.wait_for_selector(".menu")
    assert bob.page.evaluate(LOW) <= 0, "the settings leave the dock free"
    bob.page.keyboard.press("Escape")
    ann.wager("ante")
    ann.page.wait_for_selector('[data-option="ready"]:has-text("0 of 2 ready")')
    bob.page.wait_for_selector('[data-option="ready"]:has-text("Sit out")')
    ann.page.keyboard.press("n")
    ann.page.wait_for_selector('[data-option="ready"][aria-disabled]:has-text("1 of 2 ready")')
    bob.page.click('[data-option="ready"]')
    ann.asked()
    ann.play_out("over")
    bob.close()  # who is away is not waited for
    ann.page.click('[data-do="rebet"]:not([aria-disabled])')
    ann.page.wait_for_selector('[data-option="ready"]:has-text("no need to wait")')
    ann.page.click('[data-option="ready"]')
    ann.asked()
