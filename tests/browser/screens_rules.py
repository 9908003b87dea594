"""Pictures of the Rules Submission editor, of the coach at a table, and of practice."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.screens_camera import Camera

COUNTED = "() => /%/.test(document.querySelector('.figure.lead b')?.textContent ?? '')"


def editor_pages(camera: Camera) -> None:
    ann = camera.guest("Ann editor")
    page = ann.page
    page.set_default_timeout(60_000)
    page.goto(f"{camera.floor.url}/submissions?game=dj-wild")
    page.wait_for_selector(".state b.up")
    page.wait_for_function(COUNTED)
    camera.take(ann, "submissions-form")
    page.fill("#f-contribution", "all of it")
    page.fill("#f-limits-ante-maximum", "12.34")
    page.wait_for_function("() => /to change/.test(document.querySelector('.state b').textContent)")
    page.locator("#f-contribution").scroll_into_view_if_needed()
    camera.take(ann, "submissions-refused")
    ann.close()


def coach_pages(camera: Camera) -> None:
    table = camera.floor.open("dj-wild", title="DJ Wild Stud Poker", pace=0.12)  # it is left in the middle of a hand
    one = camera.guest("Ann coach").sign_in().go(table).sit()
    page = one.page
    page.set_default_timeout(60_000)
    if camera.size == "desk":
        page.click('.tools [data-do="coach"]')
    else:
        page.click('[data-do="menu"]')
        page.click('.menu [data-do="coach"]')
    one.wager("ante", "trips").asked()
    page.wait_for_selector("#coach .values")
    camera.take(one, "coach")
    page.goto(f"{camera.floor.url}/practice?game=dj-wild&cards=4s 4h Kc 8d 7d")
    page.wait_for_selector(".acts [data-option]")
    camera.take(one, "practice-hand")
    page.click('.acts [data-option="fold"]')
    page.wait_for_selector("#next")
    camera.take(one, "practice-answer")
    one.close()
