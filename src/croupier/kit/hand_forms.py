"""What makes a hand: a royal, a straight, a pair, each as a test of the cards' faces."""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

ACE = 14


Ties = tuple[int, ...]


Form = "Callable[[Faces], Ties | None]"


class Faces(NamedTuple):
    """What a form sees. `ranks` are the plain cards', highest first; `straights` their tops, best first."""

    ranks: Ties
    wilds: int
    suited: bool
    straights: Ties
    fill: Literal["highest-missing", "double-ace"]

    def of_a_kind(self, count: int) -> Ties | None:
        """The highest rank that `count` cards can show, then the other cards."""
        ranks = self.ranks
        for place, rank in enumerate(ranks):  # the highest first, so that equal ones stand together
            if ranks.count(rank) + self.wilds >= count:
                return (rank, *ranks[:place], *ranks[place + min(count, ranks.count(rank)) :])
        return None


def all_wild(faces: Faces) -> Ties | None:
    """Nothing but wild cards."""
    return None if faces.ranks else ()


def five_aces(faces: Faces) -> Ties | None:
    """Aces alone, five of them."""
    return (ACE,) if faces.ranks == (ACE,) * 5 else None


def five_of_a_kind(faces: Faces) -> Ties | None:
    """One rank on all five cards."""
    return faces.of_a_kind(5)


def royal(faces: Faces) -> Ties | None:
    """The highest straight, in one suit."""
    top = straight(faces) if faces.suited else None
    return () if top and top[0] == len(faces.straights) else None


def royal_by_ace(faces: Faces) -> Ties | None:
    """The highest straight, in one suit, in which a wild card can be the ace alone."""
    return None if faces.wilds and ACE in faces.ranks else royal(faces)


def royal_by_a_plain_pair(faces: Faces) -> Ties | None:
    """The highest straight, in one suit, of which at least two cards are not wild."""
    return None if faces.wilds >= 4 else royal(faces)


def straight_flush(faces: Faces) -> Ties | None:
    """A straight in one suit."""
    return straight(faces) if faces.suited else None


def four_of_a_kind(faces: Faces) -> Ties | None:
    """Four cards of one rank."""
    return faces.of_a_kind(4)


def four_and_a_kicker(faces: Faces) -> Ties | None:
    """Four cards of one rank where five of them are no hand: a wild card left over is the highest other card."""
    ties = faces.of_a_kind(4)
    return (*ties, ACE if ties[0] != ACE else ACE - 1) if ties is not None and len(ties) == 1 else ties


def full_house(faces: Faces) -> Ties | None:
    """Three of one rank and two of another."""
    held = sorted(set(faces.ranks), reverse=True)
    if len(held) != 2:
        return None
    for three, two in (held, held[::-1]):
        if max(3 - faces.ranks.count(three), 0) + max(2 - faces.ranks.count(two), 0) <= faces.wilds:
            return (three, two)
    return None


def flush(faces: Faces) -> Ties | None:
    """One suit. A wild card is the highest rank the hand lacks, or by the other reading always an ace."""
    if not faces.suited:
        return None
    ranks = list(faces.ranks)
    for _ in range(faces.wilds):
        missing = (rank for rank in range(ACE, 1, -1) if rank not in ranks)
        ranks.append(ACE if faces.fill == "double-ace" else next(missing))
    return tuple(sorted(ranks, reverse=True))


def straight(faces: Faces) -> Ties | None:
    """Consecutive ranks. The tie-break is the straight's place from the bottom of the ranking's own list."""
    size = len(faces.ranks) + faces.wilds
    if len(set(faces.ranks)) != len(faces.ranks):
        return None
    for place, window in enumerate(_windows(faces.straights, size)):
        if window.issuperset(faces.ranks):
            return (len(faces.straights) - place,)
    return None


@cache
def _windows(tops: Ties, size: int) -> tuple[frozenset[int], ...]:
    """The ranks of each straight of so many cards."""
    return tuple([frozenset(rank if rank > 1 else ACE for rank in range(top - size + 1, top + 1)) for top in tops])


def three_of_a_kind(faces: Faces) -> Ties | None:
    """Three cards of one rank."""
    return faces.of_a_kind(3)


def two_pairs(faces: Faces) -> Ties | None:
    """Two ranks twice each. (A wild card beside a pair makes three of a kind, so none is used here.)"""
    if len(set(faces.ranks)) > len(faces.ranks) - 2:
        return None
    pairs = sorted({rank for rank in faces.ranks if faces.ranks.count(rank) == 2}, reverse=True)
    if len(pairs) != 2:
        return None
    return (*pairs, *(rank for rank in faces.ranks if rank not in pairs))


def pair(faces: Faces) -> Ties | None:
    """Two cards of one rank."""
    return faces.of_a_kind(2)


def high_card(faces: Faces) -> Ties | None:
    """Whatever is left: the ranks in order."""
    return faces.ranks
