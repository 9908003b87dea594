"""What each wager costs: edge and spread of every chance, exact where the mathematics is."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
    from collections.abc import Mapping

    from croupier.game import Rules, Wager
    from croupier.odds.figures.analysis import Side

    Priced = tuple[str, str, int, int]
    """A part of the win, the wager, its cents, and the number of hands where that matters."""

DIGITS = 30


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


def decimal(number: Fraction) -> Decimal:
    """A fraction with as many digits as the reports compute with."""
    with localcontext() as context:
        context.prec = DIGITS
        return Decimal(number.numerator) / Decimal(number.denominator)


def root(number: Fraction) -> Decimal:
    """The square root of a fraction."""
    with localcontext() as context:
        context.prec = DIGITS
        return decimal(number).sqrt()
