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
    gone = returned(play, seat)
    return {wager: stake for wager, stake in play.round.seats[seat].stakes.items() if wager not in gone}


def entitled(table: Table, seat: int) -> bool:
    """Whether a wager of a seat earns an Envy Bonus for the hands of others: one that stands, was not forfeited, or
    only by a fold that leaves this right (669a.11(g))."""
    play = table.play
    if play is None or seat not in play.round.seats or seat in play.out:
        return False
    stakes = standing(play, seat)
    lost = {line["wager"] for posted in play.settled if posted.seat == seat for line in posted.lines
            if line["result"] == "forfeit"}  # fmt: skip
    return any(
        wager.envy is not None
        and stakes.get(wager.id, -1) >= wager.envy.minimum
        and (wager.envy.survives_fold or wager.id not in lost)
        for wager in table.plans.enviable
    )


def awaits_envy(table: Table, seat: int) -> bool:
    """Whether a seat may still be paid an Envy Bonus in this round."""
    return any(due.id == "envy" for due in table.todo) and entitled(table, seat)


def found_not_to_win(play: Play) -> frozenset[int]:
    """Seats whose hands were found not to win, and whose claims were refused for good. Whatever wins less than the
    lowest progressive pay is no Envy Bonus Qualifying Hand either. Reading: refused-claim."""
    return frozenset(
        seat
        for seat, found in play.doubted.items()
        if found == NOT_A_WINNER and seat in play.refused and returned(play, seat)
    )
