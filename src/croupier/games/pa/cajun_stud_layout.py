"""The layout of Cajun Stud: what is printed on the cloth, and what a page says beside it."""

from __future__ import annotations

from croupier.game.layout import Inscription, Layout
from croupier.law.chapters import CAJUN_STUD_PA_2019 as law

LAYOUT = Layout(
    table="Cajun Stud",
    lobby="Two cards of your own, three on the board, and a raise of one, two or three Antes on every street.",
    colour=("#58252f", "#471d26"),
    shape="board",
    fan=("9h", "", ""),
    inscriptions=(
        Inscription(
            "No more than {} is paid to a player in one round",
            law["2(b)(5)"],
            chosen="payout-limit",
            short=("No player is paid more than {} in a round",),
        ),
    ),
    reminders=(
        ("A pair of jacks or better pays the Ante and every Raise", law["2(b)(4)"]),
        ("Sixes to tens push", law["2(b)(4)"]),
    ),
    posted=law["2(b)(4)"],
    asked={
        "name": law["2(b)(1)"], "main": law["2(b)(2)"], "side": law["2(b)(3)"], "boxes": law["2(c)"],
        "rack": law["2(d)"], "all-six-cards": law["8(c)"], "community": law["8(d)"],
    },
    spots={"raise-third": "1st Raise", "raise-fourth": "2nd Raise", "raise-fifth": "3rd Raise"},
    brief={
        "raise-third": "1st", "raise-fourth": "2nd", "raise-fifth": "3rd", "pocket": "Pock.", "lo-ball": "Lo",
        "all-six": "Six",
    },
    areas={"community": "Community cards", "all-six": "All-Six cards"},
    counts={"community": 3, "all-six": 4},
    slots={"community": ("First", "Second", "Third")},
)  # fmt: skip
