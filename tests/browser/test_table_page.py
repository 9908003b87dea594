"""The table's page in small things: what is there before any script, what moves, what sounds, what fits."""

from __future__ import annotations

import gzip
import urllib.error
import urllib.request

import pytest

SETTLED = "() => !document.documentElement.hasAttribute('data-counting')"
COUNTED = """async (text) => {
  const { count } = await import("/pages/js/core/count-up.js");
  const el = document.querySelector(".purse b"), seen = [];
  count();
  el.textContent = text;
  count();
  do {
    seen.push(el.textContent);
    await new Promise(requestAnimationFrame);
  } while (document.documentElement.hasAttribute("data-counting"));
  seen.push(el.textContent);
  return seen;
}"""
PRESSED = """async () => {
  const real = window.fetch;
  let answered = false;
  window.fetch = async (...asked) => {
    if (String(asked[0]).endsWith("/draft")) await new Promise((done) => setTimeout(done, 500));
    const answer = await real(...asked);
    answered = true;
    return answer;
  };
  const spot = document.querySelector('[data-spot="ante"]'), ring = spot.querySelector(".ring");
  const style = () => getComputedStyle(ring).borderTopStyle;
  const told = { before: style() };
  spot.click();
  told.sent = spot.hasAttribute("data-sent");
  told.wait = getComputedStyle(ring).animationDelay;
  while (style() === told.before && !answered) await new Promise(requestAnimationFrame);
  told.early = !answered;
  told.shown = style();
  while (spot.hasAttribute("data-sent")) await new Promise(requestAnimationFrame);
  window.fetch = real;
  return told;
}"""
LISTENED = """
window.made = 0;
window.AudioContext = class extends AudioContext { constructor() { super(); window.made += 1; } };
"""


def cents(text):
    return int(text.replace("$", "").replace(",", "").replace(".", ""))


def asked(url, **headers):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:  # noqa: S310
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, b""


@pytest.mark.parametrize("path", ["/tables/any", "/"])
def test_the_shell_is_there_before_any_script(floor, guest, path):
    ann = guest("Ann", java_script_enabled=False)
    ann.page.goto(f"{floor.url}{path}")
    assert ann.page.is_visible("#bar .mark svg")
    assert ann.page.is_visible("noscript .panel")
    assert "JavaScript" in ann.page.inner_text("noscript .panel")


def test_a_page_is_packed_kept_and_says_what_it_will_ask_for(floor):
    assert asked(f"{floor.url}/tables/a%20b")[1]["Link"] is None  # a stranger signs in first
    _, plainly, data = asked(f"{floor.url}/tables/a%20b", Cookie="croupier=any")
    assert plainly["Link"].startswith("</api/tables/a%20b/felt>; rel=preload; as=fetch")
    _, packed, small = asked(f"{floor.url}/tables/a%20b", **{"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(small) == data
    assert packed["ETag"] != plainly["ETag"]
    status, _, _ = asked(f"{floor.url}/tables/a%20b", **{"Accept-Encoding": "gzip", "If-None-Match": packed["ETag"]})
    assert status == 304


def test_what_comes_first_is_asked_for_once(floor, guest):
    ann = guest("Ann").sign_in()
    seen = []
    ann.page.on("request", lambda request: seen.append(request.url))
    ann.go(floor.open("over-under"))
    assert sum(url.endswith("/felt") for url in seen) == 1
    assert not any(url.endswith("/api/floor") for url in seen)  # who one is comes with the view


def test_an_amount_counts_up_to_the_very_text_and_drops_at_once(floor, guest):
    ann = guest("Ann").sign_in().go(floor.open("dj-wild")).sit()
    ann.page.wait_for_function(SETTLED)
    seen = ann.page.evaluate(COUNTED, "$12,345.67")
    assert seen[0] == "$500.00"
    assert seen[-1] == "$12,345.67"
    assert len(set(seen)) > 3
    assert [cents(text) for text in seen] == sorted(cents(text) for text in seen)
    assert set(ann.page.evaluate(COUNTED, "$499.99")) == {"$499.99"}
    # the meter, by its own way: a progressive wager makes it grow
    ann.wager("ante", "progressive").asked()
    ann.page.wait_for_function(SETTLED)
    (meter,) = next(frame["view"] for frame in reversed(ann.frames) if "view" in frame)["said-meters"]
    assert meter["text"] != "$2,000.00"
    assert ann.page.inner_text(".meter b") == meter["text"]


def test_with_reduced_motion_nothing_counts(floor, guest):
    ann = guest("Ann", reduced_motion="reduce").sign_in().go(floor.open("dj-wild")).sit()
    assert ann.page.inner_text(".purse b") == "$500.00"
    assert set(ann.page.evaluate(COUNTED, "$12,345.67")) == {"$12,345.67"}


def test_a_pressed_spot_says_so_while_the_house_is_slow(floor, guest):
    ann = guest("Ann").sign_in().go(floor.open("dj-wild")).sit()
    told = ann.page.evaluate(PRESSED)
    assert told["sent"]
    assert told["wait"] == "0.05s"
    assert told["early"]
    assert (told["before"], told["shown"]) == ("solid", "dashed")
    assert "$5.00" in ann.page.get_attribute('[data-spot="ante"]', "aria-label")


def test_sound_is_off_until_it_is_asked_for(floor, guest):
    ann = guest("Ann")
    page = ann.page
    page.add_init_script(LISTENED)
    ann.sign_in().go(floor.open("dj-wild")).sit()
    label = page.get_attribute('[data-spot="ante"]', "aria-label")
    page.click('[data-spot="ante"]')
    page.wait_for_function("(old) => document.querySelector('[data-spot=ante]').ariaLabel !== old", arg=label)
    assert page.evaluate("window.made") == 0
    page.click('[data-do="menu"]')
    assert page.get_attribute('[data-name="sound"][data-value="off"]', "aria-pressed") == "true"
    page.click('[data-name="sound"][data-value="on"]')
    page.keyboard.press("Escape")
    page.click('[data-spot="ante"]')
    page.wait_for_function("() => window.made === 1")
    page.reload()
    page.wait_for_selector("#dock")
    assert page.evaluate("window.made") == 0  # nobody has touched the page yet
    page.click('[data-do="menu"]')
    assert page.get_attribute('[data-name="sound"][data-value="on"]', "aria-pressed") == "true"


def worn(cards):
    return {card.get_attribute("face"): card.locator(".wild").inner_text() for card in cards.all()}


def test_a_wild_card_in_the_hand_wears_its_tag(floor, guest):
    ann = guest("Ann").sign_in().go(floor.open("dj-wild")).sit()
    for _ in range(12):
        if ann.page.query_selector('[data-do="rebet"]:not([aria-disabled])'):
            ann.page.click('[data-do="rebet"]')
        else:
            ann.wager("ante")
        ann.asked()
        told = next(frame["view"] for frame in reversed(ann.frames) if "view" in frame)["you"]["wild"]
        tags = ann.page.locator(".hand playing-card[wild]")
        assert worn(tags) == told
        if told:
            assert "wild: " in tags.first.get_attribute("aria-label")
            ann.play_out("raise")
            ann.page.keyboard.press("w")
            ann.page.wait_for_selector("#sheet .detail .minis")
            own = ann.page.locator('#sheet [data-key="Your hand"] playing-card[wild]')
            assert worn(own) == told
            return
        ann.page.keyboard.press("f")
        ann.page.wait_for_selector(".you.result, .you.draft")
        ann.page.wait_for_selector('[data-do="rebet"]:not([aria-disabled])')
    raise AssertionError("no wild card in twelve rounds")
