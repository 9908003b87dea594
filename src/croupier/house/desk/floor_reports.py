"""Irregularities that the floor may report at a table: the remedy and its amounts first, or why it cannot be now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.errors import CroupierError
from croupier.house.cloth.felt import exact
from croupier.house.desk import payloads
from croupier.kit.money import cents
from croupier.table import Actor, Report, step
from croupier.table import events as e
from croupier.table.disproof import disproved

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game.conduct import Irregularity, Remedy
    from croupier.table import Table

REMEDIES: Mapping[Remedy, str] = {
    "discard-card": "the card is not used and goes to the rack",
    "use-next": "the card drawn is the next card",
    "void": "all hands are void and the wagers go back",
    "void-seat": "that hand is void and its wagers go back",
    "ask-player": "the player chooses",
    "reshuffle": "the cards are reshuffled",
    "remove-deck": "the deck is removed",
    "reshake": "the dice are shaken again",
    "reset": "the dealer's hands are set again",
    "replenish": "the discards are shuffled and the round goes on",
    "out-of-order": "the device is out of order",
    "remove-device": "the device is removed",
    "forfeit": "that player's wagers are lost",
    "return-wager": "the wagers it concerns go back and the round goes on",
}
OF_A_SEAT = frozenset({"void-seat", "forfeit", "ask-player"})
OF_A_DEVICE = frozenset({"out-of-order", "remove-device"})
DEVICE_WORDS = ("shuffler", "shoe")


def irregularities(table: Table, role: str, name: str, now: int) -> list[payloads.OrderChoice]:
    """Every irregularity in the chapter's order, so that none moves under a hand; in the shape of an order."""
    actor = Actor(role, name)  # type: ignore[arg-type]
    return [_told(table, found, actor, max(now, table.clock)) for found in table.conduct.irregularities]


def _told(table: Table, found: Irregularity, actor: Actor, at: int) -> payloads.OrderChoice:
    key, refused = "", ""
    choices: list[payloads.OrderTarget] = []
    for field, value, label in _targets(table, found):
        key = field
        events, refused = _tried(table, found, actor, at, **({field: value} if field else {}))
        if not refused:
            choices.append(payloads.OrderTarget(value=value, label=label, words=_amounts(events)))
    words = _capital("; ".join(REMEDIES[remedy] for remedy in found.remedy)) + "."
    blank = "card" if "discard-card" in found.remedy else ""
    if blank and refused and "card" in refused and not choices:
        refused, choices = _before_the_card(table, found), []
    if choices and not key and choices[0].words:
        words = f"{words} {choices[0].words}"
    return payloads.OrderChoice(
        id=found.id,
        title=_capital(found.words),
        words=words,
        cite=str(found.cite),
        refused="" if choices else refused.removeprefix(f"{found.words}: "),
        approved=False,
        blank=blank,
        key=key,
        picks=[],
        choices=choices if key else [],
    )


def _targets(table: Table, found: Irregularity) -> list[tuple[str, int | str, str]]:
    """What it may be reported of: each seat of the round, each device, or simply itself."""
    if not OF_A_SEAT.isdisjoint(found.remedy):
        players = table.play.players if table.play is not None else {}
        return [("seat", seat, f"Seat {seat}, {player}.") for seat, player in players.items()] or [("", 0, "")]
    if not OF_A_DEVICE.isdisjoint(found.remedy):
        return [("device", device, f"The {device}.") for device in DEVICE_WORDS]
    return [("", 0, "")]


def _tried(
    table: Table,
    found: Irregularity,
    actor: Actor,
    at: int,
    **given: Any,  # noqa: ANN401 - a seat or a device
) -> tuple[tuple[e.Event, ...], str]:
    shown = disproved(table, found.id, given.get("seat", 0))
    if shown and table.phase in found.when:
        return (), shown
    try:
        return step(table, Report(irregularity=found.id, **given), actor, at)[0], ""
    except CroupierError as error:
        return (), error.message


def _before_the_card(table: Table, found: Irregularity) -> str:
    """A card has still to be named; whether the time for it is right is known before."""
    return disproved(table, found.id) if table.phase in found.when else f"that can be while {' or '.join(found.when)}"


def _amounts(events: tuple[e.Event, ...]) -> str:
    back = sum(cents(line["stake"]) for event in events if isinstance(event, e.Voided) for line in event.lines)
    undone = [event for event in events if isinstance(event, e.Unwound)]
    taken = sum(-change for event in undone for name, change in event.entries.items() if name.startswith("player:"))
    lost = sum(cents(line["stake"]) for event in events if isinstance(event, e.Settled) for line in event.lines)
    amounts = {"goes back": back, "that was paid is taken back": taken, "is lost": lost}
    return " ".join(f"{exact(amount)} {words}." for words, amount in amounts.items() if amount)


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
