"""A shift manager opens a table: the submission is checked by its chapter, and every refusal is told at once."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec
from sqlalchemy import select

from croupier.errors import HouseError
from croupier.game import check_complete
from croupier.game.template import new_submission
from croupier.games import all_games, open_game
from croupier.house.cloth.felt import exact, status
from croupier.house.desk import payloads
from croupier.house.storage import schema
from croupier.house.storage.names import table_id
from croupier.house.storage.table_settings import Settings
from croupier.house.tables.money.meter_carryover import kept_meters
from croupier.kit.payload import Json  # noqa: TC001 - msgspec reads it
from croupier.kit.paytables import Paytable
from croupier.kit.toml import read_toml
from croupier.table.money import meters

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from sqlalchemy import Executable

    from croupier.game import Rules
    from croupier.house.house import House
    from croupier.house.journal.events import HouseEvent
    from croupier.house.tables.keeping.keeper import Keeper

MAX_NAME_LENGTH = 80
LINK = 40


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the table is run; times in seconds, the inventory in cents. `links` names the link of each meter that it
    shares with other tables."""

    automatic: bool = True
    floor: Literal["automatic", "person"] = "automatic"
    cards: Literal["shuffled", "entered"] = "shuffled"
    betting_seconds: float = 12.0
    decision_seconds: float = 25.0
    pace: float = 0.35
    quick: bool = False
    inventory: int = 10_000_000
    coach: bool = True
    hurries: bool = False
    links: dict[str, str] = {}


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open. The submission is TOML, or the same as an object; without an `id` one is made."""

    name: str
    game: str
    edition: str
    submission: str | Json
    id: str = ""
    readings: dict[str, str] = {}
    settings: Run = Run()


async def open_by(
    house: House,
    fields: Json,
    *,
    by: str = "",
    second: str = "",
    claims: Sequence[Executable] = (),
    also: Sequence[HouseEvent] = (),
) -> Keeper:
    """Open what was told, or say everything that is wrong with it; the rest as for `House.open`."""
    opening, settings = read_opening(house, fields)
    return await house.open(
        opening.id or free_id(house, opening.game),
        opening.name.strip(),
        opening.game,
        opening.edition,
        settings,
        by=by,
        second=second,
        claims=claims,
        also=also,
    )


def inventory_of(fields: Json) -> int:
    """What the cage would give a table that is to be opened."""
    run = fields.get("settings")
    inventory = run.get("inventory", Run().inventory) if isinstance(run, dict) else Run().inventory
    return inventory if isinstance(inventory, int) else 0


class Promised(NamedTuple):
    """What a table promises beyond its inventory: where its meters begin, in cents from the cage; in words the pays
    that no chapter prints and the meters that are fed more than usual, the links whose meters it could win, the meters
    of a closed table that go on, and readings other than the usual."""

    seeds: int
    pays: str
    links: str
    kept: str
    readings: str


def promised(house: House, fields: Json) -> Promised:
    """What players could win of a table that is to be opened, besides what its chapter prints."""
    opening, settings = read_opening(house, fields)
    rules = open_game(opening.game, opening.edition).rules(settings.submission, settings.readings)
    own = [
        f"{table.labels[row]} {pay.text}"
        for table in rules.chosen.values()
        if isinstance(table, Paytable)
        for row, pay in table.rows.items()
    ]
    own += _much_fed(rules)
    carried = {meter: house.keeping.links.pool(link) or 0 for meter, link in settings.links.items()}
    links = [f"{link} ({exact(carried[meter])})" for meter, link in settings.links.items()]
    kept = kept_meters(house.database, opening.name.strip(), rules, settings.links)
    for one in kept:
        one.check(rules, meters(rules)[one.meter])
    going_on = {one.meter for one in kept}
    seeds = sum(max(meter.seed, carried.get(id_, 0)) for id_, meter in meters(rules).items() if id_ not in going_on)
    words = ", ".join(f"{one.meter} at {exact(one.amount)} of table {one.table}" for one in kept)
    return Promised(seeds, ", ".join(own), ", ".join(links), words, ", ".join(_other_readings(rules)))


def _much_fed(rules: Rules) -> list[str]:
    """Meters to which more of each wager goes than usual: a Progressive may pay more than it takes by that alone."""
    usual = meters(rules.game.rules(read_toml(new_submission(rules.game))))
    fed = {id_: Fraction(meter.rate) + Fraction(meter.reserve) for id_, meter in usual.items()}
    found = {id_: Fraction(meter.rate) + Fraction(meter.reserve) for id_, meter in meters(rules).items()}
    return [
        f"{float(100 * share):.4g}% of each wager to the meter {id_}"
        for id_, share in found.items()
        if share > fed.get(id_, 0)
    ]


def _other_readings(rules: Rules) -> list[str]:
    """Answers to a silent or double sentence other than the usual ones: they may move money."""
    switches = [reading for reading in rules.game.readings if reading.choices]
    fields = {reading.key: rules.readings.get(reading.key, reading.default) for reading in switches}
    return [f"{one.key} = {fields[one.key]}" for one in switches if fields[one.key] != one.default]


def read_opening(house: House, fields: Json) -> tuple[Opening, Settings]:
    """What was told, with the table's settings; everything that is wrong with it is refused."""
    try:
        opening = msgspec.convert(fields, Opening)
    except msgspec.ValidationError as error:
        raise HouseError(f"not a table: {error}", field="settings" if "settings" in str(error) else "table") from None
    name = opening.name.strip()
    if not name or len(name) > MAX_NAME_LENGTH or not name.isprintable():
        raise HouseError(f"a table has a name of 1 to {MAX_NAME_LENGTH} letters", field="name")
    run = opening.settings
    for field, least, most in (("betting_seconds", 0, 600), ("decision_seconds", 1, 600), ("pace", 0, 10)):
        if not least <= getattr(run, field) <= most:
            raise HouseError(f"{field.replace('_', ' ')} are {least} to {most} seconds", field=f"settings.{field}")
    if run.cards == "entered" and run.automatic:
        raise HouseError("real cards are dealt by a person", field="settings.automatic")
    if not 0 <= run.inventory <= 10**12:
        raise HouseError("no such inventory is handled here", field="settings.inventory")
    for meter, link in run.links.items():
        if not link or len(link) > LINK or not all(letter.isalnum() or letter == "-" for letter in link):
            where = f"settings.links.{meter}"
            raise HouseError(f"a link's name is 1 to {LINK} letters, digits and dashes", field=where)
    settings = Settings(submission=_submission(opening), readings=opening.readings, **msgspec.to_builtins(run))
    if opening.id:
        table_id(opening.id)
    rules = open_game(opening.game, opening.edition).rules(settings.submission, settings.readings)
    house.of_its_kind(rules, settings, house.day())
    check_complete(rules)
    house.equipment_of(opening.id or free_id(house, opening.game), rules, settings)
    return opening, settings


def _submission(opening: Opening) -> Json:
    fields = opening.submission
    if isinstance(fields, str):
        fields = read_toml(fields, "submission")
    for key, wanted in (("game", opening.game), ("edition", opening.edition)):
        if fields.get(key, wanted) != wanted:
            raise HouseError(f"the submission is for the {key} {fields[key]}, not {wanted}", field=f"submission.{key}")
    return fields


def free_id(house: House, game: str) -> str:
    """An id that no table has or had: a journal is begun once."""
    with house.database.read() as connection:
        taken = {*connection.scalars(select(schema.tables.c.id)), *house.keepers}
    number = 1
    while (made := game if number == 1 else f"{game}-{number}") in taken:
        number += 1
    return made


def choices(day: date | None = None) -> list[payloads.OpenableGame]:
    """Every game and edition with a submission to begin with; with the `day` of a real-money house, why one that is not
    in force on it may not be opened."""
    fields = []
    for game in all_games():
        sample = new_submission(game)
        rules = game.rules(read_toml(sample))
        why = game.chapter.why_not(day) if day is not None else ""
        fields.append(
            payloads.OpenableGame(
                game=game.id,
                edition=game.edition,
                title=game.name,
                status=game.chapter.status,
                status_words=status(rules),
                standing=game.chapter.standing,
                refused=why,
                submission=sample,
            )
        )
    return fields
