"""Pictures of the register: the one-time link, everyone, a role given, a closing to confirm, nobody found; and of what
someone finds who does not play: the lobby, and their own password."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.house.floor import guess_wrong

if TYPE_CHECKING:
    from tests.browser.screens_camera import Camera

SECRET = "correct horse"  # noqa: S105 - of a picture
PEOPLE = {
    "B. Moreau": [("dealer", "dj-wild"), ("dealer", "cajun-stud")],
    "L. Haddad": [("dealer", "over-under"), ("floorperson", "raise-it-up")],
    "N. Castellanos": [("floorperson", "")],
    "P. Lindqvist": [("shift-manager", "")],
    "V. Juhasz": [("surveillance", "")],
    "K. Abara": [("auditor", "")],
    "M. Rossi": [("dealer", "")],
    "Tomasz": [("player", "")],
    "Ines": [("player", "")],
}


def register_pages(camera: Camera) -> None:
    floor = camera.floor
    people = floor.app.state.desk.people
    for name, grants in PEOPLE.items():
        people.accounts.add(name, SECRET, grants)
    guess_wrong(people, "M. Rossi")  # as five wrong passwords do
    people.accounts.dismiss("Tomasz")
    people.session("B. Moreau")
    ada = camera.guest("Ada")
    page = ada.page
    page.goto(f"{floor.url}/administrator#token={people.accounts.invite('administrator')}")
    page.fill("#name", "A. Whitfield")
    page.fill("#password", SECRET)
    page.fill("#again", "correct house")
    page.press("#again", "Enter")
    page.wait_for_selector(".wrong")
    camera.take(ada, "register-link")
    page.fill("#again", SECRET)
    page.press("#again", "Enter")
    page.wait_for_selector(".people")
    camera.take(ada, "register-everyone")
    page.click('[data-do="choose"][data-name="L. Haddad"]')
    page.wait_for_selector("#full .held")
    page.select_option("#role", "dealer")
    page.select_option("#table", "cajun-stud")
    page.click('.give button[type="submit"]')
    page.wait_for_selector(".done")
    people.accounts.add("B. Osei", None, [("administrator", "")])
    second = people.accounts.person("B. Osei")
    floor.call(floor.app.state.desk.requests.ask(second, {"kind": "invitation", "role": "floorperson"}))
    page.reload()
    page.wait_for_selector(".item >> nth=1")
    camera.take(ada, "register-given")
    page.click("#closing")
    page.wait_for_selector("#close-it")
    page.locator("#close-it").scroll_into_view_if_needed()
    camera.take(ada, "register-closing")
    page.click('[data-do="adding"]')
    page.fill("#name", "B. Moreau")
    page.fill("#password", SECRET)
    page.click('#full button[type="submit"]')
    page.wait_for_selector("#full .wrong")
    camera.take(ada, "register-refused")
    page.fill("#search", "croupier")
    page.wait_for_selector(".list .nothing")
    page.locator("#search").scroll_into_view_if_needed()
    camera.take(ada, "register-nobody")
    page.fill("#search", "")
    page.wait_for_selector(".people")
    page.locator(".powers").scroll_into_view_if_needed()
    page.locator(".may").scroll_into_view_if_needed()
    camera.take(ada, "register-powers")
    ada.close()


def account_pages(camera: Camera) -> None:
    floor = camera.floor
    people = floor.app.state.desk.people
    people.accounts.add("C. Okafor", SECRET, [("administrator", "")])
    people.session("C. Okafor")
    one = camera.guest("C. Okafor")
    one.context.add_cookies([{"name": "croupier", "value": people.session("C. Okafor"), "url": floor.url}])
    page = one.page
    page.goto(floor.url)
    page.wait_for_selector(".mine")
    camera.take(one, "account-lobby")
    page.click(".mine a")
    for old, name, then in (("wrong horse", "account-refused", ".wrong"), (SECRET, "account", ".done")):
        for field, words in (("old", old), ("new", "battery staple"), ("again", "battery staple")):
            page.fill(f"#{field}", words)
        page.press("#again", "Enter")
        page.wait_for_selector(then)
        camera.take(one, name)
    people.accounts.add("Q. Reyes", SECRET, [("dealer", "")])
    guess_wrong(people, "Q. Reyes")
    page.goto(f"{floor.url}/register?person=Q. Reyes")
    page.wait_for_selector(".lift")
    camera.take(one, "register-locked")
    one.close()
