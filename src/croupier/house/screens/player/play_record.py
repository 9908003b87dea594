"""My play: a player's own results, replays and shared hands, and the coach's look at rounds that are over.

Everything is read from the database, so that any process of the house answers, also for a table that has closed.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import select

from croupier.errors import BadText, CroupierError, HouseError
from croupier.house import judged, my_play, replays, schema, shares
from croupier.house.accounts import hashed
from croupier.house.counting import same_play
from croupier.house.player_replay import replay
from croupier.house.settings import Settings
from croupier.house.work import Work
from croupier.journal.told import time_of

if TYPE_CHECKING:
    from croupier.house.counting import Counting
    from croupier.house.desk import Desk
    from croupier.house.lab import Lab
    from croupier.house.people import Person

TABLES, REPLAYS = 64, 64
"""Tables, and replays that are shown by links, kept in memory."""
LOOKS = 0.4
"""Seconds for which the coach looks at rounds for one question."""


class PlayBook:
    """One per house."""

    def __init__(self, desk: Desk, counting: Counting, lab: Lab) -> None:
        self.desk = desk
        self.house = desk.house
        self.counting = counting
        self._lab = lab
        self._lock = Lock()
        self._tables: OrderedDict[str, replays.Table] = OrderedDict()
        self._shown: OrderedDict[tuple[str, int, int, str], dict[str, Any]] = OrderedDict()

    def _own(self, person: Person) -> None:
        self.desk.check_anywhere(person, "history-own")

    # Results.

    def results(self, person: Person, token: str, span: str) -> dict[str, Any]:
        """A player's own, for this session, the last thirty days, or all time."""
        self._own(person)
        if span not in my_play.SPANS:
            raise BadText(f"{span[:20]!r} is none of {', '.join(my_play.SPANS)}", field="span")
        session, now = self._session(person, token), self.house.clock()
        return my_play.results(self.house.database, person.name, span=span, session=session, now=now)

    def _session(self, person: Person, token: str) -> int:
        rows = schema.sessions
        with self.house.database.read() as connection:
            made = connection.scalar(select(rows.c.made).where(rows.c.token == hashed(token))) or 0
        return my_play.session_since(self.house.database, person.name, made)

    def coach(self, person: Person, token: str, span: str) -> dict[str, Any]:
        """The coach's part; it looks at some rounds more, says how many are left, and what it waits for."""
        self._own(person)
        words = self._look(person.name)
        since = {"session": self._session(person, token), "month": self.house.clock() - my_play.MONTH}.get(span, 0)
        left = len(judged.unjudged(self.house.database, person.name, judged.LATEST))
        return my_play.coached(self.house.database, person.name, since=since) | {"left": left, "words": words}

    def _look(self, player: str) -> str:
        """Look at a player's rounds for a while; gives what is still being counted, if anything is."""
        until, waits, rows, closed = time.monotonic() + LOOKS, "", [], set()
        for key in judged.unjudged(self.house.database, player):
            if key.table in closed:
                continue
            try:
                table = self.table(key.table)
                ready = self._ready(table)
                if isinstance(ready, str):
                    waits = ready
                    closed.add(key.table)
                    continue
                row = judged.look_at(self.house.database, key, *ready)
            except CroupierError:  # a broken journal or a game that is not there any more: the others are looked at
                closed.add(key.table)
                continue
            rows += [row] if row is not None else []
            if time.monotonic() > until:
                break
        if rows:
            kept = [(schema.judged, row) for row in rows]
            self.house.database.submit(Work("", self.house.clock(), rows=kept)).result()
        return waits

    def _ready(self, table: replays.Table) -> tuple[Any, Any] | str:
        """How decisions and wagers of a table are valued; words while it is being counted."""
        rules, lab = table.rules, self._lab
        play = same_play(rules)

        def make() -> Any:  # noqa: ANN401 - as the coach keeps it
            from croupier.odds.strategy_joint import lookup_jointly  # noqa: PLC0415 - numpy comes with it

            return lookup_jointly(rules)

        look = self.counting.ready(("look", play), make) if self._coached(table.id) else False
        if look is None:
            return self.counting.words(("look", play))
        prices = self.counting.ready(("prices", play), lambda: judged.prices_of(lab, rules))
        if prices is None:
            return self.counting.words(("prices", play))
        return look or None, prices

    def _coached(self, table: str) -> bool:
        """Whether the house lets the coach speak of this table."""
        rows = schema.tables
        with self.house.database.read() as connection:
            told = connection.scalar(select(rows.c.settings).where(rows.c.id == table))
        return bool(told) and msgspec.json.decode(str(told), type=Settings).coach

    # Replays.

    def table(self, id_: str) -> replays.Table:
        """What stays the same at a table."""
        with self._lock:
            found = self._tables.get(id_)
        if found is None:
            self.desk.known(id_)
            found = replays.Table.of(self.house, id_)
            with self._lock:
                self._tables[id_] = found
                while len(self._tables) > TABLES:
                    self._tables.popitem(last=False)
        return found

    def _seat(self, person: Person, table: str, number: int, seat: int) -> int:
        """The seat that somebody played in a round: the one that is meant, or the first of theirs."""
        self._own(person)
        self.desk.known(table)
        rows = schema.played
        found: list[int] = []
        if 0 < number < 2**31:
            asked = select(rows.c.seat).where(rows.c.table_id == table, rows.c.round == number,
                                              rows.c.player == person.name)  # fmt: skip
            with self.house.database.read() as connection:
                found = sorted(connection.scalars(asked))
        if not found or (seat and seat not in found):
            raise HouseError("this is no closed round of yours", fault="unknown", field="round")
        return seat or found[0]

    def replay(self, person: Person, table: str, number: int, seat: int = 0) -> dict[str, Any]:
        """One's own round, step by step."""
        own = self._seat(person, table, number, seat)
        told = replay(self.house, self.table(table), number, own)
        return told | {"own": True, "neighbours": self._neighbours(person, table, number),
                       "verdict": self._verdict(table, number, own)}  # fmt: skip

    def _neighbours(self, person: Person, table: str, number: int) -> dict[str, int | None]:
        rows = schema.played
        mine = select(rows.c.round).where(rows.c.table_id == table, rows.c.player == person.name)
        with self.house.database.read() as connection:
            before = connection.scalar(mine.where(rows.c.round < number).order_by(rows.c.round.desc()).limit(1))
            after = connection.scalar(mine.where(rows.c.round > number).order_by(rows.c.round).limit(1))
        return {"before": before, "after": after}

    def _verdict(self, table: str, number: int, seat: int) -> str:
        """What the coach said of it, where it was asked."""
        rows = schema.judged
        asked = select(rows).where(rows.c.table_id == table, rows.c.round == number, rows.c.seat == seat)
        with self.house.database.read() as connection:
            row = connection.execute(asked).first()
        if row is None or not row.decisions:
            return ""
        cost = my_play.cost_words(row.cost)
        return f"{row.worst}: it cost {cost} against the best choice" if row.cost else "Every decision was the best one"

    # Shared hands.

    def share(self, person: Person, table: str, number: int, *, seat: int, named: bool) -> str:
        """A link to one's own round."""
        own = self._seat(person, table, number, seat)
        at = self.house.clock()
        return shares.share(self.house.database, person.name, table, number, own, named=named, at=at)

    def shares(self, person: Person) -> list[dict[str, Any]]:
        """One's own links."""
        self._own(person)
        return [one | {"made": time_of(one["made"])[:10], "title": self._title(one["table"])}
                for one in shares.shared_by(self.house.database, person.name)]  # fmt: skip

    def _title(self, table: str) -> str:
        rows = schema.tables
        with self.house.database.read() as connection:
            row = connection.execute(select(rows.c.game, rows.c.edition).where(rows.c.id == table)).first()
        return "" if row is None else my_play.title(row.game, row.edition)

    def revoke(self, person: Person, id_: str) -> None:
        """Take one of them back."""
        self._own(person)
        shares.revoke(self.house.database, person.name, id_, at=self.house.clock())

    def shared(self, token: str) -> dict[str, Any]:
        """What a link shows to anyone."""
        found = shares.shown_by(self.house.database, token)
        key = (found.table, found.round, found.seat, found.person if found.named else "")
        with self._lock:
            told = self._shown.get(key)
        if told is None:
            told = replay(self.house, self.table(found.table), found.round, found.seat, name=key[3]) | {"own": False}
            if told["whole"]:  # else its order is opened later
                with self._lock:
                    self._shown[key] = told
                    while len(self._shown) > REPLAYS:
                        self._shown.popitem(last=False)
        return told
