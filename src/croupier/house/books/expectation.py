"""What the house could expect to win of what was wagered: exact means and variances, added up over the rounds.

Assumed: every hand is played as well as it can be for the main game alone, from freshly shuffled cards. What a
progressive wager puts on its meter has left the table's win, and a share that the meter pays never touches it; so the
meter's height does not matter here. Hands of one round share cards. The interval takes their wagers as independent and
is therefore approximate, a little too narrow; beside it stands one that holds however they depend on each other, for
which the standard deviation of a round is the sum of its wagers' (it can be no more). Rounds are independent. Both are
by the normal curve, and so rough where few rounds were played.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.house.books.prices import DIGITS, Prices, decimal, prices_of, root

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.game import Rules
    from croupier.house.books.tallies import Shape

    Priced = tuple[str, str, int, int]
    """A part of the win, the wager, its cents, and the number of hands where that matters."""

ASSUMED = (
    "every hand played as well as it can be for the main game alone, from freshly shuffled cards",
    "a progressive: fixed pays, what goes to the meter; shares are its own, seeds and dollars beside them the cage's",
    "Envy Bonuses for every other player's hand of the round",
    "the interval: wagers of a round as independent, so approximate; the widest: however they depend on each other",
    "rounds independent, and the normal curve",
)


@dataclass(slots=True)
class Part:
    """The main game, or one side wager: how much was staked on it and what the house could expect of it."""

    count: int = 0
    staked: int = 0
    expected: Fraction = Fraction(0)


@dataclass(slots=True)
class Expected:
    """The sum over rounds. `variance` takes all wagers as independent, `widest` holds however they depend on each
    other; `unpriced` are cents staked on wagers that nobody has counted."""

    mean: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)
    widest: Decimal = Decimal(0)
    parts: dict[str, Part] = field(default_factory=dict)
    unpriced: Counter[str] = field(default_factory=Counter)

    def deviation(self, *, widest: bool = False) -> Decimal:
        """The standard deviation."""
        with localcontext() as context:
            context.prec = DIGITS
            return self.widest.sqrt() if widest else root(self.variance)

    def interval(self, *, widest: bool = False, confidence: int = 99) -> tuple[Decimal, Decimal]:
        """Where the win falls in so many percent of cases."""
        from croupier.odds.figures.priced import WITHIN  # noqa: PLC0415 - odds wait until somebody asks

        reach = WITHIN[confidence] * self.deviation(widest=widest)
        return decimal(self.mean) - reach, decimal(self.mean) + reach

    def z(self, win: int) -> Decimal | None:
        """How many standard deviations a win lies from what was expected."""
        return (win - decimal(self.mean)) / self.deviation() if self.variance else None

    def verdict(self, win: int) -> str:
        """Inside the interval; outside of the widest; or between the two, where dependence may explain it."""
        found = []
        for widest in (False, True):
            low, high = self.interval(widest=widest)
            found.append(low <= win <= high)
        return "inside" if found[0] else "between" if found[1] else "outside"


def expected(rules: Rules, shapes: Mapping[Shape, int]) -> Expected:
    """What the house could expect of rounds by the shape of their wagers."""
    prices, total = prices_of(rules), Expected()
    counts: Counter[Priced] = Counter()
    deviations: dict[Priced, Decimal] = {}
    for shape, rounds in shapes.items():
        together = Decimal(0)
        for player, wagers, envious in _envious(prices, shape):
            others = sum(1 for other, _ in shape if other != player)
            found = _wagers(prices, wagers, len(shape), dict.fromkeys(envious, others), total.unpriced, rounds)
            for what, staked, times in found:
                part = total.parts.setdefault(what[0], Part())
                part.count += rounds if staked else 0
                part.staked += staked * rounds
                counts[what] += times * rounds
                if what not in deviations:
                    deviations[what] = root(prices.chance(what).variance)
                together += times * deviations[what]
        total.widest += rounds * together * together
    for what, count in counts.items():
        chance = prices.chance(what)
        total.mean += chance.mean * count
        total.variance += chance.variance * count
        total.parts[what[0]].expected += chance.mean * count
    return total


def _wagers(
    prices: Prices,
    wagers: Mapping[str, int],
    players: int,
    envied: Mapping[str, int],
    unpriced: Counter[str],
    rounds: int,
) -> Iterator[tuple[Priced, int, int]]:
    """A hand's wagers, each with the cents staked and how often it is there; raises go with the ante. `envied` is how
    many hands a wager may earn its player a bonus for."""
    for wager, stake in wagers.items():
        if wager == prices.ante:
            beside = sum(wagers.get(other, 0) for other in prices.beside)
            yield ("main", wager, stake, 0), stake + beside, 1
        elif (wager, stake) in prices.amounts or wager in prices.sides:
            yield (wager, wager, stake, 0), stake, 1
        elif players in prices.by_players.get(wager, {}):
            yield (wager, wager, stake, players), stake, 1
        elif wager not in prices.beside:
            unpriced[wager] += stake * rounds
        if envied.get(wager) and stake >= prices.qualifying.get(wager, stake + 1):
            yield ("envy", wager, stake, 0), 0, envied[wager]


def _envious(prices: Prices, shape: Shape) -> Iterator[tuple[str, Mapping[str, int], frozenset[str]]]:
    """Every hand with its player, its wagers, and those of them that earn Envy Bonuses: all, or of a player's boxes the
    one with the highest wager."""
    best: dict[tuple[str, str], int] = {}
    for at, (player, wagers) in enumerate(shape):
        for wager, stake in wagers:
            before = best.get((player, wager))
            if before is None or stake > dict(shape[before][1])[wager]:
                best[player, wager] = at
    for at, (player, wagers) in enumerate(shape):
        own = dict(wagers)
        yield player, own, frozenset(w for w in own if not prices.once or best[player, w] == at)


# Prices.
