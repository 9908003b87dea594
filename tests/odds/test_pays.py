"""What the solver takes a class of rounds to pay is what `settle` pays each of them: 100,000 random rounds a game."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from croupier import describe, open_game
from croupier.game import settle_plainly
from croupier.kit.cards import CARDS, write
from croupier.odds import ladder, points, stud
from croupier.odds.facts import ladder_facts, stud_facts
from croupier.odds.streets import final_class
from croupier.odds.study import main_wagers

if TYPE_CHECKING:
    from croupier.game import Setting

ROUNDS = 100_000


def net(rules, told) -> int:
    main = main_wagers(rules.game)
    return sum(line.net for line in settle_plainly(rules, describe(rules, told)).seats[1].lines if line.wager in main)


def test_dj_wild():
    rules = open_game("dj-wild").rules()
    facts, ranking = stud_facts(rules), rules.ranking
    assert ranking is not None
    prices = {
        (decision, *outcome): net(rules, stud.told(rules, mine, theirs, decision, {}))
        for decision in ("raise", "fold")
        for outcome, (mine, theirs) in zip(map(tuple, facts.outcomes.tolist()), facts.examples, strict=True)
    }
    chance = random.Random(687)
    for _ in range(ROUNDS):
        dealt = [CARDS[c] for c in chance.sample(range(53), 10)]
        decision = chance.choice(("raise", "fold"))
        a, b = ranking.rank(dealt[:5]), ranking.rank(dealt[5:])
        outcome = (a.category, int(ranking.is_natural(dealt[:5])), b.category, (a > b) - (a < b))
        seat = {"cards": write(dealt[:5]), "wagers": {"ante": "2", "blind": "2"}, "decisions": [decision]}
        assert net(rules, {"seats": {"1": seat}, "dealer": write(dealt[5:])}) == prices[decision, *outcome]


@pytest.mark.parametrize(
    ("game", "wagers"), [("cajun-stud", {"ante": "2"}), ("raise-it-up", {"ante": "2", "blind": "2"})]
)
def test_streets(game, wagers):
    rules = open_game(game).rules()
    facts, ranking = ladder_facts(rules), rules.ranking
    assert ranking is not None
    hole, prices = facts.hole, {}
    chance = random.Random(game)
    for _ in range(ROUNDS):
        dealt = tuple(CARDS[c] for c in chance.sample(range(52), facts.final))
        path: tuple[str, ...] = ()
        for street in rules.game.streets:
            option = chance.choice(street.options)
            path = (*path, option.id)
            if option.folds or option.done:
                break
        group = final_class(ranking.best(dealt), ranking)
        if (path, group) not in prices:
            prices[path, group] = net(rules, ladder.told(rules, facts, path, group, {}))
        seat = {"cards": write(dealt[:hole]), "wagers": wagers, "decisions": list(path)}
        assert net(rules, {"seats": {"1": seat}, "community": write(dealt[hole:])}) == prices[path, group]


def test_over_under():
    rules = open_game("over-under").rules()
    shoe, chance = list(rules.game.deck.all()), random.Random(686)
    prices = {(d, tuple(c.rank for c in cards)): net(rules, points.told(rules, cards, d, {}))
              for cards, _ in points.deals(rules) for d in ("over", "under", "surrender")}  # fmt: skip
    for _ in range(ROUNDS):
        dealt = chance.sample(shoe, 3)
        decision = chance.choice(("over", "under", "surrender"))
        seat = {"cards": write(dealt), "wagers": {"ante": "2"}, "decisions": [decision]}
        assert net(rules, {"seats": {"1": seat}}) == prices[decision, tuple(c.rank for c in dealt)]


def test_pai_gow():
    """A setting wins, pushes or loses by comparing its two hands with the dealer's, and nothing else."""
    from croupier.games.pa.face_up_pai_gow import ace_high
    from croupier.games.pa.house_way import is_legal, low_hand

    rules = open_game("face-up-pai-gow").rules()
    ranking, way = rules.ranking, rules.chosen["house-way"]
    assert ranking is not None
    chance = random.Random(688)
    for _ in range(ROUNDS // 10):
        dealt = tuple(CARDS[c] for c in chance.sample(range(53), 14))
        theirs: Setting = way.set(ranking, dealt[7:])
        push = ace_high(dealt[7:])
        for _ in range(10):
            low = chance.sample(dealt[:7], 2)
            high = [card for card in dealt[:7] if card not in low]
            mine = ranking.rank(high), low_hand(low)
            won = (mine[0] > ranking.rank(theirs.high)) + (mine[1] > low_hand(theirs.low))
            expected = 0 if push else -200 if not is_legal(ranking, *mine) else (won - 1) * 200
            seat = {"cards": write(dealt[:7]), "wagers": {"pai-gow": "2"},
                    "decisions": [{"high": write(high), "low": write(low)}]}  # fmt: skip
            assert net(rules, {"seats": {"1": seat}, "dealer": write(dealt[7:])}) == expected
