"""Every wager of a PAR sheet, priced: outcomes in the order in which a sheet shows them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.odds.figures.priced import ByPlayers, Meter, Outcome, Priced
from croupier.odds.rounds.weighted import ANTE
from croupier.odds.study.study import main_of, main_wagers, side_of, table_of

if TYPE_CHECKING:
    from croupier.game import Rules, Wager
    from croupier.kit.paytables import Paytable
    from croupier.odds.figures.analysis import Side
    from croupier.odds.study.study import Study


def main_priced(study: Study) -> Priced:
    """The main game, its outcomes by net and by all that was wagered."""
    game = study.rules.game
    wagers = main_wagers(game)
    counts: Counter[tuple[Fraction, Fraction]] = Counter()
    for count, lines in study.settled():
        here = [lines[name] for name in wagers if name in lines]
        net, staked = sum(line.net for line in here), sum(line.stake for line in here)
        counts[Fraction(net, study.ante), Fraction(staked, study.ante)] += count
    main, ante = main_of(study), game.wager(game.ante)
    if study.totals is not None:
        counts.update({(net, main.average_wager): count for net, count in main.net.counts.items()})
    total = sum(counts.values())
    outcomes = tuple(
        Outcome("win" if net > 0 else "lose" if net < 0 else "push", "", net, staked, counts[net, staked], total)
        for net, staked in sorted(counts, reverse=True)
    )
    assert ante is not None
    table = study.rules.tables[game.ante].id if ante.key else ""
    priced = Priced("main", "Main game", table, ante.cite, ante.name, study.ante, outcomes, main.outcomes)
    assert (priced.mean, priced.average_wager) == (main.net.mean, main.average_wager)
    return priced


def side_priced(study: Study, rules: Rules, wager: Wager[Any]) -> Priced:
    """A side wager, its rows in the order of its paytable; a progressive stands at its seed."""
    side, table = side_of(study, rules, wager), rules.tables[wager.id]
    meter, stake = None, ANTE
    if table.progression:
        stake, found = table.progression.wagers[0], side.meter
        stated, printed = rules.chosen.get("contribution"), table.progression.rate
        rate = stated if stated is not None else None if printed is None else Fraction(printed, 100)
        meter = Meter(
            stake, table.progression.seeds[0], rate, found["fixed"], found["at-seed"], found["long-run"],
            found.get("break-even-meter"), found["envy-per-player"], found.get("long-run-paid"),
        )  # fmt: skip
    outcomes = _outcomes(table, side)
    return Priced(
        wager.id, wager.name, table.id, table.cite, wager.name, stake, outcomes, {}, meter, side.sample,
        side.forfeited, side.envied,
    )  # fmt: skip


def players_priced(rules: Rules, wager: Wager[Any]) -> ByPlayers:
    """A wager on the highest hand of the table, for each number of players."""
    table = rules.tables[wager.id]
    by = {}
    for players, side in table_of(rules, wager).by.items():
        name = f"{wager.name}, {players} player{'s' if players > 1 else ''}"
        outcomes = _outcomes(table, side)
        by[players] = Priced(
            f"{wager.id}-{players}", name, table.id, table.cite, wager.name, ANTE, outcomes, sample=side.sample
        )
    return ByPlayers(wager.id, wager.name, table.id, table.cite, by)


def _outcomes(table: Paytable, side: Side) -> tuple[Outcome, ...]:
    labels = list(table.labels.values())
    pays = {label: table.rows[key].text for key, label in table.labels.items()}
    total = sum(row.count for row in side.rows)
    rows = sorted(side.rows, key=lambda row: (labels.index(row.label) if row.label in labels else len(labels), row.net))
    return tuple(
        Outcome(
            row.label[0].upper() + row.label[1:], pays.get(row.label, "Loss"), row.net, Fraction(1), row.count, total
        )
        for row in rows
    )
