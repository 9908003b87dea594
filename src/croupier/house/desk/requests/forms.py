"""What one person at work asks of another: read from what was sent, in the fields that its kind has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.errors import BadText, HouseError
from croupier.house.people.house_settings import MAX_CENTS
from croupier.kit.money import cents
from croupier.kit.payload import Json  # noqa: TC001 - msgspec reads it

if TYPE_CHECKING:
    from collections.abc import Collection

MAX_LINE_LENGTH = 200


class RequestForms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked for. `table` is where; an `amount` is in cents, or `dollars` as people write them; `words` are a
    call's, or the reason; `name` and `role` are whom it concerns; `meter` is a meter's id; `claim` is of whom and of
    which round (``Fay of round 3``); `told` is the rest: a table to open, a report, settings."""

    kind: str
    table: str = ""
    amount: int = 0
    dollars: str = ""
    words: str = ""
    name: str = ""
    role: str = ""
    meter: str = ""
    claim: str = ""
    told: Json = {}


def read_request(fields: Json, kinds: Collection[str]) -> RequestForms:
    """A request from what was sent."""
    try:
        asking = msgspec.convert(fields, RequestForms)
    except msgspec.ValidationError as error:
        raise HouseError(f"not a request: {error}", field="kind") from None
    if asking.kind not in kinds:
        raise HouseError(f"not a request: {asking.kind[:40]!r} is none of {', '.join(sorted(kinds))}", field="kind")
    if asking.dollars and asking.amount:
        raise HouseError("say the amount once: in cents, or as dollars", fault="conflict", field="amount")
    if not asking.dollars:
        return asking
    return msgspec.structs.replace(asking, amount=_cents(asking.dollars), dollars="")


def fields_of(asking: RequestForms, fields: Collection[str]) -> Json:
    """What is stored of a request: the fields of its kind, and refused if others were filled."""
    every = msgspec.to_builtins(asking)
    for name in ("amount", "words", "name", "role", "meter", "claim", "told"):
        if every[name] and name not in fields:
            raise HouseError(f"a {asking.kind} has no {name}", field=name)
    if "amount" in fields and asking.amount > MAX_CENTS:
        raise HouseError("no such amount is handled here", field="amount")
    one_line(asking.words)
    return {name: every[name].strip() if isinstance(every[name], str) else every[name] for name in sorted(fields)}


def one_line(words: str) -> None:
    """Refuse what is too long to read at a glance, or no text."""
    if len(words) > MAX_LINE_LENGTH or not words.isprintable():
        raise HouseError(f"say it in one line of {MAX_LINE_LENGTH} letters at most", field="words")


def reason(asking: RequestForms) -> None:
    """Refuse what gives no reason."""
    if not asking.words.strip():
        raise HouseError("give the reason: it is recorded", field="words")


def _cents(dollars: str) -> int:
    try:
        return cents(dollars.replace("$", "").replace(",", "").strip())
    except BadText as error:
        raise error.within("amount") from None
