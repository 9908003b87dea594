"""What the journal must say of who acted: in which session, in which role, and with whom."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing

import pytest
from msgspec.structs import replace
from sqlalchemy import insert, update

from croupier.errors import JournalError
from croupier.house.audit.check import check
from croupier.house.journal import events as h
from croupier.house.journal.adoption import verifier
from croupier.house.people.accounts import hashed
from croupier.house.storage import schema
from croupier.house.storage.transactions import Transaction
from tests.house.audit.office import AT, an_office, request, session, store
from tests.house.floor import KEY

LINK = "a link"
LATER = AT + 10**9 + 10**6


@pytest.fixture
def office(made, tmp_path):
    return str(shutil.copy(made, tmp_path / "h.db"))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """With somebody of each kind signed in: Ann plays (t1), Mal deals (t2), Root and Rue administrate (t9, t8)."""
    url = an_office(str(tmp_path_factory.mktemp("office") / "h.db"))
    rue = {
        "name": "Rue",
        "secret": "hash of Rue",
        "failures": 0,
        "locked_until": 0,
        "made": AT,
        "active": True,
        "skeleton": "Rue",
    }
    added = Transaction(
        "",
        AT,
        before=[(schema.people, rue)],
        rows=[(schema.grants, {"person": "Rue", "role": "administrator", "table_id": ""})],
        said=[h.PersonAdded(name="Rue", grants=(("administrator", ""),), verifier=verifier("hash of Rue"))],
    )
    store(url, [added, session("Root", "t9"), session("Rue", "t8")])
    with closing(sqlite3.connect(url)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return url


def said(*events, at=AT, doing=()):
    return Transaction("", at, said=list(events), doing=list(doing))


def asked(number, **given):
    """Mal the dealer asks for a fill."""
    made = request(number)
    return Transaction(
        "",
        AT,
        rows=made.rows,
        said=[h.RequestMade(number=number, table="T1", kind="fill", told="{}", by="Mal", **given)],
    )


def granted(grant, number=8, doing=()):
    """A role by two people: one asked for it, and it is given as the other approves."""
    told = json.dumps({"name": grant.name, "role": grant.role})
    row = {
        **dict(request(number, "grant", told, grant.by).rows[0][1]),
        "table_id": "",
        "state": "approved",
        "answered_by": grant.second,
    }
    within = {"Root": "t9", "Rue": "t8"}
    asks = h.RequestMade(number=number, table="", kind="grant", told=told, by=grant.by, within=within[grant.by])
    done = h.RequestAnswered(number=number, state="approved", by=grant.second, within=within[grant.second])
    return Transaction("", AT, rows=[(schema.requests, row)], said=[asks, grant, done], doing=list(doing))


GRANT = h.RoleGranted(name="Mal", role="floorperson", by="Root", within="t9")
GONE = schema.sessions.delete().where(schema.sessions.c.token == "t2")  # noqa: S105
HELD = insert(schema.grants).values(person="Mal", role="floorperson", table_id="")
GIFT = h.MoneyPosted(entries={"cage": -500, "wallet:Ann": 500}, what="play-money", key="k")
SHARED = h.HandShared(token=LINK, table="T1", round=1, seat=1, by="Ann")
ONE = "request 9 of Flo by Fay, who counted as one person"
TOLD = asked(50, within="t2")
"""From here on sessions are told of."""


def two(*, by=("", ""), role_by="", device="", before=()):
    """Two floorpersons, of whom one asks and the other approves; who made them, or gave one of them the role; in which
    browser both sign in, and what was told of them `before`."""
    made = [
        h.PersonAdded(name="Flo", grants=(("floorperson", ""),), by=by[0]),
        h.PersonAdded(name="Fay", grants=() if role_by else (("floorperson", ""),), by=by[1]),
    ]
    role = [h.RoleGranted(name="Fay", role="floorperson", by=role_by, within="t9", second="Rue")] if role_by else []
    signed_in = [
        h.SignedIn(name=name, session=name, level="single", until=LATER, device=device) for name in ("Flo", "Fay")
    ]
    asks = h.RequestMade(number=9, table="T1", kind="fill", told="{}", by="Flo", within="Flo")
    return [
        said(*made),
        *(granted(one) for one in role),
        said(*before),
        *(said(one) for one in signed_in),
        said(asks),
        said(h.RequestAnswered(number=9, state="approved", by="Fay", within="Fay")),
    ]


@pytest.mark.parametrize(
    ("works", "says"),
    [
        ([asked(9, within="lent")], r"by Mal in a session that was not begun, or was over \(lent\)"),
        ([asked(9, within="t1")], "was done by Mal in a session of Ann"),
        (
            [
                said(h.SignedOut(name="Mal", session="t2"), doing=[GONE]),
                said(h.LockChanged(name="x", by="Mal", within="t2"), at=AT + 70_000),
            ],
            "not begun, or was over",
        ),
        ([said(h.LockChanged(name="x", by="Root", within="t9"), at=LATER)], r"in a session that was over \(t9\)"),
        ([asked(9, within="t2", strong=True)], r"by Mal in a session that is single \(t2\)"),
        (
            [said(h.SignedIn(name="Mal", session="p", level="pending", until=AT + 1000)), asked(9, within="p")],
            "in a session that is pending",
        ),
        ([said(h.LockChanged(name="Ann", by="Mal", within="t2"))], r"by Mal, who held no role for it \(people\)"),
        (
            [said(h.RequestMade(number=9, table="", kind="deposit", told="{}", by="Mal", within="t2"))],
            r"by Mal, who held no role for it \(cage\)",
        ),
        (
            [said(h.RequestAnswered(number=2, state="approved", by="Ann", within="t1"))],
            r"by Ann, who held no role for it \(approve\)",
        ),
        (two(by=("Root", "Root")), "request 9 of Flo by Fay: Root made or gave a role to both"),
        (two(by=("", "Flo")), "request 9 of Flo by Fay: Flo made or gave a role to both, or is one of them"),
        (two(by=("Root", ""), role_by="Root"), "request 9 of Flo by Fay: Root made or gave a role to both"),
        (two(device="b"), ONE),
        (two(before=[h.RelationChanged(one="Fay", other="Flo", related=True)]), ONE),
        (
            two(before=[h.IdentityLinked(name=name, issuer="i", subject="s", active=True) for name in ("Flo", "Fay")]),
            ONE,
        ),
        (two(before=[h.ResetBegun(name=name, token=name, by="Rue") for name in ("Flo", "Fay")]), ONE),
        ([TOLD, asked(9)], "was done by Mal in no session"),
        ([TOLD, said(h.RoleGranted(name="Mal", role="auditor", by="Root", second="Rue"))], "by Root in no session"),
        ([said(GRANT)], "made Mal floorperson by Root alone, which takes two people"),
        (
            [said(h.PersonAdded(name="New", grants=(("dealer", ""),), by="Root", within="t9"))],
            "registered New as dealer by Root alone",
        ),
        ([said(h.Invited(role="dealer", by="Root", within="t9"))], "invited a dealer by Root alone"),
        ([said(h.ResetBegun(name="Mal", token=LINK, by="Root", within="t9"))], "reset the password of Mal by Root"),
        (
            [said(h.IdentityLinked(name="Mal", issuer="i", subject="s", active=True, by="Root", within="t9"))],
            "linked an identity to Mal by Root alone",
        ),
        (
            [said(h.RoleWithdrawn(name="Rue", role="administrator", by="Root", within="t9"))],
            "took from Rue the role of an administrator by Root alone",
        ),
        ([said(h.PersonDismissed(name="Rue", by="Root", within="t9"))], "dismissed Rue, an administrator, by Root"),
        (
            [said(h.RelationChanged(one="Ann", other="Mal", related=True, by="Root", within="t9"))],
            "declared something of Ann and Mal by Root alone",
        ),
        ([said(h.HouseSettingsChanged(settings={"alone": {}}, by="Root"))], "changed the settings of the house"),
        ([said(h.SignedIn(name="Mal", digest="x", session="y"))], "signed Mal in by a password that was not theirs"),
        ([said(h.SignedIn(name="Mal", how="passkey", digest="x", session="y"))], "in by a passkey that was not theirs"),
        ([said(h.SignedIn(name="Mal", how="oidc", digest="x", session="y"))], "in by a oidc that was not theirs"),
        ([said(h.SignedIn(name="Mal", how="password+recovery", digest="x", session="y"))], "recovery that was not"),
        ([said(h.SignedIn(name="Nobody", digest="x", session="y"))], "signed Nobody in, who has no open account"),
        (
            [
                said(h.FactorChanged(name="Mal", factor="totp", what="added", digest="d")),
                said(h.SignedIn(name="Mal", how="password+totp", digest="d", session="y")),
            ],
            "second step without a first",
        ),
        (
            [
                said(h.FactorChanged(name="Mal", factor="totp", what="added", digest="d", step=5)),
                said(h.SignedIn(name="Mal", how="password+totp", digest="d", session="y", step=5)),
            ],
            "theirs, or was used",
        ),
        (
            [
                said(h.FactorChanged(name="Mal", factor="totp", what="added", digest="d", step=5)),
                said(h.FactorChanged(name="Mal", factor="totp", what="shown", digest="d", step=6)),
                said(h.FactorChanged(name="Mal", factor="totp", what="shown", digest="d", step=6)),
            ],
            "a totp of Mal that",
        ),
        (
            [
                said(h.FactorChanged(name="Mal", factor="recovery", what="added", codes=("d",))),
                said(h.FactorChanged(name="Mal", factor="recovery", what="shown", digest="d")),
                said(h.FactorChanged(name="Mal", factor="recovery", what="shown", digest="d")),
            ],
            "a recovery of Mal that",
        ),
        (
            [
                said(h.Invited(role="dealer", token=LINK, until=AT + 10)),
                said(h.PersonAdded(name="New", grants=(("dealer", ""),), invitation=LINK), at=AT + 70_000),
            ],
            "registered New by an invitation that was over",
        ),
        (
            [
                said(h.ResetBegun(name="Mal", token=LINK, until=AT + 10)),
                said(h.PasswordChanged(name="Mal", how="reset"), at=AT + 70_000),
            ],
            "of Mal by a link that was over",
        ),
        ([said(SHARED), said(SHARED)], "shared round 1 of table T1 by a link that was made already"),
        (
            [said(SHARED), said(h.ShareRevoked(token=LINK, by="Mal", within="t2"))],
            "took back a shared hand by Mal, who did not share it",
        ),
        ([TOLD, said(h.HandShared(token=LINK, table="T1", round=1, seat=1, by="Ann"))], "by Ann in no session"),
        (
            [said(h.HandShared(token=LINK, table="T1", round=1, seat=1, by="Root", within="t9"))],
            r"by Root, who held no role for it \(history-own\)",
        ),
        ([said(GIFT), said(GIFT)], "by a key that record .* was done by"),
        ([asked(9, key="k"), asked(10, key="k")], "by a key that record .* was done by already"),
    ],
)
def test_who_acted_could_not_have(office, works, says):
    store(office, works)
    with pytest.raises(JournalError, match=says) as caught:
        check(office, KEY.public)
    assert caught.value.fault == "journal"


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({}, "the shared round 1 of table T1 by Ann is gone"),
        ({"seat": 2}, r"the shared round 1 of table T1 by Ann \(a link\) is another"),
        ({"seat": 1}, r"the shared round 1 of table T1 by Ann \(a link\) was not theirs"),
    ],
)
def test_a_shared_hand_is_that_of_a_player_of_the_round(office, row, says):
    whole = {"token": LINK, "person": "Ann", "table_id": "T1", "round": 1, "named": False, "made": AT, **row}
    store(office, [said(SHARED, doing=[insert(schema.shares).values(whole)] if row else [])])
    with pytest.raises(JournalError, match=says):
        check(office, KEY.public)


def test_two_who_share_a_terminal_are_two_when_it_was_declared(office):
    """What this office lacks are the rows: the journal itself accuses nobody."""
    store(office, two(device="b", before=[h.RelationChanged(one="Fay", other="Flo", related=False)]))
    with pytest.raises(JournalError) as caught:
        check(office, KEY.public)
    assert "counted as one person" not in str(caught.value)


SECRET = update(schema.people).where(schema.people.c.name == "Mal").values(secret="new")  # noqa: S106


@pytest.mark.parametrize(
    "works",
    [
        [TOLD],
        [asked(9, within="t2"), said(h.SignedOut(name="Mal", session="t2"), doing=[GONE]), asked(10, within="t2")],
        [TOLD, granted(replace(GRANT, second="Rue"), doing=[HELD])],
        [TOLD, said(h.LockChanged(name="Ann", by="Root", within="t9"))],
        [said(h.SignedIn(name="Mal", digest=hashed("hash of Mal"), session="y"))],
        [
            TOLD,
            said(
                h.PasswordChanged(name="Mal", by="Mal", within="t2", verifier=verifier("new"), kept="t2"),
                doing=[SECRET],
            ),
        ],
    ],
)
def test_who_acted_could(office, works):
    """A session that ended a moment before what was begun in it was stored is none that was not there."""
    store(office, works)
    check(office, KEY.public)
