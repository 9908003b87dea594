"""§ 687a.12(c). The Progressive Bonus Wager: rows, meter, the joker's replacement, folded hands."""

from __future__ import annotations

import pytest

from croupier import IllegalAction
from croupier.kit.cards import JOKER
from tests.support import provision, rules_of, settled, won

EDITIONS = ("pa-2021", "pa-2019-proposed")
ONE = rules_of("dj-wild", {"progressive": "1"})
RETURNED = rules_of("dj-wild", {"progressive": "1"}, readings={"progressive-stake": "returned"})
WILD = rules_of("dj-wild", {"progressive": "1"}, readings={"progressive-deuces": "wild"})
BASE = {"ante": "10", "blind": "10"}
LOW = "Qd Td 8s 6c 3d"
CODE = "58 Pa. Code § 687a."


def played(rules, cards, *, stake="1", decision="raise", meter="2345.67", **places):
    """One bettor in seat 1: the progressive line, and the meter after it."""
    seat = {"cards": cards, "wagers": {**BASE, "progressive": stake}, "decisions": [decision]}
    done = settled(rules, {"1": seat}, meter=meter, **{"dealer": LOW, **places})
    return done.seats[1].line("progressive"), done.meter


HANDS = {
    "royal-flush": "As Ks Qs Js Ts",
    "straight-flush": "9h 8h 7h 6h 5h",
    "four-of-a-kind": "9c 9d 9h 9s 4c",
    "full-house": "9c 9d 9h 4s 4c",
    "flush": "Kh Jh 9h 6h 3h",
    "straight": "9c 8d 7h 6s 5c",
    "three-of-a-kind": "9c 9d 9h Ks 4c",
}


@provision("687a.12(c)", "687a.11(f)(1)(ii)", "687a.7(d)(2)")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("hand", "odds", "paid", "left"),
    [
        pytest.param("royal-flush", "100% of meter", 2345_67, 2000_00, marks=won("687a.6(d)(1)")),
        pytest.param("straight-flush", "10% of meter", 234_56, 2111_11, marks=won("687a.6(d)(2)")),
        pytest.param("four-of-a-kind", "300 to 1", 300_00, 2345_67, marks=won("687a.6(d)(3)")),
        pytest.param("full-house", "50 to 1", 50_00, 2345_67, marks=won("687a.6(d)(4)")),
        pytest.param("flush", "40 to 1", 40_00, 2345_67, marks=won("687a.6(d)(5)")),
        pytest.param("straight", "30 to 1", 30_00, 2345_67, marks=won("687a.6(d)(6)")),
        pytest.param("three-of-a-kind", "9 to 1", 9_00, 2345_67, marks=won("687a.6(d)(7)")),
    ],
)
def test_paytable_1_takes_a_dollar_and_seeds_at_2000(edition, hand, odds, paid, left):
    line, meter = played(rules_of("dj-wild", {"progressive": "1"}, edition=edition), HANDS[hand])
    assert (line.result, line.odds, line.stake, line.paid, line.net) == ("win", odds, 100, paid, paid - 100)
    assert (str(line.cite), str(line.pays_cite)) == (CODE + "11(f)(1)(ii)", CODE + "12(c)")
    assert meter == left


@provision("687a.12(c)", "687a.11(f)(1)(ii)", "687a.7(d)(2)")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("hand", "odds", "paid", "left"),
    [
        pytest.param("royal-flush", "100% of meter", 12345_67, 10000_00, marks=won("687a.6(d)(1)")),
        pytest.param("straight-flush", "10% of meter", 1234_56, 11111_11, marks=won("687a.6(d)(2)")),
        pytest.param("four-of-a-kind", "300 to 1", 1500_00, 12345_67, marks=won("687a.6(d)(3)")),
        pytest.param("full-house", "50 to 1", 250_00, 12345_67, marks=won("687a.6(d)(4)")),
        pytest.param("flush", "40 to 1", 200_00, 12345_67, marks=won("687a.6(d)(5)")),
        pytest.param("straight", "30 to 1", 150_00, 12345_67, marks=won("687a.6(d)(6)")),
        pytest.param("three-of-a-kind", "9 to 1", 45_00, 12345_67, marks=won("687a.6(d)(7)")),
    ],
)
def test_paytable_2_takes_five_dollars_and_seeds_at_10000(edition, hand, odds, paid, left):
    rules = rules_of("dj-wild", {"progressive": "2"}, edition=edition)
    line, meter = played(rules, HANDS[hand], stake="5", meter="12345.67")
    assert (line.result, line.odds, line.stake, line.paid, line.net) == ("win", odds, 500, paid, paid - 500)
    assert meter == left


@provision("687a.11(f)(1)(i)")
@provision("687a.7(d)(2)", held="outcome")
@pytest.mark.parametrize("cards", ["Ac Ad Kc Kh Jh", "9c 9d Ks 4c 3h", "Ac Kh 9h 5s 4c", "9c 8d 7h 6s 4c"])
def test_below_three_of_a_kind_loses(cards):
    line, meter = played(ONE, cards)
    assert (line.result, line.odds, line.paid, line.net) == ("lose", None, 0, -100)
    assert (str(line.cite), meter) == (CODE + "11(f)(1)(i)", 2345_67)


@provision("687a.12(c)")
@pytest.mark.parametrize(
    ("meter", "paid"), [("2000.00", 200_00), ("2000.09", 200_00), ("2000.10", 200_01), ("2000.19", 200_01)]
)
def test_ten_percent_is_rounded_down_and_the_rest_stays(meter, paid):
    line, left = played(ONE, HANDS["straight-flush"], meter=meter)
    assert line.paid == paid
    assert left == int(meter.replace(".", "")) - paid


@provision("687a.12(c)")
def test_reading_progressive_stake_returns_the_dollar_on_odds_to_1():
    for hand, paid in (("four-of-a-kind", 300_00), ("three-of-a-kind", 9_00)):
        assert (played(ONE, HANDS[hand])[0].paid, played(ONE, HANDS[hand])[0].net) == (paid, paid - 100)
        assert (played(RETURNED, HANDS[hand])[0].paid, played(RETURNED, HANDS[hand])[0].net) == (paid, paid)
    assert played(RETURNED, "9c 9d Ks 4c 3h")[0].net == -100


@provision("687a.12(c)")
@pytest.mark.parametrize(("hand", "paid"), [("royal-flush", 2345_67), ("straight-flush", 234_56)])
def test_reading_progressive_stake_returns_it_with_shares_of_the_meter_too(hand, paid):
    line, _ = played(RETURNED, HANDS[hand])
    assert (line.paid, line.net) == (paid, paid)


# The joker and the deuces.


@provision("687a.11(f)(1)", held="outcome")
@pytest.mark.parametrize(
    ("cards", "spare", "odds"),
    [
        ("As Ks Qs Js Jk", "Ts", "100% of meter"),
        ("As Ks Qs Js Jk", "9s", "40 to 1"),
        ("As Ks Qs Js Jk", "Th", "30 to 1"),
        ("As Ks Qs Js Jk", "9d", None),
        ("9c 9d 9h 9s Jk", "4c", "300 to 1"),  # not five-of-a-kind
        ("9c 9d 9h 4c Jk", "4d", "50 to 1"),
        ("9c 9d Ks 4c Jk", "2c", None),  # a deuce for the joker is a deuce
        ("2c 2d 2h 2s Jk", "9c", "300 to 1"),  # five wilds are four deuces
    ],
)
def test_the_extra_card_takes_the_jokers_place(cards, spare, odds):
    line, _ = played(ONE, cards, replacement=spare)
    assert line.odds == odds
    assert line.result == ("win" if odds else "lose")


@provision("687a.11(f)(1)")
def test_the_extra_card_counts_for_the_progressive_alone_and_only_for_the_joker():
    rules = rules_of("dj-wild", {"progressive": "1", "trips": "DJWT-04"})
    seat = {
        "cards": "As Ks Qs Js Jk",
        "wagers": {**BASE, "progressive": "1", "trips": "5"},
        "decisions": ["raise"],
    }
    done = settled(rules, {"1": seat}, dealer=LOW, meter="2500", replacement="9c").seats[1]
    assert [(x.wager, x.odds) for x in done.lines if x.wager in {"blind", "trips", "progressive"}] == [
        ("blind", "50 to 1"),
        ("progressive", None),
        ("trips", "90 to 1"),
    ]
    line, _ = played(ONE, "9c 9d 9h Ks 4c", replacement="9s")  # no joker: the card stays face down
    assert line.odds == "9 to 1"


@provision("687a.11(f)(1)")
@pytest.mark.parametrize(
    ("places", "cite"),
    [
        ({}, "2(b)(4)"),
        ({"replacement": ""}, "2(b)(4)"),
        ({"replacement": "9c 9d"}, "2(b)(4)"),
        ({"replacement": "As"}, "3(a)"),
        ({"replacement": "Jk"}, "3(a)"),
    ],
)
@pytest.mark.parametrize("decision", ["raise", "fold"])
def test_the_extra_card_must_be_given_once(places, cite, decision):
    with pytest.raises(IllegalAction) as refused:
        played(ONE, "As Ks Qs Js Jk", decision=decision, **places)
    assert (refused.value.field, refused.value.cite) == ("replacement", CODE + cite)


@provision("687a.11(f)(1)")
@pytest.mark.parametrize(
    ("cards", "natural", "wild"),
    [
        ("9c 9d 2h Ks 4c", None, "9 to 1"),
        ("9c 9d 9h 2h 4c", "9 to 1", "300 to 1"),
        ("9c 9d 9h 2c 2d", "50 to 1", "300 to 1"),  # five-of-a-kind pays as four
        ("2c 2d 2h 2s 9c", "300 to 1", "300 to 1"),
        ("2c 2d 2h 2s Ac", "300 to 1", "100% of meter"),
        ("Ah Kh Qh Jh 2h", "40 to 1", "100% of meter"),
        ("9h 8h 7h 5h 2c", None, "10% of meter"),
        ("9c 9d 9h Ks 4c", "9 to 1", "9 to 1"),
    ],
)
def test_reading_progressive_deuces(cards, natural, wild):
    assert played(ONE, cards)[0].odds == natural
    assert played(WILD, cards)[0].odds == wild


# Folded hands.


@provision("687a.11(b)(3)", "687a.11(c)")
@pytest.mark.parametrize("submission", [{"progressive": "1"}, {"progressive": "1", "folded-progressive": True}])
def test_a_folded_hand_may_win(submission):
    line, meter = played(rules_of("dj-wild", submission), HANDS["straight-flush"], decision="fold")
    assert (line.result, line.paid, line.net, meter) == ("win", 234_56, 233_56, 2111_11)
    line, _ = played(rules_of("dj-wild", submission), "9c 9d Ks 4c 3h", decision="fold")
    assert (line.result, line.net) == ("lose", -100)


@provision("687a.11(b)(3)")
def test_the_house_may_choose_that_a_fold_forfeits_it():
    rules = rules_of("dj-wild", {"progressive": "1", "folded-progressive": False})
    line, meter = played(rules, HANDS["royal-flush"], decision="fold")
    assert (line.result, line.odds, line.paid, line.net) == ("forfeit", None, 0, -100)
    assert (str(line.cite), meter) == (CODE + "11(b)(3)", 2345_67)
    assert played(rules, HANDS["royal-flush"])[0].result == "win"


@provision("687a.11(f)(1)(ii)")
def test_it_wins_whatever_the_dealer_holds():
    line, _ = played(ONE, HANDS["three-of-a-kind"], dealer="2c 2d 2h 2s Jk")
    assert (line.result, line.paid) == ("win", 900)


@provision("687a.11(b)(3)", "687a.2(b)(4)")
def test_a_fold_that_forfeits_the_wager_leaves_the_joker_unreplaced():
    forfeits = rules_of("dj-wild", {"progressive": "1", "folded-progressive": False})
    line, meter = played(forfeits, "Jk 9d 8h 4s 3c", decision="fold")
    assert (line.result, str(line.cite), meter) == ("forfeit", f"{CODE}11(b)(3)", 2345_67)
    with pytest.raises(IllegalAction, match="the card for the joker must be given"):
        played(ONE, "Jk 9d 8h 4s 3c", decision="fold")


@provision("687a.2(b)(4)", "687a.12(c)")
@pytest.mark.parametrize(
    ("cards", "decision", "wagers", "needed"),
    [
        ("Jk Ks Qs Js Ts", "raise", {}, True),
        ("Jk 8h 7h 6h 5h", "raise", {}, True),
        ("Jk 8h 7h 6h 5c", "raise", {}, False),  # whatever the card is, nobody is owed an Envy Bonus for it
        ("Jk Ks Qs Js Ts", "fold", {}, False),  # collected with its fold
        ("Jk Ks Qs Js Ts", "fold", {"progressive": "1"}, True),
    ],
)
def test_the_extra_card_must_be_given_for_a_joker_that_may_earn_another_player_envy(cards, decision, wagers, needed):
    seats = {
        "1": {"cards": "9c 9d 8c Kh 4c", "wagers": {**BASE, "progressive": "1"}, "decisions": ["raise"]},
        "2": {"cards": cards, "wagers": {**BASE, **wagers}, "decisions": [decision]},
    }
    places = {"dealer": LOW, "meter": "2000"}
    if not needed:
        assert not [line for line in settled(ONE, seats, **places).seats[1].lines if line.wager == "envy"]
        return
    with pytest.raises(IllegalAction) as refused:
        settled(ONE, seats, **places)
    assert (refused.value.field, str(refused.value.cite)) == ("replacement", CODE + "2(b)(4)")
    assert settled(ONE, seats, replacement="9s", **places).seats[1].lines


@provision("687a.11(f)(1)", held="outcome")
def test_the_extra_card_takes_the_place_of_the_joker_and_of_no_deuce():
    wager = ONE.game.wager("progressive")
    assert wager is not None
    assert wager.replaces is not None
    assert [card for card in ONE.game.deck.cards if wager.replaces(ONE, card)] == [JOKER]
    assert played(ONE, "Jk 2c 2d 7h 9s", replacement="2h")[0].odds == "9 to 1"
