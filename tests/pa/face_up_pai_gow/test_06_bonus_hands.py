"""§ 688a.6(b)(9), (d), (e) and (f): the seven-card hands of the optional wagers."""

from __future__ import annotations

import pytest

from tests.pa.face_up_pai_gow.hands import SEVEN, others
from tests.support import one_seat, provision, rules_of, won

FORTUNE = rules_of("face-up-pai-gow", {"fortune": "1"})
PROGRESSIVE = {n: rules_of("face-up-pai-gow", {"progressive": n}) for n in ("1", "2", "4", "5")}


def fortune_row(seven):
    wagers = {"pai-gow": "10", "fortune": "5"}
    return one_seat(FORTUNE, seven, wagers, "house-way", dealer=others(seven))["fortune"].row


def progressive_row(table, seven):
    wagers = {"pai-gow": "10", "progressive": "5" if table == "4" else "1"}
    lines = one_seat(PROGRESSIVE[table], seven, wagers, "house-way", dealer=others(seven), meter="10000")
    return lines["progressive"].row


@pytest.mark.parametrize(
    ("seven", "row"),
    [
        # no joker, anywhere from ace low to ace high
        *(
            pytest.param(seven, "7 card straight flush", marks=won("688a.6(e)", "688a.6(e)(1)"))
            for seven in (
                "8s 9s Ts Js Qs Ks As",
                "7s 8s 9s Ts Js Qs Ks",
                "2h 3h 4h 5h 6h 7h 8h",
                "Ad 2d 3d 4d 5d 6d 7d",
            )
        ),
        # with an additional king and queen of one suit
        *(
            pytest.param(seven, "Royal flush + royal match", marks=won("688a.6(e)", "688a.6(e)(2)"))
            for seven in (
                "As Ks Qs Js Ts Kh Qh",
                "Jk Ks Qs Js Ts Kh Qh",
                "As Ks Jk Js Ts Kd Qd",
                "As Jk Qs Js Ts Kc Qc",
            )
        ),
        *(
            pytest.param(seven, "Royal flush", marks=won("688a.6(e)(2)"))
            for seven in (
                "As Ks Qs Js Ts Kh Qd",
                "As Ks Qs Js Ts Kh Jk",  # the joker is no additional queen
                "As Ks Qs Js Ts Qh Jk",
                "As Ks Qs Js Ts Kh Ah",
                "As Ks Qs Js Ts 9s 2d",
            )
        ),
        # the joker completes it
        *(
            pytest.param(seven, "7 card straight flush with joker", marks=won("688a.6(e)", "688a.6(e)(3)"))
            for seven in (
                "5h 6h Jk 8h 9h Th Jh",
                "8s 9s Ts Js Qs Ks Jk",
                "9s Ts Js Qs Ks As Jk",
                "2s 3s 4s 5s 6s 7s Jk",
                "As 2s 3s 4s 5s 7s Jk",
                "Ad 2d 3d 4d 5d 6d Jk",
            )
        ),
        # one gap too many, a second suit, or round the corner
        pytest.param("As Ks Qs Js Ts 9s 7s", "Royal flush", marks=won("688a.6(e)(1)")),
        pytest.param("8s 9s Ts Js Qs Ks 7d", "Straight flush", marks=won("688a.6(e)(1)")),
        pytest.param("Ks As 2s 3s 4s 5s 6s", "Straight flush", marks=won("688a.6(e)(1)")),
        pytest.param("Ks Qs Js Ts 9s 6s Jk", "Royal flush", marks=won("688a.6(e)(3)")),
        pytest.param("Qs Ks As 2s 3s 4s Jk", "Straight flush", marks=won("688a.6(e)(3)")),
        pytest.param("5h 6h 7h 9h Th Jh Jk", "7 card straight flush with joker", marks=won("688a.6(e)(3)")),
        pytest.param("5h 6h 7h 9h Th Qh Jk", "Straight flush", marks=won("688a.6(e)(3)")),
        pytest.param(SEVEN["five aces"], "Five aces", marks=won("688a.6(e)")),
        # 6(b)(9)
        pytest.param("9s 9h 7d 7c 4s 4h Kd", "Three pair", marks=won("688a.6(b)(9)")),
        pytest.param("As Jk 7d 7c 4s 4h Kd", "Three pair", marks=won("688a.6(b)(9)")),
        pytest.param("4s 4h 3d 3c 2s 2h Kd", "Three pair", marks=won("688a.6(b)(9)")),
        pytest.param("As Ah Kd Kc Qs Qh 2d", "Three pair", marks=won("688a.6(b)(9)")),
        pytest.param("As Jk Kd Kc Qs Qh Jd", "Straight", marks=won("688a.6(b)(9)")),
        pytest.param("9s 9h 7d 7c 4s Kh 2d", None, marks=won("688a.6(b)(9)")),
        pytest.param("Ks 9h 7d 7c 4s Jk 2d", None, marks=won("688a.6(b)(9)")),
    ],
)
def test_fortune_hands(seven, row):
    assert fortune_row(seven) == row


@provision("688a.6(b)(9)", held="outcome")
def test_three_pair_is_two_pair_in_the_main_game():
    lines = one_seat(
        FORTUNE,
        "9s 9h 7d 7c 4s 4h Kd",
        {"pai-gow": "10"},
        {"high": "9s 9h 7d 7c 4s", "low": "Kd 4h"},
        dealer="As Ah 6d 6c 2s 3h 8d",
    )
    assert lines["pai-gow"].result == "push"  # nines and sevens beat aces; king-four loses to the sixes


# seven cards; the row they fall in by progressive table 1 (joker as in 6(a)), 2 and 5 (fully wild), and 4
ROWS = [
    (
        "8s 9s Ts Js Qs Ks As",
        "6(f)(1)",
        "7 card straight flush",
        "7 card natural straight flush",
        "7 card straight flush",
        "7 card straight flush",
    ),
    (
        "Ad 2d 3d 4d 5d 6d 7d",
        "6(f)(2)",
        "7 card straight flush",
        "7 card natural straight flush",
        "7 card straight flush",
        "7 card straight flush",
    ),
    (
        "5h 6h Jk 8h 9h Th Jh",
        "6(f)(3)",
        "7 card straight flush",
        "7 card wild straight flush",
        "7 card straight flush w/joker",
        "7 card straight flush",
    ),
    (
        "8s 9s Ts Js Qs Ks Jk",
        "6(f)(1)",
        "7 card straight flush",
        "7 card wild straight flush",
        "7 card straight flush w/joker",
        "7 card straight flush",
    ),
    ("As Ks Qs Js Ts Kh Qh", "6(f)(4)", "Royal flush", "Royal flush", "Royal flush + royal match", "Royal flush"),
    ("Jk Ks Qs Js Ts Kh Qh", "6(f)(4)", "Royal flush", "Royal flush", "Royal flush + royal match", "Royal flush"),
    ("As Ah Ad Ac Jk Kd 7c", "6(f)(5)", "Five aces", "Five-of-a-kind", "Five aces", "Five aces"),
    ("9s 9h 9d 9c Jk 7c 2h", "6(f)(6)", "Four-of-a-kind", "Five-of-a-kind", "Four-of-a-kind", "Five-of-a-kind"),
    ("As Ks Qs Js Ts 4h 2d", "6(f)(7)", "Royal flush", "Royal flush", "Royal flush", "Royal flush"),
    ("Jk Ks Qs Js Ts 4h 2d", "6(f)(7)", "Royal flush", "Royal flush", "Royal flush", "Royal flush"),
    ("As Ks Jk Js Ts 4h 2d", "6(f)(7)", "Royal flush", "Royal flush", "Royal flush", "Royal flush"),
    ("9h 8h 7h 6h 5h Kd 2c", "6(f)(8)", "Straight flush", "Straight flush", "Straight flush", "Straight flush"),
    ("9h 8h Jk 6h 5h Kd 2c", "6(f)(8)", "Straight flush", "Straight flush", "Straight flush", "Straight flush"),
    ("9s 9h 9d 9c Kd 7c 2h", "6(f)(9)", "Four-of-a-kind", "Four-of-a-kind", "Four-of-a-kind", "Four-of-a-kind"),
    ("As Ah Ad Jk 9c 5d 2h", "6(f)(9)", "Four-of-a-kind", "Four-of-a-kind", "Four-of-a-kind", "Four-of-a-kind"),
    ("9s 9h 9d Jk Kd 7c 2h", "6(f)(9)", None, "Four-of-a-kind", "Three-of-a-kind", "Four-of-a-kind"),
    ("9s 9h 9d Kc Kd Jk 2h", "6(f)(9)", "Full house", "Four-of-a-kind", "Full house", "Four-of-a-kind"),
    ("9s 9h 9d Kc Kd 7c 2h", "6(f)(10)", "Full house", "Full house", "Full house", "Full house"),
    ("9s 9h 9d Kc Kh Kd 2h", "6(f)(10)", "Full house", "Full house", "Full house", "Full house"),
    ("9s 9h As Ad Jk 7c 2h", "6(f)(10)", "Full house", "Full house", "Full house", "Full house"),
    ("9s 9h Kc Kd Jk 7c 2h", "6(f)(10)", None, "Full house", None, "Full house"),
    ("9s 9h Kc Jd Jk 7c 2h", "6(f)(10)", None, None, None, None),
    ("As Qs 9s 6s 3s Kd 7h", "6(f)(10)", None, None, "Flush", None),
]


@pytest.mark.parametrize(
    ("seven", "table", "row"),
    [
        pytest.param(seven, table, row, marks=won(f"688a.{path}"))
        for seven, path, one, two, four, five in ROWS
        for table, row in (("1", one), ("2", two), ("4", four), ("5", five))
    ],
)
def test_progressive_hands(seven, table, row):
    assert progressive_row(table, seven) == row


# Ace High Pai Gow ----------------------------------------------------------------------------------------------

ACE_HIGH = rules_of("face-up-pai-gow", {"ace-high": "1"})


@provision("688a.6(d)", held="outcome")
@pytest.mark.parametrize(
    ("dealer", "won"),
    [
        ("As Kd Jc 9h 7d 4s 3c", True),
        ("As 9d 8c 7h 5d 3s 2c", True),
        ("Jk Kd Jc 9h 7d 4s 3c", True),  # the joker counts as the ace
        ("As Jk Kd Jc 9h 7d 4s", False),  # a pair of aces
        ("Kd Qc 9h 8d 6s 4c 2h", False),  # king high
        ("As Ad Kc 9h 7d 4s 3c", False),
        ("As Kd Kc 9h 7d 4s 3c", False),
        ("As Kd Qc Jh Td 4s 3c", False),  # a straight
        ("As 5d 4c 3h 2d 9s Kc", False),
        ("As Ks Js 9s 7s 4d 3c", False),  # a flush
        ("As Ks Js 9s 7d 4d 3c", True),
        ("Jk Kd Qc Jh 9d 4s 3c", False),  # the joker completes a straight
        ("Jk 5d 4c 3h Kd 9s 8c", True),  # three of a straight and the joker are not enough
        ("Jk 6d 5c 4h 3d Ks 9c", False),
        ("Jk Ks Js 9s 7s 4d 3c", False),  # or a flush
        ("Jk Ks Js 9s 7d 4d 3c", True),
    ],
)
def test_what_an_ace_high_pai_gow_is(dealer, won):
    player = others(dealer)
    lines = one_seat(ACE_HIGH, player, {"pai-gow": "10", "ace-high": "5"}, "house-way", dealer=dealer)
    assert lines["ace-high"].result == ("win" if won else "lose")
