"""What one person at work asks of another: read, checked at once for what no approval could carry out, and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from croupier.errors import BadText, HouseError
from croupier.house.felt import exact
from croupier.kit.money import cents
from croupier.table import Actor, Direct, step

if TYPE_CHECKING:
    from croupier.house.keeper import Keeper

MOST = 10**12
"""Cents: ten billion dollars."""
LONGEST = 200


class Asking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked for, at which table: an `amount` in cents, or `dollars` as people write them, for a fill or credit;
    `words` for a call."""

    table: str
    kind: Literal["fill", "credit", "close", "call"]
    amount: int = 0
    dollars: str = ""
    words: str = ""


def read(told: dict[str, Any]) -> Asking:
    """A request from what was sent."""
    try:
        asking = msgspec.convert(told, Asking)
    except msgspec.ValidationError as error:
        raise HouseError(f"not a request: {error}", field="kind") from None
    if asking.dollars and asking.amount:
        raise HouseError("say the amount once: in cents, or as dollars", fault="conflict", field="amount")
    if not asking.dollars:
        return asking
    return msgspec.structs.replace(asking, amount=_cents(asking.dollars), dollars="")


def one_line(words: str) -> None:
    """Refuse what is too long to read at a glance, or no text."""
    if len(words) > LONGEST or not words.isprintable():
        raise HouseError(f"say it in one line of {LONGEST} letters at most", field="words")


def _cents(dollars: str) -> int:
    try:
        return cents(dollars.replace("$", "").replace(",", "").strip())
    except BadText as error:
        raise error.within("amount") from None


def check(keeper: Keeper, asking: Asking, name: str) -> None:
    """Refuse at once what no approval could carry out."""
    if not keeper.table.open:
        raise HouseError("the table is closed", field="table")
    if keeper.settings.school:
        raise HouseError(
            "a school has no floorperson; its table is the learner's alone", fault="conflict", field="table"
        )
    if asking.kind == "call":
        if not asking.words.strip():
            raise HouseError("say what the floorperson is needed for", field="words")
    elif asking.words:
        raise HouseError("only a call has words", field="words")
    one_line(asking.words)
    if asking.kind not in {"fill", "credit"}:
        if asking.amount:
            raise HouseError(f"a {asking.kind} has no amount", field="amount")
        return
    if asking.amount > MOST:
        raise HouseError("no such amount is handled here", field="amount")
    step(keeper.decided, Direct(order=asking.kind, amount=asking.amount), Actor("floorperson", name), keeper.now())


def title(kind: str, told: dict[str, Any]) -> str:
    """A request in a few words: ``Fill, $2,500.00``."""
    if kind in {"fill", "credit"}:
        return f"{kind.capitalize()}, {exact(told['amount'])}"
    return {"close": "Close the table", "call": "A call for the floorperson"}[kind]


def words_of(kind: str, told: dict[str, Any]) -> str:
    """What follows from it, or what a caller says."""
    return {
        "fill": "Chips from the cage to the table's inventory.",
        "credit": "Chips from the table's inventory back to the cage.",
        "close": "After the round wagers and chips go back to their players and the table ends for good.",
        "call": str(told["words"]),
    }[kind]
