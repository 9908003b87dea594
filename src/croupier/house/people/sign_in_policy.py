"""What a house asks of those who sign in: second factors and time-outs, role by role."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from croupier.errors import BadText
from croupier.house.people.permissions import ROLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.house.people.permissions import HouseRole

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
SESSION = 12 * HOUR
GUEST = "guest"
"""Someone without a password and without a role at work: there is nothing to sign in with again."""
NEEDED: frozenset[HouseRole] = frozenset({"floorperson", "shift-manager", "surveillance", "auditor", "administrator"})
"""Roles that need a second factor in a house of real money, unless it says otherwise."""
MAX_TIME_OUT = 366 * DAY


class Timeout(NamedTuple):
    """Milliseconds after the last activity, and after the sign-in, at which a session ends."""

    idle: int
    absolute: int


STAFF = Timeout(30 * MINUTE, SESSION)
PLAYER = Timeout(SESSION, SESSION)
GUESTS = Timeout(90 * DAY, 90 * DAY)
TIMEOUTS: Mapping[str, Timeout] = MappingProxyType(
    {**{role: PLAYER if role == "player" else STAFF for role in ROLES}, GUEST: GUESTS}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """`second_factor` are the roles that are held only with one; `timeouts` are by role, and by `guest`."""

    second_factor: frozenset[HouseRole] = frozenset()
    timeouts: Mapping[str, Timeout] = field(default_factory=lambda: TIMEOUTS)

    @classmethod
    def of_house(cls, *, money: str = "play", local: bool = False) -> Self:
        """What a house does unless told otherwise. On one's own machine nobody is asked for anything."""
        if local:
            return cls(timeouts={**TIMEOUTS, **dict.fromkeys(ROLES, GUESTS)})
        return cls(second_factor=NEEDED if money == "real" else frozenset())

    def needs_second(self, roles: Iterable[str]) -> bool:
        """Whether someone with these roles holds them only with a second factor."""
        return not self.second_factor.isdisjoint(roles)

    def timeout(self, roles: Iterable[str], *, guest: bool) -> Timeout:
        """The strictest of someone's roles."""
        kinds = set(roles)
        if guest and kinds <= {"player"}:
            kinds = {GUEST}
        found = [self.timeouts[kind] for kind in kinds or {"player"}]
        return Timeout(min(one.idle for one in found), min(one.absolute for one in found))

    @classmethod
    def read(cls, base: Policy, second_factor: str | None, timeouts: Mapping[str, Any], where: str = "") -> Self:
        """A policy from settings: roles with commas between them, or `none`; minutes by role, as [idle, absolute].

        >>> told = Policy.read(Policy(), "auditor,floorperson", {"dealer": [15, 600]})
        >>> sorted(told.second_factor), told.timeout({"dealer"}, guest=False).idle // MINUTE
        (['auditor', 'floorperson'], 15)
        """
        needed = base.second_factor
        if second_factor is not None:
            roles = [part.strip() for part in second_factor.split(",") if part.strip() not in {"", "none"}]
            for role in roles:
                if role not in ROLES:
                    raise BadText(f"{role!r} is none of {', '.join(ROLES)}", field="second-factor")
            needed = frozenset(role for role in ROLES if role in roles)
        found = dict(base.timeouts)
        for kind, value in timeouts.items():
            if kind not in found:
                raise BadText(f"is none of {', '.join(found)}", field=f"{where}timeouts.{kind}")
            match value:
                case [int(idle), int(absolute)] if 0 < idle <= absolute <= MAX_TIME_OUT // MINUTE:
                    found[kind] = Timeout(idle * MINUTE, absolute * MINUTE)
                case _:
                    raise BadText(
                        "is not [idle, absolute] in minutes, the second no less", field=f"{where}timeouts.{kind}"
                    )
        return cls(second_factor=needed, timeouts=found)
