"""My play: a player's own results, replays and shared hands, and the coach's look at rounds that are over.

Everything is read from the database, so that any process of the house answers, also for a table that has closed.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import asdict
from msgspec.structs import replace as changed
from sqlalchemy import select

from croupier.errors import BadText, CroupierError, HouseError
from croupier.house.archive import round_replay
from croupier.house.archive.payloads import RoundNeighbours
from croupier.house.people.accounts import hashed
from croupier.house.screens.coach.counting import same_play
from croupier.house.screens.player import coached_play, judged_decisions, my_play, own_rounds, payloads, shared_hands
from croupier.house.screens.player.replay import replay
from croupier.house.storage import schema
from croupier.house.storage.table_settings import Settings
from croupier.house.storage.transactions import Transaction
from croupier.journal.record_text import time_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.house.desk.desk import Desk
    from croupier.house.people.roles import Person
    from croupier.house.screens.coach.counting import Counting
    from croupier.house.screens.lab.lab import Lab

TABLES, REPLAYS = 64, 64
"""Tables, and replays that are shown by links, kept in memory."""
LOOKS = 0.4
"""Seconds for which the coach looks at rounds for one question."""


class PlayRecord:
    """One per house."""

    def __init__(self, desk: Desk, counting: Counting, lab: Lab) -> None:
        self.desk = desk
        self.house = desk.house
        self.counting = counting
        self._lab = lab
        self._lock = Lock()
        self._tables: OrderedDict[str, round_replay.ReplayTable] = OrderedDict()
        self._shown: OrderedDict[tuple[str, int, int, str], payloads.Replay] = OrderedDict()

    def _own(self, person: Person) -> None:
        self.desk.check_anywhere(person, "history-own")

    # Results.

    def results(self, person: Person, token: str, span: str) -> payloads.MyPlay:
        """A player's own, for this session, the last thirty days, or all time."""
        self._own(person)
        if span not in my_play.SPANS:
            raise BadText(f"{span[:20]!r} is none of {', '.join(my_play.SPANS)}", field="span")
        session, now = self._session(person, token), self.house.clock()
        return my_play.results(self.house.database, person.name, span=span, session=session, now=now)

    def rounds(self, person: Person, token: str, span: str) -> Iterator[payloads.OwnRound]:
        """A player's own, one by one, first to last."""
        self._own(person)
        return own_rounds.rounds(self.house.database, person.name, self._since(person, token, span))

    def _since(self, person: Person, token: str, span: str) -> int:
        if span not in my_play.SPANS:
            raise BadText(f"{span[:20]!r} is none of {', '.join(my_play.SPANS)}", field="span")
        if span == "session":
            return self._session(person, token)
        return self.house.clock() - my_play.MONTH if span == "month" else 0

    def _session(self, person: Person, token: str) -> int:
        rows = schema.sessions
        with self.house.database.read() as connection:
            made = connection.scalar(select(rows.c.made).where(rows.c.token == hashed(token))) or 0
        return my_play.session_since(self.house.database, person.name, made)

    def coach(self, person: Person, token: str, span: str) -> payloads.MyCoach:
        """The coach's part; it looks at some rounds more, says how many are left, and what it waits for."""
        self._own(person)
        words = self._look(person.name)
        since = self._since(person, token, span)
        left = len(judged_decisions.unjudged(self.house.database, person.name, judged_decisions.LATEST))
        found = coached_play.coached(self.house.database, person.name, since=since)
        spread = own_rounds.spread(self.house.database, person.name, since)
        return payloads.MyCoach(**asdict(found), left=left, words=words, spread_cents=spread)

    def _look(self, player: str) -> str:
        """Look at a player's rounds for a while; gives what is still being counted, if anything is."""
        until, waits, rows, closed = time.monotonic() + LOOKS, "", [], set()
        for key in judged_decisions.unjudged(self.house.database, player):
            if key.table in closed:
                continue
            try:
                table = self.table(key.table)
                ready = self._ready(table)
                if isinstance(ready, str):
                    waits = ready
                    closed.add(key.table)
                    continue
                row = judged_decisions.look_at(self.house.database, key, *ready)
            except CroupierError:  # a broken journal or a game that is not there any more: the others are looked at
                closed.add(key.table)
                continue
            rows += [row] if row is not None else []
            if time.monotonic() > until:
                break
        if rows:
            kept = [(schema.judged, row) for row in rows]
            self.house.database.submit(Transaction("", self.house.clock(), rows=kept)).result()
        return waits

    def _ready(self, table: round_replay.ReplayTable) -> tuple[Any, Any] | str:
        """How decisions and wagers of a table are valued; words while it is being counted."""
        rules, lab = table.rules, self._lab
        play = same_play(rules)

        def make() -> Any:  # noqa: ANN401 - as the coach keeps it
            from croupier.odds.strategy.joint import lookup_jointly  # noqa: PLC0415 - numpy comes with it

            return lookup_jointly(rules)

        look = self.counting.ready(("look", play), make) if self._coached(table.id) else False
        if look is None:
            return self.counting.words(("look", play))
        prices = self.counting.ready(("prices", play), lambda: judged_decisions.prices_of(lab, rules))
        if prices is None:
            return self.counting.words(("prices", play))
        return look or None, prices

    def _coached(self, table: str) -> bool:
        """Whether the house lets the coach speak of this table."""
        rows = schema.tables
        with self.house.database.read() as connection:
            settings = connection.scalar(select(rows.c.settings).where(rows.c.id == table))
        return bool(settings) and msgspec.json.decode(str(settings), type=Settings).coach

    # Replays.

    def table(self, id_: str) -> round_replay.ReplayTable:
        """What stays the same at a table."""
        with self._lock:
            found = self._tables.get(id_)
        if found is None:
            self.desk.known(id_)
            found = round_replay.ReplayTable.of(self.house, id_)
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
            query = select(rows.c.seat).where(
                rows.c.table_id == table, rows.c.round == number, rows.c.player == person.name
            )
            with self.house.database.read() as connection:
                found = sorted(connection.scalars(query))
        if not found or (seat and seat not in found):
            raise HouseError("this is no closed round of yours", fault="unknown", field="round")
        return seat or found[0]

    def replay(self, person: Person, table: str, number: int, seat: int = 0) -> payloads.Replay:
        """One's own round, step by step."""
        own = self._seat(person, table, number, seat)
        made = replay(self.house, self.table(table), number, own)
        neighbours = self._neighbours(person, table, number)
        return changed(made, own=True, neighbours=neighbours, verdict=self._verdict(table, number, own))

    def _neighbours(self, person: Person, table: str, number: int) -> RoundNeighbours:
        rows = schema.played
        mine = select(rows.c.round).where(rows.c.table_id == table, rows.c.player == person.name)
        with self.house.database.read() as connection:
            before = connection.scalar(mine.where(rows.c.round < number).order_by(rows.c.round.desc()).limit(1))
            after = connection.scalar(mine.where(rows.c.round > number).order_by(rows.c.round).limit(1))
        return RoundNeighbours(before=before, after=after)

    def _verdict(self, table: str, number: int, seat: int) -> str:
        """What the coach said of it, where it was asked."""
        rows = schema.judged
        query = select(rows).where(rows.c.table_id == table, rows.c.round == number, rows.c.seat == seat)
        with self.house.database.read() as connection:
            row = connection.execute(query).first()
        if row is None or not row.decisions:
            return ""
        cost = coached_play.cost_words(row.cost)
        return f"{row.worst}: it cost {cost} against the best choice" if row.cost else "Every decision was the best one"

    # Shared hands.

    def share(self, person: Person, table: str, number: int, *, seat: int, named: bool) -> str:
        """A link to one's own round."""
        own = self._seat(person, table, number, seat)
        at = self.house.clock()
        return shared_hands.share(self.house.database, person.name, table, number, own, named=named, at=at)

    def shares(self, person: Person) -> list[payloads.SharedHand]:
        """One's own links."""
        self._own(person)
        return [
            payloads.SharedHand(
                id=one.token,
                table=one.table_id,
                round=one.round,
                seat=one.seat,
                named=one.named,
                made=time_of(one.made)[:10],
                title=self._title(one.table_id),
            )
            for one in shared_hands.shared_by(self.house.database, person.name)
        ]

    def _title(self, table: str) -> str:
        rows = schema.tables
        with self.house.database.read() as connection:
            row = connection.execute(select(rows.c.game, rows.c.edition).where(rows.c.id == table)).first()
        return "" if row is None else my_play.title(row.game, row.edition)

    def revoke(self, person: Person, id_: str) -> None:
        """Take one of them back."""
        self._own(person)
        shared_hands.revoke(self.house.database, person.name, id_, at=self.house.clock())

    def shared(self, token: str) -> payloads.Replay:
        """What a link shows to anyone."""
        found = shared_hands.shown_by(self.house.database, token)
        key = (found.table, found.round, found.seat, found.person if found.named else "")
        with self._lock:
            known = self._shown.get(key)
        if known is None:
            known = replay(self.house, self.table(found.table), found.round, found.seat, name=key[3])
            known = changed(known, own=False)
            if known.whole:  # else its order is opened later
                with self._lock:
                    self._shown[key] = known
                    while len(self._shown) > REPLAYS:
                        self._shown.popitem(last=False)
        return known
