"""Where a player could stumble: an empty stack, a key that means another thing, a sheet in the way, an old round."""

from __future__ import annotations

BOXES = """(of) => of.map((name) => document.querySelector(name).getBoundingClientRect())
    .map((box) => [box.left, box.top, box.right, box.bottom])"""


def _typed(page, spot, amount):
    before = page.get_attribute(f'[data-spot="{spot}"]', "aria-label")
    page.focus(f'[data-spot="{spot}"]')
    page.fill(".typed input", amount)
    page.press(".typed input", "Enter")
    page.wait_for_function(
        "([s, old]) => document.querySelector(`[data-spot=${s}]`).ariaLabel !== old", arg=[spot, before]
    )


def _focused_in(page, selector):
    return page.evaluate("(s) => Boolean(document.activeElement?.closest(s))", selector)


def test_an_empty_stack_is_no_dead_end(floor, guest):
    ann = guest("Ann", (390, 664)).come_in().go(floor.open("dj-wild"))
    page = ann.page
    page.click('[data-do="sit"] >> nth=0')
    page.wait_for_selector(".you.draft")
    ann.settle_down()
    _typed(page, "ante", "100")
    assert "you could only give up" in page.inner_text(".dock .note")
    assert "you could only give up" in page.inner_text('[data-do="place"] small')  # where the line has no room, too
    page.click('[data-do="place"]')
    ann.asked()
    assert page.locator(".dock .act").first.get_attribute("data-option") == "fold"  # in its place, whatever is closed
    assert page.get_attribute('[data-option="raise"]', "aria-disabled") == "true"
    assert "short" in page.inner_text('[data-option="raise"] small')
    page.click(".purse")
    page.wait_for_selector("#sheet .ways [aria-disabled]")
    assert "between rounds" in page.inner_text("#sheet")
    page.click('[data-option="fold"]')  # the sheet covers neither the clock nor the buttons
    page.wait_for_selector(".you.result")
    page.wait_for_selector("#sheet .ways button:not([aria-disabled])")
    page.go_back()
    page.wait_for_selector("#sheet", state="hidden")
    assert page.query_selector(".you.result .why")
    page.click('.dock [data-do="buy"] >> nth=0')
    page.wait_for_selector('.dock [data-do="rebet"]:not([aria-disabled]) small:has-text("only give up")')
    page.click(".purse")
    page.click('#sheet [data-do="buy"] >> nth=0')
    page.wait_for_function("() => document.querySelector('.purse b').textContent === '$400.00'")


def test_keys_sheets_and_an_old_round(floor, guest):
    ann = guest("Ann").come_in().go(floor.open("over-under")).sit()
    page = ann.page
    page.click('[data-chip="2500"]')
    page.click('[data-spot="ante"]')
    page.wait_for_selector('[data-do="place"]:not([aria-disabled])')
    page.keyboard.press("Enter")  # the spot still has the focus that the mouse gave it
    ann.asked()
    assert page.query_selector(".dock .act kbd") is not None
    # nothing lies over the clock and the buttons, whichever sheet is open
    for wide, high in ((390, 664), (844, 390), (320, 320)):
        page.set_viewport_size({"width": wide, "height": high})
        page.click('[data-do="payouts"]')
        page.wait_for_selector("#sheet table")
        page.wait_for_timeout(300)
        sheet, dock, clock = page.evaluate(BOXES, ["#sheet", "#dock .acts", "#clock"])
        for box in (dock, clock):
            assert box[1] >= sheet[3] - 1 or box[0] >= sheet[2] - 1, (wide, high, sheet, box)
        page.go_back()
        page.wait_for_selector("#sheet", state="hidden")
    assert page.url.endswith("over-under-1") or "/tables/" in page.url
    page.set_viewport_size({"width": 1440, "height": 900})
    page.click('[data-do="menu"]')
    page.click(".dealer .voice q")
    page.wait_for_selector(".menu", state="detached")
    page.focus('[data-option="surrender"]')
    page.keyboard.press("s")
    page.wait_for_selector('[data-option="surrender"]:has-text("press again")')
    page.keyboard.press("s")
    page.wait_for_selector(".you.result")
    page.wait_for_selector('[data-do="rebet"]:not([aria-disabled])')
    assert _focused_in(page, "#dock")
    page.keyboard.press("c")
    page.wait_for_selector('[data-do="clear"]:not([aria-disabled])')
    page.keyboard.press("c")
    page.wait_for_selector('[data-do="again"]')
    assert page.locator(".spot chip-stack, .spotrows .gone, .hand playing-card").count() == 0
    page.keyboard.press("b")
    page.wait_for_selector('[data-do="place"]:not([aria-disabled])')
    page.keyboard.press("Enter")
    ann.asked()


def test_whoever_does_not_wish_to_cut_is_not_asked_again(floor, guest):
    first, second = floor.open("face-up-pai-gow"), floor.open("dj-wild")
    ann = guest("Ann", (390, 664)).come_in().go(first)
    page = ann.page
    page.click('[data-do="sit"] >> nth=0')
    page.click('[data-do="never-cut"]')
    page.wait_for_selector(".you.draft .chips")
    asked = len([one for one in ann.frames if (one.get("view") or {}).get("ask")])
    ann.go(second)
    page.click('[data-do="sit"] >> nth=0')
    page.wait_for_selector(".you.draft .chips")
    assert not page.query_selector('[data-option="cut"]:not([aria-disabled])')
    page.click('[data-do="menu"]')
    assert page.get_attribute('[data-name="cut"][data-value="off"]', "aria-pressed") == "true"
    assert asked
