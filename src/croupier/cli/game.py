"""``croupier game``."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.options import EDITION, JSON

app = typer.Typer(help="Games from outside: does every reader work with one?", no_args_is_help=True)


@app.command()
def check(
    game: Annotated[str, typer.Argument(help="A game's id: one of ours, or of an installed package.")],
    edition: EDITION = None,
    reader: Annotated[
        list[str] | None, typer.Option("--reader", help="This reader alone: settle, exact, journal ... Repeatable.")
    ] = None,
    json: JSON = False,
) -> None:
    """Try every reader of croupier on a game, and say what is missing where one does not work.

    Exits 0 only when all of them work with every edition.

    Example: croupier game check three-card-poker
    """
    from croupier.cli import show
    from croupier.errors import UnknownGame
    from croupier.games import editions, open_game
    from croupier.testing import READERS, Verdict
    from croupier.testing import check as tried

    chosen = tuple(reader or READERS)
    if unknown := [name for name in chosen if name not in READERS]:
        raise UnknownGame(f"{unknown[0]!r} is no reader; {', '.join(READERS)}", field="--reader")
    open_game(game, edition)
    found: dict[str, Verdict] = {}
    for name in chosen:
        for one in [edition] if edition else editions()[game]:
            opened = open_game(game, one)
            with show.waiting(f"{name}, {opened.name} ({one})"):
                verdict = tried(opened, [name])[name]
            if name not in found or found[name].works:
                found[name] = verdict
    if json:
        show.as_json({"game": game, "readers": {name: one._asdict() for name, one in found.items()}})
    else:
        rows = [(name, "works" if one.works else "does not", one.missing or "") for name, one in found.items()]
        show.table(("reader", "", "missing"), rows, title=f"{open_game(game).name} ({game})")
    if not all(one.works for one in found.values()):
        raise typer.Exit(1)
