"""An empty database of each kind for every test that asks for a `url`."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import run
from tests.house.databases import postgres_database

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

__all__ = ["run"]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield str(tmp_path / "h.db")
        return
    with postgres_database() as address:
        yield address


@pytest.fixture
def new_postgres() -> Iterator[Callable[[], str]]:
    """Makes empty PostgreSQL databases."""
    with ExitStack() as made:
        yield lambda: made.enter_context(postgres_database())


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """An empty PostgreSQL database."""
    with postgres_database() as address:
        yield address
