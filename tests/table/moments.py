"""What may be done when: at every kind of moment of a round, who is refused what, by which provision, and what follows
from the rest. A plain list for each chapter; ``python -m tests.table.moments`` writes the lists anew.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier import CroupierError, all_games
from croupier.game.template import completed
from croupier.table import Direct, Place, Sit, open_table, step
from croupier.table.commands import TakeBack
from croupier.table.kept import kept
from croupier.table.narration import tell
from tests.table.attempts import FLOOR, attempts
from tests.table.offered import OfferedDriver

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier import Game
    from croupier.table import Actor, Table
    from croupier.table.commands import Command
    from tests.table.drive import Driver

FOLDER = Path(__file__).parent / "moments"
CHOSEN = {
    "dj-wild": {"shuffler": "counting", "dealing": "automated-shoe"},
    "over-under": {"shuffler": "none"},
    "face-up-pai-gow": {"shuffler": "none"},
}
"""Some devices at some tables, none at others."""


def table_of(game: Game, cards: str = "shuffled", devices: Mapping[str, object] | None = None) -> Driver:
    """A table with every wager that a new submission offers, and two players at it."""
    chosen: dict[str, object] = {w.key: w.tables[0].id for w in game.wagers if w.key and w.tables}
    known = {choice.key for choice in game.choices}
    own = CHOSEN.get(game.id, {}) if devices is None else devices
    chosen |= {key: value for key, value in own.items() if key in known}
    return OfferedDriver(game.id, completed(game, chosen), edition=game.edition, cards=cards)


def moments(
    game: Game, cards: str = "shuffled", devices: Mapping[str, object] | None = None
) -> Iterator[tuple[str, Driver]]:
    """Every kind of step once, as it becomes due in two rounds, and the betting."""
    driver = table_of(game, cards, devices)
    met: set[str] = set()
    for _ in range(400):
        due = driver.table.due
        name = f"{driver.table.phase}: {due.id if due is not None else 'the betting is open'}"
        if name not in met:
            met.add(name)
            yield name, driver
        if due is not None and due.id == "view":
            driver.sit(*({1, 2} - driver.table.seats.keys()))
        if due is None:
            if driver.table.rounds:
                yield "betting: after a round", driver
                return
            driver.do(Place(seat=1, wager=game.ante, amount=1000), "player", "P1")
            yield "betting: the first wager is on the layout", driver
            driver.do(TakeBack(seat=1, wager=game.ante), "player", "P1")
            _bet(driver, game)
            yield "betting: wagers are on the layout", driver
            driver.close_bets()
        elif due.id == "decide":
            seat = driver.playing.round.undecided(due.street)[0]
            options = [o.id for o in game.streets[due.street].options if not o.folds]
            driver.decide(seat, options[0] if seat == 1 else game.streets[due.street].late)
        else:
            driver.advance()
    raise AssertionError(f"{game.id} does not come to an end")


def _bet(driver: Driver, game: Game) -> None:
    for wager in game.wagers:
        if wager.placed == "required" or (wager.placed == "optional" and driver.rules.offers(wager.id)):
            stakes = driver.rules.tables[wager.id].progression
            amount = stakes.wagers[0] if stakes is not None else 1000
            for seat in (1, 2):
                driver.do(Place(seat=seat, wager=wager.id, amount=amount), "player", f"P{seat}")


def outcome(table: Table, command: Command, actor: Actor, at: int | None = None) -> str:
    """The refusal with its field and provision, or what followed, in the words of a record."""
    try:
        events, after = step(table, command, actor, table.clock + 10 if at is None else at)
    except CroupierError as error:
        return f"refused {error.field}: {error.message} {str(error.cite or '-').removeprefix('58 Pa. Code ')}"
    told = [f"{line.words} {line.cite}".strip() for event in events for line in tell(event, table)]
    due = after.due
    return f"{' / '.join(told)} > {due.id if due is not None else 'betting'}"


def listed(game: Game) -> list[str]:
    """The list of a chapter: under each moment what follows from each attempt that is new there; what was answered so
    at the moment before is not said again, nor with cards that a dealer enters what is answered so without."""
    lines = list(opened(game))
    shuffled: dict[str, dict[str, str]] = {}
    before: dict[str, str] = {}
    for name, driver in moments(game):
        shuffled[name] = tried(game, driver.table)
        lines += [f"{name} ({driver.table.rounds} rounds)", *_new(before, shuffled[name])]
        before = shuffled[name]
    for name, driver in moments(game, "entered"):
        lines += [f"with cards entered, {name}", *_new(shuffled.get(name, {}), tried(game, driver.table))]
    return lines


def opened(game: Game) -> Iterator[str]:
    """Tables that are not opened, a table that is closed, and one whose clock is ahead."""
    driver = table_of(game)
    rules, meters = driver.rules, list(driver.table.meters)
    left = [kept(driver.table, name) for name in meters]
    first = dict.fromkeys(meters[:1], 0)
    ways: tuple[dict[str, Any], ...] = (
        {"cards": "marked"},
        {"inventory": -1},
        {"carried": {"none": 5}},
        {"linked": ("none",)},
        {"carried": first},
        {"kept": left},
        {"kept": left, "linked": meters},
        {"kept": [replace(one, amount=0) for one in left]},
        {"kept": [replace(one, terms={**one.terms, "seed": 1}) for one in left]},
    )
    for told in ways:
        try:
            event, table = open_table(rules, table="T2", at=5, **told)
            followed = f"{event.entries} {event.meters} {table.phase}"
        except CroupierError as error:
            followed = f"refused {error.field}: {error.message} {error.cite or '-'}"
        yield f"opened with {', '.join(told)}: {followed}"
    for name in ("none", *meters):
        try:
            yield f"left, {name}: {kept(driver.table, name).amount}"
        except CroupierError as error:
            yield f"left, {name}: refused {error.field}: {error.message}"
    _, closed = step(driver.table, Direct(order="close"), FLOOR, 10)
    yield f"closed: {closed.phase}, {outcome(closed, Sit(player='Guy', seat=1), FLOOR)}"
    yield f"too early: {outcome(driver.table, Sit(player='Guy', seat=1), FLOOR, at=-1)}"


def tried(game: Game, table: Table) -> dict[str, str]:
    """What follows from each attempt."""
    return {words: outcome(table, told, actor) for words, told, actor in attempts(game, table)}


def _new(before: dict[str, str], now: dict[str, str]) -> list[str]:
    grouped: dict[str, list[str]] = {}
    for words, followed in now.items():
        if before.get(words) != followed:
            grouped.setdefault(followed, []).append(words)
    return [line for followed, words in grouped.items() for line in (f"  {_joined(words)}", f"    {followed}")]


def _joined(attempted: list[str]) -> str:
    """Attempts one after another, the two words that they begin with said once."""
    said, before = [], ("", "")
    for words in attempted:
        first, second, *rest = words.split(" ", 2) + [""] * 2
        said.append(rest[0] if (first, second) == before and rest[0] else words)
        before = (first, second)
    return ", ".join(said)


def write() -> None:
    """Write the lists anew."""
    FOLDER.mkdir(exist_ok=True)
    for game in all_games():
        file = FOLDER / f"{game.id}-{game.edition}.txt"
        text = "\n".join(listed(game)) + "\n"
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            sys.stdout.write(f"{json.dumps(file.name)} written\n")


if __name__ == "__main__":
    write()
