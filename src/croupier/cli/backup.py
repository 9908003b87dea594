"""``croupier backup``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.check import DB, KEY, database, public, summary, telling


def backup(
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The new file.")],
    db: DB = None,
    key: KEY = None,
) -> None:
    """Write a whole house to one file, also while it is served: as it is at one moment, checked and sealed.

    The file restores into SQLite and PostgreSQL alike. It does not hold the signing key: keep that elsewhere. Exits 3
    and writes nothing if the house is broken.

    Example: croupier backup --db croupier.db --out monday.backup
    """
    from croupier.house.audit.backup import backup
    from croupier.house.audit.check import shown

    where = database(db)
    with telling(shown(where)) as progress:
        checked = backup(where, out, public(key), progress)
    print(f"{out}: {summary(checked)}")
