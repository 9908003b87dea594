"""What must hold at a table after every event, and how a campaign went."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.table import events as e

if TYPE_CHECKING:
    from croupier.table.state import Table


@dataclass
class Counts:
    """How a campaign went."""

    commands: int = 0
    refused: int = 0
    events: int = 0
    rounds: int = 0
    irregularities: dict[str, int] = field(default_factory=dict)
    kinds: set[str] = field(default_factory=set)

    def add(self, other: Counts) -> None:
        """Count another campaign in."""
        self.commands += other.commands
        self.refused += other.refused
        self.events += other.events
        self.rounds += other.rounds
        self.kinds |= other.kinds
        for name, times in other.irregularities.items():
            self.irregularities[name] = self.irregularities.get(name, 0) + times


def check_books(table: Table, event: e.Event) -> None:
    """Accounts that sum to nothing, none negative that may not be, and the layout as its wagers have it."""
    accounts = table.accounts
    assert sum(accounts.values()) == 0, event
    undoing = isinstance(event, e.Unwound | e.Voided)  # what goes back and what is claimed follows in the same command
    for account, amount in accounts.items():
        passing = undoing and account.startswith(("player:", "inventory"))
        assert amount >= 0 or account == "house" or passing, (account, amount, event)
    assert sum(one.amount for one in table.claims) == sum(
        amount for account, amount in accounts.items() if account.startswith("claim:")
    )
    stakes = sum(sum(own.values()) for own in table.layout.values())
    if table.play is not None:
        play = table.play
        for number, seat in play.round.seats.items():
            done = play.closed.get(number, ())
            stakes += sum(
                stake
                for wager, stake in seat.stakes.items()
                if wager not in done and f"{number}:{wager}" not in play.collected
            )
    assert accounts.get("layout", 0) == stakes, (accounts.get("layout", 0), stakes, event)
