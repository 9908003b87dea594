"""§ 669a.12. Payout odds; Envy Bonus; rate of progression. The tables as printed."""

from __future__ import annotations

from croupier.kit.paytables import only, progressive, table, tables
from croupier.law.chapters import RAISE_IT_UP_PA_2019 as law

PAIR_PLUS_TABLES = tables(law["12(a)"], """
    Hand            | A       | B
    Straight flush  | 40 to 1 | 40 to 1
    Three-of-a-kind | 30 to 1 | 25 to 1
    Straight        | 6 to 1  | 6 to 1
    Flush           | 4 to 1  | 4 to 1
    Pair            | 1 to 1  | 1 to 1
""")  # fmt: skip

ANTE_TABLE = only("1 to 1", law["12(b)"])

PLAY_TABLE = table("1", law["12(c)"], """
    Royal flush           | 100 to 1
    Straight flush        | 20 to 1
    Four-of-a-kind        | 10 to 1
    Full house            | 6 to 1
    Flush                 | 5 to 1
    Straight              | 4 to 1
    Three-of-a-kind       | 3 to 1
    Two pair              | 3 to 2
    Pair of 10s or better | 1 to 1
""", rows={"Two pair": "two-pairs"})  # fmt: skip

BLIND_TABLE = table("1", law["12(d)"], """
    Royal flush           | 1,000 to 1
    Straight flush        | 200 to 1
    Four-of-a-kind        | 30 to 1
    Full house            | 4 to 1
    Flush                 | 3 to 1
    Straight              | 2 to 1
    Three-of-a-kind       | 1 to 1
    Two pair              | Push
    Pair of 10s or better | Push
""", rows={"Two pair": "two-pairs"})  # fmt: skip

SPADES = "ace-king-and-queen-of-spades"
OTHER_SUITS = "ace-king-and-queen-of-hearts-diamonds-or-clubs"

PROGRESSIVE_TABLE = progressive(
    table("1", law["12(e)(1)"], """
        Ace, king and queen of spades                    | 100% of meter
        Ace, king and queen of hearts, diamonds or clubs | 500 for 1
        Straight flush                                   | 70 for 1
        Three-of-a-kind                                  | 60 for 1
        Straight                                         | 6 for 1
    """),
    wagers=(1_00, 5_00),  # the schedules of 12(e)(5)
    seeds=(1_000_00, 5_000_00),  # 12(e)(3): 1,000 for 1
    rate=14,
    envy={
        1_00: {SPADES: 100_00, OTHER_SUITS: 25_00},
        5_00: {SPADES: 500_00, OTHER_SUITS: 125_00},
    },
)  # fmt: skip

SIX_CARD_TABLES = tables(law["12(f)"], """
    Hand            | A          | B          | C          | D
    Royal flush     | 1,000 to 1 | 1,000 to 1 | 1,000 to 1 | 1,000 to 1
    Straight flush  | 200 to 1   | 200 to 1   | 200 to 1   | 200 to 1
    Four-of-a-kind  | 50 to 1    | 50 to 1    | 100 to 1   | 100 to 1
    Full house      | 25 to 1    | 25 to 1    | 20 to 1    | 20 to 1
    Flush           | 20 to 1    | 15 to 1    | 15 to 1    | 15 to 1
    Straight        | 10 to 1    | 10 to 1    | 9 to 1     | 10 to 1
    Three-of-a-kind | 5 to 1     | 5 to 1     | 8 to 1     | 7 to 1
""")  # fmt: skip
