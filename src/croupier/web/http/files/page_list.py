"""Every page: its address, its style sheets, what it asks for first."""

from __future__ import annotations

from types import MappingProxyType

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


FOR_PLAYERS = frozenset({"how-to-play", "practice", "account", "my-play", "replay", "verify"})
"""Those in every language; the pages of those at work are in English."""


SHEETS = {
    "practice": ("coach", "practice"),
    "account": ("register",),
    "equipment": ("register", "equipment"),
    "replay": ("surveillance", "replay"),
}
"""The style sheets of working pages that borrow one from another."""


ONCE = {"administrator": "the administrator", "invitation": "an invitation", "reset": "a new password"}
"""Pages that a one-time link leads to. Its token is kept by no cache and told to nobody as where one came from."""


UNTOLD = MappingProxyType({"Referrer-Policy": "no-referrer", "Cache-Control": "no-store"})


FIRST = {
    "index.html": ("/api/floor",),
    "table.html": ("/api/tables/{table}/felt",),
}
"""What a page asks for first: the browser is told with the page, and need not wait for its scripts."""
