"""The pai gow table against a plain walk over every deal of small decks, and against sampled deals of the full one."""

from __future__ import annotations

import random
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numba
import numpy as np
import pytest

from croupier import open_game
from croupier.game import Setting
from croupier.games.pa.face_up_pai_gow import RANKING, ace_high, ranking
from croupier.games.pa.house_way import HouseWay, declare, is_legal, low_hand, shipped
from croupier.kit.bulk import compiled
from croupier.kit.cards import CARDS, Card
from croupier.odds.facts.classes import keys_of
from croupier.odds.pai_gow import settings as pai_gow
from croupier.odds.pai_gow import ways as pai_gow_ways
from croupier.odds.pai_gow.certified import certified
from croupier.odds.pai_gow.hands import FULL, PaiGowDeck, low_cards
from croupier.odds.pai_gow.hands import low_hand as low_number
from croupier.odds.pai_gow.settings import SettingTable, Totals

if TYPE_CHECKING:
    from croupier.kit.rankings import Ranking

SECOND_ACE = ranking({"flush-joker": "second-ace"})
WHEEL = PaiGowDeck((0, 1, 2, 3, 12))
TWO_SUITS = PaiGowDeck(tuple(range(5, 13)), 2)
SMALL = [
    (RANKING, WHEEL),
    (RANKING, TWO_SUITS),
    (SECOND_ACE, PaiGowDeck((8, 9, 10, 11, 12), 3)),
    (RANKING, PaiGowDeck((0, 1, 2, 3, 11, 12), 3)),
    (RANKING, PaiGowDeck((2, 8, 9, 10, 11, 12), 3, joker=False)),
    (RANKING, PaiGowDeck((4, 8, 9, 10, 11), joker=False)),
]
EXACT = {
    "foxwoods": Totals(2_058_361_312_728_204, 3_969_169_111_376_008, 2_222_928_607_110_188),
    "mgm": Totals(2_060_930_810_961_500, 3_990_537_686_590_476, 2_198_990_533_662_424),
    "flamingo": Totals(2_052_917_142_524_640, 4_017_222_537_459_916, 2_180_319_351_229_844),
}
BEST = Totals(2_064_843_414_246_272, 3_934_468_512_847_972, 2_251_147_104_120_156)


# The plain walk --------------------------------------------------------------------------------------------------


@numba.njit
def _walk(masks, ways, dealers, starts, highs, lows, out):
    for i in range(len(dealers)):
        for player in range(len(masks)):
            if masks[player] & masks[dealers[i]]:
                continue
            for k in range(starts[i], starts[i + 1]):
                best = way = 0
                while best < 2 and way < 21 and ways[player, way, 0] >= 0:
                    best = max(best, int(ways[player, way, 0] > highs[k]) + int(ways[player, way, 1] > lows[k]))
                    way += 1
                out[k, best] += 1


def bits(places: tuple[int, ...]) -> int:
    return sum(1 << place for place in places)


def plain(ranks: Ranking, deck: PaiGowDeck):
    """Per class, high hand and low hand: how many dealer's hands, and how many deals lose, push and win."""
    cards = [CARDS[4 * rank + suit] for rank in deck.ranks for suit in range(deck.suits)] + [CARDS[52]] * deck.joker
    places = range(len(cards))
    high = {bits(five): ranks.rank([cards[c] for c in five]) for five in combinations(places, 5)}
    low = {bits(two): low_hand([cards[c] for c in two]) for two in combinations(places, 2)}
    worths, fronts = sorted(set(high.values())), sorted(set(low.values()))
    high_place = {five: worths.index(hand) for five, hand in high.items()}
    low_place = {two: fronts.index(hand) for two, hand in low.items()}
    legal = [[is_legal(ranks, hand, front) for front in fronts] for hand in worths]
    hands = list(combinations(places, 7))
    masks = np.array([bits(hand) for hand in hands])
    ways = np.full((len(hands), 21, 2), -1, np.int64)
    for i, mask in enumerate(masks.tolist()):
        fits = [(high_place[mask ^ two], f) for two, f in low_place.items() if two & mask == two]
        fits = sorted({(h, f) for h, f in fits if legal[h][f]})
        ways[i, : len(fits)] = fits
    dealt = np.array([[cards[c] for c in hand] for hand in hands], np.uint8)
    _, first, weights = np.unique(keys_of(dealt), return_index=True, return_counts=True)
    asked = [sorted({(h, f) for h, f in ways[i].tolist() if h >= 0}) for i in first]
    highs, lows = np.array([way for settings in asked for way in settings]).T.copy()
    starts = np.cumsum([0, *map(len, asked)])
    out = np.zeros((len(highs), 3), np.int64)
    _walk(masks, ways, first, starts, highs, lows, out)
    found: dict[object, tuple[int, ...]] = {}
    rows = iter(out.tolist())
    for i, weight, settings in zip(first, weights.tolist(), asked, strict=True):
        hand = tuple([CARDS[card] for card in dealt[i].tolist()])
        pushed, folded = ace_high(hand), fold(hand)
        for (h, f), row in zip(settings, rows, strict=False):
            outcome = (1, 0, sum(row), 0) if pushed else (1, *row)
            key = (folded, worths[h], fronts[f])
            found[key] = tuple([a + weight * b for a, b in zip(found.get(key, (0,) * 4), outcome, strict=True)])
    return found


def fold(hand: tuple[Card, ...]):
    ranks = tuple(sorted(card.rank for card in hand))
    for suit in range(4):
        suited = tuple(sorted(card.rank for card in hand if card.suit == suit))
        if len(suited) + (CARDS[52] in hand) >= 5:
            return ranks, suited
    return ranks, ()


def listed(table: SettingTable):
    fronts = {low_number(a, b): (int(a == b), a + 2, b + 2) for a in range(13) for b in range(a + 1)}
    found = {}
    for i, hand in enumerate(table.cards()):
        hands = int(table.weights[i])
        for k in range(table.starts[i], table.starts[i + 1]):
            wins, losses = int(table.wins[k]), int(table.losses[k])
            pushes = hands * table.deck.player_hands - wins - losses
            found[fold(hand), table.worths[table.highs[k]], fronts[int(table.lows[k])]] = (hands, losses, pushes, wins)
    return found


@pytest.mark.parametrize(("ranks", "deck"), SMALL)
def test_every_class_and_setting_agrees_with_the_plain_walk(ranks, deck):
    assert listed(pai_gow.table(ranks, deck=deck)) == plain(ranks, deck)


# The table -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel() -> SettingTable:
    return pai_gow.table(RANKING, deck=WHEEL)


def house(name: str):
    return lambda hand: shipped(name).set(RANKING, hand)


def test_totals_cover_every_deal(wheel):
    for name in EXACT:
        assert pai_gow.value(wheel, RANKING, house(name)).deals == WHEEL.deals == comb(21, 7) * comb(14, 7)


def test_no_house_way_beats_the_best_settings(wheel):
    best = wheel.totals(wheel.best())
    assert all(best.house_edge >= pai_gow.value(wheel, RANKING, house(name)).house_edge for name in EXACT)
    gain = wheel.losses - wheel.wins
    most = [max(gain[a:b]) for a, b in zip(wheel.starts, wheel.starts[1:], strict=False)]
    assert gain[wheel.best()].tolist() == most


def test_a_table_is_restored_from_its_arrays(wheel):
    again = pai_gow.restored(RANKING, wheel.arrays(), deck=WHEEL)
    assert again.worths == wheel.worths
    assert again.totals(again.best()) == wheel.totals(wheel.best())


def test_an_illegal_setting_is_refused(wheel):
    def foul(hand):
        ways = [Setting(tuple(c for c in hand if c not in low), low) for low in combinations(hand, 2)]
        return min(ways, key=lambda way: (is_legal(RANKING, RANKING.rank(way.high), low_hand(way.low)),))

    with pytest.raises(ValueError, match="not legal"):
        pai_gow.value(wheel, RANKING, foul)


def test_progress_is_told_to_the_end():
    told: list[tuple[int, int]] = []
    pai_gow.table(RANKING, deck=TWO_SUITS, progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == list(range(1, told[-1][1] + 1))


# House ways in bulk ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def uncounted() -> SettingTable:
    """The full deck's classes and settings without their counts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pai_gow, "_by_rank", lambda *_: (0, 0))
        patch.setattr(pai_gow, "_by_flush", lambda *_: (0, 0))
        return pai_gow.table(RANKING)


def odd_way() -> HouseWay:
    """Rules that the shipped ways do not use."""
    kinds = {"hand": "set", "front": "two-of-it-or-best-complete", "complete": True}
    rules: list[dict[str, object]] = [
        kinds,
        kinds | {"hand": "two-pairs", "pairs": 2},
        {"hand": "three-pairs", "front": "lowest-pair", "rank": "9-A"},
        {"hand": "pair", "front": "two-highest-singles", "complete": True, "beats-complete": True, "singles": ["Q-A"]},
        {
            "hand": "no-pair",
            "front": "best-category",
            "flush-yields-to": ["A J-K"],
            "straight-flush-yields-to": ["9-A"],
            "royal-yields-to": ["2-A"],
        },
        {"hand": "pair", "front": "best-category", "no-single": "A", "flush-yields-to": ["pair"]},
        {"hand": "four-of-a-kind", "front": "two-highest-singles", "single": "K-A"},
    ]
    fallbacks = {
        "five-aces": "two-of-it",
        "four-of-a-kind": "two-of-it",
        "two-sets": "two-of-it",
        "full-house": "pair-beside",
        "three-pairs": "highest-pair",
        "set": "two-highest-singles",
        "two-pairs": "lowest-pair",
        "pair": "two-highest-singles",
        "no-pair": "second-and-third",
    }
    return declare("odd", [*rules, *({"hand": hand, "front": front} for hand, front in fallbacks.items())])


@pytest.mark.parametrize("name", [*EXACT, "odd"])
def test_a_declared_way_in_bulk_sets_hands_as_the_dealer_does(uncounted, name):
    way = odd_way() if name == "odd" else shipped(name)
    picks = pai_gow_ways.picks(uncounted, RANKING, way)
    for i in random.Random(name).sample(range(len(uncounted.hands)), 4000):
        setting = way.set(RANKING, tuple(CARDS[card] for card in uncounted.hands[i]))
        high, low = uncounted.highs[picks[i]], uncounted.lows[picks[i]]
        assert uncounted.starts[i] <= picks[i] < uncounted.starts[i + 1]
        assert uncounted.worths[high] == RANKING.rank(setting.high)
        assert low == low_cards(*setting.low)


def test_a_way_with_a_gap_is_refused(wheel):
    gap = HouseWay("gap", shipped("foxwoods").rules[:3])
    with pytest.raises(ValueError, match="no setting"):
        pai_gow_ways.picks(wheel, RANKING, gap)


# The full deck ---------------------------------------------------------------------------------------------------


def test_the_classes_hold_every_hand(uncounted):
    assert uncounted.weights.sum() == comb(53, 7)
    assert (uncounted.weights > 0).all()
    seven = compiled(RANKING, 7)
    plain_ace = [hand.category == RANKING["high-card"] and hand.ties[0] == 14 for hand in seven.worths]
    assert uncounted.weights[uncounted.ace_high].sum() == seven.counts(53)[plain_ace].sum()


def test_sampled_deals_agree_with_the_exact_totals():
    rng, deals = random.Random(688), 6000
    seen = {name: [0, 0, 0] for name in EXACT}
    for _ in range(deals):
        dealt = rng.sample(CARDS, 14)
        dealer, player = tuple(dealt[:7]), tuple(dealt[7:])
        ways = []
        for low in combinations(player, 2):
            high = RANKING.rank([card for card in player if card not in low])
            if is_legal(RANKING, high, low_hand(low)):
                ways.append((high, low_hand(low)))
        for name, counts in seen.items():
            setting = shipped(name).set(RANKING, dealer)
            against = RANKING.rank(setting.high), low_hand(setting.low)
            best = max((high > against[0]) + (low > against[1]) for high, low in ways)
            counts[1 if ace_high(dealer) else best] += 1
    for name, exact in EXACT.items():
        for got, count in zip(seen[name], (exact.losses, exact.pushes, exact.wins), strict=True):
            chance = count / FULL.deals
            assert abs(got - deals * chance) <= 4 * (deals * chance * (1 - chance)) ** 0.5


@pytest.mark.parametrize(("name", "edge"), [("foxwoods", 1.9946), ("mgm", 1.6734), ("flamingo", 1.5442)])
def test_the_exact_totals_are_of_every_deal(name, edge):
    assert EXACT[name].deals == FULL.deals == 8_250_459_031_214_400
    assert round(float(EXACT[name].house_edge) * 100, 4) == edge


def test_the_shipped_totals_are_these():
    for name, exact in EXACT.items():
        assert certified(open_game("face-up-pai-gow").rules({"house-way": name})) == exact
    other = open_game("face-up-pai-gow").rules({}, {"flush-joker": "second-ace"})
    assert certified(other) is None


def test_the_exact_totals_are_recomputed(full):
    assert full.totals(full.best()) == BEST
    for name, exact in EXACT.items():
        assert full.totals(pai_gow_ways.picks(full, RANKING, shipped(name))) == exact
