"""Long runs: gone on with, stopped at an error, certified, and told in every format."""

from __future__ import annotations

import csv
import json
import sys

import pytest
from typer.testing import CliRunner

from croupier import IllegalAction, open_game
from croupier.cli import app
from croupier.odds.rounds.weighted import Spread
from croupier.odds.sampling import campaign
from croupier.odds.sampling.against_exact import beyond, chi_square, compare, exact_of
from croupier.odds.sampling.estimates import Sampled
from croupier.odds.sampling.fast import sampler


def table(seats=1, strategy="always-over"):
    return sampler(open_game("over-under").rules({"bonus": "1"}), seats=seats, strategy=strategy)


def last(steps):
    return list(steps)[-1].to_json()


@pytest.mark.parametrize("seats", [1, 2])
def test_a_run_that_was_taken_up_again_has_the_integers_of_an_unbroken_one(seats, tmp_path):
    path, whole = tmp_path / "kept.json", table(seats)
    for number, tallies in enumerate(campaign.run(whole, 8, rounds=20_000, size=1_000)):
        if number == 6:
            campaign.save(path, whole, tallies)
            break
    fresh = table(seats)
    kept = campaign.load(path, fresh, 8)
    assert kept is not None
    assert kept.rounds == 7_000
    again = last(campaign.run(fresh, 8, rounds=20_000, size=700, so_far=kept))
    assert again == last(campaign.run(whole, 8, rounds=20_000))
    assert again == whole.count(8, 20_000).to_json()


def test_a_checkpoint_of_something_else_is_refused(tmp_path):
    path, first = tmp_path / "kept.json", table()
    assert campaign.load(path, first, 8) is None
    campaign.save(path, first, first.count(8, 100))
    for other in (table(2), table(strategy="always-under"), sampler(open_game("dj-wild").rules(), strategy="first")):
        with pytest.raises(IllegalAction, match="is of another run"):
            campaign.load(path, other, 8)
    with pytest.raises(IllegalAction, match="is of seed 8, not 9"):
        campaign.load(path, first, 9)
    for text in ("", "{}", "[1]", '{"tallies": {}}'):
        path.write_text(text)
        with pytest.raises(IllegalAction, match="is no checkpoint"):
            campaign.load(path, first, 8)
    with pytest.raises(IllegalAction, match="cannot be written"):
        campaign.save(tmp_path / "none" / "kept.json", first, first.count(8, 10))


def test_until_stops_after_the_same_round_on_any_number_of_threads():
    one, target = table(), campaign.Target("bonus", 0.02)
    found = [
        last(campaign.run(one, 3, rounds=None, until=target, source=campaign.on_threads(one, 3, threads), size=2_000))
        for threads in (1, 2, 3)
    ]
    assert found[0] == found[1] == found[2]
    error = one.estimate(one.count(3, int(found[0]["rounds"])), "bonus").standard_error
    assert error is not None
    assert 0.015 < error <= 0.02


# Certificates --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statistic", "degrees", "chance"),
    [(3.841459, 1, 0.05), (5.991465, 2, 0.05), (7.814728, 3, 0.05), (18.307038, 10, 0.05), (29.588298, 10, 0.001),
     (24.995790, 15, 0.05), (124.342113, 100, 0.05), (0, 4, 1), (67.504807, 49, 0.0409)],
)  # fmt: skip
def test_the_chi_square_distribution(statistic, degrees, chance):
    assert beyond(statistic, degrees) == pytest.approx(chance, rel=2e-2 if degrees == 49 else 1e-5)


def test_chi_square_takes_rare_results_together():
    net = Spread({-1: 700, 1: 299, 50: 1})  # type: ignore[dict-item]
    told = Sampled("main", None, 1, 1, 1000, 0, 0, {-1: 690, 1: 308, 50: 2})
    found = chi_square(told, net)
    assert found is not None
    assert found.degrees == 1  # the one in a thousand goes to the rarest that can stand for itself
    assert found.statistic == pytest.approx(10**2 / 700 + 10**2 / 300)
    assert chi_square(Sampled("main", None, 1, 1, 3, 0, 0, {-1: 3}), net) is None


def test_every_wager_is_beside_its_exact_figure():
    fast = sampler(open_game("cajun-stud").rules({"pocket": "A", "board": "A"}), strategy="optimal")
    known = exact_of(fast)
    assert set(known) == {"main", "pocket", "board"}
    for estimate in fast.estimates(fast.count(1, 400_000)):
        found = compare(estimate, known)
        assert found is not None
        assert found.z is not None
        assert found.chi_square is not None
        assert abs(found.z) < 3.3
        assert found.chi_square.p > 0.001
    wrong = {"main": known["pocket"]}
    off = compare(fast.estimate(fast.count(1, 400_000), "main"), wrong)
    assert off is not None
    assert off.chi_square is not None
    assert off.chi_square.p < 1e-9


def test_a_player_of_ones_own_has_an_exact_value():
    from croupier.odds.sampling.player import player_of

    own = player_of(lambda view: "over" if view.cards[0].rank < 9 else "under")
    rules = open_game("over-under").rules()
    fast = sampler(rules, player=own)
    best = exact_of(sampler(rules))["main"].mean
    known = exact_of(fast)["main"]
    found = compare(fast.estimate(fast.count(4, 200_000), "main"), {"main": known})
    assert found is not None
    assert found.z is not None
    assert abs(found.z) < 3.3
    assert known.mean <= best


# The command ---------------------------------------------------------------------------------------------------


def simulate(*words):
    return CliRunner().invoke(app, ["simulate", *words])


def told(*words):
    said = simulate(*words, "--json")
    assert said.exit_code == 0, said.output
    found = json.loads(said.stdout)
    found.pop("rounds-per-second")
    return found


def test_the_same_integers_on_any_number_of_threads():
    words = ("over-under", "--rounds", "60000", "--seed", "12", "--set", "bonus=1")
    one = told(*words, "--threads", "1")
    assert one == told(*words, "--threads", "3")
    assert one["generator"] == "philox4x32-10"
    main = one["main"]
    assert sum(int(net) * int(count) for net, count in main["counts"].items()) == int(main["sums"])
    assert sum(int(net) ** 2 * int(count) for net, count in main["counts"].items()) == int(main["squares"])
    assert abs(main["z"]) < 3.5
    assert main["exact"]["decimal"].startswith("-0.0209")


def test_a_checkpoint_of_the_command(tmp_path):
    kept = str(tmp_path / "kept.json")
    words = ("over-under", "--seed", "12", "--strategy", "always-over")
    told(*words, "--rounds", "5000", "--checkpoint", kept)
    gone_on = told(*words, "--rounds", "20000", "--checkpoint", kept)
    assert gone_on == told(*words, "--rounds", "20000")
    assert told(*words[:1], *words[3:], "--rounds", "20000", "--checkpoint", kept) == gone_on  # the seed is kept too
    assert simulate(*words[:1], "--rounds", "9", "--seed", "3", "--checkpoint", kept).exit_code != 0


def test_until_the_error_is_small():
    found = told("over-under", "--until", "bonus=0.05", "--seed", "1", "--set", "bonus=1", "--rounds", "1000000")
    assert found["wagers"]["bonus"]["1"]["standard-error"] <= 0.05
    assert found["rounds"] < 1_000_000


def test_files_of_figures(tmp_path, monkeypatch):
    words = ("over-under", "--rounds", "2000", "--seed", "1", "--strategy", "always-over")
    table_file, json_file = tmp_path / "figures.csv", tmp_path / "figures.json"
    assert simulate(*words, "--out", str(table_file)).exit_code == 0
    with table_file.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["wager"] for row in rows] == ["main", "bonus"]
    simulate(*words, "--out", str(json_file))
    assert json.loads(json_file.read_text())["main"]["sums"] == rows[0]["sum_cents"]
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    refused = simulate(*words, "--out", str(tmp_path / "figures.parquet"))
    assert isinstance(refused.exception, IllegalAction)
    assert "croupier[parquet]" in str(refused.exception)


def test_parquet_is_written_by_pyarrow(tmp_path, monkeypatch):
    """The library is an extra; what it is handed is the same rows."""
    from types import SimpleNamespace

    written = {}
    arrow = SimpleNamespace(Table=SimpleNamespace(from_pylist=lambda rows: rows))
    parquet = SimpleNamespace(write_table=lambda rows, path: written.update({path: rows}))
    monkeypatch.setitem(sys.modules, "pyarrow", arrow)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", parquet)
    path = str(tmp_path / "figures.parquet")
    assert simulate("over-under", "--rounds", "500", "--seed", "1", "--strategy", "first", "--out", path).exit_code == 0
    assert [row["wager"] for row in written[path]] == ["main", "bonus"]


def test_a_player_for_the_command():
    words = ("over-under", "--rounds", "3000", "--seed", "2")
    found = told(*words, "--player", "tests.odds.test_campaign:Over")
    assert found["main"]["sums"] == told(*words, "--strategy", "always-over")["main"]["sums"]
    assert (found["sampler"], found["strategy"]) == ("fast", "Over of your own")
    plain = simulate("over-under", "--rounds", "30", "--player", "tests.odds.test_kernels:Suited", "--json")
    assert "played plainly" in plain.stderr
    assert json.loads(plain.stdout)["sampler"] == "plain"


class Over:
    def decide(self, _view):
        return "over"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "say how many rounds"),
        (("--rounds", "5", "--threads", "0"), "is no number of threads"),
        (("--until", "small"), "is no standard error"),
        (("--until", "-1"), "is no standard error"),
        (("--until", "trips=0.1"), "is no wager here; main, bonus"),
        (("--rounds", "5", "--device", "abacus"), "neither cpu nor gpu"),
        (("--rounds", "5", "--out", "figures.txt"), "ends in none of"),
        (("--rounds", "5", "--out", "/nowhere/at/all.csv"), "is no folder"),
        (("--rounds", "5", "--seed", "-1"), "is no seed"),
        (("--rounds", "5", "--plain", "--checkpoint", "x"), "leave out --plain"),
        (("--rounds", "5", "--plain", "--device", "gpu"), "leave out --plain"),
        (("--rounds", "5", "--player", "a:b", "--strategy", "first"), "leave out --strategy"),
    ],
)
def test_refusals(words, why):
    said = simulate("over-under", *words)
    assert isinstance(said.exception, IllegalAction)
    assert why in str(said.exception)
    assert said.stdout == ""
