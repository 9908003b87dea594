"""One change of each kind and a test that must notice it: the short form, for every run of the tests.

``python -m tests.mutants.fixed`` tries them and writes what became of each, a JSON object in a line.
"""

from __future__ import annotations

import json
import sys
from typing import NamedTuple

from tests.mutants.changes import mutants
from tests.mutants.runner import run, warm

GOLDEN = "tests/golden/test_golden.py::test_the_record_is_what_the_script_leads_to"
DECLARED = "tests/law/test_declared.py::test_what_is_declared_is_what_is_listed"
MOMENTS = "tests/table/test_moments.py::test_what_may_be_done_when_is_what_is_listed"
THIRD = ("argon2", "cryptography.hazmat.primitives.ciphers.aead", "hashlib", "msgspec", "hypothesis")


class Fixed(NamedTuple):
    """A change by its file, scope, kind and first words, and who must notice it."""

    file: str
    scope: str
    kind: str
    change: str
    by: str


FIXED = (
    Fixed("games/pa/dj_wild.py", "MAIN", "comparison", "s.versus > 0", f"{DECLARED}[dj-wild-pa-2021]"),
    Fixed(
        "games/pa/dj_wild.py", "MAIN", "condition", "not s.folded becomes", f"{GOLDEN}[dj-wild-pa-2021/royal-and-fold]"
    ),
    Fixed(
        "games/pa/dj_wild.py",
        "on_table",
        "connective",
        "seat.folded is None or",
        f"{GOLDEN}[dj-wild-pa-2021/royal-and-fold]",
    ),
    Fixed("games/pa/dj_wild_tables.py", "BLIND", "pay", "Royal flush, column 1: 50", f"{DECLARED}[dj-wild-pa-2021]"),
    Fixed("games/pa/dj_wild.py", "STREETS", "number", "2 in times=2", f"{GOLDEN}[dj-wild-pa-2021/bad-beat]"),
    Fixed("games/pa/dj_wild_conduct.py", "IDLE", "boolean", "first_only=True", f"{DECLARED}[dj-wild-pa-2021]"),
    Fixed(
        "games/pa/dj_wild_conduct.py",
        "OPENING",
        "dropped",
        "Step('wash'",
        f"{GOLDEN}[dj-wild-pa-2021/opening-sealed-cards]",
    ),
    Fixed(
        "games/pa/dj_wild_conduct.py",
        "OPENING",
        "exchanged",
        "Step('inspect'",
        f"{GOLDEN}[dj-wild-pa-2021/opening-sealed-cards]",
    ),
    Fixed(
        "games/pa/dj_wild.py",
        "TRIPS_WAGER",
        "cite",
        "law['11(f)(2)(i)']",
        f"{GOLDEN}[dj-wild-pa-2021/progressive-envy]",
    ),
    Fixed("table/act.py", "Act.require", "refusal", "raise IllegalAction", f"{MOMENTS}[dj-wild-pa-2021]"),
    Fixed("round.py", "Round.undecided", "return", "return tuple", f"{GOLDEN}[dj-wild-pa-2021/bad-beat]"),
    Fixed("table/floor.py", "close", "call", "act.emit(e.TableClosed", f"{MOMENTS}[dj-wild-pa-2021]"),
)


def main() -> None:
    """Try them all, one after another."""
    warm(THIRD)
    for fixed in FIXED:
        found = next(
            mutant
            for mutant in mutants(fixed.file)
            if (mutant.scope, mutant.kind) == (fixed.scope, fixed.kind) and mutant.change.startswith(fixed.change)
        )
        for outcome in run([found], lambda _, by=fixed.by: [[by]], lambda _: 10.0, workers=1):  # type: ignore[misc]
            sys.stdout.write(json.dumps({"verdict": outcome.verdict, "by": outcome.by, "kind": fixed.kind}) + "\n")


if __name__ == "__main__":
    main()
