"""Money is a whole number of cents."""

from __future__ import annotations

import re
from functools import lru_cache

from croupier.errors import BadText

_AMOUNT = re.compile(r"(0|[1-9][0-9]{0,11})(?:\.([0-9]{2}))?")
MOST = 10**14


def cents(amount: object) -> int:
    """Whole cents from an amount as people and JSON write it; floats, exponents and thirds of a cent are refused.

    >>> cents("12.50"), cents("7"), cents(7)
    (1250, 700, 700)
    """
    if isinstance(amount, str):
        if match := _AMOUNT.fullmatch(amount):
            dollars, rest = match.groups()
            return int(dollars) * 100 + int(rest or 0)
    elif type(amount) is int and 0 <= amount < MOST // 100:
        return amount * 100
    shown = repr(amount)
    shown = shown if len(shown) <= 40 else f"{shown[:40]}..."
    raise BadText(f'{shown} is not an amount: write dollars and cents as a string, as in "12.50", below a trillion')


@lru_cache(maxsize=4096)
def signed_cents(amount: str) -> int:
    """Cents of what `dollars` wrote, which may be below nothing.

    >>> signed_cents("-12.50"), signed_cents(dollars(-5))
    (-1250, -5)
    """
    return -cents(amount[1:]) if amount.startswith("-") else cents(amount)


@lru_cache(maxsize=4096)
def dollars(amount: int) -> str:
    """Cents as ``"12.50"``, with a minus sign where money was lost."""
    return f"{'-' if amount < 0 else ''}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def grouped(amount: int, unit: str = "", minus: str = "-") -> str:
    """Cents as a report or a receipt has them: ``1,485.00``, with a `unit` ``$1,485.00``, below nothing ``-$5.00``."""
    return f"{minus if amount < 0 else ''}{unit}{abs(amount) // 100:,}.{abs(amount) % 100:02d}"


def printed(amount: int) -> str:
    """Cents as a sign or a paytable prints them: ``$1,000``, ``$7.50``."""
    whole, rest = divmod(amount, 100)
    return f"${whole:,}" + (f".{rest:02d}" if rest else "")
