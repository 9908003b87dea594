"""A draft: three cards against the dealer's, who needs a queen. Change a number, save the file, see the edge.

croupier lab examples/drafts/queens_up.py
croupier play examples/drafts/queens_up.py
"""

from croupier.draft import Draft

idea = Draft("Queens Up", hand=3, dealer=3)
idea.against("ante", qualifies=12)
idea.against("play", "1 to 1", by_decision=True, qualifies=12, unqualified="push")
idea.pays(
    "high-three",
    "Straight flush | 40 to 1; Three-of-a-kind | 30 to 1; Straight | 6 to 1; Flush | 4 to 1; Pair | 1 to 1",
)
idea.decide("play")
