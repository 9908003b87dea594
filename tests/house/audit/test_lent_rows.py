"""Rows that were written past the house for a moment, used, and taken away again: they open nothing, and what was done
by them is found in the journal where the door did not stop it."""

from __future__ import annotations

import asyncio
import shutil
import time
import tomllib
from contextlib import asynccontextmanager, closing

import httpx
import pyotp
import pytest
from sqlalchemy import delete, insert, select, text, update

from croupier.errors import HouseError, JournalError
from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house.audit.check import check
from croupier.house.audit.resealing import seal_anew
from croupier.house.journal.adoption import adopt
from croupier.house.journal.events import HouseBegan
from croupier.house.journal.journal import HOUSE, HouseJournal, store
from croupier.house.people.accounts import hashed
from croupier.house.people.house_settings import settings_of
from croupier.house.people.relations import declare
from croupier.house.people.sign_in import NOWHERE
from croupier.house.people.signing_in.oidc import Identity, link, sign_in
from croupier.house.people.signing_in.passkeys import Site
from croupier.house.people.signing_in.resets import finish_reset
from croupier.house.people.signing_in.second_factors import _hashed
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.line_buffer import LineBuffer
from croupier.house.storage.seals import Seals
from croupier.house.storage.table_settings import Settings
from croupier.house.tables import equipment
from croupier.house.tables.automatic.closing import closing as last_steps
from croupier.journal.keys import Key
from croupier.journal.writer import Writer
from croupier.table.equipment import Item
from tests.house.authenticator import Authenticator
from tests.house.floor import FLOOR, KEY, a_house, equip, open_table, served
from tests.house.make import PASSWORDS, make_house
from tests.support import plain

SECRET = "seven lucky herons"  # noqa: S105
STAFF = {
    "Ada": "administrator",
    "Bob": "administrator",
    "Sam": "shift-manager",
    "Sue": "shift-manager",
    "Flo": "floorperson",
    "Pat": "player",
    "Pip": "player",
}
HOUR = 3_600_000


@asynccontextmanager
async def a_floor(url, *, money="real"):
    """A house with people of every kind, who have nothing to do with each other, on the network."""
    house = make_house(Database(url), KEY, money=money)
    await house.start()
    try:
        async with served(house) as at:
            for name, role in STAFF.items():
                at.desk.people.accounts.add(name, SECRET, [(role, "")])
            yield at
    finally:
        await house.stop()


@asynccontextmanager
async def whoever_has(at, token):
    async with httpx.AsyncClient(base_url=at.url, timeout=60, cookies={"croupier": token}) as client:
        yield client


def write(at, *statements):
    """Past the house."""
    with at.house.database.engine.begin() as connection:
        for statement in statements:
            connection.execute(statement)


def lent_session(name, token, level="strong"):
    now = time.time_ns() // 1_000_000
    return insert(schema.sessions).values(
        token=hashed(token), person=name, made=now, until=now + HOUR, level=level, seen=now
    )


def a_role(role, name):
    return insert(schema.grants).values(person=name, role=role, table_id="")


# The door.


async def test_a_session_that_the_house_did_not_begin_opens_nothing(url):
    async with a_floor(url) as at:
        write(at, lent_session("Sam", "mine"))
        async with whoever_has(at, "mine") as sam:
            asked = await sam.post("/api/people/Pat/deposit", json={"amount": 100}, headers={"Idempotency-Key": "k"})
            assert (asked.status_code, (await sam.get("/api/session")).status_code) == (401, 401)


@pytest.mark.parametrize("changed", [{"level": "strong"}, {"until": 10**14}, {"person": "Sue"}, {"made": 10**13}])
async def test_a_session_that_was_changed_opens_nothing(tmp_path, changed):
    async with a_floor(tmp_path / "h.db") as at:
        token = at.desk.people.session("Sam")
        before = at.desk.people.of(token)
        write(at, update(schema.sessions).values(changed))
        after = at.desk.people.of(token)
    assert before.name == "Sam"
    assert after is None


async def test_a_role_that_the_house_did_not_give_is_none(url):
    async with a_floor(url) as at:
        write(at, a_role("shift-manager", "Pip"))
        people = at.desk.people
        async with whoever_has(at, people.session("Pip", level="strong")) as pip:
            asked = await pip.post("/api/people/Pat/deposit", json={"amount": 100}, headers={"Idempotency-Key": "k"})
        assert asked.status_code == 403
        assert (people.accounts.person("Pip").roles(), people.accounts.number_of("shift-manager")) == ({"player"}, 2)


async def test_a_password_that_the_house_did_not_store_is_wrong(url):
    async with a_floor(url) as at:
        write(at, update(schema.people).values(secret=PASSWORDS.hash("my own words here")))
        async with httpx.AsyncClient(base_url=at.url, timeout=60) as client:
            told = {"name": "Sam", "password": "my own words here"}
            answer = (await client.post("/api/session", json=told)).json()
            assert answer["error"]["message"] == "name or password is wrong"


@pytest.mark.parametrize(
    "link",
    [
        insert(schema.invitations).values(token=hashed("mine"), role="administrator", until=10**14, table_id="", by=""),
        update(schema.invitations).values(role="administrator"),
        update(schema.invitations).values(until=10**14),
    ],
)
async def test_an_invitation_that_the_house_did_not_make_is_none(tmp_path, link):
    async with a_floor(tmp_path / "h.db") as at:
        token = at.desk.people.accounts.invite("player")
        write(at, link)
        people = at.desk.people
    for tried in {token, "mine"} if link.is_update else {"mine"}:
        with pytest.raises(HouseError, match="this link was used already"):
            people.accounts.accept(tried, "Mallory", SECRET)


async def test_a_link_for_a_new_password_that_the_house_did_not_make_is_none(tmp_path):
    async with a_floor(tmp_path / "h.db") as at:
        write(at, insert(schema.resets).values(token=hashed("mine"), person="Ada", until=10**14))
        with pytest.raises(HouseError, match="this link was used already"):
            finish_reset(at.desk.people, "mine", "my own words here")


async def test_a_passkey_that_was_given_to_another_signs_nobody_in(tmp_path):
    """One's own, moved to an administrator's account past the house."""

    async with a_floor(tmp_path / "h.db") as at:
        people, site, mine = at.desk.people, Site("croupier.example", "https://croupier.example"), Authenticator()
        began = people.passkeys.begin_adding("Pip", site)
        people.passkeys.add("Pip", began.token, mine.create(began.options), site, label="Mine")

        def shown():
            asked = people.passkeys.begin_showing(site)
            return people.show_passkey(asked.token, mine.get(asked.options), site)

        before = people.of(shown().token).name
        write(at, update(schema.passkeys).values(person="Ada"))
        with pytest.raises(HouseError, match="this passkey was not accepted"):
            shown()
        assert before == "Pip"


async def test_an_identity_that_the_house_did_not_link_signs_nobody_in(tmp_path):
    async with a_floor(tmp_path / "h.db") as at:
        people, mine, theirs = at.desk.people, Identity("i", "mine"), Identity("i", "theirs")
        link(people, "Pat", theirs, by="Ada", second="Bob")
        write(at, insert(schema.identities).values(issuer="i", subject="mine", person="Ada", active=True, by="", at=0))
        with pytest.raises(HouseError, match="no account here is linked"):
            sign_in(people, mine, origin=NOWHERE)
        assert sign_in(people, theirs, origin=NOWHERE).level == "single"


async def test_settings_that_the_house_did_not_store_count_for_nothing(url):
    async with a_floor(url) as at:
        write(at, insert(schema.house_facts).values(name="settings", value='{"two_people":false}'))
        async with whoever_has(at, at.desk.people.session("Ada", level="strong")) as ada:
            told = (await ada.put("/api/people/Pip/roles/dealer")).json()
        assert (
            settings_of(at.house.database).two_people,
            told["state"],
            at.desk.people.accounts.person("Pip").roles(),
        ) == (
            True,
            "waiting",
            {"player"},
        )


async def test_what_the_journal_tells_of_is_sealed_anew_and_nothing_else(url):
    """After a change of key, and in a house from before there were seals."""

    async with a_floor(url) as at:
        token = at.desk.people.session("Sam", level="strong")
        write(at, a_role("shift-manager", "Pip"))
        before = [at.desk.people.accounts.person(name).roles() for name in ("Sam", "Pip")]
        for seals in (Seals(Key.throw_away(6)), Seals(KEY)):  # the key is another, and then this one again
            at.house.database.seals = seals
            seal_anew(at.house.database, KEY.public)
            assert [at.desk.people.accounts.person(name).roles() for name in ("Sam", "Pip")] == before
            assert at.desk.people.of(token) is not None
        write(at, update(schema.grants).values(seal=""))
        assert at.desk.people.accounts.person("Sam").roles() == frozenset()
    async with a_house_again(url) as house:
        with house.database.read() as connection:
            rows = schema.grants
            assert {row.person for row in connection.execute(select(rows).where(rows.c.seal == ""))} == {"Pip"}


@asynccontextmanager
async def a_house_again(url, money="real"):
    house = make_house(Database(url), KEY, money=money)
    with closing(house.database):
        await house.start()
        try:
            yield house
        finally:
            await house.stop()


@pytest.mark.parametrize(
    "change",
    [
        {"told": '{"amount":99000000,"name":"Pat"}'},
        {"by": "Sue"},
        {"kind": "withdrawal"},
        {"id": 2},
        {"at": 10**15},
    ],
)
async def test_a_request_that_nobody_made_is_not_approved(tmp_path, change):
    """With a floorperson's account and the database alone a million dollars went into a wallet, asked for by a shift
    manager who knew nothing of it."""
    async with a_floor(tmp_path / "h.db") as at:
        requests, sam, flo = (
            at.desk.requests,
            at.desk.people.accounts.person("Sam"),
            at.desk.people.accounts.person("Flo"),
        )
        await requests.ask(sam, {"kind": "deposit", "name": "Pat", "amount": 2_000_000})
        write(at, update(schema.requests).values(change))
        number = change.get("id", 1)
        with pytest.raises(HouseError, match="not as somebody made it here") as denied:
            await requests.approve(flo, number)
        assert denied.value.fault == "denied"
        assert plain(requests.of(flo))["waiting"] == []
        assert "wallet:Pat" not in at.house.audit()


async def test_a_link_is_not_collected_by_whoever_approved_it_by_sql(tmp_path):
    """One administrator asked for another's new password, and was the second person as well."""
    async with a_floor(tmp_path / "h.db") as at:
        requests, ada = at.desk.requests, at.desk.people.accounts.person("Ada")
        made = await requests.ask(ada, {"kind": "reset", "name": "Sam"})
        write(at, update(schema.requests).values(state="approved", answered_by="Ada"))
        with pytest.raises(HouseError, match="not as somebody made it here"):
            await requests.collect(ada, made.id)
        write(at, update(schema.requests).values(state="waiting", answered_by=""))
        assert (await requests.approve(at.desk.people.accounts.person("Bob"), made.id)).state == "approved"


async def test_a_real_money_house_does_not_start_as_the_other_kind_by_sql(tmp_path):
    """It gave a thousand dollars to whoever looked, and was a real-money house again afterwards."""
    async with a_house_again(tmp_path / "h.db"):
        pass
    database = Database(tmp_path / "h.db")
    with closing(database), database.engine.begin() as connection:
        connection.execute(update(schema.house_facts).where(schema.house_facts.c.name == "money").values(value="play"))
    database = Database(tmp_path / "h.db")
    with closing(database), pytest.raises(HouseError, match="journal began as that of a real-money house"):
        HouseJournal(KEY).begin(database, 1)  # as tools do
    with pytest.raises(HouseError, match="journal began as that of a real-money house"):
        async with a_house_again(tmp_path / "h.db", money=""):
            pass


# The journal, where the door was open.


def without_a_door(at):
    """As if rows were not sealed."""
    at.house.database.seals = None


async def pay(at, first, second, amount=10**9):
    """A deposit that one asks for and another approves, by whatever sessions they have; then the sessions are gone."""
    async with whoever_has(at, first) as one, whoever_has(at, second) as other:
        asked = await one.post("/api/people/Pat/deposit", json={"amount": amount}, headers={"Idempotency-Key": "k"})
        assert asked.status_code == 200, asked.text
        done = await other.post(f"/api/requests/{asked.json()['request']}/approve")
        assert done.json()["state"] == "approved", done.text


async def test_what_two_did_in_sessions_that_were_lent_is_found(url):
    async with a_floor(url) as at:
        without_a_door(at)
        write(at, lent_session("Sam", "a"), lent_session("Sue", "b"))
        await pay(at, "a", "b")
        write(at, delete(schema.sessions))
    with pytest.raises(JournalError, match=r"done by Sam in a session that was not begun, or was over"):
        check(url, KEY.public)


async def test_what_was_done_in_a_role_that_was_lent_is_found(url):
    async with a_floor(url) as at:
        without_a_door(at)
        write(at, a_role("shift-manager", "Pip"))
        people = at.desk.people
        await pay(at, people.session("Sam", level="strong"), people.session("Pip", level="strong"))
        write(at, delete(schema.grants).where(schema.grants.c.person == "Pip", schema.grants.c.role != "player"))
    with pytest.raises(JournalError, match=r"done by Pip, who held no role for it \(approve\)"):
        check(url, KEY.public)


async def test_what_was_done_as_it_should_be_is_no_fault(url):
    """By two people who signed in over the network, with a second step."""
    async with a_floor(url) as at:
        tokens = {}
        for name in ("Sam", "Sue"):
            begun = at.desk.people.factors.begin(name)
            now = at.house.clock() // 1000
            at.desk.people.factors.confirm(name, begun.sealed, pyotp.TOTP(begun.key).at(now))
            async with at.signed_in(name, SECRET) as client:
                code = pyotp.TOTP(begun.key).at(now + 30)
                assert (await client.post("/api/session/second", json={"code": code})).status_code == 200
                tokens[name] = client.cookies["croupier"]
        await pay(at, tokens["Sam"], tokens["Sue"])
        async with whoever_has(at, tokens["Sue"]) as sue:
            await sue.delete("/api/session")
    check(url, KEY.public)


async def test_a_sign_in_by_a_password_that_was_lent_is_found(url):
    async with a_floor(url) as at:
        without_a_door(at)
        rows = schema.people
        with at.house.database.read() as connection:
            before = connection.scalar(select(rows.c.secret).where(rows.c.name == "Pat"))
        write(at, update(rows).where(rows.c.name == "Pat").values(secret=PASSWORDS.hash("my own words here")))
        async with at.signed_in("Pat", "my own words here"):
            pass
        write(at, update(rows).where(rows.c.name == "Pat").values(secret=before))
    with pytest.raises(JournalError, match="signed Pat in by a password that was not theirs"):
        check(url, KEY.public)


async def test_a_sign_in_by_a_recovery_code_that_was_lent_is_found(tmp_path):
    async with a_floor(tmp_path / "h.db") as at:
        begun = at.desk.people.factors.begin("Pat")
        at.desk.people.factors.confirm("Pat", begun.sealed, pyotp.TOTP(begun.key).at(at.house.clock() // 1000))
        write(at, insert(schema.recovery_codes).values(code=_hashed("Pat", "myowncode"), person="Pat"))
        async with at.signed_in("Pat", SECRET) as client:
            assert (await client.post("/api/session/second", json={"code": "myowncode"})).status_code == 200
    with pytest.raises(JournalError, match=r"signed Pat in by a password\+recovery that was not theirs"):
        check(tmp_path / "h.db", KEY.public)


async def test_what_one_did_by_settings_that_were_lent_is_found(tmp_path):
    async with a_floor(tmp_path / "h.db") as at:
        without_a_door(at)
        write(at, insert(schema.house_facts).values(name="settings", value='{"two_people":false}'))
        async with whoever_has(at, at.desk.people.session("Ada", level="strong")) as ada:
            assert (await ada.put("/api/people/Pip/roles/dealer")).json()["role"] == "dealer"
        write(at, delete(schema.house_facts).where(schema.house_facts.c.name == "settings"))
    with pytest.raises(JournalError, match="made Pip dealer by Ada alone, which takes two people"):
        check(tmp_path / "h.db", KEY.public)


async def test_a_table_of_much_inventory_that_one_opened_by_settings_that_were_lent_is_found(tmp_path):
    async with a_floor(tmp_path / "h.db") as at:
        without_a_door(at)
        write(at, insert(schema.house_facts).values(name="settings", value='{"two_people":false}'))
        equip(at.house, "B", Settings(submission=submission()), edition="ma")
        told = {
            "name": "Big",
            "id": "B",
            "game": "dj-wild",
            "edition": "ma",
            "submission": submission(),
            "settings": {"inventory": 10**12},
        }
        async with whoever_has(at, at.desk.people.session("Sam", level="strong")) as sam:
            asked = {"json": {"kind": "open", "told": told}, "headers": {"Idempotency-Key": "k"}}
            done = (await sam.post("/api/requests", **asked)).json()
            assert done["state"] == "approved"
        write(at, delete(schema.house_facts).where(schema.house_facts.c.name == "settings"))
    with pytest.raises(JournalError, match="by Sam alone, beyond what one person may"):
        check(tmp_path / "h.db", KEY.public)


def submission():
    return tomllib.loads(new_submission(open_game("dj-wild", "ma")))


# Columns that rules rest on.


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("UPDATE invitations SET until = until + 86400000", "is good for another time"),
        ("UPDATE resets SET until = until + 86400000", "the link for a new password of Pip .* good for another time"),
        ("UPDATE requests SET answered_at = answered_at - 2592000000", "request 1 was answered at another time"),
        ("UPDATE requests SET answered_at = 5 WHERE state = 'waiting'", "request 2 was answered at another time"),
        ("DELETE FROM devices WHERE person = 'Pat'", "a browser of Pat .* is gone"),
        ("INSERT INTO devices VALUES ('d', 'Sam', 99999999999999, 0)", "a browser of Sam .* no record"),
        ("DELETE FROM answers", "the answer to a key .* is gone"),
        ("UPDATE answers SET answer = CAST('{\"id\":1}' AS BLOB)", "the answer to a key .* is request 1"),
        (
            "INSERT INTO answers VALUES ('', 'k', 0, 'b', CAST('{\"id\":9}' AS BLOB))",
            "the answer to a key .* no record",
        ),
        ("UPDATE tables SET opened = opened - 86400000", "table dj-wild was opened at another time"),
        ("UPDATE tables SET closed = closed - 86400000", "was closed at another time than its journal says"),
        ("UPDATE postings SET at = at - 86400000 WHERE n > 0", "was posted at another time than the ledger says"),
        ("UPDATE postings SET at = at + 86400000 WHERE n > 0", "was posted at another time than the ledger says"),
        ("UPDATE equipment SET inspected = 0 WHERE inspected > 0", "equipment R-1 was inspected at another time"),
        ("UPDATE equipment SET removed = 0 WHERE removed > 0", "equipment R-1 was removed at another time"),
        ("UPDATE relations SET by = 'Bob'", "the relation of Pat and Pip is another"),
        ("UPDATE relations SET why = ''", "the relation of Pat and Pip is another"),
        ("UPDATE totp SET last_step = last_step - 1", "the last code of Pip is .* which says"),
    ],
)
def test_columns_that_rules_rest_on(used, tmp_path, change, says):
    path = shutil.copy(used, tmp_path / "h.db")
    check(path, KEY.public)
    database = Database(path)
    with database.transaction() as connection:
        assert connection.exec_driver_sql(change).rowcount
    database.close()
    with pytest.raises(JournalError, match=says):
        check(path, KEY.public)


@pytest.fixture(scope="module")
def used(tmp_path_factory):
    """A house in which links are open, requests answered and not, and somebody is signed in by a known browser."""
    path = tmp_path_factory.mktemp("used") / "h.db"

    async def use():
        async with a_floor(path) as at:
            people = at.desk.people
            await open_table(at.house, "dj-wild")
            shut = await open_table(at.house, "dj-wild", "shut", automatic=False)
            await shut.commit(last_steps(shut.decided, FLOOR, shut.now()))
            people.accounts.invite("player", by="Ada")
            people.session("Pat", device="browser")
            begun = people.factors.begin("Pip")
            people.factors.confirm("Pip", begun.sealed, pyotp.TOTP(begun.key).at(at.house.clock() // 1000))
            database, now = at.house.database, at.house.clock()
            declare(database, "Pat", "Pip", related=True, by="Ada", second="Bob", at=now, why="one household")
            equipment.add(database, Item(id="R-1", kind="discard-rack"), "store", by="Flo", second="Sam", at=now)
            equipment.inspect(database, "R-1", finding="loose", by="Flo", at=now)
            equipment.remove(database, "R-1", why="worn", by="Flo", second="Sam", at=now)
            sam = people.session("Sam", level="strong")
            async with whoever_has(at, sam) as client:
                for name, cents, key in (("Pat", 100, "a"), ("Pat", 10**9, "b")):
                    asked = await client.post(
                        f"/api/people/{name}/deposit", json={"amount": cents}, headers={"Idempotency-Key": key}
                    )
                    assert asked.status_code == 200
            async with (
                whoever_has(at, people.session("Ada", level="strong")) as ada,
                whoever_has(at, people.session("Bob", level="strong")) as bob,
            ):
                asked = (await ada.post("/api/requests", json={"kind": "reset", "name": "Pip", "words": "lost"})).json()
                assert (await bob.post(f"/api/requests/{asked['id']}/approve")).status_code == 200
                assert (await bob.post(f"/api/requests/{asked['id']}/collect")).status_code == 200
        with at.house.database.engine.begin() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    asyncio.run(use())
    return path


# A journal that was taken away.


def wiped(url):
    database = Database(url)
    with database.transaction() as connection:
        connection.execute(delete(schema.house_records))
        connection.execute(a_role("administrator", "Pip"))
    database.close()


async def test_a_real_money_house_begins_no_second_journal(url):
    async with a_floor(url):
        pass
    await asyncio.to_thread(wiped, url)
    with pytest.raises(HouseError, match="real-money house has lost its journal"):
        async with a_house_again(url):
            pass
    with pytest.raises(JournalError, match="this real-money house has lost its journal"):
        check(url, KEY.public)


async def test_a_real_money_journal_that_adopted_anything_is_a_fault(tmp_path):
    """However it came to be."""
    url = str(tmp_path / "h.db")

    def adopted(url):
        database = Database(url)
        with database.transaction() as connection:
            connection.execute(delete(schema.house_records))
            connection.execute(update(schema.house_facts).values(value="real"))
            connection.execute(insert(schema.refusals).values(at=5, person="Pip", what="x", why="y"))
            lines = LineBuffer()
            writer = Writer.in_memory(KEY, clock=lambda: 5, store=lines, format=HOUSE)
            told, events = adopt(connection)
            writer.enter([HouseBegan(money="real", adopted=told), *events], 5)
            writer.head()
            store(connection, writer, lines, first=0)
        database.close()

    async with a_house(url):
        pass
    await asyncio.to_thread(adopted, url)
    with pytest.raises(JournalError, match="begins the journal of a real-money house with rows that were there before"):
        check(url, KEY.public)


# Processes.


async def test_nobody_is_asked_at_an_address_that_no_process_of_the_house_put_there(postgres_url):
    """Neither by a page that asks every process, nor for a table that is said to be there."""
    heard = []

    async def thief(reader, writer):
        heard.append(await reader.read(4096))
        writer.close()

    async with a_floor(postgres_url, money="play") as at:
        await open_table(at.house, "dj-wild", "dj")
        server = await asyncio.start_server(thief, "127.0.0.1", 0)
        address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        write(
            at,
            text("insert into servers (address, seen) values (:a, 99999999999999)").bindparams(a=address),
            text("update owners set address = :a").bindparams(a=address),
        )
        owners = at.house.keeping.owners
        await owners.tick()
        async with whoever_has(at, at.desk.people.session("Flo", level="strong")) as flo:
            assert (await flo.get("/api/floor/tables")).status_code == 200
            assert (await flo.get("/api/tables/dj")).status_code == 200
        server.close()
        assert (owners.addresses, await owners.where("dj")) == (set(), "")
    assert not heard
