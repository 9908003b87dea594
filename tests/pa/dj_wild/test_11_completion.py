"""§ 687a.11. Procedures for completion of each round of play. (Progressive: test_12_progressive.py.)"""

from __future__ import annotations

import pytest

from croupier import IllegalAction
from tests.support import one_seat, provision, rules_of, settled, won

RULES = rules_of("dj-wild", {"trips": "DJWT-04", "bad-beat": "DJWBB-01", "progressive": "1"})
TWO_WAY = rules_of("dj-wild", {"bad-beat": "DJWBB-01"}, readings={"bad-beat": "two-way"})
BASE = {"ante": "10", "blind": "10"}
CODE = "58 Pa. Code § 687a."


# (b): raise or fold.


@provision("687a.11(b)")
@pytest.mark.parametrize("said", [["check"], [], ["raise", "raise"], ["fold", "raise"], ["raise", "fold"], ["play-2"]])
def test_only_raise_or_fold_once(said):
    seat = {"cards": "Kc Kd 9h 5s 4c", "wagers": BASE, "decisions": said}
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"1": seat}, dealer="Qs Qd 8c 7h 3s")
    assert refused.value.field.startswith("seats.1.decisions")
    assert refused.value.cite == CODE + "11(b)"


@provision("687a.11(b)")
@pytest.mark.parametrize(
    "dealer", ["Qs Qd 8c 7h 3s", "Ks Kh 9c 5d 4h", "As Ad 8c 7h 3s"], ids=["lower", "equal", "higher"]
)
def test_a_fold_forfeits_ante_and_blind_whatever_the_dealer_holds(dealer):
    lines = one_seat(RULES, "Kc Kd 9h 5s 4c", BASE, "fold", dealer=dealer)
    assert {w: (x.result, x.stake, x.paid, x.net, str(x.cite)) for w, x in lines.items()} == dict.fromkeys(
        ("ante", "blind"), ("forfeit", 1000, 0, -1000, CODE + "11(b)")
    )


@provision("687a.11(b)(1)", held="outcome")
@pytest.mark.parametrize(
    ("cards", "result", "net", "cite"),
    [
        ("9s 9h 9c Ad 4c", "win", 3000, "11(f)(2)(ii)"),
        ("9s 9h 8c Ad 4c", "lose", -500, "11(f)(2)(i)"),
    ],
)
def test_a_fold_leaves_the_trips_wager(cards, result, net, cite):
    lines = one_seat(RULES, cards, {**BASE, "trips": "5"}, "fold", dealer="Ks Kd 7c 4h 3s")
    assert [(w, x.result) for w, x in lines.items()] == [
        ("ante", "forfeit"),
        ("blind", "forfeit"),
        ("trips", result),
    ]
    assert (lines["trips"].net, lines["trips"].cite.path) == (net, cite)


@provision("687a.11(b)(2)")
@pytest.mark.parametrize("rules", [RULES, TWO_WAY], ids=["one-way", "two-way"])
@pytest.mark.parametrize("dealer", ["Ks Kd 7c 4h 3s", "Ks Kd Kc Kh 3s"], ids=["not beaten", "beaten"])
def test_a_fold_forfeits_the_bad_beat(rules, dealer):
    line = one_seat(rules, "9s 9h 2c Ad Jk", {**BASE, "bad-beat": "5"}, "fold", dealer=dealer)["bad-beat"]
    assert (line.result, line.paid, line.net, line.cite.path) == ("forfeit", 0, -500, "11(b)(2)")


# (d) and (e): the showdown.


@provision("687a.11(d)", "687a.11(e)")
def test_both_hands_are_announced_at_their_best():
    seats = {
        "1": {"cards": "9s 9h 4c 4d Jk", "wagers": BASE, "decisions": ["raise"]},
        "2": {"cards": "Qc Jd 8h 6c 5d", "wagers": BASE, "decisions": ["fold"]},
    }
    done = settled(RULES, seats, dealer="Ks Kd 7c 4h 2s")
    assert done.dealer == {
        "name": "three-of-a-kind",
        "natural": False,
        "text": "three kings, with wild cards",
    }
    assert done.seats[1].hand == {
        "name": "full-house",
        "natural": False,
        "text": "full house, nines full of fours, with wild cards",
    }
    assert done.seats[2].hand == {"name": "high-card", "natural": True, "text": "queen high"}


@provision("687a.11(e)(1)", "687a.12(a)")
def test_higher_hand_wins_ante_and_raise_at_even_money():
    lines = one_seat(RULES, "Kc Kd 9h 5s 4c", BASE, "raise", dealer="Qs Qd 8c 7h 3s")
    for wager, stake in (("ante", 1000), ("raise", 2000)):
        line = lines[wager]
        assert (line.result, line.odds, line.stake, line.paid, line.net) == (
            "win",
            "1 to 1",
            stake,
            stake,
            stake,
        )
        assert (str(line.cite), str(line.pays_cite)) == (CODE + "11(e)(1)", CODE + "12(a)")
    blind = lines["blind"]  # a pair wins, and the Blind pushes
    assert (blind.result, blind.odds, blind.paid, blind.net) == ("push", None, 0, 0)
    assert (str(blind.cite), str(blind.pays_cite)) == (CODE + "11(e)(1)", CODE + "12(b)")


@provision("687a.11(e)(2)")
@pytest.mark.parametrize(
    ("player", "dealer"),
    [
        ("Kc Kd 9h 5s 4c", "Ks Kh 9c 5d 4h"),
        ("Tc 9c 8d 7h 6s", "9d 8h 7s Jk 6d"),  # wilds break no tie
        ("As Ks Qs Js Ts", "Ah Kh Qh Jh 2c"),
    ],
)
def test_equal_hands_push_all_three(player, dealer):
    lines = one_seat(RULES, player, BASE, "raise", dealer=dealer)
    assert {w: (x.result, x.odds, x.paid, x.net, x.cite.path) for w, x in lines.items()} == dict.fromkeys(
        ("ante", "blind", "raise"), ("push", None, 0, 0, "11(e)(2)")
    )


@provision("687a.11(e)(3)")
@pytest.mark.parametrize(
    ("player", "dealer"),
    [
        ("Kc Kd 9h 5s 4c", "Ks Kh 9c 5d Ah"),
        ("9c 9d 9h 9s Ac", "Kc Kd Kh Ks Ad"),  # a hand the Blind would pay
    ],
)
def test_a_lower_hand_loses_all_three(player, dealer):
    lines = one_seat(RULES, player, BASE, "raise", dealer=dealer)
    assert {w: (x.result, x.odds, x.paid, x.net, x.cite.path) for w, x in lines.items()} == {
        "ante": ("lose", None, 0, -1000, "11(e)(3)"),
        "blind": ("lose", None, 0, -1000, "11(e)(3)"),
        "raise": ("lose", None, 0, -2000, "11(e)(3)"),
    }


@provision("687a.11(e)")
def test_each_seat_is_settled_on_its_own():
    seats = {
        "2": {"cards": "Kc Kd 9h 5s 4c", "wagers": BASE, "decisions": ["raise"]},
        "3": {"cards": "Ac Ad 9c 5d 4d", "wagers": {"ante": "25", "blind": "25"}, "decisions": ["raise"]},
        "5": {"cards": "Jc Jd 9s 5h 4s", "wagers": BASE, "decisions": ["fold"]},
    }
    done = settled(RULES, seats, dealer="Ks Kh 9d 5c 3s")
    assert {n: seat.net for n, seat in done.seats.items()} == {2: 4 * 1000 - 1000, 3: 7500, 5: -2000}


# (f): the order of wagers, Trips and Bad Beat.


@provision("687a.11(f)", held="outcome")
def test_optional_wagers_come_after_the_main_ones_progressive_trips_bad_beat():
    placed = {"bad-beat": "5", "trips": "5", "progressive": "1", "blind": "10", "ante": "10"}
    seat = {"cards": "9c 9d 9h Ks 4c", "wagers": placed, "decisions": ["raise"]}
    done = settled(RULES, {"1": seat}, dealer="Tc Td Th As 4d", meter="2500")
    assert [line.wager for line in done.seats[1].lines] == [
        "ante",
        "blind",
        "raise",
        "progressive",
        "trips",
        "bad-beat",
    ]
    assert [line.net for line in done.seats[1].lines] == [-1000, -1000, -2000, 800, 3000, 4500]
    assert done.seats[1].net == 4300
    seat["decisions"] = ["fold"]
    done = settled(RULES, {"1": seat}, dealer="Tc Td Th As 4d", meter="2500")
    assert [line.wager for line in done.seats[1].lines] == [
        "ante",
        "blind",
        "progressive",
        "trips",
        "bad-beat",
    ]
    assert [line.net for line in done.seats[1].lines] == [-1000, -1000, 800, 3000, -500]


@pytest.mark.parametrize(
    ("cards", "result", "cite"),
    [
        pytest.param("Ac Ad Kc Kd Qh", "lose", "11(f)(2)(i)", marks=won("687a.11(f)(2)(i)", "687a.7(d)(3)")),
        pytest.param("3c 3d 2h 5s 4c", "win", "11(f)(2)(ii)", marks=won("687a.11(f)(2)(ii)", "687a.7(d)(3)")),
    ],
)
@pytest.mark.parametrize("dealer", ["Qs Td 8c 7h 4s", "2c 2d Jk Qc Qd"], ids=["low", "high"])
def test_trips_wins_from_three_of_a_kind_whatever_the_dealer_holds(cards, result, cite, dealer):
    line = one_seat(RULES, cards, {**BASE, "trips": "5"}, "raise", dealer=dealer)["trips"]
    assert (line.result, line.cite.path) == (result, cite)
    assert line.net == (500 if result == "win" else -500)


@provision("687a.11(f)(3)(i)")
@pytest.mark.parametrize(
    ("player", "dealer"),
    [
        ("Ac Ad Kc Kd Qh", "3c 3d 3h 5s 4c"),  # beaten, but no three-of-a-kind
        ("9c 9d 9h Ks 4c", "8c 8d 8h As 4d"),  # three-of-a-kind, and it wins
        ("9c 9d 2h Ks 4c", "9h 9s 2d Kd 4d"),  # a tie
        ("Kc Kd 9h 5s 4c", "Qs Qd 8c 7h 3s"),
    ],
)
def test_bad_beat_loses_unless_three_of_a_kind_is_beaten(player, dealer):
    line = one_seat(RULES, player, {**BASE, "bad-beat": "5"}, "raise", dealer=dealer)["bad-beat"]
    assert (line.result, line.odds, line.net, line.cite.path) == ("lose", None, -500, "11(f)(3)(i)")


@provision("687a.11(f)(3)(ii)")
@pytest.mark.parametrize("rules", [RULES, TWO_WAY], ids=["one-way", "two-way"])
def test_bad_beat_pays_a_beaten_three_of_a_kind(rules):
    line = one_seat(rules, "9c 9d 9h Ks 4c", {**BASE, "bad-beat": "5"}, "raise", dealer="9s 2c 2d As 4d")["bad-beat"]
    assert (line.result, line.odds, line.net, line.cite.path) == ("win", "9 to 1", 4500, "11(f)(3)(ii)")


@provision("687a.7(d)(4)")
@pytest.mark.parametrize(
    ("player", "dealer", "net"),
    [
        ("9c 9d 9h Ks 4c", "8c 8d 8h As 4d", 4500),  # the dealer's three-of-a-kind is beaten
        ("As Ks Qs Js Ts", "9c 8d 7h 6s 5c", 50000),  # the dealer's straight: 100 to 1
        ("9c 9d 9h Ks 4c", "Ac Ad Kc Kd Qh", -500),  # the dealer's two pairs
        ("9c 9d 2h Ks 4c", "9h 9s 2d Kd 4d", -500),  # a tie
        ("Ac Ad Kc Kd Qh", "3c 3d 3h 5s 4c", -500),  # the player's two pairs
    ],
)
def test_reading_bad_beat_two_way_pays_either_beaten_hand(player, dealer, net):
    line = one_seat(TWO_WAY, player, {**BASE, "bad-beat": "5"}, "raise", dealer=dealer)["bad-beat"]
    assert line.net == net
    assert (line.result, line.cite.path) == (("win", "7(d)(4)") if net > 0 else ("lose", "11(f)(3)(i)"))
    assert (line.reading is not None and line.reading.key == "bad-beat") is (net > 0)
    one_way = one_seat(RULES, player, {**BASE, "bad-beat": "5"}, "raise", dealer=dealer)["bad-beat"]
    assert one_way.net == -500


def test_a_round_in_the_words_of_the_contract():
    seat = {"cards": "9s 9h 2c Ad Jk", "wagers": {**BASE, "trips": "5"}, "decisions": ["raise"]}
    told = settled(RULES, {"1": seat}, dealer="Ks Kd 7c 4h 3s").to_json()
    assert (told["dealer"], told["meter"]) == (
        {"name": "pair", "natural": True, "text": "a pair of kings"},
        None,
    )
    one = told["seats"]["1"]  # type: ignore[index]
    assert one["hand"]["name"] == "four-of-a-kind"
    assert one["hand"]["natural"] is False
    assert one["net"] == "100.00"
    kept = ("wager", "stake", "result", "odds", "paid", "net", "cite", "pays-cite")
    assert [tuple(line[key] for key in kept) for line in one["lines"]] == [
        ("ante", "10.00", "win", "1 to 1", "10.00", "10.00", CODE + "11(e)(1)", CODE + "12(a)"),
        ("blind", "10.00", "win", "4 to 1", "40.00", "40.00", CODE + "11(e)(1)", CODE + "12(b)"),
        ("raise", "20.00", "win", "1 to 1", "20.00", "20.00", CODE + "11(e)(1)", CODE + "12(a)"),
        ("trips", "5.00", "win", "6 to 1", "30.00", "30.00", CODE + "11(f)(2)(ii)", CODE + "12(d)"),
    ]
