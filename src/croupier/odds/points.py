"""A first card, one decision, two more cards from the same shoe, and a point count."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

from croupier.kit.cards import write
from croupier.kit.money import dollars
from croupier.odds import store
from croupier.odds.weighted import ANTE, Weighted, seat_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.game import Rules
    from croupier.kit.cards import Card


def deals(rules: Rules) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every ordered three ranks from a full shoe, as one set of cards and how many ways it can be dealt."""
    shoe = Counter(card.rank for card in rules.game.deck.all())
    one = {card.rank: card for card in rules.game.deck.cards}
    for ranks in product(one, repeat=3):
        left = shoe.copy()
        ways = 1
        for rank in ranks:
            ways *= left[rank]
            left[rank] -= 1
        yield tuple(one[rank] for rank in ranks), ways


def told(rules: Rules, cards: tuple[Card, ...], decision: str, extra: Mapping[str, str]) -> dict[str, object]:
    """A round of one seat."""
    wagers = {rules.game.ante: dollars(ANTE), **extra}
    return {"seats": {"1": {"cards": write(cards), "wagers": wagers, "decisions": [decision]}}}


def plan(rules: Rules) -> dict[int, dict[str, int]]:
    """For every first rank, what each decision is worth: cents, summed over all ways to deal the rest."""
    main = [w.id for w in rules.game.wagers if w.placed in {"required", "by-decision"}]
    (street,) = rules.game.streets
    worth: dict[int, dict[str, int]] = {}
    tell, every = store.progress("every three cards of the shoe"), len({card.rank for card in rules.game.deck.cards})
    for cards, ways in deals(rules):
        if cards[0].rank not in worth and worth:
            tell(len(worth), every)
        values = worth.setdefault(cards[0].rank, dict.fromkeys((option.id for option in street.options), 0))
        for option in street.options:
            lines = seat_lines(rules, told(rules, cards, option.id, {}))
            values[option.id] += ways * sum(line.net for line in lines if line.wager in main)
    tell(every, every)
    return worth


def best(values: Mapping[str, int]) -> str:
    """The decision worth most; where two are worth the same, the first the chapter lists, which keeps playing."""
    return max(values, key=lambda decision: values[decision])


def rounds(rules: Rules, strategy: Mapping[int, str], extra: Mapping[str, str]) -> list[Weighted]:
    """All deals as weighted rounds under a strategy."""
    return [Weighted(ways, told(rules, cards, strategy[cards[0].rank], extra)) for cards, ways in deals(rules)]
