"""Rounds of which a counter knows only the cards that decide a wager."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.game import Played, Seat

if TYPE_CHECKING:
    from croupier.game import Wager
    from croupier.kit.cards import Card

PLACES: dict[str, tuple[str, ...]] = {
    "hand": (),
    "five": (),
    "seven": (),
    "community": ("community",),
    "final": ("community",),
    "all-six": ("all-six",),
    "replaced": ("replacement",),
    "ace-high": ("dealer",),
    "best": ("community",),
    "added": ("replacement",),
}
"""The places that decide a wager beside the seat's own hand, by `Wager.looks`."""


def played(wager: str, hand: tuple[Card, ...], **places: tuple[Card, ...]) -> Played:
    """A round as a counter sees it: one seat with one wager and these cards, nothing folded."""
    seat = Seat(hand, {wager: 1}, (), None, {wager: 1}, None, None)
    return Played({1: seat}, {name.replace("_", "-"): cards for name, cards in places.items()}, None)


def partly(wager: Wager[Any], whole: Played) -> Played | None:
    """What a counter would show the wager of a whole round; None where that is all of it."""
    if wager.looks not in PLACES:
        return None
    hand = () if wager.looks == "community" else whole.seats[1].cards
    return played(wager.id, hand, **{place: whole.cards_at(place) for place in PLACES[wager.looks]})
