"""§ 687a.12. Payout odds; progressive wager configuration. The tables as printed."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from croupier.kit.paytables import Paytable, only, progressive, table, tables
from croupier.law.chapters import DJ_WILD_PA_2021 as law

if TYPE_CHECKING:
    from collections.abc import Mapping

EVEN = only("1 to 1", law["12(a)"])

BLIND = table("1", law["12(b)"], """
    Five wilds              | 1000 to 1
    Royal flush             | 50 to 1
    Five-of-a-kind          | 10 to 1
    Straight flush          | 9 to 1
    Four-of-a-kind          | 4 to 1
    Full house              | 3 to 1
    Flush                   | 2 to 1
    Straight                | 1 to 1
    Three-of-a-kind or less | Push
""")  # fmt: skip

_PROGRESSIVE = """
    Royal flush     | 100% of meter
    Straight flush  | 10% of meter
    Four-of-a-kind  | 300 to 1
    Full house      | 50 to 1
    Flush           | 40 to 1
    Straight        | 30 to 1
    Three-of-a-kind | 9 to 1
"""
PROGRESSIVE = (
    progressive(  # $1 wager, $2,000 seed and re-seed
        table("1", law["12(c)"], _PROGRESSIVE),
        wagers=(1_00,),
        seeds=(2_000_00,),
        envy={0: {"royal-flush": 1_000_00, "straight-flush": 300_00}},
    ),
    progressive(  # $5 wager, $10,000 seed and re-seed
        table("2", law["12(c)"], _PROGRESSIVE),
        wagers=(5_00,),
        seeds=(10_000_00,),
        envy={0: {"royal-flush": 5_000_00, "straight-flush": 1_500_00}},
    ),
)

TRIPS_TABLES = tables(law["12(d)"], """
    Hand            | DJWT-04/natural | DJWT-04/wild | DJWT-05/natural | DJWT-05/wild
    Five wilds      | n/a             | 2000 to 1    | n/a             | 2000 to 1
    Royal flush     | 1000 to 1       | 90 to 1      | 1000 to 1       | 70 to 1
    Five-of-a-kind  | n/a             | 70 to 1      | n/a             | 60 to 1
    Straight flush  | 200 to 1        | 25 to 1      | 200 to 1        | 25 to 1
    Four-of-a-kind  | 60 to 1         | 6 to 1       | 50 to 1         | 6 to 1
    Full house      | 30 to 1         | 5 to 1       | 30 to 1         | 5 to 1
    Flush           | 25 to 1         | 4 to 1       | 25 to 1         | 4 to 1
    Straight        | 20 to 1         | 3 to 1       | 20 to 1         | 3 to 1
    Three-of-a-kind | 6 to 1          | 1 to 1       | 6 to 1          | 1 to 1
""") + tables(law["12(d)"], """
    Hand            | DJWT-06/natural | DJWT-06/wild | DJWT-07/natural | DJWT-07/wild
    Five wilds      | n/a             | 500 to 1     | n/a             | 2000 to 1
    Royal flush     | 400 to 1        | 70 to 1      | 1000 to 1       | 60 to 1
    Five-of-a-kind  | n/a             | 60 to 1      | n/a             | 50 to 1
    Straight flush  | 200 to 1        | 25 to 1      | 200 to 1        | 25 to 1
    Four-of-a-kind  | 50 to 1         | 6 to 1       | 40 to 1         | 6 to 1
    Full house      | 30 to 1         | 5 to 1       | 30 to 1         | 5 to 1
    Flush           | 25 to 1         | 4 to 1       | 25 to 1         | 4 to 1
    Straight        | 20 to 1         | 3 to 1       | 20 to 1         | 3 to 1
    Three-of-a-kind | 6 to 1          | 1 to 1       | 6 to 1          | 1 to 1
""")  # fmt: skip

BAD_BEAT_TABLES = tables(law["12(e)"], """
    Hand                    | DJWBB-01 | DJWBB-02    | DJWBB-03 | DJWBB-04
    Royal flush             | 500 to 1 | 10,000 to 1 | 500 to 1 | 299 to 1
    Five-of-a-kind          | 500 to 1 | 10,000 to 1 | 500 to 1 | 299 to 1
    Straight flush          | 500 to 1 | 5,000 to 1  | 500 to 1 | 299 to 1
    Four-of-a-kind          | 500 to 1 | 500 to 1    | 300 to 1 | 299 to 1
    Full house              | 400 to 1 | 400 to 1    | 200 to 1 | 200 to 1
    Flush                   | 300 to 1 | 300 to 1    | 100 to 1 | 100 to 1
    Straight                | 100 to 1 | 100 to 1    | 50 to 1  | 50 to 1
    Three-of-a-kind         | 9 to 1   | 9 to 1      | 15 to 1  | n/a
    Three-of-a-kind or less | n/a      | n/a         | n/a      | 15 to 1
""", rows={"Three-of-a-kind or less": "three-of-a-kind"})  # fmt: skip  # reading: or-less


def read_bad_beat(printed: Paytable, read: Mapping[str, str]) -> Paytable:
    """DJWBB-04 prints its last row for three-of-a-kind or less. Reading: or-less."""
    if read["or-less"] == "three-of-a-kind" or "or less" not in printed.labels["three-of-a-kind"]:
        return printed
    less = dict.fromkeys(("two-pairs", "pair", "high-card"), printed.rows["three-of-a-kind"])
    labels = dict.fromkeys(less, printed.labels["three-of-a-kind"])
    return replace(
        printed,
        rows=MappingProxyType({**printed.rows, **less}),
        labels=MappingProxyType({**printed.labels, **labels}),
    )
