"""Events for people to read: who did what, in a line or a few, each with its provision.

>>> from croupier.table.events import Dealt
>>> tell(Dealt(to="seats.1", count=5, at=0, cite="58 Pa. Code § 687a.8(d)", by="dealer"))[0]
Narration(who='dealer', words='deals 5 cards face down to seat 1', cite='§ 687a.8(d)')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.kit.money import dollars
from croupier.table import events as e
from croupier.table import round_narration as rounds
from croupier.table.equipment import DECK
from croupier.table.narration_words import SHORT, amounts, does, place, plain, short

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.table.state import Table

_WHO, _WORDS = 13, 84


__all__ = ["Narration", "does", "short", "tell"]


class Narration(NamedTuple):
    """A line of a record."""

    who: str
    words: str
    cite: str = ""

    def __str__(self) -> str:
        return f"  {self.who:<{_WHO}}{self.words:<{_WORDS}}  {self.cite}".rstrip()


def tell(event: e.Event, before: Table | None = None) -> tuple[Narration, ...]:
    """An event in words; with the table before it, a step is told in the chapter's own."""
    who = event.who if event.by == "player" and event.who else event.by or "table"
    lines = _TELLERS[type(event)](event, before)
    cite = short(getattr(event, "cite", ""))
    return tuple(Narration(who, line, cite) if isinstance(line, str) else Narration(who, *line) for line in lines)


# Opening, cards and devices.


def _opened(event: e.TableOpened, _: Table | None) -> Iterable[str]:
    how = {"shuffled": "shuffled by the table", "entered": "dealt by a human dealer"}.get(event.cards, event.cards)
    day = f", on {event.day}" if event.day else ""
    real = ", for real money" if event.money else ""
    yield f"opens {event.table}: {event.game} {event.edition}, cards {how}{day}{real}"
    for name, meter in event.meters.items():
        if meter.get("kept"):
            yield f"goes on with meter {name} of table {meter['kept']}"
    yield amounts({account: amount for account, amount in event.entries.items() if account != "house"})
    if event.equipment:
        yield f"finds at the table, as registered: {', '.join(item.id for item in event.equipment)}"


_DEEDS = {
    "decline-cut": "declines the cut",
    "claim": "finds a progressive winner to be validated",
    "direct-reshuffle": "orders the cards shuffled again",
    "recut": "orders the cards cut again",
    "change-dice": "changes the dice",
    "relieve": "gives the table to another dealer",
    "expose": "leaves a hand of a straight or better face up",
    "settle-table": "is done with the wagers on the highest hand",
    "acknowledge": "acknowledges aloud an Envy Bonus Qualifying Hand",
    "cover-aside": "puts the cover card to the side and goes on with the hand",
}


def _performed(event: e.Performed, before: Table | None) -> Iterable[str]:
    due = before.due if before is not None else None
    words = _DEEDS.get(event.step, f"performs {event.step}")
    if due is not None and due.id == event.step:
        words = does(due.words) if due.seat == 0 or event.step != "cut" else "cuts the cards"
    elif event.step == "count-stub" and before is not None and (counted := before.plans.count(before.way)) is not None:
        words = does(counted.words)  # in a round for which it was not due
    elif event.step == "spread-idle" and before is not None:
        words = does(before.conduct.idle.spread.words)
    elif before is not None and (counting := before.conduct.count_surrendered) and counting.id == event.step:
        words = does(counting.words)
    if due is not None and _is_failed(event, before):
        words = f"{does(due.words)}, and finds" if event.step != "validate" else "refuses to validate the payout"
    value = _OUTCOMES.get(event.step, plain)(event.value) if event.step != "decline-cut" else ""
    yield words + (f": {value}" if event.value is not None and value else "")


def _is_failed(event: e.Performed, before: Table | None) -> bool:
    """Whether a step was taken and found what it should not."""
    if event.value is None or before is None:
        return False
    checks = {"inspect", "verify", "witness-joker", "verify-winner", "verify-light"}
    refused = isinstance(event.value, dict) and "refused" in event.value
    return refused or event.step in checks or any(step.id == event.step for step in before.conduct.layout)


def _start(value: Any) -> str:  # noqa: ANN401
    if not isinstance(value, dict):
        return plain(value)
    dice = value.get("dice")
    shown = f"{' + '.join(map(str, dice))} = {value.get('total')}" if isinstance(dice, list) else value.get("total")
    return f"{shown}, the deal begins at {place(str(value.get('position')))}"


def _stub(value: Any) -> str:  # noqa: ANN401
    if not isinstance(value, dict):
        return plain(value)
    counted, expected = value.get("counted"), value.get("expected")
    return f"{counted}, as there should be" if counted == expected else f"{counted} where {expected} should be"


def _choice(value: Any) -> str:  # noqa: ANN401
    if not isinstance(value, dict):
        return plain(value)
    reading = f" [{value['reading']}]" if "reading" in value else ""
    return f"seat {value.get('seat')}, {value.get('choice')}{reading}"


def _claim(value: Any) -> str:  # noqa: ANN401
    if not isinstance(value, dict):
        return plain(value)
    return str(value.get("refused") or value.get("found", "")).replace("-", " ")


_OUTCOMES: dict[str, Callable[[Any], str]] = {
    "shake": _start,
    "sign-device": lambda _: "",
    "count-stub": _stub,
    "choose": _choice,
    "set-dealer": lambda value: f"{plain(value)} in the low hand",
    "lammers": lambda value: f"seats {plain(value)}",
    "cut": lambda value: f"{plain(value)} deep",
    "green-button": lambda value: f"{value.get('players')} players" if isinstance(value, dict) else plain(value),
    "expose": lambda value: place(str(value)),
    "high-hand": lambda value: place(str(value)),
    "acknowledge": lambda value: f"seat {value['seat']}, {value['hand']}; it stays face up",
    "claim": lambda value: f"seat {value}",
    "cover-aside": lambda value: f"it came at seat {value}" if value else "it came in the dealer's own draw",
    "verify-winner": _claim,
    "verify-light": _claim,
    "validate": _claim,
    "rule-claim": _choice,
    "document": lambda value: f"{value['amount']}, signed by {' and '.join(value['signed'])}",
}


def _shuffled(event: e.Shuffled, before: Table | None) -> Iterable[str]:
    due = before.due if before is not None else None
    words = does(due.words) if due is not None and due.id == "shuffle" else "shuffles the cards"
    what = f"{len(event.of.split())} cards of the rack" if event.of else f"deck {event.pack + 1}"
    sealed = f", commitment {event.commitment[:SHORT]}…" if event.commitment else ""
    yield f"{words}: {what}, {event.method}{sealed}"


def _order_opened(event: e.OrderOpened, _: Table | None) -> Iterable[str]:
    yield f"opens the order of deck {event.pack + 1}, cut at {event.cut}: seed {event.seed[:SHORT]}…"


_PACKS = {"received": "receives deck {}", "removed": "removes deck {}", "changed": "takes deck {} away for a new one"}


def _pack_changed(event: e.PackChanged, _: Table | None) -> Iterable[str]:
    words = _PACKS.get(event.what, event.what + " deck {}").replace("{}", str(event.pack + 1))
    named = f", {event.deck} of the register" if event.deck else ""
    yield words + named + (", preinspected and preshuffled" if event.preshuffled else "")


def _brought(event: e.EquipmentBrought, _: Table | None) -> Iterable[str]:
    if not event.items:
        yield "brings no equipment"
    for item in event.items:
        more = f", {item.colour} backs, {item.cards} cards" if item.kind == DECK else ""
        yield f"brings {item.id} of the register: {item.kind}{more}"


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
    "meter": "sets meter {meter}, which changes by {amount}",
    "admitted": "lets {player} wager again",
    "barred": "keeps {player} out until the next shuffle",
    "claim-collected": "collects {amount} that {player} owed",
    "claim-written-off": "writes off {amount} that {player} owed",
}


def _moved(event: e.MoneyMoved, _: Table | None) -> Iterable[str]:
    amount = sum(change for change in event.entries.values() if change > 0)
    if event.what == "buy-in":
        amount = event.entries.get(f"player:{event.player}", amount)
    elif event.what in {"linked", "meter"}:
        amount = event.entries.get(f"meter:{event.meter}", 0)
    words = _MONEY.get(event.what, f"{event.what} {{player}} {{amount}}")
    sentence = (
        words.replace("{player}", event.player).replace("{meter}", event.meter).replace("{amount}", dollars(amount))
    )
    why = f", with {event.second}" if event.second else ""
    yield sentence + why + (f": {event.note}" if event.note else "")


def _placed(event: e.WagerPlaced, _: Table | None) -> Iterable[str]:
    deed = "places" if event.amount >= 0 else "takes back"
    verbal = ", in words and cash, which becomes chips" if event.verbal else ""
    yield f"{deed} {dollars(abs(event.amount))} on {event.wager} at seat {event.seat}{verbal}"


def _table_closed(event: e.TableClosed, _: Table | None) -> Iterable[str]:
    yield "closes the table" + (f" ({event.note})" if event.note else "")
    for name, meter in event.meters.items():
        yield f"leaves meter {name} at {dollars(int(meter.get('amount', 0)))}"


_TELLERS: dict[type[e.Event], Callable[[Any, Table | None], Iterable[str | tuple[str, str]]]] = {
    e.TableOpened: _opened,
    e.Performed: _performed,
    e.Shuffled: _shuffled,
    e.OrderOpened: _order_opened,
    e.PackChanged: _pack_changed,
    e.EquipmentBrought: _brought,
    e.DeviceChanged: _device,
    e.Sat: _sat,
    e.Left: _left,
    e.MoneyMoved: _moved,
    e.WagerPlaced: _placed,
    e.RoundBegan: rounds.began,
    e.Contributed: rounds.contributed,
    e.Dealt: rounds.dealt,
    e.Discarded: rounds.discarded,
    e.Decided: rounds.decided,
    e.Turned: rounds.turned,
    e.Revealed: rounds.revealed,
    e.Settled: rounds.settled,
    e.IrregularityFound: rounds.irregular,
    e.Voided: rounds.voided,
    e.Racked: rounds.racked,
    e.RoundClosed: rounds.round_closed,
    e.TableClosed: _table_closed,
    e.Unwound: rounds.unwound,
    e.Claimed: rounds.claimed,
}
