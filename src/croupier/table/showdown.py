"""What a round at a table looks like to the chapter that settles it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game import Played, Seat, Setting

if TYPE_CHECKING:
    from collections.abc import Mapping

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


def as_played(table: Table, seats: Mapping[int, Seat]) -> Played:
    """Seats and places as `settle` reads them; a place nobody has turned over stands in likewise."""
    assert table.play is not None
    places = {}
    for place, held in table.play.round.places.items():
        places[place] = held if None not in held else table.rules.game.deck.cards[: len(held)]
    return Played(seats, places, None, len(table.play.round.seats))
