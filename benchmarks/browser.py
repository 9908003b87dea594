"""The table in a real browser: first paint, page weight, how soon an action shows, frames a second while dealing.

A local server (`croupier play`) and Chromium on the same machine; the measurements are the browser's own (paint timing,
resource timing, a performance trace). An empty page of the same server stands beside ours. The phone is the same
browser at 390x664 with its processor slowed down (`--slower`: four times, then six).

    python benchmarks/browser.py [--rounds 5] [--slower 4,6] [--phone] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TARGETS = {"paint": 1000, "weight": 300_000, "action": 100, "frames": 60}
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame", "blink.user_timing"]
PAINT = """() => new Promise((done) => {
  const found = () => performance.getEntriesByName("first-contentful-paint")[0];
  if (found()) done(found().startTime);
  else new PerformanceObserver(() => found() && done(found().startTime)).observe({ type: "paint", buffered: true });
})"""
WEIGHT = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .reduce((sum, entry) => sum + entry.transferSize, 0)"""
SHOWN = """(selector) => new Promise((done) => {
  const el = document.querySelector(selector);
  let began = 0;
  const seen = new MutationObserver(() => requestAnimationFrame(() => {
    if (began) { seen.disconnect(); done(performance.now() - began); }
  }));
  seen.observe(el, { attributeFilter: ["aria-label"] });
  began = performance.now();
  el.click();
})"""
LIES = """(selector) => new Promise((done) => {
  const el = document.querySelector(selector);
  const lies = () => (el.querySelector("chip-stack")?.getAttribute("chips") ?? "").split(" ").filter(Boolean);
  const before = lies().join(), label = el.ariaLabel;
  let began = 0, lay = 0;
  const seen = new MutationObserver(() => requestAnimationFrame(() => {
    if (lies().join() !== before) lay ||= performance.now() - began;
    if (el.ariaLabel !== label) { seen.disconnect(); done([lay, performance.now() - began]); }
  }));
  seen.observe(el, { subtree: true, childList: true, attributeFilter: ["aria-label", "chips"] });
  began = performance.now();
  el.click();
})"""
"""Until the frame that shows a chip on a spot, and until the frame with the house's answer."""
ANSWERED = """(selector) => new Promise((done) => {
  let began = 0;
  const seen = new MutationObserver(() => requestAnimationFrame(() => {
    if (began) { seen.disconnect(); done(performance.now() - began); }
  }));
  const attributeFilter = ["data-sent", "aria-disabled", "class"];
  seen.observe(document.querySelector("#dock"), { subtree: true, childList: true, attributeFilter });
  began = performance.now();
  document.querySelector(selector).click();
})"""
"""Until the next frame after a button of the dock is shown as sent."""
DEALT = """() => new Promise((done) => {
  const cards = (a) => a.playState === "running" && a.effect?.target?.localName === "playing-card";
  let first = 0;
  const look = () => {
    const moving = document.getAnimations().some(cards);
    if (moving && !first) { first = 1; performance.mark("deal-began"); }
    if (first && !moving && document.querySelector(".you.asked")) {
      performance.mark("deal-ended");
      done();
    } else requestAnimationFrame(look);
  };
  look();
})"""


def chromium() -> str:
    """The machine's browser."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
    own = sorted(Path.home().glob(".cache/ms-playwright/chromium-*/chrome-linux*/chrome"))
    found = os.environ.get("CROUPIER_CHROMIUM") or next((p for p in map(shutil.which, names) if p), None)
    if found is None and not own:
        raise SystemExit("no Chromium on this machine: install one, or name it in CROUPIER_CHROMIUM")
    return found or str(own[-1])


def cold(browser: Browser, url: str, cookie: dict[str, str] | None) -> tuple[float, int]:
    """First contentful paint in milliseconds and bytes over the wire, with nothing in the cache."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    if cookie is not None:
        context.add_cookies([cookie])  # type: ignore[list-item]
    page = context.new_page()
    page.goto(url, wait_until="load")
    paint = page.evaluate(PAINT)
    page.wait_for_timeout(500)
    weight = page.evaluate(WEIGHT)
    context.close()
    return paint, weight


DESK, PHONE = (1440, 900), (390, 664)


def seated(browser: Browser, url: str, game: str, name: str = "Bench", size: tuple[int, int] = DESK) -> Page:
    """Someone with chips at a table, wagers open."""
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=size == PHONE).new_page()
    page.goto(url)
    page.fill("#name", f"{name} {game}"[:40])
    page.press("#name", "Enter")
    page.wait_for_selector(".purse")
    page.goto(f"{url}/tables/{game}")
    page.wait_for_selector("#dock")
    page.click('[data-do="sit"] >> nth=1')
    page.wait_for_selector(".you.draft")
    return page


def acted(page: Page, times: int) -> list[float]:
    """Milliseconds from a press on a betting area to the frame that shows it."""
    return [page.evaluate(SHOWN, '[data-spot="ante"]') for _ in range(times)]


def on_a_phone(browser: Browser, url: str, rounds: int, slower: float) -> dict[str, float]:
    """The same on a small screen with a processor that is so many times slower, and how soon a button of the dock says
    that it was pressed."""
    page = seated(browser, url, "cajun-stud", f"Phone {slower:g}", PHONE)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.evaluate(SHOWN, '[data-spot="ante"]')
    pressed = [page.evaluate(LIES, '[data-spot="ante"]') for _ in range(5 * rounds)]
    chips, sums, buttons = [lies for lies, _ in pressed], [told for _, told in pressed], []
    page.click('[data-do="clear"]')
    page.wait_for_selector('[data-do="place"][aria-disabled]')
    for _ in range(rounds):
        while not page.query_selector('[data-do="place"]:not([aria-disabled]), [data-do="rebet"]:not([aria-disabled])'):
            if page.query_selector('[data-spot="ante"]'):
                page.evaluate(SHOWN, '[data-spot="ante"]')
            elif cut := page.query_selector('[data-option="decline-cut"]:not([aria-disabled])'):
                cut.click()
            page.wait_for_timeout(100)
        again = page.query_selector('[data-do="rebet"]:not([aria-disabled])')
        buttons.append(page.evaluate(ANSWERED, f'[data-do="{"rebet" if again else "place"}"]'))
        page.wait_for_selector(".handname .why", state="detached")
        while not page.query_selector(".handname .why"):
            if page.query_selector('.you.asked [data-option="raise-1"]:not([aria-disabled])'):
                buttons.append(page.evaluate(ANSWERED, '[data-option="raise-1"]'))
            page.wait_for_timeout(200)
    page.context.close()
    return {
        "slower": slower,
        "chip": statistics.median(chips),
        "chip-worst": max(chips),
        "sum": statistics.median(sums),
        "sum-worst": max(sums),
        "button": statistics.median(buttons),
        "button-worst": max(buttons),
    }


def dealt(browser: Browser, page: Page, folder: Path, number: int) -> tuple[int, float, int]:
    """Frames drawn, seconds and frames dropped while a round's cards are dealt, from the browser's trace."""
    trace = folder / f"trace{number}.json"
    browser.start_tracing(page=page, path=trace, categories=CATEGORIES)
    page.click('[data-do="place"]:not([aria-disabled]), [data-do="rebet"]:not([aria-disabled])')
    page.evaluate(DEALT)
    browser.stop_tracing()
    events = json.loads(trace.read_text(encoding="utf-8"))["traceEvents"]
    marks = {
        e["name"]: e["ts"] for e in events if e.get("cat") == "blink.user_timing" and e["name"].startswith("deal-")
    }
    began, ended = marks["deal-began"], marks["deal-ended"]
    within = [e["name"] for e in events if began <= e.get("ts", 0) <= ended]
    seconds = (ended - began) / 1e6
    page.keyboard.press("f")
    page.wait_for_selector(".handname .why", timeout=20_000)
    page.wait_for_selector(".you.draft, .you.result", timeout=20_000)
    page.wait_for_timeout(800)
    return within.count("DrawFrame"), seconds, within.count("DroppedFrame")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--slower", default="4,6")
    parser.add_argument("--phone", action="store_true", help="only the phone")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as play:
        folder = Path(name)
        server = subprocess.Popen(
            [sys.executable, "-m", "croupier", "play", "--no-browser", "--port", "0", "--db", str(folder / "play.db")],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://[^ ;/]+", server.stdout.readline())
            assert found is not None
            told = measure(
                play.chromium.launch(executable_path=chromium(), args=["--no-sandbox"]), found[0], folder, args
            )
        finally:
            server.terminate()
            server.wait(15)
    if args.json:
        print(json.dumps(told))
        return
    for one in told["phone"]:
        print(
            f"on a phone with a processor {one['slower']:g} times slower: a chip lies there after {one['chip']:.0f} ms "
            f"(worst {one['chip-worst']:.0f}), what it comes to after {one['sum']:.0f} ms "
            f"(worst {one['sum-worst']:.0f}), a button answers after {one['button']:.0f} ms "
            f"(worst {one['button-worst']:.0f}; target {TARGETS['action']})"
        )
    if args.phone:
        return
    print(
        f"first paint of the table: {told['paint']:.0f} ms (target {TARGETS['paint']}); an empty page of the same "
        f"server: {told['empty']:.0f} ms; ratio {told['paint'] / told['empty']:.1f}"
    )
    print(f"page weight: {told['weight'] / 1000:.0f} kB (target {TARGETS['weight'] // 1000})")
    worst = f"worst {told['action-worst']:.0f} (target {TARGETS['action']})"
    print(f"an action shows: median {told['action']:.0f} ms, {worst}")
    print(
        f"while dealing: {told['frames']:.1f} frames/s, {told['dropped']} dropped of {told['drawn']} "
        f"(target {TARGETS['frames']})"
    )


def measure(browser: Browser, url: str, folder: Path, args: argparse.Namespace) -> dict[str, Any]:
    """Everything, on a table of DJ Wild; on the phone at Cajun Stud, which has the most spots."""
    rounds = args.rounds
    phone = [on_a_phone(browser, url, rounds, float(slower)) for slower in args.slower.split(",")]
    if args.phone:
        return {"phone": phone}
    page = seated(browser, url, "dj-wild")
    cookie = next(c for c in page.context.cookies() if c["name"] == "croupier")
    paints = [cold(browser, f"{url}/tables/dj-wild", cookie) for _ in range(rounds)]  # type: ignore[arg-type]
    empty = [cold(browser, f"{url}/pages/mark.svg", None)[0] for _ in range(rounds)]
    actions = acted(page, 5 * rounds)
    page.click('[data-do="clear"]')
    page.wait_for_selector('[data-do="place"][aria-disabled]')
    while not page.query_selector('[data-do="place"]:not([aria-disabled])'):
        page.evaluate(SHOWN, '[data-spot="ante"]')
    deals = [dealt(browser, page, folder, number) for number in range(rounds)]
    drawn, seconds, dropped = (sum(column) for column in zip(*deals, strict=True))
    return {
        "paint": statistics.median(p for p, _ in paints),
        "weight": max(w for _, w in paints),
        "empty": statistics.median(empty),
        "action": statistics.median(actions),
        "action-worst": max(actions),
        "phone": phone,
        "frames": drawn / seconds,
        "drawn": drawn,
        "dropped": dropped,
    }


if __name__ == "__main__":
    main()
