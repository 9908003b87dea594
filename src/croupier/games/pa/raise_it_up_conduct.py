"""Conduct of Raise It Up Stud Poker under 58 Pa. Code ch. 669a: sections 2 to 5, 8 to 11 and 13 as steps."""

from __future__ import annotations

from croupier.game.conduct import ANY_TIME, FLOOR, FOUND, VOID, Conduct, Cut, Idle, Irregularity, Lay, Step, Stub, Way
from croupier.games.pa import raise_it_up_readings as readings
from croupier.games.pa.raise_it_up_equipment import EQUIPMENT
from croupier.law.chapters import RAISE_IT_UP_PA_2019 as law

PROGRESSIVE = ("progressive",)

# § 669a.4. Opening of the table for gaming.

OPENING = (
    Step("inspect", "inspect the cards for defects", law["4(a)"]),
    Step("verify", "verify the inspection", law["4(a)"], FLOOR),
    Step("spread", "spread the cards face up, in fans by suit and in sequence", law["4(b)"]),
    Step("view", "let the first player to arrive look at the cards", law["4(b)"], ("dealer", "player")),
    Step("wash", "turn the cards face down and wash them", law["4(c)"]),
    Step("stack", "stack the cards", law["4(c)"]),
)

# § 669a.5. Shuffle and cut of the cards.

SHUFFLE = Step("shuffle", "shuffle the cards and place them in a single stack", law["5(a)"])
CUT = Cut(
    Step("cut", "place the cover card at least ten cards from the top and bring those above it to the bottom",
         law["5(d)"]),
    after=("manual", "preshuffled"),
    recut=Step("recut", "have the cards cut again", law["5(e)"], FLOOR),
)  # fmt: skip
IDLE = Idle(
    Step("spread-idle", "take the cards from shoe and rack and spread them face down", law["5(f)"]),
    request=law["5(f)"],
    first_only=False,
    redo=("view", "wash", "stack"),
)

# §§ 669a.8-10. Three ways of dealing.

NO_MORE_BETS = 'announce "no more bets"'
LOCK_OUT = "lock the progressive system against further wagers"
VERIFY_CHIPS = "collect the Progressive Payout Wagers, count them against the system and put them in the inventory"
PLACE_STUB = "place the stub in the discard rack without exposing it"
COUNT = "count the stub face down on the layout"

WAYS = {
    "manual-shoe": Way(
        "manual-shoe",
        load=(Step("load", "place the stack in the dealing shoe", law["8(a)"]),),
        close=(
            Step("no-more-bets", NO_MORE_BETS, law["8(b)"]),
            Step("lock-out", LOCK_OUT, law["8(b)"], offered=PROGRESSIVE),
            Step("verify-chips", VERIFY_CHIPS, law["8(b)"], offered=PROGRESSIVE),
        ),
        lays=(Lay("seats", law["8(d)(1)"], singly=True), Lay("community", law["8(d)(2)"])),
        after=(Step("stub", PLACE_STUB, law["8(e)"]),),
        stub=Stub(
            Step("count-stub", COUNT, law["8(f)"]),
            right=law["8(g)"],
            wrong=law["8(h)"],
            reading=readings.INCOMPLETE,
        ),
    ),
    "hand": Way(
        "hand",
        device=law["9(a)(1)"],
        load=(Step("load", "take the stack in one hand and keep to that hand for the round", law["9(a)(2)"]),),
        close=(
            Step("no-more-bets", NO_MORE_BETS, law["9(a)(3)"]),
            Step("lock-out", LOCK_OUT, law["9(a)(3)"], offered=PROGRESSIVE),
            Step("verify-chips", VERIFY_CHIPS, law["9(a)(3)"], offered=PROGRESSIVE),
        ),
        lays=(Lay("seats", law["9(b)(1)"], singly=True), Lay("community", law["9(b)(2)"])),
        after=(Step("stub", PLACE_STUB, law["9(c)"]),),
        stub=Stub(
            Step("count-stub", COUNT, law["9(d)"]),
            right=law["9(e)"],
            wrong=law["9(f)"],
            reading=readings.INCOMPLETE,
        ),
    ),
    "automated-shoe": Way(
        "automated-shoe",
        load=(Step("load", "place the cards in the automated dealing shoe", law["10(a)(1)"]),),
        close=(
            Step("no-more-bets", NO_MORE_BETS, law["10(a)(2)"]),
            Step("lock-out", LOCK_OUT, law["10(a)(2)"], offered=PROGRESSIVE),
            Step("verify-chips", VERIFY_CHIPS, law["10(a)(2)"], offered=PROGRESSIVE),
        ),
        lays=(Lay("seats", law["10(b)"]), Lay("community", law["10(b)"])),
        after=(Step("stub", PLACE_STUB, law["10(c)"]),),
        stub=Stub(
            Step("count-stub", COUNT, law["10(d)"]),
            right=law["10(e)"],
            wrong=law["10(f)"],
            reading=readings.INCOMPLETE,
        ),
    ),
}

# § 669a.13. Irregularities.

IRREGULARITIES = (
    Irregularity("bad-deck", "a card is defective, missing or one too many", law["4(a)"], ("opening",),
                 ("remove-deck",), reading=readings.BAD_DECK),
    Irregularity("face-up", "a card lies face up in the shoe or deck", law["13(a)"], ("dealing",), ("discard-card",)),
    Irregularity("two-face-up", "a second card lies face up in the shoe or deck", law["13(a)"], ("dealing",), VOID),
    Irregularity("drawn-in-error", "a card was drawn in error, its face unseen", law["13(b)"], ("dealing",),
                 ("use-next",)),
    Irregularity("wrong-number", "a player or the board has a wrong number of cards", law["13(c)"], FOUND, VOID),
    Irregularity("exposed", "a community card was seen before its turn", law["13(d)"], FOUND, VOID,
                 reading=readings.EXPOSED),
    Irregularity("shuffler-jam", "the shuffling device jams or does not finish", law["13(e)"], ANY_TIME,
                 ("reshuffle",)),
    Irregularity("shoe-jam", "the automated shoe jams or does not deal every card", law["13(f)"],
                 ("starting", *FOUND), VOID, ways=("automated-shoe",)),
    Irregularity("out-of-order", "a device cannot be used", law["13(g)"], ANY_TIME, ("out-of-order",)),
    Irregularity("device-count", "the device counts a wrong number of cards", law["5(b)"], ("shuffling",),
                 ("remove-deck",)),
    Irregularity("information", "a player told of the own hand before every community card was turned",
                 law["11(a)(3)"], FOUND, ("forfeit",), reading=readings.INFORMATION),
)  # fmt: skip

CONDUCT = Conduct(
    layout=(),
    alternate=(law["3(b)(2)"], law["3(b)(3)"], law["3(b)(4)"]),
    opening=OPENING,
    second_deck=law["4(d)"],
    preshuffled=law["4(e)"],
    shuffle=SHUFFLE,
    stack=law["5(a)"],
    cut=CUT,
    idle=IDLE,
    device_count=law["5(b)"],
    reshuffling=law["5(g)"],
    seated=law["7(b)"],
    closed=law["7(c)"],
    abandoned=law["7(b)"],
    ways=WAYS,
    collect=law["11(f)"],
    collects_at_once=True,
    reveal=law["11(i)"],
    rack=Step("rack", "place the remaining cards in the discard rack so that each hand can be rebuilt", law["11(j)"]),
    touch=(law["11(a)(1)"], law["11(a)(2)"]),
    irregularities=IRREGULARITIES,
    void_payments=readings.VOID_PAYMENTS,
    examine=law["11(a)"],
    equipment=EQUIPMENT,
    validate=(
        Step("verify-winner", "verify that the hand wins", law["11(i)(3)(i)(A)"]),
        Step("verify-light", "verify that the progressive system's light is lit", law["11(i)(3)(i)(B)"]),
        Step("validate", "validate the progressive payout", law["11(i)(3)(i)(C)"], FLOOR),
    ),
    documented=law["11(i)(3)(i)(D)"],
    refused_claim=readings.REFUSED_CLAIM,
    returned_share=readings.RETURNED_SHARE,
)
