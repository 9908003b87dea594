"""The one keeper of a table's secrets: the orders of its packs, and the salts of their cards.

Everything that leaves a vault before its time is a hash or locked.

>>> from croupier import open_game
>>> deck = open_game("cajun-stud").deck
>>> vault = Vault(seeded(1))
>>> shuffle = vault.shuffle("red", deck)
>>> vault.card("red", 0) == shuffle.order[0]
True
>>> from croupier.table.shuffle import check_seal
>>> check_seal(vault.seal("red", 0), vault.salt("red", 0), vault.card("red", 0))
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from hashlib import shake_256
from itertools import count
from typing import TYPE_CHECKING

from croupier.errors import IllegalAction
from croupier.kit.cards import cards as read
from croupier.kit.cards import write
from croupier.table.shuffle import SEED, commitment, order, salt, seal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.kit.cards import Card, Deck


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A pack put in order. `commitment` may be published at once; `sealed` is the locked seed, for after a crash."""

    pack: str
    seed: bytes = field(repr=False)
    order: tuple[Card, ...] = field(repr=False)
    commitment: str
    sealed: str


@dataclass(frozen=True, slots=True)
class Scan:
    """Cards that a scanner read, from place `first` on: their seals, and what was read, locked."""

    pack: str
    first: int
    seals: tuple[str, ...]
    sealed: str


@dataclass(frozen=True, slots=True)
class _Kept:
    """A pack's order as far as known, and its seed: of order and salts; of a scanned pack, of the salts alone."""

    seed: bytes = field(repr=False)
    order: tuple[Card, ...] = field(repr=False)
    scanned: bool
    opened: bool = False


class Vault:
    """Keeps the current order of every pack at the table.

    `randomness` gives that many bytes; the operating system's generator unless a test says otherwise. `lock` encrypts
    a secret to text that may stand in the journal. A place `at` counts from 0 in the order before any cut.
    """

    def __init__(
        self, randomness: Callable[[int], bytes] = secrets.token_bytes, lock: Callable[[bytes], str] | None = None
    ) -> None:
        self._randomness = randomness
        self._lock = lock
        self._kept: dict[str, _Kept] = {}

    def shuffle(self, pack: str, deck: Deck) -> Shuffle:
        """Put the pack in a new order, from a new seed, and keep it."""
        return self.restore(pack, self._randomness(SEED), deck)

    def restore(self, pack: str, seed: bytes, deck: Deck) -> Shuffle:
        """Keep the order that an earlier `shuffle` of the same seed gave."""
        placed = order(seed, deck)
        self._kept[pack] = _Kept(seed, placed, scanned=False)
        return Shuffle(pack, seed, placed, commitment(seed, placed), self._locked(seed))

    def scan(self, pack: str, cards: Sequence[Card]) -> Scan:
        """Keep cards read from a physical shoe, under those scanned before; a pack shuffled or opened begins anew."""
        kept = self._kept.get(pack)
        seed = self._randomness(SEED) if kept is None or not kept.scanned or kept.opened else kept.seed
        return self.restore_scan(pack, seed + write(cards).encode())

    def restore_scan(self, pack: str, secret: bytes) -> Scan:
        """Keep the cards of an earlier `scan`, from what it locked; scans come back in the order they were made."""
        seed, read_now = secret[:SEED], read(secret[SEED:].decode())
        kept = self._kept.get(pack)
        before = kept.order if kept is not None and kept.scanned and kept.seed == seed else ()
        self._kept[pack] = _Kept(seed, before + read_now, scanned=True)
        seals = tuple(seal(salt(seed, at), card) for at, card in enumerate(read_now, len(before)))
        return Scan(pack, len(before), seals, self._locked(secret))

    def card(self, pack: str, at: int) -> Card:
        """The card at a place."""
        return self._at(pack, at).order[at]

    def salt(self, pack: str, at: int) -> str:
        """What opens the seal of the card at a place."""
        return salt(self._at(pack, at).seed, at)

    def seal(self, pack: str, at: int) -> str:
        """The commitment to the card at a place."""
        kept = self._at(pack, at)
        return seal(salt(kept.seed, at), kept.order[at])

    def opening(self, pack: str) -> tuple[str, str]:
        """The seed in hexadecimal and the order as text: nothing of this pack is secret once they are told.

        A scanned pack's seed opens every salt of it; cards scanned later have a seed of their own.
        """
        kept = self._of(pack)
        self._kept[pack] = _Kept(kept.seed, kept.order, kept.scanned, opened=True)
        return kept.seed.hex(), write(kept.order)

    def forget(self, pack: str) -> None:
        """Keep nothing of this pack: it left the table, or was shuffled by hand."""
        self._kept.pop(pack, None)

    def _locked(self, secret: bytes) -> str:
        return self._lock(secret) if self._lock else ""

    def _of(self, pack: str) -> _Kept:
        try:
            return self._kept[pack]
        except KeyError:
            raise IllegalAction(f"no order of the pack {pack!r} is known", field="pack") from None

    def _at(self, pack: str, at: int) -> _Kept:
        kept = self._of(pack)
        if not 0 <= at < len(kept.order):
            known = f"{len(kept.order)} cards of the pack {pack!r} are known"
            raise IllegalAction(f"{known}, none at place {at}", field="at")
        return kept


def seeded(number: int) -> Callable[[int], bytes]:
    """Randomness that repeats itself, for tests and rehearsals; whoever knows the number knows every card.

    >>> seeded(7)(4) == seeded(7)(4) != seeded(8)(4)
    True
    """
    asked = count()
    return lambda size: shake_256(b"croupier/seeded/1 %d %d" % (number, next(asked))).digest(size)
