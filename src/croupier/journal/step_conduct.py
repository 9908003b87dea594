"""Steps that are performed: was each one due, or may it come unasked?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.journal.money_audit import CONDUCT, Wrong
from croupier.table import events as e
from croupier.table.dealing import COVER_ASIDE
from croupier.table.devices import CLEAR
from croupier.table.equipment import lacks_of_the_way
from croupier.table.floor import may_recut
from croupier.table.recount import early_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.table.state import Due, Table

    Checks = dict[type[Any], Callable[[Table, Any, e.Event | None], Wrong | None]]
    """What may be wrong with a kind of event, by the table before it and the event before it."""


def not_due(table: Table, what: str) -> Wrong:
    """What came though the law expected something else."""
    due = table.due
    expected = "nothing before the betting closes" if due is None else f"{due.id} {due.to}".strip()
    return Wrong(CONDUCT, f"{what} was not due: the law expected {expected}")


def expects(table: Table, *ids: str) -> Due | None:
    """The step that is due, if it is one of these."""
    due = table.due
    return due if due is not None and due.id in ids else None


# Steps.


def _performed(table: Table, event: e.Performed, _: e.Event | None) -> Wrong | None:
    lawful = _UNASKED.get(event.step)
    due = table.due
    if lawful is not None and lawful(table, event):
        return None
    if event.step == "load" and table.procedure > 2 and (wrong := lacks_of_the_way(table)):
        return Wrong(CONDUCT, wrong[0].message)
    name = "cut" if event.step == "decline-cut" else event.step
    if name == "count-stub" and due is not None and due.id != name:
        due = early_count(table)
    if due is None or name != due.id or name in _OTHERWISE:
        return not_due(table, event.step)
    if event.pack != (due.pack if due.pack >= 0 else None):
        return Wrong(CONDUCT, f"{event.step} is of pack {event.pack}, and was due for pack {due.pack}")
    return _cut(table, event, due) if name == "cut" else None


def _cut(table: Table, event: e.Performed, due: Due) -> Wrong | None:
    """A cut within the chapter's bounds; only a player declines."""
    rule, size = table.conduct.cut, table.packs[due.pack].size
    if event.step == "decline-cut":
        return None if due.seat else not_due(table, event.step)
    most = size - (rule.least if rule.both_ends else 1)
    if type(event.value) is not int or not rule.least <= event.value <= most:
        return Wrong(CONDUCT, f"cuts at {event.value}, and a cut is from {rule.least} to {most}")
    return None


def _between_rounds(table: Table, _: e.Performed) -> bool:
    return table.phase == "betting" and table.play is None and not table.layout


def _may_reshuffle(table: Table) -> bool:
    ready = table.phase == "betting" and table.play is None
    return ready and (not table.layout or table.cards == "entered")


def _idle(table: Table, event: e.Performed) -> bool:
    return table.due is None and _between_rounds(table, event) and not table.seats and not table.idle


def _playing(table: Table, _: e.Performed) -> bool:
    return table.play is not None


_UNASKED: dict[str, Callable[[Table, e.Performed], bool]] = {
    "recut": lambda table, event: event.pack == table.active and may_recut(table),
    "direct-reshuffle": lambda table, event: event.pack == table.active and _may_reshuffle(table),
    "relieve": lambda *_: True,
    "spread-idle": _idle,
    "change-dice": lambda *_: True,
    "claim": lambda table, event: expects(table, "settle") is not None and table.todo[0].seat == event.value,
    "settle-table": _playing,
    "expose": _playing,
    "count-surrendered": _playing,
    "acknowledge": _playing,
    COVER_ASIDE: lambda table, event: table.cover_came >= 0 and table.cover_came == event.value,
}
"""Steps that come by an order or with another step, and when they may."""
_OTHERWISE = frozenset(
    {
        "deal",
        "shuffle",
        "burn",
        "new-dealer-burn",
        "turn",
        "reveal",
        "stub",
        "receive",
        "settle",
        "empty-shoe",
        "open-order",
        CLEAR,
    }
)
"""Steps that have an event of their own."""


STEP_CHECKS: Checks = {
    e.Performed: _performed,
}
"""How a record of a step is checked."""
