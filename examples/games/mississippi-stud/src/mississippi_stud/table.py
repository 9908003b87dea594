"""The table: its layout (§ 2), conduct (§§ 3 to 5, 8, 9 and 11), and a first round for a beginner."""

from croupier.game import Lesson, standard
from croupier.game.conduct import Lay
from croupier.game.layout import Inscription, Layout
from mississippi_stud.law import LAW as law

CONDUCT = standard.one_deck(
    law,
    areas=("ante", "3rd-street", "4th-street", "5th-street"),
    lays=(Lay("seats", law["8(e)"], singly=True), Lay("community", law["8(e)"])),
    collect=law["9(e)"],
    reveal=law["9(j)"],
    gather=law["9(k)"],
)

LAYOUT = Layout(
    table="Mississippi",
    lobby="Two cards of your own, three in the middle, and up to three Antes on every street. No dealer to beat.",
    colour=("#22505a", "#1a3e47"),
    shape="board",
    fan=("Jh", "", ""),
    inscriptions=(
        Inscription("A pair of jacks or better is paid", law["2(c)"]),
        Inscription("A pair of sixes to tens is a push", law["2(c)"]),
    ),
    posted=law["2(c)"],
    asked={"main": law["2(b)"], "side": law["2(b)"], "boxes": law["2(d)"], "rack": law["2(e)"]},
    spots={"3rd-street": "3rd Street", "4th-street": "4th Street", "5th-street": "5th Street"},
    brief={"3rd-street": "3rd", "4th-street": "4th", "5th-street": "5th"},
    areas={"community": "Cards in the middle"},
    counts={"community": 3},
    slots={"community": ("3rd", "4th", "5th")},
)

LESSONS = (
    Lesson("Bet an Ante", "You play against a paytable and not against a dealer.",
           law["7(d)"], "wager", "wagers", spots=(("ante", ""),)),
    Lesson("Take two cards", "Three more lie face down in the middle. They belong to everybody.",
           law["9(a)"], "first", "hand", hands=(("Jh 4s", ""), ("?? ?? ??", ""))),
    Lesson("Bet or fold", "Bet one, two or three Antes, or fold and lose what lies there.",
           law["9(d)"], "first", "choices", answers=(("Fold", "forfeits the Ante"), ("Bet", "1, 2 or 3 × Ante"))),
    Lesson("Card by card", "One card in the middle is turned after each decision: three decisions in all.",
           law["9(f)"], "later", "dealer", hands=(("Jh 4s", ""), ("Jd ?? ??", ""))),
    Lesson("Get paid", "All your wagers are paid by one table, from a pair of jacks up. Sixes to tens go back.",
           law["10(a)"], "result", "wagers", spots=(("ante", "by the table"), ("3rd-street", "same odds"))),
)  # fmt: skip
