"""`croupier strategy` of a state: values against brute force, the best of them, and refusals."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
import typer

from croupier import CroupierError, describe, open_game, settle
from croupier.cli.strategy import strategy as command
from croupier.games.pa.house_way import is_legal, low_hand
from croupier.kit.bulk import all_hands, compiled
from croupier.kit.cards import CARDS, STANDARD, cards, write
from croupier.odds.strategy.advice import advise, lookup, read_state
from croupier.odds.study.study import main_of, solve

# Values against brute force


def net(rules, hand, decisions, **places):
    wagers = {w.id: "2.00" for w in rules.game.wagers if w.placed == "required"}
    told = {"seats": {"1": {"cards": hand, "wagers": wagers, "decisions": decisions}}, **places}
    return settle(rules, describe(rules, told)).seats[1].net


@pytest.mark.parametrize(
    ("hand", "best"), [("4s 4h Kc 8d 7d", "raise"), ("4s 4h Kc 8d 3d", "fold"), ("Jk 2c As Ks 9d", "raise")]
)
def test_dj_wild_against_every_dealer_hand(hand, best):
    rules = open_game("dj-wild").rules()
    held = cards(hand)
    rest = np.array([card for card in range(53) if card not in held], np.uint8)
    dealt = rest[all_hands(48, 5)]
    assert rules.ranking is not None
    bulk = compiled(rules.ranking)
    worths = bulk.rank(dealt).astype(np.int64)
    mine = int(bulk.rank(np.array([held], np.uint8))[0])
    outcomes = np.sign(mine - worths) + 3 * bulk.categories()[worths]
    found = advise(rules, {"cards": hand})
    for action, value in found.actions.items():
        total = 0
        _, firsts, counts = np.unique(outcomes, return_index=True, return_counts=True)
        for first, count in zip(firsts, counts, strict=True):
            dealer = write(CARDS[card] for card in dealt[first])
            total += int(count) * net(rules, hand, [action], dealer=dealer)
        assert value == Fraction(total, 200 * 1_712_304)
    assert found.best == best


def plain(rules, hand, board, decisions):
    """The value of every option in cents by plain recursion, through `describe` and `settle` alone."""
    street = rules.game.streets[len(decisions)]
    values = {}
    for option in street.options:
        path = [*decisions, option.id]
        left = [card for card in STANDARD if card not in cards(hand) and card not in cards(board)]
        if option.folds:
            filler = write([*cards(board), *left[: 3 - len(cards(board))]])
            values[option.id] = Fraction(net(rules, hand, path, community=filler))
            continue
        done = option.done or len(path) == len(rules.game.streets)
        more = combinations(left, 3 - len(cards(board))) if done else ((card,) for card in left)
        total, count = Fraction(0), 0
        for new in more:
            shown = write([*cards(board), *new])
            total += net(rules, hand, path, community=shown) if done else max(plain(rules, hand, shown, path).values())
            count += 1
        values[option.id] = total / count
    return values


@pytest.mark.parametrize(
    ("game", "submission", "hand", "board", "decisions"),
    [
        ("cajun-stud", {}, "Js 4d", "9c", ["raise-1"]),
        ("cajun-stud", {}, "8s 9s", "Ts Js", ["raise-1", "raise-3"]),
        ("cajun-stud", {"ante": "B"}, "8s 9s", "Ts Js", ["raise-1", "raise-3"]),
        ("cajun-stud", {"ante": "C"}, "2c 7d", "9h Js", ["raise-3", "raise-3"]),
        ("raise-it-up", {}, "Ts 9s 4d", "8s", ["check"]),
        ("raise-it-up", {}, "Ts 9s 4d", "8s 2c", ["check", "check"]),
    ],
)
def test_streets_by_plain_recursion(game, submission, hand, board, decisions):
    rules = open_game(game).rules(submission)
    found = advise(rules, {"cards": hand, "community": board, "decisions": decisions})
    expected = plain(rules, hand, board, decisions)
    assert found.actions == {name: value / 200 for name, value in expected.items()}
    assert found.actions[found.best] == max(found.actions.values())


def test_over_under_by_plain_count():
    rules = open_game("over-under").rules()
    found = advise(rules, {"cards": "6d"})
    value = [11 if rank == 14 else min(rank, 10) for rank in range(2, 15)]
    shoe = [24 - (rank == 6) for rank in range(2, 15)]
    over = 0
    for i, two in enumerate(value):
        for j, three in enumerate(value):
            ways = shoe[i] * (shoe[j] - (i == j))
            over += ways * (2 if 6 + two + three >= 24 else -2)
    assert found.actions["over"] == Fraction(over, 311 * 310)
    assert found.actions["surrender"] == -1
    assert (found.best, list(found.actions)) == ("over", ["over", "under", "surrender"])


# Best is the plan's


def test_best_is_the_plans_and_first_streets_sum_to_the_game():
    for game in ("cajun-stud", "raise-it-up"):
        rules = open_game(game).rules()
        look, study = lookup(rules), solve(rules)
        assert study.solved is not None
        options = [option.id for option in rules.game.streets[0].options]
        total = Fraction(0)
        first = study.solved.pays.counted.levels[0]
        for place, hand in enumerate(first.states):
            found = look(read_state(rules, {"cards": write(CARDS[card] for card in hand)}))
            assert found.best == options[study.solved.plan.chosen[()][place]]
            assert found.actions[found.best] == max(found.actions.values())
            total += int(first.weights[place]) * found.actions[found.best]
        assert total / int(first.weights.sum()) == main_of(study).net.mean


def test_suits_and_order_do_not_matter():
    rules = open_game("dj-wild").rules()
    look = lookup(rules)
    one, other = (look(read_state(rules, {"cards": hand})) for hand in ("4s 4h Kc 8d 7d", "7h Ks 4d 8h 4c"))
    assert one == other


def test_a_tie_keeps_playing():
    state = {"cards": "2c 6d", "community": "7h Js", "decisions": ["raise-1", "raise-1"]}
    found = advise(open_game("cajun-stud").rules(), state)
    assert found.actions["raise-1"] == found.actions["fold"] == -3
    assert found.best == "raise-1"


def test_limits_of_the_table_do_not_matter():
    limits = {"ante": {"minimum": "25.00", "maximum": "500.00", "step": "5.00"}}
    rules = open_game("cajun-stud").rules({"limits": limits})
    assert advise(rules, {"cards": "Js 4d"}) == advise(open_game("cajun-stud").rules(), {"cards": "Js 4d"})


def test_checks_are_understood_where_nothing_else_leads_there():
    rules = open_game("raise-it-up").rules()
    told = {"cards": "Ts 9s 4d", "community": "8s 2c", "decisions": ["check", "check"]}
    assert advise(rules, {k: v for k, v in told.items() if k != "decisions"}) == advise(rules, told)


# Two hands


def test_every_legal_setting_is_compared():
    rules = open_game("face-up-pai-gow").rules()
    assert rules.ranking is not None
    hand, dealer = "As Ks Kd 9h 9c 3d 2c", "Jk Qs Qd 8h 8c 4d 5c"
    found = advise(rules, {"cards": hand, "dealer": dealer})
    house = rules.chosen["house-way"].set(rules.ranking, cards(dealer))
    theirs = rules.ranking.rank(house.high), low_hand(house.low)
    expected = {"surrender": -1}
    for low in combinations(sorted(cards(hand), reverse=True), 2):
        high = rules.ranking.rank([card for card in cards(hand) if card not in low])
        if is_legal(rules.ranking, high, low_hand(low)):
            wins = (high > theirs[0]) + (low_hand(low) > theirs[1])
            expected[write(low)] = wins - 1
    assert found.actions == expected
    assert found.best == "9h 9c"
    assert found.actions["9h 9c"] == 1
    assert found.reason == "a pair of kings; a pair of nines, against a pair of queens; a pair of eights"


def test_an_ace_high_dealer_pushes_every_setting_and_the_house_way_is_named():
    rules = open_game("face-up-pai-gow").rules()
    found = advise(rules, {"cards": "Kc Qc Jd 8h 7h 4s 3c", "dealer": "As Kd Qh Th 8c 5d 3s"})
    assert set(found.actions.values()) == {0, -1}
    assert found.best == "Qc Jd"
    assert found.actions["surrender"] == -1


def test_a_lost_hand_is_played_rather_than_surrendered():
    rules = open_game("face-up-pai-gow").rules()
    found = advise(rules, {"cards": "Kc Jc Td 8h 6h 4s 3c", "dealer": "As Ad Ah Kd Ks Kh 5d"})
    assert set(found.actions.values()) == {-1}
    assert found.best == "Jc Td"


# Refusals

GOOD: dict[str, dict[str, Any]] = {
    "dj-wild": {"cards": "4s 4h Kc 8d 7d"},
    "cajun-stud": {"cards": "As Ks", "community": "Jd", "decisions": ["raise-1"]},
    "raise-it-up": {"cards": "As Ks 2c", "community": "Jd", "decisions": ["check"]},
    "over-under": {"cards": "As"},
    "face-up-pai-gow": {"cards": "As Ks Kd 9h 9c 3d 2c", "dealer": "Jk Qs Qd 8h 8c 4d 5c"},
}


@pytest.mark.parametrize(
    ("game", "change", "field", "cite"),
    [
        ("dj-wild", {"cards": None}, "cards", "687a.8(d)"),
        ("dj-wild", {"cards": 5}, "cards", "687a.8(d)"),
        ("dj-wild", {"cards": "4s 4h Kc 8d"}, "cards", "687a.8(d)"),
        ("dj-wild", {"cards": "4s 4h Kc 8d Zz"}, "cards", None),
        ("dj-wild", {"cards": "4s 4h Kc 8d 8d"}, "cards", "687a.3(a)"),
        ("dj-wild", {"dealer": "As Ks Kd 9h 9c"}, "dealer", "687a.8(e)"),
        ("dj-wild", {"community": "As"}, "community", "687a.8(d)"),
        ("dj-wild", {"decisions": ["fold"]}, "decisions", "687a.11(b)"),
        ("dj-wild", {"decisions": ["jump"]}, "decisions.0", "687a.11(b)"),
        ("dj-wild", {"card": "As"}, "card", None),
        ("cajun-stud", {"cards": "As Jk"}, "cards", "683a.3(a)"),
        ("cajun-stud", {"community": "As"}, "community", "683a.3(a)"),
        ("cajun-stud", {"community": None}, "community", "683a.11(d)"),
        ("cajun-stud", {"community": "Jd Jc"}, "community", "683a.11(d)"),
        ("cajun-stud", {"decisions": []}, "community", "683a.11(b)"),
        ("cajun-stud", {"decisions": None}, "decisions", "683a.11(b)"),
        ("cajun-stud", {"decisions": ["check"]}, "decisions.0", "683a.11(b)"),
        ("cajun-stud", {"decisions": ["fold"]}, "decisions", "683a.11(f)"),
        ("cajun-stud", {"decisions": "raise-1"}, "decisions", None),
        ("cajun-stud", {"decisions": [1]}, "decisions", None),
        ("raise-it-up", {"decisions": ["play-3"]}, "decisions", "669a.11(f)"),
        ("raise-it-up", {"community": "Jd Jc Jh", "decisions": None}, "community", "669a.11(f)"),
        ("over-under", {"cards": "As As As"}, "cards", "686a.7(e)"),
        ("over-under", {"cards": "Jk"}, "cards", "686a.3(a)"),
        ("face-up-pai-gow", {"dealer": None}, "dealer", "688a.8(d)"),
        ("face-up-pai-gow", {"dealer": "As Qs Qd 8h 8c 4d 5c"}, "dealer", "688a.3(a)"),
        ("face-up-pai-gow", {"cards": "As Ks Kd 9h 9c 3d"}, "cards", "688a.8(d)"),
    ],
)
def test_impossible_states_are_refused(game, change, field, cite):
    rules = open_game(game).rules()
    read_state(rules, GOOD[game])
    with pytest.raises(CroupierError) as refused:
        read_state(rules, {**GOOD[game], **change})
    assert refused.value.field == field
    assert refused.value.cite == (None if cite is None else f"58 Pa. Code § {cite}")


def test_a_state_is_an_object():
    with pytest.raises(CroupierError, match="JSON object"):
        read_state(open_game("dj-wild").rules(), ["As"])


# The command


def test_one_state_as_json(capsys):
    command("cajun-stud", cards="Js 4d", community="9c", decisions="raise-1", json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["actions"]["raise-1"] == {"fraction": "-94/49", "decimal": "-1.91836734693878"}
    assert (told["best"], told["game"], list(told["actions"])[-1]) == ("raise-1", "cajun-stud", "fold")


def test_one_state_for_people(capsys):
    command("face-up-pai-gow", **GOOD["face-up-pai-gow"])
    out = capsys.readouterr().out
    assert "best" in next(line for line in out.splitlines() if "9h 9c" in line)
    assert "a pair of kings; a pair of nines, against" in out


def test_many_states_keep_their_order(tmp_path, capsys):
    file = tmp_path / "states.jsonl"
    good = json.dumps(GOOD["cajun-stud"])
    file.write_text(f'{good}\n{{"cards": "As As"}}\n\nnonsense\n{good}\n')
    with pytest.raises(typer.Exit) as done:
        command("cajun-stud", states=str(file))
    ran = capsys.readouterr()
    told = [json.loads(line) for line in ran.out.splitlines()]
    assert done.value.exit_code == 2
    assert [next(iter(line)) for line in told] == ["actions", "error", "error", "actions"]
    assert told[0] == told[3]
    assert told[1]["error"] == {
        "line": 2,
        "field": "cards",
        "message": "As is on the table twice",
        "cite": "58 Pa. Code § 683a.3(a)",
    }
    assert (told[2]["error"]["line"], set(told[2]["error"])) == (4, {"line", "field", "message", "cite"})
    assert "could not be answered" in ran.err


def test_good_states_end_well(tmp_path, capsys):
    file = tmp_path / "states.jsonl"
    file.write_text('{"cards": "As"}\n{"cards": "2s", "decisions": []}')
    command("over-under", states=str(file))
    assert [json.loads(line)["best"] for line in capsys.readouterr().out.splitlines()] == ["over", "under"]


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(CroupierError, match="cannot be read"):
        command("cajun-stud", states=str(tmp_path / "none"))
    (tmp_path / "empty").write_text("\n")
    with pytest.raises(CroupierError, match="holds no state"):
        command("cajun-stud", states=str(tmp_path / "empty"))
