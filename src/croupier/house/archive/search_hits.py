"""What a record tells of what somebody looks for; nothing if it only looked so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Text as SqlText
from sqlalchemy import cast, func

from croupier.house.cloth.felt import exact
from croupier.house.storage import schema
from croupier.journal.record_text import what
from croupier.kit.money import cents
from croupier.table import events as e

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection


def reads(connection: Connection, word: str) -> ColumnElement[bool]:
    """Whether a stored line has a word, in capitals or not."""
    column = schema.records.c.line
    if connection.dialect.name == "sqlite":
        return func.instr(func.lower(cast(column, SqlText)), word) > 0
    return func.strpos(func.lower(func.convert_from(column, "UTF8")), word) > 0


def says(word: str, event: e.Event, _: str) -> str:
    """What a record with this word tells; the order of a deck tells nothing."""
    if isinstance(event, e.OrderOpened | e.Shuffled):
        return ""
    words = what(event)
    own = " ".join(str(getattr(event, name, "")) for name in ("who", "player", "note", "irregularity", "step"))
    rows = " ".join(str(line.get("row") or "") for line in getattr(event, "lines", ()))
    return words.split(";")[0] if word in f"{words} {own} {rows}".lower() else ""


def shows(card: str, event: e.Event, _: str) -> str:
    """What a record that shows a card tells."""
    if not isinstance(event, e.Dealt | e.Turned | e.Revealed | e.Discarded) or card not in event.cards.split():
        return ""
    return what(event)


def wagered(wager: str, event: e.Event, _: str) -> str:
    """The seats that made a wager."""
    if not isinstance(event, e.RoundBegan):
        return ""
    seats = {seat: own[wager] for seat, own in event.wagers.items() if wager in own}
    return ", ".join(f"seat {seat} {wager} {exact(stake)}" for seat, stake in seats.items())


def paid(least: int, event: e.Event, _: str) -> str:
    """What a seat was paid, if it was so much."""
    if not isinstance(event, e.Settled):
        return ""
    paid = sum(cents(line["paid"]) for line in event.lines)
    return f"seat {event.seat} paid {exact(paid)}" if paid >= least else ""


def irregular(event: e.Event, _: str) -> str:
    """What went wrong."""
    if not isinstance(event, e.IrregularityFound):
        return ""
    seat = f", seat {event.seat}" if event.seat else ""
    return f"{event.irregularity.replace('-', ' ')}{seat}"


def late(event: e.Event, _: str) -> str:
    """A decision that was made for a player whose time was over."""
    return f"decision by timeout, seat {event.seat}" if isinstance(event, e.Decided) and event.late else ""
