"""``python -m tests.soak`` (``make soak``): every campaign at full size, for hours; writes docs/soak.md.

``--minutes N`` shares so many minutes out; ``--quick`` goes through everything once in a few.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from croupier import __version__
from tests.faults import mutations
from tests.soak import examples, faults, journals, mutants, sampling, shuffles, solver, tables

if TYPE_CHECKING:
    from collections.abc import Callable

REPORT = Path(__file__).parents[2] / "docs" / "soak.md"
SMALL = 50_000
QUICK, SAMPLE = 60, 500
"""Changes of the code that are tried where not all of them are."""
SHORT = 60.0
"""Minutes below which the journal that is broken at every bit is a small one."""


def parts(minutes: float | None, *, quick: bool) -> dict[str, Callable[[Callable[[str], object]], list[str]]]:
    """The campaigns by title, each a function from progress to lines."""
    if quick:
        return {
            "Tables": lambda say: tables.soak(None, say, commands=20_000, rounds=50, deals=2_000),
            "Journals": lambda say: journals.soak(say, SMALL),
            "Shuffles": lambda say: shuffles.soak(None, say, shuffles=50_000, of_controls=300_000),
            "Solver": lambda say: solver.soak(None, say, games=200),
            "Examples": examples.soak,
            "Sampling": lambda say: sampling.soak(None, say, rounds=2_000_000),
            "Kills": lambda say: faults.kill(None, say, wanted=20),
            "Disk": lambda say: faults.disk(None, say, every=10),
            "Power": lambda say: faults.loss(None, say, wanted=1000),
            "Messages": lambda say: faults.disturb(None, say, wanted=1000),
            "Frames": lambda say: faults.malform(None, say, wanted=50_000, requests=5),
            "Mutations": mutations.try_all,
            "Mutants": lambda say: mutants.soak(say, QUICK),
        }
    small = minutes is not None and minutes < SHORT

    def share(part: float) -> float | None:
        return None if minutes is None else part * minutes

    return {
        "Tables": lambda say: tables.soak(share(0.25), say),
        "Journals": lambda say: journals.soak(say, SMALL if small else journals.SIZE),
        "Shuffles": lambda say: shuffles.soak(share(0.1), say),
        "Solver": lambda say: solver.soak(share(0.04), say),
        "Examples": examples.soak,
        "Sampling": lambda say: sampling.soak(share(0.05), say),
        "Kills": lambda say: faults.kill(share(0.08), say),
        "Disk": lambda say: faults.disk(share(0.04), say),
        "Power": lambda say: faults.loss(share(0.04), say),
        "Messages": lambda say: faults.disturb(share(0.04), say),
        "Frames": lambda say: faults.malform(share(0.12), say),
        "Mutations": mutations.try_all,
        "Mutants": lambda say: mutants.soak(say, SAMPLE if small else None, minutes=share(0.25)),
    }


HEAD = """\
# Soak

Long campaigns, beyond what `make test` has time for: random commands at tables of every game, rounds
compared with `settle` and with exact figures, small games solved the slow way too, journals broken at
every bit, shuffles counted, and every
[fault](faults.md) that a house has to survive: kills, broken disks, losses of power, disturbed messages,
frames that are no commands, and every small change of the [code behind the provisions](mutants.md).
`make soak` runs them all and writes this page, each part with the day it
was run; `python -m tests.soak --quick` goes through them in minutes, `--only Tables` runs one part and
leaves the others as they stand.
"""


def told(lines: list[str], *, asked: str, begun: datetime, seconds: float) -> str:
    """A part of the report."""
    failed = sum(line.startswith("FAILED") for line in lines)
    verdict = f"**{failed} lines failed.**" if failed else "Nothing failed."
    machine = (
        f"{platform.machine()}, {platform.system()}, {platform.python_implementation()} {platform.python_version()}"
    )
    took = f"{seconds / 60:,.1f} minutes on one core of {os.cpu_count()} ({machine}), croupier {__version__}"
    listed = "\n".join(f"- {line}" for line in lines)
    return f"Begun {begun:%Y-%m-%d %H:%M} UTC, {asked}, {took}. {verdict}\n\n{listed}\n"


def read(page: Path) -> dict[str, str]:
    """The parts of a report as they stand."""
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    return {title: body.strip() + "\n" for title, _, body in (part.partition("\n") for part in text.split("\n## ")[1:])}


def say(line: str) -> None:
    """Progress, with the time."""
    sys.stderr.write(f"{datetime.now(UTC):%H:%M:%S} {line}\n")


def main() -> int:
    """Run, write the report, and fail if any line does."""
    options = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    options.add_argument("--minutes", type=float, help="share so many minutes out")
    options.add_argument("--quick", action="store_true", help="go through everything once, small")
    options.add_argument("--only", metavar="PART", help="one part by its title, as Tables or Power")
    options.add_argument("-o", "--output", type=Path, default=REPORT, help="where the report goes")
    given = options.parse_args()
    asked = "quick" if given.quick else "in full" if given.minutes is None else f"{given.minutes:g} minutes asked for"
    wanted = parts(given.minutes, quick=given.quick)
    if given.only is not None and given.only not in wanted:
        options.error(f"--only: {given.only} is none of {', '.join(wanted)}")
    report, failed = read(given.output), False
    for title, part in wanted.items():
        if given.only not in {None, title}:
            continue
        begun, start = datetime.now(UTC), time.monotonic()
        try:
            lines = part(say)
        except Exception as error:  # noqa: BLE001 - hours of other campaigns are not lost for one
            lines = [f"FAILED: {type(error).__name__}: {error}"]
        failed |= any(line.startswith("FAILED") for line in lines)
        report[title] = told(lines, asked=asked, begun=begun, seconds=time.monotonic() - start)
        sections = [f"\n## {name}\n\n{report[name]}" for name in wanted if name in report]
        given.output.write_text(HEAD + "".join(sections), encoding="utf-8")
    return failed


if __name__ == "__main__":
    sys.exit(main())
