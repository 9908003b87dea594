"""Whether money at a table moved as its kind allows, and wagers went back only where the law sends them back: what
`ConductAudit` holds beside the steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.errors import CroupierError
from croupier.game.played import place_wager
from croupier.kit.money import dollars
from croupier.table import events as e
from croupier.table.disproof import disproved
from croupier.table.money import move

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from croupier.table.state import Table

CONDUCT = "conduct"
BOOKS = "books"
OUTSIDE = "house"
"""The account of the world outside, which alone may stand below nothing."""
VOIDING = frozenset({"void", "void-seat", "return-wager"})
"""Remedies that give wagers back."""
BY_STEP = frozenset({"device-count", "wrong-setting"})
"""Irregularities that a step of the dealer brings to light, with or without a report."""
STUB = "wrong-stub-"
REFUSED = ("claim-refused", ("return-wager",))
"""What follows where the floor has a progressive wager returned that it did not validate."""


class Wrong(NamedTuple):
    """What is wrong with an event."""

    fault: str
    words: str


class MoneyAudit:
    """Hears the events of one table. With `sealed` a report that the record of cards disproves is a fault: everywhere
    but at a school, which lets things go wrong."""

    def __init__(self, *, sealed: bool = False) -> None:
        self._sealed = sealed
        self._cause: e.Event | None = None
        self._taken: set[tuple[str, int]] = set()

    def check(self, table: Table, event: e.Event) -> Wrong | None:
        """What is wrong with an event at the table as it was before it."""
        if isinstance(event, e.Voided):
            return _voided(table, event, self._cause)
        if isinstance(event, e.IrregularityFound | e.Performed):
            self._cause = event
        elif not isinstance(event, e.Discarded | e.PackChanged | e.DeviceChanged | e.Unwound | e.Claimed):
            self._cause = None
        if isinstance(event, e.IrregularityFound):
            return _found(table, event, sealed=self._sealed)
        if isinstance(event, e.WagerPlaced):
            return self._placed(table, event)
        check = _CHECKS.get(type(event))
        return check(table, event) if check is not None else None

    def _placed(self, table: Table, event: e.WagerPlaced) -> Wrong | None:
        """A wager is within the limits of the submission that the table was opened with."""
        key = (event.wager, event.amount)
        if event.amount <= 0 or event.wager == "match-play" or key in self._taken:
            return None
        try:
            place_wager(table.rules, event.wager, dollars(event.amount))
        except CroupierError as error:
            return Wrong(CONDUCT, f"is a wager that the table does not take: {error}")
        self._taken.add(key)
        return None


def overdrawn(table: Table, touched: Collection[str]) -> Wrong | None:
    """Whether any of these accounts stands below nothing."""
    for account in touched:
        if account != OUTSIDE and table.accounts.get(account, 0) < 0:
            return Wrong(BOOKS, f"leaves {account} at {table.accounts[account]} cents")
    return None


# Money.


def _moved(table: Table, event: e.MoneyMoved) -> Wrong | None:
    kind = _KINDS.get(event.what)
    if kind is None:
        return Wrong(BOOKS, f"moves money as {event.what!r}, which is none of {', '.join(_KINDS)}")
    lawful = kind(table, event)
    return None if event.entries == lawful else Wrong(BOOKS, f"its entries are not those of a {event.what}")


def _fill(_: Table, event: e.MoneyMoved) -> dict[str, int] | None:
    amount = event.entries.get("inventory", 0)
    return move((OUTSIDE, "inventory", amount)) if amount > 0 else None


def _credit(_: Table, event: e.MoneyMoved) -> dict[str, int] | None:
    amount = event.entries.get(OUTSIDE, 0)
    return move(("inventory", OUTSIDE, amount)) if amount > 0 else None


def _buy_in(table: Table, event: e.MoneyMoved) -> dict[str, int] | None:
    amount = event.entries.get("drop", 0)
    if amount <= 0 or event.player not in table.seats.values():
        return None
    return move((OUTSIDE, "drop", amount), ("inventory", f"player:{event.player}", amount))


def _cash_out(table: Table, event: e.MoneyMoved) -> dict[str, int] | None:
    amount = table.accounts.get(f"player:{event.player}", 0)
    return move((f"player:{event.player}", OUTSIDE, amount)) if amount > 0 else None


def _linked(table: Table, event: e.MoneyMoved) -> dict[str, int] | None:
    meter = table.meters.get(event.meter)
    if meter is None or not meter.linked:
        return None
    return move((OUTSIDE, f"meter:{meter.id}", event.entries.get(f"meter:{meter.id}", 0)))


def _meter(table: Table, event: e.MoneyMoved) -> dict[str, int] | None:
    if event.meter not in table.meters or table.play is not None or table.layout:
        return None
    return move((OUTSIDE, f"meter:{event.meter}", event.entries.get(f"meter:{event.meter}", 0)))


def _claim(_: Table, event: e.MoneyMoved) -> dict[str, int] | None:
    amount = event.entries.get(OUTSIDE, 0)
    return move((f"claim:{event.player}", OUTSIDE, amount)) if amount > 0 else None


def _nothing(table: Table, _: e.MoneyMoved) -> dict[str, int] | None:
    return {} if table.conduct.skipped_round is not None else None


_KINDS: dict[str, Callable[[Table, e.MoneyMoved], dict[str, int] | None]] = {
    "fill": _fill,
    "credit": _credit,
    "buy-in": _buy_in,
    "cash-out": _cash_out,
    "linked": _linked,
    "meter": _meter,
    "claim-collected": _claim,
    "claim-written-off": _claim,
    "admitted": _nothing,
    "barred": _nothing,
}
"""The entries that money of each kind moves by; None where it may not move."""


# What goes wrong.


def _found(table: Table, event: e.IrregularityFound, *, sealed: bool) -> Wrong | None:
    if event.irregularity.startswith(STUB) or (event.irregularity, event.remedy) == REFUSED:
        return None
    found = table.conduct.irregularity(event.irregularity)
    if found is None or event.remedy not in {found.remedy, found.remedy_in(continuous=True)}:
        return Wrong(CONDUCT, f"finds {event.irregularity!r}, which this chapter has not, or not with this remedy")
    if sealed and found.id not in BY_STEP and (shown := disproved(table, found.id, event.seat or 0)):
        return Wrong(CONDUCT, f"finds {found.words!r}, and {shown}")
    return None


def _voided(table: Table, event: e.Voided, cause: e.Event | None) -> Wrong | None:
    """Wagers go back by the remedy of an irregularity, or by the choice that it left to the player."""
    wagers = {line["wager"] for line in event.lines}
    if isinstance(cause, e.Performed) and cause.step == "choose":
        chosen: Any = cause.value if isinstance(cause.value, dict) else {}
        if chosen.get("seat") == event.seat and chosen.get("choice") in {"void", "dead-hand"}:
            return None
    if isinstance(cause, e.IrregularityFound) and VOIDING & set(cause.remedy):
        found = table.conduct.irregularity(cause.irregularity)
        if "void-seat" in cause.remedy and event.seat != cause.seat:
            return Wrong(CONDUCT, f"gives back the wagers of seat {event.seat}, and seat {cause.seat} was at fault")
        if "return-wager" in cause.remedy and found is not None and not wagers <= set(found.returns):
            return Wrong(CONDUCT, f"gives back {', '.join(sorted(wagers))}, which the remedy does not")
        return None
    return Wrong(CONDUCT, f"gives back the wagers of seat {event.seat}, and nothing that went wrong led to it")


# Who sits, what stands.


def _sat(table: Table, event: e.Sat) -> Wrong | None:
    if event.seat in table.seats or not 1 <= event.seat <= table.rules.game.seats or not event.player:
        return Wrong(CONDUCT, f"seats {event.player!r} at seat {event.seat}, which is taken or not there")
    return None


def _left(table: Table, event: e.Left) -> Wrong | None:
    if table.seats.get(event.seat) != event.player:
        return Wrong(CONDUCT, f"has {event.player!r} leave seat {event.seat}, where somebody else sits")
    in_play = table.play is not None and event.seat in table.play.round.seats
    return Wrong(CONDUCT, "leaves a hand that is not in play") if event.midround and not in_play else None


def _closed(table: Table, _: e.TableClosed) -> Wrong | None:
    over = table.play is None and not table.layout
    return None if over else Wrong(CONDUCT, "closes the table with wagers on the layout")


def _device(table: Table, event: e.DeviceChanged) -> Wrong | None:
    if event.what == "repaired" and event.device not in table.broken:
        return Wrong(CONDUCT, f"repairs the {event.device}, which was in order")
    return None


_CHECKS: dict[type[Any], Callable[[Table, Any], Wrong | None]] = {
    e.MoneyMoved: _moved,
    e.Sat: _sat,
    e.Left: _left,
    e.DeviceChanged: _device,
    e.TableClosed: _closed,
}
