"""Readings with a switch: what another answer settles, and what it is worth, reckoned by another route."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from croupier import IllegalAction, describe, open_game, settle
from croupier.games import all_games
from croupier.kit.bulk import compiled
from croupier.odds.figures.analysis import Envied
from croupier.odds.rounds.weighted import ANTE
from croupier.odds.sides.envy import beside_a_win, together
from croupier.odds.solver.plan import Plan, folds, kept
from croupier.odds.study.design import with_pays
from croupier.odds.study.reading_prices import ENVY, MAIN, Price, answers, on_two_boxes, prices
from croupier.odds.study.study import main_of, side_of, solve


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

DJ = {
    "seats": {
        "1": {
            "cards": "9s 9h 4c Ad 7c",
            "wagers": {"ante": "10", "blind": "10", "bad-beat": "10"},
            "decisions": ["raise"],
        }
    },
    "dealer": "Ks Kd 7d 4h 3s",
}


@pytest.mark.provision("687a.12(e)")
def test_three_of_a_kind_or_less():
    told = {"bad-beat": "DJWBB-04"}
    usual = lines(("dj-wild",), DJ, submission=told)[1, "bad-beat", None]
    other = lines(("dj-wild",), DJ, {"or-less": "any-beaten-hand"}, told)[1, "bad-beat", None]
    assert (usual.result, other.result, other.net) == ("lose", "win", 150_00)
    assert other.reading is not None
    assert other.reading.key == "or-less"


def envious(game, one, other, **more):
    seats = {
        "1": {"cards": one, "wagers": {"ante": "1", "blind": "1", "progressive": "1"}},
        "2": {"cards": other, "wagers": {"ante": "1", "blind": "1"}},
    }
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
    seats = {
        seat: {"cards": held, "wagers": {"ante": "1", "blind": "1", "progressive": "1"}, "decisions": ["raise"]}
        for seat, held in royals.items()
    }
    told = {"seats": seats, "dealer": "Kc Kd 7d 4h 3s", "meter": "9000.00"}
    right = lines(("dj-wild",), told, {}, {"progressive": "1"})
    left = lines(("dj-wild",), told, {"settlement-order": "left-first"}, {"progressive": "1"})
    assert [right[seat, "progressive", None].paid for seat in (2, 5)] == [2_000_00, 9_000_00]
    assert [left[seat, "progressive", None].paid for seat in (2, 5)] == [9_000_00, 2_000_00]


@pytest.mark.provision("MA 8(e)(2)")
def test_what_a_fold_takes_in_massachusetts():
    told = {
        "seats": {
            "1": {
                "cards": "9s 9h 9c Ad 7c",
                "wagers": {"ante": "10", "blind": "10", "trips": "10", "bad-beat": "10"},
                "decisions": ["fold"],
            }
        },
        "dealer": "Ks Kd Kh 4h 3s",
    }
    submission = {"trips": "01", "bad-beat": "1"}
    usual = lines(("dj-wild", "ma"), told, submission=submission)
    other = lines(("dj-wild", "ma"), told, {"fold": "side-wagers-forfeited"}, submission)
    assert (usual[1, "trips", None].result, other[1, "trips", None].result) == ("win", "forfeit")
    assert other[1, "trips", None].reading is not None
    assert usual[1, "bad-beat", None].result == other[1, "bad-beat", None].result == "win"  # 10(b)


@pytest.mark.provision("MA 9(d)(5)")
def test_natural_trips_that_are_paid_more_than_wild_quads():
    told = {
        "seats": {
            "1": {
                "cards": "9s 9h 9c 2d 7c",
                "wagers": {"ante": "10", "blind": "10", "trips": "10"},
                "decisions": ["raise"],
            }
        },
        "dealer": "Ks Kd 7d 4h 3s",
    }
    for answer, paid in (("best-hand", 60_00), ("best-pay", 70_00)):
        for fold in ("side-wagers-survive", "side-wagers-forfeited"):
            found = lines(("dj-wild", "ma"), told, {"natural": answer, "fold": fold}, {"trips": "01"})
            assert found[1, "trips", None].paid == paid


@pytest.mark.provision("669a.11(f)")
def test_pair_plus_and_the_fold():
    told = {
        "seats": {
            "1": {
                "cards": "4s 4h 9c",
                "wagers": {"ante": "10", "blind": "10", "pair-plus": "10"},
                "decisions": ["check", "check", "fold"],
            }
        },
        "community": "Td 8c 2h",
    }
    for answer, result in (("pair-plus-survives", "win"), ("pair-plus-forfeited", "forfeit")):
        assert lines(("raise-it-up",), told, {"fold": answer})[1, "pair-plus", None].result == result


@pytest.mark.provision("669a.11(b)")
def test_a_play_wager_on_every_street():
    told = {
        "seats": {
            "1": {
                "cards": "As Ah 9c",
                "wagers": {"ante": "10", "blind": "10"},
                "decisions": ["play-3", "play-2", "play-1"],
            }
        },
        "community": "Td 8c 2h",
    }
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


@pytest.mark.provision("686a.7(g)(3)")
def test_a_surrender_for_half():
    """The same as the plain worth of each first card, or half of the Ante where that is more."""
    game = open_game("over-under")
    plain = solve(game.rules()).solved
    assert plain is not None
    best = [max(over, under, surrender // 2) for over, under, surrender in plain.plan.values[()].tolist()]
    found = main_of(solve(game.rules({}, {"surrender": "half-ante"}))).net.mean
    assert found == Fraction(24 * sum(best), ANTE * 312 * 311 * 310) > 0


def test_every_rejected_answer_is_in_the_table():
    """Whoever names a rejected answer says what it would move: by a switch, an occasion, or in words."""
    for game in all_games():
        for reading in game.readings:
            if not reading.rejected:
                assert not reading.choices, reading.key
                continue
            assert reading.choices or reading.occasions or reading.moves, reading.key
            assert all(len(one.others) == len(answers(reading)) for one in reading.occasions), reading.key
            for occasion in reading.occasions:
                assert {"main", "side"} | {wager.id for wager in game.wagers} >= set(occasion.wagers), reading.key


def test_the_table_of_prices():
    game = open_game("over-under")
    found = prices(game)
    assert {(one.reading.key, one.value) for one in found} == {
        (reading.key, answer) for reading in game.readings for answer in answers(reading)
    }
    by = {(one.reading.key, one.wager): one for one in found}
    told = by["wrong-side", "main"].to_json()
    assert set(told) == {"game", "edition", "key", "value", "wager", "paytable", "return", "default"}
    assert told["default"]["decimal"].startswith("0.979003")
    assert by["skipped-cards", "main"].found == Fraction(0)
    assert by["skipped-cards", "main"].default == Fraction(1)
    assert by["skipped-cards", "main"].to_json()["per"] == "dead hand"
    assert by["wager-made", "bonus"].found == by["device-fails", "bonus"].default != 1
    assert by["full-batch", "main"].unmoved
    assert by["full-batch", "main"].why.startswith("Moves no money")
    assert prices(game) == found  # from disk
    assert all(isinstance(one, Price) for one in found)


@pytest.mark.provision("683a.12(d)")
@pytest.mark.parametrize("answer", ["ace-high", "ace-low", "straights-count"])
def test_low_hands_by_their_ranks(answer):
    """Sets of five ranks, each in as many suits as make no flush."""
    table = open_game("cajun-stud").rules({"lo-ball": "A"}).tables["lo-ball"]
    rows = {7: "7-high", 8: "8-high", 9: "9-high", 10: "10-high", 11: "jack-high", 12: "queen-high"}
    total = Fraction(0)
    for ranks in combinations(range(2, 15), 5):
        in_a_row = ranks[4] - ranks[0] == 4 or ranks == (2, 3, 4, 5, 14)
        if in_a_row and answer != "straights-count":
            continue
        top = ranks[3] if answer == "ace-low" and ranks[4] == 14 else ranks[4]
        pay = table[rows.get(max(top, 7))]
        if pay is not None and not pay.is_loss:
            total += (4**5 - 4) * (1 if pay.is_push else 1 + Fraction(pay.numerator, pay.denominator))
    assert returned(("cajun-stud",), "lo-ball", "A", {"lo-ball": answer}) == total / 2_598_960


@pytest.mark.provision("669a.7(d)(4)")
def test_a_pair_that_gets_the_progressive_wager_back():
    """Pairs and flushes that are not folded come back: less than all of them, and more than those of aces."""
    game = ("raise-it-up",)
    found, usual = (
        returned(game, "progressive", "1", {"progressive-hand": read})
        for read in ("pair-of-three", "straight-of-three")
    )
    moved = found - usual
    pairs, flushes = 13 * 6 * 48, 4 * 286 - 48
    assert Fraction(6 * 48, 22_100) < moved < Fraction(pairs + flushes, 22_100)


@pytest.mark.provision("687a.11(e)(2)")
def test_rankings_in_bulk_agree_under_every_reading():
    chance, game = random.Random(3), open_game("dj-wild")
    deck = game.deck.cards
    wild = [card for card in deck if card.is_joker or card.rank == 2]
    for key in ("five-of-a-kind", "wild-suit", "best-hand", "equal-value"):
        (reading,) = [one for one in game.readings if one.key == key]
        for answer in reading.choices:
            ranking = game.rules({}, {key: answer}).ranking
            assert ranking is not None
            bulk, hands = compiled(ranking), []
            for _ in range(300):
                some = chance.sample(wild, chance.randrange(5))
                hands.append([*some, *chance.sample([card for card in deck if card not in some], 5 - len(some))])
            found = bulk.rank(np.array(hands, np.uint8))
            assert [bulk.worths[one] for one in found] == [ranking.rank(hand) for hand in hands], answer


@pytest.mark.provision("MA 12(a)")
def test_how_often_the_joker_would_replace_a_deuce():
    deuces = 4 * comb(51, 4)  # over all hands without the joker, each deuce
    assert round(1 / Fraction(deuces, comb(53, 5) * 48)) == 138


@pytest.mark.provision("683a.12(a)")
def test_three_to_two_rounded_down():
    told = {
        "seats": {"1": {"cards": "As Kc", "wagers": {"ante": "5.01"}, "decisions": ["raise-1"] * 3}},
        "community": "Ac Kd 4h",
    }
    with pytest.raises(IllegalAction, match="whole cents"):
        lines(("cajun-stud",), told, submission={"ante": "B"})
    found = lines(("cajun-stud",), told, {"3-to-2": "rounded-down"}, {"ante": "B"})
    assert found[1, "ante", None].paid == 7_51
    limits = {"ante": {"minimum": "5.01", "step": "0.01"}}
    open_game("cajun-stud").rules({"ante": "B", "limits": limits}, {"3-to-2": "rounded-down"})


@pytest.mark.provision("688a.11(h)(2)(ii)")
def test_one_envy_bonus_the_higher():
    seven = "Ah Kh Qh Jh Th 9h 8h"
    wagers = {"pai-gow": "10", "fortune": "5", "progressive": "5"}
    told = {
        "seats": {
            "1": {"cards": "2c 4d 6s 8c Tc Qd Kd", "wagers": wagers, "decisions": ["house-way"]},
            "2": {"cards": seven, "wagers": {"pai-gow": "10"}, "decisions": ["house-way"]},
        },
        "dealer": "Ac Kc Jd 9s 7s 5c 3d",
        "meter": "9000",
    }
    submission = {"fortune": "2", "progressive": "4"}
    paid = {}
    for answer in ("each-table", "higher-alone"):
        rules = open_game("face-up-pai-gow").rules(submission, {"envy-own-table": answer})
        settled = settle(rules, describe(rules, told)).seats[1].lines
        paid[answer] = [line.paid for line in settled if line.wager == "envy"]
    assert len(paid["each-table"]) == 2
    assert paid["higher-alone"] == [max(paid["each-table"])]


@pytest.mark.provision("669a.12(e)(5)")
def test_the_price_of_envy_for_winners_alone():
    """Ace, king and queen of one suit at another seat, beside straights and better of the other 49 cards: first if no
    hand is folded, then without what the best play folds, which is counted as `folds` does."""
    rules = open_game("raise-it-up").rules({"progressive": "1"}, {"envy": "winners"})
    wager, study = rules.game.wager("progressive"), solve(rules)
    solved = study.solved
    assert wager is not None
    assert solved is not None
    stay = {path: np.zeros_like(best) for path, best in solved.plan.chosen.items()}
    always = Plan(solved.plan.values, stay, solved.pays.counted)
    won = beside_a_win(replace(study, solved=replace(solved, plan=always)), rules, wager)
    straights, threes = 48 + 8 * 64 + 48 + 36 + 27, 10 * 4 + 3
    spades = Fraction(straights + threes, 22_100 * comb(49, 3))
    assert won == {"ace-king-and-queen-of-spades": spades, "ace-king-and-queen-of-hearts-diamonds-or-clubs": 3 * spades}
    played_on = beside_a_win(study, rules, wager)["ace-king-and-queen-of-spades"]
    assert Fraction(4, 5) * spades < played_on < spades
    counted = solved.pays.counted
    first, orders = counted.levels[0].states[::40], counted.levels[0].ends[::40]
    stayed = kept(rules, counted, solved.plan, first, np.array(counted.shape.kinds, np.uint8))
    assert (stayed == orders - folds(rules, counted, solved.plan)[::40]).all()


@pytest.mark.provision("688a.12(d)")
def test_the_price_of_the_higher_envy_alone():
    """A royal flush in one round of ten beside Fortune table 1 ($25) and the Progressive's table 4 ($250), $5 on each,
    and four-of-a-kind, which pays $5 and $25, in one of two."""
    game = open_game("face-up-pai-gow")
    chances = {"royal-flush": Fraction(1, 10), "four-of-a-kind": Fraction(1, 2)}
    found = dict.fromkeys(("fortune", "progressive"), Envied(5_00, chances, {}))
    for answer, worth in (("each-table", 27_50 + 15_00), ("higher-alone", 25_00 + 12_50)):
        rules = game.rules({"fortune": "1", "progressive": "4"}, {"envy-own-table": answer})
        assert together(rules, found) == Fraction(worth, 10_00)
    with pytest.raises(IllegalAction, match="is not one hand to all of"):
        together(rules, found | {"fortune": Envied(5_00, {"royal-flush": Fraction(1, 9)}, {})})


@pytest.mark.provision("687a.12(c)", "688a.11(h)(2)(ii)")
@pytest.mark.parametrize("id_", ["dj-wild", "face-up-pai-gow"])
def test_the_price_of_one_envy_bonus_for_two_boxes(id_):
    """Two wagers of a dollar are staked, and one bonus is paid where two were."""
    game = open_game(id_)
    read = {reading.key: reading for reading in game.readings}
    usual = {
        (MAIN, ""): Fraction(1),
        ("progressive", "4"): Fraction(3, 4),
        ("progressive", f"4{ENVY}"): Fraction(1, 25),
    }
    (price,) = on_two_boxes(game, read["envy-boxes"], "once-a-player", usual)
    assert (price.wager, price.paytable) == ("progressive", f"4{ENVY}, on two boxes")
    assert (price.found, price.default) == (Fraction(1, 50), Fraction(1, 25))
    assert list(on_two_boxes(game, read["envy-last"], "hands-so-far", usual)) == []
