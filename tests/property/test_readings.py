"""Whenever another answer to a reading would have moved the money of a line, the line names the reading."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from croupier import all_games, describe, settle
from croupier.errors import CroupierError
from croupier.game import settle_plainly
from tests.property.test_random_rounds import LINK, play, some_submission

ROUNDS = 60
SEEN = {  # of the readings with a switch, those that rounds of these seeds show to move money
    ("dj-wild", "pa-2021"): {
        "five-of-a-kind",
        "wild-suit",
        "best-hand",
        "bad-beat",
        "or-less",
        "progressive-deuces",
        "progressive-stake",
        "replacement",
    },
    ("dj-wild", "ma"): {"fold", "cover-all-rows", "progressive-deuces", "progressive-stake"},
    ("cajun-stud", "pa-2019"): {"sixes-push", "lo-ball", "a-2-3"},
    ("raise-it-up", "pa-2019"): {"fold", "silent-losses", "progressive-hand", "a-2-3"},
    ("over-under", "pa-2019-proposed"): {"wrong-side", "surrender"},
    ("face-up-pai-gow", "pa-2019-proposed"): {"fortune-trips-straight", "royal-joker", "envy-last"},
}
GAMES = [game for game in all_games() if (game.id, game.edition) in SEEN]


TABLES = {"687a": {"bad-beat": "DJWBB-04"}, "688a": {"fortune": "2", "progressive": "4"}}


def lines_of(settled):
    """Every line of a settlement by its seat and place."""
    return {(seat, *line.place): line for seat, own in settled.seats.items() for line in own.lines}


@pytest.mark.parametrize("game", GAMES, ids=lambda g: f"{g.id}-{g.edition}")
def test_a_line_that_a_reading_decides_names_it(game):
    submission = {**some_submission(game, random.Random(1)), **TABLES.get(game.chapter.number, {})}
    rules = game.rules(submission)
    answers = [(reading.key, answer) for reading in game.readings for answer in reading.choices[1:]]
    others = [(key, game.rules(submission, {key: answer})) for key, answer in answers]
    moved: Counter[str] = Counter()
    for seed in range(ROUNDS):
        chance = random.Random(f"{game.id} {game.edition} {seed}")
        told = play(rules, chance, 3 if seed % 2 else 2, first=chosen(seed, chance)).told()
        usual = lines_of(settle(rules, describe(rules, told)))
        for key, under in others:
            try:
                other = lines_of(settle_plainly(under, describe(under, told)))
            except CroupierError:
                continue  # the same cards and decisions are no round of that answer
            for place, line in usual.items():
                if place not in other or other[place].net != line.net:
                    moved[key] += 1
                    assert key in line.to_json()["readings"], (seed, key, place)
    assert SEEN[game.id, game.edition] <= set(moved), moved


def seat(cards, *decisions, **wagers):
    """A seat with these cards."""
    return {
        "cards": cards,
        "wagers": {name.replace("_", "-"): str(stake) for name, stake in wagers.items()},
        "decisions": list(decisions),
    }


DJ = {"ante": 1, "blind": 1}
ROYAL, KINGS = "Ts Js Qs Ks As", "Kc Kd 7d 4h 3s"
RARE = {  # rounds that chance hardly deals
    ("dj-wild", "pa-2021"): [
        ("flush-wild", {"seats": {"1": seat("Ah 9h 8h 7h Jk", "raise", **DJ)}, "dealer": "Ac Kc Qc 4c 3c"}),
        ("equal-value", {"seats": {"1": seat("Ks Kh 4c 8d Qh", "raise", **DJ)}, "dealer": "Kc Jk 8c 4s Qd"}),
        (
            "envy",
            {
                "seats": {"1": seat("9s 9h 4c Ad 7c", "raise", **DJ, progressive=1), "2": seat(ROYAL, "raise", **DJ)},
                "dealer": KINGS,
                "meter": "9000",
            },
        ),
        (
            "envy-last",
            {
                "seats": {"2": seat("9s 9h 4c Ad 7c", "raise", **DJ, progressive=1), "1": seat(ROYAL, "raise", **DJ)},
                "dealer": KINGS,
                "meter": "9000",
            },
        ),
        (
            "settlement-order",
            {
                "seats": {
                    "1": seat("Th Jh Qh Kh Ah", "raise", **DJ, progressive=1),
                    "2": seat(ROYAL, "raise", **DJ, progressive=1),
                },
                "dealer": KINGS,
                "meter": "9000",
            },
        ),
    ],
    ("dj-wild", "ma"): [
        ("rankings", {"seats": {"1": seat("9s 9h 9c 2d Jk", "raise", **DJ)}, "dealer": "4h 5h 6h 7h 8h"}),
        ("natural", {"seats": {"1": seat("9s 9h 9c 2d 7c", "raise", **DJ, trips=1)}, "dealer": KINGS}),
        ("flush-wild", {"seats": {"1": seat("Ah 9h 8h 7h Jk", "raise", **DJ)}, "dealer": "Ac Kc Qc 4c 3c"}),
        (
            "settlement-order",
            {
                "seats": {
                    "1": seat("Th Jh Qh Kh Ah", "raise", **DJ, multi_game_link=1),
                    "2": seat(ROYAL, "raise", **DJ, multi_game_link=1),
                },
                "dealer": KINGS,
                "meter": "9000",
            },
        ),
    ],
    ("cajun-stud", "pa-2019"): [
        (
            "payout-limit",
            {
                "seats": {"1": seat("As Ks", "raise-3", "raise-3", "raise-3", ante=100, pocket=1000)},
                "community": "Qs Js Ts",
            },
        ),
    ],
    ("raise-it-up", "pa-2019"): [
        (
            "envy",
            {
                "seats": {"1": seat("4s 9h 2c", "play-1", **DJ, progressive=1), "2": seat("As Ks Qs", "play-1", **DJ)},
                "community": "Td 8c 3h",
                "meter": "2000",
            },
        ),
    ],
    ("face-up-pai-gow", "pa-2019-proposed"): [
        (
            "flush-joker",
            {"seats": {"1": seat("Ah 9h 8h 4h Jk Qd 7s", "house-way", pai_gow=10)}, "dealer": "Ac Kc Qc 8c 3c 6d 5h"},
        ),
        (
            "meter-and-dollars",
            {
                "seats": {"1": seat("3s 4s 5s 6s 7s 8s 9s", "house-way", pai_gow=10, progressive=5)},
                "dealer": "Ah Kd Jc 9h 7h 5c 3d",
                "meter": "9000",
            },
        ),
    ],
}
CHOSEN: dict[str, dict[str, object]] = {
    "687a": {"progressive": "1"},
    "ma": {"trips": "01", "multi-game-link": LINK},
    "683a": {"payout-limit": "50000", "pocket": "A"},
    "669a": {"progressive": "1"},
    "688a": {"progressive": "4"},
}


@pytest.mark.parametrize("game", [game for game in GAMES if (game.id, game.edition) in RARE], ids=lambda g: g.edition)
def test_rare_rounds_name_their_reading(game):
    rules = game.rules(CHOSEN[game.chapter.number])
    for key, told in RARE[game.id, game.edition]:
        (reading,) = [reading for reading in game.readings if reading.key == key]
        other = game.rules(CHOSEN[game.chapter.number], {key: reading.choices[1]})
        usual = lines_of(settle(rules, describe(rules, told)))
        there = lines_of(settle_plainly(other, describe(other, told)))
        moved = [place for place in usual if place not in there or there[place].net != usual[place].net]
        assert moved, key
        assert all(reading in usual[place].readings for place in moved), key


def chosen(seed, chance):
    """Which cards come first, so that rare hands are not: wild cards with two ranks, one suit, or the low ones."""
    ranks, suit = chance.sample(range(3, 15), 2), chance.randrange(4)
    return (
        lambda _: False,
        lambda card: card.rank in {0, 2, *ranks},
        lambda card: card.is_joker or card.rank == 2 or (card.suit == suit and card.rank > 8),
        lambda card: card.rank in {14, 2, 3, 4, 5, 6},
    )[seed % 4]


def test_a_line_that_no_reading_moves_names_none():
    game = next(game for game in all_games() if game.id == "over-under")
    rules = game.rules()
    told = {"seats": {"1": {"cards": "Ts 9h 8c", "wagers": {"ante": "10"}, "decisions": ["over"]}}}
    for line in settle(rules, describe(rules, told)).seats[1].lines:
        assert line.result == "win"
        assert line.readings == ()
