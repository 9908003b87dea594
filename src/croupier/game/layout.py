"""What is printed on the cloth (§ 2 of a chapter) and how the table looks to people.

Pages, sheets and the lobby read it here, and know no game by its name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.law import Cite

Shape = Literal["dealer", "board", "streets", "points", "two-hands"]
"""What lies in the middle: the dealer's hand, a board, a board with named streets, nothing but the players' cards, or
the dealer's two hands."""


@dataclass(frozen=True, slots=True)
class Inscription:
    """Words that must stand on the layout. ``{}`` is filled in from what the submission has `chosen`; one that names
    what the house did not choose is left out. Where the law prescribes the very words, they are `verbatim`: the printed
    layout carries those. `short` is the same in the short lines of a page."""

    words: str
    cite: Cite
    chosen: str = ""
    verbatim: str = ""
    short: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """The cloth of a game.

    `inscriptions` are what its layout section asks for, `reminders` what a page says besides; `posted` asks for the
    payouts. `asked` says which provision asks for an area: a wager by its id, or `main` and `side` for all others.
    """

    table: str
    """The game in two or three words, as a table is named after it."""
    lobby: str
    """The game in a sentence, for whoever looks for one."""
    colour: tuple[str, str]
    """Of the cloth, by day and by night."""
    shape: Shape
    fan: tuple[str, ...] = ()
    """Cards to show beside the game's name; an empty one is face down."""
    inscriptions: tuple[Inscription, ...] = ()
    reminders: tuple[tuple[str, Cite | None], ...] = ()
    posted: Cite | None = None
    asked: Mapping[str, Cite] = field(default_factory=dict)
    spots: Mapping[str, str] = field(default_factory=dict)
    """What stands on the spot of a wager, where that is not its name."""
    brief: Mapping[str, str] = field(default_factory=dict)
    """The same where there is hardly any room."""
    areas: Mapping[str, str] = field(default_factory=dict)
    """What stands on the area of a place, where that is not its words."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many cards lie in the area of a place."""
    slots: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What stands under each card of a place, for a place whose cards have names."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """What a wager counts, in a sentence for its player, where its rules alone do not say it plainly."""
    seat_areas: tuple[str, ...] = ()
    """Areas for cards that every seat has of its own, as the chapter names them."""


BARE = Layout("", "", ("#37403e", "#272d2c"), "dealer")
"""Of a game that says nothing about it: a cloth without a colour of its own, and names as the chapter has them."""
