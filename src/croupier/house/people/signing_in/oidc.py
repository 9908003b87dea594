"""Sign-in at an OpenID issuer: which account an identity is linked to, and whether an ID token is what it says.

Only an administrator links an account to an issuer's subject; nobody gets an account or a role by signing in there.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from sqlalchemy import delete, insert, select, update

from croupier.errors import HouseError
from croupier.house.journal.events import IdentityLinked
from croupier.house.people.accounts import hashed, unknown
from croupier.house.people.passwords import RESET
from croupier.house.people.sign_in_policy import MINUTE
from croupier.house.storage import schema
from croupier.house.storage.seals import is_ours, sealed
from croupier.house.storage.transactions import Transaction

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sqlalchemy import Executable

    from croupier.house.journal.events import HouseEvent
    from croupier.house.people.sign_in import People, SignIn
    from croupier.house.people.signing_in.sign_in_throttle import Origin
    from croupier.kit.payload import Json

ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "Ed25519", "EdDSA")
"""Signatures with a public key. A shared secret or none at all is never taken."""
LEEWAY = 60
"""Seconds that the issuer's clock may differ."""
OLDEST = 600
"""Seconds after which an ID token is too old to sign in with."""
SIGN_IN_LASTS = 10 * MINUTE
_REFUSED = "the sign-in there was not accepted"


class Identity(NamedTuple):
    """Who an issuer says somebody is."""

    issuer: str
    subject: str


class Attempt(msgspec.Struct, frozen=True):
    """A sign-in on its way: what must come back, and the PKCE verifier that goes with the code."""

    nonce: str
    verifier: str
    next: str = "/"


def begin(people: People, browser: str, next_page: str) -> tuple[str, Attempt]:
    """A new attempt's `state`; it can be completed once, by the same browser."""
    state = secrets.token_urlsafe(32)
    attempt = Attempt(secrets.token_urlsafe(32), secrets.token_urlsafe(64), next_page)
    at, rows = people.clock(), schema.challenges
    row = {
        "id": hashed(f"{state}\n{browser}"),
        "kind": "oidc",
        "person": "",
        "until": at + SIGN_IN_LASTS,
        "told": msgspec.json.encode(attempt).decode(),
    }
    people.database.store(Transaction("", at, doing=[delete(rows).where(rows.c.until < at), insert(rows).values(row)]))
    return state, attempt


def claim(people: People, state: str, browser: str) -> Attempt:
    """The attempt that a state is of; it is used up."""
    rows = schema.challenges
    this = rows.c.id == hashed(f"{state}\n{browser}"), rows.c.kind == "oidc", rows.c.until > people.clock()
    with people.database.read() as connection:
        stored = connection.scalar(select(rows.c.told).where(*this))
    if stored is None:
        raise HouseError("this sign-in was not begun here, or is over; begin again", fault="denied", field="state")
    people.database.store(Transaction("", people.clock(), claims=[delete(rows).where(*this)]))
    return msgspec.json.decode(stored, type=Attempt)


def verify_id_token(token: str, keys: Json, *, issuer: str, client: str, nonce: str, now: int) -> Identity:
    """Who an ID token names, if this issuer signed it for this client and this attempt, and lately."""
    claims_wanted = jwt.JWTClaimsRegistry(
        now=lambda: now,
        leeway=LEEWAY,
        iss={"essential": True, "value": issuer},
        sub={"essential": True},
        aud={"essential": True, "value": client},
        exp={"essential": True},
        iat={"essential": True},
        nonce={"essential": True, "value": nonce},
    )
    try:
        decoded = jwt.decode(token, KeySet.import_key_set(keys), algorithms=ALGORITHMS)  # type: ignore[arg-type]
        claims = decoded.claims
        claims_wanted.validate(claims)
    except (JoseError, ValueError, KeyError, TypeError) as error:
        raise HouseError(f"{_REFUSED}: {type(error).__name__}", fault="denied", field="oidc") from None
    audience, party, subject = claims["aud"], claims.get("azp", client), claims["sub"]
    if (isinstance(audience, list) and set(audience) != {client}) or party != client:
        raise HouseError(f"{_REFUSED}: it is meant for others too", fault="denied", field="oidc")
    if not isinstance(subject, str) or not 0 < len(subject) <= 255 or now - int(claims["iat"]) > OLDEST:
        raise HouseError(f"{_REFUSED}: it is too old, or names nobody", fault="denied", field="oidc")
    return Identity(issuer, subject)


def sign_in(people: People, identity: Identity, *, origin: Origin) -> SignIn:
    """A session for the account that an identity is linked to; a second step is due where one is enrolled, and there is
    none while the account waits for a new password."""
    rows, accounts = schema.identities, schema.people
    query = (
        select(rows)
        .join(accounts, accounts.c.name == rows.c.person)
        .where(rows.c.issuer == identity.issuer, rows.c.subject == identity.subject, rows.c.active, accounts.c.active)
    )
    with people.database.read() as connection:
        row = connection.execute(query).first()
    if row is None or not is_ours(people.database, rows, row):
        raise HouseError("no account here is linked to this identity", fault="denied", field="identity")
    name = row.person
    this = accounts.c.name == name, accounts.c.active, accounts.c.secret != RESET
    claim = update(accounts).where(*this).values(failures=accounts.c.failures)
    try:
        digest = hashed(f"{identity.issuer}\n{identity.subject}")
        return people.recognised(name, how="oidc", origin=origin, digest=digest, claims=[claim])
    except HouseError as error:
        if error.fault != "denied":
            raise
        raise HouseError("this account is closed, or waits for a new password", fault="denied", field="oidc") from None


def link(
    people: People,
    name: str,
    identity: Identity,
    *,
    by: str,
    second: str = "",
    others: Collection[str] = (),
    claims: Sequence[Executable] = (),
    also: Sequence[HouseEvent] = (),
) -> None:
    """Let an identity sign in to an account. It is or was no other account's, except of the `others`, to which it signs
    in no longer. `claims` must each change a row at the same time, of which the journal `also` tells."""
    if name == by:
        raise HouseError("nobody links their own account", fault="denied", field="name")
    if not people.accounts.exists(name):
        raise unknown(name)
    if set(linked_before(people, identity)) - {name, *others}:
        raise HouseError(
            "this identity is or was another account's: two administrators say so", fault="denied", field="subject"
        )
    rows, at = schema.identities, people.clock()
    this = rows.c.issuer == identity.issuer, rows.c.subject == identity.subject
    row = {"issuer": identity.issuer, "subject": identity.subject, "person": name, "active": True, "by": by, "at": at}
    doing = [
        update(rows).where(*this).values(active=False),
        delete(rows).where(*this, rows.c.person == name),
        insert(rows).values(sealed(people.database, rows, row)),
    ]
    event = IdentityLinked(
        name=name, issuer=identity.issuer, subject=identity.subject, active=True, by=by, second=second
    )
    people.database.store(Transaction("", at, doing=doing, claims=claims, said=[event, *also]))


def linked_before(people: People, identity: Identity) -> list[str]:
    """The accounts that an identity is or was linked to, by name."""
    rows = schema.identities
    query = select(rows.c.person).where(rows.c.issuer == identity.issuer, rows.c.subject == identity.subject)
    with people.database.read() as connection:
        return sorted(connection.scalars(query))


def unlink(people: People, name: str, identity: Identity, *, by: str) -> None:
    """Take a link back; that there was one is remembered, and still relates accounts."""
    rows = schema.identities
    this = (rows.c.issuer == identity.issuer, rows.c.subject == identity.subject, rows.c.person == name, rows.c.active)
    event = IdentityLinked(name=name, issuer=identity.issuer, subject=identity.subject, active=False, by=by)
    try:
        people.database.store(
            Transaction("", people.clock(), claims=[update(rows).where(*this).values(active=False)], said=[event])
        )
    except HouseError as error:
        if error.fault != "denied":
            raise
        raise HouseError("there is no such link", fault="unknown", field="subject") from None


def identities(people: People, name: str) -> list[Identity]:
    """What an account is linked to."""
    rows = schema.identities
    with people.database.read() as connection:
        found = connection.execute(select(rows).where(rows.c.person == name, rows.c.active).order_by(rows.c.at)).all()
    return [Identity(row.issuer, row.subject) for row in found]
