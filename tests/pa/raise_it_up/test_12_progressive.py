"""§ 669a.12(e). The Progressive Payout Wager and the Envy Bonus."""

from __future__ import annotations

from itertools import product

import pytest

from croupier import IllegalAction
from tests.support import provision, rules_of, settled

RULES = rules_of("raise-it-up", {"progressive": "1", "six-card": "A", "pair-plus": "A"})
STRICT = rules_of("raise-it-up", {"progressive": "1"}, readings={"a-2-3": "not-a-straight"})
CODE = "58 Pa. Code § 669a."
FOLD = ["check", "check", "fold"]
BOARD = "Jh 8c 6d"
SPADES, HEARTS, DIAMONDS, CLUBS = "As Ks Qs", "Ah Kh Qh", "Ad Kd Qd", "Ac Kc Qc"


def seat(cards, progressive=None, said=("play-1",), **more):
    wagers = {"ante": "10", "blind": "10"} | ({"progressive": progressive} if progressive else {})
    return {"cards": cards, "wagers": wagers | more, "decisions": list(said)}


def alone(cards, stake, meter, *, rules=RULES, said=("play-1",), board=BOARD):
    """One player's progressive line and the meter afterwards."""
    done = settled(rules, {"3": seat(cards, stake, said)}, community=board, meter=meter)
    assert [line.wager for line in done.seats[3].lines].count("envy") == 0
    return done.seats[3].line("progressive"), done.meter


@provision("669a.12(e)(4)")
def test_a_meter_with_nothing_on_it_is_refused():
    for cards in (SPADES, HEARTS, "2c 7d 9s"):
        with pytest.raises(IllegalAction, match="never nothing") as refused:
            alone(cards, "1", "0.00")
        assert (refused.value.field, str(refused.value.cite)) == ("meter", CODE + "12(e)(1)")


# 12(e)(1): every row below the meter's, odds for 1
ROWS = [
    ("Ace, king and queen of hearts, diamonds or clubs", HEARTS, 500),
    ("Ace, king and queen of hearts, diamonds or clubs", DIAMONDS, 500),
    ("Ace, king and queen of hearts, diamonds or clubs", "Qc Ac Kc", 500),
    ("Straight flush", "Ks Qs Js", 70),
    ("Straight flush", "4d 3d 2d", 70),
    ("Straight flush", "Ac 2c 3c", 70),
    ("Three-of-a-kind", "As Ah Ad", 60),
    ("Three-of-a-kind", "2s 2h 2d", 60),
    ("Straight", "As Ks Qd", 6),
    ("Straight", "4d 3h 2d", 6),
    ("Straight", "Ac 2d 3c", 6),
]


@provision("669a.11(i)(3)(i)", "669a.11(i)(3)(i)(D)", "669a.12(e)(1)")
@pytest.mark.parametrize(("stake", "cents"), [("1", 100), ("5", 500)])
@pytest.mark.parametrize(("row", "cards", "odds"), ROWS)
def test_every_fixed_row_pays_for_one(row, cards, odds, stake, cents):
    """The wager is among what "for 1" hands over, and the meter stays."""
    line, meter = alone(cards, stake, "6543.21")
    assert (line.result, line.odds, line.row) == ("win", f"{odds} for 1", row)
    assert (line.stake, line.paid, line.net) == (cents, odds * cents, (odds - 1) * cents)
    assert (str(line.cite), str(line.pays_cite)) == (f"{CODE}11(i)(3)(i)(D)", f"{CODE}12(e)(1)")
    assert meter == 654321


@provision("669a.12(e)(1)", "669a.12(e)(3)", "669a.12(e)(4)", held="outcome")
@pytest.mark.parametrize(("stake", "seed"), [("1", 1000_00), ("5", 5000_00)])
@pytest.mark.parametrize(("meter", "paid"), [("6543.21", 654321), ("5000", 500000), ("1000000.01", 100000001)])
@pytest.mark.parametrize("cards", [SPADES, "Qs As Ks"])
def test_ace_king_queen_of_spades_takes_the_whole_meter(cards, meter, paid, stake, seed):
    """It reseeds at 1,000 times the wager, which was collected and does not come back."""
    line, after = alone(cards, stake, meter)
    assert (line.result, line.odds, line.row) == ("win", "100% of meter", "Ace, king and queen of spades")
    assert (line.stake, line.paid, line.net) == (seed // 1000, paid, paid - seed // 1000)
    assert (str(line.cite), str(line.pays_cite)) == (f"{CODE}11(i)(3)(i)(D)", f"{CODE}12(e)(1)")
    assert after == seed


@provision("669a.12(e)(3)")
def test_fourteen_percent_of_each_wager_goes_to_the_meter():
    progression = RULES.tables["progressive"].progression
    assert progression is not None
    assert progression.rate == 14
    assert (progression.seed(1_00), progression.seed(5_00)) == (1000_00, 5000_00)


@provision("669a.11(i)(3)(i)")
@pytest.mark.parametrize("cards", ["As Ks Js", "5d 3d 2d", "As Ah Kd", "As Kd Js", "As Kh 2d"])
@pytest.mark.parametrize(("stake", "cents"), [("1", 100), ("5", 500)])
def test_below_a_straight_the_progressive_loses(cards, stake, cents):
    """A flush and a pair are three-card hands too, but stand below the table's last row."""
    line, meter = alone(cards, stake, "6543.21")
    assert (line.result, line.odds, line.paid, line.net) == ("lose", None, 0, -cents)
    assert str(line.cite) == f"{CODE}11(i)(3)(i)"
    assert line.reading is not None
    assert line.reading.key == "silent-losses"
    assert meter == 654321


@provision("669a.11(i)(3)(i)", "669a.12(e)(2)")
@pytest.mark.parametrize(
    ("cards", "board", "odds"),
    [
        ("As Ks 2d", "Qs Js Ts", None),
        ("9s 9d 2c", "9h 9c 3d", None),
        ("9s 8d 2c", "7h 6c 5d", None),
        ("4s 3d 2c", "4h 4c 4d", "6 for 1"),
        ("Ks Qs Js", "As Ts 2d", "70 for 1"),
    ],
)
def test_only_the_three_hole_cards_count(cards, board, odds):
    line, _ = alone(cards, "1", "1000", board=board)
    assert line.odds == odds
    assert line.result == ("win" if odds else "lose")


@provision("669a.12(e)(2)", held="outcome")
@pytest.mark.parametrize(
    ("cards", "odds"), [(HEARTS, "500 for 1"), ("Ks Qs Js", "70 for 1"), (SPADES, "100% of meter")]
)
def test_only_the_highest_hand_is_paid(cards, odds):
    """A straight flush is a straight too, and ace, king and queen of one suit a straight flush."""
    done = settled(RULES, {"1": seat(cards, "1")}, community=BOARD, meter="1000").seats[1]
    assert [line.odds for line in done.lines if line.wager == "progressive"] == [odds]


@provision("669a.12(e)(1)")
@pytest.mark.parametrize(("cards", "default"), [("As 2s 3s", "70 for 1"), ("As 2h 3d", "6 for 1")])
def test_ace_two_three_read_strictly_wins_nothing(cards, default):
    assert alone(cards, "1", "1000")[0].odds == default
    line, meter = alone(cards, "1", "1000", rules=STRICT)
    assert (line.result, line.net, meter) == ("lose", -100, 100000)


@provision("669a.12(e)(4)", held="outcome")
def test_the_meter_when_the_players_turn_comes():
    """Fixed pays to players before and after do not touch it; there is but one spade royal in the deck."""
    told = {
        "6": seat(HEARTS, "1"),
        "4": seat("7s 7h 7d", "1"),
        "3": seat(SPADES, "1"),
        "1": seat(CLUBS, "1"),
    }
    done = settled(RULES, told, community="Jh 8c 6d", meter="1234.57")
    paid = {n: s.line("progressive").paid for n, s in done.seats.items()}
    assert paid == {6: 50000, 4: 6000, 3: 123457, 1: 50000}
    assert done.meter == 100000


@provision("669a.12(e)(4)")
def test_a_round_without_a_winner_leaves_the_meter():
    assert settled(RULES, {"1": seat("9s 5d 2c", "1")}, community=BOARD, meter="1234.57").meter == 123457
    assert settled(RULES, {"1": seat("9s 5d 2c")}, community=BOARD, meter="1234.57").meter == 123457
    assert settled(RULES, {"1": seat(SPADES)}, community=BOARD, meter="1234.57").meter == 123457


@provision("669a.11(g)")
def test_who_folds_the_spades_leaves_the_meter_where_it_is():
    line, meter = alone(SPADES, "5", "9000", said=FOLD)
    assert (line.result, line.net, meter) == ("forfeit", -500, 900000)


# the Envy Bonus


def envies(told, meter="1000", board=BOARD):
    done = settled(RULES, told, community=board, meter=meter)
    return {n: [(line.envy_from, line.paid) for line in s.lines if line.wager == "envy"] for n, s in done.seats.items()}


@provision("669a.11(i)(3)(i)(E)", "669a.12(e)(5)")
@pytest.mark.parametrize(
    ("stake", "cards", "owed"),
    [
        ("1", SPADES, 100),
        ("1", HEARTS, 25),
        ("1", DIAMONDS, 25),
        ("1", CLUBS, 25),
        ("5", SPADES, 500),
        ("5", HEARTS, 125),
        ("5", DIAMONDS, 125),
        ("5", CLUBS, 125),
    ],
)
@pytest.mark.parametrize(("bettor", "holder"), [(6, 1), (1, 6)])
def test_every_row_of_the_envy_schedules(bettor, holder, stake, cards, owed):
    """Owed whether the bettor's own hand loses or wins, and whether the holder bet or not."""
    for own, other in product(["9s 5d 2c", "9s 9d 9c"], [None, "1", "5"]):
        told = {str(bettor): seat(own, stake), str(holder): seat(cards, other)}
        lines = settled(RULES, told, community=BOARD, meter="1000").seats[bettor].lines
        (envy,) = (line for line in lines if line.wager == "envy")
        assert (envy.stake, envy.result, envy.odds, envy.envy_from) == (0, "win", f"${owed}", holder)
        assert envy.paid == envy.net == owed * 100
        assert (str(envy.cite), str(envy.pays_cite)) == (f"{CODE}11(i)(3)(i)(E)", f"{CODE}12(e)(5)")


@provision("669a.12(e)(5)")
def test_the_receivers_wager_chooses_the_schedule():
    told = {
        "6": seat("9s 5d 2c", "1"),
        "5": seat("9d 5h 2s", "5"),
        "2": seat(HEARTS, "5"),
        "1": seat("Ts 5c 2d"),
    }
    assert envies(told) == {6: [(2, 25_00)], 5: [(2, 125_00)], 2: [], 1: []}


@provision("669a.11(i)(3)(i)(E)")
@pytest.mark.parametrize("cards", ["Ks Qs Js", "As Ks Qd", "As Ah Ad", "As 2s 3s", "As Ks Js"])
def test_hands_that_do_not_qualify(cards):
    """Only an ace, king, queen straight flush does, § 669a.1."""
    assert envies({"1": seat("9s 5d 2c", "5"), "2": seat(cards, "5")}) == {1: [], 2: []}


@provision("669a.11(i)(3)(i)(E)")
def test_no_envy_for_ones_own_hand_and_more_than_one_for_more_hands():
    told = {"1": seat(SPADES, "1"), "2": seat(HEARTS), "4": seat(CLUBS, "5"), "5": seat("9s 5d 2c", "1")}
    assert envies(told) == {
        1: [(4, 25_00), (2, 25_00)],
        2: [],
        4: [(2, 125_00), (1, 500_00)],
        5: [(4, 25_00), (2, 25_00), (1, 100_00)],
    }


@provision("669a.11(i)(3)(i)(E)")
def test_the_envy_bonus_does_not_come_out_of_the_meter():
    told = {"1": seat("9s 5d 2c", "5"), "2": seat(HEARTS, "5")}
    assert settled(RULES, told, community=BOARD, meter="6000").meter == 600000


@provision("669a.11(g)")
@pytest.mark.parametrize(("stake", "owed"), [("1", 100_00), ("5", 500_00)])
def test_who_folds_keeps_the_envy(stake, owed):
    told = {"1": seat("9s 5d 2c", stake, FOLD), "2": seat(SPADES)}
    lines = settled(RULES, told, community=BOARD, meter="6000").seats[1].lines
    assert [(line.wager, line.result) for line in lines] == [
        ("ante", "forfeit"),
        ("blind", "forfeit"),
        ("progressive", "forfeit"),
        ("envy", "win"),
    ]
    assert (lines[3].paid, lines[3].net, lines[3].envy_from) == (owed, owed, 2)


@provision("669a.11(f)")
@pytest.mark.parametrize(
    ("side", "owed"),
    [
        pytest.param({}, [], id="collected at once"),
        pytest.param({"progressive": "1"}, [(1, 25_00)], id="left for the progressive's envy"),
        pytest.param({"six-card": "5"}, [(1, 25_00)], id="left for the Six Card Bonus"),
        pytest.param({"pair-plus": "5"}, [(1, 25_00)], id="left for Pair Plus"),
    ],
)
def test_a_folded_hand_earns_others_the_envy_only_while_it_lies_on_the_table(side, owed):
    told = {"6": seat("9s 5d 2c", "1"), "1": seat(HEARTS, said=FOLD, **side)}
    assert envies(told)[6] == owed
