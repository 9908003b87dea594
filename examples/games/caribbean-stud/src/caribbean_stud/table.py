"""The table: its layout (§ 2), conduct (§§ 3 to 5, 8, 9 and 11), and a first round for a beginner."""

from caribbean_stud.law import LAW as law
from croupier.game import Lesson, standard
from croupier.game.conduct import Lay
from croupier.game.layout import Inscription, Layout

CONDUCT = standard.one_deck(
    law,
    areas=("ante", "raise"),
    lays=(Lay("seats", law["8(e)"], singly=True), Lay("dealer", law["8(e)"])),
    collect=law["9(f)"],
    reveal=law["9(i)"],
    gather=law["9(k)"],
    announce=law["9(g)"],
)

LAYOUT = Layout(
    table="Caribbean",
    lobby="Five cards against the dealer's five, one of which lies open. Raise twice your Ante, or fold.",
    colour=("#1f5a66", "#17434c"),
    shape="dealer",
    fan=("As", "Kh", "", ""),
    inscriptions=(Inscription("The dealer qualifies with an ace and a king or better", law["2(c)"]),),
    posted=law["2(c)"],
    asked={"main": law["2(b)"], "side": law["2(b)"], "boxes": law["2(d)"], "rack": law["2(e)"]},
    areas={"dealer": "Dealer"},
    counts={"dealer": 5},
)

LESSONS = (
    Lesson("Bet an Ante", "It lets you play against the dealer.",
           law["7(d)"], "wager", "wagers", spots=(("ante", ""),)),
    Lesson("Take five cards", "You look at yours. One of the dealer's five is turned over, and there is no draw.",
           law["9(a)"], "first", "hand", hands=(("8s 8d Kc 6h 3c", ""), ("5d ?? ?? ?? ??", ""))),
    Lesson("Raise or fold", "Raise by twice the Ante, or give the Ante up. Any pair raises; below ace and king fold.",
           law["9(e)"], "first", "choices", answers=(("Fold", "forfeits the Ante"), ("Raise", "2 × Ante"))),
    Lesson("The dealer turns", "Below ace and king the Ante wins and the Raise goes back; else the higher hand wins.",
           law["9(h)"], "result", "dealer", hands=(("Qd 9s 7h 5d 2c", "does not qualify"), ("As Kd 7h 5d 2c", ""))),
    Lesson("Get paid", "The Ante pays 1 to 1. The Raise pays by your hand, from 1 to 1 to 100 to 1.",
           law["10(b)"], "result", "wagers", spots=(("ante", "1 to 1"), ("raise", "by your hand"))),
)  # fmt: skip
