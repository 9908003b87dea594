"""What many hands are worth by any ranking, of any number of cards: as codes that rise with the worth.

`bulk` compiles the rankings that our chapters count by the million; where it has no table, the hands are told apart by
their ranks and suitedness alone, each kind asked of the `Ranking` once.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np

from croupier.errors import CroupierError, IllegalAction
from croupier.kit.bulk import FULL, WIDTH, compiled
from croupier.kit.cards import CARDS
from croupier.kit.rankings import keys_of_cards, suited_mask

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from croupier.kit.bulk import Hands
    from croupier.kit.rankings import Hand, Ranking

FEW = 20_000
"""So many hands are ranked sooner than a table is compiled and its kernel loaded."""


@cache
def every_hand(ranking: Ranking) -> tuple[Hand, ...]:
    """All worths of a ranking, lowest first; a code is a place here."""
    found = set()
    top = 14 if ranking.joker != "none" else 13
    for ranks in combinations_with_replacement(range(top), ranking.size):
        if ranks.count(13) > 1 or any(ranks.count(rank) > 4 for rank in set(ranks)):
            continue
        worths = [rank + 2 if rank < 13 else 0 for rank in ranks]
        for suited in (False, True):
            try:
                found.add(ranking.evaluate(worths, suited=suited))
            except CroupierError:  # no hand of such cards is on the list
                continue
    return tuple(sorted(found))


@cache
def _places(ranking: Ranking) -> Mapping[Hand, int]:
    return {hand: place for place, hand in enumerate(every_hand(ranking))}


@cache
def _codes(ranking: Ranking, count: int) -> NDArray[np.int64]:
    """The code of every worth that the compiled tables of so many cards know."""
    places = _places(ranking)
    return np.array([places[hand] for hand in compiled(ranking, count).worths], np.int64)


def codes_of(ranking: Ranking, hands: Hands, *, single: bool) -> NDArray[np.int64]:
    """The code of the best hand that each row of cards makes. Compiled tables know no card twice: only of a `single`
    deck are they asked."""
    count = hands.shape[1]
    if count < ranking.size:
        raise IllegalAction(f"{count} cards given where a hand of {ranking.name} has {ranking.size}", field="cards")
    if single and len(hands) > FEW and count in WIDTH and ranking.size in FULL:
        try:
            bulk = compiled(ranking, count)
        except IllegalAction:  # two suits could make a flush, which its tables do not tell apart
            return _by_kind(ranking, hands)
        found: NDArray[np.int64] = _codes(ranking, count)[bulk.rank(np.ascontiguousarray(hands))]
        return found
    return _by_kind(ranking, hands)


def codes_with(ranking: Ranking, hands: Hands, boards: Hands) -> NDArray[np.uint16]:
    """The code of the best hand that each hand of a row makes with the row's board; of a deck with each card once."""
    count = hands.shape[2] + boards.shape[1]
    if count > ranking.size and hands.shape[0] * hands.shape[1] > FEW and count in WIDTH and ranking.size in FULL:
        with suppress(IllegalAction):  # two suits could make a flush
            worths = compiled(ranking, count).rank_with(hands, boards)
            same: NDArray[np.uint16] = _codes(ranking, count).astype(np.uint16)[worths]
            return same
    joined = np.concatenate([hands, np.repeat(boards[:, None, :], hands.shape[1], axis=1)], axis=2)
    flat = np.ascontiguousarray(joined.reshape(-1, count))
    return codes_of(ranking, flat, single=True).reshape(hands.shape[:2]).astype(np.uint16)


def _by_kind(ranking: Ranking, hands: Hands) -> NDArray[np.int64]:
    """Told apart by ranks and suitedness, each kind ranked once."""
    if ranking.joker == "none" and int(hands.max(initial=0)) == 52:
        raise IllegalAction(f"{ranking.name} ranks no joker", field="cards")
    keys = np.array(keys_of_cards(ranking), np.int64)[hands]
    best = np.full(len(hands), -1, np.int64)
    places = _places(ranking)
    full = suited_mask(ranking.size)
    for chosen in combinations(range(hands.shape[1]), ranking.size):
        total = keys[:, chosen].sum(axis=1)
        suited = ((total & 0xFFFF) + full) & 0x8888 != 0
        kinds, first, back = np.unique(total >> 16 << 1 | suited, return_index=True, return_inverse=True)
        rows = hands[first][:, chosen].tolist()
        worth = [places[ranking.rank([CARDS[card] for card in row])] for row in rows]
        np.maximum(best, np.array(worth, np.int64)[back.reshape(-1)], out=best)
        assert len(kinds) == len(worth)
    return best
