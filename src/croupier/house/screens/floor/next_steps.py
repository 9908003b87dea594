"""What a floorperson may do at a table now: the steps that the law expects of them, and what is owed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.house.cloth.felt import exact
from croupier.house.desk.payout_validation import for_floor, payment
from croupier.house.desk.requests.claims import open_claims
from croupier.house.screens.dealer.next_step import counts
from croupier.house.screens.floor import payloads
from croupier.house.tables.automatic.automatic_staff import EQUIPMENT
from croupier.table.inspection import WRONG
from croupier.table.payouts import ACCEPTED

if TYPE_CHECKING:
    from croupier.house.people.roles import Person
    from croupier.house.screens.dealer.payloads import CountNeed
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.table import Due, Table


def floor_steps(keeper: Keeper, person: Person) -> list[payloads.FloorStep]:
    """What waits for the floorperson at a table: nothing, or the one step that holds it up."""
    table, held = keeper.table, keeper.running.staff.held
    due = table.due
    if not table.open or keeper.broken is not None:
        return []
    if held is not None:
        order = {"inventory": "fill"}.get(held.field, "" if held.field.startswith(EQUIPMENT) else held.field)
        return [
            _item(
                keeper,
                person,
                "held",
                held.message[0].upper() + held.message[1:],
                "The dealer cannot go on before.",
                held.cite or "",
                order=order,
            )
        ]
    if due is None:
        return []
    if due.id == "determine" and not keeper.settings.automatic:
        return [
            _item(
                keeper,
                person,
                due.id,
                "Count every card",
                f"{due.count} cards were counted in the stub. A hand "
                "with a wrong number voids the round; a deck that lacks cards is removed.",
                due.cite,
                counted=counts(table),
            )
        ]
    if due.id == "choose" and table.play is not None and due.seat in table.play.gone:
        options = [(value, value.replace("-", " ").capitalize()) for value in due.options]
        return [
            _item(
                keeper, person, due.id, f"Choose for seat {due.seat}", "Its player has left.", due.cite, options=options
            )
        ]
    if not for_floor(due):
        return []
    found = payment(table)
    if found is None:
        return [
            _item(
                keeper,
                person,
                due.id,
                due.words[0].upper() + due.words[1:],
                "The table goes on when you have.",
                due.cite,
                options=_findings(table, due),
            )
        ]
    amount = exact(found.cents) if found.cents else ""
    words = f"Seat {found.seat}, {found.player}" + (
        f": {found.hand}, {found.wager} {exact(found.stake)}." if found.hand else "."
    )
    title = f"Validate {amount}".strip() or "Validate"
    assert table.play is not None
    doubt = table.play.doubted.get(due.seat, "")
    words += f" The dealer found it {doubt.replace('-', ' ')}." if doubt else ""
    return [
        _item(
            keeper,
            person,
            due.id,
            title,
            words,
            due.cite,
            amount=amount,
            cards=found.cards,
            options=[(ACCEPTED if doubt else "", title), *_REFUSALS],
        )
    ]


_REFUSALS = [
    ("the hand does not win", "Refuse: it does not win"),
    ("no wager was accepted at this position", "Refuse: no wager was accepted"),
    ("cards or system were tampered with", "Refuse: tampered with"),
]
"""Why the floor refuses to validate a payout, as recorded and as shown."""

_FOUND = {
    "verify": (("defective", "A card is defective"), ("missing", "A card is missing"), ("extra", "One too many")),
    "witness-joker": (("two", "Two jokers are left"),),
}


def _findings(table: Table, due: Due) -> list[tuple[str, str]] | None:
    """What a floorperson may find or decide at a step that is not only confirmed."""
    if due.id == "rule-claim":
        return [("pay", "Pay it after all"), ("return", "Return the wager")]
    if any(step.id == due.id for step in table.conduct.layout):
        return [("", "It is in order"), (WRONG, "It is wrong")]
    if due.id == "verify" and table.cards == "shuffled":
        return None  # the table's own deck is whole
    found = _FOUND.get(due.id)
    return None if found is None else [("", "It is in order"), *found]


def owed_steps(keeper: Keeper, person: Person) -> list[payloads.FloorStep]:
    """Claims against players, until each is collected or written off."""
    if not keeper.table.open or keeper.broken is not None:
        return []
    words = "Of round {:,}, which was undone after it was paid. Have it collected or written off."
    return [
        _item(
            keeper,
            person,
            f"claim {one.name}",
            f"{one.player} owes {one.amount}",
            words.format(one.round),
            one.cite,
            amount=one.amount,
            order="collect-claim",
        )
        for one in open_claims(keeper.table)
    ]


def _item(
    keeper: Keeper,
    person: Person,
    step: str,
    title: str,
    words: str,
    cite: str,
    *,
    amount: str = "",
    cards: str = "",
    order: str = "",
    options: list[tuple[str, str]] | None = None,
    counted: list[CountNeed] | None = None,
) -> payloads.FloorStep:
    table = keeper.table
    why = "You sit at this table: another person does this." if person.name in table.seats.values() else ""
    return payloads.FloorStep(
        table=keeper.id,
        name=keeper.name,
        game=keeper.rules.game.id,
        edition=keeper.rules.game.edition,
        step=step,
        seat=table.due.seat if table.due is not None else 0,
        title=title,
        words=words,
        cite=cite,
        amount=amount,
        cards=cards.split(),
        order=order,
        since=table.clock,
        round=table.play.number if table.play is not None else 0,
        may=not why,
        why=why,
        options=[payloads.StepOption(value=value, label=label) for value, label in options or ()],
        counts=counted or [],
    )
