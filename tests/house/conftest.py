"""A database of each kind, with its tables and nothing in them, for every test that asks for a `url`."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from croupier.house.storage.database import Database
from tests.cli.conftest import run
from tests.house.databases import migrated_postgres_database, migrated_sqlite_database
from tests.house.make import make_people
from tests.house.processes import Together

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from croupier.house.people.sign_in import People

__all__ = ["run"]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database of each kind, with its tables and nothing in them."""
    if request.param == "sqlite":
        yield migrated_sqlite_database(tmp_path / "h.db")
        return
    with migrated_postgres_database() as address:
        yield address


class Clock:
    """Milliseconds that pass when a test says so."""

    def __init__(self) -> None:
        self.at = 1_000_000

    def __call__(self) -> int:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def people(url: str, clock: Clock) -> Iterator[People]:
    """A register of nobody yet, in a database of each kind."""
    database = Database(url)
    database.migrate()
    yield make_people(database, clock)
    database.close()


@pytest.fixture
def process(url: str) -> Together:
    """Makes processes of one house."""
    return Together(url)


@pytest.fixture
def new_postgres() -> Iterator[Callable[[], str]]:
    """Makes PostgreSQL databases with their tables and nothing in them."""
    with ExitStack() as made:
        yield lambda: made.enter_context(migrated_postgres_database())


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """A PostgreSQL database with its tables and nothing in them."""
    with migrated_postgres_database() as address:
        yield address
