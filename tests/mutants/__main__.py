"""``python -m tests.mutants`` (``make mutants``): change the code behind the cites, list what no test notices."""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.mutants.changes import Mutant
from tests.mutants.choose import AT_MOST, Asked, everything, sample
from tests.mutants.measure import KEPT, known
from tests.mutants.report import HEAD, UNNOTICED, told, verdict
from tests.mutants.runner import Outcome, control, run, warm

LAST = KEPT.with_name("last.jsonl")
"""The outcomes of the last run."""


def options() -> argparse.ArgumentParser:
    """The command's options."""
    made = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    made.add_argument("--sample", type=int, metavar="N", help="try N changes, from every package and of every kind")
    made.add_argument("--seed", type=int, default=1, help="which ones")
    made.add_argument("--only", default="", metavar="PATH", help="modules whose path holds this")
    made.add_argument("--cite", default="", help="what stands behind a provision, as 687a.11(b)")
    made.add_argument("--resume", action="store_true", help="go on where the last run of these stopped")
    made.add_argument("--again", action="store_true", help="try again what was not noticed the last time")
    made.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="processes (default: as there are cores)"
    )
    made.add_argument("--strict", action="store_true", help="ask marked tests and playthroughs alone, and no lists")
    made.add_argument("--seconds", type=float, default=AT_MOST, help="of tests that are asked about one change")
    made.add_argument("-o", "--output", type=Path, help="write the report there")
    return made


def last_run() -> list[Outcome]:
    """What became of the mutants of the last run."""
    lines = LAST.read_text(encoding="utf-8").splitlines() if LAST.exists() else []
    return [
        Outcome(_mutant(told["mutant"]), told["verdict"], told["by"], told["unmarked"])
        for told in map(json.loads, lines)
    ]


def _mutant(told: dict[str, Any]) -> Mutant:
    return Mutant(**{**told, "cites": tuple(told["cites"])})


def keep(done: list[Outcome]) -> None:
    """Keep what became of the mutants, for a run that goes on from there."""
    KEPT.parent.mkdir(exist_ok=True)
    lines = [
        json.dumps({"mutant": asdict(o.mutant), "verdict": o.verdict, "by": o.by, "unmarked": o.unmarked}) for o in done
    ]
    LAST.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def main() -> int:
    """Try, write the report, and fail if anything was left."""
    given = options().parse_args()
    found = everything(given.only, given.cite)
    wanted = sample(found, given.sample, given.seed) if given.sample else found
    done = last_run() if given.again or given.resume else []
    if given.again:
        left = {o.mutant.key for o in done if o.verdict in UNNOTICED}
        done = [o for o in done if o.verdict not in UNNOTICED]
        wanted = [mutant for mutant in found if mutant.key in left]
    elif given.resume:
        tried = {o.mutant.key for o in done}
        wanted = [mutant for mutant in wanted if mutant.key not in tried]
    measured = known()
    warm(measured["modules"])
    asked = Asked(measured, given.seconds, strict=given.strict)
    control(asked.records(), asked.seconds(asked.records()))
    total = len(done) + len(wanted)
    try:
        for outcome in run(wanted, asked.tests, asked.seconds, workers=given.workers, is_unmarked=asked.is_unmarked):
            done.append(outcome)
            keep(done)
            unnoticed = sum(verdict(o) in UNNOTICED for o in done)
            sys.stderr.write(f"{len(done)}/{total}, {unnoticed} unnoticed: {outcome.verdict} {outcome.mutant.key}\n")
    except KeyboardInterrupt:
        sys.stderr.write(f"stopped after {len(done)} of {total}; --resume goes on\n")
    control(asked.records(), asked.seconds(asked.records()))
    chosen = (
        f"a sample of {len(done)} of {len(found)}" if given.sample or len(done) < len(found) else f"all {len(done)}"
    )
    seed = f" (seed {given.seed})" if given.sample else ""
    how = ", marked tests and playthroughs alone" if given.strict else ""
    text = told(done, f"Run {datetime.now(UTC):%Y-%m-%d}: {chosen} changes{seed}{how}.")
    if given.output:
        given.output.write_text(HEAD + text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return any(verdict(o) in UNNOTICED for o in done)


if __name__ == "__main__":
    sys.exit(main())
