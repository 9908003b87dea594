"""Messages doubled, out of order and late lead to the same journal as each of them once, in the order they were taken."""

from __future__ import annotations

import asyncio

import pytest

from tests.faults.messages import compared


@pytest.mark.parametrize("seed", [1, 2])
def test_disturbed_messages(url, tmp_path, seed):
    sent, accepted, events = asyncio.run(compared((url, tmp_path / "reference.db"), 25, seed))
    assert sent > 200
    assert accepted > 35
    assert events >= accepted
