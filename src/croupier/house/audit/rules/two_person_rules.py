"""What the house's journal must say of two people: what the settings in it leave to two was not done by one.

Settings that were written past the house for a moment let one person do what takes two; what they did stands in the
journal without a second name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.errors import HouseError, JournalError
from croupier.house.desk.requests.approvals import REQUEST_KINDS
from croupier.house.journal import events as h
from croupier.house.people.house_settings import DAY, HouseSettings, read_settings
from croupier.house.people.relations import LATELY

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.house.audit.rows.projections import Projection
    from croupier.journal.record import Record

ADMINISTRATOR = "administrator"
PLAYER = "player"
LATITUDE = 60_000
"""Milliseconds between the reading of the clock and the record."""


def settings_in(rows: Projection) -> HouseSettings:
    """The settings that the journal tells of, or those of a house that never changed any."""
    return HouseSettings() if rows.settings is None else msgspec.convert(rows.settings[0], HouseSettings)


class PairRules:
    """Hears every record before it is folded, so that `rows` are what was so until then. What a tool did, or the house
    by itself, was done in no session and is no person's."""

    def __init__(self, rows: Projection) -> None:
        self.rows = rows
        self._made: dict[str, list[tuple[int, str]]] = {}
        self._browsers: dict[str, set[str]] = {}
        self._used_by: dict[str, set[str]] = {}

    def hear(self, record: Record) -> None:
        """One record more, of an event; raises where one person did what takes two."""
        event: Any = record.body
        if isinstance(event, h.HouseSettingsChanged):
            self._settings(record, event)
        if isinstance(event, h.PersonAdded) or (isinstance(event, h.RoleGranted) and event.second):
            self._made.setdefault(event.name, []).append((record.at, event.by))
        if isinstance(event, h.SignedIn) and event.device:
            self._browsers.setdefault(event.name, set()).add(event.device)
            self._used_by.setdefault(event.device, set()).add(event.name)
        if isinstance(event, h.RequestAnswered) and event.within and event.state in {"approved", "closing"}:
            self._pair(record, event)
        why = _TWO.get(type(event))
        if why is None or event.second or not event.within or not settings_in(self.rows).two_people:
            return
        if words := why(self.rows, event):
            raise _fault(record, f"{words} by {event.by} alone, which takes two people")

    def _pair(self, record: Record, event: h.RequestAnswered) -> None:
        """Neither of the two made the other's account or asked for a role of theirs too short a time ago, nor did
        somebody both."""
        request = self.rows.requests.get(event.number)
        if (
            request is None
            or request.by == event.by
            or request.state == "closing"
            or not REQUEST_KINDS[request.kind].needs_second
        ):
            return
        since = record.at - settings_in(self.rows).same_maker_days * DAY + LATITUDE
        one, other = (self._makers(name, since) | {name} for name in (request.by, event.by))
        if common := sorted(one & other):
            words = f"approved request {event.number} of {request.by} by {event.by}"
            raise _fault(record, f"{words}: {common[0]} made or gave a role to both, or is one of them")
        if self._theirs(request.by, record.at) & self._theirs(event.by, record.at):
            words = f"approved request {event.number} of {request.by} by {event.by}"
            raise _fault(record, f"{words}, who counted as one person")

    def _theirs(self, name: str, at: int) -> set[str]:
        """The names that counted as one person's then: by browser, identity, reset or declaration, as `relations` has
        it. Rows that say so may have been away while it was approved."""
        declared = {
            two if one == name else one: said.related
            for (one, two), said in self.rows.relations.items()
            if name in (one, two)
        }
        browsers = self._browsers.get(name, ())
        found = {other for browser in browsers for other in self._used_by[browser] if declared.get(other, True)}
        mine = {(issuer, subject) for issuer, subject, who in self.rows.identities if who == name}
        found |= {who for issuer, subject, who in self.rows.identities if (issuer, subject) in mine}
        lately = [reset for reset in self.rows.reset_log.values() if reset.at > at - LATELY + LATITUDE]
        by = {who for reset in lately if reset.name == name for who in (reset.by, reset.second)} - {""}
        found |= by | {one.name for one in lately if one.second == name or not by.isdisjoint((one.by, one.second))}
        return {name, *found, *(other for other, related in declared.items() if related)}

    def _makers(self, name: str, since: int) -> set[str]:
        return {by for at, by in self._made.get(name, ()) if at > since and by}

    def _settings(self, record: Record, event: h.HouseSettingsChanged) -> None:
        if not event.second:
            raise _fault(record, f"changed the settings of the house by {event.by} alone, which takes two people")
        try:
            read_settings(event.settings, real=self.rows.money == "real")
        except HouseError as error:
            raise _fault(record, f"changed the settings to what this house cannot have: {error}") from None


def _granted(_: Projection, event: h.RoleGranted) -> str:
    return f"made {event.name} {event.role}" if event.role != PLAYER else ""


def _added(_: Projection, event: h.PersonAdded) -> str:
    roles = sorted({role for role, _ in event.grants} - {PLAYER})
    return f"registered {event.name} as {', '.join(roles)}" if roles and not event.invitation else ""


def _invited(_: Projection, event: h.Invited) -> str:
    return f"invited a {event.role}" if event.role != PLAYER else ""


def _reset(_: Projection, event: h.ResetBegun) -> str:
    return f"reset the password of {event.name}"


def _linked(_: Projection, event: h.IdentityLinked) -> str:
    return f"linked an identity to {event.name}" if event.active else ""


def _withdrawn(_: Projection, event: h.RoleWithdrawn) -> str:
    return f"took from {event.name} the role of an administrator" if event.role == ADMINISTRATOR else ""


def _dismissed(rows: Projection, event: h.PersonDismissed) -> str:
    return f"dismissed {event.name}, an administrator," if (event.name, ADMINISTRATOR, "") in rows.grants else ""


def _related(rows: Projection, event: h.RelationChanged) -> str:
    pair = {event.one, event.other}
    at_work = any(name in pair and role != PLAYER for name, role, _ in rows.grants)
    return f"declared something of {event.one} and {event.other}" if at_work or not event.related else ""


def _fault(record: Record, words: str) -> JournalError:
    return JournalError(words, fault="journal", record=record.n, offset=record.offset)


_TWO: dict[type[h.HouseEvent], Callable[[Projection, Any], str]] = {
    h.RoleGranted: _granted,
    h.PersonAdded: _added,
    h.Invited: _invited,
    h.ResetBegun: _reset,
    h.IdentityLinked: _linked,
    h.RoleWithdrawn: _withdrawn,
    h.PersonDismissed: _dismissed,
    h.RelationChanged: _related,
}
"""What was done, where it takes two administrators; empty where it does not."""
