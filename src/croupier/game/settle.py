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
from croupier.game.question import SettledSeat, shares
from croupier.game.settlement import SeatSettlement, Settlement, settle_lines, settle_plainly, settle_wager

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from croupier.game.played import Played
    from croupier.game.rules import Other, Rules
    from croupier.game.settlement import Line, LineKey
    from croupier.law import Reading

UNSETTLED = (CroupierError, LookupError, StopIteration)
"""What stands in the way of settling a round that was played under another answer."""


def settle(rules: Rules, played: Played) -> Settlement:
    """Settle a round; every line that another answer to a reading would have moved names it."""
    found = settle_plainly(rules, played)
    limit = rules.payout_limit
    left = None if limit is None else limit - sum([line.paid for seat in found.seats.values() for line in seat.lines])
    seats = [SettledSeat(rules, played, number, seat.lines, left) for number, seat in found.seats.items()]
    lines = named(rules, seats, lambda other: settle_lines(other, played)[0])
    if not lines:
        return found
    renamed = {number: SeatSettlement(found.seats[number].hand, tuple(own)) for number, own in lines.items()}
    return Settlement({**found.seats, **renamed}, found.dealer, found.meter)


def name_readings(at: SettledSeat, again: Callable[[Rules], Iterable[Line]]) -> list[Line]:
    """Some lines of a seat with the readings that move them; `again` settles the same under other rules."""
    return named(at.rules, [at], lambda other: {at.number: again(other)}).get(at.number, list(at.lines))


def named(
    rules: Rules, seats: Sequence[SettledSeat], again: Callable[[Rules], Mapping[int, Iterable[Line]]]
) -> dict[int, list[Line]]:
    """The lines with the readings that move them, of those among the seats where one is moved."""
    lines: dict[int, list[Line]] = {}
    own = {at.number: at.lines for at in seats}
    outcomes = frozenset([(line.wager, line.result) for at in seats for line in at.lines])
    for other in rules.in_question(outcomes):
        raised = _raised(other, seats)
        if raised:
            with suppress(*UNSETTLED):
                moved = _moved_alone(other, raised, envied=any(wager == "envy" for wager, _ in outcomes))
                if moved is None:
                    there = again(other.rules)
                    moved = {(at.number, place) for at in seats for place in moved_lines(at.lines, there[at.number])}
                for number in {number for number, _ in moved}:
                    lines[number] = [
                        by(line, other.reading) if (number, line.place) in moved else line
                        for line in lines.get(number, own[number])
                    ]
    return lines


def _raised(other: Other, seats: Sequence[SettledSeat]) -> list[tuple[SettledSeat, Sequence[Line]]]:
    """The lines that this answer is in question for; without a question declared, all of them."""
    if not other.questions:
        return [(at, at.lines) for at in seats]
    raised: list[tuple[SettledSeat, Sequence[Line]]] = []
    for question in other.questions:
        if question.among is None or question.among(seats[0].played):
            raised += [(at, found) for at in seats if (found := question.raised(at))]
    return raised


def _moved_alone(
    other: Other, raised: list[tuple[SettledSeat, Sequence[Line]]], *, envied: bool
) -> set[tuple[int, LineKey]] | None:
    """Which of the lines in question are moved when they are settled again one by one, or None if that does not settle
    it: what a meter, a payout limit, an Envy Bonus or a coupon ties to others."""
    moved = set()
    rules, paid = other.rules, 0
    for at, lines in raised:
        for line in lines:
            wager = rules.game.wager(line.wager)
            if wager is None or (envied and wager.envy is not None) or (at.seat.coupon and wager.id == rules.game.ante):
                return None
            showdown = wager.see(rules, at.played, at.number)
            there = settle_wager(rules, wager, line.stake, showdown, at.played.meter)[0]
            paid += there.paid
            if shares(at.rules, line) or shares(rules, there) or (at.left is not None and at.left <= paid):
                return None
            if there.net != line.net:
                moved.add((at.number, line.place))
    return moved


def moved_lines(lines: Iterable[Line], there: Iterable[Line]) -> list[LineKey]:
    """The places of lines that are not `there`, under another answer, with the same money."""
    nets = {line.place: line.net for line in there}
    return [line.place for line in lines if nets.get(line.place) != line.net]


def by(line: Line, reading: Reading) -> Line:
    """The line with one more reading that decides it."""
    return line if reading in line.readings else replace(line, readings=(*line.readings, reading))
