"""§ 5: a table where nobody plays. Its cards are spread, and readied anew for whoever comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.table import events as e
from croupier.table.preparation import alternated, is_stored, preparation, unshuffled, with_pack
from croupier.table.state import ID, Due
from croupier.table.ways import readying

if TYPE_CHECKING:
    from croupier.table.state import Table


def idled(table: Table, event: e.Performed) -> Table:
    """The cards lie spread, face up where the first player asked for it."""
    after = readying(table)
    for number in readied_packs(table):
        after = replace(after, packs=unshuffled(after, number))
        if table.procedure > 7:  # they will be washed, and are not as they came any more
            after = with_pack(after, number, preshuffled=False)
    after = replace(after, faced=event.value == "face-up", todo=(), rack=(), cover_came=-1)
    return readied(after) if after.seats else replace(after, idle=True, first="")


def readied_packs(table: Table) -> tuple[int, ...]:
    """The packs that are spread and readied anew where nobody played."""
    each = table.procedure > 1 and table.conduct.idle.each_deck
    return tuple(range(len(table.packs))) if each else (table.active,)


def readied(table: Table) -> Table:
    """The first player has come to a table whose cards lie spread: what is due before they are played."""
    stored = table.conduct.idle.stored
    steps = redo(table, readied_packs(table))
    if stored is not None and alternated(table).active != table.active and is_stored(table, 1 - table.active):
        # 688a.5(g)(2): the spread deck goes into the device, the stored one is dealt unseen
        steps += (Due(stored.id, stored.words, str(stored.cite), stored.by, "opening", pack=table.active),)
        table = alternated(table)
    return replace(table, idle=False, todo=(*steps, *preparation(table)))


def redo(table: Table, packs: tuple[int, ...]) -> tuple[Due, ...]:
    """The steps that these packs go through again before they are shuffled."""
    device = table.shuffler != "none"
    return tuple(due for number in packs for due in table.plans.redo(number, faced=table.faced, device=device))


def keeps_cards(table: Table) -> bool:
    """Whether a device that reshuffles by itself keeps the cards of a table where nobody plays."""
    keeps = table.shuffler == "reshuffling" or table.way == "continuous-shuffler"
    return keeps and table.conduct.reshuffling is not None and not table.conduct.idle.always


def deserted(table: Table) -> Table:
    """§ 5: nobody is left at the table, and its cards are to be spread. Those that lie spread since the opening wait
    for whoever comes next."""
    if table.procedure == 1 or not table.open or table.play is not None or table.idle or keeps_cards(table):
        return table
    if any(due.phase == "opening" for due in table.todo):
        if table.procedure > 7 and (seen := seen_before(table)):
            return to_view_again(table, seen)
        return replace(table, first="") if any(due.id == "view" for due in table.todo) else table
    return replace(_to_spread(table), first="")


def seen_before(table: Table) -> tuple[int, ...]:
    """Packs that whoever was there has looked at, or had not to, while something is still to be opened."""
    stored = table.conduct.idle.stored
    spread = next((due.pack for due in table.todo if stored is not None and due.id == stored.id), None)
    waiting = {due.pack for due in table.todo if due.id in {"view", "change-cards"}}
    packs = readied_packs(table) if spread is None else (spread,)
    return tuple(number for number in packs if table.packs[number].present and number not in waiting)


def to_view_again(table: Table, seen: tuple[int, ...]) -> Table:
    """§ 5: these are spread for whoever comes next, and mixed anew, before or while the others are opened."""
    spread, stored = table.conduct.idle.spread, table.conduct.idle.stored
    kept = {"change-dice", *(() if stored is None else (stored.id,))}
    waits = any(due.id in {"receive", "change-cards"} for due in table.todo)
    phases = {"opening", "settling"} if waits else {"opening"}  # the order of what has left is opened, else of all anew
    opening = tuple(d for d in table.todo if d.phase in phases and (d.pack not in seen or d.id in kept))
    table = replace(table, faced=False, first="")
    again: tuple[Due, ...] = ()
    for number in seen:
        table = with_pack(table, number, preshuffled=False, method="")
        again += (Due("spread", spread.words, str(spread.cite), spread.by, "opening", pack=number),)
        again += redo(table, (number,))
    return replace(table, todo=(*again, *opening, *(() if waits else preparation(table))))


def _to_spread(table: Table) -> Table:
    opens = tuple(due for due in table.todo if due.id == "open-order")
    spread = table.conduct.idle.spread
    due = Due(spread.id, spread.words, str(spread.cite), spread.by, "shuffling", pack=table.active)
    return replace(table, todo=(*opens, due))


def still_deserted(before: Table, after: Table, event: e.Event) -> Table:
    """§ 5: cards that are to be spread are, whatever happens to devices meanwhile; or others come in their place."""
    if after.procedure < 8 or after.idle or not after.open:
        return after
    spread = before.conduct.idle.spread.id
    if spread not in map(ID, before.todo) or spread in map(ID, after.todo):
        return after
    if isinstance(event, e.Performed) and event.step == spread:
        return after
    if isinstance(event, e.PackChanged):
        seen = seen_before(after)
        return to_view_again(after, seen) if seen else after
    return _to_spread(after)
