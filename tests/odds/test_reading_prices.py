"""Readings with a switch: what another answer settles, and what it is worth, reckoned by another route."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from croupier import describe, open_game, settle
from croupier.games import all_games
from croupier.odds.design import with_pays
from croupier.odds.reading_prices import NO_FIGURE, Price, prices
from croupier.odds.study import main_of, side_of, solve


def lines(game, told, readings=None, submission=None):
    rules = open_game(*game).rules(submission or {}, readings or {})
    return {
        (number, line.wager, line.envy_from): line
        for number, seat in settle(rules, describe(rules, told)).seats.items()
        for line in seat.lines
    }


def returned(game, wager, table, readings):
    rules = open_game(*game).rules({wager: table}, readings)
    return 1 + side_of(solve(rules), rules, rules.game.wager(wager)).net.mean  # type: ignore[arg-type]


def test_every_answer_can_be_played():
    for game in all_games():
        for reading in game.readings:
            assert not reading.choices or len(reading.choices) == 1 + max(1, len(reading.rejected)), reading.key
            for answer in reading.choices:
                rules = game.rules({}, {reading.key: answer})
                assert rules.readings[reading.key] == answer
                for wager in rules.offered():
                    for showdown in wager.classes(rules):
                        wager.decided(rules, showdown)  # neither a gap nor a conflict


def test_a_variant_belongs_to_a_reading():
    for game in all_games():
        answers = {(reading.key, answer) for reading in game.readings for answer in reading.choices[1:]}
        assert {(variant.reading, variant.answer) for variant in game.variants} <= answers


# What is settled.

DJ = {"seats": {"1": {"cards": "9s 9h 4c Ad 7c", "wagers": {"ante": "10", "blind": "10", "bad-beat": "10"},
                      "decisions": ["raise"]}}, "dealer": "Ks Kd 7d 4h 3s"}  # fmt: skip


@pytest.mark.provision("687a.12(e)")
def test_three_of_a_kind_or_less():
    told = {"bad-beat": "DJWBB-04"}
    usual = lines(("dj-wild",), DJ, submission=told)[1, "bad-beat", None]
    other = lines(("dj-wild",), DJ, {"or-less": "any-beaten-hand"}, told)[1, "bad-beat", None]
    assert (usual.result, other.result, other.net) == ("lose", "win", 150_00)
    assert other.reading is not None
    assert other.reading.key == "or-less"


def envious(game, one, other, **more):
    seats = {"1": {"cards": one, "wagers": {"ante": "1", "blind": "1", "progressive": "1"}},
             "2": {"cards": other, "wagers": {"ante": "1", "blind": "1"}}}  # fmt: skip
    for seat in seats.values():
        seat["decisions"] = [more["said"]]
    rest = {key: value for key, value in more.items() if key != "said"}
    return {"game": game, "seats": seats, "meter": "2000.00", **rest}


@pytest.mark.provision("687a.12(c)")
def test_envy_for_the_hands_of_bettors_alone():
    told = envious("dj-wild", "9s 9h 4c Ad 7c", "Ts Js Qs Ks As", said="raise", dealer="Kh Kd 7d 4h 3s")
    usual = lines(("dj-wild",), told, submission={"progressive": "1"})
    assert usual[1, "envy", 2].net == 1_000_00
    assert usual[1, "envy", 2].to_json()["reading"] == "envy"
    other = lines(("dj-wild",), told, {"envy": "bettors-hands"}, {"progressive": "1"})
    assert (1, "envy", 2) not in other


@pytest.mark.provision("669a.12(e)(5)")
def test_envy_for_winners_alone():
    told = envious("raise-it-up", "4s 9h 2c", "As Ks Qs", said="play-1", community="Td 8c 3h")
    assert lines(("raise-it-up",), told, submission={"progressive": "1"})[1, "envy", 2].net == 100_00
    assert (1, "envy", 2) not in lines(("raise-it-up",), told, {"envy": "winners"}, {"progressive": "1"})
    won = envious("raise-it-up", "4s 5h 6c", "As Ks Qs", said="play-1", community="Td 8c 3h")
    assert (1, "envy", 2) in lines(("raise-it-up",), won, {"envy": "winners"}, {"progressive": "1"})


@pytest.mark.provision("687a.11(e)")
@pytest.mark.provision("MA 9(d)")
@pytest.mark.parametrize(("edition", "other"), [("pa-2021", "left-first"), ("ma", "right-first")])
def test_the_order_of_the_seats(edition, other):
    game = open_game("dj-wild", edition)
    assert game.rules({}, {"settlement-order": other}).game.settled == game.settled[::-1]


@pytest.mark.provision("687a.11(e)")
def test_who_is_settled_first_takes_the_meter():
    royals = {"2": "Th Jh Qh Kh Ah", "5": "Ts Js Qs Ks As"}
    seats = {seat: {"cards": held, "wagers": {"ante": "1", "blind": "1", "progressive": "1"}, "decisions": ["raise"]}
             for seat, held in royals.items()}  # fmt: skip
    told = {"seats": seats, "dealer": "Kc Kd 7d 4h 3s", "meter": "9000.00"}
    right = lines(("dj-wild",), told, {}, {"progressive": "1"})
    left = lines(("dj-wild",), told, {"settlement-order": "left-first"}, {"progressive": "1"})
    assert [right[seat, "progressive", None].paid for seat in (2, 5)] == [2_000_00, 9_000_00]
    assert [left[seat, "progressive", None].paid for seat in (2, 5)] == [9_000_00, 2_000_00]


@pytest.mark.provision("MA 8(e)(2)")
def test_what_a_fold_takes_in_massachusetts():
    told = {"seats": {"1": {"cards": "9s 9h 9c Ad 7c", "wagers": {"ante": "10", "blind": "10", "trips": "10",
                                                                 "bad-beat": "10"}, "decisions": ["fold"]}},
            "dealer": "Ks Kd Kh 4h 3s"}  # fmt: skip
    submission = {"trips": "01", "bad-beat": "1"}
    usual = lines(("dj-wild", "ma"), told, submission=submission)
    other = lines(("dj-wild", "ma"), told, {"fold": "side-wagers-forfeited"}, submission)
    assert (usual[1, "trips", None].result, other[1, "trips", None].result) == ("win", "forfeit")
    assert other[1, "trips", None].reading is not None
    assert usual[1, "bad-beat", None].result == other[1, "bad-beat", None].result == "win"  # 10(b)


@pytest.mark.provision("MA 9(d)(5)")
def test_natural_trips_that_are_paid_more_than_wild_quads():
    told = {"seats": {"1": {"cards": "9s 9h 9c 2d 7c", "wagers": {"ante": "10", "blind": "10", "trips": "10"},
                            "decisions": ["raise"]}}, "dealer": "Ks Kd 7d 4h 3s"}  # fmt: skip
    for answer, paid in (("best-hand", 60_00), ("best-pay", 70_00)):
        for fold in ("side-wagers-survive", "side-wagers-forfeited"):
            found = lines(("dj-wild", "ma"), told, {"natural": answer, "fold": fold}, {"trips": "01"})
            assert found[1, "trips", None].paid == paid


@pytest.mark.provision("669a.11(f)")
def test_pair_plus_and_the_fold():
    told = {"seats": {"1": {"cards": "4s 4h 9c", "wagers": {"ante": "10", "blind": "10", "pair-plus": "10"},
                            "decisions": ["check", "check", "fold"]}}, "community": "Td 8c 2h"}  # fmt: skip
    for answer, result in (("pair-plus-survives", "win"), ("pair-plus-forfeited", "forfeit")):
        assert lines(("raise-it-up",), told, {"fold": answer})[1, "pair-plus", None].result == result


@pytest.mark.provision("669a.11(b)")
def test_a_play_wager_on_every_street():
    told = {"seats": {"1": {"cards": "As Ah 9c", "wagers": {"ante": "10", "blind": "10"},
                            "decisions": ["play-3", "play-2", "play-1"]}}, "community": "Td 8c 2h"}  # fmt: skip
    assert lines(("raise-it-up",), told, {"play-once": "every-street"})[1, "play", None].net == 60_00


# What it is worth, by another route.


@pytest.mark.provision("MA 9(d)(5)")
def test_the_price_of_natural_trips():
    """Hands without the joker that hold plain trips and wild quads: 7 in place of 6 to 1."""
    game = ("dj-wild", "ma")
    moved = returned(game, "trips", "01", {"natural": "best-pay"}) - returned(game, "trips", "01", {})
    threes = 12 * 4 * 4 * 11 * 4  # x-x-x, a deuce, and another card
    deuces = 4 * (66 * 16 - _better())  # 2-2-2 with two cards of different ranks that make no more than quads
    assert moved == Fraction(threes + deuces, 2_869_685)


def _better():
    """Pairs of cards, no deuce, that three wild cards make into more than quads: suited, and within one straight."""
    suited = [(a, b) for a, b in combinations(range(3, 15), 2) if b - a <= 4 or (b == 14 and a <= 5)]
    return 4 * len(suited)


@pytest.mark.provision("688a.6(b)(2)")
def test_the_price_of_the_joker_in_a_royal_flush():
    """Jokers in the place of king to ten, with two cards beside: by the pays of Fortune table 2."""
    with_ace = 4 * 4
    pairs = 47 * 46 // 2
    straight_flushes, matches = with_ace, 3 * with_ace  # seven in a row with the joker; a suited king and queen beside
    lost = (with_ace * pairs - straight_flushes - matches) * (150 - 50) + matches * (2_000 - 50)
    game = open_game("face-up-pai-gow")
    found = []
    for answer in ("any-card", "ace-alone"):
        rules = game.rules({"fortune": "2"}, {"royal-joker": answer})
        found.append(side_of(None, rules, rules.game.wager("fortune")).net.mean)  # type: ignore[arg-type]
    assert found[0] - found[1] == Fraction(lost, 154_143_080)


@pytest.mark.provision("683a.11(h)(1)")
def test_sixes_at_even_money():
    """The same as a table that prints even money in that row."""
    game = open_game("cajun-stud")
    printed = with_pays(game.rules(), game.wagers[0], {"pair-of-6s-to-10s": "1 to 1"})
    read = game.rules({}, {"sixes-push": "even-money"})
    assert main_of(solve(read)).net.mean == main_of(solve(printed)).net.mean > Fraction(7, 10)


@pytest.mark.provision("686a.7(i)#2")
def test_a_wrong_side_that_pushes():
    """Over after a ten or an ace, by the plain chances of two more cards of a fresh shoe."""
    rules = open_game("over-under").rules({}, {"wrong-side": "push"})
    shoe = [min(rank, 10) if rank < 14 else 11 for rank in range(2, 15) for _ in range(24)]
    total = Fraction(0)
    for first in set(shoe):
        left = list(shoe)
        left.remove(first)
        counts = {value: left.count(value) for value in set(left)}
        best = Fraction(-1)
        for wins in (lambda points: points >= 24, lambda points: points <= 17):
            net = 0
            for second, many in counts.items():
                for third, others in counts.items():
                    ways = many * (others - (second == third))
                    points = first + second + third
                    net += ways * (2 if wins(points) else -2 if 18 <= points <= 23 else 0)
            best = max(best, Fraction(net, len(left) * (len(left) - 1)))
        total += best * Fraction(shoe.count(first), len(shoe))
    assert main_of(solve(rules)).net.mean == total


def test_the_table_of_prices():
    found = list(prices(open_game("over-under")))
    assert [(one.reading.key, one.value, one.wager) for one in found] == [("wrong-side", "push", "main")]
    (one,) = found
    told = one.to_json()
    assert set(told) == {"game", "edition", "key", "value", "wager", "paytable", "return", "default"}
    assert told["default"]["decimal"].startswith("0.979003")
    cajun = {(one.reading.key, one.wager, one.paytable): one for one in prices(open_game("cajun-stud"))}
    assert cajun["payout-limit", "main", ""].why == NO_FIGURE
    assert {key for key, _, _ in cajun} == {"sixes-push", "a-2-3", "payout-limit"}
    assert all(isinstance(one, Price) for one in cajun.values())
