"""Rankings of hands, declared: a list of hands from highest to lowest, each with the form it must have.

A form looks at a `Faces` (the plain ranks, how many cards are wild, whether the plain cards share a suit) and
answers with the ranks that break ties, highest first, or None if the hand cannot take that form. The first
hand on the list whose form fits is what the cards are worth. Wild cards are never tried one by one here: each
form says what its wild cards are best used for. (The tests try them one by one, and agree.)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Literal, NamedTuple

from croupier.errors import IllegalAction, LawError
from croupier.kit.hand_forms import (
    ACE,
    Faces,
    Ties,
    flush,
    royal,
    royal_by_a_plain_pair,
    royal_by_ace,
    straight,
    straight_flush,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from croupier.kit.cards import Card
    from croupier.law import Cite


# Forms -------------------------------------------------------------------------------------------------------


_COMPLETE = frozenset({royal, royal_by_ace, royal_by_a_plain_pair, straight_flush, flush, straight})

# Rankings ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Category:
    """A hand on a chapter's list."""

    name: str
    form: Callable[[Faces], Ties | None]
    cite: Cite


class Hand(NamedTuple):
    """What cards are worth under a ranking; a better hand is a greater one, equal hands are equal."""

    category: int
    ties: Ties


STRAIGHTS = "AKQJT98765"
"""Tops of the ordinary straights, best first; the 5 is ace to five."""

_RANK = {mark: rank for rank, mark in enumerate("23456789TJQKA", 2)}


@cache
def _tops(straights: str) -> Ties:
    return tuple([_RANK[mark] for mark in straights])


@dataclass(frozen=True, slots=True)
class Ranking:
    """A chapter's ranking of hands of `size` cards.

    `wild` are the ranks that are wild besides the joker. The joker is "wild" (any card) or "semi-wild" (an ace,
    or any card that completes a straight, a flush, a straight flush or a royal flush). A wild card is of `any` suit, or
    of its `own` (the joker of none). With `plain_first` a hand without wild cards beats an equal one that has some.
    """

    name: str
    size: int
    categories: tuple[Category, ...]
    straights: str = STRAIGHTS
    wild: frozenset[int] = frozenset()
    joker: Literal["none", "wild", "semi-wild"] = "none"
    fill: Literal["highest-missing", "double-ace"] = "highest-missing"
    suits: Literal["any", "own"] = "any"
    plain_first: bool = False
    _memo: dict[object, Hand] = field(default_factory=dict, repr=False, compare=False)
    _lately: dict[tuple[Card, ...], Hand] = field(default_factory=dict, repr=False, compare=False)
    _places: dict[str, int] = field(default_factory=dict, repr=False, compare=False)
    _plain: list[Ranking] = field(default_factory=list, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.size not in _FULL:
            raise LawError(f"{self.name}: hands of {self.size} cards cannot be ranked; 1 to {max(_FULL)} can")

    def __getitem__(self, name: str) -> int:
        """How high a hand stands, to compare with `Hand.category`: the lowest is 1."""
        if not self._places:
            self._places.update({c.name: len(self.categories) - place for place, c in enumerate(self.categories)})
        return self._places[name]

    def category(self, hand: Hand) -> Category:
        """The hand's line in the chapter."""
        return self.categories[-hand.category]

    def names(self) -> Mapping[int, str]:
        """Every hand's name by how high it stands."""
        return {len(self.categories) - i: c.name for i, c in enumerate(self.categories)}

    def rank(self, cards: Sequence[Card]) -> Hand:
        """The best hand these cards make; exactly `size` cards."""
        held = tuple(cards)
        if len(held) != self.size:
            raise IllegalAction(f"{len(held)} cards given where a hand has {self.size}")
        return self.best(held)

    def is_suited(self, cards: Sequence[Card]) -> bool:
        """Whether the cards can be of one suit."""
        joins = sum([_keys(self.wild, self.suits)[card] & 0xFFFF for card in cards])
        return bool((joins + _FULL[self.size]) & 0x8888)

    def best(self, cards: tuple[Card, ...]) -> Hand:
        """The best hand of `size` cards among as many or more."""
        found = self._lately.get(cards)
        if found is None:
            if len(cards) < self.size:
                raise IllegalAction(f"{len(cards)} cards given where a hand has {self.size}")
            if len(self._lately) >= 1024:
                self._lately.clear()
            found = self._lately[cards] = self._best(cards)
        return found

    def _best(self, cards: tuple[Card, ...]) -> Hand:
        if len(cards) == self.size:
            keys = _keys(self.wild, self.suits)
            return self._known(sum([keys[card] for card in cards]), cards)
        return max(hand for _, hand in self.each(cards))

    def each(self, cards: Sequence[Card]) -> Iterator[tuple[tuple[int, ...], Hand]]:
        """Every hand of `size` cards among more: the places of the cards left out, and what the rest is worth."""
        keys = _keys(self.wild, self.suits)
        held = [keys[card] for card in cards]
        total = sum(held)
        for left_out in combinations(range(len(cards)), len(cards) - self.size):
            key = total
            for place in left_out:
                key -= held[place]
            yield left_out, self._known(key, cards, left_out)

    def _known(self, key: int, cards: Sequence[Card], left_out: Sequence[int] = ()) -> Hand:
        """What cards of these ranks are worth, suited or not: worked out once."""
        suited = bool(((key & 0xFFFF) + _FULL[self.size]) & 0x8888)
        found = self._memo.get((key >> 16, suited))
        if found is None:
            ranks = [card.rank for place, card in enumerate(cards) if place not in left_out]
            found = self._memo[key >> 16, suited] = self.evaluate(ranks, suited=suited)
        return found

    def evaluate(self, ranks: Sequence[int], *, suited: bool) -> Hand:
        """Go down the list until a form fits. The joker's rank is 0; `suited` speaks of the plain cards."""
        if self.joker == "none" and 0 in ranks:
            raise IllegalAction(f"{self.name} ranks no joker", field="cards")
        plain = tuple(sorted([r for r in ranks if r and r not in self.wild], reverse=True))
        wilds = len(ranks) - len(plain)
        tops = _tops(self.straights)
        complete = kinds = Faces(plain, wilds, suited, tops, self.fill)
        if self.joker == "semi-wild" and wilds:
            kinds = Faces((ACE, *plain), 0, False, tops, self.fill)
        for place, category in enumerate(self.categories):
            ties = category.form(complete if category.form in _COMPLETE else kinds)
            if ties is not None:
                ties = (*ties, int(not wilds)) if self.plain_first else ties
                return Hand(len(self.categories) - place, ties)
        raise IllegalAction(f"no hand of {self.name} fits")

    def is_natural(self, cards: Sequence[Card]) -> bool:
        """Whether the plain faces, deuces as deuces, already make the hand that is paid (and no joker is held)."""
        if 52 in cards:
            return False
        if _wild_cards(self.wild).isdisjoint(cards):
            return True
        return self.without_wilds().rank(cards).category == self.rank(cards).category

    def without_wilds(self) -> Ranking:
        """The same list of hands with no card wild."""
        if not self._plain:
            self._plain.append(Ranking(self.name, self.size, self.categories, self.straights))
        return self._plain[0]

    def text(self, hand: Hand) -> str:
        """The hand in words: ``two pairs, kings and fours``."""
        name = self.category(hand).name
        words = name.replace("-", " ") if name in _AS_NAMED else name.replace("-of-a-kind", " of a kind")
        say = _SAY.get(name)
        if name in {"straight", "straight-flush"}:
            return f"{words.replace('-', ' ')}, {_one(_RANK[self.straights[-hand.ties[0]]])} high"
        return say(hand.ties) if say else words


@cache
def _wild_cards(wild: frozenset[int]) -> frozenset[int]:
    """The cards of the wild ranks."""
    return frozenset(card for card in range(52) if (card >> 2) + 2 in wild)


@cache
def _keys(wild: frozenset[int], of: str = "any") -> tuple[int, ...]:
    """A number per card whose sum tells a hand's ranks (in base five) and how many cards join each suit."""
    suits = [1 << 4 * (card & 3) if card < 52 else 0 for card in range(53)]
    if of == "any":
        suits = [0x1111 if card == 52 or (card >> 2) + 2 in wild else suits[card] for card in range(53)]
    return tuple([5 ** (card >> 2) << 16 | joins for card, joins in enumerate(suits)])


def keys_of_cards(ranking: Ranking) -> tuple[int, ...]:
    """For those who rank in bulk: the number of each card whose sums tell a hand's ranks (above 16 bits) and suits."""
    return _keys(ranking.wild, ranking.suits)


def suited_mask(size: int) -> int:
    """What to add to the low 16 bits of such a sum so that a suit which all cards join sets its high bit."""
    return _FULL[size]


# Added to the counts per suit, it sets the high bit of a suit that all cards join.
_FULL = {size: 0x1111 * (8 - size) for size in range(1, 8)}
_AS_NAMED = frozenset({"five-wilds", "royal-flush", "five-aces", "mini-royal"})
_ONE = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)


def _one(rank: int) -> str:
    return _ONE[rank - 2]


def _many(rank: int) -> str:
    return _one(rank) + ("es" if rank == 6 else "s")


_SAY: dict[str, Callable[[Ties], str]] = {
    "five-of-a-kind": lambda t: f"five {_many(t[0])}",
    "four-of-a-kind": lambda t: f"four {_many(t[0])}",
    "full-house": lambda t: f"full house, {_many(t[0])} full of {_many(t[1])}",
    "flush": lambda t: f"flush, {_one(t[0])} high",
    "three-of-a-kind": lambda t: f"three {_many(t[0])}",
    "two-pairs": lambda t: f"two pairs, {_many(t[0])} and {_many(t[1])}",
    "pair": lambda t: f"a pair of {_many(t[0])}",
    "high-card": lambda t: f"{_one(t[0])} high",
}
