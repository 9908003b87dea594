"""Equipment of a Cajun Stud table under 58 Pa. Code ch. 683a: sections 2, 3, 5(g) and 8(a)."""

from __future__ import annotations

from croupier.game.equipment import Equipment, Mark, Requirement, areas, boxes, devices
from croupier.law.chapters import CAJUN_STUD_PA_2019 as law

# § 683a.2. Cajun Stud table physical characteristics.

LAYOUT = Requirement(
    "layout",
    "a layout that was submitted to the Bureau",
    law["2(b)"],
    approved=law["2(b)"],
    marks=(
        Mark("name", "the name or logo of the certificate holder", law["2(b)(1)"]),
        *areas(law["2(b)(2)"], "an area for the {} wager", "ante", "raise-third", "raise-fourth", "raise-fifth"),
        *areas(law["2(b)(3)"], "an area for the {} wager", "pocket", "board", "lo-ball", "all-six"),
    ),
)
RACK = Requirement("discard-rack", "a discard rack fixed on the dealer's side", law["2(d)"])

# §§ 683a.3, 5 and 8. Cards, and the devices that shuffle and deal them.

EQUIPMENT = Equipment(
    (
        LAYOUT,
        *boxes(law["2(c)"]),
        RACK,
        Requirement("cover-card", "a cover card", law["3(a)"]),
        *devices(law["5(a)"], reshuffles=law["5(g)"], shoe=law["8(a)"], automated=law["10(a)(1)"]),
    ),
    deck=law["3(a)"],
    backs=law["3(b)(1)"],
    signs=((law["2(b)(4)"], ""), (law["2(b)(5)"], "payout-limit")),
)  # fmt: skip
