"""Names under which people are registered: how one is written, which are the house's own, which look alike; ids of
tables."""

from __future__ import annotations

import unicodedata
from functools import cache

from croupier.errors import HouseError

MAX_PERSON_NAME = 40
LONGEST_SKELETON = 400
_LETTERS = {"Lu", "Ll", "Lt", "Lo"}
_TOGETHER = (frozenset({"CJK", "HIRAGANA", "KATAKANA"}), frozenset({"CJK", "HANGUL"}), frozenset({"CJK", "BOPOMOFO"}))
"""Scripts that are written together, and look like no other."""
AUTOMATIC = ("Dealer", "Floor")
"""The names under which the automatic dealer and floorperson stand in journals."""
RESERVED = (*AUTOMATIC, "Floorperson", "House", "croupier", "The house", "The dealer", "The floor")
"""Nobody is registered by a name that looks like one of these."""
BOT = "Bot"
"""The first word of an automatic player's name."""
_INVISIBLE = frozenset(
    map(
        chr,
        (
            0x034F,
            0x115F,
            0x1160,
            0x17B4,
            0x17B5,
            0x2800,
            0x3164,
            0xFFA0,
            *range(0x180B, 0x1810),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)
"""Characters that count as printable and show nothing."""
_LINES = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o"})
"""What is told apart in one case of a letter and not in the other: I and l, i and L."""


def proper(name: str) -> str:
    """A name as it stands in the register; one that mixes scripts may look like another, and is refused."""
    name = name.strip()
    wrong = any(mark in name for mark in ":/") or not _INVISIBLE.isdisjoint(name)
    if not name or len(name) > MAX_PERSON_NAME or not name.isprintable() or wrong:
        raise HouseError(f"a name has 1 to {MAX_PERSON_NAME} letters, without : and /", fault="conflict", field="name")
    scripts = _scripts(name)
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        names = " and ".join(sorted(script.capitalize() for script in scripts))
        raise HouseError(f"a name has the letters of one script, not {names}", fault="conflict", field="name")
    return name


def table_id(id_: str) -> None:
    """Refuse what is no table's id."""
    if not id_ or len(id_) > 40 or not all(letter.isalnum() or letter == "-" for letter in id_):
        raise HouseError("a table's id is letters, digits and dashes", fault="conflict", field="table")


def refuse_reserved(name: str) -> None:
    """Refuse a name that looks like the automatic staff's or an automatic player's."""
    words = name.split()
    first = skeleton(words[0]) if words else ""
    bot = skeleton(BOT)
    if first == bot or (first.startswith(bot) and not first.removeprefix(bot).strip("lo23456789-_.")):
        raise HouseError("automatic players are called so", fault="conflict", field="name")
    if skeleton(name) in _reserved():
        raise HouseError("the house's own staff is called so, or nearly", fault="conflict", field="name")


@cache
def _reserved() -> frozenset[str]:
    return frozenset(map(skeleton, RESERVED))


def skeleton(name: str) -> str:
    r"""What a name looks like: two with one skeleton are taken for one another.

    After Unicode Technical Standard 39, and besides without regard to case, width, spaces, accents, points and
    invisible marks. A name of nothing else is told apart by them.

    >>> skeleton("Al  Capone") == skeleton("ai CAP\u041eNE"), skeleton("Ann") == skeleton("Anna")
    (True, False)
    >>> skeleton("Pat") == skeleton("P\u00e1t.")
    True
    """
    shown = [
        one
        for one in unicodedata.normalize("NFKD", name)
        if one not in _INVISIBLE and not one.isspace() and unicodedata.category(one) not in {"Cf", "Cc"}
    ]
    letters = [one for one in shown if unicodedata.category(one)[0] not in {"M", "P"}]
    text = "".join(letters or shown)
    for _ in range(2):  # capitals look like one letter, their small ones like another
        text = "".join(_prototypes().get(one, one) for one in text).casefold().translate(_LINES)
    return text[:LONGEST_SKELETON]


@cache
def _prototypes() -> dict[str, str]:
    """What stands for each character: the library lists who looks like whom, in stars about one prototype each."""
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415 - a long list, read when it is asked

    found: dict[str, str] = {}
    likes = {_bare(one): [_bare(other["c"]) for other in others] for one, others in confusables_data.items()}
    for one, others in likes.items():
        if len(one) != 1 or one in found:
            continue
        centre = one if len(others) > 1 else max(one, others[0], key=lambda text: _rank(text, likes))
        if centre != one:
            found[one] = centre
    return found


def _rank(text: str, likes: dict[str, list[str]]) -> tuple[int, int, bool, int]:
    return len(likes.get(text, ())), len(text), text.isascii(), -ord(text[0])


def _bare(text: str) -> str:
    """Without the marks of direction that the library writes around letters of scripts from right to left."""
    return text.strip("\u200e")


def _scripts(name: str) -> set[str]:
    """Whose letters these are, by the first word of what Unicode calls each: LATIN, GREEK, CYRILLIC.

    >>> sorted(_scripts("\u0410nn 2"))
    ['CYRILLIC', 'LATIN']
    """
    letters = (one for one in unicodedata.normalize("NFKC", name) if unicodedata.category(one) in _LETTERS)
    return {unicodedata.name(letter, "").partition(" ")[0] for letter in letters}
