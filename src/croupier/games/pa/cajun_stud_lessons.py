"""A first round of Cajun Stud."""

from __future__ import annotations

from croupier.game import Lesson
from croupier.law.chapters import CAJUN_STUD_PA_2019 as law

LESSONS = (
    Lesson("Bet the Ante", "You play against a paytable and not against a dealer's hand. The bonus wagers are extra.",
           law["7(d)(1)"], "wager", "wagers", spots=(("ante", ""), ("pocket", ""), ("board", ""))),
    Lesson("Take two cards", "Three more lie face down on the board. They belong to everybody.",
           law["11(a)"], "first", "hand", hands=(("Jh Js", ""), ("?? ?? ??", ""))),
    Lesson("Raise or fold", "Raise one, two or three Antes, or fold and lose what lies there. Bonus wagers stay alive.",
           law["11(b)"], "first", "choices", answers=(("Fold", "forfeits the Ante"), ("Raise", "1, 2 or 3 × Ante"))),
    Lesson("Card by card", "One community card is turned after each decision: three decisions in all.",
           law["11(c)"], "later", "dealer", hands=(("Jh Js", ""), ("7d ?? ??", ""))),
    Lesson("Five cards make the hand", "Your two and the three on the board. A pair of sixes or better keeps you in.",
           law["11(h)"], "result", "hand", hands=(("Jh Js 7d 7c 3s", ""),)),
    Lesson("Get paid", "A pair of jacks or better pays Ante and every Raise by the table; sixes to tens push.",
           law["12(a)"], "result", "wagers",
           spots=(("ante", "by the table"), ("raise-third", "same odds"), ("raise-fourth", "same odds"))),
)  # fmt: skip
