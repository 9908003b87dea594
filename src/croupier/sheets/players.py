"""The section of a PAR sheet on a wager that all hands of the table decide together, by the number of players."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.kit.money import printed
from croupier.odds.priced import CONFIDENCE, ROUNDS
from croupier.sheets import plots
from croupier.sheets.parts import Plot, Table, Text, percent, places, signed

if TYPE_CHECKING:
    from croupier.odds.priced import ByPlayers
    from croupier.sheets.parts import Part


def by_players(table: ByPlayers, font: str) -> tuple[Part, ...]:
    """Figures with their standard errors, outcomes and hold for each number of players."""
    most = max(table.by)
    stake = printed(table.by[most].stake)
    units = (
        f"In units of the wager, {stake} here ({table.cite}), for each number of players: the whole table decides it."
    )
    drawn = (
        "Sampled in part: how high one hand and two hands are is counted exactly; how often three hands or more stand "
        f"so high together, which matters from two players on, comes from {table.rounds:,} rounds drawn with a fixed "
        "seed. Counts are whole shares of both."
    )
    return (
        Text(units),
        Text(drawn, "warning"),
        _figures(table),
        _outcomes(table),
        Plot(plots.distribution(table.by[most], font), f"Each row of the paytable, {most} players."),
        Text("Hold of one wager per round, by the normal curve; the sampling’s own error comes on top."),
        _holds(table),
    )


def _figures(table: ByPlayers) -> Table:
    rows = tuple(
        (
            str(players),
            percent(priced.house_edge),
            "exact" if priced.sample is None else f"{100 * priced.sample.standard_error:.4f}%",
            percent(priced.payback),
            percent(priced.hits, 3),
            f"{float(priced.variance):.6f}",
            f"{priced.deviation:.6f}",
        )
        for players, priced in table.by.items()
    )
    heads = ("Players", "House edge", "Std. error", "Payback", "Hits", "Variance", "Std. deviation")
    return Table(heads, "rrrrrrr", rows)


def _outcomes(table: ByPlayers) -> Table:
    rows = []
    for players, priced in table.by.items():
        for each in priced.outcomes:
            lead = (str(players), each.label, each.pays, signed(each.net))
            rows.append((*lead, f"{each.count:,}", places(each.chance), places(each.contribution)))
        rows.append((str(players), "All", "", "", f"{priced.total:,}", places(Fraction(1)), places(priced.mean)))
    heads = ("Players", "Outcome", "Pays", "Net", "Count", "Probability", "Contribution")
    return Table(heads, "rwlrrrr", tuple(rows))


def _holds(table: ByPlayers) -> Table:
    rows = []
    for players, priced in table.by.items():
        for rounds in ROUNDS:
            holds = (priced.hold(rounds, confidence) for confidence in CONFIDENCE)
            bounds = (percent(bound, 3).replace("-", "−") for hold in holds for bound in (hold.low, hold.high))
            rows.append((str(players), f"{rounds:,}", *bounds))
    heads = ("Players", "Rounds", *(f"{c}% {end}" for c in CONFIDENCE for end in ("from", "to")))
    return Table(heads, "rrrrrr", tuple(rows))
