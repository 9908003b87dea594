"""What is generated from the book: ``python -m tests.book`` (``make book``) writes it, the tests compare it."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from croupier.games import all_games, open_game
from croupier.law.coverage import EXECUTED, SEEN, held
from croupier.odds.study.study import main_of, side_of, solve, table_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from croupier.game import Game, Wager
    from croupier.odds.study.study import Study

ROOT = Path(__file__).parents[1]
READINGS = ROOT / "docs" / "readings.md"
README = ROOT / "README.md"
BEGIN, END = "<!-- prices, made by `make book` -->", "<!-- end of prices -->"
NO_BREAK = "\u00a0"
PICTURE = ROOT / "docs" / "pictures" / "deal.svg"


@dataclass(frozen=True, slots=True)
class Marked:
    """Which tests are marked with which provisions: their node ids by cite. `told` are the marks that say how a
    provision is held: cite, way and test."""

    tests: Mapping[str, list[str]]
    told: list[list[str]]

    def executed(self) -> str:
        """``executed.tsv``: the tests of each provision, without their parameters."""
        names = {cite: sorted({test.partition("[")[0] for test in tests}) for cite, tests in self.tests.items()}
        return "".join(f"{cite}\t{' '.join(found)}\n" for cite, found in sorted(names.items()))

    def held(self) -> str:
        """``held.tsv``: each way in which a provision is held, with a test that shows it. Its lines stay as long as
        their tests are marked so; tests are run for what marks say and it lacks, and for provisions without a line."""
        rows: dict[tuple[str, str], str] = {
            (cite, how): test
            for cite, ways in held().items()
            for how, test in ways.items()
            if test in self.tests.get(cite, ())
        }
        wanting = self.tests.keys() - {cite for cite, _ in rows}
        asked = {test for cite, how, test in self.told if (cite, how) not in rows}
        for cite, how, test in _shown(asked | {test for one in wanting for test in self.tests[one]}):
            rows.setdefault((cite, how), test)
        return "".join(f"{cite}\t{how}\t{test}\n" for (cite, how), test in sorted(rows.items()))


def marked() -> Marked:
    """By collecting all tests anew."""
    return Marked(**_asked("--executed", "--collect-only"))


def _shown(tests: set[str]) -> list[tuple[str, str, str]]:
    """What these tests show, those of the chapters and of the table first."""
    with tempfile.TemporaryDirectory() as folder:
        names = Path(folder) / "tests.txt"
        ordered = sorted(tests, key=lambda test: (test.split("/")[1] not in {"pa", "ma", "table"}, test))
        names.write_text("\n".join(ordered), encoding="utf-8")
        return [(cite, how, test) for cite, how, test in _asked("--shown", f"@{names}")] if tests else []


def _asked(what: str, *options: str) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "told.json"
        command = [sys.executable, "-m", "pytest", "-qq", "-p", "no:xdist", f"{what}={file}", *options]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        return json.loads(file.read_text(encoding="utf-8"))


def readings() -> str:
    """The page of readings."""
    lines = [
        "# Readings",
        "",
        "Where the texts are silent, double or misprinted, this is what croupier does, and what it rejected. A reading",
        "marked **switch** can be chosen in a Rules Submission's `[readings]`, in a round's `\"readings\"`, or with",
        "`--reading KEY=VALUE`, so that its price can be computed; the first value is the default. The command",
        "`croupier law readings` prints this page in a terminal, and `--prices` [what each rejected answer would",
        "move](law.md#readings). It is generated from the chapters (`make book`).",
    ]
    for game in all_games():
        if game.changes:
            continue
        lines += ["", f"## {game.name} ({game.chapter.number}, `{game.id}` {game.edition})"]
        for r in game.readings:
            switch = f" **switch** `{'` `'.join(r.choices)}`" if r.choices else ""
            rejected = f" Rejected: {'; '.join(r.rejected)}. {r.told}".rstrip() if r.rejected else ""
            cites = ", ".join(c.short for c in r.cites)
            lines += ["", f"### `{r.key}`{switch}", "", f"{r.question} **{r.answer}** {r.because}{rejected} ({cites})"]
    return "\n".join(lines) + "\n"


def prices() -> str:
    """The README's table: every game, wager and paytable with what it pays back."""
    rows = ["| game | wager | paytable and return |", "|---|---|---|"]
    for game in all_games():
        if game.changes:
            continue
        title = f"{game.name} ({game.edition})"
        rows.extend(f"| {title} | {what} | {paid} |" for what, paid in _mains(game))
        for wager in game.wagers:
            if wager.placed not in {"optional", "always-offered"} or not wager.tables:
                continue
            paid = ", ".join(_paid(game, wager, table.id) for table in wager.tables)
            rows.append(f"| {title} | {wager.name} | {paid} |")
    return "\n".join(rows)


def _percent(number: Fraction) -> str:
    return f"{100 * float(number):.3f}%"


def _mains(game: Game) -> list[tuple[str, str]]:
    """The main game's payback of all that is wagered, optimal play, for each choice that changes it."""
    ways: list[dict[str, object]] = [{}]
    for key in ("ante", "house-way"):
        tables = [t.id for w in game.wagers if w.id == w.key == key for t in w.tables]
        tables += ["foxwoods", "mgm", "flamingo"] if any(c.key == key for c in game.choices) else []
        ways = [{key: table} for table in tables] or ways
    paid = []
    for way in ways:
        main = main_of(solve(game.rules(way)))
        paid.append(f"{next(iter(way.values()), '')} {_percent(1 - main.element_of_risk)}".strip())
    return [("main game, of all wagered", ", ".join(paid))]


def _paid(game: Game, wager: Wager[Any], table: str) -> str:
    rules = game.rules({str(wager.key): table})
    if wager.looks == "table":
        by = table_of(rules, wager).by
        return ", ".join(f"{n} player{'s' if n > 1 else ''} {_percent(1 + s.net.mean)}" for n, s in by.items())
    side = side_of(_solved(game.id, game.edition), rules, wager)
    long_run = ""
    if side.meter and rules.tables[wager.id].progression:
        paid = side.meter.get("long-run-paid")
        of_it = "" if paid is None else f", of which {_percent(paid)} is paid to players and the rest set aside"
        long_run = f" (long run {_percent(side.meter['long-run'])}{of_it})"
    return f"{table} {_percent(1 + side.net.mean)}{long_run}"


@cache
def _solved(game: str, edition: str) -> Study:
    return solve(open_game(game, edition).rules())


def readme() -> str:
    """The README with its table made anew."""
    text = README.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{prices()}\n{END}{after}"


def picture() -> str:
    """The README's picture: a round in the terminal, as text in SVG."""
    wagers = ["--wager", "ante=10", "--wager", "trips=5", "--wager", "progressive=1"]
    command = [sys.executable, "-m", "croupier", "deal", "dj-wild", *wagers, "--seed", "10"]
    said = subprocess.run(command, input="raise\n", capture_output=True, text=True, check=True).stdout
    said = said.replace("Your decision: ", "Your decision: raise\n", 1)
    lines = ["$ croupier deal dj-wild --wager ante=10 --wager trips=5 --wager progressive=1", *said.splitlines()]
    lines = [line.rstrip() for line in lines]
    lines = [line for line, after in zip(lines, [*lines[1:], ""], strict=True) if line or after]
    wide, high = 8.4 * max(map(len, lines)) + 40, 20 * len(lines) + 40
    rows = "\n".join(
        f'<text x="20" y="{36 + 20 * place}" fill="{_ink(line)}">{escape(line).replace(" ", NO_BREAK)}</text>'
        for place, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high}" role="img" '
        'aria-label="A round of DJ Wild Stud Poker, settled line by line with its provisions" '
        'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14">\n'
        f'<rect width="100%" height="100%" rx="10" fill="#10231c"/>\n{rows}\n</svg>\n'
    )


def _ink(line: str) -> str:
    if line.startswith("$"):
        return "#8fd3b6"
    if " win " in line or line.startswith("You win"):
        return "#ffd88a"
    return "#e9efe9"


def main() -> None:
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(picture(), encoding="utf-8")
    README.write_text(readme(), encoding="utf-8")
    found = marked()
    EXECUTED.write_text(found.executed(), encoding="utf-8")
    SEEN.write_text(found.held(), encoding="utf-8")
    READINGS.parent.mkdir(exist_ok=True)
    READINGS.write_text(readings(), encoding="utf-8")


if __name__ == "__main__":
    main()
