"""What was changed, used and put back: the rows are as they were, and the journal contradicts itself."""

from __future__ import annotations

from hashlib import sha256

import pyotp
import pytest
from sqlalchemy import select

from croupier.errors import JournalError
from croupier.house.audit.check import check
from croupier.house.journal import events as h
from croupier.house.journal.journal import HouseJournal
from croupier.house.people.house_settings import HouseSettings, storing
from croupier.house.people.sign_in import NOWHERE
from croupier.house.people.signing_in.enrolment import Shown, begin_totp, confirm_totp
from croupier.house.people.signing_in.passkeys import Site
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.house_facts import choose_money
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.money import ledger
from tests.house.audit.office import (
    AT,
    RESET_BEGUN,
    SETTINGS,
    answer_only,
    answered,
    by_two,
    change,
    deposit,
    joined,
    request,
    reset_done,
    store,
)
from tests.house.floor import KEY
from tests.house.make import make_people


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
