"""Which changes are tried, and which tests are asked about each: those that cite it first, cheapest first."""

from __future__ import annotations

import ast
import random
import re
from collections import defaultdict
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING

from tests.mutants.blocks import block_of
from tests.mutants.changes import mutants
from tests.mutants.measure import LISTS, PLAYTHROUGHS
from tests.mutants.module import Module, files, name_of, package_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.mutants.changes import Mutant
    from tests.mutants.measure import Measured

LONGEST = 1.5
"""Seconds: a test that takes longer is not asked."""
AT_MOST = 4.0
"""Seconds of tests that are asked about one change, of marked ones and of others, unless told."""
COMMON = frozenset(
    {
        "table",
        "test",
        "none",
        "self",
        "round",
        "event",
        "return",
        "nothing",
        "become",
        "dropped",
        "left",
        "undone",
        "command",
        "value",
        "seat",
        "with",
        "that",
        "this",
        "what",
        "from",
        "golden",
        "record",
        "card",
    }
)
"""Words that say nothing of what is tested."""
FIRST = 4
"""Files of tests that are asked first; the others only if none of these notices."""


def everything(only: str = "", cite: str = "") -> list[Mutant]:
    """Every mutant, or those of a path or behind a provision."""
    found = [mutant for file in files(only) for mutant in mutants(name_of(file))]
    return [m for m in found if not cite or any(related(cite, own) == 0 or _below(cite, own) for own in m.cites)]


def sample(found: list[Mutant], size: int, seed: int) -> list[Mutant]:
    """So many of them, from every package and of every kind as many as it has, at least one."""
    strata: dict[tuple[str, str], list[Mutant]] = defaultdict(list)
    for mutant in found:
        strata[package_of(mutant.file), mutant.kind].append(mutant)
    chance = random.Random(seed)
    chosen: list[Mutant] = []
    for _, own in sorted(strata.items()):
        count = max(1, round(size * len(own) / len(found)))
        chosen += chance.sample(own, min(count, len(own)))
    chance.shuffle(chosen)
    return chosen


def _below(cite: str, other: str) -> bool:
    return other.startswith(cite) and other[len(cite) :][:1] in {"", "("}


def _file(name: str) -> str:
    return name.partition("::")[0]


def related(mark: str, cite: str) -> int:
    """How near a mark is to a cite: the same, above or below it, or neither."""
    if mark == cite:
        return 0
    return 1 if _below(mark, cite) or _below(cite, mark) else 2


@cache
def words_of(text: str) -> frozenset[str]:
    """The longer words of a name or a change, without an ending s."""
    found = {word.removesuffix("s") for word in re.findall(r"[a-z]{4,}", text.lower())}
    return frozenset(found - COMMON)


def _alike(mutant: Mutant, tests: Iterable[str]) -> list[str]:
    """The tests that have most words in common with a change and its place."""
    words = words_of(f"{mutant.file} {mutant.scope} {mutant.change}")
    shared = {name: len(words & words_of(name.partition("[")[0])) for name in tests}
    return sorted((name for name, count in shared.items() if count), key=lambda name: (-shared[name], name))


@cache
def starts_of(file: str) -> tuple[tuple[str, str], ...]:
    """The functions of a module with the blocks that they start with."""
    module = Module(file)
    found = [node for node in ast.walk(module.tree) if isinstance(node, ast.FunctionDef)]
    return tuple((node.name, block_of(module, node.body[-1])) for node in found)


class Asked:
    """Finds the tests for a mutant."""

    def __init__(self, measured: Measured, at_most: float = AT_MOST, *, strict: bool = False) -> None:
        self._at_most = at_most
        self._tests = {
            name: test
            for name, test in measured["tests"].items()
            if test["seconds"] <= LONGEST and not (strict and test["marks"] is None)
        }
        self._imported = set(measured["imported"])
        self._lists = {name for name in self._tests if name.startswith(LISTS)}
        self._by_block: dict[str, set[str]] = defaultdict(set)
        self._by_file: dict[str, set[str]] = defaultdict(set)
        for name, test in self._tests.items():
            for number in test["blocks"]:
                key = measured["blocks"][number]
                self._by_block[key].add(name)
                self._by_file[key.partition(":")[0]].add(name)
        self._laws = {name_of(file): {law.number for law in Module(name_of(file)).laws.values()} for file in files()}

    def tests(self, mutant: Mutant) -> list[list[str]]:
        """The tests to ask, in their order and within the time: those of a few files, the other marked ones, and the
        ones that are not marked."""
        near: list[tuple[int, float, str]] = []
        far: list[str] = []
        unmarked: list[str] = []
        called = self._called(mutant)
        for name in self._reaching(mutant) | called:
            marks = self._tests[name]["marks"]
            score = min((related(mark, cite) for mark in marks or () for cite in mutant.cites), default=2)
            score = min(score, 1) if name in called else score
            if marks is None:
                unmarked.append(name)
            elif score < 2:
                near.append((score, self._tests[name]["seconds"], name))
            else:
                far.append(name)
        own = [name for _, __, name in sorted(near)]
        records = [name for kind in (LISTS, PLAYTHROUGHS) for name in (*own, *far) if name.startswith(kind)]
        ordered = [*self._within(own), *self._within(_alike(mutant, far)), *self._within(self._spread(far))]
        marked = list(dict.fromkeys((*ordered, *records)))
        chosen = dict.fromkeys(_file(name) for name in marked)
        few = set(list(chosen)[:FIRST])
        first = [name for name in marked if _file(name) in few]
        rest = [name for name in marked if _file(name) not in few]
        return [stage for stage in (first, rest, self._within(self._spread(unmarked))) if stage]

    def _called(self, mutant: Mutant) -> set[str]:
        """The tests that run the functions which a change of a declaration names."""
        if mutant.block:
            return set()
        words = set(re.findall(r"\w+", mutant.change))
        starts = [start for name, start in starts_of(mutant.file) if name in words]
        return set().union(*(self._by_block.get(start, set()) for start in starts))

    def _within(self, names: list[str]) -> list[str]:
        kept: list[str] = []
        seconds = 0.0
        for name in names:
            seconds += self._tests[name]["seconds"]
            if kept and seconds > self._at_most:
                break
            kept.append(name)
        return kept

    def _reaching(self, mutant: Mutant) -> set[str]:
        if mutant.block and mutant.block not in self._imported:
            return self._by_block.get(mutant.block, set())
        laws = self._laws[mutant.file]
        if not laws:
            return self._by_file.get(mutant.file, set()) | self._lists or set(self._tests)
        family = [file for file, own in self._laws.items() if own & laws]
        heads = {"MA " if number == "ma" else f"{number}." for number in laws}
        marked = {n for n, t in self._tests.items() if any(m.startswith(h) for m in t["marks"] or () for h in heads)}
        return marked.union(self._lists, *(self._by_file.get(file, set()) for file in family))

    def _spread(self, names: Iterable[str]) -> list[str]:
        """From every file or folder of playthroughs one after another, the cheapest of each first."""
        groups: dict[str, list[str]] = defaultdict(list)
        for name in sorted(names, key=lambda name: (self._tests[name]["seconds"], name)):
            _, bracket, given = name.partition("[")
            groups[given.partition("/")[0] if "/test_golden" in name and bracket else name.partition("::")[0]].append(
                name
            )
        turns = zip_longest(*(own for _, own in sorted(groups.items())))
        return [name for turn in turns for name in turn if name is not None]

    def marks(self, test: str) -> list[str] | None:
        """What a test is marked with."""
        return self._tests[test]["marks"]

    def records(self) -> list[str]:
        """Every list, and every tenth playthrough: what is asked about most changes."""
        return [n for n in self._tests if n.startswith(LISTS)] + [n for n in self._tests if n.startswith(PLAYTHROUGHS)][
            ::10
        ]

    def seconds(self, tests: Iterable[str]) -> float:
        """How long some tests take."""
        return sum(self._tests[name]["seconds"] for name in tests if name in self._tests)
