"""Envy Bonuses: what other players' hands add to a wager.

Every hand of a round is as likely as any other, so two other players are worth twice as much as one, however their
cards hang together. Their hands are taken to stay on the table: no hand in an Envy column is worth giving up.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.kit.cards import CARDS, JOKER
from croupier.kit.paytables import wins
from croupier.odds.figures.analysis import Envied
from croupier.odds.rounds.partial import played
from croupier.odds.rounds.shapes import refused
from croupier.odds.rounds.weighted import stake_of
from croupier.odds.sides.deals import kinds
from croupier.odds.solver.plan import kept, stays

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.game import Rules, Wager
    from croupier.kit.cards import Card
    from croupier.odds.study.study import Study


def envied(
    rules: Rules, wager: Wager[Any], seen: list[tuple[int, Any]], won: Mapping[str, Fraction] | None = None
) -> Envied | None:
    """What the showdowns of one hand are worth to another player with the wager; where only a winner is paid, `won` is
    how often they come beside a win."""
    if wager.envy is None:
        return None
    if wager.envy.owed != "all":
        if won is None:
            raise refused(rules, f"the envy of the {wager.name} depends on two hands at once", wager.envy.cite)
        return _priced(rules, wager, stake_of(rules, wager), won)
    total = sum(count for count, _ in seen)
    rows: Counter[str] = Counter()
    for count, showdown in seen:
        row = wager.row(showdown)
        if row is not None:
            rows[row] += count
    stake = stake_of(rules, wager)
    if rules.tables[wager.id].envy:
        stake = max(stake, wager.envy.minimum)
    owed = _owed(rules, wager, stake)
    return _priced(rules, wager, stake, {row: Fraction(rows[row], total) for row in owed if rows[row]})


def beside_a_fold(study: Study, rules: Rules, wager: Wager[Any], found: Envied) -> Envied:
    """The same where a fold forfeits the bonus too: another hand counts only while the own hand is played."""
    assert wager.envy is not None
    if wager.envy.survives_fold or not found.chances:
        return found
    if wager.looks != "replaced":
        raise refused(rules, f"the envy of the {wager.name} is forfeited by a fold", wager.cite)
    return _priced(rules, wager, found.stake, _while_played(study, rules, wager, found.stake))


def beside_a_win(study: Study, rules: Rules, wager: Wager[Any]) -> dict[str, Fraction]:
    """Another player's first cards in each row, beside a hand that wins the wager and is not folded with the main game
    played as if alone: every pair of hands, and every order of the community cards from what neither holds."""
    solved = study.solved
    if solved is None or wager.looks != "hand":
        raise refused(rules, f"the envy of the {wager.name} depends on two hands at once", wager.cite)
    table, stake, counted = rules.tables[wager.id], stake_of(rules, wager), solved.pays.counted
    deck, hole, final = np.array(counted.shape.kinds, np.uint8), rules.game.hand_size, len(counted.shape.draws)
    hands = list(combinations(deck.tolist(), hole))
    held = (played(wager.id, tuple(CARDS[card] for card in hand)) for hand in hands)
    rows = [wager.row(wager.see(rules, one, 1)) for one in held]
    owed = _owed(rules, wager, stake)
    winning = np.array([hand for hand, row in zip(hands, rows, strict=True) if wins(table[row])], np.uint8)
    ways: Counter[str] = Counter()
    pairs = orders = 0
    for theirs, row in zip(hands, rows, strict=True):
        if row is None or row not in owed:
            continue
        left = deck[~np.isin(deck, theirs)]
        mine = winning[~np.isin(winning, theirs).any(axis=1)]
        ways[row] += int(kept(rules, counted, solved.plan, mine, left).sum())
        orders = prod(len(left) - hole - place for place in range(final - hole))
        pairs = len(hands) * comb(len(left), hole)
    return {row: Fraction(count, pairs * orders) for row, count in ways.items()}


def _owed(rules: Rules, wager: Wager[Any], stake: int) -> Mapping[str, int]:
    table = rules.tables[wager.id]
    return table.envy.get(stake, table.envy.get(0, {}))


def together(rules: Rules, found: Mapping[str, Envied]) -> Fraction:
    """What one other player's hand adds to several wagers at once, per unit of them all. It falls in the same row of
    each of their Envy columns, as far as they have it."""
    rows: dict[str, dict[str, int]] = {}
    chances: dict[str, Fraction] = {}
    for id_, envied_ in found.items():
        wager = rules.game.wager(id_)
        assert wager is not None
        for row, chance in envied_.chances.items():
            if chances.setdefault(row, chance) != chance:
                raise refused(rules, f"{row} is not one hand to all of {', '.join(found)}", wager.cite)
            rows.setdefault(row, {})[id_] = _owed(rules, wager, envied_.stake)[row]
    paid = {row: max(own.values()) if rules.game.one_envy else sum(own.values()) for row, own in rows.items()}
    staked = sum(envied_.stake for envied_ in found.values())
    return sum((chances[row] * owed for row, owed in paid.items()), Fraction(0)) / staked


def _priced(rules: Rules, wager: Wager[Any], stake: int, chances: Mapping[str, Fraction]) -> Envied:
    owed = _owed(rules, wager, stake)
    one = sum((chance * owed[row] for row, chance in chances.items()), Fraction(0)) / stake
    if wager.envy is not None and wager.envy.so_far:
        one /= 2  # of two seats, either is as often settled first
    return Envied(stake, chances, {others: others * one for others in range(1, rules.game.seats)})


def _while_played(study: Study, rules: Rules, wager: Wager[Any], stake: int) -> dict[str, Fraction]:
    """Another player's five in each row, once the extra card has taken the joker's place, beside a hand that is played.

    Five plain cards lie there as they are, or with the joker in the place of one of them and that one as the extra
    card, which is one of the cards that neither hand holds.
    """
    assert study.solved is not None
    level = study.solved.pays.counted.levels[0]
    plays = np.flatnonzero(stays(rules, study.solved.plan))
    bits = np.uint64(1) << level.states[plays].astype(np.uint64)
    held, weights = np.bitwise_or.reduce(bits, axis=1), level.weights[plays]
    deck, hand = len(rules.game.deck), rules.game.hand_size
    pairs = int(level.weights.sum()) * comb(deck - hand, hand)
    ways: Counter[str] = Counter()
    for row, cards in _hands_in(rules, wager, stake):
        theirs = sum(1 << card for card in cards)
        apart = int(weights[(held & np.uint64(theirs)) == 0].sum())
        without = int(weights[(held & np.uint64(theirs | 1 << JOKER)) == 0].sum())
        ways[row] += Fraction(apart) + Fraction(hand * without, deck - 2 * hand)  # type: ignore[assignment]
    return {row: Fraction(count) / pairs for row, count in ways.items()}


def _hands_in(rules: Rules, wager: Wager[Any], stake: int) -> Iterator[tuple[str, tuple[Card, ...]]]:
    """Every five plain cards that fall in a row of the Envy column."""
    owed = _owed(rules, wager, stake)
    ranks = dict.fromkeys(
        tuple(sorted(card >> 2 for card in hand))
        for _, hand in kinds()
        if wager.row(wager.see(rules, played(wager.id, tuple(CARDS[card] for card in hand)), 1)) in owed
    )
    for each in ranks:
        suits = [combinations(range(4), each.count(rank)) for rank in dict.fromkeys(each)]
        for chosen in product(*suits):
            pairs = zip(dict.fromkeys(each), chosen, strict=True)
            hand = tuple(CARDS[4 * rank + suit] for rank, held in pairs for suit in held)
            row = wager.row(wager.see(rules, played(wager.id, hand), 1))
            if row is not None and row in owed:
                yield row, hand
