"""Which play a figure assumes, and what others bring, in words: the same on sheets, in the lab and on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.kit.money import printed

if TYPE_CHECKING:
    from fractions import Fraction

    from croupier.odds.figures.analysis import Envied, Forfeited

WORDS = {
    "main-alone": "main game played as if it stood alone",
    "any": "whatever is decided",
}


def plays(mean: Fraction, forfeited: Forfeited | None) -> list[tuple[str, Fraction]]:
    """The returns of a wager that a fold can take, under each play; `mean` is its expected net as it stands."""
    if forfeited is None:
        return []
    return [
        ("Return, main game played as if it stood alone", 1 + mean),
        ("Return, both played jointly for the most", 1 + forfeited.joint),
        ("House edge of the main game under joint play", -forfeited.main),
        ("Return if no fold forfeited the wager", 1 + forfeited.kept),
    ]


def others(envied: Envied | None) -> list[tuple[str, Fraction]]:
    """What one to all other players of a table add."""
    if envied is None or not envied.chances:
        return []
    return [
        (f"Envy adds, {players} other player{'s' if players > 1 else ''}", worth)
        for players, worth in envied.by.items()
    ]


def envy_note(envied: Envied) -> str:
    """At which stake, since an Envy Bonus is a fixed sum."""
    return f"of a wager of {printed(envied.stake)}; the bonus is a fixed sum"
