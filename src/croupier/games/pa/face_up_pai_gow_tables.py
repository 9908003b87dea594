"""§ 688a.12. Payout odds; Envy Bonus; rate of progression. The tables as printed."""

from __future__ import annotations

from dataclasses import replace

from croupier.kit.pays import pay
from croupier.kit.paytables import Paytable, only, progressive, slug, table, tables
from croupier.law.chapters import FACE_UP_PAI_GOW_PA_2019_PROPOSED as law

PAI_GOW = only("1 to 1", law["12(a)"])

ACE_HIGH = tables(law["12(b)"], """
    Outcome                              | 1       | 2       | 3       | 4       | 5
    Both dealer and player have ace high | 20 to 1 | 40 to 1 | 30 to 1 | 25 to 1 | 40 to 1
    Only dealer has ace high, with joker | 10 to 1 | 15 to 1 | 15 to 1 | 10 to 1 | 12 to 1
    Only dealer has ace high, no joker   | 8 to 1  | 5 to 1  | 6 to 1  | 7 to 1  | 5 to 1
""")  # fmt: skip


def _with_envy(id_: str, text: str) -> Paytable:
    """A Fortune table: outcome, pay, envy."""
    lines = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    made = table(id_, law["12(c)"], "\n".join(f"{label} | {pays}" for label, pays, _ in lines))
    return replace(made, envy={0: {slug(label): pay(sum_).dollars for label, _, sum_ in lines if sum_}})


FORTUNE = (
    _with_envy("1", """
        7 card straight flush            | 5,000 to 1 | $1,000
        Royal flush + royal match        | 1,000 to 1 | $250
        7 card straight flush with joker | 750 to 1   | $100
        Five aces                        | 250 to 1   | $50
        Royal flush                      | 100 to 1   | $25
        Straight flush                   | 50 to 1    | $10
        Four-of-a-kind                   | 20 to 1    | $5
        Full house                       | 5 to 1     |
        Flush                            | 4 to 1     |
        Three-of-a-kind                  | 3 to 1     |
        Straight                         | 2 to 1     |
        Three pair                       | Push       |
    """),
    _with_envy("2", """
        7 card straight flush            | 8,000 to 1 | $5,000
        Royal flush + royal match        | 2,000 to 1 | $1,000
        7 card straight flush with joker | 1,000 to 1 | $500
        Five aces                        | 400 to 1   | $250
        Royal flush                      | 150 to 1   | $50
        Straight flush                   | 50 to 1    | $20
        Four-of-a-kind                   | 25 to 1    | $5
        Full house                       | 5 to 1     |
        Flush                            | 4 to 1     |
        Three-of-a-kind                  | 3 to 1     |
        Straight                         | 2 to 1     |
    """),
    _with_envy("3", """
        7 card straight flush            | 5,000 to 1 | $3,000
        Royal flush + royal match        | 2,000 to 1 | $1,000
        7 card straight flush with joker | 1,000 to 1 | $500
        Five aces                        | 400 to 1   | $250
        Royal flush                      | 150 to 1   | $50
        Straight flush                   | 50 to 1    | $20
        Four-of-a-kind                   | 25 to 1    | $5
        Full house                       | 5 to 1     |
        Flush                            | 4 to 1     |
        Three-of-a-kind                  | 3 to 1     |
        Straight                         | 2 to 1     |
    """),
    _with_envy("4", """
        7 card straight flush            | 2,500 to 1 | $1,000
        Royal flush + royal match        | 1,000 to 1 | $750
        7 card straight flush with joker | 750 to 1   | $250
        Five aces                        | 250 to 1   | $100
        Royal flush                      | 125 to 1   | $50
        Straight flush                   | 50 to 1    | $20
        Four-of-a-kind                   | 25 to 1    | $5
        Full house                       | 5 to 1     |
        Flush                            | 4 to 1     |
        Three-of-a-kind                  | 3 to 1     |
        Straight                         | 2 to 1     |
    """),
    _with_envy("5", """
        7 card straight flush            | 5,000 to 1 | $2,500
        Royal flush + royal match        | 1,000 to 1 | $500
        7 card straight flush with joker | 500 to 1   | $250
        Five aces                        | 300 to 1   | $150
        Royal flush                      | 100 to 1   | $55
        Straight flush                   | 45 to 1    | $25
        Four-of-a-kind                   | 5 to 1     | $6
        Full house                       | 5 to 1     |
        Flush                            | 4 to 1     |
        Three-of-a-kind                  | 3 to 1     |
        Straight                         | 2 to 1     |
    """),
    _with_envy("6", """
        7 card straight flush            | 5,000 to 1 | $2,500
        Royal flush + royal match        | 2,000 to 1 | $500
        7 card straight flush with joker | 1,000 to 1 | $250
        Five aces                        | 400 to 1   | $150
        Royal flush                      | 150 to 1   | $55
        Straight flush                   | 50 to 1    | $25
        Four-of-a-kind                   | 25 to 1    | $6
        Full house                       | 5 to 1     |
        Flush                            | 4 to 1     |
        Three-of-a-kind                  | 3 to 1     |
        Straight                         | 2 to 1     |
    """),
)  # fmt: skip

_JOKER_ROW = {"7 card straight flush w/joker": "7-card-straight-flush-with-joker"}

PROGRESSIVE = (
    progressive(  # original wager not returned
        table("1", law["12(d)"], """
            7 card straight flush | 100% of meter
            Five aces             | 10% of meter
            Royal flush           | $500
            Straight flush        | $100
            Four-of-a-kind        | $75
            Full house            | $4
        """),
        wagers=(1_00,), seeds=(10_000_00,), rate=28,
    ),
    progressive(  # original wager not returned, fully wild joker
        table("2", law["12(d)"], """
            7 card natural straight flush | 100% of meter
            7 card wild straight flush    | 10% of meter
            Five-of-a-kind                | $500
            Royal flush                   | $300
            Straight flush                | $100
            Four-of-a-kind                | $30
            Full house                    | $7
        """),
        wagers=(1_00,), seeds=(10_000_00,), rate=7, fully_wild=True,
    ),
    progressive(  # original wager not returned
        table("3", law["12(d)"], """
            7 card straight flush | 100% of meter
            Five aces             | 10% of meter
            Royal flush           | $500
            Straight flush        | $100
            Four-of-a-kind        | $75
            Full house            | $4
        """),
        wagers=(1_00,), seeds=(2_000_00,), rate=29,
    ),
    progressive(  # original wager returned
        table("4", law["12(d)"], """
            7 card straight flush         | $5,000/100% of meter
            Royal flush + royal match     | $5,000/20% of meter
            7 card straight flush w/joker | $5,000/10% of meter
            Five aces                     | $2,500
            Royal flush                   | $500
            Straight flush                | $200
            Four-of-a-kind                | $100
            Full house                    | $25
            Flush                         | $20
            Three-of-a-kind               | $15
            Straight                      | $7.50
        """, rows=_JOKER_ROW),
        wagers=(5_00,), seeds=(10_000_00,), rate=1, reserve=1, returns_stake=True,
        envy={0: {
            "7-card-straight-flush": 5_000_00,
            "royal-flush-royal-match": 3_750_00,
            "7-card-straight-flush-with-joker": 1_250_00,
            "five-aces": 500_00,
            "royal-flush": 250_00,
            "straight-flush": 100_00,
            "four-of-a-kind": 25_00,
        }},
    ),
    progressive(  # original wager not returned, fully wild joker
        table("5", law["12(d)"], """
            7 card straight flush | 100% of meter
            Five aces             | 10% of meter
            Five-of-a-kind        | $1,000
            Royal flush           | $500
            Straight flush        | $100
            Four-of-a-kind        | $20
            Full house            | $5
        """),
        wagers=(1_00,), seeds=(5_000_00,), rate=17, fully_wild=True,
    ),
    progressive(  # original wager not returned, fully wild joker; reading: progressive-6-rate
        table("6", law["12(d)"], """
            7 card straight flush | 100% of meter
            Five aces             | 10% of meter
            Five-of-a-kind        | $800
            Royal flush           | $400
            Straight flush        | $75
            Four-of-a-kind        | $10
        """),
        wagers=(1_00,), seeds=(2_000_00,), rate=17, fully_wild=True,
    ),
    progressive(  # original wager not returned, fully wild joker
        table("7", law["12(d)"], """
            7 card straight flush | 100% of meter
            Five aces             | 10% of meter
            Five-of-a-kind        | $800
            Royal flush           | $400
            Straight flush        | $75
            Four-of-a-kind        | $10
        """),
        wagers=(1_00,), seeds=(1_000_00,), rate=26, fully_wild=True,
    ),
)  # fmt: skip
