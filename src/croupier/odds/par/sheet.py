"""The PAR sheet of a table as data: what is played, every outcome with its exact count, and what follows from them.

Whoever renders a sheet lays these values out and works nothing out again.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction
from croupier.odds.facts import store
from croupier.odds.figures.build import build
from croupier.odds.figures.published import FIGURES
from croupier.odds.par.priced import main_priced, players_priced, side_priced
from croupier.odds.par.strategy import strategy_of
from croupier.odds.study.study import main_wagers, solve

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Game, Rules, Wager
    from croupier.law import Cite, Reading
    from croupier.odds.figures.priced import ByPlayers, Priced
    from croupier.odds.figures.published import Published
    from croupier.odds.par.strategy import Strategy
    from croupier.odds.study.study import Study


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
    """A PAR sheet. `tables` are the wagers on all hands of the table; `unpriced` names the offered wagers that are not
    on the sheet, and why. `build` is the croupier that counted, `facts` the digests of what it counted, by name."""

    rules: Rules
    made_by: str
    submission: str
    settings: Mapping[str, str]
    wagers: tuple[WagerLine, ...]
    decisions: tuple[DecisionLine, ...]
    cases: tuple[CaseLine, ...]
    readings: tuple[tuple[Reading, str], ...]
    main: Priced | None
    ways: tuple[Way, ...]
    strategy: Strategy
    sides: tuple[Priced, ...]
    tables: tuple[ByPlayers, ...]
    unpriced: Mapping[str, str]
    published: tuple[Beside, ...]
    build: str
    facts: Mapping[str, str]

    @property
    def unit(self) -> str:
        """What decisions multiply, as the main game is counted in it."""
        return "" if self.main is None else self.main.unit

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
        """The main game and every side wager, those on the whole table for each number of players."""
        main = () if self.main is None else (self.main,)
        return (*main, *self.sides, *(priced for table in self.tables for priced in table.by.values()))


def sheet_of(
    game: Game, submission: Mapping[str, object], readings: Mapping[str, object] | None = None, *, made_by: str = ""
) -> Sheet:
    """Study the table that a submission and readings describe."""
    with store.noted() as facts:
        sheet = _sheet(game.rules(submission, readings), submission, made_by)
    return replace(sheet, facts=dict(sorted(facts.items())))


def _sheet(rules: Rules, submission: Mapping[str, object], made_by: str) -> Sheet:
    game = rules.game
    boundless = replace(rules, limits=MappingProxyType({}))  # limits bound the amounts, not what happens to them
    study = solve(rules)
    sides, tables, unpriced = {}, [], {}
    for wager in side_wagers(rules):
        if wager.looks == "table":
            tables.append(players_priced(boundless, wager))
            continue
        try:
            sides[wager.id] = side_priced(study, boundless, wager)
        except IllegalAction as error:
            unpriced[wager.name] = error.message
    main = main_priced(study) if main_wagers(rules.game) else None
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
        strategy_of(study),
        tuple(sides.values()),
        tuple(tables),
        unpriced,
        _published(study, boundless, submission, main, sides),
        build(),
        {},
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
        **({} if rules.day is None else {"day": rules.day.isoformat()}),
        **paytables,
        "game": rules.game.id,
        "edition": rules.game.edition,
        "readings": dict(rules.readings),
    }
    return json.dumps(filled, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _ways(study: Study) -> tuple[Way, ...]:
    counts = study.ways()
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
    study: Study, rules: Rules, submission: Mapping[str, object], main: Priced | None, sides: Mapping[str, Priced]
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
            ours = priced.meter.long_run + figure.others * priced.meter.envy
        made.append(Beside(priced.name, figure, 100 * ours, same))
    return tuple(made)
