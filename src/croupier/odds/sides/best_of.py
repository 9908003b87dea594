"""Side wagers by readings under which a hand is the best of more cards than it has: every set of cards that can decide
one, each with how often it comes."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.kit.bulk import all_hands, compiled
from croupier.kit.cards import CARDS, JOKER
from croupier.odds.facts import store
from croupier.odds.rounds.partial import played
from croupier.odds.rounds.shapes import full_deck, places_of, single_deck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from croupier.game import Played, Rules, Wager
    from croupier.kit.rankings import Ranking

    Deals = list[tuple[int, Played]]


def of_best(rules: Rules, wager: Wager[Any]) -> Deals:
    """Every hand and community cards by the best of a smaller ranking, never folded. The highest are told apart by the
    suits that they stand in."""
    (ranking,) = wager.rankings
    hole, cards = rules.game.hand_size, single_deck(rules)
    size = hole + places_of(rules)["community"]

    def count() -> dict[str, NDArray[Any]]:
        return best_of(ranking, cards, size)

    facts = store.kept(store.key("best-of", ranking, cards, size), count, cards=cards)
    made = []
    for found, hand in zip(facts["counts"].tolist(), facts["hands"].tolist(), strict=True):
        held = tuple(CARDS[card] for card in hand)
        made.append((found, played(wager.id, held[:hole], community=held[hole:])))
    return made


def best_of(ranking: Ranking, cards: Sequence[int], size: int) -> dict[str, NDArray[Any]]:
    """All hands of so many cards by what their best cards are worth, those of the top worth by the suits that hold it:
    one each with how many there are."""
    bulk, tell = compiled(ranking), store.progress(f"every {size} cards")
    deck, every, done = np.array(cards, np.uint8), comb(len(cards), size), 0
    top = len(bulk.worths) - 1
    counts: Counter[tuple[int, int]] = Counter()
    first: dict[tuple[int, int], NDArray[np.uint8]] = {}
    for lowest in range(len(deck) - size + 1):
        others = all_hands(len(deck) - lowest - 1, size - 1) + np.uint8(lowest + 1)
        hands = deck[np.insert(others, 0, lowest, axis=1)]
        worths, suits = np.zeros(len(hands), np.uint16), np.zeros(len(hands), np.uint16)
        for held in combinations(range(size), ranking.size):
            part = np.ascontiguousarray(hands[:, held])
            ranked = bulk.rank(part)
            np.maximum(worths, ranked, out=worths)
            suits |= np.where(ranked == top, 1 << (part[:, 0] & 3), 0).astype(np.uint16)
        codes, at, many = np.unique(worths.astype(np.int64) * 16 + suits, return_index=True, return_counts=True)
        for code, place, times in zip(codes.tolist(), at.tolist(), many.tolist(), strict=True):
            counts[divmod(code, 16)] += times
            first.setdefault(divmod(code, 16), hands[place])
        done += len(hands)
        tell(done, every)
    return {"counts": np.array([counts[key] for key in first], np.int64), "hands": np.array(list(first.values()))}


def of_added(rules: Rules, wager: Wager[Any]) -> Deals:
    """Every five cards with an extra one, by the best five of them; the joker, held or drawn, counts for nothing."""
    (ranking,) = wager.rankings
    hand, plain = rules.game.hand_size, tuple(card for card in full_deck(rules) if card != JOKER)

    def count(size: int) -> dict[str, NDArray[Any]]:
        return by_worth(ranking, plain, size)

    made = []
    for size in (hand, hand + 1):
        name = store.key("best-of", ranking, plain, size)
        facts = store.kept(name, lambda size=size: count(size), cards=plain)  # type: ignore[misc]
        for found, held in zip(facts["counts"].tolist(), facts["hands"].tolist(), strict=True):
            cards = tuple(CARDS[card] for card in held)
            # of six plain cards any is the extra one; of five the joker has taken the place of any, or is the extra one
            spare = cards[hand:] or (JOKER,)
            made.append(((hand + 1) * found, played(wager.id, cards[:hand], replacement=spare)))
    return made


def by_worth(ranking: Ranking, cards: Sequence[int], size: int) -> dict[str, NDArray[Any]]:
    """All hands of so many cards by what the best of them are worth, one each with how many there are."""
    bulk, tell = compiled(ranking, size), store.progress(f"every {size} cards")
    deck, every, done = np.array(cards, np.uint8), comb(len(cards), size), 0
    counts, first = np.zeros(len(bulk.worths), np.int64), np.zeros((len(bulk.worths), size), np.uint8)
    for lowest in range(len(deck) - size + 1):
        others = all_hands(len(deck) - lowest - 1, size - 1) + np.uint8(lowest + 1)
        hands = deck[np.insert(others, 0, lowest, axis=1)]
        worths = bulk.rank(hands)
        found, at = np.unique(worths, return_index=True)
        new = counts[found] == 0
        first[found[new]] = hands[at[new]]
        counts += np.bincount(worths, minlength=len(counts))
        done += len(hands)
        tell(done, every)
    there = np.flatnonzero(counts)
    return {"counts": counts[there], "hands": first[there]}
