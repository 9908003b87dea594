"""Every small change of the code behind the cites, tried in a process of its own: this one has imported the package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "mutants.md"
LEAST = 90.0
"""Percent of the changes that must be noticed."""


def soak(
    say: Callable[[str], object], count: int | None = None, *, minutes: float | None = None, page: Path = PAGE
) -> list[str]:
    """Try all of them, from where the last run of all was stopped, or so many; the page has the report, and a line what
    came of it."""
    asked = ["--strict", *(["--sample", str(count)] if count else ["--resume"])]
    asked += ["--minutes", f"{minutes:g}"] if minutes is not None else []
    say("mutants")
    done = subprocess.run([sys.executable, "-m", "tests.mutants", *asked, "-o", str(page)], cwd=ROOT, check=False)
    if done.returncode not in {0, 1}:
        return [f"FAILED: the mutants ended with {done.returncode}"]
    return [line_of(page.read_text(encoding="utf-8"))]


def line_of(page: str) -> str:
    """What the last line of the first table says."""
    row = next(line for line in page.splitlines() if line.startswith("| all |"))
    mutants, noticed, stillborn, survived, equivalent, rate, _ = (cell.strip() for cell in row.split("|")[2:-1])
    wrong = "FAILED: " if float(rate.removesuffix("%")) < LEAST else ""
    return (
        f"{wrong}{mutants} changes: {noticed} noticed, {stillborn} stillborn, {survived} not noticed, {equivalent} "
        f"equivalent; {rate}, listed in [mutants](mutants.md)"
    )
