"""A chapter's submission as a file, without its prose, for what was chosen and for what nobody should write; and the
days on which the chapter is the law."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Any

from croupier import CroupierError, open_game
from croupier.game.template import completed, first_choices, new_submission, written
from croupier.table.events import TableOpened
from croupier.table.in_force import begun_wrongly, check_day, opened_wrongly
from tests.law.decided import LINK
from tests.recorded import named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier import Game
    from croupier.law import Chapter

CEASED = date(2024, 2, 29)
DAY = timedelta(days=1)
FIRST = date(1970, 1, 1)
ODD: tuple[dict[str, Any], ...] = (
    {"limits": {}},
    {"limits": {"ante": 5}},
    {"limits": [1, 2.5, True]},
    {"limits": {"ante": {"minimum": "5.00"}, "a b": {"step": "1.00"}}},
    {"readings": "none"},
    {"readings": {}},
    {"readings": {"other": "x"}},
    {"odd key": {"deep": [{"er": date(2026, 1, 31)}]}, "plain": 'a "word"\x7f'},
    {"nothing": None},
    {"multi-game-link": LINK},
    {"multi-game-link": {}},
    {"multi-game-link": 5},
    {"house-way": [{"hand": "pair", "front": "best-complete"}, {"hand": "no-pair", "front": "second-and-third"}]},
    {"house-way": []},
    {"house-way": [1, {}]},
    {"day": date(2026, 1, 31)},
)
"""What somebody may have chosen."""


def submitted(game: Game) -> list[str]:
    """The files of a new and of an empty submission, and in what others are not as the empty one."""
    empty = _file(written(game, {}))
    lines = ["new:", *(f"  {line}" for line in _file(new_submission(game)) if line)]
    lines += ["empty:", *(f"  {line}" for line in empty if line)]
    chosen = [{key: value} for key, value in first_choices(game).items()]
    for told in (*ODD, *chosen):
        lines.append(f"with {', '.join(told)}:")
        try:
            found = _file(written(game, told, ["a\nnote"]))
        except CroupierError as error:
            found = [*empty, f"refused {error.field}: {error.message}"]
        gone, come = Counter(empty) - Counter(found), Counter(found) - Counter(empty)
        lines += [f"  {sign} {line}" for sign, own in (("-", gone), ("+", come)) for line in own if line]
        lines += [f"  completed: {_completed(game, told)}"] if told in chosen else []
    return [*lines, *days(game)]


def _file(text: str) -> list[str]:
    return [_wordless(line) for line in text.splitlines()]


def _completed(game: Game, told: dict[str, Any]) -> str:
    try:
        return str({key: value for key, value in completed(game, told).items() if key not in told or key == "limits"})
    except CroupierError as error:
        return f"refused {error.field}: {error.message} {str(error.cite or '-').removeprefix('58 Pa. Code ')}"


def _wordless(line: str) -> str:
    """A line of the file; of a comment in words the provisions alone."""
    if not line.startswith("# ") or (" = " in line and line.partition(" = ")[0].count(" ") == 1):
        return line
    return f"# {', '.join(named(line))}".rstrip()


def days(game: Game) -> Iterator[str]:
    """Every day on which something begins or ends, and the days beside it, for the chapter as it is and as it might
    have been."""
    law = game.chapter
    for name, one in (
        ("", law),
        ("without its days", replace(law, effective=None, ceased=None)),
        ("as it ceased", replace(law, ceased=CEASED, effective=law.effective or date(2020, 1, 1))),
        ("as it ceased, its beginning not stated", replace(law, ceased=CEASED, effective=None)),
        ("in force", replace(law, status="in force")),
        ("proposed", replace(law, status="proposed", published=CEASED)),
        ("proposed on no day", replace(law, status="proposed", published=None)),
    ):
        yield f"on a day, {name or 'as it is'}: {one.standing}"
        told = [one.effective, one.ceased, *(d for e in one.earlier for d in (e.effective, e.ceased))]
        known = sorted({day + away for day in (*told, CEASED) if day for away in (-DAY, 0 * DAY, DAY)})
        for how, its in groupby(known, lambda day, law=one: _of_day(game, law, day)):  # type: ignore[misc]
            yield f"  {', '.join(map(str, its))}: {how}"
    for day in sorted({day + away for day in (law.effective, law.ceased, CEASED) if day for away in (-DAY, 0 * DAY)}):
        for edition in (None, game.edition, "other"):
            yield f"as of {day}, {edition or 'the edition in force'}: {_as_of(game, edition, day)}"


def _as_of(game: Game, edition: str | None, day: date) -> str:
    try:
        return open_game(game.id, edition, as_of=day).edition
    except CroupierError as error:
        return f"refused {error.field}: {error.message.rpartition('The book has')[2]}"


def _of_day(game: Game, law: Chapter, day: date) -> str:
    at = (day - FIRST).days * 86_400_000
    try:
        check_day(replace(game, chapter=law).rules(), day)
        checked = "played by"
    except CroupierError as error:
        checked = f"refused {error.field}"
    stated = ("", str(day), str(day + DAY), str(day + 2 * DAY), "today")
    opened = [opened_wrongly(law, _opened(game, one), at).split(" ", 1)[0] or "right" for one in stated]
    begun = begun_wrongly(law, at).partition(" ")[0] or "right"
    why = law.why_not(day).replace(str(day), "the day").rpartition(") ")[2]
    return f"{'in force' if law.in_force(day) else why}; {checked}; opened {', '.join(opened)}; begun {begun}"


def _opened(game: Game, day: str) -> TableOpened:
    return TableOpened(
        table="T1",
        game=game.id,
        edition=game.edition,
        submission={},
        readings={},
        cards="shuffled",
        entries={},
        meters={},
        day=day,
    )
