"""Who keeps which table among the processes of one server: one at a time, each its share, and a dead one's are free."""

from __future__ import annotations

import random

import pytest

from croupier.house.cluster.worker_leases import (
    WANTED,
    Give,
    Here,
    News,
    Own,
    Release,
    Shared,
    Take,
    Taken,
    WorkerLeases,
)


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def pit_of(processes, clock):
    pit = WorkerLeases(clock)
    for number in range(processes):
        pit.expect(number)
    for number in range(processes):
        pit.hear(number, Here(f"http://{number}"))
    return pit


def take(pit, process, name, *, new=False):
    [(told, answer)] = pit.hear(process, Take(7, name, new))
    assert (told, answer.n) == (process, 7)
    return answer.yes


@pytest.mark.parametrize("tables", [1, 5, 40, 301])
@pytest.mark.parametrize("processes", [1, 2, 3])
def test_processes_that_ask_at_the_same_time_get_their_shares(tables, processes, clock):
    pit = pit_of(processes, clock)
    names = [f"T{n}" for n in range(tables)]
    got: dict[str, int] = {}
    while len(got) < tables:
        for process in range(processes):
            free = next((name for name in names if name not in got and take(pit, process, name)), None)
            if free is not None:
                got[free] = process
    held = [list(got.values()).count(process) for process in range(processes)]
    assert max(held) - min(held) <= 1 + tables // 16
    assert clock.now == 0


def test_one_that_is_alone_takes_everything(clock):
    pit = pit_of(1, clock)
    assert all(take(pit, 0, f"T{n}") for n in range(50))


def test_what_another_does_not_take_goes_to_whoever_asks(clock):
    pit = pit_of(2, clock)
    assert take(pit, 0, "A")
    assert not take(pit, 0, "B")
    clock.now = WANTED - 0.01
    assert not take(pit, 0, "B")
    clock.now = WANTED
    assert take(pit, 0, "B")
    assert not take(pit, 1, "B")
    assert take(pit, 1, "C")


def test_a_new_table_is_whose_it_is_opened_at(clock):
    pit = pit_of(2, clock)
    assert all(take(pit, 0, f"T{n}", new=True) for n in range(5))
    assert not take(pit, 1, "T0", new=True)


def test_everyone_hears_where_tables_are(clock):
    pit = pit_of(3, clock)
    take(pit, 0, "A")
    letters = dict(pit.hear(0, Own(["A"])))
    assert letters[0] == Shared({}, ["http://1", "http://2"], [], 3)
    assert letters[1] == Shared({"A": "http://0"}, ["http://0", "http://2"], [], 3)
    letters = dict(pit.hear(0, Give("A", ["A"])))
    assert letters[1].others == letters[2].others == {}
    assert take(pit, 2, "A")


def test_the_tables_of_a_dead_process_are_lost_until_another_has_them(clock):
    pit = pit_of(2, clock)
    for name in ("A", "B"):
        take(pit, 0, name, new=True)
    pit.hear(0, Own(["A", "B"]))
    assert pit.died(0) == [(1, Shared({}, [], ["A", "B"], 1))]
    assert pit.tables == {}
    assert take(pit, 1, "A")
    assert take(pit, 1, "B"), "nobody else is there"
    assert dict(pit.hear(1, Own(["A"])))[1] == Shared({}, [], ["B"], 1)
    pit.expect(0)
    assert dict(pit.hear(0, Here("http://again")))[0] == Shared({"A": "http://1"}, ["http://1"], ["B"], 2)


def test_news_goes_to_the_others(clock):
    pit = pit_of(3, clock)
    assert pit.hear(1, News("Ann")) == [(0, News("Ann")), (2, News("Ann"))]


def test_what_one_gives_back_is_not_anothers_to_give(clock):
    pit = pit_of(2, clock)
    take(pit, 0, "A")
    pit.hear(0, Own(["A"]))
    pit.hear(1, Release("A"))
    pit.hear(1, Give("A", ["A"]))
    assert pit.tables == {"A": 0}
    assert not take(pit, 1, "A")


def test_each_unit_has_one_owner_whatever_happens(clock):
    """Ten thousand random sayings and deaths, against a plain account of who was told yes."""
    chance = random.Random(11)
    pit, alive = pit_of(3, clock), {0, 1, 2}
    has: dict[str, int] = {}
    names = [f"T{n}" for n in range(12)]
    for _ in range(10_000):
        clock.now += chance.choice((0.0, 0.1, 1.0))
        process, name = chance.randrange(3), chance.choice(names)
        if process not in alive:
            pit.expect(process)
            pit.hear(process, Here(f"http://{process}"))
            alive.add(process)
        elif chance.random() < 0.02:
            pit.died(process)
            alive.discard(process)
            has = {unit: whose for unit, whose in has.items() if whose != process}
        elif chance.random() < 0.3:
            pit.hear(process, Release(name))
            if has.get(name) == process:
                del has[name]
        else:
            yes = take(pit, process, name, new=chance.random() < 0.1)
            if name in has:
                assert yes is (has[name] == process)
            elif yes:
                has[name] = process
    assert len(has) > 3


def test_an_answer_goes_to_whoever_asked(clock):
    assert pit_of(2, clock).hear(1, Take(3, "A", new=False)) == [(1, Taken(3, yes=True))]
