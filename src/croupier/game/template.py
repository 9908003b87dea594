"""A Rules Submission as a file: commented, with the provision beside every choice.

A new one has defaults that pass the check. Whatever was chosen, the file says the same when it is read again.
"""

from __future__ import annotations

import json
import re
import tomllib
from datetime import date
from typing import TYPE_CHECKING

from croupier.errors import BadText
from croupier.game.rules import DAY, missing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from croupier.game.game import Game
    from croupier.game.wager import Wager

LINK = "multi-game-link"
NEW_LIMIT = {"minimum": "10.00", "maximum": "500.00", "step": "5.00"}
FINEST = {"minimum": "0.02", "step": "0.02"}
"""The least that every pay of a chapter can be paid at: no odds are of more than two."""


def new_submission(game: Game) -> str:
    """TOML for a table that offers every wager the chapter prints, on its first paytable."""
    return written(game, first_choices(game))


def first_choices(game: Game) -> dict[str, object]:
    """What a new submission chooses."""
    choices: dict[str, object] = {"game": game.id, "edition": game.edition}
    choices |= {str(wager.key): wager.tables[0].id for wager in keyed(game)}
    choices |= {choice.key: tomllib.loads(f"it = {choice.sample}")["it"] for choice in game.choices if choice.sample}
    choices["limits"] = {game.ante: dict(NEW_LIMIT)}
    if switches := [reading for reading in game.readings if reading.choices]:
        choices["readings"] = {reading.key: reading.default for reading in switches}
    return choices


def completed(game: Game, submission: Mapping[str, object]) -> dict[str, object]:
    """The submission, with whatever must be specified and is not: as a new one has it, and of limits the smallest
    step at which every pay is of whole cents.

    >>> from croupier.games import open_game
    >>> completed(open_game("dj-wild"), {"progressive": "1"})
    {'progressive': '1', 'adjacent-boxes': 1, 'contribution': '20%'}
    """
    choices = dict(submission)
    others = {choice.key: f"it = {choice.other}" for choice in game.choices if choice.other}
    sample = {key: tomllib.loads(text)["it"] for key, text in others.items()} | first_choices(game)
    limits = {str(wager): entry for wager, entry in _entries(choices.get("limits", {}))}
    for refusal in missing(game.rules(choices)):
        key, _, wager = refusal.field.partition(".")
        if key == "limits":
            limits[wager] = {**FINEST, **dict(_entries(limits.get(wager, {})))}
        else:
            choices[key] = sample[key]
    return {**choices, "limits": limits} if limits else choices


def keyed(game: Game) -> list[Wager[object]]:
    """The wagers whose paytable is chosen, each key once."""
    found: dict[str, Wager[object]] = {}
    for wager in game.wagers:
        if wager.key is not None and wager.tables:
            found.setdefault(wager.key, wager)
    return list(found.values())


def written(game: Game, data: Mapping[str, object], notes: Sequence[str] = ()) -> str:
    """What was told, as TOML; what the chapter offers beside it stands there as a comment. `notes` are comments of
    whoever wrote it."""
    lines = [
        f"# Rules Submission for {game.name}, {game.chapter.prefix.rstrip('. §')} ({game.chapter.standing}).",
        "# Lines that start with # are comments or choices not made. Check with: croupier submission check FILE",
        *(f"# {' '.join(note.split())}" for note in notes),
        "",
        f'game = "{game.id}"',
        f'edition = "{game.edition}"',
        *_day(game, data),
        "",
        "# Paytables: one line for each wager that is offered. Take out a line to stop offering an optional wager.",
    ]
    for wager in keyed(game):
        ids = ", ".join(table.id for table in wager.tables)
        offered = "optional" if wager.placed == "optional" else "always offered"
        lines += ["", f"# {wager.name}, {offered} ({wager.cite}). Paytables: {ids} ({wager.tables[0].cite})."]
        lines.append(_line(str(wager.key), data, f'"{wager.tables[0].id}"'))
    rules_at_end: list[str] = []
    for choice in game.choices:
        lines += ["", f"# {choice.words[0].upper()}{choice.words[1:]} ({choice.cite})."]
        value = data.get(choice.key)
        if choice.key == LINK and (choice.key not in data or (isinstance(value, dict) and value)):
            lines += (
                _LINK
                if choice.key not in data
                else [f"{LINK}.{_key(k)} = {_value(v, LINK)}" for k, v in _entries(value)]
            )
        elif isinstance(value, list) and value and all(isinstance(rule, dict) for rule in value):
            lines.append(f"# The list of rules stands at the end: [[{choice.key}]].")
            for rule in value:
                rules_at_end += ["", f"[[{choice.key}]]", *_table(rule, choice.key)]
        else:
            lines.append(_line(choice.key, data, choice.sample or choice.other))
    known = {
        "game",
        "edition",
        DAY,
        "limits",
        "readings",
        *(str(w.key) for w in keyed(game)),
        *(c.key for c in game.choices),
    }
    limits, readings = data.get("limits"), data.get("readings")
    odd = [key for key in data if key not in known]
    odd += ["limits"] if "limits" in data and not _tables(limits) else []
    odd += ["readings"] if "readings" in data and not isinstance(readings, dict) else []
    if odd:
        lines += ["", "# Not what the chapter asks for."]
        lines += [f"{_key(key)} = {_value(data[key], key)}" for key in odd]
    lines += ["", "# Table limits: minimum, maximum and step of each wager placed before the deal."]
    lines += _limits(limits) if "limits" in data and _tables(limits) else _off(game)
    lines += _readings(game, readings if isinstance(readings, dict) else None)
    return "\n".join(lines + rules_at_end) + "\n"


def _day(game: Game, data: Mapping[str, object]) -> Iterator[str]:
    """The day, which no edition has that is only proposed."""
    if DAY in data or game.chapter.status == "in force":
        yield "# The day on which it takes effect; the edition must be in force on it."
        yield _line(DAY, data, '"2026-01-31"')


def _line(key: str, data: Mapping[str, object], otherwise: str) -> str:
    return f"{_key(key)} = {_value(data[key], key)}" if key in data else f"# {key} = {otherwise}"


def _limits(limits: object) -> Iterator[str]:
    if not limits:
        yield "[limits]"
    for at, (wager, entry) in enumerate(_entries(limits)):
        if at:
            yield ""
        yield f"[limits.{_key(wager)}]"
        yield from _table(entry, f"limits.{wager}")


def _off(game: Game) -> Iterator[str]:
    yield f"# [limits.{game.ante}]"
    yield from (f'# {key} = "{value}"' for key, value in NEW_LIMIT.items())


def _readings(game: Game, data: Mapping[str, object] | None) -> Iterator[str]:
    switches = {reading.key: reading for reading in game.readings if reading.choices}
    if not switches and data is None:
        return
    yield ""
    yield "# Where the text can be read two ways. The first answer of each is the default."
    yield "[readings]" if data is not None else "# [readings]"
    for key, reading in switches.items():
        yield f"# {reading.question} {' or '.join(reading.choices)} ({reading.cites[0]})."
        yield _line(key, data or {}, f'"{reading.default}"')
    yield from (f"{_key(key)} = {_value(value, key)}" for key, value in _entries(data or {}) if key not in switches)


_LINK = [
    '# multi-game-link.wager = "1.00"',
    '# multi-game-link.seed = "10000.00"',
    '# multi-game-link.rows = { royal-flush = "100% of meter", straight-flush = "10% of meter", flush = "50 to 1" }',
]


# TOML.


def _tables(found: object) -> bool:
    return isinstance(found, dict) and all(isinstance(entry, dict) for entry in found.values())


def _entries(found: object) -> list[tuple[str, object]]:
    assert isinstance(found, dict)
    return list(found.items())


def _table(entry: object, field: str) -> list[str]:
    return [f"{_key(key)} = {_value(value, f'{field}.{key}')}" for key, value in _entries(entry)]


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: object, field: str) -> str:
    if isinstance(value, str | date):
        return _text(str(value))
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, list):
        return f"[{', '.join(_value(each, field) for each in value)}]"
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(key)} = {_value(each, f'{field}.{key}')}" for key, each in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    raise BadText(f"{value!r} cannot stand in a submission", field=field)
