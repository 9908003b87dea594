"""Passkeys (WebAuthn): a browser or a security key signs a challenge, and that is both steps of a sign-in at once."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import webauthn
from sqlalchemy import delete, insert, select, update
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from croupier.errors import HouseError
from croupier.house.journal import events as said
from croupier.house.people.accounts import hashed
from croupier.house.people.sign_in_policy import MINUTE
from croupier.house.people.signing_in.second_factors import NOTHING
from croupier.house.storage import schema
from croupier.house.storage.seals import is_ours, sealed
from croupier.house.storage.transactions import Transaction
from croupier.kit.payload import Json  # noqa: TC001 - msgspec reads it

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Executable, Row

    from croupier.house.people.signing_in.second_factors import Proved
    from croupier.house.storage.database import Database

CHALLENGE = 5 * MINUTE
MAX_PASSKEYS = 20
"""Passkeys of one person."""
LONGEST_LABEL = 60
_REFUSED = "this passkey was not accepted"


class Site(NamedTuple):
    """The page that asks: its host is what a passkey is bound to."""

    host: str
    origin: str


class Challenge(NamedTuple):
    """What a browser is to sign: `options` as JSON, and the `token` that comes back with the answer, once."""

    token: str
    options: Json


class Passkey(NamedTuple):
    """One that is enrolled."""

    credential: str
    label: str
    made: int


class Shown(NamedTuple):
    """A passkey that signed: whose it is, the claim that uses the challenge up, and the hash of what is stored."""

    person: str
    claims: list[Executable]
    digest: str


class Passkeys:
    """Every passkey of a house."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self.database = database
        self.clock = clock

    def enrolled(self, name: str) -> list[Passkey]:
        """Someone's passkeys, the eldest first."""
        return [Passkey(row.credential, row.label, row.made) for row in self._rows(name)]

    # Adding one.

    def begin_adding(self, name: str, site: Site) -> Challenge:
        """Ask a browser for a new passkey that belongs to this site, and knows its owner by itself."""
        known = [PublicKeyCredentialDescriptor(id=base64url_to_bytes(row.credential)) for row in self._rows(name)]
        if len(known) >= MAX_PASSKEYS:
            raise HouseError(f"{MAX_PASSKEYS} passkeys are enough", fault="conflict")
        options = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name="croupier",
            user_name=name,
            user_display_name=name,
            user_id=sha256(f"croupier {name}".encode()).digest(),
            exclude_credentials=known,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
            ),
        )
        return self._challenge("passkey-add", name, options.challenge, webauthn.options_to_json(options))

    def add(
        self,
        name: str,
        token: str,
        credential: Json,
        site: Site,
        *,
        label: str,
        claims: Sequence[Executable] = (),
        session: str = "",
    ) -> None:
        """Enrol the passkey that a browser made. `claims` must each change a row at the same time: the `session` (its
        hash) becomes strong by one, or is over and adds nothing."""
        challenge, claim = self._asked("passkey-add", token, name)
        try:
            made = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError, AttributeError):
            raise HouseError(_REFUSED, fault="denied", field="passkey") from None
        row = {
            "credential": bytes_to_base64url(made.credential_id),
            "person": name,
            "site": site.host,
            "public_key": bytes_to_base64url(made.credential_public_key),
            "sign_count": made.sign_count,
            "label": label.strip()[:LONGEST_LABEL] or "Passkey",
            "made": self.clock(),
        }
        digest = hashed(f"{row['credential']} {row['public_key']}")
        event = said.FactorChanged(name=name, factor="passkey", what="added", digest=digest, session=session, by=name)
        rows = [(schema.passkeys, sealed(self.database, schema.passkeys, row))]
        work = Transaction("", self.clock(), claims=[claim, *claims], rows=rows, said=[event])
        self.database.store(work)

    def remove(self, name: str, credential: str, *, shown: Proved = NOTHING, by: str = "") -> None:
        """Forget a passkey."""
        rows = schema.passkeys
        with self.database.read() as connection:
            stored = connection.scalar(select(rows.c.public_key).where(rows.c.credential == credential)) or ""
        gone = delete(rows).where(rows.c.credential == credential, rows.c.person == name)
        digest = hashed(f"{credential} {stored}")
        event = said.FactorChanged(name=name, factor="passkey", what="removed", digest=digest, by=by)
        self.database.store(Transaction("", self.clock(), claims=[*shown.claims, gone], said=[*shown.told, event]))

    # Showing one.

    def begin_showing(self, site: Site, name: str = "") -> Challenge:
        """Ask a browser to sign with a passkey of this site, or one of these of a person's."""
        known = [
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(row.credential))
            for row in (self._rows(name) if name else ())
        ]
        options = webauthn.generate_authentication_options(
            rp_id=site.host, allow_credentials=known or None, user_verification=UserVerificationRequirement.REQUIRED
        )
        return self._challenge("passkey", name, options.challenge, webauthn.options_to_json(options))

    def shown(self, token: str, credential: Json, site: Site, name: str = "") -> Shown:
        """Whose passkey signed the challenge; the claims use it up and keep count of the signatures."""
        challenge, claim = self._asked("passkey", token, name)
        rows = schema.passkeys
        with self.database.read() as connection:
            row = connection.execute(select(rows).where(rows.c.credential == str(credential.get("id")))).first()
        if (
            row is None
            or not is_ours(self.database, rows, row)
            or row.site != site.host
            or (name and row.person != name)
        ):
            raise HouseError(_REFUSED, fault="denied", field="passkey")
        try:
            found = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=row.site,
                expected_origin=site.origin,
                credential_public_key=base64url_to_bytes(row.public_key),
                credential_current_sign_count=row.sign_count,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError, AttributeError):
            self.database.store(Transaction("", self.clock(), said=[said.SignInFailed(name=row.person, why="passkey")]))
            raise HouseError(_REFUSED, fault="denied", field="passkey") from None
        counted = update(rows).where(rows.c.credential == row.credential, rows.c.sign_count == row.sign_count)
        digest = hashed(f"{row.credential} {row.public_key}")
        return Shown(row.person, [claim, counted.values(sign_count=found.new_sign_count)], digest)

    def clear(self, name: str) -> Executable:
        """What takes every passkey away."""
        return delete(schema.passkeys).where(schema.passkeys.c.person == name)

    # Challenges.

    def _challenge(self, kind: str, name: str, challenge: bytes, options: str) -> Challenge:
        token, at, rows = secrets.token_urlsafe(32), self.clock(), schema.challenges
        row = {
            "id": hashed(token),
            "kind": kind,
            "person": name,
            "told": bytes_to_base64url(challenge),
            "until": at + CHALLENGE,
        }
        self.database.store(
            Transaction("", at, doing=[delete(rows).where(rows.c.until < at), insert(rows).values(row)])
        )
        return Challenge(token, msgspec.json.decode(options))

    def _asked(self, kind: str, token: str, name: str) -> tuple[bytes, Executable]:
        """The challenge that a token is for, and the claim that uses it up."""
        rows = schema.challenges
        this = rows.c.id == hashed(token), rows.c.kind == kind, rows.c.person == name, rows.c.until > self.clock()
        with self.database.read() as connection:
            stored = connection.scalar(select(rows.c.told).where(*this))
        if stored is None:
            raise HouseError("this was answered already, or too late; begin again", fault="denied", field="passkey")
        return base64url_to_bytes(stored), delete(rows).where(*this)

    def _rows(self, name: str) -> Sequence[Row[Any]]:
        rows = schema.passkeys
        with self.database.read() as connection:
            return connection.execute(select(rows).where(rows.c.person == name).order_by(rows.c.made)).all()
