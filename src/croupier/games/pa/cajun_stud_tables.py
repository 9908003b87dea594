"""§ 683a.12. Payout odds; payout limitation. The tables as printed."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from croupier.kit.pays import pay
from croupier.kit.paytables import Paytable, tables
from croupier.law.chapters import CAJUN_STUD_PA_2019 as law

if TYPE_CHECKING:
    from collections.abc import Mapping

ANTE_TABLES = tables(law["12(a)"], """
    Hand                    | A        | B        | C
    Royal flush             | 500 to 1 | 500 to 1 | 500 to 1
    Straight flush          | 100 to 1 | 100 to 1 | 100 to 1
    Four-of-a-kind          | 40 to 1  | 40 to 1  | 40 to 1
    Full house              | 10 to 1  | 11 to 1  | 11 to 1
    Flush                   | 6 to 1   | 7 to 1   | 7 to 1
    Straight                | 4 to 1   | 4 to 1   | 5 to 1
    Three-of-a-kind         | 3 to 1   | 3 to 1   | 3 to 1
    Two pair                | 2 to 1   | 3 to 2   | 3 to 2
    Pair of jacks or better | 1 to 1   | 1 to 1   | 1 to 1
    Pair of 6s to 10s       | Push     | Push     | Push
""", rows={"Two pair": "two-pairs"})  # fmt: skip

POCKET_TABLES = tables(law["12(b)"], """
    Hand                                             | A       | B       | C
    Pair of aces                                     | 30 to 1 | 25 to 1 | 30 to 1
    Ace and a king, queen or jack of the same suit   | 20 to 1 | 20 to 1 | 20 to 1
    Ace and a king, queen or jack of different suits | 10 to 1 | 10 to 1 | 10 to 1
    Pair of 2s—kings                                 | 5 to 1  | 5 to 1  | 4 to 1
""", rows={
    "Ace and a king, queen or jack of the same suit": "suited-ace",
    "Ace and a king, queen or jack of different suits": "unsuited-ace",
    "Pair of 2s—kings": "pair",
})  # fmt: skip

BOARD_TABLES = tables(law["12(c)"], """
    Hand            | A       | B       | C       | D
    Mini-royal      | 40 to 1 | 40 to 1 | 50 to 1 | 50 to 1
    Straight flush  | 40 to 1 | 40 to 1 | 40 to 1 | 40 to 1
    Three-of-a-kind | 30 to 1 | 30 to 1 | 30 to 1 | 30 to 1
    Straight        | 6 to 1  | 5 to 1  | 5 to 1  | 6 to 1
    Flush           | 4 to 1  | 4 to 1  | 4 to 1  | 3 to 1
    Pair            | 1 to 1  | 1 to 1  | 1 to 1  | 1 to 1
""")  # fmt: skip

LO_BALL_TABLES = tables(law["12(d)"], """
    Hand       | A        | B
    7 high     | 100 to 1 | 100 to 1
    8 high     | 50 to 1  | 50 to 1
    9 high     | 15 to 1  | 10 to 1
    10 high    | 5 to 1   | 5 to 1
    Jack high  | 1 to 1   | 1 to 1
    Queen high | Loss     | Push
""")  # fmt: skip

ALL_SIX_TABLES = tables(law["12(e)"], """
    Hand            | A          | B          | C
    Royal flush     | 1,000 to 1 | 1,000 to 1 | 1,000 to 1
    Straight flush  | 200 to 1   | 200 to 1   | 200 to 1
    Four-of-a-kind  | 50 to 1    | 50 to 1    | 100 to 1
    Full house      | 25 to 1    | 25 to 1    | 20 to 1
    Flush           | 20 to 1    | 15 to 1    | 15 to 1
    Straight        | 10 to 1    | 10 to 1    | 9 to 1
    Three-of-a-kind | 5 to 1     | 5 to 1     | 8 to 1
""") + tables(law["12(e)"], """
    Hand                                         | D          | E
    Six-card royal flush—diamonds                | -          | 200,000 to 1
    Six-card royal flush—hearts, spades or clubs | -          | 20,000 to 1
    Royal flush                                  | 1,000 to 1 | 1,000 to 1
    Straight flush                               | 200 to 1   | 200 to 1
    Four-of-a-kind                               | 100 to 1   | 50 to 1
    Full house                                   | 20 to 1    | 20 to 1
    Flush                                        | 15 to 1    | 15 to 1
    Straight                                     | 10 to 1    | 10 to 1
    Three-of-a-kind                              | 7 to 1     | 5 to 1
""", rows={
    "Six-card royal flush—diamonds": "six-card-royal-flush-diamonds",
    "Six-card royal flush—hearts, spades or clubs": "six-card-royal-flush",
})  # fmt: skip

SIXES = "pair-of-6s-to-10s"


def read_ante(printed: Paytable, read: Mapping[str, str]) -> Paytable:
    """11(h)(1) pays a pair of sixes, the table pushes it; 3 to 2 may not come out. Readings: sixes-push, 3-to-2."""
    if read["3-to-2"] == "rounded-down":
        printed = replace(printed, rounds=True)
    if read["sixes-push"] == "push":
        return printed
    return replace(printed, rows=MappingProxyType({**printed.rows, SIXES: pay("1 to 1")}))
