"""Reports as CSV: a heading and a row for each day, meter or posting."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING

import msgspec

from croupier.journal.record_text import time_of
from croupier.kit.money import dollars

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from croupier.kit.payload import Json, Payload

    Row = Json

_MONEY = (
    "opening",
    "drop",
    "fills",
    "credits",
    "cash-outs",
    "closing",
    "handle",
    "returned",
    "to-meters",
    "from-meters",
    "by-hand",
    "win",
)
_BESIDE = ("cents", "deviation", "low", "high")
_EXACT = (
    "opening",
    "opening-carry",
    "seeded",
    "kept",
    "contributed",
    "returned",
    "paid",
    "linked",
    "ordered",
    "closing",
    "closing-carry",
    "difference",
    "ledger",
    "ledger-difference",
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")

HEADS: Mapping[str, tuple[str, ...]] = {
    "tables": (
        "table",
        "name",
        "game",
        "edition",
        "day",
        "first-record",
        "last-record",
        "rounds",
        "void-rounds",
        *_MONEY,
        "hold",
        "win-of-handle",
        "expected-win",
        "deviation",
        "low-99",
        "high-99",
        "widest-low-99",
        "widest-high-99",
        "z",
        "verdict",
        "balanced",
        "handle-by-wager",
        "cards",
        "money",
        "standing",
    ),
    "progressives": (
        "table",
        "meter",
        "wager",
        "stake",
        "rate",
        "day",
        "first-record",
        "last-record",
        *(f"{name}-cents" for name in _EXACT),
        "reserve-closing-cents",
        "wins",
        "balanced",
        "money",
        "edition",
        "standing",
    ),
    "ledger": ("id", "time", "table", "record", "account", "amount", "what", "money"),
    "my-play": ("time", "table", "game", "edition", "round", "seat", "wagered", "result", "hand", "lost-to-mistakes"),
}


def as_csv(what: str, rows: Iterable[Payload]) -> Iterator[str]:
    """A report line by line; amounts in dollars, but a meter's in exact cents."""
    yield _line(HEADS[what])
    for row in rows:
        yield _line(_ROWS[what](msgspec.to_builtins(row)))


def _line(cells: Iterable[object]) -> str:
    out = StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue()


def _text(value: str) -> str:
    """Text that a spreadsheet takes for text."""
    return f"'{value}" if value.startswith(_FORMULA) else value


def _table(row: Row) -> list[object]:
    beside = row.get("expected") or {}
    return [
        row["table"],
        _text(row["name"]),
        row["game"],
        row["edition"],
        row["day"],
        *row["records"],
        row["rounds"],
        row["void-rounds"],
        *(dollars(row[name]) for name in _MONEY),
        row["hold"] or "",
        row["win-of-handle"] or "",
        *(dollars(beside[name]) if name in beside else "" for name in _BESIDE),
        *([dollars(end) for end in beside["widest"]] if beside else ("", "")),
        beside.get("z") or "",
        beside.get("verdict", ""),
        _yes(row["balanced"]),
        "; ".join(f"{name} {dollars(one['handle'])}" for name, one in row["wagers"].items() if one["handle"]),
        row["real-cards"],
        row["money"],
        row["standing"],
    ]


def _meter(row: Row) -> list[object]:
    return [
        row["table"],
        row["meter"],
        row["wager"],
        dollars(row["stake"]),
        row["rate"],
        row["day"],
        *(row["records"] or ("", "")),
        *(row[name] for name in _EXACT),
        row["reserve"]["closing"],
        row["wins"],
        _yes(row["balanced"]),
        row["money"],
        row["edition"],
        row["standing"],
    ]


def _posting(row: Row) -> list[object]:
    return [
        row["id"],
        time_of(row["at"]),
        row["table"],
        row["record"],
        _text(row["account"]),
        dollars(row["cents"]),
        row["what"],
        row["money"],
    ]


def _round(row: Row) -> list[object]:
    return [
        time_of(row["at"]),
        row["table"],
        row["game"],
        row["edition"],
        row["round"],
        row["seat"],
        dollars(row["staked"]),
        dollars(row["net"]),
        row["hand"],
        "" if row["cost"] is None else dollars(row["cost"]),
    ]


def _yes(value: bool) -> str:
    return "yes" if value else "no"


_ROWS: Mapping[str, Callable[[Row], list[object]]] = {
    "tables": _table,
    "progressives": _meter,
    "ledger": _posting,
    "my-play": _round,
}
