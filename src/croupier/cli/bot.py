"""A player that is a program: it sits down, wagers the table's minimum and decides by a strategy, through the client.

It knows what a person in its seat would see and nothing else.
"""

from __future__ import annotations

from itertools import combinations
from secrets import token_hex
from typing import TYPE_CHECKING

from croupier.errors import CroupierError, HouseError
from croupier.table.commands import BuyIn, CashOut, Decide, Leave, Perform, Place, Sit

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from croupier.client import Client, Table
    from croupier.game import Rules
    from croupier.house.cloth.payloads import TableRules
    from croupier.house.tables.views.payloads import Option, Seat, View

    Strategy = Callable[[View, int], "Choice"]

Choice = tuple[str, tuple[int, ...]]
"""A decision, and the places of the two low cards where it is a setting."""
STAKES = 25
"""How many times the least wager a bot buys in for."""
WILD = "2"
BETWEEN = frozenset({"opening", "shuffling", "betting", "closed"})
"""Phases in which no round is in play."""


class Bot:
    """One seat. `play` until so many rounds are over."""

    def __init__(self, client: Client, table: Table, seat: int, strategy: Strategy, rules: TableRules) -> None:
        self.client = client
        self.table = table
        self.seat = seat
        self.strategy = strategy
        self.stakes = _stakes(rules)
        self.rounds = 0
        self._wagered = -1
        self._order = ""

    async def sit(self) -> None:
        """Take the seat."""
        answer = await self.table.command(Sit(player=self.client.name, seat=self.seat))
        if answer.refused:
            raise HouseError(answer.refused, field="seat")

    async def play(self, rounds: int | None) -> None:
        """Wager and decide until the rounds are played or the money is gone; then get up."""
        view = self.table.view
        while rounds is None or self.rounds < rounds:
            if not await self.answer(view):
                break
            view = await self.table.changed()
            if 0 <= self._wagered < view.round and view.phase in BETWEEN:
                self.rounds, self._wagered = self.rounds + 1, -1
        await self.leave()

    async def answer(self, view: View) -> bool:
        """Do what a view asks of this seat; whether the bot can play on."""
        due = view.due
        if due is None:
            return view.phase != "betting" or await self._wager(view)
        if due.step == "decide" and self.seat in due.waiting:
            decision, low = self.strategy(view, self.seat)
            await self.table.command(Decide(seat=self.seat, decision=decision, low=low))
        elif due.step == "cut" and due.seat == self.seat:
            await self.table.command(Perform(step="decline-cut"))
        elif due.step == "choose" and due.seat == self.seat:
            await self.table.command(Perform(step="choose", value=due.options[0].id))
        return True

    async def _wager(self, view: View) -> bool:
        own = view.seats.get(self.seat)
        if own is None or own.wagers:
            return True
        order = view.pack.commitment  # under another one the wagers went back
        if self._wagered == view.round and self._order == order:
            return True
        chips = own.chips or 0
        if chips < sum(self.stakes.values()) * 8 and not await self._buy(chips):
            return False
        placed = [
            await self.table.command(Place(seat=self.seat, wager=wager, amount=amount, contribution=token_hex(32)))
            for wager, amount in self.stakes.items()
        ]
        if not any(answer.refused for answer in placed):
            self._wagered, self._order = view.round, order
        return True

    async def _buy(self, chips: int) -> bool:
        """More chips; false when the wallet has nothing left to play with."""
        amount = min((await self.client.me()).wallet, sum(self.stakes.values()) * STAKES)
        if amount > 0:
            answer = await self.table.command(BuyIn(player=self.client.name, amount=amount))
            chips += 0 if answer.refused else amount
        return chips >= 2 * sum(self.stakes.values())

    async def leave(self) -> None:
        """Get up with the chips."""
        await self.table.command(Leave(seat=self.seat))
        await self.table.command(CashOut(player=self.client.name))


def _stakes(rules: TableRules) -> dict[str, int]:
    """The least wagers that a round needs, the ante first."""
    needed = [w for w in rules.wagers if w.placed == "required"]
    ante = next(w.minimum or 1000 for w in needed if w.id == rules.ante)
    return {w.id: ante for w in sorted(needed, key=lambda w: w.id != rules.ante)}


def _own(view: View, seat: int) -> Seat:
    found = view.seats[seat]
    assert found is not None
    return found


def _options(view: View) -> list[Option]:
    return view.due.options if view.due is not None else []


# Strategies.


def by_chance(chance: random.Random) -> Strategy:
    """Anything that is open."""

    def choose(view: View, _: int) -> Choice:
        decision = chance.choice(_options(view)).id
        return decision, tuple(sorted(chance.sample(range(7), 2))) if decision == "set" else ()

    return choose


def simply(view: View, seat: int) -> Choice:
    """The house way where there is one; otherwise stay with a pair or a wild card, for as little as can be."""
    options = _options(view)
    if any(option.id == "house-way" for option in options):
        return "house-way", ()
    stays = sorted((o for o in options if o.cost), key=lambda o: o.cost or 0)
    if len({o.cost for o in stays}) == 1 and len(stays) == 2:  # over or under: by the height of the card
        return stays[0 if _own(view, seat).cards[0][0] in "89TJQKA" else 1].id, ()
    seen = [*_own(view, seat).cards, *filter(None, view.places.get("community", ()))]
    wild = view.game == "dj-wild" and any(card[0] == WILD or card.startswith("*") for card in seen)
    if wild or any(a[0] == b[0] for a, b in combinations(seen, 2)):
        return stays[0].id, ()
    rests = [o.id for o in options if not o.cost]
    return next((o for o in rests if o not in {"fold", "surrender"}), rests[0]), ()


def _told(view: View, seat: int) -> dict[str, object]:
    """What a seat sees, in the contract's words."""
    held = _own(view, seat)
    places = {p: " ".join(filter(None, view.places.get(p, ()))) or None for p in ("community", "dealer")}
    return {
        "cards": " ".join(held.cards),
        "decisions": held.decisions or [],
        **{place: cards for place, cards in places.items() if cards},
    }


def _said(view: View, seat: int, decision: str) -> Choice:
    """An option, or a setting by its low hand."""
    if any(option.id == decision for option in _options(view)):
        return decision, ()
    held = _own(view, seat).cards
    return "set", tuple(sorted(held.index(card) for card in decision.split()))


def best(rules: Rules) -> Strategy:
    """The best decision, looked up in the exact values of every action."""
    from croupier.odds.strategy.advice import lookup, read_state

    look = lookup(rules)
    return lambda view, seat: _said(view, seat, look(read_state(rules, _told(view, seat))).best)


def own(name: str, told: TableRules) -> Strategy:
    """A player of one's own, by module and name; what is not open is refused before it is sent."""
    from croupier.errors import IllegalAction
    from croupier.game import Setting
    from croupier.games import open_game
    from croupier.kit.cards import write
    from croupier.odds.sampling.player import asked, load
    from croupier.odds.strategy.advice import read_state

    player = load(name)
    rules = open_game(told.game, told.edition).rules(told.submission, told.readings)

    def choose(view: View, seat: int) -> Choice:
        said = asked(player, read_state(rules, _told(view, seat)))
        if not isinstance(said, Setting) and all(option.id != said for option in _options(view)):
            raise IllegalAction(f"{said!r} is not open", field="--player")
        return _said(view, seat, write(said.low) if isinstance(said, Setting) else said)

    return choose


def strategy_of(name: str, rules: TableRules, chance: random.Random) -> Strategy:
    """A strategy by name, for a table's rules as the house tells them."""
    if name == "random":
        return by_chance(chance)
    if name == "simple":
        return simply
    from croupier.games import open_game

    try:
        chosen = open_game(rules.game, rules.edition).rules(rules.submission, rules.readings)
    except CroupierError as error:
        raise error.within("the table's rules") from None
    return best(chosen)
