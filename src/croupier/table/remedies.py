"""What follows an irregularity, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.game.conduct import Irregularity

REMEDIES = {
    "discard-card": "the card is not used and goes to the rack",
    "use-next": "the card is used as the next one",
    "void": "all hands are void and wagers go back",
    "void-seat": "that player's hand is void and its wagers go back",
    "ask-player": "the player chooses",
    "reshuffle": "the cards are shuffled again",
    "remove-deck": "the deck leaves the table",
    "reshake": "the dice are shaken again",
    "reset": "the dealer's hands are set again",
    "replenish": "the discards are shuffled and the round goes on",
    "out-of-order": "it is marked out of order and another method is used",
    "remove-device": "the device leaves the table",
    "forfeit": "that player's wagers are lost",
    "return-wager": "that kind of wager goes back and the round goes on",
}


def remedy(found: Irregularity) -> str:
    """The remedy of an irregularity, with what the player may choose, what is settled and what goes back."""
    words = "; ".join(REMEDIES[word] for word in found.remedy)
    if found.options:
        words += f": {' or '.join(found.options)}"
    if found.settles:
        words += f", but {' and '.join(found.settles)} are settled"
    if found.returns and found.options:
        words += f", which returns {' and '.join(found.returns)} alone"
    elif found.returns:
        words += f" ({' and '.join(found.returns)})"
    if found.voids:
        words += "; a round that a continuous shuffler has still to deal is void"
    return words
