"""What five cards with wild cards hold, whichever way they are read: for the questions that only such hands raise."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from croupier.game import BY_THE_CARDS, ask
from croupier.games.wild_stud import PLACE, place, ranking_of
from croupier.kit.cards import CARDS, JOKER

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.game import Played, Question, SettledSeat
    from croupier.kit.cards import Card

DEUCES = frozenset(card for card in CARDS if card.rank == 2)
WILD = DEUCES | {JOKER}


class Held(NamedTuple):
    """How many cards are wild, how many ranks the others have, and whether those are of one suit."""

    wilds: int
    ranks: int
    suited: bool


@lru_cache(1024)
def held(cards: tuple[Card, ...]) -> Held:
    """What a hand holds."""
    plain = [card for card in cards if card not in WILD]
    return Held(len(cards) - len(plain), len({card >> 2 for card in plain}), len({card & 3 for card in plain}) < 2)


def one_rank(hand: Held) -> bool:
    """It may be five-of-a-kind."""
    return hand.ranks < 2


def one_suit(hand: Held) -> bool:
    """It may be a flush with wild cards."""
    return hand.suited and hand.wilds > 0


def four_wilds(hand: Held) -> bool:
    """Four of the cards are wild."""
    return hand.wilds >= 4


def either(test: Callable[[Held], bool]) -> Callable[[SettledSeat], bool]:
    """Whether the player's or the dealer's hand is such."""
    return lambda at: test(held(at.seat.cards)) or test(held(at.played.places["dealer"]))


def any_hand(test: Callable[[Held], bool]) -> Callable[[Played], bool]:
    """Whether the dealer's hand or any player's is such."""

    def found(played: Played) -> bool:
        if test(held(played.places["dealer"])):
            return True
        for seat in played.seats.values():  # noqa: SIM110 - asked of every round
            if test(held(seat.cards)):
                return True
        return False

    return found


def ask_of_hands(reading: str, test: Callable[[Held], bool], *wagers: str) -> Question:
    """A question that the player's hand or the dealer's raises, if it is such."""
    return ask(reading, *wagers, results=BY_THE_CARDS, among=any_hand(test), when=either(test))


def ties_with_wilds(at: SettledSeat) -> bool:
    """Whether the two hands are equal but for which cards are wild."""
    dealer, cards, ranking = at.played.places["dealer"], at.seat.cards, ranking_of(at.rules)
    if held(cards).wilds == held(dealer).wilds == 0:
        return False
    mine, theirs = ranking.rank(cards), ranking.rank(dealer)
    end = -1 if ranking.plain_first else None
    return mine.category == theirs.category and mine.ties[:end] == theirs.ties[:end]


def dealer_holds_trips(at: SettledSeat) -> bool:
    """Whether the dealer has three-of-a-kind or better."""
    ranking = ranking_of(at.rules)
    return place(ranking, ranking.rank(at.played.places["dealer"])) >= PLACE["three-of-a-kind"]


def deuce_held(at: SettledSeat) -> bool:
    """Whether the player holds a deuce, or a replacement card is one."""
    return not DEUCES.isdisjoint(at.cards("replacement"))
