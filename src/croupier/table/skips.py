"""Steps whose occasion has passed, so that they are left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.game import Give, Played
from croupier.table.entitled import entitled

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.game import Option
    from croupier.table.state import Due, Play, Table


def skip(table: Table) -> Table:
    """Leave out steps whose occasion has passed: a decision everyone has made, a hand already turned over."""
    todo = table.todo
    first = 0
    while first < len(todo) and (needless := _NEEDLESS.get(todo[first].id)) and needless(table, todo[first]):
        first += 1
    return replace(table, todo=todo[first:]) if first else table


def _nobody_asked(table: Table, due: Due) -> bool:
    assert table.play is not None
    return not undecided(table.play, due.street)


def undecided(play: Play, street: int) -> tuple[int, ...]:
    """The seats that still have to decide on a street, in their order."""
    return tuple([n for n in play.round.undecided(street) if n not in play.out])


def asked(table: Table) -> tuple[int, ...]:
    """The seats that may decide now: the next, or every player's next where they decide together.

    688a.7(f): of two hands the one with the larger wager is set first, of equal ones counterclockwise.
    """
    due, play = table.due, table.play
    if due is None or due.id != "decide" or play is None:
        return ()
    waiting = undecided(play, due.street)
    if table.conduct.two_hands is not None:
        ante, first = table.rules.game.ante, {}
        for n in sorted(waiting, key=lambda n: (play.round.seats[n].wagers[ante], n)):
            first[play.players[n]] = n
        waiting = tuple(n for n in waiting if first[play.players[n]] == n)
    return waiting if table.conduct.together else waiting[:1]


def still_open(table: Table, seat: int) -> tuple[Option, ...]:
    """What a seat that has decided may say instead until its hand is turned over: 688a.11(d), a surrender."""
    play = table.play
    held = None if play is None else play.round.seats.get(seat)
    if play is None or held is None or play.void or seat in play.out or not held.decisions or held.folded is not None:
        return ()
    if not any(due.id == "reveal" and due.seat == seat for due in table.todo):
        return ()
    street = table.rules.game.streets[len(held.decisions) - 1]
    return tuple(option for option in street.options if option.until_shown)


def _nothing_to_turn(table: Table, due: Due) -> bool:
    assert table.play is not None
    play = table.play
    held = play.round.places.get(due.to, ())
    if play.shown.get(due.to, 0) >= len(held):
        return True
    late = table.plans.turned_late(table.procedure)
    if looking := [w for w, step in late.items() if step.place == due.to]:
        seats = (due.seat,) if table.procedure > 3 else play.round.seats
        return not any(w in open_wagers(play, n) for w in looking for n in seats)
    place = next(p for p in table.rules.game.places if p.id == due.to)
    return due.to == "community" and not play.void and not place.needed(table.rules, as_played(play))


def _nothing_to_reveal(table: Table, due: Due) -> bool:
    assert table.play is not None
    play = table.play
    seat = play.round.seats.get(due.seat)
    if seat is None or None not in seat.cards:
        return True
    if due.seat in play.out:
        return due.seat not in forfeited(table) or not pays_envy(table)
    # a hand in the rack is rebuilt where a void round still needs it: for its own wagers or an Envy Bonus
    needed = play.void and (open_wagers(play, due.seat) or any(later.id == "envy" for later in table.todo))
    return f"seats.{due.seat}" in play.racked and not needed


def open_wagers(play: Play, seat: int) -> dict[str, int]:
    """A seat's wagers that are neither settled nor returned."""
    held = play.round.seats.get(seat)
    if held is None:
        return {}
    closed = play.closed.get(seat, ())
    return {wager: stake for wager, stake in held.stakes.items() if wager not in closed}


def as_played(play: Play) -> Played:
    """The round as its cards are known so far, for a chapter's own predicates on wagers."""
    return Played(play.round.seats, play.round.places, None)


def settleable(table: Table, seat: int) -> dict[str, int]:
    """A seat's open wagers that can be settled now: not those on the highest hand at the table, which come last, nor
    those on cards that are still to be turned over for them."""
    assert table.play is not None
    late = table.plans.turned_late(table.procedure)
    waiting = {wager for wager in late if _lies_face_down(table, late[wager].place)}
    found = open_wagers(table.play, seat)
    if waiting and table.procedure > 3:  # 687a.11(f): what comes after such a wager waits with it
        order = [wager.id for wager in table.rules.game.wagers]
        first = min((order.index(wager) for wager in waiting if wager in found), default=len(order))
        waiting |= set(order[first:])
    waiting |= set(table.plans.deferred)
    return {wager: stake for wager, stake in found.items() if wager not in waiting}


def _lies_face_down(table: Table, place: str) -> bool:
    assert table.play is not None
    return table.play.shown.get(place, 0) < len(table.play.round.places.get(place, ()))


def _nothing_to_settle(table: Table, due: Due) -> bool:
    return not settleable(table, due.seat)


def forfeited(table: Table) -> frozenset[int]:
    """Seats whose wagers were lost as a whole, for what the player told or by leaving. Their hands are not void: they
    are dealt like the others, and may earn another player an Envy Bonus (669a.12(e)(5), 688a.11(h)(2)(ii))."""
    play = table.play
    if play is None or not play.out or table.procedure < 3:
        return frozenset()
    cites = {str(found.cite) for found in table.conduct.irregularities if "forfeit" in found.remedy}
    cites.add(str(table.conduct.abandoned))
    lost = {p.seat for p in play.settled for line in p.lines if line["result"] == "forfeit" and line["cite"] in cites}
    return frozenset(lost.intersection(play.out))


def pays_envy(table: Table) -> bool:
    """Whether Envy Bonuses are still to be paid, and somebody has a wager that may earn one."""
    if table.play is None or not any(due.id == "envy" for due in table.todo):
        return False
    if table.procedure > 4:
        return any(entitled(table, number) for number in table.play.round.seats)
    bettors = [seat for n, seat in table.play.round.seats.items() if n not in table.play.out]
    return table.procedure < 3 or any(
        wager.envy is not None and seat.stakes.get(wager.id, -1) >= wager.envy.minimum
        for wager in table.plans.enviable
        for seat in bettors
    )


def _racked_already(table: Table, due: Due) -> bool:
    assert table.play is not None
    return due.seat not in table.play.round.seats or f"seats.{due.seat}" in table.play.racked


def _nothing_for_table(table: Table, due: Due) -> bool:
    assert table.play is not None
    return not any(due.to in open_wagers(table.play, n) for n in table.play.round.seats)


def _nothing_to_deal(table: Table, due: Due) -> bool:
    assert table.play is not None
    play = table.play
    if due.to.startswith("seats."):
        number = int(due.to[6:])
        if number in play.out and number not in forfeited(table):
            # a dead hand gets no more cards unless every position does
            return all(lay.to != "positions" for lay in table.conduct.ways[table.way].lays)
        return number not in play.round.seats and number not in play.empty
    return not due.count and still_to_deal(table, due.to) <= 0


def still_to_deal(table: Table, to: str) -> int:
    """How many cards a place lacks whose number depends on the cards turned over."""
    assert table.play is not None
    if table.procedure > 4:
        return sum(to_draw(table, to).values())
    give = next(s for s in table.rules.game.course if isinstance(s, Give) and s.to == to)
    seats = {n: seat for n, seat in table.play.round.seats.items() if n not in table.play.out}
    return give.count(table.rules, seats) - len(table.play.round.places.get(to, ()))


def to_draw(table: Table, to: str) -> dict[int, int]:
    """How many cards of such a place each seat that is still in has to get: MA 12(a), one for each wild card. What was
    drawn for a hand stays that hand's, also when it goes out of the round."""
    assert table.play is not None
    play = table.play
    give = next(s for s in table.rules.game.course if isinstance(s, Give) and s.to == to)
    needs = {n: give.count(table.rules, {n: seat}) - play.drawn.count(n)
             for n, seat in play.round.seats.items() if n not in play.out}  # fmt: skip
    return {n: count for n, count in needs.items() if count > 0}


def _no_shuffler(table: Table, _: Due) -> bool:
    return table.shuffler == "none" or "shuffler" in table.broken


def _nobody_folded(table: Table, _: Due) -> bool:
    assert table.play is not None
    return not table.play.folded


_NEEDLESS: dict[str, Callable[[Table, Due], bool]] = {
    "decide": _nobody_asked,
    "collect-forfeited": _nobody_folded,
    "turn": _nothing_to_turn,
    "reveal": _nothing_to_reveal,
    "settle": _nothing_to_settle,
    "envy": lambda table, _: not pays_envy(table),
    "rack-hand": _racked_already,
    "settle-table": _nothing_for_table,
    "deal": _nothing_to_deal,
    "green-button": _no_shuffler,
}
