"""``python -m tests.mutants`` (``make mutants``): change the code behind the cites, list what no test notices."""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

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
    made.add_argument("--again", action="store_true", help="try again what was not noticed the last time")
    made.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="processes (default: as there are cores)"
    )
    made.add_argument("--strict", action="store_true", help="ask marked tests and playthroughs alone, and no lists")
    made.add_argument("--seconds", type=float, default=AT_MOST, help="of tests that are asked about one change")
    made.add_argument("-o", "--output", type=Path, help="write the report there")
    return made


def unnoticed() -> list[Mutant]:
    """What the last run left, as it stands in the code now."""
    left = [json.loads(line) for line in LAST.read_text(encoding="utf-8").splitlines()]
    keys = {Mutant(**each["mutant"]).key for each in left if each["verdict"] in UNNOTICED}
    return [mutant for mutant in everything() if mutant.key in keys]


def main() -> int:
    """Try, write the report, and fail if anything was left."""
    given = options().parse_args()
    found = unnoticed() if given.again else everything(given.only, given.cite)
    wanted = sample(found, given.sample, given.seed) if given.sample else found
    measured = known()
    warm(measured["modules"])
    asked = Asked(measured, given.seconds, strict=given.strict)
    control(asked.records(), asked.seconds(asked.records()))
    done: list[Outcome] = []
    with LAST.open("w", encoding="utf-8") as last:
        for outcome in run(wanted, asked.tests, asked.seconds, workers=given.workers, is_unmarked=asked.is_unmarked):
            done.append(outcome)
            last.write(
                json.dumps(
                    {
                        "mutant": asdict(outcome.mutant),
                        "verdict": outcome.verdict,
                        "by": outcome.by,
                        "unmarked": outcome.unmarked,
                    }
                )
                + "\n"
            )
            last.flush()
            left = sum(verdict(o) in UNNOTICED for o in done)
            sys.stderr.write(f"{len(done)}/{len(wanted)}, {left} unnoticed: {outcome.verdict} {outcome.mutant.key}\n")
    control(asked.records(), asked.seconds(asked.records()))
    chosen = f"a sample of {len(done)} of {len(found)} (seed {given.seed})" if given.sample else f"all {len(done)}"
    how = ", marked tests and playthroughs alone" if given.strict else ""
    text = told(done, f"Run {datetime.now(UTC):%Y-%m-%d}: {chosen} changes{how}.")
    if given.output:
        given.output.write_text(HEAD + text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return any(verdict(o) in UNNOTICED for o in done)


if __name__ == "__main__":
    sys.exit(main())
