"""The seed of a shuffle, from two sides: the house commits to its part first, then the players add theirs.

1. *House seed.* 32 bytes, drawn when the pack is shuffled. Its *commitment* is published at once: SHA-256 of a tag, the
   house seed and the *context*, which says of which shuffle it is: table, number of the shuffle, round, pack, cards and
   time. No two shuffles have the same context, so that no commitment is good for a second one.
2. *Contributions.* Up to 32 bytes from each player, sent with a wager, made after the commitment was published.
3. *Final seed.* When the betting closes: SHA-256 of another tag, the house seed, the context and the contributions by
   seat. It gives the order (`croupier.table.shuffle`), the salts of the seals, and the dice.

The house committed before it knew any contribution, and no player knows the house seed: neither side can choose.

>>> where = Context(table="T1", number=1, round=1, pack=0, of="", clock=1767225600000)
>>> commitment(bytes(32), where)[:16]
'1941d7028e14131e'
>>> final_seed(bytes(32), where, {1: "00ff", 4: "aa"}).hex()[:16]
'19e5b34c2db7dd70'
"""

from __future__ import annotations

import re
from hashlib import sha256, shake_256
from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from croupier.errors import IllegalAction
from croupier.table.shuffle import SEED, check_seed, compare, order

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from croupier.kit.cards import Card, Deck

SCHEME = 2
"""The number of this scheme. Scheme 1 was a commitment to seed and order, the house's alone."""
CONTRIBUTION = 32
"""Bytes of a contribution, at most."""
LINKS = 4
"""How often the discards can be shuffled in the middle of one round from the seeds that one shuffle committed to."""

_COMMITMENT = b"croupier/shuffle/2/commitment"
_FINAL = b"croupier/shuffle/2/seed"
_LINK = b"croupier/shuffle/2/link"
_DICE = b"croupier/dice/1"
_HEX = re.compile(r"(?:[0-9a-f]{2})+")


class Context(msgspec.Struct, frozen=True):
    """Which shuffle a commitment is for. `number` counts the shuffles of this pack; `round` is the one in play or the
    next; `of` are the cards where not the whole pack is shuffled; `clock` is when the table last did anything."""

    table: str
    number: int
    round: int
    pack: int
    of: str
    clock: int

    def bytes(self) -> bytes:
        """The fields in this order, each after its length."""
        numbers = (self.number, self.round, self.pack)
        return _fields(
            self.table.encode(), *(b"%d" % number for number in numbers), self.of.encode(), b"%d" % self.clock
        )


def _fields(*fields: bytes) -> bytes:
    """Fields one after another, each after its length in four bytes, so that no two lists of them look the same."""
    return b"".join([len(field).to_bytes(4) + field for field in fields])


def commitment(house: bytes, context: Context) -> str:
    """What the house publishes before any contribution is made; it tells nothing of the seed."""
    check_seed(house)
    return sha256(_COMMITMENT + house + context.bytes()).hexdigest()


def final_seed(house: bytes, context: Context, contributions: Mapping[int, str]) -> bytes:
    """The seed that both sides made."""
    check_seed(house)
    given = ((b"%d" % seat, bytes.fromhex(contributions[seat])) for seat in sorted(contributions))
    return sha256(_FINAL + house + context.bytes() + _fields(*chain.from_iterable(given))).digest()


def check_contribution(told: object, field: str) -> str:
    """A contribution as it may be recorded, or a refusal."""
    if not isinstance(told, str) or len(told) > 2 * CONTRIBUTION or not _HEX.fullmatch(told):
        raise IllegalAction(f"a contribution is 1 to {CONTRIBUTION} bytes in lower-case hexadecimal", field=field)
    return told


def link(seed: bytes) -> bytes:
    """The house seed before this one. The discards of a round are shuffled again after its contributions are known:
    the house seed for that was fixed before them, since the seed that was opened is its hash.

    >>> house_seed(bytes(32), 0) == link(house_seed(bytes(32), 1))
    True
    """
    return sha256(_LINK + seed).digest()


def house_seed(root: bytes, again: int) -> bytes:
    """The house seed of a shuffle, or of the shuffle of discards that follows it as number `again` in the same round.

    `root` is what the house draws and keeps.
    """
    if not 0 <= again <= LINKS:
        raise IllegalAction(f"the discards were shuffled {LINKS} times in this round", field="step")
    for _ in range(LINKS - again):
        root = link(root)
    return root


def dice(seed: bytes, round_: int, sides: int, count: int) -> tuple[int, ...]:
    """So many dice of a round, from its final seed: bytes of SHAKE-256, less those that would
    favour a side (with six or seven sides, 252 and above).

    >>> dice(bytes(32), 1, sides=6, count=3)
    (5, 2, 4)
    """
    thrown = (byte % sides + 1 for byte in _bytes(_DICE + seed + b"%d" % round_) if byte < 256 - 256 % sides)
    return tuple(next(thrown) for _ in range(count))


def _bytes(told: bytes) -> Iterator[int]:
    sponge, made = shake_256(told), 0
    while True:
        yield from sponge.digest(made + 32)[made:]
        made += 32


def check_opening(
    committed: str,
    house: bytes,
    context: Context,
    contributions: Mapping[int, str],
    placed: Sequence[Card],
    deck: Deck,
) -> None:
    """Refuse a house seed that is not the one committed to, or an order that is not the final seed's."""
    if commitment(house, context) != committed:
        raise IllegalAction("the commitment is not to this seed for this shuffle", field="commitment")
    compare(placed, order(final_seed(house, context, contributions), deck), deck)


assert sha256().digest_size == SEED
