"""The training room: near hands by exact value, the same for the same seed, every value the strategy's."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from typing import Any

import pytest

from croupier.errors import CroupierError, HouseError, IllegalAction
from croupier.house.counting import Counting
from croupier.house.drills import Near
from croupier.house.training import TRAINED, Training
from croupier.odds.strategy import lookup, read_state
from croupier.odds.strategy_rules import rule_list

ALL = pytest.mark.parametrize(("game", "edition"), TRAINED)


@pytest.fixture(scope="module")
def training():
    """A training room in which everything is counted."""
    made = Training(Counting())

    async def count():
        for trained in TRAINED:
            rules = made._of(*trained)
            drill = await made.counting.wait(*made._drill(rules))
            if isinstance(drill, Near):
                await made.counting.wait(*made._listed(rules, drill))

    asyncio.run(count())
    return made


def state(hand):
    return {name: " ".join(hand[name]) for name in ("cards", "community", "dealer") if hand[name]}


def test_every_game_is_trained(training):
    told = training.games()
    assert [(game["id"], game["edition"]) for game in told["games"]] == list(TRAINED)
    assert {(game["edition"], game["place"]) for game in told["games"] if game["place"]} == {
        ("pa-2021", "Pennsylvania"), ("ma", "Massachusetts")}  # fmt: skip
    assert told["seed"] != training.games()["seed"]
    for game in told["games"]:
        assert game["steps"][game["usual"]]["words"]


@ALL
def test_values_are_the_strategys_and_the_hand_is_near(training, game, edition):
    rules = training._of(game, edition)
    look = lookup(rules)
    streets = set()
    for n in range(25):
        hand = training.deal(game, 11, n, 8 if game == "face-up-pai-gow" else 50, edition)()
        assert hand == training.deal(game, 11, n, 8 if game == "face-up-pai-gow" else 50, edition)()
        assert "actions" not in hand
        streets.add(hand["street"])
        drill = training.counting.ready(*training._drill(rules))
        dealt = drill.deal(11, n, 8 if game == "face-up-pai-gow" else 50)
        told = state(hand) if game == "face-up-pai-gow" else state(hand) | {"decisions": list(dealt.path)}
        expected = look(read_state(rules, told))
        assert (dict(dealt.advice.actions), dealt.advice.best) == (dict(expected.actions), expected.best)
        worths = sorted(expected.actions.values())
        if game == "face-up-pai-gow":
            settings = [value for name, value in expected.actions.items() if " " in name]
            assert 0 < settings.count(max(settings)) <= 8
        else:
            assert 0 < worths[-1] - worths[-2] <= Fraction(1, 2)
    assert len(streets) == len(rules.game.streets)


@ALL
def test_an_answer_has_every_value_the_cost_and_the_rule(training, game, edition):
    score: dict[str, Any] = {"hands": 0, "right": 0, "cost": "0"}
    lost = Fraction(0)
    for n in range(6):
        hand = training.deal(game, 3, n, edition=edition)()
        asked = {"edition": edition, "seed": 3, "n": n, "score": score, "choice": hand["options"][0]["id"]}
        told = training.answer(game, asked)()
        values = {name: Fraction(value["fraction"]) for name, value in told["actions"].items()}
        assert values[told["best"]] == max(values.values())
        lost += values[told["best"]] - values[told["choice"]]
        assert told["right"] == (values[told["choice"]] == values[told["best"]])
        assert told["rule"]["words"]
        assert [row["id"] for row in told["rows"] if row["best"]] == [told["best"]]
        score = told["score"]["kept"]
    assert score["hands"] == 6
    assert Fraction(score["cost"]) == lost


@pytest.mark.parametrize(("game", "edition"), [one for one in TRAINED if one[0] != "face-up-pai-gow"])
def test_the_rule_named_is_the_one_that_decides(training, game, edition):
    rules = training._of(game, edition)
    drill = training.counting.ready(*training._drill(rules))
    listed = training.counting.ready(*training._listed(rules, drill))
    policy = rule_list(drill.tree).policy
    for n in range(40):
        hand = drill.deal(5, n, 300)
        option, _ = listed.line(hand)
        assert option is drill.tree.options(hand.path)[policy[hand.path][hand.place]]


def test_without_an_edition_the_first_is_meant_and_an_unknown_one_is_refused(training):
    hand = training.deal("dj-wild", 3, 0)()
    assert hand == training.deal("dj-wild", 3, 0, edition="pa-2021")()
    assert hand["cite"] == "58 Pa. Code \u00a7 687a.11(b)"
    other = training.deal("dj-wild", 3, 0, edition="ma")()
    assert other["cite"] == "MA DJ Wild \u00a7 7(c)(2)"
    with pytest.raises(HouseError, match="trained in pa-2021, ma, not in 'nj'"):
        training.deal("dj-wild", 3, 0, edition="nj")


def test_where_nothing_is_so_near_the_nearest_is_dealt(training):
    found = {tuple(card[0] for card in training.deal("over-under", 1, n, 1)()["cards"]) for n in range(20)}
    assert found == {("6",)}


def test_a_foul_setting_is_refused_by_its_provision(training):
    drill = training.counting.ready(*training._drill(training._of("face-up-pai-gow")))
    for n in range(60):
        hand = drill.deal(2, n, 21)
        two = " ".join(map(str, hand.state.cards[:2]))
        asked = {"seed": 2, "n": n, "near": 21, "low": [0, 1]}
        if two in hand.advice.actions:
            assert training.answer("face-up-pai-gow", asked)()["choice"] == two
            continue
        with pytest.raises(IllegalAction, match="foul hand loses") as refused:
            training.answer("face-up-pai-gow", asked)()
        assert refused.value.cite == "58 Pa. Code \u00a7 688a.11(c)"
        return
    raise AssertionError("no foul hand in sixty")


@pytest.mark.parametrize(
    ("game", "told", "match"),
    [
        ("baccarat", {"seed": 1, "n": 1, "choice": "fold"}, "no game"),
        ("dj-wild", {"seed": 1, "n": 1, "choice": "raise-9"}, "not open"),
        ("dj-wild", {"seed": "x", "n": 1}, "not a choice"),
        ("dj-wild", {"seed": 1, "n": 1, "choice": "fold", "score": {"cost": "1/0"}}, "not a choice"),
        ("dj-wild", {"seed": 1, "n": 1, "choice": "fold", "score": {"cost": "much"}}, "not a choice"),
        ("face-up-pai-gow", {"seed": 1, "n": 1, "low": [0, 9]}, "two of the seven"),
    ],
)
def test_what_is_no_choice_is_refused(training, game, told, match):
    with pytest.raises(CroupierError, match=match):
        training.answer(game, told)()


def test_an_answer_before_anything_is_counted_says_so():
    with pytest.raises(HouseError, match="not ready yet"):
        Training(Counting()).answer("over-under", {"seed": 1, "n": 1, "choice": "over"})
