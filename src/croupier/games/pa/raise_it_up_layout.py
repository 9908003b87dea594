"""The layout of Raise It Up Stud Poker: what is printed on the cloth, and what a page says beside it."""

from __future__ import annotations

from croupier.game.layout import Inscription, Layout
from croupier.law.chapters import RAISE_IT_UP_PA_2019 as law

LAYOUT = Layout(
    table="Raise It Up",
    lobby="Three cards of your own and three streets. Play early for three times the Ante, later for less.",
    colour=("#25405f", "#1c324c"),
    shape="streets",
    fan=("Qd", "Qs", "8c"),
    inscriptions=(
        Inscription(
            "The Play Wager is one to three times the Ante before 4th Street, one or two times it after, "
            "and equal to it after 5th Street",
            law["2(b)(6)"],
            short=("Play three, two or one Ante before 4th Street", "two or one before 5th", "one before 6th"),
        ),
    ),
    posted=law["2(b)(6)"],
    asked={
        "name": law["2(b)(1)"], "main": law["2(b)(2)"], "pair-plus": law["7(d)(3)"], "progressive": law["2(b)(4)"],
        "six-card": law["2(b)(5)"], "community": law["2(b)(3)"], "boxes": law["2(d)"], "rack": law["2(e)"],
    },
    brief={"pair-plus": "Pair+", "six-card": "Six", "progressive": "Prog."},
    areas={"community": "Community cards"},
    counts={"community": 3},
    slots={"community": ("4th Street", "5th Street", "6th Street")},
)  # fmt: skip
