"""What a game is counted to pay is what `settle` pays every round: rounds by chance, with every decision by chance.

`make soak` plays a hundred thousand of each.
"""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import pytest

from croupier import describe, open_game
from croupier.game import settle_plainly
from croupier.game.features import SEAT, value
from croupier.kit.cards import CARDS, write
from croupier.kit.money import dollars
from croupier.odds.rounds.weighted import ANTE
from croupier.odds.solver.pays import main_wagers, settled
from croupier.odds.solver.shape import shape_of

if TYPE_CHECKING:
    from croupier.game import Setting

ROUNDS = 4_000
COUNTED = [("dj-wild", "pa-2021"), ("dj-wild", "ma"), ("cajun-stud", None), ("raise-it-up", None), ("over-under", None)]


def nets(rules, told):
    lines = settle_plainly(rules, describe(rules, told)).seats[1].lines
    return {line.wager: line.net for line in lines}


def compare(id_, edition, rounds):
    """Deal, decide, and settle in both ways: from the cards, and from the values of the features alone."""
    rules = open_game(id_, edition).rules()
    shape, deck, chance = shape_of(rules, main_wagers(rules)), rules.game.deck.all(), random.Random(id_)
    places = {"dealer": 5} if id_ == "dj-wild" else {"community": 3} if rules.game.places else {}
    stakes = {w.id: ANTE for w in main_wagers(rules) if w.placed == "required"}

    @cache
    def counted(path, values):
        return {line.wager: line.net for line in settled(rules, shape, stakes, path, values).values()}

    met = set()
    for _ in range(rounds):
        dealt = list(chance.sample(deck, rules.game.hand_size + sum(places.values())))
        told = {SEAT: dealt[: rules.game.hand_size]}
        for place, count in places.items():
            told[place] = dealt[-count:]
        path: tuple[str, ...] = ()
        for street in rules.game.streets:
            option = chance.choice(street.options)
            path = (*path, option.id)
            if option.folds or option.done:
                break
        wagers = {wager: dollars(stake) for wager, stake in stakes.items()}
        seat = {"cards": write(told.pop(SEAT)), "wagers": wagers, "decisions": list(path)}
        round_ = {"seats": {"1": seat}, **{place: write(held) for place, held in told.items()}}
        values = tuple(value(feature, describe(rules, round_), 1) for feature in shape.features)
        met.add((path, values))
        assert nets(rules, round_) == counted(path, values)
    return len(met)


@pytest.mark.parametrize(("id_", "edition"), COUNTED)
def test_a_round_is_paid_as_it_is_counted(id_, edition):
    assert compare(id_, edition, ROUNDS) > 60


def compare_settings(hands):
    """A setting wins, pushes or loses by comparing its two hands with the dealer's, and nothing else."""
    from croupier.games.pa.face_up_pai_gow import ace_high
    from croupier.games.pa.house_way import is_legal, low_hand

    rules = open_game("face-up-pai-gow").rules()
    ranking, way = rules.ranking, rules.chosen["house-way"]
    assert ranking is not None
    chance = random.Random(688)
    for _ in range(hands):
        dealt = tuple(CARDS[c] for c in chance.sample(range(53), 14))
        theirs: Setting = way.set(ranking, dealt[7:])
        push = ace_high(dealt[7:])
        for _ in range(10):
            low = chance.sample(dealt[:7], 2)
            high = [card for card in dealt[:7] if card not in low]
            mine = ranking.rank(high), low_hand(low)
            won = (mine[0] > ranking.rank(theirs.high)) + (mine[1] > low_hand(theirs.low))
            expected = 0 if push else -200 if not is_legal(ranking, *mine) else (won - 1) * 200
            seat = {
                "cards": write(dealt[:7]),
                "wagers": {"pai-gow": "2"},
                "decisions": [{"high": write(high), "low": write(low)}],
            }
            assert nets(rules, {"seats": {"1": seat}, "dealer": write(dealt[7:])}) == {"pai-gow": expected}


def test_a_setting_is_paid_by_its_two_hands():
    compare_settings(ROUNDS // 10)
