"""``croupier heads``."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.check import DB, database


def heads(
    db: DB = None,
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="TARGET", help="Send them there: file:PATH, http(s)://…, syslog://HOST:PORT."),
    ] = None,
) -> None:
    """Print the last signed head of every journal of a house, one a line, to be kept where the house cannot change it.

    Example: croupier heads --db croupier.db >> heads.jsonl
    """
    from croupier.errors import BadText
    from croupier.house.audit.check import shown, snapshot
    from croupier.house.journal.head_targets import target_of
    from croupier.house.journal.heads import read_heads

    where = database(db)
    target = None if to is None else target_of(to)
    with snapshot(where) as connection:
        if not connection.dialect.has_table(connection, "house_records"):
            raise BadText("has no journal of the house: start the server once with this version", field=shown(where))
        found = [head.text() for head in read_heads(connection)]
    if target is None:
        for head in found:
            print(head)
        return
    try:
        target.send(found)
    except OSError as error:
        raise BadText(f"takes no heads: {error}", field=str(target)) from None
    print(f"{target}: {len(found)} heads sent")
