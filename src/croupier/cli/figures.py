"""``croupier figures``."""

from __future__ import annotations

from croupier.cli.options import JSON, NO_CACHE


def figures(
    json: JSON = False,
    no_cache: NO_CACHE = False,  # noqa: ARG001 - its callback does the work
) -> None:
    """Print every published figure beside ours, and say whether they agree.

    Example: croupier figures
    """
    from croupier.cli import show
    from croupier.games import open_game
    from croupier.odds.compare import compare
    from croupier.odds.figures import FIGURES
    from croupier.odds.study import solve

    rows = []
    studies = {}
    with show.waiting("counting every game"):
        for figure in FIGURES:
            opened = open_game(figure.game)
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
