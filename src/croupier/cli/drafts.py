"""Draft games from a file: read, priced, and read again when it is saved."""

from __future__ import annotations

import runpy
import sys
import time
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.errors import BadText

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.game import Game

LOOK = 0.3
"""Seconds between two looks at a file."""


def is_file(name: str) -> bool:
    """Whether a game is named by a file."""
    return name.endswith(".py")


def read(file: Path) -> Game:
    """The game that a file makes: a `Draft` or a `Game` among its names. Its edition is named by what the file says, so
    that a saved change is another one; it is put into the book of this process."""
    from croupier.draft import Draft, revised
    from croupier.game import Game
    from croupier.games import add

    try:
        text = file.read_bytes()
        made = runpy.run_path(str(file))
    except OSError as error:
        raise BadText(f"cannot be read: {error.strerror}", field=str(file)) from None
    except (Exception, SystemExit) as error:  # noqa: BLE001 - somebody's file, as it stands while they write it
        raise BadText(f"{type(error).__name__}: {' '.join(str(error).split())}", field=str(file)) from None
    found = [one for name, one in made.items() if isinstance(one, Draft | Game) and not name.startswith("_")]
    if not found:
        raise BadText("makes neither a Draft nor a Game", field=str(file))
    last = found[-1]
    game = last.game() if isinstance(last, Draft) else last
    game = revised(game, f"draft-{sha256(text).hexdigest()[:8]}")
    add(game)
    return game


def saved(file: Path) -> Iterator[None]:
    """Every time the file is saved, from now on."""
    seen = _stamp(file)
    while True:
        time.sleep(LOOK)
        if (now := _stamp(file)) != seen:
            seen = now
            yield


def _stamp(file: Path) -> tuple[int, int]:
    try:
        about = file.stat()
    except OSError:
        return 0, 0
    return about.st_mtime_ns, about.st_size


def lab(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A Python file that makes a Draft.")],
    once: Annotated[bool, typer.Option("--once", help="Price it once; without it again whenever it is saved.")] = False,
) -> None:
    """Price a draft game, and again whenever its file is saved: edge, chances, the best play in a few rules.

    Ctrl-C ends.

    Example: croupier lab my_idea.py
    """
    try:
        priced(read(file))
    except BadText:
        if once:
            raise
    if once:
        return
    try:
        for _ in saved(file):
            try:
                priced(read(file))
            except Exception as error:  # noqa: BLE001 - it is saved again
                print(f"croupier: {error}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print()


def priced(game: Game) -> None:
    """What a game is worth, on the terminal."""
    from croupier.cli import show
    from croupier.errors import CroupierError
    from croupier.odds.strategy.rules import rule_list
    from croupier.odds.strategy.tree import grown
    from croupier.odds.study.study import main_of, main_wagers, side_of, solve

    rules = game.rules({w.key: w.tables[0].id for w in game.wagers if w.key and w.tables})
    study = solve(rules)
    main = main_of(study)
    show.heading(show.named(game))
    rows = [
        ("house edge, of one ante", f"{float(100 * main.house_edge):.4f}%"),
        ("of all that is wagered", f"{float(100 * main.element_of_risk):.4f}%"),
        *((f"chance to {name}", f"{float(100 * chance):.4f}%") for name, chance in main.outcomes.items()),
    ]
    for wager in (one for one in rules.offered() if one.id not in main_wagers(game)):
        rows += [(f"{wager.name}, house edge", f"{float(-100 * side_of(study, rules, wager).net.mean):.4f}%")]
    show.table(("", ""), rows)
    try:
        for line in rule_list(grown(study)).lines:
            show.say(f"  {line.street}: {line}")
    except CroupierError as error:
        show.say(f"  {error.message}")
