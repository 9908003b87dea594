"""§§ 688a.11(h)(2) and 688a.12(c), (d). Envy Bonuses."""

from __future__ import annotations

import pytest

from tests.pa.face_up_pai_gow.hands import SEVEN, others
from tests.support import provision, rules_of, settled

HOLDERS = (
    "7-card straight flush",
    "royal + match",
    "7-card with joker",
    "five aces",
    "royal",
    "straight flush",
    "four",
)
NO_ENVY = ("full house", "flush", "three", "straight", "three pair", "two pair")

# what is owed down the rows, in cents
FORTUNE = {
    "1": (1_000_00, 250_00, 100_00, 50_00, 25_00, 10_00, 5_00),
    "2": (5_000_00, 1_000_00, 500_00, 250_00, 50_00, 20_00, 5_00),
    "3": (3_000_00, 1_000_00, 500_00, 250_00, 50_00, 20_00, 5_00),
    "4": (1_000_00, 750_00, 250_00, 100_00, 50_00, 20_00, 5_00),
    "5": (2_500_00, 500_00, 250_00, 150_00, 55_00, 25_00, 6_00),
    "6": (2_500_00, 500_00, 250_00, 150_00, 55_00, 25_00, 6_00),
}
PROGRESSIVE_4 = (5_000_00, 3_750_00, 1_250_00, 500_00, 250_00, 100_00, 25_00)


def seat(cards, decision="house-way", player=None, **optional):
    wagers = {"pai-gow": "10", **optional}
    return {"cards": cards, "wagers": wagers, "decisions": [decision]} | ({"player": player} if player else {})


def envy(rules, seats, *, dealer=None, meter=None):
    """The envy lines of every seat: (from, for which wager, amount)."""
    dealer = dealer or others(*(entry["cards"] for entry in seats.values()))
    done = settled(rules, seats, dealer=dealer, **({"meter": meter} if meter else {}))
    return {
        n: sorted((line.envy_from, line.envy_for, line.paid) for line in found.lines if line.wager == "envy")
        for n, found in done.seats.items()
    }


def bettor(holder, **optional):
    """A bettor whose own hand does not matter, beside a holder in seat 2."""
    return {"1": seat(others(holder), **optional)}


@provision("688a.12(c)", "688a.11(h)(2)(ii)", "688a.11(h)(2)(i)(C)")
@pytest.mark.parametrize(
    ("table", "hand", "owed"),
    [(table, hand, sum_) for table, sums in FORTUNE.items() for hand, sum_ in zip(HOLDERS, sums, strict=True)],
)
def test_every_fortune_envy(table, hand, owed):
    rules, holder = rules_of("face-up-pai-gow", {"fortune": table}), SEVEN[hand]
    seats = {**bettor(holder, fortune="5"), "2": seat(holder)}
    done = settled(rules, seats, dealer=others(holder, seats["1"]["cards"]))
    (line,) = [line for line in done.seats[1].lines if line.wager == "envy"]
    assert (line.stake, line.result, line.paid, line.net, line.envy_from) == (0, "win", owed, owed, 2)
    assert str(line.cite) == "58 Pa. Code § 688a.11(h)(2)(ii)"
    assert str(line.pays_cite) == "58 Pa. Code § 688a.12(c)"
    assert line.to_json()["from"] == "2"
    assert line.to_json()["stake"] == "0.00"
    assert [line.wager for line in done.seats[2].lines] == ["pai-gow"]


@provision("688a.12(d)", "688a.11(h)(2)(ii)", "688a.11(h)(3)(i)(C)")
@pytest.mark.parametrize(("hand", "owed"), list(zip(HOLDERS, PROGRESSIVE_4, strict=True)))
def test_every_progressive_envy(hand, owed):
    rules, holder = rules_of("face-up-pai-gow", {"progressive": "4"}), SEVEN[hand]
    seats = {**bettor(holder, progressive="5"), "2": seat(holder)}
    done = settled(rules, seats, dealer=others(holder, seats["1"]["cards"]), meter="10000")
    (line,) = [line for line in done.seats[1].lines if line.wager == "envy"]
    assert (line.stake, line.result, line.paid, line.net, line.envy_from) == (0, "win", owed, owed, 2)
    assert str(line.cite) == "58 Pa. Code § 688a.11(h)(2)(ii)"
    assert str(line.pays_cite) == "58 Pa. Code § 688a.12(d)"
    assert done.meter == 1_000_000  # nothing comes out of the meter


@provision("688a.12(c)", "688a.12(d)")
@pytest.mark.parametrize("hand", NO_ENVY)
def test_less_than_four_of_a_kind_is_no_envy_hand(hand):
    rules = rules_of("face-up-pai-gow", {"fortune": "1", "progressive": "4"})
    seats = {**bettor(SEVEN[hand], fortune="5", progressive="5"), "2": seat(SEVEN[hand])}
    assert envy(rules, seats, meter="10000") == {1: [], 2: []}


@provision("688a.12(d)")
@pytest.mark.parametrize("table", ["1", "2", "3", "5", "6", "7"])
def test_the_one_dollar_progressives_have_no_envy(table):
    rules = rules_of("face-up-pai-gow", {"progressive": table})
    seats = {**bettor(SEVEN["royal"], progressive="1"), "2": seat(SEVEN["royal"])}
    assert envy(rules, seats, meter="10000") == {1: [], 2: []}


RULES = rules_of("face-up-pai-gow", {"fortune": "1", "progressive": "4", "ace-high": "1"})
JUNK, JUNK_TOO = "Kd Tc 8c 7d 5h 3s 2d", "Kc Qd Td 8s 6c 4d 3h"
FOUR_NINES, ROYAL, FOUR_ACES = "9s 9h 9d 9c Jd 6d 2h", "Ks Qs Js Ts Jk 4h 2c", "As Ah Ad Ac Jc 5c 3d"
DEALER = "Kh Qh 8h 7c 6h 5s 4c"


@provision("688a.11(h)(2)(ii)")
@pytest.mark.parametrize(("stake", "owed"), [("1", 0), ("4.99", 0), ("5", 5_00), ("5.01", 5_00), ("500", 5_00)])
def test_a_qualifying_wager_is_at_least_five_dollars(stake, owed):
    seats = {"1": seat(JUNK, fortune=stake), "2": seat(FOUR_NINES)}
    assert envy(RULES, seats, dealer=DEALER) == {1: [(2, "fortune", owed)] if owed else [], 2: []}


@provision("688a.11(h)(2)(ii)")
def test_each_qualifying_wager_earns_its_own_tables_envy():
    both = {"1": seat(JUNK, fortune="5", progressive="5"), "2": seat(FOUR_NINES)}
    assert envy(RULES, both, dealer=DEALER, meter="10000")[1] == [(2, "fortune", 5_00), (2, "progressive", 25_00)]
    one = {"1": seat(JUNK, fortune="4.99", progressive="5"), "2": seat(FOUR_NINES)}
    assert envy(RULES, one, dealer=DEALER, meter="10000")[1] == [(2, "progressive", 25_00)]


@provision("688a.11(h)(2)(ii)")
def test_no_qualifying_wager_no_envy():
    for optional in ({}, {"ace-high": "5"}):
        seats = {"1": seat(JUNK, **optional), "2": seat(FOUR_NINES)}
        assert envy(RULES, seats, dealer=DEALER) == {1: [], 2: []}


@provision("688a.11(h)(2)(ii)", "688a.11(h)")
def test_one_for_every_qualifying_hand():
    seats = {"1": seat(JUNK, fortune="5"), "3": seat(FOUR_NINES), "4": seat(JUNK_TOO), "6": seat(ROYAL, fortune="1")}
    found = envy(RULES, seats, dealer=DEALER)
    assert found == {1: [(3, "fortune", 5_00), (6, "fortune", 25_00)], 3: [], 4: [], 6: []}


@provision("688a.11(h)(2)(ii)")
def test_never_for_ones_own_hand_but_each_for_the_others():
    seats = {"1": seat(FOUR_NINES, fortune="5"), "2": seat(ROYAL, fortune="5"), "5": seat(FOUR_ACES, fortune="5")}
    assert envy(RULES, seats, dealer=DEALER) == {
        1: [(2, "fortune", 25_00), (5, "fortune", 5_00)],
        2: [(1, "fortune", 5_00), (5, "fortune", 5_00)],
        5: [(1, "fortune", 5_00), (2, "fortune", 25_00)],
    }
    assert envy(RULES, {"1": seat(FOUR_NINES, fortune="5")}, dealer=DEALER) == {1: []}


@provision("688a.11(h)(2)(ii)")
def test_never_between_two_seats_of_one_player():
    seats = {
        "1": seat(JUNK, fortune="5", player="Ann"),
        "2": seat(FOUR_NINES, fortune="5", player="Ann"),
        "3": seat(JUNK_TOO, fortune="5", player="Bob"),
        "4": seat(ROYAL),
    }
    rules = rules_of("face-up-pai-gow", {**RULES.submission, "adjacent-boxes": 2})
    assert envy(rules, seats, dealer=DEALER) == {
        1: [(4, "fortune", 25_00)],
        2: [(4, "fortune", 25_00)],
        3: [(2, "fortune", 5_00), (4, "fortune", 25_00)],
        4: [],
    }


@provision("688a.11(h)(2)(ii)")
def test_never_for_the_dealers_hand():
    seats = {"1": seat(JUNK, fortune="5", progressive="5"), "2": seat(JUNK_TOO)}
    assert envy(RULES, seats, dealer="Ah Ad Ac As 9d 7h 4c", meter="10000") == {1: [], 2: []}


@provision("688a.11(d)", "688a.11(h)(2)(ii)")
def test_a_surrendered_hand_stays_for_envy():
    seats = {"1": seat(JUNK, fortune="5", progressive="5"), "2": seat(FOUR_NINES, "surrender")}
    found = envy(RULES, seats, dealer=DEALER, meter="10000")
    assert found == {1: [(2, "fortune", 5_00), (2, "progressive", 25_00)], 2: []}
    for optional in ({"fortune": "4.99"}, {"ace-high": "25"}):
        seats = {"1": seat(JUNK, **optional), "2": seat(FOUR_NINES, "surrender")}
        assert envy(RULES, seats, dealer=DEALER) == {1: [], 2: []}


@provision("688a.11(h)(2)(i)(B)", "688a.11(h)(3)(i)(B)(4)")
def test_the_holder_is_paid_and_the_bettor_envied_whether_or_not_the_bettor_wins():
    seats = {"1": seat("Th Tc Td 8c 7d 5h 3s", fortune="5"), "2": seat(FOUR_NINES, fortune="5", progressive="5")}
    done = settled(RULES, seats, dealer=DEALER, meter="10000")
    assert [(line.wager, line.net) for line in done.seats[1].lines[1:]] == [("fortune", 15_00), ("envy", 5_00)]
    assert [(line.wager, line.net) for line in done.seats[2].lines[1:]] == [
        ("fortune", 100_00),
        ("progressive", 100_00),
    ]


def test_envy_reads_the_bettors_own_table():
    # the joker is fully wild for no table that has envy: three nines and the joker are no four-of-a-kind
    seats = {"1": seat(JUNK, fortune="5", progressive="5"), "2": seat("9s 9h 9d Jk Jd 6d 2h")}
    assert envy(RULES, seats, dealer=DEALER, meter="10000") == {1: [], 2: []}


def test_envy_of_table_5_is_six_dollars_either_way():
    for reading in ("25-to-1", "as-printed"):
        rules = rules_of("face-up-pai-gow", {"fortune": "5"}, readings={"fortune-5-quads": reading})
        seats = {"1": seat(JUNK, fortune="5"), "2": seat(FOUR_NINES)}
        assert envy(rules, seats, dealer=DEALER) == {1: [(2, "fortune", 6_00)], 2: []}
