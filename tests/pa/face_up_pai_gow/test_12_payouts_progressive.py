"""§ 688a.12(d). Payout odds: the Progressive Payout Wager, every row of every paytable, and its meter."""

from __future__ import annotations

from itertools import pairwise

import pytest

from croupier import IllegalAction
from tests.pa.face_up_pai_gow.hands import SEVEN, others
from tests.support import one_seat, provision, rules_of, settled

NATURAL, WILD = SEVEN["7-card straight flush"], SEVEN["7-card with joker"]
LOW_NATURAL, LOW_WILD = "Ad 2d 3d 4d 5d 6d 7d", "As 2s 3s 4s 5s 7s Jk"

# table: stake, seed, rate of progression, reserve, original wager returned (cents, percent)
TERMS = {
    "1": (1_00, 10_000_00, 28, 0, False),
    "2": (1_00, 10_000_00, 7, 0, False),
    "3": (1_00, 2_000_00, 29, 0, False),
    "4": (5_00, 10_000_00, 1, 1, True),
    "5": (1_00, 5_000_00, 17, 0, False),
    "6": (1_00, 2_000_00, 17, 0, False),
    "7": (1_00, 1_000_00, 26, 0, False),
}

METER = "23456.78"
ALL, TENTH, FIFTH = 23_456_78, 2_345_67, 4_691_35  # shares rounded down to the cent

# table, cards, the row as printed, what it prints, what is handed over, the meter after
PAYS = [
    ("1", NATURAL, "7 card straight flush", "100% of meter", ALL, 10_000_00),
    ("1", LOW_NATURAL, "7 card straight flush", "100% of meter", ALL, 10_000_00),
    ("1", WILD, "7 card straight flush", "100% of meter", ALL, 10_000_00),
    ("1", LOW_WILD, "7 card straight flush", "100% of meter", ALL, 10_000_00),
    ("1", SEVEN["five aces"], "Five aces", "10% of meter", TENTH, 21_111_11),
    ("1", SEVEN["royal"], "Royal flush", "$500", 500_00, ALL),
    ("1", SEVEN["royal + match"], "Royal flush", "$500", 500_00, ALL),
    ("1", SEVEN["straight flush"], "Straight flush", "$100", 100_00, ALL),
    ("1", SEVEN["four"], "Four-of-a-kind", "$75", 75_00, ALL),
    ("1", SEVEN["four and joker"], "Four-of-a-kind", "$75", 75_00, ALL),
    ("1", SEVEN["full house"], "Full house", "$4", 4_00, ALL),
    ("1", SEVEN["full house and joker"], "Full house", "$4", 4_00, ALL),
    ("2", NATURAL, "7 card natural straight flush", "100% of meter", ALL, 10_000_00),
    ("2", LOW_NATURAL, "7 card natural straight flush", "100% of meter", ALL, 10_000_00),
    ("2", WILD, "7 card wild straight flush", "10% of meter", TENTH, 21_111_11),
    ("2", LOW_WILD, "7 card wild straight flush", "10% of meter", TENTH, 21_111_11),
    ("2", SEVEN["five aces"], "Five-of-a-kind", "$500", 500_00, ALL),
    ("2", SEVEN["four and joker"], "Five-of-a-kind", "$500", 500_00, ALL),
    ("2", SEVEN["royal"], "Royal flush", "$300", 300_00, ALL),
    ("2", SEVEN["royal + match"], "Royal flush", "$300", 300_00, ALL),
    ("2", SEVEN["straight flush"], "Straight flush", "$100", 100_00, ALL),
    ("2", SEVEN["four"], "Four-of-a-kind", "$30", 30_00, ALL),
    ("2", SEVEN["three and joker"], "Four-of-a-kind", "$30", 30_00, ALL),
    ("2", SEVEN["full house and joker"], "Four-of-a-kind", "$30", 30_00, ALL),
    ("2", SEVEN["full house"], "Full house", "$7", 7_00, ALL),
    ("2", SEVEN["two pair and joker"], "Full house", "$7", 7_00, ALL),
    ("3", NATURAL, "7 card straight flush", "100% of meter", ALL, 2_000_00),
    ("3", WILD, "7 card straight flush", "100% of meter", ALL, 2_000_00),
    ("3", SEVEN["five aces"], "Five aces", "10% of meter", TENTH, 21_111_11),
    ("3", SEVEN["royal"], "Royal flush", "$500", 500_00, ALL),
    ("3", SEVEN["straight flush"], "Straight flush", "$100", 100_00, ALL),
    ("3", SEVEN["four"], "Four-of-a-kind", "$75", 75_00, ALL),
    ("3", SEVEN["full house"], "Full house", "$4", 4_00, ALL),
    ("4", NATURAL, "7 card straight flush", "$5,000/100% of meter", 28_456_78, 10_000_00),
    ("4", LOW_NATURAL, "7 card straight flush", "$5,000/100% of meter", 28_456_78, 10_000_00),
    ("4", SEVEN["royal + match"], "Royal flush + royal match", "$5,000/20% of meter", 9_691_35, 18_765_43),
    ("4", "Jk Ks Qs Js Ts Kh Qh", "Royal flush + royal match", "$5,000/20% of meter", 9_691_35, 18_765_43),
    ("4", WILD, "7 card straight flush w/joker", "$5,000/10% of meter", 7_345_67, 21_111_11),
    ("4", LOW_WILD, "7 card straight flush w/joker", "$5,000/10% of meter", 7_345_67, 21_111_11),
    ("4", SEVEN["five aces"], "Five aces", "$2,500", 2_500_00, ALL),
    ("4", SEVEN["royal"], "Royal flush", "$500", 500_00, ALL),
    ("4", SEVEN["straight flush"], "Straight flush", "$200", 200_00, ALL),
    ("4", SEVEN["four"], "Four-of-a-kind", "$100", 100_00, ALL),
    ("4", SEVEN["four and joker"], "Four-of-a-kind", "$100", 100_00, ALL),
    ("4", SEVEN["full house"], "Full house", "$25", 25_00, ALL),
    ("4", SEVEN["flush"], "Flush", "$20", 20_00, ALL),
    ("4", SEVEN["three"], "Three-of-a-kind", "$15", 15_00, ALL),
    ("4", SEVEN["three and joker"], "Three-of-a-kind", "$15", 15_00, ALL),
    ("4", "9s 9h 9d 8c 7s 6h 5d", "Three-of-a-kind", "$15", 15_00, ALL),  # over the straight
    ("4", SEVEN["straight"], "Straight", "$7.50", 7_50, ALL),
    ("5", NATURAL, "7 card straight flush", "100% of meter", ALL, 5_000_00),
    ("5", WILD, "7 card straight flush", "100% of meter", ALL, 5_000_00),
    ("5", SEVEN["five aces"], "Five aces", "10% of meter", TENTH, 21_111_11),
    ("5", SEVEN["four and joker"], "Five-of-a-kind", "$1,000", 1_000_00, ALL),
    ("5", SEVEN["royal"], "Royal flush", "$500", 500_00, ALL),
    ("5", SEVEN["straight flush"], "Straight flush", "$100", 100_00, ALL),
    ("5", SEVEN["four"], "Four-of-a-kind", "$20", 20_00, ALL),
    ("5", SEVEN["three and joker"], "Four-of-a-kind", "$20", 20_00, ALL),
    ("5", SEVEN["full house"], "Full house", "$5", 5_00, ALL),
    ("5", SEVEN["two pair and joker"], "Full house", "$5", 5_00, ALL),
    ("6", NATURAL, "7 card straight flush", "100% of meter", ALL, 2_000_00),
    ("6", WILD, "7 card straight flush", "100% of meter", ALL, 2_000_00),
    ("6", SEVEN["five aces"], "Five aces", "10% of meter", TENTH, 21_111_11),
    ("6", SEVEN["four and joker"], "Five-of-a-kind", "$800", 800_00, ALL),
    ("6", SEVEN["royal"], "Royal flush", "$400", 400_00, ALL),
    ("6", SEVEN["straight flush"], "Straight flush", "$75", 75_00, ALL),
    ("6", SEVEN["four"], "Four-of-a-kind", "$10", 10_00, ALL),
    ("6", SEVEN["three and joker"], "Four-of-a-kind", "$10", 10_00, ALL),
    ("7", NATURAL, "7 card straight flush", "100% of meter", ALL, 1_000_00),
    ("7", WILD, "7 card straight flush", "100% of meter", ALL, 1_000_00),
    ("7", SEVEN["five aces"], "Five aces", "10% of meter", TENTH, 21_111_11),
    ("7", SEVEN["four and joker"], "Five-of-a-kind", "$800", 800_00, ALL),
    ("7", SEVEN["royal"], "Royal flush", "$400", 400_00, ALL),
    ("7", SEVEN["straight flush"], "Straight flush", "$75", 75_00, ALL),
    ("7", SEVEN["four"], "Four-of-a-kind", "$10", 10_00, ALL),
    ("7", SEVEN["full house and joker"], "Four-of-a-kind", "$10", 10_00, ALL),
]

LOSERS = [
    *((table, SEVEN[hand]) for table in "13" for hand in ("flush", "straight", "three", "three and joker")),
    *((table, SEVEN["two pair and joker"]) for table in "134"),
    *((table, SEVEN[hand]) for table in "25" for hand in ("flush", "straight", "three", "pair and joker")),
    *((table, SEVEN[hand]) for table in "67" for hand in ("full house", "two pair and joker", "flush", "three")),
    *((table, SEVEN[hand]) for table in "1234567" for hand in ("two pair", "three pair")),
    ("4", "As Jk Kd Qc 7s 4h 2d"),
]


def play(table, seven, meter=METER):
    rules = rules_of("face-up-pai-gow", {"progressive": table})
    wagers = {"pai-gow": "10", "progressive": "5" if table == "4" else "1"}
    seat = {"cards": seven, "wagers": wagers, "decisions": ["house-way"]}
    done = settled(rules, {"3": seat}, dealer=others(seven), meter=meter)
    return done.seats[3].line("progressive"), done.meter


@provision("688a.12(d)")
@pytest.mark.parametrize("table", TERMS)
def test_stake_seed_and_rates(table):
    stake, seed, rate, reserve, returned = TERMS[table]
    found = rules_of("face-up-pai-gow", {"progressive": table}).tables["progressive"]
    fed = found.progression
    assert fed is not None
    assert (fed.wagers, fed.seed(stake), fed.rate, fed.reserve) == ((stake,), seed, rate, reserve)
    assert found.returns_stake is returned


@provision("688a.12(d)", "688a.11(h)(3)(i)(B)(4)")
@pytest.mark.parametrize(("table", "seven", "row", "odds", "paid", "after"), PAYS)
def test_every_row(table, seven, row, odds, paid, after):
    line, meter = play(table, seven)
    assert (line.row, line.result, line.odds, line.paid) == (row, "win", odds, paid)
    assert line.net == (paid if table == "4" else paid - 100)  # "original wager not returned to player"
    assert meter == after
    assert str(line.cite) == "58 Pa. Code § 688a.11(h)(3)(i)(B)(4)"
    assert str(line.pays_cite) == "58 Pa. Code § 688a.12(d)"
    below = row in {"Flush", "Three-of-a-kind", "Straight"}  # 11(h)(3)(i)(A) would collect it
    assert ("winners" in {one.key for one in line.readings}) is below


@provision("688a.12(d)", "688a.11(h)(3)(i)(A)")
@pytest.mark.parametrize(("table", "seven"), LOSERS)
def test_a_hand_without_a_row_loses(table, seven):
    line, meter = play(table, seven)
    assert (line.result, line.odds, line.paid, line.net) == ("lose", None, 0, -500 if table == "4" else -100)
    assert str(line.cite) == "58 Pa. Code § 688a.11(h)(3)(i)(A)"
    assert meter == ALL
    full = table in "67" and seven in (SEVEN["full house"], SEVEN["two pair and joker"])  # (B) would pay it
    assert ("winners" in {one.key for one in line.readings}) is full


def test_every_row_of_every_table_was_paid():
    for table in TERMS:
        printed = rules_of("face-up-pai-gow", {"progressive": table}).tables["progressive"]
        paid = list(dict.fromkeys(row for t, _, row, *_ in PAYS if t == table))
        assert paid == list(printed.labels.values())


# The meter ---------------------------------------------------------------------------------------------------------


@provision("688a.12(d)")
@pytest.mark.parametrize(
    ("meter", "share", "left"),
    [
        ("10000.00", 1_000_00, 9_000_00),
        ("10000.09", 1_000_00, 9_000_09),
        ("10000.10", 1_000_01, 9_000_09),
        ("0.09", 0, 9),
    ],
)
def test_a_share_is_rounded_down_and_the_rest_stays(meter, share, left):
    line, after = play("1", SEVEN["five aces"], meter)
    assert (line.paid, line.net, after) == (share, share - 100, left)


@provision("688a.12(d)")
def test_a_meter_with_nothing_on_it_is_refused():
    with pytest.raises(IllegalAction, match="never nothing") as refused:
        play("1", SEVEN["five aces"], "0")
    assert (refused.value.field, str(refused.value.cite)) == ("meter", "58 Pa. Code § 688a.12(d)")


@provision("688a.12(d)")
@provision("688a.11(e)", held="outcome")
@pytest.mark.parametrize(("table", "fixed"), [("1", 0), ("3", 0), ("4", 5_000_00), ("5", 0), ("6", 0), ("7", 0)])
def test_the_next_winner_of_the_full_meter_sees_the_seed(table, fixed):
    stake, seed, *_ = TERMS[table]
    hands = {"2": "8s 9s Ts Js Qs Ks As", "3": "2h 3h 4h 5h 6h 7h 8h", "5": "Ad 2d 3d 4d 5d 6d 7d"}
    seats = {
        n: {"cards": c, "wagers": {"pai-gow": "10", "progressive": str(stake // 100)}, "decisions": ["house-way"]}
        for n, c in hands.items()
    }
    done = settled(
        rules_of("face-up-pai-gow", {"progressive": table}), seats, dealer="Kd Kc Td 9c 5c 3c 2c", meter=METER
    )
    assert [done.seats[n].line("progressive").paid for n in (5, 3, 2)] == [fixed + ALL, fixed + seed, fixed + seed]
    assert done.meter == seed


@provision("688a.12(d)", "688a.11(e)")
@pytest.mark.parametrize("first", ["joker", "match"])
def test_shares_are_taken_one_after_the_other(first):
    joker, match = ("6", "1") if first == "joker" else ("1", "6")
    wagers = {"pai-gow": "10", "progressive": "5"}
    seats = {
        joker: {"cards": WILD, "wagers": wagers, "decisions": ["house-way"]},
        match: {"cards": "As Ks Qs Js Ts Kd Qd", "wagers": wagers, "decisions": ["house-way"]},
    }
    rules = rules_of("face-up-pai-gow", {"progressive": "4"})
    done = settled(rules, seats, dealer="Kc Kh Tc 9c 5c 3c 2c", meter="10000.00")
    paid = {n: line.paid for n, seat in done.seats.items() for line in seat.lines if line.wager == "progressive"}
    if first == "joker":  # 10% of 10,000, then 20% of 9,000
        assert paid == {6: 6_000_00, 1: 6_800_00}
    else:  # 20% of 10,000, then 10% of 8,000
        assert paid == {6: 7_000_00, 1: 5_800_00}
    assert done.meter == 7_200_00


def test_a_seat_without_the_wager_takes_nothing_from_the_meter():
    seats = {"1": {"cards": NATURAL, "wagers": {"pai-gow": "10"}, "decisions": ["house-way"]}}
    done = settled(rules_of("face-up-pai-gow", {"progressive": "1"}), seats, dealer="Kd Kc Td 9c 5c 3c 2c", meter=METER)
    assert [line.wager for line in done.seats[1].lines] == ["pai-gow"]
    assert done.meter == ALL


@provision("688a.12(d)")
def test_a_fully_wild_joker_governs_the_progressive_alone():
    rules = rules_of("face-up-pai-gow", {"fortune": "1", "progressive": "2"})
    wagers = {"pai-gow": "10", "fortune": "5", "progressive": "1"}
    seven = SEVEN["three and joker"]
    lines = one_seat(rules, seven, wagers, "house-way", dealer=others(seven), meter=METER)
    assert (lines["fortune"].row, lines["progressive"].row) == ("Three-of-a-kind", "Four-of-a-kind")


def test_wild_rows_never_pay_less_than_the_same_cards_without_a_joker():
    ladder = ["two pair and joker", "three and joker", "four and joker", "five aces"]
    paid = [play("5", SEVEN[hand])[0].paid for hand in ladder]
    assert all(less < more for less, more in pairwise(paid))
