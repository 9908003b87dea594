"""Pictures of the floor: nothing waits, approvals wait, a table in full, a table that cannot be opened as written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table import Actor, BuyIn, Direct, Sit

if TYPE_CHECKING:
    from croupier.house.tables.keeping.keeper import Keeper
    from tests.browser.floor import Floor, Guest
    from tests.browser.screens_camera import Camera

PLAYERS = {1: "Ines", 3: "Vera", 4: "Tomasz"}


def seat(floor: Floor, keeper: Keeper, players: dict[int, str]) -> None:
    async def sit() -> None:
        for n, name in players.items():
            await floor.house.welcome(name)
            await keeper.ask(Sit(player=name, seat=n), Actor("player", name))
            await keeper.ask(BuyIn(player=name, amount=60_000), Actor("player", name))

    floor.call(sit())


def floor_pages(camera: Camera) -> None:
    floor = camera.floor
    sam = camera.worker("S. Okonjo", "shift-manager")
    dean = camera.worker("T. Brandt", "dealer")
    page = sam.page
    page.goto(f"{floor.url}/floor")
    page.wait_for_selector(".rows")
    camera.take(sam, "floor-quiet")
    table = floor.open("cajun-stud", title="Cajun Stud 2", inventory=1000)
    desk, keeper = floor.app.state.desk, floor.house.keeper(table)
    person = desk.people.accounts.person(dean.name)
    for told in ({"kind": "fill", "amount": 200_000}, {"kind": "call", "words": "Seat 3 disputes a payout."}):
        floor.call(desk.requests.ask(person, {"table": table, **told}))
    desk.people.accounts.add(f"M. Ito {camera.size}", None, [("shift-manager", "")])
    other = desk.people.accounts.person(f"M. Ito {camera.size}")
    desk.people.accounts.add(f"Ines {camera.size}", None)
    floor.call(desk.requests.ask(other, {"kind": "deposit", "name": f"Ines {camera.size}", "amount": 2_500_000}))
    floor.call(keeper.ask(Direct(order="credit", amount=900), Actor("floorperson", "Floor")))
    floor.open("dj-wild", title="DJ Wild 3", floor="person")
    page.wait_for_selector(".item >> nth=3")
    camera.take(sam, "floor-waits")
    other = floor.open("face-up-pai-gow", title="Pai Gow 7", automatic=False)
    seat(floor, floor.house.keeper(other), PLAYERS)
    page.goto(f"{floor.url}/floor?table={other}")
    page.wait_for_selector(".orders")
    page.click('[data-do="order"][data-order="fill"]')
    page.wait_for_selector(".order.open")
    camera.take(sam, "floor-table")
    opening(camera, sam)
    sam.close()
    dean.close()


def opening(camera: Camera, sam: Guest) -> None:
    page = sam.page
    page.click('[data-do="opening"]')
    page.fill("#open-name", "High limit")
    sample = page.input_value("#open-submission")
    wrong = sample.replace('trips = "', 'trips = "Z').replace('minimum = "10.00"', 'minimum = "ten"')
    page.fill("#open-submission", wrong)
    page.click('button:has-text("Open the table")')
    page.wait_for_selector(".refusals li >> nth=1")
    camera.take(sam, "floor-opening")
