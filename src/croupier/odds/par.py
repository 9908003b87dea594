"""The PAR sheet of a table as data: what is played, every outcome with its exact count, and what follows from them.

Whoever renders a sheet lays these values out and works nothing out again.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction
from croupier.odds.figures import FIGURES
from croupier.odds.priced import Meter, Outcome, Priced
from croupier.odds.study import main_of, main_wagers, side_of, solve
from croupier.odds.weighted import ANTE, lines_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Game, Rules, Wager
    from croupier.law import Cite, Reading
    from croupier.odds.figures import Published
    from croupier.odds.study import Study


@dataclass(frozen=True, slots=True)
class Way:
    """How often the best play takes these decisions, one after the other."""

    decisions: tuple[str, ...]
    count: int
    chance: Fraction


@dataclass(frozen=True, slots=True)
class WagerLine:
    """A wager of the table."""

    id: str
    name: str
    placed: str
    paytable: str
    cite: Cite
    pays: Cite


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """Something a player may say; `wager` is None where it costs nothing, else it is `times` the ante."""

    when: str
    decision: str
    wager: str | None
    times: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class CaseLine:
    """A provision that decides a wager, in our words."""

    wager: str
    then: str
    cite: Cite
    words: str
    reading: str | None


@dataclass(frozen=True, slots=True)
class Beside:
    """A published figure beside ours, both in percent. `ours` stands under the figure's own reading, which is not
    the table's where `same_reading` is False."""

    wager: str
    figure: Published
    ours: Fraction
    same_reading: bool

    @property
    def difference(self) -> Fraction:
        """Ours less theirs, in points."""
        return self.ours - Fraction(self.figure.figure)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A PAR sheet. `unpriced` names the offered wagers that are not on it, and why."""

    rules: Rules
    made_by: str
    submission: str
    settings: Mapping[str, str]
    wagers: tuple[WagerLine, ...]
    decisions: tuple[DecisionLine, ...]
    cases: tuple[CaseLine, ...]
    readings: tuple[tuple[Reading, str], ...]
    main: Priced
    ways: tuple[Way, ...]
    sides: tuple[Priced, ...]
    unpriced: Mapping[str, str]
    published: tuple[Beside, ...]

    @property
    def game(self) -> Game:
        """The chapter."""
        return self.rules.game

    @property
    def sha256(self) -> str:
        """The hash of the canonical submission."""
        return hashlib.sha256(self.submission.encode()).hexdigest()

    @property
    def priced(self) -> tuple[Priced, ...]:
        """The main game and every side wager."""
        return (self.main, *self.sides)


def sheet_of(
    game: Game, submission: Mapping[str, object], readings: Mapping[str, object] | None = None, *, made_by: str = ""
) -> Sheet:
    """Study the table that a submission and readings describe."""
    rules = game.rules(submission, readings)
    boundless = replace(rules, limits=MappingProxyType({}))  # limits bound the amounts, not what happens to them
    study = solve(boundless)
    sides, unpriced = {}, {}
    for wager in side_wagers(rules):
        try:
            sides[wager.id] = side_priced(study, boundless, wager)
        except IllegalAction as error:
            unpriced[wager.name] = error.message
    main = main_priced(study)
    return Sheet(
        rules,
        made_by,
        canonical(rules, submission),
        _settings(rules, submission),
        _wagers(rules),
        _decisions(game),
        _cases(rules),
        tuple((r, rules.readings[r.key]) for r in game.readings if r.choices),
        main,
        _ways(study),
        tuple(sides.values()),
        unpriced,
        _published(study, boundless, submission, main, sides),
    )


def side_wagers(rules: Rules) -> list[Wager[Any]]:
    """The offered wagers that are no part of the main game."""
    main = main_wagers(rules.game)
    return [wager for wager in rules.offered() if wager.id not in main]


def canonical(rules: Rules, submission: Mapping[str, object]) -> str:
    """The submission as one line of JSON with sorted keys, paytables and readings in force filled in, so that the same
    choices always have the same hash."""
    paytables = {w.key: rules.tables[w.id].id for w in rules.offered() if w.key and w.tables}
    filled = {
        **{choice.key: choice.default for choice in rules.game.choices if isinstance(choice.default, str | int)},
        **submission,
        **paytables,
        "game": rules.game.id,
        "edition": rules.game.edition,
        "readings": dict(rules.readings),
    }
    return json.dumps(filled, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def main_priced(study: Study) -> Priced:
    """The main game, its outcomes by net and by all that was wagered."""
    game = study.rules.game
    wagers = main_wagers(game)
    counts: Counter[tuple[Fraction, Fraction]] = Counter()
    for count, lines in lines_of(study.rules, study.rounds):
        here = [lines[name] for name in wagers if name in lines]
        net, staked = sum(line.net for line in here), sum(line.stake for line in here)
        counts[Fraction(net, ANTE), Fraction(staked, ANTE)] += count
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
    priced = Priced("main", "Main game", table, ante.cite, ante.name, ANTE, outcomes, main.outcomes)
    assert (priced.mean, priced.average_wager) == (main.net.mean, main.average_wager)
    return priced


def side_priced(study: Study, rules: Rules, wager: Wager[Any]) -> Priced:
    """A side wager, its rows in the order of its paytable; a progressive stands at its seed."""
    side, table = side_of(study, rules, wager), rules.tables[wager.id]
    labels = list(table.labels.values())
    pays = {label: table.rows[key].text for key, label in table.labels.items()}
    total = sum(row.count for row in side.rows)
    rows = sorted(side.rows, key=lambda row: (labels.index(row.label) if row.label in labels else len(labels), row.net))
    meter, stake = None, ANTE
    if table.progression:
        stake, found = table.progression.wagers[0], side.meter
        stated, printed = rules.chosen.get("contribution"), table.progression.rate
        rate = stated if stated is not None else None if printed is None else Fraction(printed, 100)
        meter = Meter(
            stake, table.progression.seeds[0], rate, found["fixed"], found["at-seed"], found["long-run"],
            found.get("break-even-meter"), found["envy-per-player"],
        )  # fmt: skip
    outcomes = tuple(
        Outcome(
            row.label[0].upper() + row.label[1:], pays.get(row.label, "Loss"), row.net, Fraction(1), row.count, total
        )
        for row in rows
    )
    return Priced(wager.id, wager.name, table.id, table.cite, wager.name, stake, outcomes, {}, meter)


def _ways(study: Study) -> tuple[Way, ...]:
    counts: Counter[tuple[str, ...]] = Counter()
    for weighted in study.rounds:
        (seat,) = weighted.told["seats"].values()
        counts[tuple(map(str, seat.get("decisions", ())))] += weighted.count
    total = sum(counts.values())
    return tuple(Way(way, counts[way], Fraction(counts[way], total)) for way in sorted(counts))


def _settings(rules: Rules, submission: Mapping[str, object]) -> dict[str, str]:
    """The choices besides paytables and limits, as told or by default."""
    said = {}
    for choice in rules.game.choices:
        value = submission.get(choice.key, choice.default)
        if value is not None:
            words = value if isinstance(value, str) else getattr(value, "name", None)
            said[choice.key] = str(words or json.dumps(value, sort_keys=True, ensure_ascii=False))
    return said


def _wagers(rules: Rules) -> tuple[WagerLine, ...]:
    return tuple(
        WagerLine(w.id, w.name, w.placed, rules.tables[w.id].id if w.key else "", w.cite, rules.tables[w.id].cite)
        for w in rules.offered()
    )


def _decisions(game: Game) -> tuple[DecisionLine, ...]:
    return tuple(
        DecisionLine(street.name, option.id, option.wager, option.times, option.cite)
        for street in game.streets
        for option in street.options
    )


def _cases(rules: Rules) -> tuple[CaseLine, ...]:
    words = rules.game.chapter.provisions
    return tuple(
        CaseLine(
            wager.name,
            case.then.value,
            case.cite,
            words[case.cite.path].words if case.cite.path in words else "",
            case.reading.key if case.reading else None,
        )
        for wager in rules.offered()
        for case in wager.cases
    )


def _published(
    study: Study, rules: Rules, submission: Mapping[str, object], main: Priced, sides: Mapping[str, Priced]
) -> tuple[Beside, ...]:
    made = []
    for figure in FIGURES:
        priced = main if figure.wager == "main" else sides.get(figure.wager)
        if figure.game != rules.game.id or priced is None or figure.paytable not in {"", priced.paytable}:
            continue
        same = figure.reading is None or rules.readings.get(figure.reading[0]) == figure.reading[1]
        if not same and priced is not main:
            assert figure.reading is not None
            other = rules.game.rules(submission, {**rules.readings, figure.reading[0]: figure.reading[1]})
            wager = rules.game.wager(figure.wager)
            assert wager is not None
            priced = side_priced(study, replace(other, limits=rules.limits), wager)
        ours = priced.house_edge if figure.is_edge else priced.payback
        if priced.meter and not figure.is_edge:
            ours = priced.meter.long_run
        made.append(Beside(priced.name, figure, 100 * ours, same))
    return tuple(made)
