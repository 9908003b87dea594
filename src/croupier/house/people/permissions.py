"""Who may do what: one table, deny by default.

A role is granted for one table or for all. ``own`` means only for the seats and money of one's own name.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.table import commands as c

HouseRole = Literal["player", "dealer", "floorperson", "shift-manager", "surveillance", "auditor", "administrator"]
ROLES: tuple[HouseRole, ...] = (
    "player",
    "dealer",
    "floorperson",
    "shift-manager",
    "surveillance",
    "auditor",
    "administrator",
)

COMMANDS: Mapping[str, tuple[HouseRole, ...]] = {
    "perform": ("dealer", "floorperson", "shift-manager", "player"),
    "sit": ("player", "floorperson", "shift-manager"),
    "leave": ("player", "floorperson", "shift-manager"),
    "buy-in": ("player",),
    "cash-out": ("player",),
    "place": ("player",),
    "place-wagers": ("player",),
    "take-back": ("player",),
    "decide": ("player", "dealer"),
    "report": ("dealer", "floorperson", "shift-manager", "surveillance"),
    "direct": ("floorperson", "shift-manager"),
}
"""Commands to a table, by their tag."""

OWN: frozenset[str] = frozenset({"sit", "leave", "buy-in", "cash-out", "place", "place-wagers", "take-back", "decide"})
"""What a player may do for oneself only; the table holds every player to it."""

REAL_CARDS: frozenset[str] = frozenset({"decide"})
"""What a dealer says where cards are real: what a player has said, so that the journal calls it announced, and what is
done for one who is late; elsewhere only the latter, at the console."""

FLOOR: frozenset[str] = frozenset({"floorperson", "shift-manager"})
"""The roles that are the floor."""

ROLES_OF_PAGE: Mapping[str, tuple[HouseRole, ...]] = {
    "watch": ("dealer", "floorperson", "shift-manager", "surveillance", "auditor", "player"),
    "history-own": ("player", "dealer", "floorperson", "shift-manager", "surveillance", "auditor"),
    "history": ("floorperson", "shift-manager", "surveillance", "auditor"),
    "journal": ("surveillance", "auditor", "shift-manager"),
    "orders": ("surveillance", "auditor"),
    "reports": ("shift-manager", "auditor"),
    "ask": ("dealer", "floorperson", "shift-manager"),
    "approve": ("floorperson", "shift-manager"),
    "open-table": ("shift-manager",),
    "cage": ("shift-manager",),
    "people": ("administrator",),
    "deal": ("dealer",),
    "floor": ("floorperson", "shift-manager"),
    "surveil": ("surveillance", "auditor", "shift-manager"),
    "set-aside": ("floorperson", "shift-manager", "administrator"),
    "equipment": ("floorperson", "shift-manager", "administrator"),
}
"""What may be seen and done outside of a table. The administrator has no power over money or games."""

WORK: Mapping[str, str] = {
    "dealer": "deal",
    "floor": "floor",
    "surveillance": "surveil",
    "lab": "",
    "submissions": "",
    "practice": "",
    "register": "people",
    "equipment": "equipment",
}
"""The working pages, and what each needs; the mathematics is everyone's."""

PERMISSION_WORDS: Mapping[str, str] = {
    "perform": "carry out a step of the round, each role its own; whoever keeps the order supplies the cards",
    "sit": "take a seat",
    "leave": "give a seat up",
    "buy-in": "bring money to the table",
    "cash-out": "take chips off the table",
    "place": "place a wager",
    "place-wagers": "place all wagers of a seat",
    "take-back": "take a wager back",
    "decide": "raise, fold, set a hand; a dealer of real cards, as the player said it or for one who is late",
    "report": "report an irregularity",
    "direct": "give the floor's orders",
    "watch": "see a table and what lies open on it",
    "history-own": "see the rounds one played oneself",
    "history": "see everyone's rounds",
    "journal": "read a table's journal",
    "orders": "read the orders of cards where a submission opens them to the regulator alone",
    "reports": "read the books: drop, win, meters, ledger",
    "ask": "ask for a fill, a credit, a closing; call the floor",
    "approve": "approve what another person asked for",
    "open-table": "open a table with its Rules Submission",
    "cage": "put money into a player's wallet, and pay it out",
    "people": "keep this register",
    "deal": "the dealer's console",
    "floor": "the floor's page",
    "surveil": "the surveillance page",
    "set-aside": "see which tables are set aside and why, and try them again",
    "equipment": "keep the register of equipment; two people for what could fix an outcome",
}
"""What each of them means, for people."""

POSTS: tuple[HouseRole, ...] = ("dealer", "floorperson", "shift-manager", "surveillance", "auditor")
"""What anyone may be on one's own machine."""


def tag(command: c.Command) -> str:
    """A command's name in the permission table."""
    return _tag(type(command))


@cache
def _tag(kind: type[c.Command]) -> str:
    return str(kind.__struct_config__.tag)


def role_for(roles: Iterable[HouseRole], command: c.Command) -> HouseRole | None:
    """The role in which someone with these roles gives a command; None if none allows it.

    A person who deals and plays elsewhere acts as what the command needs: a player first.
    """
    held = frozenset(roles)
    for role in COMMANDS.get(tag(command), ()):
        if role in held:
            return role
    return None


def may(roles: Iterable[HouseRole], what: str) -> bool:
    """Whether someone with these roles may see or do this."""
    return not _MAY.get(what, _NOBODY).isdisjoint(roles)


_NOBODY: frozenset[HouseRole] = frozenset()
_MAY = {what: frozenset(roles) for what, roles in ROLES_OF_PAGE.items()}


def allowed(role: HouseRole, what: str) -> Literal["yes", "own", "real", ""]:
    """A field of the permission table as people read it."""
    if role not in {**COMMANDS, **ROLES_OF_PAGE}[what]:
        return ""
    if role == "dealer" and what in REAL_CARDS:
        return "real"
    return "own" if role == "player" and what in OWN else "yes"
