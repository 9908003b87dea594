"""§ 683a.12(a). Payout odds of Ante and Raise Wagers, and § 683a.12(f), the payout limit."""

from __future__ import annotations

from itertools import combinations

import pytest

from croupier import IllegalAction, SubmissionError, open_game
from croupier.games.pa.cajun_stud import NAMES, RANKING
from croupier.kit.cards import STANDARD, cards
from tests.support import one_seat, provision, rules_of, settled

CITE = "58 Pa. Code § 683a."

HANDS = {
    "Royal flush": ("As Ks", "Qs Js Ts"),
    "Straight flush": ("9h 8h", "7h 6h 5h"),
    "Four-of-a-kind": ("2c 2d", "2h 2s 3c"),
    "Full house": ("2c 2d", "2h 3s 3c"),
    "Flush": ("7c 5c", "4c 3c 2c"),
    "Straight": ("Ac 2d", "3h 4s 5c"),
    "Three-of-a-kind": ("2c 2d", "2h 3s 4c"),
    "Two pair": ("2c 2d", "3h 3s 4c"),
    "Pair of jacks or better": ("Jc Jd", "9h 5s 2c"),
}
PAYS = {  # on a $10 Ante, in cents
    "A": {
        "Royal flush": ("500 to 1", 500_000),
        "Straight flush": ("100 to 1", 100_000),
        "Four-of-a-kind": ("40 to 1", 40_000),
        "Full house": ("10 to 1", 10_000),
        "Flush": ("6 to 1", 6_000),
        "Straight": ("4 to 1", 4_000),
        "Three-of-a-kind": ("3 to 1", 3_000),
        "Two pair": ("2 to 1", 2_000),
        "Pair of jacks or better": ("1 to 1", 1_000),
    },
    "B": {
        "Royal flush": ("500 to 1", 500_000),
        "Straight flush": ("100 to 1", 100_000),
        "Four-of-a-kind": ("40 to 1", 40_000),
        "Full house": ("11 to 1", 11_000),
        "Flush": ("7 to 1", 7_000),
        "Straight": ("4 to 1", 4_000),
        "Three-of-a-kind": ("3 to 1", 3_000),
        "Two pair": ("3 to 2", 1_500),
        "Pair of jacks or better": ("1 to 1", 1_000),
    },
    "C": {
        "Royal flush": ("500 to 1", 500_000),
        "Straight flush": ("100 to 1", 100_000),
        "Four-of-a-kind": ("40 to 1", 40_000),
        "Full house": ("11 to 1", 11_000),
        "Flush": ("7 to 1", 7_000),
        "Straight": ("5 to 1", 5_000),
        "Three-of-a-kind": ("3 to 1", 3_000),
        "Two pair": ("3 to 2", 1_500),
        "Pair of jacks or better": ("1 to 1", 1_000),
    },
}


@provision("683a.12(a)")
@pytest.mark.parametrize(
    ("table", "row", "odds", "paid"),
    [(t, row, *pays) for t, rows in PAYS.items() for row, pays in rows.items()],
)
def test_every_row_of_the_ante_and_raise_tables(table, row, odds, paid):
    held, community = HANDS[row]
    rules = rules_of("cajun-stud", {"ante": table})
    lines = one_seat(rules, held, {"ante": "10"}, "raise-1", "raise-2", "raise-3", community=community)
    for (wager, line), times in zip(lines.items(), (1, 1, 2, 3), strict=True):
        assert (line.stake, line.paid, line.net) == (1000 * times, paid * times, paid * times), wager
        assert (line.result, line.odds, line.row) == ("win", odds, row)
        assert (str(line.cite), str(line.pays_cite)) == (CITE + "11(h)(1)", CITE + "12(a)")


@provision("683a.12(a)")
@pytest.mark.parametrize("table", "ABC")
@pytest.mark.parametrize("pair", ["6", "7", "8", "9", "T"])
def test_sixes_to_tens_push_in_every_table(table, pair):
    rules = rules_of("cajun-stud", {"ante": table})
    said = ("raise-3", "raise-2", "raise-1")
    lines = one_seat(rules, f"{pair}c {pair}d", {"ante": "10"}, *said, community="Ah 4s 2c")
    assert {(line.result, line.odds, line.paid, line.net) for line in lines.values()} == {("push", None, 0, 0)}
    assert {line.row for line in lines.values()} == {"Pair of 6s to 10s"}


@provision("683a.12(a)")
@pytest.mark.parametrize("table", "ABC")
@pytest.mark.parametrize(
    ("held", "result", "net"), [("Jc Jd", "win", 7000), ("Ac Ad", "win", 7000), ("5c 5d", "lose", -7000)]
)
def test_pairs_beside_those_that_push(table, held, result, net):
    rules = rules_of("cajun-stud", {"ante": table})
    lines = one_seat(rules, held, {"ante": "10"}, "raise-3", "raise-2", "raise-1", community="Kh 4s 2h")
    assert {line.result for line in lines.values()} == {result}
    assert sum(line.net for line in lines.values()) == net


@provision("683a.12(a)")
@pytest.mark.parametrize("table", "BC")
def test_3_to_2_is_paid_exactly_or_the_stake_is_refused(table):
    rules = rules_of("cajun-stud", {"ante": table})
    raised = ["raise-1", "raise-1", "raise-3"]
    lines = one_seat(rules, "2c 2d", {"ante": "0.02"}, *raised, community="3h 3s 4c")
    assert [line.paid for line in lines.values()] == [3, 3, 3, 9]
    assert one_seat(rules, "2c 2d", {"ante": "5"}, *raised, community="3h 3s 4c")["ante"].paid == 750
    for ante in ("0.01", "0.03", "10.01"):
        with pytest.raises(IllegalAction) as refused:
            one_seat(rules, "2c 2d", {"ante": ante}, *raised, community="3h 3s 4c")
        assert (refused.value.field, refused.value.cite) == ("seats.1.wagers.ante", CITE + "12(a)")


# (f), the payout limit

LIMITED = rules_of("cajun-stud", {"payout-limit": "50000", "pocket": "A", "board": "C", "all-six": "E"})


def royal(ante, *said, rules=LIMITED, **wagers):
    four = "2d 2h 3d 3h" if "all-six" in wagers else None
    wagers = {wager.replace("_", "-"): stake for wager, stake in {"ante": ante, **wagers}.items()}
    return one_seat(rules, "As Ks", wagers, *said, community="Qs Js Ts", all_six=four)


@provision("683a.12(f)")
def test_winnings_up_to_the_limit_are_paid_in_full():
    lines = royal("10", "raise-3", "raise-3", "raise-3")
    assert [line.paid for line in lines.values()] == [500_000, 1_500_000, 1_500_000, 1_500_000]
    assert {line.limited_by for line in lines.values()} == {None}


@provision("683a.12(f)")
@pytest.mark.parametrize(
    ("ante", "paid"),
    [
        ("10.01", [500_500, 1_501_500, 1_501_500, 1_496_500]),
        ("15", [750_000, 2_250_000, 2_000_000, 0]),
        ("25", [1_250_000, 3_750_000, 0, 0]),
        ("26", [1_300_000, 3_700_000, 0, 0]),
        ("100", [5_000_000, 0, 0, 0]),
        ("200", [5_000_000, 0, 0, 0]),
    ],
)
def test_winnings_beyond_the_limit_are_cut_from_the_last_raise_backwards(ante, paid):
    lines = royal(ante, "raise-3", "raise-3", "raise-3")
    whole = royal(ante, "raise-3", "raise-3", "raise-3", rules=rules_of("cajun-stud"))
    assert [line.paid for line in lines.values()] == [line.net for line in lines.values()] == paid
    assert sum(paid) == 5_000_000
    for wager, line in lines.items():
        assert (line.result, line.odds) == ("win", "500 to 1" if line.paid else None)
        cut = line.paid < whole[wager].paid
        assert (str(line.limited_by) if line.limited_by else None) == (CITE + "12(f)" if cut else None)


@provision("683a.12(f)")
def test_without_a_limit_nothing_is_cut():
    lines = royal("200", "raise-3", "raise-3", "raise-3", rules=rules_of("cajun-stud"))
    assert sum(line.paid for line in lines.values()) == 100_000_000


@provision("683a.12(f)")
def test_the_limit_does_not_touch_optional_wagers():
    lines = royal("100", "raise-1", "raise-1", "raise-1", pocket="5000", board="5000")
    assert [line.paid for line in lines.values()] == [5_000_000, 0, 0, 0, 10_000_000, 20_000_000]
    wagers = {"ante": "10", "all-six": "5"}
    six = one_seat(LIMITED, "Ad Kd", wagers, "fold", all_six="Qd Jd Td 9d")["all-six"]
    assert (six.paid, six.limited_by) == (100_000_000, None)


def two_royal_seats(first, second):
    royal = {"cards": "As Ks", "wagers": {"ante": "10"}, "decisions": ["raise-3", "raise-3", "raise-2"]}
    lower = {"cards": "9s 8s", "wagers": {"ante": "20"}, "decisions": ["raise-1", "raise-1", "raise-1"]}
    if first is not None:
        royal["player"] = first
    if second is not None:
        lower["player"] = second
    done = settled(LIMITED, {"5": royal, "4": lower}, community="Qs Js Ts").seats
    return [line.paid for line in done[5].lines], [line.paid for line in done[4].lines]


@provision("683a.12(f)")
def test_seats_of_one_player_share_one_limit():
    royal, lower = two_royal_seats("Ann", "Ann")
    assert royal == [500_000, 1_500_000, 1_500_000, 1_000_000]
    assert lower == [200_000, 200_000, 100_000, 0]


@provision("683a.12(f)")
@pytest.mark.parametrize(("first", "second"), [("Ann", "Bob"), (None, None), ("Ann", None), (None, "4")])
def test_each_player_has_a_limit_of_their_own(first, second):
    royal, lower = two_royal_seats(first, second)
    assert sum(royal) == 4_500_000
    assert lower == [200_000] * 4


@provision("683a.12(f)")
def test_losses_at_another_seat_do_not_widen_the_limit():
    raised = {"decisions": ["raise-3", "raise-3", "raise-3"], "player": "Ann"}
    seats = {
        "2": {"cards": "2c 4d", "wagers": {"ante": "1000"}, **raised},
        "1": {"cards": "As Ks", "wagers": {"ante": "20"}, **raised},
    }
    done = settled(LIMITED, seats, community="Qs Js Ts").seats
    assert (done[2].net, done[1].net) == (-1_000_000, 5_000_000)


@provision("683a.12(f)")
@pytest.mark.parametrize(
    ("limit", "minimum", "accepted"),
    [
        ("50000", None, True),
        ("49999.99", None, False),
        ("0", None, False),
        ("50000", "25", True),  # $25 on the Ante and three Raises at 500 to 1 is $50,000
        ("49999.99", "25", False),
        ("50000", "5", True),
        ("49999.99", "5", False),
        ("50000", "26", False),
        ("51999.99", "26", False),
        ("52000", "26", True),
        ("199999.99", "100", False),
        ("200000", "100", True),
    ],
)
def test_the_least_limit_is_50000_or_the_most_a_minimum_bettor_can_win(limit, minimum, accepted):
    for table in "ABC":
        chosen = {"ante": table, "payout-limit": limit}
        if minimum is not None:
            chosen["limits"] = {"ante": {"minimum": minimum, "maximum": "1000", "step": "1"}}
        if accepted:
            assert rules_of("cajun-stud", chosen).chosen["payout-limit"] == int(limit) * 100
            continue
        with pytest.raises(SubmissionError) as refused:
            rules_of("cajun-stud", chosen)
        assert [(r.field, r.cite) for r in refused.value.refusals] == [("payout-limit", CITE + "12(f)")]


MOST = {  # royal flush, straight flush, three flushes and a straight, to 1
    "A": (500, 600, 606, 612, 618, 622),
    "B": (500, 600, 607, 614, 621, 625),
    "C": (500, 600, 607, 614, 621, 626),
}
BEST = ("As Ks", "9s 8s", "7s 6s", "5s 4s", "3s 2s", "Ad Kd")


@provision("683a.12(f)", "683a.7(e)")
@pytest.mark.parametrize("boxes", range(1, 7))
@pytest.mark.parametrize("table", "ABC")
def test_the_least_limit_to_be_filed_covers_the_boxes_that_one_patron_may_wager_on(table, boxes):
    limits = {"ante": {"minimum": "100", "step": "2"}}
    filed = {"ante": table, "adjacent-boxes": boxes, "limits": limits}
    least = MOST[table][boxes - 1] * 4 * 100
    rules = open_game("cajun-stud").rules({**filed, "payout-limit": str(least)}, complete=True)
    with pytest.raises(SubmissionError) as refused:
        open_game("cajun-stud").rules({**filed, "payout-limit": f"{least - 1}.99"}, complete=True)
    assert [(r.field, r.cite) for r in refused.value.refusals] == [("payout-limit", CITE + "12(f)")]
    raised = {"wagers": {"ante": "100"}, "decisions": ["raise-1"] * 3, "player": "Ann"}
    seats = {str(seat): {"cards": cards, **raised} for seat, cards in enumerate(BEST[:boxes], 1)}
    done = settled(rules, seats, community="Qs Js Ts")
    assert sum(seat.net for seat in done.seats.values()) == least * 100  # and not a cent is cut
    if boxes > 1:  # a round may still be told by what a table has filed before
        assert rules_of("cajun-stud", {**filed, "payout-limit": str(least - 1)})


@provision("683a.12(f)")
def test_beside_a_royal_flush_there_is_one_straight_flush_at_most_and_nothing_else_above_a_flush():
    """One suit is as good as another. Without a royal flush two straight flushes, or four of a kind, win less."""
    straight_flushes = []
    for board in combinations(cards("Ts Js Qs Ks As"), 3):
        rest = [card for card in STANDARD if card not in board]
        named = {pair: NAMES[RANKING.rank((*board, *pair)).category] for pair in combinations(rest, 2)}
        (royal,) = (pair for pair, name in named.items() if name == "royal-flush")
        beside = {pair: name for pair, name in named.items() if not set(pair) & set(royal)}
        assert not {"four-of-a-kind", "full-house"} & set(beside.values())
        straight_flushes.append(list(beside.values()).count("straight-flush"))
    assert straight_flushes == [1, *[0] * 9]  # over 10, jack and queen


@pytest.mark.parametrize("limit", ["5e4", 50000.0, "-50000", "50,000", "$50000", None, True])
def test_the_limit_is_an_amount(limit):
    with pytest.raises(SubmissionError) as refused:
        rules_of("cajun-stud", {"payout-limit": limit})
    assert [(r.field, r.cite) for r in refused.value.refusals] == [("payout-limit", CITE + "12(f)")]
