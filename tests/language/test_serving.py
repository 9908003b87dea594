"""The language of a page: by the cookie or by what the browser accepts, and the words of its scripts with it."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from unittest.mock import AsyncMock

import httpx
import pytest
from fastapi import FastAPI, Request, Response

from croupier.errors import HouseError
from croupier.language.catalogue import PAGES, Message, catalogue
from croupier.web.http import refusals
from croupier.web.http.compression import packed
from croupier.web.http.files import static
from croupier.web.http.languages import Speaking, spoken, translated
from croupier.web.http.translation import ResponseTranslation


@pytest.fixture(scope="module")
def app():
    made = FastAPI()
    made.state.desk = SimpleNamespace(house=SimpleNamespace(money="play"))
    made.add_middleware(ResponseTranslation)
    made.add_middleware(Speaking, pseudo=True)

    @made.get("/api/tables/T/felt")
    async def felt(request: Request) -> Response:
        return packed(request, {"id": "check", "words": "Check", "name": "Check"})

    @made.get("/api/tables/T/purse")
    async def purse() -> dict[str, str]:
        raise HouseError("take a seat first", field="seat")

    @made.get("/api/tables/T")
    async def table() -> dict[str, str]:
        return {"words": "Check"}

    refusals.routes(made)
    static.serve_files(made, spoken(pseudo=True))
    return made


def asked(app: FastAPI, path: str, **headers: str) -> httpx.Response:
    async def get_it() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://h") as client:
            return await client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    return asyncio.run(get_it())


def lang(page: httpx.Response) -> str:
    found = re.search(r'<html lang="([^"]+)"', page.text)
    assert found is not None
    return found[1]


def test_a_page_is_in_the_language_that_was_chosen_or_is_accepted(app):
    assert lang(asked(app, "/")) == "en"
    assert lang(asked(app, "/", accept_language="es-MX,es;q=0.9,en;q=0.8")) == "es"
    assert lang(asked(app, "/", accept_language="es", cookie="language=en")) == "en"
    assert lang(asked(app, "/my-play", cookie="croupier=x; language=es")) == "es"
    assert lang(asked(app, "/", cookie="language=../../etc")) == "en"
    assert lang(asked(app, "/no/such", accept="text/html", cookie="language=es")) == "es"
    assert "Accept-Language, Cookie" in asked(app, "/").headers["vary"]  # for what keeps pages on the way


def test_the_pages_of_those_at_work_are_in_english(app):
    assert lang(asked(app, "/surveillance", cookie="language=es")) == "en"


def test_an_english_page_is_the_file_and_loads_no_words(app):
    page = asked(app, "/offline")
    assert '/js/offline/offline.js"' in page.text
    plain = (static.PAGES / "offline.html").read_bytes()
    assert translated(plain, "en") is plain


def test_scripts_come_with_the_words_of_their_language_and_are_kept_by_their_content(app):
    page = asked(app, "/", cookie="language=es")
    (address,) = re.findall(r'<script type="module" src="(/pages/e[0-9a-f]{16}/js/lobby/lobby.es.js)"', page.text)
    assert 'modulepreload" href="' + address.replace("lobby/lobby", "core/shared") in page.text
    script = asked(app, address)
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    said = catalogue("es", PAGES)[Message("How to play")]
    assert f'"How to play":"{said}"' in script.text
    assert asked(app, address.replace(".es.", ".de.")).status_code == 404
    assert "⟦" in asked(app, address.replace(".es.", ".xx.")).text


def test_an_answer_is_in_the_language_asked_for_and_known_by_it(app):
    english, spanish = asked(app, "/api/tables/T/felt"), asked(app, "/api/tables/T/felt", cookie="language=es")
    assert english.json() == {"id": "check", "words": "Check", "name": "Check"}
    assert spanish.json() == {"id": "check", "words": "Pasar", "name": "Check"}
    assert spanish.headers["content-encoding"] == "br"
    marks = english.headers["etag"], spanish.headers["etag"]
    assert marks[0] != marks[1]
    again = asked(app, "/api/tables/T/felt", cookie="language=es", if_none_match=marks[1])
    assert (again.status_code, again.content) == (304, b"")
    assert asked(app, "/api/tables/T/felt", cookie="language=es", if_none_match=marks[0]).status_code == 200
    assert asked(app, "/api/tables/T/felt", if_none_match=marks[1]).status_code == 200


def test_a_refusal_is_in_the_language_asked_for(app):
    told = asked(app, "/api/tables/T/purse", accept_language="es").json()["error"]
    assert told["message"] == told["all"][0]["message"] == "primero toma asiento"
    assert told["field"] == "seat"


def test_the_contracts_addresses_stay_english(app):
    assert asked(app, "/api/tables/T", accept_language="es").json() == {"words": "Check"}


async def test_a_long_answer_that_is_no_json_is_let_through_as_it_comes():
    """It was held back whole, piece by piece put together: whoever asked for their rounds in Spanish had the process
    copy them again and again, and took none of it."""
    sent: list[object] = []
    parts = [b"time,", b"table\n"]

    async def sheet(scope, receive, send):
        headers = [(b"content-type", b"text/csv; charset=utf-8"), (b"content-length", b"11")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        for part in parts:
            await send({"type": "http.response.body", "body": part, "more_body": True})
            assert sent[-1] == part
        await send({"type": "http.response.body", "body": b""})

    async def send(message):
        sent.append(message.get("body", message["type"]))

    scope = {"type": "http", "path": "/api/my-play/rounds.csv", "headers": [(b"accept-language", b"es")]}
    await Speaking(ResponseTranslation(sheet))(scope, AsyncMock(), send)
    assert sent == ["http.response.start", *parts, b""]
