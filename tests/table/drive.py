"""A table driven by a test: the staff performs what is due, the test does the rest and looks at what came of it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from croupier import IllegalAction, describe, settle
from croupier.kit.cards import cards as read
from croupier.kit.cards import write
from croupier.kit.money import dollars
from croupier.table import (
    Actor,
    BuyIn,
    Crowd,
    Decide,
    Perform,
    Place,
    Sit,
    Staff,
    Vault,
    open_table,
    play,
    seeded,
    step,
)
from croupier.table import events as e
from croupier.table.turns import undecided
from tests.support import table_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from croupier import Rules
    from croupier.game.conduct import Role
    from croupier.table import Due, Play, Table
    from croupier.table.commands import Command

E = TypeVar("E", bound=e.Event)
HOUR = 3_600_000


class Driver:
    """`table` is the state now, `log` every event with its time. With cards "entered" the test may `hold` hands: the
    named cards come to the named seats and places, other cards from the rest of the deck in its order."""

    def __init__(
        self,
        game: str,
        submission: Mapping[str, Any] | None = None,
        *,
        edition: str | None = None,
        readings: Mapping[str, Any] | None = None,
        cards: str = "entered",
        seed: int = 1,
        **opening: Any,
    ) -> None:
        self.rules: Rules = table_rules(game, submission, edition=edition, readings=readings)
        self.now = 0
        event, self.table = open_table(self.rules, table="T1", at=0, cards=cards, **opening)
        self.log: list[tuple[e.Event, int]] = [(event, 0)]
        self.staff = Staff(Vault(seeded(seed)), Random(seed))
        self.hands: dict[str, str] = {}
        self.preshuffled = False

    # What the test does.

    def do(self, command: Command, role: Role = "dealer", name: str = "") -> tuple[e.Event, ...]:
        """Let somebody act; ten milliseconds pass."""
        self.now += 10
        events, self.table = step(self.table, command, Actor(role, name), self.now)
        self.log += [(event, self.now) for event in events]
        assert sum(self.table.accounts.values()) == 0
        return events

    def perform(self, step_: str, role: Role = "dealer", name: str = "", **told: Any) -> tuple[e.Event, ...]:
        return self.do(Perform(step=step_, **told), role, name)

    def refused(self, command: Command, role: Role = "dealer", name: str = "") -> IllegalAction:
        """The refusal of a command, after which nothing has changed."""
        before = self.table.bytes()
        with pytest.raises(IllegalAction) as caught:
            step(self.table, command, Actor(role, name), self.now)
        assert self.table.bytes() == before
        return caught.value

    def sit(self, *seats: int, chips: int = 1_000_000) -> None:
        """Players ``P1``, ``P2`` and so on sit down at the seats of those numbers and buy in."""
        for seat in seats:
            self.do(Sit(player=f"P{seat}", seat=seat), "player", f"P{seat}")
            self.do(BuyIn(player=f"P{seat}", amount=chips), "player", f"P{seat}")

    def bet(self, seat: int, **wagers: int) -> None:
        """Wagers in cents, ``lo_ball`` for ``lo-ball``."""
        for wager, amount in wagers.items():
            name = self.table.seats[seat]
            self.do(Place(seat=seat, wager=wager.replace("_", "-"), amount=amount), "player", name)

    def decide(self, seat: int, decision: str, low: tuple[int, ...] = ()) -> tuple[e.Event, ...]:
        return self.do(Decide(seat=seat, decision=decision, low=low), "player", self.playing.players[seat])

    def hold(self, **hands: str) -> None:
        """The hands of the next round: ``s1`` for seat 1, ``all_six`` for all-six."""
        self.hands = {
            f"seats.{to[1:]}" if to[0] == "s" and to[1:].isdigit() else to.replace("_", "-"): cards
            for to, cards in hands.items()
        }

    def wait(self, hours: float) -> None:
        self.now += int(hours * HOUR)

    # What the staff does.

    def answer(self) -> tuple[Command, Actor]:
        due = self.due
        found = self.staff.answer(self.table)
        assert found is not None, f"the table waits for {due.id}: {due.words}"
        command, actor = found
        if due.id == "receive" and self.preshuffled:
            return Perform(step=due.id, value="preshuffled"), actor
        shows = due.id in {"turn", "reveal"} or (due.id == "deal" and due.up)
        if self.table.cards == "entered" and shows and isinstance(command, Perform):
            return Perform(step=due.id, cards=self._shown(due), value=command.value), actor
        return command, actor

    def _shown(self, due: Due) -> str:
        """Cards of the hands held, or else ones that are nobody's."""
        to = due.to or f"seats.{due.seat}"
        play_ = self.playing
        if due.id == "turn":
            first = play_.shown.get(to, 0)
            count = min(due.count, len(play_.round.places[to]) - first)
        elif due.id == "reveal":
            first, count = 0, self.rules.game.hand_size
        else:
            first, count = len(play_.dealt.get(to, ())), due.count or 1
        if to in self.hands:
            return write(read(self.hands[to])[first : first + count])
        taken = {card for hand in self.hands.values() for card in read(hand)} | self._seen()
        free = [card for card in self.rules.game.deck.cards if card not in taken]
        return write(free[:count])

    def _seen(self) -> set[Any]:
        round_ = self.playing.round
        held = [*(seat.cards for seat in round_.seats.values()), *round_.places.values()]
        seen = {card for hand in held for card in hand if card is not None}
        return seen | {card for event in self.events(e.Discarded) for card in read(event.cards)}

    def advance(self) -> tuple[e.Event, ...]:
        """The step that is due, done by the staff."""
        command, actor = self.answer()
        return self.do(command, actor.role, actor.name)

    def until(self, step_: str, **fields: Any) -> Due:
        """Run until a step is due (with these fields, if any are named) and leave it to the test."""
        while self.table.due is None or not _is(self.due, step_, fields):
            self.advance()
        return self.due

    def until_phase(self, phase: str) -> None:
        while self.table.phase != phase:
            self.advance()

    def ready(self, *seats: int, chips: int = 1_000_000) -> Driver:
        """Open the table, seat players, and go on until the betting is open."""
        while self.table.due is not None and self.table.due.id != "view":
            self.advance()
        self.sit(*seats, chips=chips)
        self.until_phase("betting")
        return self

    def close_bets(self) -> tuple[e.Event, ...]:
        return self.perform("no-more-bets")

    def finish(self, **said: str | Sequence[str]) -> None:
        """Play the round to its end; ``s1="raise"`` or ``s1=["check", "fold"]`` are the decisions of a seat."""
        asked = {int(to[1:]): [words] if isinstance(words, str) else list(words) for to, words in said.items()}
        while self.table.play is not None:
            if self.due.id == "decide":
                seat = undecided(self.playing, self.due.street)[0]
                self.decide(seat, asked[seat].pop(0))
            else:
                self.advance()

    # What came of it.

    @property
    def due(self) -> Due:
        assert self.table.due is not None
        return self.table.due

    @property
    def playing(self) -> Play:
        assert self.table.play is not None
        return self.table.play

    def events(self, kind: type[E], since: int = 0) -> list[E]:
        return [event for event, _ in self.log[since:] if isinstance(event, kind)]

    def steps(self, since: int = 0) -> list[str]:
        """The ids of the plain steps performed."""
        return [event.step for event in self.events(e.Performed, since)]

    def money(self) -> dict[str, int]:
        return dict(self.table.accounts)

    def chips(self, seat: int) -> int:
        return self.table.accounts[f"player:P{seat}"]

    def meter(self, name: str = "progressive") -> int:
        return self.table.accounts[f"meter:{name}"]

    def lines(self, seat: int, since: int = 0) -> dict[str, dict[str, Any]]:
        """The settled lines of a seat by wager."""
        return {line["wager"]: line for ev in self.events(e.Settled, since) if ev.seat == seat for line in ev.lines}


def _is(due: Due, step_: str, fields: Mapping[str, Any]) -> bool:
    return due.id == step_ and all(getattr(due, name) == value for name, value in fields.items())


# Random tables against `settle`.


def run(rules: Rules, rounds: int, seed: int, **opening: Any) -> Iterator[tuple[e.Event, Table]]:
    """A table that runs by itself, with six players who play anything."""
    rules = table_rules(rules.game.id, rules.submission, edition=rules.game.edition, readings=rules.readings)
    event, table = open_table(rules, table="T1", at=0, **opening)
    yield event, table
    chance = Random(seed)
    times = iter(range(10, 10**9, 10))
    staff, crowd = Staff(Vault(seeded(seed)), chance), Crowd(chance, 6)
    for events, after, _ in play(table, staff, crowd, rounds, lambda: next(times)):
        for one in events:
            yield one, after


def settled_as_told(rules: Rules, rounds: int, seed: int) -> int:
    """Run random rounds and compare every line paid at the table with `settle` of the round as it was opened
    afterwards; the number of rounds compared."""
    told: list[dict[str, Any]] = []
    waiting: dict[int, list[dict[str, Any]]] = {}
    for event, table in run(rules, rounds, seed):
        if isinstance(event, e.RoundBegan):
            now: dict[str, Any] = {"began": event, "dealt": {}, "said": {}, "paid": {}, "meter": None}
            waiting.setdefault(event.pack, []).append(now)
            told.append(now)
        elif isinstance(event, e.Dealt):
            now["dealt"].setdefault(event.to, []).extend(range(event.at, event.at + event.count))
        elif isinstance(event, e.Decided):
            said = {"low": event.low} if event.decision == "set" else event.decision
            now["said"].setdefault(event.seat, []).append(said)
        elif isinstance(event, e.Contributed):
            now["meter"] = dollars(table.accounts[f"meter:{event.meter}"])
        elif isinstance(event, e.Settled):
            now["paid"].setdefault(event.seat, []).extend(event.lines)
        elif isinstance(event, e.OrderOpened) and event.pack in waiting:
            order = event.order.split()
            for one in waiting.pop(event.pack):
                one["order"] = order[event.cut :] + order[: event.cut]
    compared = 0
    for now in told:
        if "order" in now:
            done = settle(rules, describe(rules, _as_told(now)))
            for seat, own in done.seats.items():
                want = sorted(_plain(line.to_json()) for line in own.lines)
                assert sorted(_plain(line) for line in now["paid"][seat]) == want, _as_told(now)
            compared += 1
    return compared


def _plain(line: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(
        str(line.get(key)) for key in ("wager", "result", "stake", "paid", "net", "cite", "row", "from", "for")
    )


def _as_told(now: Mapping[str, Any]) -> dict[str, Any]:
    """A round as `describe` reads it."""
    began: e.RoundBegan = now["began"]
    hands = {to: [now["order"][at] for at in places] for to, places in now["dealt"].items()}
    seats = {}
    for seat, own in began.wagers.items():
        held = hands.pop(f"seats.{seat}")
        said = [_setting(held, one) if isinstance(one, dict) else one for one in now["said"].get(seat, [])]
        wagers = {wager: dollars(stake) for wager, stake in own.items()}
        seats[str(seat)] = {"cards": " ".join(held), "wagers": wagers, "decisions": said, "player": began.players[seat]}
    places = {to: " ".join(held) for to, held in hands.items() if not to.startswith("seats.")}
    return {"seats": seats, "meter": now["meter"], **places}


def _setting(held: list[str], said: Mapping[str, Any]) -> dict[str, str]:
    low = [held[at] for at in said["low"]]
    return {"high": " ".join(card for card in held if card not in low), "low": " ".join(low)}
