"""What a table needs from people soon, or should have had already: counts, hours, devices, chips, players who left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.house.cloth.felt import exact
from croupier.table.entitled import awaits_envy
from croupier.table.preparation import HOUR
from croupier.table.skips import open_wagers
from croupier.table.ways import lacking

if TYPE_CHECKING:
    from croupier.table import Table

CHANGE_DUE_SOON = 30 * 60_000
"""Milliseconds before cards or dice have to be changed at which it is worth saying."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """One thing, in words, by which provision; `over` means that its time has come."""

    id: str
    words: str
    cite: str = ""
    over: bool = True


def alarms(table: Table, now: int, *, low: int = 0) -> list[Alarm]:
    """Everything that is due or nearly so; an inventory below `low` is."""
    if not table.open:
        return []
    return [*_stub(table), *_hours(table, now), *_devices(table), *_inventory(table, low), *_left(table)]


def _stub(table: Table) -> list[Alarm]:
    """Readings: every so many rounds unless a device counts; a game that counts in every round says nothing of it."""
    stub = table.conduct.ways[table.way].stub if table.way else None
    counted = table.shuffler in {"counting", "reshuffling"}
    if stub is None or counted or table.conduct.dice is not None or table.play is not None:
        return []
    if table.uncounted + 1 < stub.every:
        return []
    return [Alarm("stub", "The stub is counted in the next round", str(stub.count.cite), over=False)]


def _hours(table: Table, now: int) -> list[Alarm]:
    found = []
    hours = table.rules.game.deck_hours.get(table.way)
    if hours is not None and table.pack.present:
        found += _old("cards", table.pack.since, *hours, now)
    dice = table.conduct.dice
    if dice is not None and table.rules.chosen.get("start") != "generator":
        found += _old("dice", table.dice_since, *dice.hours, now)
    return found


def _old(what: str, since: int, hours: int, cite: object, now: int) -> list[Alarm]:
    left = since + hours * HOUR - now
    if left > CHANGE_DUE_SOON:
        return []
    if left > 0:
        return [Alarm(what, f"Change the {what} within {_minutes(left)}", str(cite), over=False)]
    return [Alarm(what, f"The {what} have been in use for {hours} hours; change them", str(cite))]


def _minutes(left: int) -> str:
    minutes = -(-left // 60_000)
    return "a minute" if minutes == 1 else f"{minutes} minutes"


def _devices(table: Table) -> list[Alarm]:
    found = []
    for device, state in table.broken.items():
        cite = next((i.cite for i in table.conduct.irregularities if i.id in {"out-of-order", "remove-device"}), "")
        found.append(Alarm(f"device-{device}", f"The {device} is {state.replace('-', ' ')}", str(cite)))
    if device := lacking(table):
        found.append(Alarm("no-way", f"Without the {device} no way of dealing is left", str(table.conduct.closed)))
    return found


def _inventory(table: Table, low: int) -> list[Alarm]:
    held = table.accounts.get("inventory", 0)
    return [Alarm("inventory", f"The inventory is down to {exact(held)}")] if held < low else []


def _left(table: Table) -> list[Alarm]:
    """A hand whose player left goes on; where the chapter says so the floor may treat its wagers as abandoned."""
    play, cite = table.play, table.conduct.abandoned
    if play is None or cite is None or play.void:
        return []
    gone = [seat for seat in play.gone if open_wagers(play, seat) or awaits_envy(table, seat)]
    return [
        Alarm(
            f"left-{seat}",
            f"Seat {seat} left during the round; its wagers may be treated as abandoned",
            str(cite),
            over=False,
        )
        for seat in gone
    ]
