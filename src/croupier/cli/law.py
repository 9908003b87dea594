"""``croupier law``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.options import AS_OF, JSON
from croupier.errors import LawError, UnknownGame

if TYPE_CHECKING:
    from fractions import Fraction

    from croupier.game import Game
    from croupier.law import Reading
    from croupier.law.coverage import Account
    from croupier.odds.study.reading_prices import Price

app = typer.Typer(help="Provisions: where each stands in the code, coverage, readings, editions.", no_args_is_help=True)


@app.command()
def show(
    cite: Annotated[str, typer.Argument(help='A provision, as in "687a.11(b)(2)" or "MA 9(d)".')],
    json: JSON = False,
) -> None:
    """Show a provision: its words, its standing, its place in the code, its tests and readings.

    Example: croupier law show "687a.11(b)(2)"
    """
    from croupier.cli import show as out
    from croupier.games import all_games, texts
    from croupier.law.chapter import LOOKED_UP
    from croupier.law.coverage import everything, find

    games = all_games()
    found = find(cite, texts())
    own = found.provision.cite
    here = Path(__file__).parents[1]
    places = [f"{_within(Path(file), here)}:{line}" for file, line in sorted(LOOKED_UP.get(own, ()))]
    readings = {(r.key, r.question): r for g in games for r in g.readings if own in r.cites}.values()
    below = [a for a in everything(texts()) if _is_below(a, found)]
    if json:
        out.as_json(
            {
                "cite": str(own),
                "words": found.provision.words,
                "kind": found.provision.kind,
                "standing": found.standing,
                "held-by": found.held_by,
                "held": {str(how): test for how, test in found.held.items()},
                "code": places,
                "tests": found.tests,
                "readings": [{"key": r.key, "question": r.question, "answer": r.answer} for r in readings],
                "below": [str(a.provision.cite) for a in below],
            }
        )
        return
    out.heading(str(own))
    out.say(found.provision.words)
    standing = "" if found.standing == found.provision.kind else f", {found.standing}"
    out.say(f"{found.provision.kind}{standing}")
    for title, lines in (
        ("In the code", places),
        ("Held by", [f"{how:<8} {test}" for how, test in found.held.items()]),
        ("Executed by", found.tests),
        ("Readings", [f"{r.key}: {r.question} {r.answer}" for r in readings]),
        ("Below it", [f"{a.provision.cite.short}  {a.provision.words} ({a.standing})" for a in below]),
    ):
        if lines:
            out.heading(title)
            for line in lines:
                out.say(f"  {line}")


def _within(file: Path, package: Path) -> str:
    try:
        return str(Path("croupier") / file.relative_to(package))
    except ValueError:
        return str(file)


def _is_below(one: Account, other: Account) -> bool:
    mine, theirs = one.provision.cite, other.provision.cite
    return mine.chapter == theirs.chapter and mine.path.startswith(theirs.path.partition("#")[0] + "(")


@app.command()
def coverage(
    chapter: Annotated[
        str | None,
        typer.Option(help="One chapter: 687a, ma, 683a, 669a, 686a, 688a, or that of a package; without it our own."),
    ] = None,
    held: Annotated[str | None, typer.Option(help="Those held so: outcome, sign, sheet, refusal or step.")] = None,
    only_open: Annotated[bool, typer.Option("--open", help="List the open and the nominal provisions alone.")] = False,
    allow_open: Annotated[bool, typer.Option("--allow-open", help="Exit 0 even when provisions are open.")] = False,
    json: JSON = False,
) -> None:
    """Account for every provision: executed, how it is held and by which tests, a definition, physical, or open.

    Held by an outcome (money of a round depends on it), a sign, a sheet, a refusal or a step, as seen in a test that is
    marked with it. One that no test shows is nominal, and open. Headings are listed, and counted apart.

    Exits 0 only when none is open, unless --allow-open is given.

    Example: croupier law coverage --chapter ma --held refusal
    """
    from croupier.cli import show as out
    from croupier.games import texts
    from croupier.law.coverage import HELD, WANTING, everything, summary

    accounts = everything()
    if chapter is not None:
        known = {text.number: text for text in texts()}
        if chapter.lower() not in known:
            raise UnknownGame(f"{chapter!r} is no chapter; {', '.join(known)}", field="--chapter")
        accounts = everything([known[chapter.lower()]])
    if held is not None and held not in HELD:
        raise LawError(f"nothing is held by {held!r}; {', '.join(HELD)}", field="--held")
    listed = [a for a in accounts if (a.standing in WANTING or not only_open) and (held is None or held in a.held)]
    if json:
        heads = [a for a in listed if a.standing == "heading"]
        out.as_json(
            {
                "provisions": [_account(a) for a in listed if a.standing != "heading"],
                "headings": [{"cite": str(a.provision.cite), "words": a.provision.words} for a in heads],
            }
        )
    else:
        for a in listed:
            more = f"  (+{len(a.tests) - 1} more)" if len(a.tests) > 1 else ""
            by = f"  {a.tests[0]}{more}" if a.tests else ""
            ways = " ".join(a.held) or "-"
            print(f"{a.provision.cite.short:<24} {a.standing:<10} {ways:<20} {a.provision.words}{by}")
        print(summary(accounts))
    if not allow_open and any(a.standing in WANTING for a in accounts):
        raise typer.Exit(1)


def _account(found: Account) -> dict[str, object]:
    return {
        "cite": str(found.provision.cite),
        "kind": found.provision.kind,
        "standing": found.standing,
        "held-by": found.held_by,
        "held": {str(how): test for how, test in found.held.items()},
        "words": found.provision.words,
        "tests": found.tests,
    }


@app.command()
def readings(
    game: Annotated[str | None, typer.Argument(help="One game's id; all games without it.")] = None,
    edition: Annotated[str | None, typer.Option(help="One edition.")] = None,
    as_of: AS_OF = None,
    prices: Annotated[bool, typer.Option("--prices", help="What every other answer would return.")] = False,
    json: JSON = False,
) -> None:
    """Print the readings: where the texts are silent, double or misprinted, and what we do.

    With --prices one table of every answer that can be chosen instead, with each figure that it moves.

    Example: croupier law readings cajun-stud
    """
    from croupier.cli import show as out
    from croupier.cli.options import game_from
    from croupier.games import all_games

    games = all_games() if game is None else [game_from(game, edition, as_of)]
    if game is None and as_of is not None:
        games = [opened for opened in games if opened.chapter.in_force(as_of)]
    if game is None and edition is not None:
        games = [opened for opened in games if opened.edition == edition]
        if not games:
            raise UnknownGame(f"no game has an edition {edition!r}", field="--edition")
    if game is None and edition is None:
        games = [opened for opened in games if not opened.changes]  # a proposal shares its successor's readings
    if prices:
        _prices(games, json)
        return
    if json:
        out.as_json([_reading(opened, r) for opened in games for r in opened.readings])
        return
    for opened in games:
        out.heading(out.named(opened))
        for r in opened.readings:
            switch = f" [switch: {' | '.join(r.choices)}]" if r.choices else ""
            out.say(f"\n{r.key}{switch}: {r.question}")
            out.say(f"  {r.answer} {r.because}")
            if r.rejected:
                out.say(f"  Rejected: {'; '.join(r.rejected)}. {r.told}".rstrip())
            out.say(f"  {', '.join(c.short for c in r.cites)}")


def _reading(game: Game, reading: Reading) -> dict[str, object]:
    return {
        "game": game.id,
        "edition": game.edition,
        "key": reading.key,
        "question": reading.question,
        "answer": reading.answer,
        "because": reading.because,
        "rejected": list(reading.rejected),
        "choices": list(reading.choices),
        "moves": reading.told,
        "cites": [str(cite) for cite in reading.cites],
    }


def _prices(games: list[Game], json: bool) -> None:
    from croupier.cli import show as out
    from croupier.odds.study.reading_prices import prices

    found = []
    for opened in games:
        with out.waiting(f"pricing the readings of {opened.name}"):
            found += list(prices(opened))
    if json:
        out.as_json([one.to_json() for one in found])
        return
    for opened in games:
        here = [one for one in found if (one.game, one.edition) == (opened.id, opened.edition)]
        rows = [
            (one.reading.key, one.value, "", "", "", "0")
            if one.unmoved
            else (one.reading.key, one.value, _wager(one), _found(one), _percent(one.default), _points(one))
            for one in here
        ]
        if rows:
            heads = ("reading", "answer", "wager", "return", "by default", "moved")
            out.table(heads, rows, title=out.named(opened))
        for (key, why), values in _whys(here).items():
            out.say(f"  {key} = {' | '.join(dict.fromkeys(values))}: {why}")


def _whys(found: list[Price]) -> dict[tuple[str, str], list[str]]:
    payload: dict[tuple[str, str], list[str]] = {}
    for one in found:
        if one.why:
            payload.setdefault((one.reading.key, one.why), []).append(one.value)
    return payload


def _wager(one: Price) -> str:
    named = " ".join(filter(None, (one.wager, one.paytable))).replace(" ,", ",")
    return f"{named}, per {one.per}" if one.per else named


def _points(one: Price) -> str:
    if one.found is None or one.default is None:
        return ""
    moved = float(100 * (one.found - one.default))
    return f"{moved:+.4f}" if abs(moved) >= 0.00005 else f"{moved:+.0e}"


def _found(one: Price) -> str:
    sampled = "" if one.error is None else f" ± {100 * one.error:.4f}"
    return f"{_percent(one.found)}{sampled}"


def _percent(figure: Fraction | None) -> str:
    return "not counted" if figure is None else f"{100 * float(figure):.4f}%"


@app.command()
def diff(
    one: Annotated[str, typer.Argument(metavar="EDITION", help="An edition, as in pa-2021 or dj-wild:pa-2021.")],
    other: Annotated[str, typer.Argument(metavar="EDITION", help="Another edition of the same game.")],
    game: Annotated[str, typer.Option(help="The game, where the editions do not name it.")] = "dj-wild",
    json: JSON = False,
) -> None:
    """Say everything in which two editions of a game differ, substantive or cosmetic (wording, numbering, names).

    Example: croupier law diff pa-2019-proposed pa-2021
    """
    from croupier.cli import show as out
    from croupier.game.differences import differences
    from croupier.games import open_game

    def opened(name: str) -> Game:
        id_, sign, edition = name.partition(":")
        return open_game(id_, edition) if sign else open_game(game, name)

    a, b = opened(one), opened(other)
    found = sorted(differences(a, b), key=lambda difference: difference.kind == "cosmetic")
    cosmetic = sum(difference.kind == "cosmetic" for difference in found)
    if json:
        out.as_json(
            {
                **{
                    side: {"game": g.id, "edition": g.edition, "standing": g.chapter.standing}
                    for side, g in (("one", a), ("other", b))
                },
                "substantive": len(found) - cosmetic,
                "cosmetic": cosmetic,
                "differences": [
                    {"what": d.what, "kind": d.kind, "one": d.one, "other": d.other, "path": d.path} for d in found
                ],
            }
        )
        return
    out.heading(f"{a.name} ({a.edition}, {a.chapter.standing}) and {b.name} ({b.edition}, {b.chapter.standing})")
    out.say(f"{len(found)} differences: {len(found) - cosmetic} substantive, {cosmetic} cosmetic")
    if found:
        out.table(("what", "kind", a.edition, b.edition), [(d.what, d.kind, d.one, d.other) for d in found])
