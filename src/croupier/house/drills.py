"""Where hands to train come from: deals with a near choice by exact value, and the rule to remember for each."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.kit.cards import CARDS

if TYPE_CHECKING:
    from croupier.game import Option, Rules
    from croupier.kit.cards import Card
    from croupier.odds.strategy import Advice, State
    from croupier.odds.strategy_tree import Path, Tree

NEAR = {"stud": (2, 5, 10, 20, 50, 300), "streets": (2, 5, 10, 20, 50, 300), "points": (20, 50, 100, 300)}
"""How many hundredths of an ante may lie between the best choice and the second best."""
FEW = (1, 2, 4, 8, 21)
"""In how many ways, at most, seven cards may be set that are worth as much as the best."""
FAR = 10_000
"""No two choices are further apart."""
USUAL = 3
"""Where the slider stands at first."""
TRIES = 400
"""Deals looked at until one is near enough."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand to decide: what is seen, and what each action is worth."""

    state: State
    advice: Advice
    street: int
    path: Path = ()
    place: int = 0


class Near:
    """A game whose every state is known: states by street, how often best play comes there, and how near the second
    choice is to the best."""

    def __init__(self, tree: Tree) -> None:
        import numpy as np  # noqa: PLC0415

        self.tree = tree
        reach = tree.reach(tree.best())
        self.units = [tree.deals // int(tree.weights.sum())]
        for onward in tree.onward:
            self.units.append(self.units[-1] // onward.shape[1])
        self.paths: list[list[Path]] = [[p for p in tree.values if len(p) == n] for n in range(len(tree.hands))]
        self.gaps, self.reach = [], []
        for paths in self.paths:
            tops = [np.sort(tree.values[path], axis=1) for path in paths]
            self.gaps.append(np.concatenate([top[:, -1] - top[:, -2] for top in tops]))
            self.reach.append(np.concatenate([reach[path] for path in paths]))

    def deal(self, seed: int, n: int, near: int) -> Hand:
        """The hand of this number; where none is so near, one of the nearest there are."""
        import numpy as np  # noqa: PLC0415

        random = np.random.default_rng([abs(seed), abs(n)])
        near = min(near, FAR) if near > 0 else NEAR[self.tree.rules.game.study][USUAL]
        open_ = [(gaps > 0) & (reach > 0) for gaps, reach in zip(self.gaps, self.reach, strict=True)]
        fits = [mask & (gaps * 100 <= near * unit * self.tree.ante)
                for mask, gaps, unit in zip(open_, self.gaps, self.units, strict=True)]  # fmt: skip
        if not any(mask.any() for mask in fits):
            fits = [mask & (gaps == gaps[mask].min()) for mask, gaps in zip(open_, self.gaps, strict=True)]
        street = int(random.choice([at for at, mask in enumerate(fits) if mask.any()]))
        places = np.flatnonzero(fits[street])
        upto = np.cumsum(self.reach[street][places])
        found = int(places[np.searchsorted(upto, random.integers(int(upto[-1])), side="right")])
        hands = self.tree.hands[street]
        path, place = self.paths[street][found // len(hands)], found % len(hands)
        suits = random.permutation(4)
        dealt = [CARDS[int(c)] if c >= 52 else CARDS[int(c) // 4 * 4 + int(suits[c % 4])] for c in hands[place]]
        dealt = [dealt[int(i)] for i in random.permutation(len(dealt))]
        return self._hand(tuple(dealt), street, path, place)

    def _hand(self, dealt: tuple[Card, ...], street: int, path: Path, place: int) -> Hand:
        from croupier.odds.strategy import Advice, State  # noqa: PLC0415

        tree, size = self.tree, self.tree.rules.game.hand_size if len(self.tree.hands) > 1 else len(dealt)
        worths = tree.values[path][place].tolist()
        unit = self.units[street] * tree.ante
        names = [option.id for option in tree.options(path)]
        actions = {name: Fraction(worth, unit) for name, worth in zip(names, worths, strict=True)}
        best = names[worths.index(max(worths))]
        return Hand(State(dealt[:size], dealt[size:], (), path), Advice(actions, best), street, path, place)


def near_choices(rules: Rules) -> Near:
    """The drill of a game whose every state is known."""
    from croupier.odds.strategy_tree import grow  # noqa: PLC0415

    return Near(grow(rules))


class Sevens:
    """Seven cards against the dealer's seven: deals in which few settings are best."""

    def __init__(self, rules: Rules) -> None:
        from croupier.odds.strategy import lookup  # noqa: PLC0415

        self.look = lookup(rules)
        self.deck = tuple(rules.game.deck.all())

    def deal(self, seed: int, n: int, near: int) -> Hand:
        """The hand of this number; where none is found so near, the nearest that was."""
        import random  # noqa: PLC0415

        from croupier.odds.strategy import State  # noqa: PLC0415

        dealer = random.Random(f"{seed}/{n}")  # noqa: S311 - a hand to be dealt again
        near = near if near > 0 else FEW[USUAL]
        nearest: tuple[int, Hand] | None = None
        for _ in range(TRIES):
            dealt = dealer.sample(self.deck, 14)
            state = State(tuple(sorted(dealt[:7], reverse=True)), (), tuple(sorted(dealt[7:], reverse=True)))
            advice = self.look(state)
            settings = [value for name, value in advice.actions.items() if " " in name]
            top = settings.count(max(settings))
            if top < len(settings) and (nearest is None or top < nearest[0]):
                nearest = (top, Hand(state, advice, 0))
                if top <= near:
                    break
        assert nearest is not None
        return nearest[1]


Drill = Near | Sevens


@dataclass(frozen=True, slots=True)
class Listed:
    """A short list of rules, and for each of its lines the hands that it speaks of."""

    tree: Tree
    lines: tuple[tuple[str, str, str | None], ...]
    holds: tuple[Any, ...]

    @classmethod
    def of(cls, tree: Tree) -> Listed:
        """Search the list, and where each line holds."""
        from croupier.odds.strategy_rules import rule_list  # noqa: PLC0415
        from croupier.odds.strategy_words import conditions  # noqa: PLC0415

        found = rule_list(tree).lines
        names = [street.name for street in tree.rules.game.streets]
        said = [{word.text: word.holds for word in conditions(hands, tree.rules.ranking)} for hands in tree.hands]
        holds = []
        for line in found:
            words = said[names.index(line.street)]
            parts = [] if line.condition is None else [line.condition]
            if line.condition is not None and line.condition not in words:
                parts = line.condition.split(" and ")
            holds.append([words.get(part, part) for part in parts])
        return cls(tree, tuple((line.street, line.option, line.condition) for line in found), tuple(holds))

    def line(self, hand: Hand) -> tuple[Option, str | None]:
        """The first line of the street that holds."""
        street = self.tree.rules.game.streets[hand.street]
        for (name, option, condition), parts in zip(self.lines, self.holds, strict=True):
            if name == street.name and all(self._holds(part, hand) for part in parts):
                found = street.option(option)
                assert found is not None
                return found, condition
        raise AssertionError("the last line of every street holds")

    def _holds(self, part: Any, hand: Hand) -> bool:  # noqa: ANN401 - truths of all hands, or a condition on the stakes
        if not isinstance(part, str):
            return bool(part[hand.place])
        from croupier.odds.strategy_rules import staked_after  # noqa: PLC0415

        return staked_after(self.tree, hand.path) >= int(part.split()[0])
