"""Undoing what a round has already paid and collected: the same facts give the same money, whenever they are found.

A settled line is undone exactly: its payment comes back, its stake lies on the layout again, its meter is as if it had
not been. Then the wagers go back or are settled anew, as the irregularity's paragraph has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction
from croupier.kit.money import printed
from croupier.table import events as e
from croupier.table.money import meter_of
from croupier.table.postings import claimed_entries, posted_line, share_of, unwound_entries

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from croupier.table.act import Act
    from croupier.table.postings import Returned
    from croupier.table.state import Play, Posted, Table

    SettledLine = Mapping[str, Any]
    Undone = Callable[[int, SettledLine], bool]
    """Whether a settled line of a seat is undone."""


def unwind(act: Act, cite: object, undone: Undone, *, returning: Collection[int] = ()) -> None:
    """Undo settled lines, the last settlement first. Every other payment out of a meter that they touch, or that the
    `returning` seats' wagers have fed, is undone with them and made anew: what each took depends on the others."""
    table = act.table
    lines = [(posted, line) for posted in act.play.settled for line in posted.lines if undone(posted.seat, line)]
    meters = {meter for posted, line in lines if (meter := _meter(table, posted, line))}
    meters |= {fed for spot, (fed, *_) in act.play.collected.items() if int(spot.partition(":")[0]) in returning}
    paid = [
        (posted, line)
        for posted in act.play.settled
        for line in posted.lines
        if not undone(posted.seat, line) and _takes(table, posted, line, meters)
    ]
    going = [*lines, *paid]
    for seat in reversed(list(dict.fromkeys(posted.seat for posted in act.play.settled))):
        own = [line for posted, line in going if posted.seat == seat]
        if own:
            back = undone_entries(act.table, seat, own)
            act.emit(
                e.Unwound(
                    seat=seat,
                    lines=tuple(own),
                    entries=back.entries,
                    cite=str(cite),
                    meters=back.meters,
                    carries=back.carries,
                    by=act.actor.role,
                    who=act.actor.name,
                )
            )


def undone_entries(table: Table, seat: int, lines: Sequence[SettledLine]) -> Returned:
    """Entries that undo settled lines of a seat, and the meters after them."""
    assert table.play is not None
    posted = [(posted_line(line), standing(_of(table.play, seat, line))) for line in lines]
    return unwound_entries(table, seat, posted)


def _of(play: Play, seat: int, line: SettledLine) -> Posted:
    """The settlement that a line is of."""
    return next(posted for posted in play.settled if posted.seat == seat and line in posted.lines)


def standing(posted: Posted) -> dict[str, int]:
    """The accounts of the meters as they stood before a settlement that was paid from them."""
    return {f"meter:{meter}": amount for meter, amount in posted.before.items()}


def _meter(table: Table, posted: Posted, line: SettledLine) -> str:
    """The meter that a line was paid from, or that its wager may be paid from when it is settled anew."""
    told = posted_line(line)
    meter = meter_of(table, told.wager, told.stake)
    again = table.play is not None and told.result == "forfeit" and told.wager in table.play.settles
    return meter.id if meter is not None and (again or share_of(table, told, standing(posted))) else ""


def _takes(table: Table, posted: Posted, line: SettledLine, meters: Iterable[str]) -> bool:
    told = posted_line(line)
    meter = meter_of(table, told.wager, told.stake)
    return meter is not None and meter.id in meters and bool(share_of(table, told, standing(posted)))


# What each remedy undoes.


def in_void_round(settles: Iterable[str]) -> Undone:
    """Everything but the wagers that are settled all the same; a forfeit of one is undone, since the hand it was given
    up with is void, and every Envy Bonus, since hands given up lie on the table again."""
    stays = frozenset(settles)
    return lambda _, line: line["wager"] not in stays or line["result"] == "forfeit"


def of_seat(table: Table, number: int) -> Undone:
    """A hand's own lines, the Envy Bonuses paid for it, and wagers on the highest hand at the table that were not
    forfeited."""
    deferred = table.plans.deferred
    return lambda seat, line: (
        seat == number or line.get("from") == str(number) or (line["wager"] in deferred and line["result"] != "forfeit")
    )


def before_forfeit(table: Table, number: int) -> Undone:
    """A hand's own lines and wagers on the highest hand at the table, but what is forfeited already."""
    deferred = table.plans.deferred
    return lambda seat, line: line["result"] != "forfeit" and (seat == number or line["wager"] in deferred)


def of_wagers(wagers: Iterable[str]) -> Undone:
    """Lines of these wagers."""
    named = frozenset(wagers)
    return lambda _, line: line["wager"] in named


# Claims.


def owed(table: Table, player: str) -> int:
    """What a player owes after lines were undone: chips that are not there any more, and what was paid by hand."""
    assert table.play is not None
    return max(table.play.by_hand.get(player, 0), -table.accounts.get(f"player:{player}", 0), 0)


def claim(act: Act, cite: object) -> None:
    """Claims against the players who lack what was undone; the inventory must bear what goes back."""
    play = act.play
    for player in dict.fromkeys(play.players.values()):
        amount = owed(act.table, player)
        if amount:
            reading = act.table.conduct.void_payments
            act.emit(
                e.Claimed(
                    player=player,
                    amount=amount,
                    round=play.number,
                    cite=str(cite),
                    entries=claimed_entries(player, amount),
                    reading=reading.key if reading else "",
                    by=act.actor.role,
                    who=act.actor.name,
                )
            )
    short = act.table.accounts.get("inventory", 0)
    if short < 0:
        raise IllegalAction(
            f"the table inventory is short by {printed(-short)}; a fill is needed", field="inventory", cite=cite
        )


def without(lines: Iterable[SettledLine], undone: Iterable[SettledLine]) -> list[Any]:
    """Lines that stand after some of them were undone.

    >>> without([{"wager": "ante"}, {"wager": "blind"}], [{"wager": "ante"}])
    [{'wager': 'blind'}]
    """
    left = list(lines)
    for line in undone:
        if line in left:
            left.remove(line)
    return left
