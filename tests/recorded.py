"""Records: plain lines that a test compares, most of which name their provisions. The test is marked with all that its
record names, ``recorded("687a.11(b)", ...)``, made from the record itself; if lines differ, it says which provisions
those name. Only what is marked with `provision` counts as executed: to be named is not to be shown.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

CITE = re.compile(r"\b(?:(6\d\da\.)|MA (?:DJ Wild § )?)(\d{1,2}(?:\(\w+\))*(?:#2)?)")
DIFFERING = "provisions of the lines that differ"
"""The property of a failed test that has them."""
SHOWN = 12
"""Lines that are printed, of those that differ."""


@cache
def _known() -> frozenset[str]:
    from croupier.law.chapters import TEXTS  # not before a change of it is made (`tests.mutants`)

    return frozenset(p.cite.short for text in TEXTS for p in text.provisions.values())


@cache
def named(line: str) -> tuple[str, ...]:
    """The provisions that a line names, as marks have them."""
    found = (f"{chapter or 'MA '}{path}" for chapter, path in CITE.findall(line))
    return tuple(dict.fromkeys(cite for cite in found if cite in _known()))


def marked(lines: Iterable[str]) -> pytest.MarkDecorator:
    """The mark for a test of a record with these lines."""
    return pytest.mark.recorded(*sorted({cite for line in lines for cite in named(line)}))


def of_lines(lines: list[str]) -> list[tuple[str, ...]]:
    """The provisions of each line: those it names, or those of the line that it stands below, or above."""
    found: list[tuple[str, ...]] = []
    above: list[tuple[int, tuple[str, ...]]] = []
    for at, line in enumerate(lines):
        depth = len(line) - len(line.lstrip())
        while above and above[-1][0] >= depth:
            above.pop()
        own = named(line) or (above[-1][1] if above else ())
        if not own and at + 1 < len(lines) and lines[at + 1].startswith(" " * (depth + 1)):
            own = named(lines[at + 1])
        above.append((depth, own))
        found.append(own)
    return found


def differing(kept: list[str], now: list[str]) -> list[str]:
    """The provisions of the lines that one has and the other has not, or that lie in another order."""
    one, other = (list(zip(lines, of_lines(lines), strict=True)) for lines in (kept, now))
    counted = [Counter(one), Counter(other)]
    lines = list(counted[0] - counted[1]) + list(counted[1] - counted[0])
    if not lines:
        lines = [own for pair in zip(one, other, strict=True) if pair[0] != pair[1] for own in pair]
    return sorted({cite for _, cites in lines for cite in cites})


def compare(now: list[str], kept: list[str], tell: Callable[[str, object], None], what: str) -> None:
    """Fail if a record is not what was kept, with the provisions whose lines differ; `tell` is ``record_property``."""
    if now == kept:
        return
    cites = differing(kept, now)
    tell(DIFFERING, cites)
    gone, come = Counter(kept) - Counter(now), Counter(now) - Counter(kept)
    lines = [f"- {line}" for line in gone][:SHOWN] + [f"+ {line}" for line in come][:SHOWN]
    pytest.fail("\n".join([f"{what}; differs under {', '.join(cites) or 'no provision'}", *lines]), pytrace=False)
