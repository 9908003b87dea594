"""A player's own results: since they sat down, lately and from the beginning; the bankroll, the best and worst hands.

Sums come from the index of rounds (`played`), what the coach adds from what is kept of each (`judged`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, desc, func, select

from croupier.errors import CroupierError
from croupier.games import open_game
from croupier.house import schema
from croupier.house.felt import exact, signed
from croupier.house.judged import LATEST, PART
from croupier.house.lab import chosen
from croupier.house.ledger import wallet
from croupier.journal.told import time_of

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

    from croupier.house.database import Database

POINTS = 240
"""Points of the bankroll line at most."""
MONTH = 30 * 86_400_000
SPANS = ("session", "month", "all")
SHOWN = 3
MISTAKES = 6


def session_since(database: Database, player: str, signed_in: int) -> int:
    """When the session of play began: at sign-in, or when chips were last taken off a table before the latest round."""
    played, postings = schema.played, schema.postings
    with database.read() as connection:
        last = connection.scalar(select(func.max(played.c.at)).where(played.c.player == player)) or 0
        asked = select(func.max(postings.c.at)).where(
            postings.c.account == wallet(player), postings.c.what == "cash-out", postings.c.at < last
        )
        left = connection.scalar(asked) or 0
    return max(signed_in, left)


def results(database: Database, player: str, *, span: str, session: int, now: int) -> dict[str, Any]:
    """Everything that is known without the coach, for one span of time."""
    since = {"session": session, "month": now - MONTH}.get(span, 0)
    with database.read() as connection:
        all_time, this = _sums(connection, player, 0), _sums(connection, player, session)
        shown = all_time if not since else this if span == "session" else _sums(connection, player, since)
        first = connection.scalar(select(func.min(schema.played.c.at)).where(schema.played.c.player == player))
        points = _line(connection, player, since, shown["rounds"])
        best, worst = (_extremes(connection, player, since, most=most) for most in (True, False))
        lasted = connection.scalar(select(func.max(schema.played.c.at)).where(*_whose(player, session)))
    return {
        "span": span, "since": time_of(first)[:10] if first else "", "rounds": all_time["rounds"],
        "all": _told(all_time), "shown": _told(shown),
        "session": _told(this) | {"minutes": _minutes(session or first or 0, lasted)},
        "games": _games(shown["games"]), "line": points, "ticks": _ticks(points), "best": best, "worst": worst,
    }  # fmt: skip


def _whose(player: str, since: int) -> list[ColumnElement[bool]]:
    rows = schema.played
    return [rows.c.player == player, *([rows.c.at >= since] if since else [])]


def _sums(connection: Any, player: str, since: int) -> dict[str, Any]:  # noqa: ANN401
    rows, tables = schema.played, schema.tables
    by_table = select(
        rows.c.table_id, func.count().label("rounds"), func.sum(rows.c.staked).label("staked"),
        func.sum(rows.c.net).label("net"),
    ).where(*_whose(player, since)).group_by(rows.c.table_id).subquery()  # fmt: skip
    asked = select(tables.c.game, tables.c.edition, func.sum(by_table.c.rounds), func.sum(by_table.c.staked),
                   func.sum(by_table.c.net)).join(tables, tables.c.id == by_table.c.table_id)  # fmt: skip
    games = [tuple(row) for row in connection.execute(asked.group_by(tables.c.game, tables.c.edition))]
    return {"games": games, "rounds": sum(int(g[2]) for g in games), "staked": sum(int(g[3]) for g in games),
            "net": sum(int(g[4]) for g in games)}  # fmt: skip


def _told(sums: dict[str, Any]) -> dict[str, Any]:
    staked, net = sums["staked"], sums["net"]
    returned = f"{100 * (staked + net) / staked:.3f}%" if staked else ""
    return {"rounds": sums["rounds"], "staked": exact(staked), "net": signed(net), "sign": (net > 0) - (net < 0),
            "returned": returned}  # fmt: skip


def _games(found: list[tuple[Any, ...]]) -> list[dict[str, Any]]:
    told = [{"game": game, "edition": edition, "rounds": int(rounds), "staked": exact(int(staked)),
             "net": signed(int(net)), "sign": (int(net) > 0) - (int(net) < 0), "title": title(game, edition)}
            for game, edition, rounds, staked, net in found]  # fmt: skip
    return sorted(told, key=lambda one: -one["rounds"])


@lru_cache(maxsize=64)
def title(game: str, edition: str) -> str:
    """A game by its name; by its id where it is not in the book any more."""
    try:
        return open_game(game, edition).name
    except CroupierError:
        return game


@lru_cache(maxsize=64)
def _categories(game: str, edition: str) -> tuple[str, ...]:
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
    counted = select(
        func.row_number().over(order_by=order).label("n"),
        func.sum(rows.c.net).over(order_by=order, rows=(None, 0)).label("sum"),
    ).where(*_whose(player, since)).subquery()  # fmt: skip
    asked = select(counted).where((counted.c.n % every == 0) | (counted.c.n == many)).order_by(counted.c.n)
    return [[0, 0], *([int(row.n), int(row.sum)] for row in connection.execute(asked))]


def _ticks(points: list[list[int]]) -> list[dict[str, Any]]:
    """Round amounts between the lowest and the highest point, for the axis: about four."""
    low, high = (min(p[1] for p in points), max(p[1] for p in points)) if points else (0, 0)
    step = next(unit * 10**power for power in range(2, 16) for unit in (1, 2, 5) if high - low <= 4 * unit * 10**power)
    return [{"at": at, "text": signed(at).removesuffix(".00")}
            for at in range(low // step * step, -(-high // step) * step + 1, step)]  # fmt: skip


def _extremes(connection: Any, player: str, since: int, *, most: bool) -> list[dict[str, Any]]:  # noqa: ANN401
    """The rounds that won or lost the most, with the hand where the coach has looked at it."""
    rows, kept, tables = schema.played, schema.judged, schema.tables
    same = and_(kept.c.table_id == rows.c.table_id, kept.c.round == rows.c.round, kept.c.seat == rows.c.seat)
    net = rows.c.net > 0 if most else rows.c.net < 0
    asked = (
        select(rows, kept.c.hand, kept.c.cards, tables.c.name, tables.c.game, tables.c.edition)
        .outerjoin(kept, same).join(tables, tables.c.id == rows.c.table_id)
        .where(*_whose(player, since), net).order_by(desc(rows.c.net) if most else rows.c.net).limit(SHOWN)
    )  # fmt: skip
    return [{"table": row.table_id, "round": row.round, "seat": row.seat, "net": signed(row.net),
             "sign": (row.net > 0) - (row.net < 0), "hand": row.hand or "", "cards": (row.cards or "").split(),
             "name": row.name, "title": title(row.game, row.edition), "game": row.game, "edition": row.edition}
            for row in connection.execute(asked)]  # fmt: skip


def _minutes(since: int, last: int | None) -> int:
    return 0 if not last or last < since else max(1, round((last - since) / 60_000))


# What the coach adds.


def coached(database: Database, player: str, *, since: int) -> dict[str, Any]:
    """Mistakes and their cost, hands by kind, and how the result comes about, of the rounds that were looked at."""
    kept, tables, rows = schema.judged, schema.tables, schema.played
    mine = [kept.c.player == player, *([kept.c.at >= since] if since else [])]
    same = and_(kept.c.table_id == rows.c.table_id, kept.c.round == rows.c.round, kept.c.seat == rows.c.seat)
    by_game = (
        select(tables.c.game, tables.c.edition, func.count(), func.sum(kept.c.decisions), func.sum(kept.c.mistakes),
               func.sum(kept.c.cost), func.sum(kept.c.price), func.sum(rows.c.net))
        .join(tables, tables.c.id == kept.c.table_id).join(rows, same).where(*mine)
        .group_by(tables.c.game, tables.c.edition)
    )  # fmt: skip
    by_mistake = (
        select(tables.c.game, tables.c.edition, kept.c.worst, func.count().label("times"),
               func.sum(kept.c.cost).label("cost"))
        .join(tables, tables.c.id == kept.c.table_id).where(*mine, kept.c.cost > 0)
        .group_by(tables.c.game, tables.c.edition, kept.c.worst).order_by(desc("cost")).limit(MISTAKES)
    )  # fmt: skip
    by_kind = (
        select(tables.c.game, tables.c.edition, kept.c.kind, func.count())
        .join(tables, tables.c.id == kept.c.table_id).where(*mine, kept.c.kind != "")
        .group_by(tables.c.game, tables.c.edition, kept.c.kind)
    )  # fmt: skip
    with database.read() as connection:
        games = [tuple(int(x) if at > 1 else x for at, x in enumerate(row)) for row in connection.execute(by_game)]
        mistakes = connection.execute(by_mistake).all()
        dearest = {row: _dearest(connection, player, since, row) for row in mistakes}
        kinds = [tuple(row) for row in connection.execute(by_kind)]
    whole = tuple(sum(game[at] for game in games) for at in range(2, 8))
    return {
        "looked": whole[0], "latest": LATEST, "decisions": whole[1], "wrong": whole[2],
        "right": f"{100 * (whole[1] - whole[2]) / whole[1]:.1f}%" if whole[1] else "",
        "parts": _parts(*whole[3:]),
        "games": {f"{game[0]}/{game[1]}": _parts(*game[5:]) | {"looked": game[2]} for game in games},
        "mistakes": [{"words": row.worst, "title": title(row.game, row.edition), "times": int(row.times),
                      "cost": f"\u2212{cost_words(int(row.cost))}", "share": float(row.cost / mistakes[0].cost),
                      **dearest[row]} for row in mistakes],
        "kinds": _kinds(kinds),
    }  # fmt: skip


def _parts(cost: int, price: int, net: int) -> dict[str, Any]:
    """Result = price + mistakes + luck, each rounded to the cent and luck the rest, so that they add up."""
    spent, lost = round(price / PART), round(cost / PART)
    luck = net + spent + lost
    return {"net": signed(net), "price": signed(-spent), "mistakes": signed(-lost), "luck": signed(luck),
            "sign": (net > 0) - (net < 0), "luck-sign": (luck > 0) - (luck < 0), "price-cents": -spent}  # fmt: skip


def cost_words(parts: int) -> str:
    """A cost in parts of a cent, in dollars."""
    whole = round(parts / PART)
    return exact(whole) if whole else "less than a cent"


def _dearest(connection: Any, player: str, since: int, row: Any) -> dict[str, Any]:  # noqa: ANN401
    kept, tables = schema.judged, schema.tables
    asked = (
        select(kept.c.table_id, kept.c.round, kept.c.seat).join(tables, tables.c.id == kept.c.table_id)
        .where(kept.c.player == player, kept.c.at >= since, kept.c.worst == row.worst, tables.c.game == row.game,
               tables.c.edition == row.edition)
        .order_by(desc(kept.c.cost)).limit(1)
    )  # fmt: skip
    found = connection.execute(asked).first()
    return {"table": found.table_id, "round": found.round, "seat": found.seat}


def _kinds(found: list[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """Hands by kind for each game, highest first."""
    games: dict[tuple[str, str], dict[str, int]] = {}
    for game, edition, kind, many in found:
        games.setdefault((game, edition), {})[kind] = int(many)
    told = []
    for (game, edition), counts in games.items():
        order = list(_categories(game, edition)) or sorted(counts, key=lambda kind: (len(kind), kind))
        order += [name for name in counts if name not in order]
        top = max(counts.values())
        told.append({"game": game, "edition": edition, "title": title(game, edition), "hands": sum(counts.values()),
                     "rows": [{"kind": _kind(name), "many": counts.get(name, 0),
                               "share": (counts.get(name, 0) / top) ** 0.5} for name in order]})  # fmt: skip
    return sorted(told, key=lambda one: -one["hands"])


def _kind(name: str) -> str:
    words = f"total of {name}" if name.isdecimal() else "one pair" if name == "pair" else name
    words = words if "-of-a-kind" in words else words.replace("-", " ")
    return words[:1].upper() + words[1:]
