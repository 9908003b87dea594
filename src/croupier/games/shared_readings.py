"""Questions that several chapters leave open alike: one answer, and each chapter its own reason and cites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.law.reading import Occasion, Reading

if TYPE_CHECKING:
    from croupier.law.chapter import Cite


def bad_deck(because: str, *cites: Cite) -> Reading:
    """A card that is defective, missing or one too many."""
    return Reading(
        "bad-deck",
        "Cards are inspected for defects, and counted. What follows when a card is defective, missing or one too many?",
        "That deck leaves the table with every card of it, and another is received and inspected before play goes on.",
        because,
        cites,
        rejected=("the one card is replaced and the deck stays",),
        moves="Moves no money: cards are inspected before any wager is taken.",
    )


def preshuffled_hand(because: str, *cites: Cite) -> Reading:
    """Preshuffled cards that are to be dealt from the hand."""
    return Reading(
        "preshuffled-hand",
        "Cards come preshuffled to a table that deals from the hand. Are they dealt as they came?",
        "No: the device shuffles them first, and no cut follows.",
        because,
        cites,
        rejected=("they are cut and dealt as they came",),
        moves="Moves no money: every order of the cards is as likely either way.",
    )


def preshuffled_waiting(*cites: Cite) -> Reading:
    """Preshuffled cards at a table to which nobody has come yet."""
    return Reading(
        "preshuffled-waiting",
        "Preshuffled cards come to a table where no player is yet. Are they spread, since nobody plays?",
        "No: they are readied and wait for the first player. Once somebody was there and the last has left, they are.",
        "Such cards are freed from the spread for whoever comes first; that of a table without gaming activity is of "
        "cards that are taken out of the shoe and the rack again.",
        cites,
        rejected=("they are spread face down at once, and washed and shuffled for the first player",),
        moves="Moves no money: every order of the cards is as likely either way.",
    )


def ready_cards(because: str, *cites: Cite, but: str = "") -> Reading:
    """Cards that lay ready when a device failed."""
    return Reading(
        "ready-cards",
        "A device fails between two rounds, when the cards lie ready. Are they dealt?",
        "What was shuffled before the shuffling device failed is dealt as it lies; the next cards are readied without "
        f"it. What lies in an automated dealing shoe that fails is taken out, shuffled and dealt otherwise.{but}",
        because,
        cites,
        rejected=("the cards are shuffled again whichever device fails",),
        moves="Moves no money: every order of the cards is as likely either way.",
    )


def misdealt_incomplete(because: str, *cites: Cite) -> Reading:
    """A wrong stub that is neither of the chapter's two cases."""
    return Reading(
        "misdealt-incomplete",
        "The count of the stub is wrong, cards were misdealt, and some are missing besides. What follows?",
        "The round is void, and the deck leaves the table as if it had not been misdealt; a floorperson records it. "
        "If a count of every card finds none missing and no hand wrong, the stub was miscounted and the round goes on.",
        because,
        cites,
        rejected=("the deck stays on the table",),
        moves="Moves no money: the round is void either way, and only the deck goes or stays.",
    )


def stub_after_void(*cites: Cite) -> Reading:
    """A count of the stub that falls due in a void round."""
    return Reading(
        "stub-after-void",
        "The count of the stub falls due in a round that becomes void before every card is dealt. When is it made?",
        "In the next round of which every card is dealt, which may be the sixth since the last count. A round that "
        "becomes void later has a stub, and it is counted there. Void rounds are among the five.",
        "There is no stub before the deal is over, and a round is played until it is void.",
        cites,
        rejected=("the cards that were not dealt are counted in the void round",),
        moves="Moves no money: the round is void already, and the next count is of the same deck.",
    )


def void_forfeit(lost: str, because: str, *cites: Cite) -> Reading:
    """Wagers that were lost by what their player did, in a round that is void besides."""
    return Reading(
        "void-forfeit",
        f"{lost} What becomes of those wagers if the hand is void besides?",
        "They go back like all others, whichever of the two is found first.",
        because,
        cites,
        rejected=("they stay lost",),
        occasions=(
            Occasion("lost wager of a hand that is void", ("main",), "returned", ("lost",)),
            Occasion("lost wager of a hand that is void", ("side",), "returned", ("lost",)),
        ),
        moves="Moves money only when both happen in one round: then the wagers of that player.",
        fixed="what is void takes no wager, and the paragraphs that void a hand or a round except no player.",
    )


ABANDONED = "A player has left during the round, and the wagers were treated as losing ones."
"""When wagers are lost in most chapters."""


def open_order(*cites: Cite) -> Reading:
    """Cards that nobody may see, and the proof of a shuffle."""
    return Reading(
        "open-order",
        "The cards that were not dealt go to the rack unseen. May the order of a shuffle be opened after the round?",
        "Yes, when its cards have left the game, as a record and never on the table: whoever reads the journal can "
        "check that every card came from the sealed order. Who that is goes by the money: of play money everyone, of "
        "real money surveillance and the regulator alone, and a player is given what opens the seals of the cards that "
        "this player saw.",
        "A sealed shuffle can be proved only by opening it, and by then no wager is open that it could help. Where the "
        "cards are kept from everybody at a real table, those who check the game are not everybody.",
        cites,
        rejected=("everyone reads it, whatever the money", "the regulator alone reads it, whatever the money"),
        choices=("by-money", "everyone", "regulator"),
        conduct=True,
        moves="Moves no money: it is opened when the last wager on those cards is settled.",
    )


_NO_ENVY = (
    " A wager that has gone back earns its player no Envy Bonus. Its hand earns the others theirs, unless it was found "
    "not to win: then it is no qualifying hand either."
)


def refused_claim(wager: str, because: str, *cites: Cite, envy: bool = True) -> Reading:
    """A progressive win that the floor does not validate."""
    return Reading(
        "refused-claim",
        "A progressive payout is validated before it is paid. What follows when that is refused?",
        "It is not paid on one person's word and not lost on one either: another of the floor has it paid after all, "
        "or the wager goes back to the player and its share leaves the meter. The hand stays on the table meanwhile. "
        "What has gone back is no wager of that round any more, whatever is found afterwards of its player."
        + _NO_ENVY
        * envy,
        because,
        cites,
        rejected=("the wager is lost", "the round is void"),
        occasions=(
            Occasion("claim refused for good", (wager,), "returned", ("lost", "returned")),
            Occasion("claim refused for good", ("main",), "settled", ("settled", "returned")),
        ),
        moves="Moves money only when nobody of the floor has a claim paid.",
        fixed="the chapter collects such a wager only of a hand that does not win, and a claim is of one that does; "
        "what voids a round is listed, and a claim is not in the list.",
    )


def returned_share(*cites: Cite) -> Reading:
    """A wager that goes back from a meter that is not the same any more."""
    return Reading(
        "returned-share",
        "A progressive wager goes back after another player has won the whole meter in its round, here or at a table "
        "that shares it. What of its share?",
        "It has gone with what was won: the house bears it, and the meter stands at its seed.",
        "The whole meter is paid as it stands at the winner's turn, and a re-seed is of the printed amount.",
        cites,
        rejected=("it comes off the re-seeded meter", "the winner is paid so much less"),
        moves="Moves the share of one wager, a few cents, from the house to the next winner or from this one.",
        fixed="the tables print the amount of the re-seed and 100% of the meter as what is won.",
    )


def meter_rounding(*cites: Cite) -> Reading:
    """A share of a meter that is no whole number of cents."""
    return Reading(
        "meter-rounding",
        "A share of the meter may not come out in whole cents. What is paid?",
        "The whole cents of it; the rest stays on the meter.",
        "The meter is money that is there: what is not paid remains for the next winner.",
        cites,
        rejected=("rounded up or to the nearest cent",),
        moves="Moves less than a cent of each share, from the next winner to this one; shares of a seed come out even.",
    )


def three_to_two(*cites: Cite) -> Reading:
    """Odds that do not come out in whole cents."""
    return Reading(
        "3-to-2",
        "How is 3 to 2 paid on an odd stake?",
        "Exactly, to the cent; a stake that would not come out in whole cents is refused.",
        "The table's minimum and step keep it payable.",
        cites,
        rejected=("rounded down to the cent",),
        choices=("exact", "rounded-down"),
        moves="Moves less than a cent of a payment, and nothing on stakes of whole dollars, which the figures are of.",
    )


def envy_boxes(because: str, *cites: Cite) -> Reading:
    """A player on two boxes, and another player's hand."""
    return Reading(
        "envy-boxes",
        "A player wagers on more than one box. Is the Envy Bonus for another player's hand paid on each?",
        "Yes, for every wager that earns one; never for the hand of the player's own other box.",
        because,
        cites,
        rejected=("once to a player, on the highest of the wagers",),
        choices=("each-box", "once-a-player"),
        moves="Moves money only of a player on two boxes or more, for the hand of another: all but one of the bonuses. "
        "Priced per dollar of the same wager on two boxes.",
    )


def envy_last(because: str, *cites: Cite) -> Reading:
    """When an Envy Bonus is paid."""
    return Reading(
        "envy-last",
        "When is an Envy Bonus paid?",
        "After all seats are settled, seat by seat in the same order.",
        because,
        cites,
        rejected=("with the own wager, for the hands turned so far",),
        choices=("after-all-seats", "hands-so-far"),
        moves="On average a bettor is owed half as much: of two hands, either is as often settled first.",
    )
