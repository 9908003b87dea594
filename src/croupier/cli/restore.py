"""``croupier restore``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.check import DB, KEY, database, public, summary, telling


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `croupier backup` wrote.")],
    db: DB = None,
    key: KEY = None,
) -> None:
    """Put a backup back where no house is: a new SQLite file, or an empty PostgreSQL database.

    All of it is checked first; exits 3 and changes nothing if it is broken. Tables go on where they stood.

    Example: croupier restore monday.backup --db croupier.db
    """
    from croupier.house.audit.check import shown
    from croupier.house.audit.restore import restore

    where = database(db)
    with telling(str(file)) as progress:
        checked = restore(file, where, public(key), progress)
    print(f"{shown(where)}: {summary(checked)}")
