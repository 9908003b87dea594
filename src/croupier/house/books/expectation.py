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
from dataclasses import dataclass, field, replace
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.errors import IllegalAction
from croupier.games import open_game
from croupier.table.money import meters

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.game import Rules, Wager
    from croupier.house.books.tallies import Shape
    from croupier.odds.figures.analysis import Side

    Priced = tuple[str, str, int, int]
    """A part of the win, the wager, its cents, and the number of hands where that matters."""

ASSUMED = (
    "every hand played as well as it can be for the main game alone, from freshly shuffled cards",
    "a progressive: fixed pays, what goes to the meter; shares are its own, seeds and dollars beside them the cage's",
    "Envy Bonuses for every other player's hand of the round",
    "the interval: wagers of a round as independent, so approximate; the widest: however they depend on each other",
    "rounds independent, and the normal curve",
)
_DIGITS = 30


@dataclass(frozen=True, slots=True)
class Chance:
    """What the house wins of something, in cents or per cent staked."""

    mean: Fraction
    variance: Fraction

    def times(self, stake: int) -> Chance:
        """Of a stake, where this is per unit."""
        return Chance(self.mean * stake, self.variance * stake * stake)


@dataclass(frozen=True, slots=True)
class Prices:
    """A table's wagers per unit staked; `amounts` where cents do not go with the stake. `envy` is of one other hand, by
    stake, and under 0 for every stake from `qualifying` on; `once` to a player for all boxes (reading envy-boxes)."""

    main: Chance
    ante: str
    beside: frozenset[str]
    sides: Mapping[str, Chance]
    amounts: Mapping[tuple[str, int], Chance]
    envy: Mapping[tuple[str, int], Chance]
    qualifying: Mapping[str, int]
    by_players: Mapping[str, Mapping[int, Chance]]
    once: bool = False

    def chance(self, what: Priced) -> Chance:
        """What the house wins of a wager, in cents."""
        part, wager, stake, players = what
        if part == "main":
            return self.main.times(stake)
        if part == "envy":
            return self.envy.get((wager, stake)) or self.envy.get((wager, 0)) or Chance(Fraction(0), Fraction(0))
        if players:
            return self.by_players[wager][players].times(stake)
        return self.amounts.get((wager, stake)) or self.sides[wager].times(stake)


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
            context.prec = _DIGITS
            return self.widest.sqrt() if widest else _root(self.variance)

    def interval(self, *, widest: bool = False, confidence: int = 99) -> tuple[Decimal, Decimal]:
        """Where the win falls in so many percent of cases."""
        from croupier.odds.figures.priced import WITHIN  # noqa: PLC0415 - odds wait until somebody asks

        reach = WITHIN[confidence] * self.deviation(widest=widest)
        return _decimal(self.mean) - reach, _decimal(self.mean) + reach

    def z(self, win: int) -> Decimal | None:
        """How many standard deviations a win lies from what was expected."""
        return (win - _decimal(self.mean)) / self.deviation() if self.variance else None

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
                    deviations[what] = _root(prices.chance(what).variance)
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


def prices_of(rules: Rules) -> Prices:
    """A table's wagers, counted once for the same submission and readings."""
    encoded = msgspec.json.encode([rules.submission, rules.readings], order="deterministic", enc_hook=dict)
    return _prices(rules.game.id, rules.game.edition, encoded)


@cache
def _prices(game: str, edition: str, encoded: bytes) -> Prices:
    from croupier.odds.study.study import main_of, main_wagers, side_of, solve, table_of  # noqa: PLC0415 - slow to import

    submission, readings = msgspec.json.decode(encoded)
    rules = open_game(game, edition).rules(submission, readings)
    study = solve(rules)
    net = main_of(study).net
    boundless = replace(rules, limits=MappingProxyType({}))
    main = main_wagers(rules.game)
    sides: dict[str, Chance] = {}
    amounts: dict[tuple[str, int], Chance] = {}
    envy: dict[tuple[str, int], Chance] = {}
    by_players: dict[str, Mapping[int, Chance]] = {}
    for wager in rules.offered():
        if wager.id in main:
            continue
        try:
            if wager.looks == "table":
                by = table_of(boundless, wager).by
                by_players[wager.id] = {n: Chance(-side.net.mean, side.net.variance) for n, side in by.items()}
                continue
            side = side_of(study, boundless, wager)
        except IllegalAction:
            continue
        if rules.tables[wager.id].progression is None:
            sides[wager.id] = Chance(-side.net.mean, side.net.variance)
        else:
            amounts |= _progressive(rules, wager, side)
        envy |= _envy(rules, wager, side)
    beside = frozenset(main) - {rules.game.ante}
    enviable = {wager for wager, _ in envy}
    qualifying = {w.id: w.envy.minimum for w in rules.offered() if w.envy is not None and w.id in enviable}
    return Prices(
        Chance(-net.mean, net.variance),
        rules.game.ante,
        beside,
        sides,
        amounts,
        envy,
        qualifying,
        by_players,
        rules.game.once_a_player,
    )


def _progressive(rules: Rules, wager: Wager[Any], side: Side) -> dict[tuple[str, int], Chance]:
    """Fixed pays, and what is put on the meter. `side` stands at the first stake and its seed, whose share is taken
    out."""
    table = rules.tables[wager.id]
    assert table.progression is not None
    base, seed = table.progression.wagers[0], table.progression.seeds[0]
    pays = {label: table.rows[key] for key, label in table.labels.items()}
    total = sum(row.count for row in side.rows)
    fed = {m.stake: Fraction(m.rate) + Fraction(m.reserve) for m in meters(rules).values() if m.wager == wager.id}
    found = {}
    for stake, rate in fed.items():
        wins: list[tuple[int, Fraction]] = []
        for row in side.rows:
            net, pay = row.net * base, pays.get(row.label)
            if pay is None or net == -base:
                wins.append((row.count, net * stake / base))
                continue
            odds = Fraction(pay.numerator, pay.denominator)
            gross = net + base - seed * pay.percent // 100
            back = gross - base * odds - pay.dollars
            dollars = 0 if pay.percent else pay.dollars  # beside a share they are paid by hand
            wins.append((row.count, odds * stake + dollars + back * stake / base - stake))
        mean = sum((count * net for count, net in wins), Fraction(0)) / total
        square = sum((count * net * net for count, net in wins), Fraction(0)) / total
        found[wager.id, stake] = Chance(-mean - stake * rate, square - mean * mean)
    return found


def _envy(rules: Rules, wager: Wager[Any], side: Side) -> dict[tuple[str, int], Chance]:
    """What one other player's hand costs in Envy Bonuses, by the stakes that have a schedule of their own."""
    if side.envied is None:
        return {}
    table, found = rules.tables[wager.id], {}
    for stake in table.envy:
        owed = [(chance, table.envy_for(stake, row)) for row, chance in side.envied.chances.items()]
        mean = sum((chance * amount for chance, amount in owed), Fraction(0))
        square = sum((chance * amount * amount for chance, amount in owed), Fraction(0))
        found[wager.id, stake] = Chance(-mean, square - mean * mean)
    return found


def _decimal(number: Fraction) -> Decimal:
    with localcontext() as context:
        context.prec = _DIGITS
        return Decimal(number.numerator) / Decimal(number.denominator)


def _root(number: Fraction) -> Decimal:
    with localcontext() as context:
        context.prec = _DIGITS
        return _decimal(number).sqrt()
