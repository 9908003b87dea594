"""The tables of random campaigns, and nonsense to say at them."""

from __future__ import annotations

from typing import Any

LINK = {
    "wager": "1",
    "seed": "1000",
    "rows": {
        "royal-flush": "100% of meter",
        "straight-flush": "10% of meter",
        "four-of-a-kind": "300 for 1",
        "full-house": "50 for 1",
    },
}
DJ_WILD = {"trips": "DJWT-04", "bad-beat": "DJWBB-01", "progressive": "1", "contribution": "3.7%"}
CAJUN = {"pocket": "A", "board": "A", "lo-ball": "A", "all-six": "A"}
RAISE = {"progressive": "1", "six-card": "A"}
PAI_GOW = {"ace-high": "1", "fortune": "1", "progressive": "1", "adjacent-boxes": 2}
MA = {"trips": "01", "bad-beat": "1", "cover-all": "1"}
TABLES: dict[str, tuple[tuple[str | None, dict[str, Any]], ...]] = {
    "dj-wild": (
        (None, DJ_WILD),
        (None, {**DJ_WILD, "progressive": "2", "dealing": "hand", "shuffler": "automated", "decks": 2}),
        ("pa-2019-proposed", {**DJ_WILD, "dealing": "automated-shoe", "shuffler": "counting", "decks": 2}),
        ("ma", {**MA, "shuffler": "automated", "dealing": "hand", "match-play": True}),
        ("ma", {"trips": "01", "multi-game-link": LINK, "contribution": "20%"}),
    ),
    "cajun-stud": (
        (None, {**CAJUN, "payout-limit": "50000"}),
        (None, {**CAJUN, "dealing": "automated-shoe", "shuffler": "reshuffling"}),
        (None, {**CAJUN, "dealing": "hand", "shuffler": "counting", "decks": 2}),
    ),
    "raise-it-up": (
        (None, RAISE),
        (None, {**RAISE, "dealing": "hand", "shuffler": "automated"}),
        (None, {**RAISE, "dealing": "automated-shoe", "shuffler": "counting", "decks": 2}),
    ),
    "over-under": (
        (None, {"bonus": "1"}),
        (None, {"bonus": "1", "dealing": "continuous-shuffler"}),
        (None, {"bonus": "1", "shuffler": "automated", "decks": 2, "adjacent-boxes": 3}),
    ),
    "face-up-pai-gow": (
        (None, PAI_GOW),
        (None, {**PAI_GOW, "dealing": "hand", "shuffler": "automated"}),
        (None, {**PAI_GOW, "dealing": "automated-shoe", "shuffler": "automated", "decks": 2, "start": "generator"}),
    ),
}
GARBAGE: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    4,
    7,
    10,
    52,
    10**30,
    0.5,
    float("1e300"),
    "",
    "rack",
    "preshuffled",
    "misdealt",
    "not-misdealt",
    "play",
    "void",
    "face-up",
    "As Kd",
    "Jk Jk",
    "\ud7ff\u2028",
    "x" * 300,
    [],
    [1, [2, {}]],
    {},
    {"a": None},
    {"dice": [1, 2, 3], "shakes": 3},
    {"dice": [6, 6, 6], "shakes": 2},
    {"dice": [[], 2, 3], "shakes": "3"},
    {"dice": None},
    {"commitment": 1, "sealed": []},
    {"commitment": "ab", "sealed": ""},
    {"seed": "zz", "order": "As"},
    {"seed": "", "order": ""},
    {"seed": 7, "order": {}},
    ["As"],
    [{}],
    "deal-last",
    "dead-hand",
)
NAMES = ("Player 1", "Player 2", "Player 6", "Nobody", "", "x" * 41, "Zoë\u2028", " Player 1 ", "Dealer", "layout")
AMOUNTS = (-1, 0, 1, 100, 500, 1000, 2500, 333, 10**9, 10**15, -(10**20), 2**63, 10**30)
CARDS = ("", "As", "Kd 2c", "Jk", "As As", "1z", "As Kd Qh Js Tc 9d 8h", "\u2660", "As,Kd", "x" * 100)
ORDERS = (
    "recut",
    "reshuffle",
    "change-cards",
    "change-dice",
    "abandon",
    "admit",
    "bar",
    "fill",
    "credit",
    "repair",
    "relieve",
    "meter",
    "bring",
    "nonsense",
    "",
)
STEPS = (
    "no-more-bets",
    "spread-idle",
    "decline-cut",
    "generator",
    "nonsense",
    "shake",
    "receive",
    "shuffle",
    "cut",
    "deal",
    "reveal",
    "settle",
    "rack",
    "choose",
    "determine",
    "count-stub",
    "open-order",
    "turn",
    "envy",
    "validate",
    "set-dealer",
    "burn",
    "insert-cover",
)
