"""Seals: how the house knows a row that opens something for its own.

Whoever can write to the database and has not the house's key can put a row there, and it opens nothing: a session, a
role, or an address of a process counts only with the code that the key makes of it.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Row

    from croupier.house.database import Database
    from croupier.journal.keys import Key


class Seals:
    """Codes of rows, by a key."""

    def __init__(self, key: Key) -> None:
        self._secret = key.secret(b"rows")

    def grant(self, person: str, role: str, table: str) -> str:
        """The code of a role that somebody holds."""
        return self._code("grant", person, role, table)

    def session(self, token: str, person: str, *, made: int, until: int, level: str) -> str:
        """The code of a session, by the hash of its token."""
        return self._code("session", token, person, str(made), str(until), level)

    def server(self, address: str) -> str:
        """The code of an address at which a process of the house is asked."""
        return self._code("server", address)

    def owner(self, table: str, address: str) -> str:
        """The code of where a table is found."""
        return self._code("owner", table, address)

    def settings(self, text: str) -> str:
        """The code of the house's settings."""
        return self._code("settings", text)

    def is_settings(self, text: str, seal: str) -> bool:
        """Whether settings were stored by the house."""
        return hmac.compare_digest(seal, self.settings(text))

    def is_grant(self, row: Row[Any]) -> bool:
        """Whether a role was given by the house."""
        return hmac.compare_digest(row.seal, self.grant(row.person, row.role, row.table_id))

    def is_session(self, row: Row[Any]) -> bool:
        """Whether a session was begun by the house, as it stands there."""
        code = self.session(row.token, row.person, made=row.made, until=row.until, level=row.level)
        return hmac.compare_digest(row.seal, code)

    def _code(self, *told: str) -> str:
        text = "".join(f"{len(part)}:{part}" for part in told)
        return hmac.new(self._secret, text.encode("utf-8", "surrogatepass"), sha256).hexdigest()


def seal_of_grant(database: Database, person: str, role: str, table: str) -> str:
    """What is stored with a role; nothing where nothing is sealed."""
    return "" if database.seals is None else database.seals.grant(person, role, table)


def sealed(database: Database, held: Sequence[Row[Any]]) -> Sequence[Row[Any]]:
    """Those of some rows of roles that the house gave."""
    return held if database.seals is None else [row for row in held if database.seals.is_grant(row)]
