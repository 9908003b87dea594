"""What a step, a report and an order are told with. Anything else is refused, not passed over: whoever says it takes it
for done. What the law has against a command is said first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game.conduct import Irregularity
    from croupier.table import commands as c
    from croupier.table.state import Table

VALUES = frozenset(
    {
        "receive",
        "inspect",
        "verify",
        "tear-joker",
        "witness-joker",
        "view",
        "stored-deck",
        "shuffle",
        "device-count",
        "cut",
        "insert-cover",
        "empty-shoe",
        "open-order",
        "spread-idle",
        "start-game",
        "verify-chips",
        "shake",
        "generator",
        "count-stub",
        "determine",
        "set-dealer",
        "choose",
        "dead-hand",
        "count-surrendered",
        "turn",
        "reveal",
        "settle",
        "verify-winner",
        "verify-light",
        "validate",
        "rule-claim",
    }
)
"""Steps with an outcome; which ones each takes is its own affair. So have the checks of the table (§ 2)."""
CARDS = frozenset({"inspect", "verify", "burn", "new-dealer-burn", "deal", "turn", "reveal"})
"""Steps that name cards, or say why these may not be named."""
SEALS = frozenset({"deal"})
SALTS = frozenset({"turn", "reveal"})


def check_step(table: Table, command: c.Perform, cite: object) -> None:
    """Refuse an outcome, cards, seals or salts that a step does not have."""
    if command.value is not None and command.step not in VALUES and command.step not in table.plans.checks:
        raise IllegalAction("this step has no value", field="value", cite=cite)
    if command.cards and command.step not in CARDS:
        raise IllegalAction("this step has no cards", field="cards", cite=cite)
    if command.seals and command.step not in SEALS:
        raise IllegalAction("this step has no seals", field="seals", cite=cite)
    if command.salts and command.step not in SALTS:
        raise IllegalAction("this step has no salts", field="salts", cite=cite)


DEVICES = frozenset({"out-of-order", "remove-device"})
JAMS = {"shoe-jam": "shoe", "shuffler-jam": "shuffler"}


def check_report(command: c.Report, found: Irregularity) -> None:
    """Refuse a card, or a device, that the irregularity is not of."""
    if command.cards and "discard-card" not in found.remedy:
        raise IllegalAction(f"{found.words}: no card is named", field="cards", cite=found.cite)
    if command.device not in {"", JAMS.get(found.id, "")} and DEVICES.isdisjoint(found.remedy):
        raise IllegalAction(f"{found.words}: no such device is named", field="device", cite=found.cite)


ORDERS: Mapping[str, frozenset[str]] = {
    "reshuffle": frozenset(),
    "recut": frozenset(),
    "change-cards": frozenset(),
    "change-dice": frozenset(),
    "abandon": frozenset({"seat"}),
    "admit": frozenset({"player"}),
    "bar": frozenset({"player"}),
    "fill": frozenset({"amount"}),
    "credit": frozenset({"amount"}),
    "repair": frozenset({"what"}),
    "relieve": frozenset({"player"}),
    "meter": frozenset({"what", "amount", "note"}),
    "set-meter": frozenset({"what", "amount", "second", "note"}),
    "collect-claim": frozenset({"player", "what", "amount"}),
    "write-off-claim": frozenset({"player", "what", "amount"}),
    "bring": frozenset({"what"}),
    "close": frozenset(),
}
"""What each order is told with."""


def check_order(command: c.Direct) -> None:
    """Refuse what an order is not told with."""
    for field in ("seat", "player", "amount", "what", "second", "note"):
        if getattr(command, field) and field not in ORDERS[command.order]:
            raise IllegalAction(f"the order {command.order} has no {field}", field=field)
