"""A round as an immutable value that says what it needs next: cards, a decision, or nothing.

Who answers is the only difference between a live table, a replay, a simulation and a test.

>>> from croupier import cards, open_game
>>> round = Round.begin(open_game("over-under").rules(), {1: {"ante": "10"}})
>>> round.needs
Deal(to='seats.1', count=1, up=True, cite=Cite(chapter='686a', path='7(e)'))
>>> round = round.dealt(cards("As"))
>>> round.needs.options
('over', 'under', 'surrender')
>>> round = round.chose("over").dealt(cards("Ks 9d"))
>>> round.needs is None, round.settle().seats[1].net
(True, 2000)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from croupier.errors import CroupierError, IllegalAction
from croupier.game import Ask, Give, Played, Seat, Setting, Settlement, Turn, describe, settle
from croupier.game.played import place_wagers
from croupier.game.streets import walk
from croupier.kit.cards import write

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from croupier.game import Rules, Street
    from croupier.game.streets import Decision
    from croupier.kit.cards import Card
    from croupier.law import Cite


@dataclass(frozen=True, slots=True)
class Deal:
    """The round needs cards: `to` is ``seats.3``, ``dealer``, ``community`` ..."""

    to: str
    count: int
    up: bool
    cite: Cite


@dataclass(frozen=True, slots=True)
class Choose:
    """The round needs a player's decision."""

    seat: int
    street: Street

    @property
    def options(self) -> tuple[str, ...]:
        """What may be said; where the street takes a setting, that too."""
        return tuple(option.id for option in self.street.options)


@dataclass(frozen=True, slots=True)
class Round:
    """Begin one with `Round.begin`, answer `needs` with `dealt` and `chose`, then `settle`."""

    rules: Rules
    seats: Mapping[int, Seat]
    places: Mapping[str, tuple[Card, ...]]
    meter: str | None = None

    @classmethod
    def begin(cls, rules: Rules, wagers: Mapping[int, Mapping[str, object]], *, meter: str | None = None) -> Round:
        """A round with these wagers on the layout and no card dealt."""
        seats: dict[int, Seat] = {}
        for number, told in sorted(wagers.items()):
            if not 1 <= number <= rules.game.seats:
                raise IllegalAction(
                    f"the table has seats 1 to {rules.game.seats}", field="seats", cite=rules.game.seats_cite
                )
            try:
                placed = place_wagers(rules, dict(told))
            except CroupierError as error:
                raise error.within(f"seats.{number}") from None
            seats[number] = Seat((), placed, (), None, placed, None, None)
        return cls(rules, MappingProxyType(seats), MappingProxyType({}), meter)

    @property
    def needs(self) -> Deal | Choose | None:
        """The next card or decision the chapter asks for."""
        return self._walk()[0]

    @property
    def turned(self) -> Mapping[str, tuple[Card, ...]]:
        """The cards of each place that lie face up by now."""
        shown = self._walk()[1]
        return {place: self.places[place][:count] for place, count in shown.items() if place in self.places}

    def dealt(self, cards: Sequence[Card]) -> Round:
        """The round with the cards it needed."""
        need = self.needs
        if not isinstance(need, Deal) or len(cards) != need.count:
            raise IllegalAction(f"the round does not need {len(cards)} cards now", field="cards")
        lying = [(f"seats.{number}.cards", seat.cards) for number, seat in self.seats.items()]
        self.rules.game.deck.check([*lying, *self.places.items(), (need.to, tuple(cards))])
        if need.to.startswith("seats."):
            number = int(need.to.removeprefix("seats."))
            seat = self.seats[number]
            return self._with(number, replace(seat, cards=seat.cards + tuple(cards)))
        return replace(self, places=MappingProxyType({**self.places, need.to: tuple(cards)}))

    def chose(self, decision: Decision) -> Round:
        """The round with the decision it needed."""
        need = self.needs
        if not isinstance(need, Choose):
            raise IllegalAction("the round does not need a decision now", field="decisions")
        seat = self.seats[need.seat]
        said = (*seat.decisions, decision)
        way = walk(self.rules.game.streets, seat.wagers[self.rules.game.ante], said)
        stakes = {**seat.wagers, **way.stakes}
        decided = self._with(
            need.seat, replace(seat, decisions=said, stakes=stakes, folded=way.folded, setting=way.setting)
        )
        if self.rules.game.refuse is not None:
            self.rules.game.refuse(self.rules, Played(decided.seats, decided.places, None), need.seat)
        return decided

    def told(self) -> dict[str, object]:
        """The round as the contract tells it, ready for `describe` and for ``croupier settle``."""
        return {
            "game": self.rules.game.id,
            "edition": self.rules.game.edition,
            "seats": {
                str(number): {
                    "cards": write(seat.cards),
                    "wagers": {wager: f"{stake // 100}.{stake % 100:02d}" for wager, stake in seat.wagers.items()},
                    "decisions": [_tell(decision) for decision in seat.decisions],
                }
                for number, seat in self.seats.items()
            },
            **{place: write(cards) for place, cards in self.places.items()},
            "meter": self.meter,
        }

    def settle(self) -> Settlement:
        """Settle the round; it must need nothing more."""
        if self.needs is not None:
            raise IllegalAction(f"the round still needs {self.needs}")
        return settle(self.rules, describe(self.rules, self.told()))

    def _with(self, number: int, seat: Seat) -> Round:
        return replace(self, seats=MappingProxyType({**self.seats, number: seat}))

    def _walk(self) -> tuple[Deal | Choose | None, dict[str, int]]:
        """Follow the chapter's steps as far as cards and decisions reach."""
        shown: dict[str, int] = {}
        given = 0
        for step in self.rules.game.course:
            if isinstance(step, Turn):
                shown[step.place] = shown.get(step.place, 0) + step.count
            elif isinstance(step, Ask):
                for number, seat in self.seats.items():
                    if len(seat.decisions) <= step.street and not self._is_done(seat):
                        return Choose(number, self.rules.game.streets[step.street]), shown
            else:
                given, need = self._give(step, given)
                if need is not None:
                    return need, shown
                if step.up and step.to != "seats":
                    shown[step.to] = len(self.places.get(step.to, ()))
        return None, shown

    def _give(self, step: Give, given: int) -> tuple[int, Deal | None]:
        count = step.count(self.rules, self.seats)
        if step.to != "seats":
            missing = count > 0 and step.to not in self.places
            return given, Deal(step.to, count, step.up, step.cite) if missing else None
        given += count
        for number, seat in self.seats.items():
            if len(seat.cards) < given:
                return given, Deal(f"seats.{number}", given - len(seat.cards), step.up, step.cite)
        return given, None

    def _is_done(self, seat: Seat) -> bool:
        game = self.rules.game
        return walk(game.streets, seat.wagers[game.ante], seat.decisions).needs is None


def _tell(decision: Decision) -> object:
    if isinstance(decision, Setting):
        return {"high": write(decision.high), "low": write(decision.low)}
    return decision
