"""The one keeper of a table's secrets: the orders of its packs, and the salts of their cards.

Everything that leaves a vault before its time is a hash or locked.

>>> from croupier import open_game
>>> deck = open_game("cajun-stud").deck
>>> vault = Vault(seeded(1))
>>> shuffle = vault.shuffle("red", deck, Context(table="T1", number=1, round=1, pack=0, of="", clock=0))
>>> vault.card("red", 0)
Traceback (most recent call last):
croupier.errors.IllegalAction: pack: the order of the pack 'red' is not fixed before the betting closes
>>> vault.fix("red", {1: "00ff"})
>>> from croupier.table.shuffle import check_seal
>>> check_seal(vault.seal("red", 0), vault.salt("red", 0), vault.card("red", 0))
>>> vault.is_of("red", shuffle.commitment)
True
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
from croupier.table.seeds import Context, commitment, dice, final_seed, house_seed
from croupier.table.shuffle import SEED, order, salt, salts, seal
from croupier.table.shuffle import commitment as first_commitment

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from croupier.kit.cards import Card, Deck


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A pack that was shuffled. `commitment` may be published at once; `sealed` is the locked secret, for after a
    crash."""

    pack: str
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
class _Drawn:
    """The house's side of a shuffle: what it drew, and for which shuffle."""

    root: bytes = field(repr=False)
    again: int
    deck: Deck
    context: Context

    @property
    def house(self) -> bytes:
        return house_seed(self.root, self.again)


@dataclass(frozen=True, slots=True)
class _Kept:
    """A pack's order as far as known, and its seed: of order and salts; of a scanned pack, of the salts alone. A
    shuffled pack has neither before it is fixed."""

    seed: bytes = field(repr=False, default=b"")
    order: tuple[Card, ...] = field(repr=False, default=())
    scanned: bool = False
    opened: bool = False
    drawn: _Drawn | None = None
    commitment: str = ""


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

    def shuffle(self, pack: str, deck: Deck, context: Context, *, again: int = 0) -> Shuffle:
        """Draw the house's seed for a new order of the pack, which is fixed when the players have added theirs.

        Discards that are shuffled in the middle of a round, as number `again`, take the seed that the shuffle before
        committed to.
        """
        before = self._kept.get(pack)
        if again and before is not None and before.drawn is not None:
            return self.restore(pack, before.drawn.root, deck, context, again=again)
        return self.restore(pack, self._randomness(SEED), deck, context)

    def restore(self, pack: str, root: bytes, deck: Deck, context: Context, *, again: int = 0) -> Shuffle:
        """Keep what an earlier `shuffle` drew; its order is to be fixed."""
        drawn = _Drawn(root, again, deck, context)
        committed = commitment(drawn.house, context)
        self._kept[pack] = _Kept(drawn=drawn, commitment=committed)
        return Shuffle(pack, committed, self._locked(root))

    def restore_first(self, pack: str, seed: bytes, deck: Deck) -> Shuffle:
        """Keep an order of scheme 1, whose seed was the house's alone and fixed it at once."""
        placed = order(seed, deck)
        committed = first_commitment(seed, placed)
        self._kept[pack] = _Kept(seed, placed, commitment=committed)
        return Shuffle(pack, committed, self._locked(seed))

    def lay(self, pack: str, deck: Deck) -> None:
        """Keep an order that nobody commits to: it stands for real cards, which lie in their order at once."""
        seed = self._randomness(SEED)
        self._kept[pack] = _Kept(seed, order(seed, deck))

    def fix(self, pack: str, contributions: Mapping[int, str]) -> None:
        """Let the players' contributions, by seat, and the house's seed give the order. It stays as it is then."""
        kept = self._of(pack)
        if kept.drawn is None or kept.seed:
            raise IllegalAction(f"the order of the pack {pack!r} is fixed already", field="pack")
        seed = final_seed(kept.drawn.house, kept.drawn.context, contributions)
        placed = order(seed, kept.drawn.deck)
        self._kept[pack] = _Kept(seed, placed, drawn=kept.drawn, commitment=kept.commitment)

    def is_fixed(self, pack: str) -> bool:
        """Whether the order of a pack is known."""
        return bool(self._of(pack).seed)

    def is_of(self, pack: str, commitment: str) -> bool:
        """Whether the order that is kept is still the one that this commitment is to, or none once it was opened: a
        state from before the pack was shuffled anew knows nothing of the cards that lie there now."""
        kept = self._kept.get(pack)
        if kept is None or not kept.seed:
            return False
        return kept.commitment == commitment or (kept.opened and not commitment)

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

    def count(self, pack: str) -> int:
        """How many cards a pack has, as they lie in it or were put in to be shuffled."""
        kept = self._of(pack)
        return len(kept.order) if kept.drawn is None or kept.order else len(kept.drawn.deck)

    def salt(self, pack: str, at: int) -> str:
        """What opens the seal of the card at a place."""
        return salt(self._at(pack, at).seed, at)

    def seal(self, pack: str, at: int) -> str:
        """The commitment to the card at a place."""
        return self.seals(pack, [at])[0]

    def seals(self, pack: str, places: Sequence[int]) -> tuple[str, ...]:
        """The commitments to the cards at some places."""
        kept = self._at(pack, *places)
        return tuple([seal(salt, kept.order[at]) for salt, at in zip(salts(kept.seed, places), places, strict=True)])

    def cards(self, pack: str, places: Sequence[int]) -> tuple[Card, ...]:
        """The cards at some places."""
        placed = self._at(pack, *places).order
        return tuple(map(placed.__getitem__, places))

    def salts(self, pack: str, places: Sequence[int]) -> tuple[str, ...]:
        """What opens the seals of the cards at some places."""
        return tuple(salts(self._at(pack, *places).seed, places))

    def dice(self, pack: str, round_: int, *, sides: int, count: int) -> tuple[int, ...]:
        """The dice of a round, from the seed that fixed its cards."""
        return dice(self._fixed(pack).seed, round_, sides, count)

    def opening(self, pack: str) -> tuple[str, str]:
        """The house's seed in hexadecimal and the order as text: nothing of this pack is secret once they are told.

        A pack that nobody wagered on is fixed without contributions. A scanned pack's seed opens every salt of it;
        cards scanned later have a seed of their own.
        """
        if not self.is_fixed(pack):
            self.fix(pack, {})
        kept = self._of(pack)
        self._kept[pack] = _Kept(
            kept.seed, kept.order, kept.scanned, opened=True, drawn=kept.drawn, commitment=kept.commitment
        )
        return (kept.seed if kept.drawn is None else kept.drawn.house).hex(), write(kept.order)

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

    def _fixed(self, pack: str) -> _Kept:
        kept = self._of(pack)
        if not kept.seed:
            raise IllegalAction(f"the order of the pack {pack!r} is not fixed before the betting closes", field="pack")
        return kept

    def _at(self, pack: str, *places: int) -> _Kept:
        kept = self._fixed(pack)
        known = len(kept.order)
        if places and not (min(places) >= 0 and max(places) < known):
            at = next(at for at in places if not 0 <= at < known)
            words = f"{known} cards of the pack {pack!r} are known, none at place {at}"
            raise IllegalAction(words, field="at")
        return kept


def seeded(number: int) -> Callable[[int], bytes]:
    """Randomness that repeats itself, for tests and rehearsals; whoever knows the number knows every card.

    >>> seeded(7)(4) == seeded(7)(4) != seeded(8)(4)
    True
    """
    asked = count()
    return lambda size: shake_256(b"croupier/seeded/1 %d %d" % (number, next(asked))).digest(size)
