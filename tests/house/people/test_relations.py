"""Accounts that count as one person's; a password reset by two others; sessions that end by themselves."""

from __future__ import annotations

from contextvars import copy_context

import httpx
import pytest

from croupier.errors import BadText, HouseError
from croupier.house.journal.events import PasswordChanged, RelationChanged, ResetBegun
from croupier.house.people.accounts import hashed
from croupier.house.people.relations import LATELY, are_related, declare, related, relations
from croupier.house.people.sign_in_policy import DAY, HOUR, MINUTE, SESSION, Policy
from croupier.house.people.signing_in import oidc
from croupier.house.people.signing_in.oidc import Identity
from croupier.house.people.signing_in.resets import LINK, begin_reset, finish_reset, reset_for
from croupier.house.people.signing_in.sessions import RENEWED, Change, idle_request
from croupier.house.people.signing_in.sign_in_throttle import Origin
from croupier.house.storage.transactions import Transaction
from tests.house.floor import a_house, served
from tests.house.make import make_people
from tests.web.test_sign_in import heard, written

SECRET, OTHER = "correct horse", "battery staple"
HOME, DESK = Origin("10.0.0.1", hashed("home")), Origin("10.0.0.1", hashed("desk"))


def names(people, name):
    return sorted(related(people.database, name, at=people.clock()) - {name})


def test_accounts_of_one_maker_are_related_for_a_week(people, clock):
    people.accounts.add("Ada", SECRET, [("administrator", "")])
    clock.at += LATELY
    people.accounts.add("Ann", SECRET, by="Ada")
    people.accounts.accept(people.accounts.invite("dealer", by="Ada"), "Dee", SECRET)
    people.accounts.add("Cy", SECRET, by="Bea")
    assert names(people, "Ada") == ["Ann", "Dee"]
    assert names(people, "Ann") == ["Ada", "Dee"]
    assert names(people, "Dee") == ["Ada", "Ann"]
    assert names(people, "Cy") == ["Bea"]
    clock.at += LATELY
    assert [names(people, name) for name in ("Ada", "Ann", "Dee")] == [[], [], []]


def test_accounts_used_in_one_browser_are_related(people):
    for name in ("Ann", "Bob", "Cy"):
        people.accounts.add(name, SECRET)
    people.sign_in("Ann", SECRET, origin=HOME)
    people.sign_in("Bob", SECRET, origin=HOME)
    people.sign_in("Cy", SECRET, origin=DESK)
    people.accounts.add("Gus", None)
    people.session("Gus", device=DESK.device)
    assert [names(people, name) for name in ("Ann", "Bob", "Cy", "Gus")] == [["Bob"], ["Ann"], ["Gus"], ["Cy"]]


def test_a_wrong_password_in_a_browser_relates_nobody(people):
    people.accounts.add("Ann", SECRET)
    people.accounts.add("Bob", SECRET)
    people.sign_in("Ann", SECRET, origin=HOME)
    with pytest.raises(HouseError):
        people.sign_in("Bob", "wrong guess", origin=HOME)
    assert names(people, "Ann") == []


def test_accounts_that_were_linked_to_one_identity_stay_related(people):
    people.accounts.add("Ann", SECRET)
    people.accounts.add("Bob", SECRET)
    oidc.link(people, "Ann", Identity("https://issuer.example", "x"), by="Ada")
    with pytest.raises(HouseError, match="another account's"):
        oidc.link(people, "Bob", Identity("https://issuer.example", "x"), by="Ada")
    oidc.link(people, "Bob", Identity("https://issuer.example", "x"), by="Ada", second="Bea", others=["Ann"])
    oidc.unlink(people, "Bob", Identity("https://issuer.example", "x"), by="Ada")
    assert names(people, "Ann") == ["Bob"]


def test_what_an_administrator_declares_is_recorded_and_outweighs_the_browser_alone(people, clock):
    for name in ("Ann", "Bob", "Cy"):
        people.accounts.add(name, SECRET)
        people.sign_in(name, SECRET, origin=HOME)
    events = heard(people.database)
    say = {"by": "Ada", "at": clock.at}
    declare(people.database, "Bob", "Ann", related=False, why="they share the pit's terminal", **say)
    assert events == [
        RelationChanged(one="Ann", other="Bob", related=False, by="Ada", why="they share the pit's terminal")
    ]
    assert names(people, "Ann") == ["Cy"]
    declare(people.database, "Ann", "Bob", related=True, why="married", **say)
    found = {one.name: one.why for one in relations(people.database, "Ann", at=clock.at)}
    assert found == {"Bob": {"browser", "declared"}, "Cy": {"browser"}}
    declare(people.database, "Ann", "Bob", related=None, why="", **say)
    assert names(people, "Bob") == ["Ann", "Cy"]
    for one, other, fault in (("Ann", "Ann", "conflict"), ("Ann", "Ada", "denied"), ("Ann", "Nobody", "unknown")):
        with pytest.raises(HouseError) as refused:
            declare(people.database, one, other, related=False, why="", **say)
        assert refused.value.fault == fault
    people.accounts.add("Dee", SECRET, by="Ann")  # who was made by another cannot be declared apart
    declare(people.database, "Ann", "Dee", related=False, why="", **say)
    assert are_related(people.database, "Dee", "Ann", at=clock.at)


@pytest.mark.parametrize("local", [False, True])
async def test_one_browser_relates_guests_but_not_on_ones_own_machine(tmp_path, local):
    async with a_house(tmp_path / "h.db") as house, served(house, local=local) as at:
        async with httpx.AsyncClient(base_url=at.url) as browser:
            for name in ("Ann", "Bob"):
                reply = await browser.post("/api/guest", json={"name": name})
                assert reply.status_code == 200
            assert ("croupier-device" in browser.cookies) is not local
        assert related(house.database, "Ann") == ({"Ann"} if local else {"Ann", "Bob"})


async def test_the_administrators_page_shows_and_declares_relations(tmp_path):
    async with a_house(tmp_path / "h.db") as house, served(house) as at:
        people = at.desk.people
        people.accounts.add("Ada", SECRET, [("administrator", "")])
        for name in ("Ann", "Bob"):
            people.accounts.add(name, SECRET)
        async with at.signed_in("Ada", SECRET) as ada, at.signed_in("Bob", SECRET) as bob:
            body = {"related": True, "why": "one household"}
            assert (await bob.put("/api/people/Ann/relations/Bob", json=body)).status_code == 403
            assert (await ada.put("/api/people/Ann/relations/Ada", json=body)).status_code == 403
            assert (await ada.put("/api/people/Ann/relations/Bob", json=body)).status_code == 200
            page = (await ada.get("/api/register?person=Ann")).json()
            assert [(one["name"], one["why"]) for one in page["chosen"]["relations"]] == [
                ("Bob", ["declared by an administrator"])
            ]


# A new password by two others.


@pytest.fixture
def staffed(people):
    for name, role in (("Ada", "administrator"), ("Sam", "shift-manager"), ("Dee", "dealer"), ("Ann", "player")):
        people.accounts.add(name, SECRET, [(role, "")])
    return people


def test_a_reset_ends_sessions_and_lets_the_owner_choose(staffed, clock):
    token = staffed.sign_in("Dee", SECRET)
    changes: list[Change] = []
    staffed.changed.append(changes.append)
    events = heard(staffed.database)
    link = begin_reset(staffed, "Dee", by="Ada", second="Sam", factors=True)
    assert events == [
        ResetBegun(name="Dee", token=hashed(link), factors=True, until=clock.at + LINK, by="Ada", second="Sam")
    ]
    assert (staffed.of(token), changes[-1].name) == (None, "Dee")
    with pytest.raises(HouseError, match="wrong"):
        staffed.sign_in("Dee", SECRET)
    assert reset_for(staffed, link) == "Dee"
    with pytest.raises(HouseError, match="12 letters"):
        finish_reset(staffed, link, "nine lives")
    assert finish_reset(staffed, link, OTHER) == "Dee"
    assert isinstance(events[-1], PasswordChanged)
    assert (events[-1].how, events[-1].by) == ("reset", "Dee")
    assert staffed.of(staffed.sign_in("Dee", OTHER)).name == "Dee"
    with pytest.raises(HouseError, match="used already"):
        finish_reset(staffed, link, SECRET)
    late = begin_reset(staffed, "Dee", by="Ada", second="Sam")
    clock.at += LINK
    with pytest.raises(HouseError, match="hour is over"):
        finish_reset(staffed, late, SECRET)


def test_a_reset_relates_the_account_to_both_who_gave_it(staffed, clock):
    begin_reset(staffed, "Dee", by="Ada", second="Sam")
    begin_reset(staffed, "Ann", by="Ada", second="Sam")
    assert [names(staffed, name) for name in ("Dee", "Ann")] == [["Ada", "Ann", "Sam"], ["Ada", "Dee", "Sam"]]
    assert (names(staffed, "Sam"), names(staffed, "Ada")) == (["Ann", "Dee"], [])
    assert are_related(staffed.database, "Ada", "Dee", at=clock.at)
    assert not are_related(staffed.database, "Ada", "Sam", at=clock.at)
    clock.at += LATELY
    assert names(staffed, "Dee") == []


def test_nobody_signs_in_another_way_before_the_new_password(staffed):
    here = Identity("https://issuer.example", "dee")
    oidc.link(staffed, "Dee", here, by="Ada")
    link = begin_reset(staffed, "Dee", by="Ada", second="Sam")
    with pytest.raises(HouseError, match="waits for a new password"):
        oidc.sign_in(staffed, here, origin=Origin())
    token = staffed.session("Dee")  # as one that was begun at the same moment
    changes: list[Change] = []
    staffed.changed.append(changes.append)
    finish_reset(staffed, link, OTHER)
    assert (staffed.of(token), [change.name for change in changes]) == (None, ["Dee"])
    assert oidc.sign_in(staffed, here, origin=Origin()).level == "single"


def test_a_new_link_voids_the_last(staffed):
    first, second = (begin_reset(staffed, "Dee", by="Ada", second="Sam") for _ in range(2))
    with pytest.raises(HouseError, match="used already"):
        finish_reset(staffed, first, OTHER)
    assert finish_reset(staffed, second, OTHER) == "Dee"


@pytest.mark.parametrize(
    ("name", "by", "second", "fault"),
    [
        ("Dee", "Ada", "Ada", "denied"),
        ("Ada", "Ada", "Sam", "denied"),
        ("Sam", "Ada", "Sam", "denied"),
        ("Dee", "Ada", "Ann", "denied"),
        ("Dee", "Ada", "Eve", "denied"),
        ("Nobody", "Ada", "Sam", "unknown"),
        ("Gus", "Ada", "Sam", "conflict"),
        ("Zed", "Ada", "Sam", "conflict"),
    ],
)
def test_a_reset_takes_two_who_are_two(staffed, name, by, second, fault):
    staffed.accounts.add("Eve", SECRET, [("shift-manager", "")], by="Ada")  # an account of the first's own making
    staffed.accounts.add("Gus", None)
    staffed.accounts.add("Zed", SECRET)
    staffed.accounts.dismiss("Zed")
    with pytest.raises(HouseError) as refused:
        begin_reset(staffed, name, by=by, second=second)
    assert refused.value.fault == fault
    assert staffed.sign_in("Dee", SECRET)


async def test_the_link_over_http_is_used_once(tmp_path):
    async with a_house(tmp_path / "h.db") as house, served(house) as at:
        people = at.desk.people
        for name, role in (("Ada", "administrator"), ("Sam", "shift-manager"), ("Dee", "dealer")):
            people.accounts.add(name, SECRET, [(role, "")])
        link = begin_reset(people, "Dee", by="Ada", second="Sam")
        async with httpx.AsyncClient(base_url=at.url) as dee:
            assert (await dee.get("/reset")).headers["Referrer-Policy"] == "no-referrer"
            assert (await dee.post("/api/reset/name", json={"token": link})).json() == {"name": "Dee"}
            body = {"token": link, "password": OTHER}
            assert (await dee.post("/api/reset", json=body)).json() == {"name": "Dee"}
            assert (await dee.post("/api/reset", json=body)).status_code == 403
        async with at.signed_in("Dee", OTHER) as dee:
            assert (await dee.get("/api/session")).status_code == 200


# Time-outs.


def test_sessions_end_by_role_without_activity_and_after_a_day_at_work(staffed, clock):
    dee, ann = staffed.sign_in("Dee", SECRET), staffed.sign_in("Ann", SECRET)
    clock.at += 30 * MINUTE
    assert (staffed.of(dee), staffed.of(ann).name) == (None, "Ann")
    dee, began = staffed.sign_in("Dee", SECRET), clock.at
    while clock.at < began + SESSION - 20 * MINUTE:
        clock.at += 20 * MINUTE
        assert staffed.of(dee) is not None
        staffed.database.store(nothing())
    clock.at = began + SESSION
    assert staffed.of(dee) is None


def nothing():
    """Work after which whatever was submitted before is stored."""
    return Transaction("", 0, idle=True)


def test_a_role_given_meanwhile_shortens_a_session(staffed, clock):
    ann = staffed.sign_in("Ann", SECRET)
    staffed.accounts.grant("Ann", "floorperson", "T1")
    clock.at += 30 * MINUTE
    assert staffed.of(ann) is None


def test_a_guest_comes_back_after_months(people, clock):
    people.accounts.add("Gus", None)
    token = people.session("Gus")
    clock.at += 89 * DAY
    assert people.of(token) is not None
    clock.at += DAY
    assert people.of(token) is None


def test_activity_is_written_down_once_a_minute(staffed, clock, monkeypatch):
    dee = staffed.sign_in("Dee", SECRET)
    work = written(staffed.database, monkeypatch)
    for _ in range(60):
        assert staffed.of(dee) is not None
        clock.at += 1000
    assert work == []
    for _ in range(20):
        assert staffed.of(dee) is not None
        staffed.database.store(nothing())
    assert len([one for one in work if one.doing]) == 1
    assert RENEWED == MINUTE


def test_a_page_that_asks_by_itself_keeps_nothing_open(staffed, clock):
    dee = staffed.sign_in("Dee", SECRET)

    def poll():
        idle_request.set(True)
        return staffed.of(dee)

    for _ in range(29):
        clock.at += MINUTE
        assert copy_context().run(poll) is not None
    clock.at += MINUTE
    assert copy_context().run(poll) is None


def test_time_outs_are_settings(people, clock):
    policy = Policy.read(Policy(), None, {"dealer": [5, 60], "player": [60, 120]})
    strict = make_people(people.database, clock, policy=policy)
    strict.accounts.add("Dee", SECRET, [("dealer", ""), ("player", "")])
    token = strict.sign_in("Dee", SECRET)
    clock.at += 5 * MINUTE
    assert strict.of(token) is None
    for told in ({"king": [1, 2]}, {"dealer": 5}, {"dealer": [10, 5]}, {"dealer": [0, 5]}, {"dealer": ["1", 5]}):
        with pytest.raises(BadText, match="timeouts"):
            Policy.read(Policy(), None, told)
    with pytest.raises(BadText, match="none of"):
        Policy.read(Policy(), "king", {})
    assert Policy.of_house(local=True).timeout({"dealer"}, guest=True).absolute == 90 * DAY
    assert Policy().timeout({"dealer", "player"}, guest=False).absolute == 12 * HOUR
