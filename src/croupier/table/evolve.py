"""`evolve`: the table after an event. Pure, and the only way its state changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.table import devices, idle, packs, rounds, undone
from croupier.table import events as e
from croupier.table.asking import ASKED, asked
from croupier.table.money import meters, post
from croupier.table.plans import Plans
from croupier.table.skips import SKIPPED, skip
from croupier.table.state import Pack, Table
from croupier.table.steps import performed

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.game import Rules


def opened(rules: Rules, event: e.TableOpened, at: int) -> Table:
    """The table that an opening event begins, under the rules it names."""
    plans = Plans(rules)
    decks = rules.chosen.get("decks", 1)
    made = meters(rules)
    for name, meter in event.meters.items():
        made[name] = replace(made[name], **meter)
    return Table(
        plans=plans,
        id=event.table,
        cards=event.cards,
        clock=at,
        open=True,
        todo=plans.opening(decks),
        packs=tuple(Pack(len(rules.game.deck)) for _ in range(decks)),
        accounts=post({}, event.entries),
        meters=made,
        way=rules.chosen["dealing"],
        shuffler=rules.chosen.get("shuffler", "none"),
        dealer=event.who,
        dice_since=at,
        procedure=event.procedure,
        equipment=event.equipment,
        mid_shoe=event.mid_shoe or rules.game.conduct is None or rules.game.conduct.skipped_round is None,
    )


def evolve(table: Table, event: e.Event, at: int) -> Table:
    """The table after an event that happened at a time (milliseconds)."""
    if table.clock != at:
        table = replace(table, clock=at)
    after = _HANDLERS[type(event)](table, event)
    if not after.seats and after.first:
        after = idle.deserted(after)
    if after.todo is not table.todo:
        after = idle.still_deserted(table, after, event)
    if after.broken and after.procedure > 2:
        after = devices.unsigned(after)
    if not (todo := after.todo):
        return after
    if todo[0].id in SKIPPED:
        after = skip(after)
        todo = after.todo
    return asked(table, after, event) if todo and todo[0].id in ASKED else after


_HANDLERS: dict[type[e.Event], Callable[[Table, Any], Table]] = {
    e.Performed: performed,
    e.Shuffled: packs.shuffled,
    e.OrderOpened: packs.opened_order,
    e.PackChanged: packs.pack_changed,
    e.EquipmentBrought: packs.brought,
    e.DeviceChanged: devices.device,
    e.Sat: rounds.sat,
    e.Left: rounds.left,
    e.MoneyMoved: rounds.moved,
    e.WagerPlaced: rounds.placed,
    e.RoundBegan: rounds.began,
    e.Contributed: rounds.contributed,
    e.Dealt: rounds.dealt,
    e.Discarded: rounds.discarded,
    e.Decided: rounds.decided,
    e.Turned: rounds.turned,
    e.Revealed: rounds.revealed,
    e.Settled: rounds.settled,
    e.IrregularityFound: rounds.irregular,
    e.Voided: rounds.voided,
    e.Racked: rounds.racked,
    e.RoundClosed: rounds.closed,
    e.TableClosed: rounds.table_closed,
    e.Unwound: undone.unwound,
    e.Claimed: undone.claimed,
}
