"""§ 10. Payouts, as printed."""

from croupier.kit.paytables import only, table, tables
from ultimate_texas_holdem.law import LAW as law

EVEN = only("1 to 1", law["10(a)"])

BLIND_PAYS = table("1", law["10(b)"], """
    Royal flush     | 500 to 1
    Straight flush  | 50 to 1
    Four-of-a-kind  | 10 to 1
    Full house      | 3 to 1
    Flush           | 3 to 2
    Straight        | 1 to 1
""")  # fmt: skip

TRIPS_PAYS = tables(law["10(c)"], """
    Hand            | 1       | 2
    Royal flush     | 50 to 1 | 50 to 1
    Straight flush  | 40 to 1 | 40 to 1
    Four-of-a-kind  | 30 to 1 | 30 to 1
    Full house      | 9 to 1  | 8 to 1
    Flush           | 7 to 1  | 6 to 1
    Straight        | 4 to 1  | 5 to 1
    Three-of-a-kind | 3 to 1  | 3 to 1
""")  # fmt: skip
