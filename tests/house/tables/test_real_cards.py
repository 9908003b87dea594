"""A table of real cards says so wherever it is shown; one whose order the house keeps does not."""

from __future__ import annotations

import io
from typing import Any

import pytest

from croupier.errors import HouseError, NotAllowed, SubmissionError
from croupier.house.books.exports import write
from croupier.house.desk.authority import actor_of
from croupier.house.desk.dealing import Pressed, give_command
from croupier.house.desk.dealing import press as pressed
from croupier.house.desk.desk import Desk
from croupier.house.desk.opening import open_by
from croupier.house.desk.two_person_commands import needs_second
from croupier.house.people import relations
from croupier.house.people.roles import Person
from croupier.house.screens.dealer.console import console
from croupier.house.screens.floor.overview import glance
from croupier.house.screens.player.host import Host
from croupier.house.screens.surveillance.watch import Watch
from croupier.house.storage.table_settings import Settings
from croupier.table import Actor, Decide, Perform, Report
from croupier.table.asking import time_to_decide
from tests.faults.matrix import Keeper
from tests.house.floor import a_house, open_table
from tests.support import plain, table_rules
from tests.table.drive import Driver

WORDS = "Real cards, entered by the dealer"
SAM = Person("Sam", frozenset({("shift-manager", ""), ("surveillance", "")}))


async def test_a_table_of_real_cards_says_so_wherever_it_is_shown(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        desk = Desk(house)
        host = Host(desk, guests=False)
        for name, cards in (("real", "entered"), ("sealed", "shuffled")):
            await open_table(house, "dj-wild", name, automatic=False, cards=cards)
        said = {
            "lobby": {one["id"]: one["real-cards"] for one in plain(desk.lobby())},
            "page": {one["id"]: one["real-cards"] for one in (plain(await host.lobby.view(None)))["tables"]},
            "table": {id_: plain(host.rules(id_))["real-cards"] for id_ in house.keepers},
            "console": {id_: plain(console(keeper, "Dean"))["real-cards"] for id_, keeper in house.keepers.items()},
            "floor": {one["id"]: one["real-cards"] for one in plain(glance(desk, SAM))["tables"]},
            "surveillance": {one.id: one.real_cards for one in Watch(desk).tables(SAM)},
            "export": {id_: plain(write(house.database, id_, io.BytesIO()))["real-cards"] for id_ in house.keepers},
        }
        assert said == {place: {"real": WORDS, "sealed": ""} for place in said}


async def test_nobody_opens_real_cards_with_an_automatic_dealer_or_without_a_time_to_think(tmp_path):
    async def refused_for(field, **settings):
        async with a_house(tmp_path / f"{field}.db") as house:
            told = {"name": "T", "game": "dj-wild", "edition": "pa-2021", "submission": {}, "settings": settings}
            with pytest.raises(HouseError) as refused:
                await open_by(house, told)
            assert refused.value.field == f"settings.{field}"

    await refused_for("automatic", cards="entered")
    await refused_for("decision_seconds", decision_seconds=0)


async def test_no_table_is_opened_without_a_time_to_think_by_any_door(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        for given in (0, -1.0, float("nan")):
            with pytest.raises(HouseError, match="more than 0 seconds") as refused:
                await open_table(house, "dj-wild", decision_seconds=given)
            assert refused.value.field == "settings.decision_seconds"
        with pytest.raises(SubmissionError, match="is no time that anybody has"):
            await house.open("T", "T", "dj-wild", "pa-2021", Settings(submission={"decision-seconds": 0}))
        assert house.keepers == {}


async def test_the_submission_states_the_time_that_a_table_gives(tmp_path):
    """What the house gives stands in the submission of the table; what a submission states, the house gives."""
    async with a_house(tmp_path / "h.db") as house:
        whole = dict(table_rules("dj-wild", edition="pa-2021").submission)
        given = await house.open("A", "A", "dj-wild", "pa-2021", Settings(submission=whole, decision_seconds=40.0))
        seven = Settings(submission={**whole, "decision-seconds": 7})
        stated = await house.open("B", "B", "dj-wild", "pa-2021", seven)
        usual = await house.open("C", "C", "dj-wild", "pa-2021", Settings(submission=whole))
        told = {
            keeper.id: (keeper.rules.submission, keeper.settings.decision_seconds, time_to_decide(keeper.rules))
            for keeper in (given, stated, usual)
        }
        assert told == {
            "A": ({**whole, "decision-seconds": 40}, 40.0, 40_000),
            "B": ({**whole, "decision-seconds": 7}, 7.0, 7000),
            "C": (whole, 25.0, 25_000),
        }


@pytest.mark.parametrize("number", [6, 8])
def test_no_dealer_voids_a_round_alone_by_a_count_of_a_surrendered_hand(number):
    """The dealer's hand is known by then: an accomplice surrenders a small hand, and everybody's wagers go back."""
    driver = Driver("face-up-pai-gow", {"shuffler": "automated"}).ready(1, 3)
    driver.bet(1, pai_gow=2000)
    driver.bet(3, pai_gow=2000)
    driver.close_bets()
    driver.until("decide")
    driver.decide(1, "surrender")
    keeper: Any = Keeper("real", driver.table, driver.staff)
    dealer = Actor("dealer", "Dean")
    for press in (
        lambda: give_command(keeper, Perform(step="count-surrendered", value=number), dealer, "k"),
        lambda: pressed(keeper, driver.table, Pressed("count-surrendered", value=number), dealer),
    ):
        with pytest.raises(NotAllowed, match="a second person must approve") as refused:
            press()
        assert refused.value.field == "value"
    assert needs_second(driver.table, Report(irregularity="wrong-number", seat=1)), "so two people do it"
    assert pressed(keeper, driver.table, Pressed("count-surrendered", value=7), dealer)


def test_nobody_alone_has_sealed_cards_shuffled_that_are_still_to_come():
    """A continuous shuffler that fails in mid-round: with an operator who knows both orders, one of them is chosen."""
    for cards, why in (("shuffled", "those still to come would be others"), ("entered", "")):
        driver = Driver("over-under", {"dealing": "continuous-shuffler"}, cards=cards).ready(1, 2)
        for report in (Report(irregularity="shuffler-jam"), Report(irregularity="out-of-order", device="shuffler")):
            assert not needs_second(driver.table, report)
        driver.bet(1, ante=1000)
        driver.bet(2, ante=1000)
        driver.close_bets()
        driver.until("deal")
        driver.advance()
        for report in (Report(irregularity="shuffler-jam"), Report(irregularity="out-of-order", device="shuffler")):
            assert needs_second(driver.table, report).endswith(why)
            assert bool(needs_second(driver.table, report)) is bool(why)


def test_no_dealer_says_how_a_player_set_a_hand(monkeypatch):
    """Which two of seven real cards are the low hand is found when it is turned over, or the player's own word."""
    monkeypatch.setattr(relations, "related", lambda _, name: frozenset({name}))
    driver = Driver("face-up-pai-gow", {"shuffler": "automated"}).ready(1)
    driver.bet(1, pai_gow=2000)
    driver.close_bets()
    driver.until("decide")
    keeper: Any = Keeper("real", driver.table, driver.staff)
    dean = Person("Dean", frozenset({("dealer", "")}))
    with pytest.raises(NotAllowed, match="how a hand was set") as refused:
        actor_of(keeper, dean, Decide(seat=1, decision="set", low=(0, 1), announced=True))
    assert refused.value.field == "low"
    assert actor_of(keeper, dean, Decide(seat=1, decision="set", announced=True)) == Actor("dealer", "Dean")
