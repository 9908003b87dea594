"""Seats, money and the round as events leave them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.game import Setting
from croupier.game.conduct import FLOOR
from croupier.kit.cards import cards
from croupier.kit.money import cents
from croupier.round import Round
from croupier.table.devices import clear_shoe, jammed, replenishment
from croupier.table.idle import readied
from croupier.table.link import UNWON
from croupier.table.money import post
from croupier.table.postings import share_gone
from croupier.table.preparation import alternated, missing, overdue, preparation, shuffled_meanwhile, with_pack
from croupier.table.skips import settleable, stays
from croupier.table.state import Due, Play, Posted, Table
from croupier.table.undone import CLOSING, carried, closed_claim, void
from croupier.table.ways import without_broken

if TYPE_CHECKING:
    from croupier.game.conduct import Stub
    from croupier.table import events as e

# People and money.


def sat(table: Table, event: e.Sat) -> Table:
    """A player at a position; at an idle table the cards are readied anew."""
    after = replace(
        table,
        seats=dict(sorted({**table.seats, event.seat: event.player}.items())),
        first=table.first or event.player,
        began=table.began if table.first else table.rounds,
    )
    if not after.mid_shoe and after.bettors and event.player not in (*after.bettors, *after.barred):
        after = replace(after, barred=(*after.barred, event.player))  # 686a.6(b): wagered on no round of this shoe yet
    return readied(after) if after.idle else after


def left(table: Table, event: e.Left) -> Table:
    """A free position, or a hand without its player."""
    if event.midround:
        assert table.play is not None
        after = replace(table, play=replace(table.play, gone=(*table.play.gone, event.seat)))
    else:
        after = replace(table, seats={n: name for n, name in table.seats.items() if n != event.seat})
    if any(due.id == "cut" and due.seat == event.seat for due in table.todo):
        after = replace(after, todo=tuple(_offered_on(after, due, event.seat) for due in table.todo))
    return after


def _offered_on(table: Table, due: Due, seat: int) -> Due:
    """An offer to cut goes on to the next when its player leaves."""
    if due.id != "cut" or due.seat != seat:
        return due
    gone = table.play.gone if table.play is not None else ()
    return table.plans.offered_on(due, (n for n in due.then if n in table.seats and n not in gone))


def moved(table: Table, event: e.MoneyMoved) -> Table:
    """Money that is no wager."""
    barred = table.barred
    if event.what == "admitted":
        barred = tuple(name for name in barred if name != event.player)
        return replace(table, barred=barred, bettors=(*table.bettors, event.player))
    if event.what == "barred":
        barred = (*barred, event.player)
    if event.what == "linked" and event.note and table.play is not None:
        table = replace(table, play=_swept(table, table.play, event))
    claims = closed_claim(table.claims, event) if event.what in CLOSING else table.claims
    return replace(table, accounts=post(table.accounts, event.entries), barred=barred, claims=claims)


def _swept(table: Table, play: Play, event: e.MoneyMoved) -> Play:
    """Another table has won the whole of a meter that wagers of this round have fed, or has not after all."""
    if event.note == UNWON:
        return replace(play, swept=tuple(meter for meter in play.swept if meter != event.meter))
    fed = any(meter == event.meter for meter, *_ in play.collected.values())
    won = fed and not share_gone(table, table.meters[event.meter])
    return replace(play, swept=(*play.swept, event.meter)) if won else play


def placed(table: Table, event: e.WagerPlaced) -> Table:
    """A wager on the layout, or taken back."""
    if event.wager == "match-play":
        return replace(table, coupons={**table.coupons, event.seat: event.amount})
    own = dict(table.layout.get(event.seat, {}))
    total = own.pop(event.wager, 0) + event.amount
    if total:
        own[event.wager] = total
    layout = {**table.layout, event.seat: own} if own else {n: w for n, w in table.layout.items() if n != event.seat}
    coupons = table.coupons
    if event.amount < 0 and event.wager == table.rules.game.ante:
        coupons = {n: face for n, face in coupons.items() if n != event.seat}
    given = table.contributions
    if event.contribution:
        given = {**given, event.seat: event.contribution}
    elif given and event.seat not in layout:
        given = {n: contribution for n, contribution in given.items() if n != event.seat}
    accounts = post(table.accounts, event.entries)
    return replace(table, layout=layout, coupons=coupons, accounts=accounts, contributions=given)


# The round.


def began(table: Table, event: e.RoundBegan) -> Table:
    """A round with everything it will ask for."""
    round_ = Round.placed(table.rules, event.wagers)
    empty = tuple(n for n in range(1, table.rules.game.seats + 1) if n not in event.wagers)
    play = Play(event.round, round_, event.players, event.coupons, empty=empty, contributions=event.contributions)
    steps = table.plans.close(round_, way=table.way)
    table = replace(table, play=play, layout={}, coupons={}, contributions={}, todo=())
    if table.pack.scheme > 1 and not table.pack.fixed:
        table = with_pack(table, table.active, fixed=True, contributions=event.contributions)
    if not table.conduct.ways[table.way].start:
        stub = table.conduct.ways[table.way].stub
        count = stub is not None and not _spared(table, stub) and table.uncounted + 1 >= stub.every
        steps += table.plans.play(round_, way=table.way, count=count, procedure=table.procedure)
    skipped: tuple[str, ...] = ()
    bettors = tuple(dict.fromkeys(event.players.values()))
    if not table.mid_shoe:
        skipped = tuple(name for name in (*table.bettors, *table.seats.values()) if name not in bettors)
    return replace(table, todo=steps, bettors=bettors, barred=tuple(dict.fromkeys((*table.barred, *skipped))))


def _spared(table: Table, stub: Stub) -> bool:
    """Whether a device that counts the cards spares the dealer the count of the stub."""
    counting = {"counting", "reshuffling"}
    if table.procedure > 3:  # it has counted what it has shuffled, and no deck that came preshuffled
        return stub.spares and table.pack.method in counting
    return table.shuffler in counting and (stub.spares or table.procedure == 1)


def contributed(table: Table, event: e.Contributed) -> Table:
    """Progressive wagers collected, and the meter grown."""
    assert table.play is not None
    todo = table.todo
    if todo and todo[0].id in {"start-game", "verify-chips"}:
        todo = todo[1:]
    meter = table.meters[event.meter]
    collected = dict(table.play.collected)
    for seat, stake in event.wagers.items():
        collected[f"{seat}:{meter.wager}"] = (event.meter, stake, "")
    carry, _, reserve = event.carry.partition(" ")
    changed = replace(meter, carry=carry, reserve_carry=reserve)
    return replace(
        table,
        todo=todo,
        meters={**table.meters, event.meter: changed},
        accounts=post(table.accounts, event.entries),
        play=replace(table.play, collected=collected),
    )


def dealt(table: Table, event: e.Dealt) -> Table:
    """Cards at a seat or place; the cover card may have come with them."""
    assert table.play is not None
    play, pack, to = table.play, table.pack, event.to
    found: tuple[Any, ...] = cards(event.cards) if event.cards else (None,) * event.count
    at = pack.at + event.count
    packs = list(table.packs)
    packs[table.active] = replace(pack, at=at)
    number = int(to[6:]) if to.startswith("seats.") else 0
    changes: dict[str, Any] = {"dealt": {**play.dealt, to: (*play.dealt.get(to, ()), *range(pack.at, at))}}
    if event.seals:
        changes["seals"] = {**play.seals, to: (*play.seals.get(to, ()), *event.seals)}
    if event.drawn_for:
        changes["drawn"] = (*play.drawn, event.drawn_for)
    if number not in play.empty:
        changes["round"] = play.round.laid(to, found)
    came = _covered(table, at, number)
    return replace(
        table,
        packs=tuple(packs),
        play=replace(play, **changes),
        todo=table.todo[1:] if table.todo[0].count else table.todo,
        cover_came=came,
    )


def discarded(table: Table, event: e.Discarded) -> Table:
    """Cards that went from shoe to rack."""
    packs = list(table.packs)
    packs[table.active] = replace(table.pack, at=table.pack.at + event.count)
    todo = table.todo[1:] if table.todo and table.todo[0].id == event.what else table.todo
    due = table.due
    number = int(due.to[6:]) if due is not None and due.to.startswith("seats.") else 0
    came = _covered(table, table.pack.at + event.count, number)
    seen = table.seen
    if event.cards and table.cards == "entered":
        seen = (*seen, *map(int, cards(event.cards)))
    return replace(
        table, packs=tuple(packs), todo=todo, rack=(*table.rack, (event.what, event.count)), cover_came=came, seen=seen
    )


def _covered(table: Table, at: int, number: int) -> int:
    """On whose betting area the cover card has appeared when so many cards are out, 0 for the dealer's draw."""
    came, pack = table.cover_came, table.pack
    if came < 0 <= pack.cover and table.conduct.cover_card is not None and pack.at <= pack.cover < at:
        return number
    return came


def decided(table: Table, event: e.Decided) -> Table:
    """A decision, and the chips it put on the layout."""
    assert table.play is not None
    play = table.play
    round_ = play.round.chose(_NO_SETTING if event.decision == "set" else event.decision, seat=event.seat)
    changes: dict[str, Any] = {"round": round_}
    if event.low:
        changes["low"] = {**play.low, event.seat: event.low}
    elif event.seat in play.low:  # 688a.11(d): surrendered after it was set
        changes["low"] = {n: places for n, places in play.low.items() if n != event.seat}
    if round_.seats[event.seat].folded is not None:
        changes["folded"] = (*play.folded, event.seat)
    table = replace(table, play=replace(play, **changes), accounts=post(table.accounts, event.entries))
    counting = table.conduct.count_surrendered
    if counting is not None and table.cards == "entered" and "folded" in changes and not stays(table, event.seat):
        due = Due(counting.id, counting.words, str(counting.cite), counting.by, "deciding", seat=event.seat)
        return replace(table, todo=(due, *table.todo))
    return table


_NO_SETTING = Setting((), ())


def turned(table: Table, event: e.Turned) -> Table:
    """Cards of a place, known now."""
    assert table.play is not None
    found = cards(event.cards)
    play = table.play
    shown = {**play.shown, event.to: event.first + len(found)}
    return replace(
        table,
        play=replace(play, round=play.round.named(event.to, found, first=event.first), shown=shown),
        todo=table.todo[1:],
    )


def revealed(table: Table, event: e.Revealed) -> Table:
    """A hand, known now, as it was set."""
    assert table.play is not None
    play = table.play
    round_ = play.round.named(f"seats.{event.seat}", cards(event.cards))
    if event.low:
        low = cards(event.low)
        held = cards(event.cards)
        seat = round_.seats[event.seat]
        setting = Setting(tuple(c for c in held if c not in low), low)
        round_ = round_.set(event.seat, setting) if seat.folded is None else round_
    todo, winners = table.todo[1:], play.winners
    if event.validate:
        todo, winners = (*table.plans.validate(event.seat), *todo), (*winners, event.seat)
    return replace(table, play=replace(play, round=round_, winners=winners), todo=todo)


def settled(table: Table, event: e.Settled) -> Table:
    """Wagers that are done with."""
    assert table.play is not None
    play, todo = table.play, table.todo
    closing = [line["wager"] for line in event.lines if line["wager"] != "envy"]
    closed = {**play.closed, event.seat: (*play.closed.get(event.seat, ()), *closing)}
    if todo and todo[0].id == "settle" and todo[0].seat == event.seat:
        left = settleable(replace(table, play=replace(play, closed=closed)), event.seat)
        todo = todo if left else todo[1:]
        if event.meters and table.conduct.documented is not None:
            document = Due(
                "document",
                f"complete and sign the documents of seat {event.seat}'s payment",
                str(table.conduct.documented),
                table.conduct.validate[-1].by,
                "settling",
                seat=event.seat,
            )
            todo = (document, *todo)
            ids = {wager.id for wager in table.plans.progressives}
            won = sum(cents(line["paid"]) for line in event.lines if line["wager"] in ids)
            play = replace(play, payouts={**play.payouts, event.seat: (won, event.who)})
    before = {meter: table.accounts[f"meter:{meter}"] for meter in event.meters}
    posted = (*play.settled, Posted(event.seat, event.lines, before)) if event.lines else play.settled
    folded = tuple([n for n in play.folded if n != event.seat])
    limited = play.limited
    if table.rules.game.limited:
        won = sum(cents(line["paid"]) for line in event.lines if line["wager"] in table.rules.game.limited)
        player = play.players[event.seat]
        limited = {**limited, player: limited.get(player, 0) + won}
    return replace(
        table,
        accounts=post(table.accounts, event.entries),
        todo=todo,
        play=replace(play, closed=closed, folded=folded, limited=limited, out=_out(play, event), settled=posted),
    )


def irregular(table: Table, event: e.IrregularityFound) -> Table:
    """What is due after something went wrong."""
    found = table.conduct.irregularity(event.irregularity)
    remedy = event.remedy
    play, todo = table.play, table.todo
    if play is not None and "void" in remedy:
        after = void(table, remedy, found.settles if found is not None else ())
        if found is None or found.id != "shoe-jam" or _taken_out(table):
            return after
        clears = clear_shoe(table, "settling")  # and counts what is left
        return replace(after, todo=(*clears, *(due for due in after.todo if not clears or due.id != "count-stub")))
    if play is not None and "discard-card" in remedy:
        return replace(table, play=replace(play, face_up=play.face_up + 1))
    if play is not None and "ask-player" in remedy:
        assert found is not None
        ask = Due(
            "choose",
            f"choose: {' or '.join(found.options)}",
            event.cite,
            ("player", *FLOOR),
            "deciding",
            seat=event.seat or 0,
            options=found.options,
        )
        return replace(table, todo=(ask, *todo))
    if play is not None and "replenish" in remedy:
        return replace(table, todo=(*replenishment(table, event.cite, emptied=True), *todo))
    if play is not None and "reset" in remedy:
        return _to_set_again(table, event.cite)
    return jammed(table, event.cite) if "reshuffle" in remedy else table


def _to_set_again(table: Table, cite: str) -> Table:
    """688a.13(h): hands of the dealer that lie there set otherwise are set again before the round goes on."""
    assert table.play is not None
    step = table.conduct.set_dealer
    if step is None or table.procedure < 8 or table.play.void or any(due.id == step.id for due in table.todo):
        return table
    return replace(table, todo=(Due(step.id, step.words, cite, step.by, table.phase), *table.todo))


def _taken_out(table: Table) -> bool:
    """Whether an automated shoe holds none of the cards of its round any more."""
    assert table.play is not None
    step = table.conduct.ways[table.way].take_out
    emptied = step is not None and not any(due.id == step.id for due in table.todo)
    return emptied or not {"stub", "clear-shoe"}.isdisjoint(table.play.racked)


def voided(table: Table, event: e.Voided) -> Table:
    """Wagers that went back, and meters as if they had not been."""
    assert table.play is not None
    play = table.play
    closing = tuple(line["wager"] for line in event.lines)
    closed = {**play.closed, event.seat: (*play.closed.get(event.seat, ()), *closing)}
    spots = [f"{event.seat}:{wager}" for wager in closing]
    borne = tuple(
        spot for spot in spots if spot in play.collected and share_gone(table, table.meters[play.collected[spot][0]])
    )
    play = replace(play, closed=closed, out=_out(play, event), borne=(*play.borne, *borne))
    meters = carried(table.meters, event.carries)
    return replace(table, accounts=post(table.accounts, event.entries), meters=meters, play=play)


def _out(play: Play, event: e.Settled | e.Voided) -> tuple[int, ...]:
    return (*play.out, event.seat) if event.out else play.out


def racked(table: Table, event: e.Racked) -> Table:
    """Cards in the rack."""
    play = table.play
    if play is not None:
        play = replace(play, racked=(*play.racked, event.what))
    todo = table.todo
    if todo and todo[0].id == event.what:
        todo = todo[1:]
    return replace(table, rack=(*table.rack, (event.what, event.count)), play=play, todo=todo)


def closed(table: Table, _: e.RoundClosed) -> Table:
    """A table between rounds: what the cards need before the next."""
    gone = table.play.gone if table.play is not None else ()
    seats = {n: name for n, name in table.seats.items() if n not in gone} if gone else table.seats
    after = replace(table, play=None, seats=seats, rounds=table.rounds + 1, uncounted=table.uncounted + 1)
    if after.broken and after.procedure > 1:
        after = without_broken(after)
    conduct = after.conduct
    shoe = conduct.cover_card is not None and after.way != "continuous-shuffler" and after.shuffler != "reshuffling"
    if shoe and after.cover_came < 0 and not after.directed and after.pack.present and after.pack.cover >= 0:
        if table.cards == "entered" and table.play is not None:
            after = replace(after, seen=(*after.seen, *_known(table.play.round)))
        return replace(after, todo=overdue(after, after.clock) or shuffled_meanwhile(after))
    after = replace(after, seen=())
    emptied = after.plans.empty_shoe(after.active) if shoe and after.pack.present else ()
    after = alternated(after if emptied else replace(after, rack=()))
    late = overdue(after, after.clock)
    if any(due.id == "change-cards" for due in late):
        return replace(after, todo=(*emptied, *late))
    return replace(after, todo=(*emptied, *late, *(missing(after) or preparation(after))))


def _known(round_: Round) -> tuple[int, ...]:
    """The cards of a round that somebody was shown."""
    lying = [card for seat in round_.seats.values() for card in seat.cards]
    lying += [card for held in round_.places.values() for card in held]
    return tuple(int(card) for card in lying if card is not None)


def table_closed(table: Table, _: e.TableClosed) -> Table:
    """A closed table."""
    return replace(table, open=False, todo=())
