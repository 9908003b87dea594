"""5. DJ Wild Poker hand rankings."""

from __future__ import annotations

from itertools import pairwise

import pytest

from croupier import cards
from tests.support import one_seat, provision, rules_of

RULES = rules_of("dj-wild", edition="ma")
DOUBLE_ACE = rules_of("dj-wild", edition="ma", readings={"flush-wild": "double-ace"})
PENNSYLVANIA = rules_of("dj-wild")
BASE = {"ante": "10", "blind": "10"}


def name(held: str) -> str:
    assert RULES.ranking is not None
    return RULES.ranking.category(RULES.ranking.rank(cards(held))).name


def ante(player: str, dealer: str, rules=RULES) -> str:
    return str(one_seat(rules, player, BASE, "raise", dealer=dealer)["ante"].result)


@provision("MA 5")
def test_every_rank_stands_above_the_next():
    for higher, lower in pairwise("AKQJT9876543"):
        four, less = (" ".join(rank + suit for suit in "cdhs") for rank in (higher, lower))
        assert ante(f"{four} 2c", f"{less} 2d") == "win"
        assert ante(f"{less} 2c", f"{four} 2d") == "lose"


@provision("MA 5")
@pytest.mark.parametrize("wild", ["2c", "2d", "2h", "2s", "Jk"])
def test_the_joker_and_all_deuces_are_wild(wild):
    assert name(f"9c 9d Ks 4c {wild}") == "three-of-a-kind"
    assert name(f"9h 8h 7h 5h {wild}") == "straight-flush"
    assert name(f"Kc 9d 7h 5s {wild}") == "pair"


@provision("MA 5")
@pytest.mark.parametrize(
    ("hand", "lowest", "below", "highest"),
    [
        ("five-wilds", "2c 2d 2h 2s Jk", "royal-flush", "As Ks Qs Js Ts"),
        ("royal-flush", "Ks Qs Js Ts 2s", "five-of-a-kind", "Ac Ad Ah As Jk"),
        ("five-of-a-kind", "3c 3d 3h 3s Jk", "straight-flush", "Kh Qh Jh Th 9h"),
        ("straight-flush", "Ah 2h 3h 4h 5h", "four-of-a-kind", "Ac Ad As 2c Kd"),
        ("four-of-a-kind", "3c 3d 3h 2c 4s", "full-house", "Ac Ad Ah Kc Kd"),
        ("full-house", "3c 3d 3h 4c 4d", "flush", "Ah Kh Qh Jh 9h"),
        ("flush", "8h 6h 5h 4h 3h", "straight", "Ac Kd Qh Js Tc"),
        ("straight", "Ac 2d 3h 4s 5c", "three-of-a-kind", "Ad Ah As Ks Qc"),
        ("three-of-a-kind", "3c 3d 3h 5s 4c", "two-pairs", "Ac Ad Kc Kd Qh"),
        ("two-pairs", "4c 4d 3c 3d 5h", "pair", "Ac Ad Kc Qd Jh"),
        ("pair", "3c 3d 4h 5s 6c", "high-card", "Ac Kd Qh Js 9c"),
    ],
)
def test_the_order_of_hands_with_five_wilds_on_top(hand, lowest, below, highest):
    """Five-of-a-kind stands where the Blind chart of 9(d)(3) has it, not where the Trips chart prints it."""
    assert (name(lowest), name(highest)) == (hand, below)
    assert (ante(lowest, highest), ante(highest, lowest)) == ("win", "lose")


@pytest.mark.parametrize(("held", "hand"), [("Ac 3d 4h 5s Jk", "straight"), ("Qc Kd Ah 3s Jk", "pair")])
def test_ace_to_five_and_no_wrapping_around(held, hand):
    assert name(held) == hand


def test_reading_flush_wild():
    player, dealer = "Ah Kh 9h 5h Jk", "As Ks Qs Js 9s"
    assert ante(player, dealer) == "lose"
    assert ante(player, dealer, DOUBLE_ACE) == "win"


@provision("MA 5")
@pytest.mark.parametrize(
    "held", ["2c 2d 2h 2s Jk", "Ts 2c 2d 2h Jk", "9h 2c 2d 2h Jk", "Kh 9h 5h 2c Jk", "Ac 2d 3h 4s 5c", "Kc 9d 7h 5s 3c"]
)
def test_hands_are_worth_what_they_are_worth_in_pennsylvania(held):
    assert RULES.ranking is not None
    assert PENNSYLVANIA.ranking is not None
    assert RULES.ranking.rank(cards(held)) == PENNSYLVANIA.ranking.rank(cards(held))
