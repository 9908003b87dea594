"""§ 10. Payouts, as printed."""

from croupier.kit.paytables import table
from let_it_ride.law import LAW as law

PAYS = table("1", law["10(a)"], """
    Royal flush     | 1,000 to 1
    Straight flush  | 200 to 1
    Four-of-a-kind  | 50 to 1
    Full house      | 11 to 1
    Flush           | 8 to 1
    Straight        | 5 to 1
    Three-of-a-kind | 3 to 1
    Two pairs       | 2 to 1
    Tens or better  | 1 to 1
""")  # fmt: skip
