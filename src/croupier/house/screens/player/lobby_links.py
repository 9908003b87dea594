"""Where the lobby leads whoever looks at it: to a seat, or to the page of their own work."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from croupier.house.people.permissions import WORK, may
from croupier.house.screens.player import payloads

if TYPE_CHECKING:
    from croupier.house.people.permissions import HouseRole
    from croupier.house.people.roles import Person

LINK_WORDS = {"dealer": "Deal here", "floor": "To the floor", "surveillance": "Watch the table"}
"""The pages of a table's staff, and what leads there."""


def way_in(person: Person | None, table: str, yours: int | None, *, free: bool) -> payloads.WayIn | None:
    """What someone may do at a table: a player, and a stranger who may become one, takes a seat or looks on; staff have
    a page for it, and others none."""
    roles: frozenset[HouseRole] = frozenset({"player"}) if person is None else person.roles(table)
    if "player" in roles:
        words = f"Return to seat {yours}" if yours else "Sit down" if free else "Watch"
        return payloads.WayIn(words=words, href=f"/tables/{quote(table, safe='')}")
    page = next((page for page in LINK_WORDS if may(roles, WORK[page])), "")
    return payloads.WayIn(words=LINK_WORDS[page], href=f"/{page}?table={quote(table, safe='')}") if page else None


def at_work(person: Person) -> str:
    """The page of someone's work; nothing for whoever plays only."""
    held = {role for role, _ in person.grants}
    return next((page for page, what in WORK.items() if what and may(held, what)), "")
