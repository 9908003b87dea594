"""A house's office where everything was done as it should be, and the works and forgeries that tests add to it."""

from __future__ import annotations

import msgspec
from sqlalchemy import delete, select, update

from croupier.house.audit.check import check
from croupier.house.journal import events as h
from croupier.house.journal.adoption import verifier
from croupier.house.journal.journal import HouseJournal
from croupier.house.people.passwords import RESET
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.house_facts import choose_money
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.money import ledger
from tests.house.floor import KEY
from tests.house.stored import night, put

AT = 5000


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


def store(url, works):
    database = Database(url)
    HouseJournal(KEY).begin(database, AT)
    for work in works:
        database.store(work)
    database.close()


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
