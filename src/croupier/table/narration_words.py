"""Words for records: an instruction as a deed, places, cards, amounts and outcomes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from croupier.kit.money import dollars

if TYPE_CHECKING:
    from collections.abc import Mapping

SHORT = 12
# the verbs of the chapters' steps, which are instructions to whoever takes them
_VERBS = re.compile(
    "announce|bring|change|choose|close|collect|complete|count|cover|cut|deal|decide|determine|find|give|have|insert|inspect|"
    "keep|lay|leave|let|lock|offer|open|pay|pick|place|press|put|rack|read|receive|see|set|settle|shake|shuffle|sign|"
    "spread|stack|take|tear|turn|uncover|validate|verify|wash"
)
_CLAUSE = re.compile(r"(^|\band |, or |, |; )(?!rack and )([a-z]+)\b")


def short(cite: str) -> str:
    """A cite without the name of its code.

    >>> short("58 Pa. Code § 687a.8(d)")
    '§ 687a.8(d)'
    """
    return cite.removeprefix("58 Pa. Code ")


def does(words: str) -> str:
    """An instruction as somebody's deed.

    >>> does("turn the cards face down and wash them")
    'turns the cards face down and washes them'
    """
    clauses = _CLAUSE.sub(
        lambda found: found[1] + (_third(found[2]) if _VERBS.fullmatch(found[2]) else found[2]), words
    )
    return clauses.replace(" your ", " their ")


def _third(verb: str) -> str:
    if verb == "have":
        return "has"
    if verb.endswith("fy"):
        return f"{verb[:-1]}ies"
    return verb + ("es" if verb.endswith(("sh", "ss")) else "s")


def place(to: str) -> str:
    """A seat or place as people call it."""
    return to.replace("seats.", "seat ") if to.startswith("seats.") else _PLACES.get(to, to)


_PLACES = {
    "dealer": "the dealer",
    "community": "the community cards",
    "replacement": "the replacement area",
    "all-six": "the All-Six area",
    "stub": "the stub",
    "empty-shoe": "the shoe",
    "clear-shoe": "the automated shoe",
}


def so_many(count: int) -> str:
    """A number of cards."""
    return "one card" if count == 1 else f"{count} cards"


def amounts(stakes: Mapping[Any, int]) -> str:
    """What lies where, in dollars."""
    return ", ".join(f"{what} {dollars(amount)}" for what, amount in stakes.items())


def plain(value: Any) -> str:  # noqa: ANN401 - a step's own outcome
    """A step's outcome, whatever it is; long hashes are cut short."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {plain(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(plain, value))
    text = str(value)
    return f"{text[:SHORT]}…" if len(text) > 2 * SHORT and " " not in text else text
