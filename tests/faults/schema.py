"""Requests made from the description of the API itself, right and wrong ones, as people of every role."""

from __future__ import annotations

import warnings
from collections import Counter
from contextlib import suppress
from copy import deepcopy
from itertools import cycle
from typing import TYPE_CHECKING, Any

import httpx
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable

from croupier.house.people.permissions import ROLES
from croupier.web.app import create
from tests.faults.books import at_rest
from tests.house.floor import a_house, served
from tests.house.tables.test_keeper import seated

if TYPE_CHECKING:
    from pathlib import Path

    from fastapi import FastAPI

TABLE = "dj-wild"


def cases(app: FastAPI, each: int) -> list[Any]:
    """So many requests of each kind for every route: of the shape that is described, and of others."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from schemathesis import GenerationMode, openapi

    described = deepcopy(app.openapi())
    for methods in described["paths"].values():
        for told in methods.values():  # who asks is ours to say
            told["parameters"] = [each for each in told.get("parameters", ()) if each["in"] != "cookie"]
    made: list[Any] = []
    for found in openapi.from_dict(described).get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]
        told = described["paths"][operation.path][operation.method.lower()]
        modes = [GenerationMode.POSITIVE]
        modes += [GenerationMode.NEGATIVE] if told["parameters"] or "requestBody" in told else []
        for mode in modes:
            taken = _examples(operation.as_strategy(generation_mode=mode), each if len(modes) > 1 else 1)
            for number, case in enumerate(taken):
                if number % 3 and "{table}" in operation.path:
                    case.path_parameters = {**(case.path_parameters or {}), "table": TABLE}
            made += taken
    return made


def _examples(strategy: Any, each: int) -> list[Any]:
    taken: list[Any] = []

    @settings(
        max_examples=each,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def take(case: Any) -> None:
        taken.append(case)

    with suppress(Unsatisfiable):  # not every route can be asked wrongly
        take()
    return taken


async def fuzzed(url: str | Path, each: int) -> tuple[Counter[int], list[str]]:
    """How often each status came, and every answer that is the server's own fault."""
    async with a_house(url, TABLE) as house, served(house) as at:
        await seated(house, house.keeper(TABLE), "a player")
        names = []
        for role in ROLES:
            at.desk.people.accounts.add(f"a {role}", None, [(role, "")])
            names.append(f"a {role}")
        statuses, faults = await _sent(cases(create(house), each), at, names)
        await at_rest(house)
    return statuses, faults


async def _sent(made: list[Any], at: Any, names: list[str]) -> tuple[Counter[int], list[str]]:
    statuses: Counter[int] = Counter()
    faults: list[str] = []
    others = cycle(name for name in names if name not in {"a player", "a administrator"})
    tokens = {name: at.desk.people.session(name) for name in names}
    async with httpx.AsyncClient(base_url=at.url, timeout=60) as client:
        for case in made:
            told = case.as_transport_kwargs(base_url=at.url)
            asked = {key: told[key] for key in ("method", "url", "params", "json", "data") if key in told}
            headers = dict(told.get("headers") or {})
            if isinstance(asked.get("data"), (bytes, str)):
                asked["content"] = asked.pop("data")
            for name in ("", "a player", "a administrator", next(others)):
                client.cookies.clear()
                cookie = {"Cookie": f"croupier={tokens[name]}"} if name else {}
                try:
                    reply = await client.request(**asked, headers={**headers, **cookie})
                except (httpx.LocalProtocolError, UnicodeEncodeError):  # cannot even be sent
                    continue
                statuses[reply.status_code] += 1
                if reply.status_code >= 500:
                    faults.append(f"{name or 'nobody'}: {asked}: {reply.status_code} {reply.text[:300]}")
                if case.method.upper() == "DELETE" and name:
                    tokens[name] = at.desk.people.session(name)
    return statuses, faults
