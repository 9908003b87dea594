"""A table as one line of a lobby."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.house.cloth.felt import real_cards
from croupier.house.desk import payloads

if TYPE_CHECKING:
    from croupier.house.tables.keeping.keeper import Keeper


def lobby_line(keeper: Keeper) -> payloads.TableLine | None:
    """A table in a few words; None for one that is not shown."""
    if keeper.settings.school or not keeper.table.open:
        return None
    table, rules = keeper.table, keeper.rules
    limit = rules.limits.get(rules.game.ante)
    return payloads.TableLine(
        id=keeper.id,
        name=keeper.name,
        game=rules.game.id,
        title=rules.game.name,
        edition=rules.game.edition,
        status=rules.game.chapter.status,
        phase=table.phase,
        round=table.rounds,
        seats=rules.game.seats,
        taken=dict(table.seats),
        minimum=limit.minimum if limit is not None else None,
        maximum=limit.maximum if limit is not None else None,
        meters={m: table.accounts.get(f"meter:{m}", 0) for m in table.meters},
        automatic=keeper.settings.automatic,
        real_cards=real_cards(table.cards),
    )
