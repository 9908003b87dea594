"""§ 687a.7. Wagers."""

from __future__ import annotations

import pytest

from croupier import BadText, IllegalAction, open_game
from tests.support import one_seat, provision, rules_of, settled

RULES = rules_of("dj-wild", {"trips": "DJWT-04", "bad-beat": "DJWBB-01", "progressive": "1"})
PLAIN = rules_of("dj-wild")
BASE = {"ante": "10", "blind": "10"}
HAND, DEALER = "Kc Kd 9h 5s 4c", "Qs Qd 8c 7h 3s"


def refusal(wagers: object, *decisions: object, rules=RULES, **places: object) -> tuple[str, str | None]:
    seat = {"cards": HAND, "wagers": wagers, "decisions": list(decisions) or ["raise"]}
    with pytest.raises(IllegalAction) as refused:
        settled(rules, {"1": seat}, dealer=DEALER, **places)
    return refused.value.field, refused.value.cite


# (d)(1): Ante, Blind and Raise.


@provision("687a.7(d)(1)", held="outcome")
@pytest.mark.parametrize(("ante", "raised"), [("10", 2000), ("12.50", 2500), ("0.01", 2), (7, 1400)])
def test_the_raise_is_twice_the_ante(ante, raised):
    lines = one_seat(PLAIN, HAND, {"ante": ante, "blind": ante}, "raise", dealer=DEALER)
    assert list(lines) == ["ante", "blind", "raise"]
    assert lines["ante"].stake == lines["blind"].stake == raised // 2
    assert lines["raise"].stake == raised


@provision("687a.7(d)(1)")
@pytest.mark.parametrize(
    ("wagers", "missing"),
    [({"ante": "10"}, "blind"), ({"blind": "10"}, "ante"), ({"trips": "5"}, "ante"), ({}, "ante")],
)
def test_ante_and_blind_must_both_be_placed(wagers, missing):
    assert refusal(wagers) == (f"seats.1.wagers.{missing}", "58 Pa. Code § 687a.7(d)(1)")


@pytest.mark.parametrize("blind", ["9.99", "10.01", "20", "5"])
def test_the_blind_equals_the_ante(blind):
    assert refusal({"ante": "10", "blind": blind}) == ("seats.1.wagers.blind", "58 Pa. Code § 687a.1")


@pytest.mark.parametrize("wagers", [None, [], "10", 10])
def test_wagers_are_a_table_of_amounts(wagers):
    assert refusal(wagers) == ("seats.1.wagers", "58 Pa. Code § 687a.7(d)(1)")


@pytest.mark.parametrize(
    "amount",
    [
        10.0,
        1e3,
        "1e3",
        "10.5",
        "10.005",
        "-10",
        -10,
        "0",
        0,
        "0.00",
        "",
        " 10",
        "+10",
        "ten",
        None,
        True,
        "١٠",
    ],
)
def test_amounts_that_are_no_money(amount):
    assert refusal({"ante": amount, "blind": "10"}) == ("seats.1.wagers.ante", "58 Pa. Code § 687a.7(d)(1)")
    assert refusal({**BASE, "trips": amount}) == ("seats.1.wagers.trips", "58 Pa. Code § 687a.7(d)(3)")


# (d)(2) to (4): optional wagers are placed only where the submission offers them.


@pytest.mark.parametrize(
    ("wager", "stake", "cite", "table"),
    [
        pytest.param("progressive", "1", "7(d)(2)", "1", marks=provision("687a.7(d)(2)")),
        pytest.param("trips", "5", "7(d)(3)", "DJWT-07", marks=provision("687a.7(d)(3)")),
        pytest.param("bad-beat", "5", "7(d)(4)", "DJWBB-03", marks=provision("687a.7(d)(4)")),
    ],
)
def test_an_optional_wager_needs_the_submission(wager, stake, cite, table):
    placed = {**BASE, wager: stake}
    assert refusal(placed, rules=PLAIN) == (f"seats.1.wagers.{wager}", f"58 Pa. Code § 687a.{cite}")
    offered = rules_of("dj-wild", {wager: table})
    meter = {"meter": "3000"} if wager == "progressive" else {}
    assert wager in one_seat(offered, HAND, placed, "raise", dealer=DEALER, **meter)
    assert wager not in one_seat(offered, HAND, BASE, "raise", dealer=DEALER)


@pytest.mark.parametrize("wager", ["cover-all", "multi-game-link", "pair-plus", "play", "envy", ""])
def test_wagers_of_other_rules_are_refused(wager):
    field, _ = refusal({**BASE, wager: "5"})
    assert field == f"seats.1.wagers.{wager}"


@provision("687a.7(c)")
def test_only_the_raise_is_made_after_the_cards_and_only_then():
    assert refusal({**BASE, "raise": "20"}) == ("seats.1.wagers.raise", "58 Pa. Code § 687a.7(c)")
    for late in ("ante", "blind", "trips", "bad-beat", "progressive"):
        assert refusal(BASE, late) == ("seats.1.decisions.0", "58 Pa. Code § 687a.11(b)")
        assert refusal(BASE, "raise", late) == ("seats.1.decisions.1", "58 Pa. Code § 687a.11(b)")


# (a): what a wager is made of.


@provision("687a.7(a)")
def test_neither_spoken_wagers_nor_coupons():
    accepted, cite = open_game("dj-wild").verbal
    assert (accepted, cite.path) == (False, "7(a)")
    seat = {"cards": HAND, "wagers": BASE, "decisions": ["raise"], "match-play": "10"}
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"1": seat}, dealer=DEALER)
    assert (refused.value.field, refused.value.cite) == ("seats.1.match-play", "58 Pa. Code § 687a.7(a)")


# Limits of the table.

LIMITED = rules_of(
    "dj-wild",
    {
        "trips": "DJWT-04",
        "limits": {"ante": {"minimum": "10", "maximum": "100", "step": "5"}, "trips": {"minimum": "5"}},
    },
)


@pytest.mark.parametrize("ante", ["10", "15", "95", "100"])
def test_stakes_within_the_limits(ante):
    lines = one_seat(LIMITED, HAND, {"ante": ante, "blind": ante, "trips": "5"}, "raise", dealer=DEALER)
    assert lines["ante"].stake == int(ante) * 100


@pytest.mark.parametrize("ante", ["9.99", "5", "10.01", "12", "99", "100.01", "105"])
def test_stakes_below_above_and_off_the_step(ante):
    got = refusal({"ante": ante, "blind": ante}, rules=LIMITED)
    assert got == ("seats.1.wagers.ante", "58 Pa. Code § 687a.7(d)(1)")


def test_the_trips_minimum():
    assert refusal({**BASE, "trips": "4.99"}, rules=LIMITED) == (
        "seats.1.wagers.trips",
        "58 Pa. Code § 687a.7(d)(3)",
    )


# Progressive: its stake and its meter.


@pytest.mark.parametrize(
    ("table", "stake"),
    [("1", "0.99"), ("1", "1.01"), ("1", "2"), ("1", "5"), ("2", "1"), ("2", "4.99"), ("2", "10")],
)
def test_a_progressive_stake_is_the_tables(table, stake):
    rules = rules_of("dj-wild", {"progressive": table})
    got = refusal({**BASE, "progressive": stake}, rules=rules, meter="12000")
    assert got == ("seats.1.wagers.progressive", "58 Pa. Code § 687a.12(c)")


def test_the_meter_must_be_given_with_a_progressive():
    assert refusal({**BASE, "progressive": "1"}) == ("meter", "58 Pa. Code § 687a.7(d)(2)")
    assert settled(RULES, {"1": {"cards": HAND, "wagers": BASE, "decisions": ["raise"]}}, dealer=DEALER).meter is None


@pytest.mark.parametrize("meter", [2500.0, "2.5e3", "-1", "2500.5", "much"])
def test_a_meter_is_money(meter):
    seat = {"cards": HAND, "wagers": {**BASE, "progressive": "1"}, "decisions": ["raise"]}
    with pytest.raises(BadText) as refused:
        settled(RULES, {"1": seat}, dealer=DEALER, meter=meter)
    assert refused.value.field == "meter"


# (e): adjacent boxes.


@provision("687a.7(e)")
@pytest.mark.parametrize(
    ("seats", "allowed"), [("12", True), ("56", True), ("13", False), ("123", False), ("16", False)]
)
def test_a_player_holds_so_many_adjacent_boxes(seats, allowed):
    rules = rules_of("dj-wild", {"adjacent-boxes": 2})
    hands = ["Kc Kd 9h 5s 4c", "Ac Qh 9d 6s 4d", "Ad Qc 9c 6d 4h"]
    told = {
        n: {"cards": hand, "wagers": BASE, "decisions": ["raise"], "player": "one and the same"}
        for n, hand in zip(seats, hands, strict=False)
    }
    if allowed:
        assert len(settled(rules, told, dealer=DEALER).seats) == len(seats)
        return
    with pytest.raises(IllegalAction) as refused:
        settled(rules, told, dealer=DEALER)
    assert refused.value.field == f"seats.{seats[-1]}.player"
    assert refused.value.cite == "58 Pa. Code § 687a.7(e)"


@provision("687a.7(e)")
@pytest.mark.parametrize(("seats", "allowed"), [("12", True), ("123", True), ("13", False), ("16", False)])
def test_boxes_are_adjacent_where_the_submission_leaves_their_number_out(seats, allowed):
    hands = ["Kc Kd 9h 5s 4c", "Ac Qh 9d 6s 4d", "Ad Qc 9c 6d 4h"]
    told = {
        n: {"cards": hand, "wagers": BASE, "decisions": ["raise"], "player": "one and the same"}
        for n, hand in zip(seats, hands, strict=False)
    }
    if allowed:
        assert len(settled(rules_of("dj-wild"), told, dealer=DEALER).seats) == len(seats)
        return
    with pytest.raises(IllegalAction, match="adjacent") as refused:
        settled(rules_of("dj-wild"), told, dealer=DEALER)
    assert refused.value.cite == "58 Pa. Code § 687a.7(e)"


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"player": 7}, "seats.1.player"),
        ({"hand": HAND}, "seats.1.hand"),
        ({"cards": None}, "seats.1.cards"),
        ({"cards": ["Kc", "Kd", "9h", "5s", "4c"]}, "seats.1.cards"),
        ({"decisions": "raise"}, "seats.1.decisions"),
        ({"decisions": [1]}, "seats.1.decisions.0"),
        ({"decisions": None}, "seats.1.decisions"),
    ],
)
def test_a_seat_told_wrongly(entry, field):
    seat = {"cards": HAND, "wagers": BASE, "decisions": ["raise"], **entry}
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"1": seat}, dealer=DEALER)
    assert refused.value.field == field
