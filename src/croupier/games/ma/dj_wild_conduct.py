"""Conduct of DJ Wild Poker under the Massachusetts rules: sections 2 to 4, 6 to 9, 11 and 13 as steps."""

from __future__ import annotations

from croupier.game.choices import VALIDATE_FROM
from croupier.game.conduct import (
    ANY_TIME,
    FLOOR,
    FOUND,
    QUESTION,
    VOID,
    Conduct,
    Cut,
    Idle,
    Irregularity,
    Lay,
    Step,
    Stub,
    Way,
)
from croupier.games.ma import dj_wild_readings as readings
from croupier.games.ma.dj_wild_equipment import EQUIPMENT
from croupier.law.chapters import DJ_WILD_MA as law

COVER_ALL = ("cover-all",)

# 3. Opening of the table for gaming.

OPENING = (
    Step("inspect", "inspect the cards for defects", law["3(a)"]),
    Step("verify", "verify the inspection", law["3(b)"], FLOOR),
    Step("spread", "spread the cards face up, in fans by suit and in sequence", law["3(b)"]),
    Step("view", "let the first player to arrive look at the cards", law["3(b)"], ("dealer", "player")),
    Step("wash", "turn the cards face down and wash them", law["3(c)"]),
    Step("stack", "stack the cards", law["3(c)"]),
)

# 4. Shuffle and cut of the cards.

SHUFFLE = Step("shuffle", "shuffle the cards and place them in a single stack", law["4(a)"])
CUT = Cut(
    Step("cut", "cut the deck with one hand, at least ten cards from the top", law["4(c)(1)(ii)"]),
    after=("manual", "preshuffled"),  # 4(b)(2)
    recut=Step("recut", "have the cards cut again", law["4(d)"], FLOOR),
    one_handed=(
        Step("cover-down", "place the cover card before the deck", law["4(c)(1)(i)"]),
        Step("top-over", "place at least ten cards from the top on the cover card", law["4(c)(1)(ii)"]),
        Step("rest-over", "place the rest of the deck on those", law["4(c)(1)(iii)"]),
        Step("cover-away", "take the cover card out and place it in the discard rack", law["4(c)(1)(iv)"]),
    ),
)
IDLE = Idle(
    Step("spread-idle", "spread the cards face up or face down", law["4(e)"]),
    request=None,
    first_only=True,
    redo=("view", "wash", "stack"),
    turn_up=Step("turn-up", "turn the cards face up for the player who arrives", law["4(e)"]),
    each_deck=True,  # 4(e): 3(c) and, if applicable, 3(d)
)

# 7. Procedures for dealing the cards from the hand, and 8. from an automated dealing shoe.

NO_MORE_BETS = 'announce "no more bets"'
COUNT = "count the stub face down on the layout"
GREEN_BUTTON = Step("green-button", "press the green button and let the device show the payouts", law["11(e)"],
                    offered=COVER_ALL)  # fmt: skip

# The stub stays at hand until the Multi Game Link's wild cards are replaced from it (12(a)).
WAYS = {
    "automated-shoe": Way(
        "automated-shoe",
        load=(Step("load", "place the cards in the automated dealing shoe", law["8(b)(1)"]),),
        close=(Step("no-more-bets", NO_MORE_BETS, law["8(b)(2)"]),),
        lays=(Lay("seats", law["8(c)"]), Lay("dealer", law["8(d)"])),
        asks={QUESTION: law["8(e)"], "raise": law["8(e)(1)"], "fold": law["8(e)(2)"]},
        after=(GREEN_BUTTON,),
        stub=Stub(
            Step("count-stub", COUNT, law["8(f)"]),
            right=law["8(f)"],
            wrong=law["8(f)"],
            reading=readings.WRONG_STUB,
            silent=True,
        ),
    ),
    "hand": Way(
        "hand",
        device=law["7(b)(1)"],
        load=(Step("load", "take the stack in one hand and keep to that hand for the round", law["7(b)(2)"]),),
        close=(Step("no-more-bets", NO_MORE_BETS, law["7(b)(3)"]),),
        lays=(Lay("seats", law["7(c)(1)"]), Lay("dealer", law["7(c)(1)"])),
        asks=dict.fromkeys((QUESTION, "raise", "fold"), law["7(c)(2)"]),
        after=(GREEN_BUTTON,),
        # 8(g) spares the count of 8(f) alone
        stub=Stub(
            Step("count-stub", COUNT, law["7(d)"]),
            right=law["7(d)"],
            wrong=law["7(d)"],
            spares=False,
            reading=readings.WRONG_STUB,
            silent=True,
        ),
    ),
}

# 13. Irregularities. Reading void-hands: the wagers of a void hand go back.

IRREGULARITIES = (
    Irregularity("bad-deck", "a card is defective, missing or one too many", law["3(a)"], ("opening",),
                 ("remove-deck",), reading=readings.BAD_DECK),
    Irregularity("dealer-exposed", "the dealer's cards were seen before their turn", law["13(a)"],
                 FOUND, ("void",), reading=readings.VOID_HANDS),
    Irregularity("face-up", "a card lies face up in the shoe or deck", law["13(b)"], ("dealing",), ("discard-card",)),
    Irregularity("two-face-up", "a second card lies face up in the shoe or deck", law["13(b)"], ("dealing",), VOID,
                 reading=readings.VOID_HANDS),
    Irregularity("wrong-number", "a player has a wrong number of cards", law["13(c)"], FOUND,
                 ("void-seat",), reading=readings.VOID_HANDS),
    Irregularity("dealer-number", "the dealer has a wrong number of cards", law["13(a)"], FOUND, VOID,
                 reading=readings.DEALER_NUMBER),
    Irregularity("shuffler-jam", "the shuffling device jams or does not finish", law["13(d)"], ANY_TIME,
                 ("reshuffle",)),
    Irregularity("shoe-jam", "the automated shoe jams or does not deal every card", law["13(e)"],
                 ("starting", *FOUND), VOID, ways=("automated-shoe",), reading=readings.VOID_HANDS),
    Irregularity("remove-device", "a device cannot be used", law["13(f)"], ANY_TIME, ("remove-device",)),
    Irregularity("information", "a player told of the own hand before the dealer's was turned", law["9(c)"],
                 FOUND, ("forfeit",), reading=readings.INFORMATION),
    Irregularity("device-count", "the device counts a wrong number of cards", law["8(g)"], ("shuffling",),
                 ("remove-deck",)),
)  # fmt: skip

ALSO = (law["11(i)"],)
"""Provisions that go on where another, cited here, leaves off."""

CONDUCT = Conduct(
    layout=(
        Step("cover-all-mode", "set the shuffler to its Cover All mode", law["11(d)"], offered=COVER_ALL),
    ),
    alternate=(law["2(b)(3)"], law["2(b)(4)"], law["2(b)(5)"]),
    opening=OPENING,
    second_deck=law["3(d)"],
    preshuffled=law["3(a)"],
    shuffle=SHUFFLE,
    stack=law["4(a)"],
    cut=CUT,
    idle=IDLE,
    device_count=law["8(g)"],
    reshuffling=None,
    seated=law["6(d)"],
    closed=law["6(b)"],
    abandoned=None,
    ways=WAYS,
    collect=law["9(e)"],
    settled_last=law["11(j)"],
    validate=(Step("validate", "validate the progressive payment, by the rule of the house", law["12(a)"], FLOOR),),
    validate_from=VALIDATE_FROM,
    reveal=law["9(d)"],
    rack=Step("rack", "pick the cards up in order and rack them so that each hand can be rebuilt", law["9(e)"]),
    touch=(law["9(b)"],),
    irregularities=IRREGULARITIES,
    void_payments=readings.VOID_PAYMENTS,
    examine=law["7(c)(2)"],
    equipment=EQUIPMENT,
    high_hand=Step("high-hand", "leave the highest hand face up, a straight or better, in place of any lower one",
                   law["11(h)"], offered=COVER_ALL),
    high_from="straight",
    needs_shuffler={"cover-all": law["11(d)"]},
    linked=law["12(b)"],
    announce=law["9(d)"],
    refused_claim=readings.REFUSED_CLAIM,
    returned_share=readings.RETURNED_SHARE,
)  # fmt: skip
