"""A first round of DJ Wild Poker."""

from __future__ import annotations

from croupier.game import Lesson
from croupier.law.chapters import DJ_WILD_MA as law

LESSONS = (
    Lesson("Bet Ante and Blind", "Two equal wagers. Trips, Bad Beat and Cover All are extra, if you like.",
           law["6(b)"], "wager", "wagers", spots=(("ante", ""), ("blind", ""), ("trips", ""))),
    Lesson("Take five cards", "You look at yours; the dealer's five stay face down. There is no draw.",
           law["7(c)(1)"], "first", "hand", hands=(("9s 9h Kd 6s 4h", ""),)),
    Lesson("Deuces and joker are wild", "Each stands for the card that makes your best hand, in rank and suit.",
           law["5"], "first", "hand", hands=(("9s 9h 2c Jk Ad", ""),)),
    Lesson("Play or fold", "Play exactly twice your Ante, or give up Ante and Blind. A Bad Beat stays alive.",
           law["7(c)(2)"], "first", "choices", answers=(("Fold", "forfeits Ante and Blind"), ("Play", "2 × Ante"))),
    Lesson("The dealer turns over", "The higher hand wins; the dealer needs no hand to qualify. Equal hands push.",
           law["9(d)"], "result", "dealer", hands=(("Ks Kd 7s 4h 3s", ""), ("9s 9h 2c Jk Ad", ""))),
    Lesson("Get paid", "Ante and Play pay 1 to 1. The Blind pays on a straight or better, and else pushes.",
           law["9(d)(3)"], "result", "wagers",
           spots=(("ante", "1 to 1"), ("raise", "1 to 1"), ("blind", "by its table"))),
)  # fmt: skip
