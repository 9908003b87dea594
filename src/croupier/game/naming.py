"""`settle`, and the readings that its lines name: a line under another answer to which the money would be another.

A reading is tried only on lines that raise its `Question`. Each is settled again alone where nothing else of the round
has a part in it, and otherwise all of them together. (The tests settle every round again under every other answer, and
agree.)
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.errors import CroupierError
from croupier.game.question import Settled
from croupier.game.settle import SeatSettlement, settle_lines, settle_plainly, settle_wager

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from croupier.game.played import Played
    from croupier.game.rules import Other, Rules
    from croupier.game.settle import Line, Settlement
    from croupier.law import Reading

UNSETTLED = (CroupierError, LookupError, StopIteration)
"""What stands in the way of settling a round that was played under another answer."""


def settle(rules: Rules, played: Played) -> Settlement:
    """Settle a round; every line that another answer to a reading would have moved names it."""
    found = settle_plainly(rules, played)
    limit = rules.payout_limit
    left = None if limit is None else limit - sum([line.paid for seat in found.seats.values() for line in seat.lines])
    seats = [Settled(rules, played, number, list(seat.lines), left) for number, seat in found.seats.items()]
    lines = named(rules, seats, lambda other: settle_lines(other, played)[0])
    return replace(found, seats={n: SeatSettlement(seat.hand, tuple(lines[n])) for n, seat in found.seats.items()})


def name_readings(at: Settled, again: Callable[[Rules], Iterable[Line]]) -> list[Line]:
    """Some lines of a seat with the readings that move them; `again` settles the same under other rules."""
    return named(at.rules, [at], lambda other: {at.number: again(other)})[at.number]


def named(
    rules: Rules, seats: Sequence[Settled], again: Callable[[Rules], Mapping[int, Iterable[Line]]]
) -> dict[int, list[Line]]:
    """The lines of some seats with the readings that move them."""
    lines = {at.number: at.lines for at in seats}
    placed = {line.wager for at in seats for line in at.lines}
    for other in rules.others:
        raised = _raised(other, seats, placed)
        if raised:
            with suppress(*UNSETTLED):
                there = _alone(other, raised, envied="envy" in placed) or again(other.rules)
                lines = {n: moved(own, other.reading, there[n]) if n in there else own for n, own in lines.items()}
    return lines


def _raised(other: Other, seats: Sequence[Settled], placed: set[str]) -> list[tuple[Settled, list[Line]]]:
    """The lines that this answer is in question for; without a question declared, all of them."""
    if not other.questions:
        return [(at, at.lines) for at in seats]
    raised = []
    for question in other.questions:
        if not question.wagers.isdisjoint(placed) and (question.among is None or question.among(seats[0].played)):
            raised += [(at, found) for at in seats if (found := question.raised(at))]
    return raised


def _alone(other: Other, raised: list[tuple[Settled, list[Line]]], *, envied: bool) -> dict[int, list[Line]] | None:
    """The seats' lines with those in question settled again one by one, or None if that does not settle them: what a
    meter, a payout limit, an Envy Bonus or a coupon ties to others."""
    there: dict[int, list[Line]] = {}
    rules, paid = other.rules, 0
    for at, lines in raised:
        settled = {}
        for line in lines:
            wager = rules.game.wager(line.wager)
            if wager is None or (envied and wager.envy is not None):
                return None
            if at.seat.coupon and wager.id == rules.game.ante:
                return None
            if rules.tables[wager.id].progression is None and other.reading in line.readings:
                continue  # the case that decides the line names it already
            showdown = wager.see(rules, at.played, at.number)
            found = settle_wager(rules, wager, line.stake, showdown, at.played.meter)[0]
            paid += found.paid
            if _shares(at.rules, line) or _shares(rules, found) or (at.left is not None and at.left <= paid):
                return None
            settled[wager.id] = found
        there[at.number] = [settled.get(line.wager, line) for line in there.get(at.number, at.lines)]
    return there


def _shares(rules: Rules, line: Line) -> bool:
    """Whether a line is paid from the meter."""
    table = rules.tables[line.wager]
    return line.result == "win" and table.progression is not None and any(
        pay.percent > 0 for pay in table.rows.values() if pay.text == line.odds
    )  # fmt: skip


def moved(lines: Iterable[Line], reading: Reading, there: Iterable[Line]) -> list[Line]:
    """Lines with the reading added to those that are not `there`, under another answer to it, with the same money."""
    nets = {line.place: line.net for line in there}
    return [line if nets.get(line.place) == line.net else by(line, reading) for line in lines]


def by(line: Line, reading: Reading) -> Line:
    """The line with one more reading that decides it."""
    return line if reading in line.readings else replace(line, readings=(*line.readings, reading))
