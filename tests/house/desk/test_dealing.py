"""The dealer's console: a round pressed step by step, cards by hand, remedies before they are done, who deals."""

from __future__ import annotations

import asyncio
import json
import random
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from croupier.errors import CroupierError, HouseError, NotAllowed
from croupier.house.desk.authority import actor_of
from croupier.house.desk.dealing import Announce, HandBack, Late, Pressed, Take, Wrong, do, may_deal
from croupier.house.desk.desk import Desk
from croupier.house.desk.step_values import CHOICES
from croupier.house.people.roles import Person
from croupier.house.screens.dealer.console import console
from croupier.house.screens.dealer.irregularities import preview
from croupier.house.screens.surveillance.watch import Watch
from croupier.table import BuyIn, Crowd, Decide, Leave, Perform, Place, Sit
from croupier.table.recount import recorded
from croupier.web.routes.staff.bodies import Step
from tests.house.desk.test_requests import person
from tests.house.floor import EDITIONS, FLOOR, a_house, ann, betting, served, until
from tests.support import plain

if TYPE_CHECKING:
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.table import Due

DEAN = Person("Dean", frozenset({("dealer", "")}))
_keys = (f"k{n}" for n in count())


async def press(keeper, step, **more):
    return await do(keeper, DEAN, Pressed(step, **more), next(_keys))


SCHOOL = {"automatic": False, "school": "Dean"}
"""A table where something may be staged to go wrong."""


def due(keeper: Keeper) -> Due:
    """What is due, where something is."""
    assert keeper.table.due is not None
    return keeper.table.due


async def seat(house, keeper, *seats):
    for n in seats:
        name = f"Ann {n}"
        await house.welcome(name)
        assert not (await keeper.ask(Sit(player=name, seat=n), ann(name))).refused
        assert not (await keeper.ask(BuyIn(player=name, amount=90_000), ann(name))).refused


async def deal_on(keeper, crowd, until_):
    """Press what the console says, and let the players speak, until something holds."""
    for _ in range(400):
        if until_(keeper.table):
            return
        said = plain(console(keeper, "Dean"))["next"]
        needs = said["needs"]["kind"]
        if keeper.table.phase == "betting" and not keeper.table.layout:
            for command, actor in crowd.wager(keeper.table):
                await keeper.ask(command, actor)
        elif not said["yours"] and "player" not in said["by"]:
            if keeper.settings.school:  # whose floor is automatic
                await asyncio.sleep(0.005)
                continue
            assert not (await keeper.ask(Perform(step=said["id"]), FLOOR)).refused
        elif needs == "wait":
            command, actor = crowd.decide(keeper.table)
            assert not (await keeper.ask(command, actor)).refused
        else:
            answer = await press(keeper, said["id"], whole=True)
            assert not answer.refused, (said, answer)
    raise AssertionError("it went on and on")


@pytest.mark.parametrize("game", EDITIONS)
async def test_a_round_pressed_step_by_step_with_the_cards_of_the_house(tmp_path, game):
    async with a_house(tmp_path / "h.db", game, automatic=False) as house:
        keeper = house.keeper(game)
        await deal_on(keeper, Crowd(random.Random(4), 0), lambda table: table.due.id == "view")
        assert plain(console(keeper, "Dean"))["next"]["why"] == "The first player has not arrived yet."
        await seat(house, keeper, 1, 3, 6)
        crowd = Crowd(random.Random(4), 0, side=1.0, skip=0)
        await deal_on(keeper, crowd, lambda table: table.phase == "settling" and table.play)
        states = [line["state"] for line in plain(console(keeper, "Dean"))["order"]]
        assert states.count("now") == 1
        assert states.index("now") > states.index("done")
        await deal_on(keeper, crowd, lambda table: table.rounds == 2)
        house.audit()
        whos = {
            line.split(b'"who":"')[1].split(b'"')[0]
            for _, line in house.database.lines(game)
            if b'"by":"dealer"' in line and b'"who":"' in line
        }
        assert whos == {b"Dean"}  # who pressed is who acted


async def test_a_face_down_card_is_in_no_console(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild", automatic=False) as house:
        keeper = house.keeper("dj-wild")
        await seat(house, keeper, 1, 2)
        crowd = Crowd(random.Random(4), 0, side=1.0, skip=0)
        await deal_on(keeper, crowd, lambda table: table.due and table.due.id == "decide")
        seen = plain(console(keeper, "Dean"))
        assert [row["cards"] for row in seen["layout"]["rows"][:2]] == [[""] * 5] * 2
        assert all(set(place["cards"]) == {""} for place in seen["places"])
        assert seen["deck"]["gone"] == []
        secret = {str(keeper.vault.card("0", at)) for at in range(12)}
        strings = set(json.dumps(seen).replace('"', " ").replace(",", " ").split())
        assert not secret & strings
        await deal_on(keeper, crowd, lambda table: table.play and table.play.shown.get("dealer"))
        assert len(plain(console(keeper, "Dean"))["deck"]["gone"]) >= 5


async def test_cards_that_a_dealer_enters_are_checked(tmp_path, monkeypatch):
    async with a_house(tmp_path / "h.db", "over-under", automatic=False, cards="entered") as house:
        keeper = house.keeper("over-under")
        values = {"cut": 60, "insert-cover": 80}
        await seat(house, keeper, 1, 2)
        while keeper.table.phase != "betting":
            said = plain(console(keeper, "Dean"))["next"]
            if not said["yours"]:
                await keeper.ask(Perform(step=said["id"]), FLOOR)
                continue
            if said["needs"]["kind"] == "wait":
                assert not (await press(keeper, "decline-cut")).refused
                continue
            assert not (await press(keeper, said["id"], value=values.get(said["id"]))).refused
        for n in (1, 2):
            await keeper.ask(Place(seat=n, wager="ante", amount=1000), ann(f"Ann {n}"))
        assert not (await press(keeper, "no-more-bets")).refused
        said = plain(console(keeper, "Dean"))["next"]
        assert said["needs"] == {"kind": "cards", "count": 1, "low": 0, "to": "seats.1"}
        assert said["words"] == "Deal one card face up to seat 1."
        wrong = await press(keeper, "deal", cards="9s 9h")
        assert (wrong.refused, wrong.cite) == ("2 cards named where there are 1", "58 Pa. Code § 686a.7(e)")
        assert not (await press(keeper, "deal", cards="9s", whole=True)).refused
        assert due(keeper).to == "seats.2"  # a card that has to be named is dealt alone
        assert not (await press(keeper, "deal", cards="Kd")).refused
        assert due(keeper).id == "decide"
        with pytest.raises(HouseError, match=r"still has [0-9]+ seconds"):  # real cards or not
            await do(keeper, DEAN, Late(1), next(_keys))
        monkeypatch.setattr(keeper.running.clock, "seconds_left", lambda _: 0.0)
        late = await do(keeper, DEAN, Late(1), next(_keys))
        assert not late.refused
        with pytest.raises(HouseError, match="seat 1 is not asked"):
            await do(keeper, DEAN, Late(1), next(_keys))
        offered = [one for one in plain(console(keeper, "Dean"))["next"]["more"] if one.get("announce") == 2]
        assert [one["decision"] for one in offered] == ["over", "under", "surrender"]
        assert (await do(keeper, DEAN, Announce(1, "over"), next(_keys))).field == "seat"
        with house.keeping.presence.at(person("Ann 2", "player"), "table", keeper.id):
            assert not any(one.get("announce") for one in plain(console(keeper, "Dean"))["next"]["more"])
            with pytest.raises(NotAllowed, match="Ann 2 has this table on a screen of their own"):
                await do(keeper, DEAN, Announce(2, "over"), next(_keys))
            with pytest.raises(NotAllowed, match="on a screen of their own"):
                actor_of(keeper, DEAN, Decide(seat=2, decision="over", announced=True))
        assert not (await do(keeper, DEAN, Announce(2, "over"), next(_keys))).refused
        told = json.loads(keeper.recent[-1].line)["event"]
        assert (told["event"], told["announced"], told["by"], told["who"]) == ("decided", True, "dealer", "Dean")
        marks = [one.words for one in Watch(Desk(house)).following(keeper).laid.alarms]
        assert "seat 2: over by the word of Dean alone" in marks


async def test_a_step_out_of_turn_is_refused_with_its_provision_and_a_shuffle_is_made_once(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild", automatic=False) as house:
        keeper = house.keeper("dj-wild")
        refused = await press(keeper, "settle")
        assert refused.refused.startswith("the law expects receive next")
        assert refused.cite == "58 Pa. Code § 687a.4(a)"
        await seat(house, keeper, 1)
        await deal_on(keeper, None, lambda table: table.due.id == "shuffle")
        first = await do(keeper, DEAN, Pressed("shuffle"), "once")
        order = keeper.vault.opening("0")
        assert await do(keeper, DEAN, Pressed("shuffle"), "once") == first
        assert keeper.vault.opening("0") == order
        with pytest.raises(HouseError, match="used for another command"):
            await do(keeper, DEAN, Pressed("cut"), "once")
        again = await do(keeper, DEAN, Pressed("shuffle"), "twice")
        assert "the law expects cut next" in again.refused
        assert keeper.vault.opening("0") == order


async def test_a_remedy_is_shown_before_it_is_done(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild", **SCHOOL) as house:
        keeper = house.keeper("dj-wild")
        await seat(house, keeper, 1, 4)
        crowd = Crowd(random.Random(4), 0, side=1.0, skip=0)
        await deal_on(keeper, crowd, lambda table: table.due and table.due.id == "decide")
        listed = {one["id"]: one for one in plain(console(keeper, "Dean"))["wrongs"]}
        assert listed["exposed"]["applies"]
        assert not listed["face-up"]["applies"]
        assert (
            listed["face-up"]["why"]
            == "A card lies face up in the shoe or deck: that can be while dealing, not now (deciding)."
        )
        assert not listed["shuffler-jam"]["applies"]
        before, n = keeper.table, keeper.stored
        told = plain(preview(keeper, Wrong("exposed")))
        assert (keeper.table, keeper.stored) == (before, n)
        assert told["settled"]["count"] > 0
        assert "Trips" in told["settled"]["words"]
        answer = await do(keeper, DEAN, Wrong("exposed"), next(_keys))
        assert not answer.refused
        for line in told["returned"]:
            account = f"player:{line['player']}"
            moved = keeper.table.accounts[account] - before.accounts[account]
            assert line["text"] == f"${moved // 100}.{moved % 100:02d}"
        with pytest.raises(CroupierError, match="that can be while dealing"):
            preview(keeper, Wrong("face-up"))


async def test_a_card_face_up_in_the_shoe_is_named_only_when_it_is_reported(tmp_path):
    async with a_house(tmp_path / "h.db", "cajun-stud", **SCHOOL) as house:
        keeper = house.keeper("cajun-stud")
        await seat(house, keeper, 1, 4)
        await deal_on(keeper, Crowd(random.Random(4), 0, skip=0), lambda table: table.phase == "dealing")
        next_card = str(keeper.staff.next_card(keeper.table))
        told = plain(preview(keeper, Wrong("face-up")))
        assert next_card not in json.dumps(told)
        assert not (await do(keeper, DEAN, Wrong("face-up"), next(_keys))).refused
        assert f'"cards":"{next_card}"'.encode() in list(house.database.lines("cajun-stud"))[-1][1]


async def test_who_deals_changes_between_rounds_and_a_restart_keeps_it(tmp_path):
    async with a_house(tmp_path / "h.db", "cajun-stud") as house:
        keeper = house.keeper("cajun-stud")
        await seat(house, keeper, 1)
        await betting(keeper)
        with pytest.raises(HouseError, match="take the table first"):
            await press(keeper, "no-more-bets")
        with pytest.raises(HouseError, match="nobody works at a table where they sit"):
            await do(keeper, Person("Ann 1", DEAN.grants), Take(), next(_keys))
        await keeper.ask(Place(seat=1, wager="ante", amount=1000), ann("Ann 1"))
        await until(lambda: keeper.table.play)  # a quick table closes the betting by itself
        assert not (await do(keeper, DEAN, Take(), next(_keys))).refused
        assert plain(console(keeper, "Dean"))["dealt"]["next"] == "Dean"
        crowd = Crowd(random.Random(4), 0)
        while keeper.table.play:
            if (decision := crowd.decide(keeper.table)) is not None:
                await keeper.ask(*decision)
            await asyncio.sleep(0.01)
        await until(lambda: keeper.table.dealer == "Dean")
        assert not keeper.settings.automatic  # the journal says who was relieved by whom
    async with a_house(tmp_path / "h.db") as house:
        keeper = house.keeper("cajun-stud")
        assert (keeper.settings.automatic, keeper.settings.dealer) == (False, "Dean")
        await keeper.ask(Place(seat=1, wager="ante", amount=1000), ann("Ann 1"))
        await asyncio.sleep(0.05)
        assert keeper.table.phase == "betting"  # nobody closes it but the dealer
        assert not (await press(keeper, "no-more-bets")).refused
        await deal_on(keeper, Crowd(random.Random(4), 0), lambda table: table.play is None)
        assert not (await do(keeper, DEAN, HandBack(), next(_keys))).refused
        await until(lambda: keeper.settings.automatic)
        await betting(keeper)


def _decided(keeper):
    return due(keeper).id != "decide"


async def test_without_a_clock_a_player_may_think(tmp_path):
    for hurries in (False, True):
        given = {"automatic": False, "hurries": hurries, "decision_seconds": 0.05}
        async with a_house(tmp_path / f"{hurries}.db", "cajun-stud", **given) as house:
            keeper = house.keeper("cajun-stud")
            await seat(house, keeper, 1)
            await deal_on(keeper, Crowd(random.Random(4), 0), lambda table: table.due and table.due.id == "decide")
            if hurries:
                await until(partial(_decided, keeper))
            else:
                await asyncio.sleep(0.15)
                assert due(keeper).id == "decide"


async def test_cards_by_hand_are_not_handed_to_the_automatic_dealer(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild", automatic=False, cards="entered") as house:
        with pytest.raises(HouseError, match="the automatic dealer has none"):
            await do(house.keeper("dj-wild"), DEAN, HandBack(), next(_keys))


async def test_only_a_dealer_of_the_table_deals_it(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild", "cajun-stud") as house:
        desk = Desk(house)
        here = Person("Here", frozenset({("dealer", "dj-wild")}))
        may_deal(desk, here, house.keeper("dj-wild"))
        with pytest.raises(HouseError) as denied:
            may_deal(desk, here, house.keeper("cajun-stud"))
        assert denied.value.fault == "denied"
        for role in ("player", "floorperson", "surveillance", "administrator"):
            with pytest.raises(HouseError):
                may_deal(desk, Person("X", frozenset({(role, "")})), house.keeper("dj-wild"))


async def test_a_floorperson_validates_what_a_dealer_turned_up(tmp_path):
    """A hand that wins from a meter waits for the floor; the console says so and refuses the dealer's press."""
    async with a_house(tmp_path / "h.db", "raise-it-up", automatic=False, cards="entered") as house:
        keeper = house.keeper("raise-it-up")
        await seat(house, keeper, 2)
        deal: dict[str, dict[str, Any]] = {"cut": {"value": 20}, "verify-chips": {"value": 1}}
        board = ["4s", "5s", "6s"]
        while keeper.table.phase != "betting":
            now = due(keeper)
            if "dealer" not in now.by:
                await keeper.ask(Perform(step=now.id), FLOOR)
                continue
            assert not (await press(keeper, now.id, **deal.get(now.id, {}))).refused
        for wager, amount in (("ante", 1000), ("blind", 1000), ("progressive", 100)):
            assert not (await keeper.ask(Place(seat=2, wager=wager, amount=amount), ann("Ann 2"))).refused
        closed = await press(keeper, "no-more-bets")
        assert not closed.refused, closed
        for _ in range(40):
            now = due(keeper)
            if "dealer" not in now.by and now.id != "decide":
                break
            if now.id == "decide":
                last = now.street == len(keeper.rules.game.streets) - 1
                await keeper.ask(Decide(seat=2, decision="play-1" if last else "check"), ann("Ann 2"))
                continue
            more = deal.get(now.id, {})
            if now.id == "turn":
                more = {"cards": board.pop(0)}
            elif now.id == "reveal":
                more = {"cards": "As Ks Qs"}
            answer = await press(keeper, now.id, **more)
            assert not answer.refused, (now, answer)
        said = plain(console(keeper, "Dean"))["next"]
        assert said["needs"]["kind"] == "wait"
        assert "call the floor" in said["why"]
        refused = await press(keeper, said["id"])
        assert refused.refused
        assert refused.cite
        floor = await keeper.ask(Perform(step=said["id"]), FLOOR)
        assert not floor.refused


async def test_the_console_by_http(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild", automatic=False) as house, served(house) as floor:
        base = "/api/tables/dj-wild"
        async with httpx.AsyncClient(base_url=floor.url) as client:
            assert (await client.get(f"{base}/console")).status_code == 401
            assert (await client.post("/api/guest", json={"name": "Dean"})).status_code == 200
            for asked in (
                client.get(f"{base}/console"),
                client.get(f"{base}/irregularities/face-up"),
                client.post(f"{base}/console", json={"command": "take"}),
                client.post("/api/school", json={"game": "dj-wild"}),
            ):
                assert (await asked).status_code == 403
            assert (await client.get("/api/dealer")).status_code == 403
            floor.desk.people.accounts.grant("Dean", "dealer", "dj-wild")
            assert [one["id"] for one in (await client.get("/api/dealer")).json()["tables"]] == ["dj-wild"]
            said = (await client.get(f"{base}/console")).json()
            assert said["next"]["id"] == "receive"

            async def told(status, key="k", **command):
                answer = await client.post(f"{base}/console", json=command, headers={"Idempotency-Key": key})
                assert answer.status_code == status, answer.text
                return answer.json()

            refused = await told(409, command="press", step="settle")
            assert (refused["field"], refused["cite"]) == ("step", "58 Pa. Code \u00a7 687a.4(a)")
            first = await told(200, "k1", command="press", step="receive")
            assert await told(200, "k1", command="press", step="receive") == first
            assert "another command" in (await told(409, "k1", command="press", step="inspect"))["error"]["message"]
            for wrong in (
                {"command": "dance"},
                {"command": "press"},
                {"command": "press", "step": 1},
                {},
                {"command": "press", "step": "inspect", "actor": "floorperson"},
            ):
                assert "not a command" in (await told(409, "k2", **wrong))["error"]["message"]
            assert "1 to 64 letters" in (await told(409, "", command="press", step="inspect"))["error"]["message"]
            unknown = await client.get(f"{base}/irregularities/rain")
            assert unknown.status_code == 400
            assert "is none of" in unknown.json()["error"]["message"]
            assert (await client.get("/api/tables/none/console")).status_code == 404
            school = await client.post("/api/school", json={"game": "chess"})
            assert school.status_code == 404


async def test_what_an_irregularity_makes_due_stands_where_it_comes(tmp_path):
    """A stub that does not add up: who determines it comes next, before the stub is put away."""
    async with a_house(tmp_path / "h.db", "face-up-pai-gow", automatic=False, cards="entered") as house:
        keeper = house.keeper("face-up-pai-gow")
        await seat(house, keeper, 1)
        values = {"cut": 20, "insert-cover": "rack", "shake": {"dice": [1, 2, 3], "shakes": 3}}
        faces = iter(["As", "Kd", "7c", "4h", "3s", "9d", "2c"])
        while not (keeper.table.due and keeper.table.due.id == "count-stub"):
            now = keeper.table.due
            if now is None:
                await keeper.ask(Place(seat=1, wager="pai-gow", amount=1000), ann("Ann 1"))
                assert not (await press(keeper, "no-more-bets")).refused
                continue
            if "dealer" not in now.by:
                assert not (await keeper.ask(Perform(step=now.id), FLOOR)).refused
                continue
            step = "decline-cut" if now.id == "cut" and now.seat else now.id
            card = next(faces) if now.up else ""
            answer = await press(keeper, step, value=values.get(step), cards=card, whole=True)
            assert not answer.refused, (now, answer)
        states = {one["id"]: one["state"] for one in plain(console(keeper, "Dean"))["order"]}
        assert states["shake"] == "done"
        listed = [one["id"] for one in plain(console(keeper, "Dean"))["order"]]
        assert listed.index("count-stub") < listed.index("stub")
        assert not (await press(keeper, "count-stub", value=3)).refused
        said = plain(console(keeper, "Dean"))
        assert said["next"]["id"] == "determine"
        assert "call the floor" in said["next"]["why"]  # whoever counted does not determine alone
        listed = [one["id"] for one in said["order"]]
        assert listed.index("count-stub") < listed.index("determine") < listed.index("stub")
        with pytest.raises(HouseError, match="this is for the floor"):
            await press(keeper, "determine", value=recorded(keeper.table))
        counted = {**recorded(keeper.table), "stub": 3, "seats.2": 8}
        assert not (await keeper.ask(Perform(step="determine", value=counted), FLOOR)).refused
        assert keeper.table.play is not None
        assert keeper.table.play.void or keeper.table.accounts["layout"] == 0


async def test_an_empty_table_is_spread(tmp_path):
    async with a_house(tmp_path / "h.db", "cajun-stud", automatic=False) as house:
        keeper = house.keeper("cajun-stud")
        await seat(house, keeper, 1)
        await deal_on(keeper, None, lambda table: table.phase == "betting")
        assert plain(console(keeper, "Dean"))["next"]["more"] == []
        assert not (await keeper.ask(Leave(seat=1), ann("Ann 1"))).refused
        said = plain(console(keeper, "Dean"))["next"]
        assert (said["id"], said["cite"], said["needs"]) == (
            "spread-idle",
            "58 Pa. Code § 683a.5(f)",
            {"kind": "press"},
        )
        assert not (await press(keeper, "spread-idle")).refused
        assert keeper.table.idle


def test_the_floor_says_how_many_cards_lie_where_and_nothing_else():
    counts = CHOICES["determine"]
    assert counts.allows("floorperson", {"stub": 3, "seats.1": 5})
    assert not counts.allows("dealer", {"stub": 3})
    for wrong in ("misdealt", 3, True, {"stub": "3"}, {"stub": True}, ["stub"]):
        assert not counts.allows("floorperson", wrong)
    told = {"step": "determine", "round": 5, "value": {"stub": 3, "seats.1": 5}}
    assert msgspec.convert(told, Step).value == {"stub": 3, "seats.1": 5}
    for value in ({"x" * 41: 1}, {str(n): 1 for n in range(21)}, {"stub": "3"}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**told, "value": value}, Step)
