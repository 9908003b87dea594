"""Members of the classes that counters take for one: the round that is counted first, and others after it."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from math import comb
from typing import TYPE_CHECKING, Any

from croupier.game import Played, describe
from croupier.kit import catalogue
from croupier.kit.cards import CARDS, JOKER
from croupier.kit.money import dollars
from croupier.kit.sevens import (
    has_three_of_a_kind,
    has_three_pairs,
    is_royal_match,
    is_seven_card_straight_flush,
)
from croupier.odds import ladder, points, stud
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


def _with_cards(template: Played, hand: Cards, **places: Cards) -> Played:
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


def _filled(hand: Cards, size: int, deck: Sequence[Card], random: Random) -> Cards | None:
    """The hand with cards by chance, in any order; None if some of it is not in the deck."""
    if not set(hand) <= set(deck):
        return None
    others = random.sample([card for card in deck if card not in hand], size - len(hand))
    cards = [*hand, *others]
    random.shuffle(cards)
    return tuple(cards)


def _hands(
    ranking: Ranking, kind: Kind, size: int, deck: Sequence[Card], fits: Callable[[Cards], bool], random: Random
) -> Iterator[Cards]:
    """Hands of a kind with other cards beside it, as long as they fit."""
    for _ in range(TRIES):
        cards = _filled(catalogue.dealt(kind, ranking, random), size, deck, random)
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
            yield [_with_cards(template, hand, dealer=other) for hand, other in pairs]


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
            other, against = tuple([_in_suits(card, suits) for card in hand]), worth
        if set(hand).isdisjoint(other) and (worth > against) - (worth < against) == versus:
            yield hand, other


def _in_suits(card: Card, suits: Sequence[int]) -> Card:
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
            for hand in islice(_hands(ranking, kind, facts.final, deck, _ends_in(ranking, title), random), 1)
        ]
        for way in random.sample(ways, min(3, len(ways))):
            if way not in templates:
                templates[way] = describe(rules, ladder.told(rules, facts, way, number, {}))
            yield [
                _with_cards(templates[way], hand[: facts.hole], community=hand[facts.hole :])
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
        yield [_with_cards(template, hand) for hand in (cards, *mixed, random.choice(suited))]


# Side wagers ---------------------------------------------------------------------------------------------------


def of_deals(rules: Rules, wager: Wager[Any], deals: Sequence[tuple[int, Played]], random: Random) -> Iterator[Class]:
    """Deals that a side wager is counted from, with others that the counter takes for the same."""
    kinds = {"final": _final, "all-six": _final, "replaced": _replaced, "seven": _seven, "ace-high": _ace_high}
    if wager.looks in kinds:
        yield from kinds[wager.looks](rules, wager, [played for _, played in deals], random)


def _final(rules: Rules, wager: Wager[Any], deals: list[Played], random: Random) -> Iterator[Class]:
    """A hand and the cards at a place, by category and lead where there is one deal for each, else by worth. Royal
    flushes are counted one by one where the suit of the All-Six cards matters."""
    ranking, deck = rules.ranking, rules.game.deck.cards
    assert ranking is not None
    place = "all-six" if wager.looks == "all-six" else "community"
    by_worth = len(deals) > comb(len(ranking.categories) + 2, 2)
    top = len(ranking.categories) if by_worth else len(ranking.categories) + 1

    def title(hand: Hand) -> Hashable:
        return hand if by_worth else final_title(hand, ranking)

    kinds = representative(ranking, title, random)
    by_category: dict[int, list[tuple[Played, Hand]]] = {}
    for first in [*deals[-LEAST * LEAST :], *random.sample(deals, min(CLASSES, len(deals)))]:  # the best stand last
        best = ranking.best(first.seats[1].cards + first.places[place])
        by_category.setdefault(best.category, []).append((first, best))
    for first, best in [each for found in by_category.values() for each in (found[:LEAST] if by_worth else found)]:
        cards = first.seats[1].cards + first.places[place]
        if best.category >= top:
            continue
        held = len(first.seats[1].cards)
        made = [first]
        for kind in kinds[title(best)][: LEAST // 2 if by_worth else None]:
            fits = _titled(ranking, title, title(best))
            hands = islice(_hands(ranking, kind, len(cards), deck, fits, random), 1)
            made += [_with_cards(first, hand[:held], **{place: hand[held:]}) for hand in hands]
        yield made


def _titled(ranking: Ranking, title: Callable[[Hand], Hashable], wanted: Hashable) -> Callable[[Cards], bool]:
    return lambda cards: title(ranking.best(cards)) == wanted


def _replaced(_: Rules, __: Wager[Any], deals: list[Played], random: Random) -> Iterator[Class]:
    """The same ranks in other suits."""
    for first in random.sample(deals, min(CLASSES, len(deals))):
        made = [first]
        for _number in range(3):
            suits = random.sample(range(4), 4)
            hands = [tuple([_in_suits(card, suits) for card in held]) for held in (
                first.seats[1].cards, first.cards_at("replacement"))]  # fmt: skip
            made.append(_with_cards(first, hands[0], replacement=hands[1]))
        yield made


def _seven(rules: Rules, wager: Wager[Any], deals: list[Played], random: Random) -> Iterator[Class]:
    """Seven cards with the same signature (see `sevens.Signatures`)."""
    deck = rules.game.deck.cards
    found: dict[Hashable, Class] = {}
    for first in deals:
        cards = first.seats[1].cards
        suits = random.sample(range(4), 4)
        other = tuple([_in_suits(card, suits) for card in cards])
        found[_signature(wager, cards)] = [first, _with_cards(first, other)]
    pool: list[Cards | None] = [tuple(random.sample(deck, 7)) for _ in range(CLASSES)]
    for kinds in representative(wager.rankings[0], lambda hand: hand.category, random).values():
        pool += [_filled(catalogue.dealt(kind, wager.rankings[0], random), 7, deck, random) for kind in kinds[:LEAST]]
    for cards in (hand for hand in pool if hand is not None):
        same = found.get(_signature(wager, cards))
        if same is not None:
            same.append(_with_cards(same[0], cards))
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
                same.append(_with_cards(same[0], tuple(mine), dealer=tuple(theirs)))
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
