"""What the console receives of irregularities, and what each leads to."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.house.cloth.payloads import Said
from croupier.kit.payload import Payload


class IrregularityChoice(Payload, frozen=True):
    """An irregularity that can be reported, and what it leads to."""

    id: str
    words: str
    cite: str
    remedy: str
    applies: bool
    why: str
    needs: IrregularityNeeds
    second: str


class IrregularityNeeds(Payload, frozen=True):
    """What has to be said with a report: one of the seats, one of the devices, a card."""

    seats: list[int] | UnsetType = UNSET
    devices: list[str] | UnsetType = UNSET
    card: bool | UnsetType = UNSET


class Effects(Payload, frozen=True):
    """What events of a remedy moved, in words."""

    returned: list[SeatAmount]
    total: str
    taken: list[SeatAmount]
    owed: list[PlayerAmount]
    lost: list[SeatAmount]
    settled: SettledMany
    then: Said | None


class SeatAmount(Payload, frozen=True):
    """An amount of a seat."""

    seat: int
    player: str
    text: str


class PlayerAmount(Payload, frozen=True):
    """An amount that a player owes."""

    player: str
    text: str


class SettledMany(Payload, frozen=True):
    """What is settled, in words, and how many."""

    words: str
    count: int


class Remedied(Effects, frozen=True):
    """What a remedy moved, with what it is and its provision."""

    words: str
    cite: str | None
