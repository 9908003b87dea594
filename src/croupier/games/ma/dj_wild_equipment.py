"""Equipment of a DJ Wild Poker table under the Massachusetts rules: sections 2, 4, 6(a), 8(a), 11(d) and 12(a)."""

from __future__ import annotations

from croupier.game.equipment import SHUFFLERS, Equipment, Mark, Requirement, areas
from croupier.law.chapters import DJ_WILD_MA as law

WAGERS = ("ante", "blind", "raise", "trips", "bad-beat", "multi-game-link", "cover-all")

EQUIPMENT = Equipment(
    (
        Requirement("layout", "a layout", law["6(a)"], marks=areas(law["6(a)"], "an area for the {} wager", *WAGERS)),
        Requirement(
            "cover-card", "a cover card", law["2(a)"], approved=law["2(a)"],
            marks=(
                Mark("opaque", "an opaque face", law["2(a)"]),
                Mark("solid", "one solid colour unlike the cards' backs and edges", law["2(a)"]),
            ),
        ),
        Requirement("shuffler", "a card shuffling device", law["4(a)"], chosen={"shuffler": SHUFFLERS},
                    marks=(Mark("cover-all-mode", "the Cover All mode", law["11(d)"], offered=("cover-all",)),)),
        Requirement("automated-shoe", "an automated dealing shoe that deals stacks of five", law["8(a)"],
                    approved=law["8(a)"], placed=law["8(a)"], chosen={"dealing": ("automated-shoe",)},
                    marks=(Mark("procedures", "approved procedures for its use", law["8(a)"]),)),
        Requirement("progressive-system", "the Multi Game Link's system", law["12(a)"], offered=("multi-game-link",)),
    ),
    deck=law["2(a)"],
    backs=law["2(b)(2)"],
)  # fmt: skip
