"""Tables that are set aside: what is wrong with each, and another try after it was repaired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import Request  # noqa: TC002 - read at run time

from croupier.house.desk.payloads import TableId
from croupier.house.people.permissions import may
from croupier.house.tables.views.payloads import SetAsideNotice
from croupier.web.http.sessions import Token, signed_in

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk
    from croupier.web.other_processes import Others


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes, for the floor and the administrator."""
    others: Others = app.state.others
    keeping = desk.house.keeping

    @app.get("/api/set-aside")
    async def listed(request: Request, token: Token = None) -> list[SetAsideNotice]:
        """The tables that are set aside, each with what is wrong and since when."""
        person = await signed_in(desk, token)
        desk.check_anywhere(person, "set-aside")
        own = [aside.told() for aside in keeping.set_aside if may(person.roles(aside.table), "set-aside")]
        there = await others.ask(request, list[SetAsideNotice])
        every = {notice.table: notice for answer in there for notice in answer}
        return list((every | {notice.table: notice for notice in own}).values())

    @app.post("/api/tables/{table}/readmit")
    async def readmit(table: str, token: Token = None) -> TableId:
        """Load a table that is set aside from its first record on; refused with what is still wrong."""
        person = await signed_in(desk, token)
        desk.check(person, "set-aside", table)
        await keeping.readmit(table)
        return TableId(table)
