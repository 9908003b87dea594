"""The order of a shuffle that surveillance and the regulator alone may read (reading `open-order`), and its record as
everybody else gets it: without seed and order, and with its own hash, to which the next record is chained.

What a player saw is proved without it: the salts of the own cards open their seals, and tell nothing of the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.house.people.permissions import may
from croupier.journal.record import Line
from croupier.journal.round_visibility import looked
from croupier.table import events as e
from croupier.table.shuffle import salt

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from croupier.game import Rules
    from croupier.house.people.roles import Person
    from croupier.journal.reconstruct import Rebuilt
    from croupier.kit.payload import Json

READING = "open-order"
_decode = msgspec.json.Decoder(Line).decode
_OPENED = b'"event":{"event":"order-opened"'


def sealed(rules: Rules, *, real: bool) -> bool:
    """Whether the regulator alone reads the orders of a table."""
    return rules.readings.get(READING) in ("regulator", *(("by-money",) if real else ()))


def reads_orders(person: Person, table: str, rules: Rules, *, real: bool) -> bool:
    """Whether somebody may read the orders that were opened at a table, which plays for real money or not."""
    return not sealed(rules, real=real) or may(person.roles(table), "orders")


def opens_order(line: bytes) -> bool:
    """Whether a record opens an order."""
    return _OPENED in line[:100]


def withheld(line: bytes) -> bytes:
    """A record as those get it who may not read orders: any other as it is."""
    if not opens_order(line):
        return line
    record = _decode(line)
    event: Any = record.event
    more = {} if record.more is msgspec.UNSET else {"more": record.more}
    return (
        msgspec.json.encode(
            {
                "n": record.n,
                "at": record.at,
                "event": msgspec.structs.replace(event, seed="", order=""),
                **more,
                "withheld": True,
                "hash": record.hash,
            }
        )
        + b"\n"
    )


def own_cards_line(rebuilt: Rebuilt, seats: Collection[int]) -> bytes:
    """A line with the cards that the players of some seats came to see and with what opens their seals, by record; none
    while their order is secret to everybody."""
    found = [one for seat in seats if looked(rebuilt, seat) for one in _opened(rebuilt, seat)]
    return msgspec.json.encode({"own": found}) + b"\n" if found else b""


def _opened(rebuilt: Rebuilt, seat: int) -> Iterator[Json]:
    for entry in rebuilt.gathered.of(e.Dealt):
        event, order = entry.event, entry.order
        assert isinstance(event, e.Dealt)
        if event.to == f"seats.{seat}" and event.seals and order is not None and order.cards:
            places = [order.place(event.at + i) for i in range(event.count)]
            yield {
                "record": entry.record.n,
                "cards": [str(order.cards[place]) for place in places],
                "salts": [salt(order.final, place) for place in places],
            }
