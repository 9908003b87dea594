"""Pages to read about what programs may ask: the socket from its AsyncAPI document, HTTP from its OpenAPI one.

What a page says is told first, as headings, sentences and rows; HTML and Markdown are two ways to write it down.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastapi.responses import HTMLResponse

from croupier.house.storage.house_facts import MONEY_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from fastapi import FastAPI

    from croupier.kit.payload import Json


WAY_FIELDS = ("request", "does", "takes")
GROUPED_ROUTES = 3
"""Routes that begin with one word and are told together."""
TYPE_NAMES = {"integer": "number", "boolean": "true or false", "string": "text", "object": "table"}


@dataclass(frozen=True, slots=True)
class Part:
    """A heading, what is to be said, and rows under their columns. Words between backquotes are code."""

    title: str
    words: str
    columns: tuple[str, ...] = ()
    rows: Sequence[tuple[str, ...]] = ()


def serve_reference(app: FastAPI, asyncapi: Callable[[], Json]) -> None:
    """``/api/socket`` and ``/api/docs``."""

    def money() -> str:
        return MONEY_WORDS[app.state.desk.house.money]

    @app.get("/api/socket", response_class=HTMLResponse, include_in_schema=False)
    async def socket() -> str:
        return as_html("The socket", "/api/asyncapi.json", of_socket(asyncapi()), money())

    @app.get("/api/docs", response_class=HTMLResponse, include_in_schema=False)
    async def http() -> str:
        return as_html("HTTP", "/api/openapi.json", of_http(app.openapi()), money())


# What is said.


def of_socket(document: Mapping[str, Any]) -> list[Part]:
    """The socket's protocol."""
    channel = document["channels"]["table"]
    schemas, messages = document["components"]["schemas"], document["components"]["messages"]
    query = channel["bindings"]["ws"]["query"]["properties"]
    sent = [name for name in channel["messages"] if name != "command"]
    here = _reached(schemas, [messages[name]["payload"] for name in channel["messages"]])

    def rows(names: Sequence[str]) -> list[tuple[str, ...]]:
        return [(f"`{_tag(schemas[name])}`", _fields(schemas[name]), schemas[name]["description"]) for name in names]

    parameters = [(f"`{name}`", kind["description"]) for name, kind in query.items()]
    shapes = [
        name
        for name in schemas
        if name in here and _tag(schemas[name]) == name and name not in {"Asked", "Viewed", "Answered", "Failed"}
    ]
    pages = [
        (f"`{each['address']}`", each["summary"], ", ".join(f"`{name}`" for name in each["messages"]))
        for each in document["channels"].values()
        if each is not channel
    ]
    return [
        Part("Connect", f"`{channel['address']}`. {document['info']['description']}", ("query", "meaning"), parameters),
        Part(
            "From the server",
            "Each message is a line of JSON.",
            ("message", "holds", "meaning"),
            [(f"`{name}`", _fields(_payload(document, name)), messages[name]["summary"]) for name in sent],
        ),
        Part(
            "To the server",
            'A key of your choice, and a command: `{"key": "k1", "command": {"command": '
            '"sit", "player": "Ann", "seat": 1}}`. Amounts are integer cents. What may be left out is in '
            "brackets.",
            ("command", "holds", "meaning"),
            rows(_refs(schemas["Asked"]["properties"]["command"])),
        ),
        Part(
            "Errors",
            "An error says why a command did not reach the table.",
            ("code", "meaning"),
            [(f"`{code}`", words) for code, words in channel["x-errors"].items()],
        ),
        Part(
            "Closing codes",
            "Why the server lets go.",
            ("code", "meaning"),
            [(f"`{code}`", words) for code, words in channel["x-closed"].items()],
        ),
        Part(
            "Events",
            "What an event record's `event` holds, beside `by` and `who` where a person did it.",
            ("event", "holds", "meaning"),
            rows(_refs(schemas["Record"]["properties"]["event"])),
        ),
        Part("Shapes", "What the others are made of.", ("shape", "holds", "meaning"), rows(shapes)),
        Part(
            "Sockets of the pages",
            "The house's own pages use these; the AsyncAPI document says what each message holds.",
            ("address", "for", "messages"),
            pages,
        ),
    ]


def _reached(schemas: Mapping[str, Any], wanted: list[Any]) -> set[str]:
    """The shapes that some schemas are made of."""
    found: set[str] = set()
    while wanted:
        part = wanted.pop()
        if isinstance(part, list):
            wanted += part
        elif isinstance(part, dict):
            name = str(part.get("$ref", "")).rpartition("/")[2]
            if name and name not in found:
                found.add(name)
                wanted.append(schemas[name])
            wanted += part.values()
    return found


def of_http(document: Mapping[str, Any]) -> list[Part]:
    """The routes, by the first word of their path."""
    groups: dict[str, list[tuple[str, ...]]] = {}
    for path, ways in sorted(document["paths"].items()):
        words = [word for word in path.split("/") if word and word != "api"]
        for method, way in ways.items():
            takes = [f"`{p['name']}`" for p in way.get("parameters", ()) if p["in"] in {"query", "header"}]
            takes += [f"`{name}`" for name in _body(document, way)]
            said = " ".join(way.get("description", way.get("summary", "")).split())
            groups.setdefault(words[0] if words else "", []).append(
                (f"`{method.upper()} {path}`", said, ", ".join(takes))
            )
    intro = (
        'JSON both ways. A refusal is `{"error": {"message", "field", "cite", "code"}}` with a status of 400 or more; '
        "429 says in `Retry-After` when to ask again. Sign in with `POST /api/session`; the session is a cookie."
    )
    many = {name: rows for name, rows in groups.items() if len(rows) >= GROUPED_ROUTES}
    rest = [row for name, rows in groups.items() if name not in many for row in rows]
    parts = [
        Part(name.capitalize(), "", WAY_FIELDS, rows)
        for name, rows in sorted(many.items(), key=lambda one: -len(one[1]))
    ]
    return [Part("Asking", intro), *parts, Part("Everything else", "", WAY_FIELDS, rest)]


def _body(document: Mapping[str, Any], way: Mapping[str, Any]) -> list[str]:
    schema = way.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return list(schema.get("properties", ()))


def _payload(document: Mapping[str, Any], message: str) -> Json:
    name = document["components"]["messages"][message]["payload"]["$ref"].rpartition("/")[2]
    found: Json = document["components"]["schemas"][name]
    return found


def _refs(schema: Mapping[str, Any]) -> list[str]:
    return [one["$ref"].rpartition("/")[2] for one in schema["anyOf"] if "$ref" in one]


def _tag(schema: Mapping[str, Any]) -> str:
    """A command's or event's own name, or the shape's."""
    for name in ("command", "event"):
        enum = schema.get("properties", {}).get(name, {}).get("enum")
        if enum:
            return str(enum[0])
    return str(schema["title"])


def _fields(schema: Mapping[str, Any]) -> str:
    rows = []
    required = set(schema.get("required", ()))
    tagged = _tag(schema) != schema["title"]
    for name, kind in schema.get("properties", {}).items():
        if tagged and name in {"command", "event", "by", "who"}:
            continue
        one = f"`{name}` {_kind(kind)}".strip()
        rows.append(one if name in required else f"[{one}]")
    return ", ".join(rows)


def _kind(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        kinds = [_kind(one) for one in schema["anyOf"]]
        return " or ".join(kinds) if len(kinds) <= 2 else "see below"
    kind = str(schema.get("type", ""))
    if kind == "array":
        return f"list of {_kind(schema.get('items') or {})}".removesuffix(" of ")
    return TYPE_NAMES.get(kind, kind)


# How it is written.


def as_markdown(parts: Sequence[Part]) -> str:
    """For the docs."""
    lines = []
    for part in parts:
        lines += [f"## {part.title}", ""]
        if part.words:
            lines += [part.words, ""]
        if part.rows:
            lines += [f"| {' | '.join(part.columns)} |", "|" + "---|" * len(part.columns)]
            lines += [f"| {' | '.join(cell or ' ' for cell in row)} |" for row in part.rows]
            lines.append("")
    return "\n".join(lines)


def as_html(title: str, source: str, parts: Sequence[Part], money: str = "") -> str:
    """For a browser."""
    places = "".join(
        f'<a href="{address}"{" aria-current=page" if words == title else ""}>{words}</a>'
        for address, words in (("/", "Lobby"), ("/api/docs", "HTTP"), ("/api/socket", "The socket"))
    )
    inside = "".join(_panel(part) for part in parts)
    return _PAGE.format(title=html.escape(title), places=places, source=source, inside=inside, money=money)


def _panel(part: Part) -> str:
    head = "".join(f"<th scope=col>{column}</th>" for column in part.columns)
    body = "".join(
        f"<tr><th scope=row>{_words(row[0])}</th>{''.join(f'<td>{_words(cell)}</td>' for cell in row[1:])}</tr>"
        for row in part.rows
    )
    table = f"<div class=scroll tabindex=0 role=region aria-label='{html.escape(part.title)}'><table class='data told'>"
    table = f"{table}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>" if part.rows else ""
    words = f"<p>{_words(part.words)}</p>" if part.words else ""
    return (
        f"<section class=panel><header><h2>{html.escape(part.title)}</h2></header><div class=body>{words}{table}"
        "</div></section>"
    )


def _words(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text, quote=False))


_PAGE = """<!doctype html>
<html lang="en" data-money="{money}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>croupier: {title}</title>
<link rel="icon" href="/pages/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/pages/tokens.css">
<link rel="stylesheet" href="/pages/page.css">
<link rel="stylesheet" href="/pages/work.css">
<link rel="stylesheet" href="/pages/reference.css">
<script type="module" src="/pages/js/core/prefs.js"></script>
</head>
<body>
<a class="skip" href="#work">To the page</a>
<header class="bar"><a class="mark" href="/" aria-label="croupier, to the lobby">
<svg viewBox="0 0 16 24" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" aria-hidden="true">
<path d="M12 5.2C11.4 3.2 9.9 2 8 2 5.8 2 4.1 3.4 4.1 5.3c0 4.1 8.3 4 8.3 8.1 0 1.6-1.3 2.8-3.1 3.2"/>
<path d="M4.1 18.8C4.7 20.8 6.2 22 8.1 22c2.2 0 3.9-1.4 3.9-3.3 0-4.1-8.3-4-8.3-8.1 0-1.6 1.3-2.8 3.1-3.2"/>
</svg><span>croupier</span></a><span class="money">{money}</span>
<div class="where"><h1>{title}</h1><a class="note" href="{source}">as a document</a></div><div class="grow"></div>
<nav aria-label="Pages">{places}</nav></header>
<main class="work reference" id="work">{inside}</main>
</body>
</html>
"""
