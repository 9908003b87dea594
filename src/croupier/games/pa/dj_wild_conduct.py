"""Conduct of DJ Wild Stud Poker under 58 Pa. Code ch. 687a: sections 2 to 5, 8 to 11 and 13 as steps."""

from __future__ import annotations

from dataclasses import replace

from croupier.game.choices import VALIDATE_FROM
from croupier.game.conduct import ANY_TIME, FLOOR, FOUND, VOID, Conduct, Cut, Idle, Irregularity, Lay, Step, Stub, Way
from croupier.games.pa import dj_wild_readings as readings
from croupier.games.pa.dj_wild_equipment import EQUIPMENT
from croupier.law.chapters import DJ_WILD_PA_2021 as law

PROGRESSIVE = ("progressive",)

# § 687a.4. Opening of the table for gaming.

OPENING = (
    Step("inspect", "inspect the cards for defects", law["4(a)"]),
    Step("verify", "verify the inspection", law["4(a)"], FLOOR),
    Step("spread", "spread the cards face up, in fans by suit and in sequence", law["4(b)"]),
    Step("view", "let the first player to arrive look at the cards", law["4(b)"], ("dealer", "player")),
    Step("wash", "turn the cards face down and wash them", law["4(c)"]),
    Step("stack", "stack the cards", law["4(c)"]),
)

# § 687a.5. Shuffle and cut of the cards.

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
    first_only=True,
    redo=("view", "wash", "stack"),
)

# §§ 687a.8-10. Three ways of dealing.

NO_MORE_BETS = 'announce "no more bets"'
START_GAME = "press Start Game and collect the Progressive Bonus Wagers"
PLACE_STUB = "place the stub in the discard rack without exposing it"
COUNT = "count the stub face down on the layout"


def _progressive_placed(_: object, seats: object) -> bool:
    return any("progressive" in seat.stakes for seat in seats.values())  # type: ignore[attr-defined]


WAYS = {
    "manual-shoe": Way(
        "manual-shoe",
        load=(Step("load", "place the stack in the dealing shoe", law["8(a)"]),),
        close=(
            Step("no-more-bets", NO_MORE_BETS, law["8(b)"]),
            Step("start-game", START_GAME, law["8(c)"], offered=PROGRESSIVE),
        ),
        lays=(Lay("seats", law["8(d)"]), Lay("dealer", law["8(e)"]), Lay("replacement", law["8(f)"])),
        after=(Step("stub", PLACE_STUB, law["8(f)"]),),
        stub=Stub(
            Step("count-stub", COUNT, law["8(g)"]),
            right=law["8(h)"],
            wrong=law["8(i)"],
            reading=readings.INCOMPLETE,
        ),
    ),
    "hand": Way(
        "hand",
        device=law["9(a)(1)"],
        load=(Step("load", "take the stack in one hand and keep to that hand for the round", law["9(a)(2)"]),),
        close=(
            Step("no-more-bets", NO_MORE_BETS, law["9(a)(3)"]),
            Step("start-game", START_GAME, law["9(b)"], offered=PROGRESSIVE),
        ),
        lays=(Lay("seats", law["9(c)"]), Lay("dealer", law["9(d)"]), Lay("replacement", law["9(e)"])),
        after=(Step("stub", PLACE_STUB, law["9(e)"]),),
        stub=Stub(
            Step("count-stub", COUNT, law["9(f)"]),
            right=law["9(g)"],
            wrong=law["9(h)"],
            reading=readings.INCOMPLETE,
        ),
    ),
    "automated-shoe": Way(
        "automated-shoe",
        load=(Step("load", "place the cards in the automated dealing shoe", law["10(a)(1)"]),),
        close=(
            Step("no-more-bets", NO_MORE_BETS, law["10(a)(2)"]),
            Step("start-game", START_GAME, law["8(c)"], offered=PROGRESSIVE),
        ),
        lays=(
            Lay("seats", law["10(b)"]),
            Lay("dealer", law["10(c)"]),
            Lay("replacement", law["10(c)"], when=_progressive_placed, by_hand=True),
        ),
        take_out=Step(
            "take-out",
            "take the cards left in the shoe in one hand and keep to it for the round",
            law["10(c)"],
            since=4,
        ),
        # 10 says where a stub goes that was counted; 8(f) and 9(e) send every other there too
        after=(Step("stub", PLACE_STUB, law["10(e)"], since=6, was=law["10(c)"]),),
        stub=Stub(
            Step("count-stub", COUNT, law["10(d)"]),
            right=law["10(e)"],
            wrong=law["10(f)"],
            reading=readings.INCOMPLETE,
        ),
    ),
}

# § 687a.13. Irregularities.

IRREGULARITIES = (
    Irregularity("bad-deck", "a card is defective, missing or one too many", law["4(a)"], ("opening",),
                 ("remove-deck",), reading=readings.BAD_DECK),
    Irregularity("face-up", "a card lies face up in the shoe or deck", law["13(a)"], ("dealing",), ("discard-card",)),
    Irregularity("two-face-up", "a second card lies face up in the shoe or deck", law["13(a)"], ("dealing",), VOID),
    Irregularity("drawn-in-error", "a card was drawn in error, its face unseen", law["13(b)"], ("dealing",),
                 ("use-next",)),
    Irregularity("wrong-number", "a player has a wrong number of cards", law["13(c)"], FOUND, VOID),
    Irregularity("dealer-number", "the dealer has a wrong number of cards", law["13(c)"], FOUND, VOID,
                 reading=readings.DEALER_NUMBER),
    Irregularity("exposed", "cards of a player or the dealer were seen before the Raise Wagers", law["13(d)"],
                 FOUND, VOID, settles=("progressive", "trips"), reading=readings.EXPOSED),
    Irregularity("shuffler-jam", "the shuffling device jams or does not finish", law["13(e)"], ANY_TIME,
                 ("reshuffle",)),
    Irregularity("shoe-jam", "the automated shoe jams or does not deal every card", law["13(f)"],
                 ("starting", *FOUND), VOID, ways=("automated-shoe",)),
    Irregularity("out-of-order", "a device cannot be used", law["13(g)"], ANY_TIME, ("out-of-order",)),
    Irregularity("device-count", "the device counts a wrong number of cards", law["5(b)"], ("shuffling",),
                 ("remove-deck",)),
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
    collect=law["11(c)"],
    reveal=law["11(e)"],
    rack=Step("rack", "place the remaining cards in the discard rack so that each hand can be rebuilt", law["11(g)"]),
    touch=(law["11(a)(1)"], law["11(a)(2)"]),
    irregularities=IRREGULARITIES,
    void_payments=readings.VOID_PAYMENTS,
    examine=law["11(a)"],
    equipment=EQUIPMENT,
    announce=law["11(d)"],
    announce_hands=law["11(e)"],
    refused_claim=readings.REFUSED_CLAIM,
    returned_share=readings.RETURNED_SHARE,
    validate=(Step("validate", "validate the progressive payment, by the rule of the house", law["12(c)"], FLOOR),),
    validate_from=VALIDATE_FROM,
)  # fmt: skip

CONDUCT_2019_PROPOSED = replace(CONDUCT, idle=replace(IDLE, first_only=False))  # 5(f): any player may ask
