"""Nobody alone keeps a table from dealing, by orders and reports that each may be given and set the round back."""

from __future__ import annotations

from itertools import count

import pytest

from croupier.errors import HouseError
from croupier.house.desk.desk import Desk
from croupier.house.people.relations import declare
from croupier.house.tables.automatic.setbacks import MOST, WITHIN, Setbacks
from croupier.table import Actor, Direct, PlaceWagers, Sit, TakeBack
from croupier.table import events as e
from tests.house.desk.test_desk import refusals
from tests.house.desk.test_requests import person
from tests.house.floor import a_house, ann, betting, until
from tests.house.tables.test_keeper import seated

FLO, PIT, SUE = person("Flo", "floorperson"), person("Pit", "floorperson"), person("Sue", "surveillance")
RESHUFFLE = {"command": "direct", "order": "reshuffle"}
BROKEN = {"command": "report", "irregularity": "out-of-order", "device": "shuffler"}
REPAIRED = Direct(order="repair", what="shuffler")
_keys = (f"s{n}" for n in count())


async def give(house, who, command):
    """Once the table is ready for it and Ann has wagered."""
    keeper = house.keeper("dj-wild")
    await betting(keeper)
    if keeper.table.broken:
        await keeper.ask(TakeBack(seat=1, wager="ante"), ann())
        assert not (await keeper.ask(REPAIRED, Actor("floorperson", "Floor"))).refused
        await betting(keeper)
    if not keeper.table.layout:
        wagers = PlaceWagers(seat=1, wagers={"ante": 1000, "blind": 1000})
        assert not (await keeper.ask(wagers, ann())).refused
    answer = await Desk(house).command(who, "dj-wild", command, next(_keys))
    assert not answer.refused, answer


@pytest.mark.parametrize(
    ("who", "command"),
    [(FLO, RESHUFFLE), (FLO, {"command": "direct", "order": "change-cards"}), (FLO, BROKEN), (SUE, BROKEN)],
    ids=["reshuffle", "change-cards", "out-of-order", "surveillance"],
)
async def test_wagers_go_back_by_one_person_only_so_often_before_a_round(tmp_path, who, command):
    given = {"betting_seconds": 20.0, "quick": False, "chosen": {"shuffler": "automated"}}
    async with a_house(tmp_path / "h.db", "dj-wild", **given) as house:
        await seated(house, house.keeper("dj-wild"))
        for _ in range(MOST):
            await give(house, who, command)
        with pytest.raises(HouseError, match="another person decides, or a round is played first") as refused:
            await give(house, who, command)
        assert refused.value.fault == "denied"
        await until(lambda: len(refusals(house)) == 1)
        assert refusals(house)[0].person == who.name
        await give(house, PIT, RESHUFFLE)


async def test_nobody_stands_players_up_again_and_again_either_nor_by_another_account(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild", betting_seconds=20.0, quick=False) as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper)
        desk = Desk(house)
        for name in ("Flo", "Flora"):
            desk.people.accounts.add(name, None, [("floorperson", ""), ("player", "")])
        declare(house.database, "Flo", "Flora", related=True, by="Adam", second="Eve", at=house.clock(), why="one")
        for _ in range(MOST):
            await give(house, FLO, {"command": "leave", "seat": 1})
            assert not (await keeper.ask(Sit(player="Ann", seat=1), ann())).refused
        flora = person("Flora", "floorperson")
        with pytest.raises(HouseError, match="another person decides"):
            await give(house, flora, {"command": "leave", "seat": 1})
        await give(house, PIT, {"command": "leave", "seat": 1})


async def test_a_round_that_was_played_forgets_what_set_it_back(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild", betting_seconds=0.3, decision_seconds=0.3) as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper)
        keeper.running.setbacks._by["Flo"] = [keeper.now()] * MOST
        with pytest.raises(HouseError, match="another person decides"):
            await give(house, FLO, RESHUFFLE)
        rounds = keeper.table.rounds
        await until(lambda: keeper.table.rounds > rounds)
        keeper.running.setbacks.check(["Flo"], keeper.now())


def test_what_is_long_ago_counts_no_more():
    setbacks = Setbacks()
    recut = e.Performed(step="recut", cite="", by="floorperson", who="Flo")
    setbacks.hear([recut] * MOST, 1000)
    with pytest.raises(HouseError):
        setbacks.check(["Flo"], 1000 + WITHIN - 1)
    setbacks.check(["Flo"], 1000 + WITHIN)
    setbacks.check(["Pit"], 1000)
