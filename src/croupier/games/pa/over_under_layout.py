"""The layout of Over/Under: what is printed on the cloth, and what a page says beside it."""

from __future__ import annotations

from croupier.game.layout import Inscription, Layout
from croupier.law.chapters import OVER_UNDER_PA_2019_PROPOSED as law

LAYOUT = Layout(
    table="Over/Under",
    lobby="Three cards. Over 23 or under 18; the house wins between.",
    colour=("#4a3826", "#3a2c1e"),
    shape="points",
    fan=("6s", "9d", "Kh"),
    inscriptions=(
        Inscription(
            "All wagers but the Bonus Wager pay even money",
            law["2(b)(4)(i)"],
            verbatim="All bets pay even money except for Bonus Bets",
        ),
        Inscription("The house wins on 18 to 23", law["2(b)(4)(ii)"], verbatim="House wins on 18\N{EM DASH}23"),
        Inscription("An ace always counts 11", law["2(b)(4)(iii)"], verbatim="Aces are always counted as 11"),
    ),
    posted=law["2(b)(6)"],
    asked={
        "name": law["2(b)(1)"], "main": law["2(b)(2)"], "cards": law["2(b)(3)"], "bonus": law["2(b)(5)"],
        "boxes": law["2(c)"], "rack": law["2(d)"],
    },
    brief={"over": "Over", "under": "Under"},
    seat_areas=("1st", "2nd", "3rd"),
)  # fmt: skip
