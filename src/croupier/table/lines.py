"""The lines of a seat at a table: what its cards and stakes come to, and what they move."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any

from croupier.game import Played, Seat, Setting, SettledSeat, name_readings, settle_seat
from croupier.game.settle import by
from croupier.kit.money import cents
from croupier.table import events as e
from croupier.table.money import meter_of, pay_from
from croupier.table.postings import settled_entries, share_of
from croupier.table.skips import open_wagers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.game import Line, Rules
    from croupier.table.act import Act
    from croupier.table.state import Table


def as_seat(table: Table, number: int, stakes: Mapping[str, int] | None = None) -> Seat:
    """A seat as `settle` reads it. Cards that nobody may see any more stand in as the deck's first: no wager that is
    still open looks at them."""
    assert table.play is not None
    play, rules = table.play, table.plans.rules
    game, seat = rules.game, play.round.seats[number]
    held = seat.cards
    if None in held or len(held) < game.hand_size:
        held = game.deck.cards[: game.hand_size]
    setting = seat.setting
    if (
        setting is not None
        and game.set_hands is not None
        and not (isinstance(setting, Setting) and setting.high and len(setting.low) == 2)
    ):
        setting = game.set_hands(rules, held, "house-way")
    folded = None if play.void else seat.folded  # a fold of a void hand forfeits nothing
    return Seat(
        held,
        seat.wagers,
        seat.decisions,
        play.players[number],
        seat.stakes if stakes is None else stakes,
        folded,
        setting,
        play.coupons.get(number, 0),
    )


def as_played(table: Table, seats: Mapping[int, Seat], meter: int | None = None) -> Played:
    """Seats and places as `settle` reads them; a place nobody has turned over stands in likewise. Of cards that were
    drawn for a hand each, those of the seats that are here."""
    assert table.play is not None
    play = table.play
    places: Mapping[str, Any] = play.round.places
    if any(None in held for held in places.values()):
        stand_ins = table.rules.game.deck.cards
        places = {place: held if None not in held else stand_ins[: len(held)] for place, held in places.items()}
    if play.drawn:
        there = zip(play.drawn, places["replacement"], strict=True)
        drawn = tuple(card for n, card in sorted(there, key=itemgetter(0)) if n in seats)
        places = {**places, "replacement": drawn}
    return Played(seats, places, meter, len(play.round.seats))


def seat_lines(table: Table, number: int, stakes: Mapping[str, int], *, result: str = "") -> list[Line]:
    """The lines of some of a seat's wagers, without Envy Bonuses; with a `result` those alone that came to it."""
    assert table.play is not None
    play, rules = table.play, table.rules
    seats = {number: as_seat(table, number, stakes)}
    if table.plans.shares_replacements:
        seats = {n: seats.get(n) or as_seat(table, n) for n in play.round.seats if n == number or n not in play.out}
    meter = None
    for wager, stake in stakes.items() if table.meters else ():
        found = meter_of(table, wager, stake) if rules.tables[wager].progression else None
        if found is not None:
            meter = table.accounts.get(f"meter:{found.id}", 0)
    played = as_played(table, seats, meter)

    def settled(under: Rules) -> list[Line]:
        return settle_seat(under, played, number, meter, left=_left(table, under, number), envy=False)[0]

    lines, left = settled(rules), _left(table, rules, number)
    after = None if left is None else left - sum(line.paid for line in lines) - _beside(table, number)
    lines = [line for line in lines if line.result == result] if result else lines
    return in_turn(table, number, name_readings(SettledSeat(rules, played, number, lines, after), settled))


def _left(table: Table, under: Rules, number: int) -> int | None:
    """What remains of the payout limit of a seat's player, of the wagers that it limits under these rules."""
    limit = under.payout_limit
    return None if limit is None else max(limit - _won(table, number, under.game.limited), 0)


def _beside(table: Table, number: int) -> int:
    """What a seat's player has won in this round on wagers that the payout limit does not limit."""
    limited, offered = table.rules.game.limited, (wager.id for wager in table.rules.offered())
    return _won(table, number, [wager for wager in offered if wager not in limited])


def _won(table: Table, number: int, wagers: Iterable[str]) -> int:
    assert table.play is not None
    play, counted = table.play, frozenset(wagers)
    mine = [posted for posted in play.settled if play.players[posted.seat] == play.players[number]]
    return sum(cents(line["paid"]) for posted in mine for line in posted.lines if line["wager"] in counted)


def in_turn(table: Table, number: int, lines: list[Line]) -> list[Line]:
    """Lines paid from a meter that others of the round were paid from, or may still be, name the reading of who is
    settled first."""
    assert table.play is not None
    order = table.rules.order_reading
    if order is None or "win" not in [line.result for line in lines]:
        return lines
    shared = [line.place for line in lines if share_of(table, line, table.accounts)]
    if not shared:
        return lines
    others = {wager for n in table.play.round.seats if n != number for wager in open_wagers(table.play, n)}
    others |= {line["wager"] for posted in table.play.settled if posted.before for line in posted.lines}
    return [by(line, order) if line.wager in others and line.place in shared else line for line in lines]


def post(act: Act, number: int, lines: Iterable[Line], hand: dict[str, Any] | None = None, announced: str = "") -> None:
    """Pay and collect lines."""
    table = act.table
    lines = tuple(lines)
    entries, after = settled_entries(table, number, lines)
    pay_from(table, entries)
    act.emit(
        e.Settled(
            seat=number,
            lines=tuple([line.to_json() for line in lines]),
            entries=entries,
            meters=after,
            hand=hand,
            announced=announced,
            by=act.actor.role,
            who=act.actor.name,
        )
    )
