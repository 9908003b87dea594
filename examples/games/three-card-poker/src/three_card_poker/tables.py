"""§ 10. Payouts, as printed."""

from croupier.kit.paytables import only, table, tables
from three_card_poker.law import LAW as law

EVEN = only("1 to 1", law["10(a)"])

ANTE_BONUS = table("1", law["10(b)"], """
    Straight flush  | 5 to 1
    Three-of-a-kind | 4 to 1
    Straight        | 1 to 1
""")  # fmt: skip

PAIR_PLUS = tables(law["10(c)"], """
    Hand            | 1       | 2       | 3
    Straight flush  | 40 to 1 | 40 to 1 | 40 to 1
    Three-of-a-kind | 30 to 1 | 25 to 1 | 30 to 1
    Straight        | 6 to 1  | 6 to 1  | 5 to 1
    Flush           | 4 to 1  | 4 to 1  | 4 to 1
    Pair            | 1 to 1  | 1 to 1  | 1 to 1
""")  # fmt: skip
