"""Whoever writes to the database past the house is found by `check`, with the row or the record named."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from hashlib import sha256

import msgspec
import pyotp
import pytest
from sqlalchemy import delete, select, update

from croupier.errors import JournalError
from croupier.house.audit.check import check
from croupier.house.audit.rows.check_house_rows import HouseRows
from croupier.house.audit.rows.projections import Projection
from croupier.house.journal import events as h
from croupier.house.journal.adoption import verifier
from croupier.house.journal.heads import signed_heads
from croupier.house.journal.journal import HouseJournal
from croupier.house.people.house_settings import HouseSettings, storing
from croupier.house.people.passwords import RESET
from croupier.house.people.sign_in import NOWHERE
from croupier.house.people.signing_in.enrolment import Shown, begin_totp, confirm_totp
from croupier.house.people.signing_in.passkeys import Site
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.house_facts import choose_money
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.automatic.closing import closing as closing_steps
from croupier.house.tables.money import ledger
from tests.house.audit.test_backup import play
from tests.house.floor import FLOOR, KEY, a_house
from tests.house.make import make_people
from tests.house.stored import night, put

AT = 5000


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A house that has played three rounds and ended."""
    path = tmp_path_factory.mktemp("house") / "h.db"

    async def play_on():
        async with a_house(path, "dj-wild", "raise-it-up") as house:
            await play(house, rounds=3)

    asyncio.run(play_on())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


@pytest.fixture
def house_file(played, tmp_path):
    return shutil.copy(played, tmp_path / "h.db")


@pytest.fixture
def office(tmp_path):
    return an_office(str(tmp_path / "h.db"))


def an_office(url):
    """A house where everything was done as it should be; its one table was only just opened."""
    database = Database(url)
    database.migrate()
    choose_money(database, 1000)
    HouseJournal(KEY).begin(database, 1000)
    for work in (
        person("Ann", "player"),
        person("Mal", "dealer"),
        person("Root", "administrator"),
        deposit("Ann", 500, 3),
        request(1),
        request(2),
        answered(1, "approved", "Ann"),
        session("Ann", "t1"),
        session("Mal", "t2"),
        invite("t3"),
        Transaction(
            "",
            AT,
            rows=[(schema.refusals, {"at": AT, "person": "Mal", "what": "fill", "why": "no"})],
            said=[h.Denied(person="Mal", what="fill", why="no")],
        ),
    ):
        database.store(work)
    opening, _ = night("dj-wild", rounds=1)[0]
    put(database, [(opening, 0)])
    with database.read() as connection:
        row = connection.execute(select(schema.tables)).one()
    database.store(
        Transaction(
            "",
            AT,
            said=[
                h.TableAdded(table=row.id, name=row.name, game=row.game, edition=row.edition, settings="old"),
                h.TableSettingsChanged(table=row.id, settings=row.settings),
            ],
            doing=[update(schema.tables).values(opened=AT)],
        )
    )
    database.close()
    check(url, KEY.public)
    return url


def person(name, role):
    secret = f"hash of {name}"
    row = {
        "name": name,
        "secret": secret,
        "failures": 0,
        "locked_until": 0,
        "made": AT,
        "active": True,
        "skeleton": name,
    }
    return Transaction(
        "",
        AT,
        before=[(schema.people, row)],
        rows=[(schema.grants, {"person": name, "role": role, "table_id": ""})],
        said=[h.PersonAdded(name=name, grants=((role, ""),), verifier=verifier(secret))],
    )


def deposit(name, cents, number):
    """Asked for and done by one person alone, within the limit."""
    what = "deposit" if cents > 0 else "withdrawal"
    entries = ledger.grant(ledger.wallet(name), cents, what)
    made = request(number, kind=what, told=msgspec.json.encode({"amount": abs(cents), "name": name}).decode(), by="Sam")
    ((rows, row),) = made.rows
    row = {**row, "state": "approved", "answered_by": "Sam", "note": "alone, within the limit"}
    return Transaction(
        "",
        AT,
        entries=entries,
        rows=[(rows, row)],
        said=[
            h.MoneyPosted(entries=ledger.moved(entries), what=what, by="Sam"),
            *made.said,
            h.RequestAnswered(number=number, state="approved", note=row["note"], by="Sam"),
        ],
    )


def request(number, kind="fill", told="{}", by="Mal"):
    row = {
        "id": number,
        "table_id": "T1",
        "kind": kind,
        "told": told,
        "by": by,
        "at": AT,
        "state": "waiting",
        "answered_by": "",
        "answered_at": 0,
        "note": "",
    }
    return Transaction(
        "",
        AT,
        rows=[(schema.requests, row)],
        said=[h.RequestMade(number=number, table="T1", kind=kind, told=told, by=by)],
    )


def answered(number, state, who):
    rows = schema.requests
    done = update(rows).where(rows.c.id == number).values(state=state, answered_by=who)
    return Transaction("", AT, doing=[done], said=[h.RequestAnswered(number=number, state=state, by=who)])


def session(name, token):
    row = {"token": token, "person": name, "made": AT, "until": AT + 10**9}
    said = h.SignedIn(name=name, session=token, level="single", until=AT + 10**9)
    return Transaction("", AT, rows=[(schema.sessions, row)], said=[said])


def invite(token):
    row = {"token": token, "role": "dealer", "table_id": "", "until": AT + 10**9}
    return Transaction("", AT, rows=[(schema.invitations, row)], said=[h.Invited(role="dealer", token=token)])


def change(url, *statements):
    database = Database(url)
    with database.transaction() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    database.close()


FORGED_DEPOSIT = (
    "INSERT INTO postings (table_id, n, at, account, cents, what) VALUES ('', 0, 5000, 'cage', -99, 'deposit')",
    "INSERT INTO postings (table_id, n, at, account, cents, what) VALUES ('', 0, 5000, 'wallet:Mal', 99, 'deposit')",
    "UPDATE balances SET cents = cents - 99 WHERE account = 'cage'",
    "INSERT INTO balances (account, cents) VALUES ('wallet:Mal', 99)",
)
BALANCED = (
    "DELETE FROM balances",
    "INSERT INTO balances SELECT account, sum(cents) FROM postings GROUP BY account",
)
REPEATED_DEPOSIT = (
    "INSERT INTO postings (table_id, n, at, account, cents, what) VALUES ('', 0, 5000, 'cage', -500, 'deposit')",
    "INSERT INTO postings (table_id, n, at, account, cents, what) VALUES ('', 0, 5000, 'wallet:Ann', 500, 'deposit')",
    *BALANCED,
)
COPIED = """INSERT INTO people (name, secret, failures, locked_until, made, active, skeleton)
    SELECT 'New', secret, 0, 0, 0, active, 'New' FROM people WHERE name = 'Root'"""
GRANTED = "INSERT INTO grants (person, role, table_id) VALUES ('Mal', 'administrator', '')"


@pytest.mark.parametrize(
    ("forged", "says"),
    [
        (FORGED_DEPOSIT, r"posting \d+, -99 cents on cage for deposit is in the database, and no record"),
        (REPEATED_DEPOSIT, r"posting \d+, -500 cents on cage"),
        (("UPDATE postings SET cents = 2 * cents WHERE n = 0", *BALANCED), "posting 1, -1000 cents on cage"),
        (("DELETE FROM postings WHERE n = 0", *BALANCED), "a posting on cage is gone .* record 9 of the house's"),
        (("UPDATE postings SET what = 'play-money' WHERE n = 0",), "posting 1, -500 cents on cage for play-money"),
        (("DELETE FROM requests WHERE id = 1",), "request 1 is gone from the database: record 17 of"),
        (("DELETE FROM requests WHERE id = 2",), "request 2 is gone from the database: record 15"),
        (
            ("UPDATE requests SET state = 'approved', answered_by = 'Ann' WHERE id = 2",),
            "request 2 has state 'approved', against record 15",
        ),
        (("UPDATE requests SET answered_by = 'Root' WHERE id = 1",), "request 1 has answered by 'Root'"),
        (("UPDATE requests SET told = '{\"amount\": 9}' WHERE id = 1",), "request 1 has told"),
        ((GRANTED,), "the role administrator of Mal is in the database, and no record"),
        (("UPDATE grants SET role = 'shift-manager' WHERE person = 'Mal'",), "the role shift-manager of Mal"),
        (("DELETE FROM grants WHERE person = 'Root'",), "the role administrator of Root is gone .* record 7"),
        (("UPDATE people SET secret = 'hash of Mal' WHERE name = 'Root'",), "password of Root is another.* record 7"),
        (("UPDATE people SET active = false WHERE name = 'Root'",), "person Root is dismissed, against record 7"),
        ((COPIED,), "person New is in the database, and no record"),
        (("UPDATE sessions SET person = 'Root' WHERE token = 't2'",), r"a session of Root \(t2\) is in the database"),
        (
            ("INSERT INTO sessions (token, person, made, until) VALUES ('t9', 'Root', 0, 99999999999)",),
            r"a session of Root \(t9\)",
        ),
        (("UPDATE invitations SET role = 'administrator'",), "invitation t3 is for the role administrator"),
        (("INSERT INTO totp VALUES ('Root', 'sealed', 0, 0)",), "a totp of Root .* no record"),
        (
            ("INSERT INTO passkeys VALUES ('id', 'Root', 'key', 0, 'localhost', 'Mine', 0, '')",),
            "a passkey of Root .* no",
        ),
        (
            ("INSERT INTO identities VALUES ('https://id', 'mal', 'Root', true, 'Mal', 0, '')",),
            "identity mal of https://id",
        ),
        (("INSERT INTO relations VALUES ('Mal', 'Root', false, 'Mal', 0, '')",), "the relation of Mal and Root is in"),
        (
            ("INSERT INTO shares VALUES ('t7', 'Root', 'T1', 1, 1, false, 0, '')",),
            r"the shared round 1 of table T1 by Root \(t7\) is in the database, and no record",
        ),
        (("UPDATE house_facts SET value = 'real'",), "the house's money is 'real', against record 1"),
        (("INSERT INTO house_facts VALUES ('settings', '{\"two_people\": false}')",), "a setting of the house is in"),
        (("UPDATE people SET made_by = 'Ann' WHERE name = 'Root'",), "account of Root was made by 'Ann', "),
        (("UPDATE people SET made = -86400000 WHERE name = 'Root'",), "account of Root was made at another time"),
        (("UPDATE requests SET at = -86400000 WHERE id = 3",), "request 3 was made at another time"),
        (("UPDATE invitations SET by = 'Ann'",), "invitation t3 is by 'Ann'"),
        (("UPDATE sessions SET level = 'strong' WHERE token = 't2'",), r"a session of Mal \(t2\) is strong, against"),
        (("UPDATE sessions SET until = until + 1 WHERE token = 't2'",), r"a session of Mal \(t2\) lasts longer"),
        (("UPDATE sessions SET made = 99999999999 WHERE token = 't2'",), r"a session of Mal \(t2\) lasts longer"),
        (("INSERT INTO recovery_codes VALUES ('c1', 'Root')",), r"a recovery code of Root \(c1\) is in the database"),
        (
            ("INSERT INTO resets VALUES ('t8', 'Root', 99999999999, '')",),
            r"a link for a new password of Root \(t8\) is in",
        ),
        (("INSERT INTO reset_log VALUES ('t8', 'Root', 'Mal', 'Ann', 0)",), "the reset of Root by Mal and Ann .* no"),
        (("UPDATE invitations SET token = 't4'",), "an invitation for the role dealer"),
        (("DELETE FROM refusals",), r"the refusal of Mal .* is gone"),
        (("UPDATE refusals SET person = 'Ann'",), "refusal 1, of Ann: fill is in the database, and no record"),
        (("UPDATE tables SET settings = '{}'",), "the settings of table T1 is another, .* record 28"),
        (("UPDATE tables SET name = 'Salon'",), "the name of table T1 is another"),
    ],
)
def test_rows_that_no_record_led_to(office, forged, says):
    change(office, *forged)
    with pytest.raises(JournalError, match=says):
        check(office, KEY.public)


def test_what_is_done_as_it_should_be_is_no_fault(office):
    database = Database(office)
    HouseJournal(KEY).begin(database, 9000)
    people, sessions, grants, invitations = schema.people, schema.sessions, schema.grants, schema.invitations
    for work in (
        Transaction(
            "",
            AT,
            doing=[
                update(people).where(people.c.name == "Mal").values(active=False),
                delete(sessions).where(sessions.c.person == "Mal"),
            ],
            said=[h.PersonDismissed(name="Mal")],
        ),
        Transaction(
            "",
            AT,
            doing=[update(people).where(people.c.name == "Ann").values({"secret": "new"})],
            said=[h.PasswordChanged(name="Ann", verifier=sha256(b"new").hexdigest(), kept="t1")],
        ),
        Transaction(
            "",
            AT,
            doing=[delete(grants).where(grants.c.person == "Mal")],
            said=[h.RoleWithdrawn(name="Mal", role="dealer")],
        ),
        Transaction(
            "",
            AT,
            rows=[(grants, {"person": "Ann", "role": "dealer", "table_id": "T1"})],
            said=[h.RoleGranted(name="Ann", role="dealer", table="T1")],
        ),
        Transaction(
            "",
            AT,
            doing=[delete(invitations)],
            rows=[(grants, {"person": "Kim", "role": "dealer", "table_id": ""})],
            said=[h.PersonAdded(name="Kim", grants=(("dealer", ""),), invitation="t3")],
            before=[
                (
                    people,
                    {
                        "name": "Kim",
                        "secret": "!",
                        "failures": 0,
                        "locked_until": 0,
                        "made": AT,
                        "active": True,
                        "skeleton": "Kim",
                    },
                )
            ],
        ),
        Transaction(
            "",
            AT,
            doing=[delete(sessions).where(sessions.c.person == "Ann")],
            said=[h.SignedOut(name="Ann", session="t1")],
        ),
        answered(2, "refused", "Root"),
        deposit("Ann", -200, 4),
        session("Kim", "t5"),
        session("Ann", "t6"),
    ):
        database.store(work)
    database.close()
    assert check(office, KEY.public).house > 30
    change(office, "INSERT INTO invitations (token, role, table_id, until) VALUES ('t3', 'dealer', '', 99999999999)")
    with pytest.raises(JournalError, match="an invitation for the role dealer"):  # it was used up
        check(office)


@pytest.mark.parametrize(
    ("forged", "says"),
    [
        ("DELETE FROM reset_log", "the reset of Mal by Root and Ann is gone from the database"),
        ("UPDATE reset_log SET second = 'Kim'", r"the reset of Mal by Root and Kim \(t7\), against"),
        ("UPDATE reset_log SET at = -86400000", "was at another time, against"),
    ],
)
def test_who_reset_a_password_is_not_forgotten(office, forged, says):
    database = Database(office)
    HouseJournal(KEY).begin(database, 9000)
    database.store(RESET_BEGUN)
    database.close()
    assert check(office, KEY.public)
    change(office, forged)
    with pytest.raises(JournalError, match=says):
        check(office, KEY.public)


# What was changed, used and put back: the rows are as they were, and the journal contradicts itself.


def by_two(number, *, cents=500, told=500, name="Ann", approver="Root", asker="Sam", answer=True):
    """A deposit that was asked for, and posted with an approval."""
    entries = ledger.grant(ledger.wallet(name), cents, "deposit")
    made = request(number, kind="deposit", told=f'{{"amount": {told}, "name": "Ann"}}', by=asker)
    approved = answered(number, "approved", approver)
    said = [h.MoneyPosted(entries=ledger.moved(entries), what="deposit", by="Sam", second=approver)]
    done = Transaction("", AT, entries=entries, doing=approved.doing, said=[*said, *(approved.said if answer else ())])
    return [made, done, *([] if answer else [approved])]


SETTINGS = h.HouseSettingsChanged(settings={"alone": {}}, by="Sam", second="Sue")
RESET_BEGUN = Transaction(
    "",
    AT,
    doing=[
        update(schema.people).where(schema.people.c.name == "Mal").values({"secret": RESET}),
        delete(schema.sessions).where(schema.sessions.c.person == "Mal"),
    ],
    rows=[(schema.reset_log, {"token": "t7", "person": "Mal", "by": "Root", "second": "Ann", "at": AT})],
    said=[h.ResetBegun(name="Mal", token="t7", by="Root", second="Ann")],  # noqa: S106 - none of anyone's
)


def reset_done(secret):
    return Transaction(
        "",
        AT,
        doing=[
            update(schema.people).where(schema.people.c.name == "Mal").values(secret=secret),
            delete(schema.sessions).where(schema.sessions.c.person == "Mal"),
        ],
        said=[h.PasswordChanged(name="Mal", how="reset", verifier=verifier(secret))],
    )


def joined(name="Kim", role="dealer", by=""):
    """Registered by the invitation of the office."""
    made = person(name, role)
    return Transaction(
        "",
        AT,
        before=made.before,
        rows=made.rows,
        doing=[delete(schema.invitations)],
        said=[
            h.PersonAdded(name=name, grants=((role, ""),), invitation="t3", by=by, verifier=verifier(f"hash of {name}"))
        ],
    )


def answer_only(number, state, who, note=""):
    return Transaction("", AT, said=[h.RequestAnswered(number=number, state=state, by=who, note=note)])


@pytest.mark.parametrize(
    ("works", "says"),
    [
        ([answer_only(900, "approved", "Root")], "answered request 900, which nobody made"),
        ([answered(1, "approved", "Root")], "answered request 1 as approved, which was approved already"),
        ([answered(2, "refused", "Root"), answered(2, "approved", "Root")], "as approved, which was refused already"),
        ([answered(2, "withdrawn", "Mal"), answered(2, "closing", "Root")], "as closing, which was withdrawn already"),
        ([Transaction("", AT, said=request(1).said)], "made request 1 a second time"),
        ([request(5, kind="close", by="Root"), answered(5, "approved", "Root")], "by Root, who asked for it"),
        ([request(5, told='{"amount": 9}'), answered(5, "approved", "Mal")], "by Mal alone, beyond what one person"),
        ([deposit("Ann", 1_000_001, 5)], "by Sam alone, beyond what one person may"),
        ([deposit("Ann", 600_000, 5), deposit("Ann", 600_000, 6)], "request 6 by Sam alone, beyond"),
        (by_two(5, cents=5000), "posted a deposit that no request approved with it told of"),
        (by_two(5, name="Mal"), "posted a deposit that no request"),
        (by_two(5, asker="Sue"), "posted a deposit that no request"),
        (by_two(5, answer=False), "posted a deposit that no request"),
        ([request(5, kind="deposit"), answered(5, "approved", "Root")], "approved a deposit that was not posted"),
        (
            [
                Transaction(
                    "",
                    AT,
                    rows=[(schema.grants, {"person": "Mal", "role": "floorperson", "table_id": ""})],
                    said=[h.RoleGranted(name="Mal", role="floorperson", by="Root", second="Root")],
                )
            ],
            "done by Root and by Root as the second person",
        ),
        ([joined(by="Root")], "registered Kim by an invitation that was not made so"),
        ([joined(role="floorperson")], "registered Kim by an invitation"),
        ([joined(), joined("Jim")], "registered Jim by an invitation that was not made so, or was used"),
        ([reset_done("x")], "changed the password of Mal by a link that was not made, or was used"),
        ([RESET_BEGUN, reset_done("x"), reset_done("y")], "changed the password of Mal by a link"),
    ],
)
def test_a_journal_that_contradicts_itself(office, works, says):
    store(office, works)
    with pytest.raises(JournalError, match=says) as caught:
        check(office, KEY.public)
    assert caught.value.fault == "journal"
    assert caught.value.record is not None


@pytest.mark.parametrize(
    "works",
    [
        by_two(5),
        by_two(5, cents=10**9, told=10**9),
        [
            answer_only(2, "waiting", "", "Not carried out"),
            answered(2, "closing", "Root"),
            answered(2, "approved", "Root"),
            answer_only(2, "waiting", "", "too late"),
        ],
        [answered(1, "collected", "Ann")],
        [joined()],
        [RESET_BEGUN, reset_done("x")],
    ],
)
def test_a_journal_that_does_not(office, works):
    store(office, works)
    check(office, KEY.public)


def store(url, works):
    database = Database(url)
    HouseJournal(KEY).begin(database, AT)
    for work in works:
        database.store(work)
    database.close()


def test_second_factors_are_held_against_the_journal(office):
    """What is made by the house itself is whole; a code that was used and put back, or a session, is not."""
    database, now = Database(office), AT + 10**6
    HouseJournal(KEY).begin(database, now)
    people = make_people(database, lambda: now, key=KEY)
    people.accounts.add("Flo", "purple owl ladder 9", [("floorperson", "")])
    token = people.sign_in("Flo", "purple owl ladder 9")
    flo = people.accounts.person("Flo")
    begun = begin_totp(people, flo, token, Shown(Site("localhost", "http://localhost"), NOWHERE))
    code = pyotp.TOTP(begun.key).at(now // 1000)
    codes = confirm_totp(people, people.accounts.person("Flo"), token, sealed=begun.sealed, code=code)
    check(office, KEY.public)
    with database.read() as connection:
        made = set(connection.scalars(select(schema.recovery_codes.c.code)))
    people.second_step(people.sign_in("Flo", "purple owl ladder 9"), codes[0])
    check(office, KEY.public)
    with database.read() as connection:
        (used,) = made - set(connection.scalars(select(schema.recovery_codes.c.code)))
    database.close()
    change(office, f"INSERT INTO recovery_codes VALUES ('{used}', 'Flo')")  # noqa: S608
    with pytest.raises(JournalError, match="Flo has a recovery code again that was used"):
        check(office, KEY.public)
    change(office, f"DELETE FROM recovery_codes WHERE code = '{used}'")  # noqa: S608
    check(office, KEY.public)
    digest = sha256(token.encode()).hexdigest()
    change(office, f"UPDATE sessions SET level = 'single' WHERE token = '{digest}'")  # noqa: S608
    with pytest.raises(JournalError, match=r"a session of Flo \(\w+\) is single, .*'strong'"):
        check(office, KEY.public)


def test_a_house_that_plays_for_real_money_no_more(tmp_path):
    database = Database(str(tmp_path / "h.db"))
    database.migrate()
    HouseJournal(KEY).begin(database, 1000, choose_money(database, 1000, "real"))
    database.close()
    check(tmp_path / "h.db", KEY.public)
    change(tmp_path / "h.db", "DELETE FROM house_facts")
    with pytest.raises(JournalError, match="the house's money is gone from the database: record 1"):
        check(tmp_path / "h.db", KEY.public)


def test_settings_that_are_gone(office):
    store(office, [Transaction("", AT, doing=storing(Database(office), HouseSettings(alone={})), said=[SETTINGS])])
    check(office, KEY.public)
    change(office, "DELETE FROM house_facts WHERE name = 'settings'")
    with pytest.raises(JournalError, match="the house's settings is gone from the database: record"):
        check(office, KEY.public)


@pytest.mark.parametrize(("later", "found"), [(60_000, True), (10, False)])
def test_a_wallet_that_was_lent_money_for_a_while(office, later, found):
    def moved(at, cents):
        entries = [(0, "wallet:Ann", cents, "hold"), (0, "T1/hold:Ann", -cents, "hold")]
        return Transaction("", at, entries=entries, said=[h.MoneyPosted(entries=ledger.moved(entries), what="hold")])

    change(office, "UPDATE balances SET cents = cents + 700 WHERE account = 'wallet:Ann'")
    store(office, [moved(AT, -1200), moved(AT + later, 1200)])
    change(office, "UPDATE balances SET cents = cents - 700 WHERE account = 'wallet:Ann'")
    if not found:  # what is stored at the same moment may stand in either order
        check(office, KEY.public)
        return
    with pytest.raises(JournalError, match=r"account wallet:Ann stood at -700 cents after posting \d+"):
        check(office, KEY.public)


# The house's journal itself.


@pytest.mark.parametrize(
    ("forged", "says"),
    [
        ("DELETE FROM house_records WHERE n = 3", r"house.record 3 .* does not follow"),
        ("UPDATE house_records SET line = CAST(replace(line, 'wild', 'mild') AS BLOB) WHERE n > 2", r"house.record 3"),
        ("DELETE FROM house_records WHERE n = 1", r"house.record 1"),
    ],
)
def test_a_changed_house_journal(house_file, forged, says):
    check(house_file, KEY.public)
    change(house_file, forged)
    with pytest.raises(JournalError, match=says):
        check(house_file)


@pytest.mark.parametrize(
    ("forged", "says"),
    [
        (FORGED_DEPOSIT, "-99 cents on cage"),
        ((GRANTED,), "role administrator of Mal"),
        (("DELETE FROM requests",), "request 3 is gone"),
    ],
)
def test_the_same_on_postgresql(postgres_url, forged, says):
    change(an_office(postgres_url), *forged)
    with pytest.raises(JournalError, match=says):
        check(postgres_url, KEY.public)


def test_a_cut_off_house_journal_is_found_by_kept_heads_alone(office, monkeypatch):
    monkeypatch.setattr(HouseRows, "tables", lambda _: None)  # the table's own records are looked at elsewhere
    database = Database(office)
    heads = signed_heads(database)
    database.close()
    assert [head.table for head in heads] == [""]
    assert check(office, heads=heads).heads == 1
    change(
        office,
        "DELETE FROM house_records WHERE n > 20",
        "DELETE FROM sessions",
        "DELETE FROM invitations",
        "DELETE FROM refusals",
    )
    check(office)
    with pytest.raises(JournalError, match=r"house.record 21 .* a head of record \d+ was kept"):
        check(office, heads=heads)
    change(office, "DELETE FROM house_records")
    with pytest.raises(JournalError, match=r"the journal .* of the house, or of a table is gone"):
        check(office, heads=heads)


# Tables.


def rolled_back(path):
    """Everything of a table after its second round is gone, and the accounts are what is left of their postings."""
    with closing(sqlite3.connect(path)) as connection:
        (last,) = connection.execute("SELECT last FROM rounds WHERE table_id = 'dj-wild' AND round = 2").fetchone()
        for table in ("records", "postings", "answers", "snapshots"):
            connection.execute(f"DELETE FROM {table} WHERE table_id = 'dj-wild' AND n > ?", (last + 1,))  # noqa: S608
        for table in ("rounds", "played"):
            connection.execute(f"DELETE FROM {table} WHERE table_id = 'dj-wild' AND round > 2")  # noqa: S608
        connection.execute("DELETE FROM balances")
        connection.execute("INSERT INTO balances SELECT account, sum(cents) FROM postings GROUP BY account")
        connection.commit()
    return last + 2


def test_a_table_that_was_rolled_back(house_file, monkeypatch):
    first = rolled_back(house_file)
    with pytest.raises(JournalError, match=rf"table dj-wild.record {first} .* of the house's journal has the head of"):
        check(house_file, KEY.public)
    hear = Projection.hear
    monkeypatch.setattr(
        Projection, "hear", lambda *heard: None if isinstance(heard[1], h.HeadRecorded) else hear(*heard)
    )
    check(house_file, KEY.public)  # nothing else shows it


def test_a_table_that_is_gone(house_file):
    gone = ("postings", "answers", "rounds", "played", "snapshots", "records", "owners")
    change(
        house_file,
        *(f"DELETE FROM {table} WHERE table_id = 'raise-it-up'" for table in gone),  # noqa: S608
        "DELETE FROM tables WHERE id = 'raise-it-up'",
        "DELETE FROM balances",
        "INSERT INTO balances SELECT account, sum(cents) FROM postings GROUP BY account",
    )
    with pytest.raises(JournalError, match="table raise-it-up is gone, against record"):
        check(house_file)


@pytest.mark.parametrize(
    ("forged", "says"),
    [
        ("UPDATE played SET net = net + 100000 WHERE round = 2", "table dj-wild: played: round 2, seat 1 .*net"),
        ("UPDATE played SET player = 'Mal' WHERE round = 1", "played: round 1, seat 1 .*player"),
        ("DELETE FROM played WHERE round = 3", "played: round 3, seat 1"),
        (
            "INSERT INTO played SELECT table_id, round, 4, 'Mal', 0, 500, at FROM played WHERE round = 1",
            "played: 1 rows more than the journal",
        ),
        ("UPDATE rounds SET void = 1 WHERE round = 2", "rounds: round 2 .*void"),
        ("UPDATE rounds SET first = first + 1 WHERE round = 2", "rounds: round 2 .*first"),
        ("UPDATE tables SET closed = 5 WHERE id = 'dj-wild'", "closed in the database, and not in its journal"),
    ],
)
def test_an_edited_result(house_file, forged, says):
    change(house_file, forged)
    with pytest.raises(JournalError, match=says):
        check(house_file)


async def test_an_edited_snapshot(tmp_path, monkeypatch):
    monkeypatch.setattr("croupier.house.tables.keeping.snapshots.EVERY", 20)

    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        await play(house, rounds=3)
    check(tmp_path / "h.db")
    with closing(sqlite3.connect(tmp_path / "h.db")) as connection:
        (state,) = connection.execute("SELECT state FROM snapshots").fetchone()
        told = msgspec.json.decode(state)
        told["table"]["accounts"]["player:Ann"] += 10**6
        connection.execute("UPDATE snapshots SET state = ?", (msgspec.json.encode(told),))
        connection.commit()
    with pytest.raises(JournalError, match="where a snapshot was taken that these records do not lead to"):
        check(tmp_path / "h.db")


async def test_a_table_that_closes_signs_its_last_record(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await keeper.commit(closing_steps(keeper.decided, FLOOR, keeper.now()))
        heads, stored = {head.table: head.n for head in signed_heads(house.database)}, keeper.stored
    assert heads["dj-wild"] == stored - 1
    check(tmp_path / "h.db")
    change(tmp_path / "h.db", "UPDATE tables SET closed = NULL")
    with pytest.raises(JournalError, match="open in the database, not in its journal"):
        check(tmp_path / "h.db")


def test_the_command_names_what_it_found(house_file, tmp_path, run):
    heads = tmp_path / "heads.jsonl"
    database = Database(house_file)
    heads.write_text("".join(f"{head.text()}\n" for head in signed_heads(database)))
    database.close()
    done = run("check", "--db", house_file, "--heads", heads)
    assert done.code == 0, done
    assert "2 kept heads met" in done.out
    rolled_back(house_file)
    assert run("check", "--db", house_file).code == 3
    change(house_file, "DELETE FROM house_records")
    assert run("check", "--db", house_file).code == 0  # whoever can cut everything off is found elsewhere
    done = run("check", "--db", house_file, "--heads", heads)
    assert done.code == 3
    assert "is gone" in done.err or "was kept" in done.err
    heads.write_text("nothing\n")
    assert run("check", "--db", house_file, "--heads", heads).code == 2
