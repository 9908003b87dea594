"""The rule to remember that speaks of a hand: the short list of a game, and where each of its lines holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.game import Option
    from croupier.house.screens.practice.drills import Hand
    from croupier.odds.strategy.tree import Tree


@dataclass(frozen=True, slots=True)
class ShortRules:
    """A short list of rules, and for each of its lines the hands that it speaks of."""

    tree: Tree
    lines: tuple[tuple[str, str, str | None], ...]
    holds: tuple[Any, ...]

    @classmethod
    def of(cls, tree: Tree) -> ShortRules:
        """Search the list, and where each line holds."""
        from croupier.odds.strategy.rules import rule_list  # noqa: PLC0415
        from croupier.odds.strategy.words import conditions  # noqa: PLC0415

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

    def conditions(self, hand: Hand) -> list[str]:
        """What the lines of the street ask for, in their order."""
        street = self.tree.rules.game.streets[hand.street].name
        return [condition for name, _, condition in self.lines if name == street and condition]

    def _holds(self, part: Any, hand: Hand) -> bool:  # noqa: ANN401 - truths of all hands, or a condition on the stakes
        if not isinstance(part, str):
            return bool(part[hand.place])
        from croupier.odds.strategy.rules import staked_after  # noqa: PLC0415

        return staked_after(self.tree, hand.state.decisions) >= int(part.split()[0])
