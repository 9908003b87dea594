"""Whose turn it is: which seats have to speak now, who speaks for each, and what may still be said afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.game import Option
    from croupier.table.state import Due, Play, Table


def undecided(play: Play, street: int) -> tuple[int, ...]:
    """The seats that still have to decide on a street, in their order."""
    waiting = play.round.undecided(street)
    return tuple([n for n in waiting if n not in play.out]) if play.out else waiting


def deciding(table: Table) -> tuple[int, ...]:
    """The seats that may decide now: the next, or every player's next where they decide together.

    688a.7(f): of two hands the one with the larger wager is set first, of equal ones counterclockwise.
    """
    due, play = table.due, table.play
    if due is None or due.id != "decide" or play is None:
        return ()
    waiting, conduct = undecided(play, due.street), table.conduct
    if conduct.two_hands is not None:
        ante, first = table.rules.game.ante, {}
        for n in sorted(waiting, key=lambda n: (play.round.seats[n].wagers[ante], n)):
            first[play.players[n]] = n
        waiting = tuple(n for n in waiting if first[play.players[n]] == n)
    return waiting if conduct.together else waiting[:1]


def speaking(table: Table) -> tuple[int, ...]:
    """The seats whose word the table waits for, whatever it is about: a decision, a cut, a choice."""
    due = table.due
    if due is None:
        return ()
    if due.id == "decide":
        return deciding(table)
    return (due.seat,) if due.seat and due.id in {"cut", "choose"} else ()


def who_speaks(table: Table, due: Due) -> str | None:
    """The player whose word a step of a seat is: whoever sits there, but for a choice about a hand its own player, who
    may have left since and somebody else have sat down."""
    name = table.seats.get(due.seat)
    if due.id == "choose" and table.play is not None and name != table.play.players[due.seat]:
        return None
    return name


def still_open(table: Table, seat: int) -> tuple[Option, ...]:
    """What a seat that is not asked may say until its hand is turned over: 688a.11(d), a surrender, when it has decided
    or while its player's other hand is set first (7(f))."""
    play, due = table.play, table.due
    held = None if play is None or not table.plans.reconsiders else play.round.seats.get(seat)
    if play is None or held is None or play.void or seat in play.out or held.folded is not None:
        return ()
    waits = due is not None and due.id == "decide" and seat in undecided(play, due.street)
    if not held.decisions and (not waits or seat in deciding(table)):
        return ()
    if not any(due.id == "reveal" and due.seat == seat for due in table.todo):
        return ()
    street = table.rules.game.streets[max(len(held.decisions) - 1, 0)]
    return tuple(option for option in street.options if option.until_shown)
