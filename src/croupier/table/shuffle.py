"""A shuffle anyone can recompute: a 32-byte seed gives the order. How the seed is made is in `croupier.table.seeds`.

The order of `size` cards, from the seed alone:

1. *Stream.* SHAKE-256 of the tag ``croupier/shuffle/1/order`` and the seed, read as 16-bit words, the high byte first.
2. *Draws.* While `left` cards remain (size, size - 1, ..., 2) the next word is taken. A word not below the greatest
   multiple of `left` within 65,536 is refused and the one after it taken; the draw is the word's remainder by `left`.
   Every remainder has equally many words, so that a uniform stream gives uniform draws, without bias.
3. *Arrangement.* Each draw takes the card at that place (from 0) among those remaining, in the deck's own order, and
   puts it under those taken before; the last card goes to the bottom. This is Fisher and Yates's method of 1938: every
   sequence of draws gives another order, and every order has one.

>>> permutation(bytes(32), 7)
(5, 1, 6, 0, 3, 4, 2)
>>> arrange(4, [2, 0, 1])
(2, 0, 3, 1)
"""

from __future__ import annotations

import struct
from functools import cache
from hashlib import blake2b, sha256, shake_256
from itertools import islice
from operator import ge, mod
from typing import TYPE_CHECKING

from croupier.errors import IllegalAction
from croupier.kit.cards import TEXTS, write

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.kit.cards import Card, Deck

SEED = 32
"""Bytes of a seed: there are more seeds (2^256) than orders of one deck (about 2^226). Of a six-deck shoe's orders
(about 2^1647 that look different) they reach some, which nobody who lacks the seed can tell from the rest."""

WORDS = 1 << 16
"""How many words a 16-bit word can be."""

_ORDER = b"croupier/shuffle/1/order"
_COMMITMENT = b"croupier/shuffle/1/commitment"
_SALT = b"croupier/salt/1"
_SEALING = blake2b(digest_size=16, person=b"croupier/seal/1")

# The order -----------------------------------------------------------------------------------------------------


def permutation(seed: bytes, size: int) -> tuple[int, ...]:
    """Which card of the deck lies at each place of the order, the top one first."""
    check_seed(seed)
    if not 0 < size <= WORDS:
        raise IllegalAction(f"{size} cards cannot be shuffled; 1 to {WORDS} can", field="size")
    lefts, wholes = _spans(size)
    words = stream(seed, size + 15)
    first = tuple(islice(words, len(lefts)))
    if any(map(ge, first, wholes)):  # a word is refused, and the one after it taken
        words = stream(seed, size + 15)
        return arrange(size, [uniform(words, left) for left in lefts])
    return arrange(size, tuple(map(mod, first, lefts)))


@cache
def _spans(size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How many cards remain at each draw, and from which word on one is refused then."""
    lefts = tuple(range(size, 1, -1))
    return lefts, tuple(WORDS - WORDS % left for left in lefts)


def stream(seed: bytes, first: int = 128) -> Iterator[int]:
    """The seed's 16-bit words without end; `first` says how many are made at once, and changes none of them."""
    sponge = shake_256(_ORDER + seed)
    taken, made = 0, first
    while True:
        yield from struct.unpack(f">{made}H", sponge.digest(2 * made))[taken:]
        taken, made = made, 2 * made


def uniform(words: Iterator[int], left: int, span: int = WORDS) -> int:
    """A number below `left` from the first word that is not refused, the words being uniform below `span`."""
    whole = span - span % left
    word = next(words)
    while word >= whole:
        word = next(words)
    return word % left


def arrange(size: int, draws: Sequence[int]) -> tuple[int, ...]:
    """The order that `draws` pick: the first is below `size`, each next one below one less, the last below 2."""
    if len(draws) != size - 1:
        raise IllegalAction(f"{size} cards take {size - 1} draws, not {len(draws)}", field="draws")
    left = list(range(size))
    return (*map(left.pop, draws), *left)


def order(seed: bytes, deck: Deck) -> tuple[Card, ...]:
    """The deck or batch in the seed's order, the top card first."""
    everything = deck.all()
    return tuple(map(everything.__getitem__, permutation(seed, len(everything))))


# The commitment to the whole order -----------------------------------------------------------------------------


def commitment(seed: bytes, placed: Sequence[Card]) -> str:
    """Of scheme 1, whose seeds were the house's alone: SHA-256 of a tag, the seed and the order as text."""
    return sha256(_COMMITMENT + seed + write(placed).encode()).hexdigest()


def check_opening(committed: str, seed: bytes, placed: Sequence[Card], deck: Deck) -> None:
    """Of scheme 1: refuse a seed and order that are not what was committed to, or an order that is not the seed's."""
    compare(placed, order(seed, deck), deck)
    if commitment(seed, placed) != committed:
        raise IllegalAction("the commitment is not to this seed and order", field="commitment")


def compare(placed: Sequence[Card], due: Sequence[Card], deck: Deck) -> None:
    """Refuse an order that is not the one due from its seed."""
    if len(placed) != len(due):
        raise IllegalAction(f"the order has {len(placed)} cards, the deck ({deck.name}) {len(due)}", field="order")
    if tuple(placed) == tuple(due):
        return
    for place, (stated, given) in enumerate(zip(placed, due, strict=True), 1):
        if stated != given:
            raise IllegalAction(f"the order is not the seed's: card {place} is {stated}, not {given}", field="order")


def check_seed(seed: bytes) -> None:
    """Refuse a seed of another length."""
    if len(seed) != SEED:
        raise IllegalAction(f"a seed has {SEED} bytes, not {len(seed)}", field="seed")


# The commitment to one card ------------------------------------------------------------------------------------


def salt(seed: bytes, at: int) -> str:
    """What hides the card at place `at` (from 0, before any cut) until it is revealed; it tells nothing of the rest."""
    return salts(seed, [at])[0]


def salts(seed: bytes, places: Iterable[int]) -> list[str]:
    """The salts of the cards at some places."""
    keyed, found = blake2b(digest_size=16, key=seed, person=_SALT), []
    for at in places:
        one = keyed.copy()
        one.update(b"%d" % at)
        found.append(one.hexdigest())
    return found


def seal(salt: str, card: Card) -> str:
    """The commitment to one face-down card, published when it is dealt; `salt` and the card together open it."""
    one = _SEALING.copy()
    one.update(f"{salt} {TEXTS[card]}".encode())
    return one.hexdigest()


def check_seal(sealed: str, salt: str, card: Card) -> None:
    """Refuse a card that is not the one sealed."""
    if seal(salt, card) != sealed:
        raise IllegalAction(f"{card} is not the card that was sealed", field="card")
