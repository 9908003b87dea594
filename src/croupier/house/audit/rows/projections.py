"""The rows that the house's tables should hold: the fold of the house's journal.

Each entry knows the number of the record that it last came from, so that a row which differs can be told with it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from croupier.house.audit.rows.people_projections import OF_PEOPLE
from croupier.house.audit.rows.projected_rows import (
    Account,
    Codes,
    EquipmentRow,
    Floor,
    Invitation,
    PostingTally,
    RelationRow,
    RequestRow,
    Reset,
    Session,
    SharedHandRow,
)
from croupier.house.journal import events as h
from croupier.kit.payload import Json  # noqa: TC001 - msgspec reads it

if TYPE_CHECKING:
    from collections.abc import Callable


Denial = tuple[int, str, str, str]
"""When, who, what and why."""


@dataclass(slots=True)
class Projection:
    """Hears every event in order; `adopting` are those that tell what was there before the journal."""

    money: str = ""
    began: int = 0
    adopted: dict[str, tuple[int, str]] = field(default_factory=dict)
    people: dict[str, Account] = field(default_factory=dict)
    grants: dict[tuple[str, str, str], int] = field(default_factory=dict)
    sessions: dict[str, dict[str, Session]] = field(default_factory=dict)
    invitations: dict[str, Invitation] = field(default_factory=dict)
    factors: dict[tuple[str, str, str], int] = field(default_factory=dict)
    steps: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    """The last time code of each authenticator, and the record of it."""
    codes: dict[str, Codes] = field(default_factory=dict)
    resets: dict[str, str] = field(default_factory=dict)
    """Whose password each open link is for."""
    reset_log: dict[str, Reset] = field(default_factory=dict)
    """Every link there ever was, by the hash of its token."""
    identities: dict[tuple[str, str, str], tuple[bool, int]] = field(default_factory=dict)
    relations: dict[tuple[str, str], RelationRow] = field(default_factory=dict)
    shares: dict[str, SharedHandRow] = field(default_factory=dict)
    """Links by which a round is shown, by the hash of their token."""
    settings: tuple[Json, int] | None = None
    requests: dict[int, RequestRow] = field(default_factory=dict)
    once: dict[str, int] = field(default_factory=dict)
    """The record of what was done by each key."""
    devices: dict[tuple[str, str], int] = field(default_factory=dict)
    """Browsers by which someone signed in."""
    devices_since: int | None = None
    """When the first of them was told."""
    tables: dict[str, Floor] = field(default_factory=dict)
    abandoned: dict[str, int] = field(default_factory=dict)
    heads: dict[str, dict[int, tuple[str, int]]] = field(default_factory=dict)
    postings: dict[str, PostingTally] = field(default_factory=dict)
    meters: dict[tuple[str, str], int] = field(default_factory=dict)
    equipment: dict[str, EquipmentRow] = field(default_factory=dict)
    denials: Counter[Denial] = field(default_factory=Counter)
    last_denial: int = 0
    adopting: bool = False

    def hear(self, event: h.HouseEvent, n: int, at: int) -> None:
        """One event more, of record `n`."""
        if (heard := _HEARD.get(type(event))) is not None:
            heard(self, event, n, at)


# The house.


def _began(rows: Projection, event: h.HouseBegan, _: int, at: int) -> None:
    rows.money, rows.began, rows.adopted = event.money, at, event.adopted


def _table(rows: Projection, event: h.TableAdded, n: int, at: int) -> None:
    rows.tables[event.table] = Floor(n, event.name, event.game, event.edition, event.settings, rows.adopting, at)


def _settings(rows: Projection, event: h.TableSettingsChanged, n: int, _: int) -> None:
    if (found := rows.tables.get(event.table)) is not None:
        found.record, found.settings = n, event.settings


def _abandoned(rows: Projection, event: h.TableAbandoned, n: int, _: int) -> None:
    rows.abandoned[event.table] = n


def _head(rows: Projection, event: h.HeadRecorded, n: int, _: int) -> None:
    rows.heads.setdefault(event.table, {}).setdefault(event.n, (event.hash, n))


# People.


def _house_settings(rows: Projection, event: h.HouseSettingsChanged, n: int, _: int) -> None:
    rows.settings = (event.settings, n)


# Money.


def _posted(rows: Projection, event: h.MoneyPosted, n: int, at: int) -> None:
    _once(rows, event.key, n)
    for account, cents in event.entries.items():
        rows.postings.setdefault(account, PostingTally()).add((at, cents, event.what))


def _asked(rows: Projection, event: h.RequestMade, n: int, at: int) -> None:
    made = None if rows.adopting else at
    _once(rows, event.key, n)
    rows.requests[event.number] = RequestRow(n, event.table, event.kind, event.told, event.by, made, event.key)


def _once(rows: Projection, key: str, n: int) -> None:
    if key:
        rows.once[key] = n


def _answered(rows: Projection, event: h.RequestAnswered, n: int, at: int) -> None:
    found = rows.requests.get(event.number)
    if found is None or (event.state == "waiting" and found.state != "waiting"):
        return
    if event.state != "waiting":
        first = found.answered[0] if found.state == "closing" and found.answered is not None else at
        found.answered = None if rows.adopting else (first, at)
    found.record, found.state, found.answered_by = n, event.state, event.by


def _meter(rows: Projection, event: h.MeterOrdered, _: int, __: int) -> None:
    rows.meters[event.table, event.meter] = event.after


# Equipment.


def _equipment_added(rows: Projection, event: h.EquipmentAdded, n: int, at: int) -> None:
    rows.equipment[event.item.id] = EquipmentRow(n, event.item, event.kept, event.by, event.second, at)


def _equipment_inspected(rows: Projection, event: h.EquipmentInspected, n: int, at: int) -> None:
    if (found := rows.equipment.get(event.item)) is not None:
        found.record, found.inspected, found.inspected_by, found.finding = n, at, event.by, event.finding
        found.state = "faulty" if event.finding else "ready"


def _equipment_moved(rows: Projection, event: h.EquipmentMoved, n: int, _: int) -> None:
    if (found := rows.equipment.get(event.item)) is not None:
        found.record, found.kept, found.table = n, event.kept, event.table


def _equipment_removed(rows: Projection, event: h.EquipmentRemoved, n: int, at: int) -> None:
    if (found := rows.equipment.get(event.item)) is not None:
        found.record, found.state, found.table = n, "removed", ""
        found.removed, found.removed_by, found.finding = at, event.by, event.why


_HEARD: dict[type[h.HouseEvent], Callable[[Projection, Any, int, int], None]] = {
    **OF_PEOPLE,
    h.HouseBegan: _began,
    h.TableAdded: _table,
    h.TableSettingsChanged: _settings,
    h.TableAbandoned: _abandoned,
    h.HeadRecorded: _head,
    h.HouseSettingsChanged: _house_settings,
    h.MoneyPosted: _posted,
    h.RequestMade: _asked,
    h.RequestAnswered: _answered,
    h.MeterOrdered: _meter,
    h.EquipmentAdded: _equipment_added,
    h.EquipmentInspected: _equipment_inspected,
    h.EquipmentMoved: _equipment_moved,
    h.EquipmentRemoved: _equipment_removed,
}
