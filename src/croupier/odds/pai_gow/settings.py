"""The Face Up Pai Gow main game, exactly: every dealer's hand in every legal setting against every player's hand.

The player sees the dealer's setting and answers with the best legal one: both hands higher win, neither higher loses,
else the wager pushes; it pushes too whenever the dealer's seven cards are an Ace High Pai Gow. A table says for each
class of dealer's hands and each of its settings how many deals the player wins and loses, so a house way is a look-up.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.kit.bulk import compiled
from croupier.kit.cards import CARDS as ALL_CARDS
from croupier.odds.pai_gow import counts as counting
from croupier.odds.pai_gow import hands as folding
from croupier.odds.pai_gow.hands import FULL, LOWS, PaiGowDeck, low_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from concurrent.futures import Future

    from numpy.typing import NDArray

    from croupier.game import Setting
    from croupier.kit.cards import Card
    from croupier.kit.rankings import Hand, Ranking
    from croupier.odds.pai_gow.hands import Flushes, Multisets, Reach

    Choose = Callable[[tuple[Card, ...]], Setting]
    Progress = Callable[[int, int], None]

_CHUNK = 512


@dataclass(frozen=True, slots=True)
class Totals:
    """Deals by outcome, from the player's side."""

    wins: int
    pushes: int
    losses: int

    @property
    def deals(self) -> int:
        """All of them."""
        return self.wins + self.pushes + self.losses

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of an even-money wager."""
        return Fraction(self.losses - self.wins, self.deals)


@dataclass(frozen=True, slots=True)
class SettingTable:
    """For every class of dealer's hands a hand of it, how many hands it holds, and the settings `starts[i]` to
    `starts[i + 1]`: the high hand (an index into `worths`), the low hand (see `low_cards`), and in how many of the
    class's deals the player wins and loses.
    """

    deck: PaiGowDeck
    worths: tuple[Hand, ...]
    hands: NDArray[np.uint8]
    weights: NDArray[np.int64]
    ace_high: NDArray[np.bool_]
    starts: NDArray[np.int64]
    highs: NDArray[np.uint16]
    lows: NDArray[np.uint8]
    wins: NDArray[np.int64]
    losses: NDArray[np.int64]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What has to be kept to make the table again with `restored`."""
        return {name: getattr(self, name) for name in _KEPT}

    def totals(self, picks: NDArray[np.int64]) -> Totals:
        """The whole game when each class is set in the way picked, a place among the settings."""
        wins, losses = int(self.wins[picks].sum()), int(self.losses[picks].sum())
        return Totals(wins, int(self.weights.sum()) * self.deck.player_hands - wins - losses, losses)

    def best(self) -> NDArray[np.int64]:
        """For each class the setting that is best for the house; of equals the lowest high hand's."""
        gain = self.losses - self.wins
        most = np.maximum.reduceat(gain, self.starts[:-1])
        at = np.flatnonzero(gain == np.repeat(most, np.diff(self.starts)))
        return at[np.searchsorted(at, self.starts[:-1])]

    def cards(self) -> Iterator[tuple[Card, ...]]:
        """One hand of each class."""
        return (tuple([ALL_CARDS[card] for card in hand]) for hand in self.hands.tolist())

    def picks(self, ranking: Ranking, choose: Choose) -> NDArray[np.int64]:
        """The setting of each class that a house way chooses."""
        place = {hand: i for i, hand in enumerate(self.worths)}
        codes = np.array(
            [place[ranking.rank(chosen.high)] << 7 | low_cards(*chosen.low) for chosen in map(choose, self.cards())],
            np.int64,
        )
        owner = np.repeat(np.arange(len(self.hands)), np.diff(self.starts))
        known = owner << 32 | self.highs.astype(np.int64) << 7 | self.lows
        wanted = np.arange(len(self.hands)) << 32 | codes
        found = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
        if (known[found] != wanted).any():
            raise ValueError("a hand was set in a way that is not legal")
        return found


_KEPT = ("hands", "weights", "ace_high", "starts", "highs", "lows", "wins", "losses")


def restored(ranking: Ranking, arrays: Mapping[str, NDArray[Any]], *, deck: PaiGowDeck = FULL) -> SettingTable:
    """The table of this ranking and deck from its arrays."""
    return SettingTable(deck, compiled(ranking).worths, **{name: arrays[name] for name in _KEPT})


def value(table: SettingTable, ranking: Ranking, choose: Choose) -> Totals:
    """Every deal when the dealer's hands are set as `choose` sets them."""
    return table.totals(table.picks(ranking, choose))


# Making the table --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Dealers:
    """The dealer's classes: those without a flush, then those with one."""

    hands: NDArray[np.uint8]
    weights: NDArray[np.int64]
    multiset: NDArray[np.int64]
    best: NDArray[np.uint16]
    starts: NDArray[np.int64]
    highs: NDArray[np.uint16]
    lows: NDArray[np.uint8]

    @property
    def owner(self) -> NDArray[np.int64]:
        """The class of each setting."""
        return np.repeat(np.arange(len(self.hands)), np.diff(self.starts))


class _Work:
    """Runs tasks on every core and tells how many are done."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress = progress
        self._total = total
        self._done = 0

    def run(self, tasks: Sequence[Callable[[], None]]) -> None:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            futures: list[Future[None]] = [pool.submit(task) for task in tasks]
            try:
                for future in as_completed(futures):
                    future.result()
                    self._done += 1
                    if self._progress is not None:
                        self._progress(self._done, self._total)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise


def table(ranking: Ranking, *, deck: PaiGowDeck = FULL, progress: Progress | None = None) -> SettingTable:
    """Count every deal. `progress` is told how many of how many parts are done."""
    setter = folding.Setter(ranking)
    sets = folding.multisets(deck)
    flushes = folding.flushes(deck, sets)
    hands = np.concatenate([folding.loose_hands(deck, sets), folding.flush_hands(deck, flushes)])
    ways = setter.settings(hands)
    whole = folding.reach(ways)
    plain = folding.Reach(*(np.ascontiguousarray(part[..., : len(sets.counts)]) for part in _parts(whole)))
    loose = sets.hands.copy()
    np.subtract.at(loose, flushes.multiset, flushes.hands)
    dealers = _Dealers(
        hands,
        np.concatenate([loose, flushes.hands]),
        np.concatenate([np.arange(len(sets.counts)), flushes.multiset]),
        ways.high.max(axis=1),
        *folding.distinct(ways),
    )
    chunks = -(-len(sets.counts) // _CHUNK)
    work = _Work(progress, chunks + 2 * LOWS)
    wins, losses = _by_rank(deck, sets, plain, dealers, work)
    more_wins, fewer_losses = _by_flush(deck, sets, flushes, whole, dealers, work)
    weight = dealers.weights[dealers.owner]
    ace_high = setter.ace_high[dealers.best]
    compared = ~ace_high[dealers.owner]
    return SettingTable(
        deck, setter.bulk.worths, hands, dealers.weights, ace_high, dealers.starts, dealers.highs, dealers.lows,
        (weight * wins + more_wins) * compared, (weight * losses - fewer_losses) * compared,
    )  # fmt: skip


def _parts(reach: Reach) -> tuple[NDArray[np.uint16], ...]:
    return reach.above, reach.high, reach.low


def _by_rank(
    deck: PaiGowDeck, sets: Multisets, plain: Reach, dealers: _Dealers, work: _Work
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Against each setting, the players' hands that win and lose if no flush counts for them."""
    reached = np.unique(np.concatenate([*map(np.unique, plain.above), plain.high]))
    high = reached[np.searchsorted(reached, dealers.highs.astype(np.int64) + 1, side="right") - 1].astype(np.int64)
    asked, back = np.unique(
        dealers.multiset[dealers.owner] << 32 | high << 7 | dealers.lows.astype(np.int64), return_inverse=True
    )
    starts = np.searchsorted(asked >> 32, np.arange(len(sets.counts) + 1))
    highs, lows = (asked >> 7 & 0xFFFF).astype(np.uint16), asked & 127
    wins, losses = np.zeros(len(asked), np.int64), np.zeros(len(asked), np.int64)

    def part(begin: int) -> None:
        counting.by_rank(
            begin, min(begin + _CHUNK, len(sets.counts)), (starts, highs, lows), sets.counts,
            (sets.left, sets.right, sets.right_starts), deck.suits, int(deck.joker), _parts(plain), wins, losses,
        )  # fmt: skip

    work.run([partial(part, begin) for begin in range(0, len(sets.counts), _CHUNK)])
    return wins[back], losses[back]


def _by_flush(
    deck: PaiGowDeck, sets: Multisets, flushes: Flushes, whole: Reach, dealers: _Dealers, work: _Work
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Against each setting, the deals that the player's flushes turn into wins, and those they save from losing."""
    starts, masks, ways = _profiles(deck, sets, flushes, dealers)
    counts = sets.counts[dealers.multiset].astype(np.int64)
    code = dealers.lows.astype(np.int64) << 32 | dealers.highs
    order = np.argsort(code)
    bounds = np.searchsorted(code[order] >> 32, np.arange(LOWS + 1))
    highs, owner = dealers.highs.astype(np.int64) + 1, dealers.owner
    won, saved = np.zeros(len(code), np.int64), np.zeros(len(code), np.int64)
    first = len(sets.counts)
    best, lowest = (part[:first][flushes.multiset].astype(np.int64) for part in (whole.high, whole.low))
    best_flush, lowest_flush = whole.high[first:].astype(np.int64), whole.low[first:]

    def part(low: int, out: NDArray[np.int64]) -> None:
        asked = order[bounds[low] : bounds[low + 1]]
        if not len(asked):
            return
        if out is won:
            enter = whole.above[low, :first][flushes.multiset].astype(np.int64)
            leave = whole.above[low, first:].astype(np.int64)
        else:
            enter = np.where(lowest <= low, best, counting.NEVER)
            leave = np.where(lowest_flush <= low, best_flush, counting.NEVER)
        counting.sweep(
            enter, leave, flushes.suited, flushes.others, asked, highs, owner, counts,
            starts, masks, ways, deck.suits, out,
        )  # fmt: skip

    work.run([partial(part, low, out) for low in range(LOWS) for out in (won, saved)])
    return won, saved


def _profiles(
    deck: PaiGowDeck, sets: Multisets, flushes: Flushes, dealers: _Dealers
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """For each class of dealer's hands the ranks that one suit can hold, and in how many ways."""
    loose = len(sets.counts)
    starts = np.zeros(len(dealers.hands) + 1, np.int64)
    room = int((1 << (sets.counts[:, :-1] > 0).sum(axis=1)).sum()) + 5 * len(flushes.suited)
    masks, ways = np.zeros(room, np.int64), np.zeros(room, np.int64)
    counting.loose_profiles(sets.counts.astype(np.int64), deck.suits, starts, masks, ways)
    used = counting.flush_profiles(
        flushes.suited, flushes.other_counts.astype(np.int64), flushes.hands, deck.suits, starts[loose:], masks, ways
    )
    return starts, masks[:used].copy(), ways[:used].copy()
