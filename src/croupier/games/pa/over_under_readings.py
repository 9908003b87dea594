"""Chapter 686a: where the text is silent, double or misprinted."""

from __future__ import annotations

from croupier.games.shared_readings import bad_deck, ready_cards
from croupier.law import Occasion, Reading
from croupier.law.chapters import OVER_UNDER_PA_2019_PROPOSED as law

WRONG_SIDE = Reading(
    "wrong-side",
    "What happens to an Over 23 Wager on 6 to 17, or an Under 18 Wager on 24 to 33?",
    "It loses, and the Ante with it.",
    "The text pays the right side and collects on 18 to 23; of the wrong side it says nothing.",
    (law["7(i)#2"], law["7(k)"]),
    rejected=("a push",),
    choices=("lose", "push"),
)
TWO_I = Reading(
    "two-i",
    "Two paragraphs of section 7 are lettered (i). How is the second cited?",
    "As 686a.7(i)#2; its paragraphs are 686a.7(i)(1) and (2).",
    "Only the second has numbered paragraphs.",
    (law["7(i)#2"],),
)
SURRENDER = Reading(
    "surrender",
    "What does a surrender cost?",
    "The whole Ante; the Bonus Wager survives and the two extra cards are dealt all the same.",
    'Sections 7(g)(3), (h) and (i). The "(k)" in 7(h) means (l).',
    (law["7(g)(3)"], law["7(h)"], law["7(i)"]),
    rejected=("half the Ante, the odd cent with it",),
    choices=("whole-ante", "half-ante"),
)
DECISIONS_FIRST = Reading(
    "decisions-first",
    "Are all decisions taken before further cards, or seat by seat?",
    "All decisions first, then cards and settlement seat by seat.",
    "Section 7(f) against (i) and (j).",
    (law["7(f)"], law["7(i)"], law["7(j)"]),
)
SKIPPED = Reading(
    "skipped-cards",
    "What if the dealer skips a player's two cards?",
    "The player chooses to get them last, or a dead hand with all wagers returned.",
    "Section 9(c) names the Ante alone.",
    (law["9(c)"],),
    rejected=("the Ante alone is returned",),
    choices=("all-wagers", "ante-alone"),
    occasions=(
        Occasion("dead hand", ("main",), "returned", ("required-returned",)),
        Occasion("dead hand", ("side",), "returned", ("lost",)),
    ),
    moves="Moves money only when a dealer has skipped a player who then takes a dead hand.",
)
SKIPPED_SURRENDER = Reading(
    "skipped-surrender",
    "Does a dead hand return an Ante that was surrendered before the dealer skipped its player?",
    "Yes.",
    "Section 9(c) returns the initial Ante and leaves out no player who is to get the two cards, as one who has "
    "surrendered is by 7(i); 7(g)(3) collects it for a hand that is played out.",
    (law["9(c)"], law["7(g)(3)"], law["7(i)"]),
    rejected=("it stays lost",),
    choices=("returned", "lost"),
    occasions=(Occasion("dead hand after a surrender", ("main",), "returned", ("lost",)),),
    moves="Moves money only when a dealer has skipped a player who had surrendered and then takes a dead hand.",
)
PAYBACK = Reading(
    "published-payback",
    "What is the published payback of 98.95% a share of?",
    "Of the two required wagers together, from a fresh six-deck shoe.",
    "It comes out only so.",
    (law["8(a)"],),
)
LATE = Reading(
    "late",
    "What happens when a player's time runs out?",
    "The player surrenders, once the time that the submission states, or else 25 seconds, has run.",
    "The text has no clock.",
    (law["7(g)(3)"],),
)

WAGER_MADE = Reading(
    "wager-made",
    "From when on may a player not remove a wager?",
    "From the close of the betting, before the first card; until then it may be taken back.",
    "Section 6(c) lets wagers be placed up to the first card and protects those that have been made.",
    (law["6(c)"],),
    rejected=("a chip once on the layout stays there",),
    choices=("close-of-betting", "on-layout"),
    occasions=(Occasion("wager taken back", ("main", "side"), "returned", ("settled",)),),
    moves="Moves money only when a player would have taken a wager back before the first card.",
)
CUT_DECLINED = Reading(
    "cut-declined",
    "Who cuts when the first to arrive, or the player with the cover card, declines?",
    "The dealer.",
    "Only 5(c)(3) and (4) let the offer rotate; section 5(b) gives the cut to the dealer otherwise.",
    (law["5(b)"], law["5(c)(1)"], law["5(c)(2)"]),
)
CUT_OTHERWISE = Reading(
    "cut-otherwise",
    "Who is offered the cut of new cards in mid-game, when no cover card has come and no floorperson has spoken?",
    "The player farthest right, and on from there, as after a floorperson's word.",
    "Section 5(c) has four cases and this is none; cards change on a floorperson's word. When players come to a table "
    "whose cards lay spread, the game is just beginning.",
    (law["5(c)(1)"], law["5(c)(4)"], law["5(g)"], law["3(c)"]),
    rejected=("the dealer cuts",),
    moves="Moves no money: every order of the cards is as likely whoever cuts.",
)
NEW_DEALER = Reading(
    "new-dealer",
    "Does a dealer who comes over wagers or in mid-round burn a card too, and one who comes before the batch's own?",
    "Yes, before the next card is dealt; the first card of a full batch, still to be burned, is the new dealer's too.",
    "Section 7(c) has each new dealer remove one before dealing any cards.",
    (law["7(c)"],),
    rejected=("only between rounds", "two cards of a full batch"),
    moves="Moves no figure: a card that nobody has seen is as likely as the next.",
)
REPLENISHED = Reading(
    "replenished",
    "When the shoe runs out in mid-round the cards of the discard rack are shuffled. What of those still in the shoe?",
    "They join the rack first; all but the cards on the table are shuffled, and the cut is offered as after any shoe. "
    "If the cover card came in that round, all cards are collected and shuffled after it all the same.",
    "Section 9(b) has the cards cut by section 5, whose stack goes into the shoe as a whole; section 7(d)(1) empties "
    "the shoe into the rack before a shuffle, and 9(b) does not lift 7(d).",
    (law["9(b)"], law["7(d)"], law["7(d)(1)"], law["5(c)(2)"], law["5(d)"]),
    rejected=("the cards left are dealt first", "they stay in the shoe under the new stack"),
    moves="Moves no money of a player who does not count cards: every card not yet seen is as likely to come next.",
)
DEVICE_FAILS = Reading(
    "device-fails",
    "What becomes of the round when the continuous shuffler fails during it?",
    "It is completed. After a jam the cards that are not on the table are shuffled again in the device; a device that "
    "cannot be used deals no further card: they are shuffled, cut and put in the shoe, and a card is burned.",
    "Sections 9(d) and (e) void nothing; section 9(b) completes a round whose cards had to be shuffled.",
    (law["9(d)"], law["9(e)"], law["9(b)"]),
    rejected=("the round is void",),
    choices=("completed", "void"),
    occasions=(Occasion("failure during a round", ("main", "side"), "settled", ("returned",)),),
    moves="Moves money only when the continuous shuffler fails during a round.",
)
FULL_BATCH = Reading(
    "full-batch",
    "When is a card burned from a continuous shuffler?",
    "When the whole batch is placed in it, and by each new dealer; not when the cards of a round go back.",
    "Section 5(h) lifts 5(b) to (g) and leaves 7(c) standing, which speaks of each full batch.",
    (law["5(h)"], law["7(c)"]),
    rejected=("before every round", "never"),
    moves="Moves no money: a card that nobody sees is as likely to be any.",
)

READY_CARDS = ready_cards(
    "Section 9(e) has a failed device covered or signed before another method is used; 5(f) has a shoe reshuffled "
    "after its cover card, or when a floorperson says so; 5(h) lifts the cut as long as its device is utilized.",
    law["9(e)"],
    law["5(f)"],
    law["5(h)"],
    but=" So is a batch that a device of 5(h) has left without a cut: it is shuffled and cut.",
)
ONE_BATCH = Reading(
    "one-batch",
    "With a shuffling device other than a continuous shuffler two batches are used. Also with one that reshuffles and "
    "counts by itself?",
    "No: it takes one batch, which it shuffles for every round.",
    "The second batch is shuffled and stored in the device while the other is in play; a device that reshuffles the "
    "cards in play has no other to store, and 5(h) lifts the cover card that would end a shoe.",
    (law["3(b)"], law["3(b)(3)"], law["5(h)"]),
    rejected=("two batches",),
    moves="Moves no figure: every round is dealt from a batch that was shuffled whole.",
)
PRESHUFFLED_SPREAD = Reading(
    "preshuffled-spread",
    "A preshuffled batch is spread face up in sequence all the same. Is it dealt after a cut alone?",
    "No: it is shuffled when it has been looked at, and not washed.",
    "Section 4(e) lifts (a) and (c) to (e) and leaves 4(b), which undoes the order the cards came in; 5(a) spares "
    "preshuffled cards the shuffle, and these are that no longer. It has cards shuffled when a floorperson says so.",
    (law["4(e)"], law["4(b)"], law["5(a)"]),
    rejected=("cut and dealt in the order that everybody has seen", "not spread, as in the other chapters"),
    moves="Moves no figure: all are of cards in any order, which only a shuffle after the look gives.",
)
BAD_DECK = bad_deck(
    "7(d)(1) has the shoe emptied to ensure that no card is missing, and says no more.",
    law["4(a)"],
    law["7(d)(1)"],
)
WHO_WAGERS = Reading(
    "who-wagers",
    "Who may wager?",
    "A player at one of the boxes, for that box alone.",
    "Section 6 has no sentence like 683a.7(b), by which only seated players wager; the layout of 2(a) has six places.",
    (law["6(a)"], law["6(b)"], law["2(a)"]),
    rejected=("anybody standing by may wager on a box",),
    moves="Moves no figure: a wager is worth the same whoever placed it.",
)

READINGS = (
    WRONG_SIDE,
    TWO_I,
    SURRENDER,
    DECISIONS_FIRST,
    SKIPPED,
    SKIPPED_SURRENDER,
    PAYBACK,
    LATE,
    WAGER_MADE,
    CUT_DECLINED,
    CUT_OTHERWISE,
    NEW_DEALER,
    REPLENISHED,
    DEVICE_FAILS,
    FULL_BATCH,
    READY_CARDS,
    ONE_BATCH,
    PRESHUFFLED_SPREAD,
    BAD_DECK,
    WHO_WAGERS,
)
