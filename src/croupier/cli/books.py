"""The books of a table that ran: what was wagered and paid, where the money is, and whether it all adds up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from croupier.kit.money import cents, dollars
from croupier.table import events as e

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.table import Table


@dataclass(slots=True)
class Sum:
    """One wager over a run, in cents. `net` is the players'."""

    count: int = 0
    handle: int = 0
    paid: int = 0
    net: int = 0


@dataclass(slots=True)
class Books:
    """Kept from the events alone, beside the table's own accounts. `since` is the inventory they start from; `shares`
    are what meters paid, with dollars paid by hand beside them."""

    since: int
    rounds: int = 0
    void: int = 0
    events: int = 0
    wagers: dict[str, Sum] = field(default_factory=dict)
    returned: int = 0
    outside: int = 0
    drop: int = 0
    fed: int = 0
    shares: int = 0
    uneven: int = 0

    def hear(self, events: Iterable[e.Event]) -> None:
        """Enter events."""
        for event in events:
            self.events += 1
            entries: dict[str, int] = getattr(event, "entries", {})
            self.uneven += sum(entries.values()) != 0
            self.drop += entries.get("drop", 0)
            if isinstance(event, e.Settled):
                self._settled(event)
            elif isinstance(event, e.Unwound):
                self._unwound(event)
            elif isinstance(event, e.Voided):
                self.returned += sum(cents(line["stake"]) for line in event.lines)
                self.fed += _meters(entries) + entries.get("house", 0)
            elif isinstance(event, e.Contributed):
                self.fed += _meters(entries)
            elif isinstance(event, e.MoneyMoved) and event.what in {"fill", "credit"}:
                self.outside += entries["inventory"]
            elif isinstance(event, e.RoundClosed):
                self.rounds += 1
                self.void += event.void

    def _settled(self, event: e.Settled) -> None:
        for line in event.lines:
            one = self.wagers.setdefault(line["wager"], Sum())
            one.count += 1
            one.handle += cents(line["stake"])
            one.paid += cents(line["paid"])
            net = line["net"]
            one.net += -cents(net[1:]) if net.startswith("-") else cents(net)
        self.shares -= _meters(event.entries) + event.entries.get("house", 0)

    def _unwound(self, event: e.Unwound) -> None:
        for line in event.lines:
            one = self.wagers[line["wager"]]
            one.count -= 1
            one.handle -= cents(line["stake"])
            one.paid -= cents(line["paid"])
            net = line["net"]
            one.net -= -cents(net[1:]) if net.startswith("-") else cents(net)
        self.shares -= _meters(event.entries) + event.entries.get("house", 0)

    def win(self, table: Table) -> int:
        """What the table won: the inventory and the drop, less the inventory at the start and the fills."""
        return table.accounts.get("inventory", 0) + self.drop - self.since - self.outside

    def faults(self, table: Table) -> list[str]:
        """What does not add up: nothing, in sound books."""
        lines = []
        if self.uneven:
            lines.append(f"the entries of {self.uneven} events do not sum to nothing")
        if total := sum(table.accounts.values()):
            lines.append(f"the accounts sum to {dollars(total)}")
        if table.play is None and not table.layout and table.accounts.get("layout", 0):
            lines.append(f"{dollars(table.accounts['layout'])} lie on the layout between rounds")
        if table.layout or table.play is not None:
            lines.append("wagers are still on the layout")
        due = -sum(one.net for one in self.wagers.values()) - self.fed + self.shares
        if self.win(table) != due:
            lines.append(f"the table won {dollars(self.win(table))} by its inventory and {dollars(due)} by its lines")
        return lines

    def to_json(self, table: Table) -> dict[str, Any]:
        """All of it, in the contract's amounts."""
        faults = self.faults(table)
        return {
            "rounds": self.rounds,
            "void-rounds": self.void,
            "events": self.events,
            "wagers": {
                name: {
                    "count": one.count,
                    "handle": dollars(one.handle),
                    "paid": dollars(one.paid),
                    "players-net": dollars(one.net),
                }
                for name, one in self.wagers.items()
            },
            "returned": dollars(self.returned),
            "drop": dollars(self.drop),
            "fills": dollars(self.outside),
            "inventory": dollars(table.accounts.get("inventory", 0)),
            "to-meters": dollars(self.fed),
            "from-meters": dollars(self.shares),
            "meters": {name: dollars(table.accounts.get(f"meter:{name}", 0)) for name in table.meters},
            "win": dollars(self.win(table)),
            "balanced": not faults,
            "faults": faults,
        }


def _meters(entries: dict[str, int]) -> int:
    """What came on meters and their reserves."""
    return sum(change for account, change in entries.items() if account.startswith(("meter:", "reserve:")))
