"""A first round of Raise It Up Stud Poker."""

from __future__ import annotations

from croupier.game import Lesson
from croupier.law.chapters import RAISE_IT_UP_PA_2019 as law

LESSONS = (
    Lesson("Bet Ante and Blind", "Two equal wagers, on making a pair of tens or better. The other wagers are extra.",
           law["7(d)(1)"], "wager", "wagers", spots=(("ante", ""), ("blind", ""), ("pair-plus", ""))),
    Lesson("Take three cards", "Three more lie face down: 4th, 5th and 6th Street, for everybody.",
           law["11(a)"], "first", "hand", hands=(("Ah Td 5d", ""), ("?? ?? ??", ""))),
    Lesson("Play early for more", "Before 4th Street you may play up to three Antes, before 5th up to two. Or check.",
           law["11(b)"], "first", "choices", answers=(("Check", "costs nothing"), ("Play", "1, 2 or 3 × Ante"))),
    Lesson("Last chance", "Before 6th Street play one Ante, or fold Ante and Blind. You play once in a round.",
           law["11(f)"], "last", "choices", answers=(("Fold", "forfeits Ante and Blind"), ("Play", "1 × Ante"))),
    Lesson("Best five of six", "Your three and the three streets. A pair of tens or better wins.",
           law["11(i)(2)"], "result", "hand", hands=(("Ah Td 5d", ""), ("Ts 9c 2h", "a pair of tens"))),
    Lesson("Get paid", "The Ante pays 1 to 1, the Play by its table; the Blind pays on three of a kind or better.",
           law["12(c)"], "result", "wagers",
           spots=(("ante", "1 to 1"), ("play", "by its table"), ("blind", "by its table"))),
)  # fmt: skip
