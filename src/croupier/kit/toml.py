"""TOML that somebody else wrote: read only if reading it is quick."""

from __future__ import annotations

import tomllib
from typing import Any

from croupier.errors import BadText

LONGEST = 32_000
"""Letters of a file."""
LONGEST_LINE = 1_000
"""Letters of a line that is no comment: the time for a dotted key grows with the square of its length."""


def read_toml(text: str, field: str = "file") -> dict[str, Any]:
    """What a file says, or what is wrong with it.

    >>> read_toml("ante = 5")
    {'ante': 5}
    >>> read_toml("a." * 20_000 + "a = 1")
    Traceback (most recent call last):
        ...
    croupier.errors.BadText: file: has 40,005 letters, and a file has 32,000 at most
    """
    if len(text) > LONGEST:
        raise BadText(f"has {len(text):,} letters, and a file has {LONGEST:,} at most", field=field)
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE and not line.lstrip().startswith("#"):
            raise BadText(f"line {number} has more than {LONGEST_LINE:,} letters", field=field)
    try:
        return tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:  # a number may be too long for Python
        raise BadText(f"is not TOML: {error}", field=field) from None
