"""Complete rounds in a real browser: every game by mouse, some by keyboard alone, one on a phone."""

from __future__ import annotations

import pytest

from tests.browser.floor import PHONE, words

ROUNDS = {
    "dj-wild": (None, ("ante", "trips", "bad-beat", "progressive"), ("raise",)),
    "dj-wild-ma": ("ma", ("ante", "trips"), ("play", "raise")),
    "cajun-stud": (None, ("ante", "pocket", "board", "all-six"), ("raise-1",)),
    "raise-it-up": (None, ("ante", "pair-plus", "six-card", "progressive"), ("play-1",)),
    "over-under": (None, ("ante", "bonus"), ("over",)),
    "face-up-pai-gow": (None, ("pai-gow", "fortune", "ace-high"), ("set", "house-way")),
}


@pytest.mark.parametrize("game", ROUNDS)
def test_a_round_by_mouse(floor, guest, game):
    edition, spots, options = ROUNDS[game]
    table = floor.open(game.removesuffix("-ma"), edition)
    ann = guest("Ann").sign_in().go(table).sit()
    before = ann.chips()
    ann.wager(*spots).play_out(*options)
    result = _view(ann)["result"]["seats"]
    (mine,) = (seat for seat in result.values() if seat["yours"])
    assert set(spots) <= {line["wager"] for line in mine["lines"]}
    net = sum(_cents(line["net"]) for line in mine["lines"])
    assert _cents(mine["net"]) == net
    assert ann.chips() == before + net
    # every amount answers why
    ann.page.click(f'[data-do="why"][data-wager="{spots[0]}"]')
    ann.page.wait_for_selector("#sheet .sums li")
    assert mine["lines"][0]["net"] in ann.page.inner_text("#sheet")
    assert "The rule" in ann.page.inner_text("#sheet")
    assert "§" in ann.page.inner_text("#sheet .detail")
    ann.page.click('#sheet [data-do="replay"]')
    ann.page.wait_for_selector(".steps li")
    assert ann.page.locator(".steps li").count() > 10


def _cents(amount):
    sign = -1 if amount.startswith("\u2212") else 1
    return sign * int(amount.lstrip("+\u2212$").replace(",", "").replace(".", "").replace("$", ""))


LATE_ANSWER = """() => {
    const soon = window.fetch;
    let late = 300;
    window.fetch = async (path, asked) => {
        const wait = String(path).endsWith("/draft") ? late : 0;
        if (wait) late = 0;
        const answer = await soon(path, asked);
        await new Promise((done) => setTimeout(done, wait));
        return answer;
    };
}"""


def test_a_round_by_keyboard_alone(floor, guest):
    table = floor.open("dj-wild")
    ann = guest("Ann")
    page = ann.page
    page.goto(f"{floor.url}/?table={table}")
    page.wait_for_selector("#name:focus")
    page.keyboard.type(ann.name)
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-do="sit"]')
    page.keyboard.press("2")
    page.wait_for_selector(".you.draft")
    ann.settle_down()
    _tab_to(page, '[data-spot="ante"]')
    page.evaluate(LATE_ANSWER)
    for key in ("3", "Space", "Space"):  # a chip of $25, twice on the ante, and the first one is answered late
        page.keyboard.press(key)
    page.wait_for_selector('[data-spot="ante"][aria-label*="$50.00"]')
    page.wait_for_timeout(400)
    assert "$50.00" in page.get_attribute('[data-spot="ante"]', "aria-label")
    assert "$50.00" in page.get_attribute('[data-spot="blind"]', "aria-label")
    page.keyboard.press("-")
    page.wait_for_selector('[data-spot="ante"][aria-label*="$25.00"]')
    _tab_to(page, '[data-spot="trips"]')
    page.keyboard.press("1")
    page.keyboard.press("Space")
    page.wait_for_selector('[data-spot="trips"][aria-label*="$1.00"]')
    _tab_to(page, '[data-option="place"]')
    page.keyboard.press("Enter")
    ann.asked()
    page.keyboard.press("r")
    page.wait_for_selector(".handname .why")
    assert "You " in page.inner_text(".handname")
    page.keyboard.press("w")
    page.wait_for_selector("#sheet .sums")
    page.keyboard.press("Escape")
    page.wait_for_selector("#sheet", state="hidden")
    page.keyboard.press("b") if page.query_selector('[data-hot="B"]') else page.keyboard.press("Enter")
    ann.asked()
    page.keyboard.press("f")
    page.wait_for_selector(".handname .why")


def _tab_to(page, selector):
    for _ in range(60):
        if page.evaluate("(s) => document.activeElement?.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {selector}")


def test_pai_gow_is_set_by_hand_and_a_foul_is_told(floor, guest):
    table = floor.open("face-up-pai-gow")
    ann = guest("Ann").sign_in().go(table).sit().wager("pai-gow").asked()
    page = ann.page
    assert page.get_attribute('[data-option="set"]', "aria-disabled") == "true"
    foul = None
    for low in ((a, b) for a in range(7) for b in range(a)):
        told = page.evaluate(
            "([t, low]) => fetch(`/api/tables/${t}/setting`, {method: 'POST', body: JSON.stringify({low}), "
            "headers: {'Content-Type': 'application/json'}}).then((r) => r.json())",
            [table, list(low)],
        )
        if told["foul"]:
            foul = low
            break
    if foul is not None:
        for at in foul:
            page.click(f'.pick[data-at="{at}"]')
        page.wait_for_selector(".note.foul")
        assert "Foul as set" in page.inner_text(".note.foul")
        assert page.get_attribute('[data-option="set"]', "aria-disabled") == "true"
    page.keyboard.press("h")
    page.wait_for_selector('[data-option="set"]:not([aria-disabled])')
    low = page.locator(".box.low playing-card").evaluate_all("cards => cards.map(c => c.getAttribute('face'))")
    assert len(low) == 2
    page.click('[data-option="set"]')
    page.wait_for_selector(".handname .why")
    (mine,) = (seat for seat in _view(ann)["result"]["seats"].values() if seat["yours"])
    assert sorted(mine["low"].split()) == sorted(low)


def test_on_a_phone(floor, guest):
    table = floor.open("cajun-stud")
    ann = guest("Ann", PHONE, has_touch=True).sign_in().go(table).sit().wager("ante", "pocket").asked()
    page = ann.page
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    for button in page.query_selector_all(".acts .act"):
        box = button.bounding_box()
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE[0]
        assert box["y"] + box["height"] <= PHONE[1]
    ann.play_out("raise-1")
    page.click('[data-do="payouts"]')
    page.wait_for_selector("#sheet table")
    assert page.query_selector(".dock") is not None


def test_two_people_at_one_table_see_each_other_and_nothing_more(floor, guest):
    table = floor.open("dj-wild")
    ann = guest("Ann").sign_in().go(table).sit(2)
    bob = guest("Bob").sign_in().go(table).sit(4)
    ann.page.wait_for_selector(f'.seat[aria-label*="{bob.name}"]')
    ann.wager("ante", "trips")
    bob.wager("ante")
    ann.asked()
    bob.page.wait_for_selector(".seat.turn")
    assert "Deciding" in bob.page.inner_text(".seat.turn")
    own = _held(bob)
    assert len(own) == 5
    seen = {word for frame in ann.frames for word in words(frame)}
    assert not own & seen
    assert not _held(ann) & {word for frame in bob.frames for word in words(frame)}
    assert ann.page.locator(".seat.turn, .seat.waiting").locator('playing-card:not([face=""])').count() == 0
    ann.page.click('[data-option="raise"]')
    bob.asked()
    assert "Raised" in bob.page.inner_text(f'.seat[aria-label*="{ann.name}"]')
    assert not own & {word for frame in ann.frames for word in words(frame)}
    bob.page.click('[data-option="fold"]')
    ann.page.wait_for_selector(".handname .why")
    bob.page.wait_for_selector(".handname .why")
    assert not own & {word for frame in ann.frames for word in words(frame)}  # a folded hand is never shown


def _view(one):
    return next(frame["view"] for frame in reversed(one.frames) if "view" in frame)


def _held(one):
    return {card for seat in _view(one)["seats"].values() if seat and seat["yours"] for card in seat["cards"]}
