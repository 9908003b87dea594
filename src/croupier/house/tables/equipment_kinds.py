"""Kinds of equipment: what people call each, which need two people, and whether a piece that was sent is one."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec

from croupier.errors import HouseError
from croupier.game import sign
from croupier.games import all_games, open_game
from croupier.kit.toml import read_toml
from croupier.table.equipment import DECK, STANDARD, Item

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.kit.payload import Json


FURNITURE = {
    "layout": "layout",
    "drop-box": "drop box",
    "tip-box": "tip box",
    "discard-rack": "discard rack",
    "sign": "sign",
    "cover-card": "cover card",
    "marker": "marker of the starting position",
}
"""Furniture, as people call it: one person adds it."""


DEVICES = {
    DECK: "deck or batch of cards",
    "dealing-shoe": "dealing shoe",
    "automated-shoe": "automated dealing shoe",
    "shuffler": "shuffling device",
    "continuous-shuffler": "continuous shuffler",
    "shaker": "pai gow shaker",
    "generator": "random number generator",
    "progressive-system": "progressive table game system",
}
"""What could fix an outcome: two people add it, and say that it is in order again."""


LONGEST_FIELDS = {"id": 40, "serial": 80, "approval": 120, "place": 120, "design": 80, "colour": 40}


MOST_MARKS = 40


MOST_CARDS = 1000


def read_item(told: Json) -> Item:
    """A piece as it was sent, or a refusal that says what is wrong with it."""
    try:
        item = msgspec.convert(told, Item)
    except msgspec.ValidationError as error:
        raise HouseError(f"not a piece of equipment: {error}", field="item") from None
    if item.kind not in kinds():
        raise HouseError(f"{item.kind[:40]!r} is none of {', '.join(kinds())}", field="kind")
    for field, most in LONGEST_FIELDS.items():
        text = getattr(item, field)
        if len(text) > most or not text.isprintable():
            raise HouseError(f"one line of at most {most} letters", field=field)
    if item.approval == STANDARD:
        raise HouseError(f"{STANDARD} completes tables for play money, and is not registered", field="approval")
    if not item.id or not all(letter.isalnum() or letter in "-._" for letter in item.id):
        raise HouseError("a piece has a number of letters, digits and - . _", field="id")
    if len(item.marks) > MOST_MARKS or any(
        len(mark) > LONGEST_FIELDS["id"] or not mark.isprintable() for mark in item.marks
    ):
        raise HouseError(f"at most {MOST_MARKS} marks of a few letters each", field="marks")
    if not 0 <= item.cards <= MOST_CARDS or not 0 <= item.positions <= MOST_MARKS:
        raise HouseError("no such number of cards or positions", field="cards")
    if len(item.content) not in (0, 64) or not set(item.content) <= set("0123456789abcdef"):
        raise HouseError("a sign's content is the digest of its words", field="content")
    return item


def inscribed(item: Item, submission: str) -> Item:
    """A sign, or a layout with the odds on it, that was printed for a Rules Submission (TOML)."""
    choices = read_toml(submission, "submission")
    edition = choices.get("edition")
    rules = open_game(str(choices.get("game", "")), None if edition is None else str(edition)).rules(choices)
    return msgspec.structs.replace(item, content=sign(rules).digest)


@cache
def kinds() -> Mapping[str, str]:
    """Every kind that a game in the book asks for, and what people call it."""
    requirements = [
        needed.kind
        for game in all_games()
        if game.conduct is not None
        for needed in game.conduct.equipment.requirements
    ]
    return {**{kind: kind.replace("-", " ") for kind in requirements}, **FURNITURE, **DEVICES}


@cache
def brought() -> frozenset[str]:
    """Kinds that may come to an open table: decks, and what is dealt from in place of a device that failed."""
    return frozenset({DECK}).union(
        needed.kind
        for game in all_games()
        if game.conduct is not None
        for needed in game.conduct.equipment.requirements
        if "dealing" in (needed.chosen or {})
    )


def needs_two(kind: str) -> bool:
    """Whether two people add a piece of this kind."""
    return kind not in FURNITURE
