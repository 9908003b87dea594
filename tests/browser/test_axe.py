"""What axe finds in every state of the player's pages: by day and by night, in English and in Spanish.

One walk for each language: in every state all rules once, and what depends on the light in the other light."""

from __future__ import annotations

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]

from tests.browser.floor import DESKTOP
from tests.browser.test_rounds import ROUNDS

LIGHTS = ("light", "dark")
STILL = """() => Promise.allSettled(document.getAnimations()
  .filter((one) => one.effect?.getTiming().iterations !== Infinity).map((one) => one.finished))"""


FAULTS = """async (rules) => {
  const options = { resultTypes: ["violations"], ...(rules.length ? { runOnly: rules } : {}) };
  const { violations } = await axe.run(options);
  return violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map((node) => node.html.slice(0, 160))]);
}"""


def faults(page, *rules):
    """What axe finds by these rules, or by all; its script comes once to a page."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(FAULTS, list(rules))


def press(page, what):
    """Also what a small screen has in its menu."""
    page.evaluate("(what) => document.querySelector(`[data-do='${what}']`).click()", what)


def visited(floor, one):
    """Every state of the player's pages, one after another, by name."""
    page = one.page
    tables = [floor.open(game, quick=game != "dj-wild") for game in ("dj-wild", "face-up-pai-gow")]
    page.goto(floor.url)
    page.wait_for_selector("#name")
    yield "lobby"
    one.sign_in()
    page.wait_for_selector(".tile")
    yield "lobby, signed in"
    press(page, "keep")
    page.wait_for_selector("input[type=password]")
    yield "keeping a name"
    yield from at_dj_wild(one, tables[0])
    yield from at_pai_gow(one, tables[1])
    yield from beside_the_table(floor, one, tables[0])


def at_dj_wild(one, table):
    page = one.page
    one.go(table)
    yield "watching"
    one.sit()
    press(page, "menu")
    page.wait_for_selector(".menu")
    yield "menu"
    press(page, "guide")
    page.wait_for_selector(".guide:not([hidden])")
    yield "guided"
    press(page, "guide-leave")
    page.wait_for_selector(".guide", state="hidden")
    for name, what, shown in (
        ("payouts", "payouts", "#sheet .paper"),
        ("keys", "keys", "#sheet .keys"),
        ("purse", "purse", "#sheet .ways"),
    ):
        press(page, what)
        page.wait_for_selector(shown)
        yield name
        page.keyboard.press("Escape")
    one.wager("ante", "trips")
    page.wait_for_selector('.you.placed [data-option="ready"]')
    yield "placed"
    page.keyboard.press("n")
    one.asked()
    yield "asked"
    press(page, "coach")
    page.wait_for_selector("#coach .values")
    yield "coached"
    one.play_out("raise")
    page.wait_for_selector("#coach .verdict")
    yield "result, coached"
    press(page, "coach")
    for name, what, shown in (
        ("why", "why", "#sheet .sums"),
        ("a provision", "law", "#sheet .footnote"),
        ("history", "history", "#sheet .lines"),
        ("a round's steps", "replay", "#sheet .steps"),
    ):
        press(page, what)
        page.wait_for_selector(shown)
        yield name
    page.keyboard.press("Escape")


def at_pai_gow(one, table):
    page = one.page
    _, spots, options = ROUNDS["face-up-pai-gow"]
    one.go(table).sit().wager(*spots).asked()
    page.keyboard.press("h")
    page.wait_for_selector('[data-option="set"]:not([aria-disabled])')
    yield "hands set"
    one.play_out(*options)
    yield "hands settled"


def beside_the_table(floor, one, table):
    page = one.page
    for name, address, shown in (
        ("my play", "/my-play", ".rounds tbody tr"),
        ("replay", f"/replay?table={table}&round=1&step=9", ".story .now"),
        ("how to play", "/how-to-play?game=raise-it-up", ".step >> nth=5"),
        ("practice", "/practice?game=cajun-stud", ".acts [data-option]"),
        ("account", "/account", "#work section"),
        ("verify", f"/verify?table={table}&round=1", ".verdict"),
        ("offline", "/offline", "#offline-again"),
    ):
        page.goto(f"{floor.url}{address}")
        page.wait_for_selector(shown)
        yield name
        if name == "replay":
            press(page, "sharing")
            page.wait_for_selector(".sharing")
            yield "sharing"
        if name == "practice":
            page.click(".acts [data-option] >> nth=0")
            page.wait_for_selector("#next")
            yield "practice, answered"


@pytest.mark.parametrize(
    ("size", "language"), [(DESKTOP, ""), ((375, 667), "es")], ids=["desk, English", "phone, Spanish"]
)
def test_axe_finds_nothing(floor, guest, size, language):
    ann = guest("Ann", size, language=language, reduced_motion="reduce", color_scheme="light")
    found = {}
    now = 0
    for state in visited(floor, ann):
        for rules in ((), ("color-contrast",)):
            ann.page.evaluate(STILL)
            found[f"{state}, {LIGHTS[now]}"] = faults(ann.page, *rules)
            if not rules:
                now = 1 - now
                ann.page.emulate_media(color_scheme=LIGHTS[now])
    assert ann.page.get_attribute("html", "lang") == (language or "en")
    assert len(found) > 50
    assert {where: wrong for where, wrong in found.items() if wrong} == {}
