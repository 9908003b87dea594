"""Second factors by code: an authenticator app (TOTP, RFC 6238), and recovery codes for when it is lost."""

from __future__ import annotations

import secrets
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import pyotp
import segno
from sqlalchemy import delete, func, insert, select, update

from croupier.errors import BadText, HouseError
from croupier.house.journal import events as said
from croupier.house.people.accounts import hashed
from croupier.house.people.sign_in_policy import MINUTE
from croupier.house.storage import schema
from croupier.house.storage.transactions import Transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Executable

    from croupier.house.storage.database import Database
    from croupier.journal.keys import Key, Lock

STEP = 30
"""Seconds for which one code is shown."""
WINDOW = 1
"""Steps that a clock may be wrong, either way."""
ENROLMENT = 10 * MINUTE
RECOVERY_CODES = 10
ISSUER = "croupier"
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
_GROUPS, _GROUP = 4, 4
_ENROLMENT, _KEPT = "totp-add", "totp"


class Enrolment(NamedTuple):
    """A new authenticator that is not confirmed yet: the key as text and as a QR code (SVG), and the key sealed, which
    comes back with the first code."""

    key: str
    qr: str
    sealed: str


class _Sealed(msgspec.Struct, frozen=True):
    person: str
    secret: str
    until: int = 0


class Proved(NamedTuple):
    """A factor that was shown: the statements that use it up, and what is recorded of it."""

    claims: Sequence[Executable] = ()
    told: Sequence[said.HouseEvent] = ()


NOTHING = Proved()


class SecondFactors:
    """Authenticators and recovery codes. Whatever uses one up is a claim, so that of two at once one is refused."""

    class Used(NamedTuple):
        """A code that fits: of which factor, the statement that uses it up, the hash of what it was known by, and the
        number of a time code."""

        factor: str
        claim: Executable
        digest: str
        step: int = 0

        def shown(self, name: str) -> said.FactorChanged:
            """What is recorded of it where no sign-in tells it."""
            return said.FactorChanged(
                name=name, factor=self.factor, what="shown", digest=self.digest, step=self.step, by=name
            )

    def __init__(self, database: Database, clock: Callable[[], int], key: Key | None) -> None:
        self.database = database
        self.clock = clock
        self._key = key

    def enrolled(self, name: str) -> bool:
        """Whether someone has an authenticator."""
        with self.database.read() as connection:
            return connection.scalar(select(schema.totp.c.person).where(schema.totp.c.person == name)) is not None

    def enrolled_since(self, name: str) -> int | None:
        """When the authenticator was added."""
        with self.database.read() as connection:
            return connection.scalar(select(schema.totp.c.made).where(schema.totp.c.person == name))

    def recovery_codes_left(self, name: str) -> int:
        """How many recovery codes are unused."""
        rows = schema.recovery_codes
        with self.database.read() as connection:
            return connection.scalar(select(func.count()).where(rows.c.person == name)) or 0

    # The authenticator.

    def begin(self, name: str) -> Enrolment:
        """A new key for an authenticator. Before a code of it is shown nothing is stored but that it was begun, and
        that is used up then."""
        secret = pyotp.random_base32()
        at, rows = self.clock(), schema.challenges
        opened = _Sealed(name, secret, at + ENROLMENT)
        sealed = self._lock(_ENROLMENT, name).seal(msgspec.json.encode(opened))
        uri = pyotp.TOTP(secret, interval=STEP).provisioning_uri(name=name, issuer_name=ISSUER)
        image = BytesIO()
        segno.make(uri, error="m", micro=False).save(image, kind="svg", border=4, xmldecl=False, omitsize=True)
        row = {"id": hashed(sealed), "kind": _ENROLMENT, "person": name, "told": "", "until": opened.until}
        self.database.store(
            Transaction("", at, doing=[delete(rows).where(rows.c.until < at), insert(rows).values(row)])
        )
        return Enrolment(secret, image.getvalue().decode(), sealed)

    def confirm(
        self, name: str, sealed: str, code: str, *, claims: Sequence[Executable] = (), session: str = ""
    ) -> list[str]:
        """Add the authenticator whose key was sealed, in place of any other; gives recovery codes, which are shown
        once. `claims` must each change a row at the same time: the `session` (its hash) becomes strong by one, or is
        over and adds nothing."""
        opened, begun = self._open(sealed, self._lock(_ENROLMENT, name)), schema.challenges
        if opened.person != name or opened.until <= self.clock():
            raise HouseError("begin again: this key is not yours, or too old", fault="conflict", field="code")
        step = self._step(opened.secret, code, after=-1)
        if step is None:
            raise HouseError("the code does not fit the key; is the clock right?", fault="denied", field="code")
        at, rows = self.clock(), schema.totp
        kept = self._lock(_KEPT, name).seal(msgspec.json.encode(_Sealed(name, opened.secret)))
        row = {"person": name, "secret": kept, "last_step": step, "made": at}
        codes, statements, made = self._new_codes(name)
        gone = delete(rows).where(rows.c.person == name)
        event = said.FactorChanged(
            name=name, factor="totp", what="added", digest=hashed(kept), session=session, step=step, by=name
        )
        doing = [gone, insert(rows).values(row), *statements]
        once = delete(begun).where(begun.c.id == hashed(sealed), begun.c.kind == _ENROLMENT, begun.c.person == name)
        self.database.store(Transaction("", at, claims=[once, *claims], doing=doing, said=[event, made]))
        return codes

    def remove(self, name: str, *, shown: Proved = NOTHING, by: str = "") -> None:
        """Forget the authenticator."""
        gone = delete(schema.totp).where(schema.totp.c.person == name)
        event = said.FactorChanged(name=name, factor="totp", what="removed", by=by)
        self.database.store(Transaction("", self.clock(), claims=shown.claims, doing=[gone], said=[*shown.told, event]))

    # Recovery codes.

    def renew_codes(self, name: str, *, shown: Proved = NOTHING) -> list[str]:
        """New recovery codes; the old ones are void."""
        codes, doing, event = self._new_codes(name)
        self.database.store(Transaction("", self.clock(), claims=shown.claims, doing=doing, said=[*shown.told, event]))
        return codes

    def _new_codes(self, name: str) -> tuple[list[str], list[Executable], said.FactorChanged]:
        rows = schema.recovery_codes
        codes = [_code() for _ in range(RECOVERY_CODES)]
        kept = [_hashed(name, code) for code in codes]
        put = insert(rows).values([{"code": code, "person": name} for code in kept])
        event = said.FactorChanged(
            name=name, factor="recovery", what="added", codes=tuple(sorted(map(hashed, kept))), by=name
        )
        return codes, [delete(rows).where(rows.c.person == name), put], event

    # Both.

    def matches(self, name: str, code: str) -> Used | None:
        """What a code is, if it is one of someone's and was not used before."""
        code = code.replace(" ", "").replace("-", "").casefold()
        if code.isascii() and code.isdigit():
            return self._totp(name, code)
        rows, kept = schema.recovery_codes, _hashed(name, code)
        with self.database.read() as connection:
            found = connection.scalar(select(rows.c.code).where(rows.c.code == kept, rows.c.person == name))
        return None if found is None else self.Used("recovery", delete(rows).where(rows.c.code == kept), hashed(kept))

    def _totp(self, name: str, code: str) -> Used | None:
        rows = schema.totp
        with self.database.read() as connection:
            row = connection.execute(select(rows).where(rows.c.person == name)).first()
        if row is None:
            return None
        opened = self._open(row.secret, self._lock(_KEPT, name), unbound=True)
        if opened.person != name:  # a key that was sealed for another and copied over
            return None
        step = self._step(opened.secret, code, after=row.last_step)
        if step is None:
            return None
        claim = update(rows).where(rows.c.person == name, rows.c.last_step < step, rows.c.secret == row.secret)
        return self.Used("totp", claim.values(last_step=step), hashed(row.secret), step)

    def _step(self, secret: str, code: str, *, after: int) -> int | None:
        """The step whose code this is, within the window and later than the last that was used."""
        totp, now = pyotp.TOTP(secret, interval=STEP), self.clock() // 1000 // STEP
        code = code.replace(" ", "")
        for step in range(now - WINDOW, now + WINDOW + 1):
            if step > after and pyotp.utils.strings_equal(totp.generate_otp(max(step, 0)), code):
                return step
        return None

    def clear(self, name: str) -> list[Executable]:
        """What takes every factor by code away, and whatever was begun to add one."""
        tables = schema.totp, schema.recovery_codes, schema.challenges
        return [delete(rows).where(rows.c.person == name) for rows in tables]

    def _open(self, sealed: str, lock: Lock, *, unbound: bool = False) -> _Sealed:
        try:
            return msgspec.json.decode(lock.open(sealed, unbound=unbound), type=_Sealed)
        except (BadText, msgspec.MsgspecError):
            raise HouseError("this key was not sealed by this house", fault="conflict", field="code") from None

    def _lock(self, purpose: str, name: str) -> Lock:
        if self._key is None:
            raise HouseError("this house has no key to seal secrets with", fault="storage")
        return self._key.lock().of(purpose, name)


def _code() -> str:
    groups = ("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP)) for _ in range(_GROUPS))
    return "-".join(groups)


def _hashed(name: str, code: str) -> str:
    return sha256(f"{name}\n{code.replace('-', '')}".encode("utf-8", "surrogatepass")).hexdigest()
