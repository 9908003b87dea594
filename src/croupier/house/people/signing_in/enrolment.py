"""Second factors of one's own: adding, listing and removing them.

The first may be added in any session of one's own; any other, only by showing one anew, and so with removing: whoever
holds no more than an open session neither adds a factor of their own nor takes the owner's away.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import HouseError
from croupier.house.people import payloads
from croupier.house.people.accounts import hashed
from croupier.house.people.signing_in.passkeys import Site  # noqa: TC001 - as above
from croupier.house.people.signing_in.second_factors import Proved
from croupier.house.people.signing_in.sign_in_throttle import Origin  # noqa: TC001 - the named tuple holds it
from croupier.house.storage.transactions import Transaction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.house.people.roles import Person
    from croupier.house.people.sign_in import People
    from croupier.house.people.signing_in.passkeys import Challenge
    from croupier.house.people.signing_in.second_factors import Enrolment
    from croupier.kit.payload import Json


class Proof(NamedTuple):
    """A second factor shown anew: a `code`, or the answer of a passkey to a challenge."""

    code: str = ""
    token: str = ""
    passkey: Json | None = None


class Shown(NamedTuple):
    """What is shown where; nothing for a first factor."""

    site: Site
    origin: Origin
    proof: Proof = Proof()


def factors_of(people: People, name: str) -> payloads.SecondFactors:
    """Someone's second factors, as their account's page shows them."""
    roles = {role for role, _ in people.accounts.person(name).grants}
    return payloads.SecondFactors(
        totp=people.factors.enrolled_since(name),
        passkeys=[payloads.PasskeyLine(*passkey) for passkey in people.passkeys.enrolled(name)],
        recovery=people.factors.recovery_codes_left(name),
        needed=people.policy.needs_second(roles),
    )


def has_factor(people: People, name: str) -> bool:
    """Whether any second factor is enrolled; recovery codes alone are none."""
    return people.factors.enrolled(name) or bool(people.passkeys.enrolled(name))


def begin_totp(people: People, person: Person, session: str, shown: Shown) -> Enrolment:
    """A key for a new authenticator."""
    _may_add(people, person, session)
    _prove(people, person, shown)
    return people.factors.begin(person.name)


def confirm_totp(people: People, person: Person, session: str, *, sealed: str, code: str) -> list[str]:
    """Add it by its first code; gives the recovery codes."""
    _may_add(people, person, session)
    with _still_open():
        return people.factors.confirm(
            person.name, sealed, code, claims=[people.sessions.strengthened(session)], session=hashed(session)
        )


def begin_passkey(people: People, person: Person, session: str, shown: Shown) -> Challenge:
    """Ask the browser for a new passkey."""
    _may_add(people, person, session)
    _prove(people, person, shown)
    return people.passkeys.begin_adding(person.name, shown.site)


def add_passkey(
    people: People, person: Person, session: str, site: Site, *, token: str, passkey: Json, label: str
) -> list[str]:
    """Add the one that it made; gives recovery codes where there are none yet."""
    _may_add(people, person, session)
    with _still_open():
        people.passkeys.add(
            person.name,
            token,
            passkey,
            site,
            label=label,
            claims=[people.sessions.strengthened(session)],
            session=hashed(session),
        )
    return [] if people.factors.recovery_codes_left(person.name) else people.factors.renew_codes(person.name)


def remove_factor(
    people: People, person: Person, factor: str, site: Site, *, proof: Proof, origin: Origin, credential: str = ""
) -> None:
    """Remove an authenticator or a passkey; a role that needs a second factor keeps the last."""
    kept = len(people.passkeys.enrolled(person.name)) + people.factors.enrolled(person.name) - 1
    roles = {role for role, _ in people.accounts.person(person.name).grants}
    if kept < 1 and people.policy.needs_second(roles):
        raise HouseError("your role needs a second factor: add another first", fault="conflict", field="factor")
    shown = proven(people, person, site, proof=proof, origin=origin)
    if factor == "totp":
        people.factors.remove(person.name, shown=shown, by=person.name)
    else:
        people.passkeys.remove(person.name, credential, shown=shown, by=person.name)


def renew_recovery(people: People, person: Person, site: Site, *, proof: Proof, origin: Origin) -> list[str]:
    """New recovery codes in place of the old."""
    return people.factors.renew_codes(person.name, shown=proven(people, person, site, proof=proof, origin=origin))


def proven(people: People, person: Person, site: Site, *, proof: Proof, origin: Origin) -> Proved:
    """What uses a proof up, if it is one."""
    if proof.passkey is not None:
        return Proved(people.passkeys.shown(proof.token, proof.passkey, site, person.name).claims)
    used = people.prove(person.name, proof.code, origin=origin)
    return Proved([used.claim], [used.shown(person.name)])


@contextmanager
def _still_open() -> Iterator[None]:
    """What is stored with claims is refused in words that say why."""
    try:
        yield
    except HouseError as error:
        if error.fault != "denied" or error.field:
            raise
        raise HouseError("this session is over, or it was added already", fault="denied", field="session") from None


def _prove(people: People, person: Person, shown: Shown) -> None:
    """Use up the proof that a further factor needs."""
    if has_factor(people, person.name):
        if not shown.proof.code and shown.proof.passkey is None:
            raise HouseError("show a second factor that you have for it", fault="denied", field="code")
        proved = proven(people, person, shown.site, proof=shown.proof, origin=shown.origin)
        people.database.store(Transaction("", people.clock(), claims=proved.claims, said=list(proved.told)))


def _may_add(people: People, person: Person, session: str) -> None:
    if not person.password:
        raise HouseError("a guest has no sign-in to protect", fault="conflict")
    if has_factor(people, person.name) and people.sessions.level(session) != "strong":
        raise HouseError("sign in with the second factor you have first", fault="denied", field="factor")
