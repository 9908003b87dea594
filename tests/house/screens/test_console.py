"""A console of every game in every state: it is always drawn, and one step is always next."""

from __future__ import annotations

import random
import tomllib
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house.desk.dealing import Wrong
from croupier.house.desk.floor_orders import orders
from croupier.house.desk.step_values import supplied
from croupier.house.screens.dealer.console import console
from croupier.house.screens.dealer.irregularities import tried
from croupier.house.screens.dealer.order_of_round import order
from croupier.house.screens.dealer.school import School
from croupier.house.screens.floor.alarms import alarms
from croupier.house.storage.table_settings import Settings
from croupier.kit.cards import CARDS
from croupier.table import Actor, Crowd, Leave, Perform, Staff, Vault, open_table, play, seeded
from croupier.table.holds import check_step
from tests.house.floor import EDITIONS
from tests.support import plain, provision
from tests.table.drive import Driver

FACES = {str(card) for card in CARDS}


def strings(told):
    if isinstance(told, dict):
        for key, value in told.items():
            yield from strings(key)
            yield from strings(value)
    elif isinstance(told, list | tuple):
        for value in told:
            yield from strings(value)
    elif isinstance(told, str):
        yield told


def told_with(step):
    """What a page tells with a step, by what it needs and by what may be found."""
    needs = step["needs"]
    value = "Ks Kd" if needs.get("low") else 1 if needs["kind"] in {"number", "dice", "counts"} else None
    yield Perform(step=step["id"], cards="As" if needs["kind"] == "cards" else "", value=value)
    yield from (Perform(step=one["step"], value=one.get("value")) for one in step["more"] if "step" in one)


@pytest.mark.parametrize("way", [{}, {"dealing": "hand", "shuffler": "automated", "decks": 2}], ids=["shoe", "hand"])
@pytest.mark.parametrize("cards", ["shuffled", "entered"])
@pytest.mark.parametrize(("game", "edition"), [*EDITIONS.items(), ("dj-wild", "ma")])
def test_every_state_has_its_console(game, edition, cards, way):
    if way and game == "over-under":
        way = {"dealing": "continuous-shuffler"}
    submission = tomllib.loads(new_submission(open_game(game, edition))) | way
    rules = open_game(game, edition).rules(submission)
    _, table = open_table(rules, table="7", at=0, cards=cards)
    chance = random.Random(11)
    staff, crowd = Staff(Vault(seeded(11)), chance), Crowd(chance, 5)
    running = SimpleNamespace(relief=None, closing=False)
    clock = count(0, 500)
    keeper: Any = SimpleNamespace(
        id="7",
        name="Seven",
        table=table,
        rules=rules,
        settings=Settings(automatic=False, school="Dean"),
        staff=staff,
        running=running,
        recent=(),
        stored=0,
        now=lambda: keeper.table.clock,
        clock=lambda: keeper.table.clock,
    )
    school = School(None, None, random.Random(1))  # type: ignore[arg-type]
    seen = 0
    for _, after, _ in play(table, staff, crowd, 2, lambda: next(clock)):
        keeper.table = after
        told = plain(console(keeper, "Dean"))
        assert [one["state"] for one in told["order"]].count("now") == 1
        assert told["next"]["words"].endswith(".")
        assert told["next"]["law"]
        assert told["next"]["needs"]["kind"] in {"press", "wait", "cards", "number", "dice", "choice"}
        for asked in told_with(told["next"]):
            check_step(after, asked, told["next"]["cite"])  # the page asks for nothing that its step would refuse
        for wrong in told["wrongs"]:  # nor does it offer a seat that a report would be refused for
            for seat in wrong["needs"].get("seats", ()):
                tried(keeper, Wrong(wrong["id"], seat=seat))
        if after.play is not None:
            held = [card for seat in after.play.round.seats.values() for card in seat.cards]
            held += [card for place in after.play.round.places.values() for card in place]
            up = {str(card) for card in held if card is not None} | {str(CARDS[card]) for card in after.seen}
            assert FACES & set(strings(told)) <= up  # what lies face down is nowhere
        assert plain(school.view(keeper))["choices"]
        seen += 1
    assert seen > 40


@pytest.mark.parametrize("procedure", [3, 4])
def test_the_order_of_a_round_is_that_of_the_table_s_procedure(procedure):
    """687a.11(f)(1): since procedure 4 the extra card is turned over in the settlement."""
    rules = open_game("dj-wild", "pa-2021").rules(tomllib.loads(new_submission(open_game("dj-wild", "pa-2021"))))
    _, table = open_table(rules, table="7", at=0)
    listed = [one.words for one, _ in order(replace(table, todo=(), procedure=procedure), ())]
    first = listed.index("settle the wagers of each seat in turn")
    assert (listed.index("turn over the card for the joker") < first) is (procedure == 3)


@provision("MA 8(f)")
def test_a_dealer_who_counts_the_stub_early_is_given_its_count():
    driver = Driver("dj-wild", {}, edition="ma", cards="shuffled").ready(1)
    driver.bet(1, ante=1000, blind=1000)
    driver.close_bets()
    keeper, count = SimpleNamespace(staff=driver.staff), Perform(step="count-stub")
    for role in ("dealer", "player"):
        made = supplied(keeper, driver.table, count, Actor(role, "P1"))  # type: ignore[arg-type]
        assert made == count, "cards are still dealt"
    driver.until("decide")
    made = supplied(keeper, driver.table, count, Actor("dealer", "Dee"))  # type: ignore[arg-type]
    assert made == Perform(step="count-stub", value=43)
    assert supplied(keeper, driver.table, count, Actor("player", "P1")) == count  # type: ignore[arg-type]
    driver.do(made)
    assert driver.table.uncounted == -1


@provision("669a.7(b)")
def test_a_floorperson_is_told_of_a_right_that_was_left_behind():
    driver = Driver("raise-it-up", {"progressive": "1"}).ready(1, 3)
    for seat in (1, 3):
        driver.bet(seat, ante=1000, blind=1000, progressive=100)
    driver.close_bets()
    for last in ("check", "check", "fold"):
        for seat in (1, 3):
            driver.until("decide")
            driver.decide(seat, last if seat == 3 or last == "check" else "play-1")
    driver.do(Leave(seat=3), "player", "P3")
    abandon = next(
        one for one in plain(orders(driver.table, "floorperson", "Flo", driver.now)) if one["id"] == "abandon"
    )
    assert "P3 loses the right to an Envy Bonus." in strings(abandon)
    assert "left-3" in [alarm.id for alarm in alarms(driver.table, driver.now)]
