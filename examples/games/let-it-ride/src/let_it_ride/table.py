"""The table: its layout (§ 2), conduct (§§ 3 to 5, 8, 9 and 11), and a first round for a beginner."""

from croupier.game import Lesson, standard
from croupier.game.conduct import Lay
from croupier.game.layout import Inscription, Layout
from let_it_ride.law import LAW as law

CONDUCT = standard.one_deck(
    law,
    areas=("bet-1", "bet-2", "bet-3"),
    lays=(Lay("seats", law["8(e)"], singly=True), Lay("community", law["8(e)"])),
    collect=law["9(h)(2)"],
    reveal=law["9(h)"],
    gather=law["9(k)"],
)

LAYOUT = Layout(
    table="Let It Ride",
    lobby="Three equal wagers, and two of them may be taken back. A pair of tens or better is paid.",
    colour=("#3f4a2a", "#303a20"),
    shape="board",
    fan=("Ts", "Th", ""),
    inscriptions=(Inscription("A pair of tens or better is paid", law["2(c)"]),),
    posted=law["2(c)"],
    asked={"main": law["2(b)"], "side": law["2(b)"], "boxes": law["2(d)"], "rack": law["2(e)"]},
    spots={"bet-1": "1", "bet-2": "2", "bet-3": "Stays"},
    brief={"bet-1": "1", "bet-2": "2", "bet-3": "Stays"},
    areas={"community": "Cards in the middle"},
    counts={"community": 2},
    slots={"community": ("First", "Second")},
)

LESSONS = (
    Lesson("Make three equal bets", "You play against a paytable. Two of the three may come back to you.",
           law["7(d)"], "wager", "wagers", spots=(("bet-1", ""), ("bet-2", ""), ("bet-3", ""))),
    Lesson("Take three cards", "Two more lie face down in the middle. They belong to everybody.",
           law["9(a)"], "first", "hand", hands=(("Ts Th 4c", ""), ("?? ??", ""))),
    Lesson("Let it ride, or take it back", "With a pair of tens or better let it ride. With little, take it back.",
           law["9(d)"], "first", "choices", answers=(("Take back", "the first wager"), ("Let it ride", "it stays"))),
    Lesson("Once more", "The first card is turned, and you decide about the second wager.",
           law["9(g)"], "later", "dealer", hands=(("Ts Th 4c", ""), ("9d ??", ""))),
    Lesson("Get paid", "Every wager that still lies there is paid by the table, from a pair of tens up.",
           law["10(a)"], "result", "wagers", spots=(("bet-1", "by the table"), ("bet-3", "same odds"))),
)  # fmt: skip
