"""§ 10. Payouts, as printed."""

from baccarat.law import LAW as law
from croupier.kit.paytables import only

PLAYER_PAYS = only("1 to 1", law["10(a)"])
BANKER_PAYS = only("19 to 20", law["10(b)"])
TIE_PAYS = only("8 to 1", law["10(c)"])
