"""Facts of games with community cards: from everything a player can know on each street, how the hand can end.

Only the cards that can be seen matter, not who holds them: a state is a class of hands folded by suit. A street
tells where each further card leads, and in how many orders of the cards to come the hand ends in each group.

A group is all that a paytable can ask about a final hand: its category, and for pairs and hands of no pair the
leading rank too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.kit import rankings as forms
from croupier.kit.bulk import compiled
from croupier.kit.cards import CARDS
from croupier.kit.kernels import kernel
from croupier.odds.classes import Classes, keys_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from croupier.kit.cards import Card
    from croupier.kit.rankings import Hand, Ranking

    Progress = Callable[[int, int], None]

_LED = frozenset({forms.pair, forms.high_card})
_CHUNK = 4096
_NO_CARD = 255
# Groups of final hands -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Group:
    """Final hands that no paytable tells apart. `lead` is 0 where the category says all; `cards` are one of them."""

    category: int
    lead: int
    cards: tuple[Card, ...]


@cache
def final_groups(ranking: Ranking) -> tuple[Group, ...]:
    """Every group of the ranking's own number of cards, lowest first; a group's place never depends on the deck."""
    if ranking.wild or ranking.joker != "none":
        raise ValueError(f"{ranking.name} has wild cards")
    deals = _every_kind(ranking.size)
    found: dict[tuple[int, int], tuple[Card, ...]] = {}
    bulk = compiled(ranking)
    for cards, worth in zip(deals.tolist(), bulk.rank(deals), strict=True):
        found.setdefault(final_title(bulk.worths[worth], ranking), _named(cards))
    return tuple(Group(*title, found[title]) for title in sorted(found))


def final_class(hand: Hand, ranking: Ranking) -> int:
    """The place of a final hand's group in `final_groups`."""
    return _places(ranking)[final_title(hand, ranking)]


@cache
def _places(ranking: Ranking) -> Mapping[tuple[int, int], int]:
    return {(group.category, group.lead): place for place, group in enumerate(final_groups(ranking))}


def led(ranking: Ranking) -> tuple[int, ...]:
    """The categories whose leading rank is told apart."""
    return tuple(len(ranking.categories) - i for i, each in enumerate(ranking.categories) if each.form in _LED)


def final_title(hand: Hand, ranking: Ranking) -> tuple[int, int]:
    """What tells a group from others: the category, and the leading rank where that is told apart."""
    return hand.category, hand.ties[0] if ranking.category(hand).form in _LED else 0


def _named(cards: Iterable[int]) -> tuple[Card, ...]:
    return tuple(CARDS[card] for card in sorted(cards))


def _every_kind(size: int) -> NDArray[np.uint8]:
    """Hands of every set of ranks, unsuited, and suited where no rank repeats."""
    made = []
    for ranks in combinations_with_replacement(range(13), size):
        if all(ranks[i] != ranks[i + 4] for i in range(size - 4)):
            made.append([4 * rank + ranks[:i].count(rank) for i, rank in enumerate(ranks)])
            if len(set(ranks)) == size:
                made.append([*made[-1][:-1], made[-1][-1] + 1])
    return np.array(made, np.uint8)


# Facts ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Street:
    """The states of one decision.

    `next[i, j]` is the place on the following street that the j-th of `remaining` cards leads to; the last street
    has none. `finals[i, g]` counts the orders of the cards to come that end in group g.
    """

    classes: Classes
    next: NDArray[np.int32] | None
    finals: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class StreetFacts:
    """All streets of a game, first decision first; `cards` are those in play, `final` is how many a hand ends with.

    A group that no hand of `final` cards in play reaches shows cards from `final_groups` and a column of zeros.
    """

    ranking: str
    cards: NDArray[np.uint8]
    hole: int
    final: int
    groups: tuple[Group, ...]
    streets: tuple[Street, ...]

    @property
    def deck(self) -> int:
        """How many cards are in play."""
        return len(self.cards)

    def find(self, cards: Sequence[int]) -> int:
        """The place of a state on the street that has so many cards."""
        if not 0 <= len(cards) - self.hole < len(self.streets):
            raise ValueError(f"no street is reached with {len(cards)} cards")
        folded = self.streets[len(cards) - self.hole].classes
        key = keys_of(np.array([cards], np.uint8))
        place = int(folded.find(key)[0])
        if place == len(folded.keys) or folded.keys[place] != key[0] or not set(cards) <= set(self.cards.tolist()):
            raise ValueError("a card is given twice or is not in play")
        return place

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The facts as plain arrays in the smallest types that hold them, for an archive."""
        named: dict[str, NDArray[Any]] = {
            "ranking": np.array(self.ranking),
            "cards": self.cards,
            "sizes": np.array([self.hole, self.final]),
            "groups": np.array([(group.category, group.lead) for group in self.groups]),
            "shown": np.array([group.cards + (_NO_CARD,) * (self.final - len(group.cards)) for group in self.groups]),
        }
        for number, street in enumerate(self.streets):
            folded = street.classes
            named[f"{number}.keys"] = folded.keys
            named[f"{number}.hands"] = folded.hands
            named[f"{number}.weights"] = folded.weights
            named[f"{number}.finals"] = street.finals
            if street.next is not None:
                named[f"{number}.next"] = street.next
        return {name: _small(array) for name, array in named.items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> StreetFacts:
        """The inverse of `to_arrays`."""
        hole, final = arrays["sizes"].tolist()
        cards = arrays["cards"]
        streets = []
        for number in range(final - hole):
            keys, hands, weights, finals = (arrays[f"{number}.{p}"] for p in ("keys", "hands", "weights", "finals"))
            onward = arrays[f"{number}.next"].astype(np.int32) if number < final - hole - 1 else None
            folded = Classes(len(cards), keys.astype(np.uint64), hands, weights.astype(np.int64))
            streets.append(Street(folded, onward, finals.astype(np.int64)))
        shown = [_named(card for card in row if card != _NO_CARD) for row in arrays["shown"].tolist()]
        titles = arrays["groups"].tolist()
        groups = tuple(Group(category, lead, one) for (category, lead), one in zip(titles, shown, strict=True))
        return cls(str(arrays["ranking"]), cards, hole, final, groups, tuple(streets))


def remaining(hands: NDArray[np.uint8], cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """For each hand the cards in play that it does not hold, in order."""
    out = np.empty((len(hands), len(cards) - hands.shape[1]), np.uint8)
    _remaining(hands, cards, out)
    return out


def street_facts(
    ranking: Ranking,
    *,
    hole: int,
    community: int = 3,
    deck: int = 52,
    cards: Sequence[int] | None = None,
    progress: Progress | None = None,
) -> StreetFacts:
    """Count a game of `hole` cards in the hand and `community` cards turned one by one.

    `cards` are the card numbers in play, by default the first `deck`; the suits in play must have the same ranks.
    `progress` hears how many of the last street's states are done, and of how many.
    """
    in_play = _in_play(range(deck) if cards is None else cards)
    final = hole + community
    if hole < 0 or community < 1 or not ranking.size <= final <= min(7, len(in_play)):
        raise ValueError(f"a hand of {hole} and {community} community cards cannot be ranked by {ranking.name}")
    folded = _nothing(len(in_play))
    ladder: list[tuple[Classes, NDArray[np.int32]]] = []
    for _ in range(final - 1):
        grown, onward = _grown(folded, in_play)
        ladder.append((folded, onward))
        folded = grown
    finals, groups = _last(folded, in_play, ranking, progress)
    streets = [Street(folded, None, finals)]
    for before, onward in reversed(ladder[hole:]):
        finals = np.zeros((len(before.keys), len(groups)), np.int64)
        _carry_back(onward, streets[0].finals, finals)
        streets.insert(0, Street(before, onward, finals))
    return StreetFacts(ranking.name, in_play, hole, final, groups, tuple(streets))


def _in_play(cards: Sequence[int]) -> NDArray[np.uint8]:
    ranks = [{card >> 2 for card in cards if card & 3 == suit} for suit in range(4)]
    held = [suit for suit in ranks if suit]
    if sorted(set(cards)) != sorted(cards) or not set(cards) <= set(range(52)) or any(s != held[0] for s in held):
        raise ValueError("suits are folded together: each suit in play must have the same ranks, each card once")
    return np.array(sorted(cards), np.uint8)


def _nothing(deck: int) -> Classes:
    """The one class of no cards."""
    return Classes(deck, np.zeros(1, np.uint64), np.zeros((1, 0), np.uint8), np.ones(1, np.int64))


def _small(array: NDArray[Any]) -> NDArray[Any]:
    return array if array.dtype.kind == "U" else array.astype(np.min_scalar_type(array.max()))


# Counting ------------------------------------------------------------------------------------------------------


def with_each(hands: NDArray[np.uint8], cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Every hand with each of its remaining cards, one after the other."""
    count, held = hands.shape
    out = np.empty((count, len(cards) - held, held + 1), np.uint8)
    out[:, :, :held] = hands[:, None, :]
    out[:, :, held] = remaining(hands, cards)
    return out.reshape(-1, held + 1)


def _grown(folded: Classes, cards: NDArray[np.uint8]) -> tuple[Classes, NDArray[np.int32]]:
    """The classes of one card more, and where each class goes with each remaining card."""
    count, held = folded.hands.shape
    wider = with_each(folded.hands, cards)
    keys, first, places = np.unique(keys_of(wider), return_index=True, return_inverse=True)
    weights = np.zeros(len(keys), np.int64)
    np.add.at(weights, places, np.repeat(folded.weights, len(cards) - held))
    grown = Classes(len(cards), keys, np.sort(wider[first], axis=1), weights // (held + 1))
    return grown, places.reshape(count, -1).astype(np.int32)


def _last(
    folded: Classes, cards: NDArray[np.uint8], ranking: Ranking, progress: Progress | None
) -> tuple[NDArray[np.int64], tuple[Group, ...]]:
    """Rank every last card, and show one final hand of each group met."""
    groups = list(final_groups(ranking))
    count, held = folded.hands.shape
    bulk = compiled(ranking, held + 1)
    group_of = np.array([final_class(hand, ranking) for hand in bulk.worths], np.uint8)
    finals = np.zeros((count, len(groups)), np.int64)
    unmet = set(range(len(groups)))
    for start in range(0, count, _CHUNK):
        stop = min(start + _CHUNK, count)
        hands = with_each(folded.hands[start:stop], cards)
        met = group_of[bulk.rank(hands)]
        _tally(met.reshape(stop - start, -1), finals[start:stop])
        for group in unmet & set(np.flatnonzero(finals[start:stop].any(axis=0)).tolist()):
            groups[group] = replace(groups[group], cards=_named(hands[np.argmax(met == group)].tolist()))
            unmet.remove(group)
        if progress:
            progress(stop, count)
    return finals, tuple(groups)


@kernel
def _remaining(hands, cards, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for i in range(len(hands)):
        held = np.uint64(0)
        for card in hands[i]:
            held |= np.uint64(1) << np.uint64(card)
        j = 0
        for card in cards:
            if not held >> np.uint64(card) & np.uint64(1):
                out[i, j] = card
                j += 1


@kernel
def _tally(met, finals):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for i in range(len(met)):
        for group in met[i]:
            finals[i, group] += 1


@kernel
def _carry_back(onward, later, finals):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for i in range(len(onward)):
        for place in onward[i]:
            for group in range(finals.shape[1]):
                finals[i, group] += later[place, group]
