"""The layout of DJ Wild Stud Poker: what is printed on the cloth, and what a page says beside it."""

from __future__ import annotations

from croupier.game.layout import Layout
from croupier.law.chapters import DJ_WILD_PA_2021 as law

LAYOUT = Layout(
    table="DJ Wild",
    lobby="Five cards against the dealer's five. Deuces and the joker are wild; raise twice your Ante, or fold.",
    colour=("#1d4a3d", "#163a30"),
    shape="dealer",
    fan=("Ah", "2s", "Jk", "2d", "Ks"),
    reminders=(
        ("Ante and Raise pay 1 to 1", law["2(b)(5)"]),
        ("Deuces and the joker are wild", law["6(b)"]),
        ("The Blind pays on a straight or better", law["12(b)"]),
    ),
    posted=law["2(b)(5)"],
    asked={
        "name": law["2(b)(1)"], "main": law["2(b)(2)"], "side": law["2(b)(3)"], "replacement": law["2(b)(4)"],
        "boxes": law["2(c)"], "rack": law["2(d)"],
    },
    spots={"bad-beat": "Bad Beat"},
    brief={"progressive": "Prog.", "bad-beat": "Beat"},
    areas={"dealer": "Dealer", "replacement": "Replaces the joker"},
    counts={"dealer": 5, "replacement": 1},
    notes={"progressive": "Nothing is wild for it: a deuce is a two, and the joker becomes the card that replaces it."},
)  # fmt: skip
