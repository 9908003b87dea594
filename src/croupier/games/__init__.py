"""The games in the book. `open_game` finds one; its chapter's module is imported only then."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from croupier.errors import NotInForce, UnknownGame

if TYPE_CHECKING:
    from datetime import date

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


def open_game(game: str, edition: str | None = None, *, as_of: date | None = None) -> Game:
    """A chapter by the game's id and, where there are several, its edition.

    With `as_of` it is the edition in force on that day, of the same text as the default one; an edition that is named
    must have been in force then.

    >>> open_game("dj-wild").edition, open_game("dj-wild", "ma").chapter.title
    ('pa-2021', 'DJ Wild Poker')
    >>> from datetime import date
    >>> open_game("dj-wild", as_of=date(2021, 5, 29)).edition
    'pa-2021'
    """
    editions = EDITIONS.get(game)
    if editions is None:
        raise UnknownGame(f"{game!r} is not in the book; it has {', '.join(EDITIONS)}", field="game")
    if as_of is not None and edition is None:
        return _in_force(game, as_of)
    if edition is None:
        edition = next(iter(editions))
    where = editions.get(edition)
    if where is None:
        raise UnknownGame(f"{game} has no edition {edition!r}; it has {', '.join(editions)}", field="edition")
    module, _, name = where.partition(":")
    found: Game = getattr(import_module(module), name)
    if as_of is not None and (why := found.chapter.why_not(as_of)):
        raise NotInForce(f"{why}. {_days(game)}", field="as-of")
    return found


def _in_force(game: str, on: date) -> Game:
    """The edition of a game's first text that was in force on a day."""
    editions = [open_game(game, edition) for edition in EDITIONS[game]]
    same = [one for one in editions if one.chapter.number == editions[0].chapter.number]
    for one in same:
        if one.chapter.in_force(on):
            return one
    last = next((one for one in same if one.chapter.status == "in force"), same[0])
    raise NotInForce(f"{last.chapter.why_not(on)}. {_days(game)}", field="as-of")


def _days(game: str) -> str:
    """The editions of a game, each with its days."""
    editions = (open_game(game, edition) for edition in EDITIONS[game])
    return f"The book has of {game}: " + "; ".join(f"{one.edition} ({one.chapter.standing})" for one in editions)


def games() -> list[Game]:
    """Every game in the default edition.

    >>> [game.layout.table for game in games()]
    ['DJ Wild', 'Cajun Stud', 'Raise It Up', 'Over/Under', 'Face Up Pai Gow']
    """
    return [open_game(game) for game in EDITIONS]


def all_games() -> list[Game]:
    """Every edition of every game, the default edition of each first."""
    return [open_game(game, edition) for game, editions in EDITIONS.items() for edition in editions]
