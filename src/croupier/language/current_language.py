"""The language of whoever is spoken to now, and how a request says which it is."""

from __future__ import annotations

from contextvars import ContextVar

from croupier.language.catalogue import ENGLISH, languages

current_language: ContextVar[str] = ContextVar("speaking", default=ENGLISH)
"""Set for each request and each socket."""


def chosen(wish: str, accepted: str, known: tuple[str, ...] | None = None) -> str:
    """The language somebody chose (a cookie), or the best of those that their browser accepts; English otherwise.

    >>> chosen("", "fr-CH, es-MX;q=0.8, en;q=0.5"), chosen("en", "es"), chosen("", "tlh"), chosen("zz", "es")
    ('es', 'en', 'en', 'es')
    """
    known = known or languages()
    if wish in known:
        return wish
    ranked = []
    for n, part in enumerate(accepted[:400].split(",")):
        tag, _, rest = part.strip().partition(";")
        ranked.append((-_quality(rest), n, tag.partition("-")[0].lower()))
    return next((tag for quality, _, tag in sorted(ranked) if quality and tag in known), ENGLISH)


def _quality(parameters: str) -> float:
    name, _, value = parameters.partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return min(1.0, max(0.0, float(value)))
    except ValueError:
        return 0.0
