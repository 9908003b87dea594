"""A player of your own: an object with one method, the same for sampled rounds, for a table in memory and over the
socket.

>>> class Cautious:
...     def decide(self, view):
...         return "over" if view.cards[0].rank < 8 else "surrender"

`view` is a `State`: the cards that the player sees and what was said before. The answer is one of the options that are
open; where hands are set, also a `Setting` or ``{"high": "…", "low": "…"}``. A player of cards alone, to whom suits are
alike, is compiled: it is asked once about every state, and then plays millions of rounds a second.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from croupier.errors import IllegalAction
from croupier.game import Setting
from croupier.game.features import SEAT
from croupier.kit.cards import cards as read_cards
from croupier.odds.rounds.state import State
from croupier.odds.solver.solve import solve

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.game import Rules
    from croupier.game.streets import Decision
    from croupier.kit.cards import Card
    from croupier.odds.solver.solve import Solved

TRIED = 200
"""States of each street that a player is asked about twice, with the suits exchanged."""


@runtime_checkable
class Player(Protocol):
    """Whoever decides."""

    def decide(self, view: State) -> Decision | Mapping[str, str]:
        """One of the options that are open."""


@dataclass(frozen=True, slots=True)
class _Function:
    """A function as a player."""

    function: Callable[[State], Decision]

    def decide(self, view: State) -> Decision:
        return self.function(view)


def player_of(given: object) -> Player:
    """A player from an object that decides, a class of these, or a function of what is seen."""
    made = given() if isinstance(given, type) else given
    if isinstance(made, Player):
        return made
    if callable(made):
        return _Function(made)
    raise IllegalAction(f"{given!r} is no player: it has no method decide(view)", field="--player")


def load(name: str) -> Player:
    """A player by its module and name, as in ``my_players:Cautious``."""
    module, colon, own = name.partition(":")
    if not colon or not module or not own:
        raise IllegalAction(f"{name!r} is not written as module:Name", field="--player")
    try:
        found = import_module(module)
        for part in own.split("."):
            found = getattr(found, part)
    except ImportError as error:
        raise IllegalAction(f"{module} cannot be imported: {error}", field="--player") from None
    except AttributeError:
        raise IllegalAction(f"{module} has no {own}", field="--player") from None
    return player_of(found)


def asked(player: Player, view: State) -> Decision:
    """What a player says; a setting may be told in words."""
    said = player.decide(view)
    if isinstance(said, str | Setting):
        return said
    try:
        return Setting(read_cards(said["high"]), read_cards(said["low"]))
    except (TypeError, KeyError):
        raise IllegalAction(f"{said!r} is neither an option nor a setting of two hands", field="--player") from None


def compiled(rules: Rules, player: Player) -> Solved:
    """The game under a player's own decisions; one who tells suits apart is refused."""
    if any(street.setting for street in rules.game.streets):
        raise IllegalAction("a player who sets hands is not compiled; sample plainly (--plain)", field="--player")

    def given(seen: Mapping[str, tuple[Card, ...]], path: tuple[str, ...]) -> str:
        said = asked(player, _state(seen, path))
        if not isinstance(said, str):
            raise IllegalAction("hands are not set in this game", field="--player")
        return said

    solved = solve(rules, given=given)
    _check_suits(solved, given)
    return solved


def _state(seen: Mapping[str, tuple[Card, ...]], path: tuple[str, ...]) -> State:
    others = tuple((place, held) for place, held in seen.items() if place not in {SEAT, "community", "dealer"})
    return State(seen.get(SEAT, ()), seen.get("community", ()), seen.get("dealer", ()), path, others)


def _check_suits(solved: Solved, given: Callable[..., str]) -> None:
    """Ask about some states again with the suits exchanged and the cards in another order."""
    counted = solved.pays.counted
    shape, chance = counted.shape, random.Random(1)  # noqa: S311 - nothing is at stake
    alike = {kind: [card for card, own in enumerate(shape.of_card) if own == kind] for kind in shape.kinds}
    for path, chosen in solved.plan.chosen.items():
        level = counted.levels[len(path)]
        options = [option.id for option in solved.rules.game.streets[len(path)].options]
        for place in chance.sample(range(len(level.keys)), min(TRIED, len(level.keys))):
            turn = chance.choice(shape.turns)
            held = [chance.choice(alike[card]) for card in level.states[place].tolist()]
            state = [c if c >= 52 else c & ~3 | turn[c & 3] for c in held]
            seen = {at: tuple(chance.sample(lying, len(lying))) for at, lying in shape.seen(state, len(path)).items()}
            said = given(seen, path)
            if said != options[int(np.asarray(chosen)[place])]:
                raise IllegalAction(
                    "this player tells suits apart, or does not always say the same; sample plainly (--plain)",
                    field="--player",
                )
