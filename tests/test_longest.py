"""The order in which the tests of a run begin."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.longest import SECONDS, in_order

ROOT = Path(__file__).parents[1]
LONG = sorted(SECONDS, key=lambda key: -SECONDS[key])


def test_every_process_begins_with_long_tests_and_none_is_lost():
    short: list[Any] = [SimpleNamespace(nodeid=f"tests/test_short.py::test[{number}]") for number in range(400)]
    long: list[Any] = [SimpleNamespace(nodeid=key if "::" in key else f"{key}::test") for key in sorted(SECONDS)]
    found = in_order([*short[:200], *long, *short[200:]], 3)
    assert sorted(map(id, found)) == sorted(map(id, short + long))
    fronts = [found[start].nodeid.removesuffix("::test") for start in (0, len(found) // 3, 2 * len(found) // 3)]
    assert fronts == LONG[:3]
    assert [item for item in found if item in short] == short


def test_few_tests_are_in_order_too():
    few: list[Any] = [SimpleNamespace(nodeid=LONG[0]), SimpleNamespace(nodeid="tests/test_short.py::test")]
    assert sorted(map(id, in_order(few, 3))) == sorted(map(id, few))


@pytest.mark.parametrize("key", LONG)
def test_what_is_listed_as_long_exists(key):
    file, _, test = key.partition("::")
    assert f"def {test.partition('[')[0]}" in (ROOT / file).read_text(encoding="utf-8")
