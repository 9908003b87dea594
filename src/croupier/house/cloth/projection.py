"""What lies on the cloth, from the records alone: the same for a live table and for a round of last year.

A card is known here when a record shows it, and not before; a card that no record of its round turned up stays a back.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from croupier.house.cloth import hands, payloads
from croupier.house.cloth.choices import decision_words
from croupier.house.cloth.felt import exact, felt, signed, stack
from croupier.kit.money import cents
from croupier.table import events as e
from croupier.table.narration_words import so_many
from croupier.table.unwinding import without

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from croupier.game import Rules
    from croupier.kit.payload import Json


@dataclass(slots=True)
class ClothState:
    """A round as its records leave it, one after the other. `cards` are faces, or nothing for a back."""

    number: int = 0
    players: dict[int, str] = field(default_factory=dict)
    wagers: dict[int, dict[str, int]] = field(default_factory=dict)
    cards: dict[str, list[str]] = field(default_factory=dict)
    decided: dict[int, list[str]] = field(default_factory=dict)
    lines: dict[int, list[Json]] = field(default_factory=dict)
    hands: dict[int, str] = field(default_factory=dict)
    low: dict[int, str] = field(default_factory=dict)
    dealer_low: str = ""
    racked: set[str] = field(default_factory=set)
    rack: int = 0
    dice: payloads.Dice | None = None
    alarms: list[payloads.Said] = field(default_factory=list)
    began: bool = False
    closed: bool = False
    void: bool = False
    seat: int = 0

    def hear(self, event: e.Event) -> ClothState:
        """The cloth after a record: this one, or a clear one when the next round's first chips come."""
        if self.closed and isinstance(event, e.WagerPlaced | e.RoundBegan):
            return ClothState().hear(event)
        hear = _HEARD.get(type(event))
        if hear is not None:
            hear(self, event)
        seat = getattr(event, "seat", None) or _seat_of(getattr(event, "to", ""))
        if seat:
            self.seat = seat
        return self


def _seat_of(place: str) -> int:
    return int(place[6:]) if place.startswith("seats.") else 0


def _placed(laid: ClothState, event: e.WagerPlaced) -> None:
    own = laid.wagers.setdefault(event.seat, {})
    own[event.wager] = own.get(event.wager, 0) + event.amount
    if not own[event.wager]:
        del own[event.wager]
    if event.by == "player":
        laid.players[event.seat] = event.who


def _began(laid: ClothState, event: e.RoundBegan) -> None:
    laid.number, laid.began = event.round, True
    laid.players = dict(event.players)
    laid.wagers = {seat: dict(own) for seat, own in event.wagers.items()}


def _dealt(laid: ClothState, event: e.Dealt) -> None:
    laid.cards.setdefault(event.to, []).extend(event.cards.split() or [""] * event.count)


def _turned(laid: ClothState, event: e.Turned) -> None:
    held = laid.cards.setdefault(event.to, [])
    shown = event.cards.split()
    held[event.first : event.first + len(shown)] = shown


def _revealed(laid: ClothState, event: e.Revealed) -> None:
    laid.cards[f"seats.{event.seat}"] = event.cards.split()
    laid.low[event.seat] = event.low
    if event.validate:
        laid.alarms.append(
            payloads.Said(words=f"seat {event.seat}: a progressive winner to be validated", cite=event.cite)
        )


def _decided(laid: ClothState, event: e.Decided) -> None:
    laid.decided.setdefault(event.seat, []).append(event.decision)
    for wager, stake in event.stakes.items():
        laid.wagers.setdefault(event.seat, {})[wager] = stake
    if event.late:
        laid.alarms.append(payloads.Said(words=f"decision by timeout, seat {event.seat}", cite=event.cite))
    if event.announced:
        words = (
            f"seat {event.seat}: {event.decision.replace('-', ' ')} by the word of {event.who or 'the dealer'} alone"
        )
        laid.alarms.append(payloads.Said(words=words, cite=event.cite))


def _settled(laid: ClothState, event: e.Settled | e.Voided) -> None:
    laid.lines.setdefault(event.seat, []).extend(event.lines)
    if isinstance(event, e.Settled) and event.hand is not None:
        laid.hands[event.seat] = str(event.hand.get("text", ""))


def _unwound(laid: ClothState, event: e.Unwound) -> None:
    laid.lines[event.seat] = without(laid.lines.get(event.seat, ()), event.lines)


def _claimed(laid: ClothState, event: e.Claimed) -> None:
    laid.alarms.append(payloads.Said(words=f"{event.player} owes {exact(event.amount)} of this round", cite=event.cite))


def _irregular(laid: ClothState, event: e.IrregularityFound) -> None:
    seat = f", seat {event.seat}" if event.seat else ""
    laid.alarms.append(payloads.Said(words=f"{event.irregularity.replace('-', ' ')}{seat}", cite=event.cite))


def _racked(laid: ClothState, event: e.Racked) -> None:
    laid.racked.add(event.what)
    laid.rack += event.count


def _discarded(laid: ClothState, event: e.Discarded) -> None:
    laid.rack += event.count


def _performed(laid: ClothState, event: e.Performed) -> None:
    value = event.value
    if isinstance(value, dict) and isinstance(value.get("dice"), list):
        laid.dice = payloads.Dice(dice=value["dice"], total=value.get("total"), position=str(value.get("position")))
    elif event.step == "set-dealer" and isinstance(value, str):
        laid.dealer_low = value
    elif event.step == "claim":
        laid.alarms.append(payloads.Said(words=f"seat {value}: a progressive winner to be validated", cite=event.cite))
    elif event.step == "count-stub" and isinstance(value, dict) and value.get("counted") != value.get("expected"):
        words = f"stub counted {value.get('counted')}, {value.get('expected')} should be there"
        laid.alarms.append(payloads.Said(words=words, cite=event.cite))


def _closed(laid: ClothState, event: e.RoundClosed) -> None:
    laid.closed, laid.void = True, event.void
    if event.void:
        laid.alarms.append(payloads.Said(words=f"round {event.round:,} is void", cite=""))


_HEARD: dict[type[e.Event], Any] = {
    e.WagerPlaced: _placed,
    e.RoundBegan: _began,
    e.Dealt: _dealt,
    e.Turned: _turned,
    e.Revealed: _revealed,
    e.Decided: _decided,
    e.Settled: _settled,
    e.Voided: _settled,
    e.Unwound: _unwound,
    e.Claimed: _claimed,
    e.IrregularityFound: _irregular,
    e.Racked: _racked,
    e.Discarded: _discarded,
    e.Performed: _performed,
    e.RoundClosed: _closed,
}


class Cloth:
    """A table's cloth for a page: what is printed on it stays, what lies on it comes from `ClothState`."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        printed = felt(rules)
        self.spots = [payloads.SceneSpot(spot.id, spot.label, spot.shape) for spot in printed.spots]
        self.areas = printed.areas

    def scene(
        self, laid: ClothState, *, seated: Mapping[int, str] | None = None, turns: Collection[int] = ()
    ) -> payloads.Scene:
        """Everything that lies there, said in full."""
        dealer = hands.dealer_in_words(self.rules, laid.cards.get("dealer", []), laid.dealer_low)
        return payloads.Scene(
            round=laid.number,
            closed=laid.closed,
            void=laid.void,
            focus=laid.seat,
            hand=self.rules.game.hand_size,
            spots=self.spots,
            places=[self._place(laid, area, dealer) for area in self.areas],
            seats=[self._seat(laid, n, seated or {}, turns) for n in range(1, self.rules.game.seats + 1)],
            dice=laid.dice,
            rack=f"{so_many(laid.rack)} in the discard rack" if laid.rack else "",
        )

    def _place(self, laid: ClothState, area: payloads.Area, dealer: payloads.DealerHand) -> payloads.ScenePlace:
        held = list(laid.cards.get(area.id, []))
        words = area.words
        if area.id == "dealer" and dealer.text:
            words = f"{words}: {dealer.text}"
        elif area.id == "dealer" and dealer.high and dealer.low:
            words = f"{words}: {dealer.high_text}; {dealer.low_text} low"
            held = [*dealer.high, *dealer.low]
        return payloads.ScenePlace(
            id=area.id,
            words=words,
            cards=held,
            count=area.count,
            slots=area.slots,
            low=len(dealer.low or ()) if area.id == "dealer" else 0,
            racked=area.id in laid.racked,
        )

    def _seat(
        self, laid: ClothState, number: int, seated: Mapping[int, str], turns: Collection[int]
    ) -> payloads.SceneSeat:
        held = list(laid.cards.get(f"seats.{number}", []))
        low = laid.low.get(number, "").split()
        high = [card for card in held if card not in low]
        if self.rules.game.set_hands is not None:  # for the eye, as at the table
            low, high = ([part[at] for at in hands.high_to_low(part)] for part in (low, high))
        lines = laid.lines.get(number, [])
        net = sum(_signed(line["net"]) for line in lines)
        say = self._say(laid, number, turns, net)
        return payloads.SceneSeat(
            seat=number,
            player=laid.players.get(number) or seated.get(number, ""),
            cards=[*high, *low],
            low=len(low),
            hand=laid.hands.get(number, "") or self._made(laid, held),
            say=say,
            playing=number in laid.wagers,
            turn=number in turns,
            out=(f"seats.{number}" in laid.racked and not laid.closed) or "fold" in laid.decided.get(number, ()),
            settled=bool(lines),
            sign=(net > 0) - (net < 0),
            wagers=[
                self._wager(laid, number, spot, lines) for spot in self.spots if spot.id in laid.wagers.get(number, {})
            ],
        )

    def _made(self, laid: ClothState, held: list[str]) -> str:
        """What cards that all lie face up make, with those on the board that do."""
        if not held or "" in held:
            return ""
        return hands.in_words(self.rules, held, [card for card in laid.cards.get("community", []) if card])

    def _say(self, laid: ClothState, number: int, turns: Collection[int], net: int) -> str:
        if laid.lines.get(number):
            stays = laid.wagers.get(number, {}).keys() - {line["wager"] for line in laid.lines[number]}
            verb = "won" if net > 0 else "lost"
            words = f"{verb} {exact(abs(net))}" if net else "even"
            folded = "fold" in laid.decided.get(number, ()) and stays
            return f"folded; {len(stays)} wager{'s' if len(stays) > 1 else ''} in play" if folded else words
        if number in turns:
            return "deciding"
        if laid.decided.get(number):
            last = laid.decided[number][-1]
            raised = [w for w in laid.wagers.get(number, {}) if self._by_decision(w)]
            amount = f" {exact(laid.wagers[number][raised[-1]])}" if raised and last not in {"fold", "check"} else ""
            said = decision_words(last).lower()
            return f"{said.split()[0]}{amount}" if amount else said
        if number in laid.wagers:
            return f"wagered {exact(sum(laid.wagers[number].values()))}"
        return "no wager" if laid.began and number in laid.players else ""

    def _by_decision(self, wager: str) -> bool:
        found = self.rules.game.wager(wager)
        return found is not None and found.placed == "by-decision"

    def _wager(self, laid: ClothState, number: int, spot: payloads.SceneSpot, lines: list[Json]) -> payloads.SceneWager:
        stake = laid.wagers[number][spot.id]
        settled = [line for line in lines if line["wager"] == spot.id]
        net = sum(_signed(line["net"]) for line in settled)
        gone = bool(settled) and net < 0
        return payloads.SceneWager(
            id=spot.id,
            label=spot.label,
            shape=spot.shape,
            text=exact(stake),
            chips=" ".join(map(str, stack(0 if gone else stake))),
            settled=bool(settled),
            net=signed(net) if net else "push" if settled else "",
            sign=(net > 0) - (net < 0),
        )


def _signed(amount: str) -> int:
    """Cents of an amount that may be below nothing."""
    return -cents(amount[1:]) if amount.startswith("-") else cents(amount)
