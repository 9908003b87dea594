"""Which language a request or a socket is answered in: the cookie set in the settings, or what the browser accepts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from croupier.language import ENGLISH, PSEUDO, chosen, current_language, languages
from croupier.language.catalogue import PAGES, Message, catalogue
from croupier.web.http.addresses import cookie, header

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

LANGUAGE_COOKIE = "language"
_TEXT = re.compile(rb"(?<=>)(\s*)([^<>]*[A-Za-z][^<>]*?)(\s*)(?=</?[a-z])")
_SAID = re.compile(rb'(?<= aria-label=")[^"]+(?=")')
_MODULE = re.compile(rb'(?<= )((?:type="module" src|rel="modulepreload" href)="/pages/js/[^"]+)\.js(?=")')
_LANGUAGE = b'<html lang="en"'
_QUIET = re.compile(rb"<(script|style)\b.*?</\1>", re.DOTALL)


class Speaking:
    """In front of the app: sets the language. The `pseudo` language is for tests."""

    def __init__(self, app: ASGIApp, *, pseudo: bool = False) -> None:
        self.app = app
        self.known = spoken(pseudo=pseudo)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Whoever says nothing of a language is spoken to in English."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        wish = cookie(scope, LANGUAGE_COOKIE)
        before = current_language.set(chosen(wish, header(scope, b"accept-language"), self.known))
        try:
            await self.app(scope, receive, send)
        finally:
            current_language.reset(before)


def spoken(*, pseudo: bool) -> tuple[str, ...]:
    """The languages that a server answers in."""
    return (*languages(), PSEUDO) if pseudo else languages()


def translated(page: bytes, language: str) -> bytes:
    """A page of HTML in a language: its ``lang``, its texts and its labels, and its scripts with their words."""
    if language == ENGLISH:
        return page
    messages = catalogue(language, PAGES)

    def of(text: bytes) -> bytes:
        found = messages.get(Message(text.decode()), text.decode())
        return (found if isinstance(found, str) else found[0]).encode()

    page = page.replace(_LANGUAGE, f'<html lang="{language}"'.encode(), 1)
    page = _TEXT.sub(lambda found: found[1] + of(found[2]) + found[3], page)
    page = _SAID.sub(lambda found: of(found[0]), page)
    return _MODULE.sub(f"\\1.{language}.js".encode(), page)


def texts(page: bytes) -> list[str]:
    """Every text of a page of HTML that a language must have."""
    bare = _QUIET.sub(b"", page)
    return [found[2].decode() for found in _TEXT.finditer(bare)] + [found[0].decode() for found in _SAID.finditer(bare)]
