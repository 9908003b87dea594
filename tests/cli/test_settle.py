"""`croupier settle`: the contract's shapes, lines, and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
ROUND = json.loads((EXAMPLES / "round.json").read_text())


def test_the_contracts_example(run):
    code, out, err = run("settle", str(EXAMPLES / "round.json"))
    told = json.loads(out)
    assert (code, err) == (0, "")
    seat = told["seats"]["1"]
    assert seat["hand"] == {"name": "four-of-a-kind", "natural": False, "text": "four nines, with wild cards"}
    assert [line["wager"] for line in seat["lines"]] == ["ante", "blind", "raise", "trips"]
    assert seat["lines"][0] == {
        "wager": "ante",
        "stake": "10.00",
        "result": "win",
        "odds": "1 to 1",
        "paid": "10.00",
        "net": "10.00",
        "cite": "58 Pa. Code § 687a.11(e)(1)",
        "pays-cite": "58 Pa. Code § 687a.12(a)",
        "row": "Win",
    }
    assert seat["net"] == "100.00"
    assert (told["dealer"]["name"], told["meter"]) == ("pair", None)


def test_one_object_is_one_round_however_it_is_spread(run):
    on_one_line = run("settle", "-", stdin=json.dumps(ROUND))
    over_many = run("settle", "-", stdin=json.dumps(ROUND, indent=4))
    assert on_one_line == over_many
    assert on_one_line.code == 0
    assert len(on_one_line.out.splitlines()) == 1


def test_lines_keep_their_order_and_a_bad_one_stands_in_its_place(run):
    good, bad = json.dumps(ROUND), json.dumps({**ROUND, "game": "whist"})
    code, out, err = run("settle", "-", stdin=f"{good}\n{bad}\n\n{{nonsense\n{good}\n")
    told = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert "could not be settled" in err
    assert [next(iter(entry)) for entry in told] == ["seats", "error", "error", "seats"]
    assert told[1]["error"]["line"] == 2
    assert told[1]["error"]["field"] == "game"
    assert told[2]["error"]["line"] == 4
    assert set(told[2]["error"]) >= {"line", "field", "message", "cite"}
    assert told[0] == told[3]


def test_many_lines(run):
    code, out, _ = run("settle", "-", stdin=(json.dumps(ROUND) + "\n") * 2500)
    assert code == 0
    assert len(out.splitlines()) == 2500
    assert len(set(out.splitlines())) == 1


def changed(**fields):
    return json.dumps({**ROUND, **fields})


def seat(**fields):
    return changed(seats={"1": {**ROUND["seats"]["1"], **fields}})


BAD = {
    "unknown game": (changed(game="whist"), "game", None),
    "unknown edition": (changed(edition="pa-1999"), "edition", None),
    "edition that is no word": (changed(edition=5), "edition", None),
    "unknown field": (changed(dealr="As"), "dealr", None),
    "unknown paytable": (changed(submission={"trips": "DJWT-01"}), "submission.trips", "687a.12(d)"),
    "unknown submission key": (changed(submission={"tips": "DJWT-04"}), "submission.tips", None),
    "unknown reading": (changed(readings={"wild": "no"}), "readings.wild", None),
    "unknown answer": (changed(readings={"bad-beat": "three-way"}), "readings.bad-beat", "687a.11(f)(3)(ii)"),
    "submission for another game": (changed(submission={"game": "cajun-stud"}), "submission.game", None),
    "submission that is no table": (changed(submission="DJWT-04"), "submission", None),
    "no seats": (changed(seats={}), "seats", "687a.2(a)"),
    "a seventh seat": (changed(seats={"7": ROUND["seats"]["1"]}), "seats", "687a.2(a)"),
    "a seat with no number": (changed(seats={"one": ROUND["seats"]["1"]}), "seats", "687a.2(a)"),
    "a card twice": (changed(dealer="9s Kd 7c 4h 3s"), "dealer", "687a.3(a)"),
    "a card that is none": (changed(dealer="1s Kd 7c 4h 3s"), "dealer", None),
    "four cards": (changed(dealer="Kd 7c 4h 3s"), "dealer", "687a.8(e)"),
    "no dealer": (changed(dealer=None), "dealer", "687a.8(e)"),
    "community cards": (changed(community="As Ks Qs"), "community", "687a.8(d)"),
    "six cards in the hand": (seat(cards="9s 9h 2c Ad Jk 5d"), "seats.1.cards", "687a.8(d)"),
    "cards that are no text": (seat(cards=["9s"]), "seats.1.cards", "687a.8(d)"),
    "no decision": (seat(decisions=[]), "seats.1.decisions", "687a.11(b)"),
    "wrong decision": (seat(decisions=["check"]), "seats.1.decisions.0", "687a.11(b)"),
    "decision after the last": (seat(decisions=["fold", "raise"]), "seats.1.decisions.1", "687a.11(b)"),
    "unequal blind": (seat(wagers={"ante": "10", "blind": "5"}), "seats.1.wagers.blind", "687a.1"),
    "no ante": (seat(wagers={"blind": "5"}), "seats.1.wagers.ante", "687a.7(d)(1)"),
    "float": (seat(wagers={"ante": 10.5, "blind": 10.5}), "seats.1.wagers.ante", "687a.7(d)(1)"),
    "exponent": (seat(wagers={"ante": "1e2", "blind": "1e2"}), "seats.1.wagers.ante", "687a.7(d)(1)"),
    "nothing": (seat(wagers={"ante": "0", "blind": "0"}), "seats.1.wagers.ante", "687a.7(d)(1)"),
    "raise placed beforehand": (
        seat(wagers={"ante": "10", "blind": "10", "raise": "20"}),
        "seats.1.wagers.raise",
        "687a.7(c)",
    ),
    "no meter": (
        seat(cards="9d 9h 2c Ad Kc", wagers={"ante": "10", "blind": "10", "progressive": "1"}),
        "meter",
        "687a.7(d)(2)",
    ),
    "a meter that is no amount": (changed(meter="much"), "meter", None),
    "not offered": (
        changed(submission={}),
        "seats.1.wagers.trips",
        "687a.7(d)(3)",
    ),
}


@pytest.mark.parametrize(("told", "field", "cite"), BAD.values(), ids=BAD.keys())
def test_bad_input_says_what_where_and_by_which_provision(run, told, field, cite):
    code, out, err = run("settle", "-", stdin=told)
    assert (code, out) == (2, "")
    assert err.startswith(f"croupier: {field}: ")
    if cite:
        assert err.rstrip().endswith(f"(58 Pa. Code § {cite})")


@pytest.mark.parametrize("text", ["", "   \n", "{", "[1, 2]", "null", '"round"', "{\n\n", "\x00"])
def test_what_is_no_round_at_all(run, text):
    code, out, err = run("settle", "-", stdin=text)
    assert (code, out) == (2, "")
    assert err.startswith("croupier: ")


def test_a_missing_file_and_one_that_is_not_text(run, tmp_path):
    code, out, err = run("settle", str(tmp_path / "none.json"))
    assert (code, out) == (2, "")
    assert "cannot be read" in err
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    code, out, err = run("settle", str(tmp_path / "binary"))
    assert (code, out) == (2, "")
    assert "UTF-8" in err


def test_all_wrong_choices_of_a_submission_are_named(run):
    code, out, err = run("settle", "-", stdin=changed(submission={"trips": "1", "bad-beat": "2", "decks": 3}))
    assert (code, out) == (2, "")
    assert [line.split(": ")[1] for line in err.splitlines()] == [
        "submission.decks",
        "submission.trips",
        "submission.bad-beat",
    ]
