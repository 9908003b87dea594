"""Settings of the whole house: what one person may do alone by role, and who counts as a second person.

They are stored as a fact of the house and changed by two people. A real-money house cannot switch the second person
off, by a switch or by limits without end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import msgspec
from sqlalchemy import delete, insert

from croupier.errors import BadText, HouseError
from croupier.house.people import payloads
from croupier.house.people.permissions import HouseRole
from croupier.house.storage import schema
from croupier.house.storage.house_facts import fact
from croupier.kit.days import day_of, read_zone
from croupier.kit.money import grouped

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from sqlalchemy import Executable

    from croupier.house.storage.database import Database
    from croupier.kit.payload import Json

SETTINGS, SEAL = "settings", "settings-seal"
"""Facts: the settings, and the code by which the house knows them for its own."""
DAY = 86_400_000
HOUR = 3_600_000
LIMITED = {
    "deposit": "Money into players' wallets",
    "withdrawal": "Money paid out of wallets",
    "fill": "Fills",
    "credit": "Credits",
    "open": "Inventory and first meters of tables opened",
}
"""Kinds of requests with an amount that one person may reach alone within 24 hours."""
MAX_CENTS = 10**12
MOST_REAL = {
    "deposit": 10_000_000,
    "withdrawal": 10_000_000,
    "fill": 10_000_000,
    "credit": 10_000_000,
    "open": 1_000_000_000,
}
"""Cents: no limit of a real-money house is larger."""


class HouseSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`alone` is how many cents a role may move alone in 24 hours, by kind; what is not named is nothing.

    Accounts that one person made within `same_maker_days` are no two people. What waits longer than `waiting_hours` is
    not approved any more. Without `two_people` one administrator gives out roles, and no amount is too large for one;
    fills, credits, meters, closings and voids need a second person all the same. `zone` is the time zone of the house's
    days, by which an edition is in force or not; UTC without.
    """

    alone: dict[str, dict[str, int]] = msgspec.field(
        default_factory=lambda: {
            "deposit": {"shift-manager": 1_000_000},
            "withdrawal": {"shift-manager": 1_000_000},
            "fill": {},
            "credit": {},
            "open": {"shift-manager": 100_000_000},
        }
    )
    same_maker_days: int = 7
    waiting_hours: int = 24
    two_people: bool = True
    zone: str = ""

    def limit(self, kind: str, roles: Iterable[str]) -> int:
        """What someone with these roles may do alone within 24 hours, in cents."""
        if not self.two_people and kind in {"deposit", "withdrawal", "open"}:
            return MAX_CENTS
        return max((self.alone.get(kind, {}).get(role, 0) for role in roles), default=0)


def settings_of(database: Database) -> HouseSettings:
    """The settings of a house, as they are stored or by default. What nobody of the house stored counts for nothing."""
    text, seals = fact(database, SETTINGS), database.seals
    if not text or (seals is not None and fact(database, SEAL) != seals.code(SETTINGS, text)):
        return HouseSettings()
    return msgspec.json.decode(text, type=HouseSettings)


def house_day(database: Database, at: int) -> date:
    """The house's day of a time, in its time zone."""
    return day_of(at, read_zone(settings_of(database).zone))


def read_settings(data: Json, *, real: bool) -> HouseSettings:
    """Settings from what was sent, or a refusal that says where."""
    try:
        made = msgspec.convert(data, HouseSettings)
    except msgspec.ValidationError as error:
        raise HouseError(f"not settings of a house: {error}", field="settings") from None
    for kind, limits in made.alone.items():
        for role, cents in limits.items():
            where = f"settings.alone.{kind}.{role}"
            if kind not in LIMITED or role not in get_args(HouseRole):
                raise HouseError(f"there is no limit for {kind} by a {role}", field=where)
            most = MOST_REAL[kind] if real else MAX_CENTS
            if not 0 <= cents <= most:
                raise HouseError(f"alone nobody moves more than {grouped(most, '$')}", field=where)
    if not int(real) <= made.same_maker_days <= 365:
        raise HouseError(f"from {int(real)} to 365 days", field="settings.same_maker_days")
    if not 1 <= made.waiting_hours <= 720:
        raise HouseError("from 1 to 720 hours", field="settings.waiting_hours")
    if real and not made.two_people:
        raise HouseError("a real-money house does not do without a second person", field="settings.two_people")
    try:
        read_zone(made.zone)
    except BadText as error:
        raise HouseError(error.message, field="settings.zone") from None
    return made


def storing(database: Database, settings: HouseSettings) -> list[Executable]:
    """The statements that store settings."""
    rows, seals = schema.house_facts, database.seals
    value = msgspec.json.encode(settings).decode()
    facts = {SETTINGS: value, **({} if seals is None else {SEAL: seals.code(SETTINGS, value)})}
    return [
        delete(rows).where(rows.c.name.in_([SETTINGS, SEAL])),
        *(insert(rows).values(name=name, value=text) for name, text in facts.items()),
    ]


def in_words(settings: HouseSettings) -> list[payloads.SettingLine]:
    """Every setting as a page shows it."""
    lines = []
    for kind, words in LIMITED.items():
        limits = {role: cents for role, cents in settings.alone.get(kind, {}).items() if cents}
        alone = "; ".join(
            f"{role.replace('-', ' ')} up to {grouped(cents, '$')} alone in 24 hours"
            for role, cents in sorted(limits.items())
        )
        lines.append(payloads.SettingLine(kind, words, alone or "always two people"))
    days, hours = settings.same_maker_days, settings.waiting_hours
    lines.append(
        payloads.SettingLine(
            "same-maker", "Accounts made by one person", f"do not approve for each other within {days} days"
        )
    )
    lines.append(payloads.SettingLine("waiting", "A request waits", f"{hours} hours, then it is asked anew"))
    roles = "two administrators" if settings.two_people else "one administrator; no amount is too large for one person"
    lines.append(payloads.SettingLine("two-people", "Roles at work are given by", roles))
    lines.append(payloads.SettingLine("zone", "Days of the house", settings.zone or "UTC"))
    return lines
