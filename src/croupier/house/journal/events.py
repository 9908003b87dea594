"""What happens in a house away from its tables, in the past tense: the records of the house's own journal.

`by` is who did it, `second` the other person where two are needed; both are empty for what the house does by itself.
`within` is the hash of the session in which one of them did it, and `strong` whether the house took that for a strong
one; what came by no session (a tool, a link, a table that goes on by itself) has none. Amounts are cents. Nothing here
holds a secret: no password, token or key, only hashes of what must be recognised.
"""

from __future__ import annotations

import msgspec

from croupier.kit.payload import Json  # noqa: TC001 - msgspec reads it
from croupier.table.equipment import Item  # noqa: TC001 - msgspec reads it
from croupier.table.events import kebab


class HouseEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", tag=kebab):
    """Something that happened in the house."""

    by: str = ""
    second: str = ""
    within: str = ""
    strong: bool = False


# The house.


class HouseBegan(HouseEvent, frozen=True):
    """The journal begins. `money` is play or real, for good; `adopted` are the rows that were there already, by their
    table: how many, and the hash of all of them. With `tails` it marks its tables from the beginning."""

    money: str
    version: str = ""
    adopted: dict[str, tuple[int, str]] = {}
    tails: bool = False


class TableAdded(HouseEvent, frozen=True):
    """A table was opened, under these settings (JSON)."""

    table: str
    name: str
    game: str
    edition: str
    settings: str


class TableSettingsChanged(HouseEvent, frozen=True):
    """A table is run by other settings (JSON) from now on."""

    table: str
    settings: str


class TableSetAside(HouseEvent, frozen=True):
    """A table's data could not be loaded, and it was stopped alone."""

    table: str
    why: str


class TableReadmitted(HouseEvent, frozen=True):
    """A table that was set aside was loaded whole and is played again."""

    table: str


class TailsKept(HouseEvent, frozen=True):
    """From here on the house marks where each journal ends and how each table is run; `tables` were there already and
    were marked as they stood."""

    tables: tuple[str, ...] = ()


class TableAbandoned(HouseEvent, frozen=True):
    """A table was closed without a record of its own, since its key is lost. What lay on it was posted elsewhere."""

    table: str
    why: str


class HeadRecorded(HouseEvent, frozen=True):
    """Record `n` of a table's journal had this hash: it can be rolled back no further unseen."""

    table: str
    n: int
    hash: str


class KeyRotated(HouseEvent, frozen=True):
    """From the next record on another key signs; the old one signed this record."""

    old: str
    new: str
    why: str = ""


class HouseSettingsChanged(HouseEvent, frozen=True):
    """Settings of the whole house: limits by role, second factors, time-outs."""

    settings: Json


# People.


class PersonAdded(HouseEvent, frozen=True):
    """Somebody was registered; a guest has no password. `invitation` is the hash of the token it was by, `verifier` the
    SHA-256 of what is stored to recognise the password."""

    name: str
    grants: tuple[tuple[str, str], ...] = ()
    guest: bool = False
    invitation: str = ""
    verifier: str = ""


class PersonDismissed(HouseEvent, frozen=True):
    """An account was closed."""

    name: str


class RoleGranted(HouseEvent, frozen=True):
    """A role was given, at one table or at all."""

    name: str
    role: str
    table: str = ""


class RoleWithdrawn(HouseEvent, frozen=True):
    """A role was taken back."""

    name: str
    role: str
    table: str = ""


class Invited(HouseEvent, frozen=True):
    """A one-time link was made for a role, good `until` a time; `token` is its hash. Earlier ones for it are void,
    unless it was made `beside` them."""

    role: str
    table: str = ""
    token: str = ""
    beside: bool = False
    until: int = 0


class PasswordChanged(HouseEvent, frozen=True):
    """A password was changed by its owner; `how` is change, reset for one chosen by a link that two others gave, or
    first for a guest's who had none.
    `verifier` is as of `PersonAdded`; every session but the one `kept` (its hash) has ended."""

    name: str
    how: str = "change"
    verifier: str = ""
    kept: str = ""


class FactorChanged(HouseEvent, frozen=True):
    """A second factor was added to an account, shown or removed: totp, passkey, recovery. `digest` is the hash of
    what is stored to recognise it, `codes` are those of new recovery codes, in place of all others, `step` is the
    number of the time code by which it was added or shown. The `session` (its hash) in which it was added counts as
    strong from now on."""

    name: str
    factor: str
    what: str
    digest: str = ""
    codes: tuple[str, ...] = ()
    session: str = ""
    step: int = 0


class SignedIn(HouseEvent, frozen=True):
    """A session began. `how`: password, password+totp, password+recovery, passkey, oidc, guest; `session` is the hash
    of its token. At the level `pending` a second step is due before it opens anything; `until` it lasts at most.
    `digest` is the hash of what is stored of the password, factor, code or identity that it was by, `device` that of
    the browser's cookie, `step` the number of the time code that was shown."""

    name: str
    how: str = "password"
    session: str = ""
    level: str = ""
    until: int = 0
    digest: str = ""
    device: str = ""
    step: int = 0


class SignInFailed(HouseEvent, frozen=True):
    """A sign-in was refused; `name` is what was typed, where such an account exists."""

    name: str
    why: str = ""


class LockChanged(HouseEvent, frozen=True):
    """A name was locked until a time, or its lock was lifted (0)."""

    name: str
    until: int = 0


class SignedOut(HouseEvent, frozen=True):
    """A session was ended by its owner; `session` is the hash of its token, empty for all of them."""

    name: str
    session: str = ""


class Denied(HouseEvent, frozen=True):
    """Something was refused for want of permission."""

    person: str
    what: str
    why: str


class ResetBegun(HouseEvent, frozen=True):
    """Two people had an account's sessions ended and a link made by which its owner chooses a new password; `token` is
    the link's hash, good `until` a time. `factors`: whether the second factors are gone as well."""

    name: str
    token: str
    factors: bool = False
    until: int = 0


class IdentityLinked(HouseEvent, frozen=True):
    """An account was linked to what an OpenID issuer calls someone, or the link was taken back."""

    name: str
    issuer: str
    subject: str
    active: bool


class RelationChanged(HouseEvent, frozen=True):
    """Two accounts were declared to be one person's, or not to be; `related` is None when nothing is declared."""

    one: str
    other: str
    related: bool | None
    why: str = ""


# What players show.


class HandShared(HouseEvent, frozen=True):
    """A player made a link by which anyone sees a round as that player saw it; `token` is its hash. Their own name is
    on it if it is `named`."""

    token: str
    table: str
    round: int
    seat: int
    named: bool = False


class ShareRevoked(HouseEvent, frozen=True):
    """The link was taken back by whoever made it."""

    token: str


# Money.


class MoneyPosted(HouseEvent, frozen=True):
    """Money moved outside of a table's own journal: `entries` sum to nothing. `what` is deposit, withdrawal,
    play-money, hold, release; `key` is the idempotency key's hash."""

    entries: dict[str, int]
    what: str
    key: str = ""


class RequestMade(HouseEvent, frozen=True):
    """One person asked for what a second has to approve; `told` is JSON, `key` the idempotency key's hash."""

    number: int
    table: str
    kind: str
    told: str
    key: str = ""


class RequestAnswered(HouseEvent, frozen=True):
    """It was approved, refused, withdrawn, or is being carried out."""

    number: int
    state: str
    note: str = ""


class MeterOrdered(HouseEvent, frozen=True):
    """A meter was set by order of two people."""

    table: str
    meter: str
    before: int
    after: int
    why: str


# Equipment.


class EquipmentAdded(HouseEvent, frozen=True):
    """A piece of equipment was registered, and where it is kept."""

    item: Item
    kept: str = ""


class EquipmentInspected(HouseEvent, frozen=True):
    """A piece was inspected; `finding` is what was wrong with it, empty where it is in order."""

    item: str
    finding: str = ""


class EquipmentMoved(HouseEvent, frozen=True):
    """A piece is kept elsewhere, or stands at a table now."""

    item: str
    kept: str
    table: str = ""


class EquipmentRemoved(HouseEvent, frozen=True):
    """A piece was taken out of use for good."""

    item: str
    why: str


AnyHouseEvent = (
    HouseBegan
    | TableAdded
    | TableSettingsChanged
    | TableSetAside
    | TableReadmitted
    | TableAbandoned
    | HeadRecorded
    | TailsKept
    | KeyRotated
    | HouseSettingsChanged
    | PersonAdded
    | PersonDismissed
    | RoleGranted
    | RoleWithdrawn
    | Invited
    | PasswordChanged
    | FactorChanged
    | SignedIn
    | SignInFailed
    | LockChanged
    | SignedOut
    | Denied
    | ResetBegun
    | IdentityLinked
    | RelationChanged
    | HandShared
    | ShareRevoked
    | MoneyPosted
    | RequestMade
    | RequestAnswered
    | MeterOrdered
    | EquipmentAdded
    | EquipmentInspected
    | EquipmentMoved
    | EquipmentRemoved
)
