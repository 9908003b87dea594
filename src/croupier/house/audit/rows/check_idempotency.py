"""Rows that a rule rests on and that hold no more than that: what was done once, and who used the same browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from croupier.house.storage import schema
from croupier.house.storage.row_faults import differs, gone, unknown

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from croupier.house.audit.rows.projections import Projection


def answers(connection: Connection, recorded: Projection) -> None:
    """What was done once for each key, and which request a key was for."""
    missing, rows = dict(recorded.once), schema.answers
    for row in connection.execute(select(rows).where(rows.c.table_id == "").order_by(rows.c.key)):
        done, answer = missing.pop(row.key, None), msgspec.json.decode(row.answer)
        if not isinstance(answer, dict) or answer.keys() != {"id"}:
            continue
        words, request = f"the answer to a key ({row.key[:12]})", recorded.requests.get(answer["id"])
        if request is None:
            raise unknown(words)
        if request.key != row.key and (request.key or done is not None):
            raise differs(f"{words} is request {answer['id']}", "", request.record)
    for key, n in missing.items():
        raise gone(f"the answer to a key ({key[:12]})", n)


def devices(connection: Connection, recorded: Projection) -> None:
    """Browsers by which someone signed in: those who share one count as one person. Of those from before the journal
    told of browsers nothing is known."""
    missing, since, rows = dict(recorded.devices), recorded.devices_since, schema.devices
    for row in connection.execute(select(rows).order_by(rows.c.device, rows.c.person)):
        if missing.pop((row.device, row.person), None) is None and since is not None and row.first >= since:
            raise unknown(f"a browser of {row.person} ({row.device[:12]})")
    for (device, name), n in missing.items():
        raise gone(f"a browser of {name} ({device[:12]})", n)
