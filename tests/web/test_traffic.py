"""What a page is sent: what changed of a view, and files that are kept by their content."""

from __future__ import annotations

import asyncio
import os
import re
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from fastapi import FastAPI, Request, Response
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.house.people.roles import Person
from croupier.web.http.compression import packed
from croupier.web.http.files import static
from croupier.web.sockets.changes import GONE, applied, changes
from croupier.web.sockets.page_feed import PageFeed

NAMES = st.text("abc", min_size=1, max_size=2)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.text("xy", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)
VIEWS = st.dictionaries(NAMES, VALUES, max_size=4)


def text(value: object) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


@settings(max_examples=60)
@given(VIEWS, VIEWS)
def test_what_changed_makes_the_other_view(before, after):
    told = changes(before, after)
    assert text(applied(before, told)) == text(after)
    assert bool(told) == (text(before) != text(after))


def test_only_what_differs_is_told():
    before = {"seats": {"1": {"chips": 5, "cards": ["", ""]}, "2": {"chips": 7}}, "due": {"step": "deal"}, "round": 3}
    after = {"seats": {"1": {"chips": 5, "cards": ["As", ""]}}, "due": None, "round": 3}
    assert changes(before, after) == {"seats": {"1": {"cards": ["As", ""]}, GONE: ["2"]}, "due": None}


class Table(PageFeed):
    """A page of a table whose views are given."""

    def __init__(self, views: list[dict[str, object]], asked: str) -> None:
        websocket = SimpleNamespace(query_params={"changes": asked})
        super().__init__(websocket, None, SimpleNamespace(id="T1", broken=None), Person("Ann", frozenset()))  # type: ignore[arg-type]
        self.views = iter(views)

    def view(self) -> Any:
        return next(self.views)


def sent(views: list[dict[str, object]], asked: str = "true") -> list[object]:
    """What a page gets of each view in turn."""

    async def follow() -> list[object]:
        page = Table(views, asked)
        return [[msgspec.json.decode(one) for one in await page.news()] for _ in views]

    return asyncio.run(follow())


def test_a_page_gets_the_whole_once_and_then_what_changed():
    first, then = {"n": 1, "seats": {1: "Ann"}}, {"n": 2, "seats": {1: "Ann"}}
    assert sent([first, first, then]) == [[{"view": {"n": 1, "seats": {"1": "Ann"}}}], [], [{"changes": {"n": 2}}]]
    whole = [{"view": {"n": 2, "seats": {"1": "Ann"}}}]
    assert sent([first, first, then], "") == [[{"view": {"n": 1, "seats": {"1": "Ann"}}}], [], whole]


def test_time_alone_is_not_told():
    def at(left: int, deadline: int = 9000, words: str = "Your turn") -> dict[str, object]:
        return {"deadline": deadline, "clock": {"left": left, "words": words}}

    told = sent([at(5000), at(4000), at(3000, words="Late"), at(2500, words="Late"), at(9000, 15000)])
    assert told[1:] == [
        [],
        [{"changes": {"clock": {"left": 3000, "words": "Late"}}}],
        [],
        [{"changes": {"deadline": 15000, "clock": {"left": 9000, "words": "Your turn"}}}],
    ]


@pytest.fixture
def files(tmp_path, monkeypatch):
    """An app that serves pages from a folder."""
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "a.js").write_text("1;")
    (tmp_path / "index.html").write_text('<script src="/pages/js/a.js"></script><a href="/pages">no file</a>{money}')
    monkeypatch.setattr(static, "PAGES", tmp_path)
    monkeypatch.setattr(static, "LOOKED", 0.0)
    app = FastAPI()
    app.state.desk = SimpleNamespace(house=SimpleNamespace(money="play"))
    static.serve_files(app)
    return tmp_path, app


def asked(app: FastAPI, *paths: str, **headers: str) -> list[httpx.Response]:
    async def get_it() -> list[httpx.Response]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://h") as client:
            return [await client.get(path, headers=headers) for path in paths]

    return asyncio.run(get_it())


def address(page: httpx.Response) -> str:
    found = re.search(r'src="([^"]+)"', page.text)
    assert found is not None
    return found[1]


def test_what_a_page_is_made_of_is_kept_by_its_content(files):
    folder, app = files
    (page,) = asked(app, "/")
    src = address(page)
    assert re.fullmatch(r"/pages/e[0-9a-f]{16}/js/a.js", src)
    assert page.headers["cache-control"] == "no-cache"
    part, plain, other, none = asked(
        app, src, "/pages/js/a.js", "/pages/e0123456789abcdef/js/a.js", src.replace("a.js", "b.js")
    )
    assert part.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert [one.headers["cache-control"] for one in (plain, other)] == ["no-cache", "no-cache"]
    assert part.text == plain.text == other.text == "1;"
    assert (none.status_code, none.headers.get("cache-control")) == (404, None)
    (again,) = asked(app, "/", **{"If-None-Match": page.headers["etag"]})
    assert again.status_code == 304

    (folder / "js" / "a.js").write_text("2;")
    os.utime(folder / "js" / "a.js", ns=(1, 1))
    (anew,) = asked(app, "/", **{"If-None-Match": page.headers["etag"]})
    assert anew.status_code == 200
    assert address(anew) != src
    now, old = asked(app, address(anew), src)
    assert (now.text, now.headers["cache-control"]) == ("2;", "public, max-age=31536000, immutable")
    assert (old.text, old.headers["cache-control"]) == ("2;", "no-cache")


def test_a_long_answer_comes_packed_and_once():
    app = FastAPI()

    @app.get("/told")
    async def told(request: Request) -> Response:
        return packed(request, {"words": ["felt"] * 1000})

    (one,) = asked(app, "/told", **{"Accept-Encoding": "gzip"})
    assert one.json() == {"words": ["felt"] * 1000}
    assert int(one.headers["content-length"]) < 200
    assert one.headers["cache-control"] == "private, no-cache"
    (same,) = asked(app, "/told", **{"Accept-Encoding": "gzip", "If-None-Match": one.headers["etag"]})
    (plain,) = asked(app, "/told", **{"Accept-Encoding": "identity", "If-None-Match": one.headers["etag"]})
    assert (same.status_code, same.content, plain.status_code) == (304, b"", 200)
