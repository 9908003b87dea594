"""In whose session something is done: the house's journal says so of everything that a person does."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.house.journal.events import HouseEvent


class ActingSession(NamedTuple):
    """Who is asking for something, in which session (its hash), and whether it is a strong one."""

    name: str
    session: str
    strong: bool = False


acting: ContextVar[ActingSession | None] = ContextVar("acting", default=None)
"""Whoever asks for what is being done now."""


def in_session(events: Iterable[HouseEvent], *, whoever: bool = False) -> list[HouseEvent]:
    """The same events, each with the session in which one of those who did it acts now; with `whoever` also where it
    is done in another's name."""
    now = acting.get()
    if now is None:
        return list(events)
    return [
        replace(event, within=now.session, strong=now.strong)
        if not event.within and (whoever or now.name in {event.by, event.second} - {""})
        else event
        for event in events
    ]
