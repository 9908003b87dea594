"""House ways: how the pai gow dealer sets seven cards, as a declared list of rules (688a.11(a)).

Rules are tried from the top; the first whose conditions hold, whose front can be made and whose setting is legal
decides. A named front is set with the best high hand that goes with it. The words of a rule stand in
`croupier.kit.house_rules`; here they are asked about one hand.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import SubmissionError
from croupier.game import Setting
from croupier.kit.cards import CARDS
from croupier.kit.house_rules import COMPLETE, FRONTS, HANDS, Low, Rule, Shape, kept_category, read_rules
from croupier.kit.sevens import can_be_complete

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.kit.cards import Card
    from croupier.kit.rankings import Hand, Ranking

__all__ = ["HANDS", "SHIPPED", "HouseWay", "Low", "declare", "is_legal", "low_hand", "rank_of", "read", "shipped"]

ACE = 14
_RANK = tuple(card.rank or ACE for card in CARDS)
_ORDER = {card: place for place, card in enumerate(sorted(CARDS, key=lambda card: (-_RANK[card], -card)))}
_NAMES = tuple(HANDS)
_PLACE = {hand: place for place, hand in enumerate(HANDS)}


def rank_of(card: Card) -> int:
    """The rank with the joker as an ace."""
    return _RANK[card]


def low_hand(cards: Sequence[Card]) -> Low:
    """Two cards as something to compare: a pair beats none, then the ranks."""
    one, other = cards
    high, low = _RANK[one], _RANK[other]
    return (1, high, low) if high == low else (0, high, low) if high > low else (0, low, high)


class Set(NamedTuple):
    """One of the 21 ways to set a hand."""

    low: Low
    high: Hand
    setting: Setting


def shape(ranks: Sequence[int]) -> Shape[int]:
    """What a rule list sees in seven ranks, highest first."""
    held: dict[int, int] = {}
    for rank in ranks:
        held[rank] = held.get(rank, 0) + 1
    singles, pairs = ([rank for rank, count in held.items() if count == times] for times in (1, 2))
    most = max(held.values())
    own = next(rank for rank, count in held.items() if count == most)
    beside = next((rank for rank, count in held.items() if count >= 2 and rank != own), 0)
    if most == 3:
        hand = "full-house" if pairs else "two-sets" if beside else "set"
    elif most == 2:
        hand = ("pair", "two-pairs", "three-pairs")[len(pairs) - 1]
    else:
        hand = {1: "no-pair", 4: "four-of-a-kind", 5: "five-aces"}[most]
    highest, lowest = (pairs[0], pairs[-1]) if pairs else (0, 0)
    return Shape(_PLACE[hand], own, beside, len(pairs), highest, lowest, (*singles, *(0,) * (7 - len(singles))))


def is_legal(ranking: Ranking, high: Hand, low: Low) -> bool:
    """688a.11(c): the high hand ranks at least as high as the low one. Category first, then the pair or the two
    highest cards; a tie is legal."""
    pair = ranking["pair"]
    if high.category > pair:
        return True
    if high.category == pair:
        return not low[0] or high.ties[0] >= low[1]
    return not low[0] and high.ties[:2] >= low[1:]


@dataclass(frozen=True, slots=True)
class HouseWay:
    """A complete list of rules: every seven cards have a setting."""

    name: str
    rules: tuple[Rule, ...]
    _lately: dict[tuple[int, Sequence[Card]], tuple[Ranking, Setting]] = field(
        default_factory=dict, repr=False, compare=False
    )
    _for_hand: dict[int, list[Rule]] = field(default_factory=dict, repr=False, compare=False)

    def set(self, ranking: Ranking, cards: Sequence[Card]) -> Setting:
        """Set the hands."""
        key = (id(ranking), cards)  # kept with its ranking, whose identity is therefore nobody else's
        found = self._lately.get(key)
        if found is None:
            if len(self._lately) >= 1024:
                self._lately.clear()
            found = self._lately[key] = (ranking, self._set(ranking, cards))
        return found[1]

    def _set(self, ranking: Ranking, cards: Sequence[Card]) -> Setting:
        order = sorted(cards, key=_ORDER.__getitem__)
        ranks = [_RANK[card] for card in order]
        seen = shape(ranks)
        complete = _complete(ranking, order) if can_be_complete(cards) else []
        for rule in self._rules_for(seen.hand):
            if not rule.fits(seen) or (rule.complete is not None and rule.complete != bool(complete)):
                continue
            found = _front(rule, seen, ranking, order, ranks, complete)
            if found is None or (rule.beats_complete and found.low <= max(complete).low):
                continue
            return found.setting
        raise SubmissionError(f"house way {self.name} has no setting for {_NAMES[seen.hand]}")

    def _rules_for(self, hand: int) -> list[Rule]:
        if hand not in self._for_hand:
            self._for_hand[hand] = [rule for rule in self.rules if rule.hand == _NAMES[hand]]
        return self._for_hand[hand]


def _setting(order: Sequence[Card], a: int, b: int) -> Setting:
    """Two cards in front, the rest behind."""
    return Setting((*order[:a], *order[a + 1 : b], *order[b + 1 :]), (order[a], order[b]))


def _complete(ranking: Ranking, order: Sequence[Card]) -> list[Set]:
    """The settings that leave a complete hand behind; all are legal."""
    settings = [_setting(order, a, b) for a, b in combinations(range(len(order)), 2)]
    return [
        Set(low_hand(setting.low), ranking.rank(setting.high), setting)
        for setting in settings
        if can_be_complete(setting.high)
    ]


def _places(ranks: Sequence[int], rank: int) -> range:
    """Where a rank stands among ranks in order."""
    first = ranks.index(rank) if rank in ranks else 0
    return range(first, first + ranks.count(rank))


def _front(
    rule: Rule,
    seen: Shape[int],
    ranking: Ranking,
    order: Sequence[Card],
    ranks: Sequence[int],
    complete: Sequence[Set],
) -> Set | None:
    named = FRONTS.get(rule.front)
    if named is not None:
        one, other = named(seen)
        fronts = [(a, b) for a in _places(ranks, max(one, other)) for b in _places(ranks, min(one, other)) if a < b]
        settings = [_setting(order, a, b) for a, b in fronts]
        ways = [Set(low_hand(setting.low), ranking.rank(setting.high), setting) for setting in settings]
        legal = [way for way in ways if is_legal(ranking, way.high, way.low)]
        return max(legal, key=lambda way: way.high, default=None)
    if rule.front == "best-category":
        return _best_category(rule, ranking, complete)
    split = [way for way in complete if way.low == (1, seen.rank, seen.rank)]
    return max(split if split and rule.front == "two-of-it-or-best-complete" else complete, default=None)


def _best_category(rule: Rule, ranking: Ranking, complete: Sequence[Set]) -> Set | None:
    best = [max((way for way in complete if way.high.category == ranking[name]), default=None) for name in COMPLETE]
    kept = kept_category(rule.yields, [way and way.low for way in best])
    return None if kept is None else best[kept]


# Declared lists, and those that ship ----------------------------------------------------------------------------

SHIPPED = ("foxwoods", "mgm", "flamingo")


def declare(name: str, data: object) -> HouseWay:
    """Read a list of rules, refusing all that is wrong with it at once."""
    return HouseWay(name, read_rules(data))


@cache
def shipped(name: str) -> HouseWay:
    """One of the three house ways that come with the book."""
    path = Path(__file__).parent / "house_ways" / f"{name}.toml"
    return declare(name, tomllib.loads(path.read_text(encoding="utf-8"))["rule"])


def read(data: object) -> HouseWay:
    """A house way as a submission writes it: a shipped name, or a declared list of rules."""
    if isinstance(data, str):
        if data not in SHIPPED:
            raise SubmissionError(f"{data!r} is not one of {', '.join(SHIPPED)}, nor a list of rules")
        return shipped(data)
    return declare("declared", data)
