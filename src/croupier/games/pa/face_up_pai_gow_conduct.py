"""Conduct of Face Up Pai Gow Poker under 58 Pa. Code ch. 688a, as proposed in 2019: sections 2 to 5, 7 to 11 and 13."""

from __future__ import annotations

from croupier.game.conduct import (
    ANY_TIME,
    FLOOR,
    FOUND,
    VOID,
    Conduct,
    Cut,
    Dice,
    Idle,
    Irregularity,
    Lay,
    Step,
    Stub,
    Way,
)
from croupier.games.pa import face_up_pai_gow_readings as readings
from croupier.games.pa.face_up_pai_gow_equipment import EQUIPMENT
from croupier.law.chapters import FACE_UP_PAI_GOW_PA_2019_PROPOSED as law

PROGRESSIVE = ("progressive",)
QUALIFYING = ("fortune", "progressive")

# § 688a.4. Opening of the table for gaming.

OPENING = (
    Step("inspect", "inspect the cards for defects", law["4(a)"]),
    Step("verify", "verify the inspection", law["4(a)"], FLOOR),
    Step("tear-joker", "if there are two jokers, tear one in half and put it in the deck's box", law["4(b)"]),
    Step("witness-joker", "see that one joker alone is left in the deck", law["4(b)"], FLOOR),
    Step("spread", "spread the cards and the joker face up, in fans by suit and in sequence", law["4(b)"]),
    Step("view", "let the first player to arrive look at the cards", law["4(b)"], ("dealer", "player")),
    Step("wash", "turn the cards face down and wash them", law["4(c)"]),
    Step("stack", "stack the cards", law["4(c)"]),
)

# § 688a.5. Shuffle and cut of the cards; procedures for determining the starting position for dealing cards.

SHUFFLE = Step("shuffle", "shuffle the cards and place them in a single stack", law["5(a)"])
CUT = Cut(
    Step("cut", "place the cover card at least ten cards from either end; it and the cards above go to the bottom",
         law["5(e)"], ("dealer", "player")),
    after=("manual",),  # 5(b)(2); reading: preshuffled-cut
    recut=Step("recut", "have the cards cut again by the one who cut or the next entitled", law["5(f)"], FLOOR),
    both_ends=True,
    offers={"first": law["5(d)(1)"], "right": law["5(d)(2)"]},
    cover=Step("insert-cover", "insert the spare cover card four cards from the bottom, or rack it", law["5(e)"]),
    depth=4,
    cover_optional=True,
)  # fmt: skip
IDLE = Idle(
    Step("spread-idle", "take the cards from shoe and rack and spread them face down", law["5(g)"]),
    request=law["5(g)"],
    first_only=False,
    redo=("view", "wash", "stack"),  # 5(g)(1)
    stored=Step("stored-deck", "give the cards to the device and take out the deck it holds", law["5(g)(2)"]),
    redo_device=("view", "stack"),  # 5(g)(2)
    always=True,  # 5(h) lifts no other subsection
)
DICE = Dice(
    shakes=3,
    shake=Step("shake", "shake the dice, uncover them and announce their total", law["5(i)(1)(i)"]),
    count=law["5(i)(1)(iii)"],
    after=Step("shake-after", "cover the shaker, shake once and put it to your right", law["5(i)(1)(iv)"]),
    hours=(24, law["2(c)(1)(i)"]),
    generator=law["5(i)(2)"],
)

# §§ 688a.8-10. Three ways of dealing.

NO_MORE_BETS = 'announce "no more bets"'
LAMMERS = "place an Envy lammer beside each Qualifying Wager"
LOCK_OUT = "lock the progressive system against further wagers"
VERIFY_CHIPS = "collect the Progressive Payout Wagers, count them against the system and put them in the inventory"
FIND_START = "find the starting position by shaker or generator"
PLACE_STUB = "place the four cards left in the discard rack without exposing them"
COUNT = "spread the stub face down and see that four cards are left"
COLLECT_EMPTY = "place the stacks at positions without a wager in the discard rack without exposing them"

WAYS = {
    "manual-shoe": Way(
        "manual-shoe",
        load=(Step("load", "place the stack in the dealing shoe", law["8(a)"]),),
        close=(
            Step("no-more-bets", NO_MORE_BETS, law["8(b)"]),
            Step("lammers", LAMMERS, law["8(b)(1)"], offered=QUALIFYING),
            Step("lock-out", LOCK_OUT, law["8(b)(2)"], offered=PROGRESSIVE),
            Step("verify-chips", VERIFY_CHIPS, law["8(b)(2)"], offered=PROGRESSIVE),
        ),
        start=(Step("shake", FIND_START, law["8(c)"]),),
        lays=(Lay("positions", law["8(d)"], singly=True),),
        after=(
            Step("stub", PLACE_STUB, law["8(e)"]),
            Step("collect-empty", COLLECT_EMPTY, law["8(g)"]),
        ),
        stub=Stub(
            Step("count-stub", COUNT, law["8(e)"]),
            right=law["8(e)"],
            wrong=law["8(f)"],
            every=1,
            reading=readings.INCOMPLETE,
        ),
    ),
    "hand": Way(
        "hand",
        device=law["9(a)(1)"],
        load=(Step("load", "take the deck in one hand and keep to that hand for the round", law["9(a)(2)"]),),
        close=(
            Step("no-more-bets", NO_MORE_BETS, law["9(a)(3)"]),
            Step("lammers", LAMMERS, law["9(a)(3)(i)"], offered=QUALIFYING),
            Step("lock-out", LOCK_OUT, law["9(a)(3)(ii)"], offered=PROGRESSIVE),
            Step("verify-chips", VERIFY_CHIPS, law["9(a)(3)(ii)"], offered=PROGRESSIVE),
        ),
        start=(Step("shake", FIND_START, law["9(b)"]),),
        lays=(Lay("positions", law["9(c)"], singly=True),),
        after=(
            Step("stub", PLACE_STUB, law["9(d)"]),
            Step("collect-empty", COLLECT_EMPTY, law["9(f)"]),
        ),
        stub=Stub(
            Step("count-stub", COUNT, law["9(d)"]),
            right=law["9(d)"],
            wrong=law["9(e)"],
            every=1,
            reading=readings.INCOMPLETE,
        ),
    ),
    "automated-shoe": Way(
        "automated-shoe",
        load=(Step("load", "place the cards in the automated dealing shoe", law["10(a)(1)"]),),
        close=(
            Step("no-more-bets", NO_MORE_BETS, law["10(a)(2)"]),
            Step("lammers", LAMMERS, law["10(a)(2)(i)"], offered=QUALIFYING),
            Step("lock-out", LOCK_OUT, law["10(a)(2)(ii)"], offered=PROGRESSIVE),
            Step("verify-chips", VERIFY_CHIPS, law["10(a)(2)(ii)"], offered=PROGRESSIVE),
        ),
        start=(Step("shake", FIND_START, law["10(b)"]),),
        lays=(Lay("positions", law["10(c)"]),),
        after=(
            Step("stub", PLACE_STUB, law["10(d)"]),
            Step("collect-empty", COLLECT_EMPTY, law["10(f)"]),
        ),
        stub=Stub(
            Step("count-stub", COUNT, law["10(d)"]),
            right=law["10(d)"],
            wrong=law["10(e)"],
            every=1,
            reading=readings.INCOMPLETE,
        ),
    ),
}

# § 688a.13. Irregularities; invalid roll of dice. Reading wrong-number: (g) is (j), and (i) governs while dealing from
# the hand or the automated shoe, (d) otherwise.

IRREGULARITIES = (
    Irregularity("bad-deck", "a card is defective, missing or one too many", law["4(a)"], ("opening",),
                 ("remove-deck",), reading=readings.BAD_DECK),
    Irregularity("no-roll", "the dice do not all lie flat in the shaker", law["13(a)"], ("starting",), ("reshake",)),
    Irregularity("dice-fell", "a die fell out of the shaker", law["13(b)"], ("starting",), ("reshake",)),
    Irregularity("wrong-total", "the dice were added up wrongly and the deal began at the wrong position",
                 law["13(c)"], FOUND, VOID),
    Irregularity("exposed-player", "a player's card was exposed by the dealer", law["13(d)"], ("dealing", "deciding"),
                 ("ask-player",), ways=("manual-shoe",), options=("play", "void"), reading=readings.WRONG_NUMBER),
    Irregularity("exposed-after", "a player's card was exposed by the dealer after the deal", law["13(d)"],
                 ("dealing", "deciding"), ("ask-player",), ways=("hand", "automated-shoe"), options=("play", "void"),
                 reading=readings.WRONG_NUMBER),
    Irregularity("face-up", "a card lies face up in the shoe or deck", law["13(e)"], ("dealing",), ("discard-card",),
                 reading=readings.WRONG_NUMBER),
    Irregularity("two-face-up", "a second card lies face up in the shoe or deck", law["13(e)"], ("dealing",), VOID),
    Irregularity("drawn-in-error", "a card was drawn in error, its face unseen", law["13(f)"], ("dealing",),
                 ("use-next",)),
    Irregularity("wrong-setting", "the dealer's hands are not set by the house way", law["13(h)"],
                 ("deciding", "settling"), ("reset",)),
    Irregularity("exposed-dealing", "a card was exposed while it was dealt", law["13(i)"], FOUND, VOID,
                 ways=("hand", "automated-shoe"), reading=readings.WRONG_NUMBER),
    Irregularity("wrong-number", "a position or the dealer has a wrong number of cards", law["13(j)"],
                 FOUND, VOID, reading=readings.WRONG_NUMBER),
    Irregularity("shuffler-jam", "the shuffling device jams or does not finish", law["13(k)"], ANY_TIME,
                 ("reshuffle",)),
    Irregularity("shoe-jam", "the automated shoe jams or does not deal every card", law["13(l)"],
                 ("starting", *FOUND), VOID, ways=("automated-shoe",)),
    Irregularity("out-of-order", "a device cannot be used", law["13(m)"], ANY_TIME, ("out-of-order",)),
)  # fmt: skip

ALSO = (law["13(g)"], law["5(i)(1)(ii)"])
"""Provisions that say what another, cited above, says too or goes on to say."""

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
    device_count=None,
    reshuffling=law["5(h)"],
    seated=law["7(b)"],
    closed=law["7(c)"],
    abandoned=law["7(b)"],
    ways=WAYS,
    collect=law["11(d)"],
    reveal=law["11(e)"],
    announce_results=law["11(e)"],
    rack=Step("rack", "place the remaining cards in the discard rack so that each hand can be rebuilt", law["11(j)"]),
    touch=(law["11(b)(1)"], law["11(b)(2)"], law["11(b)(3)"]),
    irregularities=IRREGULARITIES,
    void_payments=readings.VOID_PAYMENTS,
    examine=law["11(b)"],
    equipment=EQUIPMENT,
    dice=DICE,
    together=True,
    two_hands=law["7(f)"],
    set_dealer=Step("set-dealer", "set your high and low hand by the house way and lay them face up", law["11(a)"]),
    validate=(
        Step("verify-winner", "verify that the hand wins", law["11(h)(3)(i)(B)(1)"]),
        Step("verify-light", "verify that the progressive system's light is lit", law["11(h)(3)(i)(B)(2)"]),
        Step("validate", "validate the progressive payout", law["11(h)(3)(i)(B)(3)"], FLOOR),
    ),
    documented=law["11(h)(3)(i)(B)(4)"],
    refused_claim=readings.REFUSED_CLAIM,
    returned_share=readings.RETURNED_SHARE,
    acknowledged={
        "fortune": (law["11(h)(2)(i)(B)"], law["11(h)(2)(i)(C)"]),
        "progressive": (None, law["11(h)(3)(i)(C)"]),
    },
    fouled=law["11(f)(1)(iv)"],
    fouled_but=law["11(f)(2)(iii)"],  # reading: foul
    linked=law["2(d)"],
    count_surrendered=Step("count-surrendered", "count the seven surrendered cards face down", law["11(d)"]),
)
