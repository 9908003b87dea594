"""Facts of the house itself, stored once: whether it plays for play money or real money, and its settings.

The kind of money is chosen when the house begins and never changes. A database from before there was a choice is a
play-money house.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from sqlalchemy import insert, select

from croupier.errors import HouseError
from croupier.house.storage import schema
from croupier.house.storage.transactions import Transaction

if TYPE_CHECKING:
    from croupier.house.storage.database import Database

Money = Literal["play", "real"]
MONEY: tuple[Money, ...] = get_args(Money)
MONEY_WORDS: dict[Money, str] = {"play": "Play money", "real": "Real money"}
"""Each kind as a page shows it."""


def fact(database: Database, name: str) -> str:
    """A stored fact; empty if there is none."""
    rows = schema.house_facts
    with database.read() as connection:
        return connection.scalar(select(rows.c.value).where(rows.c.name == name)) or ""


def money_of(database: Database) -> Money:
    """The kind of money that a house plays for."""
    return "real" if fact(database, "money") == "real" else "play"


def choose_money(database: Database, at: int, wanted: str = "") -> Money:
    """The kind of a house that starts: what is stored, or what is asked for if nothing was stored here yet.

    A house of the other kind than `wanted` is refused; so is a kind that there is not.
    """
    if wanted and wanted not in MONEY:
        raise HouseError(f"{wanted!r} is none of {', '.join(MONEY)}", fault="conflict", field="money")
    if not fact(database, "money"):
        chosen = wanted if wanted and not _has_history(database) else "play"
        row = insert(schema.house_facts).values(name="money", value=chosen)
        try:
            database.store(Transaction("", at, doing=[row]))
        except HouseError as error:
            if error.fault != "conflict":  # another process was quicker, perhaps with the other kind
                raise
    found = money_of(database)
    if wanted and wanted != found:
        raise HouseError(
            f"this is a {found}-money house, for good; it cannot be started as a {wanted}-money house",
            fault="conflict",
            field="money",
        )
    return found


def _has_history(database: Database) -> bool:
    """Whether people, tables or money were here before the choice was."""
    with database.read() as connection:
        return any(
            connection.execute(select(table).limit(1)).first() is not None
            for table in (schema.people, schema.tables, schema.postings)
        )
