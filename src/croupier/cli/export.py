"""``croupier export``."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.report import DB, opened
from croupier.errors import BadText


def export(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A table of the house, as in dj-wild.")],
    db: DB,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE.zip", help="Write to this new file.")],
) -> None:
    """Write everything a regulator needs to check a table into a zip, with the SHA-256 of each file.

    The journal byte for byte, its signed heads and public key, the submission, the rules and readings, the PAR sheet,
    and how to check them. The same state gives the same bytes.

    Example: croupier export dj-wild --db croupier.db --out dj-wild.zip
    """
    from croupier.cli import show
    from croupier.house.books.exports import write

    if not out.parent.is_dir():
        raise BadText(f"there is no folder {out.parent}", field=str(out))
    if out.exists():
        raise BadText("exists already and is left as it is", field=str(out))
    beside = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        with opened(db) as database, beside.open("xb") as file, show.waiting(f"exporting {table}"):
            manifest = write(database, table, file)
        beside.replace(out)
    except OSError as error:
        raise BadText(f"cannot be written: {error.strerror}", field=str(out)) from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
    state = "intact" if not manifest.fault else f"BROKEN at record {manifest.fault.record}"
    print(
        f"{out}: {len(manifest.files) + 1} files; journal {state}, {manifest.records:,} records,"
        f" {manifest.rounds:,} rounds"
    )
    print(f"head {manifest.head.n} {manifest.head.hash}")
