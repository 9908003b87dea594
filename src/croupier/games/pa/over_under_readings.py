"""Chapter 686a: where the text is silent, double or misprinted."""

from __future__ import annotations

from croupier.law import Reading
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
    rejected=("half the Ante",),
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
    "The player surrenders.",
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
)
CUT_DECLINED = Reading(
    "cut-declined",
    "Who cuts when the first to arrive, or the player with the cover card, declines?",
    "The dealer.",
    "Only 5(c)(3) and (4) let the offer rotate; section 5(b) gives the cut to the dealer otherwise.",
    (law["5(b)"], law["5(c)(1)"], law["5(c)(2)"]),
)

WHO_WAGERS = Reading(
    "who-wagers",
    "Who may wager?",
    "A player at one of the boxes, for that box alone.",
    "Section 6 has no sentence like 683a.7(b), by which only seated players wager; the layout of 2(a) has six places.",
    (law["6(a)"], law["6(b)"], law["2(a)"]),
    rejected=("anybody standing by may wager on a box",),
)

READINGS = (
    WRONG_SIDE,
    TWO_I,
    SURRENDER,
    DECISIONS_FIRST,
    SKIPPED,
    PAYBACK,
    LATE,
    WAGER_MADE,
    CUT_DECLINED,
    WHO_WAGERS,
)
