"""A round rebuilt from its journal: every card in its place, also those that nobody was shown, and the settlement.

A shuffle's opening is recomputed, each seal of a face-down card is opened, and what was shown is held against the
order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.game import Played, Seat, SeatSettlement, Settlement, Then, describe, settle
from croupier.journal.gather_round import Gathered, Order, gather
from croupier.journal.held_cards import Held, lay, racked
from croupier.journal.reader import read
from croupier.journal.resettlement import compared
from croupier.kit.cards import cards, write
from croupier.kit.money import dollars, signed_cents
from croupier.table import events as e
from croupier.table.unwinding import without

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from croupier.game import Rules
    from croupier.journal.record import Record
    from croupier.kit.cards import Card


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

    def to_json(self) -> dict[str, Any] | None:
        """The round as ``croupier settle`` reads it; None where all hands were void. Seats whose wagers were returned
        or lost by an irregularity are left out, and cards that are not known are null."""
        if self.void:
            return None
        began, opening = self.gathered.began, self.gathered.opening
        found: dict[str, Any] = {
            "game": opening.game,
            "edition": opening.edition,
            "submission": opening.submission,
            "readings": opening.readings,
            "seats": {str(n): self._seat(n) for n in began.wagers if self._plays(n)},
        }
        for place in ("dealer", "community", "all-six", "replacement"):
            held = self.hands.get(place)
            if held is not None:
                held = held.drawn_for(n for n in sorted(began.wagers) if self._replaced(found["seats"].get(str(n))))
            found[place] = None if held is None or not held.known else held.text()
        if len(found["seats"]) < len(began.wagers) and any(w.looks == "table" for w in self.rules.offered()):
            found["players"] = len(began.wagers)
        return {**found, "meter": None if (meter := self._meter()) is None else dollars(self.meters[meter])}

    def settled_anew(self) -> Settlement | None:
        """What `settle` makes of the round today; None where it cannot settle it (see `unsettled`)."""
        return self._anew()[0]

    def unsettled(self) -> str:
        """Why the round cannot be settled anew; nothing where it can."""
        return self._anew()[1]

    def _anew(self) -> tuple[Settlement | None, str]:
        found = self.to_json()
        if found is None:
            return None, "all hands were void"
        if not found["seats"]:
            return None, "no seat's wagers were left to settle"
        if unknown := [seat for seat, own in found["seats"].items() if own["cards"] is None]:
            return None, f"nobody was shown the cards of seat {', '.join(unknown)}"
        try:
            played = describe(self.rules, found)
            lost = self._lost_hands()
            # what has gone back again was placed all the same, and may have kept a folded hand on the table
            placed = {n: replace(seat, wagers=self.gathered.began.wagers[n]) for n, seat in played.seats.items()}
            again = settle(self.rules, replace(played, seats={**placed, **lost}))
        except CroupierError as error:
            return None, str(error)
        seats = {n: self._owed(seat) for n, seat in again.seats.items() if n not in lost}
        return Settlement(seats, again.dealer, again.meter), ""

    def _owed(self, seat: SeatSettlement) -> SeatSettlement:
        """A seat without Envy Bonuses for hands that were found not to win (reading refused-claim)."""
        if self.gathered.opening.procedure < 5:
            return seat
        refused = {i.seat for i in _irregular(self.gathered) if i.irregularity == "claim-refused"}
        performed = (entry.event for entry in self.gathered.of(e.Performed) if isinstance(entry.event, e.Performed))
        doubted = {p.value["seat"] for p in performed if p.step == "verify-winner" and p.value is not None}
        lines = tuple(line for line in seat.lines if line.envy_from not in refused & doubted)
        return SeatSettlement(seat.hand, lines)

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
            n: Seat(
                tuple(card for card in own.cards if card is not None),
                self._lost(n),
                (),
                self.gathered.began.players[n],
                {},
                None,
                None,
            )
            for n, own in held.items()
            if own is not None and own.known and len(own.cards) == size
        }
        return {n: seat for n, seat in seats.items() if self._qualifies(n, seat)}

    def _lost(self, number: int) -> dict[str, int]:
        """The wagers that a seat has lost as a whole: what it placed, but what had gone back before."""
        gone = {line["wager"] for line in self.voided.get(number, ())}
        return {w: stake for w, stake in self.gathered.began.wagers[number].items() if w not in gone}

    def _qualifies(self, number: int, seat: Seat) -> bool:
        """Whether a hand may earn others an Envy Bonus, folded as it was (687a.11(b)(3))."""
        options = (option for street in self.rules.game.streets for option in street.options if option.folds)
        folded = next((option for option in options if option.id in self.decisions.get(number, ())), None)
        if folded is None or self.gathered.opening.procedure < 5:
            return True
        places = {
            to: tuple(held.cards) for to, held in self.hands.items() if not to.startswith("seats.") and held.known
        }
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
        return tuple(found.words for found in compared(self) if not found.older)

    def by_older_steps(self) -> tuple[str, ...]:
        """What the list of steps that the table followed settled otherwise than today's does."""
        return tuple(found.words for found in compared(self) if found.older)

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
        lay(hands, entry)
    discards = gathered.of(e.Discarded, e.Racked)
    rack = tuple(racked(hands, entry) for entry in discards if entry.order is None or id(entry.order) in orders)
    lines: dict[int, list[dict[str, Any]]] = {}
    voided: dict[int, list[dict[str, Any]]] = {}
    for entry in gathered.of(e.Settled, e.Voided, e.Unwound):
        seat, sent = entry.event.seat, entry.event.lines  # type: ignore[attr-defined]
        if isinstance(entry.event, e.Unwound):
            lines[seat] = without(lines.get(seat, ()), sent)
        else:
            (lines if isinstance(entry.event, e.Settled) else voided).setdefault(seat, []).extend(sent)
    place = _places(gathered.rules)
    return Rebuilt(
        gathered,
        tuple(orders.values()),
        hands,
        rack,
        _decisions(gathered, hands),
        {n: tuple(sorted(found, key=place)) for n, found in lines.items()},
        {n: tuple(found) for n, found in voided.items()},
        _meters(gathered),
    )


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
    """The meters with the round's contributions in them, before anyone was paid; less those that went back before a
    payment from them that stands."""
    first = gathered.of(e.Settled, e.RoundClosed)[0]
    meters = dict(first.meters)
    metered = {wager.id for wager in gathered.rules.offered() if gathered.rules.tables[wager.id].progression}
    undone = {
        entry.event.seat: entry.record.n  # type: ignore[attr-defined]
        for entry in gathered.of(e.Unwound)
        if any(line["wager"] in metered for line in entry.event.lines)  # type: ignore[attr-defined]
    }
    paid = [
        entry.record.n
        for entry in gathered.of(e.Settled)
        if entry.event.meters and entry.record.n > undone.get(entry.event.seat, 0)  # type: ignore[attr-defined]
    ]
    before = min(paid, default=0)
    for entry in gathered.of(e.Voided):
        for account, change in entry.event.entries.items():  # type: ignore[attr-defined]
            if account.startswith("meter:") and first.record.n < entry.record.n < before:
                meters[account.removeprefix("meter:")] += change
    return meters


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
