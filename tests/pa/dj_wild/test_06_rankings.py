"""§ 687a.6. DJ Wild Stud Poker rankings."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, pairwise

import pytest

from croupier import IllegalAction, cards
from tests.support import one_seat, provision, rules_of, settled

RULES = rules_of("dj-wild")
DOUBLE_ACE = rules_of("dj-wild", readings={"flush-wild": "double-ace"})
BASE = {"ante": "10", "blind": "10"}


def name(held: str) -> str:
    assert RULES.ranking is not None
    return RULES.ranking.category(RULES.ranking.rank(cards(held))).name


def ante(player: str, dealer: str, rules=RULES) -> str:
    return str(one_seat(rules, player, BASE, "raise", dealer=dealer)["ante"].result)


# (c): each hand, the lowest of its kind, beats the highest of the next kind.


@provision("687a.6(c)", held="outcome")
@pytest.mark.parametrize(
    ("hand", "lowest", "below", "highest"),
    [
        pytest.param("five-wilds", "2c 2d 2h 2s Jk", "royal-flush", "As Ks Qs Js Ts", marks=provision("687a.6(c)(1)")),
        pytest.param(
            "royal-flush", "Ks Qs Js Ts 2s", "five-of-a-kind", "Ac Ad Ah As Jk", marks=provision("687a.6(c)(2)")
        ),
        pytest.param("five-of-a-kind", "3c 3d 3h 3s Jk", "straight-flush", "Kh Qh Jh Th 9h"),
        pytest.param(
            "straight-flush", "Ah 2h 3h 4h 5h", "four-of-a-kind", "Ac Ad As 2c Kd", marks=provision("687a.6(c)(3)")
        ),
        pytest.param(
            "four-of-a-kind", "3c 3d 3h 2c 4s", "full-house", "Ac Ad Ah Kc Kd", marks=provision("687a.6(c)(4)")
        ),
        pytest.param("full-house", "3c 3d 3h 4c 4d", "flush", "Ah Kh Qh Jh 9h", marks=provision("687a.6(c)(5)")),
        pytest.param("flush", "8h 6h 5h 4h 3h", "straight", "Ac Kd Qh Js Tc", marks=provision("687a.6(c)(6)")),
        pytest.param(
            "straight", "Ac 2d 3h 4s 5c", "three-of-a-kind", "Ad Ah As Ks Qc", marks=provision("687a.6(c)(7)")
        ),
        pytest.param(
            "three-of-a-kind", "3c 3d 3h 5s 4c", "two-pairs", "Ac Ad Kc Kd Qh", marks=provision("687a.6(c)(8)")
        ),
        pytest.param("two-pairs", "4c 4d 3c 3d 5h", "pair", "Ac Ad Kc Qd Jh", marks=provision("687a.6(c)(9)")),
        pytest.param("pair", "3c 3d 4h 5s 6c", "high-card", "Ac Kd Qh Js 9c", marks=provision("687a.6(c)(10)")),
        pytest.param("high-card", "Ac Kd Qh Js 9c", "high-card", "8c 6d 5h 4s 3c", marks=provision("687a.6(c)(11)")),
    ],
)
def test_the_order_of_hands(hand, lowest, below, highest):
    assert (name(lowest), name(highest)) == (hand, below)
    assert (ante(lowest, highest), ante(highest, lowest)) == ("win", "lose")


@provision("687a.6(c)")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Kc Kd Kh Ks Jk", "Qc Qd 2c 2d 2h"),
        ("Th 9h 8h 7h 6h", "9s 8s 7s 6s 5s"),
        ("4c 4d 4h 4s 3c", "3d 3h 3s 2d Ac"),
        ("9c 9d 2c 2d Kh", "9h 9s 2h 2s Qh"),
        ("9c 9d 9h 3s 3c", "8c 8d 8h As Ac"),
        ("Kh Kd 9c 9d 2c", "Kc Ks 8h 8s 2d"),
        ("Ah Kh Qh Jh 8h", "Ac Kc Qc Jc 7c"),
        ("Kh Qh Jh 9h 3h", "Qc Jc 9c 7c 6c"),
        ("Ac Kd Qh Js Td", "Kc Qd Jh Ts 9d"),
        ("9c 9d 2c Kh 4s", "9h 9s 2d Qh 4c"),
        ("9c 9d 2c Kh 5s", "9h 9s 2d Kc 4c"),
        ("Kc Kd 4h 4s 3c", "Qc Qd Jh Js Ac"),
        ("Kc Kd 5h 5s 3c", "Kh Ks 4c 4d Ac"),
        ("Kc Kd 4h 4s 5c", "Kh Ks 4c 4d 3d"),
        ("Kc Kd 9h 5s 4c", "Kh Ks 9d 5c 3s"),
        ("Kc Qd 9h 5s 4c", "Kh Qs 9d 5c 3s"),
    ],
)
def test_hands_of_one_kind_compare_card_by_card(higher, lower):
    assert name(higher) == name(lower)
    assert (ante(higher, lower), ante(lower, higher)) == ("win", "lose")


# (a): the ace, sequences and suits.


@provision("687a.6(a)", held="outcome")
def test_every_rank_stands_above_the_next():
    for higher, lower in pairwise("AKQJT9876543"):
        four, less = (" ".join(rank + suit for suit in "cdhs") for rank in (higher, lower))
        assert ante(f"{four} 2c", f"{less} 2d") == "win"
        assert ante(f"{less} 2c", f"{four} 2d") == "lose"


@provision("687a.6(a)")
@pytest.mark.parametrize(
    ("held", "hand"),
    [
        ("Ac 2d 3h 4s 5c", "straight"),
        ("Ac 3d 4h 5s Jk", "straight"),  # the joker stands for the 2
        ("Ah 3h 4h 5h 2c", "straight-flush"),
        ("Ac Kd Qh Js Tc", "straight"),
        ("Qc Kd Ah 3s Jk", "pair"),  # queen, king, ace, 2, 3 wraps around
        ("Kc Ad 2h 3s 4c", "pair"),
        ("Qh Kh Ah 3h 2h", "flush"),
    ],
)
def test_an_ace_is_high_or_completes_two_to_five(held, hand):
    assert name(held) == hand


@provision("687a.6(a)")
def test_ace_to_five_is_the_lowest_straight():
    assert ante("Ac 3d 4h 5s Jk", "3c 4c 5d 6h 7s") == "lose"
    assert ante("Ah 3h 4h 5h Jk", "3c 4c 5c 6c 7c") == "lose"
    assert ante("Ac 3d 4h 5s Jk", "Ad 3h 4c 5h 2c") == "push"


@provision("687a.6(a)")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("As Ks Qs Js Ts", "Ac Kc Qc Jc Tc"),
        ("Kh Jh 9h 6h 3h", "Ks Js 9s 6s 3s"),
        ("Kc Kd 9h 5s 4c", "Ks Kh 9c 5d 4h"),
    ],
)
def test_suits_are_equal(one, other):
    assert ante(one, other) == ante(other, one) == "push"


# (b): deuces and the joker.


@provision("687a.6(b)")
@pytest.mark.parametrize("wild", ["2c", "2d", "2h", "2s", "Jk"])
def test_each_deuce_and_the_joker_complete_a_hand(wild):
    assert name(f"9c 9d Ks 4c {wild}") == "three-of-a-kind"
    assert name(f"9c 8d 7h 5s {wild}") == "straight"
    assert name(f"9h 8h 7h 5h {wild}") == "straight-flush"  # it takes the suit too
    assert name(f"Kh Jh 9h 3h {wild}") == "flush"


@provision("687a.6(b)", held="outcome")
@pytest.mark.parametrize(
    ("held", "hand", "text"),
    [
        ("Ts 2c 2d 2h 2s", "royal-flush", "royal flush, with wild cards"),  # not five tens
        ("As 2c 2d 2h Jk", "royal-flush", "royal flush, with wild cards"),
        ("9s 2c 2d 2h 2s", "five-of-a-kind", "five nines, with wild cards"),  # not a straight flush
        ("9c 9d 4c 4d 2c", "full-house", "full house, nines full of fours, with wild cards"),
        ("Kc 9d 7h 5s 2c", "pair", "a pair of kings, with wild cards"),
        ("3h 4h 5h 6h 2c", "straight-flush", "straight flush, seven high, with wild cards"),
        ("9c Jd Qh Ks 2c", "straight", "straight, king high, with wild cards"),
        ("Tc Jd Qh Ks 2c", "straight", "straight, ace high, with wild cards"),
        ("6c 6d 6h 2c 2d", "five-of-a-kind", "five sixes, with wild cards"),
    ],
)
def test_wild_cards_make_the_best_hand(held, hand, text):
    seat = {"cards": held, "wagers": BASE, "decisions": ["fold"]}
    done = settled(RULES, {"1": seat}, dealer="Ad 8c 7s 4s 3d")
    assert done.seats[1].hand == {"name": hand, "natural": False, "text": text}


@provision("687a.6(b)", "687a.11(e)(2)")
@pytest.mark.parametrize(
    ("wild", "natural"),
    [
        ("Ah Kh Qh Jh Jk", "As Ks Qs Js Ts"),
        ("6c 5c 4c 3c 2c", "7d 6d 5d 4d 3d"),  # its deuce plays as a seven
        ("Kh Jh 9h 3h 2c", "As Ks Js 9s 3s"),
        ("9c 9d 2c Kh 4s", "9h 9s Jk Kc 4c"),
        ("9c 9d Kh Kd 2c", "9h 9s Ks Kc 2d"),
    ],
)
def test_wilds_break_no_ties(wild, natural):
    assert ante(wild, natural) == ante(natural, wild) == "push"


@provision("687a.6(b)")
def test_reading_flush_wild_takes_the_highest_missing_rank_or_a_second_ace():
    # A K Q 9 5 is below A K Q J 9; with a second ace it would be A A K 9 5.
    player, dealer = "Ah Kh 9h 5h Jk", "As Ks Qs Js 9s"
    assert ante(player, dealer) == "lose"
    assert ante(player, dealer, DOUBLE_ACE) == "win"
    # A K Q 9 5 against itself, natural
    assert ante(player, "As Ks Qs 9s 5s") == "push"
    # Without an ace in the hand the readings agree on the first wild card.
    assert ante("Kh Jh 9h 3h 2c", "As Ks Js 9s 3s", DOUBLE_ACE) == "push"
    # Two wilds: A K Q 9 5 against A A K 9 5.
    assert ante("Kh 9h 5h 2c Jk", "As Ks Qs Js 9s") == "lose"
    assert ante("Kh 9h 5h 2c Jk", "As Ks Qs Js 9s", DOUBLE_ACE) == "win"


@pytest.mark.parametrize("held", ["Kc Kd 9h 5s", "Kc Kd 9h 5s 4c 3c"])
def test_five_cards_are_ranked(held):
    assert RULES.ranking is not None
    with pytest.raises(IllegalAction):
        RULES.ranking.rank(cards(held))


# Wild cards tried one by one, with a ranking written here, give the same hands in the same order.

ORDER = (
    "high-card",
    "pair",
    "two-pairs",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "five-of-a-kind",
    "royal-flush",
    "five-wilds",
)
KINDS = {(5,): 9, (4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}


def plain(ranks: list[int], *, suited: bool) -> tuple[int, list[int]]:
    groups = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    best = (KINDS[tuple(count for count, _ in groups)], [rank for _, rank in groups])
    if len(groups) == 5:
        high = sorted(ranks, reverse=True)
        top = 5 if high == [14, 5, 4, 3, 2] else high[0] if high[0] - high[4] == 4 else 0
        if top and suited:
            best = (10, []) if top == 14 else (8, [top])
        elif top or suited:
            best = (4, [top]) if top else (5, high)
    return best


def tried(held: str) -> tuple[int, list[int]]:
    shown = [("23456789TJQKA".index(c[0]) + 2, c[1]) for c in held.split() if c != "Jk" and c[0] != "2"]
    wilds = 5 - len(shown)
    suits = {suit for _, suit in shown}
    if not shown:
        return (11, [])
    ranks = [rank for rank, _ in shown]
    return max(
        plain(ranks + list(filled), suited=len(suits) == 1)
        for filled in combinations_with_replacement(range(2, 15), wilds)
    )


@provision("687a.6(b)", "687a.6(c)")
def test_wild_cards_tried_one_by_one_give_the_same_order():
    assert RULES.ranking is not None
    dice = random.Random(687)
    deck = [r + s for r in "23456789TJQKA" for s in "cdhs"] + ["Jk"]
    hands = [" ".join(dice.sample(deck, 5)) for _ in range(600)]
    hands += [
        " ".join([*dice.sample(deck[:4] + deck[52:], k), *dice.sample(deck[4:52], 5 - k)])
        for k in (1, 2, 3, 4)
        for _ in range(100)
    ]
    hands += [
        " ".join([*(r + suit for r in dice.sample("3456789TJQKA", 5 - k)), *dice.sample(deck[:4], k)])
        for suit in "cdhs"
        for k in (0, 1, 2)
        for _ in range(15)
    ]
    found = {held: (RULES.ranking.rank(cards(held)), tried(held)) for held in hands}
    for held, (_, mine) in found.items():
        assert name(held) == ORDER[mine[0]], held
    for one, other in pairwise(dice.sample(hands, len(hands))):
        (a, x), (b, y) = found[one], found[other]
        assert ((a > b) - (a < b)) == ((x > y) - (x < y)), (one, other)
    ranked = sorted(hands, key=lambda held: found[held][1])
    for one, other in pairwise(ranked):
        (a, x), (b, y) = found[one], found[other]
        assert (a == b) == (x == y), (one, other)
        assert a <= b, (one, other)
