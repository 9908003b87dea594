"""Members of the classes that counters take for one: the round that is counted first, and others after it."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from croupier.game import Played, describe
from croupier.kit import catalogue
from croupier.kit.cards import CARDS, JOKER
from croupier.kit.money import dollars
from croupier.odds import cover, ladder, points, stud
from croupier.odds.plain_rounds import stakes_of
from croupier.odds.streets import final_title

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
    from random import Random

    from croupier.game import Rules, Wager
    from croupier.kit.cards import Card
    from croupier.kit.catalogue import Kind
    from croupier.kit.rankings import Hand, Ranking
    from croupier.odds.against import Against
    from croupier.odds.streets import StreetFacts
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


# The main game -------------------------------------------------------------------------------------------------


def of_stud(rules: Rules, facts: Against, beside: Sequence[Wager[Any]], random: Random) -> Iterator[Class]:
    """Every outcome that a study of five cards against five tells apart, with each decision."""
    ranking, deck = rules.ranking, rules.game.deck.cards
    assert ranking is not None
    kinds = representative(ranking, lambda hand: hand.category, random)
    pools: dict[int, list[tuple[Cards, Hand, bool]]] = {}
    for category, chosen in kinds.items():
        dealt = [catalogue.dealt(kind, ranking, random) for kind in chosen]
        fair = [hand for hand in dealt if set(hand) <= set(deck)]
        pools[category] = [(hand, ranking.rank(hand), ranking.is_natural(hand)) for hand in fair]  # type: ignore[index]
    extra = {wager.id: dollars(stakes_of(rules)[wager.id]) for wager in beside}
    templates = {}
    for option in rules.game.streets[0].options:
        mine, theirs = facts.examples[0]
        told = stud.told(rules, mine, theirs, option.id, extra)
        templates[option.id] = describe(rules, {**told, **_meter(rules, beside)})
    for (category, natural, dealer, versus), (mine, theirs) in zip(
        facts.outcomes.tolist(), facts.examples.tolist(), strict=True
    ):
        first = (tuple(CARDS[card] for card in mine), tuple(CARDS[card] for card in theirs))
        ours = [(hand, worth) for hand, worth, fair in pools[category] if fair == bool(natural)]
        pairs = [first, *islice(_pairs(ours, pools[dealer], versus, random), LEAST)]
        for template in templates.values():
            yield [with_cards(template, hand, dealer=other) for hand, other in pairs]


def _pairs(
    ours: Sequence[tuple[Cards, Hand]], theirs: Sequence[tuple[Cards, Hand, bool]], versus: int, random: Random
) -> Iterator[tuple[Cards, Cards]]:
    """Hands of both that share no card and compare so."""
    if not ours or not theirs:
        return
    for _ in range(LEAST * TRIES):
        (hand, worth), (other, against, _) = random.choice(ours), random.choice(theirs)
        if versus == 0:
            suits = random.sample(range(4), 4)
            other, against = tuple([in_suits(card, suits) for card in hand]), worth
        if set(hand).isdisjoint(other) and (worth > against) - (worth < against) == versus:
            yield hand, other


def in_suits(card: Card, suits: Sequence[int]) -> Card:
    """The card with the suits renamed."""
    return card if card == JOKER else CARDS[(card & ~3) | suits[card & 3]]


def _meter(rules: Rules, beside: Sequence[Wager[Any]]) -> dict[str, str]:
    seeds = [p.seeds[0] for wager in beside if (p := rules.tables[wager.id].progression)]
    return {"meter": dollars(seeds[0])} if seeds else {}


def of_streets(rules: Rules, facts: StreetFacts, random: Random) -> Iterator[Class]:
    """Every group in which a hand can end, each with a few of the ways to come there."""
    ranking, deck = rules.ranking, rules.game.deck.cards
    assert ranking is not None
    ways = list(_ways(rules))
    kinds = representative(ranking, lambda hand: final_title(hand, ranking), random)
    templates: dict[tuple[str, ...], Played] = {}
    for number, group in enumerate(facts.groups):
        if len(group.cards) != facts.final:  # no hand ends so
            continue
        title = (group.category, group.lead)
        others = [
            hand
            for kind in kinds[title]
            for hand in islice(hands_of(ranking, kind, facts.final, deck, _ends_in(ranking, title), random), 1)
        ]
        for way in random.sample(ways, min(3, len(ways))):
            if way not in templates:
                templates[way] = describe(rules, ladder.told(rules, facts, way, number, {}))
            yield [
                with_cards(templates[way], hand[: facts.hole], community=hand[facts.hole :])
                for hand in (group.cards, *others)
            ]


def _ends_in(ranking: Ranking, title: tuple[int, int]) -> Callable[[Cards], bool]:
    return lambda cards: final_title(ranking.best(cards), ranking) == title


def _ways(rules: Rules, so_far: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """All decisions from the first to the last."""
    streets = rules.game.streets
    for option in streets[len(so_far)].options:
        further = (*so_far, option.id)
        if option.folds or option.done or len(further) == len(streets):
            yield further
        else:
            yield from _ways(rules, further)


def of_points(rules: Rules, beside: Sequence[Wager[Any]], random: Random) -> Iterator[Class]:
    """Three ranks in order: in suits by chance, and all of one suit."""
    extra = {wager.id: dollars(stakes_of(rules)[wager.id]) for wager in beside}
    options = [option.id for option in rules.game.streets[0].options]
    by_rank: dict[int, list[Card]] = {}
    for card in rules.game.deck.cards:
        by_rank.setdefault(card.rank, []).append(card)
    every = [cards for cards, _ in points.deals(rules)]
    chosen = [cards for cards in every if len({card.rank for card in cards}) == 1]
    chosen += random.sample(every, min(CLASSES, len(every)))
    templates = {option: describe(rules, points.told(rules, every[0], option, extra)) for option in options}
    for cards in chosen:
        template = templates[random.choice(options)]
        mixed = [tuple([random.choice(by_rank[card.rank]) for card in cards]) for _ in range(2)]
        suited = [tuple([by_rank[card.rank][suit % len(by_rank[card.rank])] for card in cards]) for suit in range(4)]
        yield [with_cards(template, hand) for hand in (cards, *mixed, random.choice(suited))]


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
