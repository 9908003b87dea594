"""Which marked test executes which block, measured once and kept in .mutants (git does not know it).

``python -m tests.mutants.measure FILE [TEST FILE ...]`` measures and writes; a change of a test's file has that file
measured again, a change of the package everything.
"""

from __future__ import annotations

import builtins
import functools
import gc
import hashlib
import json
import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, TypedDict

import pytest

from tests.mutants.blocks import SEEN, measured
from tests.mutants.imports import Trees
from tests.mutants.module import ROOT, SOURCE, Module, files, name_of

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

KEPT = ROOT / ".mutants" / "measured.json"
ASKED = ("tests/pa", "tests/ma", "tests/table", "tests/law", "tests/golden", "tests/test_round.py")
"""Where the law's tests are; houses, journals, browsers and figures take too long for so many changes."""
PLAYTHROUGHS = "tests/golden/test_golden.py::test_the_record_is_what_the_script_leads_to"
LISTS = (
    "tests/law/test_declared.py::test_",
    "tests/table/test_moments.py::test_",
    "tests/table/test_followed.py::test_",
)
RECORDS = (PLAYTHROUGHS, *LISTS)
"""Playthroughs and lists: marked with every provision that their lines name (`tests.recorded`)."""
OPTIONS = (
    "-q",
    "-x",
    "--no-header",
    "--tb=no",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:unraisableexception",
    "-W",
    "ignore",
)


MANY, CASES = 20, 4
"""Of a test with many cases a few are measured."""


LONG = (
    "tests/golden/test_frames.py",
    "tests/law/test_cases.py",
    "tests/law/test_coverage.py",
    "tests/table/test_shuffle.py::test_faulty",
    "tests/table/test_shuffle.py::test_hand_classes",
    "tests/table/test_shuffle.py::test_the_soak",
    "tests/table/test_shuffle.py::test_two_hundred",
)
"""Tests that are asked only where they are marked: they take their time."""


class Test(TypedDict):
    """A test: the seconds it takes, its marks (None where it has none), and the blocks it executes, by number."""

    seconds: float
    marks: list[str] | None
    blocks: list[int]


class Measured(TypedDict):
    """All of it, with what it was made from, what else is imported on the way, and the blocks that run with that."""

    source: str
    files: dict[str, str]
    modules: list[str]
    blocks: list[str]
    imported: list[str]
    tests: dict[str, Test]


def marks(item: pytest.Item) -> list[str] | None:
    """The provisions a test is marked with, those that its record names too; None if with none."""
    own = [mark for name in ("provision", "recorded") for mark in item.iter_markers(name)]
    return [str(cite) for mark in own for cite in mark.args] or None


class Measure:
    """Times each test and keeps the blocks it runs through."""

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self.numbers: dict[str, int] = {}
        self.tests: dict[str, Test] = {}
        self.others: dict[str, list[str] | None] = {}
        self.imported: set[str] = set()
        self.failed: set[str] = set()
        self._caches: list[functools._lru_cache_wrapper[object]] = []

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        asked: dict[str, list[pytest.Item]] = {}
        for item in items:
            if marks(item) is not None or not item.nodeid.startswith(LONG):
                asked.setdefault(_function(item.nodeid), []).append(item)
        items[:] = [item for own in asked.values() for item in self._some(own)]
        self.imported = set(self.seen)
        wrappers = [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]
        scopes = ("croupier.games", "croupier.game", "croupier.table")
        self._caches = [each for each in wrappers if str(getattr(each, "__module__", "")).startswith(scopes)]

    def _some(self, cases: list[pytest.Item]) -> list[pytest.Item]:
        """All playthroughs, and of another test's cases a few, from the first to the last."""
        if len(cases) <= MANY or cases[0].nodeid.startswith(RECORDS):
            return cases
        kept = {round(at * (len(cases) - 1) / (CASES - 1)) for at in range(CASES)}
        self.others.update({case.nodeid: marks(case) for at, case in enumerate(cases) if at not in kept})
        return [case for at, case in enumerate(cases) if at in kept]

    def everything(self) -> dict[str, Test]:
        """What was measured; the other cases of a test run through the same blocks, as far as is known."""
        found = {name: test for name, test in self.tests.items() if name not in self.failed}
        cases: dict[str, list[Test]] = {}
        for name, test in found.items():
            cases.setdefault(_function(name), []).append(test)
        for name, own in self.others.items():
            if alike := cases.get(_function(name)):
                blocks = sorted({block for test in alike for block in test["blocks"]})
                seconds = round(sum(test["seconds"] for test in alike) / len(alike), 3)
                found[name] = {"seconds": seconds, "marks": own, "blocks": blocks}
        return found

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        for each in self._caches:
            each.cache_clear()
        self.seen.clear()
        start = time.process_time()
        try:
            return (yield)
        finally:
            blocks = [self.numbers.setdefault(key, len(self.numbers)) for key in sorted(self.seen)]
            seconds = round(time.process_time() - start, 3)
            self.tests[item.nodeid] = {"seconds": seconds, "marks": marks(item), "blocks": blocks}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.failed.add(report.nodeid)


def _function(name: str) -> str:
    return name.partition("[")[0]


def digest(*paths: Path) -> str:
    """What some files hold."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:16]


def test_files() -> dict[str, str]:
    """The files of the tests that are asked, with what they and their folder's other modules hold."""
    found = [
        file for part in ASKED for file in ([ROOT / part] if part.endswith(".py") else (ROOT / part).rglob("*.py"))
    ]
    helpers = {
        folder: [other for other in sorted(folder.glob("*.py")) if not other.name.startswith("test_")]
        for folder in {file.parent for file in found}
    }
    return {
        str(file.relative_to(ROOT)): digest(file, *helpers[file.parent])
        for file in sorted(found)
        if file.name.startswith("test_")
    }


def measure(asked: list[str]) -> Measured:
    """Run the tests of these files, in this process, which must not have imported the package."""
    taker = Measure()
    setattr(builtins, SEEN, taker.seen.add)
    Trees({name_of(file): functools.partial(_measured, name_of(file)) for file in files()}).install()
    pytest.main([*[o for o in OPTIONS if o != "-x"], *asked], plugins=[taker])
    own = {name.partition(".")[0] for name in sys.modules} - {"croupier", "tests", "__main__"}
    return {
        "source": digest(*sorted(SOURCE.rglob("*.py"))),
        "files": {name: held for name, held in test_files().items() if name in asked},
        "modules": sorted(name for name in sys.modules if name.partition(".")[0] in own and "__main__" not in name),
        "blocks": list(taker.numbers),
        "imported": sorted(taker.imported),
        "tests": taker.everything(),
    }


def _measured(name: str):
    return measured(Module(name))


def known() -> Measured:
    """What was measured, after measuring whatever has changed since."""
    now, source = test_files(), digest(*sorted(SOURCE.rglob("*.py")))
    kept: Measured | None = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else None
    if kept is None or kept["source"] != source:
        kept = {"source": source, "files": {}, "modules": [], "blocks": [], "imported": [], "tests": {}}
    kept["tests"] = {
        name: test for name, test in kept["tests"].items() if now.get(_file(name)) == kept["files"].get(_file(name))
    }
    missing = [name for name, held in now.items() if kept["files"].get(name) != held]
    if missing:
        KEPT.parent.mkdir(exist_ok=True)
        part = KEPT.with_suffix(".part")
        subprocess.run(
            [sys.executable, "-m", "tests.mutants.measure", str(part), *missing],
            cwd=ROOT,
            check=True,
            env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        )
        kept = joined(kept, json.loads(part.read_text(encoding="utf-8")))
        part.unlink()
        KEPT.write_text(json.dumps(kept), encoding="utf-8")
    return kept


def _file(test: str) -> str:
    return test.partition("::")[0]


def joined(kept: Measured, new: Measured) -> Measured:
    """What was kept and what was measured anew, with one list of blocks."""
    numbers = {key: at for at, key in enumerate(kept["blocks"])}
    into = [numbers.setdefault(key, len(numbers)) for key in new["blocks"]]
    tests = {name: {**test, "blocks": [into[at] for at in test["blocks"]]} for name, test in new["tests"].items()}
    return {
        "source": new["source"],
        "files": {**kept["files"], **new["files"]},
        "modules": sorted({*kept["modules"], *new["modules"]}),
        "blocks": list(numbers),
        "imported": sorted({*kept["imported"], *new["imported"]}),
        "tests": {**kept["tests"], **tests},  # type: ignore[dict-item]
    }


def main() -> None:
    """Measure the files asked for."""
    out, *asked = sys.argv[1:]
    found = measure(asked)
    with open(out, "w", encoding="utf-8") as file:  # noqa: PTH123
        json.dump(found, file)


if __name__ == "__main__":
    main()
