"""Everything that a chapter declares, as a plain list: steps, cites, pays, in their order, without the prose.

``python -m tests.law.declared`` writes the lists anew; read the differences beside the law before you commit them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from croupier import all_games, open_game
from croupier.game.differences import differences
from croupier.kit.cards import Card, Deck
from croupier.kit.paytables import Paytable
from croupier.kit.rankings import Ranking
from croupier.law import Chapter, Cite, Reading

if TYPE_CHECKING:
    from croupier import Game

FOLDER = Path(__file__).parent / "declared"
PARTS = ("chapter", "readings", "wagers", "conduct")
"""Fields of a `Game` that have a list of their own; what remains is the round's, and what decides."""
ALL = (*PARTS, "round", "decided", "answers", "submitted", "rounds")

DIFFERENCES = "differences.txt"
NAMES = {"name", "title", "prefix", "status"}
"""Fields whose words are printed; the rest of the prose is left out."""

LONG = 200
"""A longer line is broken into one for each field."""


class Printed(str):
    """Words that are printed."""

    __slots__ = ()


def listed(game: Game) -> dict[str, str]:
    """The lists of a chapter, by name: `<game>-<edition>/<part>`."""
    from tests.law.answers import answers
    from tests.law.decided import decided
    from tests.law.rounds import rounds
    from tests.law.submitted import submitted

    where = f"{game.id}-{game.edition}"
    made = {f"{where}/{part}": list(tree(part, getattr(game, part), whole=part == "readings")) for part in PARTS}
    rest = [line for f in fields(game) if f.name not in PARTS for line in tree(f.name, getattr(game, f.name))]
    if game.ranking is not None:
        rest += tree("ranking", game.ranking({r.key: r.default for r in game.readings if r.choices}))
    made[f"{where}/round"] = rest
    made[f"{where}/decided"] = decided(game)
    made[f"{where}/answers"] = answers(game)
    made[f"{where}/submitted"] = submitted(game)
    made[f"{where}/rounds"] = list(rounds(game))
    return {name: "\n".join(lines) + "\n" for name, lines in made.items()}


def tree(name: str, value: object, *, whole: bool = False) -> Iterator[str]:
    """A value in one line, or in one line and those below it."""
    if (text := inline(value, whole=whole)) is not None:
        if text:
            yield f"{name}: {text}"
        return
    head, below = _opened(value, whole=whole)
    yield f"{name}:{' ' if head else ''}{head}"
    for inner, each in below:
        yield from (f"  {line}" for line in tree(inner, each, whole=whole))


def inline(value: object, *, whole: bool = False) -> str | None:
    """What is said in one word; nothing for what is not there; None for what has parts."""
    if value is None or value is False or isinstance(value, Card) or value in ("", (), {}, frozenset()):
        return ""
    if isinstance(value, Cite):
        return value.short
    if isinstance(value, Reading) and not whole:
        return value.key
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, str):
        return value if " " not in value or isinstance(value, Printed) else ""
    if isinstance(value, int | Fraction | date):
        return str(value)
    if isinstance(value, tuple | list | frozenset | set):
        parts = [inline(each, whole=whole) for each in value]
        if all(part is not None for part in parts) and sum(len(part or "") for part in parts) < 100:
            ordered = parts if isinstance(value, tuple | list) else sorted(map(str, parts))
            return ", ".join(part or "-" for part in ordered)
        return None
    if isinstance(value, Callable) and not is_dataclass(value):  # type: ignore[arg-type]
        name = getattr(value, "__name__", "")
        return "" if name == "<lambda>" else name
    return None


def _opened(value: object, *, whole: bool) -> tuple[str, list[tuple[str, object]]]:
    """A value with parts: what is said of it in its own line, and the parts below."""
    if isinstance(value, Paytable):
        rows: list[tuple[str, object]] = [
            (row, Printed(f"{value.labels[row]} | {pay.text}")) for row, pay in value.rows.items()
        ]
        said = [(f.name, getattr(value, f.name)) for f in fields(value) if f.name not in {"rows", "labels"}]
        return _said(said, rows, whole=whole)
    if isinstance(value, Mapping):
        return "", [(str(inline(key) or key), each) for key, each in value.items()]
    if isinstance(value, tuple | list):
        return "", [(f"{at}", each) for at, each in enumerate(value, 1)]
    if isinstance(value, Deck):
        return _said([("name", value.name), ("cards", len(value)), ("copies", value.copies), ("cite", value.cite)], [])
    if isinstance(value, Ranking | Chapter) or is_dataclass(value):
        own = [(f.name, getattr(value, f.name)) for f in fields(value) if not f.name.startswith("_")]
        own = [(name, told) for name, told in own if name != "since" or told]
        return _said(own, [], whole=False)
    return repr(type(value).__name__), []


def _said(
    own: list[tuple[str, object]], below: list[tuple[str, object]], *, whole: bool = False
) -> tuple[str, list[tuple[str, object]]]:
    said, deep = [], list(below)
    for name, value in own:
        text = inline(Printed(value) if name in NAMES and isinstance(value, str) else value, whole=whole)
        if text is None:
            deep.append((name, value))
        elif text:
            said.append(text if name in {"id", "cite", "key"} else f"{name}={text}")
    if len("; ".join(said)) > LONG:
        return "", [(name, value) for name, value in own if inline(value, whole=whole) is not None] + deep
    return "; ".join(said), deep


def everything() -> dict[str, str]:
    """Every list of every edition."""
    return {name: text for game in all_games() for name, text in listed(game).items()}


def differing() -> list[str]:
    """How the editions of each game differ, the first one from every other, both ways."""
    lines = []
    for first in {game.id: open_game(game.id) for game in all_games()}.values():
        for other in (game for game in all_games() if game.id == first.id and game.edition != first.edition):
            for one, two in ((first, other), (other, first)):
                lines.append(f"{one.id}: {one.edition} and {two.edition}")
                lines += [f"  {d.kind} | {d.what} | {_file(d.one)} | {_file(d.other)}" for d in differences(one, two)]
    return lines


def _file(said: str) -> str:
    """Where code stands, without its line."""
    return re.sub(r"(code: \S+\.py):\d+", r"\1", said)


def write() -> None:
    """Write the lists anew."""
    (FOLDER / DIFFERENCES).write_text("\n".join(differing()) + "\n", encoding="utf-8")
    for name, text in everything().items():
        file = FOLDER / f"{name}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            sys.stdout.write(f"{name} written\n")


if __name__ == "__main__":
    write()
