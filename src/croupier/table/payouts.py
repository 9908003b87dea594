"""A progressive win before it is paid: the winner and the light verified, the payout validated or refused, and after a
payment that does not come from the inventory its documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import IllegalAction
from croupier.kit.money import dollars
from croupier.table import events as e
from croupier.table.entitled import NOT_A_WINNER
from croupier.table.irregularities import void_lines
from croupier.table.settling import finish, unsettled

if TYPE_CHECKING:
    from croupier.table import commands as c
    from croupier.table.act import Act
    from croupier.table.state import Due

DOUBTS = {"verify-winner": NOT_A_WINNER, "verify-light": "unlit"}
"""What the dealer may find instead of what a step verifies."""
ACCEPTED = "accepted"
"""What the floor says of a doubted win that the progressive system's own record bears out."""
PAY, RETURN = "pay", "return"
RULINGS = (PAY, RETURN)


def verify(act: Act, due: Due, command: c.Perform) -> None:
    """The dealer verifies, or finds that it is not so; then the floor has to say why the win stands all the same."""
    if command.value is None:
        act.performed(due)
        return
    doubt = DOUBTS[due.id]
    if command.value != doubt:
        raise IllegalAction(f"it is verified, or {doubt}", field="value", cite=due.cite)
    if due.id == "verify-winner" and act.table.cards == "shuffled":
        words = "the record shows the cards of this hand, and that they win"
        raise IllegalAction(words, field="value", cite=due.cite)
    act.performed(due, {"seat": due.seat, "found": doubt})


def validate(act: Act, due: Due, command: c.Perform) -> None:
    """A floorperson or above validates the payout, or refuses it and says why."""
    doubt = act.play.doubted.get(due.seat, "")
    if command.value is None:
        if doubt:
            words = f"the win was found {doubt.replace('-', ' ')}: say {ACCEPTED}, or why it is refused"
            raise IllegalAction(words, field="value", cite=due.cite)
        act.performed(due)
        return
    if not isinstance(command.value, str) or not command.value.strip():
        raise IllegalAction("a payout is refused with the reason", field="value", cite=due.cite)
    if command.value == ACCEPTED:
        if not doubt:
            raise IllegalAction("nothing was found against this win", field="value", cite=due.cite)
        act.performed(due, {"seat": due.seat, "found": ACCEPTED})
        return
    act.performed(due, {"seat": due.seat, "refused": command.value.strip(), "by": act.actor.name})


def rule(act: Act, due: Due, command: c.Perform) -> None:
    """Another of the floor decides on a refused payout; whoever refused it may only have it paid after all."""
    if command.value not in due.options:
        raise IllegalAction(f"say {' or '.join(due.options)}", field="value", cite=due.cite)
    why, who = act.play.refused[due.seat]
    if command.value == RETURN and act.actor.name == who:
        raise IllegalAction(
            f"{who or 'whoever'} refused this payout, and another person decides on it", field="actor", cite=due.cite
        )
    act.performed(due, {"seat": due.seat, "choice": command.value})
    if command.value == PAY:
        return
    reading = act.table.conduct.refused_claim
    assert reading is not None
    act.emit(
        e.IrregularityFound(
            irregularity="claim-refused",
            cite=due.cite,
            remedy=("return-wager",),
            seat=due.seat,
            note=why,
            reading=reading.key,
            by=act.actor.role,
            who=act.actor.name,
        )
    )
    own = {wager.id for wager in act.table.plans.progressives}
    cite = next(step.cite for step in act.table.conduct.validate if step.id == "validate")
    void_lines(act, due.seat, own, cite)
    if not unsettled(act, due.seat):
        finish(act, due.seat)


def document(act: Act, due: Due, _: c.Perform) -> None:
    """The documents of a payment: its amount, and the signatures of two people, who paid and who witnesses it."""
    amount, paid_by = act.play.payouts[due.seat]
    if act.actor.name and act.actor.name == paid_by:
        raise IllegalAction(f"{paid_by} paid it, and another person signs with them", field="actor", cite=due.cite)
    signed = [paid_by, act.actor.name]
    act.performed(due, {"seat": due.seat, "amount": dollars(amount), "signed": signed})
