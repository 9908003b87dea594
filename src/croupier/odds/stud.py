"""Five cards against the dealer's, one decision: value and strategy by arithmetic on the facts of `against`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.kit.cards import CARDS, write
from croupier.kit.money import dollars
from croupier.odds.weighted import ANTE, Weighted, seat_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from croupier.game import Rules
    from croupier.odds.against import Against


@dataclass(frozen=True, slots=True)
class StudPlan:
    """For every class of hand, what playing on and giving up are worth (cents, summed over all dealer hands), and
    whether playing on is at least as good."""

    play: NDArray[np.int64]
    give_up: NDArray[np.int64]
    plays: NDArray[np.bool_]


def told(
    rules: Rules, mine: NDArray[np.uint8], theirs: NDArray[np.uint8], decision: str, extra: Mapping[str, str]
) -> dict[str, Any]:
    """A round of one seat with the main wagers, and `extra` ones, on the layout."""
    required = {w.id: dollars(ANTE) for w in rules.game.wagers if w.placed == "required"}
    seat = {"cards": _cards(mine), "wagers": {**required, **extra}, "decisions": [decision]}
    return {"seats": {"1": seat}, "dealer": _cards(theirs)}


def _cards(hand: NDArray[np.uint8]) -> str:
    return write(CARDS[card] for card in hand)


def _options(rules: Rules) -> tuple[str, str]:
    """The decision that plays on and the one that gives up."""
    (street,) = rules.game.streets
    stay, leave = street.options
    return stay.id, leave.id


def _columns(facts: Against) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """For each outcome, the classes it can happen to and how many dealer hands give it to each of them."""
    higher = facts.dealer[np.arange(len(facts.hands)), facts.categories - 1] - facts.lower - facts.equal
    groups: dict[tuple[int, int], NDArray[np.int64]] = {}
    made = []
    for category, natural, dealer, versus in facts.outcomes.tolist():
        if (category, natural) not in groups:
            groups[category, natural] = np.flatnonzero(
                (facts.categories == category) & (facts.natural == bool(natural))
            )
        mine = groups[category, natural]
        source = (higher, facts.equal, facts.lower)[versus + 1] if category == dealer else facts.dealer[:, dealer - 1]
        made.append((mine, source[mine].astype(np.int64)))
    return made


def plan(rules: Rules, facts: Against, *, beside: str | None = None) -> StudPlan:
    """The best decision for every class, playing on where both are worth the same; with a wager `beside` the main ones,
    for all of them together at one unit each."""
    main = {w.id for w in rules.game.wagers if w.placed in {"required", "by-decision"}}
    play, give_up = worths(rules, facts, main if beside is None else main | {beside})
    return StudPlan(play, give_up, play >= give_up)


def worths(rules: Rules, facts: Against, wagers: set[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What these wagers net for every class if it is played on and if it is given up, summed over all dealer hands."""
    extra = {id_: dollars(ANTE) for id_ in wagers if _is_side(rules, id_)}
    columns = _columns(facts)
    found = []
    for decision in _options(rules):
        worth = np.zeros(len(facts.hands), np.int64)
        for (mine, counts), (held, other) in zip(columns, facts.examples, strict=True):
            lines = seat_lines(rules, told(rules, held, other, decision, extra))
            worth[mine] += counts * sum(line.net for line in lines if line.wager in wagers)
        found.append(worth)
    return found[0], found[1]


def _is_side(rules: Rules, id_: str) -> bool:
    wager = rules.game.wager(id_)
    return wager is not None and wager.placed in {"optional", "always-offered"}


def rounds(rules: Rules, facts: Against, plays: NDArray[np.bool_], extra: Mapping[str, str]) -> list[Weighted]:
    """All deals as weighted rounds under a strategy."""
    made = []
    columns = _columns(facts)
    for decision, chosen in zip(_options(rules), (plays, ~plays), strict=True):
        mass = np.where(chosen, facts.weights, 0)
        for (mine, counts), (held, other) in zip(columns, facts.examples, strict=True):
            if total := int(mass[mine] @ counts):
                made.append(Weighted(total, told(rules, held, other, decision, extra)))
    return made
