"""What a command may hold at most, whoever gives it: what is accepted is stored, and has to be read again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction
from croupier.table import commands as c

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LONGEST_NAME = 40
LONGEST_NOTE = 400
LONGEST_TEXT = 8192
"""Letters of a value: the order of eight decks fits, and a locked seed."""
LARGEST = 10**15
"""Cents, cards or anything else that is counted; every language's JSON reads it back."""
ITEMS = 64


def name(text: str, field: str) -> None:
    """Refuse what is no name: one printable line that no account's name can be mistaken for."""
    if len(text) > LONGEST_NAME or not text.isprintable() or ":" in text or "/" in text:
        raise IllegalAction(f"a name has at most {LONGEST_NAME} letters, without : and /", field=field)


def line(text: str, field: str, most: int = LONGEST_NOTE) -> None:
    """Refuse what is not one printable line."""
    if len(text) > most or not text.isprintable():
        raise IllegalAction(f"one line of at most {most} letters", field=field)


def number(value: int, field: str) -> None:
    """Refuse a number that is out of all proportion."""
    if not -LARGEST <= value <= LARGEST:
        raise IllegalAction(f"a number is between -{LARGEST} and {LARGEST}", field=field)


def value(told: Any, field: str = "value", deep: int = 2) -> None:  # noqa: ANN401 - as a person gave it
    """Refuse an outcome that is not a word, a whole number, or a few of them."""
    if told is None or isinstance(told, bool | float):  # which no step takes
        return
    if isinstance(told, int):
        number(told, field)
    elif isinstance(told, str):
        line(told, field, LONGEST_TEXT)
    elif isinstance(told, dict | list | tuple) and deep and len(told) <= ITEMS:
        for key, one in told.items() if isinstance(told, dict) else enumerate(told):
            line(str(key), field)
            value(one, f"{field}.{key}", deep - 1)
    else:
        raise IllegalAction("a value is a word, a whole number, or a few of them", field=field)


_is_salt = re.compile(r"[0-9a-f]{0,64}").fullmatch


def _perform(command: c.Perform) -> None:
    if command.value is not None:
        value(command.value)
    if len(command.seals) > ITEMS or len(command.salts) > ITEMS:
        raise IllegalAction(f"at most {ITEMS} cards at once", field="seals" if len(command.seals) > ITEMS else "salts")
    for salt in () if all(map(_is_salt, command.salts)) else command.salts:
        line(salt, "salts")


def _report(command: c.Report) -> None:
    line(command.note, "note")
    line(command.cards, "cards")


def _direct(command: c.Direct) -> None:
    name(command.player, "player")
    name(command.second, "second")
    line(command.note, "note")
    number(command.amount, "amount")


def _sit(command: c.Sit) -> None:
    name(command.player.strip(), "player")


_CHECKS: Mapping[type[c.Command], Callable[[Any], None]] = {
    c.Perform: _perform,
    c.Report: _report,
    c.Direct: _direct,
    c.Sit: _sit,
}
"""The other commands hold only what the table compares with its own seats, wagers, options and chips."""


def check(command: c.Command) -> None:
    """Refuse a command that holds more than any table keeps."""
    bound = _CHECKS.get(type(command))
    if bound is not None:
        bound(command)
