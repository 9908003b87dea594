"""Sign-in step by step, and what stands behind it: the house's accounts, sessions and second factors."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import delete, func, select, update

from croupier.errors import HouseError
from croupier.house.cluster.postgres_leases import CHANNEL
from croupier.house.journal import events as said
from croupier.house.people.accounts import Accounts, hashed, new_secret, unknown
from croupier.house.people.passwords import ARGON2, NONE, RESET, Passwords, check_password
from croupier.house.people.roles import Person, is_staff
from croupier.house.people.sign_in_policy import Policy
from croupier.house.people.signing_in.passkeys import Passkeys
from croupier.house.people.signing_in.second_factors import SecondFactors
from croupier.house.people.signing_in.sessions import Change, Sessions
from croupier.house.people.signing_in.sign_in_throttle import TOO_MANY, Guesses, Origin
from croupier.house.storage import schema
from croupier.house.storage.seals import is_ours
from croupier.house.storage.transactions import Transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sqlalchemy import Executable, Row, Update

    from croupier.house.people.signing_in.passkeys import Site
    from croupier.house.people.signing_in.sessions import Level
    from croupier.house.storage.database import Database
    from croupier.journal.keys import Key
    from croupier.kit.payload import Json

_WRONG = "name or password is wrong"
NOWHERE = Origin()


class SignIn(NamedTuple):
    """A session's token, and its level: one that is pending opens nothing before the second step."""

    token: str
    level: Level


class People:
    """The house's people. `changed` hear of everyone whose roles or sessions changed.

    Without a `key` nobody can enrol an authenticator: its secrets are sealed with it.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], int],
        *,
        key: Key | None = None,
        policy: Policy | None = None,
        passwords: Passwords = ARGON2,
    ) -> None:
        self.database = database
        self.clock = clock
        self.policy = policy or Policy()
        self.passwords = passwords
        self.accounts = Accounts(database, clock, passwords, changed=lambda name: self.tell(Change(name)))
        self.sessions = Sessions(database, clock, self.policy)
        self.guesses = Guesses(database, clock)
        self.factors = SecondFactors(database, clock, key)
        self.passkeys = Passkeys(database, clock)
        self.changed: list[Callable[[Change], None]] = []
        passwords.warm()

    # The register.

    def lift(self, name: str, *, by: str = "") -> bool:
        """End a lock-out, and count wrong passwords anew; whether there was one."""
        rows, at = schema.people, self.clock()
        with self.database.read() as connection:
            until = connection.scalar(select(rows.c.locked_until).where(rows.c.name == name))
        if until is None:
            raise unknown(name)
        if until <= at:
            return False
        doing = [
            update(rows).where(rows.c.name == name).values(failures=0, locked_until=0),
            self.guesses.forgotten(name),
        ]
        self.database.store(Transaction("", at, doing=doing, said=[said.LockChanged(name=name, until=0, by=by)]))
        return True

    # Sign-in.

    def sign_in(self, name: str, secret: str, *, origin: Origin = NOWHERE) -> str:
        """A session's token for name and password; where a second step is due, one that only leads there."""
        return self.first_step(name, secret, origin=origin).token

    def first_step(self, name: str, secret: str, *, origin: Origin = NOWHERE) -> SignIn:
        """Begin a session by name and password."""
        row = self._verified(name, secret, _WRONG, origin=origin)
        claim = _unchanged(row).values(failures=0, locked_until=0)
        with _instead(_WRONG):  # changed or closed meanwhile
            return self.recognised(
                name,
                how="password",
                origin=origin,
                digest=hashed(row.secret),
                claims=[claim],
                doing=self.guesses.forgiven("password", name, origin),
            )

    def recognised(
        self,
        name: str,
        *,
        how: str,
        origin: Origin,
        digest: str,
        claims: Sequence[Executable] = (),
        doing: Sequence[Executable] = (),
    ) -> SignIn:
        """A session after one step, by what `digest` is the hash of; where a second factor is enrolled, one that waits
        for it."""
        level: Level = "pending" if self.factors.enrolled(name) or self.passkeys.enrolled(name) else "single"
        token = self.session(
            name, how=how, level=level, device=origin.device, digest=digest, claims=claims, doing=doing
        )
        return SignIn(token, level)

    def second_step(self, token: str, code: str, *, origin: Origin = NOWHERE) -> SignIn:
        """Complete a sign-in with a code of the authenticator, or a recovery code; the pending session is over."""
        name = self.sessions.pending(token)
        if name is None:
            raise HouseError("this sign-in is over; begin again", fault="denied", field="session")
        used = self.prove(name, code, origin=origin)
        over = delete(schema.sessions).where(schema.sessions.c.token == hashed(token))
        with _instead("the code is wrong, or was used already", "code"):
            fresh = self.sessions.begin(
                self.accounts.person(name),
                how=f"password+{used.factor}",
                level="strong",
                device=origin.device,
                digest=used.digest,
                step=used.step,
                claims=[used.claim, over],
            )
        return SignIn(fresh, "strong")

    def show_passkey(
        self, token: str, passkey: Json, site: Site, *, pending: str = "", origin: Origin = NOWHERE
    ) -> SignIn:
        """Sign in with a passkey: the only step, or the second of a pending session."""
        name = (self.sessions.pending(pending) or "") if pending else ""
        shown = self.passkeys.shown(token, passkey, site, name)
        doing = [delete(schema.sessions).where(schema.sessions.c.token == hashed(pending))] if name else []
        rows = schema.people
        this = rows.c.name == shown.person, rows.c.active, rows.c.secret != RESET
        active = update(rows).where(*this).values(failures=0, locked_until=0)
        with _instead("this passkey was not accepted", "passkey"):
            fresh = self.sessions.begin(
                self.accounts.person(shown.person),
                how="passkey",
                level="strong",
                device=origin.device,
                digest=shown.digest,
                claims=[*shown.claims, active],
                doing=doing,
            )
        return SignIn(fresh, "strong")

    def prove(self, name: str, code: str, *, origin: Origin = NOWHERE) -> SecondFactors.Used:
        """What a code of someone's is, with the claim that uses it up; a wrong one is counted and refused."""
        if not self.guesses.attempt("code", name, origin):
            raise HouseError("too many wrong codes; wait a while", fault="denied", field="code")
        used = self.factors.matches(name, code)
        if used is None:
            self.database.store(Transaction("", self.clock(), said=[said.SignInFailed(name=name, why="code")]))
            raise HouseError("the code is wrong, or was used already", fault="denied", field="code")
        self.database.store(Transaction("", self.clock(), doing=self.guesses.forgiven("code", name, origin)))
        return used

    def change_password(self, name: str, old: str, new: str, token: str, *, origin: Origin = NOWHERE) -> int:
        """Give oneself another password. Every session but the one of this token ends; how many did."""
        person = self.accounts.person(name)
        if not person.password:
            raise HouseError("a guest has no password to change", fault="conflict")
        check_password(new, "new", names=(name, "croupier"), staff=is_staff(role for role, _ in person.grants))
        if new == old:
            raise HouseError("the new password is the old one", fault="conflict", field="new")
        row = self._verified(name, old, "the old password is wrong", "old", origin=origin)
        rows, at = schema.sessions, self.clock()
        others = rows.c.person == name, rows.c.token != hashed(token)
        with self.database.read() as connection:
            ended = connection.scalar(select(func.count()).where(*others, rows.c.until > at))
        kept = self.passwords.hash(new)
        claim = _unchanged(row).values(failures=0, locked_until=0, **new_secret(self.database, name, kept))
        doing = [delete(rows).where(*others), *self.guesses.forgiven("password", name, origin)]
        event = said.PasswordChanged(name=name, by=name, verifier=hashed(kept), kept=hashed(token))
        with _instead("the password was changed meanwhile", "old"):
            self.database.store(Transaction("", at, claims=[claim], doing=doing, said=[event]))
        self.tell(Change(name, kept=hashed(token)))
        return int(ended or 0)

    def recognises(self, name: str, device: str) -> bool:
        """Whether a browser has signed in by this name before, and that by a password: guests are whoever wants to."""
        if not self.guesses.knows(name, device):
            return False
        with self.database.read() as connection:
            kept = connection.scalar(select(schema.people.c.secret).where(schema.people.c.name == name))
        return kept is not None and kept not in {NONE, RESET}

    def _verified(self, name: str, secret: str, wrong: str, field: str = "", *, origin: Origin) -> Row[Any]:
        """The entry that name and password fit; what does not fit is counted. Every answer takes one verification."""
        rows = schema.people
        may = self.guesses.attempt("password", name, origin)
        with self.database.read() as connection:
            row = connection.execute(select(rows).where(rows.c.name == name)).first()
        right = self.passwords.verify(None if row is None else row.secret, secret)
        if row is not None and may and right and row.active and is_ours(self.database, rows, row):
            return row
        if may:
            self._failed(name if row is not None else "", name, origin)
        raise HouseError(wrong if may else TOO_MANY, fault="denied", field=field)

    def _failed(self, known: str, name: str, origin: Origin) -> None:
        """Write down a wrong guess; the register shows since when its place has to wait."""
        rows = schema.people
        until = self.guesses.locked_until("password", name, origin)
        values: Json = {"failures": rows.c.failures + 1, **({"locked_until": until} if until else {})}
        events: list[said.HouseEvent] = [said.SignInFailed(name=known, why="password")]
        if until:
            events.append(said.LockChanged(name=known, until=until))
        work = Transaction(
            "", self.clock(), doing=[update(rows).where(rows.c.name == name).values(values)], said=events
        )
        self.database.store(work)

    # Sessions.

    def session(
        self,
        name: str,
        *,
        lasting: int | None = None,
        level: Level = "single",
        device: str = "",
        how: str = "guest",
        digest: str = "",
        claims: Sequence[Executable] = (),
        doing: Sequence[Executable] = (),
    ) -> str:
        """A new session's token for someone who has been recognised."""
        return self.sessions.begin(
            self.accounts.person(name),
            how=how,
            level=level,
            lasting=lasting,
            device=device,
            digest=digest,
            claims=claims,
            doing=doing,
        )

    def of(self, token: str) -> Person | None:
        """Whose session a token is, if it still is one."""
        found = self.sessions.of(token)
        return None if found is None else found[0]

    def until(self, token: str) -> tuple[Person, int] | None:
        """The same, and when it is over."""
        return self.sessions.of(token)

    def sign_out(self, token: str) -> None:
        """End a session; what is open by it closes."""
        name = self.sessions.end(token)
        if name is not None:
            self.tell(Change(name, ended=hashed(token)))

    def tell(self, change: Change) -> None:
        """Say that somebody's sessions changed, here and at the other processes of the house."""
        self.heard(str(change))
        self.database.notify(CHANNEL, str(change))

    def heard(self, words: str) -> None:
        """Somebody's roles or sessions changed, here or at another process of the house."""
        change = Change.read(words)
        for hear in self.changed:
            hear(change)


def _unchanged(row: Row[Any]) -> Update:
    """A change of someone's entry, if it is still as it was read."""
    rows = schema.people
    return update(rows).where(rows.c.name == row.name, rows.c.secret == row.secret, rows.c.active)


@contextmanager
def _instead(words: str, field: str = "") -> Iterator[None]:
    """What is denied is denied in these words."""
    try:
        yield
    except HouseError as error:
        if error.fault != "denied":
            raise
        raise HouseError(words, fault="denied", field=field) from None
