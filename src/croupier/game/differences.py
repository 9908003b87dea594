"""How two editions of a game differ, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.game import Game, Wager

Row = tuple[str, str, str]
NONE = "-"


def differences(a: Game, b: Game) -> list[Row]:
    """Rows of what differs: status, wagers, decisions, order, paytables, choices, readings, words."""
    rows = list(_facts(a, b))
    for id_ in _ids(a.wagers, b.wagers):
        rows.extend(_wager(a.wager(id_), b.wager(id_), id_))
    choices = [{c.key: c.words for c in g.choices} for g in (a, b)]
    rows.extend(_keyed("choice", *choices))
    switches = [{r.key: " | ".join(r.choices) for r in g.readings if r.choices} for g in (a, b)]
    rows.extend(_keyed("reading", *switches))
    rows.extend((f"words of {c.cite.short}", c.before, c.after) for c in a.changes if not b.changes)
    rows.extend((f"words of {c.cite.short}", c.after, c.before) for c in b.changes if not a.changes)
    return rows


def _facts(a: Game, b: Game) -> Iterator[Row]:
    facts: tuple[tuple[str, Callable[[Game], str]], ...] = (
        ("name", lambda g: g.name),
        ("status", lambda g: g.chapter.status),
        ("effective", lambda g: str(g.chapter.effective or NONE)),
        ("source", lambda g: g.chapter.source),
        ("seats settled", lambda g: ", ".join(map(str, g.settled))),
        ("cards", lambda g: g.deck.name),
        ("deck changed", lambda g: ", ".join(f"{w} {h} h" for w, (h, _) in g.deck_hours.items()) or NONE),
        ("ways of dealing", lambda g: next((c.words for c in g.choices if c.key == "dealing"), NONE)),
    )
    for what, get in facts:
        one, other = get(a), get(b)
        if one != other:
            yield what, one, other


def _ids(one: tuple[Wager[Any], ...], other: tuple[Wager[Any], ...]) -> list[str]:
    return list(dict.fromkeys([w.id for w in one] + [w.id for w in other]))


def _wager(one: Wager[Any] | None, other: Wager[Any] | None, id_: str) -> Iterator[Row]:
    if one is None or other is None:
        found = one or other
        assert found is not None
        yield f"wager {id_}", found.name if one else NONE, found.name if other else NONE
        return
    if one.name != other.name:
        yield f"wager {id_}", one.name, other.name
    cites = [", ".join(f"{c.then.value} {c.cite.short}" for c in w.cases) for w in (one, other)]
    if cites[0] != cites[1]:
        yield f"{id_}: decided by", cites[0], cites[1]
    tables = [{t.id.removeprefix("DJWT-").removeprefix("DJWBB-"): t for t in w.tables} for w in (one, other)]
    for table in dict.fromkeys([*tables[0], *tables[1]]):
        left, right = tables[0].get(table), tables[1].get(table)
        if left is None or right is None:
            yield f"{id_}: paytable {table}", left.id if left else NONE, right.id if right else NONE
            continue
        for row in dict.fromkeys([*left.rows, *right.rows]):
            pays = [t.rows[row].text.replace(",", "") if row in t.rows else NONE for t in (left, right)]
            if pays[0] != pays[1]:
                yield f"{id_}: paytable {table}, {row}", pays[0], pays[1]


def _keyed(what: str, one: dict[str, str], other: dict[str, str]) -> Iterator[Row]:
    for key in dict.fromkeys([*one, *other]):
        if one.get(key) != other.get(key):
            yield f"{what} {key}", one.get(key, NONE), other.get(key, NONE)
