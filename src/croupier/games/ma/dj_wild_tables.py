"""Massachusetts DJ Wild, sections 9 to 11: what wagers pay, as printed."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from croupier.kit.paytables import Paytable, only, table, tables
from croupier.law.chapters import DJ_WILD_MA as law

if TYPE_CHECKING:
    from collections.abc import Mapping


EVEN = only("1 to 1", law["9(d)(3)"])

BLIND = table("1", law["9(d)(3)"], """
    Five Wilds     | 1,000 to 1
    Royal Flush    | 50 to 1
    Quints         | 10 to 1
    Straight Flush | 9 to 1
    Quads          | 4 to 1
    Full House     | 3 to 1
    Flush          | 2 to 1
    Straight       | 1 to 1
    Others         | Push
""", rows={"Quints": "five-of-a-kind", "Quads": "four-of-a-kind"})  # fmt: skip

_KINDS = {"5-of-a-Kind": "five-of-a-kind", "4-of-a-Kind": "four-of-a-kind", "Trips": "three-of-a-kind"}

# A pay that spans both columns stands under Wild: no such hand is natural.
TRIPS_TABLES = tables(law["9(d)(4)"], """
    Hands          | 01/natural | 01/wild   | 02/natural | 02/wild   | 03/natural | 03/wild   | 04/natural | 04/wild
    Five Wilds     | -          | 2000 to 1 | -          | 2000 to 1 | -          | 2000 to 1 | -          | 2000 to 1
    Royal flush    | 1,000 to 1 | 100 to 1  | 1,000 to 1 | 100 to 1  | 1,000 to 1 | 100 to 1  | 1,000 to 1 | 90 to 1
    Straight flush | 200 to 1   | 30 to 1   | 200 to 1   | 30 to 1   | 200 to 1   | 30 to 1   | 200 to 1   | 25 to 1
    5-of-a-Kind    | -          | 100 to 1  | -          | 100 to 1  | -          | 100 to 1  | -          | 70 to 1
    4-of-a-Kind    | 90 to 1    | 6 to 1    | 90 to 1    | 6 to 1    | 90 to 1    | 6 to 1    | 60 to 1    | 6 to 1
    Full house     | 40 to 1    | 5 to 1    | 40 to 1    | 5 to 1    | 30 to 1    | 5 to 1    | 30 to 1    | 5 to 1
    Flush          | 25 to 1    | 4 to 1    | 30 to 1    | 4 to 1    | 25 to 1    | 4 to 1    | 25 to 1    | 4 to 1
    Straight       | 20 to 1    | 3 to 1    | 20 to 1    | 3 to 1    | 20 to 1    | 3 to 1    | 20 to 1    | 3 to 1
    Trips          | 7 to 1     | 1 to 1    | 6 to 1     | 1 to 1    | 6 to 1     | 1 to 1    | 6 to 1     | 1 to 1
""", rows=_KINDS) + tables(law["9(d)(4)"], """
    Hands          | 05/natural | 05/wild   | 06/natural | 06/wild  | 07/natural | 07/wild
    Five Wilds     | -          | 2000 to 1 | -          | 500 to 1 | -          | 2000 to 1
    Royal flush    | 1,000 to 1 | 70 to 1   | 400 to 1   | 70 to 1  | 1,000 to 1 | 60 to 1
    Straight flush | 200 to 1   | 25 to 1   | 200 to 1   | 25 to 1  | 200 to 1   | 25 to 1
    5-of-a-Kind    | -          | 60 to 1   | -          | 60 to 1  | -          | 50 to 1
    4-of-a-Kind    | 50 to 1    | 6 to 1    | 50 to 1    | 6 to 1   | 40 to 1    | 6 to 1
    Full house     | 30 to 1    | 5 to 1    | 30 to 1    | 5 to 1   | 30 to 1    | 5 to 1
    Flush          | 25 to 1    | 4 to 1    | 25 to 1    | 4 to 1   | 25 to 1    | 4 to 1
    Straight       | 20 to 1    | 3 to 1    | 20 to 1    | 3 to 1   | 20 to 1    | 3 to 1
    Trips          | 6 to 1     | 1 to 1    | 6 to 1     | 1 to 1   | 6 to 1     | 1 to 1
""", rows=_KINDS)  # fmt: skip

# 10. Optional Two Way Bad Beat Wager.

BAD_BEAT_TABLE = table("1", law["10(c)"], """
    Royal Flush     | 10,000 to 1
    Five of a Kind  | 10,000 to 1
    Straight Flush  | 5,000 to 1
    Four of a Kind  | 500 to 1
    Full House      | 400 to 1
    Flush           | 300 to 1
    Straight        | 100 to 1
    Three of a Kind | 9 to 1
""")  # fmt: skip

# 11. Cover All Bonus Wager. Each column is a number of players.

(COVER_ALL_TABLE,) = tables(law["11(k)"], """
    Highest Hand   | 1/6      | 1/5      | 1/4      | 1/3      | 1/2      | 1/1
    5 Wilds        | 100 to 1 | 150 to 1 | 200 to 1 | 300 to 1 | 400 to 1 | 500 to 1
    Royal Flush    | 40 to 1  | 50 to 1  | 60 to 1  | 80 to 1  | 90 to 1  | 100 to 1
    Straight Flush | 35 to 1  | 40 to 1  | 50 to 1  | 70 to 1  | 80 to 1  | 90 to 1
    4 of a Kind    | 20 to 1  | 20 to 1  | 25 to 1  | 30 to 1  | 40 to 1  | 70 to 1
    Full House     | 3 to 1   | 4 to 1   | 5 to 1   | 6 to 1   | 9 to 1   | 15 to 1
""", rows={"5 Wilds": "five-wilds", "4 of a Kind": "four-of-a-kind"})  # fmt: skip

_SHIFTED = {
    "straight-flush": "five-of-a-kind",
    "four-of-a-kind": "straight-flush",
    "full-house": "four-of-a-kind",
}


def shift_rows(printed: Paytable, read: Mapping[str, str]) -> Paytable:
    """The printed labels lost five-of-a-kind: from there on each row belongs to the next hand up. Reading:
    cover-all-rows."""
    if read["cover-all-rows"] == "as-printed":
        return printed

    def shift(key: str) -> str:
        hand, _, players = key.partition("/")
        return f"{_SHIFTED.get(hand, hand)}/{players}"

    def say(key: str, label: str) -> str:
        hand = key.partition("/")[0]
        read_as = f" (read as {_SHIFTED[hand]})" if hand in _SHIFTED else ""
        name, _, players = label.rpartition(", ")
        return f"{name}{read_as}, {players}"

    return replace(
        printed,
        rows=MappingProxyType({shift(key): found for key, found in printed.rows.items()}),
        labels=MappingProxyType({shift(key): say(key, label) for key, label in printed.labels.items()}),
    )


def pay_five_of_a_kind(read: Paytable) -> Paytable:
    """Rows as printed have none for five-of-a-kind; it holds four of a kind and is paid as that."""
    rows, labels = dict(read.rows), dict(read.labels)
    for players in range(1, 7):
        if f"five-of-a-kind/{players}" not in rows:
            rows[f"five-of-a-kind/{players}"] = rows[f"four-of-a-kind/{players}"]
            labels[f"five-of-a-kind/{players}"] = labels[f"four-of-a-kind/{players}"]
    return replace(read, rows=MappingProxyType(rows), labels=MappingProxyType(labels))


def read_cover_all(printed: Paytable, read: Mapping[str, str]) -> Paytable:
    """The Cover All table under the readings in force."""
    return pay_five_of_a_kind(shift_rows(printed, read))
