"""The socket's protocol as an AsyncAPI 3 document, made from the very types that travel over it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec

from croupier import __version__
from croupier.house.screens.dealer.payloads import ConsoleView
from croupier.house.screens.lab.payloads import SampleBegins, SampleRefused, SampleStep
from croupier.house.screens.player.payloads import Purse, TablePage
from croupier.house.screens.surveillance.payloads import WatchNews
from croupier.house.tables.views.payloads import View  # noqa: TC001 - msgspec reads it
from croupier.journal.record import Line
from croupier.kit.payload import (
    Json,
    Payload,
)
from croupier.table.commands import AnyCommand  # noqa: TC001 - msgspec reads it
from croupier.web.http import screens
from croupier.web.http.limits.socket_meter import TRY_LATER
from croupier.web.http.messages import Answered, Failed, NotDone, PageChanges
from croupier.web.http.screens import PLACE
from croupier.web.routes.programs import reference
from croupier.web.sockets.floor_socket import Chosen, FloorNews
from croupier.web.sockets.page_feed import PageFrame
from croupier.web.sockets.page_socket import DENIED, RESTART, SIGN_IN, SLOW, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk

ADDRESS = "/api/tables/{table}/socket"
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
    cards that lie face down before you, by seat, once you may look at them. An opened order that is the regulator's to
    read comes without its seed and order and is `withheld`; its hash is the stored record's."""

    yours: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    withheld: bool | msgspec.UnsetType = msgspec.UNSET


class Viewed(msgspec.Struct, frozen=True):
    """The whole table after record `n`. It comes when the table waits: at once to whoever is asked."""

    view: View
    n: int


class PageViewed(Payload, frozen=True):
    """The table as your page shows it, the whole."""

    view: TablePage
    purse: Purse | msgspec.UnsetType = msgspec.UNSET


class ConsoleViewed(Payload, frozen=True):
    """The table as its dealer's page shows it, the whole."""

    view: ConsoleView


SENT: Mapping[str, type[msgspec.Struct]] = {"record": Record, "view": Viewed, "answer": Answered, "error": Failed}
"""What a program hears at a table."""


class Channel(NamedTuple):
    """A socket: its address, what it is for, what the server sends and takes by name, and how a question may be put."""

    address: str
    words: str
    sent: Mapping[str, type[msgspec.Struct]]
    taken: Mapping[str, type[msgspec.Struct]]
    query: Mapping[str, tuple[str, str]]


_ANSWERS: Mapping[str, type[msgspec.Struct]] = {"changes": PageChanges, "page-answer": Answered, "not-done": NotDone}
_CHANGES = {"changes": ("boolean", "The whole view comes once, and then what changed of it.")}
CHANNELS: Mapping[str, Channel] = {
    "table": Channel(
        ADDRESS,
        "One socket per person and table. Records come in order without a gap, before the answer of the command that "
        "led to them. The session's cookie says who asks.",
        SENT,
        {"command": Asked},
        {
            "after": ("integer", "The last record you have; every later one comes."),
            "together": ("boolean", "A frame may hold several messages, each ended by a newline, both ways."),
        },
    ),
    "page": Channel(
        "/api/tables/{table}/page",
        "A player's page at a table.",
        {"page-view": PageViewed, **_ANSWERS},
        {"page-command": PageFrame},
        _CHANGES,
    ),
    "dealing": Channel(
        "/api/tables/{table}/dealing",
        "A dealer's console.",
        {"console-view": ConsoleViewed, **_ANSWERS},
        {"page-command": PageFrame},
        _CHANGES,
    ),
    "floor": Channel("/api/floor/socket", "The floor's page.", {"floor": FloorNews}, {"choose": Chosen}, {}),
    "watch": Channel(
        "/api/watch/socket",
        "Surveillance: the list of tables, and one of them live.",
        {"watch": WatchNews},
        {},
        {"table": ("string", "The table that is watched live.")},
    ),
    "sample": Channel(
        "/api/lab/sample",
        "A sampling run of the lab; whatever is sent ends it.",
        {"sample-begins": SampleBegins, "sample-step": SampleStep, "sample-refused": SampleRefused},
        {},
        {},
    ),
}
"""Every socket of a server."""


@cache
def document() -> Json:
    """All of it, made when it is first asked for."""
    types = {
        name: kind for channel in CHANNELS.values() for name, kind in (*channel.sent.items(), *channel.taken.items())
    }
    _, schemas = screens.schemas(types.values())
    schemas = {name: _plain(schema) for name, schema in schemas.items()}
    schemas["Error"]["properties"]["code"]["enum"] = [*ERRORS, "illegal"]
    messages = {
        name: {
            "name": name,
            "contentType": "application/json",
            "summary": schemas[type_.__name__]["description"],
            "payload": {"$ref": PLACE.format(name=type_.__name__)},
        }
        for name, type_ in types.items()
    }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "croupier: the socket of a table",
            "version": __version__,
            "description": CHANNELS["table"].words,
        },
        "defaultContentType": "application/json",
        "channels": {name: _channel(name, channel) for name, channel in CHANNELS.items()},
        "operations": {
            key: operation
            for name, channel in CHANNELS.items()
            for key, operation in _operations(name, channel).items()
        },
        "components": {"messages": messages, "schemas": schemas},
    }


def _channel(name: str, channel: Channel) -> Json:
    made: Json = {
        "address": channel.address,
        "summary": channel.words,
        "messages": {each: {"$ref": f"#/components/messages/{each}"} for each in (*channel.sent, *channel.taken)},
    }
    if "{table}" in channel.address:
        made["parameters"] = {"table": {"description": "A table's id, as in /api/tables."}}
    if channel.query:
        kinds = {key: {"type": kind, "description": words} for key, (kind, words) in channel.query.items()}
        query = {"type": "object", "properties": kinds}
        made["bindings"] = {"ws": {"method": "GET", "bindingVersion": "0.1.0", "query": query}}
    if name == "table":
        made["x-closed"] = {str(code): words for code, words in CLOSED.items()}
        made["x-errors"] = dict(ERRORS)
    return made


def _operations(name: str, channel: Channel) -> Json:
    """What the server sends and takes; at a table they are called ``hear`` and ``give``."""
    own = {"$ref": f"#/channels/{name}"}
    hear, give = ("hear", "give") if name == "table" else (f"hear-{name}", f"give-{name}")

    def all_of(names: Iterable[str]) -> list[Json]:
        return [{"$ref": f"#/channels/{name}/messages/{each}"} for each in names]

    made: Json = {
        hear: {"action": "send", "channel": own, "summary": "What the server sends.", "messages": all_of(channel.sent)}
    }
    if channel.taken:
        made[give] = {
            "action": "receive",
            "channel": own,
            "summary": "What the server takes.",
            "messages": all_of(channel.taken),
        }
    if name == "table":
        made[give]["reply"] = {"channel": own, "messages": all_of(("answer", "error"))}
    return made


def _plain(schema: Any) -> Any:  # noqa: ANN401 - JSON
    """Without OpenAPI's discriminators, which AsyncAPI knows in another form; each tag is an enum of one anyway."""
    if isinstance(schema, dict):
        return {key: _plain(value) for key, value in schema.items() if key != "discriminator"}
    return [_plain(part) for part in schema] if isinstance(schema, list) else schema


def routes(app: FastAPI, desk: Desk) -> None:
    """``/api/asyncapi.json``, and pages to read about both protocols."""
    del desk

    @app.get("/api/asyncapi.json")
    async def asyncapi() -> Json:
        """The socket's protocol as AsyncAPI 3."""
        return document()

    reference.serve_reference(app, document)
