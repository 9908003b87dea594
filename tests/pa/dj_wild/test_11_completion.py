"""§ 687a.11. Procedures for completion of each round of play."""

from __future__ import annotations

import pytest

from croupier import IllegalAction
from tests.support import one_seat, provision, rules_of, settled

RULES = rules_of("dj-wild", {"trips": "DJWT-04", "bad-beat": "DJWBB-01", "progressive": "1"})
BASE = {"ante": "10", "blind": "10"}


@provision("687a.11(e)(1)", "687a.12(a)")
def test_higher_hand_wins_ante_and_raise_at_even_money():
    lines = one_seat(RULES, "Kc Kd 9h 5s 4c", BASE, "raise", dealer="Qs Qd 8c 7h 3s")
    assert (lines["ante"].result, lines["ante"].paid, lines["ante"].net) == ("win", 1000, 1000)
    assert (lines["raise"].stake, lines["raise"].paid) == (2000, 2000)
    assert str(lines["ante"].cite) == "58 Pa. Code § 687a.11(e)(1)"
    assert str(lines["ante"].pays_cite) == "58 Pa. Code § 687a.12(a)"


@provision("687a.11(e)(2)")
def test_equal_hands_push_all_three():
    lines = one_seat(RULES, "Kc Kd 9h 5s 4c", BASE, "raise", dealer="Ks Kh 9c 5d 4h")
    assert {w: (line.result, line.net) for w, line in lines.items()} == dict.fromkeys(
        ("ante", "blind", "raise"), ("push", 0)
    )
    assert lines["ante"].odds is None


@provision("687a.11(b)(2)")
def test_fold_forfeits_the_bad_beat():
    line = one_seat(RULES, "9s 9h 2c Ad Jk", {**BASE, "bad-beat": "5"}, "fold", dealer="Ks Kd 7c 4h 3s")["bad-beat"]
    assert (line.result, line.net, line.cite.path) == ("forfeit", -500, "11(b)(2)")


@provision("687a.11(b)")
@pytest.mark.parametrize("said", [["check"], [], ["raise", "raise"], ["fold", "raise"]])
def test_only_raise_or_fold_once(said):
    seat = {"cards": "Kc Kd 9h 5s 4c", "wagers": BASE, "decisions": said}
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"1": seat}, dealer="Qs Qd 8c 7h 3s")
    assert refused.value.field.startswith("seats.1.decisions")
    assert refused.value.cite == "58 Pa. Code § 687a.11(b)"
