"""The player's pages in another language. In the language that is none every message is marked ⟦so⟧: what is not marked
has no translation. Names of people and places, addresses and cites are `translate="no"` in the page itself."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.floor import EDITIONS
from tests.browser.test_rounds import ROUNDS
from tests.browser.test_sizes import MEASURED

UNTOLD = r"""() => {
  let depth = 0;
  const outside = (text) => {
    let left = "";
    for (const one of text) {
      if (one === "⟦") depth += 1;
      else if (one === "⟧") depth -= 1;
      else if (depth === 0) left += one;
    }
    return left;
  };
  const wrong = [];
  const word = /\p{L}{2,}/u;
  const apart = "[translate=no], playing-card, chip-stack, kbd, code, script, style, noscript, #polite, #assertive";
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { data, parentElement: el } = walk.currentNode;
    if (el.closest(apart) || !el.checkVisibility()) continue;
    if (word.test(outside(data))) wrong.push(`${el.localName}.${el.className.baseVal ?? el.className}: ${data.trim()}`);
  }
  if (depth) wrong.push(`${depth} marks are open at the end`);
  depth = 0;
  for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"]) {
    for (const el of document.querySelectorAll(`body [${name}]`)) {
      if (el.checkVisibility() && !el.closest("[translate=no]") && word.test(outside(el.getAttribute(name)))) {
        wrong.push(`${el.localName}.${el.className.baseVal ?? el.className} ${name}: ${el.getAttribute(name)}`);
      }
    }
  }
  if (word.test(outside(document.title).replace("croupier", ""))) wrong.push(`title: ${document.title}`);
  return [...new Set(wrong)];
}"""

WIDE = """() => {
  const { scrollWidth } = document.scrollingElement;
  return scrollWidth > innerWidth + 1 ? [`the page is ${scrollWidth} wide`] : [];
}"""
SPILT = """() => {
  const wrong = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { data, parentElement: el } = walk.currentNode;
    const held = el.closest("button, .btn, .act, .plate, .box, .panel, .sheet, .menu, .toast, .tile, td, th, .tag");
    if (!data.trim() || !held || !el.checkVisibility({ visibilityProperty: true })) continue;
    if (el.closest(".vh, svg, .scroll, [aria-hidden=true]")) continue;
    let cut = false;
    for (let at = el; at && at !== held.parentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.textOverflow === "ellipsis" || style.clipPath !== "none" || style.fontSize === "0px") cut = true;
    }
    if (cut) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const box = held.getBoundingClientRect();
    for (const line of range.getClientRects()) {
      const small = held.matches("button, .btn, .act, .tag");
      const high = small ? Math.max(box.top - line.top, line.bottom - box.bottom) : 0;
      const over = line.width < 1 || !box.width ? 0 : Math.max(box.left - line.left, line.right - box.right, high);
      if (over > 2) wrong.push(`${Math.round(over)} px out of ${held.localName}.${held.className}: ${data.trim()}`);
    }
  }
  return [...new Set(wrong)];
}"""
SIZES = ((1280, 720), (390, 664), (320, 568))


class Walk:
    """Whatever is shown is looked at twice: in the language that is none for words, in Spanish for room."""

    def __init__(self, one) -> None:
        self.one, self.language = one, one.language
        self.found: dict[str, list[str]] = {}

    def look(self, where: str) -> None:
        page = self.one.page
        for wide, high in SIZES[:2]:
            page.set_viewport_size({"width": wide, "height": high})
            self._note(f"{where} at {wide}x{high}", [*page.evaluate(UNTOLD), *page.evaluate(WIDE)])

    def fits(self, where: str) -> None:
        page = self.one.page
        for wide, high in SIZES:
            page.set_viewport_size({"width": wide, "height": high})
            wrong = [*page.evaluate(SPILT), *page.evaluate(WIDE)]
            if page.query_selector("#dock"):
                wrong += page.evaluate(MEASURED, None)["wrong"]
            self._note(f"{where} in Spanish at {wide}x{high}", wrong)

    def both(self, where: str, ready: str) -> None:
        """What is shown, in the language that it is in and then in the other."""
        for last in (False, True):
            (self.fits if self.language == "es" else self.look)(where)
            if not last:
                self.speak("xx" if self.language == "es" else "es")
                self.one.page.reload()
                self.one.page.wait_for_selector(ready)

    def speak(self, language: str) -> None:
        self.language = language
        self.one.context.add_cookies([{"name": "language", "value": language, "url": self.one.floor.url}])

    def _note(self, where: str, wrong: list[str]) -> None:
        if wrong:
            self.found[where] = wrong

    def end(self) -> None:
        assert not self.found, "\n".join(f"{where}: {line}" for where, lines in self.found.items() for line in lines)


@pytest.mark.parametrize("game", [game for game in ROUNDS if game != "dj-wild-ma"])
def test_every_word_of_a_round_is_told_and_has_room(floor, guest, game):
    _, spots, options = ROUNDS[game]
    table = floor.open(game)
    ann = guest(f"Ann {game}", SIZES[0], language="xx", reduced_motion="reduce").come_in().go(table)
    walk = Walk(ann)
    walk.both("watching", '[data-do="sit"]')
    ann.sit()
    walk.both("draft", ".you.draft .tray")
    ann.wager(*spots)
    ann.asked()
    walk.both("asked", ".you.asked .act")
    ann.play_out(*options)
    walk.both("result", ".handname .why")
    assert walk.language == "xx"
    ann.page.click(".handname .why")
    ann.page.wait_for_selector("#sheet .sums")
    walk.look("why")
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("p")
    ann.page.wait_for_selector("#sheet .paper")
    walk.look("payouts")
    ann.page.goto(f"{floor.url}/how-to-play?game={game}&edition={EDITIONS[game]}")
    ann.page.wait_for_selector(".steps")
    walk.look("how to play")
    if game == "face-up-pai-gow":  # what others are asked there, tests/language knows
        ann.page.goto(f"{floor.url}/practice?game={game}&edition={EDITIONS[game]}")
        ann.page.wait_for_selector(".hand-cloth .act")
        ann.page.click('[data-do="show"]')
        ann.page.wait_for_selector("#next")
        walk.look("practice")
    walk.end()


def test_every_word_of_the_other_pages_is_told_and_has_room(floor, guest):
    table = floor.open("dj-wild")
    ann = guest("Ann", SIZES[0], language="xx", reduced_motion="reduce")
    walk = Walk(ann)
    ann.page.goto(floor.url)
    ann.page.wait_for_selector("#name")
    walk.look("lobby, nobody")
    ann.come_in().go(table).sit().wager("ante").asked()
    ann.play_out("raise")
    for key in "?ym":
        ann.page.keyboard.press(key)
        ann.page.wait_for_selector("#sheet:not([hidden]) :is(.keys, .lines)")
        walk.look(f"sheet {key}")
        ann.page.keyboard.press("Escape")
        ann.page.wait_for_function("() => document.querySelector('#sheet').hidden")
    ann.page.click('[data-do="menu"]')
    walk.look("menu")
    for path, ready in (
        ("/", ".purse"),
        ("/my-play", ".games"),
        (f"/replay?table={table}&round=1", "#list"),
        (f"/verify?table={table}&round=1", ".verdict"),
        ("/account", ".panel"),
        ("/offline", "h1"),
    ):
        ann.page.goto(f"{floor.url}{path}")
        ann.page.wait_for_selector(ready)
        walk.both(path, ready)
    walk.end()


def test_a_language_is_chosen_in_the_lobby_and_in_the_settings(floor, guest):
    ann = guest("Ann", SIZES[0]).sign_in()
    assert ann.page.get_attribute("html", "lang") == "en"
    ann.page.click('.title [data-tongue="es"]')
    ann.page.wait_for_selector('html[lang="es"] .purse')
    assert "Elige una mesa." in ann.page.inner_text("h1")
    ann.page.click('[data-do="menu"]')
    assert ann.page.get_attribute('.menu [data-tongue="es"]', "aria-pressed") == "true"
    ann.page.click('.menu [data-tongue="en"]')
    ann.page.wait_for_selector('html[lang="en"] .purse')
    assert "Choose a table." in ann.page.inner_text("h1")


def test_an_english_page_loads_no_words(floor, guest):
    """Words come in the files of the scripts, which are others in each language."""
    learnt = {}
    for language in ("en", "es"):
        one = guest(f"Ann {language}", SIZES[0], language=language)
        scripts: list[Any] = []
        one.page.on("response", lambda answer, to=scripts: to.append(answer) if ".js" in answer.url else None)
        one.page.goto(floor.url)
        one.page.wait_for_selector("#name")
        assert any(f"core/shared{'' if language == 'en' else '.es'}.js" in answer.url for answer in scripts)
        learnt[language] = {answer.url for answer in scripts if ".learn({" in answer.text()}
        assert any(".es.js" in answer.url for answer in scripts) == (language == "es")
    assert learnt["es"]
    assert not learnt["en"]
