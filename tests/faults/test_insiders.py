"""Attacks with a working account: each is refused, recorded, and changes nothing."""

from __future__ import annotations

import asyncio
import random
import tomllib
from contextlib import asynccontextmanager
from itertools import count
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from croupier.errors import HouseError, NotAllowed
from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house.desk import authority
from croupier.house.desk.dealing import Announce, Late, Pressed, Take, Wrong, check_free, do
from croupier.house.desk.desk import Desk
from croupier.house.desk.step_values import supplied
from croupier.house.desk.two_person_commands import needs_second
from croupier.house.people import relations
from croupier.house.people.roles import Person
from croupier.house.screens.dealer.console import console
from croupier.house.screens.player.host import Host
from croupier.house.storage.table_settings import Settings
from croupier.journal.keys import Key
from croupier.journal.replay import restore_pack
from croupier.kit.cards import cards, write
from croupier.table import Crowd, Decide, Direct, Perform, Place, Report
from croupier.table.shuffle import commitment, order, salt, seal
from croupier.table.vault import Vault
from tests.house.desk.test_dealing import DEAN, deal_on, due, press, seat
from tests.house.desk.test_desk import refusals
from tests.house.desk.test_in_force import house_on
from tests.house.floor import FLOOR, a_house, ann, betting, equip, gift, open_table, served, until
from tests.support import plain

_keys = (f"a{n}" for n in count())
ROYAL = "As Ks Qs Js Ts"
MALLORY = Person("Mallory", frozenset({("dealer", "")}))
FLO = Person("Flo", frozenset({("floorperson", "")}))


def books(house, keeper):
    """All that an attack could have changed."""
    return keeper.decided.bytes(), keeper.stored, house.audit()


async def refused(house, desk, who, table, told, *, field, why=""):
    """A command is denied by its field, recorded, and changes nothing."""
    keeper = house.keeper(table)
    before, noted = books(house, keeper), len(refusals(house))
    with pytest.raises(HouseError, match=why or None) as denied:
        await desk.command(who, table, told, next(_keys))
    assert (denied.value.fault, denied.value.field) == ("denied", field), denied.value
    assert books(house, keeper) == before
    rows = refusals(house)
    assert len(rows) == noted + 1
    assert (rows[-1].person, rows[-1].why) == (who.name, denied.value.message[:400])


async def not_done(coming, why):
    with pytest.raises(HouseError, match=why) as denied:
        await coming
    assert denied.value.fault == "denied"


@asynccontextmanager
async def dealt_by_a_person(path, game="dj-wild", **given):
    """A table that Dean deals at the console; Ann 1 and Ann 4 sit there."""
    async with a_house(path, game, automatic=False, **given) as house:
        keeper = house.keeper(game)
        await seat(house, keeper, 1, 4)
        yield house, Desk(house), keeper


def crowd():
    return Crowd(random.Random(4), 0, side=1.0, skip=0)


def at_step(step):
    return lambda table: table.due is not None and table.due.id == step


def own_seals(seed):
    """Seals that open to the cards one wants."""
    return [seal(salt(seed, at), card) for at, card in enumerate(cards(ROYAL))]


async def test_own_seals_at_the_deal_and_own_cards_at_the_turn(tmp_path):
    """The dealer of a console table seals a royal flush for oneself and turns it over: every verifier was content."""
    seed = bytes(32)

    async with dealt_by_a_person(tmp_path / "h.db") as (house, desk, keeper):
        await deal_on(keeper, crowd(), at_step("deal"))
        while keeper.table.due.to != "dealer":
            await press(keeper, "deal")
        told = {"command": "perform", "step": "deal", "seals": own_seals(seed)}
        await refused(house, desk, DEAN, "dj-wild", told, field="seals", why="supplies their seals")
        assert not (await desk.command(DEAN, "dj-wild", {"command": "perform", "step": "deal"}, "d")).refused
        lying = keeper.staff.lying(keeper.table, "dealer")
        assert keeper.table.play.seals["dealer"] == tuple(keeper.vault.seal("0", at) for at in lying)
        await deal_on(keeper, crowd(), at_step("turn"))
        told = {"command": "perform", "step": "turn", "cards": ROYAL}
        opened = told | {"salts": [salt(seed, at) for at in range(5)]}
        await refused(house, desk, DEAN, "dj-wild", opened, field="salts")
        await refused(house, desk, DEAN, "dj-wild", told, field="cards", why="whoever keeps the order")
        assert not (await desk.command(DEAN, "dj-wild", {"command": "perform", "step": "turn"}, "t")).refused
        found = write(keeper.table.play.round.places["dealer"])
        assert found == write(keeper.vault.card("0", at) for at in lying)


async def test_a_ground_seed_with_a_sealed_text_of_another_table(tmp_path):
    """The seed of the shuffle is tried until it deals well; what is locked with it comes from somewhere else."""
    async with dealt_by_a_person(tmp_path / "h.db") as (house, desk, keeper):
        other = await open_table(house, "dj-wild", "other")
        await seat(house, other, 2)
        await until(lambda: other.decided.packs and other.decided.packs[0].sealed)
        await deal_on(keeper, crowd(), at_step("shuffle"))
        seed = Key.throw_away(9).public.encode()[:32]
        ground = {
            "commitment": commitment(seed, order(seed, keeper.rules.game.deck)),
            "sealed": other.decided.packs[0].sealed,
        }
        told = {"command": "perform", "step": "shuffle", "value": ground}
        await refused(house, desk, DEAN, "dj-wild", told, field="value", why="the house supplies the rest")
        await not_done(press(keeper, "shuffle", value=ground), "the house supplies the rest")
        assert not (await desk.command(DEAN, "dj-wild", {"command": "perform", "step": "shuffle"}, "s")).refused
        restore_pack(Vault(), keeper.decided, 0, keeper.lock)  # it opens to what it committed to
        assert keeper.decided.packs[0].commitment != ground["commitment"]


async def test_the_dealers_hand_is_not_injected_where_the_dealer_is_automatic(tmp_path):
    """By HTTP and by the socket, at a table that is slow enough to be quicker than."""
    async with a_house(tmp_path / "h.db", "dj-wild", pace=4000.0) as house, served(house) as at:
        keeper = house.keeper("dj-wild")
        await seat(house, keeper, 1)
        await betting(keeper)
        for wager in ("ante", "blind"):
            assert not (await keeper.ask(Place(seat=1, wager=wager, amount=1000), ann("Ann 1"))).refused
        await until(lambda: keeper.decided.play and keeper.decided.play.dealt and not keeper.waiting)
        assert due(keeper).id == "deal"
        at.desk.people.accounts.add("Mallory", None, (("dealer", ""),))
        headers = {"Cookie": f"croupier={at.desk.people.session('Mallory')}", "Idempotency-Key": "k"}
        before = books(house, keeper)
        forms = [{"seals": own_seals(bytes(32))}, {"cards": ROYAL}, {}]
        async with httpx.AsyncClient(base_url=at.url, headers=headers) as raw:
            for more in forms:
                told = {"command": "perform", "step": "deal", **more}
                reply = await raw.post("/api/tables/dj-wild/commands", json=told)
                assert reply.status_code == 403, reply.text
                assert "the automatic dealer deals here" in reply.text
            pressed = await raw.post("/api/tables/dj-wild/console", json={"command": "press", "step": "deal"})
            assert pressed.status_code == 403
        address = at.url.replace("http", "ws") + "/api/tables/dj-wild/socket"
        async with connect(address, additional_headers=headers) as socket:
            for more in forms:
                told = {"command": {"command": "perform", "step": "deal", **more}, "key": "s"}
                await socket.send(msgspec.json.encode(told).decode())
                while "error" not in (heard := msgspec.json.decode(await socket.recv())):
                    pass
                assert heard["error"]["code"] == "denied"
        assert books(house, keeper) == before
        assert len(refusals(house)) == 7
        assert {row.person for row in refusals(house)} == {"Mallory"}


async def test_only_the_dealer_who_took_the_table_deals_it(tmp_path):
    async with dealt_by_a_person(tmp_path / "h.db") as (house, desk, keeper):
        await refused(
            house,
            desk,
            MALLORY,
            "dj-wild",
            {"command": "perform", "step": "receive"},
            field="actor",
            why="Dean deals here",
        )
        free = await open_table(house, "cajun-stud", automatic=False, dealer="")
        await refused(
            house,
            desk,
            MALLORY,
            "cajun-stud",
            {"command": "perform", "step": "receive"},
            field="actor",
            why="nobody deals here yet",
        )

        await not_done(do(keeper, MALLORY, Pressed("receive"), next(_keys)), "Dean deals here")
        assert not (await do(free, MALLORY, Take(), next(_keys))).refused
        await until(lambda: free.settings.dealer == "Mallory")
        done = await desk.command(MALLORY, "cajun-stud", {"command": "perform", "step": "receive"}, "r")
        assert not done.refused


async def test_the_floors_steps_are_its_own_where_it_is_automatic(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        for step in ("verify", "validate", "deal", "determine"):
            told = {"command": "perform", "step": step}
            await refused(house, Desk(house), FLO, "dj-wild", told, field="actor", why="automatic")


@pytest.mark.parametrize(
    ("step", "value"),
    [
        ("count-stub", 3),
        ("device-count", 51),
        ("verify-chips", 0),
        ("shake", {"dice": [1, 1, 1]}),
        ("open-order", {"seed": "00"}),
        ("set-dealer", "As Ks"),
        ("deal", 1),
        ("no-more-bets", 1),
    ],
)
async def test_counts_dice_and_seeds_are_the_houses_own(tmp_path, step, value):
    """A false count of the stub voided a losing round."""
    async with dealt_by_a_person(tmp_path / "h.db") as (house, desk, keeper):
        await refused(house, desk, DEAN, "dj-wild", {"command": "perform", "step": step, "value": value}, field="value")
        await not_done(press(keeper, step, value=value), "the house supplies the rest")


async def test_nobody_finds_a_bad_card_in_a_deck_that_the_table_shuffles(tmp_path):
    """One press made a journal of the house one that every check accuses."""
    async with dealt_by_a_person(tmp_path / "h.db") as (house, desk, keeper):
        await deal_on(keeper, crowd(), at_step("inspect"))
        found = {"command": "perform", "step": "inspect", "value": "defective"}
        await refused(house, desk, DEAN, "dj-wild", found, field="value", why="none can be marked")
        before = books(house, keeper)
        await not_done(press(keeper, "inspect", value="defective"), "none can be marked")
        assert books(house, keeper) == before


async def test_the_cut_is_what_the_law_leaves_to_people(tmp_path):
    async with dealt_by_a_person(tmp_path / "h.db") as (house, desk, keeper):
        await deal_on(keeper, crowd(), at_step("cut"))
        cut = {"command": "perform", "step": "cut"}
        for hostile in ("20", 20.5, [20], {"at": 20}, True):
            await refused(house, desk, DEAN, "dj-wild", cut | {"value": hostile}, field="value")
        least = keeper.rules.game.conduct.cut.least
        outside = await desk.command(DEAN, "dj-wild", cut | {"value": least - 1}, "c1")
        assert outside.field == "value"
        done = await desk.command(DEAN, "dj-wild", cut | {"value": least + 3}, "c2")
        assert not done.refused
        assert keeper.decided.pack.cut == least + 3


async def test_a_losing_hand_is_not_voided_by_a_report_of_a_wrong_number_of_cards(tmp_path):
    """After both hands were shown; by command, at the console, by the floor and by surveillance."""
    async with dealt_by_a_person(tmp_path / "h.db") as (house, desk, keeper):
        await deal_on(keeper, crowd(), at_step("settle"))
        report = {"command": "report", "irregularity": "wrong-number"}
        watch = Person("Sue", frozenset({("surveillance", "")}))
        for who in (DEAN, FLO, watch):
            await refused(
                house,
                desk,
                who,
                "dj-wild",
                report,
                field="irregularity",
                why="every card where it belongs: seat 1 has 5, seat 4 has 5 of 5",
            )

        await not_done(do(keeper, DEAN, Wrong("wrong-number"), next(_keys)), "where it belongs")
        (shown,) = [one for one in plain(console(keeper, "Dean"))["wrongs"] if one["id"] == "wrong-number"]
        assert not shown["applies"]
        assert "where it belongs" in shown["why"]


async def test_what_undoes_a_round_needs_a_second_person(tmp_path):
    """With real cards a report is a person's word, but not one person's alone; the orders of two are nobody's."""
    async with a_house(tmp_path / "h.db", "cajun-stud", automatic=False, cards="entered") as house:
        keeper, desk = house.keeper("cajun-stud"), Desk(house)
        await seat(house, keeper, 1)
        values = {"cut": 20, "insert-cover": "rack"}
        while keeper.table.due is None or keeper.table.due.id != "decide":
            if keeper.table.phase == "betting":
                await keeper.ask(Place(seat=1, wager="ante", amount=1000), ann("Ann 1"))
                assert not (await press(keeper, "no-more-bets")).refused
            now = due(keeper)
            if "dealer" not in now.by:
                await keeper.ask(Perform(step=now.id), FLOOR)
            elif now.id != "decide":
                assert not (await press(keeper, now.id, value=values.get(now.id), whole=True)).refused
        report = {"command": "report", "irregularity": "exposed"}
        for who in (DEAN, FLO):
            await refused(house, desk, who, "cajun-stud", report, field="irregularity", why="a second person must")
        for wanted in ("fill", "credit", "close", "meter"):
            told = {"command": "direct", "order": wanted, "amount": 100_000_000, "what": "meter"}
            await refused(house, desk, FLO, "cajun-stud", told, field="order")
        assert needs_second(keeper.table, Report(irregularity="exposed"))
        assert not needs_second(keeper.table, Report(irregularity="drawn-in-error"))
        assert not needs_second(keeper.table, Direct(order="reshuffle"))


async def test_a_dealer_folds_nobodys_hand_and_places_nobodys_wager(tmp_path):
    async with dealt_by_a_person(tmp_path / "h.db", decision_seconds=3600.0) as (house, desk, keeper):
        await deal_on(keeper, crowd(), lambda table: table.phase == "betting")
        place = {"command": "place", "seat": 1, "wager": "ante", "amount": 1000}
        await not_done(desk.command(DEAN, "dj-wild", place, next(_keys)), "this is not yours")
        await deal_on(keeper, crowd(), at_step("decide"))
        fold = {"command": "decide", "seat": 1, "decision": "fold"}
        await refused(house, desk, DEAN, "dj-wild", fold, field="actor", why="for themselves")

        before = books(house, keeper)
        said = await do(keeper, DEAN, Announce(1, "raise"), next(_keys))
        assert (said.field, "only at real cards" in said.refused) == ("announced", True)
        await refused(house, desk, DEAN, "dj-wild", fold | {"announced": True}, field="actor", why="for themselves")
        await not_done(do(keeper, DEAN, Late(1), next(_keys)), "still has [0-9]+ seconds")
        assert books(house, keeper) == before
        keeper.running.clock._over = 0.0  # an hour later
        assert not (await do(keeper, DEAN, Late(1), next(_keys))).refused


async def test_the_time_of_a_player_is_measured_where_nobody_is_hurried(tmp_path):
    async with dealt_by_a_person(tmp_path / "h.db", decision_seconds=0.2) as (_, _, keeper):
        await deal_on(keeper, crowd(), at_step("decide"))
        assert keeper.deadline == 0  # no clock is shown
        await until(lambda: keeper.running.clock.seconds_left(keeper.table) == 0)
        assert keeper.table.due.id == "decide"  # and nothing happens by itself
        await keeper.ask(Decide(seat=1, decision="fold"), ann("Ann 1"))
        assert keeper.running.clock.seconds_left(keeper.table) > 0  # the next one has a time of one's own


@pytest.fixture
def same_person(monkeypatch):
    """Mallory plays as Molly."""
    ours = frozenset({"Mallory", "Molly"})
    monkeypatch.setattr(relations, "related", lambda _, name: ours if name in ours else frozenset({name}))


@pytest.mark.usefixtures("same_person")
async def test_nobody_works_where_an_account_of_theirs_sits(tmp_path):
    every = Person("Mallory", frozenset({(role, "") for role in ("dealer", "floorperson", "surveillance")}))

    async with dealt_by_a_person(tmp_path / "h.db") as (house, desk, keeper):
        await house.welcome("Molly")
        molly = Person("Molly", frozenset({("player", "")}))
        sit = {"command": "sit", "player": "Molly", "seat": 2}
        assert not (await desk.command(molly, "dj-wild", sit, "s")).refused
        for told in (
            {"command": "direct", "order": "reshuffle"},
            {"command": "perform", "step": "verify"},
            {"command": "report", "irregularity": "out-of-order", "device": "shuffler"},
            {"command": "leave", "seat": 4},
        ):
            await refused(house, desk, every, "dj-wild", told, field="actor", why="another account of theirs")
        await not_done(do(keeper, every, Take(), next(_keys)), "another account of theirs")
        asked = {"table": "dj-wild", "kind": "fill", "amount": 100}
        await not_done(desk.requests.ask(every, asked), "another account of theirs")
        made = await desk.requests.ask(DEAN, asked)
        await not_done(desk.requests.approve(every, made.id), "nobody works at a table")


@pytest.mark.usefixtures("same_person")
async def test_a_dealer_does_not_sit_at_the_own_table_by_any_account(tmp_path):
    async with dealt_by_a_person(tmp_path / "h.db", dealer="Mallory") as (house, desk, _):
        for name in ("Mallory", "Molly"):
            await house.welcome(name)
            who = Person(name, frozenset({("player", "")}))
            sit = {"command": "sit", "player": name, "seat": 2}
            await refused(house, desk, who, "dj-wild", sit, field="player", why="does not sit at it")
        await refused(house, desk, FLO, "dj-wild", {"command": "sit", "player": " Molly ", "seat": 2}, field="player")


async def test_the_floor_seats_players_and_nobody_else(tmp_path):
    """One floorperson seated every other one, and surveillance, who did not work at that table any more; and people
    that there are not, by the names of the house's own staff."""
    async with dealt_by_a_person(tmp_path / "h.db") as (house, desk, _):
        for name, role in (("Pit", "floorperson"), ("Sue", "surveillance"), ("Zoe", "player")):
            desk.people.accounts.add(name, None, [(role, "")])
        sit = {"command": "sit", "seat": 2}
        for name in ("Pit", " Sue ", "Dealer", "Bot 2", "Nobody"):
            await refused(house, desk, FLO, "dj-wild", sit | {"player": name}, field="player", why="is no player")
        assert not (await desk.command(FLO, "dj-wild", sit | {"player": "Zoe"}, next(_keys))).refused


async def test_the_floor_takes_no_seat_from_a_hand_in_play(tmp_path):
    """Whoever is gone in mid-round may be treated as having abandoned the wagers: one floorperson did both."""
    async with dealt_by_a_person(tmp_path / "h.db", game="raise-it-up") as (house, desk, keeper):
        await deal_on(keeper, crowd(), at_step("decide"))
        leave = {"command": "leave", "seat": 1}
        await refused(house, desk, FLO, "raise-it-up", leave, field="seat", why="a hand in play is its player")
        abandon = {"command": "direct", "order": "abandon", "seat": 1}
        answer = await desk.command(FLO, "raise-it-up", abandon, next(_keys))
        assert "only a player who left" in answer.refused


# One person who deals and is the floor.


@pytest.mark.parametrize("step_", ["validate", "determine"])
async def test_whoever_deals_neither_validates_a_win_nor_determines_the_stub(tmp_path, step_):
    """One account with both roles once paid a jackpot of real cards to an accomplice, and voided a dealt round."""
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        for name in ("Deb", "Dora", "Flo"):
            await asyncio.to_thread(Desk(house).people.accounts.add, name, None)
        relations.declare(house.database, "Deb", "Dora", related=True, by="Ada", at=house.clock(), why="one person")
        settings = SimpleNamespace(school="", automatic=False, dealer="Deb")
        keeper: Any = SimpleNamespace(settings=settings, database=house.database)
        table: Any = SimpleNamespace(play=SimpleNamespace(), due=SimpleNamespace(id=step_, seat=1))
        for name in ("Deb", "Dora"):
            with pytest.raises(NotAllowed, match="count as one person, and two are needed"):
                authority._check_signature(keeper, table, Perform(step=step_), name)
        authority._check_signature(keeper, table, Perform(step=step_), "Flo")
        with pytest.raises(NotAllowed, match="stays until the floor has determined"):
            authority._check_order(keeper, table, Direct(order="relieve", player="Dan"))


@pytest.mark.parametrize("step_", ["validate", "rule-claim"])
def test_the_house_says_nothing_in_the_floors_place(step_):
    """A floorperson who had not heard that the light was not lit validated, and was recorded to have accepted it."""
    said = Perform(step=step_, value="accepted"), FLOOR
    keeper: Any = SimpleNamespace(staff=SimpleNamespace(answer=lambda _: said))
    table: Any = SimpleNamespace(cards="shuffled", due=SimpleNamespace(id=step_, by=("floorperson",)))
    assert supplied(keeper, table, Perform(step=step_), FLOOR) == Perform(step=step_)


async def test_one_dealer_deals_at_one_table(tmp_path):
    """One dealer once took every automatic table, and dealt at none."""
    async with a_house(tmp_path / "h.db", "dj-wild", "cajun-stud") as house:
        first, second = house.keeper("dj-wild"), house.keeper("cajun-stud")
        check_free(house, first, "Deb")
        first.running.relieve("Deb")
        check_free(house, first, "Deb")
        with pytest.raises(NotAllowed, match="hand that table back first"):
            check_free(house, second, "Deb")
        check_free(house, second, "Dan")


@pytest.mark.parametrize("money", ["real", "play"])
async def test_nobody_lays_a_coupon_that_nobody_saw_for_real_money(tmp_path, money):
    """A coupon is paid as if it were chips: laid by a command alone, it was money for whoever asked, round by round."""
    made = {**tomllib.loads(new_submission(open_game("dj-wild", "ma"))), "match-play": True}
    chosen = Settings(submission=made, betting_seconds=30.0)
    async with house_on(tmp_path / "h.db", money=money) as (house, _):
        equip(house, "T1", chosen, "dj-wild", "ma")
        keeper, desk = await house.open("T1", "T1", "dj-wild", "ma", chosen), Desk(house)
        desk.people.accounts.add("Ann", None)
        await asyncio.to_thread(house.database.store, gift("Ann", 50_000))
        player = desk.people.accounts.person("Ann")
        await Host(desk, guests=False).sit(player, "T1", 1, 50_000, "k")
        await betting(keeper)
        ante = {"command": "place", "seat": 1, "wager": "ante", "amount": 1000}
        coupon = {**ante, "wager": "match-play"}
        together = {"command": "place-wagers", "seat": 1, "wagers": {"ante": 1000, "match-play": 1000}}
        if money == "real":
            await refused(house, desk, player, "T1", together, field="wager", why="none is laid for real money")
        assert not (await desk.command(player, "T1", ante, "a")).refused
        if money == "real":
            await refused(house, desk, player, "T1", coupon, field="wager", why="none is laid for real money")
        else:
            assert not (await desk.command(player, "T1", coupon, "c")).refused
        assert keeper.decided.coupons == ({} if money == "real" else {1: 1000})
