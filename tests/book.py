"""What is generated from the book: ``python -m tests.book`` (``make book``) writes it, the tests compare it."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from croupier.games import all_games
from croupier.law.coverage import EXECUTED

ROOT = Path(__file__).parents[1]
READINGS = ROOT / "docs" / "readings.md"


def executed() -> str:
    """Which tests are marked with which provisions, by collecting them all anew."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "executed.json"
        command = [sys.executable, "-m", "pytest", "--collect-only", "-qq", "-p", "no:xdist", f"--executed={file}"]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        found: dict[str, list[str]] = json.loads(file.read_text(encoding="utf-8"))
    return "".join(f"{cite}\t{' '.join(tests)}\n" for cite, tests in sorted(found.items()))


def readings() -> str:
    """The page of readings."""
    lines = [
        "# Readings",
        "",
        "Where the texts are silent, double or misprinted, this is what croupier does, and what it rejected. A reading",
        "marked **switch** can be chosen in a Rules Submission's `[readings]`, in a round's `\"readings\"`, or with",
        "`--reading KEY=VALUE`, so that its price can be computed; the first value is the default. The command",
        "`croupier law readings` prints this page in a terminal. It is generated from the chapters (`make book`).",
    ]
    for game in all_games():
        if game.changes:
            continue
        lines += ["", f"## {game.name} ({game.chapter.number}, `{game.id}` {game.edition})"]
        for r in game.readings:
            switch = f" **switch** `{'` `'.join(r.choices)}`" if r.choices else ""
            rejected = f" Rejected: {'; '.join(r.rejected)}." if r.rejected else ""
            cites = ", ".join(c.short for c in r.cites)
            lines += ["", f"### `{r.key}`{switch}", "", f"{r.question} **{r.answer}** {r.because}{rejected} ({cites})"]
    return "\n".join(lines) + "\n"


def main() -> None:
    EXECUTED.write_text(executed(), encoding="utf-8")
    READINGS.parent.mkdir(exist_ok=True)
    READINGS.write_text(readings(), encoding="utf-8")


if __name__ == "__main__":
    main()
