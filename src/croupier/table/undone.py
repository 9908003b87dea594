"""A void round, lines that were undone and claims, as events leave them."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.kit.money import cents
from croupier.table.money import post
from croupier.table.postings import posted_line, share_of
from croupier.table.preparation import unshuffled
from croupier.table.state import Claim
from croupier.table.unwinding import standing, without

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.table import events as e
    from croupier.table.state import Due, Meter, Play, Posted, Table


CLOSING = frozenset({"claim-collected", "claim-written-off"})
"""How a claim ends."""


def void(table: Table, remedy: Iterable[str], settles: tuple[str, ...]) -> Table:
    """All hands are void: nothing is due but the rack, and what the wagers need that are settled all the same."""
    assert table.play is not None
    if table.play.void:  # what has gone back for another reason is settled no more
        settles = tuple(wager for wager in settles if wager in table.play.settles)
    play = replace(table.play, void=True, settles=settles)
    placed = {wager for seat in play.round.seats.values() for wager in seat.stakes}
    settling = placed.intersection(settles)
    kept = _still_due(table, play, settling) if settling else _still_counted(table)
    packs = unshuffled(table, table.active) if "reshuffle" in remedy else table.packs
    return replace(table, play=play, packs=packs, todo=(*kept, table.plans.rack()))


def _still_counted(table: Table) -> tuple[Due, ...]:
    """The count of the stub that falls due once in so many rounds: a void round is one of them, and its stub is there
    once every card was dealt."""
    stub = table.conduct.ways[table.way].stub
    if table.procedure < 5 or stub is None or stub.every == 1:
        return ()
    before = tuple(takewhile(lambda due: due.id != "deal" or due.phase != "dealing", table.todo))
    return tuple(due for due in before if due.id in {"determine", "count-stub"})


def _still_due(table: Table, play: Play, placed: set[str]) -> tuple[Due, ...]:
    """The rest of the deal, then every hand as it is turned over and settled; steps of no use are skipped later."""
    plans, todo = table.plans, table.todo
    validating = {step.id for step in table.conduct.validate}
    going_on = {"turn", "stub", *(("count-stub",) if table.procedure > 2 else ())}
    going_on |= {"take-out"} if table.procedure > 3 else set()
    laying = tuple(
        due for due in todo if (due.id in going_on and due.phase != "settling") or (due.id == "deal" and due.count)
    )
    seats = [number for number in table.rules.game.settled if number in play.round.seats]
    waiting = {n: tuple(due for due in todo if due.id in validating and due.seat == n) for n in seats}
    settling = {n: (*waiting[n], *plans.settling(n, play.round.seats[n].stakes, table.procedure)) for n in seats}
    late = plans.replacements(table.way)
    if late and placed.intersection(wager.id for wager in plans.progressives):
        shown = (*map(plans.reveal, seats), *late)
        hands = tuple(due for n in seats for due in settling[n])
    else:
        shown, hands = (), tuple(due for n in seats for due in (plans.reveal(n), *settling[n]))
    return (*laying, *shown, *hands, *plans.envy(placed))


def unwound(table: Table, event: e.Unwound) -> Table:
    """Wagers that are open again, payments that came back."""
    assert table.play is not None
    play, gone = table.play, {line["wager"] for line in event.lines}
    closed = {**play.closed, event.seat: tuple(w for w in play.closed.get(event.seat, ()) if w not in gone)}
    player = play.players[event.seat]
    limited = play.limited
    if table.rules.game.limited:
        won = sum(cents(line["paid"]) for line in event.lines if line["wager"] in table.rules.game.limited)
        limited = {**limited, player: limited.get(player, 0) - won}
    by_hand = play.by_hand
    if event.seat in play.documented and (paid := _handed_over(table, event)):
        by_hand = {**by_hand, player: by_hand.get(player, 0) + paid}
    out = tuple(n for n in play.out if n != event.seat) if play.void else play.out
    winners = play.winners
    if table.procedure > 6 and any(line["result"] == "forfeit" for line in event.lines):
        winners = tuple(n for n in winners if n != event.seat)  # claimed and given up: it is claimed anew
    settled = tuple(_left(posted, event) for posted in play.settled)
    borne = tuple(spot for spot in play.borne if play.collected[spot][0] not in event.carries)
    after = replace(
        play,
        closed=closed,
        limited=limited,
        by_hand=by_hand,
        out=out,
        winners=winners,
        borne=borne,
        settled=tuple(posted for posted in settled if posted.lines),
    )
    table = replace(
        table, accounts=post(table.accounts, event.entries), play=after, meters=carried(table.meters, event.carries)
    )
    return table if play.void and not play.settles else replace(table, todo=_due_again(table, event))


def _left(posted: Posted, event: e.Unwound) -> Posted:
    if posted.seat != event.seat:
        return posted
    return replace(posted, lines=tuple(without(posted.lines, event.lines)))


def _handed_over(table: Table, event: e.Unwound) -> int:
    """What the lines that were undone had been paid where a meter paid them."""
    assert table.play is not None
    return sum(
        cents(line["paid"])
        for posted in table.play.settled
        for line in posted.lines
        if posted.seat == event.seat and line in event.lines and share_of(table, posted_line(line), standing(posted))
    )


def _due_again(table: Table, event: e.Unwound) -> tuple[Due, ...]:
    """The settlement of wagers that are open again, at its place among what is due."""
    plans, todo = table.plans, tuple(due for due in table.todo if (due.id, due.seat) != ("document", event.seat))
    named = {line["wager"] for line in event.lines} - {"envy"}
    for wager in named.intersection(plans.deferred):
        if not any(due.id == "settle-table" and due.to == wager for due in todo):
            todo = (*todo[:-1], plans.settle_table(wager), todo[-1])
    if not named - set(plans.deferred) or any(due.id == "settle" and due.seat == event.seat for due in todo):
        return todo
    order = table.rules.game.settled
    later = {"", *(f"seats.{n}" for n in order[order.index(event.seat) :])}
    at = next(
        i
        for i, due in enumerate(todo)
        if due.phase == "settling" and (f"seats.{due.seat}" if due.seat else "") in later
    )
    assert table.play is not None
    stakes = table.play.round.seats[event.seat].stakes if table.procedure > 3 else ()
    return (*todo[:at], *plans.settling(event.seat, stakes, table.procedure), *todo[at:])


def carried(meters: dict[str, Meter], carries: Mapping[str, str]) -> dict[str, Meter]:
    """The meters with these parts of a cent, of their own and of their reserves."""
    for name, carry in carries.items():
        own, _, reserve = carry.partition(" ")
        meters = {**meters, name: replace(meters[name], carry=own, reserve_carry=reserve)}
    return meters


def claimed(table: Table, event: e.Claimed) -> Table:
    """A debt, kept until it is collected or written off. What is undone twice in a round makes one of both."""
    made = Claim(event.player, event.amount, event.round, event.cite)
    same = [one for one in table.claims if (one.player, one.round) == (made.player, made.round)]
    if same and table.procedure > 7:
        more = replace(same[0], amount=same[0].amount + made.amount)
        claims = tuple(more if one is same[0] else one for one in table.claims)
    else:
        claims = (*table.claims, made)
    table = replace(table, accounts=post(table.accounts, event.entries), claims=claims)
    if table.play is None or event.player not in table.play.by_hand:
        return table
    by_hand = {name: cents_ for name, cents_ in table.play.by_hand.items() if name != event.player}
    return replace(table, play=replace(table.play, by_hand=by_hand))


def closed_claim(claims: tuple[Claim, ...], event: e.MoneyMoved) -> tuple[Claim, ...]:
    """Claims after so much of one was collected or written off."""
    paid = event.entries.get("house", 0)
    changed = tuple(
        replace(one, amount=one.amount - paid) if (one.player, one.round) == (event.player, event.round) else one
        for one in claims
    )
    return tuple(one for one in changed if one.amount)
