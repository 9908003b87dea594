"""Finding rounds: by the index where it can tell, and by the records of bounded windows of rounds where it cannot.

The index of rounds knows number, time, seat, player, net and void. A card, a wager, a decision by timeout or a word
stands in the records alone: those of the newest rounds are looked through first, so many rounds at a time and for so
long at most, and the answer says how far that was and where to go on.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Text as SqlText
from sqlalchemy import and_, cast, exists, func, or_, select, tuple_

from croupier.errors import HouseError
from croupier.house import schema
from croupier.house.felt import exact, signed
from croupier.house.replays import holds
from croupier.journal.record import Line
from croupier.journal.told import time_of, what
from croupier.kit.money import cents
from croupier.table import events as e

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from sqlalchemy import ColumnElement, Connection, Select

    from croupier.house.sought import Sought

    Told = Callable[[e.Event, str], str]
    """What a record of a table tells of what is sought; nothing if it only looked so."""

PAGE = 40
WINDOW = 4000
"""Rounds whose records are looked through at a time."""
BUDGET = 0.8
"""Seconds after which an answer is given with what was found so far."""
BIG = 50_000
"""Cents: a seat that takes home so much in a round is marked."""

_LINES = msgspec.json.Decoder(Line)
_MARKS = ('"event":"irregularity-found"', '"late":true', '"step":"count-stub"')

Key = tuple[str, int]


class Search:
    """A search across tables. `stubs` are those where a correct count of the stub is worth a mark: elsewhere every
    round has one."""

    def __init__(self, connection: Connection, tables: Mapping[str, str], stubs: Collection[str] = ()) -> None:
        self.connection = connection
        self.tables = tables
        self.stubs = stubs

    def find(self, sought: Sought, after: str = "", *, page: int = PAGE) -> dict[str, Any]:
        """A page of rounds, newest first; `next` is where to go on, nothing at the end."""
        until = time.monotonic() + BUDGET
        cursor, looked = _cursor(after), 0
        found: list[tuple[Any, list[dict[str, Any]]]] = []
        ended = False
        while not ended and len(found) < page:
            window = self._window(sought, cursor, WINDOW if sought.in_records else page + 1)
            ended = len(window) < (WINDOW if sought.in_records else page + 1)
            notes = self._notes(sought, window) if window else {}
            for row in window:
                if len(found) == page:
                    ended = False
                    break
                looked += 1
                cursor = (row.at, row.table_id, row.round)
                key = (row.table_id, row.round)
                if notes is None or key in notes:
                    found.append((row, [] if notes is None else notes[key]))
            if time.monotonic() > until:
                break
        going = not ended and cursor is not None
        return {
            "sought": sought.words(),
            "rounds": self._told(found),
            "looked": looked,
            "scan": _scan(sought, looked, cursor, going=going),
            "next": "" if not going or cursor is None else f"{cursor[0]}~{cursor[1]}~{cursor[2]}",
        }

    def _window(self, sought: Sought, cursor: tuple[int, str, int] | None, size: int) -> list[Any]:
        """Rounds that the index allows, newest first."""
        rows, played = schema.rounds, schema.played
        asked: Select[Any] = select(rows).where(rows.c.table_id.in_(list(self.tables)))
        asked = asked.order_by(rows.c.at.desc(), rows.c.table_id.desc(), rows.c.round.desc()).limit(size)
        if cursor is not None:
            asked = asked.where(rows.c.at <= cursor[0],
                                tuple_(rows.c.at, rows.c.table_id, rows.c.round) < tuple_(*cursor))  # fmt: skip
        if sought.number is not None:
            asked = asked.where(rows.c.round == sought.number)
        if sought.since is not None:
            asked = asked.where(rows.c.at >= sought.since)
        if sought.until is not None:
            asked = asked.where(rows.c.at <= sought.until)
        if sought.void:
            asked = asked.where(rows.c.void)
        seat = [played.c.table_id == rows.c.table_id, played.c.round == rows.c.round]
        wanted = []
        if sought.seat is not None:
            wanted.append(played.c.seat == sought.seat)
        if sought.player:
            wanted.append(func.lower(played.c.player) == sought.player.lower())
        if sought.paid is not None:  # nobody is paid more than stake and net together
            wanted.append(played.c.net + played.c.staked >= sought.paid)
        if wanted:
            asked = asked.where(exists().where(*seat, *wanted))
        return list(self.connection.execute(asked))

    def _notes(self, sought: Sought, window: list[Any]) -> dict[Key, list[dict[str, Any]]] | None:
        """Of the rounds in a window those whose records hold what is sought, and the records that do; None for all."""
        if sought.marked:
            return self._marked(window)
        notes: dict[Key, list[dict[str, Any]]] | None = None
        for condition, told in self._looks(sought):
            hits = self._hits(window, condition, told)
            notes = hits if notes is None else {key: [*notes[key], *hits[key]] for key in notes if key in hits}
            window = [row for row in window if (row.table_id, row.round) in notes]
        return notes

    def _looks(self, sought: Sought) -> Iterator[tuple[ColumnElement[bool], Told]]:
        """What the database looks for in a line, and what such a record then has to tell."""
        connection = self.connection
        for card in sought.card.split():
            yield holds(connection, card), partial(_shows, card)
        if sought.wager:
            yield holds(connection, '"event":"round-began"'), partial(_wagered, sought.wager)
        if sought.paid is not None:
            yield holds(connection, '"event":"settled"'), partial(_paid, sought.paid)
        if sought.irregular:
            yield holds(connection, _MARKS[0]), _irregular
        if sought.late:
            yield holds(connection, _MARKS[1]), _late
        for word in sought.text.lower().split():
            yield _reads(connection, word), partial(_says, word)

    def _marked(self, window: list[Any]) -> dict[Key, list[dict[str, Any]]]:
        """Void rounds, irregularities, decisions by timeout, stub counts and large payments."""
        condition = or_(*(holds(self.connection, mark) for mark in _MARKS))
        notes = self._hits(window, condition, self._mark)
        for row in window:
            if row.void:
                notes.setdefault((row.table_id, row.round), []).insert(0, {"words": "void", "cite": "", "n": row.last})
        played = schema.played
        big = select(played).where(played.c.net >= BIG, played.c.at >= window[-1].at, played.c.at <= window[0].at,
                                   played.c.table_id.in_(list(self.tables)))  # fmt: skip
        held = {(row.table_id, row.round): row.last for row in window}
        for row in self.connection.execute(big):
            key = (row.table_id, row.round)
            if key in held:
                words = f"seat {row.seat} took {exact(row.net)} home"
                notes.setdefault(key, []).append({"words": words, "cite": "", "n": held[key]})
        return notes

    def _mark(self, event: e.Event, table: str) -> str:
        if isinstance(event, e.Performed) and event.step == "count-stub" and isinstance(event.value, dict):
            counted, expected = event.value.get("counted"), event.value.get("expected")
            if counted != expected:
                return f"stub counted {counted}, {expected} should be there"
            return f"stub counted {counted}, correct" if table in self.stubs else ""
        return _irregular(event, table) or _late(event, table)

    def _hits(self, window: list[Any], condition: ColumnElement[bool], told: Told) -> dict[Key, list[dict[str, Any]]]:
        """The records of these rounds that fulfil a condition and, once read, have something to tell."""
        rows = schema.records
        notes: dict[Key, list[dict[str, Any]]] = {}
        for table in {row.table_id for row in window}:
            own = sorted((row for row in window if row.table_id == table), key=lambda row: row.first)
            for run in _runs(own):
                asked = select(rows.c.n, rows.c.line).where(
                    and_(rows.c.table_id == table, rows.c.n.between(run[0].first, run[-1].last), condition)
                ).order_by(rows.c.n)  # fmt: skip
                at = 0
                for n, line in self.connection.execute(asked):
                    while at < len(run) and run[at].last < n:
                        at += 1
                    if at == len(run):
                        break
                    if n < run[at].first:
                        continue
                    event = _LINES.decode(bytes(line)).event
                    words = told(event, table) if isinstance(event, e.Event) else ""
                    if words:
                        note = {"words": words, "cite": str(getattr(event, "cite", "")), "n": n}
                        notes.setdefault((table, run[at].round), []).append(note)
        return notes

    def _told(self, found: list[tuple[Any, list[dict[str, Any]]]]) -> list[dict[str, Any]]:
        played = schema.played
        keys = [(row.table_id, row.round) for row, _ in found]
        seats: dict[Key, list[Any]] = {}
        if keys:
            asked = select(played).where(tuple_(played.c.table_id, played.c.round).in_(keys)).order_by(played.c.seat)
            for row in self.connection.execute(asked):
                seats.setdefault((row.table_id, row.round), []).append(row)
        return [{
            "table": row.table_id, "name": self.tables[row.table_id], "round": row.round, "at": row.at,
            "time": time_of(row.at)[:19], "void": bool(row.void), "notes": notes[:4],
            "seats": [f"{own.player} {signed(own.net)}" for own in seats.get((row.table_id, row.round), [])],
        } for row, notes in found]  # fmt: skip


def _runs(rows: list[Any], gap: int = 400) -> list[list[Any]]:
    """Rounds whose records lie close together, so that one look takes them all."""
    runs: list[list[Any]] = []
    for row in rows:
        if runs and row.first - runs[-1][-1].last <= gap:
            runs[-1].append(row)
        else:
            runs.append([row])
    return runs


def _scan(sought: Sought, looked: int, cursor: tuple[int, str, int] | None, *, going: bool) -> str:
    if not sought.in_records:
        return "from the index of rounds"
    back = f", back to {time_of(cursor[0])[:19]} UTC" if cursor is not None and going else ", to the first"
    return f"records of {looked:,} round{'s' if looked != 1 else ''} looked through{back}"


def _cursor(text: str) -> tuple[int, str, int] | None:
    if not text:
        return None
    try:
        at, table, number = text.split("~")
        return int(at), table, int(number)
    except ValueError:
        raise HouseError("is no place to go on from", field="after") from None


def _reads(connection: Connection, word: str) -> ColumnElement[bool]:
    column = schema.records.c.line
    if connection.dialect.name == "sqlite":
        return func.instr(func.lower(cast(column, SqlText)), word) > 0
    return func.strpos(func.lower(func.convert_from(column, "UTF8")), word) > 0


def _says(word: str, event: e.Event, _: str) -> str:
    if isinstance(event, e.OrderOpened | e.Shuffled):
        return ""
    told = what(event)
    own = " ".join(str(getattr(event, name, "")) for name in ("who", "player", "note", "irregularity", "step"))
    rows = " ".join(str(line.get("row") or "") for line in getattr(event, "lines", ()))
    return told.split(";")[0] if word in f"{told} {own} {rows}".lower() else ""


def _shows(card: str, event: e.Event, _: str) -> str:
    if not isinstance(event, e.Dealt | e.Turned | e.Revealed | e.Discarded) or card not in event.cards.split():
        return ""
    return what(event)


def _wagered(wager: str, event: e.Event, _: str) -> str:
    if not isinstance(event, e.RoundBegan):
        return ""
    seats = {seat: own[wager] for seat, own in event.wagers.items() if wager in own}
    return ", ".join(f"seat {seat} {wager} {exact(stake)}" for seat, stake in seats.items())


def _paid(least: int, event: e.Event, _: str) -> str:
    if not isinstance(event, e.Settled):
        return ""
    paid = sum(cents(line["paid"]) for line in event.lines)
    return f"seat {event.seat} paid {exact(paid)}" if paid >= least else ""


def _irregular(event: e.Event, _: str) -> str:
    if not isinstance(event, e.IrregularityFound):
        return ""
    seat = f", seat {event.seat}" if event.seat else ""
    return f"{event.irregularity.replace('-', ' ')}{seat}"


def _late(event: e.Event, _: str) -> str:
    return f"decision by timeout, seat {event.seat}" if isinstance(event, e.Decided) and event.late else ""
