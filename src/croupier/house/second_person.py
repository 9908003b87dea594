"""Who may be the second person: not whoever asked, no account of theirs or made with theirs, nobody it concerns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from croupier.house import schema
from croupier.house.house_settings import DAY
from croupier.house.relations import related

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.house.database import Database
    from croupier.house.house_settings import HouseSettings

ASKER = "whoever asks cannot approve"
ASKER_SITS = "whoever asked sits at the table now, in person or by another account"
SAME = "whoever asked and whoever approves count as one person"
OWN = "nobody approves what concerns themselves"


def why_not(
    database: Database, now: int, settings: HouseSettings, asker: str, name: str, subjects: Iterable[str] = ()
) -> str:  # fmt: skip
    """Why somebody cannot approve what another asked for; empty if they can. `subjects` are those it concerns."""
    if name == asker:
        return ASKER
    if why := _same_maker(database, now, settings.same_maker_days, asker, name):
        return why
    theirs = related(database, name, at=now)
    if not theirs.isdisjoint(related(database, asker, at=now)):
        return SAME
    return "" if theirs.isdisjoint(subjects) else OWN


def _same_maker(database: Database, now: int, days: int, one: str, other: str) -> str:
    """Whether one of them made the other's account, or somebody else both, too short a time ago."""
    rows = schema.people
    asked = select(rows.c.name, rows.c.made, rows.c.made_by).where(rows.c.name.in_((one, other)))
    with database.read() as connection:
        found = {row.name: row for row in connection.execute(asked)}
    recent = {name for name, row in found.items() if row.made > now - days * DAY}
    made_by = {name: row.made_by for name, row in found.items()}
    for made, maker in ((one, other), (other, one)):
        if made in recent and made_by[made] == maker:
            return f"{maker} made the account of {made} less than {days} days ago: a third person approves"
    if recent and made_by.get(one) and made_by.get(one) == made_by.get(other):
        return (
            f"{made_by[one]} made the accounts of {one} and {other} less than {days} days ago: a third person approves"
        )
    return ""
