"""Scripts and style sheets without their comments and the white space that only readers need.

Nothing is renamed and nothing is reordered: the tokens of a script stay the same, one after another. A line break stays
wherever a semicolon might be thought of in its place.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Token(NamedTuple):
    """A piece of a script: its `kind`, its text, and whether it stands within no bracket."""

    kind: str
    text: str
    outermost: bool


_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<gap>\s+)
    |(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<word>[\w$\#]+)
    |(?P<template>`)
    |(?P<punctuation>=>|\+\+|--|\*\*|&&|\|\||\?\?|\.\.\.|\?\.|[-+*/%<>=!&|^~?:;,.(){}\[\]@])""",
    re.VERBOSE | re.DOTALL,
)
_REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*(`|\$\{)", re.DOTALL)
_BEFORE_REGEX = frozenset(
    ["return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "await", "yield"]
)
_ENDS_VALUE = re.compile(r"""[\w$"'`)\]}/]\Z""")
_WORD = re.compile(r"[\w$#]")
_OPEN_ENDED, _CONTINUING = frozenset("{([,;:?=&|"), frozenset(")],;:?=&|.}")
"""What a statement cannot end with, and what none can begin with: no line break matters there."""


def tokens(script: str) -> Iterator[Token]:
    """All of them, comments and gaps too. A template is as many tokens as it has pieces of text."""
    at, before = 0, ""
    opened: list[str] = []
    while at < len(script):
        found = _TOKEN.match(script, at)
        kind = found.lastgroup or "" if found else ""
        if script[at] == "/" and kind != "comment" and _begins_regex(before):
            found, kind = _REGEX.match(script, at), "regex"
        if found is None:
            raise ValueError(f"what is {script[at : at + 40]!r}?")
        end, text = found.end(), found[0]
        if kind == "template" or (text == "}" and opened[-1:] == ["`"]):
            if text == "}":
                opened.pop()
            rest = _TEMPLATE.match(script, end)
            if rest is None:
                raise ValueError(f"a template without its end: {script[at : at + 40]!r}")
            end, kind, text = rest.end(), "template", script[at : rest.end()]
            if rest[1] == "${":
                opened.append("`")
        elif text in {")", "]", "}"} and kind == "punctuation":
            opened.pop()
        yield Token(kind, text, not opened)
        if kind == "punctuation" and text in {"(", "[", "{"}:
            opened.append(text)
        if kind not in {"comment", "gap"}:
            before = text
        at = end
    if opened:
        raise ValueError(f"a script ends within {opened!r}")


def _begins_regex(before: str) -> bool:
    """Whether a slash after this begins a regular expression and divides nothing."""
    if before in _BEFORE_REGEX or before.endswith("${"):
        return True
    return before not in {"++", "--"} and not _ENDS_VALUE.search(before)


def script(parts: Iterable[Token]) -> str:
    """Their text, without comments and without the gaps that matter to nobody."""
    made: list[str] = []
    gap = last = ""
    for kind, text, _ in parts:
        if kind in {"comment", "gap"}:
            gap += "\n" if "\n" in text or text.startswith("//") else " "
            continue
        if gap and last:
            made.append(_between(last, text, "\n" in gap))
        made.append(text)
        gap, last = "", text
    return "".join(made)


def _between(last: str, following: str, line: bool) -> str:
    ends, begins = last[-1], following[0]
    if line and ends not in _OPEN_ENDED and begins not in _CONTINUING:
        return "\n"
    if _WORD.match(ends) and _WORD.match(begins):
        return " "
    if (ends == begins and ends in "+-/") or "/" in (ends, begins):
        return " "
    return ""


_SHEET = re.compile(r"""(?P<kept>"[^"\n]*"|'[^'\n]*'|url\([^)]*\))|(?P<comment>/\*.*?\*/)|(?P<gap>\s+)""", re.DOTALL)
_TIGHT = re.compile(r"""("[^"\n]*"|'[^'\n]*'|url\([^)]*\))|\s*([{};,])\s*|(:)\s+""")


def sheet(style: str) -> str:
    """A style sheet without comments, with one space for every gap and none where the next character says it."""
    plain = _SHEET.sub(lambda found: found["kept"] or (" " if found["gap"] else ""), style)
    tight = _TIGHT.sub(lambda found: found[1] or found[2] or found[3], plain)
    return tight.replace(";}", "}").strip()
