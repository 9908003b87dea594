"""What a paytable row promises: odds "to 1" and "for 1", a push, dollars, a share of the meter."""

from __future__ import annotations

import re
from dataclasses import dataclass

from croupier.errors import BadText
from croupier.kit.money import cents


@dataclass(frozen=True, slots=True)
class Pay:
    """One pay. `text` is what the law prints; at most one of odds, dollars and meter-only is the substance.

    "3 to 2" hands over three for every two staked and returns the stake; "500 for 1" hands over 500 and keeps
    it: the stake is among the 500.
    """

    text: str
    numerator: int = 0
    denominator: int = 1
    stake_included: bool = False
    dollars: int = 0
    percent: int = 0

    @property
    def is_push(self) -> bool:
        """The stake goes back and nothing is added."""
        return self.text == PUSH.text and self == PUSH

    @property
    def is_loss(self) -> bool:
        """The row is printed, and it loses."""
        return self.text == LOSS.text and self == LOSS


PUSH = Pay("Push")
LOSS = Pay("Loss")

_ODDS = re.compile(r"([0-9,]+) (to|for) ([0-9]+)")
_DOLLARS = re.compile(r"\$([0-9,]+(?:\.[0-9]{2})?)")
_METER = re.compile(r"(?:\$([0-9,]+)/)?([0-9]+)% of meter")


def pay(text: str) -> Pay:
    """Read a pay as the law prints it.

    >>> pay("3 to 2").numerator, pay("$5,000/100% of meter").percent, pay("Push") is PUSH
    (3, 100, True)
    """
    if text in {"Push", "Loss"}:
        return PUSH if text == "Push" else LOSS
    if match := _ODDS.fullmatch(text):
        number, kind, base = match.groups()
        numerator, denominator = int(number.replace(",", "")), int(base)
        if denominator and numerator:
            return Pay(text, numerator, denominator, stake_included=kind == "for")
    if match := _DOLLARS.fullmatch(text):
        return Pay(text, dollars=cents(match[1].replace(",", "")))
    if match := _METER.fullmatch(text):
        fixed, percent = match.groups()
        if 0 < int(percent) <= 100:
            return Pay(text, dollars=cents((fixed or "0").replace(",", "")), percent=int(percent))
    raise BadText(
        f"{text!r} is not a pay: write odds (3 to 2, 500 for 1), Push, Loss, dollars ($500) or a share (10% of meter)"
    )
