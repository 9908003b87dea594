"""How the main game of a PAR sheet is played: rules to remember with their exact cost against the best decisions, or
for two hands set against the dealer's the house way that the player answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction
from croupier.kit.cards import RANKS
from croupier.odds.strategy.advice import by_first_card
from croupier.odds.strategy.rules import rule_list
from croupier.odds.strategy.tree import grown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Rules
    from croupier.law import Cite
    from croupier.odds.pai_gow.ways import Rule
    from croupier.odds.strategy.advice import Advice
    from croupier.odds.strategy.rules import RuleList
    from croupier.odds.study.study import Study

_SAID = {"rank": "rank {}", "beside": "pair beside {}", "single": "a single {}", "no-single": "no single {}"}


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One rule of a house way: of such a hand, under these conditions, this goes into the low hand."""

    hand: str
    conditions: str
    front: str


@dataclass(frozen=True, slots=True)
class HouseRules:
    """How the dealer sets seven cards, the first rule that fits; `player` is the provision by which the player sets."""

    name: str
    rules: tuple[HouseRule, ...]
    cite: Cite
    player: Cite


@dataclass(frozen=True, slots=True)
class Strategy:
    """`found` are rules for the player, and `by_card` the worth of every decision where one card is all that is seen.
    Where the dealer's cards lie open there are neither, and the dealer's rules stand in `house`."""

    found: RuleList | None = None
    by_card: Mapping[str, Advice] = field(default_factory=dict)
    house: HouseRules | None = None

    def to_json(self) -> dict[str, Any]:
        """For programs; rules as `croupier strategy --rules` tells them."""
        fields: dict[str, Any] = {} if self.found is None else self.found.to_json()
        if self.by_card:
            fields["table"] = {card: advice.to_json() for card, advice in self.by_card.items()}
        if self.house is not None:
            rules = [{"hand": r.hand, "conditions": r.conditions, "front": r.front} for r in self.house.rules]
            fields["house-way"] = {"name": self.house.name, "cite": str(self.house.cite), "rules": rules}
            fields["player"] = {"sets": "best against the dealer's open hands", "cite": str(self.house.player)}
        return fields


def strategy_of(study: Study) -> Strategy:
    """The strategy of a game that has been solved."""
    if study.totals is not None:
        return Strategy(house=house_rules(study.rules))
    if study.rules.game.study == "declared":
        return _if_any(study)
    found = rule_list(grown(study))
    if study.solved is not None and study.rules.game.study == "points":
        return Strategy(found, by_first_card(study.solved))
    return Strategy(found)


def _if_any(study: Study) -> Strategy:
    """A list for a game written elsewhere, where one can be written."""
    try:
        return Strategy(rule_list(grown(study)))
    except IllegalAction:
        return Strategy()


def house_rules(rules: Rules) -> HouseRules:
    """The house way in force, told for people."""
    way = rules.chosen["house-way"]
    (cite,) = [choice.cite for choice in rules.game.choices if choice.key == "house-way"]
    lines = tuple(HouseRule(_plain(rule.hand), _conditions(rule), _plain(rule.front)) for rule in way.rules)
    return HouseRules(way.name, lines, cite, rules.game.streets[0].cite)


def _conditions(rule: Rule) -> str:
    said = [_SAID[key].format(_span(span)) for key, span in rule.ranges.items()]
    if rule.singles:
        said.append(f"highest singles {', '.join(map(_span, rule.singles))}")
    if rule.pairs is not None:
        said.append(f"{rule.pairs} pair{'' if rule.pairs == 1 else 's'} beside")
    if rule.complete is not None:
        beaten = ", with a lower front than this" if rule.beats_complete else ""
        said.append(f"{'a' if rule.complete else 'no'} straight or better can stay behind{beaten}")
    for key, fronts in rule.yields.items():
        ways = " or ".join(" ".join(map(_span, front)) or "a pair" for front in fronts)
        said.append(f"{_plain(key)} {ways}")
    return "; ".join(said)


def _span(span: tuple[int, int]) -> str:
    low, high = (RANKS[rank - 2] for rank in span)
    return low if low == high else f"{low}-{high}"


def _plain(key: str) -> str:
    return key.replace("-", " ")
