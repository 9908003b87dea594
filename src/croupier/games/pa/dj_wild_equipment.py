"""Equipment of a DJ Wild Stud Poker table under 58 Pa. Code ch. 687a: sections 2, 3, 5(g), 8(a) and 8(c)."""

from __future__ import annotations

from croupier.game.equipment import Equipment, Mark, Requirement, areas, boxes, devices
from croupier.law.chapters import DJ_WILD_PA_2021 as law

PROGRESSIVE = ("progressive",)

# § 687a.2. DJ Wild Stud Poker table; physical characteristics.

LAYOUT = Requirement(
    "layout",
    "a layout that was submitted to the Bureau",
    law["2(b)"],
    approved=law["2(b)"],
    marks=(
        Mark("name", "the name or logo of the certificate holder", law["2(b)(1)"]),
        *areas(law["2(b)(2)"], "an area for the {} wager", "ante", "blind", "raise"),
        *areas(law["2(b)(3)"], "an area for the {} wager", "progressive", "trips", "bad-beat"),
        Mark("replacement", "an area for the card that replaces the joker", law["2(b)(4)"], offered=PROGRESSIVE),
    ),
)
RACK = Requirement("discard-rack", "a discard rack fixed on the dealer's side", law["2(d)"])

# §§ 687a.3, 5 and 8. Cards, and the devices that shuffle and deal them.

EQUIPMENT = Equipment(
    (
        LAYOUT,
        *boxes(law["2(c)"]),
        RACK,
        Requirement("cover-card", "a cover card", law["3(a)"]),
        *devices(law["5(a)"], reshuffles=law["5(g)"], shoe=law["8(a)"], automated=law["10(a)(1)"]),
        Requirement(
            "progressive-system", "a progressive system", law["8(c)"], offered=PROGRESSIVE,
            marks=(
                Mark("sensors", "a sensor at each betting position", law["8(c)"]),
                Mark("start-game", "a keypad with its Start Game button", law["8(c)"]),
            ),
        ),
    ),
    deck=law["3(a)"],
    backs=law["3(b)(1)"],
    signs=((law["2(b)(5)"], ""),),
)  # fmt: skip
