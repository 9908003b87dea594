"""Messages doubled, late and out of order lead to the journal that each of them once would have led to."""

from __future__ import annotations

import asyncio

from tests.faults.messages import compared


def test_disturbed_messages(url, tmp_path):
    sent, accepted, events = asyncio.run(compared((url, tmp_path / "reference.db"), 25, seed=1))
    assert sent > 200
    assert accepted > 40
    assert events >= accepted
