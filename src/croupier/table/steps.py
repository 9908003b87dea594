"""Steps that were done, as they leave the table: each step of a chapter with what follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.game.conduct import FLOOR
from croupier.table.entitled import NOT_A_WINNER
from croupier.table.idle import idled
from croupier.table.packs import of_this_shoe
from croupier.table.plans import Cutters
from croupier.table.preparation import alternated, cutters, preparation, unshuffled, with_pack
from croupier.table.state import Due
from croupier.table.ways import readying

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.game.conduct import Step
    from croupier.table import events as e
    from croupier.table.state import Table


def performed(table: Table, event: e.Performed) -> Table:
    """A step done leaves the list of what is due; a check that found something wrong stays on it."""
    todo = table.todo
    if todo and todo[0].id == event.step:
        todo = todo[1:]
    if event.step == "document" and table.play is not None and todo is not table.todo:
        table = replace(table, play=replace(table.play, documented=(*table.play.documented, table.todo[0].seat)))
    if event.value is not None and event.step in table.plans.checks:
        return table
    handler = _STEPS.get(event.step)
    return replace(table, todo=todo) if handler is None else handler(replace(table, todo=todo), event)


def _cut(table: Table, event: e.Performed) -> Table:
    assert event.pack is not None
    before = max(table.packs[event.pack].cut, 0)
    seat = next((n for n, name in table.seats.items() if event.by == "player" and name == event.who), 0)
    return with_pack(table, event.pack, cut=(before + event.value) % table.packs[event.pack].size, cutter=seat)


def _declined(table: Table, event: e.Performed) -> Table:
    left = tuple(event.value)
    assert event.pack is not None
    return replace(table, todo=(table.plans.offered_on(table.todo[0], left), *table.todo[1:]))


def _recut(table: Table, event: e.Performed) -> Table:
    assert event.pack is not None
    cite = str(table.conduct.cut.recut.cite) if table.procedure > 3 else ""
    cutters = Cutters(_cutters_again(table, table.packs[event.pack].cutter), cite)
    again = tuple(table.plans.cut(event.pack, cutters))
    loads = table.plans.prepared(
        event.pack,
        table.packs[event.pack],
        way=table.way,
        shuffler=table.shuffler,
        shuffle=False,
        cutters=Cutters(),
        procedure=table.procedure,
        cut=False,
    )
    others = (due for due in table.todo if due.phase != "shuffling" or due.pack not in {-1, event.pack})
    return replace(with_pack(table, event.pack, cover=-1), todo=(*again, *loads, *others))


def _cutters_again(table: Table, last: int) -> tuple[int, ...]:
    """688a.5(f): whoever cut last, then the next who are entitled to; the dealer alone where nobody took the offer."""
    order = cutters(table).seats
    if not last:
        return ()
    on = tuple(n for n in sorted(table.seats, reverse=True) if n < last)
    if last not in order:
        return on if table.rounds else order
    return order[order.index(last) :] if len(order) > 1 else (last, *on)


def _covered(table: Table, event: e.Performed) -> Table:
    assert event.pack is not None
    if event.value == "rack":
        return table
    return with_pack(table, event.pack, cover=table.packs[event.pack].size - event.value)


def _counted(table: Table, event: e.Performed) -> Table:
    assert table.play is not None
    if event.value["counted"] == event.value["expected"]:
        return replace(table, uncounted=-1)
    stub = table.conduct.ways[table.way].stub
    assert stub is not None
    return replace(table, uncounted=-1, todo=(table.plans.determine(stub.wrong, event.value["counted"]), *table.todo))


def _device_counted(table: Table, event: e.Performed) -> Table:
    assert event.pack is not None
    return with_pack(table, event.pack, uncounted=False)


def _loaded(table: Table, event: e.Performed) -> Table:
    assert event.pack is not None
    return with_pack(table, event.pack, loaded=table.procedure > 7)


def _started(table: Table, event: e.Performed) -> Table:
    assert table.play is not None
    play = replace(table.play, start=event.value["position"])
    after = table.plans.play(
        play.round, way=table.way, count=True, start=play.start, shaken="dice" in event.value, procedure=table.procedure
    )
    return replace(table, play=play, todo=(*table.todo, *after))


def _set_dealer(table: Table, event: e.Performed) -> Table:
    assert table.play is not None
    return replace(table, play=replace(table.play, dealer_low=event.value))


def new_dealer_burn(table: Table) -> Step | None:
    """686a.7(c): the card that whoever comes to deal burns before the next one is dealt. Where the first card of a full
    batch has still to be burned, it is that card (reading new-dealer)."""
    burn = table.conduct.new_dealer_burn
    if burn is None or table.idle or any(due.id in {"burn", burn.id} for due in table.todo):
        return None
    if table.procedure < 3:
        return burn if table.phase == "betting" and not table.layout else None
    stored = all(due.pack == 1 - table.active or due.id == "sign-device" for due in table.todo)  # or it is readied
    stored = stored and (table.procedure < 8 or table.pack.method != "")
    return burn if table.play is not None or stored or _goes_back_unburned(table) else None


def _goes_back_unburned(table: Table) -> bool:
    """Whether a continuous shuffler gets the cards of a round back, so that no full batch is placed in it."""
    readied = any(due.id == "shuffle" and due.pack == table.active for due in table.todo)
    return table.procedure > 7 and table.play is None and table.way == "continuous-shuffler" and readied


def _relieved(table: Table, event: e.Performed) -> Table:
    """In mid-round the new dealer burns before the next card of the round, or after it when every card is dealt."""
    table, burn, todo = replace(table, dealer=event.value), new_dealer_burn(table), table.todo
    if burn is None or (table.procedure == 1 and table.way == "continuous-shuffler"):
        return table
    last = table.play is not None or _goes_back_unburned(table)
    first = next((place for place, due in enumerate(todo) if due.id == "deal"), len(todo)) if last else 0
    phase = "shuffling" if table.play is None else "dealing" if first < len(todo) else "settling"
    due = Due(burn.id, burn.words, str(burn.cite), burn.by, phase, pack=table.active)
    return replace(table, todo=(*todo[:first], due, *todo[first:]))


def _chose(table: Table, event: e.Performed) -> Table:
    """A player's choice after an irregularity: cards last, or the hand goes on."""
    seat = event.value["seat"]
    if event.value["choice"] == "deal-last":
        own = tuple(d for d in table.todo if d.seat == seat or d.to == f"seats.{seat}")
        rest = tuple(d for d in table.todo if d not in own)
        end = next(i for i, d in enumerate(rest) if d.id in {"envy", "settle-table", "rack"})
        return replace(table, todo=(*rest[:end], *own, *rest[end:]))
    return table


def _exposed(table: Table, event: e.Performed) -> Table:
    assert table.play is not None
    return replace(table, play=replace(table.play, exposed=event.value))


def _stored(table: Table, event: e.Performed) -> Table:
    """688a.5(g)(2): at a player's request the stored deck is spread, looked at and shuffled again."""
    if event.value != "spread":
        return table
    looks = tuple(
        d for d in table.plans.received(table.active, preshuffled=False) if d.id in {"spread", "view", "stack"}
    )
    table = replace(table, packs=unshuffled(table, table.active))
    return replace(table, todo=(*looks, *preparation(table)))


def _directed(table: Table, _: e.Performed) -> Table:
    table = readying(table)
    after = replace(table, directed=True, packs=unshuffled(table, table.active))
    emptied = table.plans.empty_shoe(table.active)
    after = alternated(after) if emptied else replace(after, rack=())
    return replace(after, todo=(*emptied, *preparation(after)))


def _claimed(table: Table, event: e.Performed) -> Table:
    assert table.play is not None
    play = replace(table.play, winners=(*table.play.winners, event.value))
    return replace(table, play=play, todo=(*table.plans.validate(event.value), *table.todo))


def _doubted(table: Table, event: e.Performed) -> Table:
    """What was found against a claim; the floor hears of it."""
    if event.value is None:
        return table
    assert table.play is not None
    seat, found = event.value["seat"], event.value["found"]
    if table.procedure > 4 and table.play.doubted.get(seat) == NOT_A_WINNER:  # whatever its light shows besides
        found = NOT_A_WINNER
    doubted = {**table.play.doubted, seat: found}
    return replace(table, play=replace(table.play, doubted=doubted))


def _validated(table: Table, event: e.Performed) -> Table:
    """A payout that is refused is decided on by another person."""
    if event.value is None or "refused" not in event.value:
        return table
    assert table.play is not None
    seat = event.value["seat"]
    refused = {**table.play.refused, seat: (event.value["refused"], event.value["by"])}
    ruling = Due(
        "rule-claim",
        f"decide on the refused claim of seat {seat}: pay it or return the wager",
        event.cite,
        FLOOR,
        "settling",
        seat=seat,
        options=("pay", "return"),
    )
    return replace(table, play=replace(table.play, refused=refused), todo=(ruling, *table.todo))


def _witnessed(table: Table, event: e.Performed) -> Table:
    """688a.4(b): with two jokers left one has still to be torn."""
    if event.value is None:
        return table
    assert event.pack is not None
    steps = table.plans.received(event.pack, preshuffled=False)
    return replace(table, todo=(*(due for due in steps if due.id in {"tear-joker", "witness-joker"}), *table.todo))


def _signed(table: Table, event: e.Performed) -> Table:
    return replace(table, signed=(*table.signed, event.value))


def _put_aside(table: Table, _: e.Performed) -> Table:
    """What the shoe in play has discarded stays in the rack."""
    return replace(table, rack=of_this_shoe(table.rack) if table.procedure > 7 and table.pack.at else ())


def _dice_changed(table: Table, _: e.Performed) -> Table:
    return replace(table, dice_since=table.clock)


_STEPS: dict[str, Callable[[Table, Any], Table]] = {
    "cut": _cut,
    "decline-cut": _declined,
    "recut": _recut,
    "insert-cover": _covered,
    "count-stub": _counted,
    "device-count": _device_counted,
    "load": _loaded,
    "shake": _started,
    "set-dealer": _set_dealer,
    "relieve": _relieved,
    "spread-idle": idled,
    "choose": _chose,
    "expose": _exposed,
    "stored-deck": _stored,
    "change-dice": _dice_changed,
    "claim": _claimed,
    "direct-reshuffle": _directed,
    "verify-winner": _doubted,
    "verify-light": _doubted,
    "validate": _validated,
    "witness-joker": _witnessed,
    "sign-device": _signed,
    "put-aside": _put_aside,
}
