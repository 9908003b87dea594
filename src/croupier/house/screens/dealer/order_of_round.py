"""The order of a round for the one who deals it: what was done, the step that is due, and what is to come.

What is done seat by seat is one item. Made from the same plans as the table's own steps.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.house.tables.automatic.betting import BETTING
from croupier.journal.record import Line
from croupier.round import Round
from croupier.table import events as e
from croupier.table.plans import Cutters
from croupier.table.state import Due

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.table.state import Table

_LINES = msgspec.json.Decoder(Line)
_SEAT = re.compile(r"\bseat \d\b")
_QUOTES = re.compile(r'"([^"]+)"')
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


class Item(NamedTuple):
    """A step of the order, said of every seat at once. Two with the same words are the same."""

    id: str
    words: str
    cite: str


def item(table: Table, due: Due) -> Item:
    """The item that a step belongs to."""
    words = said(table, due)
    return Item(due.id, _SEAT.sub("each seat in turn", words), due.cite)


def said(table: Table, due: Due) -> str:
    """A step as an instruction to the dealer, who is spoken to."""
    words = re.sub(r"\b([2-7]) cards\b", lambda found: f"{_NUMBERS[int(found[1])]} cards", quoted(due.words))
    words = words.replace("one card of dealer", "your card").replace(" to dealer", " to yourself")
    words = re.sub(r"\b(\w+ cards) of dealer\b", r"your \1", words)
    if due.to == "replacement":
        if due.id == "turn":
            return "turn over the card for the joker"
        words = words.replace(" to replacement", " for the joker").replace(
            "replacement", "the cards that replace jokers"
        )
    for place in table.rules.game.places:
        words = words.replace(f" of {place.id}", f" of {place.words}").replace(f" to {place.id}", f" to {place.words}")
    if due.id == "decide":
        street = table.rules.game.streets[due.street]
        options = [*(["set the hands"] if street.setting else []), *(o.id.replace("-", " ") for o in street.options)]
        return f"ask each player: {', '.join(options[:-1])} or {options[-1]}" if len(options) > 1 else words
    return words


def quoted(words: str) -> str:
    """Words with quotation marks as they are printed."""
    return _QUOTES.sub("\u201c\\1\u201d", words)


def closing(table: Table) -> Due:
    """The step that ends the betting."""
    step = table.conduct.ways[table.way].close[0]
    return Due(step.id, step.words, str(step.cite), step.by, "betting")


def order(table: Table, done: Iterable[str]) -> list[tuple[Item, str]]:
    """The items with their state: ``done``, ``now`` or ``to come``. `done` are the ids of steps since the round (or, in
    between, the readying of the cards) began."""
    seen = set(done)
    coming = [*table.todo]
    planned = list(_planned(table, seen))
    if table.play is not None and table.conduct.ways[table.way].start and not table.play.start:
        coming += [due for due in planned if due.phase not in {"betting", "starting"}]
    if table.phase == "betting":
        coming = planned
    wanted = dict.fromkeys(item(table, due) for due in coming)
    made = dict.fromkeys(item(table, due) for due in planned)
    now = next(iter(wanted), None)
    listed = [one for one in made if one in wanted or one.id in seen]
    at = next((n for n, one in enumerate(listed) if one in wanted), len(listed))
    for one in wanted:  # what an irregularity or a winner has made due stands where it comes
        if one in made:
            at = max(at, listed.index(one) + 1)
        else:
            listed.insert(at, one)
            at += 1
    return [(one, "now" if one == now else "to come" if one in wanted else "done") for one in listed]


def _planned(table: Table, seen: set[str]) -> Iterator[Due]:
    plans, way = table.plans, table.way
    if table.play is None and table.phase != "betting":
        if table.phase == "opening":
            yield plans.receive(table.active)
            yield from plans.received(table.active, preshuffled=False)
        yield from plans.prepared(
            table.active,
            table.pack,
            way=way,
            shuffler=table.shuffler,
            shuffle=True,
            cutters=Cutters(),
            procedure=table.procedure,
        )
        return
    round_ = table.play.round if table.play is not None else _sample(table)
    starts = bool(table.conduct.ways[way].start)
    start = (table.play.start if table.play is not None else "") or ("seats.1" if starts else "")
    yield closing(table)
    yield from plans.close(round_, way=way)
    dice = table.conduct.dice
    shaken = dice is not None and (dice.after.id in seen or any(due.id == dice.after.id for due in table.todo))
    yield from plans.play(
        round_, way=way, count="count-stub" in seen or starts, start=start, shaken=shaken, procedure=table.procedure
    )


def _sample(table: Table) -> Round:
    """A round as it may come: the wagers that lie there if they are complete, or every wager offered at one seat."""
    rules = table.rules
    required = {w.id for w in rules.offered() if w.placed == "required"}
    ready = {seat: own for seat, own in sorted(table.layout.items()) if required <= set(own)}
    if ready:
        return Round.placed(rules, ready)
    wagers = {}
    for wager in rules.offered():
        progression = rules.tables[wager.id].progression
        if wager.is_placed:
            wagers[wager.id] = progression.wagers[-1] if progression else 1000
    return Round.placed(rules, {1: wagers})


# What was done, from the records.


def done(keeper: Keeper) -> set[str]:
    """The steps taken since the round began, or since the last one ended."""
    found: set[str] = set()
    for event in _since(keeper):
        found |= _steps(event)
    return found


def _since(keeper: Keeper) -> Iterator[e.Event]:
    for sent in reversed(keeper.recent):
        if sent.n > keeper.stored:
            continue
        event: Any = _LINES.decode(sent.line).event
        if event is msgspec.UNSET:
            continue
        if isinstance(event, e.RoundClosed):
            return
        yield event
        if isinstance(event, e.RoundBegan):
            return


def _steps(event: e.Event) -> set[str]:
    if isinstance(event, e.Performed):
        return {"cut" if event.step == "decline-cut" else event.step}
    if isinstance(event, e.Settled):
        given_up = all(line["result"] == "forfeit" for line in event.lines)
        return {"collect-forfeited", "settle"} if given_up else {"settle", "settle-table", "envy"}
    if isinstance(event, e.Racked):
        return {"rack-hand", "collect-empty"} if event.what.startswith("seats.") else {event.what}
    if isinstance(event, e.Discarded):
        return {event.what}
    return _EVENTS.get(type(event), set())


_EVENTS: dict[type[e.Event], set[str]] = {
    e.RoundBegan: {BETTING},
    e.Dealt: {"deal"},
    e.Turned: {"turn"},
    e.Revealed: {"reveal"},
    e.Decided: {"decide"},
    e.Shuffled: {"shuffle"},
    e.OrderOpened: {"open-order"},
    e.PackChanged: {"receive"},
    e.Contributed: {"start-game", "verify-chips"},
}
