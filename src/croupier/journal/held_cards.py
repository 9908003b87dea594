"""Cards of a rebuilt round where they lay: each one from the opened order, its seal opened, what was shown compared."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.errors import JournalError
from croupier.kit.cards import cards
from croupier.table import events as e
from croupier.table.shuffle import salt, seal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.journal.gather_round import Entry
    from croupier.kit.cards import Card

UNKNOWN = "??"


@dataclass(slots=True)
class Held:
    """Cards at a seat or place. `at` are their places in the orders they came from, after the cut; `shown` tells how
    many were turned up in the round, `drawn` for which seat each was drawn. A card that nobody was shown and no order
    tells is None."""

    to: str
    cards: list[Card | None] = field(default_factory=list)
    at: list[int] = field(default_factory=list)
    shown: int = 0
    sealed: int = 0
    drawn: list[int] = field(default_factory=list)

    @property
    def known(self) -> bool:
        """Whether every card is."""
        return None not in self.cards

    def text(self) -> str:
        """The cards, with ?? for those that are not known."""
        return " ".join(UNKNOWN if card is None else str(card) for card in self.cards)

    def drawn_for(self, seats: Iterable[int]) -> Held:
        """Of cards that were drawn for a seat each, those of some seats, in their order."""
        if not self.drawn:
            return self
        return Held(self.to, [card for n in seats for card, of in zip(self.cards, self.drawn, strict=True) if of == n])


def lay(hands: dict[str, Held], entry: Entry) -> None:
    """Put the cards of a record where they lie, held against the opened order."""
    event = entry.event
    if isinstance(event, e.Dealt):
        held = hands.setdefault(event.to, Held(event.to))
        at = range(event.at, event.at + event.count)
        shown: tuple[Card | None, ...] = cards(event.cards) if event.cards else (None,) * event.count
        held.shown += event.count if event.cards else 0
        if entry.order is not None and entry.order.cards:
            shown = _ordered(entry, at, shown)
            _unseal(entry, at, event.seals)
            held.sealed += len(event.seals)
        held.cards.extend(shown)
        held.drawn.extend([event.drawn_for] if event.drawn_for else ())
        held.at.extend(at)
    elif isinstance(event, e.Turned | e.Revealed):
        to, first = (event.to, event.first) if isinstance(event, e.Turned) else (f"seats.{event.seat}", 0)
        held = hands[to]
        for place, card in enumerate(cards(event.cards), first):
            if held.cards[place] not in {None, card}:
                _refuse(entry, f"shows {card} where the order has {held.cards[place]}")
            held.cards[place] = card
        held.shown = max(held.shown, first + len(cards(event.cards)))


def _ordered(entry: Entry, at: range, shown: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    """Cards by the opened order; those that were told must be the same."""
    assert entry.order is not None
    if at.stop > len(entry.order.cards):
        _refuse(entry, "takes more cards than the order has")
    found = tuple(entry.order.card(place) for place in at)
    for card, said in zip(found, shown, strict=True):
        if said not in {None, card}:
            _refuse(entry, f"shows {said} where the order has {card}")
    return found


def _unseal(entry: Entry, at: range, seals: tuple[str, ...]) -> None:
    assert entry.order is not None
    seed = entry.order.final
    for place, said in zip(at, seals, strict=False):
        if seal(salt(seed, entry.order.place(place)), entry.order.card(place)) != said:
            _refuse(entry, f"has a seal that does not open to the card at place {place} of the order")


def racked(hands: dict[str, Held], entry: Entry) -> tuple[str, tuple[Card | None, ...]]:
    """What went to the discard rack by a record: what it was, and its cards."""
    event, order = entry.event, entry.order
    assert isinstance(event, e.Discarded | e.Racked)
    if isinstance(event, e.Discarded):
        shown: tuple[Card | None, ...] = cards(event.cards) if event.cards else (None,) * event.count
        if order is not None and order.cards:
            shown = _ordered(entry, range(event.at, event.at + event.count), shown)
        return event.what, shown
    if event.what not in hands and order is not None and order.cards:  # what is left of the pack
        size = len(order.cards)
        return event.what, tuple(order.card(place) for place in range(size - event.count, size))
    held = hands.get(event.what)
    return event.what, tuple(held.cards) if held is not None else (None,) * event.count


def _refuse(entry: Entry, message: str) -> None:
    raise JournalError(message, fault="opening", record=entry.record.n, offset=entry.record.offset)
