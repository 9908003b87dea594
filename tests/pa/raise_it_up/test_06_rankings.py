"""§ 669a.6. Raise It Up Stud Poker hand rankings."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from croupier import IllegalAction, cards, open_game
from croupier.games.pa.raise_it_up import three_card_hand
from tests.support import provision, rules_of, settled

RULES = rules_of("raise-it-up")
STRICT = rules_of("raise-it-up", readings={"a-2-3": "not-a-straight"})
CODE = "58 Pa. Code § 669a."


def worth(text):
    assert RULES.ranking is not None
    return RULES.ranking.rank(cards(text))


def name(text):
    assert RULES.ranking is not None
    return RULES.ranking.category(worth(text)).name


# every hand of 6(b): its name, the best of its kind, the worst of its kind
FIVE = [
    ("6(b)(1)", "royal-flush", "Ah Kh Qh Jh Th", "As Ks Qs Js Ts"),
    ("6(b)(2)", "straight-flush", "Kc Qc Jc Tc 9c", "5d 4d 3d 2d Ad"),
    ("6(b)(3)", "four-of-a-kind", "As Ah Ad Ac Kd", "2s 2h 2d 2c 3d"),
    ("6(b)(4)", "full-house", "As Ah Ad Ks Kh", "2s 2h 2d 3c 3s"),
    ("6(b)(5)", "flush", "Ah Kh Qh Jh 9h", "7c 5c 4c 3c 2c"),
    ("6(b)(6)", "straight", "As Kh Qd Jc Ts", "5s 4h 3d 2c As"),
    ("6(b)(7)", "three-of-a-kind", "As Ah Ad Kc Qs", "2s 2h 2d 4c 3s"),
    ("6(b)(8)", "two-pairs", "As Ah Kd Kc Qs", "3s 3h 2d 2c 4s"),
    ("6(b)(9)", "pair", "As Ah Kd Qc Js", "2s 2h 5d 4c 3s"),
    (None, "high-card", "As Kh Qd Jc 9s", "7s 5h 4d 3c 2s"),
]


@pytest.mark.parametrize(
    ("path", "kind", "best", "worst", "below"),
    [
        pytest.param(path, kind, best, worst, FIVE[place + 1][2], marks=provision(f"669a.{path}"), id=kind)
        for place, (path, kind, best, worst) in enumerate(FIVE[:-1])
    ],
)
def test_the_worst_of_a_kind_beats_the_best_of_the_next(path, kind, best, worst, below):
    assert RULES.ranking is not None
    assert name(best) == name(worst) == kind
    assert str(RULES.ranking.category(worth(worst)).cite) == CODE + path
    assert worth(best) >= worth(worst) > worth(below)
    assert name(below) != kind


@provision("669a.6(b)(1)")
@pytest.mark.parametrize("suit", "cdhs")
def test_a_royal_flush_in_each_suit_and_one_card_off(suit):
    royal = " ".join(rank + suit for rank in "AKQJT")
    other = "c" if suit != "c" else "d"
    assert name(royal) == "royal-flush"
    assert name(royal.replace(f"T{suit}", f"9{suit}")) == "flush"
    assert name(royal.replace(f"T{suit}", f"T{other}")) == "straight"
    assert name(royal.replace(f"A{suit}", f"9{suit}")) == "straight-flush"


@provision("669a.6(a)")
@pytest.mark.parametrize(("high", "low"), list(zip("AKQJT9876543", "KQJT98765432", strict=True)))
def test_ranks_from_ace_down_to_two(high, low):
    a, b, c, *_ = (rank for rank in "2468TQA" if rank not in (high, low))
    assert worth(f"{high}s {high}h {a}d {b}c {c}s") > worth(f"{low}s {low}h {a}d {b}c {c}s")


@provision("669a.6(a)", held="outcome")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("5s 4h 3d 2c As", "straight"),
        ("5s 4s 3s 2s As", "straight-flush"),
        ("Ks Qh Ad 2c 3s", "high-card"),
        ("Ks Qs As 2s 3s", "flush"),
        ("Qs Kh Ad 2c 3s", "high-card"),
        ("Ks Ah 2d 3c 4s", "high-card"),
        ("Js Qh Kd Ac 2s", "high-card"),
        ("Js Qs Ks As 2s", "flush"),
        ("6s 4h 3d 2c As", "high-card"),
    ],
)
def test_an_ace_is_low_only_with_two_three_four_five(text, kind):
    assert name(text) == kind


@provision("669a.6(a)")
def test_ace_to_five_is_the_lowest_straight():
    runs = ["AKQJT", "KQJT9", "QJT98", "JT987", "T9876", "98765", "87654", "76543", "65432", "5432A"]
    straights = [worth(" ".join(map("".join, zip(run, "shdcs", strict=True)))) for run in runs]
    assert straights == sorted(straights, reverse=True)
    assert len(set(straights)) == 10


@provision("669a.6(a)")
@pytest.mark.parametrize("text", ["Ks Qs Js Ts 9s", "As Ks Qs Js 9s", "7s 6s 4s 3s 2s", "5s 4s 3s 2s As"])
def test_suits_are_equal(text):
    assert len({worth(text.replace("s", suit)) for suit in "cdhs"}) == 1


@pytest.mark.parametrize("text", ["As Ks Qs Js", "As Ks Qs Js Ts 9s", ""])
def test_a_hand_has_five_cards(text):
    with pytest.raises(IllegalAction):
        worth(text)


# 6(c): three cards

THREE = [
    pytest.param("As Ks Qs", "straight-flush", marks=provision("669a.6(c)(1)")),
    pytest.param("4d 3d 2d", "straight-flush", marks=provision("669a.6(c)(1)")),
    pytest.param("Th Jh 9h", "straight-flush", marks=provision("669a.6(c)(1)")),
    pytest.param("As Ah Ad", "three-of-a-kind", marks=provision("669a.6(c)(2)")),
    pytest.param("2s 2h 2d", "three-of-a-kind", marks=provision("669a.6(c)(2)")),
    pytest.param("As Ks Qd", "straight", marks=provision("669a.6(c)(3)")),
    pytest.param("4d 3s 2d", "straight", marks=provision("669a.6(c)(3)")),
    pytest.param("Tc Jh 9h", "straight", marks=provision("669a.6(c)(3)")),
    pytest.param("As Ks Js", "flush", marks=provision("669a.6(c)(4)")),
    pytest.param("5d 3d 2d", "flush", marks=provision("669a.6(c)(4)")),
    pytest.param("As Ks 2s", "flush", marks=provision("669a.6(c)(4)")),
    pytest.param("As Ah Ks", "pair", marks=provision("669a.6(c)(5)")),
    pytest.param("2s 3h 2d", "pair", marks=provision("669a.6(c)(5)")),
    pytest.param("As Kh Jd", "high-card", marks=provision("669a.6(c)(5)")),
    pytest.param("5s 3h 2d", "high-card", marks=provision("669a.6(c)(5)")),
    pytest.param("As Kh 2d", "high-card", marks=provision("669a.6(c)(3)")),
]


@pytest.mark.parametrize(("text", "kind"), THREE)
def test_three_card_hands(text, kind):
    assert three_card_hand(RULES, cards(text)) == kind
    assert three_card_hand(STRICT, cards(text)) == kind


@provision("669a.6(a)", "669a.6(c)(3)")
@pytest.mark.parametrize("text", ["As 2h 3d", "3s 2s Ah", "Ac 3d 2c"])
def test_ace_two_three_is_a_straight_unless_read_strictly(text):
    assert three_card_hand(RULES, cards(text)) == "straight"
    assert three_card_hand(STRICT, cards(text)) == "high-card"


@provision("669a.6(a)", "669a.6(c)(1)")
@pytest.mark.parametrize("text", ["As 2s 3s", "3h 2h Ah"])
def test_suited_ace_two_three_is_a_straight_flush_unless_read_strictly(text):
    assert three_card_hand(RULES, cards(text)) == "straight-flush"
    assert three_card_hand(STRICT, cards(text)) == "flush"


@provision("669a.6(c)(1)", "669a.6(c)(2)", "669a.6(c)(3)", "669a.6(c)(4)", "669a.6(c)(5)")
def test_how_many_hands_there_are_of_each_kind():
    """12 sequences of three, A-2-3 and Q-K-A among them; 11 under the strict reading."""
    deck = open_game("raise-it-up").deck.cards
    hands = list(combinations(deck, 3))
    kinds = {"three-of-a-kind": 13 * 4, "pair": 13 * 12 * 6 * 4}
    assert Counter(three_card_hand(RULES, hand) for hand in hands) == kinds | {
        "straight-flush": 12 * 4,
        "straight": 12 * (64 - 4),
        "flush": 4 * (286 - 12),
        "high-card": (286 - 12) * (64 - 4),
    }
    assert Counter(three_card_hand(STRICT, hand) for hand in hands) == kinds | {
        "straight-flush": 11 * 4,
        "straight": 11 * (64 - 4),
        "flush": 4 * (286 - 11),
        "high-card": (286 - 11) * (64 - 4),
    }


@provision("669a.11(i)(2)")
@pytest.mark.parametrize(
    ("held", "community", "kind"),
    [
        ("9s 9h 9d", "2s 2h 2d", "full-house"),
        ("As Ah Kd", "Kc Qs Qh", "two-pairs"),
        ("9s 9h 9d", "9c 2h 2d", "four-of-a-kind"),
        ("Ah Kh Qh", "Jh Th 9h", "royal-flush"),
        ("8h 7h 6h", "5h 4h 3h", "straight-flush"),
        ("Kh 9h 7h", "5h 4h 3h", "flush"),
        ("8h 7s 6h", "5h 4h 2h", "flush"),
        ("9h 8s 7h", "6d 5c 4h", "straight"),
        ("As 2h 3d", "4c 5s 5h", "straight"),
        ("2c 3d 4h", "Ts Th Td", "three-of-a-kind"),
        ("2c 3d Jh", "Ts Th 8d", "pair"),
        ("2c 3d Jh", "Ts 9h 7d", "high-card"),
        ("Kc Qd Ah", "2s 3h 7d", "high-card"),
    ],
)
def test_the_best_five_of_six_cards(held, community, kind):
    for three, others in ((held, community), (community, held)):
        seat = {"cards": three, "wagers": {"ante": "5", "blind": "5"}, "decisions": ["play-1"]}
        done = settled(RULES, {"1": seat}, community=others)
        hand = done.seats[1].hand
        assert hand is not None
        assert hand["name"] == kind
        assert done.dealer is None
