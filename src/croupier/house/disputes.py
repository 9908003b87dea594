"""A round as a dispute needs it: every card and line with its reason, who did what and when, the records and their
proof, and the submission in force.

Whoever sees it only because they played in it is not shown another player's cards that nobody turned over, nor an
opened order in which such cards stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.errors import JournalError
from croupier.house.felt import chapter, real_cards, standing
from croupier.house.stretch import place_of, rebuilt, records
from croupier.house.why import told
from croupier.journal.record import Header, Signed
from croupier.journal.seen import Seen
from croupier.journal.told import time_of, what
from croupier.table import events as e
from croupier.table.told import tell

if TYPE_CHECKING:
    from collections.abc import Collection

    from croupier.house.database import Database
    from croupier.house.stretch import Place
    from croupier.journal.reconstruct import Rebuilt
    from croupier.journal.record import Record


def dispute(
    database: Database, table: str, number: int, mine: Collection[int] | None = None, *, whole: bool = False
) -> dict[str, Any]:
    """A closed round. `mine` are the seats of someone who may see no more than their own round; with `whole` the chain
    is checked from the journal's first record on."""
    found = rebuilt(database, table, number)
    place = place_of(database, table, number)
    assert place is not None
    seats = sorted(found.gathered.began.wagers if mine is None else mine)
    seen = Seen(found, mine)
    made = told(seen, number, seats)
    kept = list(records(database, table, place.since, place.last + 1))
    return made | {
        "table": table,
        "began": place.first,
        "closed-at": place.at,
        "hands": {to[6:]: {"cards": seen.text(to), "shown": held.shown, "sealed": held.sealed}
                  for to, held in found.hands.items()
                  if to.startswith("seats.") and int(to[6:]) in found.gathered.began.players},
        "rack": [{"what": to, "cards": cards} for to, cards in seen.rack()],
        "steps": [_step(entry.record) | {"who": line.who, "words": line.words.strip(), "cite": line.cite}
                  for entry in found.gathered.entries for line in tell(entry.event)],
        "differences": [] if mine is not None else list(found.differences()),
        "agrees": not found.differences(),
        "unsettled": found.unsettled(),
        "records": [_record(record, withheld=mine is not None and isinstance(record.body, e.OrderOpened))
                    for record in kept if record.n >= place.since],
        "proof": _proof(database, table, place, whole=whole),
        "submission": _submission(found),
    }  # fmt: skip


def _step(record: Record) -> dict[str, Any]:
    by, name = getattr(record.body, "by", ""), getattr(record.body, "who", "")
    return {"n": record.n, "at": record.at, "time": time_of(record.at), "by": by, "name": name}


def _record(record: Record, *, withheld: bool) -> dict[str, Any]:
    return {"n": record.n, "at": record.at, "hash": record.hash, "what": what(record.body),
            "line": None if withheld else record.line.decode()}  # fmt: skip


def _proof(database: Database, table: str, place: Place, *, whole: bool) -> dict[str, Any]:
    """Whether the records chain to a head that was signed after the round, and from which record on that was read."""
    since = 0 if whole else place.since
    head, key = None, ""
    try:
        for record in records(database, table, since, place.last + 1):
            key = record.body.key if isinstance(record.body, Header) else key
            head = record.body if isinstance(record.body, Signed) else None
    except JournalError as error:
        return {"intact": False, "from": since, "record": error.record, "fault": error.fault, "message": error.message}
    return {
        "intact": True, "from": since, "to": place.last, "whole": since == 0, "key": key,
        "head": None if head is None else {"n": head.n, "hash": head.hash, "signature": head.signature},
    }  # fmt: skip


def _submission(found: Rebuilt) -> dict[str, Any]:
    opening, rules = found.gathered.opening, found.rules
    return {
        "game": opening.game, "edition": opening.edition, "chapter": chapter(rules), "status": standing(rules),
        "submission": opening.submission, "readings": opening.readings, "version": opening.version,
        "cards": opening.cards, "real-cards": real_cards(opening.cards),
    }  # fmt: skip
