"""Numbers of the lab as people read them. Every figure a page shows is written here."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

RARE = 1e-5
_LARGE = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"))


def _minus(text: str) -> str:
    return text.replace("-", "\u2212")


def percent(share: Fraction | float, digits: int = 3) -> str:
    """``5.881%``."""
    return _minus(f"{100 * float(share):.{digits}f}%")


def points(share: Fraction | float) -> str:
    """A difference in points of a percentage, with its sign."""
    text = _minus(f"{100 * float(share):+.3f}")
    return text if text[1:] != "0.000" else "less than 0.001" if share else "0"


def chance(share: Fraction) -> str:
    """In percent, or as one in so many where that would be all noughts."""
    if not share:
        return "never"
    return percent(share) if float(share) >= RARE else f"1 in {round(1 / share):,}"


def once_in(share: Fraction) -> str:
    """How many rounds go by for one of these, on average."""
    return f"one round in {float(1 / share):,.2f}" if share else "never"


def decimal(number: Fraction | float, digits: int = 3, *, signed: bool = False) -> str:
    """A plain number; one that rounds to nothing has no sign."""
    text = f"{float(number):{'+' if signed else ''},.{digits}f}"
    return _minus(text if text.strip("+-0.,") else text.lstrip("+-"))


def units(number: Fraction) -> str:
    """A net in units: whole where it is whole, signed."""
    return _minus(f"{float(number):+,.10g}") if number else "0"


def fraction(number: Fraction) -> str:
    """Exactly."""
    return _minus(f"{number.numerator:,}/{number.denominator:,}")


def large(number: float) -> str:
    """A large number in words of two digits."""
    for size, name in _LARGE:
        if number >= size:
            return f"{number / size:.3g} {name}"
    return f"{round(number):,}"


def listed(words: list[str]) -> str:
    """``A, B and C``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def plain(key: str) -> str:
    """A key as words."""
    return key.replace("-", " ")


def upper(text: str) -> str:
    """With a capital at its head."""
    return text[:1].upper() + text[1:]
