"""Wagers that a fold takes with it (669a.11(g); 687a.11(b)(2) and, where the house says so, (3)).

What such a wager returns depends on the play. Its figures are given with the main game played as if it stood alone
(`showdowns`), and beside them for the play that is best for both together (see `joint`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace

from croupier.game import Played, Seat, Then
from croupier.game.case import decide
from croupier.kit.cards import CARDS, JOKER
from croupier.odds.rounds.partial import played
from croupier.odds.rounds.shapes import refused
from croupier.odds.solver.plan import folds, stays

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from croupier.game import Option, Rules, Wager
    from croupier.kit.cards import Card
    from croupier.odds.solver.solve import Solved
    from croupier.odds.study.study import Study

    Deals = list[tuple[int, Played]]
    Showdowns = list[tuple[int, Any]]


def forfeits(rules: Rules, wager: Wager[Any]) -> bool:
    """Whether giving up takes the wager with it under these rules."""
    way = way_out(rules)
    if way is None:
        return False
    game, nobody = rules.game, Played({}, {}, None)
    plain = iter(card for card in reversed(game.deck.cards) if not is_replaced(rules, wager, card))
    hand = tuple(next(plain) for _ in range(game.hand_size))
    places = {p.id: tuple(next(plain) for _ in range(p.count(rules, nobody))) for p in game.places}
    showdown = wager.see(rules, given_up(rules, Played({1: _seat(wager, hand)}, places, None)), 1)
    return decide(wager.cases, showdown, rules.tables[wager.id][wager.row(showdown)]).then is Then.FORFEIT


def rests(rules: Rules, wager: Wager[Any]) -> bool:
    """Whether a side wager's worth rests on how the main game is played."""
    return wager.looks in {"round", "final"} or forfeits(rules, wager)


def way_out(rules: Rules) -> tuple[tuple[str, ...], Option] | None:
    """The decisions that lead to giving up as late as can be, and the option itself; None where hands are set."""
    said: list[str] = []
    found = None
    for street in rules.game.streets:
        if street.setting:
            return None
        out = next((option for option in street.options if option.folds), None)
        if out is not None:
            found = ((*said, out.id), out)
        on = next((option for option in street.options if not (option.folds or option.done)), None)
        if on is None:
            break
        said.append(on.id)
    return found


def given_up(rules: Rules, kept: Played) -> Played:
    """The same round with the one seat folded."""
    way = way_out(rules)
    assert way is not None
    said, option = way
    return replace(kept, seats={1: replace(kept.seats[1], decisions=said, folded=option)})


def is_replaced(rules: Rules, wager: Wager[Any], card: Card) -> bool:
    """Whether the wager has such a card replaced; a joker that nobody replaces has no place in these hands either."""
    return card == JOKER or (wager.replaces is not None and wager.replaces(rules, card))


def _seat(wager: Wager[Any], hand: tuple[Card, ...]) -> Seat:
    return Seat(hand, {wager.id: 1}, (), None, {wager.id: 1}, None, None)


# What is decided with a hand, and what the wager sees of it -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sight:
    """What a wager sees of a hand that is played on, and of the same hand given up."""

    kept: Any
    lost: Any


@dataclass(frozen=True, slots=True)
class FirstHands:
    """A wager on the first cards of a game of streets: for each sight, how many hands of every class have it."""

    sights: Mapping[Sight, Mapping[int, int]]


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A wager on five cards, perhaps with some of them replaced: every deal as if nothing were given up, and of the
    hands that the main game gives up their classes, with the sights that come of one hand and how likely each is."""

    every: Mapping[Any, int]
    hands: tuple[tuple[NDArray[np.int64], Mapping[Sight, Fraction]], ...]


Folding = FirstHands | GivenUp


def folding(study: Study, rules: Rules, wager: Wager[Any], deals: Deals) -> Folding:
    """Look at the deals of a wager with the eyes of somebody who may give up."""
    if study.solved is not None and wager.looks == "hand":
        return _first_hands(study.solved, rules, wager, deals)
    if study.solved is not None and len(rules.game.streets) == 1 and wager.looks in {"five", "replaced"}:
        return _given_up(study.solved, rules, wager, deals)
    raise refused(
        rules, f"the {wager.name} is forfeited by a fold, and its cards are not those of one hand", wager.cite
    )


def _first_hands(solved: Solved, rules: Rules, wager: Wager[Any], deals: Deals) -> FirstHands:
    hands = np.array([one.seats[1].cards for _, one in deals], np.uint8)
    counted = solved.pays.counted
    places = counted.places(0, hands).tolist()
    found: dict[Sight, Counter[int]] = {}
    for (count, deal), place in zip(deals, places, strict=True):
        found.setdefault(_sight(rules, wager, deal), Counter())[place] += count
    return FirstHands(found)


def _given_up(solved: Solved, rules: Rules, wager: Wager[Any], deals: Deals) -> GivenUp:
    states = solved.pays.counted.levels[0].states
    every: Counter[Any] = Counter()
    for count, deal in deals:
        every[wager.see(rules, deal, 1)] += count
    out = np.flatnonzero(~stays(rules, solved.plan))
    kinds, which = np.unique(_kinds(states[out]), return_inverse=True)
    hands = []
    for kind in range(len(kinds)):
        classes = out[which == kind]
        hand = tuple(CARDS[card] for card in states[classes[0]])
        sights: dict[Sight, Fraction] = {}
        for chance, one in once_replaced(rules, wager, hand):
            sight = _sight(rules, wager, one)
            sights[sight] = sights.get(sight, Fraction(0)) + chance
        hands.append((classes, sights))
    return GivenUp(every, tuple(hands))


def _sight(rules: Rules, wager: Wager[Any], deal: Played) -> Sight:
    return Sight(wager.see(rules, deal, 1), wager.see(rules, given_up(rules, deal), 1))


# The main game played as if it stood alone -----------------------------------------------------------------------


def showdowns(study: Study, found: Folding) -> Showdowns:
    """What the wager sees, where the main game gives up the hands that are not worth playing."""
    assert study.solved is not None
    counts = _by_street(study.solved, found) if isinstance(found, FirstHands) else _by_class(study.solved, found)
    return [(count, showdown) for showdown, count in counts.items() if count]


def _by_street(solved: Solved, found: FirstHands) -> Counter[Any]:
    counted = solved.pays.counted
    gone, orders = folds(solved.rules, counted, solved.plan), counted.levels[0].ends
    counts: Counter[Any] = Counter()
    for sight, hands in found.sights.items():
        for place, count in hands.items():
            counts[sight.kept] += count * int(orders[place] - gone[place])
            counts[sight.lost] += count * int(gone[place])
    return counts


def _by_class(solved: Solved, found: GivenUp) -> Counter[Any]:
    """All deals, less those given up, and these again as forfeited."""
    weights = solved.pays.counted.levels[0].weights
    per_hand = Fraction(sum(found.every.values()), int(weights.sum()))
    lost: dict[Sight, Fraction] = {}
    for classes, sights in found.hands:
        for sight, chance in sights.items():
            lost[sight] = lost.get(sight, Fraction(0)) + chance * int(weights[classes].sum()) * per_hand
    scale = lcm(*(count.denominator for count in lost.values()))
    counts = Counter({showdown: count * scale for showdown, count in found.every.items()})
    for sight, count in lost.items():
        counts[sight.kept] -= int(count * scale)
        counts[sight.lost] += int(count * scale)
    assert min(counts.values()) >= 0
    return counts


def if_kept(found: Folding) -> Showdowns:
    """What the wager would see if no fold could take it."""
    if isinstance(found, GivenUp):
        return [(count, showdown) for showdown, count in found.every.items()]
    return [(sum(hands.values()), sight.kept) for sight, hands in found.sights.items()]


def once_replaced(rules: Rules, wager: Wager[Any], hand: tuple[Card, ...]) -> list[tuple[Fraction, Played]]:
    """What lies there once cards were replaced from the stub; a joker drawn is drawn again."""
    gone = 0 if wager.replaces is None else sum(wager.replaces(rules, card) for card in hand)
    if not gone:
        return [(Fraction(1), played(wager.id, hand))]
    left = [card for card in rules.game.deck.cards if card not in hand and card != JOKER]
    share = Fraction(1, comb(len(left), gone))
    return [(share, played(wager.id, hand, replacement=drawn)) for drawn in combinations(left, gone)]


def _kinds(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Hands by their ranks, and whether all, or all but the deuces, are of one suit (as in `sides.kinds`)."""
    ordered = np.sort(hands, axis=1).astype(np.int64)
    code = np.zeros(len(ordered), np.int64)
    for place in range(ordered.shape[1]):
        code = code * 14 + (ordered[:, place] >> 2)
    suits = np.zeros(len(ordered), np.int64)
    low = np.zeros(len(ordered), np.int64)
    for place in range(ordered.shape[1]):
        plain = ordered[:, place] < 52
        suits |= np.where(plain, 1 << (ordered[:, place] & 3), 0)
        low |= np.where(plain & (ordered[:, place] >= 4), 1 << (ordered[:, place] & 3), 0)
    one = ((suits & (suits - 1)) == 0).astype(np.int64) * 2 + ((low & (low - 1)) == 0)
    found: NDArray[np.int64] = code * 4 + one
    return found
