"""Rows about people that the house's journal leads to: accounts, roles, sessions, links, second factors, relations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.house.audit.rows.projected_rows import (
    Account,
    Codes,
    Invitation,
    RelationRow,
    Reset,
    Session,
    SharedHandRow,
)
from croupier.house.journal import events as h
from croupier.house.journal.adoption import verifier
from croupier.house.people.passwords import RESET

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.house.audit.rows.projections import Projection


def _added(rows: Projection, event: h.PersonAdded, n: int, at: int) -> None:
    rows.people[event.name] = Account(n, event.verifier, event.by, None if rows.adopting else at)
    rows.grants |= {(event.name, role, table): n for role, table in event.grants}
    rows.invitations.pop(event.invitation, None)


def _dismissed(rows: Projection, event: h.PersonDismissed, n: int, _: int) -> None:
    if (found := rows.people.get(event.name)) is not None:
        found.record, found.active = n, False
    _end_sessions(rows, event.name)


def _granted(rows: Projection, event: h.RoleGranted, n: int, _: int) -> None:
    rows.grants[event.name, event.role, event.table] = n


def _withdrawn(rows: Projection, event: h.RoleWithdrawn, _: int, __: int) -> None:
    rows.grants.pop((event.name, event.role, event.table), None)


def _invited(rows: Projection, event: h.Invited, n: int, _: int) -> None:
    if not event.beside:
        rows.invitations = {
            token: found for token, found in rows.invitations.items() if found[:2] != (event.role, event.table)
        }
    rows.invitations[event.token] = Invitation(event.role, event.table, event.by, n, event.until)


def _password(rows: Projection, event: h.PasswordChanged, n: int, _: int) -> None:
    if (found := rows.people.get(event.name)) is not None:
        found.record, found.verifier = n, event.verifier
    if event.how == "reset":
        _void_resets(rows, event.name)
    _end_sessions(rows, event.name, event.kept)


def _reset(rows: Projection, event: h.ResetBegun, n: int, at: int) -> None:
    rows.reset_log[event.token] = Reset(event.name, event.by, event.second, at, n, event.until)
    if (found := rows.people.get(event.name)) is not None:
        found.record, found.verifier = n, verifier(RESET)
    _void_resets(rows, event.name)
    rows.resets[event.token] = event.name
    _end_sessions(rows, event.name)
    if event.factors:
        rows.factors = {key: found for key, found in rows.factors.items() if key[0] != event.name}
        rows.codes.pop(event.name, None)


def _void_resets(rows: Projection, name: str) -> None:
    """There is one link at most for each person."""
    rows.resets = {token: person for token, person in rows.resets.items() if person != name}


def _factor(rows: Projection, event: h.FactorChanged, n: int, _: int) -> None:
    if (session := rows.sessions.get(event.name, {}).get(event.session)) is not None:
        session.record, session.level = n, "strong"
    if event.step:
        rows.steps[event.name, event.digest] = event.step, n
    if event.what == "shown":
        if event.factor == "recovery" and event.name in rows.codes:
            rows.codes[event.name].used += 1
        return
    if event.factor == "recovery":
        rows.codes[event.name] = Codes(n, frozenset(event.codes))
        return
    if event.factor == "totp":  # there is one at most
        rows.factors = {key: found for key, found in rows.factors.items() if key[:2] != (event.name, "totp")}
    if event.what == "added":
        rows.factors[event.name, event.factor, event.digest] = n
    else:
        rows.factors.pop((event.name, event.factor, event.digest), None)


def _identity(rows: Projection, event: h.IdentityLinked, n: int, _: int) -> None:
    if event.active:  # it signs in to one account only
        for issuer, subject, name in rows.identities:
            if (issuer, subject) == (event.issuer, event.subject):
                rows.identities[issuer, subject, name] = (False, n)
    rows.identities[event.issuer, event.subject, event.name] = (event.active, n)


def _relation(rows: Projection, event: h.RelationChanged, n: int, _: int) -> None:
    rows.relations.pop((event.one, event.other), None)
    if event.related is not None:
        rows.relations[event.one, event.other] = RelationRow(event.related, event.by, event.why, n)


def _shared(rows: Projection, event: h.HandShared, n: int, _: int) -> None:
    rows.shares[event.token] = SharedHandRow(event.by, event.table, event.round, event.seat, event.named, n)


def _share_revoked(rows: Projection, event: h.ShareRevoked, _: int, __: int) -> None:
    rows.shares.pop(event.token, None)


def _signed_in(rows: Projection, event: h.SignedIn, n: int, at: int) -> None:
    made = None if rows.adopting else at
    rows.sessions.setdefault(event.name, {})[event.session] = Session(n, event.level, event.until, made)
    if event.device:
        rows.devices.setdefault((event.device, event.name), n)
        rows.devices_since = at if rows.devices_since is None else rows.devices_since
    if event.step:
        rows.steps[event.name, event.digest] = event.step, n
    if event.how == "password+recovery" and event.name in rows.codes:
        rows.codes[event.name].used += 1


def _signed_out(rows: Projection, event: h.SignedOut, _: int, __: int) -> None:
    if event.session:
        rows.sessions.get(event.name, {}).pop(event.session, None)
    else:
        _end_sessions(rows, event.name)


def _end_sessions(rows: Projection, name: str, kept: str = "") -> None:
    before = rows.sessions.pop(name, {})
    if kept in before:
        rows.sessions[name] = {kept: before[kept]}


def _denied(rows: Projection, event: h.Denied, _: int, at: int) -> None:
    rows.denials[at, event.person, event.what, event.why] += 1
    rows.last_denial = max(rows.last_denial, at)


OF_PEOPLE: dict[type[h.HouseEvent], Callable[[Projection, Any, int, int], None]] = {
    h.PersonAdded: _added,
    h.PersonDismissed: _dismissed,
    h.RoleGranted: _granted,
    h.RoleWithdrawn: _withdrawn,
    h.Invited: _invited,
    h.PasswordChanged: _password,
    h.SignedIn: _signed_in,
    h.SignedOut: _signed_out,
    h.ResetBegun: _reset,
    h.FactorChanged: _factor,
    h.IdentityLinked: _identity,
    h.RelationChanged: _relation,
    h.HandShared: _shared,
    h.ShareRevoked: _share_revoked,
    h.Denied: _denied,
}
"""What each event about people changes."""
