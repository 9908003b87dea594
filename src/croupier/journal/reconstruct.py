"""A round rebuilt from its journal: every card in its place, also those that nobody was shown, and the settlement.

A shuffle's opening is recomputed, each seal of a face-down card is opened, and what was shown is held against the
order.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from croupier.errors import CroupierError, JournalError
from croupier.game import Played, Seat, Then, describe, settle
from croupier.journal.gather import Entry, Gathered, Order, gather
from croupier.journal.reader import read
from croupier.kit.cards import cards, write
from croupier.kit.money import dollars, signed_cents
from croupier.table import events as e
from croupier.table.shuffle import salt, seal
from croupier.table.unwinding import without

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from croupier.game import Rules, SeatSettlement, Settlement
    from croupier.journal.record import Record
    from croupier.kit.cards import Card

UNKNOWN = "??"


@dataclass(slots=True)
class Held:
    """Cards at a seat or place. `at` are their places in the orders they came from, after the cut; `shown` tells how
    many were turned up in the round, `drawn` for which seat each was drawn. A card that nobody was shown and no order
    tells is None."""

    to: str
    cards: list[Card | None] = field(default_factory=list)
    at: list[int] = field(default_factory=list)
    shown: int = 0
    sealed: int = 0
    drawn: list[int] = field(default_factory=list)

    @property
    def known(self) -> bool:
        """Whether every card is."""
        return None not in self.cards

    def text(self) -> str:
        """The cards, with ?? for those that are not known."""
        return " ".join(UNKNOWN if card is None else str(card) for card in self.cards)

    def drawn_for(self, seats: Iterable[int]) -> Held:
        """Of cards that were drawn for a seat each, those of some seats, in their order."""
        if not self.drawn:
            return self
        return Held(self.to, [card for n in seats for card, of in zip(self.cards, self.drawn, strict=True) if of == n])


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A round as it was played. `rack` is what went to the discard rack, in that order."""

    gathered: Gathered
    orders: tuple[Order, ...]
    hands: Mapping[str, Held]
    rack: tuple[tuple[str, tuple[Card | None, ...]], ...]
    decisions: Mapping[int, tuple[object, ...]]
    lines: Mapping[int, tuple[dict[str, Any], ...]]
    voided: Mapping[int, tuple[dict[str, Any], ...]]
    meters: Mapping[str, int]

    @property
    def rules(self) -> Rules:
        """What was played."""
        return self.gathered.rules

    @property
    def void(self) -> bool:
        """Whether all hands were void."""
        return any(isinstance(entry.event, e.RoundClosed) and entry.event.void for entry in self.gathered.entries)

    def told(self) -> dict[str, Any] | None:
        """The round as ``croupier settle`` reads it; None where all hands were void. Seats whose wagers were returned
        or lost by an irregularity are left out, and cards that are not known are null."""
        if self.void:
            return None
        began, opening = self.gathered.began, self.gathered.opening
        told: dict[str, Any] = {
            "game": opening.game,
            "edition": opening.edition,
            "submission": opening.submission,
            "readings": opening.readings,
            "seats": {str(n): self._seat(n) for n in began.wagers if self._plays(n)},
        }
        for place in ("dealer", "community", "all-six", "replacement"):
            held = self.hands.get(place)
            if held is not None:
                held = held.drawn_for(n for n in sorted(began.wagers) if self._replaced(told["seats"].get(str(n))))
            told[place] = None if held is None or not held.known else held.text()
        if len(told["seats"]) < len(began.wagers) and any(w.looks == "table" for w in self.rules.offered()):
            told["players"] = len(began.wagers)
        return {**told, "meter": None if (meter := self._meter()) is None else dollars(self.meters[meter])}

    def settled_anew(self) -> Settlement | None:
        """The same round through `settle`; None where it cannot be (see `unsettled`)."""
        return self._anew()[0]

    def unsettled(self) -> str:
        """Why the round cannot be settled anew; nothing where it can."""
        return self._anew()[1]

    def _anew(self) -> tuple[Settlement | None, str]:
        told = self.told()
        if told is None:
            return None, "all hands were void"
        if not told["seats"]:
            return None, "no seat's wagers were left to settle"
        if unknown := [seat for seat, own in told["seats"].items() if own["cards"] is None]:
            return None, f"nobody was shown the cards of seat {', '.join(unknown)}"
        try:
            played = describe(self.rules, told)
            lost = self._lost_hands()
            # what has gone back again was placed all the same, and may have kept a folded hand on the table
            placed = {n: replace(seat, wagers=self.gathered.began.wagers[n]) for n, seat in played.seats.items()}
            again = settle(self.rules, replace(played, seats={**placed, **lost}))
        except CroupierError as error:
            return None, str(error)
        return replace(again, seats={n: self._owed(seat) for n, seat in again.seats.items() if n not in lost}), ""

    def _owed(self, seat: SeatSettlement) -> SeatSettlement:
        """A seat without Envy Bonuses for hands that were found not to win (reading refused-claim)."""
        if self.gathered.opening.procedure < 5:
            return seat
        refused = {i.seat for i in _irregular(self.gathered) if i.irregularity == "claim-refused"}
        doubted = {x.event.value["seat"] for x in self.gathered.of(e.Performed)  # type: ignore[attr-defined]
                   if x.event.step == "verify-winner" and x.event.value is not None}  # type: ignore[attr-defined]  # fmt: skip
        return replace(seat, lines=tuple(line for line in seat.lines if line.envy_from not in refused & doubted))

    def _replaced(self, seat: Mapping[str, Any] | None) -> bool:
        """Whether cards were drawn for the wild ones of a seat as it is told."""
        looking = {wager.id for wager in self.rules.offered() if wager.looks == "replaced"}
        return seat is not None and not looking.isdisjoint(seat["wagers"])

    def _lost_hands(self) -> dict[int, Seat]:
        """Hands without a wager left, which earn others an Envy Bonus all the same: their wagers were forfeited. Tables
        that follow an older list of steps have none; a wager on the highest hand at the table sees none (MA 11(b))."""
        if self.gathered.opening.procedure < 3 or all(wager.envy is None for wager in self.rules.offered()):
            return {}
        held = {n: self.hands.get(f"seats.{n}") for n in self.gathered.began.wagers if self._forfeited(n)}
        size = self.rules.game.hand_size
        seats = {
            n: Seat(tuple(card for card in own.cards if card is not None), {}, (), self.gathered.began.players[n], {},
                    None, None)
            for n, own in held.items() if own is not None and own.known and len(own.cards) == size
        }  # fmt: skip
        return {n: seat for n, seat in seats.items() if self._qualifies(n, seat)}

    def _qualifies(self, number: int, seat: Seat) -> bool:
        """Whether a hand may earn others an Envy Bonus, folded as it was (687a.11(b)(3))."""
        options = (option for street in self.rules.game.streets for option in street.options if option.folds)
        folded = next((option for option in options if option.id in self.decisions.get(number, ())), None)
        if folded is None or self.gathered.opening.procedure < 5:
            return True
        places = {to: tuple(held.cards) for to, held in self.hands.items() if not to.startswith("seats.")}
        played = Played({number: replace(seat, folded=folded)}, places, None)  # type: ignore[arg-type]
        return any(
            wager.envy.survives_fold
            or wager.decided(self.rules, wager.see(self.rules, played, number)).then is not Then.FORFEIT
            for wager in self.rules.offered()
            if wager.envy is not None
        )

    def settlement(self) -> dict[str, Any]:
        """What the journal says was settled, in the contract's shape; seats with void wagers among them."""
        again = self.settled_anew()
        seats = {}
        for number in self.gathered.began.wagers:
            lines = [*self.lines.get(number, ()), *self.voided.get(number, ())]
            anew = again.seats.get(number) if again is not None else None
            hand = anew.hand if anew is not None else self.announced(number)
            net = sum(signed_cents(line["net"]) for line in lines)
            seats[str(number)] = {"hand": hand, "lines": lines, "net": dollars(net)}
        meter = self._meter()
        after = None if meter is None else dollars(self._meters_after()[meter])
        return {"seats": seats, "dealer": None if again is None else again.dealer, "meter": after}

    def differences(self) -> tuple[str, ...]:
        """Where the journal's lines and a settlement anew are not the same: nowhere, if the table was honest."""
        again = self.settled_anew()
        if again is None:
            return ()
        told = []
        for number, anew in again.seats.items():
            mine, theirs = list(self.lines.get(number, ())), [line.to_json() for line in anew.lines]
            told += [f"seat {number}: the journal has {one}, settled anew it is {other}"
                     for one, other in zip(mine, theirs, strict=False) if _told(one) != _told(other)]  # fmt: skip
            if len(mine) != len(theirs):
                told.append(f"seat {number}: the journal has {len(mine)} lines, settled anew there are {len(theirs)}")
        return tuple(told)

    def _plays(self, number: int) -> bool:
        staked = {line["wager"] for line in self.voided.get(number, ())}
        return self.rules.game.ante not in staked and not self._forfeited(number)

    def _forfeited(self, number: int) -> bool:
        irregular = {i.cite for i in _irregular(self.gathered) if i.seat == number and "forfeit" in i.remedy}
        conduct = self.rules.game.conduct
        irregular |= {str(conduct.abandoned)} if conduct is not None and conduct.abandoned is not None else set()
        return any(line["cite"] in irregular for line in self.lines.get(number, ()))

    def _seat(self, number: int) -> dict[str, object]:
        began, held = self.gathered.began, self.hands.get(f"seats.{number}", Held(f"seats.{number}"))
        gone = {line["wager"] for line in self.voided.get(number, ())}
        seat: dict[str, object] = {
            "cards": held.text() if held.known else None,
            "wagers": {w: dollars(stake) for w, stake in began.wagers[number].items() if w not in gone},
            "decisions": list(self.decisions.get(number, ())),
            "player": began.players[number],
        }
        if number in began.coupons:
            seat["match-play"] = dollars(began.coupons[number])
        return seat

    def announced(self, number: int) -> dict[str, Any] | None:
        """A seat's hand as it was named when its wagers were settled."""
        hands = [x.event.hand for x in self.gathered.of(e.Settled) if x.event.seat == number]  # type: ignore[attr-defined]
        return next((hand for hand in hands if hand is not None), None)

    def _meter(self) -> str | None:
        """The meter that was played for; of two, the one that paid."""
        played = [x.event.meter for x in self.gathered.of(e.Contributed)]  # type: ignore[attr-defined]
        paid = [name for x in self.gathered.of(e.Settled) for name in x.event.meters]  # type: ignore[attr-defined]
        return next(iter(paid or played), None)

    def _meters_after(self) -> dict[str, int]:
        after = dict(self.meters)
        for entry in self.gathered.of(e.Settled, e.Unwound, e.Voided):
            after |= entry.event.meters  # type: ignore[attr-defined]
        return after


def _irregular(gathered: Gathered) -> list[e.IrregularityFound]:
    return [entry.event for entry in gathered.of(e.IrregularityFound)]  # type: ignore[misc]


def _told(line: Mapping[str, Any]) -> dict[str, Any]:
    """What a line says, without the readings that it names: fewer had a name before."""
    return {key: value for key, value in line.items() if key not in {"reading", "readings"}}


def reconstruct(path: Path | str, number: int) -> Rebuilt:
    """Rebuild a round from a journal file, every record up to it checked."""
    return rebuild(read(path), number)


def rebuild(sound: Iterable[Record], number: int) -> Rebuilt:
    """Rebuild a round from sound records; a `JournalError` where they contradict the shuffle they committed to."""
    return rebuild_gathered(gather(sound, number))


def rebuild_gathered(gathered: Gathered) -> Rebuilt:
    """Rebuild a round from what was gathered of it."""
    hands: dict[str, Held] = {}
    orders: dict[int, Order] = {}
    for entry in gathered.entries:
        if entry.order is not None and isinstance(entry.event, e.Dealt):
            orders.setdefault(id(entry.order), entry.order)
        _lay(hands, entry)
    discards = gathered.of(e.Discarded, e.Racked)
    rack = tuple(_racked(hands, entry) for entry in discards if entry.order is None or id(entry.order) in orders)
    lines: dict[int, list[dict[str, Any]]] = {}
    voided: dict[int, list[dict[str, Any]]] = {}
    for entry in gathered.of(e.Settled, e.Voided, e.Unwound):
        seat, told = entry.event.seat, entry.event.lines  # type: ignore[attr-defined]
        if isinstance(entry.event, e.Unwound):
            lines[seat] = without(lines.get(seat, ()), told)
        else:
            (lines if isinstance(entry.event, e.Settled) else voided).setdefault(seat, []).extend(told)
    place = _places(gathered.rules)
    return Rebuilt(
        gathered, tuple(orders.values()), hands, rack, _decisions(gathered, hands),
        {n: tuple(sorted(found, key=place)) for n, found in lines.items()},
        {n: tuple(found) for n, found in voided.items()}, _meters(gathered),
    )  # fmt: skip


def _places(rules: Rules) -> Any:  # noqa: ANN401 - a sort key
    """Lines in the law's order of settlement: a coupon with its ante, envy with the wager that earns it."""
    order = {wager.id: place for place, wager in enumerate(rules.offered())}
    settled = {str(seat): place for place, seat in enumerate(rules.game.settled)}

    def place(line: dict[str, Any]) -> tuple[int, int, int]:
        if line["wager"] == "envy" and "from" not in line:  # a right that was lost
            return len(order), 0, 0
        if line["wager"] == "envy":
            return order[line["for"]], 1, settled[line["from"]]
        return order.get(line["wager"], order[rules.game.ante]), int(line["wager"] not in order), 0

    return place


def _meters(gathered: Gathered) -> Mapping[str, int]:
    """The meters with the round's contributions in them, before anyone was paid; less those that went back later."""
    first = gathered.of(e.Settled, e.RoundClosed)[0]
    meters = dict(first.meters)
    for entry in gathered.of(e.Voided):
        for account, change in entry.event.entries.items():  # type: ignore[attr-defined]
            if account.startswith("meter:") and entry.record.n > first.record.n:
                meters[account.removeprefix("meter:")] += change
    return meters


# Cards.


def _lay(hands: dict[str, Held], entry: Entry) -> None:
    event = entry.event
    if isinstance(event, e.Dealt):
        held = hands.setdefault(event.to, Held(event.to))
        at = range(event.at, event.at + event.count)
        told: tuple[Card | None, ...] = cards(event.cards) if event.cards else (None,) * event.count
        held.shown += event.count if event.cards else 0
        if entry.order is not None and entry.order.cards:
            told = _ordered(entry, at, told)
            _unseal(entry, at, event.seals)
            held.sealed += len(event.seals)
        held.cards.extend(told)
        held.drawn.extend([event.drawn_for] if event.drawn_for else ())
        held.at.extend(at)
    elif isinstance(event, e.Turned | e.Revealed):
        to, first = (event.to, event.first) if isinstance(event, e.Turned) else (f"seats.{event.seat}", 0)
        held = hands[to]
        for place, card in enumerate(cards(event.cards), first):
            if held.cards[place] not in {None, card}:
                _refuse(entry, f"shows {card} where the order has {held.cards[place]}")
            held.cards[place] = card
        held.shown = max(held.shown, first + len(cards(event.cards)))


def _ordered(entry: Entry, at: range, told: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    """Cards by the opened order; those that were told must be the same."""
    assert entry.order is not None
    if at.stop > len(entry.order.cards):
        _refuse(entry, "takes more cards than the order has")
    found = tuple(entry.order.card(place) for place in at)
    for card, said in zip(found, told, strict=True):
        if said not in {None, card}:
            _refuse(entry, f"shows {said} where the order has {card}")
    return found


def _unseal(entry: Entry, at: range, seals: tuple[str, ...]) -> None:
    assert entry.order is not None
    seed = entry.order.final
    for place, said in zip(at, seals, strict=False):
        if seal(salt(seed, entry.order.place(place)), entry.order.card(place)) != said:
            _refuse(entry, f"has a seal that does not open to the card at place {place} of the order")


def _racked(hands: dict[str, Held], entry: Entry) -> tuple[str, tuple[Card | None, ...]]:
    event, order = entry.event, entry.order
    assert isinstance(event, e.Discarded | e.Racked)
    if isinstance(event, e.Discarded):
        told: tuple[Card | None, ...] = cards(event.cards) if event.cards else (None,) * event.count
        if order is not None and order.cards:
            told = _ordered(entry, range(event.at, event.at + event.count), told)
        return event.what, told
    if event.what not in hands and order is not None and order.cards:  # what is left of the pack
        size = len(order.cards)
        return event.what, tuple(order.card(place) for place in range(size - event.count, size))
    held = hands.get(event.what)
    return event.what, tuple(held.cards) if held is not None else (None,) * event.count


def _refuse(entry: Entry, message: str) -> None:
    raise JournalError(message, fault="opening", record=entry.record.n, offset=entry.record.offset)


# Decisions.


def _decisions(gathered: Gathered, hands: Mapping[str, Held]) -> dict[int, tuple[object, ...]]:
    """What each seat decided; a setting as the cards it was found to be."""
    revealed = {x.event.seat: x.event.low for x in gathered.of(e.Revealed)}  # type: ignore[attr-defined]
    decided: dict[int, tuple[object, ...]] = {}
    for entry in gathered.of(e.Decided):
        event = entry.event
        assert isinstance(event, e.Decided)
        said: object = event.decision
        held = [card for card in hands[f"seats.{event.seat}"].cards if card is not None]
        if event.decision == "set" and len(held) == gathered.rules.game.hand_size:
            low = cards(revealed.get(event.seat, "")) or tuple(held[i] for i in sorted(event.low))
            said = {"high": write(card for card in held if card not in low), "low": write(low)}
        before = decided.get(event.seat, ())
        if len(before) == len(gathered.rules.game.streets):  # 688a.11(d): surrendered after the hands were set
            before = before[:-1]
        decided[event.seat] = (*before, said)
    return decided
