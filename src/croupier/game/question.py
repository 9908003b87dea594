"""`Question`: where a round can raise the question that a reading answers, so that no other round is settled twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from croupier.game.played import Played, Seat
    from croupier.game.rules import Rules
    from croupier.game.settlement import Line, Result
    from croupier.kit.cards import Card


BY_THE_CARDS: tuple[Result, ...] = ("win", "lose", "push", "void")
"""What a wager comes to by the cards: one that is forfeited is so whatever they are, also while they are covered."""


class SettledSeat(NamedTuple):
    """A seat with its lines; `left` is what they leave of the payout limit, if there is one."""

    rules: Rules
    played: Played
    number: int
    lines: Sequence[Line]
    left: int | None

    @property
    def seat(self) -> Seat:
        """The seat."""
        return self.played.seats[self.number]

    @property
    def folded(self) -> bool:
        """Whether the player gave the hand up."""
        return self.seat.folded is not None

    def cards(self, *places: str) -> tuple[Card, ...]:
        """The seat's cards, with those of some places."""
        return sum([self.played.cards_at(place) for place in places], self.seat.cards)


@dataclass(frozen=True, slots=True)
class Question:
    """Another answer to the reading can move lines of these `wagers` alone ("envy" and "match-play" are wagers here),
    only such as came to one of the `results`, and only in rounds for which `among` and at seats for which `when` holds.

    What is said here must hold whichever answer is in force. It may hold of more rounds than are moved, never of fewer.
    """

    reading: str
    wagers: frozenset[str]
    results: frozenset[Result] | None = None
    among: Callable[[Played], bool] | None = None
    when: Callable[[SettledSeat], bool] | None = None

    def asks_of(self, outcomes: frozenset[tuple[str, str]]) -> bool:
        """Whether a line can raise it, of wagers that came to these results."""
        wagers, results = self.wagers, self.results
        return any(wager in wagers and (results is None or result in results) for wager, result in outcomes)

    def raised(self, at: SettledSeat) -> list[Line]:
        """The lines of a seat that raise it."""
        wagers, results = self.wagers, self.results
        found = [line for line in at.lines if line.wager in wagers and (results is None or line.result in results)]
        return found if not found or self.when is None or self.when(at) else []


def ask(
    reading: str,
    *wagers: str,
    results: Iterable[Result] | None = None,
    among: Callable[[Played], bool] | None = None,
    when: Callable[[SettledSeat], bool] | None = None,
) -> Question:
    """A question; without wagers, one that no settled round raises."""
    return Question(reading, frozenset(wagers), None if results is None else frozenset(results), among, when)


def on_two_boxes(played: Played) -> bool:
    """Whether a player of the round has more than one box."""
    players = [seat.player for seat in played.seats.values() if seat.player is not None]
    return len(set(players)) < len(players)


def shares(rules: Rules, line: Line) -> bool:
    """Whether a line is paid from the meter."""
    table = rules.tables.get(line.wager)
    if line.result != "win" or table is None or table.progression is None:
        return False
    return any(pay.percent > 0 for pay in table.rows.values() if pay.text == line.odds)


def pays_a_share(at: SettledSeat) -> bool:
    """Whether a line of the seat is paid from the meter."""
    return any(shares(at.rules, line) for line in at.lines)
