"""Acts of the house that are done once for each key of whoever asks: the answer is stored with what was done.

The same key with the same request gets the same answer; for another request it is refused.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import insert, select

from croupier.errors import HouseError
from croupier.house.storage import schema

if TYPE_CHECKING:
    from sqlalchemy import Insert

    from croupier.house.storage.database import Database
    from croupier.kit.payload import Json

MAX_KEY_LENGTH = 64


def proper_key(key: str) -> str:
    """An idempotency key, or a refusal."""
    if not key or len(key) > MAX_KEY_LENGTH:
        raise HouseError(f"a key of 1 to {MAX_KEY_LENGTH} letters is needed", fault="conflict", field="key")
    return key


def stored_key(person: str, act: str, key: str) -> str:
    """What a person's key for an act is stored as: nobody finds another's."""
    return sha256("/".join(part for part in (person, act, proper_key(key)) if part).encode()).hexdigest()


def digest(*parts: object) -> str:
    """What a request asks for, told apart from every other."""
    return sha256(msgspec.json.encode(parts)).hexdigest()


def known(database: Database, key: str, body: str) -> Json | None:
    """The answer that is stored under a key, if the request was the same."""
    rows = schema.answers
    with database.read() as connection:
        row = connection.execute(select(rows).where(rows.c.table_id == "", rows.c.key == key)).first()
    if row is None:
        return None
    if row.body != body:
        raise HouseError("this key was used for something else", fault="conflict", field="key")
    found: Json = msgspec.json.decode(row.answer)
    return found


def answer_row(key: str, body: str, answer: Json) -> Insert:
    """The statement that stores an answer; of two transactions that store one under the same key the second fails."""
    row = {"table_id": "", "key": key, "n": 0, "body": body, "answer": msgspec.json.encode(answer)}
    return insert(schema.answers).values(row).execution_options(preserve_rowcount=True)  # it may be a claim
