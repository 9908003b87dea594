"""`croupier analyze`, `design` and `figures`."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest


def test_shapes_of_the_contract(run):
    code, out, _ = run("analyze", "over-under", "--json")
    told = json.loads(out)
    assert code == 0
    main = told["main"]
    assert (told["game"], told["edition"], main["unit"], main["method"]) == (
        "over-under",
        "pa-2019-proposed",
        "ante",
        "exact",
    )
    number = {
        name: Fraction(main[name]["fraction"])
        for name in ("ev", "house-edge", "average-wager", "element-of-risk", "payback", "variance")
    }
    assert number["house-edge"] == -number["ev"]
    assert number["element-of-risk"] == number["house-edge"] / number["average-wager"]
    assert number["payback"] == 1 - number["element-of-risk"]
    assert sum(Fraction(chance["fraction"]) for chance in main["outcomes"].values()) == 1
    bonus = told["wagers"]["bonus"]["1"]
    assert Fraction(bonus["return"]["fraction"]) == 1 + Fraction(bonus["ev"]["fraction"])
    assert bonus["published"] == "94.393%"
    for figure in (*main.values(), *bonus.values()):
        if isinstance(figure, dict) and "decimal" in figure:
            shown, true = Fraction(figure["decimal"]), Fraction(figure["fraction"])
            assert abs(shown - true) <= abs(true) / 10**12


def test_one_wager_one_paytable(run):
    told = json.loads(run("analyze", "cajun-stud", "--wager", "pocket", "--paytable", "B", "--json").out)
    assert told["main"]["method"] == "exact"
    assert list(told["wagers"]) == ["pocket"]
    assert list(told["wagers"]["pocket"]) == ["B"]
    text = run("analyze", "cajun-stud", "--wager", "pocket").out
    assert "95.4751%" in text
    assert "Pocket Bonus Wager" in text


def test_a_reading_changes_a_side_wager_too(run):
    args = ["analyze", "dj-wild", "--wager", "bad-beat", "--paytable", "DJWBB-02", "--json"]
    one = json.loads(run(*args).out)["wagers"]["bad-beat"]["DJWBB-02"]
    two = json.loads(run(*args, "--reading", "bad-beat=two-way").out)["wagers"]["bad-beat"]["DJWBB-02"]
    assert Fraction(two["return"]["fraction"]) == 2 * Fraction(one["return"]["fraction"])


def test_a_linked_progressive_of_the_submission(run, tmp_path):
    file = tmp_path / "t.toml"
    link = 'wager = "1.00", seed = "1000.00", rows = {royal-flush = "100% of meter", flush = "50 to 1"}'
    file.write_text(f'game = "dj-wild"\nedition = "ma"\nmulti-game-link = {{{link}}}\n')
    told = json.loads(run("analyze", "dj-wild", "--submission", str(file), "--json").out)
    assert list(told["wagers"]["multi-game-link"]) == ["link"]
    assert "break-even-meter" in told["wagers"]["multi-game-link"]["link"]


def test_a_submission_lists_what_it_offers(run, tmp_path):
    file = tmp_path / "t.toml"
    file.write_text('game = "cajun-stud"\nante = "B"\nboard = "C"\n')
    told = json.loads(run("analyze", "cajun-stud", "--submission", str(file), "--json").out)
    assert {w: list(t) for w, t in told["wagers"].items()} == {"board": ["C"]}
    b = Fraction(told["main"]["ev"]["fraction"])
    a = Fraction(json.loads(run("analyze", "cajun-stud", "--json").out)["main"]["ev"]["fraction"])
    set_b = Fraction(
        json.loads(run("analyze", "cajun-stud", "--set", "ante=B", "--json").out)["main"]["ev"]["fraction"]
    )
    assert b == set_b < a


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["whist"], "not in the book"),
        (["cajun-stud", "--wager", "trips"], "no side wager"),
        (["cajun-stud", "--wager", "pocket", "--paytable", "Z"], "not among A, B, C"),
        (["cajun-stud", "--paytable", "A"], "add --wager"),
        (["cajun-stud", "--set", "ante=Z"], "no paytable"),
        (["cajun-stud", "--reading", "x=y"], "no such reading"),
        (["cajun-stud", "--submission", "none.toml"], "cannot be read"),
    ],
)
def test_analyze_refuses(run, args, says):
    code, out, err = run("analyze", *args)
    assert (code, out) == (2, "")
    assert says in err


def test_a_submission_for_another_game(run, tmp_path):
    file = tmp_path / "t.toml"
    file.write_text('game = "dj-wild"\nadjacent-boxes = 1\n')
    code, out, err = run("analyze", "cajun-stud", "--submission", str(file))
    assert (code, out) == (2, "")
    assert "submission for 'dj-wild'" in err


def test_design_changes_a_pay_and_finds_one(run):
    args = ["design", "cajun-stud", "--wager", "pocket", "--json"]
    told = json.loads(run(*args, "--pays", "pair=6 to 1", "--row", "pair-of-aces", "--target", "5%").out)
    before, after = (Fraction(told[k]["ev"]["fraction"]) for k in ("before", "after"))
    found = int(told["answer"]["pay"].split()[0])  # the found pay is in what is designed
    assert after - before == Fraction(72 + 6 * (found - 30), 1326)
    edge = -after - (Fraction(told["answer"]["exact"]) - found) * Fraction(6, 1326)
    assert edge == Fraction(5, 100)
    told = json.loads(run("design", "over-under", "--wager", "ante", "--pays", "win=2 to 1", "--json").out)
    assert Fraction(told["after"]["ev"]["fraction"]) > Fraction(told["before"]["ev"]["fraction"])


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--wager", "trips"], "not offered"),
        (["--wager", "pocket", "--pays", "flush=5 to 1"], "no such row"),
        (["--wager", "pocket", "--pays", "pair=much"], "not a pay"),
        (["--wager", "pocket", "--pays", "pair"], "not ROW=PAY"),
        (["--wager", "pocket", "--row", "pair"], "go together"),
        (["--wager", "pocket", "--row", "pair", "--target", "low"], "not a house edge"),
        (["--wager", "pocket", "--row", "pair", "--target", "5"], "write 5% or 0.05"),
        (["--wager", "pocket", "--row", "pair", "--target", "90%"], "1 to 1 gives 26.2443% and 100,000 to 1 gives"),
    ],
)
def test_design_refuses(run, args, says):
    code, out, err = run("design", "cajun-stud", *args)
    assert (code, out) == (2, "")
    assert says in err


def test_a_pay_is_named_as_the_row_is_printed(run):
    dollars = [
        "design",
        "face-up-pai-gow",
        "--wager",
        "progressive",
        "--row",
        "full-house",
        "--target",
        "20%",
        "--json",
    ]
    assert json.loads(run(*dollars).out)["answer"]["pay"].startswith("$")
    code, _, err = run("design", "raise-it-up", "--wager", "progressive", "--row", "straight", "--target", "99%")
    assert (code, "no pay of straight" in err) == (2, True)


def test_a_set_is_honoured_or_refused(run):
    told = json.loads(run("analyze", "dj-wild", "--wager", "progressive", "--set", "contribution=0.25", "--json").out)
    long_run = [Fraction(one["long-run"]["fraction"]) for one in told["wagers"]["progressive"].values()]
    plain = json.loads(run("analyze", "dj-wild", "--wager", "progressive", "--json").out)["wagers"]["progressive"]
    assert long_run == [Fraction(one["long-run"]["fraction"]) + Fraction(1, 4) for one in plain.values()]
    only = json.loads(run("analyze", "raise-it-up", "--set", "pair-plus=B", "--json").out)["wagers"]
    assert list(only["pair-plus"]) == ["B"]
    code, out, err = run("analyze", "raise-it-up", "--set", "decision-seconds=30")
    assert (code, out) == (2, "")
    assert "changes no figure" in err
    shown = run("analyze", "raise-it-up", "--wager", "progressive").out
    assert "69.8960%" in shown
    assert "$10,746.98" in shown


def test_a_set_of_wagers_of_one_seat(run):
    def priced(*args):
        return json.loads(run("analyze", "over-under", "--wagers", *args, "--json").out)["set"]

    found, twice, alone = priced("ante,bonus"), priced("ante,bonus", "--stake", "bonus=2"), priced("ante")
    assert (found["strategy"], found["method"], alone["strategy"]) == ("joint", "exact", "main-alone")
    number = lambda told: Fraction(told["fraction"])  # noqa: E731
    between = {(a, b): number(c) for a, row in found["covariance"].items() for b, c in row.items()}
    assert sum(between.values()) == number(found["variance"])
    assert between["ante", "bonus"] == between["bonus", "ante"]
    assert number(twice["covariance"]["ante"]["bonus"]) == 2 * between["ante", "bonus"]
    assert number(twice["ev"]) - number(alone["ev"]) == 2 * (number(found["ev"]) - number(alone["ev"]))


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--wagers", "nonsense"], "'nonsense' is no wager of Over/Under; ante, over, under, bonus"),
        (["--wagers", "bonus", "--wager", "bonus"], "do not go together"),
        (["--wagers", "bonus", "--stake", "tie=2"], "'tie' is not among --wagers"),
        (["--wagers", "bonus", "--stake", "bonus=much"], "is no stake"),
        (["--wagers", "ante", "--stake", "ante=2"], "a unit is the ante"),
        (["--wagers", "bonus", "--stake", "bonus=1/3"], "cannot be staked"),
        (["--stake", "bonus=2"], "goes with --wagers"),
    ],
)
def test_a_set_of_wagers_is_refused(run, args, says):
    code, out, err = run("analyze", "over-under", *args)
    assert (code, out) == (2, "")
    assert says in " ".join(err.split())


def test_published_figures_beside_ours(run):
    told = json.loads(run("figures", "--json").out)["figures"]
    verdicts = {(f["game"], f["wager"], f["paytable"], f["kind"]): f["verdict"] for f in told}
    assert verdicts["dj-wild", "trips", "DJWT-04", "return"] == "misprint"
    assert verdicts["dj-wild", "trips", "DJWT-07", "return"] == "match"
    assert verdicts["over-under", "main", "", "return"] == "match"
    assert [verdicts["face-up-pai-gow", "progressive", t, "return"] for t in "123456"] == ["match"] * 6
    assert [verdicts["face-up-pai-gow", "ace-high", t, "return"] for t in "12345"] == ["near"] * 5
    assert {f["verdict"] for f in told} == {"match", "near", "misprint", "unexplained"}
    (reserved,) = [f for f in told if (f["wager"], f["paytable"]) == ("progressive", "4")]
    assert reserved["ours"] == "91.936520", "with the reserve of 1%, and the envy of one other hand"
    assert "paid to nobody" in reserved["remark"]
    assert "unexplained" in run("figures").out


def test_what_a_reserve_is_of_the_long_run_stands_beside_it(run):
    told = json.loads(run("analyze", "face-up-pai-gow", "--wager", "progressive", "--paytable", "4", "--json").out)
    side = told["wagers"]["progressive"]["4"]
    assert side["long-run"]["decimal"] == "0.875386320294106"
    assert side["long-run-paid"]["decimal"] == "0.865386320294106"
