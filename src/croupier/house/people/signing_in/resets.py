"""A new password for someone who lost the old one: two others give a link, and only its holder chooses.

Whoever approves sees the link, once, and hands it to the owner, who is signed out everywhere the moment it is made.
As its holder could keep it, both who gave it count as makers of the account for a week (`relations`).
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update

from croupier.errors import HouseError
from croupier.house.journal import events as said
from croupier.house.people.accounts import hashed, new_secret, unknown
from croupier.house.people.passwords import NONE, RESET, check_password
from croupier.house.people.relations import are_related
from croupier.house.people.roles import is_staff
from croupier.house.people.signing_in.sessions import Change
from croupier.house.storage import schema
from croupier.house.storage.seals import is_ours, sealed
from croupier.house.storage.transactions import Transaction

if TYPE_CHECKING:
    from croupier.house.people.sign_in import People

LINK = 3_600_000
"""Milliseconds for which the link is good."""


def begin_reset(people: People, name: str, *, by: str, second: str, factors: bool = False) -> str:
    """End an account's sessions and its password; gives the token with which its owner chooses a new one.

    `by` asked for it and `second` approved. With `factors` the second factors are gone too.
    """
    at, rows = people.clock(), schema.people
    with people.database.read() as connection:
        row = connection.execute(select(rows).where(rows.c.name == name)).first()
    if row is None:
        raise unknown(name)
    if not row.active or row.secret == NONE:
        why = "a guest has no password" if row.active else "this account is closed"
        raise HouseError(why, fault="conflict", field="name")
    _check_apart(people, name, by, second)
    token, sessions, resets = secrets.token_urlsafe(32), schema.sessions, schema.resets
    until = at + LINK
    link = sealed(people.database, resets, {"token": hashed(token), "person": name, "until": until})
    void = {**new_secret(people.database, name, RESET), "failures": 0, "locked_until": 0}
    doing = [
        update(rows).where(rows.c.name == name).values(void),
        delete(sessions).where(sessions.c.person == name),
        delete(resets).where(resets.c.person == name),
        insert(resets).values(link),
        insert(schema.reset_log).values(token=hashed(token), person=name, by=by, second=second, at=at),
        people.guesses.forgotten(name),
        *([*people.factors.clear(name), people.passkeys.clear(name)] if factors else []),
    ]
    event = said.ResetBegun(name=name, token=hashed(token), factors=factors, until=until, by=by, second=second)
    people.database.store(Transaction("", at, doing=doing, said=[event]))
    people.tell(Change(name))
    return token


def reset_for(people: People, token: str) -> str:
    """Whose password a link is for."""
    rows = schema.resets
    query = select(rows).where(rows.c.token == hashed(token), rows.c.until > people.clock())
    with people.database.read() as connection:
        row = connection.execute(query).first()
    if row is None or not is_ours(people.database, rows, row):
        raise HouseError("this link was used already, or its hour is over", fault="denied", field="token")
    return str(row.person)


def finish_reset(people: People, token: str, secret: str) -> str:
    """Choose the new password by the link, which is used up by it; gives the name."""
    name = reset_for(people, token)
    staff = is_staff(role for role, _ in people.accounts.person(name).grants)
    check_password(secret, "password", names=(name, "croupier"), staff=staff)
    rows, resets, sessions, kept = schema.people, schema.resets, schema.sessions, people.passwords.hash(secret)
    chosen = update(rows).where(rows.c.name == name, rows.c.active).values(new_secret(people.database, name, kept))
    claims = [delete(resets).where(resets.c.token == hashed(token)), chosen]
    event = said.PasswordChanged(name=name, how="reset", by=name, verifier=hashed(kept))
    doing = [delete(sessions).where(sessions.c.person == name)]
    people.database.store(Transaction("", people.clock(), claims=claims, doing=doing, said=[event]))
    people.tell(Change(name))
    return name


def _check_apart(people: People, name: str, by: str, second: str) -> None:
    """Whoever asks, whoever approves and whoever it is for are three people."""
    at = people.clock()
    if by == second or are_related(people.database, by, second, at=at):
        raise HouseError("a second person approves, and not an account of the first's", fault="denied", field="second")
    if name in {by, second}:
        raise HouseError("nobody resets their own account", fault="denied", field="name")
    for who in (by, second):
        if not is_staff(role for role, _ in people.accounts.person(who).grants):
            raise HouseError("both are people at work here", fault="denied", field="second")
