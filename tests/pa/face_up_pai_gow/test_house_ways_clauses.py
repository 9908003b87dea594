"""§ 688a.11(a): every clause and boundary of the house ways on which foxwoods, mgm and flamingo differ."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import cards
from croupier.games.pa.house_way import shipped
from tests.support import provision, rules_of

RANKING: Any = rules_of("face-up-pai-gow").ranking

# cards, low hand, high hand; ranks from the highest down, the joker written as an ace
FOXWOODS = [
    # Four of a kind with a pair, or two cards of a set, beside it
    ("Ks Kh Kd Kc 3s 3h Ad", "33", "AKKKK"),
    ("As Ah Ad Ac 2s 2h Kd", "22", "AAAAK"),
    ("As Ah Ad Jk 5s 5h 9d", "55", "AAAA9"),
    ("4s 4h 4d 4c As Jk 9d", "AA", "94444"),
    ("4s 4h 4d 4c 9s 9h 9d", "99", "94444"),
    ("Ks Kh Kd Kc 2s 2h 2d", "22", "KKKK2"),
    # ... J-A without one: split
    ("Js Jh Jd Jc As Kh 9d", "JJ", "AKJJ9"),
    ("As Ah Ad Ac Ks Qh 9d", "AA", "AAKQ9"),
    # ... 7-T: keep with a single king or ace
    ("Ts Th Td Tc As 9h 4d", "A9", "TTTT4"),
    ("Ts Th Td Tc Ks 9h 4d", "K9", "TTTT4"),
    ("Ts Th Td Tc Qs 9h 4d", "TT", "QTT94"),
    ("7s 7h 7d 7c Ks 9h 4d", "K9", "77774"),
    ("7s 7h 7d 7c Jk 9h 4d", "A9", "77774"),
    ("7s 7h 7d 7c Qs Jh 4d", "77", "QJ774"),
    # ... 2-6: keep
    ("6s 6h 6d 6c Qs Jh 4d", "QJ", "66664"),
    ("2s 2h 2d 2c 5s 4h 3d", "54", "32222"),
    # A full house with a pair of 2s: no exception here
    ("9s 9h 9d 2s 2h Ac Kd", "22", "AK999"),
    # Two pairs, the higher J-A: split
    ("Js Jh 3d 3c As 9h 7d", "33", "AJJ97"),
    ("As Ah 3d 3c Ks 9h 7d", "33", "AAK97"),
    ("As Jk 3d 3c Ks 9h 7d", "33", "AAK97"),
    # ... 7-T: keep with a single ace
    ("Ts Th 3d 3c As 9h 7d", "A9", "TT733"),
    ("Ts Th 3d 3c Ks 9h 7d", "33", "KTT97"),
    ("7s 7h 3d 3c As Qh 9d", "AQ", "97733"),
    ("7s 7h 3d 3c Jk Qh 9d", "AQ", "97733"),
    ("7s 7h 3d 3c Ks Qh 9d", "33", "KQ977"),
    # ... 3-6: keep with a single king or ace
    ("6s 6h 3d 3c As 9h 8d", "A9", "86633"),
    ("6s 6h 3d 3c Ks Qh 9d", "KQ", "96633"),
    ("6s 6h 3d 3c Qs Jh 9d", "33", "QJ966"),
    ("3s 3h 2d 2c Ks Qh 9d", "KQ", "93322"),
    ("3s 3h 2d 2c Qs Jh 9d", "22", "QJ933"),
    # ... before looking for complete hands
    ("Js Jh Td Tc 9s 8h 7d", "TT", "JJ987"),
    ("6s 6h 5d 5c 4s 3h 2d", "55", "66432"),
    ("9s 9h 8s 8d As Ks 2s", "AK", "99882"),
    # A complete hand with one pair or none: the best front, whatever the category behind
    ("9s 9h 8d 7c 6s 5h Kd", "K9", "98765"),
    ("9s 8s 7s 6s 5h 2s Kd", "K5", "98762"),
    ("Js Ts 9s 8s 7s 2s Kd", "KJ", "T9872"),
    ("Qs 9s 8s 7s 6h 5d 2s", "Q2", "98765"),
    # ... except with a pair T-K and a single ace, when its front is higher
    ("Ks Kh Ad Qc Js Th 4d", "AQ", "KKJT4"),
    ("Ts Th As Ks 6s 3s 2d", "AK", "TT632"),
    ("Ts Th Jk Ks 6s 3s 2d", "AK", "TT632"),
    ("9s 9h As Ks 6s 3s 2d", "92", "AK963"),
    ("As Ah Ks Qs 6s 3s 2d", "A2", "AKQ63"),
    ("Ts Th Ad 9c 8s 7h 6d", "AT", "T9876"),
    ("Ts Th Ks 9s 6s 3s 2d", "T2", "KT963"),
]

MGM = [
    # Four of a kind: aces split unless kings are beside them
    ("As Ah Ad Ac Ks Kh 4d", "KK", "AAAA4"),
    ("As Ah Ad Ac Qs Qh 4d", "AA", "AAQQ4"),
    ("As Ah Ad Ac 2s 2h 4d", "AA", "AA422"),
    ("As Ah Ad Jk 9s 9h 4d", "AA", "AA994"),
    ("As Ah Ad Ac Ks Kh Kd", "KK", "AAAAK"),
    ("As Ah Ad Ac Qs Qh Qd", "AA", "AAQQQ"),
    ("As Ah Ad Ac Ks Qh 9d", "AA", "AAKQ9"),
    # ... other fours with a pair or set
    ("Ks Kh Kd Kc 3s 3h Ad", "33", "AKKKK"),
    ("4s 4h 4d 4c As Jk 9d", "AA", "94444"),
    ("Ks Kh Kd Kc 2s 2h 2d", "22", "KKKK2"),
    # ... J-K split, 7-T keep only with a single ace, 2-6 keep
    ("Js Jh Jd Jc As Kh 9d", "JJ", "AKJJ9"),
    ("Ts Th Td Tc As 9h 4d", "A9", "TTTT4"),
    ("Ts Th Td Tc Ks 9h 4d", "TT", "KTT94"),
    ("7s 7h 7d 7c As 9h 4d", "A9", "77774"),
    ("7s 7h 7d 7c Jk 9h 4d", "A9", "77774"),
    ("7s 7h 7d 7c Ks 9h 4d", "77", "K9774"),
    ("6s 6h 6d 6c Qs Jh 4d", "QJ", "66664"),
    # A full house with a pair of 2s, ace and king single
    ("9s 9h 9d 2s 2h Ac Kd", "AK", "99922"),
    ("9s 9h 9d 2s 2h Jk Kd", "AK", "99922"),
    ("3s 3h 3d 2s 2h Ac Kd", "AK", "33322"),
    ("9s 9h 9d 3s 3h 2c 2d", "33", "99922"),
    # Two pairs, both 2-6: the best complete without a single ace, else keep
    ("6s 6h 3d 3c Qs Jh 9d", "QJ", "96633"),
    ("6s 6h 3d 3c As Jh 9d", "AJ", "96633"),
    ("6s 6h 5d 5c 4s 3h 2d", "65", "65432"),
    ("6s 6h 3s 3d Ks Js 9s", "63", "KJ963"),
    ("6s 6h 3s 3d As Js 9s", "AJ", "96633"),
    ("6s 6h 5d 5c 4s 3h Jk", "A4", "66553"),
    # ... the higher 7-T: keep only with a single ace, complete or not
    ("7s 7h 6d 6c As Qh 9d", "AQ", "97766"),
    ("7s 7h 6d 6c Ks Qh 9d", "66", "KQ977"),
    ("Ts Th 9d 9c As 4h 2d", "A4", "TT992"),
    ("Ts Th 9d 9c Ks 4h 2d", "99", "KTT42"),
    ("9s 9h 8d 8c 7s 6h 5d", "88", "99765"),
    ("9s 9h 8s 8d As Ks 2s", "AK", "99882"),
    # ... J-K with 2-6: keep only with a single ace; all others split
    ("Js Jh 6d 6c As 9h 4d", "A9", "JJ664"),
    ("Js Jh 6d 6c Ks 9h 4d", "66", "KJJ94"),
    ("Ks Kh 2d 2c As 9h 4d", "A9", "KK422"),
    ("Js Jh 7d 7c As 9h 4d", "77", "AJJ94"),
    ("Ks Kh Qd Qc As 9h 4d", "QQ", "AKK94"),
    ("As Ah 2d 2c Ks 9h 4d", "22", "AAK94"),
    # A complete hand with one pair or none, as foxwoods
    ("9s 9h 8d 7c 6s 5h Kd", "K9", "98765"),
    ("Js Ts 9s 8s 7s 2s Kd", "KJ", "T9872"),
    ("Ks Kh Ad Qc Js Th 4d", "AQ", "KKJT4"),
    ("Ts Th As Ks 6s 3s 2d", "AK", "TT632"),
    ("9s 9h As Ks 6s 3s 2d", "92", "AK963"),
    ("As Ah Ks Qs 6s 3s 2d", "A2", "AKQ63"),
    ("Ts Th Ad 9c 8s 7h 6d", "AT", "T9876"),
]

FLAMINGO = [
    # Four of a kind, 2-6: a pair beside it, else keep
    ("6s 6h 6d 6c 2s 2h Ad", "22", "A6666"),
    ("6s 6h 6d 6c 2s 2h 2d", "22", "66662"),
    ("6s 6h 6d 6c Qs Jh 4d", "QJ", "66664"),
    # ... 7-T: a pair beside it, else keep with ace and face card, else split
    ("7s 7h 7d 7c 2s 2h Ad", "22", "A7777"),
    ("Ts Th Td Tc 2s 2h Ad", "22", "ATTTT"),
    ("Ts Th Td Tc As Jh 4d", "AJ", "TTTT4"),
    ("7s 7h 7d 7c Jk Kh 4d", "AK", "77774"),
    ("7s 7h 7d 7c As Th 4d", "77", "AT774"),
    ("7s 7h 7d 7c Ks Qh 4d", "77", "KQ774"),
    # ... J-K: a pair beside it of T or higher, else split
    ("Js Jh Jd Jc Ts Th 4d", "TT", "JJJJ4"),
    ("Js Jh Jd Jc 9s 9h 4d", "JJ", "JJ994"),
    ("Ks Kh Kd Kc As Ah 4d", "AA", "KKKK4"),
    ("Qs Qh Qd Qc Ts Th Td", "TT", "QQQQT"),
    ("Qs Qh Qd Qc 9s 9h 9d", "QQ", "QQ999"),
    ("Ks Kh Kd Kc As Qh 9d", "KK", "AKKQ9"),
    # ... aces: a pair beside them of 7 or higher, else split
    ("As Ah Ad Ac 7s 7h 4d", "77", "AAAA4"),
    ("As Ah Ad Ac Ks Kh 4d", "KK", "AAAA4"),
    ("As Ah Ad Jk 6s 6h 4d", "AA", "AA664"),
    ("As Ah Ad Ac 7s 7h 7d", "77", "AAAA7"),
    ("As Ah Ad Ac 6s 6h 6d", "AA", "AA666"),
    ("As Ah Ad Ac Ks Qh 9d", "AA", "AAKQ9"),
    # A full house with a pair of 2s, ace and king single
    ("9s 9h 9d 2s 2h Ac Kd", "AK", "99922"),
    ("9s 9h 9d 2s 2h Jk Kd", "AK", "99922"),
    # Two pairs with a complete hand: played as complete ...
    ("9s 9h 8d 8c 7s 6h 5d", "98", "98765"),
    ("6s 6h 5d 5c 4s 3h 2d", "65", "65432"),
    ("Ks Kh 9d 9c Qs Jh Td", "K9", "KQJT9"),
    ("Js Jh 9s 9d As 8s 2s", "J9", "AJ982"),
    ("Qs Qh 9d 9c Jk Js Td", "Q9", "AQJT9"),
    # ... unless aces are among them, both are T or higher, or both T or lower with a single ace
    ("As Ah Kd Kc Qs Jh Td", "KK", "AAQJT"),
    ("As Ah 2d 2c 5s 4h 3d", "22", "AA543"),
    ("As Jk 2d 2c 5s 4h 3d", "22", "AA543"),
    ("Ks Kh Td Tc As Qh Jd", "TT", "AKKQJ"),
    ("Ts Th 9s 9d As 8s 2s", "A8", "TT992"),
    ("Ts Th 9d 9c Jk 8h 7c", "A8", "TT997"),
    # ... as two pairs: keep 6 or lower
    ("6s 6h 3d 3c Qs Jh 9d", "QJ", "96633"),
    ("7s 7h 3d 3c Qs Jh 9d", "33", "QJ977"),
    # ... keep T or lower with a single ace
    ("Ts Th 9d 9c As 4h 2d", "A4", "TT992"),
    ("Ts Th 9d 9c Ks 4h 2d", "99", "KTT42"),
    ("Js Jh 9d 9c As 4h 2d", "99", "AJJ42"),
    # ... keep J-K over 5 or lower with a single ace
    ("Ks Kh 5d 5c As 9h 4d", "A9", "KK554"),
    ("Js Jh 5d 5c As 9h 4d", "A9", "JJ554"),
    ("Ks Kh 6d 6c As 9h 4d", "66", "AKK94"),
    ("Ks Kh 5d 5c Qs 9h 4d", "55", "KKQ94"),
    ("As Ah 5d 5c Ks 9h 4d", "55", "AAK94"),
    # Straight and flush: the higher front if a pair or king high or better, else the flush
    ("Ks 9s 8s 7s 6h 5d 2s", "K2", "98765"),
    ("Qs 9s 8s 7s 6h 5d 2s", "65", "Q9872"),
    ("3s 3h 9s 8s 7s 6d 5s", "33", "98765"),
    ("Kh 9s 8s 7s 6s 5h 2s", "K5", "98762"),
    ("Ks Kh Ad Qc Js Th 4d", "K4", "AKQJT"),
    ("Ts Th As Ks 6s 3s 2d", "T2", "AKT63"),
    # A straight flush is broken for a pair, or an ace with a face card, in front
    ("9s 8s 7s 6s 5s 2s Kd", "K2", "98765"),
    ("Ts 9s 8s 7s 6s 2s Ad", "A2", "T9876"),
    ("Js Ts 9s 8s 7s 2s Ad", "AJ", "T9872"),
    ("Js Ts 9s 8s 7s 2s Kd", "K2", "JT987"),
    ("9s 8s 7s 6s 5s 9h 2s", "99", "87652"),
    ("9s 8s 7s 6s 5s 9h 4d", "99", "87654"),
    ("9s 8s 7s 6s 5s Kh 4d", "K4", "98765"),
    ("Jk 9s 8s 7s 6s Kd Qh", "KQ", "A9876"),
    # A royal is broken for a pair or king high or better, never for a lower straight flush
    ("As Ks Qs Js Ts 3h 2d", "32", "AKQJT"),
    ("As Ks Qs Js Ts Kh 2d", "K2", "AKQJT"),
    ("As Ks Qs Js Ts 9s 2h", "K2", "AQJT9"),
    ("As Ks Qs Js Ts 9h 2d", "A2", "KQJT9"),
    ("As Ks Qs Js Ts 2s 3h", "A3", "KQJT2"),
    ("As Ks Qs Js Ts Ah 9d", "AA", "KQJT9"),
    ("As Ks Qs Js Jk 5s 2h", "A2", "AKQJ5"),
]


def ranks(hand):
    """A hand as a rank multiset: the joker counts as an ace."""
    return "".join(sorted((str(card)[0] if str(card) != "Jk" else "A" for card in hand), key="AKQJT98765432".find))


def check(way, seven, low, high):
    setting = shipped(way).set(RANKING, cards(seven))
    assert sorted(setting.high + setting.low) == sorted(cards(seven))
    assert (ranks(setting.low), ranks(setting.high)) == (low, high)


@provision("688a.11(a)")
@pytest.mark.parametrize(("seven", "low", "high"), FOXWOODS)
def test_foxwoods(seven, low, high):
    check("foxwoods", seven, low, high)


@provision("688a.11(a)")
@pytest.mark.parametrize(("seven", "low", "high"), MGM)
def test_mgm(seven, low, high):
    check("mgm", seven, low, high)


@provision("688a.11(a)")
@pytest.mark.parametrize(("seven", "low", "high"), FLAMINGO)
def test_flamingo(seven, low, high):
    check("flamingo", seven, low, high)


@provision("688a.11(a)")
@pytest.mark.parametrize(
    ("way", "seven", "name"),
    [
        ("foxwoods", "9s 9h 8s 7s 6s 5s Kd", "straight-flush"),
        ("mgm", "9s 9h 8s 7s 6s 5s Kd", "straight-flush"),
        ("foxwoods", "Js Ts 9s 8s 7s 2s Kd", "flush"),
        ("flamingo", "Js Ts 9s 8s 7s 2s Kd", "straight-flush"),
        ("flamingo", "As Ks Qs Js Ts Kh 2d", "royal-flush"),
        ("flamingo", "As Ks Qs Js Ts Ah 9d", "straight"),
        ("flamingo", "As Ks Qs Js Ts 9s 2h", "flush"),
    ],
)
def test_what_is_left_behind(way, seven, name):
    setting = shipped(way).set(RANKING, cards(seven))
    assert RANKING.category(RANKING.rank(setting.high)).name == name
