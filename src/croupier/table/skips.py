"""Steps whose occasion has passed, so that they are left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.game import Give, Played
from croupier.table.entitled import entitled, given_up
from croupier.table.state import ID, Due
from croupier.table.turns import undecided

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.table.state import Play, Table


def skip(table: Table) -> Table:
    """Leave out steps whose occasion has passed: a decision everyone has made, a hand already turned over."""
    todo = table.todo
    first = 0
    counts: tuple[Due, ...] = ()
    for due in todo:
        needless = _NEEDLESS.get(due.id)
        if needless is None or not needless(table, due):
            break
        first += 1
        if due.id == "reveal" and (counts := _still_to_count(table, due)):
            break
    return replace(table, todo=(*counts, *todo[first:])) if first else table


def _still_to_count(table: Table, due: Due) -> tuple[Due, ...]:
    """688a.11(d): a surrendered hand of real cards that nobody turns over is counted face down before it is racked."""
    counting = table.conduct.count_surrendered
    if counting is None or table.cards != "entered" or not _is_kept_for_nobody(table, due.seat):
        return ()
    return (Due(counting.id, counting.words, str(counting.cite), counting.by, "settling", seat=due.seat),)


def _nobody_asked(table: Table, due: Due) -> bool:
    assert table.play is not None
    return not undecided(table.play, due.street)


def _nothing_to_choose(table: Table, due: Due) -> bool:
    """688a.13(d): a hand that is void by an earlier choice, or whose wagers are lost, is nobody's to choose about."""
    assert table.play is not None
    return table.procedure > 7 and due.seat in table.play.out


def _nothing_to_turn(table: Table, due: Due) -> bool:
    assert table.play is not None
    play = table.play
    held = play.round.places.get(due.to, ())
    if play.shown.get(due.to, 0) >= len(held):
        return True
    late = table.plans.turned_late(table.procedure)
    if looking := [w for w, step in late.items() if step.place == due.to]:
        seats = (due.seat,) if table.procedure > 3 else play.round.seats
        return not any(w in to_settle(table, n) for w in looking for n in seats)
    if play.void and table.procedure > 5:  # no wager against the dealer is settled in one
        return due.to == "dealer" or (due.to == "community" and not _looks_at_the_board(table))
    if due.to != "community" or play.void:
        return False
    place = next(p for p in table.rules.game.places if p.id == due.to)
    return not place.needed(table.rules, as_played(play))


def _looks_at_the_board(table: Table) -> bool:
    """Whether a wager that a void round settles all the same looks at the community cards."""
    assert table.play is not None
    held = {wager for number in table.play.round.seats for wager in to_settle(table, number)}
    return any(wager.id in held and wager.looks not in {"hand", "all-six"} for wager in table.rules.offered())


def _nothing_to_reveal(table: Table, due: Due) -> bool:
    assert table.play is not None
    play = table.play
    seat = play.round.seats.get(due.seat)
    if seat is None or None not in seat.cards:
        return True
    if due.seat in play.out and not to_settle(table, due.seat):
        return due.seat not in forfeited(table) or not pays_envy(table)
    # a hand in the rack is rebuilt where a void round still needs it: for its own wagers or an Envy Bonus
    needed = play.void and (open_wagers(play, due.seat) or any(later.id == "envy" for later in table.todo))
    if play.void and table.procedure > 5:  # and a void hand with nothing to settle is nobody's to see
        return not (to_settle(table, due.seat) or pays_envy(table))
    if _is_kept_for_nobody(table, due.seat):
        return True
    return f"seats.{due.seat}" in play.racked and not needed


def _is_kept_for_nobody(table: Table, number: int) -> bool:
    """688a.11(d): whether a surrendered hand was kept for an Envy Bonus that nobody can earn any more, since every
    Qualifying Wager has gone back or is lost. It is collected without exposing it, as the others are."""
    assert table.play is not None
    play = table.play
    if table.procedure < 7 or table.conduct.count_surrendered is None or f"seats.{number}" in play.racked:
        return False
    folded = play.round.seats[number].folded is not None
    return folded and not play.void and stays(table, number) and not pays_envy(table)


def open_wagers(play: Play, seat: int) -> Mapping[str, int]:
    """A seat's wagers that are neither settled nor returned."""
    held = play.round.seats.get(seat)
    if held is None:
        return {}
    closed = play.closed.get(seat)
    if not closed:
        return held.stakes
    return {wager: stake for wager, stake in held.stakes.items() if wager not in closed}


def to_settle(table: Table, seat: int) -> Mapping[str, int]:
    """A seat's wagers that are open, or will be: of a void round in which some are settled all the same those too that
    were given up, since that is undone."""
    assert table.play is not None
    play = table.play
    found = open_wagers(play, seat)
    if play.void and table.procedure > 6:
        lost = given_up(play, seat).intersection(play.settles)
        stakes = play.round.seats[seat].stakes
        found = {**found, **{wager: stake for wager, stake in stakes.items() if wager in lost}}
    return found


def as_played(play: Play) -> Played:
    """The round as its cards are known so far, for a chapter's own predicates on wagers."""
    return Played(play.round.seats, play.round.places, None)


def stays(table: Table, seat: int) -> bool:
    """Whether a folded hand stays on the table."""
    assert table.play is not None
    return table.rules.game.on_table(table.rules, as_played(table.play), seat)


def settleable(table: Table, seat: int, held: Mapping[str, int] | None = None) -> Mapping[str, int]:
    """Of a seat's open wagers, or those `held`, the ones that can be settled now: not those on the highest hand at the
    table, which come last, nor those on cards that are still to be turned over for them."""
    assert table.play is not None
    plans = table.plans
    late, deferred = plans.turned_late(table.procedure), plans.deferred
    found = open_wagers(table.play, seat) if held is None else held
    waiting = {wager for wager in late if _lies_face_down(table, late[wager].place)} if late else set()
    if not waiting and not deferred:
        return found
    if waiting and table.procedure > 3:  # 687a.11(f): what comes after such a wager waits with it
        order = [wager.id for wager in table.rules.game.wagers]
        first = min((order.index(wager) for wager in waiting if wager in found), default=len(order))
        waiting |= set(order[first:])
    return {wager: stake for wager, stake in found.items() if wager not in waiting and wager not in deferred}


def _lies_face_down(table: Table, place: str) -> bool:
    assert table.play is not None
    return table.play.shown.get(place, 0) < len(table.play.round.places.get(place, ()))


def _nothing_to_settle(table: Table, due: Due) -> bool:
    return not settleable(table, due.seat, to_settle(table, due.seat))


def _nothing_to_validate(table: Table, due: Due) -> bool:
    """Whether the wager is gone that a progressive win was claimed on: what its player told, or left, has lost it, or a
    void hand has returned it. Nothing is paid then that could be validated."""
    assert table.play is not None
    left = open_wagers(table.play, due.seat)
    return table.procedure > 5 and not any(wager.id in left for wager in table.plans.progressives)


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
    if table.play is None or "envy" not in map(ID, table.todo):
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
    if due.count:
        return not _by_rule(table, due.to)
    return still_to_deal(table, due.to) <= 0


def _by_rule(table: Table, to: str) -> bool:
    """Whether a place whose card comes by a rule alone gets one."""
    assert table.play is not None
    rule = next((s.when for s in table.rules.game.course if isinstance(s, Give) and s.to == to), None)
    return rule is None or (bool(table.play.round.seats) and rule.holds(as_played(table.play), 0))


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
    needs = {
        n: give.count(table.rules, {n: seat}) - play.drawn.count(n)
        for n, seat in play.round.seats.items()
        if n not in play.out
    }
    return {n: count for n, count in needs.items() if count > 0}


def _no_shuffler(table: Table, _: Due) -> bool:
    return table.shuffler == "none" or "shuffler" in table.broken


def _nobody_folded(table: Table, _: Due) -> bool:
    assert table.play is not None
    return not table.play.folded


_NEEDLESS: dict[str, Callable[[Table, Due], bool]] = {
    "decide": _nobody_asked,
    "choose": _nothing_to_choose,
    "collect-forfeited": _nobody_folded,
    "turn": _nothing_to_turn,
    "reveal": _nothing_to_reveal,
    "settle": _nothing_to_settle,
    "envy": lambda table, _: not pays_envy(table),
    "rack-hand": _racked_already,
    "settle-table": _nothing_for_table,
    "deal": _nothing_to_deal,
    "green-button": _no_shuffler,
    **dict.fromkeys(("verify-winner", "verify-light", "validate", "rule-claim"), _nothing_to_validate),
}
SKIPPED = frozenset(_NEEDLESS)
"""Steps that are left out when their occasion has passed."""
