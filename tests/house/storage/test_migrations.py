"""Every earlier shape of the database becomes today's, with what is stored in it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import BigInteger, Boolean, Integer, LargeBinary, MetaData, create_engine, inspect, select

from croupier.house.storage import migrate, schema
from croupier.house.storage.database import Database
from tests.house.databases import postgres_database

SHAPES = list(reversed(migrate.known()))


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request, tmp_path):
    """The address of a database without any table."""
    if request.param == "sqlite":
        yield str(tmp_path / "old.db")
        return
    with postgres_database() as address:
        yield address


def test_migrations_know_nothing_of_the_present_schema():
    files = sorted(Path(migrate.FOLDER).rglob("*.py"))
    assert len(files) > len(SHAPES)
    for file in files:
        named = {node.module for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.ImportFrom)}
        assert not {name for name in named if name and name.startswith("croupier.house.storage.schema")}, file.name


def test_every_earlier_shape_becomes_the_present_one_and_loses_nothing(empty):
    engine = Database(empty).engine
    stored: dict[str, list[dict[str, object]]] = {}
    for number, shape in enumerate(SHAPES, 1):
        _upgrade(engine, shape)
        found = MetaData()
        with engine.begin() as connection:
            found.reflect(connection)
            _is_kept(connection, found, stored)
            _fill(connection, found, number, stored)
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": False}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), schema.metadata) == []
    made = _shape(engine)
    engine.dispose()
    fresh = create_engine(engine.url if engine.dialect.name == "postgresql" else "sqlite://")
    if engine.dialect.name == "postgresql":
        with fresh.begin() as connection:
            connection.exec_driver_sql("drop schema public cascade")
            connection.exec_driver_sql("create schema public")
    schema.metadata.create_all(fresh)
    assert _shape(fresh) == made
    fresh.dispose()


def _upgrade(engine, shape):
    with engine.begin() as connection:
        config = migrate._config()
        config.attributes["connection"] = connection
        command.upgrade(config, shape)


def _fill(connection, found, number, stored):
    """A row more in every table of a shape, each referring to what came with it."""
    for table in found.sorted_tables:
        if table.name != "alembic_version":
            row = {column.name: _value(column, number) for column in table.columns}
            connection.execute(table.insert().values(row))
            stored.setdefault(table.name, []).append(row)


def _value(column, number):
    if column.foreign_keys or (column.name in {"id", "name", "skeleton", "digest"} and not _is_count(column)):
        return f"one {number}"
    if isinstance(column.type, Boolean):
        return True
    if isinstance(column.type, LargeBinary):
        return b"line %d" % number
    return number if _is_count(column) else f"{column.name} {number}"[: column.type.length]


def _is_count(column):
    return isinstance(column.type, Integer | BigInteger)


def _is_kept(connection, found, stored):
    for name, rows in stored.items():
        kept = [dict(row._mapping) for row in connection.execute(select(found.tables[name]))]
        for row in rows:
            row.pop("skeleton", None)  # it is worked out anew from the name when it comes
            assert any(row.items() <= each.items() for each in kept), (name, row)


def _shape(engine):
    """Columns, keys and indexes by table, as the database tells them."""
    told = inspect(engine)
    return {
        name: (
            sorted((c["name"], str(c["type"]), c["nullable"]) for c in told.get_columns(name)),
            told.get_pk_constraint(name)["constrained_columns"],
            sorted((k["constrained_columns"], k["referred_table"]) for k in told.get_foreign_keys(name)),
            sorted((i["name"], i["column_names"], bool(i["unique"])) for i in told.get_indexes(name)),
            sorted(c["sqltext"] for c in told.get_check_constraints(name)),
        )
        for name in told.get_table_names()
        if name != "alembic_version"
    }
