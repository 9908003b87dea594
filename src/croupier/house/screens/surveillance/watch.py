"""Surveillance: every table as it stands, cut as for someone who owns no seat; what was, and whether it is intact.

Whoever looks sees what lies face up. A person who plays at a table sees no more of it here than anyone else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from croupier.errors import HouseError
from croupier.house.archive import round_replay
from croupier.house.archive.search import Search
from croupier.house.archive.search_terms import SearchTerms, moment, read_terms
from croupier.house.archive.verify import Verifier
from croupier.house.cloth.felt import chapter, real_cards, status
from croupier.house.cloth.payloads import Said
from croupier.house.people.house_settings import MAX_CENTS
from croupier.house.people.permissions import may
from croupier.house.screens.surveillance import payloads
from croupier.house.screens.surveillance.live_table import (
    KIND_DECODER,
    Following,
    counts_now_and_then,
    meters_in_words,
    table_words,
    voice,
)
from croupier.house.storage import schema
from croupier.house.tables.keeping.loading import fault_in_words
from croupier.journal.record_text import time_of
from croupier.kit.money import cents
from croupier.table.turns import speaking

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Row

    from croupier.house.archive.payloads import FoundRounds, RoundReport, RoundSteps, Verification
    from croupier.house.archive.search_windows import Marks
    from croupier.house.cloth.payloads import RecordLine
    from croupier.house.desk.desk import Desk
    from croupier.house.people.roles import Person
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.kit.payload import Json

MARKS = 12


class Watch:
    """One per house."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.house = desk.house
        self.verifier = Verifier(desk.house)
        self._tables: dict[str, round_replay.ReplayTable] = {}
        self._following: dict[str, Following] = {}
        self._marks: dict[str, Marks] = {}
        self._closed: dict[str, int | None] = {}

    # Who may look, and at what.

    def check(self, person: Person, table: str) -> None:
        """Refuse a table that is not there, or not this person's to watch."""
        if table not in self._rows():
            raise HouseError(f"there is no table {table!r}", fault="unknown", field="table")
        self.desk.check(person, "surveil", table)

    def visible(self, person: Person) -> dict[str, str]:
        """The tables that somebody may watch, by id and name; someone who may watch none is refused."""
        found = {id_: row.name for id_, row in self._rows().items() if may(person.roles(id_), "surveil")}
        if not found and not any(may({role}, "surveil") for role, _ in person.grants):
            self.desk.check(person, "surveil")
        return found

    def _rows(self) -> dict[str, Row[Any]]:
        """Every table but those of the school, where nothing is played for."""
        rows = schema.tables
        with self.house.database.read() as connection:
            found = {
                row.id: row
                for row in connection.execute(select(rows).order_by(rows.c.opened))
                if not KIND_DECODER.decode(row.settings).school
            }
        self._closed = {id_: row.closed for id_, row in found.items()}
        return found

    def table(self, id_: str) -> round_replay.ReplayTable:
        """What stays the same at a table."""
        found = self._tables.get(id_)
        if found is None:
            found = self._tables[id_] = round_replay.ReplayTable.of(self.house, id_)
        return found

    # Live.

    def tables(self, person: Person) -> list[payloads.WatchedTable]:
        """Every table that somebody may watch, in a line, with its alarms."""
        return [self.row(id_, name) for id_, name in self.visible(person).items()]

    def row(self, id_: str, name: str) -> payloads.WatchedTable:
        """A table in a line."""
        closed, keeper = self._closed.get(id_), self.house.keepers.get(id_)
        try:
            table = self.table(id_)
        except Exception as error:  # noqa: BLE001 - the others are watched all the same
            return payloads.WatchedTable(
                id=id_,
                name=name,
                title="",
                game="",
                edition="",
                chapter="",
                status="",
                proposed=False,
                words="set aside",
                live=False,
                round=0,
                alarms=[Said(words=f"its journal cannot be read: {fault_in_words(error)}", cite="")],
            )
        game = table.rules.game
        words, alarms = "", []
        if keeper is None:
            aside = id_ in self.house.keeping.set_aside
            words = f"closed {time_of(closed)[:16]} UTC" if closed else "set aside" if aside else "being taken up"
        else:
            words, alarms = table_words(keeper), self._alarms(keeper)
        return payloads.WatchedTable(
            id=id_,
            name=name,
            title=game.name,
            game=game.id,
            edition=game.edition,
            chapter=chapter(table.rules),
            status=status(table.rules),
            proposed=game.chapter.status != "in force",
            real_cards=real_cards(table.opening.cards),
            words=words,
            live=keeper is not None,
            round=keeper.table.rounds if keeper is not None else 0,
            alarms=alarms,
        )

    def _alarms(self, keeper: Keeper) -> list[Said]:
        following = self.following(keeper)
        found = list(following.laid.alarms)
        play = keeper.table.play
        if keeper.broken is not None:
            found.append(Said(words="stopped; it is being taken up anew", cite=""))
        gone = play.gone if play is not None else ()
        return found + [Said(words=f"seat {seat} walked away from the hand", cite="") for seat in gone]

    def following(self, keeper: Keeper) -> Following:
        """A keeper's table, up to its last stored record."""
        found = self._following.get(keeper.id)
        if found is None or found.keeper is not keeper:
            found = self._following[keeper.id] = Following(keeper)
        found.catch_up()
        return found

    def live(self, id_: str) -> payloads.LiveTable:
        """A table's cloth now, and the dealer's line."""
        keeper = self.house.keeper(id_)
        table, following = keeper.table, self.following(keeper)
        turns = speaking(table) if table.play is not None else ()
        scene = self.table(id_).cloth.scene(following.laid, seated=table.seats, turns=turns)
        return payloads.LiveTable(
            table=id_,
            words=table_words(keeper),
            scene=scene,
            voice=voice(keeper),
            rounds=table.rounds,
            n=following.heard,
            meters=meters_in_words(table),
            alarms=self._alarms(keeper),
        )

    def lines(self, id_: str, after: int) -> list[RecordLine]:
        """The records of a live table after a number."""
        return [one for one in self.following(self.house.keeper(id_)).lines if one.n > after]

    # What was.

    def search(self, person: Person, parameters: Mapping[str, str]) -> FoundRounds:
        """Rounds of the tables somebody may watch."""
        tables = self.visible(person)
        if one := parameters.get("table"):
            self.check(person, one)
            tables = {one: tables[one]}
        known = {id_: self.table(id_) for id_ in tables}
        wagers = {wager.id for table in known.values() for wager in table.rules.offered()}
        sought = _sought(parameters, wagers)
        stubs = {id_ for id_, table in known.items() if counts_now_and_then(table)}
        with self.house.database.read() as connection:
            search = Search(connection, tables, stubs, self._marks)
            return search.find(sought, parameters.get("after", ""), **({"page": MARKS} if sought.marked else {}))

    def steps(self, person: Person, table: str, number: int) -> RoundSteps:
        """A closed round, record by record."""
        self.check(person, table)
        return round_replay.steps(self.house, self.table(table), number)

    def report(self, person: Person, table: str, number: int) -> RoundReport:
        """A closed round for a dispute."""
        self.check(person, table)
        return round_replay.report(self.house, self.table(table), number)

    def verify(self, person: Person, table: str, *, anew: bool) -> Verification:
        """Whether a table's journal is intact."""
        self.check(person, table)
        return self.verifier.ask(table, anew=anew)


def join_tables(
    rows: list[payloads.WatchedTable], others: list[list[payloads.WatchedTable]]
) -> list[payloads.WatchedTable]:
    """The tables, each as the process says that keeps it."""
    live = {row.id: row for rows_there in others for row in rows_there if row.live}
    return [row if row.live else live.get(row.id, row) for row in rows]


def _sought(parameters: Mapping[str, str], wagers: set[str]) -> SearchTerms:
    """What a page's fields and its one line of text ask for together."""
    parameters = {name: value.replace("\x00", "")[:200] for name, value in parameters.items()}
    given: Json = {name: parameters[name] for name in ("player", "card", "wager", "text") if parameters.get(name)}
    for name in ("number", "seat"):
        if value := parameters.get(name):
            if not value.isdecimal() or len(value) > 9:
                raise HouseError("is a number", field=name)
            given[name] = int(value)
    for name in ("void", "irregular", "late", "marked"):
        given[name] = parameters.get(name) in {"1", "true", "on"}
    if value := parameters.get("paid"):
        given["paid"] = cents(value.removeprefix("$").replace(",", ""))
        if given["paid"] > MAX_CENTS:
            raise HouseError("no such amount is handled here", field="paid")
    for name in ("since", "until"):
        if value := parameters.get(name):
            given[name] = moment(value)
            if given[name] is None:
                raise HouseError("is a day or a time, like 2026-11-15 or 2026-11-15T14:00", field=name)
    if given.get("wager") and given["wager"] not in wagers:
        raise HouseError(f"no table here offers {given['wager']!r}", field="wager")
    return read_terms(parameters.get("q", ""), wagers, given)
