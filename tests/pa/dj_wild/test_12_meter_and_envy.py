"""§ 687a.12(c). Several bettors: the meter in the order of § 687a.11(e), and the Envy column."""

from __future__ import annotations

import pytest

from croupier import IllegalAction
from tests.support import provision, rules_of, settled

ONE = rules_of("dj-wild", {"progressive": "1", "trips": "DJWT-04"})
TWO = rules_of("dj-wild", {"progressive": "2", "trips": "DJWT-04"})
FOLDS_FORFEIT = rules_of("dj-wild", {"progressive": "1", "trips": "DJWT-04", "folded-progressive": False})
BASE = {"ante": "10", "blind": "10"}
LOW = "Qd Td 8s 6c 3d"
CODE = "58 Pa. Code § 687a."

ROYAL, ROYAL_2 = "As Ks Qs Js Ts", "Ac Kc Qc Jc Tc"
SUITED, SUITED_2 = "9h 8h 7h 6h 5h", "9d 8d 7d 6d 5d"  # straight flushes
QUADS = "4c 4d 4h 4s 3c"
PAIR = "Ah Ad Kh 7c 3h"


def bettor(cards: str, stake: str | None = "1", *, decision: str = "raise", **more: str) -> dict[str, object]:
    wagers = {**BASE, **({"progressive": stake} if stake else {})}
    if "trips" in more:
        wagers["trips"] = more.pop("trips")
    return {"cards": cards, "wagers": wagers, "decisions": [decision], **more}


def progressive(done) -> dict[int, int]:
    return {n: seat.line("progressive").paid for n, seat in done.seats.items()}


def envy(done) -> dict[int, list[tuple[int, int]]]:
    """Who is owed what for whose hand: {seat: [(from, cents)]}."""
    owed = {n: [(x.envy_from, x.net) for x in seat.lines if x.wager == "envy"] for n, seat in done.seats.items()}
    return {n: lines for n, lines in owed.items() if lines}


# The meter, seats 6 to 1.


@provision("687a.12(c)")
@provision("687a.11(e)", held="outcome")
def test_seat_6_takes_the_meter_and_seat_1_sees_the_seed():
    done = settled(ONE, {"1": bettor(ROYAL), "6": bettor(ROYAL_2)}, dealer=LOW, meter="3456.78")
    assert progressive(done) == {6: 3456_78, 1: 2000_00}
    assert done.meter == 2000_00
    done = settled(TWO, {"1": bettor(ROYAL, "5"), "6": bettor(ROYAL_2, "5")}, dealer=LOW, meter="34567.89")
    assert progressive(done) == {6: 34567_89, 1: 10000_00}
    assert done.meter == 10000_00


@provision("687a.11(e)", "687a.12(c)")
def test_shares_of_ten_percent_are_taken_one_after_the_other():
    seats = {"2": bettor(SUITED), "5": bettor(SUITED_2)}
    done = settled(ONE, seats, dealer=LOW, meter="3456.78")
    assert progressive(done) == {5: 345_67, 2: 311_11}  # 10% of 3456.78, then of 3111.11
    assert done.meter == 2800_00


@provision("687a.11(e)", "687a.12(c)")
@pytest.mark.parametrize(
    ("royal", "suited", "shares", "left"),
    [("6", "1", (5000_00, 200_00), 1800_00), ("1", "6", (4500_00, 500_00), 2000_00)],
)
def test_a_share_before_or_after_the_reseed(royal, suited, shares, left):
    done = settled(ONE, {royal: bettor(ROYAL), suited: bettor(SUITED)}, dealer=LOW, meter="5000")
    assert (progressive(done)[int(royal)], progressive(done)[int(suited)]) == shares
    assert done.meter == left


@provision("687a.12(c)")
@pytest.mark.parametrize("meter", ["0", "0.00"])
@pytest.mark.parametrize("cards", [ROYAL, QUADS, PAIR])
def test_a_meter_with_nothing_on_it_is_refused_where_one_is_needed(cards, meter):
    with pytest.raises(IllegalAction, match="never nothing") as refused:
        settled(ONE, {"1": bettor(cards)}, dealer=LOW, meter=meter)
    assert (refused.value.field, str(refused.value.cite)) == ("meter", "58 Pa. Code § 687a.12(c)")
    assert settled(ONE, {"1": bettor(cards, None)}, dealer=LOW, meter=meter).meter == 0  # nobody plays for it


def test_fixed_pays_leave_the_meter_alone():
    done = settled(ONE, {"1": bettor(QUADS), "2": bettor(PAIR)}, dealer=LOW, meter="5000")
    assert (progressive(done), done.meter) == ({1: 300_00, 2: 0}, 5000_00)


# Envy.


@provision("687a.12(c)")
@pytest.mark.parametrize(
    ("rules", "stake", "cards", "owed"),
    [
        (ONE, "1", ROYAL, 1000_00),
        (ONE, "1", SUITED, 300_00),
        (TWO, "5", ROYAL, 5000_00),
        (TWO, "5", SUITED, 1500_00),
    ],
)
def test_the_envy_column(rules, stake, cards, owed):
    seats = {"1": bettor(PAIR, stake), "4": bettor(cards, stake)}
    done = settled(rules, seats, dealer=LOW, meter="20000")
    assert envy(done) == {1: [(4, owed)]}
    told = [line.to_json() for line in done.seats[1].lines]
    assert [line["wager"] for line in told] == ["ante", "blind", "raise", "progressive", "envy"]
    assert (
        told[4]
        | {
            "stake": "0.00",
            "result": "win",
            "from": "4",
            "paid": f"{owed // 100}.00",
            "net": f"{owed // 100}.00",
            "odds": f"${owed // 100:,}",
            "cite": CODE + "12(c)",
        }
        == told[4]
    )


@pytest.mark.parametrize("cards", [QUADS, "9c 9d 9s 7d 7h"])
def test_no_envy_below_a_straight_flush(cards):
    assert envy(settled(ONE, {"1": bettor(PAIR), "4": bettor(cards)}, dealer=LOW, meter="5000")) == {}


@provision("687a.12(c)")
def test_envy_is_owed_for_every_other_hand_and_never_for_ones_own():
    seats = {"1": bettor(PAIR), "2": bettor(ROYAL), "3": bettor(SUITED), "5": bettor(ROYAL_2)}
    done = settled(ONE, seats, dealer=LOW, meter="5000")
    assert envy(done) == {
        1: [(5, 1000_00), (3, 300_00), (2, 1000_00)],
        2: [(5, 1000_00), (3, 300_00)],
        3: [(5, 1000_00), (2, 1000_00)],
        5: [(3, 300_00), (2, 1000_00)],
    }
    # Envy comes out of the house's pocket, not out of the meter.
    assert progressive(done) == {5: 5000_00, 3: 200_00, 2: 1800_00, 1: 0}


@provision("687a.12(c)")
def test_the_hand_need_not_be_a_bettors_but_the_envious_must_be():
    seats = {"1": bettor(PAIR), "2": bettor(ROYAL, None), "3": bettor(QUADS, None)}
    assert envy(settled(ONE, seats, dealer=LOW, meter="5000")) == {1: [(2, 1000_00)]}


def test_no_envy_for_the_dealers_hand():
    assert envy(settled(ONE, {"1": bettor(PAIR)}, dealer=ROYAL, meter="5000")) == {}


def test_no_envy_between_seats_of_one_player():
    same = {
        "1": bettor(PAIR, player="ann"),
        "2": bettor(ROYAL, player="ann"),
        "3": bettor(QUADS, player="bob"),
    }
    assert envy(settled(ONE, same, dealer=LOW, meter="5000")) == {3: [(2, 1000_00)]}


# A folded hand is collected unless a Trips or Progressive Bonus Wager keeps it on the table.


@provision("687a.11(c)")
@pytest.mark.parametrize(
    ("folded", "owed"),
    [
        (bettor(ROYAL, None, decision="fold"), {}),
        (bettor(ROYAL, None, decision="fold", trips="5"), {1: [(2, 1000_00)]}),
        (bettor(ROYAL, "1", decision="fold"), {1: [(2, 1000_00)]}),
        (bettor(ROYAL, None), {1: [(2, 1000_00)]}),
    ],
    ids=["collected", "kept by trips", "kept by the progressive", "not folded"],
)
def test_only_cards_still_on_the_table_earn_envy(folded, owed):
    assert envy(settled(ONE, {"1": bettor(PAIR), "2": folded}, dealer=LOW, meter="5000")) == owed


@provision("687a.11(b)(3)")
def test_a_folded_bettor_earns_envy_only_while_the_wager_stands():
    seats = {"1": bettor(PAIR, decision="fold"), "2": bettor(ROYAL)}
    assert envy(settled(ONE, seats, dealer=LOW, meter="5000")) == {1: [(2, 1000_00)]}
    assert envy(settled(FOLDS_FORFEIT, seats, dealer=LOW, meter="5000")) == {}


# The joker in another player's hand is replaced too.

JOKER = "As Ks Qs Js Jk"


@provision("687a.11(f)(1)", "687a.12(c)")
@pytest.mark.parametrize(("spare", "owed"), [("Ts", {1: [(2, 1000_00)]}), ("Th", {}), ("9s", {})])
def test_another_players_joker_is_replaced_for_envy(spare, owed):
    for stake in ("1", None):
        seats = {"1": bettor(PAIR), "2": bettor(JOKER, stake)}
        assert envy(settled(ONE, seats, dealer=LOW, meter="5000", replacement=spare)) == owed


def test_the_extra_card_is_asked_for_where_it_may_earn_envy():
    with pytest.raises(IllegalAction) as refused:
        settled(ONE, {"1": bettor(PAIR), "2": bettor(JOKER, None)}, dealer=LOW, meter="5000")
    assert (refused.value.field, refused.value.cite) == ("replacement", CODE + "2(b)(4)")


@pytest.mark.parametrize(
    "seats",
    [
        {"1": bettor(PAIR), "2": bettor("As Ks Qs Jd Jk", None)},
        {"1": bettor(PAIR), "2": bettor(JOKER, None, decision="fold")},
        {"1": bettor(PAIR, None), "2": bettor(JOKER, None)},
        {"1": bettor(PAIR, player="ann"), "2": bettor(JOKER, None, player="ann")},
    ],
    ids=["no card makes an envy hand", "collected", "nobody bets", "the same player"],
)
def test_the_extra_card_is_not_asked_for_where_it_cannot_matter(seats):
    assert envy(settled(ONE, seats, dealer=LOW, meter="5000")) == {}
