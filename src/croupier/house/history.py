"""The index of rounds: where each lies in the journal, and what each of its seats staked and took home."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.house import schema
from croupier.kit.money import cents
from croupier.table import events as e

if TYPE_CHECKING:
    from sqlalchemy import Table

    Row = tuple[Table, dict[str, Any]]


class Index(msgspec.Struct):
    """Hears every event of a table in order."""

    table: str
    first: int = 0
    players: dict[int, str] = {}
    staked: dict[int, int] = {}
    nets: dict[int, int] = {}

    def hear(self, event: e.Event, n: int, at: int) -> list[Row]:
        """The rows that an event adds: a closed round, and each of its seats."""
        if isinstance(event, e.RoundBegan):
            self.first, self.players, self.nets = n, event.players, {}
            self.staked = {seat: sum(wagers.values()) for seat, wagers in event.wagers.items()}
        elif isinstance(event, e.Decided) and event.stakes:
            self.staked[event.seat] += sum(event.stakes.values())
        elif isinstance(event, e.Settled):
            self.nets[event.seat] = self.nets.get(event.seat, 0) + sum(_signed(line["net"]) for line in event.lines)
        elif isinstance(event, e.RoundClosed):
            return self._closed(event, n, at)
        return []

    def _closed(self, event: e.RoundClosed, n: int, at: int) -> list[Row]:
        row = {"table_id": self.table, "round": event.round, "first": self.first, "last": n, "at": at,
               "void": event.void}  # fmt: skip
        seats = [{"table_id": self.table, "round": event.round, "seat": seat, "player": player,
                  "staked": self.staked[seat], "net": self.nets.get(seat, 0), "at": at}
                 for seat, player in self.players.items()]  # fmt: skip
        return [(schema.rounds, row), *((schema.played, seat) for seat in seats)]


def _signed(amount: str) -> int:
    """Cents of an amount that may be below nothing."""
    return -cents(amount[1:]) if amount.startswith("-") else cents(amount)
