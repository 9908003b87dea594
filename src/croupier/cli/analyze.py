"""``croupier analyze``."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.options import AS_OF, EDITION, GAME, JSON, NO_CACHE, READINGS, SETTINGS, SUBMISSION
from croupier.errors import SubmissionError

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from croupier.game import Rules
    from croupier.odds.figures.analysis import Main, Players, Side


def analyze(
    game: GAME,
    edition: EDITION = None,
    as_of: AS_OF = None,
    submission: SUBMISSION = None,
    settings: SETTINGS = None,
    wager: Annotated[str | None, typer.Option("--wager", help="One side wager alone.")] = None,
    paytable: Annotated[str | None, typer.Option("--paytable", help="One paytable of it.")] = None,
    wagers: Annotated[
        str | None,
        typer.Option("--wagers", help="Wagers of one seat, as ante,trips, played for the most of all of them."),
    ] = None,
    stake: Annotated[
        list[str] | None, typer.Option("--stake", help="How many units one of --wagers takes, as trips=2.")
    ] = None,
    reading: READINGS = None,
    json: JSON = False,
    no_cache: NO_CACHE = False,  # noqa: ARG001 - its callback does the work
) -> None:
    """Price a game exactly: the main game under optimal play, and every side wager on every paytable.

    With a submission, the paytables it offers; without, all the chapter prints. JSON gives exact fractions of the unit.

    Example: croupier analyze cajun-stud --set ante=B
    """
    from croupier.cli import show
    from croupier.cli.options import pairs
    from croupier.odds.study.study import main_of, side_of, solve, table_of

    rules, offered = _read(game, edition, as_of, submission, settings, reading)
    if wagers is not None:
        if wager is not None or paytable is not None:
            raise SubmissionError("and --wager do not go together", field="--wagers")
        names = [name.strip() for name in wagers.split(",")]
        under = _offering(rules, {**(offered or {}), **pairs(settings, "--set")}, names)
        _together(under, names, _units(names, stake or []), json=json)
        return
    if stake:
        raise SubmissionError("goes with --wagers", field="--stake")
    wanted = _wanted(rules, offered, pairs(settings, "--set"), wager, paytable)
    with show.waiting(f"counting {rules.game.name}"):
        study = solve(rules)
        main = main_of(study) if any(map(rules.is_main, rules.offered())) else None
        found: dict[str, dict[str, Side | Players]] = {}
        for id_, tables in wanted.items():
            for table, under in tables.items():
                side = rules.game.wager(id_)
                assert side is not None
                priced = table_of(under, side) if side.looks == "table" else side_of(study, under, side)
                found.setdefault(id_, {})[table] = priced
    if json:
        payload: dict[str, Any] = {"game": rules.game.id, "edition": rules.game.edition}
        payload |= {} if main is None else {"main": main.to_json()}
        payload["wagers"] = {id_: {t: s.to_json() for t, s in tables.items()} for id_, tables in found.items()}
        show.as_json(payload)
        return
    _print(rules, main if wager is None else None, found)


def _read(
    game: str,
    edition: str | None,
    as_of: date | None,
    submission: Path | None,
    settings: list[str] | None,
    reading: list[str] | None,
) -> tuple[Rules, dict[str, Any] | None]:
    """The rules, and what a submission offers (None without one)."""
    from croupier.cli.options import pairs, read_submission, refuse_idle, rules_from

    rules = rules_from(game, edition, submission, settings, reading, as_of=as_of)
    refuse_idle(rules.game, settings)
    if submission is None:
        return rules, None
    return rules, {**read_submission(submission), **pairs(settings, "--set")}


def _offering(rules: Rules, said: dict[str, Any], names: list[str]) -> Rules:
    """The rules with every named side wager offered: where nothing is said of it, on the first paytable printed."""
    for name in names:
        side = rules.game.wager(name)
        if side is None:
            every = ", ".join(w.id for w in rules.game.wagers if w.of is None)
            raise SubmissionError(f"{name!r} is no wager of {rules.game.name}; {every}", field="--wagers")
        if side.key and not rules.offers(name):
            said = {**said, side.key: side.tables[0].id}
    return rules.game.rules(said, rules.readings)


def _units(names: list[str], stakes: list[str]) -> dict[str, Fraction]:
    """How many units are staked on wagers, as told."""
    found = {}
    for stake in stakes:
        name, _, units = stake.partition("=")
        if name not in names:
            raise SubmissionError(f"{name!r} is not among --wagers", field="--stake")
        try:
            found[name] = Fraction(units)
        except (ValueError, ZeroDivisionError):
            found[name] = Fraction(0)
        if found[name] <= 0:
            raise SubmissionError(f"{stake!r} is no stake; write trips=2 or trips=1/2", field="--stake")
    return found


def _together(rules: Rules, names: list[str], units: dict[str, Fraction], *, json: bool) -> None:
    from croupier.cli import show
    from croupier.odds.study.together import together

    with show.waiting(f"counting {rules.game.name}"):
        found = together(rules, names, units)
    if json:
        show.as_json({"game": rules.game.id, "edition": rules.game.edition, "set": found.to_json()})
        return
    show.heading(f"{show.named(rules.game)}: {', '.join(found.wagers)} played for together, exact")
    each = {", ".join(found.wagers): found.spread(), **{name: found.spread([name]) for name in found.wagers}}
    rows = [(name, f"{float(s.mean):+.6f}", f"{float(s.variance) ** 0.5:.4f}") for name, s in each.items()]
    show.table(("wager", "expected net, in antes", "standard deviation"), rows)


def _wanted(
    rules: Rules, offered: dict[str, Any] | None, said: dict[str, Any], wager: str | None, paytable: str | None
) -> dict[str, dict[str, Rules]]:
    """The side wagers and paytables asked for, each with rules that offer it under the same readings."""
    game = rules.game
    sides = {w.id: w for w in game.wagers if w.placed in {"optional", "always-offered"}}
    if wager is not None and wager not in sides:
        raise SubmissionError(f"{wager!r} is no side wager of {game.name}; {', '.join(sides)}", field="--wager")
    if paytable is not None and wager is None:
        raise SubmissionError("names a paytable of what? add --wager", field="--paytable")
    made: dict[str, dict[str, Rules]] = {}
    for id_, side in sides.items():
        if wager not in {None, id_}:
            continue
        tables = [t.id for t in side.tables]
        if offered is not None:
            tables = [offered[id_]] if id_ in offered else []
        elif side.key in said:
            tables = [said[side.key]]
        if paytable is not None:
            if paytable not in tables:
                raise SubmissionError(f"{paytable!r} is not among {', '.join(tables)}", field="--paytable")
            tables = [paytable]
        base = {
            k: v for k, v in (said if offered is None else offered).items() if k not in {w.key for w in game.wagers}
        }
        for table in tables:
            name = table if isinstance(table, str) else "link"  # a paytable the submission itself supplies
            made.setdefault(id_, {})[name] = game.rules({**base, str(side.key): table}, rules.readings)
    return made


def _error(side: Side) -> str:
    return f", ± {_percent(side.sample.standard_error)}" if side.sample else ""


def _percent(number: Any) -> str:  # noqa: ANN401
    return f"{100 * float(number):.4f}%"


def _print(rules: Rules, main: Main | None, found: dict[str, dict[str, Side | Players]]) -> None:
    from croupier.cli import show
    from croupier.odds.figures.analysis import Players

    if main is not None:
        show.heading(f"{show.named(rules.game)}: main game, exact, optimal play")
        rows = [
            ("house edge, of one " + main.unit.replace("-", " "), _percent(main.house_edge)),
            ("average wager, in units", f"{float(main.average_wager):.6f}"),
            ("element of risk, of all wagered", _percent(main.element_of_risk)),
            ("payback", _percent(1 - main.element_of_risk)),
            ("standard deviation, in units", f"{float(main.net.variance) ** 0.5:.4f}"),
            *((f"chance to {name}", _percent(chance)) for name, chance in main.outcomes.items() if chance),
        ]
        show.table(("", ""), rows)
    for id_, tables in found.items():
        wager = rules.game.wager(id_)
        rows2 = [
            (
                table,
                _percent(1 + s.net.mean),
                _percent(s.net.chance(above=0)),
                f"{float(s.net.variance) ** 0.5:.3f}",
                s.published or "",
            )
            for table, s in (
                (name, side)
                for table, found_ in tables.items()
                for name, side in (
                    ((f"{n} player{'s' if n > 1 else ''}{_error(s)}", s) for n, s in found_.by.items())
                    if isinstance(found_, Players)
                    else ((table, found_),)
                )
            )
        ]
        show.table(("paytable", "return", "hits", "std dev", "published"), rows2, title=wager.name if wager else id_)
        sides = {table: side for table, side in tables.items() if not isinstance(side, Players)}
        _print_plays(sides)
        _print_meters(sides)
        _print_envy(sides)


def _print_plays(sides: dict[str, Side]) -> None:
    """Where a fold forfeits the wager: what it returns under each play."""
    from croupier.cli import show

    rows = [
        (table, *map(_percent, (1 + side.net.mean, 1 + f.joint, -f.main, 1 + f.kept)))
        for table, side in sides.items()
        if (f := side.forfeited) is not None
    ]
    if rows:
        heads = ("paytable", "main game alone", "jointly", "main edge then", "if not forfeited")
        show.table(heads, rows, title="A fold forfeits it: return by the play assumed")


def _print_meters(sides: dict[str, Side]) -> None:
    """What a progressive returns without its meter, at the seed and in the long run, and where it breaks even."""
    from croupier.cli import show

    rows = [
        (
            table,
            *(_percent(side.meter[name]) for name in ("fixed", "at-seed", "long-run")),
            f"${float(side.meter['break-even-meter']):,.2f}" if "break-even-meter" in side.meter else "",
        )
        for table, side in sides.items()
        if side.meter
    ]
    if rows:
        heads = ("paytable", "fixed pays alone", "at its seed", "in the long run", "breaks even at")
        show.table(heads, rows, title="The meter: return without envy")


def _print_envy(sides: dict[str, Side]) -> None:
    """What other players' hands add to the return."""
    from croupier.cli import show
    from croupier.kit.money import printed

    found = {table: side.envied for table, side in sides.items() if side.envied is not None and side.envied.chances}
    if found:
        most = max(max(envied.by) for envied in found.values())
        rows = [(table, printed(e.stake), *map(_percent, e.by.values())) for table, e in found.items()]
        heads = ("paytable", "wager", *(f"{n} other{'s' if n > 1 else ''}" for n in range(1, most + 1)))
        show.table(heads, rows, title="Envy adds, by other players")
