"""Chapter 669a: where the text is silent, double or misprinted."""

from __future__ import annotations

from croupier.games.shared_readings import (
    bad_deck,
    envy_last,
    meter_rounding,
    misdealt_incomplete,
    open_order,
    preshuffled_hand,
    preshuffled_waiting,
    ready_cards,
    refused_claim,
    returned_share,
    stub_after_void,
    three_to_two,
    void_forfeit,
)
from croupier.law import Reading
from croupier.law.chapters import RAISE_IT_UP_PA_2019 as law

PLAY_ONCE = Reading(
    "play-once",
    "May the Play Wager be made on more than one street?",
    "No, once; a player who has played is not asked again.",
    "The layout has one Play area; any other reading gives the player an edge of over 60%.",
    (law["11(b)"], law["11(d)"], law["2(b)(2)"]),
    rejected=("one Play Wager on each street",),
    choices=("once", "every-street"),
)
FOLD = Reading(
    "fold",
    "What does a fold take with it?",
    "Ante, Blind and the Progressive payout. The Six Card Bonus and the Envy survive; so does Pair Plus, which "
    "no provision forfeits, and the cards stay until it is settled.",
    "Sections 11(f) and (g) name what is lost.",
    (law["11(f)"], law["11(g)"], law["7(d)(3)"]),
    rejected=("Pair Plus is forfeited too",),
    choices=("pair-plus-survives", "pair-plus-forfeited"),
)
PAIR_PLUS_OFFERED = Reading(
    "pair-plus-offered",
    "Is the Pair Plus Wager optional for the house?",
    "No, it is always offered.",
    'Section 7(d)(3), unlike its neighbours, has no "if specified".',
    (law["7(d)(3)"],),
)
SILENT_LOSSES = Reading(
    "silent-losses",
    "The text pays winning side wagers and never says that the others lose. Do they?",
    "Yes, a wager that its paragraph does not pay is lost.",
    "They are wagers that the named hands will be formed.",
    (law["11(i)(1)"], law["11(i)(3)(i)"], law["11(i)(3)(ii)"]),
    rejected=("returned",),
    choices=("lost", "returned"),
)
PROGRESSIVE_HAND = Reading(
    "progressive-hand",
    "Which cards and hands win the Progressive Payout Wager?",
    "A straight or better of the three hole cards.",
    '"Pair or better" in 7(d)(4) and "the three community cards" in 12(e)(2) are slips; the table starts at a '
    "straight.",
    (law["11(i)(3)(i)"], law["7(d)(4)"], law["12(e)(2)"]),
    rejected=("a pair or better, returned where the table has no row", "the best three of six cards"),
    choices=("straight-of-three", "pair-of-three", "best-of-six"),
    moves="The best three of six are priced, here and by default, for a hand that is never folded: six cards are seen "
    "when no fold is left.",
)
FOR_ONE = Reading(
    "for-1",
    "Is the progressive wager returned with a win?",
    'No: "for 1" includes it. The seed is 1,000 times the wager and 14% goes to the meter.',
    "The table pays for 1, not to 1.",
    (law["12(e)(1)"], law["12(e)(3)"]),
)
METER = Reading(
    "meter",
    "At which moment is the meter read?",
    "When the player's turn to be paid comes; after a full payout the next winner sees the seed.",
    "Section 12(e)(4) says so.",
    (law["12(e)(4)"],),
)
ENVY = Reading(
    "envy",
    "Who is owed an Envy Bonus?",
    "Every other progressive bettor, whether or not the own hand wins, for every qualifying hand on the table, also "
    "one whose player has left or forfeited the wagers. That player is owed none: what is abandoned or forfeited takes "
    "the right with it, also one that a fold has left.",
    "Section 11(i)(3)(i)(E) stands under the winner's paragraph but speaks of all bettors.",
    (law["11(i)(3)(i)(E)"], law["12(e)(5)"], law["7(b)"], law["11(g)"]),
    rejected=("winners alone",),
    choices=("every-bettor", "winners"),
    moves="Moves the Envy Bonus of every bettor whose own hand does not win.",
)
A_2_3 = Reading(
    "a-2-3",
    "Are ace, 2 and 3 a three-card straight?",
    "Yes.",
    "Section 6(a) speaks of five-card straights; the trade counts it.",
    (law["6(a)"], law["6(c)(3)"]),
    rejected=("no straight",),
    choices=("straight", "not-a-straight"),
)
EXPOSED = Reading(
    "exposed-cards",
    "Do side wagers survive a community card exposed early?",
    "No; all is void. Progressive wagers already in the meter are returned and the increment reversed.",
    "Section 13(d) has no exception.",
    (law["13(d)"],),
)
VOID_PAYMENTS = Reading(
    "void-payments",
    "What becomes of wagers that were settled before the irregularity was found?",
    "They are undone: what was paid, collected, fed to the meter and paid in envy comes back, whoever folded. It "
    "may be found until the last card is in the rack; later it is a dispute. What a player no longer holds in "
    "chips, and a payment from the meter that has its documents, is a claim, which a floorperson has "
    "collected or written off. What another table has won from a linked meter meanwhile stays paid.",
    "Section 13 returns all wagers and leaves out none that was settled; of a player who has left, or a payment "
    "by hand, it says nothing.",
    (law["13(c)"], law["13(d)"], law["13(f)"]),
)
INFORMATION = Reading(
    "information",
    "A player told of the own hand before every community card was turned. Until when may it be found, and what of the "
    "hand?",
    "Until the last card is in the rack: what the player was paid is undone, then every wager is forfeited, as if it "
    "had been found at once; of settled wagers that is for a floorperson to report. The hand is not void: another "
    "player's Envy Bonus for it is paid.",
    "The violation is over when the last community card is turned, its sanction is not; it is that person's alone.",
    (law["11(a)(3)"], law["12(e)(5)"]),
    rejected=("only before the last community card is turned", "nobody is paid an Envy Bonus for that hand"),
    moves="Moves money only when a player told of the own hand: that player's wagers, and an Envy Bonus for that hand.",
)
LATE = Reading(
    "late",
    "What happens when a player's time runs out?",
    "A check, a fold on the last street, once the time that the submission states, or else 25 seconds, has run. "
    "Treating wagers as abandoned is a floorperson's act.",
    "The text has no clock.",
    (law["11(b)"], law["11(f)"], law["7(b)"]),
)
PRESHUFFLED_WAITING = preshuffled_waiting(law["4(e)"], law["5(f)"])
PRESHUFFLED_HAND = preshuffled_hand(
    "Section 5(a) frees preshuffled cards from the shuffle whatever the way of dealing; "
    "9(a)(1) has a device shuffle what is dealt from the hand.",
    law["5(a)"],
    law["5(c)(2)"],
    law["9(a)(1)"],
)
INCOMPLETE = misdealt_incomplete(
    "The text has two cases, misdealt with all cards there and not misdealt; "
    "this is neither, and a deck that lacks cards cannot be dealt.",
    law["8(h)"],
    law["9(f)"],
    law["10(f)"],
)

BAD_DECK = bad_deck("A deck of which cards are missing is removed as a whole, 5(b).", law["4(a)"], law["5(b)"])
RETURNED_SHARE = returned_share(law["12(e)(3)"], law["12(e)(4)"])
REFUSED_CLAIM = refused_claim(
    "progressive",
    "11(i)(3)(i)(D) keeps the cards on the table until a payment is documented; nothing has an unpaid wager lost.",
    law["11(i)(3)(i)(C)"],
)

METER_ROUNDING = meter_rounding(law["12(e)(1)"])
METER_PER_STAKE = Reading(
    "meter-per-stake",
    "A Progressive Payout Wager is $1 or $5. Do both play for one meter?",
    "No, each stake has a meter of its own, seeded at 1,000 times the wager.",
    "Section 12(e)(3) seeds 1,000 for 1, which is two amounts, and 12(e)(5) prints two schedules.",
    (law["12(e)(3)"], law["12(e)(5)"]),
    rejected=("one meter, a $1 wager winning a fifth of it",),
    moves="Moves no figure: at the seed both pay the same, and what a meter grows by comes back to those who fed it. "
    "It moves what has grown between winners of $1 and of $5.",
)
ENVY_LAST = envy_last(
    "Section 11(i)(3)(i)(E) stands with the winner, but a bettor settled before that hand is owed it too.",
    law["11(i)(3)(i)(E)"],
)

THREE_TO_TWO = three_to_two(law["12(c)"])

OPEN_ORDER = open_order(law["8(e)"], law["9(c)"], law["10(c)"])

READY_CARDS = ready_cards(
    "Section 13(g) has a failed device covered or signed before another method is used; it has nothing shuffled that "
    "is ready.",
    law["13(g)"],
    law["5(a)"],
)

VOID_FORFEIT = void_forfeit(
    "A player told of the own hand, or has left during the round and the wagers were treated as losing ones.",
    "Section 13 returns all wagers and leaves out none. 11(a)(3) forfeits those on a round, and a void one has none; "
    "7(b) lets wagers be treated as losing, and no more.",
    law["7(b)"],
    law["11(a)(3)"],
    law["13(c)"],
    law["13(d)"],
    law["13(f)"],
)
STUB_AFTER_VOID = stub_after_void(law["8(f)"], law["9(d)"], law["10(d)"])

READINGS = (
    PLAY_ONCE,
    FOLD,
    PAIR_PLUS_OFFERED,
    SILENT_LOSSES,
    PROGRESSIVE_HAND,
    FOR_ONE,
    METER,
    ENVY,
    A_2_3,
    EXPOSED,
    VOID_PAYMENTS,
    INFORMATION,
    LATE,
    PRESHUFFLED_HAND,
    PRESHUFFLED_WAITING,
    INCOMPLETE,
    BAD_DECK,
    REFUSED_CLAIM,
    RETURNED_SHARE,
    METER_ROUNDING,
    METER_PER_STAKE,
    ENVY_LAST,
    THREE_TO_TWO,
    OPEN_ORDER,
    READY_CARDS,
    VOID_FORFEIT,
    STUB_AFTER_VOID,
)
