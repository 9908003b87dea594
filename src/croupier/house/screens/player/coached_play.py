"""The coach's part of one's own results: mistakes and their cost, hands by kind, and how the result comes about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict
from sqlalchemy import and_, desc, func, select

from croupier.house.cloth.felt import exact, signed
from croupier.house.screens.player import payloads
from croupier.house.screens.player.judged_decisions import LATEST, PART
from croupier.house.screens.player.my_play import categories, title
from croupier.house.storage import schema

if TYPE_CHECKING:
    from croupier.house.storage.database import Database

MISTAKES = 6


def coached(database: Database, player: str, *, since: int) -> payloads.Coached:
    """Mistakes and their cost, hands by kind, and how the result comes about, of the rounds that were looked at."""
    kept, tables, rows = schema.judged, schema.tables, schema.played
    mine = [kept.c.player == player, *([kept.c.at >= since] if since else [])]
    same = and_(kept.c.table_id == rows.c.table_id, kept.c.round == rows.c.round, kept.c.seat == rows.c.seat)
    by_game = (
        select(
            tables.c.game,
            tables.c.edition,
            func.count(),
            func.sum(kept.c.decisions),
            func.sum(kept.c.mistakes),
            func.sum(kept.c.cost),
            func.sum(kept.c.price),
            func.sum(rows.c.net),
        )
        .join(tables, tables.c.id == kept.c.table_id)
        .join(rows, same)
        .where(*mine)
        .group_by(tables.c.game, tables.c.edition)
    )
    by_mistake = (
        select(
            tables.c.game,
            tables.c.edition,
            kept.c.worst,
            func.count().label("times"),
            func.sum(kept.c.cost).label("cost"),
        )
        .join(tables, tables.c.id == kept.c.table_id)
        .where(*mine, kept.c.cost > 0)
        .group_by(tables.c.game, tables.c.edition, kept.c.worst)
        .order_by(desc("cost"))
        .limit(MISTAKES)
    )
    by_kind = (
        select(tables.c.game, tables.c.edition, kept.c.kind, func.count())
        .join(tables, tables.c.id == kept.c.table_id)
        .where(*mine, kept.c.kind != "")
        .group_by(tables.c.game, tables.c.edition, kept.c.kind)
    )
    with database.read() as connection:
        games = [tuple(int(x) if at > 1 else x for at, x in enumerate(row)) for row in connection.execute(by_game)]
        mistakes = connection.execute(by_mistake).all()
        dearest = {row: _dearest(connection, player, since, row) for row in mistakes}
        kinds = [tuple(row) for row in connection.execute(by_kind)]
    whole = tuple(sum(game[at] for game in games) for at in range(2, 8))
    return payloads.Coached(
        looked=whole[0],
        latest=LATEST,
        decisions=whole[1],
        wrong=whole[2],
        right=f"{100 * (whole[1] - whole[2]) / whole[1]:.1f}%" if whole[1] else "",
        parts=_parts(*whole[3:]),
        games={
            f"{game[0]}/{game[1]}": payloads.GameParts(**asdict(_parts(*game[5:])), looked=game[2]) for game in games
        },
        mistakes=[
            payloads.Mistake(
                words=row.worst,
                title=title(row.game, row.edition),
                times=int(row.times),
                cost=f"\u2212{cost_words(int(row.cost))}",
                share=float(row.cost / mistakes[0].cost),
                table=dearest[row][0],
                round=dearest[row][1],
                seat=dearest[row][2],
            )
            for row in mistakes
        ],
        kinds=_kinds(kinds),
    )


def _parts(cost: int, price: int, net: int) -> payloads.ResultParts:
    """Result = price + mistakes + luck, each rounded to the cent and luck the rest, so that they add up."""
    spent, lost = round(price / PART), round(cost / PART)
    luck = net + spent + lost
    return payloads.ResultParts(
        net=signed(net),
        price=signed(-spent),
        mistakes=signed(-lost),
        luck=signed(luck),
        sign=(net > 0) - (net < 0),
        luck_sign=(luck > 0) - (luck < 0),
        price_cents=-spent,
    )


def cost_words(parts: int) -> str:
    """A cost in parts of a cent, in dollars."""
    whole = round(parts / PART)
    return exact(whole) if whole else "less than a cent"


def _dearest(connection: Any, player: str, since: int, row: Any) -> tuple[str, int, int]:  # noqa: ANN401
    kept, tables = schema.judged, schema.tables
    query = (
        select(kept.c.table_id, kept.c.round, kept.c.seat)
        .join(tables, tables.c.id == kept.c.table_id)
        .where(
            kept.c.player == player,
            kept.c.at >= since,
            kept.c.worst == row.worst,
            tables.c.game == row.game,
            tables.c.edition == row.edition,
        )
        .order_by(desc(kept.c.cost))
        .limit(1)
    )
    found = connection.execute(query).first()
    return found.table_id, found.round, found.seat


def _kinds(found: list[tuple[Any, ...]]) -> list[payloads.HandKinds]:
    """Hands by kind for each game, highest first."""
    games: dict[tuple[str, str], dict[str, int]] = {}
    for game, edition, kind, many in found:
        games.setdefault((game, edition), {})[kind] = int(many)
    rows = []
    for (game, edition), counts in games.items():
        order = list(categories(game, edition)) or sorted(counts, key=lambda kind: (len(kind), kind))
        order += [name for name in counts if name not in order]
        top = max(counts.values())
        rows.append(
            payloads.HandKinds(
                game=game,
                edition=edition,
                title=title(game, edition),
                hands=sum(counts.values()),
                rows=[
                    payloads.HandKind(
                        kind=_kind(name), many=counts.get(name, 0), share=(counts.get(name, 0) / top) ** 0.5
                    )
                    for name in order
                ],
            )
        )
    return sorted(rows, key=lambda one: -one.hands)


def _kind(name: str) -> str:
    words = f"total of {name}" if name.isdecimal() else "one pair" if name == "pair" else name
    words = words if "-of-a-kind" in words else words.replace("-", " ")
    return words[:1].upper() + words[1:]
