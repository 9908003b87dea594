"""Finding rounds: by the index where it can tell, and by the records of bounded windows of rounds where it cannot.

The index of rounds knows number, time, seat, player, net and void. A card, a wager, a decision by timeout or a word
stands in the records alone: those of the newest rounds are looked through first, so many rounds at a time and for so
long at most, and the answer says how far that was and where to go on.
"""

from __future__ import annotations

import time
from functools import partial
from heapq import merge
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import and_, exists, func, or_, select, tuple_

from croupier.house.archive import payloads
from croupier.house.archive.round_replay import holds
from croupier.house.archive.search_hits import irregular, late, paid, reads, says, shows, wagered
from croupier.house.archive.search_terms import SearchTerms
from croupier.house.archive.search_windows import Marks, Notes, RoundKey, close_runs, places_to_go_on, scan_in_words
from croupier.house.cloth.felt import exact, signed
from croupier.house.storage import schema
from croupier.journal.record import Line
from croupier.journal.record_text import time_of
from croupier.table import events as e

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from sqlalchemy import ColumnElement, Connection, Select

    Describe = Callable[[e.Event, str], str]
    """What a record of a table tells of what is sought; nothing if it only looked so."""

FOUND_PER_PAGE = 40
FIRST, WINDOW = 128, 4000
"""Rounds whose records are looked through at a time: at first, and at most."""
BUDGET = 0.8
"""Seconds after which an answer is given with what was found so far."""
BIG = 50_000
"""Cents: a seat that takes home so much in a round is marked."""

_LINES = msgspec.json.Decoder(Line)
_MARKS = ('"event":"irregularity-found"', '"late":true', '"step":"count-stub"')

ALL_MARKED = SearchTerms(marked=True)


class Search:
    """A search across tables. `stubs` are those where a correct count of the stub is worth a mark: elsewhere every
    round has one."""

    def __init__(
        self,
        connection: Connection,
        tables: Mapping[str, str],
        stubs: Collection[str] = (),
        known: dict[str, Marks] | None = None,
    ) -> None:
        self.connection = connection
        self.tables = tables
        self.stubs = stubs
        self.known = {} if known is None else known

    def find(self, sought: SearchTerms, after: str = "", *, page: int = FOUND_PER_PAGE) -> payloads.FoundRounds:
        """A page of rounds, newest first; `next` is where to go on, nothing at the end."""
        until = time.monotonic() + BUDGET
        below, looked = places_to_go_on(after), 0
        found: list[tuple[Any, Notes]] = []
        size = min(WINDOW, FIRST) if sought.in_records else page + 1
        streams = [self._stream(table, sought, below.get(table), size) for table in self.tables]
        stream = merge(*streams, key=lambda row: (-row.at, row.table_id, -row.round))
        last, ended = None, False
        while not ended and len(found) < page:
            window = list(islice(stream, size))
            ended = len(window) < size
            notes = self._notes(sought, window) if window else {}
            for row in window:
                if len(found) == page:
                    ended = False
                    break
                last, looked = row, looked + 1
                below[row.table_id] = row.round
                if notes is None or (row.table_id, row.round) in notes:
                    found.append((row, () if notes is None else notes[row.table_id, row.round]))
            if time.monotonic() > until:
                break
            size = min(2 * size, WINDOW)
        back = "" if ended or last is None else f"{time_of(last.at)[:19]} UTC"
        return payloads.FoundRounds(
            sought=sought.words(),
            rounds=self._payload(found),
            looked=looked,
            scan=scan_in_words(sought, looked, back),
            next=",".join(f"{table}~{number}" for table, number in below.items()) if back else "",
        )

    def _stream(self, table: str, sought: SearchTerms, below: int | None, size: int) -> Iterator[Any]:
        """A table's rounds that the index allows, newest first, more at a time as one goes on."""
        rows, played = schema.rounds, schema.played
        query: Select[Any] = select(rows).where(rows.c.table_id == table).order_by(rows.c.round.desc())
        if sought.number is not None:
            query = query.where(rows.c.round == sought.number)
        if sought.since is not None:
            query = query.where(rows.c.at >= sought.since)
        if sought.until is not None:
            query = query.where(rows.c.at <= sought.until)
        if sought.void:
            query = query.where(rows.c.void)
        if sought.player:
            theirs = [played.c.player.in_(self._called(sought.player)), played.c.table_id == table]
            if sought.seat is not None:
                theirs.append(played.c.seat == sought.seat)
            query = query.where(rows.c.round.in_(select(played.c.round).where(*theirs)))
        elif sought.seat is not None:
            seat = [played.c.table_id == table, played.c.round == rows.c.round, played.c.seat == sought.seat]
            query = query.where(exists().where(*seat))
        if sought.paid is not None:  # nobody is paid more than stake and net together
            rich = [played.c.table_id == table, played.c.net + played.c.staked >= sought.paid]
            query = query.where(rows.c.round.in_(select(played.c.round).where(*rich)))
        while True:
            window = query if below is None else query.where(rows.c.round < below)
            got = list(self.connection.execute(window.limit(size)))
            yield from got
            if len(got) < size:
                return
            below, size = got[-1].round, min(2 * size, WINDOW)

    def _called(self, name: str) -> list[str]:
        """The players that somebody means, by capitals or without."""
        played = schema.played
        exact_one = self.connection.scalar(select(played.c.player).where(played.c.player == name).limit(1))
        if exact_one is not None:
            return [name]
        alike = select(played.c.player).where(func.lower(played.c.player) == name.lower()).distinct()
        return list(self.connection.scalars(alike))

    def _notes(self, sought: SearchTerms, window: list[Any]) -> dict[RoundKey, Notes] | None:
        """Of the rounds in a window those whose records hold what is sought, and the records that do; None for all."""
        if sought.marked:
            return self._marked(window, whole=sought == ALL_MARKED)
        notes: dict[RoundKey, Notes] | None = None
        for condition, describe in self._looks(sought):
            hits = self._hits(window, condition, describe)
            notes = hits if notes is None else {key: (*notes[key], *hits[key]) for key in notes if key in hits}
            window = [row for row in window if (row.table_id, row.round) in notes]
        return notes

    def _looks(self, sought: SearchTerms) -> Iterator[tuple[ColumnElement[bool], Describe]]:
        """What the database looks for in a line, and what such a record then has to tell."""
        connection = self.connection
        for card in sought.card.split():
            yield holds(connection, card), partial(shows, card)
        if sought.wager:
            began = and_(holds(connection, '"event":"round-began"'), holds(connection, f'"{sought.wager}":'))
            yield began, partial(wagered, sought.wager)
        if sought.paid is not None:
            yield holds(connection, '"event":"settled"'), partial(paid, sought.paid)
        if sought.irregular:
            yield holds(connection, _MARKS[0]), irregular
        if sought.late:
            yield holds(connection, _MARKS[1]), late
        for word in sought.text.lower().split():
            yield reads(connection, word), partial(says, word)

    def _marked(self, window: list[Any], *, whole: bool) -> dict[RoundKey, Notes]:
        """Void rounds, irregularities, decisions by timeout, stub counts and large payments. With `whole` the window
        has every round of its tables from the newest one on, and what is found is remembered."""
        notes: dict[RoundKey, Notes] = {}
        for table in {row.table_id for row in window}:
            known = self.known.setdefault(table, Marks())
            own = [row for row in window if row.table_id == table]
            new = [row for row in own if not known.first <= row.round <= known.last]
            found = self._look_for_marks(table, new) if new else {}
            if whole and new:
                known.learn([row.round for row in own], found)
            notes |= {
                (table, row.round): marks
                for row in own
                if (marks := found.get(row.round) or known.notes.get(row.round))
            }
        return notes

    def _look_for_marks(self, table: str, rows: list[Any]) -> dict[int, Notes]:
        condition = or_(*(holds(self.connection, mark) for mark in _MARKS))
        hits = self._hits(rows, condition, self._mark)
        notes = {number: marks for (_, number), marks in hits.items()}
        for row in rows:
            if row.void:
                notes[row.round] = (payloads.FoundNote(words="void", cite="", n=row.last), *notes.get(row.round, ()))
        played = schema.played
        numbers = [row.round for row in rows]
        big = select(played).where(
            played.c.table_id == table, played.c.round.between(min(numbers), max(numbers)), played.c.net >= BIG
        )
        last = {row.round: row.last for row in rows}
        for seat in self.connection.execute(big):
            if seat.round in last:
                note = payloads.FoundNote(
                    words=f"seat {seat.seat} took {exact(seat.net)} home", cite="", n=last[seat.round]
                )
                notes[seat.round] = (*notes.get(seat.round, ()), note)
        return notes

    def _mark(self, event: e.Event, table: str) -> str:
        if isinstance(event, e.Performed) and event.step == "count-stub" and isinstance(event.value, dict):
            counted, expected = event.value.get("counted"), event.value.get("expected")
            if counted != expected:
                return f"stub counted {counted}, {expected} should be there"
            return f"stub counted {counted}, correct" if table in self.stubs else ""
        return irregular(event, table) or late(event, table)

    def _hits(self, window: list[Any], condition: ColumnElement[bool], describe: Describe) -> dict[RoundKey, Notes]:
        """The records of these rounds that fulfil a condition and, once read, have something to tell."""
        rows = schema.records
        notes: dict[RoundKey, Notes] = {}
        for table in {row.table_id for row in window}:
            own = sorted((row for row in window if row.table_id == table), key=lambda row: row.first)
            for run in close_runs(own):
                query = (
                    select(rows.c.n, rows.c.line)
                    .where(and_(rows.c.table_id == table, rows.c.n.between(run[0].first, run[-1].last), condition))
                    .order_by(rows.c.n)
                )
                at = 0
                for n, line in self.connection.execute(query):
                    while at < len(run) and run[at].last < n:
                        at += 1
                    if at == len(run):
                        break
                    if n < run[at].first:
                        continue
                    event = _LINES.decode(bytes(line)).event
                    words = describe(event, table) if isinstance(event, e.Event) else ""
                    if words:
                        key, cite = (table, run[at].round), str(getattr(event, "cite", ""))
                        notes[key] = (*notes.get(key, ()), payloads.FoundNote(words=words, cite=cite, n=n))
        return notes

    def _payload(self, found: list[tuple[Any, Notes]]) -> list[payloads.FoundRound]:
        played = schema.played
        keys = [(row.table_id, row.round) for row, _ in found]
        seats: dict[RoundKey, list[Any]] = {}
        if keys:
            query = select(played).where(tuple_(played.c.table_id, played.c.round).in_(keys)).order_by(played.c.seat)
            for row in self.connection.execute(query):
                seats.setdefault((row.table_id, row.round), []).append(row)
        return [
            payloads.FoundRound(
                table=row.table_id,
                name=self.tables[row.table_id],
                round=row.round,
                at=row.at,
                time=time_of(row.at)[:19],
                void=bool(row.void),
                notes=notes[:4],
                seats=[f"{own.player} {signed(own.net)}" for own in seats.get((row.table_id, row.round), [])],
            )
            for row, notes in found
        ]
