"""Who of those that sit at a table is away, so that the others need not wait.

The chapters say who may wager and that a player with cards stays until the round is over (§ 7(b)); how long the house
keeps a seat for somebody who does not wager is its own affair (`Settings.held_rounds`). Nothing here shortens the time
for a decision: wagers in play have all of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table import events as e

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.table import Table

GRACE = 4.0
"""Seconds of the betting, from the first complete wager, that the others wait for somebody who is away."""
HELD = 300_000
"""Milliseconds for which a seat is kept at least, however quickly the rounds go by."""
_HEARD = frozenset({e.RoundBegan, e.WagerPlaced, e.Decided, e.Sat, e.Left})


class Attendance:
    """One per keeper, in memory: after a restart everyone is taken to be there.

    Somebody is away who had a page of the table open and has none now, or who let a round or a decision pass, until
    they do something again. Players who never had a page (programs, automatic players) are away only by what they let
    pass.
    """

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._ready: set[str] = set()
        self._passed: dict[str, int] = {}
        self._since: dict[str, int] = {}

    def hear(self, table: Table, events: Sequence[e.Event]) -> None:
        """What happened at the table."""
        for event in events:
            if type(event) not in _HEARD:
                continue
            self._hear_ready(event)
            match event:
                case e.RoundBegan():
                    for name in set(table.seats.values()) - set(event.players.values()) - set(table.barred):
                        self._pass(name)
                case e.Decided(late=True) if event.seat in table.seats:
                    self._pass(table.seats[event.seat], rounds=0)
                case e.WagerPlaced() | e.Decided() | e.Sat() if event.by == "player":
                    self.acted(event.who)
                case e.Left(midround=False):
                    self.acted(event.player)
                case _:
                    pass

    def _hear_ready(self, event: e.Event) -> None:
        """Who has said to be ready says so again after other wagers, and for every round."""
        if isinstance(event, e.RoundBegan):
            self._ready.clear()
        elif isinstance(event, e.WagerPlaced):
            self._ready.discard(event.who)

    def say_ready(self, name: str) -> None:
        """Note that a player wants the cards now, with wagers or without."""
        self.acted(name)
        self._ready.add(name)

    @property
    def is_hurried(self) -> bool:
        """Whether anybody has said to be ready."""
        return bool(self._ready)

    def waited_for(self, table: Table, complete: Collection[int]) -> dict[str, bool]:
        """Those who are there and may wager, and whether each is ready. Whoever has said so is; with all required
        wagers on the layout (the seats that are `complete`) so is everyone at a quick table, and a program anywhere."""
        keeper, found = self._keeper, dict[str, bool]()
        for seat, name in sorted(table.seats.items()):
            if name not in table.barred and not self.is_away(name):
                speaks = not keeper.settings.quick and keeper.presence.is_at(name, keeper.id)
                ready = name in self._ready or (seat in complete and not speaks)
                found[name] = found.get(name, True) and ready
        return found

    def _pass(self, name: str, *, rounds: int = 1) -> None:
        self._passed[name] = self._passed.get(name, 0) + rounds
        self._since.setdefault(name, self._keeper.clock())

    def acted(self, name: str) -> None:
        """Note that a player is there."""
        self._passed.pop(name, None)
        self._since.pop(name, None)

    def is_away(self, name: str) -> bool:
        """Whether the others need not wait for somebody."""
        return name in self._passed or self._keeper.presence.has_left(name, self._keeper.id)

    def words(self, name: str) -> tuple[str, str] | None:
        """What a seat says of somebody who is away."""
        if not self.is_away(name):
            return None
        keeper = self._keeper
        here = not keeper.presence.has_left(name, keeper.id)
        left = max(1, keeper.settings.held_rounds - self._passed.get(name, 0))
        held = f"seat held {left} round{'s' if left > 1 else ''}" if self._is_held else "seat held"
        return ("Sits out" if here else "Away"), held

    @property
    def _is_held(self) -> bool:
        """Whether a seat is given up by itself after so many rounds: by the automatic floor."""
        settings = self._keeper.settings
        return settings.automatic and settings.floor == "automatic" and settings.held_rounds > 0

    def overdue(self, table: Table) -> list[int]:
        """Seats whose players have let so many rounds pass that they are stood up, between rounds."""
        if table.play is not None or not self._is_held:
            return []
        keeper = self._keeper
        now = keeper.clock()
        return [
            seat
            for seat, name in sorted(table.seats.items())
            if self._passed.get(name, 0) >= keeper.settings.held_rounds
            and now - self._since[name] >= HELD
            and not table.layout.get(seat)
        ]
