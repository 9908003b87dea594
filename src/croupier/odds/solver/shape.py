"""What the solver reads of a declaration: the deck, which cards a player sees when, and what the wagers look at.

Places that no feature tells apart are one group, and a card belongs to the player's knowledge from the step of the
course that shows it. Cards that nobody sees before the last decision and no wager looks at are left in the deck.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction
from croupier.game import Ask, Give, Seat, Turn
from croupier.game.features import OF_ROUND, SEAT, Count, Highest, Own, Sum, cards_of, rankings_of, suits_of
from croupier.kit.cards import CARDS, SUITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.game import Rules, Wager
    from croupier.game.features import At, Drawn, Feature, OfCards, Sight
    from croupier.kit.cards import Card


@dataclass(frozen=True, slots=True)
class Shape:
    """`draws` are the groups of the cards in the order in which they become known, and `asks` how many are known at
    each decision. `kinds` are the cards that the features tell apart, each with how many of it the deck holds, and
    `turns` the exchanges of suits that change nothing. `groups` are the places of each group."""

    rules: Rules
    wagers: tuple[Wager[Any], ...]
    features: tuple[OfCards, ...]
    groups: tuple[tuple[str, ...], ...]
    draws: tuple[int, ...]
    asks: tuple[int, ...]
    kinds: tuple[int, ...]
    held: tuple[int, ...]
    turns: tuple[tuple[int, ...], ...]
    of_card: tuple[int, ...]
    shown: tuple[Mapping[str, int], ...]
    drawn: Mapping[int, Drawn]

    def sizes(self) -> dict[At, int]:
        """How many cards each feature's places hold."""
        every = [at for feature in self.features for at in cards_of(feature)]
        return {at: sum(self.draws.count(g) for g in self.within(at)) for at in every}

    def within(self, at: At) -> list[int]:
        """The groups that make up some places."""
        return [number for number, places in enumerate(self.groups) if set(places) <= set(at.places)]

    def seen(self, state: Iterable[int], street: int) -> dict[str, tuple[Card, ...]]:
        """The cards of a state by place, as a player might see them on a street."""
        left = {place: count for place, count in self.shown[street].items() if count}
        found: dict[str, list[Card]] = {place: [] for place in left}
        for card, group in zip(state, self.draws, strict=False):
            place = next(place for place in self.groups[group] if len(found.get(place, ())) < left.get(place, 0))
            found[place].append(CARDS[card])
        return {place: tuple(cards) for place, cards in found.items()}

    def columns_of(self, at: At, known: int | None = None) -> list[int]:
        """Which of the cards, in the order of `draws`, lie at some places."""
        groups = set(self.within(at))
        return [n for n, group in enumerate(self.draws[:known]) if group in groups]


def refused(rules: Rules, why: str, cite: object = None) -> IllegalAction:
    """The game cannot be solved, and why."""
    return IllegalAction(f"{rules.game.name} is not solved: {why}", field="game", cite=cite)


def sight_of(rules: Rules, wager: Wager[Any]) -> Sight[Any]:
    """What a wager declares; one that sees cards is refused."""
    if wager.sees is None:
        raise refused(rules, f"the {wager.name} does not declare what it sees", wager.cite)
    return wager.sees(rules)


def features_of(rules: Rules, wagers: Iterable[Wager[Any]]) -> tuple[Feature, ...]:
    """All features that these wagers look at, each once."""
    return tuple(dict.fromkeys(f for wager in wagers for f in sight_of(rules, wager).features))


def shape_of(rules: Rules, wagers: tuple[Wager[Any], ...], *, decided: bool = True) -> Shape:
    """The shape of a game for some of its wagers; without `decided` no decision is told apart, which is right for
    wagers that no decision changes."""
    every = features_of(rules, wagers)
    for feature in every:
        if isinstance(feature, Highest):
            raise refused(rules, "the hands of a whole table are not one seat's")
    features = tuple(f for f in every if not isinstance(f, OF_ROUND))
    steps, totals = _course(rules)
    _check(rules, features, totals)
    rules_of = {step.to: step.when for step in rules.game.course if isinstance(step, Give) and step.when is not None}
    ruled = tuple(feature for rule in rules_of.values() for feature in rule.features)
    _check(rules, ruled, totals)
    _check_drawn(rules, (*features, *ruled), rules_of)
    looked = {place for feature in (*features, *ruled) for at in cards_of(feature) for place in at.places}
    draws: list[str] = []
    asks: list[int] = []
    seen: dict[str, int] = {}
    shown: list[Mapping[str, int]] = []
    for place, count in steps:
        if place is None:
            asks.append(len(draws))
            shown.append(dict(seen))
        else:
            seen[place] = seen.get(place, 0) + count
            draws += [place] * count
    if not decided:
        draws, asks, seen = [], [], {}
    else:
        draws = draws[: asks[-1]] if asks else []
        seen = {place: draws.count(place) for place in draws}
    for place in sorted(looked, key=list(totals).index):  # in the order of the course
        draws += [place] * (totals[place] - seen.get(place, 0))
    groups = _groups((*features, *ruled), list(dict.fromkeys(draws)))
    number = {place: n for n, places in enumerate(groups) for place in places}
    kinds, held, of_card = _kinds(rules, (*features, *ruled))
    order = _in_order([number[place] for place in draws], asks)
    turns = _turns(kinds, held, (*features, *ruled))
    at = {number[place]: rule for place, rule in rules_of.items() if place in number}
    drawn = {place: at[group] for place, group in enumerate(order) if group in at}
    return Shape(
        rules, wagers, features, groups, tuple(order), tuple(asks), kinds, held, turns, of_card, tuple(shown), drawn
    )


def _course(rules: Rules) -> tuple[list[tuple[str | None, int]], dict[str, int]]:
    """What becomes known to a player, step by step (None is a decision), and how many cards each place ends with."""
    stakes = {wager.id: 1 for wager in rules.offered()}
    seats = {1: Seat((), stakes, (), None, stakes, None, None)}
    steps: list[tuple[str | None, int]] = []
    totals: dict[str, int] = {}
    for step in rules.game.course:
        if isinstance(step, Ask):
            steps.append((None, step.street))
        elif isinstance(step, Turn):
            if not step.in_settlement:
                steps.append((step.place, step.count))
        else:
            assert isinstance(step, Give)
            place, count = SEAT if step.to == "seats" else step.to, step.count(rules, seats)
            totals[place] = totals.get(place, 0) + count
            if place == SEAT or step.up:
                steps.append((place, count))
    if [n for place, n in steps if place is None] != list(range(len(rules.game.streets))):
        raise refused(rules, "its course does not ask for every decision once, in order", rules.game.hand_cite)
    return steps, totals


def _check(rules: Rules, features: tuple[OfCards, ...], totals: Mapping[str, int]) -> None:
    """Refuse a feature that looks at a card which is not dealt or not in the deck, or ranks too few."""
    deck = set(rules.game.deck.cards)
    for feature in features:
        for at in cards_of(feature):
            for place in at.places:
                if not totals.get(place):
                    raise refused(rules, f"{type(feature).__name__} looks at {place!r}, where no card is dealt")
            count = sum(totals[place] for place in at.places)
            for ranking in rankings_of(feature):
                if count < ranking.size:
                    raise refused(rules, f"{ranking.name} ranks {ranking.size} cards and {at.places} have {count}")
                if ranking.joker == "none" and any(card.is_joker for card in deck):
                    raise refused(rules, f"{ranking.name} ranks no joker, and the deck has one")
        if isinstance(feature, Sum) and {card.rank for card in deck} - {rank for rank, _ in feature.points}:
            raise refused(rules, "a sum lacks the points of a card that is in the deck")
        if isinstance(feature, Count) and not feature.named <= deck:
            absent = ", ".join(sorted(map(str, feature.named - deck)))
            raise refused(rules, f"a count names {absent}, not in the deck", rules.game.deck.cite)
    dealt = sum(totals.values())
    if dealt > len(rules.game.deck):
        raise refused(rules, f"{dealt} cards are dealt from {len(rules.game.deck)}", rules.game.deck.cite)


def check_ranks(shape: Shape) -> None:
    """Refuse rankings that have no place for more cards of a rank than a pack has, where the deck holds them."""
    ranks = Counter(card.rank for card in shape.rules.game.deck.all() if not card.is_joker)
    for ranking in {ranking for feature in shape.features for ranking in rankings_of(feature)}:
        if ranking.size > len(SUITS) and max(ranks.values()) > len(SUITS):
            why = f"its cards are there more than once, and {ranking.name} has no place for five of a rank"
            raise refused(shape.rules, why, shape.rules.game.deck.cite)


def _check_drawn(rules: Rules, features: tuple[OfCards, ...], by_rule: Mapping[str, Drawn]) -> None:
    """Cards that may not come are added up and counted, not ranked; and a rule knows what is seen by then."""
    for feature in features:
        for at in cards_of(feature):
            if not isinstance(feature, Sum | Count) and by_rule.keys() & set(at.places):
                raise refused(rules, f"{type(feature).__name__} looks at cards that a rule may not give")
    if by_rule and rules.game.streets:
        raise refused(rules, "a rule that gives cards stands beside decisions")


def _groups(features: tuple[OfCards, ...], places: list[str]) -> tuple[tuple[str, ...], ...]:
    """Places that every feature takes together or not at all."""
    asked = [at.places for feature in features for at in cards_of(feature)]
    found: dict[tuple[bool, ...], list[str]] = {}
    for place in places:
        found.setdefault(tuple(place in one for one in asked), []).append(place)
    return tuple(tuple(group) for group in found.values())


def _in_order(draws: list[int], asks: list[int]) -> list[int]:
    """Cards that become known between two decisions have no order."""
    edges = [0, *asks, len(draws)]
    return [g for low, high in pairwise(edges) for g in sorted(draws[low:high])]


def _kinds(rules: Rules, features: tuple[OfCards, ...]) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The cards that features tell apart, how many of each there are, and which of them each card is. Where something
    is decided, ranks are told apart all the same, since a player sees them."""
    deck = rules.game.deck
    counts_of = [f for f in features if isinstance(f, Sum | Count)]
    blind = len(counts_of) == len(features) and not any(map(suits_of, features))
    first: dict[object, int] = {}
    of_card = [-1] * len(CARDS)
    counts: dict[int, int] = {}
    for card in sorted(set(deck.cards)):
        alike = card.rank if rules.game.streets else tuple(f.of({f.cards: (card,)}) for f in counts_of)
        kind = first.setdefault(alike, int(card)) if blind else int(card)
        of_card[card] = kind
        counts[kind] = counts.get(kind, 0) + deck.cards.count(card) * deck.copies
    kinds = tuple(sorted(counts))
    return kinds, tuple(counts[kind] for kind in kinds), tuple(of_card)


def _turns(kinds: tuple[int, ...], held: tuple[int, ...], features: tuple[OfCards, ...]) -> tuple[tuple[int, ...], ...]:
    """The exchanges of suits under which the deck and every feature stay the same."""
    named = {suit for feature in features for suit in suits_of(feature)}
    if any(isinstance(feature, Own) and feature.suits for feature in features):
        named = set(range(4))
    deck = dict(zip(kinds, held, strict=True))
    found = []
    for turn in permutations(range(4)):
        turned = {card if card == 52 else card & ~3 | turn[card & 3]: count for card, count in deck.items()}
        if turned == deck and all(turn[suit] == suit for suit in named):
            found.append(turn)
    return tuple(found)
