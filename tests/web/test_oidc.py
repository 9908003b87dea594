"""Sign-in at an OpenID issuer: only what it signed for this house and attempt, to a linked account."""

from __future__ import annotations

from contextlib import asynccontextmanager
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from joserfc.jwk import ECKey, OctKey

from croupier.errors import BadText, HouseError
from croupier.house.journal.events import IdentityLinked
from croupier.house.people.signing_in import oidc
from croupier.house.people.signing_in.oidc import Identity
from croupier.house.people.signing_in.sign_in_throttle import Origin
from croupier.web.http.operations import Operations
from croupier.web.routes.signing_in.oidc import BROWSER, Issuer
from tests.house import issuer as there
from tests.house.floor import a_house, served
from tests.web.test_sign_in import heard

SECRET = "correct horse"  # noqa: S105 - of a test


@asynccontextmanager
async def a_house_with_issuer(folder):
    with there.issuing() as issuer:
        operations = Operations(issuer=Issuer(issuer.url, there.CLIENT, there.SECRET))
        async with a_house(folder / "h.db") as house, served(house, operations=operations) as at:
            issuer.now = house.clock() // 1000
            at.desk.people.accounts.add("Ann", SECRET)
            oidc.link(at.desk.people, "Ann", Identity(issuer.url, "subject-1"), by="Ada")
            yield at, issuer


async def through(at, issuer, browser):
    """Where a browser ends up that goes there and comes back."""
    began = await browser.get("/api/oidc?next=/lab")
    assert began.status_code == 303, began.text
    back = await browser.get("/api/oidc/callback", params=issuer.authorize(began.headers["location"]))
    assert back.status_code == 303
    return back.headers["location"]


@asynccontextmanager
async def in_a_browser(folder):
    async with (
        a_house_with_issuer(folder) as (at, issuer),
        httpx.AsyncClient(base_url=at.url, timeout=60) as browser,
    ):
        yield at, issuer, browser


async def test_a_linked_identity_signs_in(tmp_path):
    async with in_a_browser(tmp_path) as (at, issuer, browser):
        assert await through(at, issuer, browser) == "/lab"
        assert (await browser.get("/api/session")).json()["name"] == "Ann"


async def test_what_is_asked_there_has_state_nonce_and_a_challenge(tmp_path):
    async with in_a_browser(tmp_path) as (at, issuer, browser):
        asked = [parse_qs(urlsplit((await browser.get("/api/oidc")).headers["location"]).query) for _ in "12"]
        assert asked[0]["code_challenge_method"] == ["S256"]
        for one in ("state", "nonce", "code_challenge"):
            assert asked[0][one] != asked[1][one]
        assert asked[0]["redirect_uri"] == [f"{at.url}/api/oidc/callback"]
        for page in (
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "/\n/evil.example",
            "/lab//evil.example",
            "/lab\n",
        ):
            began = await browser.get("/api/oidc", params={"next": page})
            back = await browser.get("/api/oidc/callback", params=issuer.authorize(began.headers["location"]))
            assert back.headers["location"] == "/"


async def test_an_identity_that_is_linked_to_nobody_gets_no_account(tmp_path):
    async with in_a_browser(tmp_path) as (at, issuer, browser):
        issuer.subject = "subject-2"
        where = await through(at, issuer, browser)
        assert parse_qs(urlsplit(where).fragment)["subject"] == ["subject-2"]
        assert (await browser.get("/api/session")).status_code == 401
        assert [person.name for person in at.desk.people.accounts.everyone()] == ["Ann"]
        at.desk.people.accounts.dismiss("Ann")
        issuer.subject = "subject-1"
        assert "refused" in await through(at, issuer, browser)


WRONG = {
    "nonce": {"nonce": "another"},
    "no nonce": {"nonce": None},
    "audience": {"aud": "another-house"},
    "also others": {"aud": [there.CLIENT, "another-house"]},
    "party": {"azp": "another-house"},
    "issuer": {"iss": "https://evil.example"},
    "expired": {"exp": 1, "iat": 0},
    "old": {"iat": 1},
    "no subject": {"sub": ""},
    "not yet": {"iat": 2**40},
}


@pytest.mark.parametrize("wrong", WRONG)
async def test_a_token_with_other_claims_is_refused(tmp_path, wrong):
    async with in_a_browser(tmp_path) as (at, issuer, browser):
        issuer.claims = WRONG[wrong]
        assert "refused" in await through(at, issuer, browser)
        assert (await browser.get("/api/session")).status_code == 401


@pytest.mark.parametrize("how", ["none", "shared secret", "another key", "another key of that name"])
async def test_a_token_that_the_issuer_did_not_sign_is_refused(tmp_path, how):
    async with in_a_browser(tmp_path) as (at, issuer, browser):
        if how == "none":
            issuer.header = {"alg": "none"}
        elif how == "shared secret":
            issuer.header, issuer.signs_with = {"alg": "HS256", "kid": "one"}, OctKey.import_key(there.SECRET * 4)
        else:
            issuer.signs_with = ECKey.generate_key("P-256", private=True)
            issuer.header = {"alg": "ES256", "kid": "two" if how == "another key" else "one"}
        assert "refused" in await through(at, issuer, browser)
        assert (await browser.get("/api/session")).status_code == 401


async def test_a_new_key_of_the_issuers_is_read(tmp_path):
    async with in_a_browser(tmp_path) as (at, issuer, browser):
        await through(at, issuer, browser)
        issuer.key = issuer.signs_with = ECKey.generate_key("P-256", {"kid": "two", "use": "sig"}, private=True)
        issuer.header = {"alg": "ES256", "kid": "two"}
        assert await through(at, issuer, browser) == "/lab"


async def test_a_code_is_brought_back_once_by_the_browser_that_asked(tmp_path):
    async with in_a_browser(tmp_path) as (at, issuer, browser):
        began = await browser.get("/api/oidc")
        answer = issuer.authorize(began.headers["location"])
        async with httpx.AsyncClient(base_url=at.url, timeout=60) as other:  # who is lured to another's sign-in
            assert "refused" in (await other.get("/api/oidc/callback", params=answer)).headers["location"]
            assert (await other.get("/api/session")).status_code == 401
        assert BROWSER in browser.cookies
        assert "refused" not in (await browser.get("/api/oidc/callback", params=answer)).headers["location"]
        assert "refused" in (await browser.get("/api/oidc/callback", params=answer)).headers["location"]
        for odd in ({}, {"state": "x", "code": "y"}, {**answer, "error": "access_denied"}):
            assert "refused" in (await browser.get("/api/oidc/callback", params=odd)).headers["location"]


async def test_two_administrators_link_and_nobody_themselves(tmp_path):
    async with in_a_browser(tmp_path) as (at, issuer, browser):
        people = at.desk.people
        for name in ("Ada", "Bea"):
            people.accounts.add(name, SECRET, [("administrator", "")])
        people.accounts.add("Bob", SECRET)
        events = heard(people.database)
        link = {"issuer": issuer.url, "subject": "subject-1"}
        async with at.signed_in("Ada", SECRET) as ada, at.signed_in("Bob", SECRET) as bob:
            assert (await bob.put("/api/people/Bob/identity", json=link)).status_code == 403
            assert (await ada.put("/api/people/Ada/identity", json=link)).status_code == 403
            asked = (await ada.put("/api/people/Bob/identity", json=link)).json()
            assert asked["title"] == "Let another identity sign in as Bob, which is or was that of Ann"
            await through(at, issuer, browser)
            assert (await browser.get("/api/session")).json()["name"] == "Ann"  # one administrator changes nothing
            assert (await ada.post(f"/api/requests/{asked['request']}/approve")).status_code == 403
            async with at.signed_in("Bea", SECRET) as bea:
                assert (await bea.post(f"/api/requests/{asked['request']}/approve")).status_code == 200
            assert IdentityLinked(name="Bob", active=True, by="Ada", second="Bea", **link) in events
            await through(at, issuer, browser)
            assert (await browser.get("/api/session")).json()["name"] == "Bob"  # and no longer Ann
            assert (await ada.delete("/api/people/Bob/identity", params=link)).status_code == 200
            assert (await ada.delete("/api/people/Bob/identity", params=link)).status_code == 404
        assert "refused" in await through(at, issuer, browser)


async def test_a_second_step_is_due_where_one_is_enrolled(tmp_path):
    async with in_a_browser(tmp_path) as (at, issuer, browser):
        people = at.desk.people
        people.factors.enrolled = lambda _: True
        assert await through(at, issuer, browser) == "/#second=totp&next=%2Flab"
        assert (await browser.get("/api/session")).status_code == 401


async def test_a_house_without_an_issuer_says_so(tmp_path):
    async with (
        a_house(tmp_path / "h.db") as house,
        served(house) as at,
        httpx.AsyncClient(base_url=at.url) as browser,
    ):
        assert (await browser.get("/api/oidc")).status_code == 404
        assert (await browser.get("/api/sign-in")).json() == {"oidc": ""}


def test_an_issuer_is_reached_by_https_and_its_secret_is_not_shown():
    with pytest.raises(BadText, match="https"):
        Issuer("http://issuer.example", "house", "s")
    with pytest.raises(BadText, match="client id"):
        Issuer("https://issuer.example", "", "s")
    assert "hush" not in repr(Issuer("https://issuer.example", "house", "hush"))


def test_links_that_are_over_are_not_found(people):
    people.accounts.add("Ann", SECRET)
    with pytest.raises(HouseError, match="no account here"):
        oidc.sign_in(people, Identity("https://issuer.example", "x"), origin=Origin())
    oidc.link(people, "Ann", Identity("https://issuer.example", "x"), by="Ada")
    assert oidc.identities(people, "Ann") == [Identity("https://issuer.example", "x")]
    oidc.unlink(people, "Ann", Identity("https://issuer.example", "x"), by="Ada")
    assert oidc.identities(people, "Ann") == []
