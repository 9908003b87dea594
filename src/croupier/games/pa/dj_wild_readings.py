"""Chapter 687a: where the text is silent, double or misprinted."""

from __future__ import annotations

from croupier.games.shared_readings import (
    ABANDONED,
    bad_deck,
    envy_boxes,
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
    void_forfeit,
)
from croupier.law import Reading
from croupier.law.chapters import DJ_WILD_PA_2021 as law

FIVE_OF_A_KIND = Reading(
    "five-of-a-kind",
    "Where does five-of-a-kind rank? The list of hands leaves it out; three paytables pay it.",
    "Below a royal flush and above a straight flush, as the Blind table lists it.",
    "The Board's published Trips paybacks come out only this way.",
    (law["6(c)"], law["12(b)"]),
    rejected=("no hand at all, but four of a kind with the highest other card", "below a straight flush"),
    choices=("above-straight-flush", "no-hand", "below-straight-flush"),
)
WILD_SUIT = Reading(
    "wild-suit",
    "A wild card assumes a different rank. Does it assume a suit?",
    "Yes, rank and suit.",
    "The published Trips paybacks come out only this way.",
    (law["6(b)"],),
    rejected=("rank alone: a deuce keeps its suit, the joker has none",),
    choices=("rank-and-suit", "rank-alone"),
)
BEST_HAND = Reading(
    "best-hand",
    "What are four wild cards with a ten to an ace?",
    "A royal flush, the higher hand, not five-of-a-kind. All five wilds are their own top hand.",
    "The best hand that can be formed counts.",
    (law["6(c)(1)"], law["11(e)"]),
    rejected=("five-of-a-kind",),
    choices=("royal-flush", "five-of-a-kind"),
)
FLUSH_WILD = Reading(
    "flush-wild",
    "Which rank is a wild card in a flush?",
    "The highest rank the hand does not hold.",
    "A hand does not hold one card twice.",
    (law["6(b)"], law["6(c)(6)"]),
    rejected=("always an ace, even beside an ace",),
    choices=("highest-missing", "double-ace"),
)
WHEEL = Reading(
    "wheel",
    "How does ace to five rank, and may the joker be a 2 in it?",
    "As the lowest straight and straight flush; the joker may stand for the 2; nothing wraps around.",
    "An ace may complete 2, 3, 4 and 5 and no other low sequence.",
    (law["6(a)"],),
)
EQUAL_VALUE = Reading(
    "equal-value",
    "Do wild cards break ties?",
    "No: equal hands push, with or without wilds; kickers compare in the ordinary way.",
    "Only rank is compared.",
    (law["11(e)(2)"],),
    rejected=("a hand without wild cards beats an equal one with them",),
    choices=("push", "plain-beats-wild"),
)
NATURAL = Reading(
    "natural",
    "When is a hand natural for the Trips Bonus Wager?",
    "No joker, and the plain faces, deuces as deuces, already make the hand that is paid.",
    "2-3-4-5-6 suited is natural for Trips although its deuce plays as a seven in the showdown.",
    (law["12(d)"],),
)
BAD_BEAT = Reading(
    "bad-beat",
    "Does the Two-Way Bad Beat pay when the player's three-of-a-kind or better loses, or when either hand is beaten?",
    "Only when the player's hand loses.",
    "Section 11(f)(3) is the operative text. Section 7(d)(4) reads as if any such hand paid, and the Board's "
    "published paybacks fit only the two-way game.",
    (law["11(f)(3)(ii)"], law["7(d)(4)"]),
    rejected=("either hand beaten, paid by the losing hand",),
    choices=("one-way", "two-way"),
)
OR_LESS = Reading(
    "or-less",
    "Paytable DJWBB-04 ends with three-of-a-kind or less. Does a lower hand pay?",
    "No, three-of-a-kind alone.",
    "Section 11(f)(3)(i) collects anything less.",
    (law["12(e)"], law["11(f)(3)(i)"]),
    rejected=("any beaten hand pays",),
    choices=("three-of-a-kind", "any-beaten-hand"),
)
PROGRESSIVE_DEUCES = Reading(
    "progressive-deuces",
    "Are deuces wild for the Progressive Bonus Wager?",
    "No, plain deuces; the joker is replaced by the extra card.",
    "With wild deuces the fixed pays alone would return six times the wager.",
    (law["11(f)(1)"], law["6(d)"]),
    rejected=("wild; five-of-a-kind then pays as four-of-a-kind",),
    choices=("natural", "wild"),
)
PROGRESSIVE_STAKE = Reading(
    "progressive-stake",
    "Does the collected wager come back with a progressive win?",
    "No.",
    "It was collected at the start of the round.",
    (law["8(c)"], law["12(c)"]),
    rejected=("returned with every win, shares of the meter too",),
    choices=("kept", "returned"),
)
CONTRIBUTION = Reading(
    "contribution",
    "What share of the progressive wager feeds the meter?",
    "Whatever the Rules Submission states; it must state one when it offers the wager.",
    "The chapter gives a seed and no rate.",
    (law["12(c)"],),
)
ENVY = Reading(
    "envy",
    "Who earns the Envy column, and for whose hand?",
    "Each progressive bettor, for every other player's qualifying hand still on the table, bettor or not; "
    "that hand's joker is replaced too.",
    "The chapter prints the column and no procedure.",
    (law["12(c)"],),
    rejected=("the hands of other progressive bettors alone",),
    choices=("any-hand", "bettors-hands"),
    moves="Moves nothing between bettors; for the hand of a player without the wager all of the Envy Bonus.",
)
FOLDED_PROGRESSIVE = Reading(
    "folded-progressive",
    "Can a folded hand win the Progressive Bonus Wager?",
    "Yes unless the Rules Submission says no. Then a wager forfeited with the fold earns no envy either, and the "
    "folded hand earns nobody else one: it may not qualify.",
    "The text leaves it to the certificate holder.",
    (law["11(b)(3)"], law["12(c)"]),
)
SETTLEMENT_ORDER = Reading(
    "settlement-order",
    "Settlement starts farthest to the dealer's left and runs counterclockwise, off the table. Where does it start?",
    "At the dealer's right: seats 6 to 1.",
    "Sections 683a.11(h), 669a.11(i) and 688a.11(e) begin at the right.",
    (law["11(e)"],),
    rejected=("seats 1 to 6",),
    choices=("right-first", "left-first"),
    moves="Moves money only between two winners of one meter in one round: the first of them takes its share of all.",
)
EXPOSED = Reading(
    "exposed-cards",
    "Which wagers survive cards exposed before the raises?",
    "Progressive and Trips are settled, those of players who had folded too, whatever folded-progressive says, or "
    "left; if the deal was not over it is completed for them. Everything else, the Bad Beat too, is returned.",
    "Only those two are named, a void hand is forfeited by nobody, and both are decided by five cards.",
    (law["13(d)"],),
)
DEALER_NUMBER = Reading(
    "dealer-number",
    "A player dealt a wrong number of cards voids all hands. What if it is the dealer?",
    "The same: all hands are void and every wager is returned.",
    "Section 13(c) names a player alone, but every hand is compared with the dealer's, and nothing would settle them.",
    (law["13(c)"], law["11(d)"]),
    rejected=("the dealer's hand is completed or cut to five cards",),
    moves="Moves money only when the dealer was dealt a wrong number of cards: then every wager of the round.",
)
START_GAME = Reading(
    "start-game",
    "When are Progressive Bonus Wagers collected that are dealt to from an automated shoe?",
    "After the betting is closed and before the first stack, as with the other two ways of dealing.",
    "Sections 8(c) and 9(b) say so; section 10 says nothing.",
    (law["8(c)"], law["9(b)"], law["10(a)(2)"]),
)
VOID_PAYMENTS = Reading(
    "void-payments",
    "What becomes of wagers that were settled before the irregularity was found?",
    "They are undone: what was paid, collected, fed to the meter and paid in envy comes back, whoever folded. It "
    "may be found until the last card is in the rack; later it is a dispute. What a player no longer holds in "
    "chips is a claim, which a floorperson has collected or written off. What another table has won from a linked "
    "meter meanwhile stays paid.",
    "Section 13 returns all wagers and leaves out none that was settled; of a player who has left it says nothing.",
    (law["13(c)"], law["13(d)"], law["13(f)"]),
)
LATE = Reading(
    "late",
    "What happens when a player's time runs out?",
    "The player folds, once the time that the submission states, or else 25 seconds, has run. Treating "
    "wagers as abandoned is a floorperson's act.",
    "The text has no clock.",
    (law["11(b)"], law["7(b)"]),
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
    law["8(i)"],
    law["9(h)"],
    law["10(f)"],
)

BAD_DECK = bad_deck("A deck of which cards are missing is removed as a whole, 5(b).", law["4(a)"], law["5(b)"])
RETURNED_SHARE = returned_share(law["12(c)"])
REFUSED_CLAIM = refused_claim("progressive", "Nothing says that a wager once accepted is lost unpaid.", law["12(c)"])

METER_ROUNDING = meter_rounding(law["12(c)"])
REPLACEMENT = Reading(
    "replacement",
    "What is the extra card for when no player holds the joker?",
    "Nothing: it is dealt where the Progressive Bonus Wager is offered, turned when the first such wager of the round "
    "is settled, and decides no wager.",
    "The card takes the place of a joker and of nothing else.",
    (law["2(b)(4)"], law["8(f)"], law["11(f)(1)"]),
    rejected=("the best five of a hand and the extra card count",),
    choices=("for-the-joker", "for-any-hand"),
)
ENVY_LAST = envy_last(
    "Until the last hand is turned it is not known who is owed one; no sentence says when.",
    law["12(c)"],
)
ENVY_BOXES = envy_boxes(
    "The column stands beside the pays of a wager, and each box has a wager of its own; 7(e) lets a player have more.",
    law["12(c)"],
    law["7(e)"],
)

OPEN_ORDER = open_order(law["8(f)"], law["9(e)"], law["10(e)"])

READY_CARDS = ready_cards(
    "Section 13(g) has a failed device covered or signed before another method is used; it has nothing shuffled that "
    "is ready.",
    law["13(g)"],
    law["5(a)"],
)

VOID_FORFEIT = void_forfeit(
    ABANDONED,
    "Section 13 returns all wagers and leaves out none; 7(b) lets wagers be treated as losing, and no more.",
    law["7(b)"],
    law["13(c)"],
    law["13(d)"],
    law["13(f)"],
)
STUB_AFTER_VOID = stub_after_void(law["8(g)"], law["9(f)"], law["10(d)"])

READINGS = (
    FIVE_OF_A_KIND,
    WILD_SUIT,
    BEST_HAND,
    FLUSH_WILD,
    WHEEL,
    EQUAL_VALUE,
    NATURAL,
    BAD_BEAT,
    OR_LESS,
    PROGRESSIVE_DEUCES,
    PROGRESSIVE_STAKE,
    CONTRIBUTION,
    ENVY,
    FOLDED_PROGRESSIVE,
    SETTLEMENT_ORDER,
    EXPOSED,
    DEALER_NUMBER,
    START_GAME,
    VOID_PAYMENTS,
    LATE,
    PRESHUFFLED_HAND,
    PRESHUFFLED_WAITING,
    INCOMPLETE,
    BAD_DECK,
    REFUSED_CLAIM,
    RETURNED_SHARE,
    METER_ROUNDING,
    REPLACEMENT,
    ENVY_LAST,
    ENVY_BOXES,
    OPEN_ORDER,
    READY_CARDS,
    VOID_FORFEIT,
    STUB_AFTER_VOID,
)
