"""What routes answer with that no screen of the house shows: signing in, second factors, links, done deeds."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.house.desk.payloads import RequestsView  # noqa: TC001 - msgspec reads it
from croupier.house.people.house_settings import HouseSettings
from croupier.house.people.payloads import SettingLine
from croupier.house.screens.administrator.payloads import RegisterView
from croupier.house.screens.lab.payloads import LabOffer
from croupier.house.screens.submissions.payloads import MainFigures, SubmissionChapter, WagerFigures
from croupier.kit.payload import Json, Payload


class Name(Payload, frozen=True):
    """Whose name it is."""

    name: str


class Entered(Payload, frozen=True):
    """After a step of signing in: whose session it is, the `second` factors that complete it, and whether one must be
    enrolled first."""

    name: str
    second: list[str]
    enrol: bool


class Post(Payload, frozen=True):
    """The role in which somebody has gone to work."""

    name: str
    role: str


class PasswordChanged(Payload, frozen=True):
    """How many other sessions a new password has ended."""

    ended: int
    words: str


class PasskeyChallenge(Payload, frozen=True):
    """What a browser is to sign: `options` as its interface takes them, and the `token` that comes back with the
    answer."""

    token: str
    options: Json


class Authenticator(Payload, frozen=True):
    """A key for a new authenticator, as text and as a QR code."""

    key: str
    qr: str
    sealed: str


class RecoveryCodes(Payload, frozen=True):
    """Recovery codes, shown once."""

    codes: list[str]


class SignInWays(Payload, frozen=True):
    """Where else people may sign in: an issuer's host, or nothing."""

    oidc: str


class RequestMade(Payload, frozen=True):
    """A request that waits for a second person, or was done at once, with what was asked."""

    request: int
    state: str
    title: str
    kind: str
    role: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    table: str | UnsetType = UNSET
    told: Json | UnsetType = UNSET


class InvitedTo(Payload, frozen=True):
    """What a one-time link is for."""

    role: str
    words: str
    where: str


class InvitationLink(Payload, frozen=True):
    """A link with which one person registers in a role."""

    role: str
    table: str
    words: str
    where: str
    link: str


class PersonGrants(Payload, frozen=True):
    """Somebody of the register with their roles, each for a table or for all."""

    name: str
    grants: list[tuple[str, str]]


class PersonAdded(Payload, frozen=True):
    """Somebody who was registered, and the requests for their roles at work."""

    name: str
    requests: list[int]


class RoleChanged(Payload, frozen=True):
    """A role that was given or taken back."""

    name: str
    role: str
    table: str


class LockLifted(Payload, frozen=True):
    """Whether there was a lock-out to lift."""

    name: str
    lifted: bool


class RelationDeclared(Payload, frozen=True):
    """What was declared of two accounts."""

    name: str
    other: str
    related: bool | None


class IdentityLinked(Payload, frozen=True):
    """What an issuer calls somebody."""

    name: str
    issuer: str
    subject: str


class RegisterPage(RegisterView, frozen=True):
    """The register as its page shows it, with what waits for an administrator."""

    requests: RequestsView
    settings: list[SettingLine]
    lonely: str


class HouseView(Payload, frozen=True):
    """What the house plays for, and its settings in words and in cents."""

    money: str
    words: str
    settings: list[SettingLine]
    told: HouseSettings


class OrderGiven(Payload, frozen=True):
    """The record up to which an order reached."""

    n: int


class SecondAsked(Payload, frozen=True):
    """The request for a second person."""

    request: int


class TableAsked(Payload, frozen=True):
    """A table that was opened, or waits for a second person."""

    request: int
    state: str
    id: str
    name: str


class Visitor(Payload, frozen=True):
    """Who is signed in, and the pages they may open."""

    name: str
    pages: list[str]


class LabPage(LabOffer, frozen=True):
    """The lab's catalogue, and who asks."""

    person: Visitor | None


class LabProgress(Payload, frozen=True):
    """What is being counted now, if anything takes longer."""

    what: str | UnsetType = UNSET
    words: str | UnsetType = UNSET


class SubmissionChapters(Payload, frozen=True):
    """Every chapter that a Rules Submission can be written for, and who asks."""

    editions: list[SubmissionChapter]
    person: Visitor | None


class SubmissionWorth(Payload, frozen=True):
    """The figures of a submission, once they are counted."""

    ready: bool
    main: MainFigures | UnsetType = UNSET
    tables: dict[str, dict[str, WagerFigures]] | UnsetType = UNSET
    choices: dict[str, dict[str, WagerFigures]] | UnsetType = UNSET


class ServerReadiness(Payload, frozen=True):
    """Whether the process should be sent anyone, or why not."""

    ready: bool
    why: list[str]
    tables: int
    set_aside: list[str]
