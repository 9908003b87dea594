"""The report: what was changed, what was noticed, and what was not."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tests.mutants.choose import related
from tests.mutants.measure import LISTS, PLAYTHROUGHS
from tests.mutants.module import package_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tests.mutants.runner import Outcome

HEAD = """\
# Mutants

A test that cannot fail proves nothing. `make mutants` changes the code behind the provisions, one small change at a
time, and asks the tests of the law about each: a condition is negated, a comparison moved (`<` becomes `<=`), *and*
exchanged with *or*, a number, a pay or a truth value moved by one, an entry of a declaration dropped or exchanged with
the next, a cite swapped with the next provision of its chapter, a refusal, a deed or what a function returns left out.
What is changed is everything in `law`, `game`, `games`, `table` and `round.py` but messages, types and the coverage
report.

Asked are the tests with a mark ([the law in the code](law.md)), those marked with the provisions behind the change
first. The playthroughs of `tests/golden` and the lists of `tests/law/declared` and `tests/table/moments` are marked
too, with every provision that their lines name; of these the lines that differ say which provision was noticed (where
a change stops the record from being made at all, all of it counts). Then, apart, tests of the same folders that carry
no mark; `--strict` leaves them out. Only tests that run through the changed lines are asked, the cheapest first, for a
few seconds a change (`--seconds`). *Stillborn* is a change with which the package or the tests do not even import; the
rate is given with and without those. *Equivalent* is one that nobody can notice: `tests/mutants/equivalent.toml` says
why of each.

`ARGS="--sample 500"` tries so many, from every package and of every kind; `--seed` says which, `--only` names a path,
`--cite 687a.11(b)` what stands behind a provision; `--minutes` stops after so long, `--resume` goes on where a run was
stopped, `--again` tries what the last one left. `make soak` tries all of them, goes on where it was stopped, and writes
this page; `make test` tries one of each kind.

"""
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
UNNOTICED = ("survived", "unreached")


@cache
def equivalents() -> dict[str, str]:
    """The changes that nobody can notice, with the reasons."""
    return {str(key): str(reason) for key, reason in tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).items()}


def is_equivalent(key: str) -> bool:
    """Whether nobody can notice this change; a key that ends with a star stands for all that begin so."""
    return any(key == one or (one.endswith("*") and key.startswith(one[:-1])) for one in equivalents())


def verdict(outcome: Outcome) -> str:
    """What became of a mutant, the equivalent ones apart."""
    unnoticed = outcome.verdict in UNNOTICED
    return "equivalent" if unnoticed and is_equivalent(outcome.mutant.key) else outcome.verdict


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
        counts = (c.total(), c["noticed"] + c["hung"], c["stillborn"], c["survived"] + c["unreached"], c["equivalent"])
        lines.append(f"| {name} | {' | '.join(map(str, counts))} | {rate(c)} | {rate(c, stillborn=False)} |")
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


def _noticer(test: str) -> str:
    return "playthrough" if test.startswith(PLAYTHROUGHS) else "list" if test.startswith(LISTS) else "marked"


def rate_of_marked(outcomes: Iterable[Outcome]) -> str:
    """The rate, were what only an unmarked test notices left over."""
    return rate(Counter("survived" if o.marks is None else verdict(o) for o in outcomes))


def nearest(outcome: Outcome) -> int:
    """How near the provisions of the test that noticed are to those behind the change: 0 for the same, 1 for one above
    or below, 2 for others."""
    return min((related(mark, cite) for mark in outcome.marks or () for cite in outcome.mutant.cites), default=2)


def by_provision(outcomes: list[Outcome]) -> str:
    """Whether it was the provision behind the change that was noticed to be wrong."""
    told = [o for o in outcomes if o.mutant.cites and verdict(o) in {"noticed", *UNNOTICED}]
    near = Counter(nearest(o) for o in told if o.verdict == "noticed")
    share = f" ({100 * (near[0] + near[1]) / len(told):.1f}%)" if told else ""
    machinery = sum(not o.mutant.cites for o in outcomes)
    return (
        f"A provision stands behind {len(told)} of the changes that could be asked about: {near[0]} were first noticed "
        f"by a test that is marked with it, or by lines of a record that name it, {near[1]} by one above or below "
        f"it{share}; {near[2]} under other provisions, {len(told) - near.total()} not at all. "
        f"Behind {machinery} changes stands none: they are in what all chapters share."
    )


def told(outcomes: list[Outcome], asked: str) -> str:
    """The whole report, as Markdown; `asked` says what was tried."""
    left = survivors(outcomes)
    by = Counter("unmarked" if o.marks is None else _noticer(o.by) for o in outcomes if o.verdict == "noticed")
    hung = sum(o.verdict == "hung" for o in outcomes)
    first = (
        f"First noticed by a marked test: {by['marked']}, a playthrough: {by['playthrough']}, a list: {by['list']}; "
        f"only by a test without a mark: {by['unmarked']} ({rate_of_marked(outcomes)} would be noticed without these). "
        f"Never ended, and count as noticed: {hung}."
    )
    return "\n".join(
        [
            asked,
            "",
            *table(outcomes, "package", lambda o: package_of(o.mutant.file)),
            "",
            *table(outcomes, "kind", lambda o: o.mutant.kind),
            "",
            first,
            "",
            by_provision(outcomes),
            "",
            "## What no test notices",
            "",
            *(left or ["Nothing."]),
            "",
        ]
    )
