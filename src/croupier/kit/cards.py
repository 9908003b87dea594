"""Cards and decks: ``As``, ``Td``, ``2c`` and the joker ``Jk``."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.errors import BadText, IllegalAction

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.law import Cite

RANKS = "23456789TJQKA"
SUITS = "cdhs"
RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")


class Card(int):
    """A card is the integer ``4 * (rank - 2) + suit``; the joker is 52. There is one object per card.

    >>> Card.of("As"), Card.of("As").rank, Card.of("Jk").is_joker
    (As, 14, True)
    """

    __slots__ = ()

    @staticmethod
    def of(text: str) -> Card:
        """The card written as two letters."""
        try:
            return _BY_TEXT[text]
        except KeyError:
            raise BadText(
                f"{text!r} is not a card: write a rank of {RANKS} and a suit of {SUITS}, as in As, or Jk"
            ) from None

    @property
    def rank(self) -> int:
        """2 to 14 (ace); 0 for the joker, which has none of its own."""
        return 0 if self == 52 else (self >> 2) + 2

    @property
    def suit(self) -> int:
        """Place in ``cdhs``; 4 for the joker."""
        return self & 3 if self < 52 else 4

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker."""
        return self == 52

    def __str__(self) -> str:
        return TEXTS[self]

    __repr__ = __str__

    @property
    def words(self) -> str:
        """The card's name for people: ``ace of spades``."""
        return "joker" if self == 52 else f"{RANK_NAMES[self >> 2]} of {SUIT_NAMES[self & 3]}"


TEXTS = (*(r + s for r in RANKS for s in SUITS), "Jk")
"""How each card is written, the joker last."""
CARDS: tuple[Card, ...] = tuple(Card(i) for i in range(53))
JOKER = CARDS[52]
_BY_TEXT = dict(zip(TEXTS, CARDS, strict=True))


def cards(text: str) -> tuple[Card, ...]:
    """Cards written with spaces between: ``"As Kd Jk"``."""
    found = tuple(map(_BY_TEXT.get, text.split()))
    return tuple(Card.of(word) for word in text.split()) if None in found else found  # type: ignore[return-value]


def write(hand: Iterable[Card]) -> str:
    """The inverse of `cards`."""
    return " ".join([TEXTS[card] for card in hand])


@dataclass(frozen=True, slots=True)
class Deck:
    """What a table plays with: `copies` of the same cards. `cite` is the provision that says so."""

    name: str
    cards: tuple[Card, ...]
    copies: int
    cite: Cite
    _held: Counter[Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_held", Counter(self.cards * self.copies))

    def __len__(self) -> int:
        return len(self.cards) * self.copies

    def all(self) -> tuple[Card, ...]:
        """Every physical card of the deck or batch."""
        return self.cards * self.copies

    def holds_each_once(self, cards: Sequence[Card]) -> bool:
        """Whether the cards are all of this deck, and no two alike."""
        different = set(cards)
        return len(different) == len(cards) and different <= self._held.keys()

    def check(self, places: Iterable[tuple[str, Sequence[Card]]]) -> None:
        """Refuse a card that is not in this deck, or on the table more often than the deck holds it."""
        places = list(places)
        held = self._held
        if self.holds_each_once([card for _, hand in places for card in hand]):
            return
        seen: dict[Card, str] = {}
        counts: Counter[Card] = Counter()
        for where, hand in places:
            for card in hand:
                if card not in held:
                    raise IllegalAction(f"{card} is not in the deck ({self.name})", field=where, cite=self.cite)
                counts[card] += 1
                if counts[card] > held[card]:
                    also = "" if seen.get(card, where) == where else f" (also at {seen[card]})"
                    often = "twice" if held[card] == 1 else f"{counts[card]} times"
                    raise IllegalAction(f"{card} is on the table {often}{also}", field=where, cite=self.cite)
                seen.setdefault(card, where)


STANDARD = CARDS[:52]
WITH_JOKER = CARDS
