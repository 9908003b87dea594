"""The coach in a real browser: off by default, the strategy's values, the price of a mistake."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from croupier.odds.strategy.advice import advise
from tests.browser.floor import PHONE

READ = "async (path) => (await fetch(path)).json()"


def faults(page):
    """What axe finds that is serious."""
    found = Axe().run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in {"serious", "critical"}]


def switch_on(one):
    if one.page.is_visible('.tools [data-do="coach"]'):
        one.page.click('.tools [data-do="coach"]')
    else:
        one.page.click('[data-do="menu"]')
        one.page.click('.menu [data-do="coach"]')
    one.page.wait_for_selector("#coach:not([hidden])")


def at_turn(one, table, *spots):
    one.sign_in().go(table).sit()
    assert one.page.is_hidden("#coach")  # off by default
    switch_on(one)
    one.wager(*spots).asked()
    one.page.wait_for_selector("#coach .values")
    return one.page


def test_off_by_default_then_the_strategys_values_then_the_price_of_a_fold(floor, guest):
    table = floor.open("dj-wild")
    one = guest("Ann")
    page = at_turn(one, table, "ante")
    cards = page.evaluate(READ, f"/api/tables/{table}")["seats"]["1"]["cards"]
    values = advise(floor.house.keeper(table).rules, {"cards": " ".join(cards)})
    for row in page.query_selector_all("#coach .values tbody tr"):
        words, dollars, antes = (cell.inner_text() for cell in row.query_selector_all("th, td"))
        action = "raise" if words.startswith("Raise") else "fold"
        assert ("best" in words) == (values.best == action)
        assert float(antes.replace("\u2212", "-")) == pytest.approx(float(values.actions[action]), abs=5e-5)
        assert dollars.replace("\u2212", "-").replace("$", "") == f"{round(values.actions[action] * 1000) / 100:+.2f}"
    # the buttons are as they were: the best is not made more prominent
    assert page.get_attribute('.dock [data-option="fold"]', "class") == "act quiet"
    assert page.get_attribute('.dock [data-option="raise"]', "class") == "act main"
    one.play_out("fold")
    page.wait_for_selector("#coach .verdict")
    cost = (values.actions[values.best] - values.actions["fold"]) * 1000
    words = page.inner_text("#coach .verdict p")
    assert words.startswith("Folded. Raise 2\u00d7 was best; your choice cost $" if cost else "Folded. No other choice")
    assert page.inner_text("#coach .cost") in {f"${round(cost) / 100:,.2f}", "less than a cent"}
    assert "1 of 1" in page.inner_text("#coach .tally") if cost else "0 of 1" in page.inner_text("#coach .tally")
    page.click('[data-do="coach-reset"]')
    page.wait_for_selector('#coach .tally:has-text("0 of 0")')
    # it is remembered, and turned off again
    page.reload()
    page.wait_for_selector("#coach:not([hidden])")
    page.click('.tools [data-do="coach"]')
    page.wait_for_selector("#coach", state="hidden")


def test_a_table_where_the_house_forbids_it_says_so(floor, guest):
    table = floor.open("dj-wild", coach=False)
    one = guest("Ann").sign_in().go(table)
    assert "No coach here" in one.page.inner_text(".tools")
    one.page.click('.tools [data-do="coach"]')
    one.page.wait_for_selector(".toast:has-text('The house allows no coach at this table.')")
    assert one.page.is_hidden("#coach")


def test_pai_gow_on_a_phone_weighs_the_setting_at_hand(floor, guest):
    table = floor.open("face-up-pai-gow")
    one = guest("Ann", PHONE)
    page = at_turn(one, table, "pai-gow")
    rows = page.evaluate(READ, f"/api/tables/{table}/coach")["rows"]
    legal = next(row for row in rows if row["low"])
    for at in legal["places"]:
        page.click(f'.pick[data-at="{at}"]')
    page.wait_for_selector(f"#coach .mine:has-text('{legal['dollars']}')")
    assert "house way" in page.inner_text("#coach .values")
    assert "Surrender" in page.inner_text("#coach .values")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#coach").bounding_box()["height"] == 62
    assert faults(page) == []
