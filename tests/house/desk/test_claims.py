"""A round found void when a player has left with what was paid: a claim in the ledger and on the floor's page."""

from __future__ import annotations

import asyncio
import tomllib
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest

from croupier.errors import HouseError, IllegalAction
from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house.audit.check import check
from croupier.house.books.reports import by_meter, by_table
from croupier.house.desk.desk import Desk
from croupier.house.desk.requests.claims import ClaimKind
from croupier.house.people.periods import Period
from croupier.house.screens.floor.overview import glance
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.money.buy_in_holds import paid
from croupier.house.tables.money.ledger import grant, hold, wallet
from croupier.table import BuyIn, CashOut, Decide, Direct, Leave, Perform, Place, Report, Sit
from croupier.table.turns import undecided
from tests.house.desk.test_requests import DEB, FLO, PIT, SAM, denied, person
from tests.house.floor import DEALER, FLOOR, a_house, ann, gift, until
from tests.support import plain, provision
from tests.table.drive import Driver

GAME = "raise-it-up"
BETS = {"ante": 1000, "blind": 1000, "pair-plus": 500, "progressive": 100}
SAID = {"Ann": ["check", "check", "fold"], "Fay": ["play-3"]}


async def do(keeper, command, actor):
    answer = await keeper.ask(command, actor)
    assert not answer.refused, answer


async def played(house, keeper):
    """A round of real cards, settled and paid: Fay won all that is on the meter, Ann folded; then Fay leaves."""
    driver = Driver(GAME, tomllib.loads(new_submission(open_game(GAME))))
    driver.hold(s6="As Ks Qs", s1="2d 7h 9s", community="Jd 5c 4s")
    for seat, name in ((1, "Ann"), (6, "Fay")):
        await house.welcome(name)
        await do(keeper, Sit(player=name, seat=seat), ann(name))
        await do(keeper, BuyIn(player=name, amount=50_000), ann(name))
    await on(keeper, driver, lambda table: table.phase == "betting")
    for seat, name in ((1, "Ann"), (6, "Fay")):
        for wager, amount in BETS.items():
            await do(keeper, Place(seat=seat, wager=wager, amount=amount), ann(name))
    await do(keeper, Perform(step="no-more-bets"), DEALER)
    await on(keeper, driver, lambda table: table.due.id == "rack")
    await do(keeper, CashOut(player="Fay"), ann("Fay"))
    await do(keeper, Leave(seat=6), ann("Fay"))


async def on(keeper, driver, until):
    said = {name: list(words) for name, words in SAID.items()}
    while not until(keeper.table):
        driver.table = table = keeper.table
        if table.due.id == "decide":
            seat = undecided(table.play, table.due.street)[0]
            name = table.play.players[seat]
            await do(keeper, Decide(seat=seat, decision=said[name].pop(0)), ann(name))
        else:
            command, actor = driver.answer()
            await do(keeper, command, FLOOR if actor.role == "floorperson" else DEALER)


@asynccontextmanager
async def found_void(tmp_path):
    async with a_house(tmp_path / "h.db", GAME, automatic=False, cards="entered") as house:
        desk, keeper = Desk(house), house.keeper(GAME)
        for one, role in (("Flo", "floorperson"), ("Pit", "floorperson"), ("Sam", "shift-manager")):
            desk.people.accounts.add(one, None, [(role, "")])
        await played(house, keeper)
        held = {name: house.database.balance(wallet(name)) for name in ("Ann", "Fay")}
        report = {"kind": "report", "table": GAME, "told": {"irregularity": "wrong-number"}}
        made = await desk.requests.ask(FLO, report)
        await desk.requests.approve(SAM, made.id)
        assert keeper.table.play is not None
        assert keeper.table.play.void
        yield house, desk, keeper, held


async def left(house, keeper):
    """A claim at any table of the game, by whatever names its players have; against whom and how much."""
    await played(house, keeper)
    await do(keeper, Report(irregularity="wrong-number"), FLOOR)
    (claim,) = keeper.table.claims
    return claim.player, claim.amount


@provision("669a.13(c)")
async def test_what_a_player_left_with_is_on_the_floors_page_until_two_people_close_it(tmp_path):
    async with found_void(tmp_path) as (house, desk, keeper, held):
        (claim,) = keeper.table.claims
        won = held["Fay"] - (100_000 - 50_000) - (50_000 - sum(BETS.values()) - 3000) - sum(BETS.values()) - 3000
        assert (claim.player, claim.round, claim.amount) == ("Fay", 1, won)
        assert keeper.table.accounts["player:Ann"] == 50_000
        assert house.audit()[f"{GAME}/claim:Fay"] == claim.amount
        await do(keeper, *_rack(keeper))
        shown = plain(glance(desk, FLO, GAME))
        (item,) = [one for one in shown["steps"] if one["step"].startswith("claim")]
        assert (item["title"], item["order"]) == (f"Fay owes {item['amount']}", "collect-claim")
        assert shown["chosen"]["claims"] == [
            {"name": "Fay of round 1", "player": "Fay", "round": 1, "amount": item["amount"], "cite": claim.cite}
        ]
        offered = {one["id"]: one for one in shown["chosen"]["orders"]}
        assert all(offered[order]["approved"] for order in ("collect-claim", "write-off-claim"))
        # nobody closes it alone, nor whoever owes it, nor a dealer
        direct = {"command": "direct", "order": "write-off-claim", "player": "Fay", "what": "1", "amount": 500}
        await denied(desk.command(FLO, GAME, direct, "k1"), "second person")
        half = {
            "kind": "collect-claim",
            "table": GAME,
            "claim": "Fay of round 1",
            "amount": 40_000,
            "words": "paid",
        }
        await denied(desk.requests.ask(DEB, half))
        with pytest.raises(HouseError, match="concerns themselves"):
            await desk.requests.ask(person("Fay", "floorperson", "shift-manager"), half)
        for wrong, match in (
            ({"claim": "Ann of round 1"}, "no claim"),
            ({"amount": claim.amount + 1}, "is owed"),
            ({"words": ""}, "reason"),
            ({"amount": 0}, "is owed"),
        ):
            with pytest.raises((HouseError, IllegalAction), match=match):
                await desk.requests.ask(FLO, {**half, **wrong})
        made = await desk.requests.ask(FLO, half)
        await denied(desk.requests.approve(FLO, made.id), "whoever asks")
        await desk.requests.approve(PIT, made.id)
        assert house.database.balance(wallet("Fay")) == held["Fay"] - 40_000
        closing = await desk.requests.ask(FLO, {"kind": "close", "table": GAME})
        with pytest.raises(HouseError, match="owes"):
            await desk.requests.approve(SAM, closing.id)
        cage = house.database.balance("cage")
        rest = {**half, "kind": "write-off-claim", "amount": claim.amount - 40_000}
        made = await desk.requests.ask(FLO, rest)
        await desk.requests.approve(SAM, made.id)
        assert house.database.balance("cage") == cage + rest["amount"]
        assert keeper.table.claims == ()
        assert house.audit()[f"{GAME}/claim:Fay"] == 0
        assert not plain(glance(desk, FLO, GAME))["chosen"]["claims"]
    assert check(tmp_path / "h.db").rounds == 1  # every posting is its record's


async def test_a_claim_is_collected_only_out_of_what_the_wallet_holds(tmp_path):
    async with found_void(tmp_path) as (house, desk, keeper, _):
        await do(keeper, Sit(player="Fay", seat=3), ann("Fay"))
        await do(keeper, BuyIn(player="Fay", amount=house.database.balance(wallet("Fay"))), ann("Fay"))
        told = {"kind": "collect-claim", "table": GAME, "claim": "Fay of round 1", "amount": 100, "words": "asked"}
        with pytest.raises(HouseError, match="in the wallet"):
            await desk.requests.ask(FLO, told)


async def test_a_wallet_that_is_emptied_meanwhile_stops_no_table(tmp_path, monkeypatch):
    """Whoever owes could move the money in the moment of the approval: the table was stopped by it."""
    async with found_void(tmp_path) as (house, desk, keeper, held):
        desk.people.accounts.add("Fay", None)
        claim = {"kind": "collect-claim", "table": GAME, "claim": "Fay of round 1", "amount": 40_000, "words": "paid"}
        made, look = await desk.requests.ask(FLO, claim), ClaimKind._check_wallet

        def then_emptied(*told):
            look(*told)
            entries = grant(wallet("Fay"), -held["Fay"], "withdrawal")
            house.database.submit(Transaction("", house.clock(), entries=entries))

        with monkeypatch.context() as patch:
            patch.setattr(ClaimKind, "_check_wallet", then_emptied)
            with pytest.raises(HouseError, match="not enough money"):
                await desk.requests.approve(PIT, made.id)
        assert keeper.broken is None
        assert house.audit()[f"{GAME}/claim:Fay"] == keeper.table.claims[0].amount
        await asyncio.to_thread(house.database.store, gift("Fay", 40_000))
        await desk.requests.approve(PIT, made.id)
        assert house.database.balance(wallet("Fay")) == house.database.balance(hold(GAME, "Fay")) == 0
        house.audit()


async def test_a_claim_that_changed_meanwhile_gives_back_what_was_set_aside(tmp_path):
    async with found_void(tmp_path) as (house, _, keeper, held):
        (claim,) = keeper.table.claims
        order = Direct(order="collect-claim", player="Fay", what="1", amount=claim.amount + 1)
        with pytest.raises(IllegalAction, match="is owed"):
            await paid(keeper, order, FLOOR)
        assert house.database.balance(wallet("Fay")) == held["Fay"]


async def test_a_table_that_is_to_close_waits_for_a_claim_of_its_last_round(tmp_path):
    """It was ordered reshuffled again and again, without end."""
    async with a_house(tmp_path / "h.db", GAME, automatic=False, cards="entered") as house:
        desk, keeper = Desk(house), house.keeper(GAME)
        for one, role in (("Flo", "floorperson"), ("Sam", "shift-manager")):
            desk.people.accounts.add(one, None, [(role, "")])
        await played(house, keeper)
        for form in ({"kind": "close"}, {"kind": "report", "told": {"irregularity": "wrong-number"}}):
            made = await desk.requests.ask(FLO, {**form, "table": GAME})
            await desk.requests.approve(SAM, made.id)
        (claim,) = keeper.table.claims
        driver = Driver(GAME, tomllib.loads(new_submission(open_game(GAME))))
        await on(keeper, driver, lambda table: table.due is None)
        for _ in range(5):
            keeper.running.wake()
            await asyncio.sleep(0)
        assert (keeper.decided.phase, keeper.decided.open, keeper.broken) == ("betting", True, None)
        ended = {"kind": "write-off-claim", "claim": "Fay of round 1", "amount": claim.amount, "words": "gone"}
        made = await desk.requests.ask(FLO, {**ended, "table": GAME})
        await desk.requests.approve(SAM, made.id)
        await until(lambda: not keeper.table.open)
        assert {one.state for one in desk.requests.of(SAM).answered} == {"approved"}


async def test_the_reports_of_a_day_with_a_round_found_void_balance(tmp_path):
    async with found_void(tmp_path) as (house, desk, keeper, _):
        await do(keeper, *_rack(keeper))
        day = datetime.fromtimestamp(house.clock() / 1000, UTC).date()
        (table,) = plain(by_table(house.database, Period(day, day), expect=False))
        assert (table["balanced"], table["win"], table["void-rounds"]) == (True, 0, 1)
        assert {one["players-net"] for one in table["wagers"].values()} == {0}
        for meter in plain(by_meter(house.database, Period(day, day), records=True)):
            assert (meter["balanced"], meter["wins"], meter["closing"]) == (True, 0, 1000 * meter["stake"])
        assert desk
    assert check(tmp_path / "h.db").rounds == 1


def _rack(keeper):
    driver = Driver(GAME, {})
    driver.table = keeper.table
    command, _ = driver.answer()
    return command, DEALER
