"""The register of equipment in a real browser, on a desk and on a phone: added, inspected, moved, removed."""

from __future__ import annotations

import os

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from croupier.house.tables import equipment
from croupier.table.equipment import Item
from tests.browser.floor import PHONE

PICTURES = os.environ.get("CROUPIER_PICTURES", "")
"""A folder for pictures to look at, if there is one."""


@pytest.fixture
def floorperson(guest, floor):
    people = floor.app.state.desk.people

    def make(name, size=(1440, 900)):
        one = guest(name, size)
        people.accounts.add(one.name, None, [("floorperson", "")])
        one.context.add_cookies([{"name": "croupier", "value": people.session(one.name), "url": floor.url}])
        return one

    return make


def picture(page, name):
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=True)


def at_equipment(one):
    one.page.goto(f"{one.floor.url}/equipment")
    one.page.wait_for_selector("#work:not([aria-busy])")
    return one.page


def add(page, id_, kind, **fields):
    page.click('[data-do="adding"]')
    page.select_option("#kind", kind)
    page.fill("#id", id_)
    for name, value in fields.items():
        page.fill(f"#{name}", value)


@pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["desk", "phone"])
def test_a_piece_from_its_adding_to_its_end(floor, floorperson, size):
    name = "desk" if size == (1440, 900) else "phone"
    database = floor.app.state.desk.house.database
    shoe = Item(
        id=f"S-{name}", kind="dealing-shoe", serial="SH-2231", approval="601a.10(g) no. 44", place="left of the dealer"
    )
    equipment.add(database, shoe, "store room 2", by="N. Castellanos", second="P. Lindqvist", at=1_700_000_000_000)
    for number in range(4):
        deck = Item(id=f"D-{name}-{number}", kind="deck", serial=f"{number}", design="Bee", colour="red", cards=53)
        equipment.add(database, deck, "card cage", by="N. Castellanos", second="P. Lindqvist", at=1_700_000_000_000)
    equipment.inspect(database, f"D-{name}-3", finding="a bent corner", by="L. Haddad", at=1_700_000_000_000)
    flo = floorperson(name, size)
    page = at_equipment(flo)
    add(page, f"R-{name}", "discard-rack", serial="77", kept="store")
    picture(page, f"{name}-add")
    page.click('#full button[type="submit"]')
    page.wait_for_selector(".done")
    assert page.inner_text("#full h2") == f"R-{name}"
    page.fill("#finding", "loose screws")
    page.click('[data-submit="inspect"] button')
    page.wait_for_selector(".state.faulty >> nth=1")
    picture(page, f"{name}-faulty")
    page.fill("#table", "nine")
    page.click('[data-submit="move"] button')
    page.wait_for_selector(".wrong.whole")
    assert "faulty" in page.inner_text(".wrong.whole")
    flo.faults.clear()  # the browser notes the refusal
    page.fill("#finding", "")
    page.click('[data-submit="inspect"] button')
    page.wait_for_selector(".done")
    page.fill("#why", "worn out")
    page.click('[data-submit="remove"] button')
    page.wait_for_selector('[data-key="gone"]')
    page.fill("#search", name)
    page.click(f'[data-id="S-{name}"]')
    picture(page, f"{name}-piece")
    assert not Axe().run(page).response["violations"]
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


def test_what_could_fix_an_outcome_waits_for_another_person(floor, floorperson):
    page = at_equipment(floorperson("Asker"))
    add(page, "D-asked", "deck", design="Bee", colour="blue", cards="53")
    page.click('#full button[type="submit"]')
    page.wait_for_selector(".done")
    assert "Another person approves it" in page.inner_text(".done")
    add(page, "L-asked", "layout", positions="6")
    assert page.locator(".bears").count() > 5
    page.check('.bears input[value="name"]')
    picture(page, "desk-layout")
    page.click('#full button[type="submit"]')
    page.wait_for_selector('[data-id="L-asked"]')
    assert "name" in page.inner_text(".told")
