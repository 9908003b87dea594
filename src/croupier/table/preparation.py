"""Cards before they are dealt: what shuffle, cut and load a pack needs, who cuts it, and how long it may be used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.table.plans import Cutters
from croupier.table.ways import BY_HAND

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.law import Cite
    from croupier.table.state import Due, Pack, Table

HOUR = 3_600_000


def with_pack(table: Table, number: int, /, **changes: Any) -> Table:  # noqa: ANN401
    """The table with one pack changed."""
    packs = list(table.packs)
    packs[number] = replace(packs[number], **changes)
    return replace(table, packs=tuple(packs))


def unshuffled(table: Table, number: int) -> tuple[Pack, ...]:
    """The packs with one of them to be shuffled again."""
    packs = list(table.packs)
    packs[number] = replace(packs[number], method="")
    return tuple(packs)


def preparation(table: Table) -> tuple[Due, ...]:
    """§ 5 for the pack in play, and for the other one that a device shuffles meanwhile."""
    made: list[Due] = []
    for number, pack in ((table.active, table.pack), *enumerate(table.packs)):
        if made and number == table.active:
            continue
        ready = is_stored(table, number) and len(table.packs) == 2 and table.shuffler != "none"
        ready = ready and not _needs_a_device(table, pack)
        dues = table.plans.prepared(
            number,
            pack,
            way=table.way,
            shuffler=table.shuffler,
            shuffle=not ready,
            cutters=cutters(table),
            procedure=table.procedure,
        )
        if number == table.active:
            made.extend(dues)
        elif not ready and table.shuffler != "none":
            meanwhile = [d for d in dues if d.id in {"shuffle", "device-count", "open-order"}]
            # 686a.3(b)(5): one batch has left the rack for the device before a card of the other is burned
            made = meanwhile + made if table.conduct.burn is not None and pack.method else made + meanwhile
    return tuple(made)


def shuffled_meanwhile(table: Table) -> tuple[Due, ...]:
    """686a.3(b)(3): the batch that a device has not got shuffled, since it had jammed or was out of order, while the
    shoe of the other goes on."""
    other = 1 - table.active
    waits = len(table.packs) == 2 and table.packs[other].present and not is_stored(table, other)
    if table.procedure < 8 or table.shuffler == "none" or not waits:
        return ()
    return tuple(due for due in preparation(table) if due.pack == other)


def _needs_a_device(table: Table, pack: Pack) -> bool:
    """Whether a device has still to shuffle cards that are dealt so: they were taken as they came, or shuffled by hand,
    for another way of dealing."""
    return table.procedure > 7 and table.conduct.ways[table.way].device is not None and pack.method in BY_HAND


def is_stored(table: Table, number: int) -> bool:
    """Whether a device holds this pack shuffled, counted where it counts, and untouched."""
    pack = table.packs[number]
    entered = table.cards == "entered"
    ready = pack.method != "" and not pack.uncounted
    return ready and pack.at == 0 and pack.cut == -1 and bool(pack.commitment or entered)


def alternated(table: Table) -> Table:
    """Where a device shuffles one of two packs meanwhile, that one comes into play."""
    other = 1 - table.active
    if len(table.packs) == 2 and table.shuffler not in {"none", "reshuffling"} and table.packs[other].present:
        return replace(table, active=other)
    return table


def cutters(table: Table) -> Cutters:
    """Seats in the order in which they are offered the cut; none where the dealer cuts."""
    offers = table.conduct.cut.offers
    if not offers:
        return Cutters()
    case, seats = _offered(table, frozenset(offers))
    return Cutters(seats, str(offers[case]) if table.procedure > 3 else "")


def _offered(table: Table, offers: frozenset[str]) -> tuple[str, tuple[int, ...]]:
    """By which case of 686a.5(c) or 688a.5(d) the cut is offered, and to whom."""
    seated = sorted(table.seats, reverse=True)
    if table.play is not None:
        seated = [n for n in seated if n not in table.play.gone]
    elif table.first and is_beginning(table) and not (table.directed and "floor" in offers):
        first = tuple(n for n in seated if table.seats[n] == table.first)[:1]
        others = tuple(n for n in seated if table.seats[n] != table.first)
        return "first", first if "cover" in offers else (*first, *others)  # 686a.5(c)(1) has nobody else asked
    if table.cover_came > 0 and "cover" in offers and not table.directed:
        return "cover", tuple(n for n in seated if n == table.cover_came)
    ordered = "floor" in offers and (table.directed or table.cover_came < 0)  # reading: cut-otherwise
    return "floor" if ordered else "right", tuple(seated)


def is_beginning(table: Table) -> bool:
    """Whether no round was played since the first player arrived, at a new table or one whose cards lay spread."""
    return table.rounds == (table.began if table.procedure > 2 else 0)


def overdue(table: Table, at: int) -> tuple[Due, ...]:
    """Cards and dice that at this time have been in use as long as the chapter lets them."""
    return tuple(table.plans.change(what, cite, table.active) for what, until, cite in _lasting(table) if at >= until)


def lasting_until(table: Table) -> list[int]:
    """When the cards in play and the dice will have been in use as long as the chapter lets them."""
    return [until for _, until, _ in _lasting(table)]


def _lasting(table: Table) -> Iterator[tuple[str, int, Cite]]:
    hours, dice = table.rules.game.deck_hours.get(table.way), table.conduct.dice
    if hours is not None and table.pack.present:
        yield "cards", table.pack.since + hours[0] * HOUR, hours[1]
    if dice is not None and table.rules.chosen.get("start") != "generator":
        yield "dice", table.dice_since + dice.hours[0] * HOUR, dice.hours[1]


def missing(table: Table) -> tuple[Due, ...]:
    """Packs that have to be received."""
    dues: list[Due] = []
    for number, pack in enumerate(table.packs):
        if not pack.present:
            dues += [table.plans.open_order(number)] if pack.commitment else []
            dues.append(table.plans.receive(number))
    return tuple(dues)
