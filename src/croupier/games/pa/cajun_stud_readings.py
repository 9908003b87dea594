"""Chapter 683a: where the text is silent, double or misprinted."""

from __future__ import annotations

from croupier.games.shared_readings import (
    ABANDONED,
    bad_deck,
    misdealt_incomplete,
    open_order,
    preshuffled_hand,
    preshuffled_waiting,
    ready_cards,
    stub_after_void,
    three_to_two,
    void_forfeit,
)
from croupier.law import Reading
from croupier.law.chapters import CAJUN_STUD_PA_2019 as law

SIXES_PUSH = Reading(
    "sixes-push",
    "Section 11(h)(1) pays a pair of sixes or better, the table pushes sixes to tens. Which?",
    "Push.",
    "The table is the payout.",
    (law["11(h)(1)"], law["12(a)"]),
    rejected=("pay even money",),
    choices=("push", "even-money"),
)
LO_BALL = Reading(
    "lo-ball",
    "What is low for the Lo Ball Wager?",
    "No straight, flush or pair, ace high; queen high loses under paytable A and pushes under B.",
    "A hand listed in section 6(b) is collected.",
    (law["11(i)(3)(i)"], law["12(d)"]),
    rejected=("ace low", "straights count by their highest card"),
    choices=("ace-high", "ace-low", "straights-count"),
)
ALL_SIX = Reading(
    "all-six",
    "How are six cards ranked for the All-Six Bonus Wager?",
    "Best five of the player's two and the four All-Six cards. Tables A to D pay a six-card royal as a royal "
    "flush; three pairs lose; two sets of three are a full house; table E splits diamonds from the other suits.",
    "Section 6(e) lists five-card hands besides the six-card royal.",
    (law["6(e)"], law["12(e)"]),
)
A_2_3 = Reading(
    "a-2-3",
    "Are ace, 2 and 3 of the board a straight?",
    "Yes, as the trade counts it.",
    "Section 6(a), read strictly, lets the ace be low only with 2, 3, 4 and 5.",
    (law["6(a)"], law["6(d)(4)"]),
    rejected=("no straight",),
    choices=("straight", "not-a-straight"),
)
PAYOUT_LIMIT = Reading(
    "payout-limit",
    "What does the payout limit cap?",
    "Ante and Raise winnings of one player in one round, cut from the last raise backwards. It may not be under "
    "$50,000 nor under the most that one minimum bettor can win on as many boxes as a player may hold.",
    "Section 12(f) sets aside only the odds of section 12(a).",
    (law["12(f)"],),
    rejected=("all winnings, side wagers too",),
    choices=("ante-and-raises", "all-winnings"),
    moves="Moves money only where a submission sets a limit, and only of a round whose winnings with its side wagers "
    "pass it.",
)
BOARD_TURNED = Reading(
    "board-turned",
    "Are community cards turned when every player has folded?",
    "Yes if a Board Bonus or Lo Ball Wager is live.",
    "Those wagers survive the fold and need the cards.",
    (law["11(b)"], law["11(g)"]),
)
THREE_TO_TWO = three_to_two(law["12(a)"])
EXPOSED = Reading(
    "exposed-cards",
    "Which wagers survive a community card exposed early?",
    "The round is void and the four optional wagers are settled, also of players who had folded or left. All-Six cards "
    "exposed or miscounted are not covered: the All-Six Bonus Wager is returned and the rest goes on.",
    "Section 13(d) speaks of community cards alone, and has those wagers settled of any player who placed one.",
    (law["13(d)"],),
)
VOID_PAYMENTS = Reading(
    "void-payments",
    "What becomes of wagers that were settled before the irregularity was found?",
    "They are undone: what was paid and collected comes back, whoever folded. It may be found until the last card "
    "is in the rack; later it is a dispute. What a player no longer holds in chips is a claim, which a "
    "floorperson has collected or written off.",
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
    law["8(g)"],
    law["9(f)"],
    law["10(f)"],
)

BAD_DECK = bad_deck("A deck of which cards are missing is removed as a whole, 5(b).", law["4(a)"], law["5(b)"])

OPEN_ORDER = open_order(law["8(d)"], law["9(c)"], law["10(c)(2)"])

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
STUB_AFTER_VOID = stub_after_void(law["8(e)"], law["9(d)"], law["10(d)"])

READINGS = (
    SIXES_PUSH,
    LO_BALL,
    ALL_SIX,
    A_2_3,
    PAYOUT_LIMIT,
    BOARD_TURNED,
    THREE_TO_TWO,
    EXPOSED,
    VOID_PAYMENTS,
    LATE,
    PRESHUFFLED_HAND,
    PRESHUFFLED_WAITING,
    INCOMPLETE,
    BAD_DECK,
    OPEN_ORDER,
    READY_CARDS,
    VOID_FORFEIT,
    STUB_AFTER_VOID,
)
