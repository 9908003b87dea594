"""The picture of a shared hand for previews: the cloth, both hands and what came of it, as a PNG set by typst with the
fonts that it carries."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.games import open_game
from croupier.house.screens.player.replay import outcome

if TYPE_CHECKING:
    from croupier.house.screens.player.payloads import Replay
    from croupier.kit.payload import Json

WIDTH, HEIGHT = 1200, 630
TEMPLATE = Path(__file__).with_name("share_picture.typ")
SUITS = {"s": "\u2660", "h": "\u2665", "d": "\u2666", "c": "\u2663"}


def picture(replay: Replay) -> bytes:
    """PNG."""
    import typst  # noqa: PLC0415 - only pictures need it

    made = typst.compile(
        TEMPLATE.read_bytes(),
        format="png",
        ppi=72.0,
        ignore_system_fonts=True,
        timestamp=0,
        sys_inputs={"told": json.dumps(facts(replay))},
    )
    assert isinstance(made, bytes)
    return made


def facts(replay: Replay) -> Json:
    """What the picture shows: what lies there after the last step."""
    scene = replay.steps[-1].scene
    own = next(seat for seat in scene.seats if seat.seat == replay.seat)
    above = next((place for place in scene.places if place.cards), None)
    words = outcome(replay)
    return {
        "cloth": open_game(replay.game, replay.edition).layout.colour[0],
        "title": replay.title,
        "chapter": replay.chapter,
        "round": f"Round {replay.round:,}",
        "who": replay.name or f"Seat {replay.seat}",
        "outcome": words[:1].upper() + words[1:],
        "up": replay.sign > 0,
        "above": above.words if above else "",
        "dealer": _cards(above.cards if above else []),
        "own": _cards(own.cards),
        "low": own.low,
    }


def _cards(faces: list[str]) -> list[dict[str, str]]:
    return [
        {
            "rank": "JK" if face == "Jk" else face[0].replace("T", "10") if face else "",
            "suit": SUITS.get(face[1], "") if face and face != "Jk" else "",
            "colour": _colour(face),
        }
        for face in faces
    ]


def _colour(face: str) -> str:
    if face == "Jk":
        return "#55357f"
    return "#b3261e" if face and face[1] in "hd" else "#22231f"
