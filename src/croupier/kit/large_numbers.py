"""Counts that are too long to be read in full."""

from __future__ import annotations

LONGEST = 20
"""Digits that are written out."""


def readable(count: int) -> str:
    """The count in full, or rounded where it has more than twenty digits.

    >>> readable(4_913_773_104_240), readable(1863436162090484642252605578010859212800)
    ('4,913,773,104,240', '1.863436 × 10^39')
    """
    if abs(count) < 10**LONGEST:
        return f"{count:,}"
    figures, _, power = f"{count:.6e}".partition("e+")
    return f"{figures} × 10^{power}"
