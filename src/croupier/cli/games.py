"""``croupier games``."""

from __future__ import annotations

from croupier.cli.options import JSON


def games(json: JSON = False) -> None:
    """List the games and editions in the book.

    Example: croupier games --json
    """
    from croupier.cli import show
    from croupier.games import all_games

    found = all_games()
    if json:
        show.as_json(
            {
                "games": [
                    {
                        "id": g.id,
                        "edition": g.edition,
                        "name": g.name,
                        "chapter": g.chapter.number,
                        "status": g.chapter.status,
                        "effective": g.chapter.effective,
                        "source": g.chapter.source,
                        "wagers": [w.id for w in g.wagers if w.placed != "by-decision"],
                    }
                    for g in found
                ]
            }
        )
        return
    rows = [(g.id, g.edition, g.name, g.chapter.number, g.chapter.status, g.chapter.effective or "") for g in found]
    show.table(("game", "edition", "name", "chapter", "status", "effective"), rows, keep=2)
