"""Chapter 688a: where the text is silent, double or misprinted."""

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
    void_forfeit,
)
from croupier.law import Occasion, Reading
from croupier.law.chapters import FACE_UP_PAI_GOW_PA_2019_PROPOSED as law

HOUSE_WAY = Reading(
    "house-way",
    "How does the dealer set the hands?",
    "As the Rules Submission says: foxwoods unless it says otherwise, mgm, flamingo, or a list of its own.",
    "The chapter leaves it to the certificate holder; the value of the game depends on it by almost half a point.",
    (law["11(a)"],),
)
WHEEL = Reading(
    "wheel",
    "How does ace to five rank?",
    "As the second highest straight and the highest straight flush below the royal, so a joker with 5-4-3-2 is an "
    "ace and never a six.",
    "Sections 6(b)(3) and (7) say so.",
    (law["6(b)(3)"], law["6(b)(7)"]),
)
FLUSH_JOKER = Reading(
    "flush-joker",
    "Which rank is the joker in a flush that has the ace already?",
    "The highest rank the flush lacks.",
    "It changes the payback by about a ten-thousandth of a point.",
    (law["6(a)"], law["6(b)(6)"]),
    rejected=("a second ace",),
    choices=("highest-missing", "second-ace"),
)
ROYAL_JOKER = Reading(
    "royal-joker",
    "Which card of a royal flush may the joker be?",
    "Any.",
    "Section 6(b)(2) names only the ace, 6(a) any card; the published progressive paybacks need the wide reading.",
    (law["6(a)"], law["6(b)(2)"]),
    rejected=("the ace alone",),
    choices=("any-card", "ace-alone"),
)
ACE_HIGH = Reading(
    "ace-high",
    "What is an Ace High Pai Gow?",
    "Seven cards whose best five are ace high, the joker counting as the ace. Ace and joker are a pair; a joker "
    "that completes a straight or a flush spoils it.",
    "The definition speaks of a rank of ace high.",
    (law["1"], law["6(d)"]),
)
ROYAL_MATCH = Reading(
    "royal-match",
    "Which king and queen make a royal match?",
    "Two of one suit other than the royal's, neither of them the joker.",
    "They must be additional and of a same suit.",
    (law["6(e)(2)"], law["6(f)(4)"]),
)
ACE_LOW_SEVEN = Reading(
    "ace-low-seven",
    "Is A-2-3-4-5-6-7 of one suit a seven-card straight flush?",
    "Yes.",
    "The ace may be low in a straight flush.",
    (law["6(e)(1)"], law["6(a)"]),
)
FORTUNE_TRIPS = Reading(
    "fortune-trips-straight",
    "Seven cards hold a straight and three of a kind. Which does the Fortune Bonus pay?",
    "Three of a kind, the higher pay in every table.",
    "The tables list three-of-a-kind above the straight; by rank the straight is higher.",
    (law["12(c)"], law["6(b)(7)"]),
    rejected=("the straight",),
    choices=("trips", "by-rank"),
)
FORTUNE_5_QUADS = Reading(
    "fortune-5-quads",
    "Fortune table 5 prints four-of-a-kind at 5 to 1, the same as its full house.",
    "25 to 1 is meant.",
    "Every other table pays four-of-a-kind 20 or 25 to 1.",
    (law["12(c)"],),
    rejected=("5 to 1",),
    choices=("25-to-1", "as-printed"),
)
FORTUNE_MAXIMUM = Reading(
    "fortune-maximum",
    'What are the published "maximum" paybacks of the Fortune tables?',
    "Unexplained.",
    "Tables 3 and 6 differ only in envy and have one figure; no reading found gives them.",
    (law["12(c)"],),
)
FULLY_WILD = Reading(
    "fully-wild",
    'What does "fully wild joker" govern?',
    "The Progressive Payout Wager of tables 2, 5, 6 and 7 alone. There five-of-a-kind outranks the royal flush, "
    "and in table 2 five aces are a five-of-a-kind. A royal match has a row in table 4 and is a royal elsewhere.",
    "It is printed under those tables.",
    (law["12(d)"], law["6(f)(6)"]),
)
LONG_RUN = Reading(
    "long-run",
    "How is the published progressive payback made?",
    "Fixed pays, plus rate of progression and reserve, plus the seed times the chance of the full share; shares "
    "of 10% do not reseed. Table 4 counts the envy of one other hand.",
    "That gives tables 1 to 5 to the digit, table 6 at a rate of 45%; table 7's figure is unexplained. Of the reserve "
    "no player is paid here (reserve): the long run without it stands beside the figure.",
    (law["12(d)"],),
)
PROGRESSIVE_6_RATE = Reading(
    "progressive-6-rate",
    "Progressive table 6 prints a rate of progression of 17%.",
    "45% would give its published payback; the printed 17% is kept as the law's figure.",
    "Tables 6 and 7 pay alike.",
    (law["12(d)"],),
    rejected=("45%",),
    choices=("as-printed", "45-percent"),
    moves="Moves no figure at the seed: of every dollar on table 6, 28 cents more go on the meter, and in the long run "
    "come back from it.",
)
RESERVE = Reading(
    "reserve",
    "Progressive table 4 has a reserve rate of 1%, and no sentence says what for. What becomes of it?",
    "The house sets it aside for that meter: it is kept beside the meter and goes with it from table to table, and no "
    "player is paid from it. A meter that was won whole begins again at its seed. Figures of the long run say what it "
    "is of them.",
    "The table prints a seed and a reserve rate, and pays shares of the meter alone; the published payback counts the "
    "reserve all the same (long-run).",
    (law["12(d)"],),
    rejected=("it goes on the meter with the next seed",),
    moves="Moves 1% of the wager of table 4 in the long run: the next winner of the whole meter would be paid it.",
    fixed="the seed is printed, and a meter that began with the reserve as well would begin at another amount.",
)
METER_AND_DOLLARS = Reading(
    "meter-and-dollars",
    'How much is "$5,000/100% of meter"?',
    "$5,000 and the share.",
    "The published payback of table 4 needs both.",
    (law["12(d)"],),
    rejected=("the dollars alone", "the share alone"),
    choices=("both", "dollars", "share"),
)
FOUL = Reading(
    "foul",
    "Is a fouled setting refused, and does the dealer's Ace High Pai Gow push it?",
    "It is allowed after a warning and loses; the dealer's Ace High Pai Gow pushes it all the same.",
    "The text forbids nothing, and the inscription of 2(b)(8) knows no exception. Legal means: category, then the "
    "pair or the two highest cards in order; ties are legal.",
    (law["11(f)(1)(iii)"], law["11(f)(2)(iii)"], law["2(b)(8)"]),
)
SURRENDER = Reading(
    "surrender",
    "What does a surrender cost, and who may?",
    "The whole wager; it is closed to a player with an optional wager, on whichever of two boxes that lies. A "
    "Qualifying Wager elsewhere keeps the cards on the table, as it does those of a player whose wagers are treated as "
    "abandoned; once every one of these has gone back or is lost, they are counted and collected unseen.",
    "Section 11(d) asks what the player has placed; by 7(f) it is the cards of each box that are played separately.",
    (law["11(d)"], law["7(f)"]),
    rejected=("each of two boxes is asked by itself",),
    moves="Moves no figure: a surrender costs the whole wager, and no hand that is played out can cost more.",
)
TWO_HANDS = Reading(
    "two-hands",
    "A player on two boxes sets one hand before the other. May the player look at the second meanwhile?",
    "Yes, at both once the dealer's hands are set; the second is set, and not changed any more, after the first.",
    "Section 11(b) has each player examine the cards when the dealer's hands are set; 7(f) orders the ranking and "
    "setting alone.",
    (law["7(f)"], law["11(b)"]),
    rejected=("the second hand is looked at when the first is set",),
    moves="Moves no money: the dealer's hands lie open, and what the other box holds changes nothing in how a hand is "
    "best set against them.",
)
PROGRESSIVE_ENVY = Reading(
    "progressive-envy",
    "How is the envy of progressive table 4 paid?",
    "As section 11(h)(2)(ii) pays it: $5 or more qualifies; never for one's own or the dealer's hand.",
    "Section 11(h)(3) has no paragraph of its own.",
    (law["11(h)(2)(ii)"], law["12(d)"]),
)
WRONG_NUMBER = Reading(
    "wrong-number",
    "Sections 13(g) and (j) are one irregularity. Which governs, and what of exposed cards?",
    "13(j), which is wider. 13(i) governs while dealing from the hand or the automated shoe, 13(d) otherwise; "
    "voiding returns all that player's wagers, and is open until the hand is set or surrendered. A face-up card "
    "discarded under (e) counts among the four left.",
    "They differ in one word.",
    (law["13(g)"], law["13(j)"], law["13(d)"], law["13(i)"]),
)
GENERATOR_START = Reading(
    "generator-start",
    "A generator shows where the deal starts, and it starts elsewhere. Are all hands void?",
    "No: the round goes on.",
    "Section 13(c) voids a deal after dice that were totaled wrongly; of the generator of 5(i)(2), which shows the "
    "number itself, section 13 says nothing, and every position gets its seven cards.",
    (law["13(c)"], law["5(i)(2)"]),
    rejected=("void, as after dice",),
    choices=("stands", "void"),
    occasions=(Occasion("wrong start by a generator", ("main", "side"), "settled", ("returned",)),),
    moves="Moves money only when the deal starts at another position than the generator shows.",
)
WINNERS = Reading(
    "winners",
    "Which hands win the Fortune and Progressive wagers?",
    "Those with a row in the selected table; a hand without one loses. A progressive win below a full house is "
    "verified and validated as the others are.",
    "7(e)(3) and 11(h)(3)(i)(A) demand a full house, 11(h)(2)(i)(A) a straight, but tables have lower or fewer "
    "rows. Three of a kind goes over a straight in progressive table 4 too.",
    (law["11(h)(2)(i)(A)"], law["11(h)(3)(i)(A)"], law["7(e)(3)"]),
)
VOID_PAYMENTS = Reading(
    "void-payments",
    "What becomes of wagers that were settled before the irregularity was found?",
    "They are undone: what was paid, collected, fed to the meter and paid in envy comes back, whoever "
    "surrendered. It may be found until the last card is in the rack; later it is a dispute. What a player no "
    "longer holds in chips, and a payment from the meter that has its documents, is a claim, which a "
    "floorperson has collected or written off. What another table has won from a linked meter meanwhile stays "
    "paid.",
    "Section 13 returns all wagers and leaves out none that was settled; of a player who has left, or a payment "
    "by hand, it says nothing.",
    (law["13(c)"], law["13(g)"], law["13(i)"], law["13(j)"], law["13(l)"]),
)
LATE = Reading(
    "late",
    "What happens when a player's time runs out?",
    "The hand is set by the house way, once the time that the submission states, or else 25 seconds, has run. "
    "Treating wagers as abandoned is a floorperson's act.",
    "The text has no clock.",
    (law["11(b)(1)"], law["7(b)"]),
)
PRESHUFFLED_WAITING = preshuffled_waiting(law["4(e)"], law["5(g)"])
PRESHUFFLED_HAND = preshuffled_hand(
    "Section 5(a) frees preshuffled cards from the shuffle whatever the way of dealing; "
    "9(a)(1) has a device shuffle what is dealt from the hand.",
    law["5(a)"],
    law["5(b)"],
    law["9(a)(1)"],
)
PRESHUFFLED_CUT = Reading(
    "preshuffled-cut",
    "Preshuffled cards are not shuffled before play. Are they cut?",
    "No, they are dealt as they came.",
    "Section 5(b) has the cards cut that were shuffled manually and those dealt that a device has shuffled; of "
    "preshuffled ones it says nothing.",
    (law["5(a)"], law["5(b)(2)"]),
    rejected=("they are cut, as 669a.5(c)(2) has it",),
    moves="Moves no money: every order of the cards is as likely either way.",
)
INCOMPLETE = misdealt_incomplete(
    "The text keeps a misdealt deck and removes one that was not misdealt; a deck that lacks cards cannot be dealt.",
    law["8(f)"],
    law["9(e)"],
    law["10(e)"],
)

BAD_DECK = bad_deck("A deck of which cards are missing is removed as a whole, 8(f).", law["4(a)"], law["8(f)"])
RETURNED_SHARE = returned_share(law["12(d)"])
REFUSED_CLAIM = refused_claim(
    "progressive",
    "11(h)(3)(i)(B)(4) keeps the cards on the table until a payment is documented; nothing has an unpaid wager lost.",
    law["11(h)(3)(i)(B)(3)"],
)

OPEN_ORDER = open_order(law["8(e)"], law["9(d)"], law["10(d)"])
METER_ROUNDING = meter_rounding(law["12(d)"])
ENVY_LAST = envy_last(
    "Section 11(h)(2)(ii) speaks of hands of other players, some of which are settled later.",
    law["11(h)(2)(ii)"],
)
ENVY_BOXES = envy_boxes(
    "Section 11(h)(2)(ii) pays whoever has an Envy lammer at a betting position, and one lies beside every Qualifying "
    "Wager; 7(f) lets a player hold two positions.",
    law["11(h)(2)(ii)"],
    law["7(f)"],
)
ENVY_OWN_TABLE = Reading(
    "envy-own-table",
    "By which table is an Envy Bonus paid where a player has both a Fortune and a Progressive wager?",
    "Each qualifying wager by the Envy column of its own table.",
    "Sections 12(c) and (d) each print a column; no sentence pays one in place of the other.",
    (law["12(c)"], law["12(d)"], law["11(h)(2)(ii)"]),
    rejected=("one bonus, the higher",),
    choices=("each-table", "higher-alone"),
    moves="Moves money only of a player with both wagers, for a hand in both Envy columns: then the lower of the two. "
    "Priced per dollar of both, at $5 each.",
)

READY_CARDS = ready_cards(
    "Section 13(m) has a failed device covered or signed before another method is used; it has nothing shuffled that "
    "is ready.",
    law["13(m)"],
    law["5(a)"],
)

VOID_FORFEIT = void_forfeit(
    ABANDONED,
    "Section 13 voids hands and returns all wagers and leaves out none; 7(b) lets wagers be treated as losing, and no "
    "more.",
    law["7(b)"],
    law["13(g)"],
    law["13(j)"],
    law["13(l)"],
)

READINGS = (
    HOUSE_WAY,
    WHEEL,
    FLUSH_JOKER,
    ROYAL_JOKER,
    ACE_HIGH,
    ROYAL_MATCH,
    ACE_LOW_SEVEN,
    FORTUNE_TRIPS,
    FORTUNE_5_QUADS,
    FORTUNE_MAXIMUM,
    FULLY_WILD,
    LONG_RUN,
    PROGRESSIVE_6_RATE,
    RESERVE,
    METER_AND_DOLLARS,
    FOUL,
    SURRENDER,
    TWO_HANDS,
    PROGRESSIVE_ENVY,
    WRONG_NUMBER,
    GENERATOR_START,
    WINNERS,
    VOID_PAYMENTS,
    LATE,
    PRESHUFFLED_HAND,
    PRESHUFFLED_WAITING,
    PRESHUFFLED_CUT,
    INCOMPLETE,
    BAD_DECK,
    REFUSED_CLAIM,
    RETURNED_SHARE,
    OPEN_ORDER,
    METER_ROUNDING,
    ENVY_LAST,
    ENVY_BOXES,
    ENVY_OWN_TABLE,
    READY_CARDS,
    VOID_FORFEIT,
)
