"""The records of one round, and of the shuffles its cards came from, in one pass over a journal.

Nothing is folded: an event says by itself which place of which pack's order it is about.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from croupier.errors import BadText, CroupierError, IllegalAction, JournalError
from croupier.journal.orders import recomputed
from croupier.journal.replay import rules_of
from croupier.kit.cards import cards
from croupier.table import events as e

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.game import Rules
    from croupier.journal.record import Record
    from croupier.kit.cards import Card


@dataclass(slots=True)
class Order:
    """A pack as one shuffle left it. `cards` is the order before the cut, once it has been opened and recomputed;
    `final` is the seed it came from, `seed` the house's part of that."""

    pack: int
    shuffled: e.Shuffled
    record: int
    cut: int = 0
    cuts: list[e.Performed] = field(default_factory=list)
    seed: str = ""
    contributions: Mapping[int, str] = field(default_factory=dict)
    final: bytes = b""
    cards: tuple[Card, ...] = ()
    opened: int | None = None

    def place(self, at: int) -> int:
        """Where a card lay before the cut."""
        return (self.cut + at) % len(self.cards)

    def card(self, at: int) -> Card:
        """The card at a place after the cut."""
        return self.cards[self.place(at)]


@dataclass(frozen=True, slots=True)
class Entry:
    """A record of the round. `order` is the one its cards come from; `meters` stand before it."""

    record: Record
    event: e.Event
    order: Order | None
    meters: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Gathered:
    """What a journal says about a round: since the round before was closed, to its own close."""

    opening: e.TableOpened
    rules: Rules
    began: e.RoundBegan
    entries: tuple[Entry, ...]

    def of(self, *kinds: type[e.Event]) -> list[Entry]:
        """The entries of these kinds, in order."""
        return [entry for entry in self.entries if isinstance(entry.event, kinds)]


def gather(sound: Iterable[Record], number: int, meters: Mapping[str, int] | None = None) -> Gathered:
    """The round of that number, which must be closed. Reads on until the orders of its cards are opened, or all.

    After a table's opening records may be left out, if those of the round before and of the shuffles behind this one
    are there; `meters` are then what was on the meters before the first of them.
    """
    follower = _Follower(number, meters)
    for record in sound:
        if isinstance(record.body, e.Event):
            follower.hear(record, record.body)
        if follower.closed and not follower.pending():
            break
    return follower.gathered()


class _Follower:
    def __init__(self, number: int, meters: Mapping[str, int] | None) -> None:
        self.number = number
        self.opening: e.TableOpened | None = None
        self.rules: Rules | None = None
        self.began: e.RoundBegan | None = None
        self.closed = False
        self.entries: list[Entry] = []
        self.rounds = 0
        self._orders: dict[int, Order] = {}
        self._loaded = 0
        self._given = meters
        self._meters: dict[str, int] = {}
        self._after_close = False

    def hear(self, record: Record, event: e.Event) -> None:
        """One event more."""
        if isinstance(event, e.TableOpened):
            self.opening = event
        elif self.opening is None:
            raise JournalError(
                "comes before a table was opened", fault="impossible", record=record.n, offset=record.offset
            )
        self._cards(record, event)
        if not self.closed:
            if self._after_close:
                self.entries, self._after_close = [], False
            order = self._orders.get(self._loaded) if isinstance(event, e.Dealt | e.Discarded | e.Racked) else None
            self.entries.append(Entry(record, event, order, dict(self._meters) if self.began else {}))
        if isinstance(event, e.RoundBegan):
            self._loaded = event.pack
            if event.round == self.number:
                self.began = event
        elif isinstance(event, e.RoundClosed):
            self.rounds, self._after_close = event.round, True
            self.closed = self.closed or event.round == self.number
        for account, change in getattr(event, "entries", {}).items():
            if account.startswith("meter:"):
                name = account.removeprefix("meter:")
                self._meters[name] = self._meters.get(name, 0) + change
        if isinstance(event, e.TableOpened) and self._given:
            self._meters = dict(self._given)

    def _cards(self, record: Record, event: e.Event) -> None:
        if isinstance(event, e.Shuffled):
            self._orders[event.pack] = Order(event.pack, event, record.n)
        elif isinstance(event, e.Performed) and event.pack is not None:
            if event.step == "load":
                self._loaded = event.pack
            order = self._orders.get(event.pack)
            if order is not None and event.step == "cut" and isinstance(event.value, int):
                order.cut += event.value
                order.cuts.append(event)
        elif isinstance(event, e.OrderOpened):
            self._open(record, event)

    def _open(self, record: Record, event: e.OrderOpened) -> None:
        order = self._orders.get(event.pack)
        if order is None or not any(entry.order is order for entry in self.entries):
            return
        try:
            found = cards(event.order)
            deck = self._rules().game.deck
            if order.shuffled.of:
                deck = replace(deck, cards=cards(order.shuffled.of), copies=1)
            assert self.opening is not None
            final = recomputed(self.opening.table, order.shuffled, event, deck)
            if order.cut % len(found) != event.cut:
                raise IllegalAction(f"the cards were cut at {order.cut % len(found)}, not {event.cut}", field="cut")
        except (CroupierError, ValueError) as error:
            raise JournalError(
                f"does not open the shuffle of record {order.record}: {error}",
                fault="opening",
                record=record.n,
                offset=record.offset,
            ) from error
        order.seed, order.cards, order.cut, order.opened = event.seed, found, event.cut, record.n
        order.contributions, order.final = event.contributions, final

    def pending(self) -> bool:
        """Whether an order of the round's cards can still be opened."""
        used = {id(entry.order): entry.order for entry in self.entries if entry.order is not None}.values()
        return any(order.shuffled.commitment and order.opened is None for order in used)

    def gathered(self) -> Gathered:
        """What was found; a round that is not over is refused."""
        if self.began is None:
            has = f"it has rounds 1 to {self.rounds}" if self.rounds else "no round is closed in it"
            raise BadText(f"holds no round {self.number}; {has}")
        if not self.closed:
            raise BadText(f"round {self.number} is still being played; its cards are told when it is closed")
        assert self.opening is not None
        return Gathered(self.opening, self._rules(), self.began, tuple(self.entries))

    def _rules(self) -> Rules:
        if self.rules is None:
            assert self.opening is not None
            self.rules = rules_of(self.opening)
        return self.rules
