"""Surveillance: what a replay shows and when, what is live, and who may look."""

from __future__ import annotations

import asyncio
import contextlib
import random
from typing import TYPE_CHECKING

import msgspec
import pytest
from sqlalchemy import select
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from croupier.errors import HouseError
from croupier.games import EDITIONS as BOOK
from croupier.house.archive import verify
from croupier.house.desk.desk import Desk
from croupier.house.people.roles import Person
from croupier.house.screens.surveillance.watch import Watch
from croupier.house.storage import schema
from croupier.journal.replay import fold
from croupier.table import BuyIn, Crowd, Place, Report, Sit
from croupier.table import events as e
from tests.house.floor import DEALER, ENOUGH, a_house, ann, gift, served, until
from tests.house.tables.test_keeper import seated
from tests.house.tables.test_visibility import cards_in
from tests.support import plain

if TYPE_CHECKING:
    from croupier.house.people.permissions import HouseRole

GAMES = list(BOOK)
EYE = Person("Eye", frozenset({("surveillance", "")}))
WAGERS = {"ante", "blind", "trips"}


async def play(keeper, rounds, seed=3):
    """People who play by chance until so many rounds are closed."""
    crowd = Crowd(random.Random(seed), 0, side=0.6, skip=0)
    goal = keeper.table.rounds + rounds
    async with asyncio.timeout(ENOUGH):
        while keeper.table.rounds < goal or keeper.table.phase != "betting":
            table = keeper.table
            if table.phase == "betting" and not table.layout and table.rounds < goal:
                for command, actor in list(crowd.wager(table)):
                    await keeper.ask(command, actor)
            elif answer := crowd.decide(table):
                await keeper.ask(*answer)
            await asyncio.sleep(0.002)


async def two_sit(house, keeper):
    for seat, name in ((1, "Ann"), (2, "Bob")):
        await asyncio.to_thread(house.database.store, gift(name, 500_000))
        await keeper.ask(Sit(player=name, seat=seat), ann(name))
        assert not (await keeper.ask(BuyIn(player=name, amount=200_000), ann(name))).refused


async def two_players(house, game, rounds=3):
    keeper = house.keeper(game)
    await two_sit(house, keeper)
    await play(keeper, rounds)
    return keeper


def drawn(scene):
    """Every card of a scene by its place, backs as nothing."""
    places = {place["id"]: place["cards"] for place in scene["places"]}
    return {**places, **{f"seats.{seat['seat']}": seat["cards"] for seat in scene["seats"]}}


# Replay.


@pytest.mark.parametrize("game", GAMES)
async def test_a_replay_shows_each_card_from_the_record_that_shows_it(tmp_path, game):
    """Step by step the cloth has the cards that a fold of the whole journal has, and no other; and in no other field of
    an answer stands a card that no record has shown yet."""
    async with a_house(tmp_path / "h.db", game) as house:
        keeper = await two_players(house, game)
        watch = Watch(Desk(house))
        backs = faces = 0
        for number in range(1, keeper.table.rounds + 1):
            told = plain(watch.steps(EYE, game, number))
            first, last = told["records"]
            assert [step["n"] for step in told["steps"]] == list(range(first, last + 1))
            records = list(verify.checked(house, game, 0, last))
            shown = set()
            for step in told["steps"]:
                event = records[step["n"]].body
                if isinstance(event, e.Dealt | e.Turned | e.Revealed | e.Discarded):
                    shown |= set(event.cards.split())
                assert cards_in(step) <= shown, step
                play = fold(records[: step["n"] + 1]).play
                if play is None:
                    continue
                cloth = drawn(step["scene"])
                for to, held in {
                    **{f"seats.{n}": s.cards for n, s in play.round.seats.items()},
                    **play.round.places,
                }.items():
                    if to in cloth:
                        assert sorted(cloth[to]) == sorted("" if c is None else str(c) for c in held), (step, to)
                        backs += cloth[to].count("")
                        faces += len(cloth[to]) - cloth[to].count("")
            assert told["steps"][-2]["event"] == "RoundClosed"
            assert {"bets", "deal"} <= {part["words"] for part in told["parts"]}
        assert faces > 10
        assert backs > 10 or game == "over-under"


@pytest.mark.parametrize("game", GAMES)
async def test_every_step_of_a_replay_is_told_in_the_chapters_words(tmp_path, game):
    async with a_house(tmp_path / "h.db", game) as house:
        keeper = await two_players(house, game)
        watch = Watch(Desk(house))
        for number in range(1, keeper.table.rounds + 1):
            for step in plain(watch.steps(EYE, game, number))["steps"]:
                assert step["tells"], step
                assert not any(tell["words"].startswith("performs ") for tell in step["tells"]), step


async def test_a_hand_that_nobody_was_shown_stays_closed_in_the_replay(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        keeper = await two_players(house, "dj-wild", 8)
        watch = Watch(Desk(house))
        closed = 0
        for number in range(1, keeper.table.rounds + 1):
            told = plain(watch.steps(EYE, "dj-wild", number))
            revealed = {step["seat"] for step in told["steps"] if step["event"] == "Revealed"}
            for seat in told["steps"][-1]["scene"]["seats"]:
                if seat["playing"] and seat["seat"] not in revealed:
                    assert seat["cards"] == [""] * 5
                    closed += 1
        assert closed


@pytest.mark.parametrize("game", GAMES)
async def test_a_dispute_report_says_why_and_where_it_stands(tmp_path, game):
    """It is read from a part of the journal and says the same as a reading of the whole."""
    async with a_house(tmp_path / "h.db", game) as house:
        keeper = await two_players(house, game, 4)
        desk = Desk(house)
        watch = Watch(desk)
        for number in range(1, keeper.table.rounds + 1):
            told = plain(watch.report(EYE, game, number))
            whole = plain(desk.round(EYE, game, number))["settlement"]
            assert set(told["seats"]) == {int(seat) for seat in whole["seats"]}
            for seat, found in told["seats"].items():
                assert len(found["lines"]) == len(whole["seats"][str(seat)]["lines"])
                assert all(line["cite"] and line["sums"] for line in found["lines"])
            assert told["differences"] == []
            assert told["head"]["hash"] == told["lines"][-2]["hash"]
            assert len(told["head"]["hash"]) == 64
            assert told["submission"]
        rows = schema.rounds
        with house.database.read() as connection:
            last = connection.execute(select(rows).order_by(rows.c.round.desc())).first()
        assert last is not None
        assert told["head"]["n"] == last.last


async def test_a_round_that_is_not_there_is_refused(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        watch = Watch(Desk(house))
        with pytest.raises(HouseError, match="no closed round 7"):
            watch.steps(EYE, "dj-wild", 7)
        with pytest.raises(HouseError, match="no closed round"):
            watch.report(EYE, "dj-wild", 10**30)
        with pytest.raises(HouseError, match="no table"):
            watch.steps(EYE, "nowhere", 1)


# Live.


@pytest.mark.parametrize("game", GAMES)
async def test_the_live_cloth_shows_what_lies_face_up(tmp_path, game):
    async with a_house(tmp_path / "h.db", game) as house:
        keeper = house.keeper(game)
        watch = Watch(Desk(house))
        await two_sit(house, keeper)
        seen = 0

        def look(*_):
            nonlocal seen
            table, told = keeper.table, plain(watch.live(game))
            if table.play is None or told["n"] != keeper.stored:
                return
            cloth = drawn(told["scene"])
            for number, seat in table.play.round.seats.items():
                assert sorted(cloth[f"seats.{number}"]) == sorted("" if c is None else str(c) for c in seat.cards)
                seen += cloth[f"seats.{number}"].count("")

        keeper.after_commit.append(look)
        await play(keeper, 3)
        assert seen > 10 or game == "over-under"
        assert keeper.broken is None
        (row,) = plain(watch.tables(EYE))
        assert row["words"].startswith("live, round ")
        assert [one["n"] for one in plain(watch.lines(game, keeper.stored - 3))] == list(
            range(keeper.stored - 2, keeper.stored + 1)
        )


async def test_an_irregularity_is_an_alarm_and_a_mark(tmp_path):
    chosen = {"dealing": "automated-shoe"}
    async with a_house(tmp_path / "h.db", "dj-wild", chosen=chosen, pace=0.4, betting_seconds=0.5) as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper)
        watch = Watch(Desk(house))
        for wager in ("ante", "blind"):
            await keeper.ask(Place(seat=1, wager=wager, amount=1000), ann())
        await until(lambda: keeper.table.phase == "dealing")
        ids = [i.id for i in keeper.table.conduct.irregularities if "void" in i.remedy]
        done = {id_: await keeper.ask(Report(irregularity=id_), DEALER) for id_ in ids}
        assert [id_ for id_ in ids if not done[id_].refused] == ["shoe-jam"], "the record disproves the others"
        await until(lambda: keeper.table.rounds == 1)
        (row,) = plain(watch.tables(EYE))
        assert any("void" in alarm["words"] for alarm in row["alarms"])
        marked = plain(watch.search(EYE, {"marked": "1"}))
        assert marked["rounds"][0]["void"]
        assert len(marked["rounds"][0]["notes"]) > 1
        for asked in ({"q": "void"}, {"void": "1"}, {"irregular": "1"}, {"q": "irregularity"}):
            assert [found["round"] for found in plain(watch.search(EYE, asked))["rounds"]] == [1]
        watch.report(EYE, "dj-wild", 1)
        assert plain(watch.steps(EYE, "dj-wild", 1))["void"]


# Who may.


async def test_only_those_who_surveil_and_only_at_their_tables(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild", "over-under") as house:
        watch = Watch(Desk(house))
        seeing: tuple[HouseRole, ...] = ("surveillance", "auditor", "shift-manager")
        blind: tuple[HouseRole, ...] = ("player", "dealer", "floorperson", "administrator")
        for role in seeing:
            both = watch.visible(Person("Eve", frozenset({(role, "")})))
            assert list(both) == ["dj-wild", "over-under"]
        for role in blind:
            nobody = Person("Eve", frozenset({(role, "")}))
            for deny in (
                lambda nobody=nobody: watch.visible(nobody),
                lambda nobody=nobody: plain(watch.search(nobody, {})),
                lambda nobody=nobody: plain(watch.verify(nobody, "dj-wild", anew=False)),
                lambda nobody=nobody: plain(watch.steps(nobody, "dj-wild", 1)),
                lambda nobody=nobody: plain(watch.report(nobody, "dj-wild", 1)),
            ):
                with pytest.raises(HouseError, match="not yours"):
                    deny()
        one = Person("Eve", frozenset({("surveillance", "over-under"), ("player", "")}))
        assert list(watch.visible(one)) == ["over-under"]
        with pytest.raises(HouseError, match="not yours"):
            watch.verify(one, "dj-wild", anew=False)
        with pytest.raises(HouseError, match="not yours"):
            watch.search(one, {"table": "dj-wild"})


async def test_a_socket_is_denied_and_closed_with_the_role(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house, served(house) as at, at.client() as client:
        at.desk.people.accounts.add("Eye", "in the blue sky!", [("surveillance", "")])

        def socket(table="dj-wild", token=""):
            address = f"{at.url.replace('http', 'ws')}/api/watch/socket?table={table}"
            return connect(address, additional_headers={"Cookie": f"croupier={token or client.token}"}, proxy=None)

        async def code(websocket):
            with contextlib.suppress(ConnectionClosed):
                while await websocket.recv():
                    pass
            return websocket.close_code

        await client.sign_in("Eye", "in the blue sky!")
        async with socket(token="none") as stranger:  # noqa: S106 - no token at all
            assert await code(stranger) == 4401
        async with socket("nowhere") as lost:
            assert await code(lost) == 4404
        async with at.guest("Ann") as guest, socket(token=guest.token) as player:
            assert await code(player) == 4403
        async with socket() as eye:
            told = msgspec.json.decode(await eye.recv())
            assert told["tables"][0]["id"] == told["live"]["table"] == "dj-wild"
            assert told["lines"][0]["event"] == "Header"
            await eye.send("anything")
            at.desk.people.accounts.withdraw("Eye", "surveillance")
            assert await code(eye) == 4401
