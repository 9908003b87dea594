"""Looks written as steps of a program. What has no place in a table is left to the look itself, array by array."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING

import numpy as np

from croupier.errors import IllegalAction
from croupier.game.features import SEAT, Compare, Count, Leads, Natural, Own, Pattern, Reaches, Standing, Sum, cards_of
from croupier.kit.bulk import FULL, WIDTH, all_hands, compiled
from croupier.kit.worths import codes_of
from croupier.odds.sampling.features import shown
from croupier.odds.sampling.play import always
from croupier.odds.solver.columns import Bench, column, of_worth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from croupier.game.features import Best, OfCards
    from croupier.kit.rankings import Ranking
    from croupier.odds.sampling.features import FeatureLook, Played
    from croupier.odds.sampling.program import Builder

    Numbers = NDArray[np.int64]

MOST = 1 << 25
"""Sets of cards that a table has room for."""
NUMBERS = 1 << 24
"""Numbers of rounds that a tally has room for."""
ASKED = 400_000
"""Sets of cards of which a function of cards is asked."""


class Untabled(Exception):  # noqa: N818 - it is no error, the look is asked instead
    """Something has no place in a table."""


def choose_table() -> Numbers:
    """The ways to choose so many of so many: a row of 64 for each number chosen."""
    return np.array([[min(comb(n, k), 2**31 - 1) for n in range(64)] for k in range(9)], np.int64)


def rows_of(look: FeatureLook, seat: int, places: Sequence[str]) -> list[int]:
    """Where the cards at places lie among those dealt."""
    found: list[int] = []
    for place in places:
        at = (
            look.layout.places[place]
            if place != SEAT
            else slice(seat * look.layout.hand, (seat + 1) * look.layout.hand)
        )
        found += range(at.start, at.stop)
    return found


# Sets of cards -------------------------------------------------------------------------------------------------


@cache
def every_set(kinds: tuple[int, ...], size: int, *, again: bool) -> NDArray[np.uint8]:
    """Every set of so many cards of these kinds in the order of `Builder.set`."""
    count = sets(len(kinds), size, again=again)
    if count > MOST:
        raise Untabled
    if size == 0:
        return np.zeros((1, 0), np.uint8)
    hands = all_hands(len(kinds) + (size - 1 if again else 0), size).astype(np.int64)
    order = choose_table()[np.arange(1, size + 1), hands].sum(axis=1)
    found = np.empty((count, size), np.uint8)
    found[order] = np.array(kinds, np.uint8)[hands - (np.arange(size) if again else 0)]
    return found


def sets(kinds: int, size: int, *, again: bool) -> int:
    """How many there are."""
    return comb(kinds + (size - 1 if again else 0), size)


class FeatureWriter:
    """Writes what one look needs at one seat."""

    def __init__(self, builder: Builder, look: FeatureLook, seat: int) -> None:
        self.builder, self.look, self.seat = builder, look, seat
        self.deck = tuple(sorted({int(card) for card in look.rules.game.deck.cards}))

    def write(self) -> tuple[int, int | None]:
        """The register with the number of the round, and the one with its end."""
        look, b = self.look, self.builder
        if look.size > NUMBERS:
            raise Untabled
        code = b.register()
        times = look.size
        for feature, values in zip(look.shape.features, look.domains, strict=True):
            times //= len(values)
            self._feature(feature, code, times)
        end = None
        if look.played is not None and look.played.ladder.ends:
            end = self.ended()
            b.scale(code, end, 1)
        return code, end

    def _rows(self, places: Sequence[str]) -> list[int]:
        return [row for place in places for row in self._place(place)]

    def _place(self, place: str) -> list[int]:
        """Where the cards of a place lie; those that a rule gives are looked at once it is known whether it does."""
        rows, rule, b = rows_of(self.look, self.seat, (place,)), self.look.rules_of.get(place), self.builder
        if rule is None:
            return rows
        known = (place, self.seat)
        if known not in b.notes:
            code, values = b.register(), [self.look.domain_of(feature) for feature in rule.features]
            times = prod(map(len, values))
            for feature, own in zip(rule.features, values, strict=True):
                times //= len(own)
                self._feature(feature, code, times)
            given = [tuple(told) in rule.on for told in product(*values)]
            b.notes[known] = len(b.gives)
            b.gives.append([b.give(row, code, b.table(given)) for row in rows])
        return b.gives[b.notes[known]]

    def _feature(self, feature: OfCards, code: int, times: int) -> None:
        b = self.builder
        if isinstance(feature, Standing | Leads | Reaches):
            source, codes = self._worth(feature.best)
            b.add(code, source, b.table(of_worth(feature)[codes] * times))
        elif isinstance(feature, Compare):
            (one, ones), (other, others) = self._worth(feature.one), self._worth(feature.other)
            b.versus(code, (one, other), (b.table(ones), b.table(others)), times)
        elif isinstance(feature, Natural):
            self._natural(feature, code, times)
        elif isinstance(feature, Sum | Count):
            self._points(feature, code, times)
        elif isinstance(feature, Pattern | Own):
            self._asked(feature, code, times)
        else:
            source, codes = self._worth(feature)
            b.add(code, source, b.table(codes * times))

    def _worth(self, best: Best) -> tuple[int, Numbers]:
        """A register, and the code of the hand for every number in it."""
        rows, ranking = self._rows(best.cards.places), best.ranking
        if self.look.single and len(rows) in WIDTH and ranking.size in FULL:
            try:
                return worth(self.builder, ranking, rows)
            except IllegalAction:  # two suits could make a flush, or wild cards stand among more than are ranked
                pass
        if len(rows) > 5:
            raise Untabled
        return self._set(rows), codes_of(ranking, self._sets(len(rows)), single=self.look.single)

    def _natural(self, feature: Natural, code: int, times: int) -> None:
        rows, ranking = self._rows(feature.cards.places), feature.ranking
        if self.look.single and len(rows) == ranking.size and ranking.size in FULL:
            source, _ = worth(self.builder, ranking, rows)
            self.builder.add(code, source, self.builder.table(compiled(ranking).natural.astype(np.int64) * times))
            return
        self._asked(feature, code, times)

    def _points(self, feature: Sum | Count, code: int, times: int) -> None:
        places = feature.cards.places
        rows, b = self._rows(places), self.builder
        if isinstance(feature, Count):
            named = [int(card in feature.named) for card in self.look.rules.game.deck.cards]
            table = np.zeros(64, np.int64)
            table[list(map(int, self.look.rules.game.deck.cards))] = named
            b.scale(code, b.points(rows, b.table(table)), times)
            return
        worths = dict(feature.points)
        table = np.zeros(64, np.int64)
        for card in self.look.rules.game.deck.cards:
            table[card] = worths[card.rank]
        lowest = min(0, int(table.min())) * len(rows)
        found = b.points(rows, b.table(table))
        highest = int(table.max()) * len(rows)
        if feature.modulo is None:
            b.scale(code, found, times, -self.look.domain_of(feature)[0] * times)
            return
        shifted = b.register(-lowest)
        b.scale(shifted, found, 1)
        b.add(code, shifted, b.table([n % feature.modulo * times for n in range(lowest, highest + 1)]))

    def _asked(self, feature: OfCards, code: int, times: int) -> None:
        """A table over all sets of the cards, or of the few that are of a kind at all."""
        (at,) = cards_of(feature)
        rows = self._rows(at.places)
        if isinstance(feature, Pattern) and len(rows) > 4:
            self._rare(feature, rows, code, times)
            return
        if sets(len(self.deck), len(rows), again=not self.look.single) > ASKED:
            raise Untabled
        hands = self._sets(len(rows))
        found = column(feature, Bench({at: hands}, single=self.look.single))
        self.builder.add(code, self._set(rows), self.builder.table(found * times))

    def _rare(self, feature: Pattern, rows: list[int], code: int, times: int) -> None:
        """Kinds of one suit are few sets, and are looked for only where the best hand is a flush at least."""
        if not self.look.single or any(kind.suited is not True for kind in feature.kinds):
            raise Untabled
        marks: dict[int, int] = {}
        for mark, kind in reversed(list(enumerate(feature.kinds, 1))):
            for suit in range(4) if kind.suit is None else (kind.suit,):
                for ranks in _products([sorted(able) for able in kind.ranks]):
                    held = sorted(4 * (rank - 2) + suit for rank in ranks)
                    if len(set(held)) == len(held) and len(held) == len(rows):
                        marks[sum(comb(card, n + 1) for n, card in enumerate(held))] = mark
        best = next((f.best for f in self.look.shape.features if isinstance(f, Standing)
                     and f.best.cards == feature.cards), None)  # fmt: skip
        names = None if best is None else best.ranking.names()
        b = self.builder
        if best is None or names is None or "flush" not in names.values():
            gate, least = b.register(), 0
        else:
            source, codes = self._worth(best)
            flush = next(category for category, name in names.items() if name == "flush")
            gate = b.register()
            standing = of_worth(Standing(best))[codes]
            b.add(gate, source, b.table(standing))
            least = flush
        known = sorted(marks)
        b.scale(code, b.rare(gate, least, rows, known, [marks[each] for each in known]), times)

    def _sets(self, size: int) -> NDArray[np.uint8]:
        return every_set(self.deck, size, again=not self.look.single)

    def _set(self, rows: Sequence[int], before: int = -1) -> int:
        kinds = np.zeros(64, np.int64)
        kinds[list(self.deck)] = np.arange(len(self.deck))
        size = sets(len(self.deck), len(rows), again=not self.look.single)
        b = self.builder
        return b.set(rows, kinds, b.table(choose_table()), size, again=not self.look.single, before=before)

    # Decisions -----------------------------------------------------------------------------------------------

    def ended(self) -> int:
        """The register with the way to the end."""
        b, played = self.builder, self.look.played
        assert played is not None
        known = ("ended", self.seat)
        if known in b.notes:
            return b.notes[known]
        path, end = b.register(), b.register(-1)
        for street, onward in enumerate(played.ladder.onward):
            paths = played.ladder.paths[street]
            if played.solved is None:
                state, tables = (
                    b.register(),
                    [np.array([always(played.rules.game.streets[street], played.strategy)])] * len(paths),
                )
            else:
                state, tables = self.stated(played, street)
            bases = [b.options(table.astype(np.uint8)) for table in tables]
            b.decide(path, end, state, b.table(bases), b.table(onward), onward.shape[1])
        b.notes[known] = end
        return end

    def stated(self, played: Played, street: int) -> tuple[int, list[Numbers]]:
        """The register with the state on a street, and for every path the option said in each state."""
        assert played.solved is not None
        counted, plan, b = played.solved.pays.counted, played.solved.plan, self.builder
        if not all(path in plan.chosen for path in played.ladder.paths[street]):
            raise Untabled  # decided board by board
        shape = counted.shape
        again = max(shape.held) > 1
        rows: dict[int, list[int]] = {}
        for group, place, count in shown(shape, street):
            rows.setdefault(group, []).extend(self._rows((place,))[:count])
        kinds = np.zeros(64, np.int64)
        for card, kind in enumerate(shape.of_card):
            kinds[card] = shape.kinds.index(kind) if kind >= 0 else 0
        state, sizes = -1, []
        for cards in rows.values():
            size = sets(len(shape.kinds), len(cards), again=again)
            state = b.set(cards, kinds, b.table(choose_table()), size, again=again, before=state)
            sizes.append(size)
        if state < 0:
            state = b.register()
        if prod(sizes) > MOST:
            raise Untabled
        every = [every_set(shape.kinds, len(cards), again=again) for cards in rows.values()]
        places = _places(played, street, list(rows), every, prod(sizes))
        return state, [plan.chosen[path][places] for path in played.ladder.paths[street]]


def _places(
    played: Played, street: int, groups: Sequence[int], every: Sequence[NDArray[np.uint8]], count: int
) -> Numbers:
    """The place of every set of cards seen among the states of a street; where no such state is, some other."""
    assert played.solved is not None
    counted = played.solved.pays.counted
    shape, last = counted.shape, len(played.solved.plan.chosen[played.ladder.paths[street][0]]) - 1
    found = np.zeros(count, np.int64)
    step = 1 << 19
    for start in range(0, count, step):
        rest, left = np.arange(start, min(start + step, count)), {}
        for group, hands in zip(reversed(groups), reversed(every), strict=True):
            rest, at = np.divmod(rest, len(hands))
            left[group] = list(hands[at].T)
        drawn = [left[group].pop() for group in shape.draws[: shape.asks[street]]]
        if not drawn:
            break
        places = counted.places(street, np.ascontiguousarray(np.stack(drawn, axis=1)))
        found[start : start + len(places)] = np.minimum(places, last)
    return found


def _products(able: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for ranks in able:
        found = [(*one, rank) for one in found for rank in ranks]
        if len(found) > ASKED:
            raise Untabled
    return found


# Hands ---------------------------------------------------------------------------------------------------------


def worth(b: Builder, ranking: Ranking, rows: Sequence[int]) -> tuple[int, Numbers]:
    """A register, and for every number in it the code of the hand that these cards make."""
    bulk = compiled(ranking, len(rows))
    keys, at, width = b.keys(bulk.keys), b.table(bulk.rows), WIDTH[len(rows)]
    codes = _codes(ranking, len(rows))
    full = FULL[ranking.size]
    if len(rows) == ranking.size:
        return b.hash(rows, keys, at, width, bulk.table.shape[1], full), codes[bulk.table.ravel()]
    return b.best(rows, keys, at, width, b.table(bulk.table), b.table(bulk.flushes), full), codes


def _codes(ranking: Ranking, count: int) -> Numbers:
    from croupier.kit.worths import _codes as codes  # noqa: PLC0415

    return codes(ranking, count)
