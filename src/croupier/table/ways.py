"""The ways of dealing and shuffling that are left to a table whose devices have failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

if TYPE_CHECKING:
    from croupier.table.state import Table

BY_HAND = frozenset({"", "manual", "preshuffled"})
"""How cards are shuffled, or are not yet, where no device at the table has done it."""


def without_broken(table: Table) -> Table:
    """The way of dealing and the method of shuffling that are left without the devices that are out of order."""
    broken, way, shuffler = table.broken, table.way, table.shuffler
    if "shuffler" in broken:
        shuffler = "none"
        if table.conduct.ways[way].device is not None:  # only what a device has shuffled may be dealt so
            left = (w for w in table.conduct.ways if w != way and not (w == "automated-shoe" and "shoe" in broken))
            way = next(left, way)
        if way == "continuous-shuffler":
            way = "shoe"
    if "shoe" in broken and way == "automated-shoe":
        ways = table.conduct.ways
        left = (w for w in ways if w != way and not (ways[w].device is not None and shuffler == "none"))
        way = next(left, way)
    return replace(table, way=way, shuffler=shuffler)


def readying(table: Table) -> Table:
    """The table as its cards are readied now: what lay ready when a device failed was still dealt as it lay."""
    return without_broken(table) if table.broken and table.procedure > 3 else table


def lacking(table: Table) -> str:
    """The broken device without which no way of dealing is left to the table, if it is so."""
    needs = {"automated-shoe": "shoe", "hand": "shuffler"}.get(table.way, "")
    if needs == "shuffler" and table.procedure > 3 and table.pack.method not in BY_HAND:
        return ""  # it had shuffled these cards before it failed
    return needs if needs in table.broken else ""
