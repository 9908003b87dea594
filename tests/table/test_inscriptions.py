"""What the layouts of chapters 686a and 688a must say is true of the game, and the program prints every payout."""

from __future__ import annotations

import subprocess
import sys

import pytest

from croupier.kit.cards import cards
from tests.support import one_seat, provision, rules_of

TOTALS = {
    6: "2c 2d 2h",
    12: "4c 4d 4h",
    17: "5c 5d 7h",
    18: "6c 6d 6h",
    20: "6c 7d 7h",
    23: "7c 8d 8h",
    24: "8c 8d 8h",
    27: "9c 9d 9h",
    30: "Kc Qd Jh",
    33: "Ac Ad Ah",
}


@provision("686a.2(b)(4)(i)")
def test_all_bets_but_the_bonus_pay_even_money():
    rules = rules_of("over-under", {"bonus": "1"})
    for points, hand in TOTALS.items():
        for said in ("over", "under"):
            lines = one_seat(rules, hand, {"ante": "10", "bonus": "10"}, said)
            for wager in ("ante", said):
                assert lines[wager].net in {1000, -1000}, (points, said)
    bonus = rules.tables["bonus"]
    assert {
        pay.text for wager, paytable in rules.tables.items() if wager != "bonus" for pay in paytable.rows.values()
    } == {"1 to 1"}
    assert any(pay.text != "1 to 1" for pay in bonus.rows.values())


@provision("686a.2(b)(4)(ii)")
def test_the_house_wins_on_18_to_23():
    rules = rules_of("over-under", {})
    for points, hand in TOTALS.items():
        for said in ("over", "under"):
            lines = one_seat(rules, hand, {"ante": "10"}, said)
            if 18 <= points <= 23:
                assert (lines["ante"].result, lines[said].result) == ("lose", "lose")
    assert one_seat(rules, TOTALS[17], {"ante": "10"}, "under")["ante"].result == "win"
    assert one_seat(rules, TOTALS[24], {"ante": "10"}, "over")["ante"].result == "win"


@provision("686a.2(b)(4)(iii)")
def test_an_ace_is_always_eleven():
    rules = rules_of("over-under", {"bonus": "1"})
    # 13 with aces as eleven, 3 with aces as one; 23 loses where 13 would win
    assert one_seat(rules, "Ac 2d 2h", {"ante": "10"}, "under")["ante"].result == "win"
    assert one_seat(rules, "Ac Td 2h", {"ante": "10"}, "under")["ante"].result == "lose"
    assert one_seat(rules, "Ac Ad 2h", {"ante": "10"}, "over")["ante"].result == "win"


@provision("688a.2(b)(8)")
def test_a_dealers_ace_high_pai_gow_pushes_the_players_wager_whatever_the_hand():
    rules = rules_of("face-up-pai-gow", {})
    dealer = "As Kd Qh 9c 7d 5s 3h"
    fouled = {"high": "2h 4c 6c 8d Th", "low": "Ac Ad"}
    for hand, said in (
        ("Ac Ad Ah Kc Qc 9d 7h", "house-way"),
        ("2c 4d 6h 8s Tc Jd Kh", "house-way"),
        ("Ac Ad 2h 4c 6c 8d Th", fouled),
    ):
        assert not set(cards(hand)) & set(cards(dealer))
        assert one_seat(rules, hand, {"pai-gow": "10"}, said, dealer=dealer)["pai-gow"].result == "push"


@pytest.mark.parametrize(
    ("game", "submission"),
    [
        pytest.param("over-under", {"bonus": "1"}, marks=provision("686a.2(b)(6)")),
        pytest.param(
            "face-up-pai-gow", {"ace-high": "1", "fortune": "1", "progressive": "1"}, marks=provision("688a.2(b)(9)")
        ),
    ],
)
def test_the_program_prints_a_sign_with_every_payout_of_every_wager(game: str, submission: dict[str, str]):
    sign = subprocess.run(
        [sys.executable, "-m", "croupier", "rules", game], capture_output=True, text=True, check=True
    ).stdout
    rules = rules_of(game, submission)
    for wager in rules.offered():
        assert wager.name in sign
        for row, pay in rules.tables[wager.id].rows.items():
            assert pay.text in sign, (wager.id, row)
