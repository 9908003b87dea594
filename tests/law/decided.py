"""How a chapter decides: for each wager every class of showdown, counted by the provision and row it falls under, as
read by default and, where it differs, under each other answer to a reading."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.law.declared import tree

if TYPE_CHECKING:
    from croupier import Game, Rules

LINK = {"wager": "1", "seed": "1000", "rows": {"royal-flush": "100% of meter", "flush": "50 to 1"}}
"""A Multi Game Link, which the chapter leaves to the submission."""


def rules_of(game: Game, readings: dict[str, str], place: int = 0) -> Rules:
    """The chapter with the first paytable of every wager, or the one at that place."""
    chosen: dict[str, Any] = {w.key: w.tables[place % len(w.tables)].id for w in game.wagers if w.key and w.tables}
    if game.wager("multi-game-link") is not None:
        chosen["multi-game-link"] = LINK
    return game.rules(chosen, readings)


def decided(game: Game) -> list[str]:
    """What decides under the readings of default, and what another answer changes."""
    default = _lines(game, {})
    lines = list(default)
    for reading in game.readings:
        for answer in reading.choices[1:]:
            other = _lines(game, {reading.key: answer})
            gone, new = Counter(default) - Counter(other), Counter(other) - Counter(default)
            lines.append(f"{reading.key}={answer}:")
            lines += [f"  - {line}" for line in default if gone[line]]
            lines += [f"  + {line}" for line in other if new[line]]
    return lines


def _lines(game: Game, readings: dict[str, str]) -> list[str]:
    rules = rules_of(game, readings)
    lines = [f"settled: {', '.join(map(str, rules.game.settled))}"]
    for street in rules.game.streets:
        lines += tree("street", street)
    for wager in rules.offered():
        counts: Counter[str] = Counter()
        for showdown in wager.classes(rules):
            case = wager.decided(rules, showdown)
            row = wager.row(showdown)
            pay = rules.tables[wager.id][row]
            how = f"{case.cite.short} {case.then.name.lower()} {row or '-'} {pay.text if pay is not None else '-'}"
            counts[f"{how}{f' [{case.reading.key}]' if case.reading is not None else ''}"] += 1
        lines += [f"{wager.id}: {how}: {count}" for how, count in counts.items()]
        lines += [f"{wager.id} {line}" for line in tree("envy", wager.envy)]
    for place in range(max(len(wager.tables) for wager in game.wagers)):
        rules = rules_of(game, readings, place)
        lines += [f"{w.id} {rules.tables[w.id].id}: {_pays(rules, w.id)}" for w in rules.offered()]
    return list(dict.fromkeys(lines))


def _pays(rules: Rules, wager: str) -> str:
    table = rules.tables[wager]
    rows = [f"{row} {pay.text}" for row, pay in table.rows.items()]
    kept = [name for name in ("returns_stake", "keeps_on_dollars", "fully_wild") if getattr(table, name)]
    return ", ".join((*kept, *rows))
