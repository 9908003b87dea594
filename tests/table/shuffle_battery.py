"""Statistics of many shuffles: where cards fall, which fall together, which hands they make, whether an order returns.

Every test gives the chance that a true shuffle does as badly. A chi-square can be too good as well as too bad, so both
tails count. A family of tests holds at 99% when no chance is below 1% divided by the number of tests (Bonferroni).

Places are counted exactly: each shuffle adds a whole permutation matrix, whose covariance makes the usual sum
n / (n - 1) times a chi-square of (n - 1)^2 degrees. Every other test takes one observation from a shuffle, so that
observations are independent. "Passing" tests wander: the shuffle's number says which places are looked at.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np

from croupier.games.pa import cajun_stud, face_up_pai_gow, over_under
from croupier.kit.cards import CARDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    Orders = NDArray[np.uint16]
    Whole = NDArray[np.int64]

DECKS = {52: cajun_stud.DECK, 53: face_up_pai_gow.DECK, 312: over_under.DECK}
FEWEST = 25
"""A cell of which fewer are expected is counted together with others."""

# Chances -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trial:
    """One test's verdict: the chance that a true shuffle does as badly."""

    name: str
    chance: float


def chi_square(value: float, degrees: int) -> tuple[float, float]:
    """The chances of less and of more than `value`: the incomplete gamma function, by its series or its fraction."""
    a, x = degrees / 2, value / 2
    if x <= 0:
        return 0.0, 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return scale * total, 1 - scale * total
    b = x + 1 - a  # Lentz's method
    c, d = 1e300, 1 / b
    fraction, i, step = d, 0, 2.0
    while abs(step - 1) > 1e-15:
        i += 1
        b += 2
        d = 1 / (b - i * (i - a) * d)
        c = b - i * (i - a) / c
        step = c * d
        fraction *= step
    return 1 - scale * fraction, scale * fraction


def either_tail(value: float, degrees: int) -> float:
    return min(1.0, 2 * min(chi_square(value, degrees)))


def evenly(counts: Whole) -> float:
    """The chance of these counts when every cell is equally likely."""
    expected = counts.sum() / counts.size
    return either_tail(float(((counts - expected) ** 2).sum() / expected), counts.size - 1)


def likely(counts: Mapping[int, int], chances: Mapping[int, Fraction]) -> float:
    """The chance of these counts of classes whose exact chances are known; rare classes are counted together."""
    shuffles = sum(counts.values())
    if set(counts) - set(chances):
        return 0.0
    cells: list[tuple[float, int]] = []
    expected, observed = 0.0, 0
    for name in sorted(chances, key=chances.__getitem__):
        expected, observed = expected + float(chances[name] * shuffles), observed + counts.get(name, 0)
        if expected >= FEWEST:
            cells.append((expected, observed))
            expected, observed = 0.0, 0
    assert expected == 0, "the commonest class is common enough"
    return either_tail(sum((seen - due) ** 2 / due for due, seen in cells), len(cells) - 1)


# Exact chances -------------------------------------------------------------------------------------------------

CLASSES = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40)
"""Five cards of 52: nothing, a pair, two pairs, three, straight, flush, full house, four, straight flush."""
BESIDE_JOKER = (183040, 82368, 2808, 2496, 13)
"""Four cards of 52: nothing, a pair, two pairs, three, four."""


def of_total(counts: Mapping[int, int]) -> dict[int, Fraction]:
    total = sum(counts.values())
    return {name: Fraction(count, total) for name, count in counts.items()}


def stays(size: int) -> dict[int, Fraction]:
    """The chances that so many cards lie where they lay: C(n, k) times the derangements of the rest."""
    none = [1, 0]
    for n in range(2, size + 1):
        none.append((n - 1) * (none[-1] + none[-2]))
    return of_total({k: math.comb(size, k) * none[size - k] for k in range(size + 1)})


def follows(size: int) -> dict[int, Fraction]:
    """The chances that so many cards still lie right under the one they lay under."""
    none = [1, 1]  # orders of n + 1 in which no card does
    for n in range(2, size):
        none.append(n * none[-1] + (n - 1) * none[-2])
    return of_total({k: math.comb(size - 1, k) * none[size - 1 - k] for k in range(size)})


def point_counts(decks: int) -> dict[int, Fraction]:
    """The chances of the point counts of three cards of so many decks."""
    held = Counter(over_under.value(card) for card in CARDS[:52] * decks)
    ways: Counter[int] = Counter()
    for three in combinations_with_replacement(held, 3):
        ways[sum(three)] += math.prod(math.comb(held[value], often) for value, often in Counter(three).items())
    return of_total(ways)


# Hands ---------------------------------------------------------------------------------------------------------


def five_card_classes(hands: Orders) -> Whole:
    """Each hand's place in CLASSES, or 10 and more: its place in BESIDE_JOKER."""
    ranks = np.where(hands == 52, -1, hands.astype(np.int64) >> 2)
    joker = (hands == 52).any(axis=1)
    held = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    most, pairs = held.max(axis=1), (held == 2).sum(axis=1)
    classes = np.select([most == 4, (most == 3) & (pairs == 1), most == 3, pairs == 2, pairs == 1], [7, 6, 3, 2, 1], 0)
    beside = np.select([most == 4, most == 3, pairs == 2, pairs == 1], [4, 3, 2, 1], 0)
    flush = ((hands & 3) == (hands[:, :1] & 3)).all(axis=1)
    wheel = held[:, [0, 1, 2, 3, 12]].all(axis=1)
    straight = (most == 1) & ((ranks.max(axis=1) - ranks.min(axis=1) == 4) | wheel)
    classes = np.select([straight & flush, straight, flush], [8, 4, 5], classes)
    return np.where(joker, 10 + beside, classes)


def point_classes(hands: Orders) -> Whole:
    values: Whole = np.array([over_under.value(card) for card in CARDS[:52]], dtype=np.int64)
    counts: Whole = values[hands % 52].sum(axis=1)
    return counts


def hands_of(size: int) -> tuple[int, Callable[[Orders], Whole], dict[int, Fraction]]:
    """How many cards a hand has, how hands are classed, and the classes' exact chances."""
    if size == 312:
        return 3, point_classes, point_counts(6)
    plain = dict(enumerate(CLASSES))
    return 5, five_card_classes, of_total(plain if size == 52 else plain | dict(enumerate(BESIDE_JOKER, 10)))


# The battery ---------------------------------------------------------------------------------------------------


class Battery:
    """Counts shuffles of `size` cards as they come, and judges them."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.shuffles = 0
        held, self.classify, self.class_chances = hands_of(size)
        self.hands = {
            "the top hand": np.arange(held),
            "the bottom hand": size - 1 - np.arange(held),
            "the first of six hands dealt round": 6 * np.arange(held),
        }
        self.pairs = {"the top two": (0, 1), "the bottom two": (size - 2, size - 1), "top and bottom": (0, size - 1)}
        self.positions: Whole = np.zeros(size * size, np.int64)
        self.together: dict[str, Whole] = {
            name: np.zeros(size * size, np.int64) for name in (*self.pairs, "neighbours, passing", "any two, passing")
        }
        self.successive: Whole = np.zeros(size * size, np.int64)
        self.classes: dict[str, Counter[int]] = {name: Counter() for name in self.hands}
        self.staying: Counter[int] = Counter()
        self.following: Counter[int] = Counter()
        self.fingerprints: list[bytes] = []

    def add(self, orders: Orders) -> None:
        """Count a batch of orders, one a row, an even number of them."""
        n, rows = self.size, np.arange(len(orders))
        wide = orders.astype(np.int64)
        self.positions += np.bincount((wide + n * np.arange(n)).ravel(), minlength=n * n)
        number = self.shuffles + rows
        at = number % (n - 1)
        first, gap = number % n, 1 + number // n % (n - 1)
        looked_at = {
            **{name: (wide[:, p], wide[:, q]) for name, (p, q) in self.pairs.items()},
            "neighbours, passing": (wide[rows, at], wide[rows, at + 1]),
            "any two, passing": (wide[rows, first], wide[rows, (first + gap) % n]),
        }
        for name, (one, other) in looked_at.items():
            self.together[name] += np.bincount(one * n + other, minlength=n * n)
        self.successive += np.bincount(wide[::2, 0] * n + wide[1::2, 0], minlength=n * n)
        for name, places in self.hands.items():
            self.classes[name].update(self.classify(orders[:, places]).tolist())
        self.staying.update((orders == np.arange(n)).sum(axis=1).tolist())
        self.following.update((wide[:, 1:] == wide[:, :-1] + 1).sum(axis=1).tolist())
        self.fingerprints.append(
            b"".join([blake2b(row, digest_size=8).digest() for row in np.ascontiguousarray(orders)])
        )
        self.shuffles += len(orders)

    def trials(self) -> list[Trial]:
        return [
            Trial("place of each card", self._placed()),
            *(Trial(f"pair: {name}", self._paired(counts)) for name, counts in self.together.items()),
            Trial("pair: top cards of successive shuffles", evenly(self.successive)),
            Trial("pair: cards still following each other", likely(self.following, follows(self.size))),
            Trial("cards still in place", likely(self.staying, stays(self.size))),
            *(Trial(f"hand: {name}", likely(counts, self.class_chances)) for name, counts in self.classes.items()),
            Trial("no order twice", self._repeated()),
        ]

    def _placed(self) -> float:
        n, expected = self.size, self.shuffles / self.size
        total = float(((self.positions - expected) ** 2).sum() / expected)
        return either_tail(total * (n - 1) / n, (n - 1) ** 2)

    def _paired(self, counts: Whole) -> float:
        square = counts.reshape(self.size, self.size)
        return evenly(square[~np.eye(self.size, dtype=bool)]) if not square.diagonal().any() else 0.0

    def _repeated(self) -> float:
        """One, or the chance that any two of so many 64-bit fingerprints of true shuffles agree."""
        prints = np.sort(np.frombuffer(b"".join(self.fingerprints), np.uint64))
        if (prints[1:] != prints[:-1]).all():
            return 1.0
        return math.comb(self.shuffles, 2) * (2.0**-64 + math.exp(-math.lgamma(self.size + 1)))


FAMILY = 13 * len(DECKS)
"""The tests of all deck sizes together."""


def failed(trials: Iterable[Trial]) -> list[Trial]:
    """The tests that a family of true shuffles fails, any of them, once in a hundred runs."""
    return [trial for trial in trials if trial.chance < 0.01 / FAMILY]
