"""What the house's journal must say of itself: no record after adoption contradicts those before it.

Rows that were changed, used by the server and put back leave no trace in the tables, but what the server did with them
stands in the journal: an answer to a request that nobody made, an approval by whoever asked, money that no approved
request told of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.errors import JournalError
from croupier.house.audit.rules.idempotency_rules import OnceRules
from croupier.house.audit.rules.session_rules import SessionRules
from croupier.house.audit.rules.two_person_rules import PairRules, settings_in
from croupier.house.desk.requests.approvals import REQUEST_KINDS
from croupier.house.desk.requests.rows import ALONE_NOTE
from croupier.house.journal import events as h
from croupier.house.journal.journal import PLAY
from croupier.house.people.house_settings import DAY
from croupier.house.people.permissions import ROLES
from croupier.house.tables.equipment import REMOVED
from croupier.house.tables.equipment_kinds import needs_two
from croupier.house.tables.money import ledger

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.house.audit.rows.projected_rows import RequestRow
    from croupier.house.audit.rows.projections import Projection
    from croupier.journal.record import Record

FOLLOWS = {
    "waiting": frozenset({"waiting", "closing", "approved", "refused", "withdrawn"}),
    "closing": frozenset({"approved"}),
    "approved": frozenset({"collected"}),
}
"""The states that a request goes on to from each; from any other it goes nowhere."""
AT_CAGE = frozenset({"deposit", "withdrawal"})
ALONE_AT_TABLE = frozenset({"fill", "credit"})
"""Kinds that one person carries out alone at a table within a limit, without a note that says so."""
LATITUDE = 60_000
"""Milliseconds between the reading of a day's sum and the record."""


class JournalRules:
    """Hears every record before it is folded, so that `rows` are what was so until then."""

    def __init__(self, rows: Projection) -> None:
        self.rows = rows
        self._posted: list[tuple[Record, h.MoneyPosted]] = []
        self._approved: list[tuple[Record, RequestRow, str]] = []
        self._by_two: list[tuple[Record, h.RoleGranted | h.MeterOrdered]] = []
        self._answers: list[tuple[RequestRow, str]] = []
        self._alone: dict[tuple[str, str], list[tuple[int, int]]] = {}
        self._of_people = SessionRules(rows), PairRules(rows), OnceRules(rows)

    def hear(self, record: Record) -> None:
        """One record more, of an event; raises where it contradicts what came before."""
        event: Any = record.body
        if event.second and event.second == event.by:
            raise _fault(record, f"was done by {event.by} and by {event.by} as the second person")
        for rules in self._of_people:
            rules.hear(record)
        if (rule := _RULES.get(type(event))) is not None:
            rule(self, record, event)

    def end(self, record: Record) -> None:
        """After the fold: with the last record of what was stored together, money and approvals belong together."""
        event: Any = record.body
        if isinstance(event, h.RequestAnswered) and event.state == "approved":
            request = self.rows.requests[event.number]
            self._answers.append((request, event.by))
            if request.kind in AT_CAGE:
                self._approved.append((record, request, event.by))
        if record.more:
            return
        for at, posted in self._posted:
            approval = next((found for found in self._approved if _tells(found[1], found[2], posted)), None)
            if approval is None:
                raise _fault(at, f"posted a {posted.what} that no request approved with it told of")
            self._approved.remove(approval)
        for at, request, _ in self._approved:
            raise _fault(at, f"approved a {request.kind} that was not posted with it")
        self._posted.clear()
        for at, done in self._by_two:
            if not any(_asks(request, answered_by, done) for request, answered_by in self._answers):
                raise _fault(at, f"was done by {done.by} and {done.second}, and no request approved with it told of it")
        self._by_two.clear()
        self._answers.clear()

    # Rules.

    def _money(self, record: Record, event: h.MoneyPosted) -> None:
        if event.what in AT_CAGE:
            self._posted.append((record, event))
            return
        shape = _SHAPES.get(event.what)
        if shape is None:
            raise _fault(record, f"posted money as {event.what!r}, which is no kind of it")
        if not shape(self.rows, event.entries):
            raise _fault(record, f"posted a {event.what} between accounts that none is between")

    def _two(self, record: Record, event: h.RoleGranted | h.MeterOrdered) -> None:
        if event.second:
            self._by_two.append((record, event))

    def _request(self, record: Record, event: h.RequestMade) -> None:
        if event.number in self.rows.requests:
            raise _fault(record, f"made request {event.number} a second time")

    def _answer(self, record: Record, event: h.RequestAnswered) -> None:
        request = self.rows.requests.get(event.number)
        if request is None:
            raise _fault(record, f"answered request {event.number}, which nobody made")
        if event.state == "waiting":  # a note, which answers nothing
            return
        if event.state not in FOLLOWS.get(request.state, ()):
            raise _fault(record, f"answered request {event.number} as {event.state}, which was {request.state} already")
        if event.by == request.by and event.state in {"approved", "closing"}:
            self._by_one(record, event, request)

    def _by_one(self, record: Record, event: h.RequestAnswered, request: RequestRow) -> None:
        """What one person asked for and approved is of a kind, and of an amount, that one may do alone."""
        if event.note != ALONE_NOTE and request.kind not in ALONE_AT_TABLE:
            raise _fault(record, f"approved request {event.number} by {event.by}, who asked for it")
        kind, content = REQUEST_KINDS[request.kind], msgspec.json.decode(request.told)
        if not kind.may_alone(content):
            raise _fault(record, f"approved request {event.number} by {event.by} alone, which takes two people")
        cents = kind.cents(content)
        earlier = self._alone.setdefault((request.by, request.kind), [])
        earlier[:] = [(at, moved) for at, moved in earlier if at > record.at - DAY + LATITUDE]
        earlier.append((record.at, cents))
        if sum(moved for _, moved in earlier) > settings_in(self.rows).limit(request.kind, ROLES):
            raise _fault(record, f"approved request {event.number} by {event.by} alone, beyond what one person may")

    def _added(self, record: Record, event: h.PersonAdded) -> None:
        if not event.invitation:
            return
        found = self.rows.invitations.get(event.invitation)
        if found is None or ((found.role, found.table),) != event.grants or found.by != event.by:
            raise _fault(record, f"registered {event.name} by an invitation that was not made so, or was used")

    def _equipment(self, record: Record, event: h.EquipmentAdded) -> None:
        if event.item.id in self.rows.equipment:
            raise _fault(record, f"registered equipment {event.item.id} a second time")
        if needs_two(event.item.kind) and not event.second:
            raise _fault(record, f"registered equipment {event.item.id} by {event.by} alone")

    def _piece(self, record: Record, event: h.EquipmentInspected | h.EquipmentMoved | h.EquipmentRemoved) -> None:
        found = self.rows.equipment.get(event.item)
        if found is None or found.state == REMOVED:
            raise _fault(record, f"used equipment {event.item}, which was not registered or is removed")

    def _shared(self, record: Record, event: h.HandShared) -> None:
        if event.token in self.rows.shares:
            raise _fault(record, f"shared round {event.round} of table {event.table} by a link that was made already")

    def _share_revoked(self, record: Record, event: h.ShareRevoked) -> None:
        found = self.rows.shares.get(event.token)
        if found is None or found.name != event.by:
            raise _fault(record, f"took back a shared hand by {event.by}, who did not share it")

    def _password(self, record: Record, event: h.PasswordChanged) -> None:
        if event.how == "reset" and event.name not in self.rows.resets.values():
            raise _fault(record, f"changed the password of {event.name} by a link that was not made, or was used")


def _tells(request: RequestRow, answered_by: str, posted: h.MoneyPosted) -> bool:
    """Whether an approved request asked for exactly what was posted, in the names of those who did it."""
    if request.kind != posted.what or posted.by != request.by or (posted.second or posted.by) != answered_by:
        return False
    content = msgspec.json.decode(request.told)
    cents = content.get("amount", 0) * (1 if request.kind == "deposit" else -1)
    return posted.entries == ledger.moved(ledger.grant(ledger.wallet(content.get("name", "")), cents, request.kind))


def _asks(request: RequestRow, answered_by: str, done: h.RoleGranted | h.MeterOrdered) -> bool:
    """Whether an approved request asked for exactly what was done, in the names of the two."""
    content = msgspec.json.decode(request.told)
    if (request.by, answered_by) != (done.by, done.second):
        return False
    if isinstance(done, h.MeterOrdered):
        return (request.kind, request.table, content.get("meter"), content.get("amount")) == (
            "meter",
            done.table,
            done.meter,
            done.after,
        )
    return (request.kind, content.get("name"), content.get("role"), content.get("table", "")) == (
        "grant",
        done.name,
        done.role,
        done.table,
    )


# The accounts that money of a kind goes between.


def _play_money(rows: Projection, entries: Mapping[str, int]) -> bool:
    """From the cage to a wallet, in a house that plays for nothing else."""
    return rows.money == PLAY and _between(entries, ledger.CAGE, ledger.wallet(""))


def _hold(_: Projection, entries: Mapping[str, int]) -> bool:
    """Between a wallet and what is held for its owner at a table, either way."""
    return _held(entries) is not None


def _release(_: Projection, entries: Mapping[str, int]) -> bool:
    """What was held goes back to the wallet."""
    return (_held(entries) or 0) < 0


def _key_lost(rows: Projection, entries: Mapping[str, int]) -> bool:
    """What lay at tables that were given up goes to wallets and to the cage."""
    tables = {account.partition("/")[0] for account in entries if "/" in account}
    return bool(tables) and tables <= rows.abandoned.keys()


def _between(entries: Mapping[str, int], source: str, target: str) -> bool:
    gaining = [account for account, cents in entries.items() if cents > 0]
    losing = [account for account, cents in entries.items() if cents < 0]
    return losing == [source] and len(gaining) == 1 and gaining[0].startswith(target)


def _held(entries: Mapping[str, int]) -> int | None:
    """What went from a wallet to its owner's hold at a table; None if it was between other accounts."""
    wallets = [account for account in entries if account.startswith(ledger.wallet(""))]
    holds = [account for account in entries if "/" in account and not account.startswith(ledger.wallet(""))]
    if len(entries) != 2 or len(wallets) != 1 or len(holds) != 1:
        return None
    table = holds[0].partition("/")[0]
    player = wallets[0].removeprefix(ledger.wallet(""))
    return entries[holds[0]] if holds[0] == ledger.hold(table, player) else None


_SHAPES: dict[str, Callable[[Projection, Mapping[str, int]], bool]] = {
    "play-money": _play_money,
    "hold": _hold,
    "release": _release,
    "key-lost": _key_lost,
}


def _fault(record: Record, words: str) -> JournalError:
    return JournalError(words, fault="journal", record=record.n, offset=record.offset)


_RULES: dict[type[h.HouseEvent], Callable[[JournalRules, Record, Any], None]] = {
    h.MoneyPosted: JournalRules._money,  # noqa: SLF001
    h.RoleGranted: JournalRules._two,  # noqa: SLF001
    h.MeterOrdered: JournalRules._two,  # noqa: SLF001
    h.RequestMade: JournalRules._request,  # noqa: SLF001
    h.RequestAnswered: JournalRules._answer,  # noqa: SLF001
    h.PersonAdded: JournalRules._added,  # noqa: SLF001
    h.HandShared: JournalRules._shared,  # noqa: SLF001
    h.ShareRevoked: JournalRules._share_revoked,  # noqa: SLF001
    h.PasswordChanged: JournalRules._password,  # noqa: SLF001
    h.EquipmentAdded: JournalRules._equipment,  # noqa: SLF001
    h.EquipmentInspected: JournalRules._piece,  # noqa: SLF001
    h.EquipmentMoved: JournalRules._piece,  # noqa: SLF001
    h.EquipmentRemoved: JournalRules._piece,  # noqa: SLF001
}
