"""Equipment of a Raise It Up Stud Poker table under 58 Pa. Code ch. 669a: sections 2, 3, 5(g) and 8(a)."""

from __future__ import annotations

from croupier.game.equipment import Equipment, Mark, Requirement, areas, boxes, devices
from croupier.law.chapters import RAISE_IT_UP_PA_2019 as law

PROGRESSIVE = ("progressive",)

# § 669a.2. Raise It Up Stud Poker table physical characteristics.

LAYOUT = Requirement(
    "layout",
    "a layout that the Bureau approved",
    law["2(b)"],
    approved=law["2(b)"],
    marks=(
        Mark("name", "the name or logo of the certificate holder", law["2(b)(1)"]),
        *areas(law["2(b)(2)"], "an area for the {} wager", "ante", "blind", "play"),
        Mark("community", "areas inscribed 4th, 5th and 6th Street before the inventory", law["2(b)(3)"]),
        *areas(law["2(b)(4)"], "an area for the {} wager", "progressive"),
        *areas(law["2(b)(5)"], "an area for the {} wager", "six-card"),
    ),
)
SYSTEM = Requirement(
    "progressive-system",
    "a progressive table game system",
    law["2(c)"],
    approved=law["2(c)"],
    offered=PROGRESSIVE,
    marks=(
        Mark("wagering-devices", "a wagering device at each betting position", law["2(c)(1)"]),
        Mark("lock-out", "a device that locks out late wagers", law["2(c)(2)"]),
    ),
)
RACK = Requirement("discard-rack", "a discard rack fixed on the dealer's side", law["2(e)"])

# §§ 669a.3, 5 and 8. Cards, and the devices that shuffle and deal them.

EQUIPMENT = Equipment(
    (
        LAYOUT,
        SYSTEM,
        *boxes(law["2(d)"]),
        RACK,
        Requirement("cover-card", "a cover card", law["3(a)"]),
        *devices(law["5(a)"], reshuffles=law["5(g)"], shoe=law["8(a)"], automated=law["10(a)(1)"]),
    ),
    deck=law["3(a)"],
    backs=law["3(b)(1)"],
    signs=((law["2(b)(6)"], ""),),
)  # fmt: skip
