"""Tests are marked with the provisions they execute; ``pytest --provision "687a.11(b)"`` runs a subtree."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from croupier.law.chapters import TEXTS
from tests import chance, longest
from tests.witness import Trace, trace_of, watching

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

EXECUTED = pytest.StashKey[dict[str, Any]]()
"""Which tests are marked with which provisions, where all of them were collected (`tests.book.Marked`)."""
TRACE = pytest.StashKey[Trace]()
SHOWN = pytest.StashKey[list[tuple[str, str, str]]]()
"""Provisions, how they are held, and the tests that have shown it."""
KNOWN = {p.cite.short for text in TEXTS for p in text.provisions.values()}


@pytest.fixture(scope="session", autouse=True)
def facts_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A run of the tests counts its facts itself, once for all of its processes, and leaves the user's alone."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROUPIER_CACHE", str(shared / "facts"))
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """A test gets the same cards and dice in every run, as far as it makes its house by `tests.house.make`."""
    chance.begin(item.nodeid)
    trace = item.stash[TRACE] = trace_of(item)
    if not trace.cites:
        return (yield)
    with watching(trace):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """A test that is marked with provisions shows how they are held, as its marks and the shipped report say."""
    done = yield
    trace = item.stash[TRACE]
    item.config.stash.setdefault(SHOWN, []).extend((cite, how, item.nodeid) for cite, how in sorted(trace.shown()))
    if not item.config.option.shown and (faults := list(trace.faults(item.nodeid))):
        pytest.fail("\n".join(faults), pytrace=False)
    return done


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that is an `async def` runs in an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    asyncio.run(pyfuncitem.obj(**arguments))
    return True


def pytest_sessionfinish(session: pytest.Session) -> None:
    if file := session.config.option.shown:
        file.write_text(json.dumps(session.config.stash.get(SHOWN, [])), encoding="utf-8")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: tests of servers and pages wait half of their time."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + 1


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(longest)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--provision", help="run the tests of a provision and everything below it")
    parser.addoption("--executed", type=Path, help="write which tests are marked with which provisions to this file")
    parser.addoption("--shown", type=Path, help="write how the tests showed their provisions to be held to this file")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    executed: dict[str, set[str]] = {}
    held: list[tuple[str, str, str]] = []
    for item in items:
        for mark in item.iter_markers("provision"):
            for cite in mark.args:
                if cite not in KNOWN:
                    raise pytest.UsageError(f"{item.nodeid} is marked with {cite}, which does not exist")
                executed.setdefault(cite, set()).add(item.nodeid)
                held += [(cite, mark.kwargs["held"], item.nodeid)] if "held" in mark.kwargs else []
    told = {"tests": {cite: sorted(tests) for cite, tests in executed.items()}, "told": held}
    if config.args == config.getini("testpaths"):
        config.stash[EXECUTED] = told
    if config.option.executed:
        config.option.executed.write_text(json.dumps(told), encoding="utf-8")
    if wanted := config.option.provision:
        chosen = [item for item in items if any(_below(wanted, c) for c in _cites(item))]
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen


def _cites(item: pytest.Item) -> list[str]:
    return [cite for name in ("provision", "recorded") for mark in item.iter_markers(name) for cite in mark.args]


def _below(wanted: str, cite: str) -> bool:
    rest = cite.removeprefix(wanted)
    return cite.startswith(wanted) and (not rest or rest[0] in "(." or not wanted[-1].isdigit())
