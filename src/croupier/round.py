"""A round as an immutable value that says what it needs next: cards, a decision, or nothing.

Who answers is the only difference between a live table, a replay, a simulation and a test. A card that lies face
down may be unknown to the round (None) until it is named.

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

from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.errors import CroupierError, IllegalAction
from croupier.game import Ask, Give, Played, Seat, Setting, Settlement, Turn, describe, settle
from croupier.game.played import place_wagers
from croupier.game.streets import walk
from croupier.kit.cards import write
from croupier.kit.money import dollars

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


class Round(msgspec.Struct, frozen=True):
    """Begin one with `Round.begin`, answer `needs` with `dealt` and `chose`, then `settle`."""

    rules: Rules
    seats: Mapping[int, Seat]
    places: Mapping[str, tuple[Card, ...]]
    meter: str | None = None

    @classmethod
    def begin(cls, rules: Rules, wagers: Mapping[int, Mapping[str, object]], *, meter: str | None = None) -> Round:
        """A round with these wagers on the layout and no card dealt."""
        seats: dict[int, Seat] = {}
        for number, laid in sorted(wagers.items()):
            if not 1 <= number <= rules.game.seats:
                raise IllegalAction(
                    f"the table has seats 1 to {rules.game.seats}", field="seats", cite=rules.game.seats_cite
                )
            try:
                placed = place_wagers(rules, dict(laid))
            except CroupierError as error:
                raise error.within(f"seats.{number}") from None
            seats[number] = Seat((), placed, (), None, placed, None, None)
        return cls(rules, MappingProxyType(seats), MappingProxyType({}), meter)

    @classmethod
    def placed(cls, rules: Rules, wagers: Mapping[int, Mapping[str, int]]) -> Round:
        """A round with wagers in cents that have been checked as they were placed."""
        seats = {n: Seat((), own, (), None, own, None, None) for n, own in sorted(wagers.items())}
        return cls(rules, MappingProxyType(seats), MappingProxyType({}))

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
        return self.laid(need.to, cards)

    def laid(self, to: str, cards: Sequence[Card | None]) -> Round:
        """The round with cards more at a seat or place, in whatever order a way of dealing lays them."""
        self._check(to, cards)
        if to.startswith("seats."):
            number = int(to.removeprefix("seats."))
            seat = self.seats[number]
            held = (*seat.cards, *cards)
            return self._with(number, _holding(seat, held))  # type: ignore[arg-type]
        return self._placing(to, (*self.places.get(to, ()), *cards))  # type: ignore[arg-type]

    def named(self, to: str, cards: Sequence[Card], *, first: int = 0) -> Round:
        """The round with cards named that lay face down, from the `first` one on."""
        self._check(to, cards)
        if to.startswith("seats."):
            number = int(to.removeprefix("seats."))
            seat = self.seats[number]
            held = (*seat.cards[:first], *cards, *seat.cards[first + len(cards) :])
            return self._with(number, _holding(seat, held))
        lying = self.places[to]
        return self._placing(to, (*lying[:first], *cards, *lying[first + len(cards) :]))

    def _check(self, to: str, cards: Sequence[Card | None]) -> None:
        """Refuse cards that the deck does not hold, or that already lie elsewhere."""
        if cards.count(None) == len(cards):
            return
        deck = self.rules.game.deck
        lying = [seat.cards for seat in self.seats.values()]
        if deck.holds_each_once([card for card in chain(*lying, *self.places.values(), cards) if card is not None]):
            return
        seats = [(f"seats.{n}.cards", seat.cards) for n, seat in self.seats.items()]
        named = [*seats, *self.places.items(), (to, cards)]
        deck.check([(where, [card for card in held if card is not None]) for where, held in named])

    def undecided(self, street: int) -> tuple[int, ...]:
        """The seats that still have to decide on a street, in their order."""
        return tuple(
            [
                n
                for n, seat in self.seats.items()
                if not (said := seat.decisions)
                or (len(said) <= street and seat.folded is None and not self._is_done(seat))
            ]
        )

    def chose(self, decision: Decision, *, seat: int | None = None) -> Round:
        """The round with the decision it needed; `seat` names another than the next, where players decide together."""
        if seat is None:
            need = self.needs
            if not isinstance(need, Choose):
                raise IllegalAction("the round does not need a decision now", field="decisions")
            seat = need.seat
        held = self.seats[seat]
        said = (*self._before(held, decision), decision)
        way = walk(self.rules.game.streets, held.wagers.get(self.rules.game.ante, 0), said)
        stakes = way.on_layout(held.wagers)
        after = Seat(held.cards, held.wagers, said, held.player, stakes, way.folded, way.setting, held.coupon)
        decided = self._with(seat, after)
        if self.rules.game.refuse is not None:
            self.rules.game.refuse(self.rules, Played(decided.seats, decided.places, None), seat)
        return decided

    def set(self, seat: int, setting: Setting) -> Round:
        """The round with a player's cards as they were found set when they were turned over."""
        held = self.seats[seat]
        return self._with(seat, replace(held, decisions=(*held.decisions[:-1], setting), setting=setting))

    def without(self, seat: int) -> Round:
        """The round without a seat whose hand is void."""
        return replace(self, seats=MappingProxyType({n: s for n, s in self.seats.items() if n != seat}))

    def told(self) -> dict[str, object]:
        """The round as the contract tells it, ready for `describe` and for ``croupier settle``."""
        return {
            "game": self.rules.game.id,
            "edition": self.rules.game.edition,
            "seats": {
                str(number): {
                    "cards": write(seat.cards),
                    "wagers": {wager: dollars(stake) for wager, stake in seat.wagers.items()},
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
        return Round(self.rules, MappingProxyType({**self.seats, number: seat}), self.places, self.meter)

    def _placing(self, to: str, held: tuple[Card, ...]) -> Round:
        return Round(self.rules, self.seats, MappingProxyType({**self.places, to: held}), self.meter)

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
            if missing and step.when is not None:
                missing = step.when.holds(Played(self.seats, self.places, None), next(iter(self.seats)))
            return given, Deal(step.to, count, step.up, step.cite) if missing else None
        given += count
        for number, seat in self.seats.items():
            if len(seat.cards) < given:
                return given, Deal(f"seats.{number}", given - len(seat.cards), step.up, step.cite)
        return given, None

    def _before(self, seat: Seat, decision: Decision) -> tuple[Decision, ...]:
        """What a seat has said, without what may still be taken back for this decision (688a.11(d))."""
        said = seat.decisions
        if not said or seat.folded is not None:
            return said
        option = self.rules.game.streets[len(said) - 1].option(decision)
        return said[:-1] if option is not None and option.until_shown else said

    def _is_done(self, seat: Seat) -> bool:
        """Whether nothing more is asked of a seat: its decisions are legal, so that only the last can have ended it."""
        streets, said = self.rules.game.streets, seat.decisions
        if not said or seat.folded is not None or len(said) == len(streets):
            return bool(said)
        option = streets[len(said) - 1].option(said[-1])
        return option is not None and (option.folds or option.done)


def _holding(seat: Seat, cards: tuple[Card, ...]) -> Seat:
    return Seat(cards, seat.wagers, seat.decisions, seat.player, seat.stakes, seat.folded, seat.setting, seat.coupon)


def _tell(decision: Decision) -> object:
    if isinstance(decision, Setting):
        return {"high": write(decision.high), "low": write(decision.low)}
    return decision
