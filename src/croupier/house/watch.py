"""Surveillance: every table as it stands, cut as for someone who owns no seat; what was, and whether it is intact.

Whoever looks sees what lies face up. A person who plays at a table sees no more of it here than anyone else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import select

from croupier.errors import HouseError
from croupier.house import replays, schema
from croupier.house.asks import waiting
from croupier.house.brief import line
from croupier.house.felt import chapter, exact, label, real_cards, status
from croupier.house.laid import Laid
from croupier.house.loading import reason
from croupier.house.permissions import may
from croupier.house.search import Marks, Search
from croupier.house.sought import Sought, moment, read
from croupier.house.verify import Verifier
from croupier.journal.record import Line, Record
from croupier.journal.told import time_of
from croupier.kit.money import cents
from croupier.table import events as e
from croupier.table.told import does

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.house.desk import Desk
    from croupier.house.keeper import Keeper
    from croupier.house.people import Person
    from croupier.table import Table

LINES = 80
"""Records that a live page is given to begin with."""
MARKS = 12
MOST = 10**12
"""Cents: no amount is larger."""
_LINE = msgspec.json.Decoder(Line)
_PHASES = {"opening": "opening", "shuffling": "shuffle and cut", "starting": "no more bets", "dealing": "dealing",
           "deciding": "decisions", "settling": "settlement", "betting": "betting"}  # fmt: skip


class _Kind(msgspec.Struct):
    """What says of a stored table whether it is a school's."""

    school: str = ""


_KIND = msgspec.json.Decoder(_Kind)


class Following:
    """A live table by its records, as they are stored."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.laid = Laid()
        self.lines: list[dict[str, Any]] = []
        self.heard = -1

    def catch_up(self) -> None:
        """Hear what is new; after a gap the cloth begins anew with the next round."""
        news = []
        for sent in reversed(self.keeper.recent):
            if sent.n <= self.heard:
                break
            if sent.n <= self.keeper.stored:
                news.append(sent)
        if news and news[-1].n > self.heard + 1:
            self.laid, self.lines = Laid(), []
        for sent in reversed(news):
            told = _LINE.decode(sent.line)
            body = next(part for part in (told.journal, told.event, told.head) if part is not msgspec.UNSET)
            record = Record(n=told.n, at=told.at, body=body, hash=told.hash, offset=0, line=sent.line)
            self.lines.append(line(record))
            if isinstance(body, e.Event):
                self.laid = self.laid.hear(body)
            self.heard = sent.n
        del self.lines[:-LINES]


class Watch:
    """One per house."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.house = desk.house
        self.verifier = Verifier(desk.house)
        self._tables: dict[str, replays.Table] = {}
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

    def _rows(self) -> dict[str, Any]:
        """Every table but those of the school, where nothing is played for."""
        rows = schema.tables
        with self.house.database.read() as connection:
            found = {row.id: row for row in connection.execute(select(rows).order_by(rows.c.opened))
                     if not _KIND.decode(row.settings).school}  # fmt: skip
        self._closed = {id_: row.closed for id_, row in found.items()}
        return found

    def table(self, id_: str) -> replays.Table:
        """What stays the same at a table."""
        found = self._tables.get(id_)
        if found is None:
            found = self._tables[id_] = replays.Table.of(self.house, id_)
        return found

    # Live.

    def tables(self, person: Person) -> list[dict[str, Any]]:
        """Every table that somebody may watch, in a line, with its alarms."""
        return [self.row(id_, name) for id_, name in self.visible(person).items()]

    def row(self, id_: str, name: str) -> dict[str, Any]:
        """A table in a line."""
        closed, keeper = self._closed.get(id_), self.house.keepers.get(id_)
        try:
            table = self.table(id_)
        except Exception as error:  # noqa: BLE001 - the others are watched all the same
            return {"id": id_, "name": name, "title": "", "game": "", "edition": "", "chapter": "", "status": "",
                    "proposed": False, "words": "set aside", "live": False, "round": 0,
                    "alarms": [{"words": f"its journal cannot be read: {reason(error)}", "cite": ""}]}  # fmt: skip
        game = table.rules.game
        told = {"id": id_, "name": name, "title": game.name, "game": game.id, "edition": game.edition,
                "chapter": chapter(table.rules), "status": status(table.rules),
                "proposed": game.chapter.status == "proposed",
                "real-cards": real_cards(table.opening.cards)}  # fmt: skip
        if keeper is None:
            aside = id_ in self.house.keeping.set_aside
            words = f"closed {time_of(closed)[:16]} UTC" if closed else "set aside" if aside else "being taken up"
            return told | {"words": words, "live": False, "round": 0, "alarms": []}
        return told | {"words": _words(keeper), "live": True, "round": keeper.table.rounds,
                       "alarms": self._alarms(keeper)}  # fmt: skip

    def _alarms(self, keeper: Keeper) -> list[dict[str, str]]:
        following = self.following(keeper)
        found = list(following.laid.alarms)
        play = keeper.table.play
        if keeper.broken is not None:
            found.append({"words": "stopped; it is being taken up anew", "cite": ""})
        gone = play.gone if play is not None else ()
        return found + [{"words": f"seat {seat} walked away from the hand", "cite": ""} for seat in gone]

    def following(self, keeper: Keeper) -> Following:
        """A keeper's table, up to its last stored record."""
        found = self._following.get(keeper.id)
        if found is None or found.keeper is not keeper:
            found = self._following[keeper.id] = Following(keeper)
        found.catch_up()
        return found

    def live(self, id_: str) -> dict[str, Any]:
        """A table's cloth now, and the dealer's line."""
        keeper = self.house.keeper(id_)
        table, following = keeper.table, self.following(keeper)
        turns = waiting(table) if table.play is not None else ()
        scene = self.table(id_).cloth.told(following.laid, seated=table.seats, turns=turns)
        return {
            "table": id_,
            "words": _words(keeper),
            "scene": scene,
            "voice": _voice(keeper),
            "rounds": table.rounds,
            "n": following.heard,
            "meters": _meters(table),
            "alarms": self._alarms(keeper),
        }  # fmt: skip

    def lines(self, id_: str, after: int) -> list[dict[str, Any]]:
        """The records of a live table after a number."""
        return [one for one in self.following(self.house.keeper(id_)).lines if one["n"] > after]

    # What was.

    def search(self, person: Person, asked: Mapping[str, str]) -> dict[str, Any]:
        """Rounds of the tables somebody may watch."""
        tables = self.visible(person)
        if one := asked.get("table"):
            self.check(person, one)
            tables = {one: tables[one]}
        known = {id_: self.table(id_) for id_ in tables}
        wagers = {wager.id for table in known.values() for wager in table.rules.offered()}
        sought = _sought(asked, wagers)
        stubs = {id_ for id_, table in known.items() if _counts_now_and_then(table)}
        with self.house.database.read() as connection:
            search = Search(connection, tables, stubs, self._marks)
            return search.find(sought, asked.get("after", ""), **({"page": MARKS} if sought.marked else {}))

    def steps(self, person: Person, table: str, number: int) -> dict[str, Any]:
        """A closed round, record by record."""
        self.check(person, table)
        return replays.steps(self.house, self.table(table), number)

    def report(self, person: Person, table: str, number: int) -> dict[str, Any]:
        """A closed round for a dispute."""
        self.check(person, table)
        return replays.report(self.house, self.table(table), number)

    def verify(self, person: Person, table: str, *, anew: bool) -> dict[str, Any]:
        """Whether a table's journal is intact."""
        self.check(person, table)
        return self.verifier.ask(table, anew=anew)


def joined(rows: list[dict[str, Any]], others: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """The tables, each as the process says that keeps it."""
    live = {row["id"]: row for told in others for row in told if row["live"]}
    return [row if row["live"] else live.get(row["id"], row) for row in rows]


def _sought(asked: Mapping[str, str], wagers: set[str]) -> Sought:
    """What a page's fields and its one line of text ask for together."""
    asked = {name: told.replace("\x00", "")[:200] for name, told in asked.items()}
    given: dict[str, Any] = {name: asked[name] for name in ("player", "card", "wager", "text") if asked.get(name)}
    for name in ("number", "seat"):
        if told := asked.get(name):
            if not told.isdecimal() or len(told) > 9:
                raise HouseError("is a number", field=name)
            given[name] = int(told)
    for name in ("void", "irregular", "late", "marked"):
        given[name] = asked.get(name) in {"1", "true", "on"}
    if told := asked.get("paid"):
        given["paid"] = cents(told.removeprefix("$").replace(",", ""))
        if given["paid"] > MOST:
            raise HouseError("no such amount is handled here", field="paid")
    for name in ("since", "until"):
        if told := asked.get(name):
            given[name] = moment(told)
            if given[name] is None:
                raise HouseError("is a day or a time, like 2026-11-15 or 2026-11-15T14:00", field=name)
    if given.get("wager") and given["wager"] not in wagers:
        raise HouseError(f"no table here offers {given['wager']!r}", field="wager")
    return read(asked.get("q", ""), wagers, given)


def _counts_now_and_then(table: replays.Table) -> bool:
    conduct = table.rules.game.conduct
    stub = conduct.ways[table.rules.chosen["dealing"]].stub if conduct is not None else None
    return stub is not None and stub.every > 1


def _meters(table: Table) -> list[dict[str, str]]:
    return [{"label": label(table.rules, meter.wager), "text": exact(table.accounts.get(f"meter:{name}", 0))}
            for name, meter in table.meters.items()]  # fmt: skip


def _words(keeper: Keeper) -> str:
    """A live table in a few words: ``live, round 93, setting hands``."""
    table = keeper.table
    if keeper.broken is not None:
        return "stopped"
    if table.phase == "closed":
        return "closed"
    if table.idle or not table.seats:
        return f"live, {table.rounds:,} rounds, no players"
    number = table.play.number if table.play is not None else table.rounds + 1
    doing = _PHASES.get(table.phase, table.phase)
    turns = waiting(table)
    if table.due is not None and table.due.id == "decide" and turns:
        setting = table.rules.game.streets[table.due.street].setting
        doing = "setting hands" if setting else f"seat {turns[0]} decides"
    return f"live, round {number:,}, {doing}"


def _voice(keeper: Keeper) -> dict[str, str]:
    """What is due now, in a sentence, with its provision."""
    table = keeper.table
    due = table.due
    if table.phase == "closed":
        return {"words": "This table is closed.", "cite": ""}
    if due is None:
        return {"words": "Wagers are taken.", "cite": str(table.conduct.closed)}
    if due.id == "decide" and (turns := waiting(table)):
        several = f"Seats {', '.join(map(str, turns))} decide." if len(turns) > 1 else f"Seat {turns[0]} decides."
        return {"words": several, "cite": due.cite}
    who = "The dealer" if "dealer" in due.by else "The floorperson"
    return {"words": f"{who} {does(due.words)}.", "cite": due.cite}
