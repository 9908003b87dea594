"""The pages themselves: plain files beside this one, with their types, revalidated by their bytes."""

from __future__ import annotations

import gzip
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from fastapi import HTTPException, Request, Response

from croupier.house.facts import WORDS
from croupier.web.refusals import by_status
from croupier.web.register import COOKIE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from fastapi import FastAPI

PAGES = Path(__file__).parent / "pages"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
KEEP = "no-cache"
"""A browser keeps a file and asks whether it is still the same."""

PLACES = {
    "/": "index.html",
    "/tables/{table}": "table.html",
}
"""Where each page is found; it reads the rest from its address."""

WORK = {
    "dealer": "the dealer's console",
    "floor": "the floor",
    "surveillance": "surveillance",
    "lab": "the lab",
    "how-to-play": "how to play",
    "submissions": "Rules Submissions",
    "train": "training",
    "register": "the register",
    "equipment": "the register of equipment",
    "account": "your account",
    "verify": "the cards, recomputed",
}
"""The working pages, each at its name: one shell, a script and a style sheet of its own."""
SHEETS = {"train": ("coach", "train"), "account": ("register",), "equipment": ("register", "equipment")}
"""The style sheets of working pages that borrow one from another."""

ONCE = {"administrator": "the administrator", "invitation": "an invitation", "reset": "a new password"}
"""Pages that a one-time link leads to. Its token is kept by no cache and told to nobody as where one came from."""
UNTOLD = MappingProxyType({"Referrer-Policy": "no-referrer", "Cache-Control": "no-store"})

FIRST = {
    "index.html": ("/api/floor",),
    "table.html": ("/api/tables/{table}/felt", "/api/floor"),
}
"""What a page asks for first: the browser is told with the page, and need not wait for its scripts."""


class Kept(NamedTuple):
    """A file in memory, as long as it is the same on the disk."""

    stamp: tuple[int, int]
    data: bytes
    packed: bytes
    tag: str


_kept: dict[tuple[Path, str, str], Kept] = {}


def serve(app: FastAPI) -> None:
    """Every page at its address, and their parts under ``/pages/``."""
    files = {path.relative_to(PAGES).as_posix(): path for path in sorted(PAGES.rglob("*")) if path.suffix in TYPES}

    for address, name in PLACES.items():
        app.get(address, include_in_schema=False)(_page(files.get(name), FIRST.get(name, ())))
    for name, title in WORK.items():
        filled = {"name": name, "title": title, "sheets": _sheets(*SHEETS.get(name, (name,)))}
        app.get(f"/{name}", include_in_schema=False)(_page(files.get("work.html"), (), filled))
    for name, title in ONCE.items():
        filled = {"name": "administrator", "title": title, "sheets": _sheets("register")}
        app.get(f"/{name}", include_in_schema=False)(_page(files.get("work.html"), (), filled, UNTOLD))

    @app.get("/favicon.ico", include_in_schema=False)
    async def icon(request: Request) -> Response:
        return _file(request, files.get("mark.svg"))

    @app.get("/pages/{path:path}", include_in_schema=False)
    async def part(request: Request, path: str) -> Response:
        return _file(request, files.get(path))

    @app.exception_handler(404)
    async def nowhere(request: Request, error: HTTPException) -> Response:
        """A person at an address that is none is shown the way; a program is told as ever."""
        page = files.get("nowhere.html")
        if page is None or request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
            return await by_status(request, error)
        return Response(_read(page, {"money": _money(request)}).data, 404, media_type=TYPES[".html"])


def _money(request: Request) -> str:
    """What the house plays for: a mark on every page."""
    return WORDS[request.app.state.desk.house.money]


def _sheets(*names: str) -> str:
    return "".join(f'<link rel="stylesheet" href="/pages/{name}.css">\n' for name in names)


def _page(
    path: Path | None,
    first: tuple[str, ...],
    filled: Mapping[str, str] = MappingProxyType({}),
    headers: Mapping[str, str] = MappingProxyType({}),
) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        answer = _file(request, path, {**filled, "money": _money(request)})
        answer.headers.update(headers)
        places = {name: quote(value, safe="") for name, value in request.path_params.items()}
        if first and COOKIE in request.cookies:  # a stranger is sent to sign in first
            wanted = [f"<{address.format(**places)}>; rel=preload; as=fetch; crossorigin" for address in first]
            answer.headers["Link"] = ", ".join(wanted)
        return answer

    return page


def _file(request: Request, path: Path | None, filled: Mapping[str, str] = MappingProxyType({})) -> Response:
    if path is None:
        return Response("no such page\n", 404, media_type="text/plain")
    kept = _read(path, filled)
    packs = "gzip" in request.headers.get("accept-encoding", "")
    tag = f'"{kept.tag}-gz"' if packs else f'"{kept.tag}"'
    headers = {"ETag": tag, "Cache-Control": KEEP, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if packs:
        headers["Content-Encoding"] = "gzip"
    return Response(kept.packed if packs else kept.data, media_type=TYPES[path.suffix], headers=headers)


def _read(path: Path, filled: Mapping[str, str]) -> Kept:
    """The file with its blanks filled, read and packed once; again when it has changed."""
    state = path.stat()
    stamp = state.st_mtime_ns, state.st_size
    key = (path, filled.get("title", ""), filled.get("money", ""))
    kept = _kept.get(key)
    if kept is None or kept.stamp != stamp:
        data = path.read_bytes()
        for blank, words in filled.items():
            data = data.replace(f"{{{blank}}}".encode(), words.encode())
        kept = _kept[key] = Kept(stamp, data, gzip.compress(data, mtime=0), sha256(data).hexdigest()[:32])
    return kept
