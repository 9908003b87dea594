"""10. Optional Two Way Bad Beat Wager."""

from __future__ import annotations

import pytest

from tests.support import one_seat, provision, rules_of

RULES = rules_of("dj-wild", {"bad-beat": "1"}, edition="ma")
PLACED = {"ante": "10", "blind": "10", "bad-beat": "5"}
WILDS, ROYAL = "2c 2d 2h 2s Jk", "As Ks Qs Js Ts"
CODE = "MA DJ Wild § "


@provision("MA 10(a)", "MA 10(b)", "MA 10(c)")
@pytest.mark.parametrize("decision", ["raise", "fold"])
@pytest.mark.parametrize("beaten", ["player", "dealer"])
@pytest.mark.parametrize(
    ("loser", "winner", "odds", "paid"),
    [
        pytest.param(ROYAL, WILDS, "10,000 to 1", 50_000_00, id="royal flush"),
        pytest.param("9c 9d 9h 9s Jk", ROYAL, "10,000 to 1", 50_000_00, id="five of a kind"),
        pytest.param("9h 8h 7h 6h 5h", WILDS, "5,000 to 1", 25_000_00, id="straight flush"),
        pytest.param("9c 9d 9h 9s 4c", WILDS, "500 to 1", 2_500_00, id="four of a kind"),
        pytest.param("9c 9d 9h 4s 4c", WILDS, "400 to 1", 2_000_00, id="full house"),
        pytest.param("Kh Jh 9h 6h 3h", WILDS, "300 to 1", 1_500_00, id="flush"),
        pytest.param("9c 8d 7h 6s 5c", WILDS, "100 to 1", 500_00, id="straight"),
        pytest.param("9c 9d 9h Ks 4c", WILDS, "9 to 1", 45_00, id="three of a kind"),
        # beaten by its own kind
        pytest.param("8c 8d 8h As 4d", "9c 9d 9h Ks 4c", "9 to 1", 45_00, id="three of a kind by three of a kind"),
        pytest.param("9c 8d 7h 6s 5c", "Tc 9h 8s 7c Jk", "100 to 1", 500_00, id="straight by straight"),
        pytest.param("2c 8d 8h As 4d", "9c 8c 7h 6s 5c", "9 to 1", 45_00, id="wild three of a kind by a straight"),
    ],
)
def test_the_losing_hand_is_paid_whosever_it_is_and_even_after_a_fold(decision, beaten, loser, winner, odds, paid):
    player, dealer = (loser, winner) if beaten == "player" else (winner, loser)
    line = one_seat(RULES, player, PLACED, decision, dealer=dealer)["bad-beat"]
    assert (line.result, line.odds, line.paid, line.net) == ("win", odds, paid, paid)
    assert (str(line.cite), str(line.pays_cite)) == (CODE + "10(a)", CODE + "10(c)")


@provision("MA 10(a)", "MA 10(b)")
@pytest.mark.parametrize("decision", ["raise", "fold"])
@pytest.mark.parametrize(
    ("player", "dealer"),
    [
        pytest.param("Ac Ad Kc Kd Qh", "3c 3d 3h 5s 4c", id="the player has two pairs"),
        pytest.param("3c 3d 3h 5s 4c", "Ac Ad Kc Kd Qh", id="the dealer has two pairs"),
        pytest.param(WILDS, "Ac Kd Qh Js 9c", id="the dealer has ace high"),
        pytest.param("9c 9d 2h Ks 4c", "9h 9s 2d Kd 4d", id="a tie"),
        pytest.param(ROYAL, "Ac Kc Qc Jc Jk", id="a tie of royal flushes"),
    ],
)
def test_it_loses_unless_both_hold_three_of_a_kind_and_do_not_tie(player, dealer, decision):
    line = one_seat(RULES, player, PLACED, decision, dealer=dealer)["bad-beat"]
    assert (line.result, line.odds, line.paid, line.net) == ("lose", None, 0, -500)
    assert str(line.cite) == CODE + "10(a)"


@provision("MA 10(b)", held="outcome")
def test_a_fold_forfeits_the_rest_and_not_the_bad_beat():
    lines = one_seat(RULES, "9c 9d 9h Ks 4c", PLACED, "fold", dealer="Tc Td Th As 4d")
    assert {w: (x.result, x.net) for w, x in lines.items()} == {
        "ante": ("forfeit", -1000),
        "blind": ("forfeit", -1000),
        "bad-beat": ("win", 4500),
    }
