"""Every game by keyboard alone, with side wagers; what axe finds; and no card in any frame before its time."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from croupier.kit.cards import cards
from croupier.table import Actor, BuyIn, Decide, Perform, Place, Sit
from tests.browser.floor import words
from tests.browser.test_rounds import ROUNDS, _tab_to

KEYS = {
    "dj-wild": "r",
    "dj-wild-ma": "r",
    "cajun-stud": "1",
    "raise-it-up": "1",
    "over-under": "o",
    "face-up-pai-gow": "h",
}
SERIOUS = {"serious", "critical"}
ZOE = Actor("player", "Zoe")


@pytest.mark.parametrize("game", ROUNDS)
def test_by_keyboard(floor, guest, game):
    edition, spots, _ = ROUNDS[game]
    table = floor.open(game.removesuffix("-ma"), edition)
    keeper = floor.house.keeper(table)
    floor.call(_sits(floor.house, keeper))
    ann = guest("Ann")
    page = ann.page
    page.goto(f"{floor.url}/?table={table}")
    page.wait_for_selector("#name:focus")
    page.keyboard.type(ann.name)
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-do="sit"]')
    _tab_to(page, '[data-do="choose-seat"]')
    page.keyboard.press("1")
    page.wait_for_selector(".you.draft, .you.asked")
    floor.call(_answers(keeper))
    ann.settle_down()
    floor.call(_wagers(keeper))
    for spot in spots:
        _tab_to(page, f'[data-spot="{spot}"]')
        before = page.get_attribute(f'[data-spot="{spot}"]', "aria-label")
        page.keyboard.press("2" if spot != spots[0] else "3")  # a chip of $5, of $25 for the first
        page.keyboard.press("Space")
        page.wait_for_function(
            "([s, b]) => document.querySelector(s).getAttribute('aria-label') !== b",
            arg=[f'[data-spot="{spot}"]', before],
        )
    _tab_to(page, '[data-option="place"]')
    page.keyboard.press("Enter")
    _watched(floor, keeper, ann, game)
    _no_serious_fault(page)
    assert page.get_attribute(".handname", "class")
    page.keyboard.press("w")
    page.wait_for_selector("#sheet .sums")
    page.keyboard.press("Escape")
    page.wait_for_selector("#sheet", state="hidden")


def _watched(floor, keeper, ann, game):
    """Decide with a key whenever asked, until the round is settled; look at every frame on the way."""
    looked = 0
    for _ in range(400):
        floor.call(_answers(keeper))
        if ann.page.query_selector(".handname .why"):
            assert looked, "nothing was looked at while cards lay face down"
            return
        if ann.page.query_selector(".you.asked .act:not([aria-disabled])"):
            if not looked:
                _no_serious_fault(ann.page)
            looked += _nothing_early(keeper, ann)
            ann.page.keyboard.press(KEYS[game])
            if game == "face-up-pai-gow" and ann.page.query_selector('[data-option="set"]:not([aria-disabled])'):
                ann.page.keyboard.press("Enter")
        ann.page.wait_for_timeout(40)
    raise AssertionError("the round did not end")


def _nothing_early(keeper, ann):
    """Of the cards of this round, the frames so far name those that lie face up and Ann's own; how many stay hidden."""
    play, staff = keeper.table.play, keeper.staff
    if play is None:
        return 0
    mine = next(n for n, name in play.players.items() if name == ann.name)
    up = {
        str(card)
        for held in (*play.round.places.values(), *(seat.cards for seat in play.round.seats.values()))
        for card in held
        if card is not None
    }
    own = {str(staff.vault.card(str(keeper.table.active), at)) for at in staff.lying(keeper.table, f"seats.{mine}")}
    told = {word for frame in ann.frames for word in words(frame) if _is_card(word)}
    assert own <= told
    assert told <= up | own, "a card was sent before its time"
    hidden = sum(card is None for seat in play.round.seats.values() for card in seat.cards)
    return hidden + sum(card is None for held in play.round.places.values() for card in held) or int(
        keeper.rules.game.id == "over-under"
    )


def _is_card(word):
    try:
        return len(cards(word)) == 1
    except Exception:  # noqa: BLE001 - any other word
        return False


def _no_serious_fault(page):
    found = Axe().run(page).response["violations"]
    assert [(v["id"], [n["html"] for n in v["nodes"]]) for v in found if v["impact"] in SERIOUS] == []


async def _sits(house, keeper):
    await house.welcome("Zoe")
    for command in (Sit(player="Zoe", seat=5), BuyIn(player="Zoe", amount=12_000)):
        answer = await keeper.ask(command, ZOE)
        assert not answer.refused, answer


async def _wagers(keeper):
    required = [w.id for w in keeper.rules.offered() if w.placed == "required"]
    for wager in sorted(required, key=lambda w: w != keeper.rules.game.ante):
        answer = await keeper.ask(Place(seat=5, wager=wager, amount=1000), ZOE)
        assert not answer.refused, answer


async def _answers(keeper):
    """Zoe says what is asked of her, and of nobody before her."""
    due = keeper.decided.due
    if due is None:
        return
    if due.id == "cut" and due.seat == 5:
        await keeper.ask(Perform(step="decline-cut"), ZOE)
    elif due.id == "choose" and due.seat == 5:
        await keeper.ask(Perform(step="choose", value=due.options[0]), ZOE)
    elif due.id == "decide" and keeper.decided.play is not None:
        street = keeper.rules.game.streets[due.street]
        if keeper.decided.play.round.undecided(due.street) == (5,):
            await keeper.ask(Decide(seat=5, decision=street.late), ZOE)
