"""The points of a round at which a player decides, and what is open there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import IllegalAction
from croupier.kit.cards import write

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from croupier.kit.cards import Card
    from croupier.law import Cite


LOW_HAND = 2
"""Cards of the low hand (688a.1); the others are the high hand."""


class Setting(NamedTuple):
    """Seven cards set into a high hand of five and a low hand of two."""

    high: tuple[Card, ...]
    low: tuple[Card, ...]

    def __str__(self) -> str:
        return f"{write(self.high)} | {write(self.low)}"


Decision = str | Setting


@dataclass(frozen=True, slots=True)
class Option:
    """Something a player may say on a street: a wager of `times` the ante, a check, or the end of the hand.

    `folds` marks giving up (fold, surrender); `done` marks that nothing more is asked of this player. `until_shown`
    marks what may still be said after the decision, until the dealer turns the hand over. `returns` names a wager on
    the layout that the player takes back.
    """

    id: str
    cite: Cite
    wager: str | None = None
    times: int = 0
    folds: bool = False
    done: bool = False
    until_shown: bool = False
    returns: str | None = None


@dataclass(frozen=True, slots=True)
class Street:
    """One decision. `setting` says that a `Setting` of the cards is an answer too; `late` is what the table
    does when the player's time runs out."""

    name: str
    cite: Cite
    options: tuple[Option, ...]
    late: str
    setting: bool = False

    def option(self, decision: Decision) -> Option | None:
        """The option a decision names, if it is open here."""
        for option in self.options:
            if option.id == decision:
                return option
        return None

    def closed(self, decision: Decision, place: int) -> IllegalAction:
        """The refusal of a decision that is not open here."""
        ways = [o.id for o in self.options] + (["a setting"] if self.setting else [])
        words = f"{_say(decision)} is not open {self.name}; open are {', '.join(ways)}"
        return IllegalAction(words, field=f"decisions.{place}", cite=self.cite)


class Walk(NamedTuple):
    """Where a player's decisions lead: stakes they added, the option they folded by, and the next street; and which
    wagers were taken back."""

    stakes: Mapping[str, int]
    folded: Option | None
    setting: Decision | None
    needs: Street | None
    returned: frozenset[str] = frozenset()

    def on_layout(self, wagers: Mapping[str, int]) -> dict[str, int]:
        """All stakes of a seat that placed these wagers before the deal."""
        stakes = {**wagers, **self.stakes}
        return {id_: stake for id_, stake in stakes.items() if id_ not in self.returned} if self.returned else stakes


def walk(streets: Sequence[Street], ante: int, decisions: Sequence[Decision]) -> Walk:
    """Follow decisions down the streets; refuse one that is not open where it stands."""
    stakes: dict[str, int] = {}
    folded: Option | None = None
    setting: Decision | None = None
    returned: set[str] = set()
    left = list(streets)
    street: Street | None = None
    for place, decision in enumerate(decisions):
        where = f"decisions.{place}"
        if not left:
            raise IllegalAction(
                f"{_say(decision)} comes after the player's last decision",
                field=where,
                cite=None if street is None else street.cite,
            )
        street = left.pop(0)
        if street.setting and isinstance(decision, Setting):
            setting = decision
            continue
        option = street.option(decision)
        if option is None:
            raise street.closed(decision, place)
        if option.wager:
            stakes[option.wager] = stakes.get(option.wager, 0) + option.times * ante
        if option.returns:
            returned.add(option.returns)
        if option.folds:
            folded = option
        elif street.setting:
            setting = decision
        if option.folds or option.done:
            left = []
    return Walk(stakes, folded, setting, left[0] if left else None, frozenset(returned))


def _say(decision: Decision) -> str:
    return f"the setting {decision}" if isinstance(decision, Setting) else repr(decision)
