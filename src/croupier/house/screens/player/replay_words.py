"""A closed round in the steps a player would tell: what happened, in a line, and what to add to it.

Records that belong together are one step. Nothing here names a player: a seat is called by its number.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.house.cloth.choices import decision_words
from croupier.house.cloth.felt import exact, label, signed
from croupier.house.cloth.player_lines import plainly
from croupier.house.cloth.record_lines import EVENT_KINDS, part_of
from croupier.house.screens.player import payloads
from croupier.kit.money import signed_cents
from croupier.table import events as e
from croupier.table.narration_words import place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.game import Rules
    from croupier.journal.record import Record
    from croupier.kit.payload import Json

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SHOWN_STEPS = frozenset(
    {"shake", "generator", "set-dealer", "start-game", "choose", "dead-hand", "expose", "acknowledge"}
)
"""Steps of the dealer that change what a player sees; the others are housekeeping."""


@dataclass(frozen=True, slots=True)
class Group:
    """Records that are one step; `part` is the part of the round they are in."""

    records: tuple[Record, ...]
    part: str

    @property
    def events(self) -> list[Any]:
        """What happened in it."""
        return [record.body for record in self.records]


def groups(records: Sequence[Record]) -> list[Group]:
    """The records of a round that a player is told of, those that belong together in one."""
    found: list[Group] = []
    part, before = "bets", ""
    for record in records:
        event = record.body
        key = _key(event)
        if not key or (not found and key == "deal"):  # a card that is burned after a shuffle belongs to no round
            continue
        part = part_of(event, part)
        if key == before and found:
            found[-1] = Group((*found[-1].records, record), found[-1].part)
        else:
            found.append(Group((record,), part))
        before = key
    return _by_the_last_decision(found)


def _by_the_last_decision(found: list[Group]) -> list[Group]:
    """Where nothing is shown down, the settlement begins after the last decision."""
    if any(group.part in {"showdown", "settlement"} for group in found):
        return found
    last = max((at for at, group in enumerate(found) if isinstance(group.events[0], e.Decided)), default=len(found))
    return [group if at <= last else Group(group.records, "settlement") for at, group in enumerate(found)]


def _key(event: object) -> str:
    """What makes records one step; nothing for what no player is told of."""
    if isinstance(event, e.WagerPlaced):
        return "wagers"
    if isinstance(event, e.RoundBegan | e.Contributed):
        return "closed"
    if isinstance(event, e.Dealt | e.Discarded):
        return "deal"
    if isinstance(event, e.Turned):
        return f"turn {event.to}"
    if isinstance(event, e.Settled | e.Voided):
        return f"settle {event.seat}"
    if isinstance(event, e.Decided | e.Revealed | e.Unwound | e.IrregularityFound):
        return f"{type(event).__name__} {event.seat}"
    if isinstance(event, e.Performed) and event.step in SHOWN_STEPS:
        return f"step {event.step}"
    return "void" if isinstance(event, e.RoundClosed) and event.void else ""


def step_payload(rules: Rules, group: Group) -> payloads.ReplayWords:
    """A step in words, with its provision and the seat that it is about."""
    events = group.events
    first = events[0]
    title, words = _TOLD[type(first)](rules, events)
    seat = first.seat if isinstance(first, e.Decided | e.Revealed | e.Settled | e.Voided | e.Unwound) else 0
    return payloads.ReplayWords(
        title=title,
        words=words,
        cite=_cite(rules, first),
        seat=seat or 0,
        part=group.part,
        kind=EVENT_KINDS.get(type(first), ("law", ""))[0],
    )


def _cite(rules: Rules, event: Any) -> str:  # noqa: ANN401 - one of those that are told
    if isinstance(event, e.WagerPlaced):
        ante = rules.game.wager(rules.game.ante)
        return "" if ante is None else str(ante.cite)
    if isinstance(event, e.Settled | e.Voided | e.Unwound) and event.lines:
        return str(event.lines[0].get("cite", ""))
    return str(getattr(event, "cite", ""))


def _wagers(_: Rules, events: Sequence[e.WagerPlaced]) -> tuple[str, str]:
    totals: Counter[int] = Counter()
    for event in events:
        totals[event.seat] += event.amount
    seats = [f"seat {seat} {exact(amount)}" for seat, amount in sorted(totals.items()) if amount]
    return "Wagers are placed", _sentence(", ".join(seats))


def _closed(_: Rules, events: Sequence[e.RoundBegan | e.Contributed]) -> tuple[str, str]:
    fed = [
        f"{exact(event.chips)} is collected for the progressive, whose meter grows by {exact(event.increment)}"
        for event in events
        if isinstance(event, e.Contributed)
    ]
    return "\u201cNo more bets\u201d", _sentence("; ".join(["wagers are closed for the round", *fed]))


def _dealt(rules: Rules, events: Sequence[e.Dealt | e.Discarded]) -> tuple[str, str]:
    held: Counter[str] = Counter()
    for event in events:
        held[event.to if isinstance(event, e.Dealt) else "rack"] += event.count
    seats = {to: many for to, many in held.items() if to.startswith("seats.")}
    parts = []
    if len(set(seats.values())) == 1 and len(seats) > 1:
        parts.append(f"{_many(next(iter(seats.values())))} to each seat")
    else:
        parts += [f"{_many(many)} to {place(to)}" for to, many in seats.items()]
    parts += [f"{_many(many)} to {place(to)}" for to, many in held.items() if to not in seats and to != "rack"]
    if held["rack"]:
        parts.append(f"{_many(held['rack'])} burned")
    shown = [f"{event.cards} to {place(event.to)}" for event in events if isinstance(event, e.Dealt) and event.cards]
    words = f"face up: {plainly(rules, ', '.join(shown))}" if len(shown) <= 3 and shown else "face up" if shown else ""
    return _sentence(", ".join(parts)), _sentence(words or "face down")


def _turned(rules: Rules, events: Sequence[e.Turned]) -> tuple[str, str]:
    whose = place(events[0].to)
    title = "The dealer turns over" if events[0].to == "dealer" else f"The dealer turns over {whose}"
    faces = plainly(rules, " ".join(event.cards for event in events))
    said = next((event.announced for event in reversed(events) if event.announced), "")
    return title, _sentence(f"{said}: {faces}" if said else faces)


def _decided(rules: Rules, events: Sequence[e.Decided]) -> tuple[str, str]:
    event = events[-1]
    staked = sum(event.stakes.values())
    price = f", {exact(staked)}" if staked else ""
    notes = ["by the clock"] if event.late else []
    notes += ["as said aloud"] if event.announced else []
    put = [f"{exact(stake)} on {label(rules, wager)}" for wager, stake in event.stakes.items()]
    return f"Seat {event.seat} {_says(event.decision)}{price}", _sentence("; ".join([*put, *notes]))


_SAYS = {
    "raise": "raises",
    "fold": "folds",
    "check": "checks",
    "surrender": "surrenders",
    "over": "goes over 23",
    "under": "goes under 18",
    "house-way": "sets by the house way",
    "set": "sets both hands",
}


def _says(decision: str) -> str:
    """``raises 2\u00d7``."""
    if decision in _SAYS:
        return _SAYS[decision]
    verb, _, times = decision.rpartition("-")
    return f"{verb}s {times}\u00d7" if verb else decision_words(decision).lower()


def _revealed(rules: Rules, events: Sequence[e.Revealed]) -> tuple[str, str]:
    event = events[-1]
    low = f", {plainly(rules, event.low)} low" if event.low else ""
    said = f"{event.announced}: " if event.announced else ""
    return f"Seat {event.seat}\u2019s cards are turned over", _sentence(f"{said}{plainly(rules, event.cards)}{low}")


def _settled(rules: Rules, events: Sequence[e.Settled | e.Voided]) -> tuple[str, str]:
    lines = [line for event in events for line in event.lines]
    seat = events[0].seat
    net = sum(signed_cents(line["net"]) for line in lines)
    verb = f"wins {exact(net)}" if net > 0 else f"loses {exact(-net)}" if net < 0 else "is even"
    if lines and all(line["result"] == "void" for line in lines):
        verb = f"takes back {exact(sum(signed_cents(line['stake']) for line in lines))}"
    parts = [f"{label(rules, line['wager'])} {_result(line)}" for line in lines]
    return f"Seat {seat} {verb}", "; ".join(parts)


def _result(line: Json) -> str:
    if line["result"] in {"push", "void"}:
        return "goes back" if line["result"] == "void" else "pushes"
    net = signed_cents(line["net"])
    row = f", {line['row']}" if line.get("row") and line["row"] != "Win" and net > 0 else ""
    odds = f", {line['odds']}" if line.get("odds") and net > 0 else ""
    return f"{signed(net)}{row}{odds}"


def _unwound(rules: Rules, events: Sequence[e.Unwound]) -> tuple[str, str]:
    names = [label(rules, line["wager"]) for event in events for line in event.lines]
    return f"Seat {events[0].seat}\u2019s settlement is undone", _sentence(", ".join(names))


def _irregular(rules: Rules, events: Sequence[e.IrregularityFound]) -> tuple[str, str]:
    event = events[0]
    conduct = rules.game.conduct
    found = conduct.irregularity(event.irregularity) if conduct is not None else None
    words = found.words if found is not None else event.irregularity.replace("-", " ")
    seat = f", seat {event.seat}" if event.seat else ""
    return f"An irregularity{seat}", _sentence(f"{words}: {', '.join(event.remedy).replace('-', ' ')}")


def _performed(rules: Rules, events: Sequence[e.Performed]) -> tuple[str, str]:
    event = events[-1]
    value = event.value
    if isinstance(value, dict) and isinstance(value.get("dice"), list):
        dice = " + ".join(map(str, value["dice"]))
        begins = place(str(value.get("position")))
        return f"The dice show {value.get('total')}", _sentence(f"{dice}; the deal begins at {begins}")
    if event.step == "set-dealer" and isinstance(value, str):
        return "The dealer sets by the house way", _sentence(f"{plainly(rules, value)} in the low hand")
    return _sentence(event.step.replace("-", " ")), ""


def _void(_: Rules, __: Sequence[e.RoundClosed]) -> tuple[str, str]:
    return "The round is void", "All wagers went back."


def _many(count: int) -> str:
    words = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{words} card{'' if count == 1 else 's'}"


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


_TOLD: dict[type[e.Event], Any] = {
    e.WagerPlaced: _wagers,
    e.RoundBegan: _closed,
    e.Contributed: _closed,
    e.Dealt: _dealt,
    e.Discarded: _dealt,
    e.Turned: _turned,
    e.Decided: _decided,
    e.Revealed: _revealed,
    e.Settled: _settled,
    e.Voided: _settled,
    e.Unwound: _unwound,
    e.IrregularityFound: _irregular,
    e.Performed: _performed,
    e.RoundClosed: _void,
}
