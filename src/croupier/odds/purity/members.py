"""Members of the classes that counters take for one: the round that is counted first, and others after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.game import Played
from croupier.kit import catalogue
from croupier.kit.cards import CARDS, JOKER
from croupier.odds.sides import cover

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
    from random import Random

    from croupier.game import Rules, Wager
    from croupier.kit.cards import Card
    from croupier.kit.catalogue import Kind
    from croupier.kit.rankings import Hand, Ranking
    from croupier.odds.facts.against import Against
    from croupier.round import Round

    Cards = tuple[Card, ...]
    Class = list[Played]

LEAST = 8
"""Members of a class that are asked about, if it has so many."""
TRIES = 12
CLASSES = 400
"""Classes that are asked about where there are thousands."""


def played_of(ended: Round) -> Played:
    """A round that was played to its end, as wagers see it."""
    return Played(ended.seats, ended.places, None)


def with_cards(template: Played, hand: Cards, **places: Cards) -> Played:
    """The round with other cards."""
    seats = {1: replace(template.seats[1], cards=hand)}
    return Played(seats, {**template.places, **{name.replace("_", "-"): held for name, held in places.items()}}, None)


# Hands of every kind -------------------------------------------------------------------------------------------


def representative(
    ranking: Ranking, title: Callable[[Hand], Hashable], random: Random
) -> Mapping[Hashable, list[Kind]]:
    """For each title of hands its kinds: one for every rank at every place that breaks ties, and some by chance."""
    titled: dict[Hashable, list[Kind]] = {}
    for kind in catalogue.kinds(ranking):
        titled.setdefault(title(kind.hand), []).append(kind)
    found = {}
    for name, kinds in titled.items():
        random.shuffle(kinds)
        by_tie = {(place, rank): kind for kind in kinds for place, rank in enumerate(kind.hand.ties)}
        chosen = list(dict.fromkeys([*by_tie.values(), *kinds[:LEAST]]))
        found[name] = (chosen * LEAST)[: max(LEAST, len(chosen))]
    return found


def filled(hand: Cards, size: int, deck: Sequence[Card], random: Random) -> Cards | None:
    """The hand with cards by chance, in any order; None if some of it is not in the deck."""
    if not set(hand) <= set(deck):
        return None
    others = random.sample([card for card in deck if card not in hand], size - len(hand))
    cards = [*hand, *others]
    random.shuffle(cards)
    return tuple(cards)


def hands_of(
    ranking: Ranking, kind: Kind, size: int, deck: Sequence[Card], fits: Callable[[Cards], bool], random: Random
) -> Iterator[Cards]:
    """Hands of a kind with other cards beside it, as long as they fit."""
    for _ in range(TRIES):
        cards = filled(catalogue.dealt(kind, ranking, random), size, deck, random)
        if cards is not None and fits(cards):
            yield cards


def in_suits(card: Card, suits: Sequence[int]) -> Card:
    """The card with the suits renamed."""
    return card if card == JOKER else CARDS[(card & ~3) | suits[card & 3]]


def of_table(rules: Rules, wager: Wager[Any], facts: Against, random: Random) -> Iterator[Class]:
    """Tables whose highest hand is of a category; the counter shows one hand at every seat."""
    ranking, deck = rules.ranking, rules.game.deck.cards
    assert ranking is not None
    pools: dict[int, list[Cards]] = {}
    for category, chosen in representative(ranking, lambda hand: hand.category, random).items():
        dealt = [catalogue.dealt(kind, ranking, random) for kind in chosen]
        pools[category] = [hand for hand in dealt if set(hand) <= set(deck)]  # type: ignore[index]
    for category, highest in pools.items():
        for players in range(1, rules.game.seats + 1):
            made = [cover.example(facts, wager.id, players, category)]
            for hand in random.sample(highest, min(LEAST // 2, len(highest))):
                below = [random.choice(pools[random.randint(1, category)]) for _ in range(players)]
                hands = random.sample([hand, *below], players + 1)
                seats = {n: replace(made[0].seats[1], cards=held) for n, held in enumerate(hands[1:], 1)}
                made.append(Played(seats, {"dealer": hands[0]}, None))
            yield made
