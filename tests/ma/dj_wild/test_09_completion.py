"""9. Completion of a round of play; collection and payment of wagers. (Trips: test_09_trips.py.)"""

from __future__ import annotations

import pytest

from tests.support import one_seat, provision, rules_of, settled

RULES = rules_of("dj-wild", edition="ma")
EVERY = rules_of(
    "dj-wild",
    {
        "trips": "02",
        "bad-beat": "1",
        "cover-all": "1",
        "multi-game-link": {"wager": "5", "seed": "10000", "rows": {"three-of-a-kind": "9 to 1"}},
    },
    edition="ma",
)
BASE = {"ante": "10", "blind": "10"}
LOW = "Qd Td 8s 6c 3d"
CODE = "MA DJ Wild § "


@provision("MA 9(a)", "MA 9(d)", held="outcome")
def test_the_dealers_hand_is_announced_and_each_player_compared_with_it():
    seats = {
        "1": {"cards": "Kc Kd 9h 5s 4c", "wagers": BASE, "decisions": ["raise"]},
        "2": {"cards": "Ac Ad 9c 5d 4d", "wagers": BASE, "decisions": ["raise"]},
        "6": {"cards": "Tc Th 8c 6h 3h", "wagers": BASE, "decisions": ["fold"]},
    }
    done = settled(RULES, seats, dealer="Ks Kh 9d 5c Jc")
    assert done.dealer == {"name": "pair", "natural": True, "text": "a pair of kings"}
    assert {n: seat.net for n, seat in done.seats.items()} == {1: -4000, 2: 3000, 6: -2000}
    assert done.seats[6].hand == {"name": "pair", "natural": True, "text": "a pair of tens"}


@provision("MA 9(d)(1)")
@pytest.mark.parametrize(
    ("player", "dealer", "result"),
    [
        ("Kc Kd 9h 5s 4c", "Ks Kh 9c 5d 4h", "push"),
        ("Kc Kd 9h 5s 4c", "Ks Kh 9c 5d 3h", "win"),
        ("Kc Kd 9h 5s 3c", "Ks Kh 9c 5d 4h", "lose"),
        ("9c 9d 2c Kh 4s", "9h 9s Jk Kc 4c", "push"),  # wilds break no ties
        ("As Ks Qs Js Ts", "Ah Kh Qh Jh 2c", "push"),
        ("Kh Jh 9h 6h 3h", "Ks Js 9s 6s 4s", "lose"),
    ],
)
def test_hands_of_the_same_value(player, dealer, result):
    lines = one_seat(RULES, player, BASE, "raise", dealer=dealer)
    assert lines["ante"].result == lines["raise"].result == result
    if result == "push":
        assert {w: (x.odds, x.paid, x.net, str(x.cite)) for w, x in lines.items()} == dict.fromkeys(
            ("ante", "blind", "raise"), (None, 0, 0, CODE + "9(d)(1)")
        )


@provision("MA 9(d)(2)")
@pytest.mark.parametrize(
    ("player", "dealer"), [("Kc Kd 9h 5s 4c", "As Ad 8c 7h 3s"), ("9c 9d 9h 9s Ac", "Kc Kd Kh Ks Ad")]
)
def test_a_lower_hand_loses_play_ante_and_blind(player, dealer):
    lines = one_seat(RULES, player, BASE, "raise", dealer=dealer)
    assert {w: (x.result, x.paid, x.net, str(x.cite)) for w, x in lines.items()} == {
        "ante": ("lose", 0, -1000, CODE + "9(d)(2)"),
        "blind": ("lose", 0, -1000, CODE + "9(d)(2)"),
        "raise": ("lose", 0, -2000, CODE + "9(d)(2)"),
    }


@provision("MA 9(d)(3)")
@pytest.mark.parametrize(
    ("cards", "odds", "paid"),
    [
        pytest.param("2c 2d 2h 2s Jk", "1,000 to 1", 10_000_00, id="five wilds"),
        pytest.param("As Ks Qs Js Ts", "50 to 1", 500_00, id="royal flush"),
        pytest.param("9c 9d 9h 9s Jk", "10 to 1", 100_00, id="quints"),
        pytest.param("9h 8h 7h 6h 5h", "9 to 1", 90_00, id="straight flush"),
        pytest.param("9c 9d 9h 4c Jk", "4 to 1", 40_00, id="quads"),
        pytest.param("9c 9d 4s 4c Jk", "3 to 1", 30_00, id="full house"),
        pytest.param("Kh Jh 9h 6h 3h", "2 to 1", 20_00, id="flush"),
        pytest.param("9c 8d 7h 6s 5c", "1 to 1", 10_00, id="straight"),
        pytest.param("9c 9d 9h Ks 4c", None, 0, id="three-of-a-kind"),
        pytest.param("9c 9d 4s 4c Kh", None, 0, id="two pairs"),
        pytest.param("Ac Kd 9h 5s 4c", None, 0, id="high card"),
    ],
)
def test_a_higher_hand_wins_even_money_and_the_blind_by_the_chart(cards, odds, paid):
    lines = one_seat(RULES, cards, BASE, "raise", dealer=LOW)
    for wager, stake in (("ante", 1000), ("raise", 2000)):
        line = lines[wager]
        assert (line.result, line.odds, line.paid, line.net) == ("win", "1 to 1", stake, stake)
    blind = lines["blind"]
    assert (blind.result, blind.odds, blind.paid, blind.net) == ("win" if odds else "push", odds, paid, paid)
    assert {(str(line.cite), str(line.pays_cite)) for line in lines.values()} == {(CODE + "9(d)(3)", CODE + "9(d)(3)")}


@provision("MA 11(j)")
@pytest.mark.parametrize("decision", ["raise", "fold"])
def test_lines_stand_in_the_order_of_settlement_and_cover_all_comes_last(decision):
    placed = {"multi-game-link": "5", "cover-all": "5", "bad-beat": "5", "trips": "5", **BASE}
    seat = {"cards": "9c 9d 9h Ks 4c", "wagers": placed, "decisions": [decision]}
    done = settled(EVERY, {"1": seat}, dealer="Tc Td Th As 4d", meter="12000").seats[1]
    main = ["ante", "blind", "raise"] if decision == "raise" else ["ante", "blind"]
    assert [line.wager for line in done.lines] == [*main, "trips", "bad-beat", "multi-game-link", "cover-all"]


@provision("MA 8(e)(2)", "MA 10(b)")
def test_side_wagers_survive_a_fold():
    placed = {"multi-game-link": "5", "cover-all": "5", "bad-beat": "5", "trips": "5", **BASE}
    for decision in ("raise", "fold"):
        seat = {"cards": "9c 9d 9h Ks 4c", "wagers": placed, "decisions": [decision]}
        done = settled(EVERY, {"1": seat}, dealer="Tc Td Th As 4d", meter="12000").seats[1]
        side = {x.wager: x.net for x in done.lines if x.wager not in {"ante", "blind", "raise"}}
        assert side == {"trips": 30_00, "bad-beat": 45_00, "cover-all": -5_00, "multi-game-link": 40_00}


@provision("MA 9(d)")
def test_seats_are_settled_from_1_to_6():
    rows = {"royal-flush": "100% of meter"}
    rules = rules_of("dj-wild", {"multi-game-link": {"wager": "5", "seed": "10000", "rows": rows}}, edition="ma")
    seats = {
        n: {"cards": cards, "wagers": {**BASE, "multi-game-link": "5"}, "decisions": ["raise"]}
        for n, cards in (("6", "As Ks Qs Js Ts"), ("1", "Ac Kc Qc Jc Tc"))
    }
    done = settled(rules, seats, dealer=LOW, meter="23456.78")
    assert {n: seat.line("multi-game-link").paid for n, seat in done.seats.items()} == {1: 23456_78, 6: 10000_00}
    assert done.meter == 10000_00
    assert list(done.seats) == [1, 6]
