"""A replay shows what its player may see at each step, and nobody's name."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.errors import HouseError
from croupier.house.archive import round_replay
from croupier.house.archive.verify import checked
from croupier.house.cloth.hands import high_to_low
from croupier.house.screens.player.replay import outcome, replay
from croupier.house.tables.rounds.round_records import rebuilt, span_of
from croupier.journal.round_visibility import looked
from croupier.table import events as e
from croupier.web.routes.play.share_picture import facts
from tests.house.floor import EDITIONS
from tests.house.stored import night, stored
from tests.support import plain

ROUNDS = 4


@pytest.fixture(scope="module", params=[*EDITIONS])
def book(request, tmp_path_factory):
    """A short night of each game."""
    database = stored(tmp_path_factory.mktemp("night") / "h.db", night(request.param, ROUNDS + 1, seats=4))
    house: Any = SimpleNamespace(database=database)
    yield house, round_replay.ReplayTable.of(house, "T1")
    database.close()


def face_up(house, number):
    """By record: the faces that lie at each place after it, from the records themselves."""
    where = span_of(house.database, "T1", number)
    assert where is not None
    shown: dict[str, set[str]] = {}
    found = {}
    for record in checked(house, "T1", where.since, where.last):
        event = record.body
        if isinstance(event, e.Dealt | e.Turned) and event.cards:
            shown.setdefault(event.to, set()).update(event.cards.split())
        elif isinstance(event, e.Revealed):
            shown[f"seats.{event.seat}"] = set(event.cards.split())
        found[record.n] = {to: set(faces) for to, faces in shown.items()}
    return found


def test_every_step_shows_what_lies_face_up_and_ones_own_cards(book):
    house, table = book
    steps = 0
    for number in range(1, ROUNDS + 1):
        whole = rebuilt(house.database, "T1", number)
        up = face_up(house, number)
        decided = min((x.record.n for x in whole.gathered.of(e.Decided)), default=None)
        for seat in whole.gathered.began.players:
            told = plain(replay(house, table, number, seat))
            own = {str(card) for card in whole.hands[f"seats.{seat}"].cards}
            first = next((at for at, step in enumerate(told["steps"]) if step["kind"] == "act"), len(told["steps"]))
            for at, step in enumerate(told["steps"]):
                steps += 1
                last = step["records"][1]
                for other in step["scene"]["seats"]:
                    seen = {face for face in other["cards"] if face}
                    allowed = up[last].get(f"seats.{other['seat']}", set())
                    if other["seat"] == seat and at >= first - 1 and decided is not None and looked(whole, seat):
                        allowed = allowed | own
                    assert seen <= allowed, (number, seat, step["title"])
                for place in step["scene"]["places"]:
                    assert {face for face in place["cards"] if face} <= up[last].get(place["id"], set())
            held = next(one for one in told["steps"][-1]["scene"]["seats"] if one["seat"] == seat)
            assert {face for face in held["cards"] if face} == own
            for part in (held["cards"][: -held["low"]], held["cards"][-held["low"] :]) if held["low"] else ():
                assert high_to_low(part) == [*range(len(part))]
    assert steps > 50


def test_cards_that_were_not_dealt_yet_are_not_there(book):
    house, table = book
    for seat in rebuilt(house.database, "T1", 2).gathered.began.players:
        held = [
            len(next(one for one in step["scene"]["seats"] if one["seat"] == seat)["cards"])
            for step in plain(replay(house, table, 2, seat))["steps"]
        ]
        assert held == sorted(held)
        assert held[0] == 0


def test_nobody_is_named_but_the_one_who_wants_to_be(book):
    house, table = book
    for seat, name in rebuilt(house.database, "T1", 2).gathered.began.players.items():
        told = plain(replay(house, table, 2, seat))
        assert not re.search(r"Player \d", json.dumps(told))
        named = json.dumps(
            [step["scene"]["seats"] for step in plain(replay(house, table, 2, seat, name=name))["steps"]]
        )
        assert name in named
        assert {f"Player {n}" for n in range(1, 7)} - {name} == {
            other for other in (f"Player {n}" for n in range(1, 7)) if f'"{other}"' not in named
        }


def test_each_line_of_the_settlement_has_its_reason_once(book):
    house, table = book
    for seat in rebuilt(house.database, "T1", 3).gathered.began.players:
        found = replay(house, table, 3, seat)
        told = plain(found)
        lines = [line["wager"] for step in told["steps"] for line in step["why"]]
        assert lines
        assert len(lines) == len(set(lines))
        assert all(line["cite"] for step in told["steps"] for line in step["why"])
        assert told["parts"][0] == {"at": 0, "words": "bets"}
        assert told["parts"][-1]["words"] == "settlement"
        assert facts(found)["who"] == f"Seat {seat}"
        assert outcome(found).split()[0] in {"won", "lost", "was"}


def test_a_round_or_a_seat_that_there_is_not(book):
    house, table = book
    with pytest.raises(HouseError, match="no closed round"):
        replay(house, table, 99, 1)
    with pytest.raises(HouseError, match="did not wager"):
        replay(house, table, 1, 9)
