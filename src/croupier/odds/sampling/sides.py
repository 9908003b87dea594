"""The cards that side wagers look at, sorted into classes that decide them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.game import Played, Seat, settle_wager
from croupier.kit.bulk import compiled
from croupier.kit.cards import CARDS, JOKER
from croupier.kit.kernels import kernel
from croupier.kit.rankings import Ranking
from croupier.kit.sevens import is_royal_match, is_seven_card_straight_flush
from croupier.odds.rounds.partial import played
from croupier.odds.rounds.weighted import stake_of
from croupier.odds.sampling.rounds import category_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from croupier.game import Rules, Wager
    from croupier.kit.cards import Card
    from croupier.odds.sampling.deal import Dealt, Layout

    Classes = NDArray[np.int64]


def _named(hand: Dealt) -> tuple[Card, ...]:
    return tuple(CARDS[card] for card in hand.tolist())


@dataclass(frozen=True)
class SideLook:
    """Side wagers that look at the same cards, and that no fold can take. Progressives stand at their seed, without
    envy."""

    rules: Rules
    layout: Layout
    wagers: tuple[Wager[Any], ...]

    def nets(self, _which: int, row: Dealt, seat: int) -> Mapping[str, int]:
        """The row as each wager sees it, settled."""
        return {wager.id: self.net(wager, self.sight(wager, row[None], seat)) for wager in self.wagers}

    def sight(self, wager: Wager[Any], row: Dealt, seat: int) -> Played:
        """A round in which the wager finds the cards it looks at."""
        places = {place.replace("-", "_"): _named(self.layout.at(row, place)[0]) for place in self.layout.places}
        return played(wager.id, _named(self.layout.hands(row, seat)[0]), **places)

    def net(self, wager: Wager[Any], sight: Played) -> int:
        """What the wager nets in a round."""
        progression = self.rules.tables[wager.id].progression
        meter = progression.seeds[0] if progression else None
        showdown = wager.see(self.rules, sight, 1)
        return settle_wager(self.rules, wager, stake_of(self.rules, wager), showdown, meter)[0].net

    @property
    def ranking(self) -> Ranking:
        """The game's."""
        assert self.rules.ranking is not None
        return self.rules.ranking


class HandLook(SideLook):
    """Every hand of a few cards is a class."""

    one_by_one = True

    @property
    def size(self) -> int:
        """All hands of a seat."""
        return comb(len(self.rules.game.deck.cards), self.layout.hand)

    def classes(self, dealt: Dealt, seat: int) -> Classes:
        """The hands' places in order."""
        return _places(self.layout.hands(dealt, seat))


class CommunityLook(SideLook):
    """Every set of community cards is a class."""

    one_by_one = True

    @property
    def size(self) -> int:
        """All sets of three."""
        return comb(len(self.rules.game.deck.cards), 3)

    def classes(self, dealt: Dealt, _seat: int) -> Classes:
        """The same at every seat."""
        return _places(self.layout.at(dealt, "community"))


class FinalLook(SideLook):
    """What hands are worth in the end."""

    @property
    def size(self) -> int:
        """All worths."""
        return len(compiled(self.ranking).worths)

    def classes(self, dealt: Dealt, seat: int) -> Classes:
        """With all community cards, whatever was said."""
        hands = self.layout.with_hand(dealt, seat, "community")
        return compiled(self.ranking, hands.shape[1]).rank(hands).astype(np.int64)


class SixLook(SideLook):
    """Six cards by what their best five are worth; those with a royal flush by its suit and the sixth card."""

    @property
    def size(self) -> int:
        """All worths, and 52 sixth cards to four royal flushes."""
        return len(compiled(self.ranking, 6).worths) + 4 * 52

    def classes(self, dealt: Dealt, seat: int) -> Classes:
        """With the All-Six cards."""
        hands = self.layout.with_hand(dealt, seat, "all-six")
        bulk = compiled(self.ranking, 6)
        found = bulk.rank(hands).astype(np.int64)
        top = len(bulk.worths) - 1
        for n in np.flatnonzero(found == top):
            held = hands[n].tolist()
            suit = max(range(4), key=lambda s: sum(card & 3 == s and card >= 32 for card in held))
            (sixth,) = [card for card in held if card not in range(32 + suit, 52, 4)]
            found[n] = top + 1 + 52 * suit + sixth
        return found


class ReplacedLook(SideLook):
    """The five cards that lie there once some were replaced from the stub, by category and leading rank, with no card
    wild and as the game ranks them.

    Seats draw in turn, card by card; a joker drawn as a replacement is drawn again.
    """

    @cached_property
    def faces(self) -> Ranking:
        """The same with no card wild."""
        return Ranking(f"{self.ranking.name}, faces", 5, self.ranking.categories, self.ranking.straights)

    @cached_property
    def kind(self) -> NDArray[np.bool_]:
        """Which cards are replaced."""
        (wager,) = self.wagers
        assert wager.replaces is not None
        return np.array([wager.replaces(self.rules, card) for card in CARDS])

    @property
    def size(self) -> int:
        """Titles by faces and by the game's ranking."""
        return titles(self.faces, 5)[0] * titles(self.ranking, 5)[0]

    def classes(self, dealt: Dealt, seat: int) -> Classes:
        """The seat's five, replaced."""
        hands = self._replaced(dealt, seat)
        (_, faces), (count, wild) = titles(self.faces, 5), titles(self.ranking, 5)
        found: Classes = faces[compiled(self.faces).rank(hands)] * count + wild[compiled(self.ranking).rank(hands)]
        return found

    def _replaced(self, dealt: Dealt, seat: int) -> Dealt:
        out = self.layout.hands(dealt, seat).copy()
        _replace(dealt, self.layout.hand, seat, self.layout.places["replacement"].start, self.kind, out)
        return out

    def sight(self, wager: Wager[Any], row: Dealt, seat: int) -> Played:
        """The hand, and only the cards that replaced some of it."""
        before, after = self.layout.hands(row, seat)[0], self._replaced(row, seat)[0]
        return played(wager.id, _named(before), replacement=_named(after[self.kind[before]]))


class TableLook(SideLook):
    """The highest category at the table, the dealer's hand too."""

    @property
    def size(self) -> int:
        """All categories."""
        return len(self.ranking.categories) + 1

    def classes(self, dealt: Dealt, _seat: int) -> Classes:
        """The same at every seat."""
        bulk = compiled(self.ranking)
        hands = [self.layout.hands(dealt, seat) for seat in range(self.layout.seats)]
        worths = [bulk.rank(hand) for hand in (*hands, self.layout.at(dealt, "dealer"))]
        found: Classes = category_of(self.ranking)[np.max(worths, axis=0)]
        return found

    def sight(self, wager: Wager[Any], row: Dealt, _seat: int) -> Played:
        """All seats."""
        placed = {wager.id: 1}
        hands = [_named(self.layout.hands(row, seat)[0]) for seat in range(self.layout.seats)]
        seats = {n + 1: Seat(hand, placed, (), None, placed, None, None) for n, hand in enumerate(hands)}
        return Played(seats, {"dealer": _named(self.layout.at(row, "dealer")[0])}, None)


@cache
def titles(ranking: Ranking, cards: int) -> tuple[int, NDArray[np.int64]]:
    """Hands of a ranking folded by category and leading rank: how many there are, and the one of each worth."""
    titles = [(hand.category, hand.ties[0] if hand.ties else 0) for hand in compiled(ranking, cards).worths]
    order = {title: place for place, title in enumerate(sorted(set(titles)))}
    return len(order), np.array([order[title] for title in titles])


class SevenLook(SideLook):
    """Seven cards by category and leading rank of the best five under every ranking asked, trips, three pairs, the
    joker, seven in a row and the royal match."""

    @cached_property
    def rankings(self) -> tuple[Ranking, ...]:
        """Those that the wagers ask."""
        return tuple(dict.fromkeys(ranking for wager in self.wagers for ranking in wager.rankings))

    @property
    def size(self) -> int:
        """The titles of each ranking, and five questions."""
        size = 32
        for ranking in self.rankings:
            size *= titles(ranking, 7)[0]
        return size

    def classes(self, dealt: Dealt, seat: int) -> Classes:
        """The seat's own seven."""
        hands = self.layout.hands(dealt, seat)
        found = np.zeros(len(hands), np.int64)
        suited = np.zeros(len(hands), np.bool_)
        for ranking in self.rankings:
            count, title = titles(ranking, 7)
            bulk = compiled(ranking, 7)
            worths = bulk.rank(hands)
            found = found * count + title[worths]
            suited |= bulk.categories()[worths] >= ranking["straight-flush"]
        marks = np.zeros(len(hands), np.int64)
        repeats(hands, marks)
        for n in np.flatnonzero(suited):
            cards = _named(hands[n])
            marks[n] += 8 * is_seven_card_straight_flush(cards) + 16 * is_royal_match(cards)
        return found * 32 + marks


class AceHighLook(SideLook):
    """Both sevens by category and leading rank, and the dealer's joker."""

    @property
    def size(self) -> int:
        """Two titles and the joker."""
        return 2 * titles(self.ranking, 7)[0] ** 2

    def classes(self, dealt: Dealt, seat: int) -> Classes:
        """The seat's seven against the dealer's."""
        count, title = titles(self.ranking, 7)
        bulk = compiled(self.ranking, 7)
        theirs = self.layout.at(dealt, "dealer")
        both = title[bulk.rank(self.layout.hands(dealt, seat))] * count + title[bulk.rank(theirs)]
        found: Classes = both * 2 + (theirs == JOKER).any(axis=1)
        return found


SIDES: dict[str, type[SideLook]] = {
    "hand": HandLook,
    "five": HandLook,
    "community": CommunityLook,
    "final": FinalLook,
    "all-six": SixLook,
    "replaced": ReplacedLook,
    "table": TableLook,
    "seven": SevenLook,
    "ace-high": AceHighLook,
}


def _places(hands: Dealt) -> Classes:
    """The place of each hand among all of its size."""
    size = hands.shape[1]
    ways = np.array([[comb(card, count) for card in range(53)] for count in range(1, size + 1)], np.int64)
    ordered = np.sort(hands, axis=1)
    return sum((ways[place][ordered[:, place]] for place in range(size)), np.zeros(len(hands), np.int64))


@kernel
def _replace(dealt, size, seat, spare, kind, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for n in range(len(dealt)):
        at = spare
        for place in range((seat + 1) * size):
            if kind[dealt[n, place]]:
                if dealt[n, at] == 52:
                    at += 1
                if place >= seat * size:
                    out[n, place - seat * size] = dealt[n, at]
                at += 1


@kernel
def repeats(hands, marks):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """1 where a rank is held three times or more, 2 where three ranks are held twice (the joker an ace), 4 for the
    joker."""
    held = np.zeros(13, np.int64)
    for n in range(len(hands)):
        held[:] = 0
        for card in hands[n]:
            if card == 52:
                held[12] += 1
                marks[n] += 4
            else:
                held[card >> 2] += 1
        pairs = 0
        for count in held:
            if count == 2:
                pairs += 1
            elif count > 2:
                marks[n] |= 1
        if pairs == 3:
            marks[n] |= 2
