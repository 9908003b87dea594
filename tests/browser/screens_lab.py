"""Pictures of the lab: each game, an edited pay, two submissions side by side, a sampling run."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.screens_camera import Camera

WAGERS = {
    "dj-wild": "ante",
    "cajun-stud": "ante",
    "raise-it-up": "pair-plus",
    "over-under": "bonus",
    "face-up-pai-gow": "fortune",
}


def lab_pages(camera: Camera) -> None:
    ann = camera.guest("Ann")
    page = ann.page
    page.set_default_timeout(60_000)
    for game, wager in WAGERS.items():
        page.goto(f"{camera.floor.url}/lab?game={game}&wager={wager}")
        page.wait_for_selector(".figure.lead b:has-text('%')")
        page.wait_for_selector('[data-key="strategy"] .rules', state="attached")
        camera.take(ann, f"lab-{game}")
    page.goto(f"{camera.floor.url}/lab")
    page.wait_for_selector(".figure.lead b:has-text('6.157%')")
    page.fill('[data-row="four-of-a-kind/natural"]', "75")
    page.wait_for_selector(".figure.lead b:has-text('5.881%')")
    page.wait_for_selector('[data-key="strategy"] .rules', state="attached")
    camera.take(ann, "lab-what-if")
    page.select_option('[name="rounds"]', "10000000")
    page.fill('[name="seed"]', "7")
    page.click('[data-submit="sample"] [type="submit"]')
    page.wait_for_selector("text=Done after")
    page.locator('[data-key="sampling"]').scroll_into_view_if_needed()
    camera.take(ann, "lab-sampling")
    page.goto(f"{camera.floor.url}/lab?game=raise-it-up&wager=pair-plus")
    page.wait_for_selector('[data-key="compare"] [data-key="told"]')
    page.locator('[data-key="compare"]').scroll_into_view_if_needed()
    camera.take(ann, "lab-compare")
    ann.close()
