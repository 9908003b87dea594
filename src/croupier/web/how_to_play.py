"""How to play: a page for everyone, signed in or not, of a game or of a table's own rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi import Request  # noqa: TC002 - FastAPI reads it

from croupier.errors import HouseError
from croupier.games import open_game
from croupier.house.felt import provision
from croupier.house.how_to_play import how_to_play, prices
from croupier.house.lab import chosen

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.game import Rules
    from croupier.house.desk import Desk
    from croupier.web.bounded_work import BoundedWork


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes. A table that is named shows its own paytables; a game as the chapter lists them first."""
    work: BoundedWork = app.state.work

    def rules_of(game: str, edition: str, table: str) -> Rules:
        if table:
            return desk.house.keeper(table).rules
        found = open_game(game, edition or None)
        return found.rules(chosen(found))

    @app.get("/api/how-to-play")
    async def steps(game: str = "dj-wild", edition: str = "", table: str = "") -> dict[str, Any]:
        """A first round step by step, the hands, and what each wager pays for them."""
        return how_to_play(rules_of(game, edition, table))

    @app.get("/api/how-to-play/provision")
    async def law(cite: str, game: str = "dj-wild", edition: str = "", table: str = "") -> dict[str, Any]:
        """A provision of the chapter, in our words."""
        return provision(rules_of(game, edition, table).game.chapter, cite)

    @app.get("/api/how-to-play/prices")
    async def worth(request: Request, game: str = "dj-wild", edition: str = "", table: str = "") -> dict[str, Any]:
        """What the house expects to keep of each wager, and rules to play the main game by; it is worked out once."""
        lab = getattr(app.state, "lab", None)
        if lab is None:
            raise HouseError("the lab of this house is closed", fault="denied", field="lab")
        rules = rules_of(game, edition, table)
        found: dict[str, Any] = await work.run(request, lambda: prices(lab, rules), slow=True)
        return found
