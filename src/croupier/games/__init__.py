"""The games in the book: our own, and those of installed packages (`croupier.games.packages`). `open_game` finds one;
its chapter's module is imported only then."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from croupier.errors import NotInForce, UnknownGame
from croupier.game.book import Book
from croupier.law.chapters import TEXTS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from croupier.game import Game
    from croupier.games.packages import Broken, Outside
    from croupier.law import Chapter

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
"""Our own."""


def editions() -> Mapping[str, tuple[str, ...]]:
    """The editions of every game in the book, the default one first: our own games, then those of packages.

    >>> editions()["dj-wild"]
    ('pa-2021', 'pa-2019-proposed', 'ma')
    """
    known = (*EDITIONS.items(), *outside().games.items(), *_ADDED.items())
    return {game: tuple(found) for game, found in known}


_ADDED: dict[str, dict[str, Game]] = {}
"""Games of this process alone, such as drafts, the newest edition first."""


def add(game: Game) -> None:
    """Put a game into the book of this process: a draft, or a later edition of one."""
    if game.id in EDITIONS or game.id in outside().games:
        raise UnknownGame(f"{game.id} is in the book already", field="game")
    before = {edition: one for edition, one in _ADDED.get(game.id, {}).items() if edition != game.edition}
    _ADDED[game.id] = {game.edition: game, **before}


@cache
def outside() -> Outside:
    """The games of packages, looked for once."""
    from croupier.games.packages import find  # noqa: PLC0415 - whoever opens our own needs none of it

    return find(frozenset(EDITIONS), frozenset(game.chapter.number for game in _ours()))


def book_of(game: Game) -> Book:
    """The book that a game stands in.

    >>> list(book_of(open_game("cajun-stud")).editions)
    ['pa-2019']
    """
    if game.id in EDITIONS:
        return Book(game.id, EDITIONS[game.id])
    return outside().books.get(game.id, Book(game.id, {game.edition: ""}))


def broken() -> tuple[Broken, ...]:
    """Games of packages that were left out, each with the reason."""
    return outside().broken


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
    found = _editions_of(game)
    if as_of is not None and edition is None:
        return _in_force(game, as_of)
    if edition is None:
        edition = found[0]
    if edition not in found:
        raise UnknownGame(f"{game} has no edition {edition!r}; it has {', '.join(found)}", field="edition")
    opened = _load(game, edition)
    if as_of is not None and (why := opened.chapter.why_not(as_of)):
        raise NotInForce(f"{why}. {_days(game)}", field="as-of")
    return opened


def _editions_of(game: str) -> tuple[str, ...]:
    """The editions of a game; one that was left out is refused with the reason."""
    if game in EDITIONS:
        return tuple(EDITIONS[game])
    known = editions()
    if game not in known:
        why = "".join(f"; {one}" for one in broken() if one.game == game)
        raise UnknownGame(f"{game!r} is not in the book; it has {', '.join(known)}{why}", field="game")
    return known[game]


def _load(game: str, edition: str) -> Game:
    if game in _ADDED:
        return _ADDED[game][edition]
    if game not in EDITIONS:
        return outside().games[game][edition]
    module, _, name = EDITIONS[game][edition].partition(":")
    found: Game = getattr(import_module(module), name)
    return found


def _in_force(game: str, on: date) -> Game:
    """The edition of a game's first text that was in force on a day."""
    found = [_load(game, edition) for edition in _editions_of(game)]
    same = [one for one in found if one.chapter.number == found[0].chapter.number]
    for one in same:
        if one.chapter.in_force(on):
            return one
    last = next((one for one in same if one.chapter.status == "in force"), same[0])
    raise NotInForce(f"{last.chapter.why_not(on)}. {_days(game)}", field="as-of")


def _days(game: str) -> str:
    """The editions of a game, each with its days."""
    found = (_load(game, edition) for edition in _editions_of(game))
    return f"The book has of {game}: " + "; ".join(f"{one.edition} ({one.chapter.standing})" for one in found)


def games() -> list[Game]:
    """Every game in the default edition.

    >>> [game.layout.table for game in games()][:5]
    ['DJ Wild', 'Cajun Stud', 'Raise It Up', 'Over/Under', 'Face Up Pai Gow']
    """
    return [_load(game, found[0]) for game, found in editions().items()]


def all_games() -> list[Game]:
    """Every edition of every game, the default edition of each first; our own, then those of packages."""
    others = (*outside().games.values(), *_ADDED.values())
    return [*_ours(), *(game for found in others for game in found.values())]


def texts() -> tuple[Chapter, ...]:
    """Every text in the book once: ours, then those that packages bring."""
    others = (*outside().games.values(), *_ADDED.values())
    found = {game.chapter.number: game.chapter for editions in others for game in editions.values()}
    return (*TEXTS, *found.values())


def _ours() -> list[Game]:
    return [_load(game, edition) for game, found in EDITIONS.items() for edition in found]
