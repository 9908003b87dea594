"""The pages themselves: plain files beside this one, with their types.

Whatever a page is made of is found under ``/pages/EDITION/``, where EDITION is the digest of all files together: a
browser keeps it for good and never asks again. There scripts come bound together (`bind`), style sheets with those
that they import, and both without what only readers need (`shrink`). A page itself, and a part asked for without an
edition or by one that is not this any more, is revalidated by its bytes; without one a part is the file as it stands.
"""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from fastapi import HTTPException, Request, Response

from croupier.games import all_games
from croupier.house.storage.house_facts import MONEY_WORDS
from croupier.language import ENGLISH, catalogue, current_language, translate
from croupier.web.http.compression import CODINGS, KEPT, coding, marked, pack
from croupier.web.http.files import shrink
from croupier.web.http.files.bind import Scripts
from croupier.web.http.files.page_list import (
    A_WHILE,
    FIRST,
    FOR_PLAYERS,
    KEPT_A_WHILE,
    ONCE,
    PLACES,
    SHEETS,
    UNTOLD,
    WORK,
)
from croupier.web.http.languages import translated
from croupier.web.http.refusals import by_status
from croupier.web.http.sessions import SESSION_COOKIE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from fastapi import FastAPI

PAGES = Path(__file__).parents[2] / "pages"
FILE_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
BOUND = frozenset({".js", ".css"})
KEEP = "no-cache"
"""A browser keeps a file and asks whether it is still the same."""
FOR_GOOD = "public, max-age=31536000, immutable"
"""A browser keeps it and does not ask: at another content it has another address."""
LOOKED = 1.0
"""Seconds for which the files are taken to be the same as when they were looked at."""
_EDITION = re.compile(r"(e[0-9a-f]{16})/")
_SCRIPT = re.compile(r"js/([a-z/-]+?)(?:\.([a-z]{2}))?\.js")
_IMPORTED = re.compile(r'^@import "([a-z-]+\.css)";\n', re.MULTILINE)
_OWN = re.compile(rb'(?<=")/pages/(?=[^"]+")')


@cache
def cloths() -> bytes:
    """The colours of every layout in the book, by day and by night, for ``tokens.css``."""
    rules = [
        f'[data-game="{game.id}"][data-edition="{game.edition}"] {{ --cloth: light-dark({day}, {night}); }}'
        for game in all_games()
        for day, night in [game.layout.colour]
    ]
    return "\n".join(["*/", *rules, "/*"]).encode()


class Files:
    """Every file by its path under ``pages``, and the edition that they are together."""

    def __init__(self, folder: Path, known: tuple[str, ...] = ()) -> None:
        self._known = known
        self._found = {
            path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.suffix in FILE_TYPES
        }
        self._made_of = {**self._found, **catalogue.files()}
        self.get = self._found.get
        self._edition = ""
        self._stamps: list[tuple[int, int]] = []
        self._looked = -LOOKED
        self._bound: dict[str, CachedFile] = {}
        self._scripts = Scripts({})

    @property
    def edition(self) -> str:
        """A word for their content; another as soon as one of them is another."""
        now = time.monotonic()
        if now - self._looked >= LOOKED:
            self._looked = now
            stamps = [_stamp(path) for path in self._made_of.values()]
            if stamps != self._stamps:
                self._stamps = stamps
                digest = sha256(cloths())
                for name, path in self._made_of.items():
                    data = path.read_bytes()
                    digest.update(b"%b\0%d\0%b" % (name.encode(), len(data), data))
                self._edition = f"e{digest.hexdigest()[:16]}"
                self._bound = {}
                self._scripts = Scripts(
                    {name.removeprefix("js/"): path for name, path in self._found.items() if name.startswith("js/")}
                )
        return self._edition

    def named(self, path: str) -> tuple[str, str]:
        """The name of something that a page is made of, and the edition that it was asked for of, if any."""
        found = _EDITION.match(path)
        return (path[found.end() :], found[1]) if found else (path, "")

    async def bound(self, name: str) -> CachedFile | None:
        """A script or a style sheet as pages load it, made once in an edition."""
        edition, made = self.edition, self._bound
        if name not in made:
            found = await asyncio.to_thread(self._bind, name)
            if found is None:
                return None
            made[name] = _made((0, 0), edition, found.encode())
        return made[name]

    def _bind(self, name: str) -> str | None:
        script, path = _SCRIPT.fullmatch(name), self._found.get(name)
        if script and (not script[2] or script[2] in self._known):
            with suppress(KeyError):
                return self._scripts.file(f"{script[1]}.js", script[2] or ENGLISH)
        if path is None:
            return None
        text = path.read_text("utf-8")
        return shrink.script(shrink.tokens(text)) if script else shrink.sheet(self._whole(text))

    def _whole(self, text: str) -> str:
        """A style sheet with those that it imports."""
        sheets = _IMPORTED.sub(lambda found: self._whole(self._found[found[1]].read_text("utf-8")), text)
        return sheets.replace("{cloths}", cloths().decode())


class CachedFile(NamedTuple):
    """A file in memory, as long as it is the same on the disk."""

    stamp: tuple[int, int]
    edition: str
    data: bytes
    packed: Mapping[str, bytes]
    tag: str


SAID = frozenset({"title", "money"})
"""Blanks that are filled with words."""
_kept: dict[tuple[Path, str, str, str], CachedFile] = {}


def working_page(request: Request, name: str, title: str, head: str) -> bytes:
    """A working page with more in its head, for a route that fills in what only it knows."""
    files: Files = request.app.state.files
    path = files.get("work.html")
    assert path is not None
    return _read(path, {**_working(name, title, head), **_money(request), "edition": files.edition}).data


def serve_files(app: FastAPI, known: tuple[str, ...] = ()) -> None:
    """Every page at its address, and their parts under ``/pages/``: scripts in each `known` language."""
    files = app.state.files = Files(PAGES, known)

    for address, name in PLACES.items():
        app.get(address, include_in_schema=False)(
            _page(files, name, FIRST.get(name, ()), headers=A_WHILE if name in KEPT_A_WHILE else MappingProxyType({}))
        )
    for name, title in WORK.items():
        filled = _working(name, title, language="" if name in FOR_PLAYERS else ENGLISH)
        app.get(f"/{name}", include_in_schema=False)(_page(files, "work.html", (), filled))
    for name, title in ONCE.items():
        filled = {"name": "administrator", "title": title, "sheets": _sheets("register"), "language": ENGLISH}
        app.get(f"/{name}", include_in_schema=False)(_page(files, "work.html", (), filled, UNTOLD))

    @app.get("/favicon.ico", include_in_schema=False)
    async def icon(request: Request) -> Response:
        return _file(request, files.get("mark.svg"))

    @app.get("/pages/{path:path}", include_in_schema=False)
    async def part(request: Request, path: str) -> Response:
        name, edition = files.named(path)
        kind = PurePosixPath(name).suffix
        if edition and kind in BOUND and (bound := await files.bound(name)) is not None:
            answer = _answer(request, bound, FILE_TYPES[kind])
        else:
            found = files.get(name)
            answer = _file(request, found, {"cloths": cloths().decode()} if found == PAGES / "tokens.css" else {})
        if edition == files.edition and answer.status_code != 404:
            answer.headers["Cache-Control"] = FOR_GOOD
        return answer

    @app.exception_handler(404)
    async def nowhere(request: Request, error: HTTPException) -> Response:
        """A person at an address that is none is shown the way; a program is told as ever."""
        page = files.get("nowhere.html")
        if page is None or request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
            return await by_status(request, error)
        filled = {**_money(request), "edition": files.edition}
        return Response(_read(page, filled).data, 404, media_type=FILE_TYPES[".html"])


def _money(request: Request) -> dict[str, str]:
    """What the house plays for: a mark on every page."""
    stakes = request.app.state.desk.house.money
    return {"money": MONEY_WORDS[stakes], "stakes": stakes}


def _working(name: str, title: str, head: str = "", language: str = "") -> dict[str, str]:
    sheets = head + _sheets(*SHEETS.get(name, (name,)))
    return {"name": name, "title": title, "sheets": sheets, **({"language": language} if language else {})}


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
        answer = _file(request, files.get(name), {**filled, **_money(request), "edition": files.edition})
        answer.headers.update(headers)
        places = {name: quote(value, safe="") for name, value in request.path_params.items()}
        if first and SESSION_COOKIE in request.cookies:  # a stranger is sent to sign in first
            wanted = [f"<{address.format(**places)}>; rel=preload; as=fetch; crossorigin" for address in first]
            answer.headers["Link"] = ", ".join(wanted)
        return answer

    return page


def _file(request: Request, path: Path | None, filled: Mapping[str, str] = MappingProxyType({})) -> Response:
    if path is None:
        return Response("no such page\n", 404, media_type="text/plain")
    return _answer(request, _read(path, filled), FILE_TYPES[path.suffix])


def _answer(request: Request, kept: CachedFile, media_type: str) -> Response:
    by = coding(request.headers.get("accept-encoding", ""))
    tag = marked(kept.tag, by)
    vary = "Accept-Encoding, Accept-Language, Cookie" if media_type == FILE_TYPES[".html"] else "Accept-Encoding"
    headers = {"ETag": tag, "Cache-Control": KEEP, "Vary": vary}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if by:
        headers["Content-Encoding"] = by
    return Response(kept.packed.get(by, kept.data), media_type=media_type, headers=headers)


def _read(path: Path, filled: Mapping[str, str]) -> CachedFile:
    """The file with its blanks filled, in the language spoken now, read and packed once; again when it has changed."""
    stamp, edition = _stamp(path), filled.get("edition", "")
    language = filled.get("language") or current_language.get() if path.suffix == ".html" else ENGLISH
    key = (path, language, filled.get("title", ""), filled.get("money", ""))
    kept = _kept.get(key)
    if kept is None or (kept.stamp, kept.edition) != (stamp, edition):
        data = translated(path.read_bytes(), language)
        for blank, value in filled.items():
            shown = translate(value) if blank in SAID and language != ENGLISH else value
            data = data.replace(f"{{{blank}}}".encode(), shown.encode())
        if edition:
            data = _OWN.sub(f"/pages/{edition}/".encode(), data)
        kept = _kept[key] = _made(stamp, edition, data)
    return kept


def _made(stamp: tuple[int, int], edition: str, data: bytes) -> CachedFile:
    packed = {by: pack(data, by, KEPT) for by in CODINGS}
    return CachedFile(stamp, edition, data, packed, sha256(data).hexdigest()[:32])


def _stamp(path: Path) -> tuple[int, int]:
    state = path.stat()
    return state.st_mtime_ns, state.st_size
