"""An order of cards that was committed to and opened: recomputed from its seeds, and what was shown held against it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from croupier.errors import JournalError
from croupier.kit.cards import cards
from croupier.table.dealing import starting_position
from croupier.table.seeds import SCHEME, Context, check_opening, dice, final_seed
from croupier.table.shuffle import check_opening as check_first_opening
from croupier.table.shuffle import salt, seal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from croupier.journal.record import Record
    from croupier.kit.cards import Card, Deck
    from croupier.table import events as e

FAULT = "cards"


def recomputed(table: str, shuffled: e.Shuffled, opened: e.OrderOpened, deck: Deck) -> bytes:
    """The final seed of an order that was opened, when commitment, seed and order are found to agree."""
    house, placed = bytes.fromhex(opened.seed), cards(opened.order)
    if shuffled.scheme != SCHEME:
        check_first_opening(shuffled.commitment, house, placed, deck)
        return house
    context = Context(table, shuffled.number, shuffled.round, shuffled.pack, shuffled.of, shuffled.clock)
    check_opening(shuffled.commitment, house, context, opened.contributions, placed, deck)
    return final_seed(house, context, opened.contributions)


class CardVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """What is proved of a journal's cards. `entered`: they are real, and nothing can be. `waiting` are cards of orders
    that are still secret; `unchecked` says why nothing was recomputed. Of the rounds that fixed an order, in so many
    did all players contribute to its seed, some, or none; orders of `house_only` come from before they could."""

    entered: bool = False
    orders: int = 0
    cards: int = 0
    waiting: int = 0
    house_only: int = 0
    by_all: int = 0
    by_some: int = 0
    by_none: int = 0
    unchecked: str = ""

    def words(self) -> str:
        """One line for people."""
        if self.entered:
            return "cards entered by people: none can be recomputed"
        if self.unchecked:
            return f"cards not recomputed: {self.unchecked}"
        shown = f"{self.orders:,} orders recomputed, {self.cards:,} cards are theirs"
        if self.by_all or self.by_some or self.by_none:
            shown += (
                f"; seeds with all players' part {self.by_all:,}, with some {self.by_some:,}, none {self.by_none:,}"
            )
        if self.house_only:
            shown += f"; {self.house_only:,} orders by the house's seed alone"
        return shown + (f"; {self.waiting:,} cards of an order not yet opened" if self.waiting else "")


class Seen:
    """Commitments and seeds, and where each was used: none may come twice at any table."""

    def __init__(self) -> None:
        self._used: dict[tuple[str, str], tuple[str, int]] = {}

    def use(self, what: str, value: str, table: str, record: int) -> str:
        """Where it was used before, in words; nothing if nowhere."""
        before = self._used.setdefault((what, value), (table, record))
        return "" if before == (table, record) else f"record {before[1]} of table {before[0]}"


@dataclass(slots=True)
class AuditedOrder:
    """One shuffle of a pack. `at` is how many cards have left it; `checks` wait for its opening."""

    shuffled: e.Shuffled
    record: int
    size: int
    cut: int = 0
    at: int = 0
    contributions: Mapping[int, str] | None = None
    checks: list[Callable[[], None]] = field(default_factory=list)
    final: bytes = b""
    cards: tuple[Card, ...] = ()

    def check(self, when_opened: Callable[[], None]) -> None:
        """Do this as soon as the order is known."""
        if self.cards:
            when_opened()
        else:
            self.checks.append(when_opened)

    def card(self, at: int) -> Card:
        """The card at a place after the cut."""
        return self.cards[(self.cut + at) % self.size]

    def salt(self, at: int) -> str:
        """What opens the seal of the card at a place after the cut."""
        return salt(self.final, (self.cut + at) % self.size)


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table: its order and place, and its seal if it was dealt face down."""

    order: AuditedOrder
    at: int
    seal: str


def refuse(record: Record, message: str) -> NoReturn:
    """Say what is wrong with the cards that a record tells of."""
    raise JournalError(message, fault=FAULT, record=record.n, offset=record.offset)


def compare(record: Record, order: AuditedOrder, places: range, shown: Sequence[Card]) -> None:
    """Refuse a card that is not the one at its place."""
    for at, card in zip(places, shown, strict=True):
        if order.card(at) != card:
            refuse(record, f"shows {card} where the order has {order.card(at)}")


def compare_shown(record: Record, lying: Lying, card: Card, opens: str) -> None:
    """Refuse a card turned over that is not the one at its place, or a salt that is not the seed's."""
    compare(record, lying.order, range(lying.at, lying.at + 1), (card,))
    if opens and opens != lying.order.salt(lying.at):
        refuse(record, f"has another salt for {card} than the seed gives")


def unseal(record: Record, order: AuditedOrder, first: int, seals: Sequence[str]) -> None:
    """Refuse a seal that is not of the card at its place."""
    for at, sealed in enumerate(seals, first):
        if seal(order.salt(at), order.card(at)) != sealed:
            refuse(record, f"has a seal that is not of the card at place {at} of the order")


def compare_dice(record: Record, order: AuditedOrder, round_: int, value: Mapping[str, Any]) -> None:
    """688a.5(i): where the first hand goes is the seed's too."""
    generated = "generator" in value
    due = dice(order.final, round_, 7, 1) if generated else dice(order.final, round_, 6, 3)
    shown = (value["generator"],) if generated else tuple(value["dice"])
    if shown != due:
        refuse(record, f"shows the dice {shown}, and the seed gives {due}")
    if value["total"] != sum(due) or value["position"] != starting_position(sum(due)):
        refuse(record, "finds another starting position than the dice give")
