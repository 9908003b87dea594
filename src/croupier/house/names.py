"""Names under which people are registered."""

from __future__ import annotations

import unicodedata

from croupier.errors import HouseError

LONGEST = 40
_LETTERS = {"Lu", "Ll", "Lt", "Lo"}
_TOGETHER = (frozenset({"CJK", "HIRAGANA", "KATAKANA"}), frozenset({"CJK", "HANGUL"}), frozenset({"CJK", "BOPOMOFO"}))
"""Scripts that are written together, and look like no other."""


def read(name: str) -> str:
    """How a name reads: two that read alike are taken for one another."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def proper(name: str) -> str:
    """A name as it stands in the register; one that mixes scripts may look like another, and is refused."""
    name = name.strip()
    if not name or len(name) > LONGEST or not name.isprintable() or any(mark in name for mark in ":/"):
        raise HouseError(f"a name has 1 to {LONGEST} letters, without : and /", fault="conflict", field="name")
    scripts = _scripts(name)
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        told = " and ".join(sorted(script.capitalize() for script in scripts))
        raise HouseError(f"a name has the letters of one script, not {told}", fault="conflict", field="name")
    return name


def _scripts(name: str) -> set[str]:
    """Whose letters these are, by the first word of what Unicode calls each: LATIN, GREEK, CYRILLIC.

    >>> sorted(_scripts("\u0410nn 2"))
    ['CYRILLIC', 'LATIN']
    """
    letters = (one for one in unicodedata.normalize("NFKC", name) if unicodedata.category(one) in _LETTERS)
    return {unicodedata.name(letter, "").partition(" ")[0] for letter in letters}
