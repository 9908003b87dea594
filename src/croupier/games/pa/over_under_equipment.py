"""Equipment of an Over/Under table under 58 Pa. Code ch. 686a, as proposed in 2019: sections 2, 3, 5(h) and 7(a)."""

from __future__ import annotations

from croupier.game.equipment import SHUFFLERS, Equipment, Mark, Requirement, areas, boxes
from croupier.law.chapters import OVER_UNDER_PA_2019_PROPOSED as law

# § 686a.2. Over/Under table; physical characteristics; inspections.

LAYOUT = Requirement(
    "layout",
    "a layout that the Bureau approved",
    law["2(b)"],
    approved=law["2(b)"],
    marks=(
        Mark("name", "the name or logo of the certificate holder", law["2(b)(1)"]),
        *areas(law["2(b)(2)"], "an area for the {} wager", "ante", "over", "under"),
        Mark("cards", "three card boxes before each position", law["2(b)(3)"]),
        Mark("even-money", "the words that all but bonus bets pay even money", law["2(b)(4)(i)"]),
        Mark("house-wins", "the words that the house wins on 18 to 23", law["2(b)(4)(ii)"]),
        Mark("aces", "the words that aces count 11", law["2(b)(4)(iii)"]),
        *areas(law["2(b)(5)"], "an area for the {} wager", "bonus"),
    ),
)
RACK = Requirement(
    "discard-rack",
    "a discard rack fixed on the dealer's side",
    law["2(d)"],
    marks=(Mark("height", "the height of the batch", law["2(d)(1)"], either=("mark",)),),  # or 2(d)(2)
)

# §§ 686a.3, 5 and 7. Cards, and the devices that shuffle and deal them.

EQUIPMENT = Equipment(
    (
        LAYOUT,
        *boxes(law["2(c)"]),
        RACK,
        Requirement("cover-card", "a cover card", law["3(a)"]),
        Requirement("shuffler", "a card shuffling device", law["5(a)"],
                    chosen={"shuffler": SHUFFLERS, "dealing": ("shoe",)}),
        Requirement("shuffler", "a device approved to reshuffle and count", law["5(h)"], approved=law["5(h)"],
                    chosen={"shuffler": ("reshuffling",)}),
        Requirement("continuous-shuffler", "a continuous shuffler", law["3(a)"], approved=law["5(h)"],
                    placed=law["7(a)"], chosen={"dealing": ("continuous-shuffler",)}),
        Requirement("dealing-shoe", "a dealing shoe", law["7(a)"], placed=law["7(a)"], chosen={"dealing": ("shoe",)}),
    ),
    deck=law["3(a)"],
    backs=law["3(b)(2)"],
    signs=((law["2(b)(6)"], ""),),
)  # fmt: skip
