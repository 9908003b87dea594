"""The report: what was changed, what was noticed, and what was not."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from tests.mutants.module import package_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tests.mutants.runner import Outcome

EQUIVALENT = Path(__file__).with_name("equivalent.toml")
UNNOTICED = ("survived", "unreached")


def equivalents() -> dict[str, str]:
    """The changes that nobody can notice, with the reasons."""
    return {str(key): str(reason) for key, reason in tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).items()}


def verdict(outcome: Outcome) -> str:
    """What became of a mutant, the equivalent ones apart."""
    unnoticed = outcome.verdict in UNNOTICED
    return "equivalent" if unnoticed and outcome.mutant.key in equivalents() else outcome.verdict


def rate(counts: Counter[str], *, stillborn: bool = True) -> str:
    """The share of the changes that were noticed, equivalent ones left out."""
    noticed = counts["noticed"] + counts["hung"] + (counts["stillborn"] if stillborn else 0)
    total = noticed + sum(counts[each] for each in UNNOTICED)
    return f"{100 * noticed / total:.1f}%" if total else "-"


def table(outcomes: Iterable[Outcome], title: str, of: Callable[[Outcome], str]) -> list[str]:
    """One row for each package or kind."""
    rows: dict[str, Counter[str]] = {}
    for outcome in outcomes:
        for name in (of(outcome), "all"):
            rows.setdefault(name, Counter())[verdict(outcome)] += 1
    lines = [
        f"| {title} | mutants | noticed | stillborn | survived | equivalent | rate | without stillborn |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name in [*sorted(rows.keys() - {"all"}), "all"]:
        c = rows.get(name, Counter())
        survived = c["survived"] + c["unreached"]
        lines.append(
            f"| {name} | {c.total()} | {c['noticed'] + c['hung']} | {c['stillborn']} | {survived} | {c['equivalent']} | "
            f"{rate(c)} | {rate(c, stillborn=False)} |"
        )
    return lines


def survivors(outcomes: Iterable[Outcome]) -> list[str]:
    """What nobody noticed, by file and line."""
    left = [o for o in outcomes if verdict(o) in UNNOTICED]
    return [
        f"- `src/croupier/{o.mutant.file}:{o.mutant.line}` {o.mutant.kind} in `{o.mutant.scope}`: `{o.mutant.change}`"
        + (f", behind {', '.join(o.mutant.cites[:6])}" if o.mutant.cites else "")
        + (" (no marked test gets there)" if o.verdict == "unreached" else "")
        for o in sorted(left, key=lambda o: (o.mutant.file, o.mutant.line, o.mutant.number))
    ]


def told(outcomes: list[Outcome], asked: str) -> str:
    """The whole report, as Markdown."""
    left = survivors(outcomes)
    by_playthrough = sum("test_golden" in o.by for o in outcomes)
    hung = sum(o.verdict == "hung" for o in outcomes)
    return "\n".join(
        [
            asked,
            "",
            *table(outcomes, "package", lambda o: package_of(o.mutant.file)),
            "",
            *table(outcomes, "kind", lambda o: o.mutant.kind),
            "",
            f"First noticed by a playthrough: {by_playthrough}. Never ended, and count as noticed: {hung}.",
            "",
            "### What no marked test notices",
            "",
            *(left or ["Nothing."]),
            "",
        ]
    )
