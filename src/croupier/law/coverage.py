"""The law-coverage report: for every provision, whether it is executed and how it is held, a definition, a duty of
people or furniture, or still open. Headings ask for nothing themselves and are counted nowhere.

Which tests are marked with a provision is written to ``executed.tsv``, and how it was held in one of them, as seen
while it ran, to ``held.tsv`` (``make book``). The tests fail if either file is not what they show.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, get_args

from croupier.errors import LawError, UnknownCite
from croupier.law.chapter import LOOKED_UP
from croupier.law.chapters import TEXTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.law.chapter import Chapter, Provision

Standing = Literal["executed", "cited", "definition", "physical", "open", "nominal", "heading"]
"""`nominal`: a test bears the provision's name, and nothing that happens in it shows the provision. `cited`, of a
chapter that a package brings: the code of its game looks the provision up. How it is held is for its own tests to show.
"""

Held = Literal["outcome", "sign", "sheet", "refusal", "step"]
"""How a provision is held, what says most of it first: money of a round depends on it; a sign or layout shows it; a
submission must state it or a document is made out by it; something is refused by it; a step or event of a table is its.
"""

HELD: tuple[Held, ...] = get_args(Held)
WANTING: frozenset[Standing] = frozenset({"open", "nominal"})
EXECUTED = Path(__file__).parent / "executed.tsv"
SEEN = Path(__file__).parent / "held.tsv"


@dataclass(frozen=True, slots=True)
class Account:
    """One provision, accounted for. `held` has the ways in which it is held, each with a test that showed it."""

    provision: Provision
    standing: Standing
    tests: tuple[str, ...]
    held: Mapping[Held, str]

    @property
    def held_by(self) -> str:
        """In one word: the first of the ways in which it is held, or where it stands if it is held in none."""
        return next(iter(self.held), self.standing)


@cache
def executed() -> Mapping[str, tuple[str, ...]]:
    """The tests that are marked with each provision, by its short cite."""
    return {cite: tuple(tests.split(" ")) for cite, tests in _rows(EXECUTED)}


@cache
def held() -> Mapping[str, Mapping[Held, str]]:
    """The ways in which each provision is held, by its short cite, and a test that showed each."""
    found: dict[str, dict[str, str]] = {}
    for cite, how, test in _rows(SEEN):
        if how not in HELD:
            raise LawError(f"{SEEN.name} has {cite} held by {how!r}, and nothing is held so")
        found.setdefault(cite, {})[how] = test
    return {cite: MappingProxyType({how: ways[how] for how in HELD if how in ways}) for cite, ways in found.items()}


def _rows(file: Path) -> Iterable[list[str]]:
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return (line.split("\t") for line in lines)


def account(text: Chapter) -> list[Account]:
    """Every provision of a text, in its order."""
    return [_account(provision, outside=text.listed is not None) for provision in text.provisions.values()]


def _account(provision: Provision, *, outside: bool) -> Account:
    if outside:
        standing = _standing(provision, (), {})
        cited = standing == "open" and provision.cite in LOOKED_UP
        return Account(provision, "cited" if cited else standing, (), {})
    short = provision.cite.short
    tests, ways = executed().get(short, ()), held().get(short, MappingProxyType({}))
    return Account(provision, _standing(provision, tests, ways), tests, ways)


def _standing(provision: Provision, tests: tuple[str, ...], ways: Mapping[Held, str]) -> Standing:
    if provision.kind == "heading":
        return "heading"
    if tests:
        return "executed" if ways else "nominal"
    return "open" if provision.kind == "rule" else provision.kind


def everything(texts: Iterable[Chapter] = TEXTS) -> list[Account]:
    """All provisions of these texts."""
    return [found for text in texts for found in account(text)]


def summary(accounts: list[Account]) -> str:
    """The report's last two lines: how many are held how, and how many stand where. What is nominal is open."""
    counts = Counter("open" if a.standing == "nominal" else a.standing for a in accounts)
    ways = Counter(a.held_by for a in accounts if a.standing == "executed")
    nominal = sum(a.standing == "nominal" for a in accounts)
    by = ", ".join(f"{how} {ways[how]}" for how in HELD)
    names = ("executed", *(("cited",) if counts["cited"] else ()), "definition", "physical", "open")
    stand = ", ".join(f"{name} {counts[name]}" for name in names)
    return f"held by {by}, nominal {nominal}; headings {counts['heading']}\nprovisions {len(accounts)}, {stand}"


def find(cite: str, texts: Iterable[Chapter] = TEXTS) -> Account:
    """A provision by a cite as people write it: ``687a.11(b)(2)``, ``58 Pa. Code § 687a.11(b)(2)``, ``MA 9(d)``."""
    wanted = "".join(cite.split()).lower().removeprefix("58pa.code").removeprefix("§")
    wanted = wanted.replace("madjwild§", "ma").replace("ma§", "ma")
    known = everything(texts)
    for found in known:
        own = found.provision.cite
        if wanted in {"".join(written.split()).lower() for written in (own.short, str(own))}:
            return found
    near = [
        a.provision.cite.short
        for a in known
        if "".join(a.provision.cite.short.split()).lower().startswith(wanted.partition("(")[0])
    ]
    hint = f"; that section has {', '.join(near[:12])}" if near else '; write it as "687a.11(b)(2)" or "MA 9(d)"'
    raise UnknownCite(f"{cite!r} is not a provision in the book{hint}", field="cite")
