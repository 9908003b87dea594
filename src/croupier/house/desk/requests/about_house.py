"""Requests of the whole house: tables to open and the house's settings; and every kind that is not of one table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar

from croupier.errors import HouseError
from croupier.house.cloth.felt import exact
from croupier.house.desk.opening import free_id, inventory_of, open_by, promised, read_opening
from croupier.house.desk.requests.about_equipment import AddEquipment, RemoveEquipment
from croupier.house.desk.requests.about_links import Invitation, Reset
from croupier.house.desk.requests.about_people import Dismiss, Grant, Link, Relate, Revoke, Unrelate
from croupier.house.desk.requests.kind import Fields, Kind, Stored
from croupier.house.journal.events import HouseSettingsChanged
from croupier.house.people.house_settings import in_words, read_settings, settings_of, storing
from croupier.house.storage.transactions import Transaction

if TYPE_CHECKING:
    from sqlalchemy import Row

    from croupier.house.desk.requests.approvals import Requests
    from croupier.house.desk.requests.forms import RequestForms
    from croupier.house.people.roles import Person


class OpenTable(Kind):
    """A table is opened, with chips from the cage."""

    fields: ClassVar[frozenset[str]] = frozenset({"told"})
    asks: ClassVar[str] = "open-table"
    limited: ClassVar[bool] = True
    most_alone: ClassVar[int] = 50

    async def check(self, requests: Requests, asking: RequestForms, person: Person) -> None:  # noqa: ARG002
        """Refuse what no approval could open."""
        await asyncio.to_thread(read_opening, requests.house, asking.told)

    def complete(self, requests: Requests, fields: Fields, table: str) -> Fields:  # noqa: ARG002
        """With an id that no table has or had, and what the table promises players beyond its inventory."""
        game, chosen = str(fields["told"].get("game", "")), str(fields["told"].get("id", ""))
        made = {**fields["told"], "id": chosen or free_id(requests.house, game)}
        return {"told": made, **promised(requests.house, made)._asdict()}

    def about(self, fields: Fields) -> str:
        """The table."""
        return str(fields["told"].get("id", ""))

    def title(self, fields: Fields) -> str:
        """With its name, its inventory, where its meters begin, and whose pays they are."""
        seeds = f", meters from {exact(fields['seeds'])}" if fields.get("seeds") else ""
        pays = ", with pays of the house's own" if fields.get("pays") else ""
        return f"Open {str(fields['told'].get('name', '')).strip()}, {exact(inventory_of(fields['told']))}{seeds}{pays}"

    def words(self, fields: Fields) -> str:
        """What is played there, every pay that no chapter prints, and the meters that go on."""
        pays = f" The house's own pays: {fields['pays']}." if fields.get("pays") else ""
        links = f" It could win what is carried by the link {fields['links']}." if fields.get("links") else ""
        kept = f" Its meters go on: {fields['kept']}." if fields.get("kept") else ""
        read = f" Read otherwise than usual: {fields['readings']}." if fields.get("readings") else ""
        real = " Real cards: a dealer says what was dealt." if _is_entered(fields) else ""
        game = f"{fields['told'].get('game', '')} by {fields['told'].get('edition', '')}"
        return f"{game}, with chips from the cage.{pays}{links}{kept}{read}{real}"

    def cents(self, fields: Fields) -> int:
        """The inventory that the cage gives, and what the meters begin with."""
        return inventory_of(fields["told"]) + int(fields.get("seeds", 0))

    def may_alone(self, fields: Fields) -> bool:
        """Not where the house makes its own pays or reads the law otherwise, where a meter of other tables could be
        won, nor where cards are what one person says they are."""
        return not (any(fields.get(what) for what in ("pays", "links", "kept", "readings")) or _is_entered(fields))

    async def do_alone(self, requests: Requests, person: Person, fields: Fields, stored: Stored) -> None:
        """Within one person's limit."""
        await open_by(requests.house, fields["told"], by=person.name, claims=stored.claims, also=stored.said)

    async def carry_out(self, requests: Requests, row: Row[Any], fields: Fields, person: Person) -> None:
        """With a second person; what its meters begin with must be what both were told."""
        if fields.get("kept", "") != (await asyncio.to_thread(promised, requests.house, fields["told"])).kept:
            raise HouseError("its meters do not go on as it was asked: ask for it anew", fault="conflict", field="told")
        answer = requests.answer(row, "approved", person.name, "the table is open")
        await open_by(
            requests.house, fields["told"], by=row.by, second=person.name, claims=answer.claims, also=answer.said
        )


def _is_entered(fields: Fields) -> bool:
    """Whether a table that is to be opened deals real cards."""
    run = fields["told"].get("settings")
    return isinstance(run, dict) and run.get("cards") == "entered"


class Settings(Kind):
    """The settings of the house are changed."""

    fields: ClassVar[frozenset[str]] = frozenset({"told"})
    asks: ClassVar[str] = "cage"
    approves: ClassVar[tuple[str, ...]] = ("cage", "people")
    answerer: ClassVar[str] = "Another shift manager or an administrator answers it."

    async def check(self, requests: Requests, asking: RequestForms, person: Person) -> None:  # noqa: ARG002
        """Refuse settings that a house of this kind cannot have."""
        new = read_settings(asking.told, real=requests.house.is_real)
        if new == await asyncio.to_thread(settings_of, requests.house.database):
            raise HouseError("the settings are so already", field="told")

    def title(self, fields: Fields) -> str:  # noqa: ARG002
        """Always the same."""
        return "Change the settings of the house"

    def words(self, fields: Fields) -> str:
        """All of them, as they would be."""
        return "; ".join(f"{line.words}: {line.value}" for line in in_words(read_settings(fields["told"], real=False)))

    async def carry_out(self, requests: Requests, row: Row[Any], fields: Fields, person: Person) -> None:
        """Store them."""
        new = read_settings(fields["told"], real=requests.house.is_real)
        answer = requests.answer(row, "approved", person.name, "changed")
        said = HouseSettingsChanged(by=row.by, second=person.name, settings=fields["told"])
        doing = storing(requests.house.database, new)
        work = Transaction("", requests.house.clock(), doing=doing, claims=answer.claims, said=[said, *answer.said])
        await asyncio.wrap_future(requests.house.database.submit(work))


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
