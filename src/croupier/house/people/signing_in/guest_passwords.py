"""A guest's name that can be come back to: a first password for somebody who plays without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, update

from croupier.errors import HouseError
from croupier.house.journal import events as said
from croupier.house.people.accounts import hashed, new_secret
from croupier.house.people.passwords import NONE, check_password
from croupier.house.people.roles import is_staff
from croupier.house.people.signing_in.sessions import Change
from croupier.house.storage import schema
from croupier.house.storage.transactions import Transaction

if TYPE_CHECKING:
    from croupier.house.people.sign_in import People


def keep_name(people: People, name: str, secret: str, token: str) -> None:
    """Give a name that has no password its first, in a session of its own; every other session of the name ends."""
    person = people.accounts.person(name)
    check_password(secret, "password", names=(name, "croupier"), staff=is_staff(role for role, _ in person.grants))
    rows, sessions, kept = schema.people, schema.sessions, people.passwords.hash(secret)
    first = update(rows).where(rows.c.name == name, rows.c.active, rows.c.secret == NONE)
    others = delete(sessions).where(sessions.c.person == name, sessions.c.token != hashed(token))
    event = said.PasswordChanged(name=name, how="first", by=name, verifier=hashed(kept), kept=hashed(token))
    claims = [first.values(new_secret(people.database, name, kept))]
    try:
        people.database.store(Transaction("", people.clock(), claims=claims, doing=[others], said=[event]))
    except HouseError as error:
        if error.fault != "denied":
            raise
        words = "this name has a password already; it is changed on your account's page"
        raise HouseError(words, fault="conflict", field="password") from None
    people.tell(Change(name, kept=hashed(token)))
