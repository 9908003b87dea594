"""The databases of the house's tests, and a quick place where nothing depends on a disk."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.house.conftest import postgres_url, url

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["postgres_url", "quick", "url"]


@pytest.fixture
def quick() -> Iterator[Path]:
    """A folder in memory where the system has such a thing."""
    memory = Path("/dev/shm")  # noqa: S108
    folder = Path(tempfile.mkdtemp(dir=memory if memory.is_dir() else None))
    yield folder
    shutil.rmtree(folder)
