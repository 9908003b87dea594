"""Massachusetts DJ Wild: where the text is silent, double or misprinted."""

from __future__ import annotations

from croupier.games.shared_readings import (
    bad_deck,
    meter_rounding,
    preshuffled_hand,
    preshuffled_waiting,
    ready_cards,
    refused_claim,
    returned_share,
    stub_after_void,
    void_forfeit,
)
from croupier.law import Occasion, Reading
from croupier.law.chapters import DJ_WILD_MA as law

EFFECTIVE_DAY = Reading(
    "effective-day",
    "Since which day are these rules in force?",
    "No day is stated: they are in force as the book declares them, on any day that is asked for, and every paper says "
    "that the day is not stated.",
    "The text bears neither a day nor a note of its adoption, and none is invented for it.",
    (law["1"],),
)
RANKINGS = Reading(
    "rankings",
    "The rules name wild cards and the top hand, and list no hands. Which ranking holds?",
    "The ordinary one with five-of-a-kind between royal flush and straight flush, as the Blind chart has it.",
    "The Trips chart prints five-of-a-kind under the straight flush: layout only.",
    (law["5"], law["9(d)(3)"], law["9(d)(4)"]),
    rejected=("five-of-a-kind below a straight flush",),
    choices=("blind-chart", "trips-chart"),
)
FLUSH_WILD = Reading(
    "flush-wild",
    "Which rank is a wild card in a flush?",
    "The highest rank the hand does not hold.",
    "A hand does not hold one card twice.",
    (law["5"],),
    rejected=("always an ace, even beside an ace",),
    choices=("highest-missing", "double-ace"),
)
KICKERS = Reading(
    "kickers",
    "How are hands of the same value compared?",
    "In the ordinary way, card by card; wild cards break no ties.",
    "Section 9(d)(1) says it clumsily.",
    (law["9(d)(1)"],),
)
NATURAL = Reading(
    "natural",
    "When is a Trips hand natural?",
    "No joker, and the plain faces already make the hand that is paid. Plain 2-2-2-x-y or x-x-x-2-y could be "
    "argued as natural trips; the best hand, wild quads, is paid.",
    "Section 9(d)(5) speaks of a deuce not used as a wild card.",
    (law["9(d)(4)"], law["9(d)(5)"]),
    rejected=("natural trips where the plain faces make them and the chart pays them more",),
    choices=("best-hand", "best-pay"),
)
SEVEN_CARDS = Reading(
    "seven-cards",
    "The definition of the Trips wager speaks of a seven card hand.",
    "Five.",
    "Every hand of the game has five cards.",
    (law["1"],),
)
BLIND_EQUALS_ANTE = Reading(
    "blind-equals-ante",
    "Must the Blind wager equal the Ante wager?",
    "Yes.",
    "The rules say only that it must also be played; the game is the one Pennsylvania defines.",
    (law["1"],),
)
FOLD = Reading(
    "fold",
    "What does a fold forfeit?",
    "Ante and Blind. Trips, Two Way Bad Beat, Cover All and Multi Game Link stay in action.",
    "The Play bet is required to stay in the hand; section 10(b) keeps the Bad Beat, and the others do not "
    "depend on the hand being played.",
    (law["1"], law["7(c)(2)"], law["8(e)(2)"], law["10(b)"]),
    rejected=("Trips, Cover All and Multi Game Link are forfeited too",),
    choices=("side-wagers-survive", "side-wagers-forfeited"),
)
COVER_ALL_ROWS = Reading(
    "cover-all-rows",
    "Which hands do the Cover All rows mean?",
    "Five wilds, royal flush, five-of-a-kind, straight flush, four-of-a-kind: the labels lost five-of-a-kind.",
    "As printed the wager would return about three times its stake. Three-of-a-kind or better in section 11(b) "
    "yields to the listed rows.",
    (law["11(k)"], law["11(b)"]),
    rejected=("the labels as printed, five-of-a-kind paid as four-of-a-kind",),
    choices=("shifted", "as-printed"),
)
COVER_ALL_HANDS = Reading(
    "cover-all-hands",
    "Whose hands count for Cover All?",
    "Every player's, folded ones too, and the dealer's; not a hand whose wagers were all forfeited for telling of it.",
    "The highest hand at the table counts, and a forfeit of every wager on it takes the hand out of the round.",
    (law["11(b)"], law["11(g)"], law["9(c)"]),
    rejected=("a hand whose wagers were forfeited counts too",),
    moves="Moves money only when a player told of the highest hand at the table: then the others' Cover All.",
)
COVER_ALL_PLAYERS = Reading(
    "cover-all-players",
    "How many players does Cover All count when a hand becomes void, or its shuffler goes during the round?",
    "As many as wagered when the round began, which the shuffler has displayed or would have. A void hand is no hand "
    "at the table all the same. Without its shuffler no new wager is taken.",
    "Sections 11(c) and (e) go by the number of players in the round, found when the dealer's hand is out.",
    (law["11(c)"], law["11(d)"], law["11(e)"]),
)
MULTI_GAME_LINK = Reading(
    "multi-game-link",
    "The Multi Game Link refers to paytables that are not printed. What is it?",
    "A progressive linked across game titles whose wager, seed and rows the submission supplies; every wild "
    "card of the five is replaced from the stub; all linked games share paytable, wager and number of decks.",
    "Sections 12(a) and (b) give the procedure and no numbers. A hand without a row loses.",
    (law["12(a)"], law["12(b)"]),
)
PROGRESSIVE_DEUCES = Reading(
    "progressive-deuces",
    "Are deuces wild for the Multi Game Link?",
    "No, they are replaced from the stub like the joker.",
    "Section 12(a) replaces every wild card of the original five.",
    (law["12(a)"],),
    rejected=("wild, the joker alone replaced; five-of-a-kind then pays as four-of-a-kind",),
    choices=("natural", "wild"),
    moves="The rules print no pays for the link; `analyze` prices those of a submission.",
)
PROGRESSIVE_STAKE = Reading(
    "progressive-stake",
    "Does the link wager come back with a win?",
    "No.",
    "A progressive wager is collected at the start of the round.",
    (law["12(a)"],),
    rejected=("returned with the pay",),
    choices=("kept", "returned"),
    moves="The rules print no pays for the link; with them it adds the chance of a win.",
)
MATCH_PLAY = Reading(
    "match-play",
    "What does a match play coupon do?",
    "Laid with the Ante it wins its face value and is collected either way; off unless the submission offers it.",
    "Section 6(a) lets it stand as a wager.",
    (law["6(a)"],),
)
INFORMATION = Reading(
    "information",
    "A player told of the own hand before the dealer's was turned. Until when may it be found?",
    "Until the last card is in the rack: what the player was paid is undone, then every wager is forfeited, as if it "
    "had been found at once; of settled wagers that is for a floorperson to report. The others' Cover All is settled "
    "anew without that hand.",
    "The violation is over when the dealer's cards are turned, its sanction is not.",
    (law["9(c)"], law["11(b)"]),
    rejected=("only before the dealer's cards are turned",),
    moves="Moves money only when a player told of the own hand and it is found late: then that player's wagers.",
)
EXPOSED = Reading(
    "exposed-cards",
    "What is void when cards are exposed or misdealt?",
    "The dealer's cards exposed: every hand. A player dealt a wrong number of cards: that player's hand alone.",
    "Sections 13(a) and (c).",
    (law["13(a)"], law["13(c)"]),
)
DEALER_NUMBER = Reading(
    "dealer-number",
    "A player dealt a wrong number of cards has a void hand. What if it is the dealer?",
    "All hands are void, as when the dealer's cards are exposed.",
    "Section 13(c) names a player alone; every hand is compared with the dealer's.",
    (law["13(a)"], law["13(c)"]),
    rejected=("the dealer's hand is completed or cut to five cards",),
    moves="Moves money only when the dealer was dealt a wrong number of cards: then every wager of the round.",
)
POSITIONS = Reading(
    "positions",
    "How many may play, and on how many positions each?",
    "Six, each on one position.",
    "Only section 11(k) has a number of players, one to six; no sentence lets a player hold a second position, as "
    "Pennsylvania's 687a.7(e) does.",
    (law["11(k)"], law["6(d)"]),
    rejected=("a player may hold several positions",),
    moves="Moves no figure of a single position: each is dealt to and settled by itself.",
)
VOID_HANDS = Reading(
    "void-hands",
    "What becomes of the wagers on a void hand?",
    "All of them go back, side wagers too.",
    "Section 13 voids hands and does not speak of wagers; nothing is left that could decide them.",
    (law["13(a)"], law["13(b)"], law["13(c)"], law["13(e)"]),
    rejected=("they are lost", "side wagers are settled"),
    occasions=(
        Occasion("void hand", ("main",), "returned", ("lost", "returned")),
        Occasion("void hand", ("side",), "returned", ("lost", "settled")),
    ),
    moves="Moves money only when a hand is void.",
    fixed="a hand that is void does not lose, and to collect its wagers would be to lose it; side wagers are on the "
    "same hand, and one that is void for its number of cards cannot be ranked.",
)
WRONG_STUB = Reading(
    "wrong-stub",
    "What follows when the count of the stub is wrong?",
    "All hands are void and the wagers go back; without a misdeal, or if cards are missing, the deck leaves the table. "
    "If a count of every card finds none missing and no hand wrong, the stub was miscounted and the round goes on.",
    "Sections 7(d) and 8(f) ask for the count and stop; Pennsylvania's 687a.9(h) goes on so.",
    (law["7(d)"], law["8(f)"]),
    rejected=("the round is settled, but for hands of a wrong number of cards",),
    choices=("void", "settled"),
    occasions=(Occasion("wrong stub", ("main", "side"), "returned", ("settled",)),),
    moves="Moves money only when the count of a stub is wrong and no recount mends it.",
)
VOID_PAYMENTS = Reading(
    "void-payments",
    "What becomes of wagers that were settled before the irregularity was found?",
    "They are undone: what was paid and collected on a void hand comes back, folded or not, and what others were "
    "paid because of it is settled anew. It may be found until the last card is in the rack; later it is a "
    "dispute. What a player no longer holds in chips is a claim, which a floorperson has collected or written "
    "off. What another table has won from a linked meter meanwhile stays paid.",
    "Section 13 voids hands whatever was settled on them; of a player who has left it says nothing.",
    (law["13(a)"], law["13(b)"], law["13(c)"], law["13(e)"]),
)
LATE = Reading(
    "late",
    "What happens when a player's time runs out?",
    "The player folds, once the time that the submission states, or else 25 seconds, has run.",
    "The text has no clock.",
    (law["8(e)(2)"],),
)
PRESHUFFLED_WAITING = preshuffled_waiting(law["3(a)"], law["4(e)"])
PRESHUFFLED_HAND = preshuffled_hand(
    "Section 4(a) frees preshuffled cards from the shuffle whatever the way of dealing; "
    "7(b)(1) has a device shuffle what is dealt from the hand.",
    law["4(a)"],
    law["4(b)(2)"],
    law["7(b)(1)"],
)
CUT_FOR_SHOE = Reading(
    "cut-for-shoe",
    "Section 4 sends a deck that a device has shuffled to the shoe and one that was cut to the hand; but section 7 "
    "has a device shuffle what is dealt from the hand, and then no cut is made. Which holds?",
    "From the hand only what a device has shuffled, uncut; a deck that was cut is dealt from the automated shoe.",
    "Section 7(b)(1) is a condition of dealing from the hand at all, and a cut comes after manual shuffles and "
    "preshuffled cards alone. Sections 7(b)(2) and 8(b)(1) let whatever section 4 has readied lead to either.",
    (law["4(b)(1)"], law["4(c)(2)"], law["7(b)(1)"], law["8(b)(1)"]),
    rejected=("a deck shuffled manually and cut is dealt from the hand",),
    moves="Moves no money: every order of the cards is as likely either way.",
)

DIRECTED_SHUFFLE = Reading(
    "directed-shuffle",
    "May a casino supervisor have the cards shuffled again before a round?",
    "Yes, as long as the betting is open.",
    "Section 4(a) has a shuffle before play and after each round and forbids none; Pennsylvania's 687a.5(a) has the "
    "same sentence with such an order. Section 4(d) trusts a supervisor with the cut.",
    (law["4(a)"], law["4(d)"]),
    rejected=("nobody has the cards shuffled between two rounds",),
    moves="Moves no money: every order of the cards is as likely either way.",
)
RESHUFFLING = Reading(
    "reshuffling-device",
    "What is a device that reshuffles and counts by itself, of which the rules do not speak?",
    "An automated card shuffling device that counts: it spares the count of 8(f) and nothing else, so that cards which "
    "came preshuffled are cut, and an idle table's are spread.",
    "Pennsylvania's 687a.5(g) lifts the cut and the spread for it; no sentence here does.",
    (law["4(b)"], law["4(e)"], law["8(g)"]),
)
READY_CARDS = ready_cards(
    "Section 13(f) has a failed device removed before another method is used; it has nothing shuffled that is ready.",
    law["13(f)"],
    law["4(a)"],
)
BAD_DECK = bad_deck("A deck in which the device counts wrongly is removed as a whole, 8(g).", law["3(a)"], law["8(g)"])
RETURNED_SHARE = returned_share(law["12(a)"])
REFUSED_CLAIM = refused_claim(
    "multi-game-link", "Nothing says that a wager once accepted is lost unpaid.", law["12(a)"], envy=False
)

SETTLEMENT_ORDER = Reading(
    "settlement-order",
    "In which order are the seats settled?",
    "As they were dealt: seats 1 to 6, from the dealer's left.",
    "Section 9(d) reveals and settles and names no order; 7(c) and 8(c) begin at the left.",
    (law["9(d)"], law["7(c)"]),
    rejected=("seats 6 to 1",),
    choices=("left-first", "right-first"),
    moves="Moves money only between two winners of one meter in one round: the first of them takes its share of all.",
)
REDRAWN_JOKER = Reading(
    "redrawn-joker",
    "What if the joker is drawn to replace a wild card?",
    "It is drawn again.",
    "A wild card is to be replaced, and a joker has no rank of its own.",
    (law["12(a)"],),
    rejected=("it stays and the hand has no such card",),
    moves="Moves money only when the joker takes a deuce's place, in 1 of 138 hands, and then what those five cards "
    "would have won. The rules print no pays for the link.",
)
METER_ROUNDING = meter_rounding(law["12(a)"])

VOID_FORFEIT = void_forfeit(
    "A player told of the own hand, which forfeits every wager on the round.",
    "Section 9(c) forfeits the wagers on a round, and a void hand has none on it; section 13 excepts no hand.",
    law["9(c)"],
    law["13(a)"],
    law["13(b)"],
    law["13(c)"],
    law["13(e)"],
)
STUB_AFTER_VOID = stub_after_void(law["7(d)"], law["8(f)"])

READINGS = (
    EFFECTIVE_DAY,
    RANKINGS,
    FLUSH_WILD,
    KICKERS,
    NATURAL,
    SEVEN_CARDS,
    BLIND_EQUALS_ANTE,
    FOLD,
    COVER_ALL_ROWS,
    COVER_ALL_HANDS,
    COVER_ALL_PLAYERS,
    MULTI_GAME_LINK,
    PROGRESSIVE_DEUCES,
    PROGRESSIVE_STAKE,
    MATCH_PLAY,
    INFORMATION,
    EXPOSED,
    DEALER_NUMBER,
    POSITIONS,
    VOID_HANDS,
    WRONG_STUB,
    VOID_PAYMENTS,
    LATE,
    PRESHUFFLED_HAND,
    PRESHUFFLED_WAITING,
    CUT_FOR_SHOE,
    DIRECTED_SHUFFLE,
    RESHUFFLING,
    READY_CARDS,
    BAD_DECK,
    REFUSED_CLAIM,
    RETURNED_SHARE,
    SETTLEMENT_ORDER,
    REDRAWN_JOKER,
    METER_ROUNDING,
    VOID_FORFEIT,
    STUB_AFTER_VOID,
)
