"""Totals of the shipped house ways, so that nobody waits for a table that has been made before.

Each entry is known by a digest of the rules and the reading it was made for; anything else is counted. `make certify`
makes the whole table anew and compares.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.odds.pai_gow import Totals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Rules

FILE = Path(__file__).parent / "certified.json"


def digest(rules: Rules) -> str:
    """What a total depends on: the ranking's reading and the house way, rule by rule."""
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
    ranking = rules.ranking
    return hashlib.sha256(repr((ranking.straights, ranking.joker, ranking.fill, told)).encode()).hexdigest()


@cache
def known() -> Mapping[str, Any]:
    """The file, by digest."""
    if not FILE.exists():
        return {}
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))["totals"]
    return found


def certified(rules: Rules) -> Totals | None:
    """The totals of these rules if they were made before."""
    entry = known().get(digest(rules))
    return None if entry is None else Totals(entry["wins"], entry["pushes"], entry["losses"])
