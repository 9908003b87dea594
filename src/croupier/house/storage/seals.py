"""Seals: how the house knows a row that opens something for its own.

Whoever can write to the database and has not the house's key can put a row there, and it opens nothing: a session, a
role, a password, a passkey, a link, a shared hand, a request or an address of a process counts only with the code that
the key makes of it.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Row, Table

    from croupier.house.storage.database import Database
    from croupier.journal.keys import Key
    from croupier.kit.payload import Json

PARTS: Mapping[str, tuple[str, ...]] = {
    "people": ("name", "secret"),
    "grants": ("person", "role", "table_id"),
    "sessions": ("token", "person", "made", "until", "level"),
    "invitations": ("token", "role", "table_id", "until", "by"),
    "resets": ("token", "person", "until"),
    "passkeys": ("credential", "person", "public_key", "site"),
    "identities": ("issuer", "subject", "person"),
    "servers": ("address",),
    "owners": ("table_id", "address"),
    "shares": ("token", "person", "table_id", "round", "seat", "named", "made"),
    "requests": ("id", "table_id", "kind", "told", "by", "at", "state", "answered_by"),
}
"""What the code of a row is made of, by its table."""


class Seals:
    """Codes by a key."""

    def __init__(self, key: Key) -> None:
        self._secret = key.secret(b"rows")

    def of(self, table: str, row: Mapping[str, Any]) -> str:
        """The code of a row."""
        return self.code(table, *(str(row[part]) for part in PARTS[table]))

    def fits(self, table: str, row: Mapping[str, Any]) -> bool:
        """Whether the house wrote a row as it stands there."""
        return hmac.compare_digest(row["seal"], self.of(table, row))

    def code(self, *told: str) -> str:
        """The code of some words in their order."""
        text = "".join(f"{len(part)}:{part}" for part in told)
        return hmac.new(self._secret, text.encode("utf-8", "surrogatepass"), sha256).hexdigest()


def sealed(database: Database, table: Table, row: Mapping[str, Any]) -> Json:
    """A row with its code; without one where nothing is sealed."""
    return {**row} if database.seals is None else {**row, "seal": database.seals.of(table.name, row)}


def is_ours(database: Database, table: Table, row: Row[Any] | None) -> bool:
    """Whether there is a row, and the house wrote it."""
    return row is not None and (database.seals is None or database.seals.fits(table.name, row._asdict()))


def ours(database: Database, table: Table, rows: Iterable[Row[Any]]) -> list[Row[Any]]:
    """Those of some rows that the house wrote."""
    return [row for row in rows if is_ours(database, table, row)]
