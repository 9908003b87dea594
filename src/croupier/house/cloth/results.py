"""What a table shows of the round that is being settled and of the one before: cards that were turned up, every line.

Built from the records as they are sent, so that it stands again after a restart.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from croupier.house.cloth import hands, payloads
from croupier.house.cloth.felt import brief, exact, label, signed, stack
from croupier.journal.record import Line
from croupier.kit.money import cents
from croupier.table import events as e
from croupier.table.unwinding import without

if TYPE_CHECKING:
    from croupier.game import Rules
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.house.tables.views.sent_views import SentRecord
    from croupier.kit.payload import Json

_LINES = msgspec.json.Decoder(Line)
_WORDS = {"win": "wins", "lose": "loses", "push": "push", "forfeit": "forfeited", "void": "returned"}


@dataclass(slots=True)
class ShownResult:
    """A round as the table shows it. `own` are hands that only their player has seen."""

    number: int
    players: dict[int, str]
    wagers: dict[int, dict[str, int]]
    places: dict[str, list[str]] = field(default_factory=dict)
    own: dict[int, list[str]] = field(default_factory=dict)
    lines: dict[int, list[Json]] = field(default_factory=dict)
    hands: dict[int, Json] = field(default_factory=dict)
    low: dict[int, str] = field(default_factory=dict)
    dealer_low: str = ""
    dice: payloads.Dice | None = None
    folded: set[int] = field(default_factory=set)
    closed: bool = False
    void: bool = False
    spoken: str = ""
    cite: str = ""


class Results:
    """The last two rounds of a table, as its records tell them."""

    def __init__(self) -> None:
        self.now: ShownResult | None = None
        self.last: ShownResult | None = None
        self.back: set[int] = set()
        """Seats whose wagers the house gave back since the last round."""
        self.changed = False
        """Whether other cards came since the last wager was placed."""
        self._heard = -1

    def catch_up(self, keeper: Keeper) -> ShownResult | None:
        """Read the records that are new; the round in play, or the one that was closed last."""
        news = []
        for sent in reversed(keeper.recent):
            if sent.n <= self._heard:
                break
            if sent.n <= keeper.stored:
                news.append(sent)
        for sent in reversed(news):
            self._hear(sent)
            self._heard = sent.n
        return self.now or self.last

    def _hear(self, sent: SentRecord) -> None:
        event = _LINES.decode(sent.line).event
        if isinstance(event, e.RoundBegan):
            self.now = ShownResult(event.round, dict(event.players), {n: dict(own) for n, own in event.wagers.items()})
            self.back, self.changed = set(), False
            return
        self._hear_between(event)
        shown = self.now
        if shown is None or event is msgspec.UNSET:
            return
        shown.own.update((hand.seat, hand.cards.split()) for hand in sent.own)
        _hear(shown, event)
        if isinstance(event, e.RoundClosed):
            shown.closed, shown.void = True, event.void
            self.last, self.now = shown, None

    def _hear_between(self, event: object) -> None:
        if isinstance(event, e.WagerPlaced):
            if event.amount < 0 and event.by != "player":
                self.back.add(event.seat)
            else:
                self.back.discard(event.seat)
                self.changed = False
        elif isinstance(event, e.Left):
            self.back.discard(event.seat)
        elif isinstance(event, e.PackChanged) and event.what == "changed":
            self.changed = True


def _hear(shown: ShownResult, event: e.Event) -> None:
    if isinstance(event, e.Dealt):
        shown.places.setdefault(event.to, []).extend(event.cards.split() or [""] * event.count)
    elif isinstance(event, e.Turned):
        held = shown.places.setdefault(event.to, [])
        held[event.first : event.first + len(event.cards.split())] = event.cards.split()
    elif isinstance(event, e.Revealed):
        shown.places[f"seats.{event.seat}"] = event.cards.split()
        shown.low[event.seat] = event.low
    elif isinstance(event, e.Decided):
        for wager, stake in event.stakes.items():
            shown.wagers.setdefault(event.seat, {})[wager] = stake
        if event.decision in {"fold", "surrender"}:
            shown.folded.add(event.seat)
    elif isinstance(event, e.Settled | e.Voided):
        shown.lines.setdefault(event.seat, []).extend(event.lines)
        if isinstance(event, e.Settled) and event.hand is not None:
            shown.hands[event.seat] = event.hand
    elif isinstance(event, e.Unwound):
        shown.lines[event.seat] = without(shown.lines.get(event.seat, ()), event.lines)
    elif isinstance(event, e.Performed):
        _performed(shown, event)


def _performed(shown: ShownResult, event: e.Performed) -> None:
    if isinstance(event.value, dict) and isinstance(event.value.get("dice"), list):
        shown.dice = payloads.Dice(
            dice=event.value["dice"],
            total=event.value.get("total"),
            position=str(event.value.get("position")),
            cite=event.cite,
        )
    elif event.step == "set-dealer" and isinstance(event.value, str):
        shown.dealer_low = event.value


def result_payload(shown: ShownResult, rules: Rules, player: str, last: str) -> payloads.RoundResult:
    """A round for a page: each seat's lines, the cards that were turned up, and one's own."""
    order = [w.id for w in rules.offered()]
    seats = {}
    for number, name in shown.players.items():
        lines = sorted(shown.lines.get(number, ()), key=lambda x: _place(order, x))
        net = sum(_signed(line["net"]) for line in lines)
        mine = name == player and bool(player)
        public = shown.places.get(f"seats.{number}", [])
        held = shown.own.get(number, public) if mine else public
        low = shown.low.get(number, "")
        seats[number] = payloads.ResultSeat(
            player=name,
            yours=mine,
            cards=held,
            low=low,
            wild=hands.wilds(rules, held, low.split()),
            order=hands.high_to_low(held),
            folded=number in shown.folded,
            hand=shown.hands.get(number, {}).get("text", ""),
            lines=[_line(rules, line) for line in lines],
            settled=bool(lines),
            net=signed(net),
            sign=(net > 0) - (net < 0),
            words=f"You {'win' if net > 0 else 'lose'} {exact(abs(net))}." if net else "You are even.",
        )
    return payloads.RoundResult(
        round=shown.number,
        closed=shown.closed,
        void=shown.void,
        seats=seats,
        places={place: held for place, held in shown.places.items() if not place.startswith("seats.")},
        dealer_low=shown.dealer_low,
        dealer=last,
        dice=shown.dice,
    )


def _place(order: list[str], line: Json) -> int:
    wager = line.get("for") or line["wager"]
    return order.index(wager) if wager in order else 0


def _line(rules: Rules, line: Json) -> payloads.ResultLine:
    net = _signed(line["net"])
    reason = line["odds"] if line["result"] == "win" and line.get("odds") else _WORDS[line["result"]]
    if line.get("from"):
        reason = f"seat {line['from']}"
    return payloads.ResultLine(
        wager=line["wager"],
        label=label(rules, line["wager"]),
        stake=exact(cents(line["stake"])),
        reason=reason,
        result=line["result"],
        row=line.get("row") or "",
        cite=line["cite"],
        paid=exact(cents(line["paid"])),
        net=signed(net),
        sign=(net > 0) - (net < 0),
        brief=f"+{brief(net)}" if net > 0 else brief(net),
        chips=stack(max(0, cents(line["stake"]) + net)),
    )


def _signed(amount: str) -> int:
    """Cents of an amount that may be below nothing."""
    return -cents(amount[1:]) if amount.startswith("-") else cents(amount)
