"""§ 688a.6. Face Up Pai Gow Poker rankings: five-card high hands, two-card low hands, ties."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from croupier import cards
from tests.pa.face_up_pai_gow import plain_house_ways as plain
from tests.support import provision, rules_of, settled

RULES = rules_of("face-up-pai-gow")
RANKING: Any = RULES.ranking


def rank(text):
    return RANKING.rank(cards(text))


def name(text):
    return RANKING.category(rank(text)).name


# From the highest to the lowest: of each hand the best and the worst that 6(b) names
LADDER = [
    ("Ac Ad Ah As Jk", "five-aces", "6(b)(1)"),
    ("As Ks Qs Js Ts", "royal-flush", "6(b)(2)"),
    ("Ah 2h 3h 4h 5h", "straight-flush", "6(b)(3)"),
    ("Kc Qc Jc Tc 9c", "straight-flush", "6(b)(3)"),
    ("Qc Jc Tc 9c 8c", "straight-flush", "6(b)(3)"),
    ("7d 6d 5d 4d 3d", "straight-flush", "6(b)(3)"),
    ("6d 5d 4d 3d 2d", "straight-flush", "6(b)(3)"),
    ("Ac Ad Ah As Kc", "four-of-a-kind", "6(b)(4)"),
    ("Kc Kd Kh Ks Ac", "four-of-a-kind", "6(b)(4)"),
    ("2c 2d 2h 2s 3c", "four-of-a-kind", "6(b)(4)"),
    ("As Ad Ah Ks Kd", "full-house", "6(b)(5)"),
    ("As Ad Ah 2s 2d", "full-house", "6(b)(5)"),
    ("Ks Kd Kh As Ad", "full-house", "6(b)(5)"),
    ("2s 2d 2h 3s 3d", "full-house", "6(b)(5)"),
    ("As Ks Qs Js 9s", "flush", "6(b)(6)"),
    ("As Ks Qs Js 8s", "flush", "6(b)(6)"),
    ("Kh Qh Jh Th 8h", "flush", "6(b)(6)"),
    ("7d 5d 4d 3d 2d", "flush", "6(b)(6)"),
    ("As Kd Qs Js Ts", "straight", "6(b)(7)"),
    ("As 2d 3s 4s 5s", "straight", "6(b)(7)"),
    ("Ks Qd Js Ts 9s", "straight", "6(b)(7)"),
    ("7s 6d 5s 4s 3s", "straight", "6(b)(7)"),
    ("6s 5d 4s 3s 2s", "straight", "6(b)(7)"),
    ("As Ad Ah 3s 2d", "three-of-a-kind", "6(b)(8)"),
    ("Ks Kd Kh As Qd", "three-of-a-kind", "6(b)(8)"),
    ("2s 2d 2h 4s 3d", "three-of-a-kind", "6(b)(8)"),
    ("As Ad Kh Ks 2d", "two-pairs", "6(b)(10)"),
    ("As Ad Qh Qs Kd", "two-pairs", "6(b)(10)"),
    ("Ks Kd Qh Qs Ad", "two-pairs", "6(b)(10)"),
    ("3s 3d 2h 2s 4d", "two-pairs", "6(b)(10)"),
    ("As Ad 4h 3s 2d", "pair", "6(b)(11)"),
    ("Ks Kd Ah Qs Jd", "pair", "6(b)(11)"),
    ("2s 2d 5h 4s 3d", "pair", "6(b)(11)"),
    ("As Kd Qh Js 9d", "high-card", "6(c)"),
    ("As 6d 4h 3s 2d", "high-card", "6(c)"),
    ("7s 5d 4h 3s 2d", "high-card", "6(c)"),
]


@pytest.mark.parametrize(
    ("hand", "called", "path", "next_hand"),
    [
        pytest.param(hand, called, path, below, marks=provision(f"688a.{path}"))
        for (hand, called, path), below in zip(LADDER, [*(step[0] for step in LADDER[1:]), None], strict=True)
    ],
)
def test_each_hand_beats_the_next(hand, called, path, next_hand):
    category = RANKING.category(rank(hand))
    assert (category.name, category.cite.path) == (called, path)
    if next_hand is not None:
        assert rank(hand) > rank(next_hand)


@provision("688a.6(a)", held="outcome")
@pytest.mark.parametrize(
    "hand", ["Qs Kd As 2h 3d", "Ks As 2d 3h 4d", "Js Qd Ks As 2h", "Jk Ks Ah 2d 3c", "Qs Kd Jk 2h 3d"]
)
def test_an_ace_joins_no_other_sequence(hand):
    assert name(hand) in {"high-card", "pair"}


@provision("688a.6(a)", held="outcome")
@pytest.mark.parametrize(
    ("hand", "same"),
    [
        # an ace ...
        ("Jk Kd Qh 9s 7d", "As Kd Qh 9s 7d"),
        ("Jk As Qh 9s 7d", "As Ad Qh 9s 7d"),
        ("Jk Ks Kh 9s 7d", "As Ks Kh 9s 7d"),  # not a third king
        ("Jk 9s 9h 9d 7d", "As 9s 9h 9d 7d"),
        ("Jk 9s 9h 9d 9c", "As 9s 9h 9d 9c"),
        ("Jk Ks Kh 9s 9d", "As Ks Kh 9s 9d"),
        ("Jk As Ah Kd Kc", "Ad As Ah Kd Kc"),
        ("Jk As Ah Ad Kc", "As Ah Ad Ac Kc"),
        # ... or any card that completes a straight
        ("Jk Kd Qh Js Td", "As Kd Qh Js Td"),
        ("As Jk Qh Js Td", "As Kd Qh Js Td"),
        ("Qh Js Td 9c Jk", "Kh Qh Js Td 9c"),
        ("9h 8s Jk 6c 5d", "9h 8s 7c 6c 5d"),
        ("6h 5s 4c 3d Jk", "7h 6h 5s 4c 3d"),
        ("As 2d 3h 4c Jk", "As 2d 3h 4c 5c"),
        ("6h 5s 4c 2d Jk", "6h 5s 4c 3d 2d"),
        # ... or a flush
        ("Ks 9s 6s 3s Jk", "As Ks 9s 6s 3s"),
        # ... or a straight flush or royal
        ("9s 8s Jk 6s 5s", "9s 8s 7s 6s 5s"),
        ("6s 5s 4s 3s Jk", "7s 6s 5s 4s 3s"),
        ("As Ks Jk Js Ts", "As Ks Qs Js Ts"),
    ],
)
def test_what_the_joker_is(hand, same):
    assert rank(hand) == rank(same)


@provision("688a.6(a)", "688a.6(b)(7)")
def test_the_joker_with_five_to_two_is_an_ace_never_a_six():
    assert rank("5s 4h 3d 2c Jk") == rank("As 2d 3h 4c 5c") > rank("Ks Qd Js Ts 9s")


@provision("688a.6(a)", "688a.6(b)(3)")
def test_the_joker_with_suited_five_to_two_makes_the_highest_straight_flush():
    assert rank("5s 4s 3s 2s Jk") == rank("Ah 2h 3h 4h 5h") > rank("Kc Qc Jc Tc 9c")


@provision("688a.6(b)(1)")
def test_five_of_another_rank_is_not_a_hand():
    assert name("Ks Kh Kd Kc Jk") == "four-of-a-kind"
    assert name("As Ah Ad Ac Ks") == "four-of-a-kind"


@provision("688a.6(b)(2)")
@pytest.mark.parametrize(
    "hand", ["Jk Ks Qs Js Ts", "As Jk Qs Js Ts", "As Ks Jk Js Ts", "As Ks Qs Jk Ts", "As Ks Qs Js Jk"]
)
def test_the_joker_may_be_any_card_of_a_royal(hand):
    assert rank(hand) == rank("Ad Kd Qd Jd Td")
    assert name(hand) == "royal-flush"


@provision("688a.6(b)(6)", "688a.6(a)")
@pytest.mark.parametrize(
    ("hand", "same"),
    [
        ("As Jk 9s 8s 2s", "As Ks 9s 8s 2s"),
        ("As Ks Jk 8s 2s", "As Ks Qs 8s 2s"),
        ("As Ks Qs Js Jk", "As Ks Qs Js Ts"),  # a royal before a flush
        ("Ks Qs Js Jk 2s", "As Ks Qs Js 2s"),
    ],
)
def test_the_joker_in_a_flush_is_the_highest_rank_it_lacks(hand, same):
    assert rank(hand) == rank(same)


@provision("688a.6(b)(6)", "688a.6(c)")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ks 9s 6s 3s 2s", "Qh Jh Th 9h 7h"),
        ("Ks Js 6s 3s 2s", "Kh Th 9h 8h 7h"),
        ("Ks Js 6s 4s 3s", "Kh Jh 6h 4h 2h"),
        ("Kd Ks Ah 3d 2c", "Kh Kc Qh Jd Tc"),
        ("Kd Ks Ah 4d 2c", "Kh Kc Ad 3d 2d"),
        ("Kd Ks Qh 9d 3c", "Kh Kc Qd 9s 2d"),
        ("Kd Ks Qh Qd 3c", "Kh Kc Qs Qc 2d"),
        ("9d 9s 9h Ad 2c", "9d 9s 9h Kd Qc"),
        ("As 7d 5h 4s 3d", "Kh Qd Jh Ts 8d"),
        ("As 7d 5h 4s 3d", "Ah 7c 5d 4d 2c"),
    ],
)
def test_the_highest_card_not_shared_decides(higher, lower):
    assert rank(higher) > rank(lower)


@provision("688a.6(c)")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("As 7d 5h 4s 3d", "Ah 7c 5d 4d 3c"),
        ("Ks 9s 6s 3s 2s", "Kh 9h 6h 3h 2h"),
        ("9s 8h 7d 6c 5s", "9d 8c 7h 6s 5d"),
        ("Kd Ks Qh Qd 3c", "Kh Kc Qs Qc 3d"),
    ],
)
def test_identical_hands_tie_whatever_the_suits(one, other):
    assert rank(one) == rank(other)


# Low hands are compared at the table: the dealer's are kings behind and nine-eight in front
DEALER = "Ks Kd 9c 8h 5d 3s 2c"


@provision("688a.6(b)(11)", "688a.6(c)")
@pytest.mark.parametrize(
    ("low", "beats"),
    [("2d 2s", True), ("Jc 2d", True), ("Tc 2d", True), ("9d 8c", False), ("9s 7c", False), ("8s 7c", False)],
)
def test_low_hands_by_pair_then_by_highest_card_not_shared(low, beats):
    seat = {
        "cards": f"As Ad 6c 4h 3d {low}",
        "wagers": {"pai-gow": "10"},
        "decisions": [{"high": "As Ad 6c 4h 3d", "low": low}],
    }
    done = settled(RULES, {"1": seat}, dealer=DEALER)
    hand: Any = done.seats[1].hand
    assert done.seats[1].line("pai-gow").result == ("win" if beats else "push")
    assert hand["low-name"] == ("pair" if low[0] == low[3] else "high-card")


@provision("688a.6(b)", "688a.6(c)")
def test_the_ranking_agrees_with_trying_every_card_for_the_joker():
    rng = random.Random(6)
    deck = [*plain.DECK, "Jk"]
    hands = []
    for n in range(4000):
        pool = deck if n % 2 else [c for c in deck if c[1] in "hs" or c == "Jk"]
        five = rng.sample(pool, 5)
        if n % 3 == 0 and "Jk" not in five:
            five[0] = "Jk"
        hands.append((rank(" ".join(five)), plain.value(tuple(five)), name(" ".join(five))))
    assert [called for _, _, called in hands] == [plain.NAMES[value[0]] for _, value, _ in hands]
    hands.sort(key=lambda hand: hand[0])
    for (a, x, _), (b, y, _) in pairwise(hands):
        assert (a < b, a == b) == (x < y, x == y)
