"""The cards and dice of the test that runs: the same in every run, and others for every test."""

from __future__ import annotations

import random

_of_test = random.Random()


def begin(test: str) -> None:
    """Begin the chance of a test, by its name; `tests/conftest.py` does it before each."""
    global _of_test  # noqa: PLW0603 - one test runs at a time
    _of_test = random.Random(test)


def chance_of_test() -> random.Random:
    """For whatever a test makes that shuffles, cuts or throws dice."""
    return _of_test
