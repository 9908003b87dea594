"""A first round of Face Up Pai Gow Poker."""

from __future__ import annotations

from croupier.game import Lesson
from croupier.law.chapters import FACE_UP_PAI_GOW_PA_2019_PROPOSED as law

LESSONS = (
    Lesson("Bet Pai Gow", "One wager to play. Ace High, Fortune and the Progressive are extra.",
           law["7(d)"], "wager", "wagers", spots=(("pai-gow", ""), ("ace-high", ""), ("fortune", ""))),
    Lesson("The dealer shows first", "Seven cards, set into a high hand of five and a low hand of two, open to all.",
           law["11(a)"], "first", "dealer", hands=(("Ks Kd 9h 7c 4s", ""), ("Ah Tc", "low hand"))),
    Lesson("Look at your seven", "The joker is an ace, or completes a straight or a flush.",
           law["6(a)"], "first", "hand", hands=(("Qs Qh Jk Td 8c 8d 3h", ""),)),
    Lesson("Set two hands", "Five in the high hand, two in the low one. The high hand must not be the lesser.",
           law["11(c)"], "first", "hand", hands=(("Qs Qh Td 8c 3h", "high hand"), ("Jk 8d", "low hand"))),
    Lesson("Or surrender", "Before your hands are shown you may give up the wager, if it lies there alone.",
           law["11(d)"], "first", "choices", answers=(("Surrender", "forfeits the wager"),)),
    Lesson("Both hands win", "Win both and be paid 1 to 1. Win one and it pushes; copies go to the dealer.",
           law["11(f)"], "result", "wagers", spots=(("pai-gow", "1 to 1"),)),
)  # fmt: skip
