"""Numbers and money as a language writes them. Amounts are US dollars in every language."""

from __future__ import annotations

import re
from functools import cache

LOCALES = {"es": "es_US", "xx": "en_US"}
"""Whose conventions a language follows here: those of its speakers who play for dollars."""
_NUMBER = re.compile(r"(?<![\w.])(\$?)(\d[\d,]*)(?:\.(\d+))?(?!\d|\.\d)(%?)")

JOINED = {
    "es": (
        ("de asiento", "del asiento"),
        ("a asiento", "al asiento"),
        ("en asiento", "en el asiento"),
        ("de el", "del"),
        ("a el", "al"),
    ),
}
"""Words that a language draws together where they meet, or puts an article between."""


def joined(text: str, language: str) -> str:
    """A text that was put together, as its language joins words.

    >>> joined("descubre las cartas de el crupier", "es")
    'descubre las cartas del crupier'
    """
    for apart, together in JOINED.get(language, ()):
        if apart in text:
            text = re.sub(rf"\b{apart}\b", together, text)
    return text


def numbers(text: str, language: str) -> str:
    r"""What stands in English, ``$1,485.00`` or ``2.395%``, by the conventions of a language; no digit is lost.

    >>> numbers("+$1,485.00, 2.395%", "es"), numbers("+$1,485.00, 2.395%", "de"), numbers("$5", "es_ES")
    ('+$1,485.00, 2.395%', '+1.485,00\xa0$, 2,395\xa0%', '5\xa0$')
    """
    point, group, before, between = _conventions(language)
    if (point, group, before, between) == (".", ",", True, ""):
        return text

    def written(found: re.Match[str]) -> str:
        money, whole, part, percent = found.groups()
        text = whole.replace(",", group) + (f"{point}{part}" if part else "")
        text = f"{money}{text}" if before or not money else f"{text}\N{NO-BREAK SPACE}{money}"
        return f"{text}{between}{percent}" if percent else text

    return _NUMBER.sub(written, text)


@cache
def _conventions(language: str) -> tuple[str, str, bool, str]:
    """The decimal sign, the sign between thousands, whether money has its sign first, what stands before a per cent."""
    from babel import Locale  # noqa: PLC0415 - English alone needs none of it

    locale = Locale.parse(LOCALES.get(language, language))
    symbols = locale.number_symbols["latn"]
    money = locale.currency_formats["standard"].pattern
    percent = locale.percent_formats[None].pattern.partition("%")[0]
    return symbols["decimal"], symbols["group"], money.startswith("\N{CURRENCY SIGN}"), percent[len(percent.rstrip()) :]
