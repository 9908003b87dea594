"""How a table is run, stored with it and the same after a restart."""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a table is run. `pace` are seconds after each step that people watch; a `quick` table closes the betting as
    soon as everyone who sits there has wagered. The `floor` of an automatic dealer may be a person all the same.

    Where a person deals (not `automatic`), `dealer` is who took the table, and late players are decided for only if the
    table `hurries`. `school` is whose lessons are given here. `links` names the link of each meter that others share.
    """

    submission: dict[str, Any] = {}
    readings: dict[str, str] = {}
    cards: str = "shuffled"
    automatic: bool = True
    floor: Literal["automatic", "person"] = "automatic"
    betting_seconds: float = 12.0
    decision_seconds: float = 25.0
    pace: float = 0.0
    quick: bool = False
    inventory: int = 10_000_000
    play_money: bool = True
    coach: bool = True
    links: dict[str, str] = {}
    dealer: str = ""
    hurries: bool = False
    school: str = ""
