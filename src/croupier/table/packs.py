"""Packs as events leave them: a new order, an order that was opened, cards that come and go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.table.idle import readied_packs, redo
from croupier.table.preparation import cutters, missing, preparation, with_pack
from croupier.table.ways import readying

if TYPE_CHECKING:
    from croupier.table import events as e
    from croupier.table.state import Due, Pack, Table


def shuffled(table: Table, event: e.Shuffled) -> Table:
    """A new order; whoever waited for it may wager again, unless it is the other batch that is shuffled meanwhile."""
    todo = table.todo[1:] if table.todo and table.todo[0].id == "shuffle" else table.todo
    if table.conduct.cut.offers and table.play is None:  # whoever is at the table by now is offered the cut
        offer = table.plans.cut_by(event.pack, cutters(table))
        todo = tuple(offer if due.id == "cut" and due.pack == event.pack else due for due in todo)
    anew = event.pack == table.active or not table.pack.at  # or a new shoe begins, whose batch is shuffled already
    rack = () if anew else of_this_shoe(table.rack)
    if table.procedure < 4 or anew:  # 686a.6(b)(2)
        # 686a.7(d): a cover card that came in this round has all cards shuffled after it, those of 9(b) too
        came = table.cover_came if table.play is not None and table.procedure > 4 else -1
        table = replace(table, barred=(), bettors=(), cover_came=came, directed=False)
    play = table.play
    lying = 0 if play is None else sum(len(places) for to, places in play.dealt.items() if to not in play.racked)
    if play is not None and event.pack == table.active:  # what lies on the table is no part of the new order
        play = replace(play, dealt={to: tuple(min(at, -1 - at) for at in held) for to, held in play.dealt.items()})
    return replace(
        with_pack(
            table,
            event.pack,
            method=event.method,
            commitment=event.commitment,
            sealed=event.sealed,
            cut=-1,
            at=0,
            cover=-1,
            preshuffled=False,
            of=event.of,
            size=len(event.of.split()) or len(table.rules.game.deck) - lying,
            scheme=event.scheme,
            number=event.number,
            round=event.round,
            clock=event.clock,
            again=again(table.packs[event.pack], event.of),
            fixed=bool(event.of) and event.scheme > 1,
            contributions=play.contributions if event.of and play is not None else {},
            uncounted=table.procedure > 6 and any(d.id == "device-count" and d.pack == event.pack for d in todo),
            loaded=False,
        ),
        todo=todo,
        rack=rack,
        play=play,
        seen=() if event.pack == table.active else table.seen,
        # what came before this commitment was known to whoever drew the seed
        contributions={} if event.pack == table.active else table.contributions,
    )


def again(pack: Pack, of: str) -> int:
    """How often discards of a pack are shuffled in mid-round when these are; 0 for the whole pack."""
    return pack.again + 1 if of and pack.scheme > 1 else 0


def of_this_shoe(rack: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """What came into the rack after the last shoe was emptied into it."""
    emptied = [i for i, (what, _) in enumerate(rack) if what == "empty-shoe"]
    return rack[emptied[-1] + 1 :] if emptied else rack


def opened_order(table: Table, event: e.OrderOpened) -> Table:
    """An order that has been opened binds nobody any more."""
    todo = table.todo[1:] if table.todo and table.todo[0].id == "open-order" else table.todo
    play = table.play
    if play is not None:
        # told as it was dealt, so that places are counted from the cut
        order = event.order.split()
        play = replace(play, opened=" ".join(order[event.cut :] + order[: event.cut]))
    sealed = "" if play is None else table.packs[event.pack].sealed  # the discards may have to be shuffled from it
    return replace(with_pack(table, event.pack, commitment="", sealed=sealed), todo=todo, play=play)


def pack_changed(table: Table, event: e.PackChanged) -> Table:
    """Cards came or went; what new ones need before play is due."""
    todo = table.todo
    if event.what == "received":
        todo = todo[1:] if todo and todo[0].id == "receive" else todo
        steps = table.plans.received(event.pack, preshuffled=event.preshuffled)
        table = with_pack(
            table,
            event.pack,
            present=True,
            preshuffled=event.preshuffled,
            since=table.clock,
            method="",
            commitment="",
            cut=-1,
            at=0,
            of="",
            size=len(table.rules.game.deck),
            deck=event.deck,
            uncounted=False,
            loaded=False,
        )
        todo = (*steps, *todo)
        if not any(d.id == "receive" for d in todo) and not any(d.phase != "opening" for d in todo):
            todo = (*todo, *preparation(table))
        return replace(table, todo=todo)
    if todo and todo[0].id == "change-cards":
        todo = todo[1:]
    gone = table.packs[event.pack].deck
    table = replace(
        with_pack(table, event.pack, present=False, deck=""),
        equipment=tuple(item for item in table.equipment if not gone or item.id != gone),
    )
    if event.pack == table.active:
        table = replace(table, rack=(), cover_came=-1)
    if table.play is None:
        table = readying(table)
        todo = (*missing(table), *_still_opened(table, event.pack), *(due for due in todo if due.id == "change-dice"))
    if table.idle and table.procedure > 2:  # new cards are opened as any, those that lie spread besides as ever
        others = tuple(number for number in readied_packs(table) if number != event.pack)
        return replace(table, idle=False, todo=(*todo, *redo(table, others)))
    return replace(table, todo=todo)


def _still_opened(table: Table, gone: int) -> tuple[Due, ...]:
    """§ 4: what the other pack has still to go through, though this one leaves the table."""
    if table.procedure < 8:
        return ()
    return tuple(d for d in table.todo if d.phase == "opening" and d.pack == 1 - gone and table.packs[d.pack].present)


def brought(table: Table, event: e.EquipmentBrought) -> Table:
    """More equipment stands ready at the table."""
    return replace(table, equipment=(*table.equipment, *event.items))
