"""``croupier equipment``."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.check import DB, database
from croupier.cli.key import FILE, key_path, now, unserved
from croupier.cli.options import AS_OF, EDITION, GAME, JSON, SETTINGS, SUBMISSION, read_text, rules_from

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.house.screens.floor.payloads import EquipmentPiece
    from croupier.house.storage.database import Database

app = typer.Typer(help="Keep the register of equipment: layouts, decks, shoes, devices.", no_args_is_help=True)

ID = Annotated[str, typer.Argument(metavar="ID", help="The piece's number in the register.")]
BY = Annotated[str, typer.Option("--by", metavar="NAME", help="Who does it, for the record.")]


@app.command("list")
def list_(db: DB = None, json: JSON = False) -> None:
    """List every piece: its kind, approval, where it is, when it was inspected or removed.

    Example: croupier equipment list --db croupier.db
    """
    from croupier.cli import show as out
    from croupier.house.audit.check import snapshot
    from croupier.house.screens.floor.equipment_register import listed, stored_equipment

    with snapshot(database(db)) as connection:
        pieces = listed(stored_equipment(connection))
    if json:
        out.as_json({"equipment": pieces})
        return
    rows = [(one.id, one.called, one.serial, one.approval, _where(one), _state(one)) for one in pieces]
    if not rows:
        print("nothing is registered")
        return
    for line in _columns([("id", "kind", "serial", "approval", "where", "state"), *rows]):
        print(line)


@app.command()
def needs(
    game: GAME,
    edition: EDITION = None,
    as_of: AS_OF = None,
    submission: SUBMISSION = None,
    set: SETTINGS = None,  # noqa: A002
    json: JSON = False,
) -> None:
    """Print what a table of a game must have before it opens, each piece with its provision.

    Example: croupier equipment needs raise-it-up --set progressive=1
    """
    from croupier.cli import show as out
    from croupier.table.equipment import needed

    pieces = needed(rules_from(game, edition, submission, set, None, as_of=as_of))
    if json:
        out.as_json({"needs": pieces})
        return
    for one in pieces:
        print(f"{one['kind']}: {one['words']} ({one['cite']})")
        for mark in one["marks"]:
            print(f"  {mark['mark']}: {mark['words']} ({mark['cite']})")


@app.command()
def add(
    id: ID,  # noqa: A002 - as people call it
    kind: Annotated[str, typer.Argument(metavar="KIND", help="layout, deck, shuffler, dealing-shoe, sign and so on.")],
    by: BY,
    second: Annotated[
        str, typer.Option("--second", metavar="NAME", help="The other person, for what could fix an outcome.")
    ] = "",
    serial: Annotated[str, typer.Option("--serial")] = "",
    approval: Annotated[str, typer.Option("--approval", metavar="REF", help="The reference of its approval.")] = "",
    place: Annotated[str, typer.Option("--place", help="Where on a table, as approved.")] = "",
    design: Annotated[str, typer.Option("--design", help="The design of a deck's backs.")] = "",
    colour: Annotated[str, typer.Option("--colour", help="The colour of a deck's backs.")] = "",
    cards: Annotated[int, typer.Option("--cards", help="How many cards a deck came with.")] = 0,
    positions: Annotated[int, typer.Option("--positions", help="Betting positions of a layout.")] = 0,
    mark: Annotated[
        list[str] | None, typer.Option("--mark", help="What it bears, as `needs` lists it. Repeatable.")
    ] = None,
    submission: Annotated[
        Path | None,
        typer.Option("--submission", metavar="FILE", help="The Rules Submission that a sign was printed for."),
    ] = None,
    kept: Annotated[str, typer.Option("--kept", help="Where it is kept.")] = "",
    table: Annotated[str, typer.Option("--table", metavar="ID", help="The table it stands at, not open yet.")] = "",
    db: DB = None,
    key: FILE = None,
) -> None:
    """Register a piece. The server is stopped meanwhile; while it runs, its page of equipment does the same.

    Example: croupier equipment add D-17 deck --colour red --design Bee --cards 53 --by Flo --second Sam --kept cage
    """
    from croupier.house.tables import equipment, equipment_kinds

    piece: dict[str, Any] = {
        "id": id,
        "kind": kind,
        "serial": serial,
        "approval": approval,
        "place": place,
        "design": design,
        "colour": colour,
        "cards": cards,
        "positions": positions,
        "marks": mark or [],
    }
    item = equipment_kinds.read_item(piece)
    if submission is not None:
        item = equipment_kinds.inscribed(item, read_text(submission))
    with _house(db, key) as house:
        equipment.add(house, item, kept, by=by, second=second, at=now())
        if table:
            equipment.move(house, id, kept="", table=table, by=by, at=now())
    print(f"{id} is registered" + (f", at table {table}" if table else ""))


@app.command()
def inspect(
    id: ID,  # noqa: A002
    by: BY,
    finding: Annotated[str, typer.Option("--finding", help="What is wrong with it; nothing if it is in order.")] = "",
    db: DB = None,
    key: FILE = None,
) -> None:
    """Record an inspection. A piece that is found faulty is not used until another person finds it in order.

    Example: croupier equipment inspect S-1 --by Flo --finding "a loose lid"
    """
    from croupier.house.tables import equipment

    with _house(db, key) as house:
        equipment.inspect(house, id, finding=finding, by=by, at=now())
    print(f"{id} is {'faulty' if finding.strip() else 'in order'}")


@app.command()
def move(
    id: ID,  # noqa: A002
    by: BY,
    kept: Annotated[str, typer.Option("--kept", help="Where it is kept now.")] = "",
    table: Annotated[str, typer.Option("--table", metavar="ID", help="The table it stands at, not open yet.")] = "",
    db: DB = None,
    key: FILE = None,
) -> None:
    """Say where a piece is.

    Example: croupier equipment move S-1 --by Flo --table dj-wild
    """
    from croupier.house.tables import equipment

    with _house(db, key) as house:
        equipment.move(house, id, kept=kept, table=table, by=by, at=now())
    print(f"{id} is {f'at table {table}' if table else kept or 'nowhere said'}")


@app.command()
def remove(
    id: ID,  # noqa: A002
    by: BY,
    why: Annotated[str, typer.Option("--why", help="Why, for the record.")],
    second: Annotated[
        str,
        typer.Option(
            "--second", metavar="NAME", help="The other person, for what could fix an outcome or stands at a table."
        ),
    ] = "",
    db: DB = None,
    key: FILE = None,
) -> None:
    """Take a piece out of use for good.

    Example: croupier equipment remove D-17 --by Flo --second Sam --why "a bent corner"
    """
    from croupier.house.tables import equipment

    with _house(db, key) as house:
        equipment.remove(house, id, why=why, by=by, second=second, at=now())
    print(f"{id} is removed")


@contextmanager
def _house(db: str | None, key: Path | None) -> Iterator[Database]:
    """The database of a house that nobody serves, its journal ready to be appended to."""
    from croupier.house.journal.journal import HouseJournal
    from croupier.journal.keys import Key

    signing = Key.load(key_path(key))
    with ExitStack() as at_the_end:
        house = unserved(database(db), at_the_end)
        HouseJournal(signing).begin(house, now())
        yield house


def _where(one: EquipmentPiece) -> str:
    return f"table {one.table}" if one.table else one.kept


def _state(one: EquipmentPiece) -> str:
    return f"{one.state}: {one.finding}" if one.finding else one.state


def _columns(rows: list[tuple[str, ...]]) -> list[str]:
    wide = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return ["  ".join(cell.ljust(wide[place]) for place, cell in enumerate(row)).rstrip() for row in rows]
