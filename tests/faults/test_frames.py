"""Frames that are no commands are all answered, tell nothing that lies face down, and change nothing."""

from __future__ import annotations

import asyncio

import pytest

from tests.faults.frames import sent

FRAMES = 20_000


@pytest.mark.parametrize(("page", "count"), [(False, FRAMES * 9 // 10), (True, FRAMES // 10)], ids=["socket", "page"])
def test_malformed_frames(quick, page, count):
    kinds = asyncio.run(sent(quick / "h.db", count, 5, page=page))
    assert kinds.total() == count
    assert min(kinds["bad-text"], kinds["conflict"] + kinds["house"], kinds["denied"] + kinds["house"]) > count // 100
