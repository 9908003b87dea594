"""Every kind of hand a ranking tells apart, and the digest of what it makes of them.

A ranking is known by what it does: two rankings with the same digest rank every hand alike, whatever they and their
forms are called.
"""

from __future__ import annotations

import hashlib
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from croupier.kit.cards import CARDS, JOKER
from croupier.kit.hand_forms import ACE

if TYPE_CHECKING:
    from random import Random

    from croupier.kit.cards import Card
    from croupier.kit.rankings import Hand, Ranking

_ANY_SUIT = range(4)


class Kind(NamedTuple):
    """Hands of the same ranks (0 is the joker), their plain cards suited or not, and what they are worth."""

    ranks: tuple[int, ...]
    suited: bool
    hand: Hand


@cache
def kinds(ranking: Ranking) -> tuple[Kind, ...]:
    """Every kind of hand of the ranking's size, by asking the ranking about each."""
    made = []
    lowest = 2 if ranking.joker == "none" else 0
    ranks_there_are = [rank for rank in (0, *range(2, ACE + 1)) if rank >= lowest]
    for ranks in combinations_with_replacement(ranks_there_are, ranking.size):
        if ranks.count(0) > 1 or any(ranks[i] == ranks[i + 4] for i in range(len(ranks) - 4)):
            continue
        plain = [rank for rank in ranks if rank not in _joining(ranking)]
        if len(plain) > 1:
            made.append(Kind(ranks, False, ranking.evaluate(ranks, suited=False)))
        if len(set(plain)) == len(plain) and (0 not in ranks or ranking.suits == "any"):
            made.append(Kind(ranks, True, ranking.evaluate(ranks, suited=True)))
    return tuple(made)


@cache
def digest(ranking: Ranking) -> str:
    """A hash of what the ranking makes of every kind of hand, natural or not."""
    found = hashlib.sha256(repr((ranking.size, sorted(ranking.wild), len(ranking.categories))).encode())
    found.update(repr([(kind.ranks, kind.suited, tuple(kind.hand)) for kind in kinds(ranking)]).encode())
    if ranking.suits != "any":
        found.update(ranking.suits.encode())
    if ranking.wild:
        plain = ranking.without_wilds()
        held = [kind.ranks for kind in kinds(ranking) if 0 not in kind.ranks and ranking.wild.intersection(kind.ranks)]
        faces = [[plain.evaluate(ranks, suited=suited).category for suited in (False, True)] for ranks in held]
        found.update(repr(faces).encode())
    return found.hexdigest()


def _joining(ranking: Ranking) -> frozenset[int]:
    """Ranks that are of any suit; the joker's is 0."""
    return ranking.wild | {0} if ranking.suits == "any" else frozenset({0})


def dealt(kind: Kind, ranking: Ranking, random: Random) -> tuple[Card, ...]:
    """Some cards of this kind, their suits left to chance."""
    wild = _joining(ranking)
    suits: dict[int, list[int]] = {rank: random.sample(_ANY_SUIT, 4) for rank in set(kind.ranks)}
    plain = [rank for rank in kind.ranks if rank not in wild]
    if kind.suited and plain:
        suit = random.randrange(4)
        suits |= {rank: [suit] for rank in plain}
    elif len(set(plain)) == len(plain) and len({suits[rank][-1] for rank in plain}) == 1:
        suits[plain[0]][-1] = (suits[plain[0]][-1] + random.randrange(1, 4)) % 4
    return tuple([CARDS[4 * (rank - 2) + suits[rank].pop()] if rank else JOKER for rank in kind.ranks])
