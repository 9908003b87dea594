"""Attacks on the sign-in: guesses in parallel, lock-outs used against others, names told apart or alike."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select, text

from croupier.errors import HouseError
from croupier.house.journal.events import LockChanged, PersonAdded, SignedIn, SignInFailed
from croupier.house.people.accounts import hashed
from croupier.house.people.passwords import RESET, Passwords, _common
from croupier.house.people.sign_in_policy import SESSION
from croupier.house.people.signing_in.sign_in_throttle import DOUBLED, FAILURES, LOCKED, MANY, Origin
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.names import RESERVED, skeleton
from tests.house.make import CountingHasher, make_people

SECRET = "correct horse"  # noqa: S105 - of a test
HOME, DESK = Origin("10.0.0.1", hashed("home")), Origin("10.0.0.2", hashed("desk"))
STRANGER = Origin("203.0.113.9")


def heard(database):
    """Everything that the house journal is told from now on."""
    events = []
    stored = database.submit

    def submit(work):
        events.extend(work.said)
        return stored(work)

    database.submit = submit
    return events


def written(database, monkeypatch):
    """All work that is stored from now on."""
    work = []
    stored = database.submit

    def submit(told):
        work.append(told)
        return stored(told)

    monkeypatch.setattr(database, "submit", submit)
    return work


def refusal(people, name, secret="wrong guess", origin=STRANGER):  # noqa: S107 - of a test
    with pytest.raises(HouseError) as refused:
        people.sign_in(name, secret, origin=origin)
    return refused.value.fault, refused.value.message, refused.value.field


# Counting.


def test_guesses_at_once_are_all_counted_and_no_more_than_five_looked_at(url, clock):
    """Two processes, twenty threads: the count is the database's, not anyone's who read it before."""
    first, second = Database(url), Database(url)
    first.migrate()
    sides = [make_people(database, clock) for database in (first, second)]
    sides[0].accounts.add("Ann", SECRET)
    together, hasher = threading.Barrier(20), CountingHasher()
    for side in sides:
        side.passwords = Passwords(hasher)

    def guess(number):
        together.wait()
        return refusal(sides[number % 2], "Ann")[1]

    with ThreadPoolExecutor(20) as threads:
        said = list(threads.map(guess, range(20)))
    assert sorted(said) == ["name or password is wrong"] * FAILURES + ["too many wrong passwords; wait a while"] * 15
    assert len(hasher.verified) == 20  # every answer takes as long
    with first.read() as connection:
        row = connection.execute(select(schema.people)).one()
    assert (row.failures, row.locked_until) == (FAILURES, clock.at + LOCKED)
    first.close()
    second.close()


def test_a_wait_is_doubled_up_to_a_quarter_of_an_hour(people, clock):
    people.accounts.add("Ann", SECRET)
    for times in range(DOUBLED + 3):
        for _ in range(FAILURES):
            assert refusal(people, "Ann")[1] == "name or password is wrong"
        wait = LOCKED * 2 ** min(times, DOUBLED)
        clock.at += wait - 1
        assert refusal(people, "Ann", SECRET)[1].startswith("too many")
        clock.at += 1


# Lock-outs as a weapon.


def test_a_stranger_cannot_lock_the_sole_administrator_out(people):
    people.accounts.add("Ada", SECRET, [("administrator", "")])
    people.sign_in("Ada", SECRET, origin=HOME)
    for number in range(40):  # many addresses, and the administrator's own as well, as behind one router
        for origin in (Origin(f"203.0.113.{number}"), Origin(HOME.address)):
            refusal(people, "Ada", origin=origin)
    assert refusal(people, "Ada", SECRET, Origin(HOME.address))[1].startswith("too many")
    assert people.sign_in("Ada", SECRET, origin=HOME)  # the browser is known
    assert people.sign_in("Ada", SECRET, origin=Origin("198.51.100.7"))  # a place that guessed nothing yet


def test_a_known_browser_has_five_guesses_of_its_own(people):
    people.accounts.add("Ann", SECRET)
    people.sign_in("Ann", SECRET, origin=HOME)
    for _ in range(FAILURES):
        refusal(people, "Ann", origin=HOME)
    assert refusal(people, "Ann", SECRET, HOME)[1].startswith("too many")
    people.accounts.add("Bob", SECRET)
    assert not people.guesses.knows("Bob", HOME.device)  # it is known for one name alone


def test_guesses_from_everywhere_leave_each_stranger_one(people, clock):
    people.accounts.add("Ann", SECRET)
    for number in range(MANY):
        refusal(people, "Ann", origin=Origin(f"2001:db8:{number:x}::/64"))
    fresh = Origin("192.0.2.1")
    assert refusal(people, "Ann", origin=fresh)[1].startswith("name or password")
    assert refusal(people, "Ann", SECRET, fresh)[1].startswith("too many")
    assert people.sign_in("Ann", SECRET, origin=Origin("192.0.2.2"))
    clock.at += 3_600_001
    for _ in range(2):
        assert refusal(people, "Ann", origin=Origin("192.0.2.3"))[1].startswith("name or password")


# The same answer for everyone.


@pytest.mark.parametrize("name", ["Ann", "Gus", "Zed", "Nobody", "Rea"])
def test_existing_missing_closed_and_guest_names_get_one_answer_and_one_verification(people, monkeypatch, name):
    people.accounts.add("Ann", SECRET)
    people.accounts.add("Gus", None)
    people.accounts.add("Zed", SECRET)
    people.accounts.dismiss("Zed")
    people.accounts.add("Rea", SECRET)
    with people.database.engine.begin() as connection:
        connection.execute(text(f"UPDATE people SET secret = '{RESET}' WHERE name = 'Rea'"))  # noqa: S608
    work, hasher = written(people.database, monkeypatch), CountingHasher()
    people.passwords = Passwords(hasher)
    people.passwords.warm()
    answers = [refusal(people, name) for _ in range(FAILURES + 2)]
    wrong, wait = ("denied", "name or password is wrong", ""), ("denied", "too many wrong passwords; wait a while", "")
    assert answers == [wrong] * FAILURES + [wait] * 2
    assert len(hasher.verified) == FAILURES + 2
    assert all(kept.startswith("$argon2id$") for kept in hasher.verified)
    assert len(work) == 2 * FAILURES + 2  # and as much is written
    assert [len(told.said) for told in work] == [0, 1] * (FAILURES - 1) + [0, 2, 0, 0]


def test_what_happened_is_said_to_the_house_journal(people, clock):
    events = heard(people.database)
    people.accounts.add("Ann", SECRET, by="Ada")
    token = people.sign_in("Ann", SECRET, origin=HOME)
    for _ in range(FAILURES):
        refusal(people, "Ann")
    refusal(people, "Nobody", origin=DESK)
    added, entered, *failed = events
    with people.database.read() as connection:
        kept = connection.scalar(select(schema.people.c.secret))
    assert added == PersonAdded(name="Ann", grants=(("player", ""),), by="Ada", verifier=hashed(kept))
    assert entered == SignedIn(
        name="Ann",
        how="password",
        session=hashed(token),
        level="single",
        by="Ann",
        until=clock.at + SESSION,
        digest=hashed(kept),
        device=HOME.device,
    )
    assert failed == [SignInFailed(name="Ann", why="password")] * FAILURES + [
        LockChanged(name="Ann", until=clock.at + LOCKED),
        SignInFailed(name="", why="password"),
    ]
    assert SECRET not in str(events)


# Names.

ALIKE = [
    "floyd",
    "FLOYD",
    "Fl0yd",
    "F1oyd",
    "FIoyd",
    "Floyd ",
    "F loyd",
    "\uff26\uff4c\uff4f\uff59\uff44",
    "Fl\u043eyd",
    "\U0001d405loyd",
    "Floyd\ufe0f",
    "F\u3164loyd",
]


@pytest.mark.parametrize("name", ALIKE)
@pytest.mark.parametrize("secret", [None, SECRET], ids=["guest", "password"])
def test_a_name_that_looks_like_anothers_is_refused_to_everyone(people, name, secret):
    people.accounts.add("Floyd", SECRET, [("shift-manager", "")])
    with pytest.raises(HouseError) as refused:
        people.accounts.add(name, secret)
    assert (refused.value.fault, refused.value.field) == ("conflict", "name")
    assert [person.name for person in people.accounts.everyone()] == ["Floyd"]


def test_look_alikes_at_once_leave_one(url, clock):
    sides = [Database(url), Database(url)]
    sides[0].migrate()
    people = [make_people(database, clock) for database in sides]
    together = threading.Barrier(6)

    def register(number):
        together.wait()
        try:
            people[number % 2].accounts.add(["Wilma", "wilma", "W1lma", "Wi1ma", "WILMA", "Wllma"][number], None)
        except HouseError as error:
            return error.fault
        return "added"

    with ThreadPoolExecutor(6) as threads:
        assert sorted(threads.map(register, range(6))) == ["added"] + ["conflict"] * 5
    for database in sides:
        database.close()


@pytest.mark.parametrize("name", [*RESERVED, "DEALER", "Dea1er", "Bot 3", "B0t 3", "bot9", "\u0412\u043et 3", "h0use"])
def test_the_automatic_staffs_names_are_reserved_also_by_invitation(people, name):
    token = people.accounts.invite("dealer")
    with pytest.raises(HouseError) as refused:
        people.accounts.accept(token, name, SECRET)
    assert (refused.value.fault, refused.value.field) == ("conflict", "name")
    with pytest.raises(HouseError):
        people.accounts.add(name, None)
    people.accounts.accept(token, "Botanist", SECRET)  # the invitation is not used up by that


def test_names_from_before_go_on_and_those_that_look_alike_too(url, clock):
    database = Database(url)
    database.migrate()
    people = make_people(database, clock)
    for number, name in enumerate(("Ann", "Bob", "Cy")):
        clock.at += number
        people.accounts.add(name, SECRET)
    with database.engine.begin() as connection:
        for table in (
            "guesses",
            "totp",
            "passkeys",
            "recovery_codes",
            "challenges",
            "devices",
            "identities",
            "relations",
            "resets",
        ):
            connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(text("DROP INDEX ix_people_skeleton"))
        for table, column in (
            ("people", "skeleton"),
            ("people", "made_by"),
            ("sessions", "level"),
            ("sessions", "seen"),
            ("invitations", "by"),
        ):
            connection.execute(text(f'ALTER TABLE {table} DROP COLUMN "{column}"'))
        connection.execute(
            text(
                "INSERT INTO people (name, secret, failures, locked_until, made, active)"
                " SELECT 'ann', secret, 0, 0, made, true FROM people WHERE name = 'Bob'"
            )
        )
        connection.execute(text("UPDATE alembic_version SET version_num = '0003'"))
    database.close()
    again = Database(url)
    again.migrate()
    people = make_people(again, clock)
    with again.read() as connection:
        rows = connection.execute(select(schema.people.c.name, schema.people.c.skeleton)).all()
    found = {name: shape for name, shape in rows}  # noqa: C416 - rows are no pairs
    assert found["Ann"] == skeleton("Ann")
    assert found["ann"] != found["Ann"]
    assert people.sign_in("ann", SECRET)
    for name in ("ANN", "cy"):
        with pytest.raises(HouseError, match="nearly"):
            people.accounts.add(name, None)
    again.close()


# Passwords.


@pytest.mark.parametrize(
    ("secret", "why"),
    [
        ("password", "most used"),
        ("P@ssw0rd123!", "most used"),
        ("Letmein2024", "most used"),
        ("aaaaaaaaaa", "a row"),
        ("12345678", "a row"),
        ("qwertyuiop", "a row"),
        ("abcdefg1", "a row"),
        ("Annalena1", "one's name"),
        ("croupier99", "one's name"),
        ("x1" * 200, "256 letters at most"),
        ("sh0rt!!", "8 letters"),
    ],
)
def test_a_password_that_is_tried_first_is_refused(people, secret, why):
    with pytest.raises(HouseError, match=why) as refused:
        people.accounts.add("Annalena", secret)
    assert refused.value.field == "password"


def test_people_at_work_have_longer_passwords(people):
    people.accounts.add("Ann", "nine lives")
    with pytest.raises(HouseError, match="at work has 12 letters"):
        people.accounts.add("Flo", "nine lives", [("floorperson", "T1")])
    people.accounts.add("Flo", SECRET, [("floorperson", "T1")])
    with pytest.raises(HouseError, match="at work has 12 letters"):
        people.change_password("Flo", SECRET, "nine lives", "")


def test_the_list_is_thousands_long_and_sound():
    common = _common()
    assert len(common) > 5_000
    assert all(line == line.strip().casefold() for line in common)
    assert {"password", "iloveyou", "trustno1", "jackpot"} <= common
