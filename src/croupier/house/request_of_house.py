"""Requests of the whole house: tables to open, roles and accounts, links, and the house's settings."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sqlalchemy import select

from croupier.errors import HouseError
from croupier.house import equipment, schema
from croupier.house.felt import exact
from croupier.house.house_events import HouseSettingsChanged
from croupier.house.house_settings import in_words, read_settings, settings_of, storing
from croupier.house.oidc import Identity, link, linked_before
from croupier.house.opening import free_id, inventory_of, open_by, promised, read_opening
from croupier.house.people import alone, whole
from croupier.house.permissions import ROLES
from croupier.house.relations import declare
from croupier.house.request_kind import Kind, Stored, Told
from croupier.house.resets import begin_reset
from croupier.house.work import Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Row

    from croupier.house.asking import Asking
    from croupier.house.people import Person
    from croupier.house.requests import Requests
    from croupier.table.equipment import Item

ADMINISTRATOR = "A second administrator answers it."


class OpenTable(Kind):
    """A table is opened, with chips from the cage."""

    fields: ClassVar[frozenset[str]] = frozenset({"told"})
    asks: ClassVar[str] = "open-table"
    limited: ClassVar[bool] = True

    async def check(self, requests: Requests, asking: Asking, person: Person) -> None:  # noqa: ARG002
        """Refuse what no approval could open."""
        await asyncio.to_thread(read_opening, requests.house, asking.told)

    def complete(self, requests: Requests, told: Told, table: str) -> Told:  # noqa: ARG002
        """With an id that no table has or had, and what the table promises players beyond its inventory."""
        game, chosen = str(told["told"].get("game", "")), str(told["told"].get("id", ""))
        made = {**told["told"], "id": chosen or free_id(requests.house, game)}
        return {"told": made, **promised(requests.house, made)._asdict()}

    def about(self, told: Told) -> str:
        """The table."""
        return str(told["told"].get("id", ""))

    def title(self, told: Told) -> str:
        """With its name, its inventory, where its meters begin, and whose pays they are."""
        seeds = f", meters from {exact(told['seeds'])}" if told.get("seeds") else ""
        pays = ", with pays of the house's own" if told.get("pays") else ""
        return f"Open {str(told['told'].get('name', '')).strip()}, {exact(inventory_of(told['told']))}{seeds}{pays}"

    def words(self, told: Told) -> str:
        """What is played there, every pay that no chapter prints, and the meters that go on."""
        pays = f" The house's own pays: {told['pays']}." if told.get("pays") else ""
        links = f" It could win what is carried by the link {told['links']}." if told.get("links") else ""
        kept = f" Its meters go on: {told['kept']}." if told.get("kept") else ""
        read = f" Read otherwise than usual: {told['readings']}." if told.get("readings") else ""
        real = " Real cards: a dealer says what was dealt." if _is_entered(told) else ""
        game = f"{told['told'].get('game', '')} by {told['told'].get('edition', '')}"
        return f"{game}, with chips from the cage.{pays}{links}{kept}{read}{real}"

    def cents(self, told: Told) -> int:
        """The inventory that the cage gives, and what the meters begin with."""
        return inventory_of(told["told"]) + int(told.get("seeds", 0))

    def may_alone(self, told: Told) -> bool:
        """Not where the house makes its own pays or reads the law otherwise, where a meter of other tables could be
        won, nor where cards are what one person says they are."""
        return not (any(told.get(what) for what in ("pays", "links", "kept", "readings")) or _is_entered(told))

    async def do_alone(self, requests: Requests, person: Person, told: Told, stored: Stored) -> None:
        """Within one person's limit."""
        await open_by(requests.house, told["told"], by=person.name, claims=stored.claims, also=stored.said)

    async def carry_out(self, requests: Requests, row: Row[Any], told: Told, person: Person) -> None:
        """With a second person; what its meters begin with must be what both were told."""
        if told.get("kept", "") != (await asyncio.to_thread(promised, requests.house, told["told"])).kept:
            raise HouseError("its meters do not go on as it was asked: ask for it anew", fault="conflict", field="told")
        answer = requests.answer(row, "approved", person.name, "the table is open")
        await open_by(requests.house, told["told"], by=row.by, second=person.name, claims=answer.claims,
                      also=answer.said)  # fmt: skip


def _is_entered(told: Told) -> bool:
    """Whether a table that is to be opened deals real cards."""
    run = told["told"].get("settings")
    return isinstance(run, dict) and run.get("cards") == "entered"


class AddEquipment(Kind):
    """A piece of equipment that could fix an outcome is registered."""

    fields: ClassVar[frozenset[str]] = frozenset({"told"})
    asks: ClassVar[str] = "equipment"
    approves: ClassVar[tuple[str, ...]] = ("equipment",)
    answerer: ClassVar[str] = "Another of those who keep the register of equipment answers it."

    async def check(self, requests: Requests, asking: Asking, person: Person) -> None:  # noqa: ARG002
        """Refuse what is no piece of equipment, or is registered already."""
        item, kept = _equipment(asking.told)
        equipment.line(kept, "kept")
        await asyncio.to_thread(equipment.check_new, requests.house.database, item)

    def about(self, told: Told) -> str:
        """Its number."""
        return _equipment(told["told"])[0].id

    def title(self, told: Told) -> str:
        """What it is."""
        item, _ = _equipment(told["told"])
        return f"Register {item.id}, a {equipment.kinds()[item.kind]}"

    def words(self, told: Told) -> str:
        """By which serial and approval."""
        item, kept = _equipment(told["told"])
        parts = [("serial", item.serial), ("approval", item.approval), ("backs", item.colour), ("kept", kept)]
        return ", ".join(f"{name} {value}" for name, value in parts if value) + "."

    async def carry_out(self, requests: Requests, row: Row[Any], told: Told, person: Person) -> None:
        """Registered in the names of both."""
        item, kept = _equipment(told["told"])
        answer = requests.answer(row, "approved", person.name, "registered")
        await asyncio.to_thread(equipment.add, requests.house.database, item, kept, by=row.by, second=person.name,
                                at=requests.house.clock(), claims=answer.claims, also=answer.said)  # fmt: skip


class RemoveEquipment(Kind):
    """A piece of equipment that could fix an outcome, or stands at a table, is taken out of use."""

    fields: ClassVar[frozenset[str]] = frozenset({"told"})
    asks: ClassVar[str] = "equipment"
    approves: ClassVar[tuple[str, ...]] = ("equipment",)
    answerer: ClassVar[str] = AddEquipment.answerer

    async def check(self, requests: Requests, asking: Asking, person: Person) -> None:  # noqa: ARG002
        """Refuse what is not registered, is in use or was removed."""
        id_, why = _removal(asking.told)
        await asyncio.to_thread(equipment.check_removal, requests.house.database, id_, why)

    def about(self, told: Told) -> str:
        """Its number."""
        return _removal(told["told"])[0]

    def title(self, told: Told) -> str:
        """Which piece."""
        return f"Remove {_removal(told['told'])[0]} from the equipment"

    def words(self, told: Told) -> str:
        """Why."""
        return f"Out of use for good: {_removal(told['told'])[1]}."

    async def carry_out(self, requests: Requests, row: Row[Any], told: Told, person: Person) -> None:
        """Removed in the names of both."""
        id_, why = _removal(told["told"])
        answer = requests.answer(row, "approved", person.name, "removed")
        await asyncio.to_thread(equipment.remove, requests.house.database, id_, why=why, by=row.by, second=person.name,
                                at=requests.house.clock(), claims=answer.claims, also=answer.said)  # fmt: skip


class Pair(NamedTuple):
    """The two who do something, and the answer that is stored with it."""

    by: str
    second: str
    answer: Stored

    @property
    def told(self) -> dict[str, Any]:
        """As the register is told."""
        return {"by": self.by, "second": self.second, "claims": self.answer.claims, "also": self.answer.said}


class RegisterKind(Kind):
    """What two administrators do in the register, done and answered in one piece."""

    asks: ClassVar[str] = "people"
    approves: ClassVar[tuple[str, ...]] = ("people",)
    answerer: ClassVar[str] = ADMINISTRATOR

    async def carry_out(self, requests: Requests, row: Row[Any], told: Told, person: Person) -> None:
        """What the register refuses waits on."""
        answer = requests.answer(row, "approved", person.name, "carried out")
        pair = Pair(row.by, person.name, answer)
        await asyncio.to_thread(self.act, requests, told, pair)

    def act(self, requests: Requests, told: Told, pair: Pair) -> None:
        """Do it in the names of both, with the answer."""
        raise NotImplementedError


class Grant(RegisterKind):
    """A role at work is given."""

    fields: ClassVar[frozenset[str]] = frozenset({"name", "role", "table"})

    async def check(self, requests: Requests, asking: Asking, person: Person) -> None:  # noqa: ARG002
        """Refuse a role that is none or is held, and whoever is not there."""
        await asyncio.to_thread(self._check, requests, asking)

    def _check(self, requests: Requests, asking: Asking) -> None:
        _role(requests, asking)
        found = _active(requests, asking.name)
        if (asking.role, asking.table) in found.grants:
            raise HouseError(f"{asking.name} holds this role already", field="role")
        alone({asking.role, *(role for role, _ in found.grants)})

    def title(self, told: Told) -> str:
        """Which role, to whom."""
        return f"Make {told['name']} {_article(told['role'])}"

    def words(self, told: Told) -> str:
        """Where."""
        return f"At table {told['table']} only." if told["table"] else "At every table."

    def act(self, requests: Requests, told: Told, pair: Pair) -> None:
        """Give the role."""
        requests.desk.people.grant(told["name"], told["role"], told["table"], **pair.told)


class Revoke(RegisterKind):
    """An administrator is to be one no longer."""

    fields: ClassVar[frozenset[str]] = frozenset({"name", "role", "table"})

    async def check(self, requests: Requests, asking: Asking, person: Person) -> None:  # noqa: ARG002
        """Refuse a role that is not held."""
        found = await asyncio.to_thread(requests.desk.people.person, asking.name)
        if (asking.role, asking.table) not in found.grants:
            raise HouseError(f"{asking.name} does not hold this role", field="role")

    def title(self, told: Told) -> str:
        """Which role, from whom."""
        return f"Take from {told['name']} the role of {_article(told['role'])}"

    def words(self, told: Told) -> str:  # noqa: ARG002
        """What follows."""
        return "Their open pages close at once."

    def act(self, requests: Requests, told: Told, pair: Pair) -> None:
        """Take the role back."""
        requests.desk.people.withdraw(told["name"], told["role"], told["table"], **pair.told)


class Dismiss(RegisterKind):
    """An administrator's account is closed."""

    fields: ClassVar[frozenset[str]] = frozenset({"name"})

    async def check(self, requests: Requests, asking: Asking, person: Person) -> None:  # noqa: ARG002
        """Refuse whoever is not there."""
        await asyncio.to_thread(_active, requests, asking.name)

    def title(self, told: Told) -> str:
        """Whose."""
        return f"Close the account of {told['name']}"

    def words(self, told: Told) -> str:  # noqa: ARG002
        """What follows."""
        return "No sign-in any more; every session ends. It cannot be taken back."

    def act(self, requests: Requests, told: Told, pair: Pair) -> None:
        """Close it."""
        requests.desk.people.dismiss(told["name"], **pair.told)


class Link(RegisterKind):
    """What an OpenID issuer calls someone is to sign in to an account."""

    fields: ClassVar[frozenset[str]] = frozenset({"name", "told"})

    async def check(self, requests: Requests, asking: Asking, person: Person) -> None:  # noqa: ARG002
        """Refuse whoever is not there, and what is no identity."""
        await asyncio.to_thread(_active, requests, asking.name)
        identity_of(asking.told)

    def complete(self, requests: Requests, told: Told, table: str) -> Told:  # noqa: ARG002 - of the house
        """With the other accounts that it is or was linked to."""
        identity = identity_of(told["told"])
        others = [name for name in linked_before(requests.desk.people, identity) if name != told["name"]]
        return {**told, "told": {"issuer": identity.issuer, "subject": identity.subject, "others": others}}

    def title(self, told: Told) -> str:
        """Whose account, and whose it is or was."""
        others = told["told"].get("others", [])
        taken = f", which is or was that of {', '.join(others)}" if others else ""
        return f"Let another identity sign in as {told['name']}{taken}"

    def words(self, told: Told) -> str:
        """Which."""
        identity = identity_of(told["told"])
        return f"{identity.subject} of {identity.issuer} will be {told['name']} here."

    def act(self, requests: Requests, told: Told, pair: Pair) -> None:
        """Link it."""
        others = told["told"].get("others", [])
        link(requests.desk.people, told["name"], identity_of(told["told"]), others=others, **pair.told)


class Relate(RegisterKind):
    """Two accounts are declared one person's or two people's, or a declaration is taken back."""

    fields: ClassVar[frozenset[str]] = frozenset({"name", "told"})

    async def check(self, requests: Requests, asking: Asking, person: Person) -> None:  # noqa: ARG002
        """Refuse whoever is not there."""
        for name in self.subjects({"name": asking.name, "told": asking.told}):
            await asyncio.to_thread(_active, requests, name)
        _declared(asking.told)

    def subjects(self, told: Told) -> Sequence[str]:
        """Both."""
        return [told["name"], str(told["told"].get("other", ""))]

    def title(self, told: Told) -> str:
        """Which."""
        one, other = self.subjects(told)
        if _declared(told["told"]) is None:
            return f"Take back what was declared of {one} and {other}"
        return f"Count {one} and {other} as {'one person' if _declared(told['told']) else 'two people'}"

    def words(self, told: Told) -> str:
        """What follows, and why."""
        follows = "Neither may approve" if _declared(told["told"]) else "Each may approve"
        return f"{follows} what the other asks for. {told['told'].get('why', '')}".strip()

    def act(self, requests: Requests, told: Told, pair: Pair) -> None:
        """Declare it, or take it back."""
        one, other = self.subjects(told)
        declare(requests.house.database, one, other, related=_declared(told["told"]),
                why=str(told["told"].get("why", "")), at=requests.house.clock(), **pair.told)  # fmt: skip


class Unrelate(Relate):
    """Two accounts are to count as two people's, although something speaks against it."""

    async def check(self, requests: Requests, asking: Asking, person: Person) -> None:
        """Refuse the opposite, too."""
        if _declared(asking.told):
            raise HouseError("this is asked for as relate", field="told")
        await super().check(requests, asking, person)


class LinkKind(RegisterKind):
    """What ends in a one-time link: approved by a second administrator, made when it is collected."""

    collected: ClassVar[bool] = True

    async def carry_out(self, requests: Requests, row: Row[Any], told: Told, person: Person) -> None:  # noqa: ARG002
        """Approve; the link is made when it is collected."""
        note = f"the link waits for {self.collector(row) or person.name}"
        await requests.store(requests.answer(row, "approved", person.name, note))


class Invitation(LinkKind):
    """Someone is invited to a role at work."""

    fields: ClassVar[frozenset[str]] = frozenset({"role", "table"})

    async def check(self, requests: Requests, asking: Asking, person: Person) -> None:  # noqa: ARG002
        """Refuse a role that is none."""
        await asyncio.to_thread(_role, requests, asking)

    def title(self, told: Told) -> str:
        """To which role."""
        return f"Invite {_article(told['role'])}"

    def words(self, told: Told) -> str:
        """Where, and how."""
        where = f"At table {told['table']} only" if told["table"] else "At every table"
        return f"{where}, by a link that works once within the hour after it is collected."

    def subjects(self, told: Told) -> Sequence[str]:  # noqa: ARG002
        """Nobody yet."""
        return []

    def collect(self, requests: Requests, row: Row[Any], told: Told) -> str:
        """The link."""
        made = requests.desk.people.invite(told["role"], told["table"], by=row.by, second=row.answered_by)
        return f"/invitation#token={made}"


class Reset(LinkKind):
    """Someone who lost a password or second factor gets a link to set them anew."""

    fields: ClassVar[frozenset[str]] = frozenset({"name", "words", "told"})

    async def check(self, requests: Requests, asking: Asking, person: Person) -> None:  # noqa: ARG002
        """Refuse whoever is not there, or has no password."""
        found = await asyncio.to_thread(_active, requests, asking.name)
        if not found.password:
            raise HouseError("a guest has no password", field="name")

    def title(self, told: Told) -> str:
        """Whose."""
        what = "the password and the second factors" if _factors(told) else "the password"
        return f"Reset {what} of {told['name']}"

    def words(self, told: Told) -> str:
        """How, and why."""
        why = f" Reason: {told['words']}" if told["words"] else ""
        return f"By a link that works once within the hour after it is collected; their sessions end then.{why}"

    def collector(self, row: Row[Any]) -> str:
        """Whoever approved: nobody gets a link to another's account by asking for it."""
        return str(row.answered_by)

    def collect(self, requests: Requests, row: Row[Any], told: Told) -> str:
        """The link."""
        people = requests.desk.people
        token = begin_reset(people, told["name"], by=row.by, second=row.answered_by, factors=_factors(told))
        return f"/reset#token={token}"


class Settings(Kind):
    """The settings of the house are changed."""

    fields: ClassVar[frozenset[str]] = frozenset({"told"})
    asks: ClassVar[str] = "cage"
    approves: ClassVar[tuple[str, ...]] = ("cage", "people")
    answerer: ClassVar[str] = "Another shift manager or an administrator answers it."

    async def check(self, requests: Requests, asking: Asking, person: Person) -> None:  # noqa: ARG002
        """Refuse settings that a house of this kind cannot have."""
        new = read_settings(asking.told, real=requests.house.is_real)
        if new == await asyncio.to_thread(settings_of, requests.house.database):
            raise HouseError("the settings are so already", field="told")

    def title(self, told: Told) -> str:  # noqa: ARG002
        """Always the same."""
        return "Change the settings of the house"

    def words(self, told: Told) -> str:
        """All of them, as they would be."""
        return "; ".join(
            f"{line['words']}: {line['value']}" for line in in_words(read_settings(told["told"], real=False))
        )

    async def carry_out(self, requests: Requests, row: Row[Any], told: Told, person: Person) -> None:
        """Store them."""
        new = read_settings(told["told"], real=requests.house.is_real)
        answer = requests.answer(row, "approved", person.name, "changed")
        said = HouseSettingsChanged(by=row.by, second=person.name, settings=told["told"])
        doing = storing(requests.house.database, new)
        work = Work("", requests.house.clock(), doing=doing, claims=answer.claims, said=[said, *answer.said])
        await asyncio.wrap_future(requests.house.database.submit(work))


def _article(role: str) -> str:
    words = role.replace("-", " ")
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}" if words != "surveillance" else "one of surveillance"


def _role(requests: Requests, asking: Asking) -> None:
    """Refuse a role that is none, or for a table that never was."""
    if asking.role not in ROLES:
        raise HouseError(f"{asking.role!r} is none of {', '.join(ROLES)}", field="role")
    whole(asking.role, asking.table)
    if asking.table:
        requests.desk.known(asking.table)


def _active(requests: Requests, name: str) -> Person:
    """Someone whose account is open."""
    found, rows = requests.desk.people.person(name), schema.people
    with requests.house.database.read() as connection:
        if not connection.scalar(select(rows.c.active).where(rows.c.name == name)):
            raise HouseError(f"the account of {name} is closed", field="name")
    return found


def _equipment(told: Told) -> tuple[Item, str]:
    """A piece and where it is kept, from what was sent."""
    piece = told.get("item")
    return equipment.read_item(piece if isinstance(piece, dict) else {}), str(told.get("kept", ""))


def _removal(told: Told) -> tuple[str, str]:
    """The number of a piece and why it is removed, from what was sent."""
    return str(told.get("id", "")), equipment.line(str(told.get("why", "")), "why")


def _factors(told: Told) -> bool:
    """Whether the second factors go too."""
    return bool((told.get("told") or {}).get("factors"))


def _declared(told: dict[str, Any]) -> bool | None:
    """Whether two accounts are to be declared related, or not, or no more (None)."""
    related = told.get("related")
    if related is not None and not isinstance(related, bool):
        raise HouseError("related is true, false or null", field="told")
    return related


def identity_of(told: dict[str, Any]) -> Identity:
    """What an issuer calls someone, from what was sent."""
    issuer, subject = str(told.get("issuer", "")), str(told.get("subject", ""))
    if not 0 < len(subject) <= 255 or not 0 < len(issuer) <= 200:
        raise HouseError("an issuer has 1 to 200 letters, a subject 1 to 255", fault="conflict", field="subject")
    return Identity(issuer, subject)


OF_HOUSE: dict[str, Kind] = {
    "open": OpenTable(),
    "grant": Grant(),
    "revoke": Revoke(),
    "dismiss": Dismiss(),
    "invitation": Invitation(),
    "reset": Reset(),
    "identity": Link(),
    "relate": Relate(),
    "unrelate": Unrelate(),
    "settings": Settings(),
    "equipment": AddEquipment(),
    "equipment-removal": RemoveEquipment(),
}
"""The kinds that concern the whole house."""
