"""House ways: how the pai gow dealer sets seven cards, as a declared list of rules (688a.11(a)).

A rule is a table: which `hand` it speaks of, conditions on it, and the `front` it puts in the low hand. Rules are
tried from the top; the first whose conditions hold, whose front can be made and whose setting is legal decides. A
named front is set with the best high hand that goes with it.

    hand             five-aces, four-of-a-kind, two-sets, full-house, three-pairs, set, two-pairs, pair, no-pair
    rank             range of the hand's own rank (the higher pair, the higher set), as in "J-A"
    beside           range of the best pair beside it (two-pairs: of the lower pair)
    pairs            how many pairs there are beside a set
    single           some rank held once lies in this range; no-single: none does
    singles          the two highest singles lie in these two ranges
    complete         a straight, flush, straight flush or royal flush can be left behind
    beats-complete   the rule's front is higher than the best complete setting's
    front            two-of-it, pair-beside, highest-pair, lowest-pair, two-highest-singles, second-and-third,
                     one-of-it-and-highest-single, best-complete, two-of-it-or-best-complete, best-category

"best-category" keeps the best of royal flush, straight flush, flush and straight; `royal-yields-to`,
`straight-flush-yields-to` and `flush-yields-to` list the fronts ("pair", "K-A", "A J-K") for which it gives way.
The joker counts as an ace.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from croupier.errors import Refusal, SubmissionError
from croupier.game import Setting
from croupier.kit.cards import RANKS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from croupier.kit.cards import Card
    from croupier.kit.rankings import Hand, Ranking

ACE = 14
T = TypeVar("T")
Low = tuple[int, int, int]
Span = tuple[int, int]

HANDS = {
    # each hand, and the fronts that every such hand can put forward, so that a list can be seen to be complete
    "five-aces": {"two-of-it"},
    "four-of-a-kind": {"two-of-it"},
    "two-sets": {"two-of-it"},
    "full-house": {"highest-pair", "pair-beside"},
    "three-pairs": {"highest-pair", "lowest-pair"},
    "set": {"two-highest-singles", "one-of-it-and-highest-single"},
    "two-pairs": {"lowest-pair", "two-highest-singles"},
    "pair": {"two-highest-singles"},
    "no-pair": {"second-and-third"},
}
_RANGES = ("rank", "beside", "single", "no-single")
_YIELDS = ("royal-yields-to", "straight-flush-yields-to", "flush-yields-to")
_FRONTS = (
    "two-of-it", "pair-beside", "highest-pair", "lowest-pair", "two-highest-singles", "second-and-third",
    "one-of-it-and-highest-single", "best-complete", "two-of-it-or-best-complete", "best-category",
)  # fmt: skip
_KEYS = {"hand", "front", "singles", "complete", "beats-complete", "pairs", *_RANGES, *_YIELDS}
_COMPLETE = ("royal-flush", "straight-flush", "flush", "straight")


def rank_of(card: Card) -> int:
    """The rank with the joker as an ace."""
    return card.rank or ACE


def low_hand(cards: Sequence[Card]) -> Low:
    """Two cards as something to compare: a pair beats none, then the ranks."""
    high, low = sorted(map(rank_of, cards), reverse=True)
    return (int(high == low), high, low)


class Set(NamedTuple):
    """One of the 21 ways to set a hand."""

    low: Low
    high: Hand
    setting: Setting


@dataclass(frozen=True, slots=True)
class Shape:
    """Seven cards as a house way sees them."""

    hand: str
    rank: int
    beside: int
    pairs: int
    singles: tuple[int, ...]
    quantities: Mapping[int, int]


def shape(cards: Sequence[Card]) -> Shape:
    """Which hand a rule list would call these cards."""
    held: dict[int, int] = {}
    for rank in sorted(map(rank_of, cards), reverse=True):
        held[rank] = held.get(rank, 0) + 1
    by: dict[int, list[int]] = {n: [rank for rank, count in held.items() if count == n] for n in range(1, 6)}
    singles, pairs, sets = tuple(by[1]), by[2], by[3]

    def made(hand: str, rank: int) -> Shape:
        others = [r for r, count in held.items() if count >= 2 and r != rank]
        return Shape(hand, rank, max(others, default=0), len(pairs), singles, held)

    if by[5]:
        return made("five-aces", by[5][0])
    if by[4]:
        return made("four-of-a-kind", by[4][0])
    if sets:
        return made("two-sets" if len(sets) == 2 else "full-house" if pairs else "set", sets[0])
    if pairs:
        return made(("pair", "two-pairs", "three-pairs")[len(pairs) - 1], pairs[0])
    return made("no-pair", singles[0])


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
class Rule:
    """One rule of a list, read."""

    hand: str
    front: str
    ranges: Mapping[str, Span]
    singles: tuple[Span, ...] = ()
    complete: bool | None = None
    beats_complete: bool = False
    pairs: int | None = None
    yields: Mapping[str, tuple[tuple[Span, ...], ...]] = field(default_factory=dict)

    @property
    def unconditional(self) -> bool:
        """Whether the rule fits every such hand whose front can be made."""
        return not (
            self.ranges or self.singles or self.beats_complete or self.complete is not None or self.pairs is not None
        )

    def fits(self, seen: Shape) -> bool:
        """Whether the conditions on ranks hold."""
        if self.hand != seen.hand or (self.pairs is not None and self.pairs != seen.pairs):
            return False
        for key, span in self.ranges.items():
            inside = [rank for rank in seen.singles if span[0] <= rank <= span[1]]
            if not {
                "rank": span[0] <= seen.rank <= span[1],
                "beside": span[0] <= seen.beside <= span[1],
                "single": bool(inside),
                "no-single": not inside,
            }[key]:
                return False
        return len(seen.singles) >= len(self.singles) and all(
            low <= rank <= high for (low, high), rank in zip(self.singles, seen.singles, strict=False)
        )


@dataclass(frozen=True, slots=True)
class HouseWay:
    """A complete list of rules: every seven cards have a setting."""

    name: str
    rules: tuple[Rule, ...]
    _lately: dict[tuple[str, Sequence[Card]], Setting] = field(default_factory=dict, repr=False, compare=False)

    def set(self, ranking: Ranking, cards: Sequence[Card]) -> Setting:
        """Set the hands."""
        key = (ranking.fill, cards)
        found = self._lately.get(key)
        if found is None:
            if len(self._lately) >= 1024:
                self._lately.clear()
            found = self._lately[key] = self._set(ranking, cards)
        return found

    def _set(self, ranking: Ranking, cards: Sequence[Card]) -> Setting:
        seen = shape(cards)
        names = ranking.names()
        order = sorted(cards, key=lambda card: (-rank_of(card), -card))
        ways = _ways(ranking, order)
        ways = [way for way in ways if is_legal(ranking, way.high, way.low)]
        complete = [way for way in ways if names[way.high.category] in _COMPLETE]
        for rule in self.rules:
            if not rule.fits(seen) or (rule.complete is not None and rule.complete != bool(complete)):
                continue
            found = _front(rule, seen, ways, complete, names)
            if found is None or (rule.beats_complete and found.low <= max(complete)[0]):
                continue
            return found.setting
        raise SubmissionError(f"house way {self.name} has no setting for {seen.hand}")


def _ways(ranking: Ranking, order: Sequence[Card]) -> list[Set]:
    """All 21 settings of seven cards in order of rank: two in front, the rest behind."""
    ranks = [rank_of(card) for card in order]
    made = []
    for (a, b), high in ranking.each(order):
        behind = (*order[:a], *order[a + 1 : b], *order[b + 1 :])
        low = (int(ranks[a] == ranks[b]), ranks[a], ranks[b])
        made.append(Set(low, high, Setting(behind, (order[a], order[b]))))
    return made


def _front(rule: Rule, seen: Shape, ways: list[Set], complete: list[Set], names: Mapping[int, str]) -> Set | None:
    pairs = [rank for rank, count in seen.quantities.items() if count == 2]
    singles = seen.singles
    wanted: tuple[int, ...] = ()
    match rule.front:
        case "two-of-it":
            wanted = (seen.rank, seen.rank)
        case "pair-beside":
            wanted = (seen.beside, seen.beside)
        case "highest-pair":
            wanted = (pairs[0], pairs[0]) if pairs else ()
        case "lowest-pair":
            wanted = (pairs[-1], pairs[-1]) if pairs else ()
        case "two-highest-singles":
            wanted = singles[:2]
        case "second-and-third":
            wanted = singles[1:3]
        case "one-of-it-and-highest-single":
            wanted = (seen.rank, *singles[:1])
        case "best-complete":
            return max(complete, default=None)
        case "two-of-it-or-best-complete":
            split = [way for way in complete if way.low[1:] == (seen.rank, seen.rank)]
            return max(split or complete, default=None)
        case "best-category":
            return _best_category(rule, complete, names)
    low = tuple(sorted(wanted, reverse=True))
    return max((way for way in ways if way.low[1:] == low), key=lambda way: way.high, default=None)


def _best_category(rule: Rule, complete: list[Set], names: Mapping[int, str]) -> Set | None:
    best = {
        name: max(found)
        for name in _COMPLETE
        if (found := [way for way in complete if names[way.high.category] == name])
    }
    if not best:
        return None
    kept = next(name for name in _COMPLETE if name in best)
    lesser = [name for name in ("flush", "straight") if name in best and name != kept]
    fronts = rule.yields.get(f"{kept.removesuffix('-flush') if kept == 'royal-flush' else kept}-yields-to", ())
    if lesser:
        other = max((best[name] for name in lesser), key=lambda way: way.low)  # the flush if equal
        if other.low > best[kept].low and any(_is_front(other.low, front) for front in fronts):
            return other
    return best[kept]


def _is_front(low: Low, front: tuple[Span, ...]) -> bool:
    """No spans mean a pair; spans bound the front's cards, highest first (a pair is always better)."""
    if low[0]:
        return True
    return bool(front) and all(a <= rank <= b for (a, b), rank in zip(front, low[1:], strict=False))


# Reading a declared list ---------------------------------------------------------------------------------------


def span(text: object) -> Span:
    """A range of ranks: ``"J-A"``, ``"7"``."""
    if isinstance(text, str):
        low, _, high = text.partition("-")
        if low in RANKS and (high or low) in RANKS and low and len(low) == 1 and len(high) <= 1:
            found = (RANKS.index(low) + 2, RANKS.index(high or low) + 2)
            if found[0] <= found[1]:
                return found
    raise SubmissionError(f'{text!r} is not a range of ranks: write "J-A" or "7", lowest first')


def declare(name: str, told: object) -> HouseWay:
    """Read a list of rules, refusing all that is wrong with it at once."""
    if not isinstance(told, list) or not told:
        raise SubmissionError(f"{told!r} is not a list of rules")
    refusals: list[Refusal] = []
    rules: list[Rule] = []
    for place, entry in enumerate(told):
        try:
            rules.append(_rule(entry))
        except SubmissionError as error:
            refusals.extend(error.within(str(place)).refusals)
    read = not refusals
    for hand, fronts in HANDS.items():
        if read and not any(r.hand == hand and r.unconditional and r.front in fronts for r in rules):
            ways = " or ".join(sorted(fronts))
            refusals.append(Refusal("", f"no rule without conditions sets every {hand} (front = {ways})"))
    if refusals:
        raise SubmissionError.of(tuple(refusals))
    return HouseWay(name, tuple(rules))


def _rule(entry: object) -> Rule:
    if not isinstance(entry, dict):
        raise SubmissionError(f"{entry!r} is not a rule")
    refusals = [Refusal(str(key), "is no part of a rule") for key in entry if key not in _KEYS]
    hand, front = entry.get("hand"), entry.get("front")
    if not isinstance(hand, str) or hand not in HANDS:
        refusals.append(Refusal("hand", f"{hand!r} is not one of {', '.join(HANDS)}"))
    if front not in _FRONTS:
        refusals.append(Refusal("front", f"{front!r} is not one of {', '.join(_FRONTS)}"))
    read = {key: r for key in _RANGES if key in entry for r in _try(refusals, key, partial(span, entry[key]))}
    singles = _try(refusals, "singles", partial(_singles, entry.get("singles", [])))
    yields = {
        key: fronts
        for key in _YIELDS
        if key in entry
        for fronts in _try(refusals, key, partial(_all_fronts, entry[key]))
    }
    refusals.extend(
        Refusal(key, f"{entry[key]!r} is neither true nor false")
        for key in ("complete", "beats-complete")
        if not isinstance(entry.get(key, False), bool)
    )
    pairs = entry.get("pairs")
    if pairs is not None and (type(pairs) is not int or not 0 <= pairs <= 3):
        refusals.append(Refusal("pairs", f"{pairs!r} is not a number of pairs"))
    if entry.get("beats-complete") and not entry.get("complete"):
        refusals.append(Refusal("beats-complete", "needs complete = true"))
    if refusals:
        raise SubmissionError.of(tuple(refusals))
    return Rule(
        str(hand), str(front), read, singles[0], entry.get("complete"),
        bool(entry.get("beats-complete")), pairs, yields,
    )  # fmt: skip


def _list(told: object) -> list[object]:
    if not isinstance(told, list) or len(told) > 9:
        raise SubmissionError(f"{told!r} is not a short list")
    return told


def _all_fronts(told: object) -> tuple[tuple[Span, ...], ...]:
    return tuple(map(_fronts, _list(told)))


def _fronts(text: object) -> tuple[Span, ...]:
    if text == "pair":
        return ()
    spans = tuple(span(part) for part in text.split()) if isinstance(text, str) else ()
    if not 1 <= len(spans) <= 2:
        raise SubmissionError(f'{text!r} is not a front: write "pair", "K-A" or "A J-K"')
    return spans


def _singles(told: object) -> tuple[Span, ...]:
    spans = tuple(map(span, _list(told)))
    if len(spans) > 2:
        raise SubmissionError("are the two highest at most")
    return spans


def _try(refusals: list[Refusal], key: str, read: Callable[[], T]) -> list[T]:
    """What was read, or nothing and a refusal."""
    try:
        return [read()]
    except SubmissionError as error:
        refusals.extend(error.within(key).refusals)
        return []


# The lists that ship --------------------------------------------------------------------------------------------

SHIPPED = ("foxwoods", "mgm", "flamingo")


@cache
def shipped(name: str) -> HouseWay:
    """One of the three house ways that come with the book."""
    path = Path(__file__).parent / "house_ways" / f"{name}.toml"
    return declare(name, tomllib.loads(path.read_text(encoding="utf-8"))["rule"])


def read(told: object) -> HouseWay:
    """A house way as a submission writes it: a shipped name, or a declared list of rules."""
    if isinstance(told, str):
        if told not in SHIPPED:
            raise SubmissionError(f"{told!r} is not one of {', '.join(SHIPPED)}, nor a list of rules")
        return shipped(told)
    return declare("declared", told)
