"""Whoever writes to the database past the house is found by `check`, with the row or the record named."""

from __future__ import annotations

from hashlib import sha256

import pytest
from sqlalchemy import delete, update

from croupier.errors import JournalError
from croupier.house.audit.check import check
from croupier.house.journal import events as h
from croupier.house.journal.journal import HouseJournal
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.transactions import Transaction
from tests.house.audit.office import (
    AT,
    BALANCED,
    COPIED,
    FORGED_DEPOSIT,
    GRANTED,
    REPEATED_DEPOSIT,
    RESET_BEGUN,
    answered,
    change,
    deposit,
    session,
)
from tests.house.floor import KEY


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
