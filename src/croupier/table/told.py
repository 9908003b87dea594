"""Events for people to read: who did what, in a line or a few, each with its provision.

>>> from croupier.table.events import Dealt
>>> tell(Dealt(to="seats.1", count=5, at=0, cite="58 Pa. Code § 687a.8(d)", by="dealer"))[0]
Told(who='dealer', words='deals 5 cards face down to seat 1', cite='§ 687a.8(d)')
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.kit.money import dollars
from croupier.table import events as e

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from croupier.table.state import Table

_SHORT = 12
_WHO, _WORDS = 13, 84
# the verbs of the chapters' steps, which are instructions to whoever takes them
_VERBS = re.compile(
    "announce|bring|change|choose|close|collect|complete|count|cover|cut|deal|determine|find|give|have|insert|inspect|"
    "keep|lay|leave|let|lock|offer|open|pay|pick|place|press|put|rack|read|receive|see|set|settle|shake|shuffle|spread|"
    "stack|take|tear|turn|uncover|validate|verify|wash"
)
_CLAUSE = re.compile(r"(^|\band |, or |, |; )(?!rack and )([a-z]+)\b")


class Told(NamedTuple):
    """A line of a record."""

    who: str
    words: str
    cite: str = ""

    def __str__(self) -> str:
        return f"  {self.who:<{_WHO}}{self.words:<{_WORDS}}  {self.cite}".rstrip()


def tell(event: e.Event, before: Table | None = None) -> tuple[Told, ...]:
    """An event in words; with the table before it, a step is told in the chapter's own."""
    who = event.who if event.by == "player" and event.who else event.by or "table"
    lines = _TELLERS[type(event)](event, before)
    cite = short(getattr(event, "cite", ""))
    return tuple(Told(who, line, cite) if isinstance(line, str) else Told(who, *line) for line in lines)


def short(cite: str) -> str:
    """A cite without the name of its code.

    >>> short("58 Pa. Code § 687a.8(d)")
    '§ 687a.8(d)'
    """
    return cite.removeprefix("58 Pa. Code ")


def does(words: str) -> str:
    """An instruction as somebody's deed.

    >>> does("turn the cards face down and wash them")
    'turns the cards face down and washes them'
    """
    told = _CLAUSE.sub(lambda found: found[1] + (_third(found[2]) if _VERBS.fullmatch(found[2]) else found[2]), words)
    return told.replace(" your ", " their ")


def _third(verb: str) -> str:
    if verb == "have":
        return "has"
    if verb.endswith("fy"):
        return f"{verb[:-1]}ies"
    return verb + ("es" if verb.endswith(("sh", "ss")) else "s")


def _to(place: str) -> str:
    return place.replace("seats.", "seat ") if place.startswith("seats.") else _PLACES.get(place, place)


_PLACES = {
    "dealer": "the dealer",
    "community": "the community cards",
    "replacement": "the replacement area",
    "all-six": "the All-Six area",
    "stub": "the stub",
    "empty-shoe": "the shoe",
}


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{count} cards"


def _amounts(stakes: Mapping[Any, int]) -> str:
    return ", ".join(f"{what} {dollars(amount)}" for what, amount in stakes.items())


def _value(value: Any) -> str:  # noqa: ANN401 - a step's own outcome
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value(told)}" for key, told in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(_value, value))
    text = str(value)
    return f"{text[:_SHORT]}…" if len(text) > 2 * _SHORT and " " not in text else text


# Opening, cards and devices.


def _opened(event: e.TableOpened, _: Table | None) -> Iterable[str]:
    how = {"shuffled": "shuffled by the table", "entered": "dealt by a human dealer"}.get(event.cards, event.cards)
    yield f"opens {event.table}: {event.game} {event.edition}, cards {how}"
    yield _amounts({account: amount for account, amount in event.entries.items() if account != "house"})


_DEEDS = {
    "decline-cut": "declines the cut",
    "direct-reshuffle": "orders the cards shuffled again",
    "recut": "orders the cards cut again",
    "change-dice": "changes the dice",
    "relieve": "gives the table to another dealer",
    "expose": "leaves a hand of a straight or better face up",
    "settle-table": "is done with the wagers on the highest hand",
}


def _performed(event: e.Performed, before: Table | None) -> Iterable[str]:
    due = before.due if before is not None else None
    words = _DEEDS.get(event.step, f"performs {event.step}")
    if due is not None and due.id == event.step:
        words = does(due.words) if due.seat == 0 or event.step != "cut" else "cuts the cards"
    elif event.step == "spread-idle" and before is not None:
        words = does(before.conduct.idle.spread.words)
    elif before is not None and (counting := before.conduct.count_surrendered) and counting.id == event.step:
        words = does(counting.words)
    value = _OUTCOMES.get(event.step, _value)(event.value) if event.step != "decline-cut" else ""
    yield words + (f": {value}" if event.value is not None and value else "")


def _start(value: Any) -> str:  # noqa: ANN401
    if not isinstance(value, dict):
        return _value(value)
    dice = value.get("dice")
    shown = f"{' + '.join(map(str, dice))} = {value.get('total')}" if isinstance(dice, list) else value.get("total")
    return f"{shown}, the deal begins at {_to(str(value.get('position')))}"


def _stub(value: Any) -> str:  # noqa: ANN401
    if not isinstance(value, dict):
        return _value(value)
    counted, expected = value.get("counted"), value.get("expected")
    return f"{counted}, as there should be" if counted == expected else f"{counted} where {expected} should be"


def _choice(value: Any) -> str:  # noqa: ANN401
    return f"seat {value.get('seat')}, {value.get('choice')}" if isinstance(value, dict) else _value(value)


_OUTCOMES: dict[str, Callable[[Any], str]] = {
    "shake": _start,
    "count-stub": _stub,
    "choose": _choice,
    "set-dealer": lambda value: f"{_value(value)} in the low hand",
    "lammers": lambda value: f"seats {_value(value)}",
    "cut": lambda value: f"{_value(value)} deep",
    "expose": lambda value: _to(str(value)),
    "high-hand": lambda value: _to(str(value)),
}


def _shuffled(event: e.Shuffled, before: Table | None) -> Iterable[str]:
    due = before.due if before is not None else None
    words = does(due.words) if due is not None and due.id == "shuffle" else "shuffles the cards"
    what = f"{len(event.of.split())} cards of the rack" if event.of else f"deck {event.pack + 1}"
    sealed = f", commitment {event.commitment[:_SHORT]}…" if event.commitment else ""
    yield f"{words}: {what}, {event.method}{sealed}"


def _order_opened(event: e.OrderOpened, _: Table | None) -> Iterable[str]:
    yield f"opens the order of deck {event.pack + 1}, cut at {event.cut}: seed {event.seed[:_SHORT]}…"


_PACKS = {"received": "receives deck {}", "removed": "removes deck {}", "changed": "takes deck {} away for a new one"}


def _pack_changed(event: e.PackChanged, _: Table | None) -> Iterable[str]:
    words = _PACKS.get(event.what, event.what + " deck {}").replace("{}", str(event.pack + 1))
    yield words + (", preinspected and preshuffled" if event.preshuffled else "")


def _device(event: e.DeviceChanged, _: Table | None) -> Iterable[str]:
    yield f"the {event.device} is {event.what.replace('-', ' ')}"


# People and money.


def _sat(event: e.Sat, _: Table | None) -> Iterable[str]:
    yield f"{event.player} sits down at seat {event.seat}"


def _left(event: e.Left, _: Table | None) -> Iterable[str]:
    yield f"{event.player} " + ("walks away from the hand at" if event.midround else "leaves") + f" seat {event.seat}"


_MONEY = {
    "buy-in": "{player} buys in for {amount}",
    "cash-out": "{player} takes {amount} away",
    "fill": "fills the inventory with {amount}",
    "credit": "returns {amount} of the inventory to the cage",
    "linked": "meter {meter} changes by {amount} at other tables",
    "admitted": "lets {player} wager again",
    "barred": "keeps {player} out until the next shuffle",
}


def _moved(event: e.MoneyMoved, _: Table | None) -> Iterable[str]:
    amount = sum(change for change in event.entries.values() if change > 0)
    if event.what == "buy-in":
        amount = event.entries.get(f"player:{event.player}", amount)
    elif event.what == "linked":
        amount = event.entries.get(f"meter:{event.meter}", 0)
    words = _MONEY.get(event.what, f"{event.what} {{player}} {{amount}}")
    yield words.replace("{player}", event.player).replace("{meter}", event.meter).replace("{amount}", dollars(amount))


def _placed(event: e.WagerPlaced, _: Table | None) -> Iterable[str]:
    deed = "places" if event.amount >= 0 else "takes back"
    verbal = ", in words and cash, which becomes chips" if event.verbal else ""
    yield f"{deed} {dollars(abs(event.amount))} on {event.wager} at seat {event.seat}{verbal}"


# The round.


def _began(event: e.RoundBegan, before: Table | None) -> Iterable[str | tuple[str, str]]:
    close = does(before.conduct.ways[before.way].close[0].words) if before is not None else "closes the betting"
    yield f"{close}: round {event.round}"
    for seat, wagers in event.wagers.items():
        coupon = f", a coupon of {dollars(event.coupons[seat])}" if seat in event.coupons else ""
        yield f"  seat {seat}, {event.players.get(seat, 'nobody')}: {_amounts(wagers)}{coupon}", ""


def _contributed(event: e.Contributed, _: Table | None) -> Iterable[str]:
    count = f"{len(event.wagers)} wager{'s' if len(event.wagers) != 1 else ''}"
    own, _sep, reserve = event.carry.partition(" ")
    rest = "".join(f", {part} cent carried{for_}" for part, for_ in ((own, ""), (reserve, " for the reserve"))
                   if part not in {"", "0"})  # fmt: skip
    grown = f"the meter grows by {dollars(event.increment)}{rest}"
    yield f"collects {count} for {event.meter}, {dollars(event.chips)}: {grown}"


def _dealt(event: e.Dealt, _: Table | None) -> Iterable[str]:
    if event.cards:
        yield f"deals {event.cards} face up to {_to(event.to)}"
    else:
        yield f"deals {_cards(event.count)} face down to {_to(event.to)}"


def _discarded(event: e.Discarded, _: Table | None) -> Iterable[str]:
    what = event.cards or _cards(event.count)
    yield f"puts {what} in the discard rack ({event.what})"


def _decided(event: e.Decided, _: Table | None) -> Iterable[str]:
    low = f", places {' and '.join(map(str, event.low))} low" if event.low else ""
    stakes = "".join(f", {dollars(amount)} on {wager}" for wager, amount in event.stakes.items())
    yield f"seat {event.seat}: {event.decision}{low}{stakes}" + (", for a player whose time is over" * event.late)


def _turned(event: e.Turned, _: Table | None) -> Iterable[str]:
    yield f"turns over {event.cards} of {_to(event.to)}"


def _revealed(event: e.Revealed, _: Table | None) -> Iterable[str]:
    low = f", {event.low} low" if event.low else ""
    winner = ", a progressive winner to be validated" * event.validate
    yield f"turns over {event.cards} of seat {event.seat}{low}{winner}"


def _settled(event: e.Settled, _: Table | None) -> Iterable[str | tuple[str, str]]:
    if not event.lines:
        yield f"seat {event.seat}: nothing to settle"
    for line in event.lines:
        yield _line(event.seat, line)
    for meter, amount in event.meters.items():
        yield f"  meter {meter} stands at {dollars(amount)}", ""


def _line(seat: int, line: Mapping[str, Any]) -> tuple[str, str]:
    """A wager's result as the contract tells it; a cite that sets the amount follows the one that decides."""
    if not {"wager", "stake", "result", "paid"} <= line.keys():
        return f"seat {seat}: {_value(dict(line))}", ""
    cites = ", ".join(
        map(short, dict.fromkeys(str(line[k]) for k in ("cite", "pays-cite", "limited-by") if line.get(k)))
    )
    reading = f" [{line['reading']}]" if line.get("reading") else ""
    if line.get("from"):
        return (
            f"seat {seat}: {line['wager']} paid {line['paid']} for seat {line['from']}'s {line.get('row')}{reading}",
            cites,
        )
    words = f"seat {seat}: {line['wager']} {line['stake']} {_RESULTS.get(str(line['result']), line['result'])}"
    if line.get("row") and line["row"] != "Win":
        words += f", {line['row']}"
    if line["result"] == "win" or line["paid"] != "0.00":
        words += f", paid {line['paid']}" + (f" at {line['odds']}" if line.get("odds") else "")
    return words + reading, cites


_RESULTS = {"win": "wins", "lose": "loses", "push": "pushes", "forfeit": "is forfeited", "void": "is returned"}


def _irregular(event: e.IrregularityFound, before: Table | None) -> Iterable[str | tuple[str, str]]:
    found = before.conduct.irregularity(event.irregularity) if before is not None else None
    words = f": {found.words}" if found is not None else ""
    seat = f", seat {event.seat}" if event.seat else ""
    note = f" ({event.note})" if event.note else ""
    reading = f" [{event.reading}]" if event.reading else ""
    yield f"reports {event.irregularity}{words}{seat}{note}{reading}"
    yield f"  the law's remedy: {', '.join(event.remedy)}", ""


def _voided(event: e.Voided, _: Table | None) -> Iterable[str | tuple[str, str]]:
    if not event.lines:
        yield f"seat {event.seat}: nothing to return"
    for line in event.lines:
        yield _line(event.seat, line)
    for meter, amount in event.meters.items():
        yield f"  meter {meter} stands at {dollars(amount)} again", ""


def _racked(event: e.Racked, _: Table | None) -> Iterable[str]:
    yield f"puts the {_cards(event.count)} of {_to(event.what)} in the discard rack".replace("the one card", "the card")


def _round_closed(event: e.RoundClosed, _: Table | None) -> Iterable[str]:
    yield f"round {event.round} is over" + (", void" * event.void)


def _table_closed(event: e.TableClosed, _: Table | None) -> Iterable[str]:
    yield "closes the table" + (f" ({event.note})" if event.note else "")


_TELLERS: dict[type[e.Event], Callable[[Any, Table | None], Iterable[str | tuple[str, str]]]] = {
    e.TableOpened: _opened,
    e.Performed: _performed,
    e.Shuffled: _shuffled,
    e.OrderOpened: _order_opened,
    e.PackChanged: _pack_changed,
    e.DeviceChanged: _device,
    e.Sat: _sat,
    e.Left: _left,
    e.MoneyMoved: _moved,
    e.WagerPlaced: _placed,
    e.RoundBegan: _began,
    e.Contributed: _contributed,
    e.Dealt: _dealt,
    e.Discarded: _discarded,
    e.Decided: _decided,
    e.Turned: _turned,
    e.Revealed: _revealed,
    e.Settled: _settled,
    e.IrregularityFound: _irregular,
    e.Voided: _voided,
    e.Racked: _racked,
    e.RoundClosed: _round_closed,
    e.TableClosed: _table_closed,
}
