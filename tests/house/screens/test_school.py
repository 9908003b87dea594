"""The school: right steps are taken, wrong ones are lessons; something goes wrong and its remedy is asked for."""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager
from itertools import count

import pytest

from croupier.errors import HouseError
from croupier.house.desk.desk import Desk
from croupier.house.people.roles import Person
from croupier.house.screens.dealer.console import console
from croupier.house.screens.dealer.school import Case, Learn, Ready, Remedy, School, school_id
from croupier.house.screens.floor.overview import glance
from croupier.house.screens.surveillance.watch import Watch
from croupier.house.tables.automatic.bots import Bots
from tests.house.floor import EDITIONS, a_house, until
from tests.support import plain

LEA = Person("Lea", frozenset({("dealer", "")}))
_keys = (f"k{n}" for n in count())


@asynccontextmanager
async def a_school(path, game):
    """A house with one learner's school, its players quick."""
    async with a_house(path) as house:
        company = Bots(house, haste=0, chance=random.Random(2))
        school = School(house, company, random.Random(2))
        try:
            yield school, await school.open(LEA, game, EDITIONS[game])
        finally:
            await company.stop()


async def pick(school, keeper, step, words):
    return await school.do(keeper, LEA, Learn(step, words), next(_keys))


async def right(school, keeper):
    """Pick what the law expects."""
    now = next(one for one in plain(console(keeper, "Lea"))["order"] if one["state"] == "now")
    return await pick(school, keeper, now["id"], now["words"])


async def learn_on(school, keeper, holds):
    for _ in range(1500):
        if holds(keeper.table):
            return
        due = keeper.table.due
        waits = due is not None and (due.id in {"decide", "choose"} or (due.id == "cut" and due.seat))
        betting = keeper.table.phase == "betting" and len(keeper.table.layout) < 3
        if waits or betting or (due is not None and "dealer" not in due.by):
            await asyncio.sleep(0.01)
            continue
        answer = await right(school, keeper)
        assert not answer.refused, (due, answer)
    raise AssertionError("it went on and on")


@pytest.mark.parametrize("game", ["dj-wild", "face-up-pai-gow"])
async def test_a_round_of_lessons(tmp_path, game):
    async with a_school(tmp_path / "h.db", game) as (school, keeper):
        house = school.house
        assert keeper.table.phase == "betting"
        assert keeper.id not in {tile.id for tile in Desk(house).lobby()}
        await until(lambda: len(keeper.table.layout) == 3)
        n = keeper.stored
        shown = plain(school.view(keeper))
        wrong = next(one for one in shown["choices"] if one["step"] == "rack")
        answer = await pick(school, keeper, wrong["step"], wrong["words"])
        assert answer.refused.startswith("The law expects now: announce")
        assert answer.code == "lesson"
        told = plain(school.view(keeper))["told"]
        assert told["pressed"] == wrong["words"]
        assert told["cite"] == answer.cite
        assert told["law"]
        assert told["later"]["state"] == "to come"
        assert keeper.stored == n  # no record of it
        await learn_on(school, keeper, lambda table: table.rounds == 1)
        await learn_on(school, keeper, lambda table: table.phase in {"shuffling", "betting"})
        summary = plain(school.view(keeper))["summary"]
        assert (summary["round"], summary["wrong"]) == (1, 1)
        assert summary["right"] > 5
        assert [one["cite"] for one in summary["missed"]] == [answer.cite]
        await school.do(keeper, LEA, Ready(), next(_keys))
        assert keeper.table.phase == "betting"
        house.audit()


async def test_choices_are_every_step_in_no_order_and_the_same_until_something_happens(tmp_path):
    async with a_school(tmp_path / "h.db", "dj-wild") as (school, keeper):
        await until(lambda: len(keeper.table.layout) == 3)
        first = plain(school.view(keeper))["choices"]
        assert first == plain(school.view(keeper))["choices"]
        asked = [one["words"] for one in plain(console(keeper, "Lea"))["order"] if one["id"] != "decide"]
        assert sorted(asked) == sorted(one["words"] for one in first)
        assert asked != [one["words"] for one in first]


@pytest.mark.parametrize(
    ("case", "step", "back"),
    [("wrong-number", "deal", True), ("face-up", "deal", False), ("misdeal", "stub", True), ("", "deal", None)],
)
async def test_something_goes_wrong_and_the_remedy_is_asked_for(tmp_path, case, step, back):
    async with a_school(tmp_path / "h.db", "dj-wild") as (school, keeper):
        with pytest.raises(HouseError, match="deal first"):
            await school.do(keeper, LEA, Case("wrong-number"), next(_keys))
        await learn_on(school, keeper, lambda table: table.play and table.play.dealt and table.due.id == step)
        await school.do(keeper, LEA, Case(case), next(_keys))
        posed = school._of(keeper).case  # the right answer is not told
        shown = plain(school.view(keeper))["case"]
        assert set(shown) == {"words", "options"}
        assert len(shown["options"]) == len(set(shown["options"])) == 4
        n = keeper.stored
        other = next(one for one in shown["options"] if one != posed.right)
        lesson = await school.do(keeper, LEA, Remedy(other), next(_keys))
        assert (lesson.refused, lesson.cite) == (f"The remedy: {posed.right}.", posed.cite)
        assert keeper.stored == n
        before = sum(v for a, v in keeper.table.accounts.items() if a.startswith("player:"))
        answer = await school.do(keeper, LEA, Remedy(posed.right), next(_keys))
        assert not answer.refused, answer
        outcome = plain(school.view(keeper))["outcome"]
        assert outcome["cite"] == posed.cite
        moved = sum(v for a, v in keeper.table.accounts.items() if a.startswith("player:")) - before
        if back is not None:
            assert (outcome["total"] == f"${moved // 100}.{moved % 100:02d}") is back
        assert plain(school.view(keeper))["case"] is None


async def test_a_school_is_its_learners_own_and_stands_where_it_stood(tmp_path):
    async with a_school(tmp_path / "h.db", "cajun-stud") as (school, keeper):
        await learn_on(school, keeper, lambda table: table.play)
        assert await school.open(LEA, "cajun-stud", EDITIONS["cajun-stud"]) is keeper
        n = keeper.stored
    async with a_school(tmp_path / "h.db", "cajun-stud") as (school, keeper):
        assert keeper.stored >= n
        assert keeper.table.play


def test_names_of_schools_are_tables_ids():
    for name in ("Lea", "Léa Müller-Ørsted of the long name indeed ok", "李", "a/b"):
        for game in EDITIONS:
            made = school_id(name, game, EDITIONS[game])
            assert len(made) <= 40
            assert all(letter.isalnum() or letter == "-" for letter in made)
    assert school_id("a b", "dj-wild", "ma") != school_id("a-b", "dj-wild", "ma")


async def test_a_school_is_no_table_of_the_floor_or_of_surveillance(tmp_path):
    async with a_school(tmp_path / "h.db", "cajun-stud") as (school, keeper):
        desk = Desk(school.house)
        sam = Person("Sam", frozenset({("shift-manager", "")}))
        seen = plain(glance(desk, sam, keeper.id))
        assert (seen["tables"], seen["steps"], seen["chosen"]) == ([], [], None)
        watch = Watch(desk)
        assert plain(watch.tables(sam)) == []
        with pytest.raises(HouseError, match="there is no table"):
            watch.check(sam, keeper.id)
        with pytest.raises(HouseError, match="a school has no floorperson"):
            await desk.requests.ask(LEA, {"table": keeper.id, "kind": "call", "words": "Come."})
        assert plain(desk.requests.of(sam))["waiting"] == []
