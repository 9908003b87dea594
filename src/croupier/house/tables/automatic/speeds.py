"""How quickly the cards come: as the calmest of the players at a table wishes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import HouseError

if TYPE_CHECKING:
    from croupier.house.tables.keeping.keeper import Keeper

SPEEDS = {"calm": 2.0, "normal": 1.0, "quick": 0.4}
"""What a player may wish for, and what it makes of the table's pace."""


class Speeds:
    """What the players at a table wish for."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self._wishes: dict[str, str] = {}

    def wish(self, name: str, speed: str) -> None:
        """How quickly a player wants to see the cards come."""
        if speed not in SPEEDS:
            raise HouseError(f"{speed[:40]!r} is none of {', '.join(SPEEDS)}", field="speed")
        here = set(self.keeper.table.seats.values())
        self._wishes = {each: wish for each, wish in self._wishes.items() if each in here} | {name: speed}

    @property
    def pace(self) -> float:
        """Seconds after a step that people watch: as the calmest wishes of those who sit here and look on."""
        keeper = self.keeper
        here = [name for name in keeper.table.seats.values() if keeper.presence.is_at(name, keeper.id)]
        return keeper.settings.pace * max((SPEEDS[self._wishes.get(name, "normal")] for name in here), default=1.0)
