"""One command being decided: the events so far, and the table as they have left it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.turns import who_speaks

if TYPE_CHECKING:
    from croupier.game.conduct import Role
    from croupier.table.commands import Actor
    from croupier.table.state import Due, Play, Table


class Act:
    """Collects events; `table` is always the state after the last of them. What is `staged` for a lesson the record
    does not disprove."""

    __slots__ = ("actor", "at", "events", "staged", "table")

    def __init__(self, table: Table, actor: Actor, at: int, *, staged: bool = False) -> None:
        self.table = table
        self.staged = staged
        self.actor = actor
        self.at = at
        self.events: list[e.Event] = []

    def emit(self, event: e.Event) -> None:
        """Let an event happen."""
        self.table = evolve(self.table, event, self.at)
        self.events.append(event)

    def performed(self, due: Due, value: Any = None) -> None:  # noqa: ANN401 - a step's own outcome
        """Let a step that is due be done."""
        self.emit(
            e.Performed(
                step=due.id,
                cite=due.cite,
                pack=due.pack if due.pack >= 0 else None,
                value=value,
                by=self.actor.role,
                who=self.actor.name,
            )
        )

    @property
    def play(self) -> Play:
        """The round in play."""
        if self.table.play is None:
            raise IllegalAction("no round is being played", cite=self.table.conduct.closed)
        return self.table.play

    def check_role(self, due: Due) -> None:
        """Refuse whoever may not take this step."""
        self.require(due.by, due.cite)
        if self.actor.role == "player" and due.seat and who_speaks(self.table, due) != self.actor.name:
            raise IllegalAction(f"seat {due.seat} is not yours", field="seat", cite=due.cite)

    def require(self, roles: tuple[Role, ...], cite: object) -> None:
        """Refuse a role that is not among these."""
        if self.actor.role not in roles:
            raise IllegalAction(
                f"this is for the {' or '.join(roles)}, not the {self.actor.role}", field="actor", cite=cite
            )
