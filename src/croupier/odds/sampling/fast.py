"""Rounds played by chance, millions a second. (`plain` is the slow sampler that shares nothing with the counters.)

A sampled round is dealt and decided from its own cards, and counted under the class it falls into; the classes are
settled by the chapter's own cases. Counts are integers, the same for the same seed however the rounds are split up,
and counts of different rounds can be added.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from croupier.errors import IllegalAction, Impure
from croupier.game import Played
from croupier.kit.cards import CARDS, write
from croupier.kit.money import dollars
from croupier.odds.figures.estimates import Estimate
from croupier.odds.rounds.weighted import ANTE, Spread, stake_of
from croupier.odds.sampling import play
from croupier.odds.sampling.deal import deal, layout
from croupier.odds.sampling.declared import DeclaredLook
from croupier.odds.sampling.forfeit import ForfeitLook
from croupier.odds.sampling.rounds import MAIN
from croupier.odds.sampling.sides import SIDES
from croupier.odds.sampling.two_hands import TwoHandsLook
from croupier.odds.sides.forfeits import forfeits

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from numpy.typing import NDArray

    from croupier.game import Rules, Wager
    from croupier.odds.sampling.deal import Layout
    from croupier.odds.sampling.rounds import Look

BLOCK = 1 << 16
"""Rounds dealt at a time; it changes no result."""
CLASSES = 300
"""Classes of each look of which several rounds are settled."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What was seen in so many rounds: for every look the seats in each class, and one round (with the seat) of each.

    With several seats at the table their results hang together, so `totals` also counts what all seats together
    netted in a round, in cents, by wager.
    """

    rounds: int
    seen: Mapping[str, NDArray[np.int64]]
    examples: Mapping[str, Mapping[int, tuple[bytes, int]]]
    totals: Mapping[str, Counter[int]] = field(default_factory=dict)

    def __add__(self, other: Counts) -> Counts:
        """Both together; they must come from the same table and from different rounds."""
        return Counts(
            self.rounds + other.rounds,
            {look: counts + other.seen[look] for look, counts in self.seen.items()},
            {look: {**other.examples[look], **found} for look, found in self.examples.items()},
            {wager: nets + other.totals[wager] for wager, nets in self.totals.items()},
        )


@dataclass(frozen=True, slots=True)
class Sampler:
    """A table ready to be sampled. Make one with `sampler`."""

    rules: Rules
    strategy: str
    layout: Layout
    looks: Mapping[str, Look]
    wagers: Mapping[str, tuple[str, ...]]
    _nets: dict[str, dict[int, Mapping[str, int]]] = field(default_factory=dict, compare=False, repr=False)
    _checked: set[str] = field(default_factory=set, compare=False, repr=False)

    @property
    def seats(self) -> int:
        """How many players are at the table."""
        return self.layout.seats

    @property
    def deck(self) -> NDArray[np.uint8]:
        """Every card that can be dealt."""
        return np.array(self.rules.game.deck.all(), np.uint8)

    def count(self, seed: int, rounds: int, first: int = 0) -> Counts:
        """Play so many rounds, the one numbered `first` first."""
        if rounds < 1:
            raise IllegalAction(f"{rounds} rounds are none: one or more", field="--rounds")
        seen = {look: np.zeros(self.looks[look].size, np.int64) for look in self.looks}
        examples: dict[str, dict[int, tuple[bytes, int]]] = {look: {} for look in self.looks}
        several = self.layout.seats > 1
        totals: dict[str, Counter[int]] = {w: Counter() for ws in self.wagers.values() for w in ws if several}
        deck = self.deck
        for start in range(first, first + rounds, BLOCK):
            dealt = deal(seed, start, min(BLOCK, first + rounds - start), deck, self.layout.width)
            main: list[NDArray[np.int64]] = []
            for look, how in self.looks.items():
                if isinstance(how, ForfeitLook):
                    found = [how.beside(dealt, seat, main[seat]) for seat in range(self.layout.seats)]
                else:
                    found = [how.classes(dealt, seat) for seat in range(self.layout.seats)]
                main = main or found  # the main game comes first
                met = np.stack(found)
                counts = np.bincount(met.ravel(), minlength=how.size)
                fresh = np.flatnonzero((counts > 0) & (seen[look] == 0))
                seen[look] += counts
                _note(met, fresh, dealt, examples[look])
                self._check(look, met, dealt)
                if several:
                    self._learn(look, examples[look])
                    _total(met, self._nets[look], self.wagers[look], how.size, totals)
        return Counts(rounds, seen, examples, totals)

    def _check(self, look: str, met: NDArray[np.int64], dealt: NDArray[np.uint8]) -> None:
        """Settle a few rounds of the classes met first: a class is settled once, so its rounds must net the same."""
        how = self.looks[look]
        if look in self._checked or getattr(how, "one_by_one", False):
            return
        self._checked.add(look)
        flat = met.ravel()
        order = np.argsort(flat, kind="stable")
        starts = np.flatnonzero(np.diff(flat[order], prepend=-1))
        ends = np.append(starts[1:], len(flat)) - 1
        for start, end in list(zip(starts.tolist(), ends.tolist(), strict=True))[:: max(1, len(starts) // CLASSES)]:
            found = []
            for place in sorted({start, (2 * start + end) // 3, (start + 2 * end) // 3, end}):
                seat, row = divmod(int(order[place]), met.shape[1])
                found.append((how.nets(int(flat[order[place]]), dealt[row], seat), dealt[row], seat))
            for nets, row, seat in found[1:]:
                if nets != found[0][0]:
                    raise _impure(self.layout, (found[0][0], nets), (found[0][1:], (row, seat)))

    def estimate(self, counts: Counts, wager: str) -> Estimate:
        """What the counts say about a wager, or about the main game."""
        look = next(look for look, wagers in self.wagers.items() if wager in wagers)
        if self.layout.seats > 1:
            nets = counts.totals[wager]
        else:
            self._learn(look, counts.examples[look])
            nets = Counter()
            for which in np.flatnonzero(counts.seen[look]).tolist():
                nets[self._nets[look][which][wager]] += int(counts.seen[look][which])
        side = self.rules.game.wager(wager)
        unit = ANTE if side is None else stake_of(self.rules, side)
        spread = Spread({Fraction(net, unit * self.layout.seats): count for net, count in nets.items()})
        return Estimate(wager, None if side is None else self.rules.tables[wager].id, spread)

    def estimates(self, counts: Counts) -> list[Estimate]:
        """Every wager of the table, the main game first."""
        return [self.estimate(counts, wager) for wagers in self.wagers.values() for wager in wagers]

    def _learn(self, look: str, examples: Mapping[int, tuple[bytes, int]]) -> None:
        """Settle the classes not met before."""
        known = self._nets.setdefault(look, {})
        for which, (row, seat) in examples.items():
            if which not in known:
                known[which] = self.looks[look].nets(which, np.array(bytearray(row)), seat)


def sampler(rules: Rules, *, seats: int = 1, strategy: str = play.OPTIMAL) -> Sampler:
    """Prepare a table: every wager its rules offer, played by a strategy at so many seats."""
    game = rules.game
    if not 1 <= seats <= game.seats:
        raise IllegalAction(
            f"{seats} seats where the table has 1 to {game.seats}", field="--seats", cite=game.seats_cite
        )
    play.check(rules, strategy)
    sides = [w for w in rules.offered() if w.placed in {"optional", "always-offered"}]
    spread_out = layout(seats, game.hand_size, _places(rules, sides))
    if spread_out.width > len(game.deck):
        raise IllegalAction(
            f"{seats} seats take {spread_out.width} cards of {len(game.deck)}", field="--seats", cite=game.deck.cite
        )
    beside = tuple(w.id for w in sides if w.looks == "round")
    looks: dict[str, Look] = {}
    wagers: dict[str, tuple[str, ...]] = {}
    if game.study == "two-hands":
        looks["round"] = TwoHandsLook(rules, spread_out, strategy, beside)
    else:
        looks["round"] = DeclaredLook(rules, spread_out, strategy, beside)
    wagers["round"] = (MAIN, *beside)
    for kind, how in SIDES.items():
        here = tuple(w for w in sides if w.looks == kind)
        taken = tuple(w for w in here if forfeits(rules, w))
        for wager in taken:
            looks[wager.id] = ForfeitLook(how(rules, spread_out, (wager,)), looks["round"])  # type: ignore[arg-type]
            wagers[wager.id] = (wager.id,)
        if here := tuple(w for w in here if w not in taken):
            looks[kind] = how(rules, spread_out, here)  # type: ignore[assignment]
            wagers[kind] = tuple(w.id for w in here)
    return Sampler(rules, strategy, spread_out, looks, wagers)


def _places(rules: Rules, sides: list[Wager[Any]]) -> dict[str, int]:
    """The places where cards lie that some wager looks at, and how many."""
    empty = Played({}, {}, None)
    looks = {w.looks for w in sides}
    found = {}
    for place in rules.game.places:
        if place.id == "replacement":
            kind = max((_replaced(rules, w) for w in sides), default=0)
            found[place.id] = kind + 1 if kind else 0
        elif place.id != "all-six" or "all-six" in looks:
            found[place.id] = place.count(rules, empty)
    return {place: count for place, count in found.items() if count}


def _replaced(rules: Rules, wager: Wager[Any]) -> int:
    """How many cards of the deck the wager would have replaced."""
    return 0 if wager.replaces is None else sum(wager.replaces(rules, card) for card in rules.game.deck.cards)


def _impure(
    layout: Layout, nets: tuple[Mapping[str, int], Mapping[str, int]], rows: tuple[tuple[Any, int], tuple[Any, int]]
) -> Impure:
    one, other = ({"seats": {"1": {"cards": _cards(layout.hands(row[None], seat)[0])}}, **{
        place: _cards(layout.at(row[None], place)[0]) for place in layout.places}} for row, seat in rows)  # fmt: skip
    wager = next(wager for wager, net in nets[0].items() if nets[1][wager] != net)
    words = f"{wager} nets {dollars(nets[0][wager])} with {one} and {dollars(nets[1][wager])} with {other}"
    return Impure(f"the fast sampler takes these rounds for one: {words}; sample plainly", (one, other))


def _cards(hand: NDArray[np.uint8]) -> str:
    return write(CARDS[card] for card in hand.tolist())


def _note(
    met: NDArray[np.int64], fresh: NDArray[np.int64], dealt: NDArray[np.uint8], examples: dict[int, tuple[bytes, int]]
) -> None:
    """Keep the first round of each class that is new."""
    if not len(fresh):
        return
    flat = met.ravel()
    first = np.zeros(int(fresh[-1]) + 1, np.int64)
    wanted = np.flatnonzero(np.isin(flat, fresh))[::-1]
    first[flat[wanted]] = wanted
    for which in fresh.tolist():
        seat, row = divmod(int(first[which]), met.shape[1])
        examples[which] = (dealt[row].tobytes(), seat)


def _total(
    met: NDArray[np.int64],
    nets: Mapping[int, Mapping[str, int]],
    wagers: tuple[str, ...],
    size: int,
    totals: dict[str, Counter[int]],
) -> None:
    """Count what the seats of each round netted together."""
    known = np.fromiter(nets, np.int64, len(nets))
    for wager in wagers:
        worth = np.zeros(size, np.int64)
        worth[known] = [net[wager] for net in nets.values()]
        values, counts = np.unique(worth[met].sum(axis=0), return_counts=True)
        totals[wager].update(dict(zip(values.tolist(), counts.tolist(), strict=True)))
