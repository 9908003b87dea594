"""``croupier vary``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.options import EDITION, JSON

if TYPE_CHECKING:
    from croupier.game import Game
    from croupier.odds.figures.analysis import Main


def vary(
    game: Annotated[str, typer.Argument(help="A game's id.")],
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="decks=2, without=Jk, times=1,2, pay.WAGER.ROW='6 to 1'."),
    ] = None,
    edition: EDITION = None,
    json: JSON = False,
) -> None:
    """Price a game otherwise than its chapter has it, beside the printed one. It is no edition of the law.

    Example: croupier vary raise-it-up --set times=1,2
    """
    from croupier.cli import show
    from croupier.cli.options import pairs
    from croupier.game.variation import vary as varied
    from croupier.games import open_game

    printed = open_game(game, edition)
    other = varied(printed, {key: str(value) for key, value in pairs(settings, "--set").items()})
    with show.waiting(f"counting {printed.name} twice"):
        one, two = _main(printed), _main(other)
    if json:
        about = {"game": printed.id, "edition": printed.edition, "varied": other.chapter.source, "mark": other.mark}
        show.as_json({**about, "printed-main": one.to_json(), "varied-main": two.to_json()})
        return
    show.heading(f"{show.named(other)}: no edition of the law")
    show.say(other.chapter.source)
    rows = [
        (words, f"{float(100 * getattr(one, key)):.4f}%", f"{float(100 * getattr(two, key)):.4f}%")
        for words, key in (("house edge, of one unit", "house_edge"), ("of all that is wagered", "element_of_risk"))
    ]
    rows += [
        (f"chance to {name}", f"{float(100 * chance):.4f}%", f"{float(100 * two.outcomes[name]):.4f}%")
        for name, chance in one.outcomes.items()
    ]
    show.table(("main game", printed.edition, "varied"), rows)


def _main(game: Game) -> Main:
    from croupier.odds.study.study import main_of, solve

    return main_of(solve(game.rules()))
