"""Drafts of wagers as they are kept: one for each person and table, which outlives the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import select

from croupier.house.screens.player.drafts import EMPTY, Draft
from croupier.house.storage import schema
from croupier.house.storage.transactions import Transaction

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.house.house import House
    from croupier.house.people.roles import Person


class KeptDrafts:
    """One per house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._drafts: dict[tuple[str, str], Draft] = {}

    def forget(self, table: str) -> None:
        """A table that another process kept meanwhile is read anew."""
        self._drafts = {key: draft for key, draft in self._drafts.items() if key[1] != table}

    def of(self, person: Person, table: str) -> Draft:
        """What a person has put together here; it outlives the server. At a table where they have not wagered yet, the
        last of another table of the same game are offered again."""
        found = self._drafts.get((person.name, table))
        if found is None:
            rows = schema.drafts
            with self.house.database.read() as connection:
                kept = {
                    row.table_id: row for row in connection.execute(select(rows).where(rows.c.person == person.name))
                }
            row = kept.get(table)
            found = (
                self._elsewhere(table, kept)
                if row is None
                else Draft(msgspec.json.decode(row.piles), msgspec.json.decode(row.last))
            )
            self._drafts[person.name, table] = found
        return found

    def _elsewhere(self, table: str, kept: Mapping[str, Any]) -> Draft:
        keepers = self.house.keepers
        rules = keepers[table].rules
        played = (rules.game.id, rules.game.edition)
        for other, row in sorted(kept.items()):
            if other in keepers and played == (keepers[other].rules.game.id, keepers[other].rules.game.edition):
                offered = {w.id for w in rules.offered()}
                last = {w: amount for w, amount in msgspec.json.decode(row.last).items() if w in offered}
                if last:
                    return Draft({}, last)
        return EMPTY

    def keep(self, person: Person, table: str, draft: Draft) -> None:
        """What a person has put together now."""
        self._drafts[person.name, table] = draft
        row = {
            "person": person.name,
            "table_id": table,
            "piles": msgspec.json.encode(draft.piles).decode(),
            "last": msgspec.json.encode(draft.last).decode(),
        }
        self.house.database.submit(Transaction("", self.house.clock(), rows=[(schema.drafts, row)]))
