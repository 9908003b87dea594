"""Catalogues: one folder for each language, in it ``house.po`` (what the house says) and ``pages.po`` (words of the
pages' own scripts and HTML). Both are gettext files, read as they are."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = Path(__file__).parent
ENGLISH = "en"
PSEUDO = "xx"
"""No language: every message that has a translation, marked and lengthened, so that a test sees what has none."""
HOUSE, PAGES = "house", "pages"
LONGER = 0.4
_PLACE = re.compile(r"\{[a-z_0-9]+\}")

Said = str | tuple[str, ...]
"""A message, or where it counts something its forms."""


class Message(NamedTuple):
    """A text in English; with a `context`, only where that is the name of what it says."""

    text: str
    context: str = ""


@cache
def languages() -> tuple[str, ...]:
    """Every language the pages are offered in, English first."""
    return ENGLISH, *sorted(path.parent.name for path in FOLDER.glob(f"*/{HOUSE}.po"))


def files() -> dict[str, Path]:
    """The catalogues, by name."""
    return {f"{path.parent.name}/{path.name}": path for path in sorted(FOLDER.glob("*/*.po"))}


@cache
def catalogue(language: str, part: str) -> Mapping[Message, Said]:
    """What each message is in a language; what is not translated is not in it."""
    if language == ENGLISH:
        return MappingProxyType({})
    if language == PSEUDO:
        every = {one: forms for other in languages()[1:] for one, forms in catalogue(other, part).items()}
        return MappingProxyType({one: _marked(one.text, forms) for one, forms in every.items()})
    return MappingProxyType(read(FOLDER / language / f"{part}.po"))


def read(path: Path) -> dict[Message, Said]:
    """A catalogue's translated messages; nothing where there is no such file."""
    from babel.messages.pofile import read_po  # noqa: PLC0415 - English alone needs none of it

    if not path.exists():
        return {}
    with path.open("rb") as file:
        found = read_po(file, locale=path.parent.name)
    made: dict[Message, Said] = {}
    for message in found:
        if not message.id or message.fuzzy or not message.string or not all(message.string):
            continue
        text = message.id if isinstance(message.id, str) else message.id[0]
        translation = message.string if isinstance(message.string, str) else tuple(message.string)
        made[Message(text, message.context or "")] = translation
    return made


def _marked(text: str, forms: Said) -> Said:
    return pseudo(text) if isinstance(forms, str) else tuple(pseudo(text) for _ in forms)


def pseudo(text: str) -> str:
    """A message as no language has it: its places stay, and it is as long as one may need, in words that break.

    >>> pseudo("twice your {wager}")
    '⟦twice your {wager} ~~~~⟧'
    """
    more = "~" * max(1, round(len(_PLACE.sub("", text)) * LONGER))
    return f"\u27e6{text} {re.sub('~{7}(?=~)', '~~~~~~ ', more)}\u27e7"
