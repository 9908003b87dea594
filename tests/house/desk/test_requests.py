"""Two people for money and closings: whoever asks cannot approve, and nothing is done twice."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import asynccontextmanager
from io import BytesIO

import pytest
from sqlalchemy import select, update

from croupier.errors import CroupierError, HouseError, IllegalAction
from croupier.house.desk.desk import Desk
from croupier.house.desk.payloads import RequestLine
from croupier.house.desk.requests import who_may_approve
from croupier.house.people.roles import Person
from croupier.house.screens.floor.overview import glance
from croupier.house.storage import schema
from croupier.journal.reader import records
from croupier.table import BuyIn, Decide, Perform, Place, Sit
from croupier.table import events as e
from tests.house.floor import a_house, ann, betting, until
from tests.support import plain

FILL = {"table": "dj-wild", "kind": "fill", "amount": 250_000}
OPENED = 10_000_000


def person(name, *roles, table=""):
    return Person(name, frozenset((role, table) for role in roles))


DEB, FLO, SAM, PIT = (
    person("Deb", "dealer"),
    person("Flo", "floorperson"),
    person("Sam", "shift-manager"),
    person("Pit", "floorperson"),
)


@asynccontextmanager
async def at_work(where, *games, **given):
    async with a_house(where if isinstance(where, str) else where / "h.db", *(games or ("dj-wild",)), **given) as house:
        yield house, Desk(house)


def inventory(house, table="dj-wild"):
    return house.keeper(table).table.accounts["inventory"]


async def denied(work, match="not yours"):
    with pytest.raises(HouseError, match=match) as refused:
        await work
    assert refused.value.fault == "denied"


def noted(house):
    with house.database.read() as connection:
        return [(row.person, row.what, row.why) for row in connection.execute(select(schema.refusals))]


async def test_a_fill_is_asked_by_one_and_approved_by_another(url):
    async with at_work(url) as (house, desk):
        before = house.database.balance("cage")
        made = await desk.requests.ask(DEB, FILL)
        assert made.title == "Fill, $2,500.00"
        assert inventory(house) == OPENED
        (waits,) = plain(desk.requests.of(FLO))["waiting"]
        assert waits["may"]
        assert waits["by"] == "Deb"
        done = await desk.requests.approve(FLO, made.id)
        assert (done.state, done.answered_by) == ("approved", "Flo")
        assert inventory(house) == OPENED + 250_000
        assert house.database.balance("cage") == before - 250_000
        with pytest.raises(HouseError, match="Flo has approved this already"):
            await desk.requests.approve(SAM, made.id)
        assert plain(desk.requests.of(FLO))["waiting"] == []
        house.audit()


async def test_whoever_asks_cannot_approve_and_it_is_noted(tmp_path):
    async with at_work(tmp_path) as (house, desk):
        made = await desk.requests.ask(FLO, FILL)
        again = person("Flo", "floorperson", "shift-manager")  # another session of the same name
        for who in (FLO, again):
            await denied(desk.requests.approve(who, made.id), "whoever asks cannot approve")
            await denied(desk.requests.refuse(who, made.id), "withdraws")
        await denied(desk.requests.approve(DEB, made.id))
        await denied(desk.requests.approve(person("Far", "floorperson", table="elsewhere"), made.id))
        await denied(desk.requests.withdraw(SAM, made.id), "only whoever asked")
        assert inventory(house) == OPENED
        (waits,) = plain(desk.requests.of(FLO))["waiting"]
        assert (waits["may"], waits["mine"]) == (False, True)
        assert (await desk.requests.withdraw(FLO, made.id)).state == "withdrawn"
        assert ("Flo", "approve request 1", "whoever asks cannot approve") in noted(house)
        with pytest.raises(HouseError, match="withdrawn this already"):
            await desk.requests.approve(SAM, made.id)


@pytest.mark.parametrize("role", ["player", "surveillance", "auditor", "administrator"])
async def test_others_neither_ask_nor_see(tmp_path, role):
    async with at_work(tmp_path) as (_, desk):
        await denied(desk.requests.ask(person("Pat", role), FILL))
        await desk.requests.ask(DEB, FILL)
        assert plain(desk.requests.of(person("Pat", role))) == {"waiting": [], "answered": []}


async def test_of_two_who_approve_at_once_one_does(url):
    async with at_work(url) as (house, desk):
        made = await desk.requests.ask(DEB, FILL)
        several = [FLO, SAM, PIT] * 4
        answers = await asyncio.gather(
            *(desk.requests.approve(who, made.id) for who in several), return_exceptions=True
        )
        done = [answer for answer in answers if isinstance(answer, RequestLine)]
        assert len(done) == 1
        assert all(isinstance(answer, RequestLine | HouseError) for answer in answers)
        assert inventory(house) == OPENED + 250_000
        other = await desk.requests.ask(DEB, FILL)
        ended = await asyncio.gather(
            desk.requests.refuse(FLO, other.id),
            desk.requests.refuse(SAM, other.id),
            desk.requests.withdraw(DEB, other.id),
            return_exceptions=True,
        )
        assert sum(isinstance(answer, RequestLine) for answer in ended) == 1
        house.audit()


@pytest.mark.parametrize(
    ("told", "field", "match"),
    [
        ({"kind": "credit", "amount": OPENED + 1}, "amount", "no more than the inventory"),
        ({"kind": "credit", "amount": 0}, "amount", "more than nothing"),
        ({"kind": "fill", "amount": -5}, "amount", "more than nothing"),
        ({"kind": "fill", "amount": 10**13}, "amount", "no such amount"),
        ({"kind": "fill", "amount": 1.5}, "kind", "not a request"),
        ({"kind": "fill", "amount": 5, "words": "quick"}, "words", "has no words"),
        ({"kind": "close", "amount": 5}, "amount", "no amount"),
        ({"kind": "call"}, "words", "say what"),
        ({"kind": "call", "words": "x" * 201}, "words", "200 letters"),
        ({"kind": "call", "words": "seat\x003"}, "words", "one line"),
        ({"kind": "fill", "dollars": "12.345"}, "amount", "not an amount"),
        ({"kind": "void"}, "kind", "not a request"),
    ],
)
async def test_what_no_approval_could_carry_out_is_refused_at_once(tmp_path, told, field, match):
    async with at_work(tmp_path) as (_, desk):
        with pytest.raises(CroupierError, match=match) as refused:
            await desk.requests.ask(DEB, {"table": "dj-wild", **told})
        assert refused.value.field == field
        assert plain(desk.requests.of(DEB))["waiting"] == []


async def test_a_credit_that_the_table_refuses_later_still_waits_and_says_why(url):
    async with at_work(url) as (house, desk):
        first = await desk.requests.ask(DEB, {"table": "dj-wild", "kind": "credit", "amount": OPENED})
        second = await desk.requests.ask(SAM, {"table": "dj-wild", "kind": "credit", "amount": OPENED})
        await desk.requests.approve(FLO, first.id)
        assert inventory(house) == 0
        with pytest.raises(IllegalAction, match="no more than the inventory"):
            await desk.requests.approve(FLO, second.id)
        (waits,) = plain(desk.requests.of(FLO))["waiting"]
        assert waits["note"].startswith("Not carried out: amount: a credit is")
        house.audit()


async def test_the_same_is_not_asked_twice_and_a_call_is_answered(tmp_path):
    async with at_work(tmp_path) as (house, desk):
        call = {"table": "dj-wild", "kind": "call", "words": "seat 3 disputes a hand"}
        made = await desk.requests.ask(DEB, call)
        with pytest.raises(HouseError, match="already"):
            await desk.requests.ask(DEB, call)
        assert (await desk.requests.approve(FLO, made.id)).note == "on the way"
        assert not any(isinstance(event, e.MoneyMoved) for event in heard(house, "dj-wild"))


async def test_nobody_is_the_floor_where_they_sit(tmp_path):
    async with at_work(tmp_path) as (house, desk):
        keeper = house.keeper("dj-wild")
        both = person("Ann", "player", "floorperson")
        await keeper.ask(Sit(player="Ann", seat=1), ann())
        made = await desk.requests.ask(DEB, FILL)
        assert not plain(desk.requests.of(both))["waiting"][0]["may"]
        await denied(desk.requests.approve(both, made.id), "where they sit")
        order = {"command": "direct", "order": "reshuffle"}
        await denied(desk.command(both, "dj-wild", order, "k"), "where they sit")
        assert inventory(house) == OPENED


# Closing.


async def a_round(keeper, name="Ann", amount=20_000, *, sit=True, progressive=0):
    if sit:
        await keeper.ask(Sit(player=name, seat=1), ann(name))
    await betting(keeper)
    await keeper.ask(BuyIn(player=name, amount=amount), ann(name))
    for wager in ("ante", "blind"):
        answer = await keeper.ask(Place(seat=1, wager=wager, amount=1000), ann(name))
        assert not answer.refused, answer
    if progressive:
        await keeper.ask(Place(seat=1, wager="progressive", amount=progressive), ann(name))


def closed_at(house, table="dj-wild"):
    rows = schema.tables
    with house.database.read() as connection:
        return connection.scalar(select(rows.c.closed).where(rows.c.id == table))


async def test_a_table_between_rounds_closes_at_once_and_gives_everyone_their_chips(tmp_path):
    async with at_work(tmp_path, quick=False) as (house, desk):
        await house.welcome("Ann")
        keeper = house.keeper("dj-wild")
        await a_round(keeper)
        made = await desk.requests.ask(FLO, {"table": "dj-wild", "kind": "close"})
        done = await desk.requests.approve(SAM, made.id)
        assert (done.state, done.note) == ("approved", "the table is closed")
        assert not keeper.table.open
        assert keeper.table.seats == {}
        assert house.database.balance("wallet:Ann") == 100_000
        assert closed_at(house)
        with pytest.raises(HouseError, match="closed"):
            await desk.requests.ask(FLO, FILL)
        house.audit()
    async with a_house(tmp_path / "h.db") as again:
        assert again.keepers == {}
        assert next(Desk(again).journal(person("Sue", "surveillance"), "dj-wild")).startswith(b"{")


async def closing(house, desk):
    """A table in mid-round with an order to close, asked for and approved."""
    await house.welcome("Ann")
    keeper = house.keeper("dj-wild")
    await a_round(keeper)
    await until(lambda: keeper.table.due is not None and keeper.table.due.id == "decide")
    made = await desk.requests.ask(FLO, {"table": "dj-wild", "kind": "close"})
    done = await desk.requests.approve(SAM, made.id)
    assert done.state == "closing"
    assert keeper.table.open
    return keeper


async def test_in_mid_round_it_closes_after_the_round_also_after_a_restart(tmp_path):
    async with at_work(tmp_path) as (house, desk):
        await closing(house, desk)
        second = await desk.requests.ask(DEB, {"table": "dj-wild", "kind": "close"})
        with pytest.raises(HouseError, match="already"):
            await desk.requests.approve(FLO, second.id)
        await desk.requests.withdraw(DEB, second.id)
        assert plain(glance(desk, FLO))["tables"][0]["state"] == "Closing"
    async with a_house(tmp_path / "h.db") as house:
        desk = Desk(house)
        desk.requests.resume()
        keeper = house.keeper("dj-wild")
        await keeper.ask(Decide(seat=1, decision="fold"), ann())
        await until(lambda: not keeper.table.open)
        done = plain(desk.requests.of(FLO))["answered"][0]
        assert (done["state"], done["answered-by"]) == ("approved", "Sam")
        assert closed_at(house)
        assert house.database.balance("wallet:Ann") == 98_000
        house.audit()


async def test_an_order_to_close_is_not_lost_when_the_table_is_taken_up_again(tmp_path):
    async with at_work(tmp_path) as (house, desk):
        keeper = await closing(house, desk)
        keeper.fail(HouseError("the disk failed", fault="storage"))
        await until(lambda: house.keeper("dj-wild") is not keeper)
        again = house.keeper("dj-wild")
        await again.ask(Decide(seat=1, decision="fold"), ann())
        await until(lambda: not again.table.open)
        assert plain(desk.requests.of(FLO))["answered"][0]["state"] == "approved"
        house.audit()


async def test_a_shoe_is_reshuffled_before_its_table_closes(tmp_path):
    async with at_work(tmp_path, "over-under") as (house, desk):
        await house.welcome("Ann")
        keeper = house.keeper("over-under")
        await keeper.ask(Sit(player="Ann", seat=1), ann())
        await until(lambda: keeper.table.due is None or keeper.table.due.seat)
        if keeper.table.due is not None:
            await keeper.ask(Perform(step="decline-cut"), ann())
        await betting(keeper)
        await keeper.ask(BuyIn(player="Ann", amount=20_000), ann())
        await keeper.ask(Place(seat=1, wager="ante", amount=1000), ann())
        await until(lambda: keeper.table.due is not None and keeper.table.due.id == "decide")
        await keeper.ask(Decide(seat=1, decision="over"), ann())
        await until(lambda: keeper.table.rounds == 1 and keeper.table.phase == "betting")
        made = await desk.requests.ask(FLO, {"table": "over-under", "kind": "close"})
        assert (await desk.requests.approve(SAM, made.id)).state == "closing"
        await until(lambda: not keeper.table.open or (keeper.table.due and keeper.table.due.id == "cut"))
        if keeper.table.open:
            await keeper.ask(Perform(step="decline-cut"), ann())
        await until(lambda: not keeper.table.open)
        kinds = [type(event).__name__ for event in heard(house, "over-under")]
        assert kinds.index("OrderOpened") < kinds.index("TableClosed")


def heard(house, table):
    lines = b"".join(line for _, line in house.database.lines(table))
    return [record.body for record in records(BytesIO(lines)) if isinstance(record.body, e.Event)]


async def test_one_person_has_so_many_requests_waiting_and_old_ones_wait_no_longer(tmp_path):
    async with at_work(tmp_path) as (house, desk):
        for amount in range(1, 21):
            await desk.requests.ask(DEB, {**FILL, "amount": 100 * amount})
        with pytest.raises(HouseError, match="20 requests of yours wait already"):
            await desk.requests.ask(DEB, FILL)
        await desk.requests.ask(PIT, FILL)
        assert len(plain(desk.requests.of(FLO))["waiting"]) == 21
        house.database.seals = None  # what is sealed does not grow old by an update
        with house.database.engine.begin() as connection:
            rows = schema.requests
            connection.execute(update(rows).where(rows.c.by == "Deb").values(at=house.clock() - 25 * 3_600_000))
        assert [one["by"] for one in plain(desk.requests.of(FLO))["waiting"]] == ["Pit"]
        with pytest.raises(HouseError, match="24 hours ago"):
            await desk.requests.approve(FLO, 1)
        again = await desk.requests.ask(DEB, {**FILL, "amount": 100})
        assert again.state == "waiting"


async def test_what_grows_too_old_this_minute_is_left_to_whoever_carries_it_out_elsewhere(tmp_path):
    """Another process may have approved it a moment ago: what it had decided at the table was refused with it."""
    async with at_work(tmp_path) as (house, desk):
        made = await desk.requests.ask(DEB, {**FILL, "amount": 100})
        now = house.clock()
        for later, state in ((1000, "waiting"), (61_000, "withdrawn")):
            house.clock = lambda later=later: now + 24 * 3_600_000 + later
            await desk.requests.ask(DEB, {**FILL, "amount": 100 + later})
            assert desk.requests._row(made.id).state == state


async def test_settings_and_relations_are_looked_up_once_for_all_that_is_shown(tmp_path, monkeypatch):
    async with at_work(tmp_path) as (_, desk):
        for amount in range(1, 11):
            await desk.requests.ask(DEB, {**FILL, "amount": 100 * amount})
        looked: Counter[str] = Counter()

        def counted(name, real):
            def look(*given, **named):
                looked[name] += 1
                return real(*given, **named)

            return look

        for name in ("settings_of", "related"):
            monkeypatch.setattr(who_may_approve, name, counted(name, getattr(who_may_approve, name)))
        assert len(plain(desk.requests.of(FLO))["waiting"]) == 10
        assert looked.total() == 3  # the settings, and the names of either
