"""§ 10. Payouts, as printed."""

from croupier.kit.paytables import table
from mississippi_stud.law import LAW as law

PAYS = table("1", law["10(a)"], """
    Royal flush     | 500 to 1
    Straight flush  | 100 to 1
    Four-of-a-kind  | 40 to 1
    Full house      | 10 to 1
    Flush           | 6 to 1
    Straight        | 4 to 1
    Three-of-a-kind | 3 to 1
    Two pairs       | 2 to 1
    Jacks or better | 1 to 1
    Sixes to tens   | Push
""")  # fmt: skip
