"""Side wagers: every set of cards that can decide one, each with how often it comes."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, lcm, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.kit.bulk import all_hands, compiled
from croupier.kit.cards import CARDS, JOKER
from croupier.odds.facts import store
from croupier.odds.facts.sevens import ace_high_joint, signatures
from croupier.odds.rounds.partial import played
from croupier.odds.rounds.shapes import full_deck, places_of, ranking_of, refused, single_deck
from croupier.odds.sides.best_of import of_added, of_best

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from croupier.game import Played, Rules, Wager
    from croupier.kit.rankings import Ranking

    Deals = list[tuple[int, Played]]

SIZES = {5: "five", 6: "six"}


def showdowns(rules: Rules, wager: Wager[Any], deals: Deals) -> list[tuple[int, Any]]:
    """What the wager sees in these deals, equal showdowns counted together."""
    counts: Counter[Any] = Counter()
    for count, deal in deals:
        counts[wager.see(rules, deal, 1)] += count
    return [(count, showdown) for showdown, count in counts.items()]


def of_hand(rules: Rules, wager: Wager[Any]) -> Deals:
    """Every hand a seat can be dealt, card by card."""
    single_deck(rules)
    return [(1, played(wager.id, hand)) for hand in combinations(rules.game.deck.cards, rules.game.hand_size)]


def of_community(rules: Rules, wager: Wager[Any]) -> Deals:
    """Every set of community cards."""
    single_deck(rules)
    count = places_of(rules)["community"]
    return [(1, played(wager.id, (), community=cards)) for cards in combinations(rules.game.deck.cards, count)]


def of_final(rules: Rules, wager: Wager[Any]) -> Deals:
    """Every worth that a hand and the community cards can have, for a wager that declares no features."""
    ranking, cards, hole = ranking_of(rules), single_deck(rules), rules.game.hand_size
    final = hole + places_of(rules)["community"]
    if final == 6:
        found = _six(ranking, cards)
    elif final == ranking.size:
        found = by_worth(ranking, cards, final)
    else:
        raise refused(rules, f"hands of {final} cards are not counted by what they are worth")
    made = []
    for count, hand in zip(found["counts"].tolist(), found["hands"].tolist(), strict=True):
        held = tuple(CARDS[card] for card in hand)
        made.append((count, played(wager.id, held[:hole], community=held[hole:])))
    return made


def _six(ranking: Ranking, cards: Sequence[int]) -> Mapping[str, NDArray[Any]]:
    return store.kept(store.key("six-cards", ranking, tuple(cards)), lambda: six_cards(ranking, cards), cards=cards)


def six_cards(ranking: Ranking, cards: Sequence[int] = range(52)) -> dict[str, NDArray[Any]]:
    """All hands of six cards by what the best of them are worth."""
    return by_worth(ranking, cards, 6)


def by_worth(ranking: Ranking, cards: Sequence[int], size: int) -> dict[str, NDArray[Any]]:
    """All hands of so many cards by worth, one each with how many there are; those of the top category one by one."""
    bulk, tell = compiled(ranking, size), store.progress(f"every {SIZES[size]} cards")
    deck, every, done = np.array(cards, np.uint8), comb(len(cards), size), 0
    counts, first = np.zeros(len(bulk.worths), np.int64), np.zeros((len(bulk.worths), size), np.uint8)
    top, best = -1, [np.zeros((0, size), np.uint8)]
    for lowest in range(len(deck) - size + 1):  # by their first card, so that they are never all in memory
        others = all_hands(len(deck) - lowest - 1, size - 1) + np.uint8(lowest + 1)
        hands = deck[np.insert(others, 0, lowest, axis=1)]
        worths = bulk.rank(hands)
        found, at = np.unique(worths, return_index=True)
        new = counts[found] == 0
        first[found[new]] = hands[at[new]]
        if found[-1] > top:
            top, best = int(found[-1]), []
        best.append(hands[worths == top])
        counts += np.bincount(worths, minlength=len(counts))
        done += len(hands)
        tell(done, every)
    below, singles = np.flatnonzero(counts[:top]), np.concatenate(best)
    return {
        "counts": np.concatenate([counts[below], np.ones(len(singles), np.int64)]),
        "hands": np.concatenate([first[below], singles]),
    }


def of_six(rules: Rules, wager: Wager[Any]) -> Deals:
    """Every hand of two cards with four more. Any two of a set of six may be the player's, with the same worth."""
    ranking, cards_in_play = ranking_of(rules), single_deck(rules)
    if (rules.game.hand_size, places_of(rules).get("all-six")) != (2, 4):
        raise refused(rules, "an All-Six hand is counted as two cards and four")
    facts = _six(ranking, cards_in_play)
    made = []
    for count, hand in zip(facts["counts"].tolist(), facts["hands"].tolist(), strict=True):
        cards = tuple(CARDS[card] for card in hand)
        made.append((count, played(wager.id, cards[:2], all_six=cards[2:])))
    return made


@cache
def kinds() -> list[tuple[int, tuple[int, ...]]]:
    """All five-card hands of 52 by ranks, and whether all cards, or all but the deuces, are of one suit: one hand of
    each kind with how many there are."""
    made = []
    for ranks in combinations_with_replacement(range(13), 5):
        held = Counter(ranks)
        if max(held.values()) > 4:
            continue
        deuces, others = ranks.count(0), [rank for rank in ranks if rank]
        ways = prod(comb(4, times) for times in held.values())
        if len(set(others)) < len(others) or not others:
            made.append((ways, tuple(4 * rank + ranks[:place].count(rank) for place, rank in enumerate(ranks))))
            continue
        suited = 4 if deuces <= 1 else 0
        in_suit = tuple(4 * rank for rank in others)
        if suited:
            made.append((suited, (0,) * deuces + in_suit))
        if loose := 4 * comb(4, deuces) - suited if deuces else 0:
            made.append((loose, tuple(range(4 - deuces, 4)) + in_suit))
        if rest := ways - suited - loose:
            made.append((rest, (*tuple(range(4 - deuces, 4)), *in_suit[:-1], in_suit[-1] + 1)))
    return made


@cache
def kinds_with_joker() -> list[tuple[int, tuple[int, ...]]]:
    """All hands of the joker and four cards by ranks, and whether those that are no deuces are of one suit."""
    made = []
    for ranks in combinations_with_replacement(range(13), 4):
        held = Counter(ranks)
        deuces, others = ranks.count(0), [rank for rank in ranks if rank]
        ways = prod(comb(4, times) for times in held.values())
        apart = tuple(4 * rank + ranks[:place].count(rank) for place, rank in enumerate(ranks))
        if len(others) < 2 or len(set(others)) < len(others):
            made.append((ways, (*apart, int(JOKER))))
            continue
        in_suit = (*range(deuces), *(4 * rank for rank in others), int(JOKER))
        suited = 4 * comb(4, deuces)
        made.append((suited, in_suit))
        made.append((ways - suited, (*in_suit[:-2], in_suit[-2] + 1, int(JOKER))))
    return made


def of_five(rules: Rules, wager: Wager[Any]) -> Deals:
    """Every five cards of a seat, by ranks and suitedness."""
    full_deck(rules)
    return [
        (count, played(wager.id, tuple(CARDS[card] for card in hand)))
        for count, hand in [*kinds(), *kinds_with_joker()]
    ]


def of_replaced(rules: Rules, wager: Wager[Any]) -> Deals:
    """Every five cards that can lie there once the cards the wager replaces have been replaced from the stub.

    A final five with d cards of the replaced kind came from a hand that held w of that kind: some d of its
    replacements are those, the other w - d are among the rest. A joker drawn as a replacement is drawn again.
    """
    assert wager.replaces is not None
    full_deck(rules)
    kind = [card for card in CARDS if wager.replaces(rules, card)]
    plain = len(kind) - 1  # all but the joker
    shares = [_share(plain, d) for d in range(plain + 1)]
    scale = lcm(*(share.denominator for share in shares))
    made = []
    for count, hand in kinds():
        cards = tuple(CARDS[card] for card in hand)
        if not shares[sum(card in kind for card in cards)]:  # more of the kind than could have been drawn
            continue
        drawn = tuple(card for card in cards if card in kind)
        spent = [card for card in reversed(kind) if card not in drawn][: len(drawn)]
        held = tuple(card for card in cards if card not in kind) + tuple(spent)
        weight = int(shares[len(drawn)] * scale)
        made.append((count * weight, played(wager.id, held, replacement=drawn)))
    return made


def _share(plain: int, drawn: int) -> Fraction:
    """How likely a final five with `drawn` cards of the kind is, against all hands of 53 being alike."""
    total = Fraction(0)
    for w in range(drawn, plain + 2):
        ways = comb(5 - drawn, w - drawn) if w <= 5 else 0
        with_joker = Fraction(comb(plain - drawn, w - 1), comb(48, w)) if w else Fraction(0)
        total += ways * (with_joker + Fraction(comb(plain - drawn, w), comb(47, w)))
    return total


assert CARDS[-1] == JOKER


def of_seven(rules: Rules, wager: Wager[Any]) -> Deals:
    """Every signature of seven cards, one hand each."""
    cards = full_deck(rules)

    def count() -> dict[str, NDArray[Any]]:
        found = signatures(wager.rankings, progress=store.progress("every seven cards"))
        return {"counts": found.counts, "examples": found.examples}

    facts = store.kept(store.key("sevens", wager.rankings, cards), count, cards=cards)
    return [
        (count_, played(wager.id, tuple(CARDS[card] for card in hand)))
        for count_, hand in zip(facts["counts"].tolist(), facts["examples"].tolist(), strict=True)
    ]


def of_ace_high(rules: Rules, wager: Wager[Any]) -> Deals:
    """The player's seven and the dealer's, ace high or not, with the dealer's joker or without."""
    ranking, cards = ranking_of(rules), full_deck(rules)

    def count() -> dict[str, NDArray[Any]]:
        found = ace_high_joint(ranking, progress=store.progress("ace high on both sides"))
        return {"counts": found.counts, "players": found.players, "dealers": found.dealers}

    facts = store.kept(store.key("ace-high", ranking, cards), count, cards=cards)
    made = []
    for each, mine, theirs in zip(*(facts[name].tolist() for name in ("counts", "players", "dealers")), strict=True):
        hands = (tuple(CARDS[card] for card in hand) for hand in (mine, theirs))
        made.append((each, played(wager.id, next(hands), dealer=next(hands))))
    return made


COUNTED: dict[str, Callable[[Rules, Wager[Any]], Deals]] = {
    "hand": of_hand,
    "community": of_community,
    "final": of_final,
    "all-six": of_six,
    "five": of_five,
    "replaced": of_replaced,
    "seven": of_seven,
    "ace-high": of_ace_high,
    "best": of_best,
    "added": of_added,
}
