"""§ 686a.6. Wagers."""

from __future__ import annotations

import pytest

from croupier import BadText, IllegalAction
from tests.support import one_seat, provision, rules_of, settled

RULES = rules_of("over-under", {"bonus": "1"})
WITHOUT_BONUS = rules_of("over-under")


def refused(rules, wagers, *decisions):
    with pytest.raises(IllegalAction) as error:
        one_seat(rules, "Kc 9d 7h", wagers, *(decisions or ["over"]))
    return error.value.field, error.value.cite


@provision("686a.6(d)")
def test_an_ante_takes_part():
    lines = one_seat(RULES, "Kc 9d 7h", {"ante": "10"}, "over")
    assert {wager: line.stake for wager, line in lines.items()} == {"ante": 1000, "over": 1000}


@provision("686a.6(d)")
@pytest.mark.parametrize("wagers", [{}, {"bonus": "5"}])
def test_no_ante_no_round(wagers):
    assert refused(RULES, wagers) == ("seats.1.wagers.ante", "58 Pa. Code § 686a.6(d)")


@provision("686a.6(d)")
@pytest.mark.parametrize("wagers", [None, "10", ["ante"], 10])
def test_wagers_are_a_table(wagers):
    assert refused(RULES, wagers) == ("seats.1.wagers", "58 Pa. Code § 686a.6(d)")


@provision("686a.6(e)")
def test_the_bonus_is_open_to_a_player_with_an_ante():
    lines = one_seat(RULES, "Kc 9d 7h", {"ante": "10", "bonus": "2.50"}, "over")
    assert (lines["bonus"].stake, lines["bonus"].net) == (250, -250)


@provision("686a.6(e)")
def test_the_bonus_is_offered_only_if_the_submission_says_so():
    assert not WITHOUT_BONUS.offers("bonus")
    assert refused(WITHOUT_BONUS, {"ante": "10", "bonus": "5"}) == (
        "seats.1.wagers.bonus",
        "58 Pa. Code § 686a.6(e)",
    )


@provision("686a.6(c)")
@pytest.mark.parametrize("wager", ["over", "under"])
@pytest.mark.parametrize("said", ["over", "under", "surrender"])
def test_over_and_under_are_not_placed_before_the_first_card(wager, said):
    field, cite = refused(RULES, {"ante": "10", wager: "10"}, said)
    assert (field, cite) == (f"seats.1.wagers.{wager}", "58 Pa. Code § 686a.6(c)")


@pytest.mark.parametrize("wager", ["blind", "play", "Ante", "surrender", ""])
def test_no_other_wager_exists(wager):
    field, cite = refused(RULES, {"ante": "10", wager: "10"})
    assert field == f"seats.1.wagers.{wager}"
    assert cite is not None
    assert cite.startswith("58 Pa. Code § 686a.6")


BAD_AMOUNTS = [
    10.0,
    0.5,
    "1e3",
    "1E1",
    "-5",
    -5,
    "+5",
    "0",
    0,
    "0.00",
    "",
    " 10",
    "10 ",
    "1,000",
    "$10",
    "10.5",
    "10.505",
    ".50",
    "10.",
    "010",
    "ten",
    "NaN",
    "inf",
    None,
    True,
    ["10"],
    {"dollars": 10},
]


@pytest.mark.parametrize("amount", BAD_AMOUNTS, ids=repr)
@pytest.mark.parametrize(("wager", "cite"), [("ante", "6(d)"), ("bonus", "6(e)")])
def test_an_amount_is_dollars_and_cents_and_more_than_nothing(wager, cite, amount):
    field, why = refused(RULES, {"ante": "10", "bonus": "5", wager: amount})
    assert (field, why) == (f"seats.1.wagers.{wager}", f"58 Pa. Code § 686a.{cite}")


@pytest.mark.parametrize(
    ("amount", "stake"),
    [("0.01", 1), ("7", 700), ("12.50", 1250), (15, 1500), ("250000.01", 25000001)],
)
def test_any_whole_cent_stake_goes_without_limits(amount, stake):
    lines = one_seat(RULES, "Kc 9d 7h", {"ante": amount, "bonus": amount}, "over")
    assert {line.stake for line in lines.values()} == {stake}
    assert lines["over"].paid == stake


LIMITED = rules_of(
    "over-under",
    {
        "bonus": "1",
        "limits": {
            "ante": {"minimum": "5", "maximum": "100", "step": "2.50"},
            "bonus": {"minimum": "1", "maximum": "25", "step": "1"},
        },
    },
)


@pytest.mark.parametrize(
    ("wager", "amount"),
    [("ante", "5"), ("ante", "7.50"), ("ante", "100"), ("bonus", "1"), ("bonus", "2"), ("bonus", "25")],
)
def test_limits_hold_at_their_ends(wager, amount):
    lines = one_seat(LIMITED, "Kc 9d 7h", {"ante": "10", "bonus": "5", wager: amount}, "over")
    assert lines[wager].stake == round(float(amount) * 100)


@pytest.mark.parametrize(
    ("wager", "amount", "words"),
    [
        ("ante", "4.99", "below the table minimum"),
        ("ante", "2.50", "below the table minimum"),
        ("ante", "102.50", "above the table maximum"),
        ("ante", "100.01", "above the table maximum"),
        ("ante", "6", "off the step"),
        ("ante", "99.99", "off the step"),
        ("bonus", "0.99", "below the table minimum"),
        ("bonus", "26", "above the table maximum"),
        ("bonus", "1.50", "off the step"),
    ],
)
def test_limits_refuse_beside_their_ends(wager, amount, words):
    with pytest.raises(IllegalAction, match=words) as error:
        one_seat(LIMITED, "Kc 9d 7h", {"ante": "10", "bonus": "5", wager: amount}, "over")
    cite = {"ante": "58 Pa. Code § 686a.6(d)", "bonus": "58 Pa. Code § 686a.6(e)"}[wager]
    assert (error.value.field, error.value.cite) == (f"seats.1.wagers.{wager}", cite)


def boxes(*seats, player="Ann"):
    return {
        str(n): {"cards": "Kc 9d 7h", "wagers": {"ante": "10"}, "decisions": ["over"], "player": player} for n in seats
    }


@provision("686a.6(f)")
@pytest.mark.parametrize(
    ("most", "held"),
    [(1, [4]), (2, [1, 2]), (2, [5, 6]), (3, [2, 3, 4]), (3, [3, 4]), (6, [1, 2, 3, 4, 5, 6])],
)
def test_adjacent_boxes_up_to_the_number_specified(most, held):
    done = settled(rules_of("over-under", {"adjacent-boxes": most}), boxes(*held))
    assert [seat.net for seat in done.seats.values()] == [2000] * len(held)


@provision("686a.6(f)")
@pytest.mark.parametrize(
    ("most", "held"),
    [(1, [1, 2]), (2, [1, 3]), (2, [1, 2, 3]), (3, [1, 2, 4]), (6, [1, 6]), (2, [1, 2, 6]), (None, [3, 4])],
)
def test_more_boxes_or_boxes_apart_are_refused(most, held):
    with pytest.raises(IllegalAction) as error:
        settled(rules_of("over-under", {} if most is None else {"adjacent-boxes": most}), boxes(*held))
    assert (error.value.field, error.value.cite) == (f"seats.{held[-1]}.player", "58 Pa. Code § 686a.6(f)")


@provision("686a.6(f)")
def test_boxes_of_two_players_do_not_add_up():
    rules = rules_of("over-under", {"adjacent-boxes": 2})
    done = settled(rules, boxes(1, 2) | boxes(3, 4, player="Bob") | boxes(6, player="Cy"))
    assert list(done.seats) == [1, 2, 3, 4, 6]


@provision("686a.2(a)")
@pytest.mark.parametrize("number", ["0", "7", "-1", "01", "1.0", "one", ""])
def test_the_table_has_seats_one_to_six(number):
    with pytest.raises(IllegalAction) as error:
        settled(RULES, {"1": boxes(1)["1"], number: boxes(2)["2"]})
    assert (error.value.field, error.value.cite) == ("seats", "58 Pa. Code § 686a.2(a)")


@provision("686a.2(a)")
def test_all_six_seats_play():
    done = settled(RULES, {str(n): boxes(n)[str(n)] | {"player": f"player {n}"} for n in range(1, 7)})
    assert [seat.net for seat in done.seats.values()] == [2000] * 6


@pytest.mark.parametrize("seats", [{}, None, [], "1"])
def test_somebody_must_have_wagered(seats):
    with pytest.raises(IllegalAction) as error:
        settled(RULES, seats)
    assert error.value.field == "seats"


@pytest.mark.parametrize("place", ["dealer", "community", "all_six", "replacement"])
def test_no_cards_but_the_players(place):
    with pytest.raises(IllegalAction) as error:
        one_seat(RULES, "Kc 9d 7h", {"ante": "10"}, "over", **{place: "2c 3c 4c"})
    assert error.value.field == place.replace("_", "-")


def test_there_is_no_meter():
    with pytest.raises(IllegalAction) as error:
        one_seat(RULES, "Kc 9d 7h", {"ante": "10"}, "over", meter="1000")
    assert error.value.field == "meter"


def test_a_meter_must_be_an_amount_anyway():
    with pytest.raises(BadText) as error:
        one_seat(RULES, "Kc 9d 7h", {"ante": "10"}, "over", meter="much")
    assert error.value.field == "meter"


@pytest.mark.parametrize(("key", "value"), [("match-play", "5"), ("player", 3), ("hand", "x"), ("card", "As")])
def test_a_seat_holds_nothing_unheard_of(key, value):
    with pytest.raises(IllegalAction) as error:
        settled(RULES, {"2": boxes(2)["2"] | {key: value}})
    assert error.value.field == f"seats.2.{key}"
