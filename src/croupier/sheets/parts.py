"""What a page is made of: sections of text, tables and plots; and how numbers are written on it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph. `kind` is plain, warning (what a reader must not miss) or code."""

    words: str
    kind: str = "plain"


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows under heads. `aligns` has a letter a column: l, r, or w for one that takes the rest of the width.
    `totals` says that the last row sums up the others."""

    heads: tuple[str, ...]
    aligns: str
    rows: tuple[tuple[str, ...], ...]
    totals: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing with the line under it."""

    svg: str
    caption: str


Part = Text | Grid | Plot


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it."""

    title: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """The whole."""

    title: str
    subtitle: str
    foot: str
    sections: tuple[Section, ...]


def percent(number: Fraction | Decimal, digits: int = 4) -> str:
    """A share as a percentage."""
    return f"{100 * number:.{digits}f}%" if not isinstance(number, Fraction) else f"{float(100 * number):.{digits}f}%"


def signed(number: Fraction) -> str:
    """A net: ``+5.5``, ``−4``, ``0``."""
    return f"{float(number):+,.10g}".replace("-", "−") if number else "0"


def places(number: Fraction) -> str:
    """To ten places."""
    return f"{float(number):.10f}".replace("-", "−")


def fraction(number: Fraction) -> str:
    """As a fraction."""
    return f"{number.numerator:,} / {number.denominator:,}".replace("-", "−")
