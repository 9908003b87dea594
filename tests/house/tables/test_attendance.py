"""Players who have gone: shown as away, waited for a few seconds, stood up after many rounds; never short of time."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from croupier.errors import HouseError
from croupier.house.people.presence import Presence
from croupier.house.people.roles import Person
from croupier.house.screens.player.table_view import _plate, _ready
from croupier.house.storage.table_settings import Settings
from croupier.house.tables.automatic import attendance
from croupier.house.tables.automatic.attendance import HELD, Attendance
from croupier.house.tables.automatic.autopilot import Autopilot
from croupier.table import Decide, Leave, events
from tests.house.floor import a_house, ann, betting, until
from tests.house.tables.test_keeper import deciding, seated, wager
from tests.support import plain

ANN, BOB = Person("Ann", frozenset()), Person("Bob", frozenset())


def kept(**given):
    """As much of a keeper as attendance looks at, with Ann at seat 1 and Bob at seat 2."""
    table = SimpleNamespace(seats={1: "Ann", 2: "Bob"}, barred=(), play=None, layout={})
    now = [0]
    keeper = SimpleNamespace(
        id="t", presence=Presence(), settings=Settings(**given), clock=lambda: now[0], table=table, now=now
    )
    return keeper, Attendance(keeper)  # type: ignore[arg-type]


def began(**players):
    return events.RoundBegan(
        round=1, wagers={}, players={n: name for name, n in players.items()}, coupons={}, cite="", pack=0
    )


def test_somebody_whose_page_is_closed_is_away_until_it_is_open_again():
    keeper, here = kept()
    assert not here.is_away("Bob")  # a program, as far as anyone knows
    with keeper.presence.at(BOB, "table", "t"):
        assert not here.is_away("Bob")
    assert here.words("Bob") == ("Away", "seat held 10 rounds")
    assert here.words("Ann") is None
    with keeper.presence.at(BOB, "table", "t"):
        assert not here.is_away("Bob")


def test_somebody_with_two_pages_of_a_table_is_there_until_both_are_closed():
    here = Presence()
    with here.at(BOB, "table", "t"):
        with here.at(BOB, "dealer", "t"), here.at(BOB, "lobby"):
            assert here.is_at("Bob", "t")
        assert (here.is_at("Bob", "t"), here.has_left("Bob", "t"), here.is_at("Bob", "u")) == (True, False, False)
    assert (here.is_at("Bob", "t"), here.has_left("Bob", "t"), here.has_left("Bob", "u")) == (False, True, False)


def test_a_round_or_a_decision_let_pass_counts_until_they_do_something():
    keeper, here = kept()
    here.hear(keeper.table, [began(Ann=1)])
    assert (here.is_away("Ann"), here.words("Bob")) == (False, ("Sits out", "seat held 9 rounds"))
    placed = events.WagerPlaced(seat=2, wager="ante", amount=500, entries={}, by="player", who="Bob")
    here.hear(keeper.table, [placed])
    assert not here.is_away("Bob")
    late = events.Decided(seat=2, decision="fold", cite="", late=True, by="dealer")
    here.hear(keeper.table, [late])
    assert here.is_away("Bob")
    here.acted("Bob")
    assert not here.is_away("Bob")


@pytest.mark.parametrize(
    ("given", "stands"),
    [
        ({}, [2]),
        ({"held_rounds": 0}, []),
        ({"floor": "person"}, []),
        ({"automatic": False}, []),
    ],
)
def test_the_automatic_floor_stands_them_up_after_so_many_rounds_and_minutes(given, stands):
    keeper, here = kept(**given)
    for _ in range(10):
        assert not here.overdue(keeper.table)
        here.hear(keeper.table, [began(Ann=1)])
    assert not here.overdue(keeper.table), "the rounds went by too quickly"
    keeper.now[0] = HELD
    assert here.overdue(keeper.table) == stands
    keeper.table.play = object()
    assert not here.overdue(keeper.table), "never in mid-round"


async def test_nobody_waits_for_a_player_who_is_away(tmp_path, monkeypatch):
    """The betting would be open for 30 seconds; Bob's seat says that he is away, and is given up in the end."""
    monkeypatch.setattr(attendance, "GRACE", 0.05)
    monkeypatch.setattr("croupier.house.tables.automatic.autopilot.GRACE", 0.05)
    monkeypatch.setattr(attendance, "HELD", 0)

    async with a_house(tmp_path / "h.db", "dj-wild", held_rounds=1) as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper)
        await seated(house, keeper, "Bob", 2)
        with keeper.presence.at(BOB, "table", "dj-wild"):
            pass
        await wager(keeper)
        await deciding(keeper)
        plate = plain(_plate(keeper, 2, "Ann", (), lambda _: False))
        assert plate is not None
        assert (plate["say"], plate["state"]) == ("Away", "away")
        await keeper.ask(Decide(seat=1, decision="fold"), ann())
        await betting(keeper)
        await until(lambda: 2 not in keeper.table.seats)
        assert keeper.table.accounts["player:Bob"] == 50_000, "the chips are Bob's as before"
        house.audit()


async def test_whoever_walks_away_from_a_hand_is_not_waited_for_but_a_lost_connection_leaves_all_the_time(
    tmp_path,
):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper)
        with keeper.presence.at(ANN, "table", "dj-wild"):
            await wager(keeper)
            await deciding(keeper)
        keeper.running.wake()
        assert keeper.running.clock.seconds_left(keeper.table) > 20
        await keeper.ask(Leave(seat=1), ann())
        await until(lambda: keeper.table.play is None)
        assert not keeper.table.seats


def placed(who):
    return events.WagerPlaced(seat=1, wager="ante", amount=500, entries={}, by="player", who=who)


def test_whoever_is_there_says_to_be_ready_and_whoever_is_away_is_not_waited_for():
    keeper, here = kept(quick=False)
    assert here.waited_for(keeper.table, {1}) == {"Ann": True, "Bob": False}, "programs are ready by their wagers"
    with keeper.presence.at(ANN, "table", "t"), keeper.presence.at(BOB, "table", "t"):
        assert here.waited_for(keeper.table, {1, 2}) == {"Ann": False, "Bob": False}
        assert not here.is_hurried
        here.say_ready("Ann")
        assert here.waited_for(keeper.table, {1}) == {"Ann": True, "Bob": False}
        here.say_ready("Bob")  # who sits this round out
        assert here.waited_for(keeper.table, {1}) == {"Ann": True, "Bob": True}
        here.hear(keeper.table, [placed("Ann")])
        assert here.waited_for(keeper.table, {1}) == {"Ann": False, "Bob": True}, "other wagers, said again"
        here.say_ready("Ann")
    with keeper.presence.at(ANN, "table", "t"):
        assert here.waited_for(keeper.table, {1}) == {"Ann": True}, "Bob has gone"
    here.hear(keeper.table, [began(Ann=1)])
    assert not here.is_hurried
    quick, there = kept(quick=True)
    with quick.presence.at(ANN, "table", "t"), quick.presence.at(BOB, "table", "t"):
        assert there.waited_for(quick.table, {1}) == {"Ann": True, "Bob": False}


async def test_the_time_for_wagers_ends_when_all_who_are_there_have_said_so(tmp_path):
    """Thirty seconds for wagers, a page for Ann and one for Bob; Cyd sits there as a program and has gone."""
    async with a_house(tmp_path / "h.db", "dj-wild", quick=False, betting_seconds=30.0) as house:
        keeper = house.keeper("dj-wild")
        for seat, name in enumerate(("Ann", "Bob", "Cyd"), 1):
            await seated(house, keeper, name, seat)
        keeper.running.speeds.wish("Ann", "calm")
        with pytest.raises(HouseError, match="none of calm, normal, quick"):
            keeper.running.speeds.wish("Ann", "hasty")
        with keeper.presence.at(Person("Cyd", frozenset()), "table", "dj-wild"):
            pass
        with keeper.presence.at(ANN, "table", "dj-wild"), keeper.presence.at(BOB, "table", "dj-wild"):
            with pytest.raises(HouseError, match="does not run"):
                keeper.running.say_ready("Ann")
            await wager(keeper)
            await until(lambda: bool(keeper.running.readiness()))
            assert plain(_ready(keeper, "Ann")) == {"words": "0 of 2 ready", "you": False}
            keeper.running.say_ready("Ann")
            assert plain(_ready(keeper, "Ann")) == {"words": "1 of 2 ready", "you": True}
            keeper.running.say_ready("Bob")
            await deciding(keeper)
            assert keeper.running.readiness() == {}
            assert keeper.table.play is not None
            assert set(keeper.table.play.players.values()) == {"Ann"}


@pytest.mark.parametrize(
    ("wishes", "pace"),
    [
        ({}, 1.0),
        ({"Ann": "quick"}, 1.0),
        ({"Ann": "quick", "Bob": "quick"}, 0.4),
        ({"Ann": "quick", "Bob": "calm"}, 2.0),
    ],
)
def test_the_calmest_wish_of_those_who_look_on_is_the_pace(wishes, pace):
    keeper, _ = kept(pace=1.0)
    keeper.after_commit = []
    keeper.rules = SimpleNamespace(offered=list)
    running = Autopilot(keeper)
    for name, speed in wishes.items():
        running.speeds.wish(name, speed)
    with keeper.presence.at(ANN, "table", "t"), keeper.presence.at(BOB, "table", "t"):
        assert running.speeds.pace == pace
    assert running.speeds.pace == 1.0
