"""`croupier attack`."""

from __future__ import annotations

import json

import pytest


def test_a_kind_of_knowledge_for_people_and_programs(run):
    code, out, _ = run("attack", "raise-it-up", "--kind", "share-6", "--deals", "20")
    assert code == 0
    for words in ("6 seats share their cards", "Usual play: -3.5022% exactly", "Against share-6"):
        assert words in out
    told = json.loads(run("attack", "raise-it-up", "--kind", "share-6", "--deals", "20", "--json").out)
    (kind,) = told["kinds"].values()
    assert kind["ev"] == pytest.approx(float(kind["usual-ev"]["decimal"]) + kind["added"])
    assert (kind["deals"], told["generator"], kind["added"] >= 0) == (20, "Philox", True)
    assert f"{100 * kind['ev']:+.3f}%" in out


def test_a_shoe_counted(run):
    told = json.loads(run("attack", "over-under", "--shoes", "10", "--depth", "0.5", "--players", "3", "--json").out)
    assert list(told["wagers"]) == ["main", "bonus"]
    for wager in told["wagers"].values():
        (at,) = wager["depths"].values()
        assert at["rounds"] == 10 * 18  # 156 cards, nine to a round
        assert at["by-count"] <= at["perfect"]
        assert len(wager["count"]) == 13
    assert "continuous shuffler" in run("attack", "over-under", "--shoes", "5").out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("face-up-pai-gow",), "lie open before anything is decided"),
        (("over-under", "--kind", "share-2"), "nothing to know at Over/Under; count"),
        (("raise-it-up", "--kind", "count"), "share-2, share-3"),
        (("raise-it-up", "--deals", "1"), "too few to judge by"),
        (("over-under", "--depth", "1"), "no part of a shoe"),
        (("over-under", "--shoes", "1"), "too few shoes"),
        (("over-under", "--players", "9"), "1 to 6"),
        (("nonsense",), "not in the book"),
    ],
)
def test_nonsense_is_refused(run, args, said):
    code, out, err = run("attack", *args)
    assert (code, out) == (2, "")
    assert said in err
