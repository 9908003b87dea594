"""The law-coverage report: for every provision, whether it is executed and by which tests, a definition, a duty of
people or furniture, or still open.

Which tests execute a provision is written to ``executed.tsv`` from the tests' own marks (``make book``), and the
tests fail if that file is not what they execute.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from croupier.errors import LawError, UnknownCite
from croupier.law.chapters import TEXTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.law.chapter import Chapter, Provision

Standing = Literal["executed", "definition", "physical", "open"]
EXECUTED = Path(__file__).parent / "executed.tsv"


@dataclass(frozen=True, slots=True)
class Account:
    """One provision, accounted for."""

    provision: Provision
    standing: Standing
    tests: tuple[str, ...]


@cache
def executed() -> Mapping[str, tuple[str, ...]]:
    """The tests that execute each provision, by its short cite."""
    lines = EXECUTED.read_text(encoding="utf-8").splitlines() if EXECUTED.exists() else []
    return {cite: tuple(tests.split(" ")) for cite, _, tests in (line.partition("\t") for line in lines)}


def account(text: Chapter) -> list[Account]:
    """Every provision of a text, in its order. A heading stands as the paragraphs under it do."""
    own = {path: _own(p, executed().get(p.cite.short, ())) for path, p in text.provisions.items()}
    return [
        found
        if found is not None
        else Account(
            text.provisions[path], _of_children(path, own), executed().get(text.provisions[path].cite.short, ())
        )
        for path, found in own.items()
    ]


def _own(provision: Provision, tests: tuple[str, ...]) -> Account | None:
    if provision.kind == "heading":
        return None
    standing: Standing = "executed" if tests else "open" if provision.kind == "rule" else provision.kind
    return Account(provision, standing, tests)


def _of_children(path: str, own: Mapping[str, Account | None]) -> Standing:
    below = [a.standing for child, a in own.items() if child.startswith(path.partition("#")[0] + "(") and a]
    if not below:
        raise LawError(f"heading {path} has nothing below it")
    order: tuple[Standing, ...] = ("open", "executed", "physical", "definition")
    return next(standing for standing in order if standing in below)


def everything() -> list[Account]:
    """All provisions of all texts."""
    return [found for text in TEXTS for found in account(text)]


def summary(accounts: list[Account]) -> str:
    """The report's last line."""
    counts = {s: sum(a.standing == s for a in accounts) for s in ("executed", "definition", "physical", "open")}
    return f"provisions {len(accounts)}, " + ", ".join(f"{name} {count}" for name, count in counts.items())


def find(cite: str) -> Account:
    """A provision by a cite as people write it: ``687a.11(b)(2)``, ``58 Pa. Code § 687a.11(b)(2)``, ``MA 9(d)``."""
    wanted = "".join(cite.split()).lower().removeprefix("58pa.code").removeprefix("§")
    wanted = wanted.replace("madjwild§", "ma").replace("ma§", "ma")
    for found in everything():
        short = "".join(found.provision.cite.short.split())
        if short.lower() == wanted:
            return found
    near = [a.provision.cite.short for a in everything()
            if "".join(a.provision.cite.short.split()).lower().startswith(wanted.partition("(")[0])]  # fmt: skip
    hint = f"; that section has {', '.join(near[:12])}" if near else '; write it as "687a.11(b)(2)" or "MA 9(d)"'
    raise UnknownCite(f"{cite!r} is not a provision in the book{hint}", field="cite")
