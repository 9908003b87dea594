"""What is asked in an address that more than one screen takes: which rounds, which days."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query

from croupier.house.people.periods import Period
from croupier.house.tables.rounds.round_index import Result, RoundQuery


def _rounds(
    before: Annotated[str, Query(max_length=100, description="The cursor of the last row you have.")] = "",
    table: str = "",
    game: str = "",
    first: Annotated[str, Query(alias="from", description="A date, as in 2026-01-31.")] = "",
    last: Annotated[str, Query(alias="to")] = "",
    zone: Annotated[str, Query(description="A time zone, as in America/New_York; UTC without.")] = "",
    round_: Annotated[int | None, Query(alias="round", ge=0, lt=2**31)] = None,
    result: Result | None = None,
    least: Annotated[int, Query(ge=0, lt=2**53, description="Cents won or lost, at least.")] = 0,
) -> RoundQuery:
    return RoundQuery(before, table, game, first, last, zone, round_, result, least)


Search = Annotated[RoundQuery, Depends(_rounds)]


def _period(
    first: Annotated[str, Query(alias="from", description="A date, as in 2026-01-31.")],
    last: Annotated[str, Query(alias="to", description="The last day; without it the first is all.")] = "",
    zone: Annotated[str, Query(description="A time zone, as in America/New_York; UTC without.")] = "",
) -> Period:
    return Period.read(first, last, zone)


Days = Annotated[Period, Depends(_period)]
