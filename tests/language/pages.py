"""The messages of the player's pages: every literal that their scripts give to `t`, `tn` or `tp`, and every text and
label of their HTML."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from croupier.games import all_games
from croupier.web.http.files.static import PAGES
from croupier.web.http.languages import texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HTML = ("index.html", "table.html", "work.html", "nowhere.html", "offline.html")
_LITERAL = r'"(?:[^"\\]|\\.)*"'
_CALL = re.compile(rf"(?<![\w.$])(tn|tp|t)\(\s*(?:({_LITERAL})(?:,\s*({_LITERAL}))?)?")
_BROKEN = re.compile(rf"new Broken\([\w.]+, ({_LITERAL})")
GIVEN = {"t(error.words, error.given)", 't(id.replaceAll("-", " "))'}
"""Messages that are no literals where they are said: what is wrong with a journal, from the literals of its verifier,
and the names of readings and of what they choose, which the games declare."""


def scripts() -> list[Path]:
    return sorted((PAGES / "js").rglob("*.js"))


def in_scripts() -> Iterator[tuple[str, str | tuple[str, str]]]:
    """Where each message is said, and the message; one and many where it counts."""
    for path in scripts():
        code = path.read_text("utf-8")
        name = path.relative_to(PAGES).as_posix()
        for call in _CALL.finditer(code):
            if call[2] is None:
                assert name.endswith("core/language.js") or any(
                    code.startswith(given, call.start()) for given in GIVEN
                ), f"{name}: {code[call.start() : call.start() + 60]!r} is not given a literal, so it cannot be found"
                continue
            one = json.loads(call[2])
            yield name, (one, json.loads(call[3])) if call[1] == "tn" else one
        for found in _BROKEN.finditer(code):
            yield name, json.loads(found[1])


def in_html() -> Iterator[tuple[str, str]]:
    for name in HTML:
        for text in texts((PAGES / name).read_bytes()):
            if re.search(r"[A-Za-z]", re.sub(r"\{\w+\}", "", text)):
                yield name, text


def in_games() -> Iterator[tuple[str, str]]:
    for game in all_games():
        for reading in game.readings:
            for word in (reading.key, *reading.choices):
                yield "js/table/sheets.js", str(word).replace("-", " ")


def messages() -> dict[str | tuple[str, str], list[str]]:
    """Every message, and the files that say it."""
    found: dict[str | tuple[str, str], list[str]] = {}
    for name, message in (*in_scripts(), *in_html(), *in_games()):
        places = found.setdefault(message, [])
        if name not in places:
            places.append(name)
    return found
