"""The lines of a seat at a table: what its cards and stakes come to, and what they move."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any

from croupier.game import Played, Seat, Setting, SettledSeat, name_readings, settle_seat
from croupier.game.settle import by
from croupier.table import events as e
from croupier.table.money import meter_of, pay_from
from croupier.table.postings import settled_entries, share_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.game import Line, Rules
    from croupier.table.act import Act
    from croupier.table.state import Table


def as_seat(table: Table, number: int, stakes: Mapping[str, int] | None = None) -> Seat:
    """A seat as `settle` reads it. Cards that nobody may see any more stand in as the deck's first: no wager that is
    still open looks at them."""
    assert table.play is not None
    play, rules = table.play, table.rules
    seat = play.round.seats[number]
    held = seat.cards
    if None in held or len(held) < rules.game.hand_size:
        held = rules.game.deck.cards[: rules.game.hand_size]
    setting = seat.setting
    if rules.game.set_hands is not None and setting is not None and not (
        isinstance(setting, Setting) and setting.high and len(setting.low) == 2
    ):  # fmt: skip
        setting = rules.game.set_hands(rules, held, "house-way")
    folded = None if play.void else seat.folded  # a fold of a void hand forfeits nothing
    return Seat(held, seat.wagers, seat.decisions, play.players[number], seat.stakes if stakes is None else stakes,
                folded, setting, play.coupons.get(number, 0))  # fmt: skip


def as_played(table: Table, seats: Mapping[int, Seat], meter: int | None = None) -> Played:
    """Seats and places as `settle` reads them; a place nobody has turned over stands in likewise. Of cards that were
    drawn for a hand each, those of the seats that are here."""
    assert table.play is not None
    play, places = table.play, {}
    for place, held in play.round.places.items():
        places[place] = held if None not in held else table.rules.game.deck.cards[: len(held)]
    if play.drawn:
        there = zip(play.drawn, places["replacement"], strict=True)
        places["replacement"] = tuple(card for n, card in sorted(there, key=itemgetter(0)) if n in seats)
    return Played(seats, places, meter, len(play.round.seats))


def seat_lines(table: Table, number: int, stakes: Mapping[str, int]) -> list[Line]:
    """The lines of some of a seat's wagers, without Envy Bonuses."""
    assert table.play is not None
    play, rules = table.play, table.rules
    seats = {number: as_seat(table, number, stakes)}
    if table.plans.shares_replacements:
        seats = {n: seats.get(n) or as_seat(table, n) for n in play.round.seats if n == number or n not in play.out}
    meter = None
    for wager, stake in stakes.items():
        found = meter_of(table, wager, stake) if rules.tables[wager].progression else None
        if found is not None:
            meter = table.accounts.get(f"meter:{found.id}", 0)
    limit = rules.payout_limit
    left = None if limit is None else limit - play.limited.get(play.players[number], 0)
    played = as_played(table, seats, meter)

    def settled(under: Rules) -> list[Line]:
        return settle_seat(under, played, number, meter, left=left, envy=False)[0]

    lines = settled(rules)
    after = None if left is None else left - sum(line.paid for line in lines)
    return in_turn(table, number, name_readings(SettledSeat(rules, played, number, lines, after), settled))


def in_turn(table: Table, number: int, lines: list[Line]) -> list[Line]:
    """Lines paid from a meter that others of the round play for too name the reading of who is settled first."""
    assert table.play is not None
    settled = table.rules.game.settled
    order = next((other.reading for other in table.rules.others if other.rules.game.settled != settled), None)
    if order is None:
        return lines
    others = {wager for n, seat in table.play.round.seats.items() if n != number for wager in seat.stakes}
    return [by(line, order) if line.wager in others and share_of(table, line, table.accounts) else line
            for line in lines]  # fmt: skip


def post(act: Act, number: int, lines: Iterable[Line], hand: dict[str, Any] | None = None, announced: str = "") -> None:
    """Pay and collect lines."""
    table = act.table
    lines = tuple(lines)
    entries, after = settled_entries(table, number, lines)
    pay_from(table, entries)
    act.emit(e.Settled(seat=number, lines=tuple(line.to_json() for line in lines), entries=entries, meters=after,
                       hand=hand, announced=announced, by=act.actor.role, who=act.actor.name))  # fmt: skip
