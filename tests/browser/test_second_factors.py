"""Second factors in real browsers: an authenticator, a passkey, a recovery code, and a role that waits for one."""

from __future__ import annotations

import time
from dataclasses import replace

import pyotp
import pytest

from croupier.house.people.sign_in_policy import NEEDED
from croupier.house.people.signing_in.resets import begin_reset
from tests.browser.floor import PHONE
from tests.browser.test_register import SECRET, _serious

OTHER = "battery staple"


@pytest.fixture
def people(floor):
    return floor.app.state.desk.people


@pytest.fixture
def needed(people, monkeypatch):
    """Roles at work need a second factor."""
    strict = replace(people.policy, second_factor=NEEDED)
    monkeypatch.setattr(people, "policy", strict)
    monkeypatch.setattr(people.sessions, "policy", strict)


def enter(page, url, name, secret=SECRET):
    page.goto(f"{url}/?next=/account")
    page.fill("#name", name)
    page.fill('[name="password"]', secret)
    page.press('[name="password"]', "Enter")


def leave(page):
    page.click('[data-do="out"]')
    page.wait_for_selector("#name")


def add_app(page):
    """Enrol an authenticator: its generator, and the recovery codes that are shown once."""
    page.click('[data-do="addapp"]')
    page.wait_for_selector(".qr svg")
    app = pyotp.TOTP(page.inner_text(".key code").replace(" ", ""))
    page.fill("#code", "000000")
    page.press("#code", "Enter")
    page.wait_for_selector("#code-note:has-text('Nothing has changed.')")
    page.fill("#code", app.now())
    page.press("#code", "Enter")
    page.wait_for_selector(".codes li")
    codes = page.locator(".codes li").all_inner_texts()
    page.click('[data-do="kept"]')
    return app, codes


@pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["desk", "phone"])
def test_a_role_waits_for_an_authenticator_and_is_entered_with_it(floor, guest, people, needed, size):
    flo = guest(f"Flo {size[0]}", size)
    people.accounts.add(flo.name, SECRET, [("floorperson", "")])
    page = flo.page
    enter(page, floor.url, flo.name)
    page.wait_for_selector(".factors:has-text('Until you add one, you hold no role here.')")
    assert flo.context.request.get(f"{floor.url}/api/session").json()["grants"] == []
    assert _serious(page) == []
    app, codes = add_app(page)
    page.wait_for_selector(".held:has-text('10 left')")
    assert page.locator("text=you hold no role here").count() == 0
    assert flo.context.request.get(f"{floor.url}/api/session").json()["grants"] == [["floorperson", ""]]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    leave(page)
    enter(page, floor.url, flo.name)
    page.wait_for_selector("#code")
    assert _serious(page) == []
    page.fill("#code", "123456")
    page.press("#code", "Enter")
    page.wait_for_selector(".toast:has-text('The code is wrong')")
    page.fill("#code", app.at(time.time() + 30))  # the one before was used up
    page.press("#code", "Enter")
    page.wait_for_selector(".held:has-text('Authenticator')")
    leave(page)
    enter(page, floor.url, flo.name)
    page.fill("#code", codes[0])
    page.press("#code", "Enter")
    page.wait_for_selector(".held:has-text('9 left')")
    page.click('[data-factor="totp"]')
    page.fill("#code", codes[1])
    page.press("#code", "Enter")
    page.wait_for_selector("#code-note:has-text('add another first')")
    flo.faults.clear()  # the browser notes every refusal


def test_a_passkey_signs_in_by_itself(floor, guest, people):
    pat = guest("Pat")
    people.accounts.add(pat.name, SECRET)
    page, url = pat.page, floor.url.replace("127.0.0.1", "localhost")
    tools = pat.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    enter(page, url, pat.name)
    page.click('[data-do="addkey"]')
    page.wait_for_selector(".codes li")
    page.click('[data-do="kept"]')
    page.wait_for_selector(".held:has-text('passkey')")
    leave(page)
    page.goto(f"{url}/?next=/account")
    page.click('[data-do="passkey"]')  # neither name nor password
    page.wait_for_selector(".held:has-text('passkey')")
    leave(page)
    enter(page, url, pat.name)
    page.wait_for_selector("text=The second step")
    page.click('[data-do="passkey"]')
    page.wait_for_selector(".held:has-text('passkey')")
    page.click('[data-factor="passkey"]')
    page.click('[data-do="showkey"]')
    page.wait_for_selector(".empty:has-text('Your password alone')")
    assert people.passkeys.enrolled(pat.name) == []
    pat.faults.clear()  # a stranger's first look is answered by a refusal


def test_a_new_password_by_the_link_of_two_others(floor, guest, people):
    dan = guest("Dan")
    people.accounts.add(dan.name, SECRET, [("dealer", "")])
    for name, role in (("Ada of resets", "administrator"), ("Sam of resets", "shift-manager")):
        people.accounts.add(name, SECRET, [(role, "")])
    link = begin_reset(people, dan.name, by="Ada of resets", second="Sam of resets")
    page = dan.page
    page.goto(f"{floor.url}/reset#token={link}")
    page.wait_for_selector(f".lede:has-text('{dan.name}')")
    assert "token" not in page.url
    page.fill("#password", OTHER)
    page.fill("#again", OTHER)
    page.press("#again", "Enter")
    page.wait_for_selector(f"text=Good to see you, {dan.name}")
    again = dan.context.new_page()
    again.goto(f"{floor.url}/reset#token={link}")
    again.wait_for_selector("text=This link no longer works.")
    dan.faults.clear()


def test_the_administrator_sees_and_declares_relations(floor, guest, people):
    ada = guest("Ada beside")
    people.accounts.add(ada.name, None, [("administrator", "")])
    ada.context.add_cookies([{"name": "croupier", "value": people.session(ada.name), "url": floor.url}])
    for name in ("Rex beside", "Roy beside"):
        people.accounts.add(name, None)
        people.session(name, device="d" * 64)
    page = ada.page
    page.goto(f"{floor.url}/register?person=Rex%20beside")
    page.click(".beside summary")
    page.wait_for_selector(".beside li:has-text('used in the same browser')")
    page.click('[data-do="unrelate"]')
    page.wait_for_selector(".done:has-text('it waits for a second administrator')")
    page.fill("#other", "Roy beside")
    page.fill('.beside [name="why"]', "brothers")
    page.click('.beside [data-submit="relate"] button')
    page.wait_for_selector(".beside li:has-text('declared by an administrator')")
    assert _serious(page) == []
