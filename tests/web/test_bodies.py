"""What is sent with a request: decoded at one place, refused in one shape, and documented."""

from __future__ import annotations

from typing import Annotated

import httpx
import pytest
from fastapi import FastAPI

from croupier.kit.payload import Json, Payload, RequestBody
from croupier.web.http import refusals
from croupier.web.http.screens import ScreenRoute, document


class Chair(RequestBody, frozen=True):
    """A seat, and cents."""

    seat: int
    amount: int = 0


class Note(RequestBody, frozen=True):
    """Words, or none."""

    note: str = ""


class Heard(Payload, frozen=True):
    """What was heard."""

    words: str


def an_app() -> FastAPI:
    app = FastAPI()
    app.router.route_class = ScreenRoute
    refusals.routes(app)

    @app.post("/seat/{table}")
    async def seat(table: str, body: Chair, key: str = "") -> Heard:
        return Heard(f"{table} {body.seat} {body.amount} {key}")

    @app.post("/note")
    async def note(body: Note) -> Heard:
        return Heard(body.note)

    @app.post("/open")
    async def open_(data: Annotated[Json, Chair]) -> Heard:
        return Heard(" ".join(sorted(data)))

    document(app)
    return app


def asking() -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(an_app()), base_url="http://here")


@pytest.mark.parametrize(
    ("path", "sent", "heard"),
    [
        ("/seat/T1?key=k", b'{"seat": 2, "amount": 5, "more": true}', "T1 2 5 k"),
        ("/seat/T1", b'{"seat": 2}', "T1 2 0 "),
        ("/note", b"", ""),
        ("/note", b"null", ""),
        ("/note", b'{"note": "no"}', "no"),
        ("/open", b'{"b": 1, "a": [2]}', "a b"),
    ],
)
async def test_a_route_is_given_what_it_names(path, sent, heard):
    async with asking() as client:
        reply = await client.post(path, content=sent)
        assert (reply.status_code, reply.json()) == (200, {"words": heard})


@pytest.mark.parametrize(
    ("path", "sent", "kind", "field"),
    [
        ("/seat/T1", b"", "application/json", ""),
        ("/seat/T1", b"{}", "application/json", "seat"),
        ("/seat/T1", b'{"seat": "2"}', "application/json", "seat"),
        ("/seat/T1", b'{"seat": 1e400}', "application/json", "seat"),
        ("/seat/T1", b'{"seat": 2}', "text/plain", ""),
        ("/seat/T1", b"[" * 5000, "application/json", ""),
        ("/note", rb'{"note": "\ud800"}', "application/json", ""),
        ("/open", b"[]", "application/json", ""),
    ],
)
async def test_whatever_is_no_body_is_refused_alike(path, sent, kind, field):
    async with asking() as client:
        reply = await client.post(path, content=sent, headers={"content-type": kind})
        refused = reply.json()["error"]
        assert (reply.status_code, refused["code"], refused["field"]) == (422, "bad-text", field), refused
        assert refused["message"]


def test_the_document_has_every_body():
    ways = an_app().openapi()["paths"]
    bodies = {path: ways[path]["post"]["requestBody"] for path in ways}
    schemas = {path: body["content"]["application/json"]["schema"] for path, body in bodies.items()}
    chair, note = ({"$ref": f"#/components/schemas/{name}"} for name in ("Chair", "Note"))
    assert schemas == {"/seat/{table}": chair, "/note": note, "/open": chair}
    assert {path: body["required"] for path, body in bodies.items()} == {
        "/seat/{table}": True,
        "/note": False,
        "/open": True,
    }
