"""A player's own seven cards, set high and low: as they would be set, and by the house way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from croupier.errors import HouseError
from croupier.house.cloth import hands
from croupier.house.screens.player import payloads
from croupier.kit.cards import cards

if TYPE_CHECKING:
    from croupier.house.cloth.payloads import Setting
    from croupier.house.desk.desk import Desk
    from croupier.house.people.roles import Person
    from croupier.house.tables.keeping.keeper import Keeper


def judge(desk: Desk, person: Person, table: str, low: list[int]) -> Setting:
    """One's own seven cards as they would be set."""
    keeper = desk.house.keeper(table)
    return hands.judge_setting(keeper.rules, cards_to_set(desk, person, table), low)


def by_house_way(desk: Desk, person: Person, table: str) -> payloads.HouseWay:
    """One's own seven cards by the house way."""
    keeper = desk.house.keeper(table)
    own = cards_to_set(desk, person, table)
    low = hands.house_way(keeper.rules, own) if keeper.rules.game.set_hands is not None else []
    return payloads.HouseWay(places=low, **asdict(hands.judge_setting(keeper.rules, own, low)))


def cards_to_set(desk: Desk, person: Person, table: str) -> tuple[Any, ...]:
    """The cards that a player may set now."""
    keeper = desk.house.keeper(table)
    desk.check_player(person, "decide", table)
    seat = own_seat(keeper, person)
    seen = desk.view(person, table).seats.get(seat)
    held = seen.cards if seen is not None else []
    if not held or not all(held):
        raise HouseError("you have no cards to set now", field="low")
    return cards(" ".join(held))


def own_seat(keeper: Keeper, person: Person) -> int:
    """The seat of a person at a table, who has to have one."""
    seat = next((n for n, name in sorted(keeper.table.seats.items()) if name == person.name), None)
    if seat is None:
        raise HouseError("take a seat first", field="seat")
    return seat
