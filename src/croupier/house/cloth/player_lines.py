"""A record's line for a player: wagers and decisions by their names, cards with their suits, amounts in dollars."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from croupier.house.cloth.choices import decision_words
from croupier.house.cloth.felt import label

if TYPE_CHECKING:
    from croupier.game import Rules

_SUITS = {"s": "\u2660", "h": "\u2665", "d": "\u2666", "c": "\u2663"}
_CARD = re.compile(r"(?<![\w-])(?<!of )(?:([2-9TJQKA])([shdc])|Jk)(?![\w-])")
_AMOUNT = re.compile(r"(?<![\w$.,-])(\d+\.\d\d)(?![\w.])")
_STEP = re.compile(r"performs ([a-z]+(?:-[a-z]+)*)")


def plainly(rules: Rules, words: str) -> str:
    """The words without an identifier."""
    names = {w.id: label(rules, w.id) for w in rules.offered()} | {"envy": "Envy Bonus", "match-play": "Match Play"}
    for street in rules.game.streets:
        names |= {option.id: decision_words(option.id).lower() for option in street.options if option.id not in names}
    ids = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    words = re.sub(rf"(?<![\w-])(?<!\d is )({ids})(?![\w-])", lambda found: names[found[1]], words)
    words = _STEP.sub(lambda found: f"does its part: {found[1].replace('-', ' ')}", words)
    words = _CARD.sub(
        lambda found: "joker" if found[1] is None else f"{found[1].replace('T', '10')}{_SUITS[found[2]]}", words
    )
    return _AMOUNT.sub(r"$\1", words)
