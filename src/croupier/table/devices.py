"""Shuffling and dealing devices as events leave them: out of order, in order again, jammed while cards are in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.game.conduct import DEALER, PIT
from croupier.table.plans import Cutters
from croupier.table.preparation import cutters, preparation, unshuffled, with_pack
from croupier.table.state import Due
from croupier.table.ways import BY_HAND, without_broken

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
    held = _held_in_the_shoe(table) if event.device == "shoe" else (*_poured_out(table), *_put_aside(table))
    if held and event.device == "shoe":  # with two decks too, of which a device would hold this one shuffled
        table = replace(table, packs=unshuffled(table, table.active))
    table = without_broken(table)
    if table.play is None and _is_readied(table) and not _lies_spread(table):
        return replace(table, todo=(*_emptied(table), *held, *preparation(table)))
    return table


def _is_readied(table: Table) -> bool:
    """Between rounds: whether the cards are readied now, or will be when the order of the last ones is opened and the
    shoe is emptied."""
    if table.procedure > 6 and table.phase == "settling":
        return any(due.id == "shuffle" for due in table.todo)
    return table.phase in {"shuffling", "betting"}


def _emptied(table: Table) -> tuple[Due, ...]:
    """686a.7(d)(1): the shoe that is still to be emptied before its cards are shuffled."""
    step = table.conduct.empty_shoe
    return () if step is None or table.procedure < 7 else tuple(due for due in table.todo if due.id == step.id)


def _lies_ready(table: Table) -> bool:
    """Whether the cards in play were shuffled before the device failed. Reading: ready-cards."""
    if table.procedure < 4 or table.idle or table.phase not in _ready_in(table):
        return False
    if _uncut_in_the_shoe(table):
        return False
    own = {due.id for due in table.todo if due.pack == table.active}
    shuffled = table.pack.present and table.pack.method != "" and own.isdisjoint({"shuffle", "device-count"})
    return shuffled and table.way != "continuous-shuffler"


def _poured_out(table: Table) -> tuple[Due, ...]:
    """686a.7(d)(1): the shoe that such a device has filled is emptied before its cards are shuffled otherwise."""
    due = {due.id for due in table.todo if due.pack == table.active}
    loaded = table.phase in {"shuffling", "betting"} and not table.idle and due.isdisjoint({"shuffle", "load"})
    return table.plans.empty_shoe(table.active) if loaded and _uncut_in_the_shoe(table) else ()


def _is_lifted(table: Table) -> bool:
    """§ 5: whether a device is utilized that reshuffles by itself, so that no cut is asked for."""
    return table.shuffler == "reshuffling" and table.conduct.reshuffling is not None


def _uncut_in_the_shoe(table: Table) -> bool:
    """686a.5(b), (h): what such a device has shuffled is cut like any other batch once it is not utilized any more."""
    return table.procedure > 7 and _is_lifted(table) and "device" in table.conduct.cut.after and table.pack.cut < 0


def _ready_in(table: Table) -> frozenset[str]:
    """The phases between rounds in which cards may lie ready, also while the order of the other deck has still to be
    opened."""
    return frozenset({"shuffling", "betting", "settling"} if table.procedure > 7 else {"shuffling", "betting"})


def _dealt_as_it_lies(table: Table) -> Table:
    """The other way of dealing waits until cards are readied anew; what the device was shuffling meanwhile is left."""
    other = 1 - table.active
    todo = tuple(due for due in table.todo if due.pack != other or due.id == "open-order")
    if cut := _cut_after_all(table):
        todo = (*cut, *(due for due in todo if due.pack != table.active))
    return replace(table, shuffler="none", todo=(*_put_aside(table), *todo))


def _cut_after_all(table: Table) -> tuple[Due, ...]:
    """§ 5: cards that came preshuffled are cut, unless a device is utilized that reshuffles by itself: those that lie
    there uncut when it fails are cut before they are dealt."""
    pack = table.pack
    if table.procedure < 8 or not _is_lifted(table) or pack.method not in BY_HAND or pack.cut >= 0 or pack.at:
        return ()
    return table.plans.prepared(
        table.active,
        pack,
        way=table.way,
        shuffler="none",
        shuffle=False,
        cutters=cutters(table),
        procedure=table.procedure,
    )


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
    unloaded = any(
        due.pack == table.active and (due.id == "shuffle" or (due.id == "load" and not table.pack.loaded))
        for due in table.todo
    )
    ready = table.phase in _ready_in(table) and table.pack.present and table.pack.method != ""
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
    before, by_hand = table.way, table.shuffler == "none"
    signed = tuple(device for device in table.signed if device != event.device)
    todo = tuple(due for due in table.todo if due.id != SIGN)
    table = replace(table, todo=todo, broken=broken, signed=signed)
    table = without_broken(replace(table, shuffler=chosen.get("shuffler", "none"), way=chosen["dealing"]))
    if table.idle or not (table.phase == "opening" or _is_readied(table)):
        return table
    if table.phase == "opening":
        other = table.way != before or (table.procedure > 6 and by_hand and table.shuffler != "none")
        return replace(table, todo=_prepared_again(table)) if other else table
    if table.way == before and not _needs_the_device(table):
        unshuffled_yet = any(due.id == "shuffle" and due.pack == table.active for due in todo)
        return replace(table, todo=(*_emptied(table), *preparation(table))) if unshuffled_yet else table
    filled = table.pack.cover >= 0 and (
        table.procedure < 8 or table.pack.method != ""
    )  # and its cards not washed since
    emptied = _emptied(table) or (table.plans.empty_shoe(table.active) if filled else ())
    table = replace(table, packs=unshuffled(table, table.active))
    return replace(table, todo=(*emptied, *preparation(table)))


def _needs_the_device(table: Table) -> bool:
    """Whether the cards were readied by hand, for want of another way, and a device has to shuffle what is dealt so."""
    needs = table.conduct.ways[table.way].device is not None and table.pack.method in BY_HAND
    return needs and table.procedure > 6


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
    steps = table.plans.replenish(table.active, cite, way=table.way, opens=bool(table.pack.commitment), cutters=offered)
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
    return _reshuffled(table, 1 - table.active) if len(table.packs) == 2 else table


def _reshuffled(table: Table, number: int) -> Table:
    """The cards that were in the device are to be shuffled again, and not taken as they came."""
    table = replace(table, packs=unshuffled(table, number))
    return with_pack(table, number, preshuffled=False) if table.procedure > 7 else table


def _jammed_between_rounds(table: Table) -> Table:
    todo, two = table.todo, len(table.packs) == 2
    if table.procedure > 7 and two and table.packs[1 - table.active].present:  # it stores this one, or shuffles it
        table = _reshuffled(table, 1 - table.active)
    if table.procedure > 7 and any(due.id == "receive" for due in todo):  # all are readied when that has come
        return table
    stored = 1 - table.active if two and (not todo or _is_no_shuffle(table, todo[0])) else table.active
    pack = todo[0].pack if todo and todo[0].pack >= 0 and not _is_no_shuffle(table, todo[0]) else stored
    table = _reshuffled(table, pack)
    if pack != table.active:
        rest = tuple(due for due in todo if due.pack != pack)
        return replace(table, todo=(*(due for due in preparation(table) if due.pack == pack), *rest))
    return replace(table, todo=preparation(table))


def _is_no_shuffle(table: Table, due: Due) -> bool:
    """Whether a step of the deck in play comes when the device has nothing to do with that any more."""
    burn = table.conduct.new_dealer_burn
    return table.procedure > 7 and due.id in {table.conduct.idle.spread.id, *(() if burn is None else (burn.id,))}
