"""The index of rounds: where each lies in the journal, what each of its seats staked and took home; and how to find
one again."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from sqlalchemy import and_, func, or_, select

from croupier.errors import BadText
from croupier.house.storage import schema
from croupier.house.tables.views import payloads
from croupier.kit.days import begin_of, read_date, read_zone
from croupier.kit.money import signed_cents
from croupier.table import events as e

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import ColumnElement, Select, Table

    from croupier.house.storage.database import Database
    from croupier.kit.payload import Json

    Row = tuple[Table, Json]

ROUNDS_PER_PAGE = 50


_HEARD = frozenset({e.RoundBegan, e.Decided, e.Settled, e.Unwound, e.RoundClosed})


class RoundIndex(msgspec.Struct):
    """Hears every event of a table in order."""

    table: str
    first: int = 0
    players: dict[int, str] = {}
    staked: dict[int, int] = {}
    nets: dict[int, int] = {}

    def hear(self, event: e.Event, n: int, at: int) -> list[Row]:
        """The rows that an event adds: a closed round, and each of its seats."""
        if type(event) not in _HEARD:
            return []
        if isinstance(event, e.RoundBegan):
            self.first, self.players, self.nets = n, event.players, {}
            self.staked = {seat: sum(wagers.values()) for seat, wagers in event.wagers.items()}
        elif isinstance(event, e.Decided) and event.stakes:
            self.staked[event.seat] += sum(event.stakes.values())
        elif isinstance(event, e.Settled | e.Unwound):
            net = sum(signed_cents(line["net"]) for line in event.lines)
            self.nets[event.seat] = self.nets.get(event.seat, 0) + (net if isinstance(event, e.Settled) else -net)
        elif isinstance(event, e.RoundClosed):
            return self._closed(event, n, at)
        return []

    def _closed(self, event: e.RoundClosed, n: int, at: int) -> list[Row]:
        row = {
            "table_id": self.table,
            "round": event.round,
            "first": self.first,
            "last": n,
            "at": at,
            "void": event.void,
        }
        seats = [
            {
                "table_id": self.table,
                "round": event.round,
                "seat": seat,
                "player": player,
                "staked": self.staked[seat],
                "net": self.nets.get(seat, 0),
                "at": at,
            }
            for seat, player in self.players.items()
        ]
        return [(schema.rounds, row), *((schema.played, seat) for seat in seats)]


# Finding rounds.

Result = Literal["won", "lost", "even"]


class RoundQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What rounds of a player are looked for. `before` is the cursor of the last row that was seen, or a time;
    `least` are cents won or lost at least."""

    before: str = ""
    table: str = ""
    game: str = ""
    first: str = ""
    last: str = ""
    zone: str = ""
    round: int | None = None
    result: Result | None = None
    least: int = 0


def search(
    database: Database, player: str, asked: RoundQuery, only: Collection[str] | None = None
) -> list[payloads.PlayedRound]:
    """A player's hands, latest first, a page at a time; at all tables or only at some."""
    for field, text in (("player", player), ("table", asked.table), ("game", asked.game), ("before", asked.before)):
        if not text.isprintable():
            raise BadText("holds letters that no name has", field=field)
    rows, tables = schema.played, schema.tables
    found = select(rows, tables.c.name, tables.c.game).join(tables, tables.c.id == rows.c.table_id)
    found = found.where(rows.c.player == player, *_wanted(asked))
    if only is not None:
        found = found.where(rows.c.table_id.in_(only))
    with database.read() as connection:
        return [
            payloads.PlayedRound(
                table=r.table_id,
                round=r.round,
                seat=r.seat,
                staked=r.staked,
                net=r.net,
                at=r.at,
                name=r.name,
                game=r.game,
                cursor=f"{r.at}:{r.table_id}:{r.round}:{r.seat}",
            )
            for r in connection.execute(_page(found))
        ]


def _page(found: Select[Any]) -> Select[Any]:
    """Several hands may be closed in the same millisecond, so the time alone is no order."""
    rows = schema.played
    return found.order_by(rows.c.at.desc(), rows.c.table_id.desc(), rows.c.round.desc(), rows.c.seat.desc()).limit(
        ROUNDS_PER_PAGE
    )


def _wanted(asked: RoundQuery) -> list[ColumnElement[bool]]:
    rows, zone = schema.played, read_zone(asked.zone)
    wanted = [_before(asked.before)] if asked.before else []
    if asked.table:
        wanted.append(rows.c.table_id == asked.table)
    if asked.game:
        wanted.append(schema.tables.c.game == asked.game)
    if asked.first:
        wanted.append(rows.c.at >= begin_of(read_date(asked.first, "from"), zone))
    if asked.last:
        wanted.append(rows.c.at < begin_of(read_date(asked.last, "to") + timedelta(days=1), zone))
    if asked.round is not None:
        wanted.append(rows.c.round == asked.round)
    if asked.result is not None:
        wanted.append({"won": rows.c.net > 0, "lost": rows.c.net < 0, "even": rows.c.net == 0}[asked.result])
    if asked.least:
        wanted.append(func.abs(rows.c.net) >= asked.least)
    return wanted


def _before(cursor: str) -> ColumnElement[bool]:
    rows = schema.played
    at, *rest = cursor.split(":")
    try:
        time, place = int(at), (rest[0], int(rest[1]), int(rest[2])) if rest else None
    except (ValueError, IndexError):
        raise BadText(f"{cursor[:60]!r} is no cursor of a round", field="before") from None
    if not 0 <= time < 2**62 or (place is not None and not all(0 <= part < 2**31 for part in place[1:])):
        raise BadText(f"{cursor[:60]!r} is no cursor of a round", field="before")
    if place is None:
        return rows.c.at < time
    table, number, seat = place
    after = or_(
        rows.c.table_id < table,
        and_(rows.c.table_id == table, or_(rows.c.round < number, and_(rows.c.round == number, rows.c.seat < seat))),
    )
    return and_(rows.c.at <= time, or_(rows.c.at < time, after))
