"""A word to the table, from a short list and nothing else: shown at the seat for a moment, kept nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import HouseError

if TYPE_CHECKING:
    from collections.abc import Callable

EMOTES = {
    "hello": "Hello",
    "good-luck": "Good luck",
    "well-played": "Well played",
    "unlucky": "Unlucky",
    "thanks": "Thank you",
    "one-moment": "One moment",
}
SHOWN = 6.0
"""Seconds for which a word stands at its seat."""
APART = 3.0
"""Seconds between two words of one player."""


class Emotes:
    """One per house, in memory."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._said: dict[tuple[str, str], tuple[str, float]] = {}

    def say(self, table: str, name: str, emote: str) -> None:
        """Let a player say one of the words, not too often."""
        if emote not in EMOTES:
            raise HouseError(f"{emote[:40]!r} is none of {', '.join(EMOTES)}", field="emote")
        now = self._clock()
        self._said = {key: said for key, said in self._said.items() if now - said[1] < SHOWN}
        _, at = self._said.get((table, name), ("", -APART))
        if now - at < APART:
            raise HouseError("one word at a time; wait a moment", fault="busy", field="emote")
        self._said[table, name] = (emote, now)

    def of(self, table: str, name: str) -> str:
        """What a player has just said, in words; or nothing."""
        emote, at = self._said.get((table, name), ("", 0.0))
        return EMOTES[emote] if emote and self._clock() - at < SHOWN else ""
