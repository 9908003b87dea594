"""Shuffling and dealing devices as events leave them: out of order, in order again, jammed while cards are in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.game.conduct import DEALER, PIT
from croupier.table.packs import cutters, preparation, unshuffled
from croupier.table.plans import Cutters
from croupier.table.state import Due
from croupier.table.ways import without_broken

if TYPE_CHECKING:
    from croupier.table import events as e
    from croupier.table.state import Table


def device(table: Table, event: e.DeviceChanged) -> Table:
    """A device that fails leaves the table to another method, from the next round on; a repaired one comes back."""
    if event.what == "repaired":
        return _repaired(table, event)
    table = replace(table, broken={**table.broken, event.device: event.what})
    if table.play is not None and table.procedure > 1:
        return _from_the_shoe(table, event.cite) if _shuffler_deals(table) else table
    if event.device == "shuffler" and _lies_ready(table):
        return _dealt_as_it_lies(table)
    held = _held_in_the_shoe(table) if event.device == "shoe" else _put_aside(table)
    if held and event.device == "shoe":  # with two decks too, of which a device would hold this one shuffled
        table = replace(table, packs=unshuffled(table, table.active))
    table = without_broken(table)
    if table.play is None and table.phase in {"shuffling", "betting"} and not _lies_spread(table):
        return replace(table, todo=(*held, *preparation(table)))
    return table


def _lies_ready(table: Table) -> bool:
    """Whether the cards in play were shuffled before the device failed. Reading: ready-cards."""
    if table.procedure < 4 or table.idle or table.phase not in {"shuffling", "betting"}:
        return False
    own = {due.id for due in table.todo if due.pack == table.active}
    shuffled = table.pack.present and table.pack.method != "" and own.isdisjoint({"shuffle", "device-count"})
    return shuffled and table.way != "continuous-shuffler"


def _dealt_as_it_lies(table: Table) -> Table:
    """The other way of dealing waits until cards are readied anew; what the device was shuffling meanwhile is left."""
    other = 1 - table.active
    todo = tuple(due for due in table.todo if due.pack != other or due.id == "open-order")
    return replace(table, shuffler="none", todo=(*_put_aside(table), *todo))


def _put_aside(table: Table) -> tuple[Due, ...]:
    """§ 3: the rack holds cards of one deck or batch alone, and the other waits there for the device that failed."""
    other = 1 - table.active
    waits = any(due.id == "shuffle" and due.pack == other for due in table.todo)
    if table.procedure < 4 or not (waits and table.conduct.alternate):
        return ()
    words = "put the cards that wait for the device aside, so that the rack has room for one deck alone"
    return (Due("put-aside", words, str(table.conduct.alternate[-1]), DEALER, "shuffling", pack=other),)


CLEAR = "clear-shoe"
"""The step by which the cards are removed from an automated shoe that has failed."""


def clear_shoe(table: Table, phase: str) -> tuple[Due, ...]:
    """§ 13: the cards left in the automated shoe are removed from it."""
    jam = table.conduct.irregularity("shoe-jam")
    if table.procedure < 4 or table.way != "automated-shoe" or jam is None or table.pack.at >= table.pack.size:
        return ()
    words = "take the cards left in the automated shoe out of it"
    return (Due(CLEAR, words, str(jam.cite), DEALER, phase, pack=table.active),)


def _held_in_the_shoe(table: Table) -> tuple[Due, ...]:
    """Between rounds: what was loaded before the shoe failed."""
    unloaded = any(due.pack == table.active and due.id in {"shuffle", "load"} for due in table.todo)
    ready = table.phase in {"shuffling", "betting"} and table.pack.present and table.pack.method != ""
    return clear_shoe(table, "shuffling") if ready and not (unloaded or table.idle) else ()


def _lies_spread(table: Table) -> bool:
    """§ 5: cards that lie spread are readied when a player comes, and not before."""
    return table.idle and table.procedure > 2


SIGN = "sign-device"
"""The step by which that is done."""
_SIGN = {
    "out-of-order": "cover the {}, or place a sign on it that it is out of order",
    "removed": "take the {} off the table",
}


def unsigned(table: Table) -> Table:
    """§ 13: a failed device is covered, bears a sign or has left the table before any other method is used."""
    if table.play is not None and table.phase != "shuffling":
        return table
    waiting = [device for device in table.broken if device not in table.signed]
    if not waiting or (table.todo and table.todo[0].id == SIGN):
        return table
    what = table.broken[waiting[0]]
    remedy = "out-of-order" if what == "out-of-order" else "remove-device"
    cite = next(str(found.cite) for found in table.conduct.irregularities if remedy in found.remedy)
    due = Due(SIGN, _SIGN[what].format(waiting[0]), cite, PIT, "shuffling", to=waiting[0])
    return replace(table, todo=(due, *table.todo))


def _repaired(table: Table, event: e.DeviceChanged) -> Table:
    """Cards that lie ready were shuffled and loaded without the device: if it brings another way of dealing back, they
    are readied anew."""
    broken = {device: what for device, what in table.broken.items() if device != event.device}
    chosen = table.rules.chosen
    if table.procedure < 3:
        shuffler = chosen.get("shuffler", "none") if event.device == "shuffler" else table.shuffler
        way = chosen["dealing"] if not broken else table.way
        return replace(table, broken=broken, shuffler=shuffler, way=way)
    before, signed = table.way, tuple(device for device in table.signed if device != event.device)
    todo = tuple(due for due in table.todo if due.id != SIGN)
    table = replace(table, todo=todo, broken=broken, signed=signed)
    table = without_broken(replace(table, shuffler=chosen.get("shuffler", "none"), way=chosen["dealing"]))
    if table.idle or table.phase not in {"opening", "shuffling", "betting"}:
        return table
    if table.phase == "opening":
        return replace(table, todo=_prepared_again(table)) if table.way != before else table
    if table.way == before:
        unshuffled_yet = any(due.id == "shuffle" and due.pack == table.active for due in todo)
        return replace(table, todo=preparation(table)) if unshuffled_yet else table
    emptied = table.plans.empty_shoe(table.active) if table.pack.cover >= 0 else ()
    table = replace(table, packs=unshuffled(table, table.active))
    return replace(table, todo=(*emptied, *preparation(table)))


def _prepared_again(table: Table) -> tuple[Due, ...]:
    """What new cards need first, and then the preparation for the way of dealing that is left or back."""
    opening = tuple(due for due in table.todo if due.phase == "opening")
    return opening if any(due.id == "receive" for due in opening) else (*opening, *preparation(table))


def _shuffler_deals(table: Table) -> bool:
    """Whether the round still wants cards from a continuous shuffler that is out of order."""
    deals = table.way == "continuous-shuffler" and any(due.id == "deal" for due in table.todo)
    return deals and "shuffler" in table.broken


def _from_the_shoe(table: Table, cite: str) -> Table:
    """686a, reading device-fails: the round is completed from the shoe, with what is not on the table."""
    table = without_broken(table)
    return replace(table, todo=(*replenishment(table, cite), *(due for due in table.todo if due.phase != "shuffling")))


def replenishment(table: Table, cite: str, *, emptied: bool = False) -> tuple[Due, ...]:
    """The steps by which the cards that are not on the table are shuffled in mid-round; the shoe is `emptied` first."""
    offered = cutters(table) if table.procedure > 1 else Cutters()
    steps = table.plans.replenish(table.active, cite, way=table.way, opens=bool(table.pack.commitment),
                                  cutters=offered)  # fmt: skip
    return (*table.plans.empty_shoe(table.active), *steps) if emptied and table.procedure > 1 else steps


def jammed(table: Table, cite: str) -> Table:
    """A shuffling device jams: what it was shuffling is shuffled again, in mid-round the deck that it stores before
    that comes into play."""
    if table.play is None:
        return _jammed_between_rounds(table)
    if any(due.id == "shuffle" for due in table.todo):
        return table
    if table.phase == "shuffling" or table.way == "continuous-shuffler":
        rest = (due for due in table.todo if due.phase != "shuffling")
        return replace(table, todo=(*replenishment(table, cite), *rest))
    return replace(table, packs=unshuffled(table, 1 - table.active)) if len(table.packs) == 2 else table


def _jammed_between_rounds(table: Table) -> Table:
    todo = table.todo
    stored = 1 - table.active if len(table.packs) == 2 and not todo else table.active
    pack = todo[0].pack if todo and todo[0].pack >= 0 else stored
    table = replace(table, packs=unshuffled(table, pack))
    if pack != table.active:
        rest = tuple(due for due in todo if due.pack != pack)
        return replace(table, todo=(*(due for due in preparation(table) if due.pack == pack), *rest))
    return replace(table, todo=preparation(table))
