"""Published figures laid beside ours, with a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from croupier.odds.study.study import main_of, side_of

if TYPE_CHECKING:
    from croupier.game import Rules
    from croupier.odds.figures.published import Published
    from croupier.odds.study.study import Study

Verdict = Literal["match", "near", "misprint", "unexplained"]
NEAR = Fraction(15, 100)
"""How far off, in points, a figure may be that was found by sampling."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A published figure, ours in percent, and the verdict: the same to its last digit, near it (the published figure
    looks sampled), a misprint, or unexplained."""

    figure: Published
    ours: Fraction
    verdict: Verdict

    def to_json(self) -> dict[str, object]:
        """For programs."""
        return {
            "game": self.figure.game,
            "wager": self.figure.wager,
            "paytable": self.figure.paytable,
            "published": self.figure.figure,
            "kind": "house-edge" if self.figure.is_edge else "return",
            "ours": f"{float(self.ours):.6f}",
            "verdict": self.verdict,
            "source": self.figure.source,
            "remark": self.figure.remark,
        }


def compare(figure: Published, study: Study, rules: Rules) -> Compared:
    """Our figure for what was published, under `rules` that offer the paytable."""
    if figure.wager == "main":
        main = main_of(study)
        ours = main.house_edge if figure.is_edge else 1 - main.element_of_risk
    else:
        wager = rules.game.wager(figure.wager)
        assert wager is not None
        side = side_of(study, rules, wager)
        paid = side.meter["long-run"] if "long-run" in side.meter else 1 + side.net.mean
        paid += figure.others * side.meter.get("envy-per-player", 0)
        ours = 1 - paid if figure.is_edge else paid
    ours *= 100
    off = abs(ours - Fraction(figure.figure))
    digits = len(figure.figure.partition(".")[2])
    if off <= Fraction(1, 2 * 10**digits):
        verdict: Verdict = "match"
    elif figure.misprint_of and abs(ours - Fraction(figure.misprint_of)) <= Fraction(1, 2 * 10**digits):
        verdict = "misprint"
    else:
        verdict = "near" if off <= NEAR else "unexplained"
    return Compared(figure, ours, verdict)
