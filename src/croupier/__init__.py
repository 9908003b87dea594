"""Regulated, house-banked casino table games, written down once.

>>> import croupier
>>> game = croupier.open_game("dj-wild")
>>> rules = game.rules({"trips": "DJWT-04"})
>>> played = croupier.describe(rules, {
...     "seats": {"1": {"cards": "9s 9h 2c Ad Jk", "wagers": {"ante": "10", "blind": "10", "trips": "5"},
...                     "decisions": ["raise"]}},
...     "dealer": "Ks Kd 7c 4h 3s"})
>>> settlement = croupier.settle(rules, played)
>>> for line in settlement.seats[1].lines:
...     print(f"{line.wager:6} {croupier.dollars(line.paid):>6}  {line.cite}")
ante    10.00  58 Pa. Code § 687a.11(e)(1)
blind   40.00  58 Pa. Code § 687a.11(e)(1)
raise   20.00  58 Pa. Code § 687a.11(e)(1)
trips   30.00  58 Pa. Code § 687a.11(f)(2)(ii)
"""

from importlib import import_module
from typing import TYPE_CHECKING

from croupier.errors import (
    BadText,
    Conflict,
    CroupierError,
    Gap,
    IllegalAction,
    Impure,
    LawError,
    NotInForce,
    SubmissionError,
    UnknownCite,
    UnknownGame,
)

if TYPE_CHECKING:
    from croupier.draft import Draft
    from croupier.game import Book, Game, Line, Played, Rules, Seat, Setting, Settlement, describe, settle
    from croupier.game.variation import vary
    from croupier.games import all_games, open_game
    from croupier.kit.cards import Card, cards
    from croupier.kit.money import cents, dollars
    from croupier.law import Chapter, Cite, Reading
    from croupier.odds.strategy.advice import advise
    from croupier.odds.study.study import solve
    from croupier.round import Round

__version__ = "0.1.0"

__all__ = [
    "BadText",
    "Book",
    "Card",
    "Chapter",
    "Cite",
    "Conflict",
    "CroupierError",
    "Draft",
    "Game",
    "Gap",
    "IllegalAction",
    "Impure",
    "LawError",
    "Line",
    "NotInForce",
    "Played",
    "Reading",
    "Round",
    "Rules",
    "Seat",
    "Setting",
    "Settlement",
    "SubmissionError",
    "UnknownCite",
    "UnknownGame",
    "advise",
    "all_games",
    "cards",
    "cents",
    "describe",
    "dollars",
    "open_game",
    "settle",
    "solve",
    "vary",
]

_ROOMS = {
    **dict.fromkeys(
        ("Game", "Line", "Played", "Rules", "Seat", "Setting", "Settlement", "describe", "settle"), "croupier.game"
    ),
    **dict.fromkeys(("all_games", "open_game"), "croupier.games"),
    **dict.fromkeys(("Card", "cards"), "croupier.kit.cards"),
    "Book": "croupier.game",
    "Draft": "croupier.draft",
    "Round": "croupier.round",
    "advise": "croupier.odds.strategy.advice",
    "solve": "croupier.odds.study.study",
    "vary": "croupier.game.variation",
    **dict.fromkeys(("cents", "dollars"), "croupier.kit.money"),
    **dict.fromkeys(("Chapter", "Cite", "Reading"), "croupier.law"),
}
"""Where public names are that come when they are asked for, so that `croupier --help` waits for no engine."""


def __getattr__(name: str) -> object:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_ROOMS[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
