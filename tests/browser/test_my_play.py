"""My play, the replay of a round and a shared hand: by day and at night, on a desk and on the smallest phone."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from croupier.house.storage import schema
from tests.browser.test_coach import faults
from tests.house.stored import night, put

SMALL = (320, 568)


@pytest.fixture(scope="module")
def rounds(floor):
    """A night that nobody here has played yet."""
    put(floor.house.database, night("over-under", 6, seats=3))


def own(floor, one, seat):
    """A seat of that night was theirs."""
    rows = schema.played
    with floor.house.database.engine.begin() as connection:
        asked = update(rows).where(rows.c.table_id == "T1", rows.c.seat == seat).values(player=one.name)
        connection.execute(asked)


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_results_a_replay_and_a_hand_that_is_shared(floor, guest, rounds):
    one = guest("Ann").come_in()
    page = one.page
    page.goto(f"{floor.url}/my-play")
    page.wait_for_selector("text=No rounds yet")
    assert faults(page) == []
    own(floor, one, 1)
    page.goto(f"{floor.url}/my-play")
    page.wait_for_selector(".games th:has-text('luck')")
    assert "6 rounds" in page.inner_text(".figure.lead")
    assert page.locator(".rounds tbody tr").count() == 6
    page.click(".extremes a >> nth=0")
    page.wait_for_selector(".story .now")
    assert page.inner_text(".pos").startswith("Step 1 of")
    assert not page.query_selector(".focus playing-card")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    assert page.inner_text(".list .now b") == "One card to each seat"
    assert page.locator(".focus playing-card[face]:not([face=''])").count() == 1
    page.keyboard.press("End")
    assert page.get_attribute("#track", "aria-valuenow") == page.get_attribute("#track", "aria-valuemax")
    page.keyboard.press("Home")
    page.click("[data-do=play]")
    page.wait_for_selector("#track[aria-valuenow='2']")
    page.click("[data-do=play]")
    page.click("[data-do=sharing]")
    page.click("text=Make a link")
    link = page.input_value("#link")
    assert one.name not in link
    other = guest("Bob", SMALL, color_scheme="dark")
    other.page.goto(link)
    other.page.wait_for_selector(".story .now")
    assert one.name not in other.page.content()
    assert other.page.get_attribute("meta[property='og:image']", "content") == f"{link}/picture.png"
    assert fits(other.page)
    assert faults(other.page) == []
    page.goto(f"{floor.url}/my-play")
    page.click("[data-do=revoke]")
    page.wait_for_selector(".shares .empty")
    assert other.context.request.get(link).status == 404


def test_on_the_smallest_phone_at_night(floor, guest, rounds):
    one = guest("Cid", SMALL, color_scheme="dark").come_in()
    own(floor, one, 2)
    page = one.page
    pages = {"/my-play": ".games th:has-text('luck')", "/replay?table=T1&round=2&step=99": ".story .now"}
    for address, shown in pages.items():
        page.goto(f"{floor.url}{address}")
        page.wait_for_selector(shown)
        assert fits(page)
        assert faults(page) == []
    page.click(".list .row b:text-matches('^Seat 2 (wins|loses|is even)') >> nth=-1")
    assert page.inner_text(".list .now .why h3 span >> nth=0") == "Ante"
    crossed = """() => [...document.querySelectorAll(".played .circle")].map((one) => one.getBoundingClientRect())
        .some((one, at, all) => at && one.left < all[at - 1].right - 0.5)"""
    assert not page.evaluate(crossed)


def test_a_round_that_is_not_yours(floor, guest, rounds):
    one = guest("Eve").come_in()
    one.page.goto(f"{floor.url}/replay?table=T1&round=2")
    one.page.wait_for_selector("text=There is no such round here")
    one.faults.clear()  # the browser notes the 404
