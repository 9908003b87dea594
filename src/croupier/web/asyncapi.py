"""The socket's protocol as an AsyncAPI 3 document, made from the very types that travel over it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from croupier import __version__
from croupier.house.answers import Answer  # noqa: TC001 - msgspec reads it
from croupier.journal.record import Line
from croupier.table.commands import AnyCommand  # noqa: TC001 - msgspec reads it
from croupier.web import reference
from croupier.web.limits import TRY_LATER
from croupier.web.page_socket import DENIED, RESTART, SIGN_IN, SLOW, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import FastAPI

    from croupier.house.desk import Desk

ADDRESS = "/api/tables/{table}/socket"
PLACE = "#/components/schemas/{name}"
ERRORS: Mapping[str, str] = {
    "bad-text": "no JSON, or not of this shape",
    "conflict": "no such command, a key used for another one, a name that is taken, a record that is not there yet",
    "denied": "not yours to do; noted",
    "unknown": "no such table or person",
    "busy": "too much waits for the disk, or you ask too often: ask again under the same key, after `retry` seconds if "
    "it says so",
    "short": "not enough money in the wallet",
    "moved": "the table is being taken up anew: come back",
    "storage": "what was asked could not be stored, and the table is taken up anew: come back",
    "closed": "the server ends: come back",
    "stopped": "a table that shares a meter with this one is stopped: ask the floor",
    "set-aside": "the table's data cannot be played on, and it is stopped alone: ask the floor",
    "gone": "too far behind to resume: begin with the view that follows",
}
"""What an error's code means."""
CLOSED: Mapping[int, str] = {
    RESTART: "the server ends or a table is taken up anew: come back and resume",
    TRY_LATER: "you went on asking while the answer was busy: come back later",
    SIGN_IN: "sign in first, or your roles have changed, or your session has ended",
    DENIED: "not yours to see",
    UNKNOWN: "no such table",
    SLOW: "you read too slowly: come back and resume",
}
"""What a closing code means."""


# What travels, where the house has no type for it.


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command with a key of your choice. The same key with the same command gets the same answer, whenever."""

    key: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    command: AnyCommand


class Record(Line, frozen=True, kw_only=True):
    """A record of the journal, byte for byte as stored. Of journal, event, head and key one is there; `yours` are the
    cards that lie face down before you, by seat, once you may look at them."""

    yours: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class Option(msgspec.Struct, frozen=True):
    """What you may say at your turn, and what it costs in cents."""

    id: str
    cost: int | msgspec.UnsetType = msgspec.UNSET
    wager: str | msgspec.UnsetType | None = msgspec.UNSET
    cite: str | msgspec.UnsetType = msgspec.UNSET


class Due(msgspec.Struct, frozen=True):
    """The step that is due, by whom, and the seats that are `waiting` to decide."""

    step: str
    words: str
    cite: str
    by: tuple[str, ...]
    seat: int | None
    waiting: list[int]
    options: list[Option]


class Seat(msgspec.Struct, frozen=True):
    """A betting position. Wagers are cents; a card that you may not see is empty."""

    player: str | None
    yours: bool
    wagers: dict[str, int]
    cards: list[str]
    chips: int | msgspec.UnsetType = msgspec.UNSET
    closed: list[str] | msgspec.UnsetType = msgspec.UNSET
    decisions: list[str] | msgspec.UnsetType = msgspec.UNSET
    folded: bool | msgspec.UnsetType = msgspec.UNSET
    racked: bool | msgspec.UnsetType = msgspec.UNSET
    gone: bool | msgspec.UnsetType = msgspec.UNSET


class Pack(msgspec.Struct, frozen=True):
    """The cards that are left, and the house's commitment to its seed of their order."""

    left: int
    size: int
    commitment: str


class View(msgspec.Struct, frozen=True, rename="kebab"):
    """A table as you may see it. `deadline` is in milliseconds since 1970, `places` hold the dealer's and common
    cards."""

    table: str
    game: str
    edition: str
    phase: str
    round: int
    void: bool
    due: Due | None
    deadline: int | None
    seats: dict[str, Seat | None]
    places: dict[str, list[str]]
    dealer_low: str
    start: str
    meters: dict[str, int]
    inventory: int
    dealer: str
    way: str
    pack: Pack
    chips: int | None


class Viewed(msgspec.Struct, frozen=True):
    """The whole table after record `n`. It comes when the table waits: at once to whoever is asked."""

    view: View
    n: int


class Answered(msgspec.Struct, frozen=True):
    """What became of your command: done and stored up to record `n`, or refused by the table."""

    answer: Answer


class Error(msgspec.Struct, frozen=True):
    """Why it did not reach the table; without a `key` it is about the socket itself."""

    code: str
    message: str
    field: str = ""
    key: str = ""
    retry: float | msgspec.UnsetType = msgspec.UNSET


class Failed(msgspec.Struct, frozen=True):
    """Your command did not reach the table."""

    error: Error


SENT = {"record": Record, "view": Viewed, "answer": Answered, "error": Failed}


@cache
def document() -> dict[str, Any]:
    """All of it, made when it is first asked for."""
    types = {**SENT, "command": Asked}
    _, schemas = msgspec.json.schema_components(types.values(), ref_template=PLACE)
    schemas = {name: _plain(schema) for name, schema in schemas.items()}
    schemas["Error"]["properties"]["code"]["enum"] = [*ERRORS, "illegal"]
    messages = {
        name: {"name": name, "contentType": "application/json", "summary": schemas[type_.__name__]["description"],
               "payload": {"$ref": PLACE.format(name=type_.__name__)}}
        for name, type_ in types.items()
    }  # fmt: skip
    here = "#/channels/table/messages/{}"
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "croupier: the socket of a table",
            "version": __version__,
            "description": "One socket per person and table. Records come in order without a gap, before the answer "
            "of the command that led to them. The session's cookie says who asks.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": ADDRESS,
                "parameters": {"table": {"description": "A table's id, as in /api/tables."}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
                "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0", "query": {
                    "type": "object",
                    "properties": {
                        "after": {"type": "integer", "description": "The last record you have; every later one comes."},
                        "together": {"type": "boolean", "description": "A frame may hold several messages, each ended "
                                                                       "by a newline, both ways."},
                    },
                }}},
                "x-closed": {str(code): words for code, words in CLOSED.items()},
                "x-errors": dict(ERRORS),
            }
        },
        "operations": {
            "hear": {
                "action": "send",
                "channel": {"$ref": "#/channels/table"},
                "summary": "What the server sends.",
                "messages": [{"$ref": here.format(name)} for name in SENT],
            },
            "give": {
                "action": "receive",
                "channel": {"$ref": "#/channels/table"},
                "summary": "What the server takes.",
                "messages": [{"$ref": here.format("command")}],
                "reply": {"channel": {"$ref": "#/channels/table"},
                          "messages": [{"$ref": here.format(name)} for name in ("answer", "error")]},
            },
        },
        "components": {"messages": messages, "schemas": schemas},
    }  # fmt: skip


def _plain(schema: Any) -> Any:  # noqa: ANN401 - JSON
    """Without OpenAPI's discriminators, which AsyncAPI knows in another form; each tag is an enum of one anyway."""
    if isinstance(schema, dict):
        kept = {key: _plain(value) for key, value in schema.items() if key != "discriminator"}
        if isinstance(kept.get("description"), str):
            kept["description"] = " ".join(kept["description"].split()).replace("``", "`")
        return kept
    return [_plain(part) for part in schema] if isinstance(schema, list) else schema


def routes(app: FastAPI, desk: Desk) -> None:
    """``/api/asyncapi.json``, and pages to read about both protocols."""
    del desk

    @app.get("/api/asyncapi.json")
    async def asyncapi() -> dict[str, Any]:
        """The socket's protocol as AsyncAPI 3."""
        return document()

    reference.serve(app, document)
