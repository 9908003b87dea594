"""§ 688a.11(a): the dealer's hands are set as the certificate holder specifies. What the three ways share, and
the declared lists of rules against the same ways written as plain if and else."""

from __future__ import annotations

import random
from typing import Any

import pytest

from croupier import cards
from croupier.games.pa.house_way import shipped
from tests.pa.face_up_pai_gow import plain_house_ways as plain
from tests.support import provision, rules_of

RANKING: Any = rules_of("face-up-pai-gow").ranking
WAYS = ("foxwoods", "mgm", "flamingo")

# cards, low hand, high hand; ranks from the highest down, the joker written as an ace
SHARED = [
    # 1. Five aces
    ("As Ah Ad Ac Jk Ks Kd", "KK", "AAAAA"),
    ("As Ah Ad Ac Jk Qs Qd", "AA", "AAAQQ"),
    ("As Ah Ad Ac Jk 2s 2d", "AA", "AAA22"),
    ("As Ah Ad Ac Jk Ks Qd", "AA", "AAAKQ"),
    ("As Ah Ad Ac Jk 3s 2d", "AA", "AAA32"),
    # 3. Two sets of three
    ("9s 9h 9d 5s 5h 5c Kd", "99", "K9555"),
    ("As Ah Jk Ks Kh Kd 4c", "AA", "AKKK4"),
    ("As Ah Ad 2s 2h 2c Kd", "AA", "AK222"),
    ("3s 3h 3d 2s 2h 2c Kd", "33", "K3222"),
    # 3. A set and one or two pairs
    ("9s 9h 9d Ks Kh 7c 4d", "KK", "99974"),
    ("9s 9h 9d 2s 2h 7c 4d", "22", "99974"),
    ("As Jk 9s 9h 9d 4c 3d", "AA", "99943"),
    ("9s 9h 9d Ks Kh 4c 4d", "KK", "99944"),
    ("2s 2h 2d 5s 5h 4c 4d", "55", "44222"),
    ("As Ad Jk 5s 5h 4c 4d", "55", "AAA44"),
    ("As Ad Ac Ks Kh 2c 2d", "KK", "AAA22"),
    ("9s 9h 9d 8s 8h 7c 6d", "88", "99976"),
    ("9s 9h 9d 3s 3h Ac Kd", "33", "AK999"),
    ("9s 9h 9d 2s 2h Ac Qd", "22", "AQ999"),
    ("9s 9h 9d 2s 2h Kc Qd", "22", "KQ999"),
    # 4. Three pairs, whatever else they could make
    ("Ks Kh 9d 9c 4s 4h 2d", "KK", "99442"),
    ("As Jk 9d 9c 4s 4h 2d", "AA", "99442"),
    ("4s 4h 3d 3c 2s 2h Ad", "44", "A3322"),
    ("As Jk Ks Kh Qd Qc Jd", "AA", "KKQQJ"),
    # 5. One set: a pair of it in front of a complete hand
    ("9s 9h 9d 8c 7s 6h 5d", "99", "98765"),
    ("9s 9h 9d Ks Js 4s 2s", "99", "KJ942"),
    ("As Ah Ad Kc Qs Jh Td", "AA", "AKQJT"),
    ("As Ah Ad 5c 4s 3h 2d", "AA", "A5432"),
    ("As Ah Jk Kc Qs Jh Td", "AA", "AKQJT"),
    ("As Ah Jk Ks Qs Jd 9h", "AA", "AKQJ9"),
    ("9s 9h 9d Jk 8c 7s 6h", "99", "A9876"),
    ("2s 2h 2d Jk 5c 4s 3h", "22", "A5432"),
    # ... else the best complete: the ace and the joker both stay behind
    ("As Ah Jk Ks Qs 2s 9d", "A9", "AAKQ2"),
    ("As Ah Jk Kc Qs Jd 4h", "A4", "AAKQJ"),
    ("As Ah Jk Ks Qs 8s Jd", "AJ", "AAKQ8"),
    ("As Ah Jk Ks 5s 4s 2d", "AK", "AA542"),
    # ... else three aces give one, other sets none
    ("As Ah Ad Kc 9s 7h 4d", "AK", "AA974"),
    ("As Ah Jk 9c 8s 6h 2d", "A9", "AA862"),
    ("Ks Kh Kd Ac 9s 7h 4d", "A9", "KKK74"),
    ("Ks Kh Kd Qc Js 7h 4d", "QJ", "KKK74"),
    ("2s 2h 2d Ac Ks 7h 4d", "AK", "74222"),
    ("9s 9h 9d Jk Ks 6h 3d", "AK", "99963"),
    # 7. No pair: the best complete where all agree
    ("9s 8h 7d 6c 5s 4h 3d", "98", "76543"),
    ("9s 8h 7d 6c 5s 4h 2d", "92", "87654"),
    ("Ks Js 9s 7s 5s 3s 2s", "KJ", "97532"),
    ("As Kd 5c 4h 3d 2s 9c", "K9", "A5432"),
    ("Jk 9s 8d 7c 6h Kd Qh", "KQ", "A9876"),
    # 7. One pair: a pair in front of the other five
    ("Ts Th As Ks 9s 5s 2s", "TT", "AK952"),
    ("9s 9h Ad Kc Qs Jh Td", "99", "AKQJT"),
    ("4s 4h 9d 8c 7s 6h 5d", "44", "98765"),
    # 8. One pair
    ("9s 9h Kd Qc 7s 4h 2d", "KQ", "99742"),
    ("2s 2h Ad Kc 9s 7h 5d", "AK", "97522"),
    ("As Ah 9d 8c 6s 4h 2d", "98", "AA642"),
    ("As Jk Kd Qc 7s 4h 2d", "KQ", "AA742"),
    ("9s 9h Jk Qc 7s 4h 2d", "AQ", "99742"),
    # 8. No pair
    ("As Kd Jc 9h 7d 4s 3c", "KJ", "A9743"),
    ("Jk Kd Jc 9h 7d 4s 3c", "KJ", "A9743"),
    ("Ks Qd 9c 8h 6d 4s 2c", "Q9", "K8642"),
    ("9s 8d 7c 5h 4d 3s 2c", "87", "95432"),
]


def ranks(hand):
    """A hand as a rank multiset: the joker counts as an ace."""
    return "".join(sorted((str(card)[0] if str(card) != "Jk" else "A" for card in hand), key="AKQJT98765432".find))


def in_order(text):
    return "".join(sorted(text, key="AKQJT98765432".find))


@provision("688a.11(a)")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("seven", "low", "high"), SHARED)
def test_what_the_three_ways_share(way, seven, low, high):
    setting = shipped(way).set(RANKING, cards(seven))
    assert sorted(setting.high + setting.low) == sorted(cards(seven))
    assert (ranks(setting.low), ranks(setting.high)) == (in_order(low), in_order(high))


@provision("688a.11(a)")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("seven", "low", "name"),
    [
        ("9s 9h 9d 8s 7s 6s 5s", "99", "straight-flush"),  # which nine stays behind matters
        ("As Ah Jk Ks Qs Js Ts", "AA", "royal-flush"),
        ("Ks Kh Kd Qs Js Ts Jk", "KK", "royal-flush"),
        ("9s 9h 9d 8s 7s 6s 2s", "99", "flush"),
        ("5s 5h 5d 4s 3s 2s Jk", "55", "straight-flush"),
    ],
)
def test_a_named_front_leaves_the_best_back(way, seven, low, name):
    setting = shipped(way).set(RANKING, cards(seven))
    assert ranks(setting.low) == low
    assert RANKING.category(RANKING.rank(setting.high)).name == name


@provision("688a.11(a)")
@pytest.mark.parametrize("way", WAYS)
def test_split_aces_leave_a_royal_flush_behind_if_they_can(way):
    setting = shipped(way).set(RANKING, cards("As Ah Ad Jk Ks Qs Js"))
    assert ranks(setting.low) == "AA"
    assert RANKING.category(RANKING.rank(setting.high)).name == "royal-flush"


# Against plain Python ------------------------------------------------------------------------------------------

EVERY_CARD = [*plain.DECK, "Jk"]


def agree(way, seven):
    setting = shipped(way).set(RANKING, cards(" ".join(seven)))
    assert sorted(map(str, setting.high + setting.low)) == sorted(seven)
    expected = plain.set_hand(way, seven)
    front = sorted((plain.rank(str(card)) for card in setting.low), reverse=True)
    assert (front, plain.value(tuple(map(str, setting.high)))) == (list(expected.low[1:]), expected.high), seven


@provision("688a.11(a)")
def test_declared_lists_agree_with_plain_python_on_random_hands():
    rng = random.Random(688)
    for _ in range(3000):
        seven = tuple(rng.sample(EVERY_CARD, 7))
        for way in WAYS:
            agree(way, seven)


def biased(rng):
    """Five aces, or seven cards of few ranks, of neighbouring ranks, of one suit, of two suits of neighbours."""
    kind = rng.choice(("kinds", "straights", "flushes", "both", "aces"))
    if kind == "aces":
        return ("As", "Ah", "Ad", "Ac", "Jk", *rng.sample(plain.DECK[:-4], 2))
    if kind == "kinds":
        pool = [r + s for r in rng.sample(plain.RANKS, rng.choice((2, 3, 4, 5))) for s in "cdhs"]
    else:
        start = rng.randrange(8)
        near = ("A" + plain.RANKS)[start : start + 7]
        some = rng.sample(plain.RANKS, 8) if kind == "flushes" else near
        suits = rng.sample("cdhs", {"straights": 4, "flushes": 1, "both": 2}[kind])
        pool = [r + s for r in some for s in suits]
        pool += rng.sample([card for card in plain.DECK if card not in pool], 3)
    seven = rng.sample(pool, 7)
    if rng.random() < 0.5:
        seven[0] = "Jk"
    return tuple(seven)


@provision("688a.11(a)")
def test_declared_lists_agree_with_plain_python_on_made_hands():
    rng = random.Random(11)
    seen = set()
    for _ in range(2500):
        seven = biased(rng)
        held = plain.Held(seven)
        seen.add((bool(held.fives), len(held.quads), len(held.sets), len(held.pairs), bool(held.complete)))
        for way in WAYS:
            agree(way, seven)
    shapes = {shape[:4] for shape in seen}  # every rule of the lists was reached
    assert shapes == {
        (True, 0, 0, 0),
        (True, 0, 0, 1),
        (False, 1, 0, 0),
        (False, 1, 0, 1),
        (False, 1, 1, 0),
        (False, 0, 2, 0),
        (False, 0, 1, 2),
        (False, 0, 1, 1),
        (False, 0, 0, 3),
        (False, 0, 1, 0),
        (False, 0, 0, 2),
        (False, 0, 0, 1),
        (False, 0, 0, 0),
    }
    assert {shape[4] for shape in seen} == {False, True}


@provision("688a.11(a)")
@pytest.mark.parametrize("order", [("any-card", "ace-alone"), ("ace-alone", "any-card")])
def test_a_setting_is_that_of_the_readings_whichever_were_asked_before(order):
    way, dealt = shipped("flamingo"), cards("As Qs Js Ts Jk 9s 2d")
    way._lately.clear()
    found = {}
    for reading in order:
        ranking: Any = rules_of("face-up-pai-gow", readings={"royal-joker": reading}).ranking
        found[reading] = ranking.text(ranking.rank(way.set(ranking, dealt).high))
    assert found == {"any-card": "flush, ace high", "ace-alone": "straight flush, king high"}
