"""What is sent with requests, by route; what is answered stands in `payloads`."""

from __future__ import annotations

from typing import Annotated

import msgspec

from croupier.house.people.signing_in.enrolment import Proof
from croupier.house.screens.submissions.form import NOTES
from croupier.kit.payload import Json, RequestBody

Short = Annotated[str, msgspec.Meta(max_length=40)]


# Signing in.


class SignInBody(RequestBody, frozen=True):
    """A name and its password."""

    name: str
    password: str


class CodeBody(RequestBody, frozen=True):
    """A code of an authenticator, or a recovery code."""

    code: str


class NameBody(RequestBody, frozen=True):
    """The name that a guest plays under."""

    name: str


class RoleBody(RequestBody, frozen=True):
    """The role in which somebody goes to work."""

    role: str


class PasskeyBody(RequestBody, frozen=True):
    """A passkey's answer, and the token of what it was to sign."""

    challenge: str
    passkey: Json


class NewPasskeyBody(PasskeyBody, frozen=True):
    """A passkey that the browser made, and what its owner calls it."""

    label: str = ""


class PasswordBody(RequestBody, frozen=True):
    """A first password."""

    password: str


class PasswordsBody(RequestBody, frozen=True):
    """The password so far, and the new one."""

    old: str
    new: str


class LinkBody(RequestBody, frozen=True):
    """The token of a one-time link."""

    token: str


class ResetBody(LinkBody, frozen=True):
    """The token of a one-time link, and the password that is chosen by it."""

    password: str


class ShownFactor(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A factor that is shown: a code, or a passkey's answer to a challenge."""

    code: str = ""
    challenge: str = ""
    passkey: Json | None = None

    @property
    def proof(self) -> Proof:
        """What is shown."""
        return Proof(self.code[:64], self.challenge, self.passkey)


class FactorRemoval(ShownFactor, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which factor goes, and the one that is shown for it."""

    factor: str
    credential: str = ""


class NewAuthenticator(RequestBody, frozen=True):
    """The key of a new authenticator as it was given, and its first code."""

    sealed: str
    code: str


# People.


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


# A player at a table.


class SeatBody(RequestBody, frozen=True):
    """A seat, and cents to buy in for."""

    seat: int
    amount: int = 0


class CompanyBody(RequestBody, frozen=True):
    """How many automatic players."""

    bots: int


class EmoteBody(RequestBody, frozen=True):
    """A word to the table."""

    emote: str


class SpeedBody(RequestBody, frozen=True):
    """How quickly the cards come: calm, normal or quick."""

    speed: str


class ContributionBody(RequestBody, frozen=True):
    """A player's part of the next seed."""

    contribution: str = ""


class LowBody(RequestBody, frozen=True):
    """The places of the cards that are set low."""

    low: list[int]


class ShareBody(RequestBody, frozen=True):
    """The seat whose hand is shared, and whether its player is named."""

    seat: int = 0
    named: bool = False


# The floor.


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


# Equipment.


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


# The lab and submissions.


class CompareBody(RequestBody, frozen=True):
    """Two submissions, each as TOML or as chosen paytables."""

    a: Json
    b: Json


class SubmissionBody(RequestBody, frozen=True):
    """A Rules Submission, as its TOML reads."""

    submission: Json


class CheckBody(SubmissionBody, frozen=True):
    """A Rules Submission, and comments for its file."""

    notes: Annotated[list[str], msgspec.Meta(max_length=NOTES)] = msgspec.field(default_factory=list)


class DrawingBody(SubmissionBody, frozen=True):
    """A Rules Submission, and the name of the house on what is drawn."""

    house: Annotated[str, msgspec.Meta(max_length=60)] = ""


class TomlBody(RequestBody, frozen=True):
    """A submission's TOML."""

    text: str
