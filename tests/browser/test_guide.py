"""A guided hand at the real table: offered once, told step by step beside what it speaks of, and never in the way."""

from __future__ import annotations

from tests.browser.test_coach import faults
from tests.browser.test_rounds import ROUNDS

SIZES = ((1280, 720), (390, 664), (568, 320), (320, 320))
OVER = """() => {
  const slip = document.querySelector(".guide"), box = slip.getBoundingClientRect();
  if (!slip.checkVisibility()) return ["no slip"];
  const inside = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
  const told = slip.querySelector("p");
  const wrong = inside ? [] : ["off the screen"];
  if (told.scrollHeight > told.clientHeight + 14) wrong.push(`cut off: ${told.textContent}`);
  const kept = "#stage playing-card, .clock:not(.off), #dock, .spot, .tray, .handname";
  for (const el of [...document.querySelectorAll(kept)].filter((one) => one.checkVisibility())) {
    const other = el.getBoundingClientRect();
    const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    if (wide > 1 && high > 1) wrong.push(`over ${el.className || el.localName}`);
  }
  return wrong;
}"""


def _step(page, title, told):
    """The slip with this title, measured on every size; the words of all steps are kept in `told`."""
    page.wait_for_selector(f".guide b:has-text('{title}')")
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        page.wait_for_function(f"() => !({OVER})().length", timeout=3000)
        assert page.evaluate(OVER) == [], (title, wide, high)
    told.append(page.inner_text(".guide p"))


def _steps(page, titles, told):
    for at, title in enumerate(titles):
        _step(page, title, told)
        if at < len(titles) - 1:
            page.wait_for_selector('[data-do="guide-next"]')  # the coach may have to count first
            page.keyboard.press("g")


def test_a_guided_hand(floor, guest):
    game = "face-up-pai-gow"  # with the most steps at one decision, and the least room
    _, spots, options = ROUNDS[game]
    ann = guest("Ann", new=True, reduced_motion="reduce").come_in().go(floor.open(game)).sit()
    page = ann.page
    told: list[str] = []
    rules = page.request.get(f"{floor.url}/api/how-to-play?game={game}").json()
    lessons = {
        when: [one["title"] for one in rules["lessons"] if one["when"] == when] for when in ("wager", "first", "result")
    }
    _step(page, "Your first hand", told)
    page.keyboard.press("g")
    _steps(page, [*lessons["wager"], "Put your chips there"], told)
    page.keyboard.press("2")
    for _ in range(2):
        page.click(f'[data-spot="{spots[0]}"]')
    _step(page, "Place them", told)
    page.click('[data-do="place"]')
    ann.asked()
    _steps(page, [*lessons["first"], "The coach"], told)
    assert "is worth" in told[-1]
    assert faults(page) == []
    ann.play_out(*options)
    ann.settle_down()  # a cut may be asked for first
    result = next(frame["view"] for frame in reversed(ann.frames) if "view" in frame)["result"]["seats"]
    (mine,) = (seat for seat in result.values() if seat["yours"])
    _steps(page, [mine["words"], *lessons["result"], "That was a hand"], told)
    assert mine["lines"][0]["net"] in told[-len(lessons["result"]) - 2]
    for one in rules["lessons"]:
        assert any(one["words"] in words for words in told), one["title"]
    page.keyboard.press("g")
    page.wait_for_selector(".guide", state="hidden")
    page.reload()
    page.wait_for_selector(".you.draft, .you.result")
    page.wait_for_timeout(300)
    assert not page.is_visible(".guide")


def test_it_is_left_and_asked_for_again(floor, guest):
    table = floor.open("over-under")
    ann = guest("Ann", (390, 664), new=True, reduced_motion="reduce").come_in()
    page = ann.page
    page.goto(f"{floor.url}/how-to-play?game=over-under&table={table}")
    page.click("a:has-text('Play a guided hand')")
    page.wait_for_selector(".guide b:has-text('Take a seat')")
    assert page.evaluate(OVER) == []
    page.keyboard.press("Escape")
    page.wait_for_selector(".guide", state="hidden")
    ann.sit()
    page.wait_for_timeout(200)
    assert not page.is_visible(".guide"), "it was offered, and left"
    page.click('[data-do="payouts"]')
    page.click('#sheet [data-do="guide-here"]')
    page.wait_for_selector(".guide b:has-text('Bet the Ante')")
    page.click('.guide [data-do="guide-leave"]')
    page.wait_for_selector(".guide", state="hidden")
