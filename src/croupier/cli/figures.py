"""``croupier figures``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.options import AS_OF, JSON, NO_CACHE
from croupier.errors import NotInForce

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from croupier.game import Game


def figures(
    as_of: AS_OF = None,
    json: JSON = False,
    no_cache: NO_CACHE = False,  # noqa: ARG001 - its callback does the work
) -> None:
    """Print every published figure beside ours, and say whether they agree.

    With --as-of those of editions that were in force on that day.

    Example: croupier figures
    """
    from croupier.cli import show
    from croupier.odds.figures.published import FIGURES
    from croupier.odds.study.compare import compare
    from croupier.odds.study.study import solve

    rows = []
    studies = {}
    games = _games(dict.fromkeys(figure.game for figure in FIGURES), as_of)
    with show.waiting("counting every game"):
        for figure in FIGURES:
            opened = games.get(figure.game)
            if opened is None:
                continue
            if figure.game not in studies:
                studies[figure.game] = solve(opened.rules())
            chosen = {figure.wager: figure.paytable} if figure.wager != "main" else {}
            readings = dict([figure.reading]) if figure.reading else {}
            rows.append(compare(figure, studies[figure.game], opened.rules(chosen, readings)))
    if json:
        show.as_json({"figures": [row.to_json() for row in rows]})
        return
    show.table(
        ("game", "wager", "table", "published", "ours", "", "source and remark"),
        [
            (
                r.figure.game,
                r.figure.wager,
                r.figure.paytable,
                f"{r.figure.figure}%",
                f"{float(r.ours):.4f}%",
                r.verdict,
                "; ".join(filter(None, (r.figure.source, r.figure.remark))),
            )
            for r in rows
        ],
    )


def _games(names: Iterable[str], as_of: date | None) -> dict[str, Game]:
    """The chapters that figures were published of; on a day those that were in force."""
    from croupier.games import open_game

    found = {}
    for name in names:
        try:
            found[name] = open_game(name, as_of=as_of)
        except NotInForce:
            continue
    if not found:
        raise NotInForce(f"of no edition in force on {as_of} was a figure published", field="--as-of")
    return found
