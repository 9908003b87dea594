"""What a player's page is answered, in the language it is asked in: every text under a name that holds words.

Programs read the same addresses. What they go by (ids, results, phases, cites, amounts in cents) is the same in every
language, and whoever asks for none is answered in English.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.datastructures import Headers, MutableHeaders

from croupier.language import ENGLISH, Names, current_language
from croupier.web.http.compression import coding, pack

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

NAMES = Names(
    texts=frozenset(
        {
            "words",
            "title",
            "label",
            "tiny",
            "note",
            "detail",
            "say",
            "late",
            "refused",
            "reason",
            "double",
            "undo",
            "later",
            "row",
            "limits",
            "status-words",
            "status",
            "hand",
            "high",
            "low",
            "high-text",
            "low-text",
            "low-words",
            "text",
            "counts",
            "pays",
            "pays-words",
            "condition",
            "cost",
            "recommended",
            "message",
            "foul",
            "short",
            "verdict",
            "next",
            "kind",
            "rack",
            "net",
            "option",
            "street",
            "front",
            "if",
            "unit",
            "per-hundred",
            "waiting",
            "right",
            "closed",
            "place",
            "half",
            "dealer",
            "money-words",
            "real-cards",
            "per-hand",
            "emote",
            "again",
            "so-far",
            "dealer-words",
        }
    ),
    lists=frozenset({"columns", "slots", "seat-areas", "sums", "notes", "even", "pays"}),
    objects=frozenset({"wild", "closed"}),
    strict=frozenset({"of", "who"}),
)
"""Where an answer or a view holds words. What is no message of the house stays as it is."""
TRANSLATED_PAGES = re.compile(
    r"/api/(?:floor|session(?:/.*)?|guest|post|password|reset(?:/.*)?|factors(?:/.*)?|sign-in|play-money|history|"
    r"invitation|how-to-play(?:/.*)?|my-play(?:/.*)?|replays/.*|shared/.*|practice(?:/.*)?|"
    r"tables/[^/]+/(?:felt|provision|purse|seat|company|emote|draft|wagers|ready|speed|setting|house-way|commands|"
    r"coach(?:/tally)?|rounds/\d+/why))"
)
"""The addresses that players' pages ask."""
JSON = "application/json"


def translate_json(payload: bytes) -> bytes:
    """JSON of the house for whoever is spoken to now."""
    if current_language.get() == ENGLISH:
        return payload
    return msgspec.json.encode(NAMES.translated(msgspec.json.decode(payload)))


class ResponseTranslation:
    """In front of the app, behind what forwards to another process, which does the same there."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """English is let through as it is."""
        language = current_language.get()
        if scope["type"] != "http" or language == ENGLISH or not TRANSLATED_PAGES.fullmatch(scope["path"]):
            await self.app(scope, receive, send)
            return
        answer = _Answer(Headers(scope=scope), language, send)
        await self.app({**scope, "headers": answer.request_headers(scope["headers"])}, receive, answer.relay)


class _Answer:
    """Holds an answer in JSON back until all of it is there. Its mark (ETag) is the English one with the language; what
    was packed for its size is packed here. Any other answer, which may be very long, is let through as it comes."""

    def __init__(self, headers: Headers, language: str, send: Send) -> None:
        self._coding = coding(headers.get("accept-encoding", ""))
        self._mark = f"-{language}"
        self._send = send
        self._start: Message = {}
        self._parts: list[bytes] = []
        self._passes = False

    def request_headers(self, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        """What is asked of the house: plain, and whether the English of what is known has changed."""
        kept = []
        for name, value in headers:
            if name == b"if-none-match":
                if value.endswith(f'{self._mark}"'.encode()):
                    kept.append((name, value.removesuffix(f'{self._mark}"'.encode()) + b'"'))
            elif name != b"accept-encoding":
                kept.append((name, value))
        return kept

    async def relay(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
            kind = Headers(raw=list(message["headers"])).get("content-type", JSON)  # none: it is known already
            self._passes = not kind.startswith(JSON)
        if self._passes:
            await self._send(message)
            return
        if message["type"] == "http.response.start":
            return
        self._parts.append(message.get("body", b""))
        if message.get("more_body"):
            return
        headers = MutableHeaders(raw=list(self._start["headers"]))
        body: Any = b"".join(self._parts)
        if headers.get("content-type") and body:
            body = translate_json(body)
        if mark := headers.get("etag"):
            headers["etag"] = f'{mark.removesuffix(chr(34))}{self._mark}"'
            if self._coding and body:
                body = pack(body, self._coding)
                headers["content-encoding"] = self._coding
        if "content-length" in headers:
            headers["content-length"] = str(len(body))
        await self._send({**self._start, "headers": headers.raw})
        await self._send({"type": "http.response.body", "body": body})
