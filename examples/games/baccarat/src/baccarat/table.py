"""The table: its layout (§ 2), conduct (§§ 3 to 5, 8, 9 and 11), and a first round for a beginner."""

from fractions import Fraction

from baccarat.law import LAW as law
from croupier.game import Lesson, standard
from croupier.game.conduct import ANY_TIME, FLOOR, FOUND, VOID, Conduct, Cut, Irregularity, Lay, Step, Way
from croupier.game.equipment import SHUFFLERS, Equipment, Mark, Requirement, areas, boxes
from croupier.game.layout import Inscription, Layout

CUT = Cut(
    Step("cut", "place the cover card at least ten cards from the top and bring those above it to the bottom",
         law["5(c)"]),
    after=("manual", "device", "preshuffled"),
    recut=Step("recut", "have the cards cut again", law["5(e)"], FLOOR),
    cover=Step("insert-cover", "insert the cover card a twenty-sixth of the stack or more from its bottom",
               law["5(d)"]),
    depth=Fraction(1, 26),
    recut_until="load",
)  # fmt: skip
IRREGULARITIES = (
    Irregularity("bad-deck", "a card is defective, missing or one too many", law["4(a)"], ("opening",),
                 ("remove-deck",)),
    Irregularity("face-up", "a card lies face up in the shoe", law["11(a)"], ("dealing",), ("discard-card",)),
    Irregularity("drawn-in-error", "a card was drawn in error, its face unseen", law["11(b)"], ("dealing",),
                 ("use-next",)),
    Irregularity("wrong-number", "a hand has a wrong number of cards", law["11(c)"], FOUND, VOID),
    Irregularity("shuffler-jam", "the shuffling device jams or does not finish", law["11(d)"], ANY_TIME,
                 ("reshuffle",)),
    Irregularity("out-of-order", "a device cannot be used", law["11(e)"], ANY_TIME, ("out-of-order",)),
    Irregularity("device-count", "the device counts a wrong number of cards", law["5(b)"], ("shuffling",),
                 ("remove-deck",)),
)  # fmt: skip
EQUIPMENT = Equipment(
    (
        Requirement("layout", "a layout with an area for every wager", law["2(b)"],
                    marks=(Mark("name", "the name or logo of the house", law["2(b)"]),
                           *areas(law["2(b)"], "an area for the {} wager", "banker", "player", "tie"))),
        *boxes(law["2(d)"]),
        Requirement("discard-rack", "a discard rack fixed on the dealer's side", law["2(e)"]),
        Requirement("cover-card", "a cover card", law["3(a)"]),
        Requirement("shuffler", "a card shuffling device", law["5(a)"], chosen={"shuffler": SHUFFLERS}),
        Requirement("shuffler", "a device approved to reshuffle and count", law["5(g)"], approved=law["5(g)"],
                    chosen={"shuffler": ("reshuffling",)}),
        Requirement("dealing-shoe", "a dealing shoe", law["8(a)"], placed=law["8(a)"]),
    ),
    deck=law["3(a)"],
    backs=law["3(b)(1)"],
    signs=((law["2(c)"], ""),),
)  # fmt: skip

CONDUCT = Conduct(
    layout=(),
    alternate=(law["3(b)(2)"], law["3(b)(3)"], law["3(b)(4)"]),
    opening=standard.opening(inspect=law["4(a)"], spread=law["4(b)"], wash=law["4(c)"]),
    second_deck=law["4(d)"],
    preshuffled=law["4(e)"],
    shuffle=standard.shuffle(law["5(a)"]),
    stack=law["5(a)"],
    cut=CUT,
    idle=standard.idle(law["5(f)"]),
    device_count=law["5(b)"],
    reshuffling=law["5(g)"],
    seated=law["7(b)"],
    closed=law["7(c)"],
    abandoned=law["7(b)"],
    ways={
        "manual-shoe": Way(
            "manual-shoe",
            load=(Step("load", "place the stack in the dealing shoe", law["8(a)"]),),
            close=(Step("no-more-bets", 'announce "no more bets"', law["8(d)"]),),
            lays=(Lay("player-hand", law["8(e)"]), Lay("banker-hand", law["8(e)"])),
            after=(),
        )
    },
    collect=law["9(c)(2)"],
    reveal=law["9(c)"],
    rack=Step("rack", "place the cards in the discard rack so that each hand can be rebuilt", law["9(d)"]),
    touch=(law["8(f)"],),
    irregularities=IRREGULARITIES,
    equipment=EQUIPMENT,
    burn=Step("burn", "put the first card of the shoe in the discard rack", law["8(b)"]),
    cover_card=law["8(c)"],
    empty_shoe=Step("empty-shoe", "put the cards left in the shoe in the discard rack", law["8(c)"]),
)

LAYOUT = Layout(
    table="Baccarat",
    lobby="Two hands, and you wager on the higher last digit: the Player's, the Banker's, or neither.",
    colour=("#6a2a2a", "#4d1f1f"),
    shape="board",
    fan=("9s", "Kh"),
    inscriptions=(
        Inscription("A Banker wager pays 19 to 20", law["2(c)"]),
        Inscription("The Player draws on five or less", law["2(c)"]),
    ),
    posted=law["2(c)"],
    asked={"main": law["2(b)"], "side": law["2(b)"], "boxes": law["2(d)"], "rack": law["2(e)"]},
    areas={"player-hand": "Player", "banker-hand": "Banker", "player-third": "Third",
           "banker-third": "Third"},
    counts={"player-hand": 2, "banker-hand": 2, "player-third": 1, "banker-third": 1},
)  # fmt: skip

LESSONS = (
    Lesson("Choose a side", "Wager on the Player, on the Banker, or on a Tie. The cards belong to nobody.",
           law["7(d)"], "wager", "wagers", spots=(("banker", ""), ("player", ""), ("tie", ""))),
    Lesson("Count the last digit", "Aces count 1, tens and pictures nothing. Seven and eight make five.",
           law["8(e)"], "first", "dealer", hands=(("7s 8d", "Player: 5"), ("Kh 9c", "Banker: 9"))),
    Lesson("A third card by rule", "The Player's hand draws on five or less, unless the Banker has eight or nine.",
           law["9(a)"], "later", "dealer", hands=(("2s 3d 4h", "Player: 9"), ("Kh 6c", "Banker: 6"))),
    Lesson("Get paid", "The Player pays 1 to 1, the Banker 19 to 20, a Tie 8 to 1.",
           law["10(a)"], "result", "wagers", spots=(("player", "1 to 1"), ("banker", "19 to 20"), ("tie", "8 to 1"))),
)  # fmt: skip
