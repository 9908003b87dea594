"""Rounds played by chance, one by one, as a table plays them.

Every round is dealt by the chapter's own course, decided by a strategy that is shown what the player sees, and settled
as at a table. No counter, no class of hands and no compiled kernel has a part in it.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.errors import IllegalAction
from croupier.game import describe, settle_plainly
from croupier.kit.cards import JOKER
from croupier.kit.money import dollars
from croupier.odds.figures.estimates import Estimate
from croupier.odds.rounds.state import State
from croupier.odds.rounds.weighted import ANTE, Spread
from croupier.round import Deal, Round

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.game import Rules, Settlement
    from croupier.game.streets import Decision
    from croupier.kit.cards import Card
    from croupier.round import Choose

    Strategy = Callable[[State], Decision]

MAIN = "main"


@dataclass(frozen=True, slots=True)
class Tally:
    """What so many rounds netted: for every wager the cents of all seats together, and how often."""

    rounds: int
    nets: Mapping[str, Counter[int]]

    def __add__(self, other: Tally) -> Tally:
        """Both together; they must come from the same table and from different rounds."""
        return Tally(self.rounds + other.rounds, {wager: nets + other.nets[wager] for wager, nets in self.nets.items()})


@dataclass(frozen=True, slots=True)
class PlainSampler:
    """A table ready to be played round by round. Make one with `plain_sampler`."""

    rules: Rules
    seats: int
    strategy: str
    decide: Strategy
    _stakes: Mapping[str, int] = field(repr=False)

    def count(self, seed: int, rounds: int, first: int = 0) -> Tally:
        """Play so many rounds, the one numbered `first` first. A round's cards come from the seed and its number."""
        if rounds < 1:
            raise IllegalAction(f"{rounds} rounds are none: one or more", field="--rounds")
        main = frozenset(w.id for w in self.rules.game.wagers if self.rules.is_main(w))
        nets: dict[str, Counter[int]] = {wager: Counter() for wager in (MAIN, *self._stakes) if wager not in main}
        for number in range(first, first + rounds):
            found = dict.fromkeys(nets, 0)
            for seat in self.play(random.Random(f"{seed}/{number}")).seats.values():  # noqa: S311 - nothing is at stake
                for line in seat.lines:
                    wager = MAIN if line.wager in main else line.wager
                    if wager in found:  # an envy bonus is another seat's doing
                        found[wager] += line.net
            for wager, net in found.items():
                nets[wager][net] += 1
        return Tally(rounds, nets)

    @property
    def wagers(self) -> tuple[str, ...]:
        """Every wager of the table, the main game first."""
        main = {w.id for w in self.rules.game.wagers if w.placed in {"required", "by-decision"}}
        return (*([MAIN] if main else []), *(wager for wager in self._stakes if wager not in main))

    def play(self, chance: random.Random) -> Settlement:
        """Deal, decide and settle one round."""
        round_ = self.dealt(chance)
        return settle_plainly(round_.rules, describe(round_.rules, round_.told()))

    def dealt(self, chance: random.Random) -> Round:
        """A round that needs nothing more. A joker that should replace a card is dealt again."""
        shoe = list(self.rules.game.deck.all())
        chance.shuffle(shoe)
        placed = Round.placed(self.rules, dict.fromkeys(range(1, self.seats + 1), self._stakes))
        now = replace(placed, meter=meter_of(self.rules))
        while (need := now.needs) is not None:
            if isinstance(need, Deal):
                drawn: list[Card] = []
                while len(drawn) < need.count:
                    card = shoe.pop()
                    if card != JOKER or need.to != "replacement":
                        drawn.append(card)
                now = now.dealt(drawn)
            else:
                now = now.chose(self.decide(state_of(now, need)))
        return now

    def estimate(self, tally: Tally, wager: str) -> Estimate:
        """What was played says about a wager, or about the main game."""
        side = self.rules.game.wager(wager)
        unit = (ANTE if side is None else self._stakes[wager]) * self.seats
        spread = Spread({Fraction(net, unit): count for net, count in tally.nets[wager].items()})
        return Estimate(wager, None if side is None else self.rules.tables[wager].id, spread)

    def estimates(self, tally: Tally) -> list[Estimate]:
        """Every wager of the table, the main game first."""
        return [self.estimate(tally, wager) for wager in tally.nets]


def stakes_of(rules: Rules) -> dict[str, int]:
    """Every wager placed before the deal: the studied unit, or what a progressive takes."""
    made = {}
    for wager in rules.offered():
        if wager.is_placed:
            progression = rules.tables[wager.id].progression
            made[wager.id] = progression.wagers[0] if progression else ANTE
    return made


def meter_of(rules: Rules) -> str | None:
    """The seed: every round finds the meter as if it had just been reset."""
    for wager in rules.offered():
        if progression := rules.tables[wager.id].progression:
            return dollars(progression.seeds[0])
    return None


def state_of(now: Round, need: Choose) -> State:
    """What the player who is asked can see."""
    seat, turned = now.seats[need.seat], now.turned
    said = tuple([decision for decision in seat.decisions if isinstance(decision, str)])
    others = tuple((place, cards) for place, cards in turned.items() if place not in {"community", "dealer"})
    return State(seat.cards, turned.get("community", ()), turned.get("dealer", ()), said, others)
