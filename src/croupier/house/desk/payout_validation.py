"""A progressive payment that waits for the floorperson: how much, for which hand, to whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.errors import CroupierError
from croupier.house.cloth.felt import exact, label
from croupier.kit.cards import write
from croupier.kit.money import cents
from croupier.table import Actor, Perform, step
from croupier.table import events as e
from croupier.table.payouts import ACCEPTED

if TYPE_CHECKING:
    from croupier.table import Due, Table

DEALER, FLOORPERSON = Actor("dealer"), Actor("floorperson")
FLOOR = frozenset({"floorperson", "shift-manager"})


@dataclass(frozen=True, slots=True)
class Payment:
    """What would be paid if the floorperson validates it now."""

    seat: int
    player: str
    cents: int
    hand: str
    cards: str
    wager: str
    stake: int


def for_floor(due: Due | None) -> bool:
    """Whether a step is the floorperson's alone."""
    return due is not None and "dealer" not in due.by and not FLOOR.isdisjoint(due.by) and "player" not in due.by


def payment(table: Table) -> Payment | None:
    """The payment that is being validated, as the table itself would settle it."""
    due, play = table.due, table.play
    if due is None or due.id != "validate" or play is None:
        return None
    after = table
    try:
        while (now := after.due) is not None and now.seat == due.seat and now.id != "document":
            actor = FLOORPERSON if for_floor(now) else DEALER
            value = ACCEPTED if now.id == "validate" and now.seat in play.doubted else None
            events, after = step(after, Perform(step=now.id, value=value), actor, table.clock)
            for event in events:
                if isinstance(event, e.Settled):
                    return _paid(table, due.seat, event)
    except CroupierError:
        pass
    return Payment(due.seat, play.players[due.seat], 0, "", _held(table, due.seat), "", 0)


def _paid(table: Table, seat: int, event: e.Settled) -> Payment:
    assert table.play is not None
    ids = {wager.id for wager in table.plans.progressives}
    won = [line for line in event.lines if line["wager"] in ids and line["result"] == "win"]
    first = won[0] if won else {"wager": "", "row": "", "stake": "0"}
    return Payment(
        seat,
        table.play.players[seat],
        sum(cents(line["paid"]) for line in won),
        first.get("row") or "",
        _held(table, seat),
        label(table.rules, first["wager"]) if won else "",
        cents(first["stake"]),
    )


def _held(table: Table, seat: int) -> str:
    assert table.play is not None
    held = table.play.round.seats[seat].cards
    return "" if None in held else write([card for card in held if card is not None])


def waiting_words(table: Table) -> str:
    """What players read while the floorperson is waited for; empty when nobody waits for one."""
    due = table.due
    if due is None or not for_floor(due):
        return ""
    found = payment(table)
    if found is not None:
        amount = exact(found.cents) if found.cents else "a progressive payment"
        return f"Waiting for the floorperson to validate {amount}. The cards stay on the table."
    return f"Waiting for the floorperson to {due.words}."
