"""Two hands set against the dealer's: rounds by chance against the rule that the counter goes by."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from croupier.errors import Impure
from croupier.game import Played, Seat, Setting, settle_wager
from croupier.odds.purity.checks import as_told, chance, once, said
from croupier.odds.purity.sides import is_ace_high, seven_ranks
from croupier.odds.rounds.weighted import ANTE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.game import Rules
    from croupier.kit.cards import Card
    from croupier.kit.rankings import Ranking

ROUNDS = 80


def check_two_hands(rules: Rules) -> None:
    """The counter knows that two higher hands win, none loses, one pushes, and that the dealer's ace high pushes."""
    wager = next(w for w in rules.game.wagers if w.id == rules.game.ante)
    once(rules, "two hands", [wager], lambda: _check(rules, wager))


def _check(rules: Rules, wager: Any) -> None:  # noqa: ANN401
    ranking, deck, random = rules.ranking, rules.game.deck.cards, chance()
    assert ranking is not None
    for number in range(ROUNDS):
        dealer = random.sample(deck, 7) if number % 4 else seven_ranks(deck, random)
        cards = tuple(random.sample([card for card in deck if card not in dealer], 7))
        house = rules.chosen["house-way"].set(ranking, tuple(dealer))
        low = random.choice(list(combinations(cards, 2)))
        setting = Setting(tuple([card for card in cards if card not in low]), low)
        seat = Seat(cards, {wager.id: ANTE}, (setting,), None, {wager.id: ANTE}, None, setting)
        played = Played({1: seat}, {"dealer": tuple(dealer)}, None)
        if _two(low) > _as_two(ranking, setting.high):  # a foul is never the best setting
            continue
        line, _ = settle_wager(rules, wager, ANTE, wager.see(rules, played, 1), None)
        above = (ranking.rank(setting.high) > ranking.rank(house.high)) + (_two(low) > _two(house.low))
        known = "push" if is_ace_high(ranking, tuple(dealer)) else ("lose", "push", "win")[above]
        if line.result != known:
            described = as_told(played)
            raise Impure(
                f"the {wager.name} is counted as {known} and settled as {line.result}: {said(played)}",
                (described, described),
                cite=line.cite,
            )


def _two(cards: Sequence[Card]) -> tuple[bool, int, int]:
    """Two cards as a low hand: a pair over none, then the ranks; the joker is an ace."""
    high, low = sorted((card.rank or 14 for card in cards), reverse=True)
    return high == low, high, low


def _as_two(ranking: Ranking, cards: tuple[Card, ...]) -> tuple[bool, int, int]:
    """The most that a low hand may be beside these five."""
    hand = ranking.rank(cards)
    if hand.category > ranking["pair"]:
        return True, 99, 99
    paired = hand.category == ranking["pair"]
    return paired, hand.ties[0], hand.ties[0 if paired else 1]
