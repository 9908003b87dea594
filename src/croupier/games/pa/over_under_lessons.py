"""A first round of Over/Under."""

from __future__ import annotations

from croupier.game import Lesson
from croupier.law.chapters import OVER_UNDER_PA_2019_PROPOSED as law

LESSONS = (
    Lesson("Bet the Ante", "One wager opens the round. The Bonus on very low and very high totals is extra.",
           law["6(d)"], "wager", "wagers", spots=(("ante", ""), ("bonus", ""))),
    Lesson("Take one card", "It lies face up. Faces count ten, an ace always eleven, the rest what they show.",
           law["3(d)"], "first", "hand", hands=(("9s", "nine"), ("Kd", "ten"), ("Ah", "eleven"))),
    Lesson("Say over or under", "Wager as much again on three cards above 23, or on three below 18.",
           law["7(g)"], "first", "choices", answers=(("Over 23", "1 × Ante"), ("Under 18", "1 × Ante"))),
    Lesson("Or surrender", "You give up the Ante and nothing more. A Bonus stays in play.",
           law["7(g)(3)"], "first", "choices", answers=(("Surrender", "forfeits the Ante"),)),
    Lesson("Take two more", "Both face up. Totals from 18 to 23 belong to the house.",
           law["7(i)"], "result", "hand", hands=(("9s Kd 8h", "27: over"),)),
    Lesson("Get paid", "What wins pays 1 to 1, Ante and Over or Under alike; the Bonus by its table.",
           law["8(a)"], "result", "wagers", spots=(("ante", "1 to 1"), ("over", "1 to 1"), ("bonus", "by its table"))),
)  # fmt: skip
