"""How to play: a page for everyone, signed in or not, of a game or of a table's own rules."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated

import msgspec
from fastapi import Request, Response

from croupier.errors import HouseError
from croupier.games import open_game
from croupier.house.cloth.felt import provision
from croupier.house.cloth.payloads import Provision  # noqa: TC001 - FastAPI reads it
from croupier.house.screens.lab.query import chosen
from croupier.house.screens.player.how_to_play import how_to_play, prices
from croupier.house.screens.player.payloads import HowToPlay, HowToPlayPrices

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.game import Rules
    from croupier.house.desk.desk import Desk
    from croupier.web.http.limits.bounded_work import BoundedWork


MAX_CACHED = 200
"""Pages that are kept made; then those of tables that are gone are not."""


@cache
def _listed(game: str, edition: str) -> Rules:
    found = open_game(game, edition or None)
    return found.rules(chosen(found))


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes. A table that is named shows its own paytables; a game as the chapter lists them first."""
    work: BoundedWork = app.state.work
    made: dict[int, tuple[Rules, bytes]] = {}

    def rules_of(game: str, edition: str, table: str) -> Rules:
        return desk.house.keeper(table).rules if table else _listed(game, edition)

    @app.get("/api/how-to-play")
    async def steps(game: str = "dj-wild", edition: str = "", table: str = "") -> Annotated[Response, HowToPlay]:
        """A first round step by step, the hands, and what each wager pays for them; it is made once."""
        rules = rules_of(game, edition, table)
        if id(rules) not in made:
            kept = {id(keeper.rules) for keeper in desk.house.keepers.values()} | {id(rules)}
            for gone in made.keys() - kept if len(made) > MAX_CACHED else ():
                del made[gone]
            made[id(rules)] = rules, msgspec.json.encode(how_to_play(rules))
        return Response(made[id(rules)][1], media_type="application/json")

    @app.get("/api/how-to-play/provision")
    async def law(cite: str, game: str = "dj-wild", edition: str = "", table: str = "") -> Provision:
        """A provision of the chapter, in our words."""
        return provision(rules_of(game, edition, table).game.chapter, cite)

    @app.get("/api/how-to-play/prices")
    async def worth(request: Request, game: str = "dj-wild", edition: str = "", table: str = "") -> HowToPlayPrices:
        """What the house expects to keep of each wager, and rules to play the main game by; it is worked out once."""
        lab = getattr(app.state, "lab", None)
        if lab is None:
            raise HouseError("the lab of this house is closed", fault="denied", field="lab")
        rules = rules_of(game, edition, table)
        return await work.run(request, lambda: prices(lab, rules), slow=True)
