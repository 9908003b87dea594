"""House ways compared and improved: one hand against a plain walk, the search on a small deck, the full table."""

from __future__ import annotations

import json
import random
import tomllib
from itertools import combinations

import pytest

from croupier.cli import house_way as cli
from croupier.cli import submission
from croupier.errors import CroupierError
from croupier.games.pa import house_way
from croupier.games.pa.face_up_pai_gow import RANKING, ace_high, ranking
from croupier.games.pa.house_way import HANDS, SHIPPED, declare, is_legal, low_hand, shipped
from croupier.kit.cards import CARDS, cards
from croupier.kit.house_rules import Rule
from croupier.odds.pai_gow import settings as pai_gow
from croupier.odds.pai_gow import ways as pai_gow_ways
from croupier.odds.pai_gow.hands import FULL, PaiGowDeck
from croupier.odds.pai_gow.house_best import MOST_RULES, as_toml, difference, search
from croupier.odds.pai_gow.house_hand import ways_of
from croupier.odds.pai_gow.settings import Totals

EXACT = {
    "foxwoods": Totals(2_058_361_312_728_204, 3_969_169_111_376_008, 2_222_928_607_110_188),
    "mgm": Totals(2_060_930_810_961_500, 3_990_537_686_590_476, 2_198_990_533_662_424),
    "flamingo": Totals(2_052_917_142_524_640, 4_017_222_537_459_916, 2_180_319_351_229_844),
}
BEST = Totals(2_064_843_414_246_272, 3_934_468_512_847_972, 2_251_147_104_120_156)
WHEEL = PaiGowDeck((0, 1, 2, 3, 12))
TWO_SUITS = PaiGowDeck(tuple(range(5, 13)), 2)
THREE_SUITS = PaiGowDeck((2, 8, 9, 10, 11, 12), 3, joker=False)


def in_deck(deck: PaiGowDeck):
    return [CARDS[4 * rank + suit] for rank in deck.ranks for suit in range(deck.suits)] + [CARDS[52]] * deck.joker


# One hand --------------------------------------------------------------------------------------------------------


def settings(ranks, hand):
    for low in combinations(hand, 2):
        high = ranks.rank([card for card in hand if card not in low])
        if is_legal(ranks, high, low_hand(low)):
            yield high, low_hand(low)


def walked(ranks, hand, deck: PaiGowDeck):
    """Every legal setting of a hand against every hand that can be dealt beside it."""
    players = combinations([card for card in in_deck(deck) if card not in hand], 7)
    found = {way: [0, 0, 0] for way in settings(ranks, hand)}
    for player in players:
        ways = set(settings(ranks, player))
        for (high, low), counts in found.items():
            best = max((mine > high) + (front > low) for mine, front in ways)
            counts[1 if ace_high(hand) else best] += 1
    return {way: (counts[2], counts[1], counts[0]) for way, counts in found.items()}


@pytest.mark.parametrize(
    ("ranks", "deck", "seed"),
    [
        (RANKING, TWO_SUITS, 1),
        (RANKING, TWO_SUITS, 2),
        (ranking({"flush-joker": "second-ace"}), TWO_SUITS, 3),
        (RANKING, THREE_SUITS, 4),
        (RANKING, WHEEL, 5),
    ],
)
def test_one_hand_agrees_with_the_plain_walk(ranks, deck, seed):
    hand = tuple(random.Random(seed).sample(in_deck(deck), 7))
    found = ways_of(ranks, hand, deck=deck)
    told = {(ranks.rank(way.setting.high), low_hand(way.setting.low)): way.totals for way in found}
    assert {way: (t.wins, t.pushes, t.losses) for way, t in told.items()} == walked(ranks, hand, deck)
    edges = [way.totals.house_edge for way in found]
    assert edges == sorted(edges, reverse=True)


def test_an_ace_high_pai_gow_pushes_however_it_is_set():
    found = ways_of(RANKING, cards("As Kd 9h 7c 5s 4d 2h"))
    assert {(way.totals.wins, way.totals.pushes, way.totals.losses) for way in found} == {(0, 53_524_680, 0)}


def test_best_of_seven_cards(capsys):
    cli.app(["best", "--cards", "Kc Kd 3h 3s Ad 9c 5h"], standalone_mode=False)
    lines = capsys.readouterr().out.splitlines()
    assert "Ad Kd Kc 9c 5h | 3s 3h" in lines[3]
    cli.app(["best", "--cards", "Kc Kd 3h 3s Ad 9c 5h", "--json"], standalone_mode=False)
    first = json.loads(capsys.readouterr().out)["settings"][0]
    assert (first["wins"], first["pushes"], first["losses"]) == (4_959_305, 20_217_076, 28_348_299)


# The search on a small deck --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel():
    return pai_gow.table(RANKING, deck=WHEEL)


def cost(table, way):
    return difference(table, pai_gow_ways.picks(table, RANKING, way)).cost


def test_more_rules_cost_less(wheel):
    found = [search(wheel, RANKING, HANDS, most=most) for most in (9, 14, 20)]
    assert all(len(rules) <= most for rules, most in zip(found, (9, 14, 20), strict=True))
    costs = [cost(wheel, declare("found", [rule.to_json() for rule in rules])) for rules in found]
    assert costs[0] > costs[1] >= costs[2] >= 0
    assert costs[2] < min(cost(wheel, shipped(name)) for name in SHIPPED)


def test_the_search_repeats_itself(wheel):
    assert search(wheel, RANKING, HANDS, most=14) == search(wheel, RANKING, HANDS, most=14)


def test_nothing_differs_from_itself(wheel):
    same = difference(wheel, wheel.best())
    assert not same.hands
    assert not same.cost


def test_rules_are_written_as_they_are_read():
    rule = Rule("pair", "two-highest-singles", {"rank": (11, 14)}, ((2, 12), (11, 11)), True, True)
    told = tomllib.loads(as_toml([rule.to_json()], key="rule"))["rule"]
    assert told == [
        {
            "hand": "pair",
            "rank": "J-A",
            "singles": ["2-Q", "J"],
            "complete": True,
            "beats-complete": True,
            "front": "two-highest-singles",
        }
    ]


# The full deck ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found(full, tmp_path_factory):
    """A submission with the list that the search finds."""
    file = tmp_path_factory.mktemp("found") / "found.toml"
    cli.app(["best", "--rules", "-o", str(file)], standalone_mode=False)
    return file


def test_shipped_ways_have_their_exact_totals(full, capsys):
    cli.app(["compare", "--json"], standalone_mode=False)
    told = json.loads(capsys.readouterr().out)
    assert told["deals"] == FULL.deals
    assert [way["name"] for way in told["ways"]] == ["foxwoods", "mgm", "flamingo"]
    for way in [*told["ways"], {"name": "best", **told["best"]}]:
        totals = {**EXACT, "best": BEST}[way["name"]]
        assert Totals(way["wins"], way["pushes"], way["losses"]) == totals
        assert way["points-below-best"]["fraction"] == _fraction(100 * (BEST.house_edge - totals.house_edge))


def _fraction(number):
    return f"{number.numerator}/{number.denominator}"


def test_the_best_and_what_the_shipped_ways_lose(full, capsys):
    cli.app(["best"], standalone_mode=False)
    told = capsys.readouterr().out
    assert "2.2581%" in told
    assert f"{BEST.wins:,}" in told
    assert "0.2635 points" in told
    for name, totals in EXACT.items():
        assert cost(full, shipped(name)) == BEST.house_edge - totals.house_edge


def test_the_list_found_is_short_and_nearly_the_best(full, found):
    told = tomllib.loads(found.read_text(encoding="utf-8"))["house-way"]
    way = declare("found", told)
    totals = full.totals(pai_gow_ways.picks(full, RANKING, way))
    assert len(way.rules) <= MOST_RULES
    assert 0 < BEST.house_edge - totals.house_edge < 0.0005
    assert totals.house_edge > EXACT["foxwoods"].house_edge


def test_the_list_found_sets_one_hand_as_it_sets_them_all(full, found):
    way = declare("found", tomllib.loads(found.read_text(encoding="utf-8"))["house-way"])
    picks = pai_gow_ways.picks(full, RANKING, way)
    for i in random.Random(11).sample(range(len(full.hands)), 1500):
        setting = way.set(RANKING, tuple(CARDS[card] for card in full.hands[i]))
        assert full.worths[full.highs[picks[i]]] == RANKING.rank(setting.high)


def test_the_file_is_a_submission_and_can_be_compared(full, found, capsys):
    submission.check(str(found))
    assert "accepted" in capsys.readouterr().out
    cli.app(["compare", "foxwoods", str(found), "--json"], standalone_mode=False)
    assert [way["name"] for way in json.loads(capsys.readouterr().out)["ways"]] == [str(found), "foxwoods"]


# Showing and refusing --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_show_prints_a_list_that_reads_as_the_shipped_one(name, capsys):
    cli.app(["show", name], standalone_mode=False)
    told = tomllib.loads(capsys.readouterr().out)
    assert list(told) == ["house-way"]
    assert declare(name, told["house-way"]) == shipped(name) == house_way.read(name)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["show", "nobody"], "is not one of foxwoods"),
        (["compare", "nobody"], "nor a file"),
        (["best", "--cards", "As Ks"], "2 cards given"),
        (["best", "--cards", "As As Ks Qs Js Ts 9s"], "twice"),
        (["best", "--cards", "As Xx Ks Qs Js Ts 9s"], "is not a card"),
        (["best", "--cards", "As Ks Qs Js Ts 9s 8s", "--rules"], "do not go together"),
        (["best", "-o", "way.toml"], "needs --rules"),
    ],
)
def test_refusals(args, message):
    with pytest.raises(CroupierError, match=message):
        cli.app(args, standalone_mode=False)


def test_a_bad_file_is_refused_with_every_fault(tmp_path):
    file = tmp_path / "way.toml"
    file.write_text('[[rule]]\nhand = "trips"\nfront = "pair-beside"\n[[rule]]\nhand = "pair"\nfront = "none"\n')
    with pytest.raises(CroupierError) as refused:
        cli.app(["compare", str(file)], standalone_mode=False)
    assert [refusal.field for refusal in refused.value.refusals] == [f"{file}.rule.0.hand", f"{file}.rule.1.front"]
    file.write_text("rules = 1\n")
    with pytest.raises(CroupierError, match="has no"):
        cli.app(["compare", str(file)], standalone_mode=False)


def test_nothing_is_overwritten(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("mine")
    with pytest.raises(CroupierError, match="exists already"):
        cli.app(["best", "--rules", "-o", str(file)], standalone_mode=False)
    assert file.read_text() == "mine"
