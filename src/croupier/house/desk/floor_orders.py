"""The floor's orders at a table: what each would do, by which provision, and why it cannot be given now."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from croupier.errors import CroupierError
from croupier.house.cloth.felt import exact
from croupier.house.cloth.payloads import Amount
from croupier.house.desk import payloads
from croupier.house.desk.requests.claims import named
from croupier.house.desk.two_person_commands import ORDERS
from croupier.kit.money import printed
from croupier.table import Actor, Direct, step
from croupier.table.entitled import awaits_envy
from croupier.table.skips import open_wagers
from croupier.table.steps import new_dealer_burn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.table import Table


CLAIM_ORDERS = {
    "collect-claim": ("Collect a claim", "What was paid in a round that was undone goes from the wallet to the cage."),
    "write-off-claim": ("Write off a claim", "The house bears what was paid in a round that was undone."),
}
"""How a claim ends: title and words."""
PICKS = (100_000, 500_000, 1_000_000, 2_500_000)
"""Amounts of a fill or credit that are one press away."""


@dataclass(frozen=True, slots=True)
class Order:
    """An order and what follows from it. `choices` are what it may be given for, each with its consequence; `blank` is
    what has to be written in: an amount, a name; with `reason` also why."""

    id: str
    title: str
    words: str
    cite: object = ""
    key: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    blank: str = ""
    reason: bool = False
    given: Mapping[str, Any] = field(default_factory=dict)
    none: str = ""


def orders(table: Table, role: str, name: str, now: int) -> list[payloads.OrderChoice]:
    """Every order that the chapter knows, as a page shows it."""
    return [_told(table, order, Actor(role, name), now) for order in _all(table)]  # type: ignore[arg-type]


def _told(table: Table, order: Order, actor: Actor, now: int) -> payloads.OrderChoice:
    refused, cite = order.none if order.key and not order.choices else "", ""
    if not refused and order.id not in {"close", "meter", *CLAIM_ORDERS}:
        given = {order.key: _value(order, next(iter(order.choices)))} if order.choices else dict(order.given)
        try:
            step(table, Direct(order=order.id, **given), actor, max(now, table.clock))
        except CroupierError as error:
            refused, cite = error.message, error.cite or ""
    elif order.id == "close" and not table.open:
        refused = "the table is closed"
    return payloads.OrderChoice(
        id=order.id,
        title=order.title,
        words=order.words,
        cite=cite or str(order.cite or ""),
        refused=refused,
        approved=order.id in ORDERS,
        blank=order.blank,
        key=order.key,
        picks=[Amount(cents=pick, text=printed(pick)) for pick in PICKS if order.id in {"fill", "credit"}],
        reason=order.reason,
        choices=[
            payloads.OrderTarget(
                value=_value(order, value), label=value if order.key != "seat" else f"Seat {value}", words=words
            )
            for value, words in order.choices.items()
        ],
    )


def _value(order: Order, value: str) -> str | int:
    return int(value) if order.key == "seat" else value


def _all(table: Table) -> Iterable[Order]:
    conduct = table.conduct
    hours = table.rules.game.deck_hours.get(table.way)
    first = " All wagers go back first." if table.cards == "shuffled" and table.layout else ""
    yield Order(
        "reshuffle",
        "Reshuffle",
        f"The order of the cards is opened; they are shuffled and cut anew.{first}",
        conduct.shuffle.cite,
    )
    yield Order("recut", "Recut", "The cards are cut once more before any is dealt.", conduct.cut.recut.cite)
    yield Order(
        "change-cards",
        "Change the cards",
        f"These cards leave the table; new ones are received, inspected and shuffled.{first}",
        hours[1] if hours else conduct.opening[0].cite,
    )
    if conduct.dice is not None:
        yield Order("change-dice", "Change the dice", "New dice go into the shaker.", conduct.dice.hours[1])
    broken = next((i.cite for i in conduct.irregularities if i.id in {"out-of-order", "remove-device"}), None)
    if broken is not None:
        yield Order(
            "repair",
            "Repair a device",
            "The device is in use again.",
            broken,
            "what",
            {device: f"The {device} is in use again." for device in table.broken},
            none="no device is out of order",
        )
    burn = new_dealer_burn(table)
    yield Order(
        "relieve",
        "Relieve the dealer",
        "Another dealer deals from here on" + (", and burns a card first." if burn is not None else "."),
        burn.cite if burn is not None else "",
        blank="name",
        given={"player": "Somebody"},
    )
    if conduct.abandoned is not None:
        yield Order(
            "abandon",
            "Treat wagers as abandoned",
            "The wagers of a player who left are lost.",
            conduct.abandoned,
            "seat",
            _gone(table),
            none="nobody left during this round",
        )
    if conduct.skipped_round is not None:
        yield Order(
            "admit",
            "Let a player wager again",
            "The player need not wait for the next shuffle.",
            conduct.skipped_round,
            "player",
            {name: f"{name} may wager at once." for name in table.barred},
            none="nobody is kept out",
        )
        yield Order(
            "bar",
            "Keep a player out",
            "Whoever skipped a round waits for the next shuffle.",
            conduct.skipped_round,
            "player",
            _skipped(table),
            none="nobody has skipped a round",
        )
    held = exact(table.accounts.get("inventory", 0))
    yield Order(
        "fill", "Fill", f"Chips come from the cage; the inventory is {held}.", blank="amount", given={"amount": 1}
    )
    yield Order(
        "credit", "Credit", f"Chips go back to the cage; the inventory is {held}.", blank="amount", given={"amount": 1}
    )
    if table.meters:
        wagers = [table.rules.game.wager(meter.wager) for meter in table.meters.values()]
        yield Order(
            "meter",
            "Set a meter",
            "Between rounds the meter shows this amount, at every table that shares it; the cage bears the difference.",
            next((w.cite for w in wagers if w is not None), ""),
            "meter",
            {name: f"It shows {exact(table.accounts.get(f'meter:{name}', 0))}." for name in table.meters},
            blank="amount",
            reason=True,
        )
    if table.claims:
        owed = {named(one.player, one.round): f"{exact(one.amount)} is owed." for one in table.claims}
        for id_, (title, words) in CLAIM_ORDERS.items():
            yield Order(id_, title, words, table.claims[0].cite, "claim", owed, blank="amount", reason=True)
    yield Order(
        "close",
        "Close the table",
        "After the round the cards are opened, wagers and chips go back to their players, and the table ends for good.",
        conduct.rack.cite,
    )


def _gone(table: Table) -> dict[str, str]:
    if table.play is None or table.play.void:
        return {}
    lost = {seat: sum(open_wagers(table.play, seat).values()) for seat in table.play.gone}
    losses = {seat: f"loses {exact(cents)}" for seat, cents in lost.items() if cents}
    losses |= {
        seat: "loses the right to an Envy Bonus" for seat in lost if seat not in losses and awaits_envy(table, seat)
    }
    return {str(seat): f"{table.play.players[seat]} {words}." for seat, words in losses.items()}


def _skipped(table: Table) -> dict[str, str]:
    if not table.bettors:
        return {}
    names = [name for name in table.seats.values() if name not in table.bettors and name not in table.barred]
    return {name: f"{name} waits for the next shuffle." for name in dict.fromkeys(names)}
