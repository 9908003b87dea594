"""What the house's journal must say of who acted: in a session that was open, of theirs, and in a role they held.

A session, a role, a password or a passkey that was written past the house, used and taken away again leaves no row;
what was done by it stands in the journal, and nothing there led to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.errors import JournalError
from croupier.house.desk.requests.approvals import REQUEST_KINDS
from croupier.house.journal import events as h
from croupier.house.people.accounts import hashed
from croupier.house.people.permissions import may

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.house.audit.rows.projected_rows import Session
    from croupier.house.audit.rows.projections import Projection
    from croupier.journal.record import Record

LATITUDE = 60_000
"""Milliseconds after its end within which what was begun in a session, a role or by a link may still be recorded."""
PEOPLE = (
    h.PersonAdded,
    h.RoleGranted,
    h.RoleWithdrawn,
    h.PersonDismissed,
    h.Invited,
    h.ResetBegun,
    h.IdentityLinked,
    h.RelationChanged,
    h.LockChanged,
)
"""What an administrator does."""
BY_PEOPLE = (
    *PEOPLE,
    h.HouseSettingsChanged,
    h.TableAdded,
    h.MoneyPosted,
    h.RequestMade,
    h.RequestAnswered,
    h.PasswordChanged,
    h.FactorChanged,
    h.HandShared,
    h.ShareRevoked,
)
"""What somebody does in a session, where it is done by somebody."""
ENDING = (h.SignedOut, h.PasswordChanged, h.ResetBegun, h.PersonDismissed)
FACTORS = {"password+totp": "totp", "passkey": "passkey"}


class Ended(NamedTuple):
    """A session, or a role, that is over."""

    name: str
    at: int
    session: Session | None = None


class SessionRules:
    """Hears every record before it is folded, so that `rows` are what was so until then.

    A journal from before sessions were told of tells of none; from the first record that does on each must.
    """

    def __init__(self, rows: Projection) -> None:
        self.rows = rows
        self._told = False
        self._sessions: dict[str, Ended] = {}
        self._roles: dict[tuple[str, str, str], int] = {}
        self._codes: set[tuple[int, str]] = set()

    def hear(self, record: Record) -> None:
        """One record more, of an event; raises where whoever did it could not have."""
        event: Any = record.body
        self._told = self._told or bool(event.within)
        if event.within:
            self._acted(record, event)
        elif self._told and isinstance(event, BY_PEOPLE) and not self._by_itself(event):
            raise _fault(record, f"was done by {event.by} in no session")
        if (rule := _RULES.get(type(event))) is not None:
            rule(self, record, event)
        if isinstance(event, ENDING):
            self._sessions |= {
                session: Ended(event.name, record.at, found)
                for session, found in self.rows.sessions.get(event.name, {}).items()
            }
        if isinstance(event, h.RoleWithdrawn):
            self._roles[event.name, event.role, event.table] = record.at

    def _by_itself(self, event: h.HouseEvent) -> bool:
        """Whether something needs no session: the house did it, a link led to it, or a table that was to close did."""
        if isinstance(event, h.RequestAnswered) and (request := self.rows.requests.get(event.number)) is not None:
            return request.state == "closing" or not event.by
        if isinstance(event, h.PersonAdded):
            return bool(event.invitation) or not event.by
        return not event.by or (isinstance(event, h.PasswordChanged) and event.how == "reset")

    # Who acts.

    def _acted(self, record: Record, event: h.HouseEvent) -> None:
        """The session was open, as strong as it was taken for, and that of somebody who may do this."""
        request = self.rows.requests.get(event.number) if isinstance(event, h.RequestAnswered) else None
        if request is not None and request.state == "closing":  # what was begun then is done now
            return
        names = {event.by, event.second} - {""}
        if request is not None and isinstance(event, h.RequestAnswered) and event.state == "collected":
            names |= {request.by}
        name, session = self._session(record, event.within, names)
        if name not in names:
            raise _fault(record, f"was done by {event.by} in a session of {name}")
        if session.level == "pending" or (event.strong and session.level != "strong"):
            raise _fault(record, f"was done by {name} in a session that is {session.level} ({event.within[:12]})")
        if session.until + LATITUDE < record.at:
            raise _fault(record, f"was done by {name} in a session that was over ({event.within[:12]})")
        if isinstance(event, h.HandShared) and not self._plays(name, record.at):
            raise _fault(record, f"was done by {name}, who held no role for it (history-own)")
        needed = list(self._needed(event, name))
        if needed and not any(may(self._held(name, table, record.at), what) for what, table in needed):
            raise _fault(record, f"was done by {name}, who held no role for it ({', '.join(w for w, _ in needed)})")

    def _session(self, record: Record, session: str, names: set[str]) -> tuple[str, Session]:
        """Whose session this is, open now or until a moment ago; one of these names', or another's."""
        for name in (*names, *self.rows.sessions):
            if (found := self.rows.sessions.get(name, {}).get(session)) is not None:
                return name, found
        ended = self._sessions.get(session)
        if ended is None or ended.session is None or ended.at + LATITUDE < record.at:
            event: Any = record.body
            raise _fault(
                record,
                f"was done by {event.second or event.by} in a session that was not begun, or was over ({session[:12]})",
            )
        return ended.name, ended.session

    def _held(self, name: str, table: str, at: int) -> set[Any]:
        """The roles that somebody held at a table, now or until a moment ago."""
        late = {key for key, ended in self._roles.items() if ended + LATITUDE >= at}
        held = self.rows.grants.keys() | late
        return {role for who, role, where in held if who == name and where in {"", table}}

    def _plays(self, name: str, at: int) -> bool:
        """Whether somebody held, anywhere, a role in which people see their own rounds: of tables where they play no
        more, too."""
        tables = {where for who, _, where in (*self.rows.grants, *self._roles) if who == name}
        return any(may(self._held(name, table, at), "history-own") for table in tables)

    def _needed(self, event: h.HouseEvent, name: str) -> Iterator[tuple[str, str]]:
        """The permissions of which one is needed, each at a table or for the whole house."""
        if isinstance(event, PEOPLE):
            yield "people", ""
        elif isinstance(event, h.HouseSettingsChanged):
            yield from ((what, "") for what in REQUEST_KINDS["settings"].approves)
        elif isinstance(event, h.RequestMade) and event.kind in REQUEST_KINDS:
            yield REQUEST_KINDS[event.kind].asks, event.table
        elif isinstance(event, h.RequestAnswered):
            request = self.rows.requests.get(event.number)
            if (
                request is not None
                and request.kind in REQUEST_KINDS
                and event.state in {"approved", "closing", "refused"}
            ):
                kind = REQUEST_KINDS[request.kind]
                yield from ((what, request.table) for what in ((kind.asks,) if request.by == name else kind.approves))

    # Signing in.

    def _signed_in(self, record: Record, event: h.SignedIn) -> None:
        """By a password, factor, code or identity that was theirs then."""
        if not event.digest:
            return
        name, digest = event.name, event.digest
        account = self.rows.people.get(name)
        if account is None or not account.active:
            raise _fault(record, f"signed {name} in, who has no open account")
        if event.how == "password":
            known = account.verifier == digest
        elif event.how in FACTORS:
            known = (name, FACTORS[event.how], digest) in self.rows.factors and self._is_later(event)
        elif event.how == "password+recovery":
            known = self._is_code(name, digest)
        else:
            known = any(
                active and person == name and hashed(f"{issuer}\n{subject}") == digest
                for (issuer, subject, person), (active, _) in self.rows.identities.items()
            )
        if not known:
            raise _fault(record, f"signed {name} in by a {event.how} that was not theirs, or was used")
        if event.how.startswith("password+") and not self._waited(name, record.at):
            raise _fault(record, f"signed {name} in by a second step without a first")

    def _is_later(self, event: h.SignedIn | h.FactorChanged) -> bool:
        """Whether a time code comes after every one that was used before."""
        return not event.step or event.step > self.rows.steps.get((event.name, event.digest), (0, 0))[0]

    def _factor(self, record: Record, event: h.FactorChanged) -> None:
        if event.what != "shown":
            return
        known = (event.name, event.factor, event.digest) in self.rows.factors and self._is_later(event)
        if event.factor == "recovery":
            known = self._is_code(event.name, event.digest)
        if not known:
            raise _fault(record, f"took a {event.factor} of {event.name} that was not theirs, or was used")

    def _is_code(self, name: str, digest: str) -> bool:
        """Whether a recovery code is somebody's and was not used before; from now on it was."""
        codes = self.rows.codes.get(name)
        known = codes is not None and digest in codes.made and (codes.record, digest) not in self._codes
        if codes is not None:
            self._codes.add((codes.record, digest))
        return known

    def _waited(self, name: str, at: int) -> bool:
        theirs = self.rows.sessions.get(name, {}).values()
        return any(found.level == "pending" and found.until + LATITUDE >= at for found in theirs)

    # Links.

    def _added(self, record: Record, event: h.PersonAdded) -> None:
        found = self.rows.invitations.get(event.invitation)
        if found is not None and found.until and found.until + LATITUDE < record.at:
            raise _fault(record, f"registered {event.name} by an invitation that was over")

    def _password(self, record: Record, event: h.PasswordChanged) -> None:
        if event.how != "reset":
            return
        for token, name in self.rows.resets.items():
            until = self.rows.reset_log[token].until
            if name == event.name and until and until + LATITUDE < record.at:
                raise _fault(record, f"changed the password of {event.name} by a link that was over")


def _fault(record: Record, words: str) -> JournalError:
    return JournalError(words, fault="journal", record=record.n, offset=record.offset)


_RULES: dict[type[h.HouseEvent], Callable[[SessionRules, Record, Any], None]] = {
    h.SignedIn: SessionRules._signed_in,  # noqa: SLF001
    h.FactorChanged: SessionRules._factor,  # noqa: SLF001
    h.PersonAdded: SessionRules._added,  # noqa: SLF001
    h.PasswordChanged: SessionRules._password,  # noqa: SLF001
}
