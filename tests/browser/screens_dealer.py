"""Pictures of the dealer's console: tables, a step that names cards, a remedy with its amounts, a lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table import Actor, Decide, Perform, Place
from croupier.table.turns import speaking
from tests.browser.screens_floor import seat

if TYPE_CHECKING:
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.table import Due
    from croupier.table.commands import Command
    from tests.browser.floor import Floor
    from tests.browser.screens_camera import Camera

PLAYERS = {1: "Abel", 3: "Ruth K.", 4: "Marek"}
WAGERS = {"ante": 1500, "blind": 1500, "trips": 500}


def deal(floor: Floor, keeper: Keeper, dealer: str, end: str) -> None:
    """Every step up to one that is due, by its rightful person; every player raises."""
    actor, staff = Actor("dealer", dealer), Actor("floorperson", "Floor")

    async def step(due: Due) -> None:
        if due.id == "decide":
            n = speaking(keeper.table)[0]
            told: Command = Decide(seat=n, decision="raise")
            who = Actor("player", keeper.table.seats[n])
        else:
            told = Perform(step=due.id, value=20 if due.id == "cut" else None)
            who = actor if "dealer" in due.by else staff
        answer = await keeper.ask(told, who)
        if answer.refused:
            raise AssertionError(answer)

    async def deal_on() -> None:
        while (due := keeper.table.due) is not None and due.id != end:
            await step(due)
        if due is None:
            for n, name in keeper.table.seats.items():
                for wager, amount in WAGERS.items():
                    await keeper.ask(Place(seat=n, wager=wager, amount=amount), Actor("player", name))
            await keeper.ask(Perform(step="no-more-bets"), actor)
            while (due := keeper.table.due) is not None and due.id != end:
                await step(due)

    floor.call(deal_on())


def dealer_pages(camera: Camera) -> None:
    floor = camera.floor
    dean = camera.worker("A. Lindqvist", "dealer")
    page = dean.page
    table = floor.open("dj-wild", title="DJ Wild 4", automatic=False, cards="entered", dealer=dean.name)
    keeper = floor.house.keeper(table)
    seat(floor, keeper, PLAYERS)
    page.goto(f"{floor.url}/dealer")
    page.wait_for_selector(".tile")
    camera.take(dean, "dealer-tables")
    deal(floor, keeper, dean.name, "decide")
    page.goto(f"{floor.url}/dealer?table={table}")
    page.click(".wrongs button:has-text('wrong number')")
    page.wait_for_selector(".remedy .amounts")
    page.locator(".remedy").scroll_into_view_if_needed()
    camera.take(dean, "dealer-remedy")
    deal(floor, keeper, dean.name, "turn")
    page.goto(f"{floor.url}/dealer?table={table}")
    page.wait_for_selector(".slot.now")
    page.keyboard.type("kskd7c")
    camera.take(dean, "dealer-step")
    floor.app.state.room.host.company.haste = 0
    page.goto(f"{floor.url}/dealer")
    page.click("[data-do='open-school'][data-game='dj-wild']")
    page.wait_for_selector(".choice:has-text('Turn over your five cards')")
    page.wait_for_function("document.querySelectorAll('.layout tbody tr').length > 3")
    page.click(".choice:has-text('Turn over your five cards')")
    page.wait_for_selector(".told")
    camera.take(dean, "dealer-school")
    dean.close()
