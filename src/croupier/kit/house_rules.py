"""The words in which a pai gow house way is written, and what they mean.

A rule is a table: which `hand` it speaks of, conditions on it, and the `front` it puts in the low hand.

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

A rule is asked about one hand, or about many at once: then every rank of a `Shape` is an array, and so are the answers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from croupier.errors import Refusal, SubmissionError
from croupier.kit.cards import RANKS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

N = TypeVar("N")
T = TypeVar("T")
Low = tuple[int, int, int]
"""Two cards as something to compare: whether they pair, then their ranks, the higher first."""
Span = tuple[int, int]
Fronts = tuple[tuple[Span, ...], ...]

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
COMPLETE = ("royal-flush", "straight-flush", "flush", "straight")


class Shape(NamedTuple, Generic[N]):
    """Seven cards as a house way sees them: ranks are 2 to 14 and 0 for none, singles the highest first, seven of
    them; `hand` is the place among `HANDS`."""

    hand: N
    rank: N
    beside: N
    pairs: N
    highest_pair: N
    lowest_pair: N
    alone: Sequence[N]


# What the words mean --------------------------------------------------------------------------------------------


def _inside(rank: Any, span: Span) -> Any:  # noqa: ANN401
    return (span[0] <= rank) & (rank <= span[1])


def _some(ranks: Sequence[Any], span: Span) -> Any:  # noqa: ANN401
    return reduce(or_, [_inside(rank, span) for rank in ranks])


_RANGES: Mapping[str, Callable[[Shape[Any], Span], Any]] = {
    "rank": lambda seen, span: _inside(seen.rank, span),
    "beside": lambda seen, span: _inside(seen.beside, span),
    "single": lambda seen, span: _some(seen.alone, span),
    "no-single": lambda seen, span: _some(seen.alone, span) ^ True,
}
FRONTS: Mapping[str, Callable[[Shape[Any]], tuple[Any, Any]]] = {
    # the two ranks of each front that is named by its cards; 0 where the hand has none
    "two-of-it": lambda seen: (seen.rank, seen.rank),
    "pair-beside": lambda seen: (seen.beside, seen.beside),
    "highest-pair": lambda seen: (seen.highest_pair, seen.highest_pair),
    "lowest-pair": lambda seen: (seen.lowest_pair, seen.lowest_pair),
    "two-highest-singles": lambda seen: (seen.alone[0], seen.alone[1]),
    "second-and-third": lambda seen: (seen.alone[1], seen.alone[2]),
    "one-of-it-and-highest-single": lambda seen: (seen.rank, seen.alone[0]),
}
_BY_SETTING = ("best-complete", "two-of-it-or-best-complete", "best-category")
FRONT_WORDS = (*FRONTS, *_BY_SETTING)
_YIELDS = ("royal-yields-to", "straight-flush-yields-to", "flush-yields-to")  # in the order of COMPLETE


def kept_category(yields: Mapping[str, Fronts], fronts: Sequence[Low | None]) -> int | None:
    """Which of `COMPLETE` the front best-category keeps, given the front of each one's best setting."""
    made = [(place, front) for place, front in enumerate(fronts) if front is not None]
    if not made:
        return None
    (kept, own), *_ = made
    lesser = [(place, front) for place, front in made if place != kept and COMPLETE[place] in {"flush", "straight"}]
    if lesser:
        other, front = max(lesser, key=lambda each: each[1])  # the flush if equal
        if front > own and any(_is_front(front, yielding) for yielding in yields.get(_YIELDS[kept], ())):
            return other
    return kept


def _is_front(low: Low, front: tuple[Span, ...]) -> bool:
    """No spans mean a pair; spans bound the front's cards, highest first (a pair is always better)."""
    if low[0]:
        return True
    return bool(front) and all(a <= rank <= b for (a, b), rank in zip(front, low[1:], strict=False))


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a list, read."""

    hand: str
    front: str
    ranges: Mapping[str, Span] = field(default_factory=dict)
    singles: tuple[Span, ...] = ()
    complete: bool | None = None
    beats_complete: bool = False
    pairs: int | None = None
    yields: Mapping[str, Fronts] = field(default_factory=dict)

    @property
    def unconditional(self) -> bool:
        """Whether the rule fits every such hand whose front can be made."""
        return not (
            self.ranges or self.singles or self.beats_complete or self.complete is not None or self.pairs is not None
        )

    def fits(self, seen: Shape[Any]) -> Any:  # noqa: ANN401
        """Whether the conditions on ranks hold, for a hand of the rule's own kind."""
        holds: Any = True
        if self.pairs is not None:
            holds = seen.pairs == self.pairs
        for key, span in self.ranges.items():
            holds = holds & _RANGES[key](seen, span)
        for span, rank in zip(self.singles, seen.alone, strict=False):
            holds = holds & _inside(rank, span)
        return holds

    def to_json(self) -> dict[str, Any]:
        """The rule as a submission writes it."""
        values: dict[str, Any] = {"hand": self.hand}
        values |= {key: _text(span) for key, span in self.ranges.items()}
        if self.pairs is not None:
            values["pairs"] = self.pairs
        if self.singles:
            values["singles"] = [_text(span) for span in self.singles]
        if self.complete is not None:
            values["complete"] = self.complete
        if self.beats_complete:
            values["beats-complete"] = True
        for key, fronts in self.yields.items():
            values[key] = [" ".join(map(_text, front)) or "pair" for front in fronts]
        return values | {"front": self.front}


def _text(span: Span) -> str:
    low, high = (RANKS[rank - 2] for rank in span)
    return low if low == high else f"{low}-{high}"


# How they are written -------------------------------------------------------------------------------------------

_KEYS = {"hand", "front", "singles", "complete", "beats-complete", "pairs", *_RANGES, *_YIELDS}


def read_rules(data: object) -> tuple[Rule, ...]:
    """Read a list of rules that sets every hand, refusing all that is wrong with it at once."""
    if not isinstance(data, list) or not data:
        raise SubmissionError(f"{data!r} is not a list of rules")
    refusals: list[Refusal] = []
    rules: list[Rule] = []
    for place, entry in enumerate(data):
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
    return tuple(rules)


def span(text: object) -> Span:
    """A range of ranks: ``"J-A"``, ``"7"``."""
    if isinstance(text, str):
        low, _, high = text.partition("-")
        if low in RANKS and (high or low) in RANKS and low and len(low) == 1 and len(high) <= 1:
            found = (RANKS.index(low) + 2, RANKS.index(high or low) + 2)
            if found[0] <= found[1]:
                return found
    raise SubmissionError(f'{text!r} is not a range of ranks: write "J-A" or "7", lowest first')


def _rule(entry: object) -> Rule:
    if not isinstance(entry, dict):
        raise SubmissionError(f"{entry!r} is not a rule")
    refusals = [Refusal(str(key), "is no part of a rule") for key in entry if key not in _KEYS]
    hand, front = entry.get("hand"), entry.get("front")
    if not isinstance(hand, str) or hand not in HANDS:
        refusals.append(Refusal("hand", f"{hand!r} is not one of {', '.join(HANDS)}"))
    known = (*FRONTS, *_BY_SETTING)
    if front not in known:
        refusals.append(Refusal("front", f"{front!r} is not one of {', '.join(known)}"))
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
        str(hand),
        str(front),
        read,
        singles[0],
        entry.get("complete"),
        bool(entry.get("beats-complete")),
        pairs,
        yields,
    )


def _list(data: object) -> list[object]:
    if not isinstance(data, list) or len(data) > 9:
        raise SubmissionError(f"{data!r} is not a short list")
    return data


def _all_fronts(data: object) -> Fronts:
    return tuple(map(_fronts, _list(data)))


def _fronts(text: object) -> tuple[Span, ...]:
    if text == "pair":
        return ()
    spans = tuple(span(part) for part in text.split()) if isinstance(text, str) else ()
    if not 1 <= len(spans) <= 2:
        raise SubmissionError(f'{text!r} is not a front: write "pair", "K-A" or "A J-K"')
    return spans


def _singles(data: object) -> tuple[Span, ...]:
    spans = tuple(map(span, _list(data)))
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
