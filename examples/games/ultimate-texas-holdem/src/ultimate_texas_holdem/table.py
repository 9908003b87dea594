"""The table: its layout (§ 2), conduct (§§ 3 to 5, 8, 9 and 11), and a first round for a beginner."""

from croupier.game import Lesson, standard
from croupier.game.conduct import Lay
from croupier.game.layout import Inscription, Layout
from ultimate_texas_holdem.law import LAW as law

CONDUCT = standard.one_deck(
    law,
    areas=("ante", "blind", "play", "trips"),
    lays=(Lay("seats", law["8(e)"], singly=True), Lay("dealer", law["8(e)"]), Lay("community", law["8(e)"])),
    collect=law["9(i)"],
    reveal=law["9(l)"],
    gather=law["9(n)"],
    announce=law["9(j)"],
    settles=("trips",),
)

LAYOUT = Layout(
    table="Ultimate",
    lobby="Two cards and five in the middle against the dealer. The sooner you play, the more you may play.",
    colour=("#4a2a5a", "#361f42"),
    shape="dealer",
    fan=("As", "Ah"),
    inscriptions=(
        Inscription("The dealer opens with a pair or better", law["2(c)"]),
        Inscription("The Blind is paid from a straight up", law["2(c)"]),
    ),
    posted=law["2(c)"],
    asked={"main": law["2(b)"], "side": law["2(b)"], "boxes": law["2(d)"], "rack": law["2(e)"]},
    areas={"dealer": "Dealer", "community": "Cards in the middle"},
    counts={"dealer": 2, "community": 5},
)

LESSONS = (
    Lesson("Bet an Ante and a Blind", "Both are equally high. Trips is extra, on your own hand alone.",
           law["7(e)"], "wager", "wagers", spots=(("ante", ""), ("blind", ""), ("trips", ""))),
    Lesson("Take two cards", "Two lie before the dealer, and five in the middle that belong to everybody.",
           law["9(a)"], "first", "hand", hands=(("As Kd", ""), ("?? ?? ?? ?? ??", ""))),
    Lesson("Play four times, or check", "You may play once in a round, and the most at once. Any ace plays four times.",
           law["9(d)"], "first", "choices", answers=(("Check", "wait for the flop"), ("Play", "4 × Ante"))),
    Lesson("Play twice, or once", "After three cards you may play two Antes, and after five one, or fold.",
           law["9(f)"], "later", "dealer", hands=(("As Kd", ""), ("Kh 9d 4c ?? ??", ""))),
    Lesson("Get paid", "Play and Ante pay 1 to 1. The Ante goes back if the dealer has no pair.",
           law["10(a)"], "result", "wagers", spots=(("ante", "1 to 1"), ("play", "1 to 1"), ("blind", "by your hand"))),
)  # fmt: skip
