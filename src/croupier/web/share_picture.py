"""The picture of a shared hand for previews: the cloth, both hands and what came of it, as a PNG set by typst with the
fonts that it carries."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from croupier.house.player_replay import outcome

WIDTH, HEIGHT = 1200, 630
TEMPLATE = Path(__file__).with_name("share_picture.typ")
CLOTHS = {
    "dj-wild": "#1e4a3d", "cajun-stud": "#5a2631", "raise-it-up": "#24405f", "over-under": "#4a3826",
    "face-up-pai-gow": "#3a3059",
}  # fmt: skip
BARE = "#37403e"
SUITS = {"s": "\u2660", "h": "\u2665", "d": "\u2666", "c": "\u2663"}
DEALT = ("dealer", "community", "all-six")
"""Places whose cards stand above the player's, the first of them that has any."""


def picture(told: dict[str, Any]) -> bytes:
    """PNG."""
    import typst  # noqa: PLC0415 - only pictures need it

    made = typst.compile(
        TEMPLATE.read_bytes(), format="png", ppi=72.0, ignore_system_fonts=True, timestamp=0,
        sys_inputs={"told": json.dumps(facts(told))},
    )  # fmt: skip
    assert isinstance(made, bytes)
    return made


def facts(told: dict[str, Any]) -> dict[str, Any]:
    """What the picture shows: what lies there after the last step."""
    scene = told["steps"][-1]["scene"]
    own = next(seat for seat in scene["seats"] if seat["seat"] == told["seat"])
    places = {place["id"]: place for place in scene["places"]}
    above = next((places[name] for name in DEALT if name in places and places[name]["cards"]), None)
    words = outcome(told)
    return {
        "cloth": CLOTHS.get(told["game"], BARE), "title": told["title"], "chapter": told["chapter"],
        "round": f"Round {told['round']:,}", "who": told["name"] or f"Seat {told['seat']}",
        "outcome": words[:1].upper() + words[1:], "up": told["sign"] > 0,
        "above": above["words"] if above else "", "dealer": _cards(above["cards"] if above else []),
        "own": _cards(own["cards"]), "low": own["low"],
    }  # fmt: skip


def _cards(faces: list[str]) -> list[dict[str, str]]:
    return [{"rank": "JK" if face == "Jk" else face[0].replace("T", "10") if face else "",
             "suit": SUITS.get(face[1], "") if face and face != "Jk" else "",
             "colour": _colour(face)} for face in faces]  # fmt: skip


def _colour(face: str) -> str:
    if face == "Jk":
        return "#55357f"
    return "#b3261e" if face and face[1] in "hd" else "#22231f"
