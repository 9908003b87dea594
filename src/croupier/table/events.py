"""What has happened at a table, in the past tense. The journal stores these; the table's state is their fold.

Amounts are integer cents. `entries` are postings that sum to nothing: account to change. Cards that lie face down are
present as `seals` only; the card itself comes with the event that turns it up, and `salts` open its seal.
"""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from croupier.table.equipment import Item  # noqa: TC001 - msgspec reads it


def kebab(name: str) -> str:
    """A class name as its tag."""
    return "".join("-" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("-")


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", tag=kebab):
    """`by` is the role that acted and `who` its name, where a person did."""

    by: str = ""
    who: str = ""


class TableOpened(Event, frozen=True):
    """A table begins: its game and Rules Submission, how its cards come, and what lies in its inventory. Without
    `mid_shoe` a player who skips a round waits for the next shuffle (686a.6(b)). `procedure` is the list of steps that
    the table follows (`croupier.table.state`); journals from before there were two follow the first. `mark` says that
    the edition is not in force. `equipment` is what stands at the table; none where it is a standard set, with nothing
    real at stake. `day` is the day on which it is opened (``2026-01-31``), where whoever opens it says one, and `money`
    is ``real`` where that is played for (`croupier.table.in_force`). `package` has the name, version and digest of the
    package that the game came with, if it is not our own."""

    table: str
    game: str
    edition: str
    submission: dict[str, Any]
    readings: dict[str, str]
    cards: str
    entries: dict[str, int]
    meters: dict[str, dict[str, Any]]
    test: bool = False
    version: str = ""
    mid_shoe: bool = True
    procedure: int = 1
    mark: str = ""
    equipment: tuple[Item, ...] = ()
    day: str = ""
    money: str = ""
    package: dict[str, str] = {}


class Performed(Event, frozen=True):
    """A step of the law was carried out. `value` is what it produced: a count, the place of a cut, a total."""

    step: str
    cite: str
    pack: int | None = None
    value: Any = None


class Shuffled(Event, frozen=True):
    """A pack lies in a new order, known only by its commitment. `sealed` is the encrypted seed; `of` names the cards
    where not the whole pack was shuffled. `scheme` 2: `number`, `round` and `clock` are of the commitment's context
    (`croupier.table.seeds`); 1, of old journals: the commitment is to seed and order."""

    pack: int
    method: str
    cite: str
    commitment: str = ""
    sealed: str = ""
    of: str = ""
    scheme: int = 1
    number: int = 0
    round: int = 0
    clock: int = 0


class OrderOpened(Event, frozen=True):
    """The house's seed, the players' contributions by seat and the order of a pack that is no longer in play, for
    everyone to recompute."""

    pack: int
    commitment: str
    seed: str
    order: str
    cut: int
    contributions: dict[int, str] = msgspec.field(default_factory=dict)


class PackChanged(Event, frozen=True):
    """Cards left the table, or new ones came: `what` is received, removed or changed. `deck` is the number in the
    register of what was received, where the table's decks are registered."""

    pack: int
    what: str
    cite: str
    preshuffled: bool = False
    deck: str = ""


class EquipmentBrought(Event, frozen=True):
    """More registered equipment came to the table: the decks that follow those in use."""

    items: tuple[Item, ...]
    cite: str


class DeviceChanged(Event, frozen=True):
    """A shuffling or dealing device went out of order, was removed, or is in order again."""

    device: str
    what: str
    cite: str


class Sat(Event, frozen=True):
    """A player took a betting position."""

    player: str
    seat: int


class Left(Event, frozen=True):
    """A player gave up a betting position; `midround` marks one who walked away from a hand."""

    player: str
    seat: int
    midround: bool = False


class MoneyMoved(Event, frozen=True):
    """Money changed hands outside of a wager: a buy-in, cash-out, fill, credit, a meter's change, or a claim of `round`
    that was collected or written off. Of a meter that was set, `second` is the other of the two who did it and `note`
    why."""

    what: str
    entries: dict[str, int]
    player: str = ""
    meter: str = ""
    round: int = 0
    second: str = ""
    note: str = ""


class WagerPlaced(Event, frozen=True):
    """Chips on the layout (or taken back, with a negative amount). `contribution` is the player's part of the seed that
    the next order is made from, in hexadecimal; of several at a seat the last counts."""

    seat: int
    wager: str
    amount: int
    entries: dict[str, int]
    verbal: bool = False
    contribution: str = ""


class RoundBegan(Event, frozen=True):
    """No more bets: these wagers stand, and with these contributions (by seat) the order of cards that were shuffled
    since the round before is fixed."""

    round: int
    wagers: dict[int, dict[str, int]]
    players: dict[int, str]
    coupons: dict[int, int]
    cite: str
    pack: int
    contributions: dict[int, str] = msgspec.field(default_factory=dict)


class Contributed(Event, frozen=True):
    """Progressive wagers were collected, and their share went to the meter; `carry` is the part of a cent left."""

    meter: str
    wagers: dict[int, int]
    chips: int
    increment: int
    carry: str
    entries: dict[str, int]
    cite: str


class Dealt(Event, frozen=True):
    """Cards to a seat or place. `at` is the place of the first one in the pack's order, after the cut. `drawn_for` is
    the seat whose wild card it replaces."""

    to: str
    count: int
    at: int
    cite: str
    cards: str = ""
    seals: tuple[str, ...] = ()
    drawn_for: int = 0


class Discarded(Event, frozen=True):
    """Cards went from the shoe straight to the rack: burned, found face up, or left over."""

    what: str
    count: int
    at: int
    cite: str
    cards: str = ""


class Decided(Event, frozen=True):
    """A player decided. A setting names the places of the two low cards among the seven, not the cards. `late`: the
    dealer acted for a player whose time was over; `announced`: the dealer told what the player said at real cards."""

    seat: int
    decision: str
    cite: str
    low: tuple[int, ...] = ()
    stakes: dict[str, int] = msgspec.field(default_factory=dict)
    entries: dict[str, int] = msgspec.field(default_factory=dict)
    late: bool = False
    announced: bool = False


class Turned(Event, frozen=True):
    """Cards of a place were turned face up. `announced` is the hand that the dealer announced with them."""

    to: str
    first: int
    cards: str
    cite: str
    salts: tuple[str, ...] = ()
    announced: str = ""


class Revealed(Event, frozen=True):
    """A player's hand was turned over; `low` is what was set as the low hand. `validate`: it wins from a meter.
    `announced` is the hand that the dealer announced, where the chapter has it announced."""

    seat: int
    cards: str
    cite: str
    salts: tuple[str, ...] = ()
    low: str = ""
    validate: bool = False
    announced: str = ""


class Settled(Event, frozen=True):
    """Lines of a seat, paid or collected. `meters` are the meters after it. `out`: the hand is out of the round.
    `announced` is what the dealer announced of the first wager, where the chapter has it announced."""

    seat: int
    lines: tuple[dict[str, Any], ...]
    entries: dict[str, int]
    meters: dict[str, int] = msgspec.field(default_factory=dict)
    hand: dict[str, Any] | None = None
    out: bool = False
    announced: str = ""


class IrregularityFound(Event, frozen=True):
    """Something went wrong, with the provision that says what follows."""

    irregularity: str
    cite: str
    remedy: tuple[str, ...]
    seat: int | None = None
    note: str = ""
    reading: str = ""


class Voided(Event, frozen=True):
    """Wagers went back to their players: all of a round's, or one seat's. `out`: the hand is out of the round."""

    seat: int
    lines: tuple[dict[str, Any], ...]
    entries: dict[str, int]
    cite: str
    meters: dict[str, int] = msgspec.field(default_factory=dict)
    carries: dict[str, str] = msgspec.field(default_factory=dict)
    out: bool = False


class Unwound(Event, frozen=True):
    """Lines of a seat that were settled in this round were undone: what was paid came back, what was collected lies on
    the layout again, and `meters` stand (and `carries` are) as they would be without it. What becomes of the wagers
    follows."""

    seat: int
    lines: tuple[dict[str, Any], ...]
    entries: dict[str, int]
    cite: str
    meters: dict[str, int] = msgspec.field(default_factory=dict)
    carries: dict[str, str] = msgspec.field(default_factory=dict)


class Claimed(Event, frozen=True):
    """What was undone is no longer with its player, or was paid by hand with its documents: the house has a claim for
    it, which a floorperson has collected or written off. `entries` stand in for the chips that are missing."""

    player: str
    amount: int
    round: int
    entries: dict[str, int]
    cite: str
    reading: str = ""


class Racked(Event, frozen=True):
    """Cards went to the discard rack, in an order from which hands can be rebuilt."""

    what: str
    count: int
    cite: str


class RoundClosed(Event, frozen=True):
    """The round is over."""

    round: int
    void: bool = False


class TableClosed(Event, frozen=True):
    """The table closed for gaming. `meters` is what stands on those of its own, for the table in its place."""

    note: str = ""
    meters: dict[str, dict[str, Any]] = msgspec.field(default_factory=dict)


AnyEvent = (
    TableOpened
    | Performed
    | Shuffled
    | OrderOpened
    | PackChanged
    | EquipmentBrought
    | DeviceChanged
    | Sat
    | Left
    | MoneyMoved
    | WagerPlaced
    | RoundBegan
    | Contributed
    | Dealt
    | Discarded
    | Decided
    | Turned
    | Revealed
    | Settled
    | IrregularityFound
    | Voided
    | Racked
    | RoundClosed
    | TableClosed
    | Unwound
    | Claimed
)
EVENTS: tuple[type[Event], ...] = get_args(AnyEvent)
