"""A house that has used every feature: all games and editions, links, a school, irregularities and void rounds, closed
tables, requests, the cage, money held for buy-ins, reshuffles, roles, guests, drafts, snapshots.

`build` makes it in a few seconds, on any database: automatic tables, a few rounds each.
"""

from __future__ import annotations

import asyncio
import random
import tomllib
from itertools import count
from typing import TYPE_CHECKING, Any

import pyotp
from sqlalchemy import func, select

from croupier.errors import CroupierError
from croupier.game.template import new_submission
from croupier.games import all_games, open_game
from croupier.house.desk.desk import Desk
from croupier.house.desk.requests import cage
from croupier.house.journal.events import MoneyPosted
from croupier.house.people.accounts import hashed
from croupier.house.people.relations import declare
from croupier.house.people.roles import Person
from croupier.house.people.signing_in import enrolment, oidc
from croupier.house.people.signing_in.passkeys import Site
from croupier.house.people.signing_in.resets import begin_reset
from croupier.house.people.signing_in.sign_in_throttle import Origin
from croupier.house.screens.dealer.console import console
from croupier.house.screens.dealer.school import Learn, School
from croupier.house.screens.player.drafts import Change
from croupier.house.screens.player.host import Host
from croupier.house.screens.player.shared_hands import share
from croupier.house.storage import schema
from croupier.house.storage.table_settings import Settings
from croupier.house.storage.transactions import Transaction
from croupier.house.tables import equipment
from croupier.house.tables.automatic.bots import Bots
from croupier.house.tables.automatic.closing import closing
from croupier.house.tables.keeping import snapshots
from croupier.house.tables.money import ledger
from croupier.table import Direct, Report
from croupier.table import events as e
from croupier.table.equipment import DECK, Item
from tests.house.authenticator import Authenticator
from tests.house.floor import FLOOR, a_house, betting, open_table, until
from tests.house.tables.test_keeper import seated, wager
from tests.house.tables.test_shared_meters import GAME, METER, Driven
from tests.support import plain

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from croupier.house.house import House
    from croupier.house.tables.keeping.keeper import Keeper

PASSWORD = "correct horse"  # noqa: S105 - of nobody
STAFF = {
    "Deb": "dealer",
    "Flo": "floorperson",
    "Pit": "floorperson",
    "Sam": "shift-manager",
    "Sue": "surveillance",
    "Aud": "auditor",
    "Adam": "administrator",
    "Ann": "player",
}
VOIDED = "dj-wild-pa-2021"
LINKED = ("linked-a", "linked-b", "linked-c")
CLOSED = "cajun-stud-pa-2019"
"""The table that is closed by request."""


async def build(url: Any) -> House:
    """Make it and stop it; what is left is its database."""
    every, snapshots.EVERY = snapshots.EVERY, 20
    try:
        async with a_house(url) as house:
            await use(house)
    finally:
        snapshots.EVERY = every
    return house


async def use(house: House) -> None:
    """Do in a new house whatever can be done in one."""
    desk = Desk(house)
    people = {name: _person(desk, name, role) for name, role in STAFF.items()}
    await asyncio.to_thread(_equipment, house)
    tables = [table async for table in _every_game(house)]
    drivers = [Driven(house, keeper) for keeper in tables]
    await asyncio.gather(*(driver.play(2) for driver in drivers))
    await _links(house)
    await _irregularities(house)
    await _money(house, desk, people)
    await _requests(house, desk, people)
    await _school(house)
    await _snapshot(house, drivers[-1])
    await _guest(house, desk)
    await _dealer(house, house.keeper(LINKED[0]))
    await asyncio.to_thread(_accounts, house, desk)
    await asyncio.to_thread(_denied, desk)
    await asyncio.to_thread(house.database.store, Transaction("", house.clock()))  # and whatever nobody waited for
    await until(lambda: all(keeper.waiting == 0 for keeper in house.keepers.values()))
    _complete(house)


def _person(desk: Desk, name: str, role: str) -> Person:
    desk.people.accounts.add(name, PASSWORD, [(role, "")])
    return Person(name, frozenset({(role, "")}))  # type: ignore[arg-type]


async def _dealer(house: House, keeper: Keeper) -> None:
    """Deb takes a table and goes on dealing it."""
    keeper.running.relieve("Deb", at_once=True)
    await until(lambda: keeper.settings.dealer == "Deb" and house.keeper(keeper.id) is keeper)


def _equipment(house: House) -> None:
    """A deck at a table, a rack that is faulty, a shoe that was removed."""
    database = house.database
    deck = Item(id="D-1", kind=DECK, design="Bee", colour="red", cards=53)
    for item in (deck, Item(id="R-1", kind="discard-rack"), Item(id="S-1", kind="dealing-shoe")):
        equipment.add(database, item, "store", by="Flo", second="Sam", at=house.clock())
    equipment.move(database, "D-1", kept="", table=VOIDED, by="Flo", at=house.clock())
    equipment.inspect(database, "R-1", finding="loose", by="Flo", at=house.clock())
    equipment.remove(database, "S-1", why="worn", by="Flo", second="Sam", at=house.clock())


async def _every_game(house: House) -> AsyncIterator[Keeper]:
    for game in all_games():
        settings = Settings(
            submission=tomllib.loads(new_submission(game)), quick=True, betting_seconds=0.5, decision_seconds=30.0
        )
        name = f"{game.id}-{game.edition}"
        yield await house.open(name, name, game.id, game.edition, settings)


async def _links(house: House) -> None:
    """Tables from the beginning, one that joins later, and one that closes."""

    async def table(name: str) -> Keeper:
        return await open_table(house, GAME, name, links={METER: "main"}, betting_seconds=0.5, decision_seconds=0.5)

    first, second = await table(LINKED[0]), await table(LINKED[1])
    await asyncio.gather(Driven(house, first).play(1), Driven(house, second).play(1))
    await Driven(house, await table(LINKED[2])).play(1)
    await until(lambda: second.decided.phase == "betting" and not second.waiting)
    second.running.closing = True
    await _close(second)


async def _close(keeper: Keeper) -> None:
    for _ in range(20):
        try:
            await keeper.commit(closing(keeper.decided, FLOOR, keeper.now()))
        except CroupierError:
            if keeper.decided.phase == "betting":
                await keeper.ask(Direct(order="reshuffle"), FLOOR)
            await asyncio.sleep(0.02)
        else:
            return
    raise AssertionError("it does not close")


async def _irregularities(house: House) -> None:
    """A shoe jams while the cards are dealt, and the round is void: a report that no record of cards disproves."""
    submission = {**tomllib.loads(new_submission(open_game("dj-wild", "pa-2021"))), "dealing": "automated-shoe"}
    settings = Settings(submission=submission, quick=True, betting_seconds=0.5, decision_seconds=30.0, pace=0.4)
    keeper = await house.open("jammed", "jammed", "dj-wild", "pa-2021", settings)
    seen: list[e.Event] = []
    keeper.after_commit.append(lambda _, events: seen.extend(events))
    await seated(house, keeper, "Zoe", 3)
    await until(lambda: keeper.table.phase == "betting")
    await wager(keeper, "Zoe", 3)
    await until(lambda: keeper.table.phase == "dealing")
    answer = await keeper.ask(Report(irregularity="shoe-jam", seat=3), FLOOR)
    assert not answer.refused, answer.refused
    await until(lambda: any(isinstance(event, e.RoundClosed) and event.void for event in seen))
    assert any(isinstance(event, e.IrregularityFound) for event in seen)


async def _money(house: House, desk: Desk, people: dict[str, Person]) -> None:
    """Deposits and withdrawals, and a hold that never became a buy-in."""
    await cage.move(desk, people["Sam"], "deposit", "Ann", 90_000, "d1")
    await cage.move(desk, people["Sam"], "withdrawal", "Ann", 30_000, "w1")
    entries = [(0, ledger.wallet("Ann"), -5_000, "hold"), (0, ledger.hold(VOIDED, "Ann"), 5_000, "hold")]
    said = [MoneyPosted(entries=ledger.moved(entries), what="hold")]
    await asyncio.to_thread(house.database.store, Transaction(VOIDED, house.clock(), entries=entries, said=said))


async def _requests(house: House, desk: Desk, people: dict[str, Person]) -> None:
    """A fill and a credit that are approved, one that is refused, one withdrawn, a table that closes."""
    asks, open_ = desk.requests, "raise-it-up-pa-2019"
    for kind in ("fill", "credit"):
        made = await asks.ask(people["Deb"], {"table": open_, "kind": kind, "amount": 10_000})
        await asks.approve(people["Flo"], made.id)
    made = await asks.ask(people["Deb"], {"table": open_, "kind": "fill", "amount": 20_000})
    await asks.refuse(people["Pit"], made.id, "not now")
    made = await asks.ask(people["Deb"], {"table": open_, "kind": "fill", "amount": 30_000})
    await asks.withdraw(people["Deb"], made.id)
    keeper = house.keeper(CLOSED)
    made = await asks.ask(people["Flo"], {"table": CLOSED, "kind": "close"})
    await asks.approve(people["Sam"], made.id)
    await until(lambda: not keeper.table.open)
    other = house.keeper(open_)
    await until(lambda: other.table.phase == "betting" and not other.waiting)
    await other.ask(Direct(order="reshuffle"), FLOOR)
    await betting(other)


async def _school(house: House) -> None:
    """A lesson that was wrong, and some that were right."""
    company = Bots(house, haste=0, chance=random.Random(2))
    school, learner = School(house, company, random.Random(2)), Person("Deb", frozenset({("dealer", "")}))
    keys = (f"school {n}" for n in count())
    keeper = await school.open(learner, "dj-wild", "pa-2021")
    await until(lambda: len(keeper.table.layout) == 3)
    answer = await school.do(keeper, learner, Learn("rack", "Rack the cards"), next(keys))
    assert answer.code == "lesson"
    for _ in range(4):
        now = next((one for one in plain(console(keeper, "Deb"))["order"] if one["state"] == "now"), None)
        if now is None:
            break
        await school.do(keeper, learner, Learn(now["id"], now["words"]), next(keys))
    await company.stop()


async def _snapshot(house: House, driver: Driven) -> None:
    rows = schema.snapshots
    for _ in range(10):
        with house.database.read() as connection:
            if connection.scalar(select(func.count()).select_from(rows)):
                return
        await driver.play(2)


async def _guest(house: House, desk: Desk) -> None:
    """A guest with a draft of wagers, whom the desk refused something."""
    await desk.guest("Gus")
    host, guest = Host(desk, guests=True), Person("Gus", frozenset({("player", "")}))
    await host.sit(guest, VOIDED, 5, 20_000, "s1")
    host.change(guest, VOIDED, Change("add", wager="ante", chip=500))
    try:
        desk.check(guest, "cage")
    except CroupierError:
        pass
    else:
        raise AssertionError("a guest at the cage")


def _accounts(house: House, desk: Desk) -> None:
    """Second factors of both kinds, a browser, identities, relations, a wrong password, a reset, a challenge."""
    people = desk.people
    site, browser = Site("croupier.example", "https://croupier.example"), Origin("10.0.0.1", hashed("home"))
    token = people.sign_in("Flo", PASSWORD, origin=browser)
    began = enrolment.begin_totp(people, people.accounts.person("Flo"), token, enrolment.Shown(site, browser))
    code = pyotp.TOTP(began.key).at(people.clock() // 1000)
    enrolment.confirm_totp(people, people.accounts.person("Flo"), token, sealed=began.sealed, code=code)
    token = people.sign_in("Pit", PASSWORD)
    asked = enrolment.begin_passkey(people, people.accounts.person("Pit"), token, enrolment.Shown(site, browser))
    made = Authenticator().create(asked.options)
    pit = people.accounts.person("Pit")
    enrolment.add_passkey(people, pit, token, site, token=asked.token, passkey=made, label="Key")
    people.passkeys.begin_showing(site)
    oidc.link(people, "Aud", oidc.Identity("https://id.example", "aud"), by="Adam")
    declare(house.database, "Ann", "Aud", related=True, by="Adam", at=house.clock(), why="one household")
    try:
        people.sign_in("Ann", "wrong password")
    except CroupierError:
        pass
    else:
        raise AssertionError("a wrong password")
    begin_reset(people, "Ann", by="Sam", second="Flo")
    _shown(house, desk)


def _denied(desk: Desk) -> None:
    """Somebody who is refused in words of their own, and a link that is open."""
    desk.noting.note("Ann", "post a\0b", "not permitted")
    desk.people.accounts.invite("player", by="Adam")


def _shown(house: House, desk: Desk) -> None:
    """A hand that somebody shares, and one that the coach looked at."""
    rows = schema.played
    with house.database.read() as connection:
        row = connection.execute(select(rows).order_by(rows.c.player, rows.c.round).limit(1)).one()
    desk.people.accounts.add(row.player, None)
    share(house.database, row.player, row.table_id, row.round, row.seat, named=False, at=house.clock())
    look = {
        "table_id": row.table_id,
        "round": row.round,
        "seat": row.seat,
        "player": row.player,
        "at": row.at,
        "kind": "pair",
        "hand": "a pair of twos",
        "cards": "2c 2d 3s 4s 6h",
        "decisions": 1,
        "mistakes": 1,
        "cost": 5,
        "price": 7,
        "worst": "Folded a pair of twos",
    }
    house.database.store(Transaction("", house.clock(), rows=[(schema.judged, look)]))


def _complete(house: House) -> None:
    """Whether all of it is there: what is missing was not tried."""
    with house.database.read() as connection:
        counts = {
            table.name: connection.scalar(select(func.count()).select_from(table))
            for table in schema.metadata.sorted_tables
        }
        states = set(connection.scalars(select(schema.requests.c.state)))
        closed = set(connection.scalars(select(schema.tables.c.id).where(schema.tables.c.closed.is_not(None))))
        void = connection.scalar(select(func.count()).select_from(schema.rounds).where(schema.rounds.c.void))
    empty = {name for name, rows in counts.items() if not rows} - {"owners", "servers"}
    assert not empty, empty
    assert states == {"approved", "refused", "withdrawn"}
    assert closed == {CLOSED, LINKED[1]}
    assert void
    house.audit()
