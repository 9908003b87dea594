"""What a person asks of a table, in the imperative. `decide` answers with events or refuses with the provision."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.game.conduct import Role  # noqa: TC001 - msgspec reads it
from croupier.table.events import kebab


class Actor(msgspec.Struct, frozen=True):
    """Who acts: a role, and a person's name where one is known. A player acts only for seats of that name."""

    role: Role
    name: str = ""


class Command(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="command", tag=kebab):
    """Something asked of the table."""


class Perform(Command, frozen=True):
    """Carry out the step that is due. `value` is its outcome (a cut's place, a count, dice), `cards` what it shows.

    `seals` stand for cards that lie face down and `salts` open them; both come from whoever keeps the order.
    """

    step: str
    value: Any = None
    seat: int = 0
    cards: str = ""
    seals: tuple[str, ...] = ()
    salts: tuple[str, ...] = ()


class Sit(Command, frozen=True):
    """Take a betting position."""

    player: str
    seat: int


class Leave(Command, frozen=True):
    """Give up a betting position."""

    seat: int


class BuyIn(Command, frozen=True):
    """Cash for chips, at the table."""

    player: str
    amount: int


class CashOut(Command, frozen=True):
    """Take one's chips away."""

    player: str


class Place(Command, frozen=True):
    """Put chips on a betting area; `verbal` with cash, where the chapter takes it; a coupon by `wager` match-play.

    `contribution` are 1 to 32 random bytes of the player's own, in lower-case hexadecimal: with the house's seed they
    make the order of the cards.
    """

    seat: int
    wager: str
    amount: int
    verbal: bool = False
    contribution: str = ""


class PlaceWagers(Command, frozen=True):
    """Put all wagers of one seat on the layout, every one of them or none: amounts in cents by wager, in any order.

    `contribution` as in `Place`.
    """

    seat: int
    wagers: dict[str, int]
    contribution: str = ""


class TakeBack(Command, frozen=True):
    """Take a wager back while the betting is open."""

    seat: int
    wager: str


class Decide(Command, frozen=True):
    """Decide at one's turn. A setting is ``set`` with the places of the two low cards among the seven (0 to 6).

    A dealer says it for a player whose time is over or, `announced`, says what a player at real cards has said.
    """

    seat: int
    decision: str
    low: tuple[int, ...] = ()
    announced: bool = False


class Report(Command, frozen=True):
    """Say that something went wrong; the table applies the law's remedy."""

    irregularity: str
    seat: int = 0
    cards: str = ""
    device: str = ""
    note: str = ""


class Direct(Command, frozen=True):
    """An order of a floorperson or above.

    reshuffle, recut, change-cards, change-dice, abandon (a seat), admit and bar (a player who skipped a round), fill
    and credit (an amount), repair (a device), relieve (a new dealer's name), meter (what a linked meter changed by
    elsewhere), set-meter (what a meter shows from now on, with the `second` person who orders it and a `note` why),
    collect-claim and write-off-claim (an amount that a player owes of the round named by `what`), close.
    """

    order: str
    seat: int = 0
    player: str = ""
    amount: int = 0
    what: str = ""
    second: str = ""
    note: str = ""


AnyCommand = Perform | Sit | Leave | BuyIn | CashOut | Place | PlaceWagers | TakeBack | Decide | Report | Direct
