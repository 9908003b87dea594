"""``python -m tests.mutants`` (``make mutants``): change the code behind the cites, list what no test notices."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import asdict
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.mutants.changes import Mutant
from tests.mutants.choose import AT_MOST, Asked, everything, sample
from tests.mutants.measure import KEPT, digest, known
from tests.mutants.module import SOURCE
from tests.mutants.report import HEAD, UNNOTICED, told, verdict
from tests.mutants.runner import Outcome, control, run, warm

if TYPE_CHECKING:
    from collections.abc import Iterator

LAST, WHOLE = KEPT.with_name("last.jsonl"), KEPT.with_name("whole.jsonl")
"""The outcomes of the last run of a part, and of the last run of all."""


def options() -> argparse.ArgumentParser:
    """The command's options."""
    made = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    made.add_argument("--sample", type=int, metavar="N", help="try N changes, from every package and of every kind")
    made.add_argument("--seed", type=int, default=1, help="which ones")
    made.add_argument("--only", default="", metavar="PATH", help="modules whose path holds this")
    made.add_argument("--cite", default="", help="what stands behind a provision, as 687a.11(b)")
    made.add_argument("--resume", action="store_true", help="go on where the last stopped; changed modules anew")
    made.add_argument("--again", action="store_true", help="try again what was not noticed the last time")
    made.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="processes (default: as there are cores)"
    )
    made.add_argument("--strict", action="store_true", help="ask no test without a mark")
    made.add_argument("--minutes", type=float, help="stop after so long; --resume goes on")
    made.add_argument("--seconds", type=float, default=AT_MOST, help="of tests that are asked about one change")
    made.add_argument("-o", "--output", type=Path, help="write the report there")
    return made


def last_run(file: Path) -> list[Outcome]:
    """What became of the mutants of the last run."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [
        Outcome(_mutant(told["mutant"]), told["verdict"], told["by"], _marks(told["marks"]), told["module"])
        for told in map(json.loads, lines)
    ]


def _mutant(told: dict[str, Any]) -> Mutant:
    return Mutant(**{**told, "cites": tuple(told["cites"])})


def _marks(told: list[str] | None) -> tuple[str, ...] | None:
    return None if told is None else tuple(told)


def keep(done: list[Outcome], file: Path) -> None:
    """Keep what became of the mutants, for a run that goes on from there."""
    KEPT.parent.mkdir(exist_ok=True)
    lines = [json.dumps({**o._asdict(), "mutant": asdict(o.mutant)}) for o in done]
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


@cache
def held(name: str) -> str:
    """What a module holds."""
    return digest(SOURCE / name)


def until(wanted: list[Mutant], minutes: float | None) -> Iterator[Mutant]:
    """The mutants that are begun in time."""
    begun = time.monotonic()
    for mutant in wanted:
        if minutes is not None and time.monotonic() - begun > 60 * minutes:
            sys.stderr.write(f"the {minutes:g} minutes are over; --resume goes on\n")
            return
        yield mutant


def main() -> int:
    """Try, write the report, and fail if anything was left."""
    given = options().parse_args()
    found = everything(given.only, given.cite)
    wanted = sample(found, given.sample or len(found), given.seed)
    file = LAST if given.sample or given.only or given.cite else WHOLE
    done = last_run(file) if given.again or given.resume else []
    if given.again:
        left = {o.mutant.key for o in done if o.verdict in UNNOTICED}
        done = [o for o in done if o.verdict not in UNNOTICED]
        wanted = [mutant for mutant in found if mutant.key in left]
    elif given.resume:
        known_now = {mutant.key for mutant in found}
        done = [o for o in done if o.mutant.key in known_now and o.module == held(o.mutant.file)]
        tried = {o.mutant.key for o in done}
        wanted = [mutant for mutant in wanted if mutant.key not in tried]
    measured = known()
    warm(measured["modules"])
    asked = Asked(measured, given.seconds, strict=given.strict)
    control(asked.records(), asked.seconds(asked.records()))
    total = len(done) + len(wanted)
    try:
        intime = until(wanted, given.minutes)
        for outcome in run(intime, asked.tests, asked.seconds, workers=given.workers, marks=asked.marks):
            done.append(outcome._replace(module=held(outcome.mutant.file)))
            keep(done, file)
            unnoticed = sum(verdict(o) in UNNOTICED for o in done)
            sys.stderr.write(f"{len(done)}/{total}, {unnoticed} unnoticed: {outcome.verdict} {outcome.mutant.key}\n")
    except KeyboardInterrupt:
        sys.stderr.write(f"stopped after {len(done)} of {total}; --resume goes on\n")
    control(asked.records(), asked.seconds(asked.records()))
    chosen = (
        f"a sample of {len(done)} of {len(found)}" if given.sample or len(done) < len(found) else f"all {len(done)}"
    )
    seed = f" (seed {given.seed})" if given.sample else ""
    how = ", marked tests alone" if given.strict else ""
    cut = f", the first {len(done)} of {total}" if len(done) < total else ""
    text = told(done, f"Run {datetime.now(UTC):%Y-%m-%d}: {chosen} changes{seed}{cut}{how}.")
    if given.output:
        given.output.write_text(HEAD + text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return any(verdict(o) in UNNOTICED for o in done)


if __name__ == "__main__":
    sys.exit(main())
