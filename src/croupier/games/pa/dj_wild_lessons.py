"""A first round of DJ Wild Stud Poker."""

from __future__ import annotations

from croupier.game import Lesson
from croupier.law.chapters import DJ_WILD_PA_2021 as law

LESSONS = (
    Lesson("Bet Ante and Blind", "Two equal wagers. Trips, Bad Beat and the Progressive are extra, if you like.",
           law["7(d)(1)"], "wager", "wagers", spots=(("ante", ""), ("blind", ""), ("trips", ""))),
    Lesson("Take five cards", "You look at yours; the dealer's five stay face down. There is no draw.",
           law["11(a)"], "first", "hand", hands=(("9s 9h Kd 6s 4h", ""),)),
    Lesson("Deuces and joker are wild", "Each stands for the card that makes your best hand, in rank and suit.",
           law["6(b)"], "first", "hand", hands=(("9s 9h 2c Jk Ad", ""),)),
    Lesson("Raise or fold", "Raise exactly twice your Ante, or give up Ante and Blind. A Trips wager stays in play.",
           law["11(b)"], "first", "choices", answers=(("Fold", "forfeits Ante and Blind"), ("Raise", "2 × Ante"))),
    Lesson("The dealer turns over", "The higher hand wins; the dealer needs no hand to qualify. Equal hands push.",
           law["11(e)"], "result", "dealer", hands=(("Ks Kd 7s 4h 3s", ""), ("9s 9h 2c Jk Ad", ""))),
    Lesson("Get paid", "Ante and Raise pay 1 to 1. The Blind pays on a straight or better, and else pushes.",
           law["12(b)"], "result", "wagers",
           spots=(("ante", "1 to 1"), ("raise", "1 to 1"), ("blind", "by its table"))),
)  # fmt: skip
