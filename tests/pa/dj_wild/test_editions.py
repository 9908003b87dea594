"""Chapter 687a as adopted in 2021 and as proposed in 2019: the same game, apart from slips of the text."""

from __future__ import annotations

import pytest

from croupier import UnknownGame, open_game
from tests.support import rules_of, settled

SUBMISSION = {"trips": "DJWT-05", "bad-beat": "DJWBB-02", "progressive": "2"}


def test_the_edition_in_force_is_the_default():
    assert open_game("dj-wild").edition == "pa-2021"
    assert open_game("dj-wild") is open_game("dj-wild", "pa-2021")
    with pytest.raises(UnknownGame) as refused:
        open_game("dj-wild", "pa-2020")
    assert refused.value.field == "edition"


def test_in_force_and_proposed():
    adopted, proposed = (
        open_game("dj-wild", "pa-2021").chapter,
        open_game("dj-wild", "pa-2019-proposed").chapter,
    )
    assert (adopted.status, str(adopted.effective)) == ("in force", "2021-05-29")
    assert (proposed.status, proposed.effective) == ("proposed", None)
    assert list(adopted.provisions) == list(proposed.provisions)


def test_what_changed():
    changed = {change.cite.path for change in open_game("dj-wild", "pa-2019-proposed").changes}
    assert {"4(e)", "5(f)", "8(i)"} <= changed
    assert open_game("dj-wild", "pa-2021").changes == ()


@pytest.mark.parametrize("decision", ["raise", "fold"])
def test_a_round_is_settled_alike(decision):
    seat = {
        "cards": "9c 9d 9h 2s 4c",
        "wagers": {"ante": "10", "blind": "10", "trips": "5", "bad-beat": "5", "progressive": "5"},
        "decisions": [decision],
    }
    adopted, proposed = (
        settled(rules_of("dj-wild", SUBMISSION, edition=e), {"1": seat}, dealer="Ac Ad Ah As 3c", meter="12000")
        for e in ("pa-2021", "pa-2019-proposed")
    )
    assert adopted.to_json() == proposed.to_json()
    assert {
        line.wager: line.net for line in adopted.seats[1].lines if line.wager not in {"ante", "blind", "raise"}
    } == {
        "progressive": 40_00,
        "trips": 30_00,
        "bad-beat": 2500_00 if decision == "raise" else -5_00,
    }
