"""What somebody may see of a round that was rebuilt, though its order was opened since: of the others' hands and of the
places what was turned up in the round, and one's own hand if one came to examine it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.journal.held_cards import UNKNOWN
from croupier.table import events as e

if TYPE_CHECKING:
    from collections.abc import Collection

    from croupier.journal.reconstruct import Rebuilt
    from croupier.kit.cards import Card


@dataclass(frozen=True, slots=True)
class Seen:
    """A round as whoever played at these `seats` may see it; without any, as it is rebuilt for a question or dispute
    (687a.11(g) and its like), whole: with the `undealt` cards, unless they are the regulator's alone."""

    rebuilt: Rebuilt
    seats: Collection[int] | None = None
    undealt: bool = True

    def cards(self, to: str) -> tuple[Card | None, ...]:
        """The cards of a seat or place, None for those that were not theirs to see."""
        held = self.rebuilt.hands[to]
        if self.seats is None or any(to == f"seats.{seat}" and looked(self.rebuilt, seat) for seat in self.seats):
            return tuple(held.cards)
        return tuple(card if at < held.shown else None for at, card in enumerate(held.cards))

    def text(self, to: str) -> str:
        """The cards as text, with ?? for one that was not theirs to see."""
        return _faces(self.cards(to))

    def knows(self, to: str) -> bool:
        """Whether every card of a seat or place is."""
        return to in self.rebuilt.hands and None not in self.cards(to)

    def rack(self) -> list[tuple[str, str]]:
        """What lies in the discard rack: cards burned or left over were seen by nobody."""
        rebuilt = self.rebuilt
        if self.seats is None and self.undealt:
            return [(to, _faces(found)) for to, found in rebuilt.rack]
        return [
            (to, self.text(to) if to in rebuilt.hands else _faces((None,) * len(found))) for to, found in rebuilt.rack
        ]

    def to_json(self) -> dict[str, Any] | None:
        """The round as ``croupier settle`` reads it, with null for hands and places not all of which may be seen."""
        payload = self.rebuilt.to_json()
        if payload is None:
            return None
        for number, seat in payload["seats"].items():
            seat["cards"] = seat["cards"] if self.knows(f"seats.{number}") else None
            if not self.knows(f"seats.{number}"):
                seat["decisions"] = ["set" if isinstance(said, dict) else said for said in seat["decisions"]]
        return payload | {
            to: payload[to] if self.knows(to) else None for to in ("dealer", "community", "all-six", "replacement")
        }

    def settlement(self) -> dict[str, Any]:
        """What the journal says was settled; a hand is named only where its cards may be seen, or it was announced."""
        found = self.rebuilt.settlement()
        shared = "community" not in self.rebuilt.hands or self.knows("community")
        for number, seat in found["seats"].items():
            if not (shared and self.knows(f"seats.{number}")):
                seat["hand"] = self.rebuilt.announced(int(number))
        return found | {"dealer": found["dealer"] if self.knows("dealer") else None}


def looked(rebuilt: Rebuilt, seat: int) -> bool:
    """Whether a player came to examine the hand: the decisions began, and the hand was not out of the round before."""
    for entry in rebuilt.gathered.entries:
        event = entry.event
        if isinstance(event, e.Decided):
            return True
        if isinstance(event, e.Settled | e.Voided) and event.seat == seat and event.out:
            return False
    return False


def _faces(found: Collection[Card | None]) -> str:
    return " ".join(UNKNOWN if card is None else str(card) for card in found)
