"""The layout of Face Up Pai Gow Poker: what is printed on the cloth, and what a page says beside it."""

from __future__ import annotations

from croupier.game.layout import Inscription, Layout
from croupier.law.chapters import FACE_UP_PAI_GOW_PA_2019_PROPOSED as law

LAYOUT = Layout(
    table="Face Up Pai Gow",
    lobby="Seven cards, two hands, and the dealer's are open before you set yours. No commission.",
    colour=("#392f58", "#2d2547"),
    shape="two-hands",
    fan=("Ts", "Th", "8d", "6s", "3s"),
    inscriptions=(
        Inscription(
            "A dealer's Ace High Pai Gow pushes: the wager goes back to the player",
            law["2(b)(8)"],
            short=("When the dealer holds an Ace High Pai Gow, every Pai Gow wager pushes",),
        ),
    ),
    posted=law["2(b)(9)"],
    asked={
        "name": law["2(b)(1)"], "main": law["2(b)(2)"], "cards": law["2(b)(3)"], "dealer": law["2(b)(4)"],
        "ace-high": law["2(b)(5)"], "fortune": law["2(b)(6)"], "progressive": law["2(b)(7)"], "start": law["2(c)"],
        "boxes": law["2(e)"], "rack": law["2(f)"],
    },
    spots={"pai-gow": "Pai Gow"},
    brief={"ace-high": "Ace H.", "progressive": "Prog."},
    areas={"dealer": "Dealer"},
    counts={"dealer": 7},
    seat_areas=("Low hand", "High hand"),
)  # fmt: skip
