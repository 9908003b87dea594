"""The longest tests begin first, on every process, so that a run ends with short ones.

What counts the large table of facts goes first of all: by the time that others ask for it, it is on the disk.
"""

from __future__ import annotations

from itertools import groupby, islice
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SECONDS = {
    "tests/odds/test_house_best.py": 130,
    "tests/faults/test_schema.py::test_no_request_is_the_servers_fault": 50,
    "tests/test_docs.py::test_console_examples[house-journal.md]": 30,
    "tests/test_docs.py::test_console_examples[operations.md]": 30,
    "tests/faults/test_access.py::test_every_route_against_the_permission_table": 28,
    "tests/mutants/test_mutants.py::test_a_change_of_each_kind_is_noticed": 23,
    "tests/web/test_door.py::test_processes_do_not_outlive_their_door": 22,
    "tests/web/test_shutdown.py::test_an_orderly_end_under_load_loses_nothing": 20,
    "tests/test_docs.py::test_console_examples[books.md]": 18,
    "tests/test_docs.py::test_console_examples[server.md]": 18,
    "tests/law/test_coverage.py::test_the_table_of_prices_is_what_the_program_says": 17,
    "tests/faults/test_kills.py::test_kills_at_random_moments": 16,
    "tests/house/cluster/test_ownership_pages.py::test_a_process_is_ready_when_every_table_is_kept": 15,
    "tests/journal/test_writer.py::test_no_acknowledged_record_is_lost_wherever_the_trace_is_cut": 15,
    "tests/test_docs.py::test_console_examples[README.md]": 14,
    "tests/test_docs.py::test_console_examples[facts.md]": 14,
    "tests/test_docs.py::test_console_examples[strategy.md]": 14,
    "tests/kit/test_rankings_exhaustive.py": 20,
    "tests/web/test_serve.py::test_the_first_start_and_a_graceful_end": 13,
    "tests/house/cluster/test_ownership.py": 30,
    "tests/faults/test_restarts.py::test_lost_connections_and_restarts": 12,
    "tests/house/audit/test_full_house.py": 12,
    "tests/web/test_door.py::test_neither_a_second_server_nor_noise_disturbs_it": 10,
    "tests/faults/test_kills.py::test_kills_of_a_process_or_of_all": 10,
    "tests/odds/test_pai_gow.py::test_every_class_and_setting_agrees_with_the_plain_walk": 10,
    "tests/house/screens/test_lab.py::test_the_figures_are_those_of_analyze": 10,
    "tests/property/test_table_machine.py": 35,
}
"""Files, tests and tests of one parameter that took more than ten seconds on two cores, and about how many. A file's
tests stay together, with what they share."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the longest in front of what each process gets first."""
    processes = getattr(config, "workerinput", {}).get("workercount", 1)
    if processes > 1:
        items[:] = in_order(items, processes)


def in_order(items: Sequence[pytest.Item], processes: int) -> list[pytest.Item]:
    """Tests as `--dist worksteal` deals them: so many at once to each process, the longest in front."""
    long = [(key, list(tests)) for key, tests in groupby(items, lambda item: _key(item.nodeid)) if key]
    first: list[list[pytest.Item]] = [[] for _ in range(processes)]
    busy = [0] * processes
    for key, tests in sorted(long, key=lambda each: -SECONDS[each[0]]):
        process = busy.index(min(busy))
        first[process] += tests
        busy[process] += SECONDS[key]
    rest = iter([item for item in items if not _key(item.nodeid)])
    found: list[pytest.Item] = []
    for process, size in enumerate(_shares(len(items), processes)):
        found += first[process]
        found += islice(rest, max(0, size - len(first[process])))
    return [*found, *rest]


def _key(nodeid: str) -> str:
    """What a test is listed as, if it is."""
    bare = nodeid.partition("[")[0]
    return next((key for key in (nodeid, bare, nodeid.partition("::")[0]) if key in SECONDS), "")


def _shares(count: int, processes: int) -> Iterable[int]:
    """How many tests each process is sent at first."""
    for left in range(processes, 0, -1):
        yield count // left
        count -= count // left
