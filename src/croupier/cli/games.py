"""``croupier games``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from croupier.cli.options import AS_OF, JSON

if TYPE_CHECKING:
    from croupier.game import Game


def games(as_of: AS_OF = None, json: JSON = False) -> None:
    """List the games and editions in the book; with --as-of those in force on that day.

    Example: croupier games --json
    """
    from croupier.cli import show
    from croupier.games import all_games, broken

    found = [game for game in all_games() if as_of is None or game.chapter.in_force(as_of)]
    if json:
        show.as_json(
            {
                "games": [
                    {
                        "id": g.id,
                        "edition": g.edition,
                        "name": g.name,
                        "chapter": g.chapter.number,
                        "jurisdiction": g.chapter.jurisdiction,
                        "package": None if g.package is None else g.package._asdict(),
                        "status": g.chapter.status,
                        "effective": g.chapter.effective,
                        "ceased": g.chapter.ceased,
                        "standing": g.chapter.standing,
                        "source": g.chapter.source,
                        "wagers": [w.id for w in g.wagers if w.is_placed],
                    }
                    for g in found
                ],
                "broken": [one._asdict() for one in broken()],
            }
        )
        return
    rows = [(g.id, g.edition, g.name, g.chapter.number, g.chapter.status, _effective(g)) for g in found]
    show.table(("game", "edition", "name", "chapter", "status", "effective"), rows, keep=2)
    for one in broken():
        print(f"croupier: {one}", file=sys.stderr)


def _effective(game: Game) -> str:
    """The day it took effect; of one that is in force and does not say, that."""
    chapter = game.chapter
    if chapter.effective is None:
        return "not stated" if chapter.status == "in force" else ""
    return f"{chapter.effective} to {chapter.ceased}" if chapter.ceased else str(chapter.effective)
