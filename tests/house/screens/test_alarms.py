"""What a table needs from people, from its state alone."""

from __future__ import annotations

import random
import tomllib
from itertools import count

import pytest
from msgspec.structs import replace

from croupier.errors import CroupierError, IllegalAction
from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house.cloth.felt import exact
from croupier.house.desk.floor_orders import orders
from croupier.house.desk.floor_reports import irregularities
from croupier.house.screens.floor.alarms import alarms
from croupier.house.tables.automatic.closing import closing, reshuffling
from croupier.kit.money import cents
from croupier.table import Actor, Crowd, Leave, Perform, Report, Staff, Vault, open_table, play, seeded, step
from croupier.table import events as e
from croupier.table.disproof import STANDS, disproved
from tests.house.floor import EDITIONS
from tests.support import plain

HOUR = 3_600_000


def opened(game, cards="shuffled"):
    chapter = open_game(game, EDITIONS[game])
    return open_table(chapter.rules(tomllib.loads(new_submission(chapter))), table="T", at=0, cards=cards)[1]


def after(rounds, game="dj-wild", staff=None):
    """A table with three players between rounds."""
    table = opened(game)
    staff = staff or Staff(Vault(seeded(3)), random.Random(3), scanner=True)
    crowd = Crowd(random.Random(3), 3, skip=0.0)
    clock = count(1)
    for _, now, _ in play(table, staff, crowd, rounds, lambda: next(clock)):
        table = now
    while (answer := staff.answer(table) or crowd.decide(table)) is not None:
        command, actor = answer
        _, table = step(table, command, actor, next(clock))
    return table


def ids(found):
    return [alarm.id for alarm in found]


def test_a_quiet_table_has_none():
    assert alarms(after(1), 60_000) == []


def test_cards_are_said_half_an_hour_before_and_when_their_time_is_over():
    table = after(1)
    hours, cite = table.rules.game.deck_hours[table.way]
    end = table.pack.since + hours * HOUR
    assert alarms(table, end - HOUR) == []
    (soon,) = alarms(table, end - 12 * 60_000)
    assert (soon.id, soon.over, soon.words) == ("cards", False, "Change the cards within 12 minutes")
    (over,) = alarms(table, end)
    assert (over.id, over.over, over.cite) == ("cards", True, str(cite))


def test_dice_have_hours_of_their_own():
    table = after(1, "face-up-pai-gow")
    dice = table.conduct.dice
    assert dice is not None
    assert "dice" in ids(alarms(table, table.dice_since + dice.hours[0] * HOUR))


def test_the_stub_is_counted_every_fifth_round():
    assert "stub" not in ids(alarms(after(3), 60_000))
    table = after(4)
    (found,) = (alarm for alarm in alarms(table, 60_000) if alarm.id == "stub")
    assert found.cite.startswith("58 Pa. Code § 687a.8")


def test_a_device_an_empty_inventory_and_a_closed_table():
    table = after(1)
    broken = replace(table, broken={"shuffler": "out-of-order"})
    (device,) = alarms(broken, 60_000)
    assert device.words == "The shuffler is out of order"
    assert "§" in device.cite
    held = table.accounts["inventory"]
    assert ids(alarms(table, 60_000, low=held + 1)) == ["inventory"]
    assert alarms(table, 60_000, low=held) == []
    assert alarms(replace(broken, open=False), 60_000) == []


def test_a_player_who_left_may_have_abandoned_the_wagers():
    table = opened("dj-wild")
    staff = Staff(Vault(seeded(3)), random.Random(3), scanner=True)
    crowd = Crowd(random.Random(3), 3, skip=0.0)
    for _, now, _ in play(table, staff, crowd, 1, lambda: 100):
        if now.due is not None and now.due.id == "decide":
            name = now.seats[1]
            _, gone = step(now, Leave(seat=1), Actor("player", name), 100)
            (left,) = (alarm for alarm in alarms(gone, 100) if alarm.id == "left-1")
            assert left.cite.endswith("687a.7(b)")
            order = next(o for o in plain(orders(gone, "floorperson", "Flo", 100)) if o["id"] == "abandon")
            assert order["refused"] == ""
            assert order["choices"][0]["words"].startswith(f"{name} loses $")
            return
    raise AssertionError("nobody decided")


def deciding(game, cards):
    """A table with three players of whom the first has to decide."""
    staff = Staff(Vault(seeded(3)), random.Random(3), scanner=True)
    crowd = Crowd(random.Random(3), 3, skip=0.0)
    tables = (now for _, now, _ in play(opened(game, cards), staff, crowd, 1, lambda: 100))
    return next(now for now in tables if now.due is not None and now.due.id == "decide")


@pytest.mark.parametrize("cards", ["shuffled", "entered"])
@pytest.mark.parametrize("game", EDITIONS)
def test_an_irregularity_says_its_remedy_and_amounts_and_does_just_that(game, cards):
    """On real cards by the table's own word; where the house keeps the order, also what the record disproves."""
    table = deciding(game, cards)
    told = plain(irregularities(table, "floorperson", "Flo", 100))
    assert {one["id"] for one in told} == {found.id for found in table.conduct.irregularities}
    for one in told:
        given = {one["key"]: one["choices"][0]["value"]} if one["choices"] else {}
        command = Report(irregularity=one["id"], **given)
        assert one["words"].endswith(".")
        if one["refused"] and one["refused"] == disproved(table, one["id"], given.get("seat", 0)):
            continue
        if one["refused"]:
            with pytest.raises(CroupierError):
                step(table, command, Actor("floorperson", "Flo"), 100)
            continue
        events, _ = step(table, command, Actor("floorperson", "Flo"), 100)
        back = sum(cents(line["stake"]) for event in events if isinstance(event, e.Voided) for line in event.lines)
        words = one["choices"][0]["words"] if given else one["words"]
        assert (f"{exact(back)} goes back." in words) == bool(back)
        assert cards == "entered" or one["id"] in STANDS


def test_an_idle_table_opens_the_order_of_its_cards_and_closes():
    staff = Staff(Vault(seeded(3)), random.Random(3), scanner=True)
    table = after(1, "over-under", staff)
    floor = Actor("floorperson", "Flo")
    for seat in list(table.seats):
        _, table = step(table, Leave(seat=seat), floor, table.clock)
    _, table = step(table, Perform(step="spread-idle"), staff.dealer, table.clock)
    with pytest.raises(IllegalAction, match="opened first"):
        closing(table, floor, table.clock)
    table = reshuffling(table, floor, table.clock)[-1][1]
    answer = staff.answer(table)
    assert answer is not None
    assert isinstance(answer[0], Perform)
    assert answer[0].step == "open-order"
    _, table = step(table, *answer, table.clock)
    assert not closing(table, floor, table.clock)[-1][1].open


@pytest.mark.parametrize("game", EDITIONS)
def test_every_order_says_what_it_does_or_why_it_cannot_be_given(game):
    told = plain(orders(after(1, game), "floorperson", "Flo", 10**6))
    given = {order["id"]: order for order in told}
    assert {"reshuffle", "recut", "change-cards", "relieve", "fill", "credit", "close"} <= set(given)
    assert ("change-dice" in given) == (game == "face-up-pai-gow")
    assert ("bar" in given) == (game == "over-under")
    for order in told:
        assert order["words"].endswith(".")
        assert order["approved"] == (order["id"] in {"fill", "credit", "close", "meter"})
    assert given["reshuffle"]["refused"] == ""
    assert given["fill"]["picks"][0] == {"cents": 100_000, "text": "$1,000"}
