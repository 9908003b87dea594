"""Asks tests about a change: a warm process that has not imported the package forks one child for each."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import resource
import signal
import sys
import warnings
from typing import TYPE_CHECKING, Literal, NamedTuple

import pytest

from tests.mutants.changes import mutated
from tests.mutants.imports import Trees
from tests.mutants.measure import KEPT, OPTIONS
from tests.mutants.module import imported_as
from tests.recorded import DIFFERING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tests.mutants.changes import Mutant

Verdict = Literal["noticed", "stillborn", "hung", "survived", "unreached"]
MEMORY = 8 << 30
SURVIVED, NOTICED, STILLBORN, BROKEN = range(4)


class Outcome(NamedTuple):
    """What became of a mutant, and the test that noticed it with its provisions: those of the lines that differ, if it
    compares a record, or else its marks; None if it has none. `module` is what the module held then."""

    mutant: Mutant
    verdict: Verdict
    by: str
    marks: tuple[str, ...] | None = ()
    module: str = ""


class Chosen:
    """Keeps the tests that are asked, in their order, and tells the first that fails."""

    def __init__(self, tests: list[str], pipe: int) -> None:
        self._rank = {name: at for at, name in enumerate(tests)}
        self._pipe = pipe

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((i for i in items if i.nodeid in self._rank), key=lambda i: self._rank[i.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            told = [report.nodeid, dict(report.user_properties).get(DIFFERING)]
            with os.fdopen(self._pipe, "wb") as pipe:
                pipe.write(json.dumps(told).encode())
            os._exit(NOTICED)


def warm(modules: Iterable[str]) -> None:
    """Import what the tests import beside the package; what is compiled on the way is kept for the next child."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(KEPT.parent / "bytecode")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in modules:
            with contextlib.suppress(Exception):
                importlib.import_module(name)
    early = [name for name in sys.modules if name.partition(".")[0] == "croupier"]
    if early:
        raise RuntimeError(f"the package was imported too early: {early[0]}")


def run(
    wanted: Iterable[Mutant],
    tests: Callable[[Mutant], list[list[str]]],
    seconds: Callable[[list[str]], float],
    *,
    workers: int,
    marks: Callable[[str], list[str] | None] = lambda _: [],
) -> Iterator[Outcome]:
    """What becomes of each mutant, as they end."""
    todo = iter(wanted)
    running: dict[int, tuple[Mutant, list[list[str]], int]] = {}
    last = False
    while running or not last:
        while len(running) < workers and not last:
            mutant = next(todo, None)
            if mutant is None:
                last = True
            elif asked := tests(mutant):
                pid, pipe = _fork(mutant, asked[0], 10 + 4 * seconds(asked[0]))
                running[pid] = (mutant, asked[1:], pipe)
            else:
                yield Outcome(mutant, "unreached", "")
        if not running:
            continue
        pid, status = os.waitpid(-1, 0)
        if pid not in running:
            continue
        mutant, rest, pipe = running.pop(pid)
        with os.fdopen(pipe, "rb") as told:
            by = told.read().decode()
        verdict = _verdict(mutant, status, by)
        if verdict == "survived" and rest:
            pid, pipe = _fork(mutant, rest[0], 10 + 4 * seconds(rest[0]))
            running[pid] = (mutant, rest[1:], pipe)
            continue
        yield _noticed(mutant, by, marks) if verdict == "noticed" else Outcome(mutant, verdict, by)


def _noticed(mutant: Mutant, told: str, marks: Callable[[str], list[str] | None]) -> Outcome:
    test, lines = json.loads(told) if told else ("", None)
    found = (marks(test) if test else []) if lines is None else lines
    return Outcome(mutant, "noticed", test, None if found is None else tuple(found))


def control(tests: list[str], seconds: float) -> None:
    """Ask tests about no change at all: they must pass, or what they say of a change means nothing."""
    pid, pipe = _fork(None, tests, 60 + 10 * seconds)
    status = os.waitpid(pid, 0)[1]
    with os.fdopen(pipe, "rb") as told:
        by = told.read().decode()
    if not os.WIFEXITED(status) or os.WEXITSTATUS(status) != SURVIVED:
        raise RuntimeError(f"the tests fail without any change: {by or status}")


def _verdict(mutant: Mutant, status: int, by: str) -> Verdict:
    if os.WIFSIGNALED(status):
        return "hung"
    verdicts: dict[int, Verdict] = {SURVIVED: "survived", NOTICED: "noticed", STILLBORN: "stillborn"}
    code = os.WEXITSTATUS(status)
    if code not in verdicts:
        raise RuntimeError(f"the tests could not be asked about {mutant.key}: {by}")
    return verdicts[code]


def _fork(mutant: Mutant | None, tests: list[str], limit: float) -> tuple[int, int]:
    read, write = os.pipe()
    pid = os.fork()
    if pid:
        os.close(write)
        return pid, read
    code = BROKEN
    try:
        os.close(read)
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit)))
        signal.alarm(int(limit) * 20)
        code = _ask(mutant, tests, write)
    except BaseException as error:  # noqa: BLE001 - whatever it is, the parent hears of it and not pytest above it
        os.write(write, repr(error).encode())
    finally:
        os._exit(code)


def _ask(mutant: Mutant | None, tests: list[str], pipe: int) -> int:
    if mutant is not None:
        tree = mutated(mutant)
        Trees({mutant.file: lambda: tree}).install()
        try:
            for name in (imported_as(mutant.file), "croupier", "croupier.table"):
                importlib.import_module(name)
        except Exception:  # noqa: BLE001 - it does not even import
            return STILLBORN
    functions = list(dict.fromkeys(name.partition("[")[0] for name in tests))
    code = pytest.main([*OPTIONS, *functions], plugins=[Chosen(tests, pipe)])
    told = {
        pytest.ExitCode.OK: SURVIVED,
        pytest.ExitCode.TESTS_FAILED: NOTICED,
        pytest.ExitCode.INTERRUPTED: STILLBORN,  # a module of the tests does not import, or their configuration
        pytest.ExitCode.USAGE_ERROR: STILLBORN,
    }
    return told.get(pytest.ExitCode(code), BROKEN)
