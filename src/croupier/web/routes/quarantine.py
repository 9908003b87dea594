"""Tables that are set aside: what is wrong with each, and another try after it was repaired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi import Request  # noqa: TC002 - read at run time

from croupier.house.permissions import may
from croupier.web.register import Token, signed_in

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk import Desk
    from croupier.web.forward import Others


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes, for the floor and the administrator."""
    others: Others = app.state.others
    keeping = desk.house.keeping

    @app.get("/api/set-aside")
    async def listed(request: Request, token: Token = None) -> list[dict[str, Any]]:
        """The tables that are set aside, each with what is wrong and since when."""
        person = await signed_in(desk, token)
        desk.check_anywhere(person, "set-aside")
        own = [aside.told() for aside in keeping.set_aside if may(person.roles(aside.table), "set-aside")]
        every = {told["table"]: told for answer in await others.ask(request) for told in answer}
        return list((every | {told["table"]: told for told in own}).values())

    @app.post("/api/tables/{table}/readmit")
    async def readmit(table: str, token: Token = None) -> dict[str, Any]:
        """Load a table that is set aside from its first record on; refused with what is still wrong."""
        person = await signed_in(desk, token)
        desk.check(person, "set-aside", table)
        await keeping.readmit(table)
        return {"table": table}
