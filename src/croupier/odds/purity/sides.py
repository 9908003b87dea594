"""Members of the deals that a side wager is counted from: the deal that is counted first, and others after it."""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from croupier.kit import catalogue
from croupier.kit.cards import CARDS, JOKER
from croupier.kit.sevens import (
    has_three_of_a_kind,
    has_three_pairs,
    is_royal_match,
    is_seven_card_straight_flush,
)
from croupier.odds.purity.members import CLASSES, LEAST, filled, hands_of, in_suits, representative, with_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence
    from random import Random

    from croupier.game import Played, Rules, Wager
    from croupier.kit.cards import Card
    from croupier.kit.rankings import Hand, Ranking

    Cards = tuple[Card, ...]
    Class = list[Played]


def of_deals(rules: Rules, wager: Wager[Any], deals: Sequence[tuple[int, Played]], random: Random) -> Iterator[Class]:
    """Deals that a side wager is counted from, with others that the counter takes for the same."""
    kinds = {
        "final": _final,
        "all-six": _final,
        "five": _replaced,
        "replaced": _replaced,
        "seven": _seven,
        "ace-high": _ace_high,
        "best": _best,
        "added": _best,
    }
    if wager.looks in kinds:
        yield from kinds[wager.looks](rules, wager, [played for _, played in deals], random)


def _final(rules: Rules, wager: Wager[Any], deals: list[Played], random: Random) -> Iterator[Class]:
    """A hand and the cards at a place, by worth. Hands of the top category are counted one by one, since the suit of
    the All-Six cards may matter."""
    ranking, deck = rules.ranking, rules.game.deck.cards
    assert ranking is not None
    place = "all-six" if wager.looks == "all-six" else "community"
    kinds = representative(ranking, lambda hand: hand, random)
    by_category: dict[int, list[tuple[Played, Hand]]] = {}
    for first in [*deals[-LEAST * LEAST :], *random.sample(deals, min(CLASSES, len(deals)))]:  # the best stand last
        best = ranking.best(first.seats[1].cards + first.places[place])
        by_category.setdefault(best.category, []).append((first, best))
    for first, best in [each for found in by_category.values() for each in found[:LEAST]]:
        if best.category == len(ranking.categories):
            continue
        held, size = len(first.seats[1].cards), len(first.seats[1].cards + first.places[place])
        made = [first]
        for kind in kinds[best][: LEAST // 2]:
            hands = islice(hands_of(ranking, kind, size, deck, _worth(ranking, best), random), 1)
            made += [with_cards(first, hand[:held], **{place: hand[held:]}) for hand in hands]
        yield made


def _worth(ranking: Ranking, wanted: Hand) -> Callable[[Cards], bool]:
    return lambda cards: ranking.best(cards) == wanted


def _replaced(_: Rules, __: Wager[Any], deals: list[Played], random: Random) -> Iterator[Class]:
    """The same ranks in other suits."""
    for first in random.sample(deals, min(CLASSES, len(deals))):
        made = [first]
        for _number in range(3):
            suits = random.sample(range(4), 4)
            hands = [tuple([in_suits(card, suits) for card in held]) for held in (
                first.seats[1].cards, first.cards_at("replacement"))]  # fmt: skip
            made.append(with_cards(first, hands[0], replacement=hands[1]))
        yield made


def _best(rules: Rules, wager: Wager[Any], deals: list[Played], random: Random) -> Iterator[Class]:
    """Hands whose best cards by the wager's ranking are worth the same; of the highest, those in one suit."""
    (ranking,) = wager.rankings
    place = "community" if wager.looks == "best" else "replacement"
    deck = [card for card in rules.game.deck.cards if card != JOKER]

    def title(cards: Cards) -> Hashable:
        plain = tuple(card for card in cards if card != JOKER)
        best = ranking.best(plain)
        suits = {hand[0].suit for hand in combinations(plain, ranking.size) if ranking.rank(hand) == best}
        return best, suits if best.category == len(ranking.categories) else None, len(plain)

    found: dict[str, Class] = {}
    for first in deals:
        found.setdefault(str(title(first.seats[1].cards + first.places[place])), [first])
    held = len(deals[0].seats[1].cards)
    for _number in range(CLASSES):
        cards = tuple(random.sample(deck, held + len(deals[-1].places[place])))
        same = found.get(str(title(cards)))
        if same is not None:
            same.append(with_cards(same[0], cards[:held], **{place: cards[held:]}))
    yield from found.values()


def _seven(rules: Rules, wager: Wager[Any], deals: list[Played], random: Random) -> Iterator[Class]:
    """Seven cards with the same signature (see `sevens.Signatures`)."""
    deck = rules.game.deck.cards
    found: dict[Hashable, Class] = {}
    for first in deals:
        cards = first.seats[1].cards
        suits = random.sample(range(4), 4)
        other = tuple([in_suits(card, suits) for card in cards])
        found[_signature(wager, cards)] = [first, with_cards(first, other)]
    pool: list[Cards | None] = [tuple(random.sample(deck, 7)) for _ in range(CLASSES)]
    for kinds in representative(wager.rankings[0], lambda hand: hand.category, random).values():
        pool += [filled(catalogue.dealt(kind, wager.rankings[0], random), 7, deck, random) for kind in kinds[:LEAST]]
    for cards in (hand for hand in pool if hand is not None):
        same = found.get(_signature(wager, cards))
        if same is not None:
            same.append(with_cards(same[0], cards))
    yield from found.values()


def _signature(wager: Wager[Any], cards: Cards) -> Hashable:
    return (
        *(ranking.best(cards).category for ranking in wager.rankings),
        has_three_of_a_kind(cards),
        has_three_pairs(cards),
        is_seven_card_straight_flush(cards),
        is_royal_match(cards),
        JOKER in cards,
    )


def _ace_high(rules: Rules, _: Wager[Any], deals: list[Played], random: Random) -> Iterator[Class]:
    """Both sevens, each ace high or not, and the dealer's joker."""
    ranking, deck = rules.ranking, rules.game.deck.cards
    assert ranking is not None

    def title(first: Cards, second: Cards) -> Hashable:
        dealers = is_ace_high(ranking, second)
        return is_ace_high(ranking, first), dealers, dealers and JOKER in second

    found = {title(p.seats[1].cards, p.places["dealer"]): [p] for p in deals}
    for _number in range(3 * CLASSES):
        mine, theirs = (seven_ranks(deck, random) if random.random() < 0.6 else random.sample(deck, 7) for _ in "12")
        if set(mine).isdisjoint(theirs):
            same = found.get(title(tuple(mine), tuple(theirs)))
            if same is not None and len(same) < 2 * LEAST:
                same.append(with_cards(same[0], tuple(mine), dealer=tuple(theirs)))
    yield from found.values()


def seven_ranks(deck: Sequence[Card], random: Random) -> list[Card]:
    """Seven ranks, an ace or the joker among them: often ace high."""
    ranks = [14, *random.sample(range(2, 14), 6)]
    cards = [CARDS[4 * (rank - 2) + random.randrange(4)] for rank in ranks]
    if JOKER in deck and random.random() < 0.3:
        cards[0] = JOKER
    return cards


def is_ace_high(ranking: Ranking, cards: Cards) -> bool:
    """Seven different ranks with an ace, the joker being one, that make nothing."""
    ranks = {card.rank or 14 for card in cards}
    return len(ranks) == len(cards) and 14 in ranks and ranking.best(cards).category == 1
