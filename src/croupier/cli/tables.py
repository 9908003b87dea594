"""``croupier tables``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.check import BROKEN, DB, database
from croupier.cli.options import JSON
from croupier.cli.serve_settings import data_folder


def tables(
    db: DB = None,
    key: Annotated[
        Path | None,
        typer.Option(
            "--key", envvar="CROUPIER_KEY", metavar="FILE", help="The signing key; house.key in the user's data folder."
        ),
    ] = None,
    json: JSON = False,
) -> None:
    """Read every open table of a house from its first record, also while it is served, and say which would not load.

    A server sets such a table aside, runs the others, and tries it again after a while or when the floor or the
    administrator asks for it. Nothing is changed. Exits 3 if a table would not load.

    Example: croupier tables --db croupier.db --key house.key
    """
    from croupier.cli import show as out
    from croupier.house.storage.database import Database
    from croupier.house.tables.keeping.loading import check_key, tried
    from croupier.journal.keys import Key

    kept, signing = Database(database(db), read_only=True), Key.load(key or data_folder() / "house.key")
    try:
        check_key(kept, signing)
        found = list(tried(kept, signing))
    finally:
        kept.close()
    if json:
        out.as_json(
            [
                {
                    "table": row.id,
                    "name": row.name,
                    "game": row.game,
                    "edition": row.edition,
                    "records": records,
                    "fault": fault,
                }
                for row, records, fault in found
            ]
        )
    else:
        width = max((len(row.id) for row, _, _ in found), default=0)
        for row, records, fault in found:
            print(f"{row.id:<{width}}  {'set aside: ' + fault if fault else f'loads, {records:,} records'}")
    if any(fault for _, _, fault in found):
        raise typer.Exit(BROKEN)
