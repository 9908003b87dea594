"""Features outside the vocabulary, checked: members of a class are asked, and a difference is an `Impure`."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from croupier.errors import Impure
from croupier.game.features import Own
from croupier.kit.cards import CARDS, write

if TYPE_CHECKING:
    from croupier.kit.cards import Card
    from croupier.odds.solver.shape import Shape

ASKED = 300
SEED = 17


def check(shape: Shape) -> None:
    """Refuse a feature that answers otherwise for the same cards in another order, or in suits that are exchanged."""
    chance = Random(SEED)  # noqa: S311 - nothing is at stake
    deck = list(shape.rules.game.deck.all())
    for feature in shape.features:
        if not isinstance(feature, Own):
            continue
        for _ in range(ASKED):
            held = tuple(chance.sample(deck, shape.sizes()[feature.cards]))
            turn = chance.choice(shape.turns)
            other = [card if card.is_joker else CARDS[card & ~3 | turn[card.suit]] for card in held]
            chance.shuffle(other)
            _compare(shape, feature, held, tuple(other))


def _compare(shape: Shape, feature: Own, held: tuple[Card, ...], other: tuple[Card, ...]) -> None:
    one, two = feature.of({feature.cards: held}), feature.of({feature.cards: other})
    if one != two:
        where = " and ".join(feature.cards.places)
        rounds = ({where: write(held)}, {where: write(other)})
        words = f"{feature.name} answers {one!r} for {write(held)} and {two!r} for {write(other)}, counted as one"
        raise Impure(words, rounds, cite=shape.rules.game.deck.cite)
