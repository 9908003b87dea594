"""What those at work send: of people, money, orders, equipment."""

from __future__ import annotations

from typing import Annotated

import msgspec

from croupier.kit.payload import Json, RequestBody

Short = Annotated[str, msgspec.Meta(max_length=40)]


class InvitationBody(RequestBody, frozen=True):
    """The role that a link gives, at one table or at all."""

    role: str
    table: str = ""


class NewPerson(RequestBody, frozen=True):
    """Someone to register, with roles at one table or at all: a player, unless told otherwise."""

    name: str
    password: str
    roles: list[str] | None = None
    table: str = ""


class RelationBody(RequestBody, frozen=True):
    """Whether two accounts are related, or not, or no more (null); and why."""

    related: bool | None
    why: str = ""


class IdentityBody(RequestBody, frozen=True):
    """What an OpenID issuer calls someone."""

    issuer: str
    subject: str


class CentsBody(RequestBody, frozen=True):
    """An amount in cents."""

    amount: int


class NoteBody(RequestBody, frozen=True):
    """Why a request is refused."""

    note: str = ""


class Order(RequestBody, frozen=True, forbid_unknown_fields=True):
    """An order, and for what: a seat, a player or a new dealer's name, a device."""

    order: Short
    seat: int = 0
    player: Short = ""
    what: Short = ""
    key: str = ""


class Step(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A step of the floorperson's, in the round it was shown for. `value` is what was chosen, or what was counted at
    each place."""

    step: Short
    round: int = 0
    seat: int = 0
    value: Short | Annotated[dict[Short, int], msgspec.Meta(max_length=20)] | None = None
    key: str = ""


class Found(RequestBody, frozen=True, forbid_unknown_fields=True):
    """An irregularity: at which seat, of which device, which card lay open."""

    irregularity: Short
    seat: int = 0
    device: Short = ""
    cards: Short = ""
    key: str = ""


class SchoolBody(RequestBody, frozen=True):
    """The game of a school table."""

    game: str
    edition: str = ""


class NewEquipment(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A piece, and where it is kept; of a sign, the Rules Submission (TOML) that it was printed for."""

    item: Json
    kept: str = ""
    submission: str = ""


class Inspection(RequestBody, frozen=True, forbid_unknown_fields=True):
    """What an inspection found wrong; nothing where the piece is in order."""

    finding: str = ""


class EquipmentMove(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Where a piece is kept now, or at which table it stands."""

    kept: str = ""
    table: str = ""


class EquipmentRemoval(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Why a piece is taken out of use."""

    why: str


class BroughtDeck(RequestBody, frozen=True, forbid_unknown_fields=True):
    """The number of a deck."""

    item: str
