"""The games in the book. `open_game` finds one; its chapter's module is imported only then."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from croupier.errors import UnknownGame

if TYPE_CHECKING:
    from croupier.game import Game

EDITIONS: dict[str, dict[str, str]] = {
    # game: {edition: where its Game stands}, the default edition first
    "dj-wild": {
        "pa-2021": "croupier.games.pa.dj_wild:PA_2021",
        "pa-2019-proposed": "croupier.games.pa.dj_wild:PA_2019_PROPOSED",
        "ma": "croupier.games.ma.dj_wild:MA",
    },
    "cajun-stud": {"pa-2019": "croupier.games.pa.cajun_stud:PA_2019"},
    "raise-it-up": {"pa-2019": "croupier.games.pa.raise_it_up:PA_2019"},
    "over-under": {"pa-2019-proposed": "croupier.games.pa.over_under:PA_2019_PROPOSED"},
    "face-up-pai-gow": {"pa-2019-proposed": "croupier.games.pa.face_up_pai_gow:PA_2019_PROPOSED"},
}


def open_game(game: str, edition: str | None = None) -> Game:
    """A chapter by the game's id and, where there are several, its edition.

    >>> open_game("dj-wild").edition, open_game("dj-wild", "ma").chapter.title
    ('pa-2021', 'DJ Wild Poker')
    """
    editions = EDITIONS.get(game)
    if editions is None:
        raise UnknownGame(f"{game!r} is not in the book; it has {', '.join(EDITIONS)}", field="game")
    if edition is None:
        edition = next(iter(editions))
    where = editions.get(edition)
    if where is None:
        raise UnknownGame(f"{game} has no edition {edition!r}; it has {', '.join(editions)}", field="edition")
    module, _, name = where.partition(":")
    found: Game = getattr(import_module(module), name)
    return found


def all_games() -> list[Game]:
    """Every edition of every game, the default edition of each first."""
    return [open_game(game, edition) for game, editions in EDITIONS.items() for edition in editions]
