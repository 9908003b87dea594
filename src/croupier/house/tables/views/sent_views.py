"""Views as they are sent: made once for all who see the same, with each one's own part put in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.house.tables.views.order_secrecy import opens_order, withheld
from croupier.house.tables.views.visibility import OwnHand, common, seat_of, with_own
from croupier.table.turns import deciding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.house.tables.views import payloads
    from croupier.table import Staff, Table


_encode = msgspec.json.Encoder().encode


class SentRecord(msgspec.Struct, frozen=True, gc=False):
    """A stored record, and the hands that players may look at from it on."""

    n: int
    line: bytes
    own: tuple[OwnHand, ...] = ()

    def to(self, player: str, *, orders: bool = True) -> bytes:
        """The record as a person is sent it, the same bytes every time; `orders` says whether opened orders are theirs
        to read."""
        line = self.line if orders else withheld(self.line)
        yours = {hand.seat: hand.cards for hand in self.own if hand.player == player}
        return line.rstrip()[:-1] + b',"yours":' + _encode(yours) + b"}\n" if yours else line


class ViewPiece:
    """Records that were stored together, in their order; whether one of them `opens` an order."""

    __slots__ = ("lines", "opens", "players", "records")

    def __init__(self, records: Sequence[SentRecord]) -> None:
        self.records = records
        self.lines = [one.line for one in records]
        self.opens = any(map(opens_order, self.lines))
        self.players = {hand.player for one in records for hand in one.own}

    def to(self, player: str, *, orders: bool = True) -> list[bytes]:
        """Each record as a person is sent it."""
        if not orders:
            return [one.to(player, orders=False) for one in self.records]
        if player not in self.players:
            return self.lines
        return [one.to(player) if one.own else one.line for one in self.records]


class Views:
    """A table's views: what everyone sees is made once for each state, and each person's own is laid over it."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._common: payloads.CommonView | None = None
        self._everyones: dict[int, payloads.Seat | None] = {}
        self._json = b""
        self._json_seats: dict[int, bytes] = {}
        self._seats: dict[str, list[int]] = {}
        self._rested: Table | None = None
        self._asks: dict[str, tuple[Any, ...]] = {}

    def of(self, table: Table, staff: Staff, player: str, *, deadline: int = 0) -> payloads.View:
        """The same as `view`."""
        seen = self._look(table, staff)
        mine = self._seats.get(player, ()) if player else ()
        seats = self._everyones | {n: seat_of(table, staff, n, player) for n in mine}
        return with_own(seen, table, player, deadline, seats)

    def as_json(self, table: Table, staff: Staff, player: str, *, deadline: int = 0) -> bytes:
        """The view as JSON: for everyone at the table only what is their own is written anew, and comes last."""
        seen = self._look(table, staff)
        if not self._json:
            self._json = _encode(seen)[:-1]
            told = self._json_seats
            self._json_seats = {
                n: told[n] if n in told else b'"%d":%b' % (n, _encode(seat)) for n, seat in self._everyones.items()
            }
        seats = self._json_seats
        mine = self._seats.get(player) if player else None
        if mine:
            seats = {**seats, **{n: b'"%d":%b' % (n, _encode(seat_of(table, staff, n, player))) for n in mine}}
        return b'%b,"deadline":%b,"chips":%b,"seats":{%b}}' % (
            self._json,
            b"%d" % deadline if deadline else b"null",
            b"%d" % table.accounts.get(f"player:{player}", 0) if player else b"null",
            b",".join(seats.values()),
        )

    def _look(self, table: Table, staff: Staff) -> payloads.CommonView:
        if self._table is table and self._common is not None:
            return self._common
        before, seats = self._table, self._everyones
        known = set() if before is None else {n for n in seats if _looks_the_same(before, table, n)}
        self._json_seats = {n: self._json_seats[n] for n in known if n in self._json_seats}
        self._table, self._common, self._json = table, common(table), b""
        every = range(1, table.rules.game.seats + 1)
        self._everyones = {n: seats[n] if n in known else seat_of(table, staff, n, "") for n in every}
        self._seats = {}
        held = table.play.players if table.play is not None else {}
        for n, name in {*table.seats.items(), *held.items()}:
            self._seats.setdefault(name, []).append(n)
        return self._common

    def asks(self, table: Table) -> dict[str, tuple[Any, ...]]:
        """What the table waits for now from each person, which is equal for as long as it is the same."""
        if self._rested is not table:
            self._rested, self._asks = table, {}
            due, turns = table.due, deciding(table)
            for seat in turns or ((due.seat,) if due is not None else table.seats):
                name = table.seats.get(seat, "")
                self._asks[name] = (*self._asks.get(name, (table.rounds, due)), seat)
        return self._asks


def _looks_the_same(before: Table, after: Table, seat: int) -> bool:
    """Whether nothing that `seat_of` shows of a seat has changed: what a table keeps is the same object as before."""
    was, now = before.play, after.play
    name = after.seats.get(seat)
    account = f"player:{name}"
    if before.seats.get(seat) != name or before.accounts.get(account) != after.accounts.get(account):
        return False
    if was is None or now is None:
        return was is now and before.layout.get(seat) is after.layout.get(seat)
    return (
        was.round.seats.get(seat) is now.round.seats.get(seat)
        and was.players is now.players
        and was.closed is now.closed
        and was.racked is now.racked
        and was.gone is now.gone
    )
