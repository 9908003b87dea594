"""Conduct of Over/Under under 58 Pa. Code ch. 686a, as proposed in 2019: sections 2 to 7 and 9 as steps."""

from __future__ import annotations

from fractions import Fraction

from croupier.game.conduct import ANY_TIME, FLOOR, Conduct, Cut, Idle, Irregularity, Lay, Step, Way
from croupier.games.pa import over_under_readings as readings
from croupier.games.pa.over_under_equipment import EQUIPMENT
from croupier.law.chapters import OVER_UNDER_PA_2019_PROPOSED as law

# § 686a.2. Over/Under table; physical characteristics; inspections.

LAYOUT = (
    Step("check-rack", "see that the rack is as high as the batch or carries a mark at its height", law["2(d)"], FLOOR),
)

# § 686a.4. Opening of the table for gaming.

OPENING = (
    Step("inspect", "inspect the cards for defects", law["4(a)"]),
    Step("verify", "verify the inspection", law["4(a)"], FLOOR),
    Step("spread", "spread the cards face up, in fans by deck, suit and sequence", law["4(b)"]),
    Step("view", "let the first player to arrive look at the cards", law["4(b)"], ("dealer", "player")),
    Step("wash", "turn the cards face down and wash them", law["4(c)"]),
    Step("stack", "stack the cards", law["4(c)"]),
)

# § 686a.5. Shuffle and cut of the cards.

SHUFFLE = Step("shuffle", "shuffle the cards and place them in a single stack", law["5(a)"])
CUT = Cut(
    Step("cut", "place the cover card at least ten cards from either end; the cards above it go to the bottom",
         law["5(d)"], ("dealer", "player")),
    after=("manual", "device", "preshuffled"),  # 5(b) knows no shuffle without a cut, but for 5(h)
    recut=Step("recut", "have the cards cut again by the one who cut or the next entitled", law["5(e)"], FLOOR),
    both_ends=True,
    offers={
        "first": law["5(c)(1)"],
        "cover": law["5(c)(2)"],
        "right": law["5(c)(3)"],
        "floor": law["5(c)(4)"],
    },
    cover=Step("insert-cover", "insert the cover card at least a quarter of the stack from the bottom", law["5(d)"]),
    depth=Fraction(1, 4),
    recut_until="load",
)  # fmt: skip
IDLE = Idle(
    Step("spread-idle", "take the cards from shoe and rack and spread them face down", law["5(g)"]),
    request=law["5(g)"],
    first_only=False,
    redo=tuple(step.id for step in OPENING),  # 5(g): all of section 4
)

# § 686a.7. Procedure for dealing the cards; completion of each round of play.

CLOSE = (Step("no-more-bets", "close the betting before the first card", law["6(c)"]),)
LAYS = (Lay("seats", law["7(e)"], singly=True),)

WAYS = {
    "shoe": Way(
        "shoe",
        load=(Step("load", "place the stack in the dealing shoe", law["7(a)"]),),
        close=CLOSE,
        lays=LAYS,
        after=(),
    ),
    "continuous-shuffler": Way(
        "continuous-shuffler",
        load=(Step("load", "place the batch in the continuous shuffler", law["3(a)"]),),
        reload=(Step("reload", "put the cards of the round back into the continuous shuffler", law["3(a)"]),),
        close=CLOSE,
        lays=LAYS,
        after=(),
    ),
}

# § 686a.9. Irregularities.

IRREGULARITIES = (
    Irregularity("bad-deck", "a card is defective, missing or one too many", law["4(a)"], ("opening",),
                 ("remove-deck",), reading=readings.BAD_DECK),
    Irregularity("face-up", "a card lies face up in the shoe", law["9(a)"], ("dealing", "settling"),
                 ("discard-card",)),
    Irregularity("insufficient", "the shoe runs out before the round is complete", law["9(b)"],
                 ("dealing", "settling"), ("replenish",), reading=readings.REPLENISHED),
    Irregularity("skipped", "a player did not get the two additional cards", law["9(c)"], ("dealing", "settling"),
                 ("ask-player",), options=("deal-last", "dead-hand"), reading=readings.SKIPPED,
                 given_up=readings.SKIPPED_SURRENDER),
    Irregularity("shuffler-jam", "the shuffling device jams or does not finish", law["9(d)"], ANY_TIME,
                 ("reshuffle",), continuous=readings.DEVICE_FAILS),
    Irregularity("out-of-order", "a device cannot be used", law["9(e)"], ANY_TIME,
                 ("out-of-order",), continuous=readings.DEVICE_FAILS),
)  # fmt: skip

CONDUCT = Conduct(
    layout=LAYOUT,
    alternate=(law["3(b)(3)"], law["3(b)(4)"], law["3(b)(5)"]),
    opening=OPENING,
    second_deck=law["4(d)"],
    preshuffled=law["4(e)"],
    shuffle=SHUFFLE,
    stack=law["5(a)"],
    cut=CUT,
    idle=IDLE,
    device_count=None,
    reshuffling=law["5(h)"],
    seated=None,
    closed=law["6(c)"],
    abandoned=None,
    ways=WAYS,
    collect=law["7(g)(3)"],
    reveal=law["7(i)"],
    rack=Step("rack", "place the remaining cards in the discard rack so that each hand can be rebuilt", law["7(m)"]),
    touch=(law["7(n)"],),
    irregularities=IRREGULARITIES,
    examine=None,  # 7(e): every card is dealt face up
    equipment=EQUIPMENT,
    burn=Step("burn", "put the first card of the full batch in the discard rack", law["7(c)"]),
    new_dealer_burn=Step("new-dealer-burn", "as a new dealer, put one card in the discard rack", law["7(c)"]),
    cover_card=law["7(d)"],
    collects_at_once=True,  # 7(g)(3): a surrendered Ante "shall then be collected"
    skipped_round=law["6(b)"],
    empty_shoe=Step(
        "empty-shoe", "put the cards left in the shoe in the discard rack and see that none is missing", law["7(d)(1)"]
    ),
    preshuffled_keeps=("spread", "view"),  # 4(e) leaves 4(b) standing; reading: preshuffled-spread
)
