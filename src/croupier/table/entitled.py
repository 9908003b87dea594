"""Who has a right to an Envy Bonus, and for whose hand nobody has one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.table.state import Play, Table

NOT_A_WINNER = "not-a-winner"
"""What the dealer may find of a hand that claims a progressive win."""


def returned(play: Play, seat: int) -> frozenset[str]:
    """A seat's wagers that have gone back to the player: those that are closed and were not settled."""
    settled = {line["wager"] for posted in play.settled if posted.seat == seat for line in posted.lines}
    return frozenset(play.closed.get(seat, ())) - settled


def standing(play: Play, seat: int) -> dict[str, int]:
    """A seat's wagers but those that have gone back: it is as if these had not been made."""
    stakes = play.round.seats[seat].stakes
    gone = returned(play, seat) if seat in play.closed else ()
    return {wager: stake for wager, stake in stakes.items() if wager not in gone}


def given_up(play: Play, seat: int) -> frozenset[str]:
    """A seat's wagers that are forfeited."""
    lines = [line for posted in play.settled if posted.seat == seat for line in posted.lines]
    return frozenset([line["wager"] for line in lines if line["result"] == "forfeit"])


def entitled(table: Table, seat: int) -> bool:
    """Whether a wager of a seat earns an Envy Bonus for the hands of others: one that stands, was not forfeited, or
    only by a fold that leaves this right (669a.11(g)). No hand is given up in a void round."""
    play = table.play
    undone = play is not None and play.void and table.procedure > 6
    if play is None or seat not in play.round.seats or (seat in play.out and not undone):
        return False
    stakes = play.round.seats[seat].stakes
    for wager in table.plans.enviable:
        if wager.envy is None or stakes.get(wager.id, -1) < wager.envy.minimum:
            continue
        if seat not in play.closed:
            return True
        lost = not undone and not wager.envy.survives_fold and wager.id in given_up(play, seat)
        if not lost and wager.id not in returned(play, seat):
            return True
    return False


def awaits_envy(table: Table, seat: int) -> bool:
    """Whether a seat may still be paid an Envy Bonus in this round."""
    return any(due.id == "envy" for due in table.todo) and entitled(table, seat)


def found_not_to_win(play: Play) -> frozenset[int]:
    """Seats whose hands were found not to win, and whose claims were refused for good. Whatever wins less than the
    lowest progressive pay is no Envy Bonus Qualifying Hand either. Reading: refused-claim."""
    if not play.doubted:
        return frozenset()
    return frozenset(
        seat
        for seat, found in play.doubted.items()
        if found == NOT_A_WINNER and seat in play.refused and returned(play, seat)
    )
