"""A table's records added up by day: money moved, wagers staked and settled, meters fed and paid.

A round, and all that happens at the table while it is played, belongs to the day on which it was closed. So a day is a
stretch of records without a gap, and begins and ends with a table between rounds.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.house.books.day_tally import MeterDay, Movement, Staked, State, Tally
from croupier.journal.record import Line
from croupier.kit.money import cents, signed_cents
from croupier.table import events as e

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import date

    from croupier.game import Rules
    from croupier.house.people.periods import Period
    from croupier.table.state import Meter

    Shape = tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
    """The wagers of a round: for each hand its player, and cents by wager."""

_decode = msgspec.json.Decoder(Line).decode

_MARK = b'"event":{"event":"'

_HEARD = frozenset(
    kind.__struct_config__.tag.encode()  # type: ignore[union-attr]
    for kind in (
        e.TableOpened,
        e.MoneyMoved,
        e.WagerPlaced,
        e.RoundBegan,
        e.Contributed,
        e.Decided,
        e.Settled,
        e.Voided,
        e.Unwound,
        e.RoundClosed,
    )
)


def events_of(lines: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, int, e.Event]]:
    """(record, time, event) of the records that move money or tell of a round."""
    for n, line in lines:
        at = line.find(_MARK, 0, 80) + len(_MARK)
        if at >= len(_MARK) and line[at : line.find(b'"', at)] in _HEARD:
            read = _decode(line)
            assert isinstance(read.event, e.Event)
            yield n, read.at, read.event


def add_up(
    events: Iterable[tuple[int, int, e.Event]], state: State, rules: Rules, meters: Mapping[str, Meter], period: Period
) -> list[Tally]:
    """The days of a period; `events` begin between two rounds, where `state` stands, and none after it is read."""
    adder = _Adder(state, rules, meters, period)
    waiting: list[tuple[int, e.Event, int]] = []
    playing = False
    begins, ends = period.bounds
    for n, at, event in events:
        playing = playing or isinstance(event, e.RoundBegan)
        waiting.append((n, event, at))
        if playing and not isinstance(event, e.RoundClosed):
            continue
        playing = False
        if at >= ends:
            break
        for one, kept, when in waiting:
            adder.hear(one, kept, when, period.day(at) if at >= begins else None)
        waiting.clear()
    return adder.tallies


class _Adder:
    def __init__(self, state: State, rules: Rules, meters: Mapping[str, Meter], period: Period) -> None:
        self.state, self.rules, self.meters, self.period = state, rules, meters, period
        self.tallies: list[Tally] = []
        self._stakes: dict[int, dict[str, int]] = {}
        self._players: Mapping[int, str] = {}
        self._shares = {
            wager.id: {
                label: rules.tables[wager.id].rows[key].percent for key, label in rules.tables[wager.id].labels.items()
            }
            for wager in rules.offered()
        }

    def hear(self, n: int, event: e.Event, at: int, day: date | None) -> None:
        """One event more, on a day of the period or before all of them."""
        tally = self._tally(n, day)
        entries: dict[str, int] = getattr(event, "entries", {})
        state = self.state
        state.inventory += entries.get("inventory", 0)
        if isinstance(event, e.TableOpened):
            tally.opening = state.inventory
            for name in self.meters:
                self._began(tally, name, event, n, at)
        else:
            tally.drop += entries.get("drop", 0)
        if isinstance(event, e.MoneyMoved):
            self._moved(tally, event, n, at)
        elif isinstance(event, e.RoundBegan):
            self._stakes = {seat: dict(wagers) for seat, wagers in event.wagers.items()}
            self._players = event.players
        elif isinstance(event, e.Decided):
            self._stakes[event.seat] |= event.stakes
        elif isinstance(event, e.Contributed):
            self._fed(tally, event.meter, event.chips, entries, event.carry, n, at, "contributed")
        elif isinstance(event, e.Voided):
            self._voided(tally, event, n, at)
        elif isinstance(event, e.Settled):
            self._settled(tally, event, n, at)
        elif isinstance(event, e.Unwound):
            self._unwound(tally, event, n, at)
        elif isinstance(event, e.RoundClosed):
            self._closed(tally, event)
        tally.last, tally.closing = n, state.inventory
        for name, day_ in tally.meters.items():
            day_.closing, day_.closing_carry = state.meters.get(name, 0), state.carries.get(name, Fraction(0))
            day_.closing_reserve = state.reserves.get(name, 0)
            day_.closing_reserve_carry = state.reserve_carries.get(name, Fraction(0))

    def _tally(self, n: int, day: date | None) -> Tally:
        if day is None:
            return self._begun(n, self.period.first)  # before the period: only the state moves on
        if not self.tallies or self.tallies[-1].day != day:
            self.tallies.append(self._begun(n, day))
        return self.tallies[-1]

    def _begun(self, n: int, day: date) -> Tally:
        state = self.state
        return Tally(
            day,
            n,
            opening=state.inventory,
            meters={
                name: MeterDay(
                    state.meters.get(name, 0),
                    state.carries.get(name, Fraction(0)),
                    state.reserves.get(name, 0),
                    state.reserve_carries.get(name, Fraction(0)),
                )
                for name in self.meters
            },
        )

    def _meter(
        self, tally: Tally, name: str, n: int, at: int, what: str, change: int, exact: Fraction | None = None
    ) -> None:
        self.state.meters[name] = self.state.meters.get(name, 0) + change
        if change or exact:
            carry = self.state.carries.get(name, Fraction(0))
            exact = Fraction(change) if exact is None else exact
            tally.meters[name].movements.append(Movement(n, at, what, change, exact, carry))

    def _began(self, tally: Tally, name: str, event: e.TableOpened, n: int, at: int) -> None:
        """A meter at its seed, or where a closed table left it: with its reserve, to the part of a cent."""
        opening, entries, state = event.meters.get(name, {}), event.entries, self.state
        own, rest = Fraction(opening.get("carry", "0")), Fraction(opening.get("reserve_carry", "0"))
        state.carries[name], state.reserve_carries[name] = own, rest
        state.reserves[name] = entries.get(f"reserve:{name}", 0)
        tally.meters[name].reserved += state.reserves[name] + rest
        amount = entries.get(f"meter:{name}", 0)
        self._meter(tally, name, n, at, "kept" if opening.get("kept") else "seeded", amount, amount + own)

    def _moved(self, tally: Tally, event: e.MoneyMoved, n: int, at: int) -> None:
        inventory = event.entries.get("inventory", 0)
        if event.what == "fill":
            tally.fills += inventory
        elif event.what == "credit":
            tally.credits -= inventory
        elif event.what == "cash-out":
            tally.cash_outs += event.entries.get("house", 0)
        elif event.what == "linked":
            self._meter(tally, event.meter, n, at, "linked", event.entries.get(f"meter:{event.meter}", 0))
        elif event.what == "meter":
            self._meter(tally, event.meter, n, at, "ordered", event.entries.get(f"meter:{event.meter}", 0))

    def _fed(
        self, tally: Tally, name: str, chips: int, entries: Mapping[str, int], carry: str, n: int, at: int, what: str
    ) -> None:
        """Wagers put their share on a meter, or take it off again; what is left of a cent is carried."""
        meter, state = self.meters[name], self.state
        own, _, rest = carry.partition(" ")
        state.carries[name], state.reserve_carries[name] = Fraction(own), Fraction(rest or "0")
        grown, kept = entries.get(f"meter:{name}", 0), entries.get(f"reserve:{name}", 0)
        state.reserves[name] = state.reserves.get(name, 0) + kept
        tally.meters[name].reserved += chips * Fraction(meter.reserve)
        tally.fed += grown + kept
        self._meter(tally, name, n, at, what, grown, chips * Fraction(meter.rate))

    def _voided(self, tally: Tally, event: e.Voided, n: int, at: int) -> None:
        for line in event.lines:
            stake = cents(line["stake"])
            tally.returned += stake
            self._stakes.get(event.seat, {}).pop(line["wager"], None)
        for name, carry in event.carries.items():
            stake = sum(cents(line["stake"]) for line in event.lines if line["wager"] == self.meters[name].wager)
            borne = -event.entries.get("house", 0)  # what a linked meter has paid at another table meanwhile
            entries = {**event.entries, f"meter:{name}": event.entries.get(f"meter:{name}", 0) - borne}
            self._fed(tally, name, -stake, entries, carry, n, at, "returned")
            self._meter(tally, name, n, at, "seeded", borne)

    def _settled(self, tally: Tally, event: e.Settled, n: int, at: int) -> None:
        for line in event.lines:
            one = tally.wagers.setdefault(line["wager"], Staked())
            one.net += signed_cents(line["net"])
            name = next(
                (m.id for m in self.meters.values() if m.wager == line["wager"] and m.stake == cents(line["stake"])),
                None,
            )
            if name in event.meters and line["result"] == "win":
                assert name is not None
                self._shared(tally, name, line, event.entries, n, at)

    def _shared(
        self, tally: Tally, name: str, line: Mapping[str, Any], entries: Mapping[str, int], n: int, at: int
    ) -> None:
        """A share of a meter was paid; one that is empty gets its seed again."""
        stood, change = self.state.meters.get(name, 0), entries.get(f"meter:{name}", 0)
        share = stood * self._shares[line["wager"]].get(line.get("row") or "", 0) // 100
        tally.shares += share
        tally.by_hand -= entries.get("house", 0) + change + share  # less what the cage puts on the meter again
        self._meter(tally, name, n, at, "paid", -share)
        if change + share:
            due = self.meters[name].seed if share == stood else 0
            self._meter(tally, name, n, at, "seeded", change + share, Fraction(due))

    def _unwound(self, tally: Tally, event: e.Unwound, n: int, at: int) -> None:
        """Lines that were settled are not; a share comes back to its meter, and a seed leaves it again."""
        for line in event.lines:
            tally.wagers.setdefault(line["wager"], Staked()).net -= signed_cents(line["net"])
        for name in event.meters:
            change, seed = event.entries.get(f"meter:{name}", 0), event.entries.get("house", 0)
            tally.shares -= change + seed
            self._meter(tally, name, n, at, "paid", change + seed)
            self._meter(tally, name, n, at, "seeded", -seed)

    def _closed(self, tally: Tally, event: e.RoundClosed) -> None:
        tally.rounds += 1
        tally.void += event.void
        for wagers in self._stakes.values():
            for wager, stake in wagers.items():
                one = tally.wagers.setdefault(wager, Staked())
                one.count += 1
                one.handle += stake
        shape = tuple(
            sorted(
                (self._players.get(seat, ""), tuple(sorted(wagers.items())))
                for seat, wagers in self._stakes.items()
                if wagers
            )
        )
        if shape:
            tally.shapes[shape] += 1
        self._stakes = {}
