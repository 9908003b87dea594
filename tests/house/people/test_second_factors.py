"""Second factors: who needs one, codes that are good once, passkeys, and a stolen password that opens nothing."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial

import httpx
import pyotp
import pytest
from sqlalchemy import select, text, update

from croupier.errors import HouseError
from croupier.house.desk.desk import Desk
from croupier.house.journal.events import FactorChanged
from croupier.house.people.accounts import hashed
from croupier.house.people.passwords import RESET
from croupier.house.people.sign_in import NOWHERE
from croupier.house.people.sign_in_policy import NEEDED, Policy
from croupier.house.people.signing_in import enrolment
from croupier.house.people.signing_in.enrolment import Proof, Shown
from croupier.house.people.signing_in.passkeys import CHALLENGE, Site
from croupier.house.people.signing_in.resets import begin_reset, finish_reset
from croupier.house.people.signing_in.second_factors import RECOVERY_CODES, STEP
from croupier.house.people.signing_in.sessions import PENDING
from croupier.house.people.signing_in.sign_in_throttle import FAILURES, MANY, Origin
from croupier.house.storage import schema
from croupier.journal.keys import Key
from croupier.web.http.operations import Operations
from tests.house.authenticator import PRESENT, Authenticator
from tests.house.floor import KEY, a_house, served
from tests.house.make import make_people
from tests.house.people.test_sign_in import everything
from tests.web.test_sign_in import heard

SECRET = "correct horse"  # noqa: S105 - of a test
NEEDS = Policy(second_factor=NEEDED)
SITE = Site("croupier.example", "https://croupier.example")
FIRST = Shown(SITE, NOWHERE)
HOME = Origin("10.0.0.1", hashed("home"))


@pytest.fixture
def strict(people, clock):
    """A register where roles at work need a second factor."""
    clock.at = 1_800_000_000_000
    people.accounts.add("Flo", SECRET, [("floorperson", "")])
    people.accounts.add("Ann", SECRET)
    return make_people(people.database, clock, key=KEY, policy=NEEDS)


def enrolled(people, name="Flo"):
    """An authenticator for someone: its generator, the recovery codes, and the session it was added in."""
    token = people.sign_in(name, SECRET)
    began = enrolment.begin_totp(people, people.of(token), token, FIRST)
    app = pyotp.TOTP(began.key)
    codes = enrolment.confirm_totp(people, people.of(token), token, sealed=began.sealed, code=app.at(seconds(people)))
    people.clock.at += STEP * 1000
    return app, codes, token


def seconds(people):
    return people.clock() // 1000


def with_passkey(people, name="Flo", site=SITE, **given):
    token = people.sign_in(name, SECRET)
    key = Authenticator(**given)
    began = enrolment.begin_passkey(people, people.of(token), token, Shown(site, NOWHERE))
    made = key.create(began.options)
    codes = enrolment.add_passkey(people, people.of(token), token, site, token=began.token, passkey=made, label="Key")
    return key, codes, token


# Who needs one.


def test_without_one_a_role_that_needs_it_is_not_held(strict):
    flo, ann = (strict.of(strict.sign_in(name, SECRET)) for name in ("Flo", "Ann"))
    assert (flo.grants, flo.must_enrol) == (frozenset(), True)
    assert (ann.grants, ann.must_enrol) == ({("player", "")}, False)
    _, _, token = enrolled(strict)
    assert (strict.of(token).roles(), strict.of(token).must_enrol) == ({"floorperson"}, False)


def test_a_role_given_meanwhile_is_not_held_either(strict):
    token = strict.sign_in("Ann", SECRET)
    strict.accounts.grant("Ann", "auditor")
    assert strict.of(token).roles() == frozenset()


@pytest.mark.parametrize(
    ("given", "needed"),
    [({}, frozenset()), ({"money": "real"}, NEEDED), ({"money": "real", "local": True}, frozenset())],
)
def test_a_house_of_real_money_needs_it_unless_told_otherwise(given, needed):
    assert Policy.of_house(**given).second_factor == needed
    assert Policy.read(Policy.of_house(**given), "dealer", {}).second_factor == {"dealer"}
    assert Policy.read(Policy.of_house(**given), "none", {}).second_factor == frozenset()


async def test_a_stolen_password_alone_opens_no_cage(tmp_path):
    """The thief signs in first, before any factor is enrolled, and after."""
    async with a_house(tmp_path / "h.db") as house, served(house, operations=Operations(policy=NEEDS)) as at:
        people = at.desk.people
        people.accounts.add("Sam", SECRET, [("shift-manager", "")])
        people.accounts.add("Ann", SECRET)
        cage, money = "/api/people/Ann/deposit", {"amount": 500}
        async with at.signed_in("Sam", SECRET) as sam, httpx.AsyncClient(base_url=at.url, timeout=60) as thief:
            assert (await sam.get("/api/session")).json()["enrol"] is True
            headers = {"Idempotency-Key": "one"}
            assert (await sam.post(cage, json=money, headers=headers)).status_code == 403
            began = (await sam.post("/api/factors/totp/begin")).json()
            assert began["qr"].startswith("<svg")
            app = pyotp.TOTP(began["key"])
            added = {"sealed": began["sealed"], "code": app.at(house.clock() // 1000)}
            assert len((await sam.post("/api/factors/totp", json=added)).json()["codes"]) == RECOVERY_CODES
            assert (await sam.get("/api/session")).json()["grants"] == [["shift-manager", ""]]
            told = (await thief.post("/api/session", json={"name": "Sam", "password": SECRET})).json()
            assert told == {"name": "Sam", "second": ["totp", "recovery"], "enrol": False}
            for method, path in (
                ("GET", "/api/session"),
                ("GET", "/api/factors"),
                ("PUT", "/api/password"),
                ("POST", "/api/factors/totp/begin"),
                ("GET", "/api/tables"),
            ):
                body = {"old": SECRET, "new": "battery staple"} if method == "PUT" else None
                assert (await thief.request(method, path, json=body)).status_code == 401, path
            assert (await thief.post(cage, json=money, headers=headers)).status_code == 401
            assert (await thief.post("/api/session/second", json={"code": "000000"})).status_code == 403
            later = app.at(house.clock() // 1000 + STEP)  # the first was used up by enrolling
            assert (await thief.post("/api/session/second", json={"code": later})).status_code == 200
            assert (await thief.get("/api/session")).json()["grants"] == [["shift-manager", ""]]


async def test_the_desk_asks_the_house_what_it_plays_for(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        assert Desk(house).people.policy.second_factor == frozenset()
        house._money = "real"
        assert Desk(house).people.policy.second_factor == NEEDED
        assert Desk(house, local=True).people.policy.second_factor == frozenset()


# Codes.


def test_a_code_is_good_once(strict):
    app, _, _ = enrolled(strict)
    code = app.at(seconds(strict))
    first, second = strict.sign_in("Flo", SECRET), strict.sign_in("Flo", SECRET)
    assert strict.of(strict.second_step(first, code).token).roles() == {"floorperson"}
    with pytest.raises(HouseError, match="used already"):
        strict.second_step(second, code)
    assert strict.of(second) is None


def test_a_code_used_twice_at_once_signs_in_once(strict):
    app, _, _ = enrolled(strict)
    pending = [strict.sign_in("Flo", SECRET) for _ in range(4)]
    code, together = app.at(seconds(strict)), threading.Barrier(4)

    def enter(token):
        together.wait()
        try:
            return strict.second_step(token, code).level
        except HouseError as error:
            return error.fault

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(enter, pending)) == ["denied"] * 3 + ["strong"]


@pytest.mark.parametrize(("steps", "good"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_a_clock_may_be_one_step_off(strict, steps, good):
    app, _, _ = enrolled(strict)
    strict.clock.at += 10 * STEP * 1000
    token = strict.sign_in("Flo", SECRET)
    code = app.at(seconds(strict) + steps * STEP)
    if good:
        assert strict.second_step(token, code).level == "strong"
    else:
        with pytest.raises(HouseError):
            strict.second_step(token, code)


def test_a_pending_session_opens_nothing_and_is_soon_over(strict):
    app, _, _ = enrolled(strict)
    token = strict.sign_in("Flo", SECRET)
    assert (strict.of(token), strict.sessions.pending(token)) == (None, "Flo")
    strict.clock.at += PENDING
    with pytest.raises(HouseError, match="begin again"):
        strict.second_step(token, app.at(seconds(strict)))


def test_codes_are_guessed_five_times_and_by_strangers_a_hundred(strict):
    app, _, _ = enrolled(strict)
    strict.second_step(strict.sign_in("Flo", SECRET, origin=HOME), app.at(seconds(strict)), origin=HOME)
    strict.clock.at += STEP * 1000
    right = app.at(seconds(strict))

    def guess(origin, code="000000"):
        pending = strict.sign_in("Flo", SECRET, origin=origin)
        with pytest.raises(HouseError) as refused:
            strict.second_step(pending, code, origin=origin)
        return refused.value.message

    for _ in range(FAILURES):
        assert guess(Origin("203.0.113.1")).startswith("the code is wrong")
    assert guess(Origin("203.0.113.1"), right).startswith("too many")
    for number in range(FAILURES, MANY):
        guess(Origin(f"2001:db8:{number:x}::/64"))
    assert guess(Origin("192.0.2.1"), right).startswith("too many")  # a stranger who has the password
    assert strict.second_step(strict.sign_in("Flo", SECRET, origin=HOME), right, origin=HOME).level == "strong"


def test_a_recovery_code_is_good_once_and_kept_as_a_hash(strict):
    _, codes, _ = enrolled(strict)
    assert len(set(codes)) == RECOVERY_CODES
    kept = everything(strict.database)
    assert not any(code in kept or code.replace("-", "") in kept for code in codes)
    assert strict.second_step(strict.sign_in("Flo", SECRET), codes[0].upper()).level == "strong"
    with pytest.raises(HouseError, match="used already"):
        strict.second_step(strict.sign_in("Flo", SECRET), codes[0])
    assert strict.factors.recovery_codes_left("Flo") == RECOVERY_CODES - 1


def test_keys_are_sealed_by_the_house_and_for_one_person(strict):
    app, _, _ = enrolled(strict)
    assert app.secret not in everything(strict.database)
    strict.accounts.add("Eve", SECRET, [("auditor", "")])
    own, _, _ = enrolled(strict, "Eve")
    with strict.database.engine.begin() as connection:  # Eve's key in the place of Flo's, by SQL
        eve = connection.scalar(select(schema.totp.c.secret).where(schema.totp.c.person == "Eve"))
        connection.execute(text("UPDATE totp SET secret = :secret WHERE person = 'Flo'"), {"secret": eve})
    with pytest.raises(HouseError, match="not sealed by this house"):
        strict.second_step(strict.sign_in("Flo", SECRET), own.at(seconds(strict)))


def test_authenticators_outlast_the_houses_key_and_recovery_codes_its_loss(strict):
    app, codes, _ = enrolled(strict)
    rotated = make_people(strict.database, strict.clock, key=KEY.successor(), policy=NEEDS)
    assert rotated.second_step(rotated.sign_in("Flo", SECRET), app.at(seconds(rotated))).level == "strong"
    lost = make_people(strict.database, strict.clock, key=Key.throw_away(8), policy=NEEDS)
    with pytest.raises(HouseError, match="not sealed by this house"):
        lost.second_step(lost.sign_in("Flo", SECRET), app.at(seconds(lost) + STEP))
    assert lost.second_step(lost.sign_in("Flo", SECRET), codes[0]).level == "strong"


@pytest.mark.parametrize("wrong", ["code", "sealed", "other", "late"])
def test_an_authenticator_is_added_by_its_own_code_in_time(strict, wrong):
    token = strict.sign_in("Flo", SECRET)
    flo = strict.of(token)
    began = enrolment.begin_totp(strict, flo, token, FIRST)
    if wrong == "other":
        ann = strict.sign_in("Ann", SECRET)
        began = enrolment.begin_totp(strict, strict.of(ann), ann, FIRST)
    if wrong == "late":
        strict.clock.at += 600_000
    code = pyotp.TOTP(began.key).at(seconds(strict))
    with pytest.raises(HouseError):
        enrolment.confirm_totp(
            strict,
            flo,
            token,
            sealed="x" if wrong == "sealed" else began.sealed,
            code="000000" if wrong == "code" else code,
        )
    assert strict.of(token).must_enrol


def test_an_authenticator_that_was_begun_is_added_once(strict):
    token = strict.sign_in("Flo", SECRET)
    flo = strict.of(token)
    began = enrolment.begin_totp(strict, flo, token, FIRST)
    add = partial(enrolment.confirm_totp, strict, flo, token, sealed=began.sealed)
    with pytest.raises(HouseError, match="does not fit"):
        add(code="000000")  # a slip of the finger uses nothing up
    add(code=pyotp.TOTP(began.key).at(seconds(strict)))
    strict.clock.at += STEP * 1000
    with pytest.raises(HouseError, match="added already"):
        add(code=pyotp.TOTP(began.key).at(seconds(strict)))
    later = strict.factors.begin("Flo")
    with strict.database.transaction() as connection:
        for clearing in strict.factors.clear("Flo"):
            connection.execute(clearing)
    with pytest.raises(HouseError, match="added already"):
        add(sealed=later.sealed, code=pyotp.TOTP(later.key).at(seconds(strict)))
    assert not strict.factors.enrolled("Flo")


def test_a_key_from_before_seals_had_a_place_still_opens_and_only_for_its_owner(strict):
    app, _, _ = enrolled(strict)
    old = {
        name: KEY.lock().seal(b'{"person":"%b","secret":"%b"}' % (name.encode(), app.secret.encode()))
        for name in ("Flo", "Ann")
    }
    for sealed, opens in ((old["Flo"], True), (old["Ann"], False), (KEY.lock().of("totp", "Ann").seal(b"{}"), False)):
        strict.clock.at += STEP * 1000
        with strict.database.transaction() as connection:
            connection.execute(update(schema.totp).values(secret=sealed))
        found = None
        with suppress(HouseError):  # it was sealed for another
            found = strict.factors.matches("Flo", app.at(seconds(strict)))
        assert (found is not None) == opens


def test_another_factor_is_added_and_one_removed_by_showing_one(strict):
    app, _, strong = enrolled(strict)
    flo = strict.of(strong)
    pending = strict.sign_in("Flo", SECRET)
    for session in (pending, strict.session("Flo")):  # none of them has shown the first
        with pytest.raises(HouseError, match="second factor you have"):
            enrolment.begin_totp(strict, flo, session, FIRST)
    remove = partial(enrolment.remove_factor, strict, flo, "totp", SITE, origin=NOWHERE)
    with pytest.raises(HouseError, match="add another first"):
        remove(proof=Proof(code=app.at(seconds(strict))))
    key = Authenticator()
    for begin in (enrolment.begin_totp, enrolment.begin_passkey):  # an open session alone adds and replaces nothing
        with pytest.raises(HouseError, match="show a second factor that you have"):
            begin(strict, flo, strong, FIRST)
        with pytest.raises(HouseError, match="code is wrong"):
            begin(strict, flo, strong, Shown(SITE, NOWHERE, Proof(code="000000")))
    shown = Shown(SITE, NOWHERE, Proof(code=app.at(seconds(strict))))
    began = enrolment.begin_passkey(strict, flo, strong, shown)
    with pytest.raises(HouseError, match="used"):
        enrolment.begin_totp(strict, flo, strong, shown)
    strict.clock.at += STEP * 1000
    assert (
        enrolment.add_passkey(strict, flo, strong, SITE, token=began.token, passkey=key.create(began.options), label="")
        == []
    )
    with pytest.raises(HouseError, match="code is wrong"):
        remove(proof=Proof(code="000000"))
    events = heard(strict.database)
    remove(proof=Proof(code=app.at(seconds(strict))))
    assert events[-1] == FactorChanged(name="Flo", factor="totp", what="removed", by="Flo")
    assert not strict.factors.enrolled("Flo")


def test_new_recovery_codes_void_the_old(strict):
    app, codes, strong = enrolled(strict)
    proof = Proof(code=app.at(seconds(strict)))
    fresh = enrolment.renew_recovery(strict, strict.of(strong), SITE, proof=proof, origin=NOWHERE)
    with pytest.raises(HouseError):
        strict.second_step(strict.sign_in("Flo", SECRET), codes[1])
    assert strict.second_step(strict.sign_in("Flo", SECRET), fresh[1]).level == "strong"


# Passkeys.


def test_a_passkey_is_the_only_step_or_the_second(strict):
    key, codes, token = with_passkey(strict)
    assert len(codes) == RECOVERY_CODES
    assert strict.of(token).roles() == {"floorperson"}
    alone = strict.passkeys.begin_showing(SITE)
    assert strict.show_passkey(alone.token, key.get(alone.options), SITE).level == "strong"
    pending = strict.sign_in("Flo", SECRET)
    second = strict.passkeys.begin_showing(SITE, strict.sessions.pending(pending))
    entry = strict.show_passkey(second.token, key.get(second.options), SITE, pending=pending)
    assert strict.of(entry.token).name == "Flo"
    assert strict.sessions.level(pending) is None


def test_a_passkey_waits_for_the_new_password(strict):
    key, _, _ = with_passkey(strict)
    rows = schema.people
    with strict.database.engine.begin() as connection:
        connection.execute(update(rows).where(rows.c.name == "Flo").values(secret=RESET))
    asked = strict.passkeys.begin_showing(SITE)
    with pytest.raises(HouseError, match="was not accepted"):
        strict.show_passkey(asked.token, key.get(asked.options), SITE)


def test_an_answer_of_a_passkey_is_good_once(strict):
    key, _, _ = with_passkey(strict)
    asked = strict.passkeys.begin_showing(SITE)
    answer = key.get(asked.options)
    assert strict.show_passkey(asked.token, answer, SITE)
    other = strict.passkeys.begin_showing(SITE)
    for token in (asked.token, other.token, "none"):
        with pytest.raises(HouseError) as refused:
            strict.show_passkey(token, answer, SITE)
        assert refused.value.fault == "denied"


@pytest.mark.parametrize(
    "change",
    [
        {"origin": "https://evil.example"},
        {"host": "evil.example"},
        {"flags": PRESENT},
        {"count": -1},
        {"private": None},
    ],
    ids=["origin", "site", "unverified", "cloned", "signature"],
)
def test_an_answer_that_is_not_this_passkeys_is_refused(strict, change):
    key, _, _ = with_passkey(strict, count=5)
    asked = strict.passkeys.begin_showing(SITE)
    forged = replace(key, **({"private": Authenticator().private} if "private" in change else change))
    with pytest.raises(HouseError) as refused:
        strict.show_passkey(asked.token, forged.get(asked.options), SITE)
    assert (refused.value.fault, refused.value.field) == ("denied", "passkey")


def test_an_answer_comes_in_time_and_from_the_same_person(strict):
    key, _, _ = with_passkey(strict)
    other, _, _ = with_passkey(strict, "Ann")
    pending = strict.sign_in("Flo", SECRET)
    asked = strict.passkeys.begin_showing(SITE, "Flo")
    with pytest.raises(HouseError):  # Ann's passkey is no second step of Flo's
        strict.show_passkey(asked.token, other.get(asked.options), SITE, pending=pending)
    late = strict.passkeys.begin_showing(SITE)
    strict.clock.at += CHALLENGE
    with pytest.raises(HouseError, match="too late"):
        strict.show_passkey(late.token, key.get(late.options), SITE)


def test_a_passkey_of_a_closed_account_opens_nothing(strict):
    key, _, _ = with_passkey(strict)
    strict.accounts.dismiss("Flo")
    asked = strict.passkeys.begin_showing(SITE)
    with pytest.raises(HouseError):
        strict.show_passkey(asked.token, key.get(asked.options), SITE)


@pytest.mark.parametrize("answer", [{}, {"id": 5}, {"id": "x", "response": None}, {"id": "", "rawId": "", "type": ""}])
def test_nonsense_is_refused(strict, answer):
    key, _, token = with_passkey(strict)
    asked = strict.passkeys.begin_showing(SITE)
    with pytest.raises(HouseError):
        strict.show_passkey(asked.token, {**answer, "id": key.id} if answer else answer, SITE)
    proof = Proof(code=strict.factors.renew_codes("Flo")[0])
    began = enrolment.begin_passkey(strict, strict.of(token), token, Shown(SITE, NOWHERE, proof))
    with pytest.raises(HouseError):
        enrolment.add_passkey(strict, strict.of(token), token, SITE, token=began.token, passkey=answer, label="x")


async def test_a_passkey_over_http(tmp_path):
    async with a_house(tmp_path / "h.db") as house, served(house, operations=Operations(policy=NEEDS)) as at:
        at.desk.people.accounts.add("Flo", SECRET, [("floorperson", "")])
        key = Authenticator("127.0.0.1", at.url)
        async with at.signed_in("Flo", SECRET) as flo, httpx.AsyncClient(base_url=at.url, timeout=60) as again:
            began = (await flo.post("/api/factors/passkeys/begin")).json()
            body = {"challenge": began["token"], "passkey": key.create(began["options"]), "label": "My key"}
            assert (await flo.post("/api/factors/passkeys", json=body)).status_code == 200
            assert (await flo.get("/api/factors")).json()["passkeys"][0]["label"] == "My key"
            assert (await flo.post("/api/factors/passkeys", json=body)).status_code == 403
            asked = (await again.post("/api/session/passkey/options")).json()
            body = {"challenge": asked["token"], "passkey": key.get(asked["options"])}
            told = await again.post("/api/session/passkey", json=body)
            assert told.json() == {"name": "Flo", "second": [], "enrol": False}
            assert (await again.post("/api/session/passkey", json=body)).status_code == 403
            options = (await again.post("/api/factors/options")).json()
            body = {
                "factor": "passkey",
                "credential": key.id,
                "challenge": options["token"],
                "passkey": key.get(options["options"]),
            }
            assert (await again.post("/api/factors/removal", json=body)).status_code == 409  # the last one


# On its way while the session ends.


@pytest.mark.parametrize("factor", ["totp", "passkey"])
def test_no_factor_is_added_by_a_request_that_a_reset_overtook(strict, factor):
    """Whoever has no more than an open session keeps nothing of it by being on their way when it ends."""
    for name in ("Adam", "Eve"):
        strict.accounts.add(name, SECRET, [("administrator", "")])
    token = strict.sign_in("Flo", SECRET)
    flo = strict.of(token)
    shown = Shown(SITE, NOWHERE)
    totp = enrolment.begin_totp(strict, flo, token, shown)
    began = enrolment.begin_passkey(strict, flo, token, shown)
    made = Authenticator().create(began.options)
    link = begin_reset(strict, "Flo", by="Adam", second="Eve")
    code = pyotp.TOTP(totp.key).at(seconds(strict))
    adding = {
        "totp": partial(enrolment.confirm_totp, sealed=totp.sealed, code=code),
        "passkey": partial(enrolment.add_passkey, site=SITE, token=began.token, passkey=made, label="Mine"),
    }
    with pytest.raises(HouseError) as refused:
        adding[factor](strict, flo, token)
    assert (refused.value.fault, refused.value.field) == ("denied", "session")
    finish_reset(strict, link, f"{SECRET} again")
    assert not enrolment.has_factor(strict, "Flo")
