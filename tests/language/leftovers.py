"""What is left in English of something the house tells a page, found by the pseudo-language."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.language import current_language
from croupier.language.catalogue import PSEUDO
from croupier.web.http.translation import NAMES, translate_json

if TYPE_CHECKING:
    from collections.abc import Iterator

IDS = {
    "row": {"Win"},
    "condition": {"otherwise"},
    "status": {"proposed"},
    "kind": {"act", "bet", "deal", "law", "pay"},
}
"""What a page goes by and says in its own words."""
_CARDS = re.compile(r"(?:(?:(?:10|[2-9TJQKA])[shdc♠♥♦♣]|Jk) ?)+")


@contextmanager
def language(name: str) -> Iterator[None]:
    before = current_language.set(name)
    try:
        yield
    finally:
        current_language.reset(before)


def leftovers(told: Any) -> set[tuple[str, str]]:
    """Every text under a name that holds words which no message was found for."""
    with language(PSEUDO):
        shown = msgspec.json.decode(translate_json(msgspec.json.encode(told)))
    return set(_unmarked(shown, ""))


def _unmarked(told: Any, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(told, dict):
        for key, value in told.items():
            if f"{key}-words" in told:  # what programs go by
                continue
            yield from _unmarked(value, key if name not in NAMES.objects else "words")
    elif isinstance(told, list):
        for one in told:
            if not isinstance(one, str) or name in NAMES.lists:
                yield from _unmarked(one, name)
    elif isinstance(told, str) and name in NAMES.texts | NAMES.lists:
        bare = told.strip()
        is_words = re.search("[A-Za-z]", bare) and not _CARDS.fullmatch(bare) and "§" not in bare
        if is_words and "⟦" not in bare and bare not in IDS.get(name, ()):
            yield name, told
