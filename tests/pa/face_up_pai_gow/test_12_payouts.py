"""§ 688a.12(a) and (b). Payout odds: the main wager and the Ace High Bonus Wager."""

from __future__ import annotations

import pytest

from tests.support import one_seat, provision, rules_of

RULES = rules_of("face-up-pai-gow")
DEALER = "Ks Kd 9c 8h 5d 3s 2c"


@provision("688a.12(a)")
@pytest.mark.parametrize(("stake", "paid"), [("10", 1000), ("0.01", 1), ("25.05", 2505), ("100000", 10_000_000)])
def test_the_main_wager_pays_even_money_without_commission(stake, paid):
    line = one_seat(RULES, "As Ad Qc Jh 7d 4s 3h", {"pai-gow": stake}, "house-way", dealer=DEALER)["pai-gow"]
    assert (line.result, line.odds, line.paid, line.net) == ("win", "1 to 1", paid, paid)
    assert str(line.pays_cite) == "58 Pa. Code § 688a.12(a)"


@provision("688a.12(a)")
@pytest.mark.parametrize("seven", ["Qs Qd 7c 4h 3d 8c 7h", "As Ad 7c 6h 3d 4s 9d"])
def test_nothing_is_paid_for_a_loss_or_a_push(seven):
    line = one_seat(RULES, seven, {"pai-gow": "10"}, "house-way", dealer=DEALER)["pai-gow"]
    assert (line.odds, line.paid, line.pays_cite) == (None, 0, None)


NO_JOKER, JOKER = "As Kd Jc 9h 7d 4s 3c", "Jk Kd Jc 9h 7d 4s 3c"
ACE_HIGH, PAIR, ACE_JOKER_PAIR = "Ah Qd Tc 8h 6d 5s 2c", "Ah Qd Qc 8h 6d 5s 2c", "Ah Jk Tc 8h 6d 5s 2c"
PLAYERS_JOKER = "Jk Qd Tc 8h 6d 3s 2c"
BOTH, WITH, WITHOUT = (
    "Both dealer and player have ace high",
    "Only dealer has ace high, with joker",
    "Only dealer has ace high, no joker",
)

# table: both, dealer only with joker, dealer only without; the odds and what $5 pays
PAYS = {
    "1": (("20 to 1", 100_00), ("10 to 1", 50_00), ("8 to 1", 40_00)),
    "2": (("40 to 1", 200_00), ("15 to 1", 75_00), ("5 to 1", 25_00)),
    "3": (("30 to 1", 150_00), ("15 to 1", 75_00), ("6 to 1", 30_00)),
    "4": (("25 to 1", 125_00), ("10 to 1", 50_00), ("7 to 1", 35_00)),
    "5": (("40 to 1", 200_00), ("12 to 1", 60_00), ("5 to 1", 25_00)),
}


@provision("688a.12(b)")
@pytest.mark.parametrize("table", PAYS)
@pytest.mark.parametrize(
    ("dealer", "player", "row"),
    [
        (NO_JOKER, ACE_HIGH, BOTH),
        (JOKER, ACE_HIGH, BOTH),
        (NO_JOKER, PLAYERS_JOKER, BOTH),
        (JOKER, PAIR, WITH),
        (JOKER, "Qs Td 9d 8h 6d 5s 2c", WITH),  # queen high
        (NO_JOKER, PAIR, WITHOUT),
        (NO_JOKER, ACE_JOKER_PAIR, WITHOUT),  # the player's joker does not count
        (NO_JOKER, "Ah 5d 4c 3h 2d Ts 8c", WITHOUT),  # a straight
        (NO_JOKER, "Ah Qh Th 8h 6h 5s 2c", WITHOUT),  # a flush
    ],
)
def test_ace_high(table, dealer, player, row):
    rules = rules_of("face-up-pai-gow", {"ace-high": table})
    line = one_seat(rules, player, {"pai-gow": "10", "ace-high": "5"}, "house-way", dealer=dealer)["ace-high"]
    odds, paid = PAYS[table][(BOTH, WITH, WITHOUT).index(row)]
    assert (line.row, line.result, line.odds, line.paid, line.net) == (row, "win", odds, paid, paid)
    assert str(line.cite) == "58 Pa. Code § 688a.11(h)(1)(i)(B)"
    assert str(line.pays_cite) == "58 Pa. Code § 688a.12(b)"


@provision("688a.12(b)")
@pytest.mark.parametrize("table", PAYS)
@pytest.mark.parametrize("dealer", [DEALER, "Kd Qc 9h 8d 6s 4c 2h", "As Jk Kd Jc 9h 7d 4s", "As Ks Js 9s 7s 4d 3c"])
def test_ace_high_loses_whatever_the_player_has(table, dealer):
    rules = rules_of("face-up-pai-gow", {"ace-high": table})
    for player in ("Ah Qd Tc 8c 6d 5s 2s", "Ah Qd Qh 8c 6d 5s 2s"):
        line = one_seat(rules, player, {"pai-gow": "10", "ace-high": "5"}, "house-way", dealer=dealer)["ace-high"]
        assert (line.result, line.odds, line.paid, line.net, line.row) == ("lose", None, 0, -500, None)


@provision("688a.12(b)")
def test_ace_high_is_paid_though_the_main_wager_pushes_or_is_fouled():
    rules = rules_of("face-up-pai-gow", {"ace-high": "3"})
    setting = {"high": "Qd Tc 8h 6d 5s", "low": "Ah 2c"}  # ace in front of queen high: fouled
    lines = one_seat(rules, ACE_HIGH, {"pai-gow": "10", "ace-high": "1"}, setting, dealer=JOKER)
    assert [(line.wager, line.result, line.net) for line in lines.values()] == [
        ("pai-gow", "push", 0),
        ("ace-high", "win", 3000),
    ]
