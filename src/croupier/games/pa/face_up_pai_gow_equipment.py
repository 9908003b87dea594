"""Equipment of a Face Up Pai Gow Poker table under 58 Pa. Code ch. 688a, as proposed in 2019: sections 2, 3, 5(h), 5(i)
and 8(a)."""

from __future__ import annotations

from croupier.game.equipment import Equipment, Mark, Requirement, areas, boxes, devices
from croupier.law.chapters import FACE_UP_PAI_GOW_PA_2019_PROPOSED as law

PROGRESSIVE = ("progressive",)

# § 688a.2. Face Up Pai Gow Poker table; Pai Gow Poker Shaker; physical characteristics.

LAYOUT = Requirement(
    "layout",
    "a layout that the Bureau approved",
    law["2(b)"],
    approved=law["2(b)"],
    marks=(
        Mark("name", "the name or logo of the certificate holder", law["2(b)(1)"]),
        *areas(law["2(b)(2)"], "an area for the {} wager", "pai-gow"),
        Mark("hands", "areas for each player's high and low hand", law["2(b)(3)"]),
        Mark("dealer-hands", "areas for the dealer's high and low hand", law["2(b)(4)"]),
        *areas(law["2(b)(5)"], "an area for the {} wager", "ace-high"),
        *areas(law["2(b)(6)"], "an area for the {} wager", "fortune"),
        *areas(law["2(b)(7)"], "an area for the {} wager", "progressive"),
        Mark("ace-high-pushes", "the words that the dealer's Ace High Pai Gow pushes", law["2(b)(8)"]),
    ),
)
SHAKER = Requirement(
    "shaker",
    "a Pai Gow Poker shaker",
    law["2(c)(1)"],
    approved=law["2(c)(1)"],
    chosen={"start": ("shaker",)},
    marks=(
        Mark("three-dice", "room for three dice that stay in it", law["2(c)(1)(i)"]),
        Mark("hides-dice", "a cover that hides the dice while they are shaken", law["2(c)(1)(ii)"]),
        Mark("name", "the name or logo of the certificate holder", law["2(c)(1)(iii)"]),
    ),
)
GENERATOR = Requirement("generator", "a random number generator", law["5(i)(2)"], approved=law["2(c)(2)"],
                        chosen={"start": ("generator",)})  # fmt: skip
SYSTEM = Requirement(
    "progressive-system",
    "a progressive table game system",
    law["2(d)"],
    approved=law["2(d)"],
    offered=PROGRESSIVE,
    marks=(
        Mark("wagering-devices", "a wagering device at each betting position", law["2(d)(1)"]),
        Mark("lock-out", "a device that locks out late wagers", law["2(d)(2)"]),
    ),
)
RACK = Requirement("discard-rack", "a discard rack fixed on the dealer's side", law["2(f)"])

# §§ 688a.3, 5 and 8. Cards, and the devices that shuffle and deal them.

EQUIPMENT = Equipment(
    (
        LAYOUT,
        SHAKER,
        GENERATOR,
        SYSTEM,
        *boxes(law["2(e)"]),
        RACK,
        Requirement("cover-card", "two cover cards", law["3(a)"], count=2),
        *devices(law["5(a)"], reshuffles=law["5(h)"], shoe=law["8(a)"], automated=law["10(a)(1)"]),
    ),
    deck=law["3(a)"],
    backs=law["3(b)(1)"],
    jokers=1,  # 3(a): a deck made with two is used with one
    signs=((law["2(b)(9)"], ""),),
    marker=law["5(j)"],
    every_position=law["8(e)"],  # seven hands of seven leave four cards
)  # fmt: skip
