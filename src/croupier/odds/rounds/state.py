"""What a player can see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.kit.cards import Card

    Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class State:
    """What a player knows when a decision is due, and the decisions that led there. `elsewhere` are the cards that lie
    open at places of other names."""

    cards: Cards
    community: Cards = ()
    dealer: Cards = ()
    decisions: tuple[str, ...] = ()
    elsewhere: tuple[tuple[str, Cards], ...] = ()
