"""Totals of the shipped house ways, so that nobody waits for a table that has been made before.

Each entry is known by a digest of the rules and the reading it was made for; anything else is counted. `make certify`
makes the whole table anew and compares.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.kit import catalogue
from croupier.odds.facts import store
from croupier.odds.pai_gow.settings import Totals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Rules

DEALS = comb(53, 7) * comb(46, 7)
FILE = Path(__file__).parent / "certified.json"


def digest(rules: Rules) -> str:
    """What a total depends on: what the ranking makes of every hand, the cards, and the house way rule by rule."""
    assert rules.ranking is not None
    way = rules.chosen["house-way"]
    told = [
        (
            r.hand,
            r.front,
            sorted(r.ranges.items()),
            r.singles,
            r.complete,
            r.beats_complete,
            r.pairs,
            sorted(r.yields.items()),
        )
        for r in way.rules
    ]
    made_from = (catalogue.digest(rules.ranking), tuple(map(int, rules.game.deck.all())), told)
    return hashlib.sha256(repr(made_from).encode()).hexdigest()


@cache
def known() -> Mapping[str, Any]:
    """The file, by digest."""
    if not FILE.exists():
        return {}
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))["totals"]
    return found


def certified(rules: Rules) -> Totals | None:
    """The totals of these rules if they were made before."""
    key = digest(rules)
    entry = known().get(key)
    if entry is None:
        return None
    totals = Totals(entry["wins"], entry["pushes"], entry["losses"])
    if totals.deals != DEALS:
        raise ValueError(f"{FILE.name}: {totals.deals} deals and not {DEALS}")
    store.note_digest(f"certified-{key[:32]}", hashlib.sha256(json.dumps(entry, sort_keys=True).encode()).hexdigest())
    return totals
