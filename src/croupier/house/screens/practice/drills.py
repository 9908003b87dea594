"""Where hands to practise come from: states dealt by how near their choice is, by exact value, and sorted by kind."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, permutations
from typing import TYPE_CHECKING

from croupier.games.pa.house_way import HANDS, rank_of, shape
from croupier.house.screens.lab.numbers import upper
from croupier.house.screens.practice.hand_classes import classes
from croupier.kit.cards import CARDS
from croupier.kit.sevens import can_be_complete

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from croupier.game import Rules
    from croupier.kit.cards import Card
    from croupier.odds.strategy.advice import Advice, State
    from croupier.odds.strategy.tree import Path, Tree

NEAR = {"points": (20, 50, 100, 300)}
USUALLY_NEAR = (2, 5, 10, 20, 50, 300)
"""How many hundredths of an ante may lie between the best choice and the second best."""
FEW_WAYS = (1, 2, 4, 8, 21)
"""In how many ways, at most, seven cards may be set that are worth as much as the best."""
FAR = 10_000
"""No two choices are further apart."""
BANDS = {"points": (0, 20, 50, 100, FAR)}
USUAL_BANDS = (0, 5, 20, 50, FAR)
MIX = (3, 3, 2, 2)
"""Of ten hands dealt without a wish, so many come from each band, the nearest first; of a band that is empty none."""
TRIES, SOUGHT = 400, 8_000
"""Deals looked at until one is near enough, and dealt until one is of a kind."""
SEVENS = {"set": "three-of-a-kind", "two-sets": "three-of-a-kind twice", "no-pair": "no pair"}
COMPLETE = "complete"
USUAL = ("no-pair", "pair", "two-pairs", "three-pairs", "set", "full-house", "four-of-a-kind")
OFTEN_COMPLETE = ("no-pair", "pair", "two-pairs", "set")
"""Kinds of seven cards that come often enough to be asked for."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand to decide: what is seen, and what each action is worth. Hands of one `kind` are alike to a person, who
    calls them by `words`."""

    state: State
    advice: Advice
    street: int
    kind: str
    words: str
    place: int = 0


class Near:
    """A game whose every state is known: states by street, how often best play comes there, and how near the second
    choice is to the best."""

    def __init__(self, tree: Tree) -> None:
        import numpy as np  # noqa: PLC0415

        self.tree = tree
        self.policy = tree.best()
        reach = tree.reach(self.policy)
        self.units = [tree.unit(street) for street in range(len(tree.hands))]
        self.paths: list[list[Path]] = [[p for p in tree.values if len(p) == n] for n in range(len(tree.hands))]
        self.gaps, self.reach, self.kinds = [], [], []
        for paths, hands in zip(self.paths, tree.hands, strict=True):
            tops = [np.sort(tree.values[path], axis=1) for path in paths]
            self.gaps.append(np.concatenate([top[:, -1] - top[:, -2] for top in tops]))
            self.reach.append(np.concatenate([reach[path] for path in paths]))
            kinds = list(classes(hands, tree.rules.ranking))
            self.named = [(each.mark, each.words) for each in kinds]
            self.kinds.append(np.argmax(np.stack([each.hands for each in kinds]), axis=0).astype(np.uint8))

    def deal(self, seed: int, near: int = 0, kind: str = "") -> Hand:
        """A hand by chance: of a kind where one is given, and `near` in hundredths of an ante or mixed; where none is
        so near, one of the nearest there are."""
        import numpy as np  # noqa: PLC0415

        chance = np.random.default_rng(seed)
        near = min(near, FAR)
        open_ = [
            (gaps > 0) & (reach > 0) & of for gaps, reach, of in zip(self.gaps, self.reach, self._of(kind), strict=True)
        ]
        fits = [mask & self._within(at, 0, near or FAR) for at, mask in enumerate(open_)]
        if not any(mask.any() for mask in fits):
            fits = [
                mask & (gaps == gaps[mask].min(initial=np.iinfo(np.int64).max))
                for mask, gaps in zip(open_, self.gaps, strict=True)
            ]
        street = int(chance.choice([at for at, mask in enumerate(fits) if mask.any()]))
        fit = fits[street]
        if not near:
            bands = [
                fit & self._within(street, *ends)
                for ends in pairwise(BANDS.get(self.tree.rules.game.study, USUAL_BANDS))
            ]
            share = np.array([many * bool(band.any()) for many, band in zip(MIX, bands, strict=True)])
            fit = bands[int(chance.choice(len(MIX), p=share / share.sum()))]
        places = np.flatnonzero(fit)
        upto = np.cumsum(self.reach[street][places])
        found = int(places[np.searchsorted(upto, chance.integers(int(upto[-1])), side="right")])
        hands = self.tree.hands[street]
        path, place = self.paths[street][found // len(hands)], found % len(hands)
        suits = chance.permutation(4)
        dealt = [CARDS[int(c)] if c >= 52 else CARDS[int(c) // 4 * 4 + int(suits[c % 4])] for c in hands[place]]
        orders = permutations([dealt[int(i)] for i in chance.permutation(len(dealt))])
        return self._hand(next(order for order in orders if self._led(order, path)), street, path, place)

    def find(self, state: State) -> Hand:
        """The hand of a state that was told."""
        seen, street = (*state.cards, *state.community), len(state.decisions)
        return self._hand(seen, street, state.decisions, self._place(seen, street))

    def _place(self, seen: tuple[Card, ...], street: int) -> int:
        return self.tree.place(seen, street)

    def _led(self, seen: tuple[Card, ...], path: Path) -> bool:
        """Whether best play comes this way when cards are seen in this order."""
        size = len(seen) - len(path)
        return all(
            self.tree.options(path[:at])[self.policy[path[:at]][self._place(seen[: size + at], at)]].id == word
            for at, word in enumerate(path)
        )

    def offered(self) -> list[tuple[str, str, str]]:
        """Every kind that can be asked for: its street's name, how it is asked for, and its name."""
        streets = self.tree.rules.game.streets
        found = []
        for at in range(len(self.kinds)):
            if len(self.kinds) > 1:
                found.append((streets[at].name, f"{at}:", "any hand"))
            found += [
                (streets[at].name, f"{at}:{mark}", words) for mark, words in self.named if self.knows(f"{at}:{mark}")
            ]
        return found

    def knows(self, kind: str) -> bool:
        """Whether there is a hand of this kind to deal."""
        return any(
            (mask & (gaps > 0) & (reach > 0)).any()
            for mask, gaps, reach in zip(self._of(kind), self.gaps, self.reach, strict=True)
        )

    def _of(self, kind: str) -> Iterator[NDArray[np.bool_]]:
        """By street, which states are of a kind; all of a street where that is all it says, and all where none is
        named."""
        import numpy as np  # noqa: PLC0415

        marks = [mark for mark, _ in self.named]
        on, _, mark = kind.partition(":")
        for street, (kinds, paths) in enumerate(zip(self.kinds, self.paths, strict=True)):
            wanted = np.full(len(kinds), not kind or (on == str(street) and not mark))
            if on == str(street) and mark in marks:
                wanted = kinds == marks.index(mark)
            yield np.tile(wanted, len(paths))

    def _within(self, street: int, over: int, upto: int) -> NDArray[np.bool_]:
        """Which states of a street are so near, in hundredths of an ante."""
        gaps, unit = self.gaps[street], self.units[street] * self.tree.ante
        found: NDArray[np.bool_] = (gaps * 100 > over * unit) & (gaps * 100 <= upto * unit)
        return found

    def _hand(self, seen: tuple[Card, ...], street: int, path: Path, place: int) -> Hand:
        from croupier.odds.strategy.advice import Advice, State  # noqa: PLC0415

        tree, size = self.tree, self.tree.rules.game.hand_size if len(self.tree.hands) > 1 else len(seen)
        worths = tree.values[path][place].tolist()
        unit = self.units[street] * tree.ante
        names = [option.id for option in tree.options(path)]
        actions = {name: Fraction(worth, unit) for name, worth in zip(names, worths, strict=True)}
        best = names[worths.index(max(worths))]
        mark, words = self.named[int(self.kinds[street][place])]
        if len(tree.hands) > 1:
            words = f"{words} {tree.rules.game.streets[street].name}"
        state = State(seen[:size], seen[size:], (), path)
        return Hand(state, Advice(actions, best), street, f"{street}:{mark}", words, place)


def near_choices(rules: Rules) -> Near:
    """The drill of a game whose every state is known."""
    from croupier.odds.strategy.tree import grow  # noqa: PLC0415

    return Near(grow(rules))


class Sevens:
    """Seven cards against the dealer's seven: deals in which few settings are best."""

    def __init__(self, rules: Rules) -> None:
        from croupier.odds.strategy.advice import lookup  # noqa: PLC0415

        self.look = lookup(rules)
        self.deck = tuple(rules.game.deck.all())

    def deal(self, seed: int, near: int = 0, kind: str = "") -> Hand:
        """A hand by chance, of a kind where one is given; `near` is how many settings may be best, or mixed. Where none
        is found so near, the nearest that was."""
        from croupier.odds.strategy.advice import State  # noqa: PLC0415

        dealer = random.Random(seed)  # noqa: S311 - a hand without money
        near = near or dealer.choices((*FEW_WAYS[:3], FEW_WAYS[-1]), MIX)[0]
        nearest: tuple[int, Hand] | None = None
        looked = 0
        for _ in range(SOUGHT):
            dealt = dealer.sample(self.deck, 14)
            own = tuple(sorted(dealt[:7], reverse=True))
            if kind and kind_of_sevens(own) != kind:
                continue
            looked += 1
            hand = self.find(State(own, (), tuple(sorted(dealt[7:], reverse=True))))
            settings = [value for name, value in hand.advice.actions.items() if " " in name]
            top = settings.count(max(settings))
            if top < len(settings) and (nearest is None or top < nearest[0]):
                nearest = (top, hand)
            if (nearest is not None and nearest[0] <= near) or looked >= TRIES:
                break
        if nearest is None:  # a kind that comes so seldom
            return self.deal(seed + 1, near)
        return nearest[1]

    def find(self, state: State) -> Hand:
        """The hand of a state that was told."""
        kind = kind_of_sevens(state.cards)
        return Hand(state, self.look(state), 0, kind, words_of_sevens(kind))

    def offered(self) -> list[tuple[str, str, str]]:
        """Every kind that can be asked for, as of other games."""
        kinds = [*USUAL, *(f"{kind}+{COMPLETE}" for kind in OFTEN_COMPLETE)]
        return [("", kind, words_of_sevens(kind)) for kind in kinds]

    def knows(self, kind: str) -> bool:
        """Whether there is a hand of this kind to deal."""
        return kind.removesuffix(f"+{COMPLETE}") in HANDS


def kind_of_sevens(cards: tuple[Card, ...]) -> str:
    """What seven cards are to whoever sets them: as a house way sorts them, and whether five make a straight or a
    flush."""
    found = tuple(HANDS)[shape(sorted(map(rank_of, cards), reverse=True)).hand]
    return f"{found}+{COMPLETE}" if can_be_complete(cards) else found


def words_of_sevens(kind: str) -> str:
    """A kind of seven cards by its name."""
    name, _, complete = kind.partition("+")
    words = upper(SEVENS.get(name, name.replace("-", " ")))
    return f"{words} with a straight or a flush" if complete else words


Drill = Near | Sevens
