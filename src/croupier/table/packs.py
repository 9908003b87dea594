"""Cards and devices as events leave them: packs received, shuffled, cut, changed; the steps that ready them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.game.conduct import FLOOR
from croupier.table import events as e
from croupier.table.entitled import NOT_A_WINNER
from croupier.table.plans import Cutters
from croupier.table.state import ID, Due, Pack, Table
from croupier.table.ways import BY_HAND, readying

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.game.conduct import Step
    from croupier.law import Cite

HOUR = 3_600_000


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


def with_pack(table: Table, number: int, /, **changes: Any) -> Table:  # noqa: ANN401
    """The table with one pack changed."""
    packs = list(table.packs)
    packs[number] = replace(packs[number], **changes)
    return replace(table, packs=tuple(packs))


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


def _idled(table: Table, event: e.Performed) -> Table:
    after = readying(table)
    for number in _readied_packs(table):
        after = replace(after, packs=unshuffled(after, number))
        if table.procedure > 7:  # they will be washed, and are not as they came any more
            after = with_pack(after, number, preshuffled=False)
    after = replace(after, faced=event.value == "face-up", todo=(), rack=(), cover_came=-1)
    return readied(after) if after.seats else replace(after, idle=True, first="")


def _readied_packs(table: Table) -> tuple[int, ...]:
    """The packs that are spread and readied anew where nobody played."""
    each = table.procedure > 1 and table.conduct.idle.each_deck
    return tuple(range(len(table.packs))) if each else (table.active,)


def readied(table: Table) -> Table:
    """The first player has come to a table whose cards lie spread: what is due before they are played."""
    stored = table.conduct.idle.stored
    redo = _redo(table, _readied_packs(table))
    if stored is not None and alternated(table).active != table.active and is_stored(table, 1 - table.active):
        # 688a.5(g)(2): the spread deck goes into the device, the stored one is dealt unseen
        redo += (Due(stored.id, stored.words, str(stored.cite), stored.by, "opening", pack=table.active),)
        table = alternated(table)
    return replace(table, idle=False, todo=(*redo, *preparation(table)))


def _redo(table: Table, packs: tuple[int, ...]) -> tuple[Due, ...]:
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
        if table.procedure > 7 and (seen := _seen_before(table)):
            return _to_view_again(table, seen)
        return replace(table, first="") if any(due.id == "view" for due in table.todo) else table
    return replace(_to_spread(table), first="")


def _seen_before(table: Table) -> tuple[int, ...]:
    """Packs that whoever was there has looked at, or had not to, while something is still to be opened."""
    stored = table.conduct.idle.stored
    spread = next((due.pack for due in table.todo if stored is not None and due.id == stored.id), None)
    waiting = {due.pack for due in table.todo if due.id in {"view", "change-cards"}}
    packs = _readied_packs(table) if spread is None else (spread,)
    return tuple(number for number in packs if table.packs[number].present and number not in waiting)


def _to_view_again(table: Table, seen: tuple[int, ...]) -> Table:
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
        again += _redo(table, (number,))
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
        seen = _seen_before(after)
        return _to_view_again(after, seen) if seen else after
    return _to_spread(after)


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
    return replace(table, rack=_of_this_shoe(table.rack) if table.procedure > 7 and table.pack.at else ())


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
    "spread-idle": _idled,
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


def shuffled(table: Table, event: e.Shuffled) -> Table:
    """A new order; whoever waited for it may wager again, unless it is the other batch that is shuffled meanwhile."""
    todo = table.todo[1:] if table.todo and table.todo[0].id == "shuffle" else table.todo
    if table.conduct.cut.offers and table.play is None:  # whoever is at the table by now is offered the cut
        offer = table.plans.cut_by(event.pack, cutters(table))
        todo = tuple(offer if due.id == "cut" and due.pack == event.pack else due for due in todo)
    anew = event.pack == table.active or not table.pack.at  # or a new shoe begins, whose batch is shuffled already
    rack = () if anew else _of_this_shoe(table.rack)
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


def _of_this_shoe(rack: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
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
        others = tuple(number for number in _readied_packs(table) if number != event.pack)
        return replace(table, idle=False, todo=(*todo, *_redo(table, others)))
    return replace(table, todo=todo)


def _still_opened(table: Table, gone: int) -> tuple[Due, ...]:
    """§ 4: what the other pack has still to go through, though this one leaves the table."""
    if table.procedure < 8:
        return ()
    return tuple(d for d in table.todo if d.phase == "opening" and d.pack == 1 - gone and table.packs[d.pack].present)


def brought(table: Table, event: e.EquipmentBrought) -> Table:
    """More equipment stands ready at the table."""
    return replace(table, equipment=(*table.equipment, *event.items))


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


def unshuffled(table: Table, number: int) -> tuple[Pack, ...]:
    """The packs with one of them to be shuffled again."""
    packs = list(table.packs)
    packs[number] = replace(packs[number], method="")
    return tuple(packs)
