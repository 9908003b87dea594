"""The coach: what each decision is worth to a player with what that player sees, and what their mistakes have cost.

It looks at nothing but the view that the desk shows this person, and tells what ``croupier strategy`` would.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import asdict

from croupier.errors import CroupierError, HouseError
from croupier.house.cloth.choices import question
from croupier.house.cloth.felt import exact
from croupier.house.screens.coach import payloads
from croupier.house.screens.coach.counting import Counting, same_play
from croupier.house.screens.coach.decisions import Turn, judge, turn
from croupier.house.screens.coach.wording import (
    counted,
    exact_actions,
    price,
    recommended,
    rows,
    unit_word,
)
from croupier.table import events as e

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from croupier.game import Rules
    from croupier.house.cloth.payloads import Choice
    from croupier.house.desk.desk import Desk
    from croupier.house.people.roles import Person
    from croupier.house.tables.keeping.keeper import Keeper

    Who = tuple[str, str]
    """A person's name, and a table."""
    Background = Callable[[str, Callable[[], Any]], Awaitable[Any]]
    """Works something out for an address, in a thread."""

TALLIES = 10_000
"""Tallies kept at once; of more, the one that was asked for longest ago is forgotten."""

FORBIDDEN = "the house allows no coach at this table"


@dataclass(frozen=True, slots=True)
class CostTally:
    """Decisions of a person at a table since they first asked the coach there, and what the mistakes among them cost
    in cents."""

    hands: int = 0
    decisions: int = 0
    mistakes: int = 0
    cost: Fraction = Fraction(0)
    round: int = 0
    last: payloads.Verdict | None = None

    def to_json(self) -> payloads.CoachTally:
        """In words, and the cost exactly."""
        return payloads.CoachTally(
            hands=self.hands,
            decisions=self.decisions,
            mistakes=self.mistakes,
            cost=price(self.cost),
            per_hand=price(self.cost / self.hands) if self.hands else exact(0),
            exactly=str(self.cost),
            last=self.last,
        )


async def _in_a_thread(_: str, work: Callable[[], Any]) -> Any:  # noqa: ANN401 - whatever it is
    return await asyncio.to_thread(work)


class Coach:
    """One per house. It follows the decisions of those who have asked it, at the tables where they have."""

    def __init__(self, desk: Desk, counting: Counting, work: Background | None = None) -> None:
        self.desk = desk
        self.counting = counting
        self._work = work or _in_a_thread
        self._addresses: dict[Who, str] = {}
        self._tallies: OrderedDict[Who, CostTally] = OrderedDict()
        self._turns: dict[Who, Turn] = {}
        self._judging: dict[Who, asyncio.Task[None]] = {}
        desk.house.keeping.taken.append(self._follow)
        for keeper in desk.house.keepers.values():
            self._follow(keeper)

    # Asked.

    def advice(
        self, person: Person, table: str, address: str = ""
    ) -> Callable[[], payloads.CoachAdvice | payloads.NotReady]:
        """What every action is worth to this person now: looked up here, worked out by whoever calls the answer. What
        is judged later is worked out for this `address`."""
        keeper = self._allowed(person, table)
        view = self.desk.view(person, table)
        if not any(seat and seat.yours for seat in view.seats.values()):
            raise HouseError("take a seat first: the coach speaks of your own cards", fault="conflict", field="seat")
        self._begin(person.name, table)
        self._addresses[person.name, table] = address
        decision = turn(keeper.rules, view, person.name)
        if decision is None:
            raise HouseError("you have nothing to decide now", fault="conflict", field="turn")
        if not all(decision.held):
            raise HouseError("your cards are not known to the house before they are turned", fault="conflict")
        self._turns[person.name, table] = decision
        key, make = self._look(keeper.rules)
        look = self.counting.ready(key, make)
        if look is None:
            words = self.counting.words(key)
            return lambda: payloads.NotReady(ready=False, words=words)
        offered = question(keeper.table, decision.seat, person.name, list(decision.held))
        return lambda: self._advice(keeper.rules, decision, look, offered.options if offered is not None else [])

    def _advice(self, rules: Rules, decision: Turn, look: Any, options: list[Choice]) -> payloads.CoachAdvice:  # noqa: ANN401
        found = decision.advice(rules, look)
        words = {option.id: option.words for option in options}
        return payloads.CoachAdvice(
            ready=True,
            game=rules.game.id,
            edition=rules.game.edition,
            round=decision.round,
            seat=decision.seat,
            unit=unit_word(rules),
            note=counted(rules, decision.stakes),
            actions=exact_actions(found),
            best=found.best,
            reason=UNSET if found.reason is None else found.reason,
            rows=rows(
                rules, found, words, decision.ante, decision.held if rules.game.set_hands else (), decision.short
            ),
            recommended=recommended(rules, found, words, decision.ante, decision.short),
            closed={option.words: option.refused for option in options if option.refused},
        )

    async def tally(self, person: Person, table: str) -> payloads.TallyNow:
        """What one's decisions here have cost, the last of them judged."""
        self._allowed(person, table)
        who = (person.name, table)
        self._begin(*who)
        if (judging := self._judging.get(who)) is not None:
            await asyncio.wait({judging}, timeout=2)
        return payloads.TallyNow(**asdict(self._tallies[who].to_json()), judging=who in self._judging)

    def reset(self, person: Person, table: str) -> payloads.CoachTally:
        """Begin one's tally anew."""
        self._allowed(person, table)
        self._tallies[person.name, table] = CostTally()
        return CostTally().to_json()

    def _allowed(self, person: Person, table: str) -> Keeper:
        keeper = self.desk.house.keeper(table)
        self.desk.check_player(person, "coach", table)
        if not keeper.settings.coach:
            self.desk.deny(person, f"coach at {table}", FORBIDDEN)
        return keeper

    # Following.

    def _begin(self, name: str, table: str) -> None:
        self._tallies.setdefault((name, table), CostTally())
        self._tallies.move_to_end((name, table))
        while len(self._tallies) > TALLIES:
            who = self._tallies.popitem(last=False)[0]
            self._turns.pop(who, None)
            self._addresses.pop(who, None)

    def _follow(self, keeper: Keeper) -> None:
        if keeper.settings.coach:
            keeper.after_commit.append(self._heard)

    def _heard(self, keeper: Keeper, events: tuple[e.Event, ...]) -> None:
        if not self._tallies:
            return
        names = {name for name in keeper.table.seats.values() if (name, keeper.id) in self._tallies}
        if not names:
            return
        for event in events:
            if isinstance(event, e.Decided):
                for name in names:
                    decision = self._turns.get((name, keeper.id))
                    if decision is not None and decision.seat == event.seat:
                        del self._turns[name, keeper.id]
                        self._judge((name, keeper.id), keeper.rules, decision, event)
        if keeper.table.due is not None and keeper.table.due.id == "decide":
            for name in names:
                seen = keeper.views.of(keeper.table, keeper.staff, name)
                decision = turn(keeper.rules, seen, name)
                if decision is not None and all(decision.held):
                    self._turns[name, keeper.id] = decision

    def _judge(self, who: Who, rules: Rules, decision: Turn, event: e.Decided) -> None:
        before = self._judging.get(who)
        task = asyncio.get_running_loop().create_task(self._judged(who, rules, decision, event, before))
        self._judging[who] = task
        task.add_done_callback(lambda _: self._judging.pop(who) if self._judging.get(who) is task else None)

    async def _judged(
        self, who: Who, rules: Rules, decision: Turn, event: e.Decided, before: asyncio.Task[None] | None
    ) -> None:
        if before is not None:
            await asyncio.wait({before})
        try:
            look = await self.counting.wait(*self._look(rules))
            found = await self._work(self._addresses.get(who, ""), lambda: decision.advice(rules, look))
        except CroupierError:  # a state that the strategy does not know, such as a card exposed by mistake
            return
        verdict = judge(rules, decision, found, event)
        tally = self._tallies.get(who)
        if tally is not None:
            self._tallies[who] = replace(
                tally,
                hands=tally.hands + (tally.round != decision.round),
                decisions=tally.decisions + 1,
                mistakes=tally.mistakes + (not verdict.right),
                cost=tally.cost + Fraction(verdict.cents),
                round=decision.round,
                last=verdict,
            )

    def _look(self, rules: Rules) -> tuple[object, Callable[[], Any]]:
        def make() -> Any:  # noqa: ANN401
            from croupier.odds.strategy.joint import lookup_jointly  # noqa: PLC0415

            return lookup_jointly(rules)

        return ("look", same_play(rules)), make
