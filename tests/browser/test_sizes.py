"""Every game on every size of a screen: cards, wagers, clock and decision together, nothing over anything, and no part
of the table in another place in another phase."""

from __future__ import annotations

import pytest

from croupier.house.cloth.felt import brief, signed
from croupier.table import Actor, BuyIn, Place, Sit
from tests.browser.test_rounds import ROUNDS

LONG = (10_000, 123_450, 1_234_550, -1_234_550, 99_950)
"""Amounts that are put under every spot in turn, in cents."""

SIZES = (
    (390, 664),
    (375, 667),
    (360, 640),
    (320, 568),
    (844, 390),
    (740, 360),
    (667, 375),
    (568, 320),
    (320, 320),
    (390, 844),
    (768, 1024),
    (1024, 600),
    (1280, 720),
    (1440, 900),
)
MEASURED = """(put) => {
  for (const amt of put ? document.querySelectorAll(".spot .amt") : []) {
    amt.className = `amt${put.text.length > 10 ? " longest" : put.text.length > 8 ? " long" : ""}`;
    amt.innerHTML = `<span class="full">${put.text}</span><span class="brief">${put.brief}</span>`;
  }
  const parts = `#bar, .seats, .area .cards:not(.tight) playing-card, .voice, .inscription, .spot .ring, .spot .name,
    .spot .amt > *, .hand playing-card, .handname, .lead, .clock:not(.off), .chips, .chiptool, .act, .note, .box > p,
    #coach:not([hidden])`;
  const sides = (box) => [box.left, box.top, box.width, box.height].map(Math.round);
  const all = [...document.querySelectorAll(parts)].map((el) => ({ el, box: el.getBoundingClientRect() }))
    .filter(({ el, box }) => box.width > 1 && box.height > 1 && getComputedStyle(el).visibility !== "hidden"
      && getComputedStyle(el).clipPath === "none");
  const told = ({ el, box }) => `${el.className || el.localName} "${el.textContent.trim().slice(0, 20)}" ${sides(box)}`;
  const wrong = [];
  for (const [at, one] of all.entries()) {
    const { left, top, right, bottom } = one.box;
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push(`off: ${told(one)}`);
    for (const two of all.slice(at + 1)) {
      const wide = Math.min(right, two.box.right) - Math.max(left, two.box.left);
      const high = Math.min(bottom, two.box.bottom) - Math.max(top, two.box.top);
      if (wide > 1 && high > 1 && !one.el.contains(two.el)) wrong.push(`${told(one)} lies over ${told(two)}`);
    }
  }
  const small = [...document.querySelectorAll("#stage *")].filter((el) => el.firstChild?.nodeType === 3
    && el.firstChild.data.trim() && el.checkVisibility() && !el.closest("svg, .ghost")
    && parseFloat(getComputedStyle(el).fontSize) < 11);
  wrong.push(...small.map((el) => `under 11 px: ${el.className} "${el.textContent}"`));
  const still = [...document.querySelectorAll(".dealer .tops, .spot .ring, .hand, .box, .dock, .acts")].map((el) => {
    const box = sides(el.getBoundingClientRect());
    return el.className === "tops" ? [box[1], box[3]] : box;
  });
  return { wrong, still, seen: all.map(({ el }) => el.className || el.localName).join(" ") };
}"""


def _measured(one, state, before, amounts=()):
    """No fault on any size; what stands still is where it was in the state before. Then the same with each of these
    amounts under every spot: whatever was won or lost, none leaves the screen or lies over another."""
    found, wrong = {}, []
    for wide, high in SIZES:
        one.page.set_viewport_size({"width": wide, "height": high})
        for cents in (None, *amounts):
            sign = "+" if cents and cents > 0 else ""
            put = None if cents is None else {"text": signed(cents), "brief": f"{sign}{brief(cents)}"}
            told = one.page.evaluate(MEASURED, put)
            found[wide, high] = told["still"]
            was = before.get((wide, high), told["still"])
            moved = [
                f"{a} moved to {b}"
                for a, b in zip(was, told["still"], strict=True)
                if any(abs(x - y) > 1 for x, y in zip(a, b, strict=True))
            ]
            name = state if put is None else f"{state} of {put['text']}"
            wrong += [f"{name} at {wide}x{high}: {fault}" for fault in (*told["wrong"], *moved)]
            assert "act" in told["seen"]
    assert not wrong, "\n".join(wrong)
    return found


async def _another_wagers(house, keeper):
    """Zoe comes to the seat that is left, and the time for wagers runs."""
    name = f"Zoe of {keeper.id}"  # with money that nobody has spent at another table
    await house.welcome(name)
    required = [w.id for w in keeper.rules.offered() if w.placed == "required"]
    placing = [
        Place(seat=6, wager=wager, amount=1000) for wager in sorted(required, key=lambda w: w != keeper.rules.game.ante)
    ]
    for command in (Sit(player=name, seat=6), BuyIn(player=name, amount=10_000), *placing):
        answer = await keeper.ask(command, Actor("player", name))
        assert not answer.refused, answer


def between(state, many=8):
    """Sizes that nobody names, others in every state: spread evenly over 320 to 1280 by 320 to 900."""
    first = sum(state.encode())
    for n in range(first, first + many):
        yield 320 + round(960 * (n * 0.7548776662 % 1)), 320 + round(580 * (n * 0.5698402910 % 1))


def swept(one, state, sizes):
    """What is wrong at any of these sizes, with the coach's slip and without."""
    screen = one.context.new_cdp_session(one.page)
    wrong = []
    for coached in ("", " with the coach"):
        if coached:
            turn_the_coach(one, "on")
        for wide, high in sizes:
            size = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": False}
            screen.send("Emulation.setDeviceMetricsOverride", size)
            told = one.page.evaluate(MEASURED, None)
            wrong += [f"{state}{coached} at {wide}x{high}: {fault}" for fault in told["wrong"]]
    turn_the_coach(one, "off")
    screen.detach()
    return wrong


def turn_the_coach(one, to):
    """Also where its button is in the menu."""
    one.page.evaluate("() => document.querySelector('.tool[data-do=coach]').click()")
    one.page.wait_for_selector("#coach", state="visible" if to == "on" else "hidden")


def rounds_states(floor, one, game):
    """Play a round in company, and stop in every state of it."""
    _, spots, options = ROUNDS[game]
    table = floor.open(game, quick=False)
    one.come_in().go(table).sit()
    one.page.click('[data-do="company"]')
    one.page.wait_for_selector(".seat .say:has-text('wagers')")
    before = one.page.get_attribute(f'[data-spot="{spots[0]}"]', "aria-label")
    one.page.click(f'[data-spot="{spots[0]}"]')
    one.page.wait_for_function(
        "([s, old]) => document.querySelector(`[data-spot=${s}]`).ariaLabel !== old", arg=[spots[0], before]
    )
    yield "a wager too small"
    one.wager(*spots)
    one.page.wait_for_selector('.you.placed [data-option="ready"]:has-text(" of ")')
    yield "placed"
    one.page.keyboard.press("n")
    one.asked()
    assert one.page.locator(".hand playing-card").count()
    yield "asked"
    if game == "face-up-pai-gow":
        one.page.keyboard.press("h")
        one.page.wait_for_selector('[data-option="set"]:not([aria-disabled])')
        yield "set"
    one.play_out(*options)
    one.settle_down()
    floor.call(_another_wagers(floor.house, floor.house.keeper(table)))
    one.page.wait_for_selector('.you.result [data-option="ready"]')
    yield "result"


@pytest.mark.parametrize("game", [game for game in ROUNDS if game != "dj-wild-ma"])  # laid out as dj-wild
def test_one_screen(floor, guest, game):
    ann = guest("Ann", reduced_motion="reduce")
    still: dict[tuple[int, int], list[list[int]]] = {}
    for state in rounds_states(floor, ann, game):
        still = _measured(ann, state, still, LONG if state == "result" else ())
        wrong = swept(ann, state, list(between(f"{game} {state}")))
        assert not wrong, "\n".join(wrong)
        ann.page.set_viewport_size({"width": 1440, "height": 900})
