"""What a wager looks at, declared: features of the cards and of what was said, never the cards themselves.

The set is closed. Settlement, solver and samplers all evaluate the same declaration, and a wager's cases receive its
values alone; so two rounds with equal values are settled alike by construction, and whoever counts may count values.
`Own` is the door for what the vocabulary lacks: a small function of few cards with a declared domain, which is checked
against that domain and against a change of suits before anything is counted with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from croupier.errors import LawError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from croupier.game.played import Played
    from croupier.kit.cards import Card
    from croupier.kit.rankings import Hand, Ranking

    Held = tuple[Card, ...]

SEAT = "seat"
"""The place of a player's own cards."""

# Cards ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class At:
    """The cards at places, taken together: the seat's own, or those of a named place."""

    places: tuple[str, ...]

    def of(self, played: Played, number: int) -> Held:
        """The cards in a round."""
        found: Held = ()
        for place in self.places:
            found += played.seats[number].cards if place == SEAT else played.places.get(place, ())
        return found


def at(*places: str) -> At:
    """The cards at these places."""
    if not places or len(set(places)) != len(places):
        raise LawError(f"{places} are not places, each named once")
    return At(places)


OWN = At((SEAT,))

# Features of cards ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Best:
    """What the best hand among the cards is worth by a ranking."""

    ranking: Ranking
    cards: At

    def of(self, cards: Mapping[At, Held]) -> Hand:
        """Evaluate."""
        return self.ranking.best(cards[self.cards])


@dataclass(frozen=True, slots=True)
class Standing:
    """How high the best hand stands on its ranking's list, as in `Hand.category`."""

    best: Best

    def of(self, cards: Mapping[At, Held]) -> int:
        """Evaluate."""
        return self.best.of(cards).category


@dataclass(frozen=True, slots=True)
class Leads:
    """The rank that breaks ties first (or in a later `place`), for hands of the `named` categories; 0 for others."""

    best: Best
    named: frozenset[str]
    place: int = 0

    def of(self, cards: Mapping[At, Held]) -> int:
        """Evaluate."""
        return self.lead(self.best.of(cards))

    def lead(self, hand: Hand) -> int:
        """The leading rank of a hand."""
        return hand.ties[self.place] if self.best.ranking.category(hand).name in self.named else 0


@dataclass(frozen=True, slots=True)
class Reaches:
    """Whether the best hand is at least `least`."""

    best: Best
    least: Hand

    def of(self, cards: Mapping[At, Held]) -> bool:
        """Evaluate."""
        return self.best.of(cards) >= self.least


@dataclass(frozen=True, slots=True)
class Compare:
    """1 where the first hand is higher, -1 where the second is, and 0 where they are equal."""

    one: Best
    other: Best

    def of(self, cards: Mapping[At, Held]) -> int:
        """Evaluate."""
        mine, theirs = self.one.of(cards), self.other.of(cards)
        return (mine > theirs) - (mine < theirs)


@dataclass(frozen=True, slots=True)
class Natural:
    """Whether the cards make their hand without any of them being wild."""

    ranking: Ranking
    cards: At

    def of(self, cards: Mapping[At, Held]) -> bool:
        """Evaluate."""
        return self.ranking.is_natural(cards[self.cards])


@dataclass(frozen=True, slots=True)
class Sum:
    """The points of the cards together, by rank (the joker's is 0); with `modulo`, what is left of them."""

    points: tuple[tuple[int, int], ...]
    cards: At
    modulo: int | None = None

    def of(self, cards: Mapping[At, Held]) -> int:
        """Evaluate."""
        worth = dict(self.points)
        total = sum([worth[card.rank] for card in cards[self.cards]])
        return total if self.modulo is None else total % self.modulo


@dataclass(frozen=True, slots=True)
class Count:
    """How many of the `named` cards are among the cards."""

    named: frozenset[Card]
    cards: At

    def of(self, cards: Mapping[At, Held]) -> int:
        """Evaluate."""
        return sum([card in self.named for card in cards[self.cards]])


_ALL = frozenset(range(15))


@dataclass(frozen=True, slots=True)
class Kind:
    """A line of a pattern: for each card the ranks it may have, in some order; whether they are all `suited` or not
    (None: either), and in which suit."""

    ranks: tuple[frozenset[int], ...]
    suited: bool | None = None
    suit: int | None = None

    def fits(self, ranks: Sequence[int], suits: set[int]) -> bool:
        """Whether cards of these ranks and suits are of this kind."""
        if self.suited is not None and (len(suits) == 1) is not self.suited:
            return False
        if self.suit is not None and suits != {self.suit}:
            return False
        if len(ranks) != len(self.ranks):
            return False
        if any(map(_ALL.difference(*self.ranks).__contains__, ranks)):  # a card that no place of the line takes
            return False
        ways = permutations(ranks)
        return any(all(map(frozenset.__contains__, self.ranks, way)) for way in ways)


@dataclass(frozen=True, slots=True)
class Pattern:
    """The place, from 1, of the first kind that the cards are of; 0 where they are of none."""

    kinds: tuple[Kind, ...]
    cards: At

    def of(self, cards: Mapping[At, Held]) -> int:
        """Evaluate."""
        held = cards[self.cards]
        ranks, suits = [card.rank for card in held], {card.suit for card in held}
        return next((place for place, kind in enumerate(self.kinds, 1) if kind.fits(ranks, suits)), 0)


@dataclass(frozen=True, slots=True)
class Own:
    """A feature outside the vocabulary: a function of cards alone whose values are all in `domain`. `suits` says that
    it tells suits apart."""

    name: str
    function: Callable[[Held], Hashable]
    domain: frozenset[Any]
    cards: At
    suits: bool = False

    def of(self, cards: Mapping[At, Held]) -> Hashable:
        """Evaluate, and refuse a value outside the domain."""
        found = self.function(cards[self.cards])
        if found not in self.domain:
            raise LawError(f"{self.name} answers {found!r} for {cards[self.cards]}, which it does not declare")
        return found


# Features of the round -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    """All that the player said, in order."""


@dataclass(frozen=True, slots=True)
class FoldedOn:
    """The street on which the hand was folded, from 1; 0 if it was not."""


@dataclass(frozen=True, slots=True)
class PlayersIn:
    """How many players took part in the round."""


@dataclass(frozen=True, slots=True)
class Highest:
    """The highest category among the hands of the whole table."""

    ranking: Ranking


OfCards = Best | Standing | Leads | Reaches | Compare | Natural | Sum | Count | Pattern | Own
OfRound = Said | FoldedOn | PlayersIn | Highest
Feature = OfCards | OfRound
OF_ROUND = (Said, FoldedOn, PlayersIn, Highest)

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A rule by which a card is given: only where the features of the cards that lie there have such values."""

    features: tuple[OfCards, ...]
    on: frozenset[tuple[Any, ...]]

    def holds(self, played: Played, number: int) -> bool:
        """Whether the card is given. A place without cards has no points and none of the cards that are counted."""
        return tuple(_lying(feature, played, number) for feature in self.features) in self.on


def _lying(feature: OfCards, played: Played, number: int) -> Any:  # noqa: ANN401
    if isinstance(feature, Sum | Count):
        return feature.of({feature.cards: feature.cards.of(played, number)})
    return value(feature, played, number)


def cards_of(feature: Feature) -> tuple[At, ...]:
    """The cards that a feature looks at."""
    if isinstance(feature, Compare):
        return feature.one.cards, feature.other.cards
    if isinstance(feature, Standing | Leads | Reaches):
        return (feature.best.cards,)
    if isinstance(feature, OF_ROUND):
        return ()
    return (feature.cards,)


def rankings_of(feature: Feature) -> tuple[Ranking, ...]:
    """The rankings that a feature asks."""
    if isinstance(feature, Compare):
        return feature.one.ranking, feature.other.ranking
    if isinstance(feature, Standing | Leads | Reaches):
        return (feature.best.ranking,)
    return (feature.ranking,) if isinstance(feature, Best | Natural | Highest) else ()


def suits_of(feature: Feature) -> frozenset[int]:
    """The suits that a feature knows by name; all four where it tells them apart in some other way."""
    if isinstance(feature, Pattern):
        return frozenset(kind.suit for kind in feature.kinds if kind.suit is not None)
    if isinstance(feature, Count):
        by_suit = [{card.rank for card in feature.named if card.suit == suit} for suit in range(4)]
        return frozenset() if all(one == by_suit[0] for one in by_suit) else frozenset(range(4))
    if isinstance(feature, Own) and feature.suits:
        return frozenset(range(4))
    return frozenset()


@dataclass(frozen=True, slots=True)
class Sight(Generic[S]):
    """What a wager sees: the values of its features, in this order, made into the showdown that its cases know."""

    features: tuple[Feature, ...]
    make: Callable[..., S]

    def of(self, played: Played, number: int) -> S:
        """The showdown of one seat of a round."""
        return self.reader()(played, number)

    def reader(self) -> Callable[[Played, int], S]:
        """`of` as a function by itself: who asks often keeps it, and what each feature is gets looked at once."""
        make, readers = self.make, [_reader(feature) for feature in self.features]
        places = tuple(dict.fromkeys(one for feature in self.features for one in cards_of(feature)))

        def read(played: Played, number: int) -> S:
            lying = {}
            for one in places:
                lying[one] = one.of(played, number)
            return make(*[read(played, number, lying) for read in readers])

        return read


def value(feature: Feature, played: Played, number: int) -> Any:  # noqa: ANN401
    """A feature's value at one seat of a round; None where the round ended before its cards were dealt."""
    lying = {one: one.of(played, number) for one in cards_of(feature)}
    return _reader(feature)(played, number, lying)


def _reader(feature: Feature) -> Callable[[Played, int, Mapping[At, Held]], Any]:
    """What gives `value`, from a seat of a round and the cards that lie there for the feature."""
    if isinstance(feature, Said):
        return lambda played, number, _: played.seats[number].decisions
    if isinstance(feature, FoldedOn):
        return _folded_on
    if isinstance(feature, PlayersIn):
        return lambda played, _number, _: played.players or len(played.seats)
    if isinstance(feature, Highest):
        best = feature.ranking.best
        return lambda played, _number, _: max(best(each.cards).category for each in played.seats.values())
    of, places = feature.of, cards_of(feature)
    if isinstance(feature, Sum | Count):  # of as many cards as there are
        return lambda _played, _number, lying: of(lying) if any(map(lying.get, places)) else None

    needed = tuple(dict.fromkeys(place for one in places for place in one.places))
    if all(len(one.places) == 1 for one in places):  # each of which holds what lies there, or nothing
        if len(places) == 1:
            (only,) = places
            return lambda _played, _number, lying: of(lying) if lying[only] else None
        return lambda _played, _number, lying: of(lying) if all(map(lying.get, places)) else None

    def read(played: Played, number: int, lying: Mapping[At, Held]) -> Any:  # noqa: ANN401
        for place in needed:
            if not (played.seats[number].cards if place == SEAT else played.places.get(place)):
                return None
        return of(lying)

    return read


def _folded_on(played: Played, number: int, _: object) -> int:
    seat = played.seats[number]
    return 0 if seat.folded is None else len(seat.decisions)
