"""When players are asked: from then on they may look at their hands, and their time to answer runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.game.choices import DECISION_SECONDS
from croupier.table import events as e

if TYPE_CHECKING:
    from croupier.game import Rules
    from croupier.table.state import Table

ASKED = frozenset({"decide", "choose"})
"""Steps of a round that wait for a player."""


def asked(before: Table, after: Table, event: e.Event) -> Table:
    """The table after an event that leaves it waiting for players.

    § 11: when the deal is over (in pai gow when the dealer's hands are set too) each player examines the cards, and
    then decides. A player who had no hand any more at that moment has not looked, and neither has one who is asked
    to choose without looking while cards are still dealt (688a.13(d)).
    """
    play, due = after.play, after.todo[0]
    if play is None:
        return after
    changes: dict[str, Any] = {}
    is_new = not before.todo or before.todo[0] is not due
    if is_new or (isinstance(event, e.Decided) and not after.conduct.together):
        changes["since"] = after.clock
    if due.id == "decide" and not play.examined and after.conduct.examine is not None:
        changes["examined"] = tuple(n for n in play.round.seats if n not in play.out)
    return replace(after, play=replace(play, **changes)) if changes else after


def time_to_decide(rules: Rules) -> int:
    """The milliseconds that a player has for a decision, as the Rules Submission states it (reading `late`)."""
    return max(1, int(1000 * (rules.chosen.get("decision-seconds") or DECISION_SECONDS)))


def late_at(table: Table, seat: int = 0) -> int:
    """From when on, by the table's clock, whoever has to speak now is late: at once where it is a `seat` whose player
    has given it up in mid-round (§ 7(b))."""
    if table.play is None:
        return 0
    return table.play.since + (0 if seat in table.play.gone else time_to_decide(table.rules))
