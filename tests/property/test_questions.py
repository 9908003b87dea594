"""The questions of a chapter spare settling most rounds again; what is named is the same."""

from __future__ import annotations

import dataclasses
import random
from contextlib import suppress

import pytest
from msgspec.structs import replace

from croupier import all_games, describe, settle
from croupier.game import settle_plainly
from croupier.game.settle import UNSETTLED, by
from tests.property.test_random_rounds import play, some_submission
from tests.property.test_readings import CHOSEN, RARE, chosen

EDITIONS = pytest.mark.parametrize("game", all_games(), ids=lambda g: f"{g.id}-{g.edition}")
ROUNDS = 8
"""Of each set of rules: those of as many different seeds of cards as `chosen` has ways, twice."""


def settle_again(rules, played):
    """Every line named the slow way: the whole round is settled again under every other answer."""
    found = settle_plainly(rules, played)
    seats = dict(found.seats)
    for reading, other, _ in rules.others:
        with suppress(*UNSETTLED):
            for number, there in settle_plainly(other, played).seats.items():
                nets = {line.place: line.net for line in there.lines}
                lines = seats[number].lines
                named = [line if nets.get(line.place) == line.net else by(line, reading) for line in lines]
                seats[number] = dataclasses.replace(seats[number], lines=tuple(named))
    return dataclasses.replace(found, seats=seats)


def enlarged(played, chance, *, coupon):
    """The round with stakes that reach a payout limit, its first two seats one player's, and a coupon at some."""
    seats = {}
    for place, (number, seat) in enumerate(played.seats.items()):
        stakes = {wager: stake * 100 for wager, stake in seat.stakes.items()}
        if played.meter is not None:
            stakes = dict(seat.stakes)
        face = 500 if coupon and chance.random() < 0.5 else 0
        seats[number] = replace(seat, stakes=stakes, player="one" if place < 2 else None, coupon=face)
    return replace(played, seats=seats)


def differing(game, seed, tables):
    """Rounds of random rules, with any answers in force, that name otherwise when settled again."""
    chance = random.Random(f"questions {game.id} {game.edition} {seed}")
    for _ in range(tables):
        switched = chance.random() < 0.7
        answers = {r.key: chance.choice(r.choices) for r in game.readings if r.choices} if switched else {}
        rules = game.rules(some_submission(game, chance), answers)
        for number in range(ROUNDS):
            told = play(rules, chance, chance.choice((1, 2, 2, 3)), first=chosen(number, chance)).told()
            played = describe(rules, told)
            if number % 3 == 2:
                played = enlarged(played, chance, coupon=game.edition == "ma")
            if settle(rules, played) != settle_again(rules, played):
                yield answers, told


@EDITIONS
def test_random_rounds_name_the_same(game):
    assert next(differing(game, 0, 15), None) is None


@pytest.mark.parametrize("key", RARE, ids="-".join)
def test_rare_rounds_name_the_same(key):
    (game,) = [game for game in all_games() if (game.id, game.edition) == key]
    rounds = [describe(game.rules(CHOSEN[game.chapter.number]), told) for _, told in RARE[key]]
    for reading in game.readings:
        for answer in reading.choices:
            rules = game.rules(CHOSEN[game.chapter.number], {reading.key: answer})
            for played in rounds:
                assert settle(rules, played) == settle_again(rules, played)


@EDITIONS
def test_every_switch_says_where_it_is_in_question(game):
    switches = {reading.key for reading in game.readings if reading.choices}
    assert {question.reading for question in game.questions} == switches
    wagers = {wager.id for wager in game.wagers} | {"envy", "match-play"}
    assert all(question.wagers <= wagers for question in game.questions)


def test_a_reading_without_a_question_is_tried_on_every_line():
    game = dataclasses.replace(next(game for game in all_games() if game.id == "over-under"), questions=())
    rules = game.rules()
    told = {"seats": {"1": {"cards": "Ts 9h 8c", "wagers": {"ante": "10"}, "decisions": ["under"]}}}
    lines = settle(rules, describe(rules, told)).seats[1].lines
    assert [[reading.key for reading in line.readings] for line in lines] == [["wrong-side"]] * 2
