"""One process that serves a house, or several on one file: started, told of, ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket

    from croupier.web.house_process import Run
    from croupier.web.uvicorn_server import Server


async def serve_alone(run: Run, listening: socket.socket) -> int:
    """One process that keeps every table, or one of several on PostgreSQL."""
    import asyncio
    import signal

    from croupier.house.house import House
    from croupier.web.house_process import Ending, address_of, serve_house

    house, ending = House.at(run.where, run.key, money=run.money), Ending()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, ending.ask)

    def begun(_: Server, tokens: str) -> None:
        _say_begun(address_of(listening), len(house.keepers), tokens)

    _say_ended(finished=await serve_house(house, run, listening, ending, begun), requested=ending.asked.is_set())
    return 0


async def serve_several(run: Run, listening: socket.socket, held: int, processes: int) -> int:
    """A door with processes behind it."""
    from croupier.web.house_process import address_of
    from croupier.web.workers.door import Door

    def begun(tables: int, tokens: str) -> None:
        _say_begun(address_of(listening), tables, tokens)

    code, finished = await Door(run, listening, held, processes, begun).serve()
    if not code:
        _say_ended(finished=finished, requested=True)
    return code


def _say_begun(address: str, tables: int, tokens: str) -> None:
    _say(f"croupier at {address} with {tables} tables; Ctrl-C ends.")
    for number, token in enumerate(tokens.split()):
        who = "another administrator, another person" if number else "administrator"
        _say(f"{who}, once within the hour: {address}/administrator#token={token}")


def _say_ended(*, finished: bool, requested: bool) -> None:
    if requested:
        _say("every round is finished." if finished else "rounds in play are stored and go on at the next start.")


def _say(words: str) -> None:
    """A line in one piece: the log may go to the same place."""
    print(f"{words}\n", end="", flush=True)
