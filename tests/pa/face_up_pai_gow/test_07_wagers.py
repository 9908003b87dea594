"""§ 688a.7. Wagers: which may be placed, by whom, and what is refused."""

from __future__ import annotations

import pytest

from croupier import BadText, IllegalAction
from tests.support import one_seat, provision, rules_of, settled

PLAYER, DEALER = "As Ad Qc Jh 7d 4s 3h", "Ks Kd 9c 8h 5d 3s 2c"
PLAIN = rules_of("face-up-pai-gow")
ALL = rules_of("face-up-pai-gow", {"ace-high": "1", "fortune": "1", "progressive": "4"})


def refusal(rules, wagers, **places):
    seat = {"cards": PLAYER, "wagers": wagers, "decisions": ["house-way"]}
    with pytest.raises(IllegalAction) as refused:
        settled(rules, {"1": seat}, dealer=DEALER, **places)
    return refused.value.field, refused.value.cite


@provision("688a.7(d)", held="outcome")
def test_the_main_wager_competes_with_both_of_the_dealers_hands():
    lines = one_seat(PLAIN, PLAYER, {"pai-gow": "10"}, "house-way", dealer=DEALER)
    assert list(lines) == ["pai-gow"]
    assert (lines["pai-gow"].stake, lines["pai-gow"].result) == (1000, "win")  # AA 7 4 3 and Q J; KK 5 3 2 and 9 8


@provision("688a.7(d)", "688a.7(e)")
@pytest.mark.parametrize("wagers", [{}, {"ace-high": "5"}, {"fortune": "5"}, {"progressive": "5"}])
def test_the_main_wager_must_be_placed(wagers):
    assert refusal(ALL, wagers, meter="10000") == ("seats.1.wagers.pai-gow", "58 Pa. Code § 688a.7(d)")


@pytest.mark.parametrize(
    ("wager", "cite"),
    [
        pytest.param(
            "ace-high", "58 Pa. Code § 688a.7(e)(1)", marks=provision("688a.7(e)", "688a.7(e)(1)", held="refusal")
        ),
        pytest.param(
            "fortune", "58 Pa. Code § 688a.7(e)(2)", marks=provision("688a.7(e)", "688a.7(e)(2)", held="refusal")
        ),
        pytest.param(
            "progressive", "58 Pa. Code § 688a.7(e)(3)", marks=provision("688a.7(e)", "688a.7(e)(3)", held="refusal")
        ),
    ],
)
def test_an_optional_wager_is_offered_only_if_submitted(wager, cite):
    assert refusal(PLAIN, {"pai-gow": "10", wager: "5"}) == (f"seats.1.wagers.{wager}", cite)
    only = rules_of("face-up-pai-gow", {wager: "4"})
    meter = {"meter": "10000"} if wager == "progressive" else {}
    lines = one_seat(only, PLAYER, {"pai-gow": "10", wager: "5"}, "house-way", dealer=DEALER, **meter)
    assert list(lines) == ["pai-gow", wager]


@provision("688a.7(e)(1)", held="outcome")
def test_ace_high_bets_on_the_dealers_seven_cards():
    lines = one_seat(ALL, PLAYER, {"pai-gow": "10", "ace-high": "5"}, "house-way", dealer="Ah Kd Jc 9h 7c 5s 3c")
    assert lines["ace-high"].result == "win"


@provision("688a.7(e)(2)", held="outcome")
def test_fortune_bets_on_the_players_seven_cards_three_pair_or_better():
    wagers = {"pai-gow": "10", "fortune": "5"}
    assert one_seat(ALL, "As Ad Qc Qh 7d 7s 3h", wagers, "house-way", dealer=DEALER)["fortune"].result == "push"
    assert one_seat(ALL, "As Ad Qc Qh 7d 6s 3h", wagers, "house-way", dealer=DEALER)["fortune"].result == "lose"


@provision("688a.7(e)(3)", held="outcome")
def test_progressive_bets_on_the_players_seven_cards_full_house_or_better():
    rules, wagers = rules_of("face-up-pai-gow", {"progressive": "1"}), {"pai-gow": "10", "progressive": "1"}
    won = one_seat(rules, "As Ad Ac Qh Qd 6s 4h", wagers, "house-way", dealer=DEALER, meter="10000")
    assert won["progressive"].result == "win"
    lost = one_seat(rules, "As Ad Ac Qh Jd 6s 4h", wagers, "house-way", dealer=DEALER, meter="10000")
    assert lost["progressive"].result == "lose"


def test_no_such_wager():
    for wager in ("ante", "trips", "Pai-Gow", "envy"):
        assert refusal(ALL, {"pai-gow": "10", wager: "5"})[0] == f"seats.1.wagers.{wager}"


@pytest.mark.parametrize("wagers", [None, [], "10", 10])
def test_wagers_are_a_table(wagers):
    assert refusal(ALL, wagers)[0] == "seats.1.wagers"


@pytest.mark.parametrize(
    "amount", [0, "0", "0.00", "-5", -5, 5.0, "1e3", "5.5", "5.005", "5,000", "$5", " 5", "", None, True, "05", "NaN"]
)
@pytest.mark.parametrize(
    ("wager", "path"),
    [("pai-gow", "7(d)"), ("ace-high", "7(e)(1)"), ("fortune", "7(e)(2)"), ("progressive", "7(e)(3)")],
)
def test_amounts_are_whole_cents_and_more_than_nothing(wager, path, amount):
    found = refusal(ALL, {"pai-gow": "10", wager: amount}, meter="10000")
    assert found == (f"seats.1.wagers.{wager}", f"58 Pa. Code § 688a.{path}")


@pytest.mark.parametrize(("amount", "stake"), [("10", 1000), (10, 1000), ("10.00", 1000), ("0.01", 1), ("12.55", 1255)])
def test_any_whole_cents_go_without_limits(amount, stake):
    line = one_seat(PLAIN, PLAYER, {"pai-gow": amount}, "house-way", dealer=DEALER)["pai-gow"]
    assert (line.stake, line.paid) == (stake, stake)


LIMITED = rules_of(
    "face-up-pai-gow",
    {
        "fortune": "1",
        "limits": {
            "pai-gow": {"minimum": "10", "maximum": "500", "step": "5"},
            "fortune": {"minimum": "1", "maximum": "25"},
        },
    },
)


@pytest.mark.parametrize("amount", ["9.99", "5", "11", "12.50", "500.01", "505"])
def test_limits_refuse(amount):
    assert refusal(LIMITED, {"pai-gow": amount}) == ("seats.1.wagers.pai-gow", "58 Pa. Code § 688a.7(d)")


@pytest.mark.parametrize("amount", ["10", "15", "500"])
def test_limits_allow_their_own_ends(amount):
    assert one_seat(LIMITED, PLAYER, {"pai-gow": amount}, "house-way", dealer=DEALER)["pai-gow"].result == "win"


@pytest.mark.parametrize(
    ("amount", "goes"), [("0.99", False), ("1", True), ("1.01", True), ("25", True), ("25.01", False)]
)
def test_limits_of_an_optional_wager(amount, goes):
    wagers = {"pai-gow": "10", "fortune": amount}
    if goes:
        assert "fortune" in one_seat(LIMITED, PLAYER, wagers, "house-way", dealer=DEALER)
    else:
        assert refusal(LIMITED, wagers) == ("seats.1.wagers.fortune", "58 Pa. Code § 688a.7(e)(2)")


@pytest.mark.parametrize(("table", "asked"), [(t, "5" if t == "4" else "1") for t in "1234567"])
def test_a_progressive_takes_only_what_its_table_prints(table, asked):
    rules = rules_of("face-up-pai-gow", {"progressive": table})
    wagers = {"pai-gow": "10", "progressive": asked}
    line = one_seat(rules, PLAYER, wagers, "house-way", dealer=DEALER, meter="10000")["progressive"]
    assert line.stake == int(asked) * 100
    for other in ("0.99", "1.01", "2", "4.99", "5.01", "10", {"1": "5", "5": "1"}[asked]):
        found = refusal(rules, {"pai-gow": "10", "progressive": other}, meter="10000")
        assert found == ("seats.1.wagers.progressive", "58 Pa. Code § 688a.12(d)")


def test_a_progressive_needs_the_meter():
    found = refusal(ALL, {"pai-gow": "10", "progressive": "5"})
    assert found == ("meter", "58 Pa. Code § 688a.7(e)(3)")


@pytest.mark.parametrize("meter", ["-1", 10000.5, "1e4", "10,000", "ten"])
def test_a_meter_is_an_amount(meter):
    seat = {"cards": PLAYER, "wagers": {"pai-gow": "10"}, "decisions": ["house-way"]}
    with pytest.raises(BadText) as refused:
        settled(ALL, {"1": seat}, dealer=DEALER, meter=meter)
    assert refused.value.field == "meter"


def test_a_meter_needs_a_progressive():
    assert refusal(PLAIN, {"pai-gow": "10"}, meter="10000")[0] == "meter"
    seat = {"cards": PLAYER, "wagers": {"pai-gow": "10"}, "decisions": ["house-way"]}
    assert settled(ALL, {"1": seat}, dealer=DEALER, meter="10000").meter == 1_000_000  # offered, and nobody bet


# Seats ---------------------------------------------------------------------------------------------------------

HANDS = {"1": PLAYER, "2": "9s 9h 6c 4h 2d Qs Jd", "3": "6s 6d Ac 8c Td Js 4c"}


def seats(players):
    return {
        n: {"cards": HANDS[n], "wagers": {"pai-gow": "10"}, "decisions": ["house-way"], "player": player}
        for n, player in players.items()
    }


@provision("688a.2(a)")
def test_the_table_has_six_positions():
    seat = {"cards": PLAYER, "wagers": {"pai-gow": "10"}, "decisions": ["house-way"]}
    for number in ("1", "6"):
        assert list(settled(PLAIN, {number: seat}, dealer=DEALER).seats) == [int(number)]
    for number in ("0", "7", "one", "1.0", ""):
        with pytest.raises(IllegalAction) as refused:
            settled(PLAIN, {number: seat}, dealer=DEALER)
        assert (refused.value.field, refused.value.cite) == ("seats", "58 Pa. Code § 688a.2(a)")
    with pytest.raises(IllegalAction):
        settled(PLAIN, {}, dealer=DEALER)


@provision("688a.7(f)", held="outcome")
def test_two_adjacent_positions_are_played_separately():
    rules = rules_of("face-up-pai-gow", {"adjacent-boxes": 2})
    done = settled(rules, seats({"1": "Ann", "2": "Ann", "3": "Bob"}), dealer=DEALER)
    # nines with Q J in front push; sixes with A J in front push
    assert [done.seats[n].line("pai-gow").result for n in (1, 2, 3)] == ["win", "push", "push"]


@provision("688a.7(f)")
@pytest.mark.parametrize(
    ("boxes", "players", "field"),
    [
        (2, {"1": "Ann", "2": "Bob", "3": "Ann"}, "seats.3.player"),  # not adjacent
        (2, {"1": "Ann", "2": "Ann", "3": "Ann"}, "seats.3.player"),
        (1, {"1": "Ann", "2": "Ann"}, "seats.2.player"),
        (None, {"1": "Ann", "2": "Ann"}, "seats.2.player"),  # two are for a submission that specifies them
        (None, {"1": "Ann", "3": "Ann"}, "seats.3.player"),
    ],
)
def test_no_more_positions_than_submitted_and_only_adjacent_ones(boxes, players, field):
    told = {} if boxes is None else {"adjacent-boxes": boxes}
    with pytest.raises(IllegalAction) as refused:
        settled(rules_of("face-up-pai-gow", told), seats(players), dealer=DEALER)
    assert (refused.value.field, refused.value.cite) == (field, "58 Pa. Code § 688a.7(f)")


def test_a_seat_has_no_other_keys():
    seat = {"cards": PLAYER, "wagers": {"pai-gow": "10"}, "decisions": ["house-way"]}
    for key, value in (("bet", "10"), ("match-play", "5"), ("player", 7)):
        with pytest.raises(IllegalAction) as refused:
            settled(PLAIN, {"1": {**seat, key: value}}, dealer=DEALER)
        assert refused.value.field == f"seats.1.{key}"
