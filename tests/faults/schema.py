"""Requests made from the description of the API itself, right and wrong ones, as people of every role."""

from __future__ import annotations

import asyncio
import warnings
from collections import Counter
from itertools import cycle
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, Phase, given, settings

from croupier.house.permissions import ROLES
from croupier.web.app import create
from tests.faults.books import at_rest
from tests.house.floor import a_house, served
from tests.house.test_keeper import seated

if TYPE_CHECKING:
    from pathlib import Path

    from fastapi import FastAPI

TABLE = "dj-wild"


def cases(app: FastAPI, each: int) -> list[Any]:
    """So many requests of each kind for every route: of the shape that is described, and of others."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from schemathesis import GenerationMode, openapi

    made: list[Any] = []
    for found in openapi.from_dict(app.openapi()).get_all_operations():
        operation = found.ok()
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            for fixed in ({}, {"table": TABLE}):
                if fixed and "{table}" not in operation.path:
                    continue
                taken: list[Any] = []
                strategy = operation.as_strategy(generation_mode=mode)

                @settings(max_examples=each, derandomize=True, database=None, deadline=None, phases=[Phase.generate],
                          suppress_health_check=list(HealthCheck))  # fmt: skip
                @given(strategy)
                def take(case: Any, taken: list[Any] = taken) -> None:
                    taken.append(case)

                try:
                    take()
                except Exception as error:  # noqa: BLE001 - not every route can be asked wrongly
                    if "Unsatisfiable" not in type(error).__name__ and "negat" not in str(error).lower():
                        raise
                for case in taken:
                    if fixed:
                        case.path_parameters = {**(case.path_parameters or {}), **fixed}
                made += taken
    return made


async def fuzzed(url: str | Path, each: int) -> tuple[Counter[int], list[str]]:
    """How often each status came, and every answer that is the server's own fault."""
    async with a_house(url, TABLE) as house, served(house) as at:
        await seated(house, house.keeper(TABLE), "a player")
        names = []
        for role in ROLES:
            at.desk.people.add(f"a {role}", None, [(role, "")])
            names.append(f"a {role}")
        statuses, faults = await asyncio.to_thread(_sent, cases(create(house), each), at, names)
        await at_rest(house)
    return statuses, faults


def _sent(made: list[Any], at: Any, names: list[str]) -> tuple[Counter[int], list[str]]:
    import requests

    statuses: Counter[int] = Counter()
    faults: list[str] = []
    others = cycle(name for name in names if name not in {"a player", "a administrator"})
    tokens = {name: at.desk.people.session(name) for name in names}
    with requests.Session() as session, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for case in made:
            for name in ("", "a player", "a administrator", next(others)):
                case.cookies = {"croupier": tokens[name]} if name else {}
                reply = case.call(base_url=at.url, session=session)
                session.cookies.clear()
                statuses[reply.status_code] += 1
                if reply.status_code >= 500:
                    faults.append(f"{name}: {case.as_curl_command()}: {reply.status_code} {reply.text[:300]}")
                if case.method.upper() == "DELETE" and name:
                    tokens[name] = at.desk.people.session(name)
    return statuses, faults
