"""The section of a PAR sheet on a wager that all hands of the table decide together, by the number of players."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.kit.large_numbers import readable
from croupier.kit.money import printed
from croupier.odds.figures.priced import CONFIDENCE, ROUNDS
from croupier.sheets import plots
from croupier.sheets.parts import Grid, Plot, Text, percent, places, signed

if TYPE_CHECKING:
    from croupier.odds.figures.priced import ByPlayers, Priced
    from croupier.sheets.parts import Part


def by_players(table: ByPlayers, font: str) -> tuple[Part, ...]:
    """Figures, with their standard errors where something is sampled, outcomes and hold for each number of players."""
    most, holds = max(table.by), "Hold of one wager per round, by the normal curve"
    stake = printed(table.by[most].stake)
    units = (
        f"In units of the wager, {stake} here ({table.cite}), for each number of players: the whole table decides it. "
        "Counts of more than twenty digits are rounded on this page and stand in full in the workbook and in JSON."
    )
    drawn = (
        "Sampled in part: how high the hands of the table are is counted exactly; how often the own hand is given up "
        f"beside two high hands or more, which matters from two players on, comes from {table.rounds:,} rounds drawn "
        "with a fixed seed. Counts are whole shares of both."
    )
    return (
        Text(units),
        *([Text(drawn, "warning")] if table.rounds else []),
        _figures(table),
        _outcomes(table),
        Plot(plots.distribution(table.by[most], font), f"Each row of the paytable, {most} players."),
        Text(f"{holds}; the sampling’s own error comes on top." if table.rounds else f"{holds}."),
        _holds(table),
    )


def _figures(table: ByPlayers) -> Grid:
    rows = tuple(
        (
            str(players),
            percent(priced.house_edge),
            *([_error(priced)] if table.rounds else []),
            percent(priced.payback),
            percent(priced.hits, 3),
            f"{float(priced.variance):.6f}",
            f"{priced.deviation:.6f}",
        )
        for players, priced in table.by.items()
    )
    error = ("Std. error",) if table.rounds else ()
    heads = ("Players", "House edge", *error, "Payback", "Hits", "Variance", "Std. deviation")
    return Grid(heads, "r" * len(heads), rows)


def _error(priced: Priced) -> str:
    return "exact" if priced.sample is None else f"{100 * priced.sample.standard_error:.4f}%"


def _outcomes(table: ByPlayers) -> Grid:
    rows = []
    for players, priced in table.by.items():
        for each in priced.outcomes:
            lead = (str(players), each.label, each.pays, signed(each.net))
            rows.append((*lead, readable(each.count), places(each.chance), places(each.contribution)))
        rows.append((str(players), "All", "", "", readable(priced.total), places(Fraction(1)), places(priced.mean)))
    heads = ("Players", "Outcome", "Pays", "Net", "Count", "Probability", "Contribution")
    return Grid(heads, "rwlrrrr", tuple(rows))


def _holds(table: ByPlayers) -> Grid:
    rows = []
    for players, priced in table.by.items():
        for rounds in ROUNDS:
            holds = (priced.hold(rounds, confidence) for confidence in CONFIDENCE)
            bounds = (percent(bound, 3).replace("-", "−") for hold in holds for bound in (hold.low, hold.high))
            rows.append((str(players), f"{rounds:,}", *bounds))
    heads = ("Players", "Rounds", *(f"{c}% {end}" for c in CONFIDENCE for end in ("from", "to")))
    return Grid(heads, "rrrrrr", tuple(rows))
