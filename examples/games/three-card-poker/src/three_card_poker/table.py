"""The table: its layout (§ 2), conduct (§§ 3 to 5, 8, 9 and 11), and a first round for a beginner."""

from croupier.game import Lesson, standard
from croupier.game.conduct import Lay
from croupier.game.layout import Inscription, Layout
from three_card_poker.law import LAW as law

CONDUCT = standard.one_deck(
    law,
    areas=("ante", "play", "pair-plus"),
    lays=(Lay("seats", law["8(e)"], singly=True), Lay("dealer", law["8(e)"])),
    collect=law["9(e)"],
    reveal=law["9(h)"],
    gather=law["9(k)"],
    announce=law["9(f)"],
    settles=("pair-plus",),
)

LAYOUT = Layout(
    table="Three Card",
    lobby="Three cards against the dealer's three. Play once more your Ante, or fold.",
    colour=("#5a2f3f", "#43222f"),
    shape="dealer",
    fan=("Qs", "Qh", "Qd"),
    inscriptions=(
        Inscription("The dealer qualifies with a queen or better", law["2(c)"]),
        Inscription("An Ante Bonus is paid whatever the dealer has", law["2(c)"]),
    ),
    posted=law["2(c)"],
    asked={"main": law["2(b)"], "side": law["2(b)"], "boxes": law["2(d)"], "rack": law["2(e)"]},
    brief={"pair-plus": "Pair+"},
    areas={"dealer": "Dealer"},
    counts={"dealer": 3},
)

LESSONS = (
    Lesson("Bet an Ante", "It lets you play against the dealer. Pair Plus is extra, on your own hand alone.",
           law["7(d)"], "wager", "wagers", spots=(("ante", ""), ("pair-plus", ""))),
    Lesson("Take three cards", "You look at yours; the dealer's three stay face down. There is no draw.",
           law["9(a)"], "first", "hand", hands=(("Qs 6d 4c", ""),)),
    Lesson("Play or fold", "Play once more your Ante, or give the Ante up. Queen, 6 and 4 is the least to play.",
           law["9(d)"], "first", "choices", answers=(("Fold", "forfeits the Ante"), ("Play", "1 × Ante"))),
    Lesson("The dealer turns over", "Below a queen the Ante wins and the Play goes back. Else the higher hand wins.",
           law["9(g)"], "result", "dealer", hands=(("Js 9d 2c", "does not qualify"), ("Qs 6d 4c", ""))),
    Lesson("Get paid", "Ante and Play pay 1 to 1. From a straight up there is an Ante Bonus too.",
           law["10(a)"], "result", "wagers", spots=(("ante", "1 to 1"), ("play", "1 to 1"))),
)  # fmt: skip
