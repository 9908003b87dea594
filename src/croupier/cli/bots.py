"""``croupier bots``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.errors import BadText, HouseError

if TYPE_CHECKING:
    from croupier.cli.bot import Bot, Strategy
    from croupier.client import Client
    from croupier.house.cloth.payloads import TableRules

STRATEGIES = ("optimal", "simple", "random")


def bots(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A table of the house, as in dj-wild.")],
    url: Annotated[str, typer.Option(envvar="CROUPIER_URL", help="Where the house answers.")] = "http://127.0.0.1:8000",
    seats: Annotated[str, typer.Option("--seats", help="How many, on any free seats (3), or which (1-5).")] = "3",
    strategy: Annotated[str, typer.Option(help="optimal, simple or random.")] = "simple",
    player: Annotated[
        str | None,
        typer.Option("--player", metavar="MODULE:NAME", help="A player of your own: an object with decide(view)."),
    ] = None,
    rounds: Annotated[int | None, typer.Option(help="How many rounds to play; without it until Ctrl-C.")] = None,
    name: Annotated[str, typer.Option(help="What they are called, with a number each.")] = "Robot",
    seed: Annotated[int | None, typer.Option(help="Random decisions that repeat.")] = None,
) -> None:
    """Fill seats of a table with programs that play by a strategy, on a house that takes guests.

    Optimal looks up the exact value of every action, which a game may have to count first; simple stays with a pair,
    or sets the house way; random does anything. A player of your own decides by what its seat sees, as in simulate.

    Example: croupier bots dj-wild --seats 1-5 --strategy optimal --rounds 100
    """
    import asyncio

    if strategy not in STRATEGIES:
        raise BadText(f"{strategy!r} is none of {', '.join(STRATEGIES)}", field="--strategy")
    if rounds is not None and rounds < 1:
        raise BadText("is 1 or more", field="--rounds")
    if player is not None:
        from croupier.odds.sampling.player import load

        load(player)  # refused before anybody sits down
    try:
        played = asyncio.run(_fill(url, table, seats, player or strategy, rounds, name, seed))
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    print(f"{len(played)} at {table} played {sum(bot.rounds for bot in played)} hands.")


async def _fill(
    url: str, table: str, seats: str, strategy: str, rounds: int | None, name: str, seed: int | None
) -> list[Bot]:
    import asyncio
    from contextlib import AsyncExitStack
    from secrets import token_hex

    from croupier.cli.bot import Bot
    from croupier.client import Client

    async with AsyncExitStack() as stack:
        clients: list[Client] = []

        async def enter() -> Client:
            client = await stack.enter_async_context(Client(url))
            await client.guest(f"{name} {len(clients) + 1} {token_hex(2)}")
            clients.append(client)
            return client

        first = await enter()
        found = next((line for line in await first.tables() if line.id == table), None)
        if found is None:
            raise HouseError(f"there is no table {table!r}", fault="unknown", field="TABLE")
        chosen = _seats(seats, set(found.taken), found.seats)
        rules = await first.rules(table)
        choose = await asyncio.to_thread(_strategy, strategy, rules, seed)
        made: list[Bot] = []
        for number in chosen:
            client = first if not made else await enter()
            sitting = await stack.enter_async_context(client.table(table, keep=False))
            made.append(Bot(client, sitting, number, choose, rules))
            await made[-1].sit()
        await asyncio.gather(*(bot.play(rounds) for bot in made))
    return made


def _strategy(strategy: str, rules: TableRules, seed: int | None) -> Strategy:
    import random

    from croupier.cli.bot import own, strategy_of

    if ":" in strategy:
        return own(strategy, rules)
    return strategy_of(strategy, rules, random.Random(seed))  # noqa: S311 - a game, not a secret


def _seats(text: str, taken: set[int], most: int) -> list[int]:
    """``3`` is any three free ones, ``1-5`` and ``2`` of a range are those."""
    free = [n for n in range(1, most + 1) if n not in taken]
    first, dash, last = text.partition("-")
    if not first.isdecimal() or (dash and not last.isdecimal()):
        raise BadText(f"{text!r} is neither a number nor a range of seats", field="--seats")
    if not dash:
        if not 1 <= int(first) <= len(free):
            raise BadText(f"{len(free)} seats are free", field="--seats")
        return free[: int(first)]
    wanted = list(range(int(first), int(last) + 1))
    if not wanted or not set(wanted) <= set(free):
        raise BadText(f"free are {', '.join(map(str, free)) or 'none'}", field="--seats")
    return wanted
