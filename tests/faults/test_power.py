"""Images of the disk as a loss of power may leave it: each opens, is sound, and holds all that was acknowledged."""

from __future__ import annotations

import pytest

from tests.faults.power import SMALL, judged, recorded, replayed

IMAGES = 100


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    return recorded(tmp_path_factory.mktemp("game"))


@pytest.mark.parametrize("pages", [None, SMALL])
def test_no_image_lacks_what_was_acknowledged(tmp_path, game, pages):
    trace = replayed(*game, pages=pages)
    assert sum(op.what == "sync" for op in trace.ops) > 20
    assert any(op.file == "" and op.what == "write" for op in trace.ops)
    opened, faults = judged(trace, IMAGES, 7, tmp_path)
    assert opened >= IMAGES
    assert faults == []


def test_without_the_flush_a_loss_is_found(tmp_path, game):
    """A control: were commits not flushed, these images would show it."""
    opened, faults = judged(replayed(*game, synchronous="NORMAL"), IMAGES, 7, tmp_path)
    assert opened >= IMAGES
    assert sum("commits are there" in fault for fault in faults) > IMAGES // 2
