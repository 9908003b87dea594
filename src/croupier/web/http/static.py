"""The pages themselves: plain files beside this one, with their types.

Whatever a page is made of is found under ``/pages/EDITION/``, where EDITION is the digest of all files together: a
browser keeps it for good and never asks again. A page itself, and a part asked for without an edition or by one that is
not this any more, is revalidated by its bytes.
"""

from __future__ import annotations

import gzip
import re
import time
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
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
KEEP = "no-cache"
"""A browser keeps a file and asks whether it is still the same."""
FOR_GOOD = "public, max-age=31536000, immutable"
"""A browser keeps it and does not ask: at another content it has another address."""
LOOKED = 1.0
"""Seconds for which the files are taken to be the same as when they were looked at."""
_EDITION = re.compile(r"(e[0-9a-f]{16})/")
_OWN = re.compile(rb'(?<=")/pages/(?=[^"]+")')

PLACES = {
    "/": "index.html",
    "/tables/{table}": "table.html",
    "/offline": "offline.html",
    "/manifest.webmanifest": "manifest.webmanifest",
    "/worker.js": "worker.js",
}
"""Where each page is found; it reads the rest from its address."""
A_WHILE = MappingProxyType({"Cache-Control": "max-age=3600"})
KEPT_A_WHILE = frozenset({"manifest.webmanifest", "worker.js"})
"""What a browser looks for by itself at every load, and need not so often."""

WORK = {
    "dealer": "the dealer's console",
    "floor": "the floor",
    "surveillance": "surveillance",
    "lab": "the lab",
    "how-to-play": "how to play",
    "submissions": "Rules Submissions",
    "practice": "practice",
    "register": "the register",
    "equipment": "the register of equipment",
    "account": "your account",
    "my-play": "my play",
    "replay": "a round, step by step",
    "verify": "the cards, recomputed",
}
"""The working pages, each at its name: one shell, a script and a style sheet of its own."""
SHEETS = {"practice": ("coach", "practice"), "account": ("register",), "equipment": ("register", "equipment"),
          "replay": ("surveillance", "replay")}  # fmt: skip
"""The style sheets of working pages that borrow one from another."""

ONCE = {"administrator": "the administrator", "invitation": "an invitation", "reset": "a new password"}
"""Pages that a one-time link leads to. Its token is kept by no cache and told to nobody as where one came from."""
UNTOLD = MappingProxyType({"Referrer-Policy": "no-referrer", "Cache-Control": "no-store"})

FIRST = {
    "index.html": ("/api/floor",),
    "table.html": ("/api/tables/{table}/felt",),
}
"""What a page asks for first: the browser is told with the page, and need not wait for its scripts."""


class Files:
    """Every file by its path under ``pages``, and the edition that they are together."""

    def __init__(self, folder: Path) -> None:
        self._found = {
            path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.suffix in TYPES
        }
        self.get = self._found.get
        self._edition = ""
        self._stamps: list[tuple[int, int]] = []
        self._looked = -LOOKED

    @property
    def edition(self) -> str:
        """A word for their content; another as soon as one of them is another."""
        now = time.monotonic()
        if now - self._looked >= LOOKED:
            self._looked = now
            stamps = [_stamp(path) for path in self._found.values()]
            if stamps != self._stamps:
                self._stamps = stamps
                digest = sha256()
                for name, path in self._found.items():
                    data = path.read_bytes()
                    digest.update(b"%b\0%d\0%b" % (name.encode(), len(data), data))
                self._edition = f"e{digest.hexdigest()[:16]}"
        return self._edition

    def part(self, path: str) -> tuple[Path | None, bool]:
        """A file that a page is made of, and whether what was asked for is of this edition."""
        found = _EDITION.match(path)
        return self.get(path[found.end() :] if found else path), found is not None and found[1] == self.edition


class Kept(NamedTuple):
    """A file in memory, as long as it is the same on the disk."""

    stamp: tuple[int, int]
    edition: str
    data: bytes
    packed: bytes
    tag: str


_kept: dict[tuple[Path, str, str], Kept] = {}


def shell(request: Request, name: str) -> bytes:
    """A page without what only its own route can fill in."""
    files: Files = request.app.state.files
    path = files.get(name)
    assert path is not None
    return _read(path, {"money": _money(request), "edition": files.edition}).data


def serve(app: FastAPI) -> None:
    """Every page at its address, and their parts under ``/pages/``."""
    files = app.state.files = Files(PAGES)

    for address, name in PLACES.items():
        app.get(address, include_in_schema=False)(
            _page(files, name, FIRST.get(name, ()), headers=A_WHILE if name in KEPT_A_WHILE else MappingProxyType({}))
        )
    for name, title in WORK.items():
        filled = {"name": name, "title": title, "sheets": _sheets(*SHEETS.get(name, (name,)))}
        app.get(f"/{name}", include_in_schema=False)(_page(files, "work.html", (), filled))
    for name, title in ONCE.items():
        filled = {"name": "administrator", "title": title, "sheets": _sheets("register")}
        app.get(f"/{name}", include_in_schema=False)(_page(files, "work.html", (), filled, UNTOLD))

    @app.get("/favicon.ico", include_in_schema=False)
    async def icon(request: Request) -> Response:
        return _file(request, files.get("mark.svg"))

    @app.get("/pages/{path:path}", include_in_schema=False)
    async def part(request: Request, path: str) -> Response:
        found, same = files.part(path)
        answer = _file(request, found)
        if same and answer.status_code != 404:
            answer.headers["Cache-Control"] = FOR_GOOD
        return answer

    @app.exception_handler(404)
    async def nowhere(request: Request, error: HTTPException) -> Response:
        """A person at an address that is none is shown the way; a program is told as ever."""
        page = files.get("nowhere.html")
        if page is None or request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
            return await by_status(request, error)
        filled = {"money": _money(request), "edition": files.edition}
        return Response(_read(page, filled).data, 404, media_type=TYPES[".html"])


def _money(request: Request) -> str:
    """What the house plays for: a mark on every page."""
    return WORDS[request.app.state.desk.house.money]


def _sheets(*names: str) -> str:
    return "".join(f'<link rel="stylesheet" href="/pages/{name}.css">\n' for name in names)


def _page(
    files: Files,
    name: str,
    first: tuple[str, ...],
    filled: Mapping[str, str] = MappingProxyType({}),
    headers: Mapping[str, str] = MappingProxyType({}),
) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        answer = _file(request, files.get(name), {**filled, "money": _money(request), "edition": files.edition})
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
    stamp, edition = _stamp(path), filled.get("edition", "")
    key = (path, filled.get("title", ""), filled.get("money", ""))
    kept = _kept.get(key)
    if kept is None or (kept.stamp, kept.edition) != (stamp, edition):
        data = path.read_bytes()
        for blank, words in filled.items():
            data = data.replace(f"{{{blank}}}".encode(), words.encode())
        if edition:
            data = _OWN.sub(f"/pages/{edition}/".encode(), data)
        packed = gzip.compress(data, mtime=0)
        kept = _kept[key] = Kept(stamp, edition, data, packed, sha256(data).hexdigest()[:32])
    return kept


def _stamp(path: Path) -> tuple[int, int]:
    state = path.stat()
    return state.st_mtime_ns, state.st_size
