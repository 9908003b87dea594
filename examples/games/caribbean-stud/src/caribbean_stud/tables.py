"""§ 10. Payouts, as printed."""

from caribbean_stud.law import LAW as law
from croupier.kit.paytables import only, table

EVEN = only("1 to 1", law["10(a)"])

RAISE_PAYS = table("1", law["10(b)"], """
    Royal flush     | 100 to 1
    Straight flush  | 50 to 1
    Four-of-a-kind  | 20 to 1
    Full house      | 7 to 1
    Flush           | 5 to 1
    Straight        | 4 to 1
    Three-of-a-kind | 3 to 1
    Two pairs       | 2 to 1
    Pair            | 1 to 1
    High card       | 1 to 1
""")  # fmt: skip
