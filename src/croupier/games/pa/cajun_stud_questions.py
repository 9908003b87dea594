"""58 Pa. Code chapter 683a: which rounds raise the questions that its readings answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game import ask
from croupier.kit.hand_forms import ACE

if TYPE_CHECKING:
    from croupier.game import Played, SettledSeat

MAIN = ("ante", "raise-third", "raise-fourth", "raise-fifth")


def pair_of_sixes(at: SettledSeat) -> bool:
    """Whether a rank from 6 to 10 is there twice."""
    ranks = [card.rank for card in at.cards("community")]
    return any(6 <= rank <= 10 and ranks.count(rank) == 2 for rank in ranks)


def low_straight_or_ace(at: SettledSeat) -> bool:
    """Whether the five ranks are different and hold an ace without a king, or may be a straight."""
    ranks = {card.rank for card in at.cards("community")}
    return len(ranks) == 5 and ((ACE in ranks and ACE - 1 not in ranks) or max(ranks) - min(ranks) == 4)


def ace_to_three(played: Played) -> bool:
    """Whether the community cards are ace, 2 and 3."""
    return {card.rank for card in played.cards_at("community")} == {2, 3, ACE}


def over_the_limit(at: SettledSeat) -> bool:
    """Whether the payout limit has cut a line, or would if it counted every wager."""
    return at.left is not None and (at.left < 0 or any(line.limited_by is not None for line in at.lines))


QUESTIONS = (
    ask("sixes-push", *MAIN, results=("win", "push"), when=pair_of_sixes),
    ask("lo-ball", "lo-ball", when=low_straight_or_ace),
    ask("a-2-3", "board", among=ace_to_three),
    ask("payout-limit", *MAIN, "pocket", "board", "lo-ball", "all-six", results=("win",), when=over_the_limit),
    ask("3-to-2"),  # what does not come out in whole cents is no round of the other answer
    ask("open-order"),  # who reads an opened order: no line moves
)
