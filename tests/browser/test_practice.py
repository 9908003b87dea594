"""Practice in a real browser: by keyboard, a typed hand, what is missed comes again, and both themes."""

from __future__ import annotations

from croupier.games import open_game
from tests.browser.floor import PHONE
from tests.browser.test_coach import faults


def test_hands_are_practised_by_keyboard_and_a_score_is_kept(floor, guest):
    page = guest("Nobody").page  # who has no name practises too
    for game in (open_game("dj-wild", "ma"), open_game("over-under"), open_game("face-up-pai-gow")):
        page.goto(f"{floor.url}/practice?game={game.id}&edition={game.edition}")
        page.wait_for_selector(".acts [data-hot]")
        assert page.input_value("#game") == f"{game.id}/{game.edition}"
        assert "No decisions yet" in page.inner_text(".score")
        if game.set_hands is not None:
            page.click(".pick >> nth=5")
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Space")
            page.wait_for_selector('[data-do="set"]:not([aria-disabled])')
        page.keyboard.press(page.get_attribute(".acts [data-option]", "data-hot").lower())
        page.wait_for_selector("#next")
        assert page.locator(".answer .values .says").first.inner_text() in {"best", "as good"}
        assert page.inner_text(".score dd >> nth=0") == "1"
        page.keyboard.press("Enter")
        page.wait_for_selector(".acts [data-option]")
    page.reload()
    page.wait_for_selector(".acts [data-option]")
    assert page.inner_text(".score dd >> nth=0") == "1", "it is kept in the browser"
    page.click('[data-do="again"]')
    page.wait_for_selector(".score:has-text('No decisions yet')")


def test_on_a_phone_at_night_a_typed_hand_a_mistake_and_the_same_again(floor, guest):
    one = guest("Ann", PHONE, color_scheme="dark")
    page = one.page
    page.goto(f"{floor.url}/train?game=dj-wild")  # where it was before
    page.wait_for_selector(".acts [data-option]")
    page.click("#pick-hand")
    page.fill("#hand-cards", "4s 4h Kc 8d 8d")
    page.keyboard.press("Enter")
    page.wait_for_selector("#hand-fault:has-text('8d')")
    one.faults.clear()  # the browser notes the 400
    assert page.evaluate("document.activeElement.id") == "hand-cards"
    page.fill("#hand-cards", "4s 4h Kc 8d")
    page.click('[data-card="7d"]')
    assert page.input_value("#hand-cards") == "4s 4h Kc 8d 7d"
    assert faults(page) == []
    page.click("text=Deal this hand")
    page.click('.acts [data-option="fold"]')
    page.wait_for_selector(".made:has-text('Fold costs 0.0276 antes')")
    assert "−844333/428076" in page.inner_text(".answer .values")
    assert "pair or better and no three" in page.inner_text(".answer .rule")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(page) == []
    for situation in ("0:A", "0:K"):
        page.select_option("#kind", situation)
        page.click('.acts [data-option="fold"]')
        page.wait_for_selector("#next")
    page.select_option("#kind", "")
    page.wait_for_selector(".street:has-text('Again')")
    page.set_viewport_size({"width": 320, "height": 568})  # cards and choices are seen together, and nothing beside
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.querySelector('.acts').getBoundingClientRect().bottom <= innerHeight")


def test_a_house_that_does_not_answer_is_told_with_a_way_back(floor, guest):
    one = guest("Ann")
    one.page.goto(f"{floor.url}/practice?game=over-under")
    one.page.wait_for_selector(".acts [data-option]")
    one.page.route("**/api/practice/**", lambda route: route.abort())
    one.page.select_option("#game", "cajun-stud/pa-2019")
    one.page.wait_for_selector("#work:has-text('Nothing is lost')")
    one.page.unroute("**/api/practice/**")
    one.page.click('[data-do="retry"]')
    one.page.wait_for_selector(".acts [data-option]")
    one.faults.clear()  # the browser notes what it could not load
