"""Equipment of a Cajun Stud table under 58 Pa. Code ch. 683a: sections 2, 3, 5(g) and 8(a)."""

from __future__ import annotations

from croupier.game.equipment import SHUFFLERS, Equipment, Mark, Requirement, areas, boxes
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
        Requirement("shuffler", "a card shuffling device", law["5(a)"], chosen={"shuffler": SHUFFLERS}),
        Requirement("shuffler", "a device approved to reshuffle and count", law["5(g)"], approved=law["5(g)"],
                    chosen={"shuffler": ("reshuffling",)}),
        Requirement("dealing-shoe", "a manual dealing shoe", law["8(a)"], placed=law["8(a)"],
                    chosen={"dealing": ("manual-shoe",)}),
        Requirement("automated-shoe", "an automated dealing shoe", law["10(a)(1)"],
                    chosen={"dealing": ("automated-shoe",)}),
    ),
    deck=law["3(a)"],
    backs=law["3(b)(1)"],
    signs=((law["2(b)(4)"], ""), (law["2(b)(5)"], "payout-limit")),
)  # fmt: skip
