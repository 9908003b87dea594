"""A player's own results: since they sat down, lately and from the beginning; the bankroll, the best and worst hands.

Sums come from the index of rounds (`played`), what the coach adds from what is kept of each (`judged`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import asdict
from sqlalchemy import and_, desc, func, select

from croupier.errors import CroupierError
from croupier.games import open_game
from croupier.house.cloth.felt import exact, signed
from croupier.house.screens.lab.query import chosen
from croupier.house.screens.player import payloads
from croupier.house.storage import schema
from croupier.house.tables.money.ledger import wallet
from croupier.journal.record_text import time_of

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

    from croupier.house.storage.database import Database

POINTS = 240
"""Points of the bankroll line at most."""

MONTH = 30 * 86_400_000

SPANS = ("session", "month", "all")

SHOWN = 3


def session_since(database: Database, player: str, signed_in: int) -> int:
    """When the session of play began: at sign-in, or when chips were last taken off a table before the latest round."""
    played, postings = schema.played, schema.postings
    with database.read() as connection:
        last = connection.scalar(select(func.max(played.c.at)).where(played.c.player == player)) or 0
        query = select(func.max(postings.c.at)).where(
            postings.c.account == wallet(player), postings.c.what == "cash-out", postings.c.at < last
        )
        left = connection.scalar(query) or 0
    return max(signed_in, left)


def results(database: Database, player: str, *, span: str, session: int, now: int) -> payloads.MyPlay:
    """Everything that is known without the coach, for one span of time."""
    since = {"session": session, "month": now - MONTH}.get(span, 0)
    with database.read() as connection:
        all_time, this = _sums(connection, player, 0), _sums(connection, player, session)
        shown = all_time if not since else this if span == "session" else _sums(connection, player, since)
        first = connection.scalar(select(func.min(schema.played.c.at)).where(schema.played.c.player == player))
        points = _line(connection, player, since, shown.rounds)
        best, worst = (_extremes(connection, player, since, most=most) for most in (True, False))
        lasted = connection.scalar(select(func.max(schema.played.c.at)).where(*_whose(player, session)))
    return payloads.MyPlay(
        span=span,
        since=time_of(first)[:10] if first else "",
        rounds=all_time.rounds,
        all=_payload(all_time),
        shown=_payload(shown),
        session=payloads.SessionSums(**asdict(_payload(this)), minutes=_minutes(session or first or 0, lasted)),
        games=_games(shown.games),
        line=points,
        ticks=_ticks(points),
        best=best,
        worst=worst,
    )


class _Sums(NamedTuple):
    """What rounds came to, in cents, and by game."""

    games: list[tuple[Any, ...]]
    rounds: int
    staked: int
    net: int


def _whose(player: str, since: int) -> list[ColumnElement[bool]]:
    rows = schema.played
    return [rows.c.player == player, *([rows.c.at >= since] if since else [])]


def _sums(connection: Any, player: str, since: int) -> _Sums:  # noqa: ANN401
    rows, tables = schema.played, schema.tables
    by_table = (
        select(
            rows.c.table_id,
            func.count().label("rounds"),
            func.sum(rows.c.staked).label("staked"),
            func.sum(rows.c.net).label("net"),
        )
        .where(*_whose(player, since))
        .group_by(rows.c.table_id)
        .subquery()
    )
    query = select(
        tables.c.game,
        tables.c.edition,
        func.sum(by_table.c.rounds),
        func.sum(by_table.c.staked),
        func.sum(by_table.c.net),
    ).join(tables, tables.c.id == by_table.c.table_id)
    games = [tuple(row) for row in connection.execute(query.group_by(tables.c.game, tables.c.edition))]
    return _Sums(
        games,
        rounds=sum(int(g[2]) for g in games),
        staked=sum(int(g[3]) for g in games),
        net=sum(int(g[4]) for g in games),
    )


def _payload(sums: _Sums) -> payloads.PlaySums:
    staked, net = sums.staked, sums.net
    returned = f"{100 * (staked + net) / staked:.3f}%" if staked else ""
    return payloads.PlaySums(
        rounds=sums.rounds,
        staked=exact(staked),
        net=signed(net),
        sign=(net > 0) - (net < 0),
        returned=returned,
    )


def _games(found: list[tuple[Any, ...]]) -> list[payloads.GameSums]:
    rows = [
        payloads.GameSums(
            game=game,
            edition=edition,
            rounds=int(rounds),
            staked=exact(int(staked)),
            net=signed(int(net)),
            sign=(int(net) > 0) - (int(net) < 0),
            title=title(game, edition),
        )
        for game, edition, rounds, staked, net in found
    ]
    return sorted(rows, key=lambda one: -one.rounds)


@lru_cache(maxsize=64)
def title(game: str, edition: str) -> str:
    """A game by its name; by its id where it is not in the book any more."""
    try:
        return open_game(game, edition).name
    except CroupierError:
        return game


@lru_cache(maxsize=64)
def categories(game: str, edition: str) -> tuple[str, ...]:
    """The hands of a game's ranking, highest first; none of a game that counts points."""
    try:
        opened = open_game(game, edition)
    except CroupierError:
        return ()
    ranking = opened.rules(chosen(opened)).ranking
    return () if ranking is None else tuple(category.name for category in ranking.categories)


def _line(connection: Any, player: str, since: int, many: int) -> list[list[int]]:  # noqa: ANN401
    """What the rounds have come to after each, thinned by the database: [round, cents], the last one always among
    them."""
    if not many:
        return []
    rows = schema.played
    order = (rows.c.at, rows.c.table_id, rows.c.round, rows.c.seat)
    every = max(1, -(-many // POINTS))
    counted = (
        select(
            func.row_number().over(order_by=order).label("n"),
            func.sum(rows.c.net).over(order_by=order, rows=(None, 0)).label("sum"),
        )
        .where(*_whose(player, since))
        .subquery()
    )
    query = select(counted).where((counted.c.n % every == 0) | (counted.c.n == many)).order_by(counted.c.n)
    return [[0, 0], *([int(row.n), int(row.sum)] for row in connection.execute(query))]


def _ticks(points: list[list[int]]) -> list[payloads.Tick]:
    """Round amounts between the lowest and the highest point, for the axis: about four."""
    low, high = (min(p[1] for p in points), max(p[1] for p in points)) if points else (0, 0)
    step = next(unit * 10**power for power in range(2, 16) for unit in (1, 2, 5) if high - low <= 4 * unit * 10**power)
    return [
        payloads.Tick(at=at, text=signed(at).removesuffix(".00"))
        for at in range(low // step * step, -(-high // step) * step + 1, step)
    ]


def _extremes(connection: Any, player: str, since: int, *, most: bool) -> list[payloads.ExtremeRound]:  # noqa: ANN401
    """The rounds that won or lost the most, with the hand where the coach has looked at it."""
    rows, kept, tables = schema.played, schema.judged, schema.tables
    same = and_(kept.c.table_id == rows.c.table_id, kept.c.round == rows.c.round, kept.c.seat == rows.c.seat)
    net = rows.c.net > 0 if most else rows.c.net < 0
    query = (
        select(rows, kept.c.hand, kept.c.cards, tables.c.name, tables.c.game, tables.c.edition)
        .outerjoin(kept, same)
        .join(tables, tables.c.id == rows.c.table_id)
        .where(*_whose(player, since), net)
        .order_by(desc(rows.c.net) if most else rows.c.net)
        .limit(SHOWN)
    )
    return [
        payloads.ExtremeRound(
            table=row.table_id,
            round=row.round,
            seat=row.seat,
            net=signed(row.net),
            sign=(row.net > 0) - (row.net < 0),
            hand=row.hand or "",
            cards=(row.cards or "").split(),
            name=row.name,
            title=title(row.game, row.edition),
            game=row.game,
            edition=row.edition,
        )
        for row in connection.execute(query)
    ]


def _minutes(since: int, last: int | None) -> int:
    return 0 if not last or last < since else max(1, round((last - since) / 60_000))
