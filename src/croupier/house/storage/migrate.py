"""The database's shape, brought up to date by itself."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import func, select

from croupier.errors import HouseError

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

MIGRATING = 0x63726F7570696572
_LOG = logging.getLogger("croupier.house")
FOLDER = Path(__file__).parent / "migrations"


def upgrade(engine: Engine) -> None:
    """Run every migration that has not run yet, in one transaction each."""
    config = _config()
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":  # one process at a time
            connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
        before = revision(connection)
        if before and before not in known():
            raise HouseError(f"the database is of a newer version: its shape is {before}", fault="storage", field="db")
        if before == known()[0]:
            return
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        after = revision(connection)
    _LOG.info("database migrated", extra={"told": {"from": before or "empty", "to": after}})


def revision(connection: Connection) -> str:
    """The last migration that ran here; nothing for a database that is not ours, or new."""
    return MigrationContext.configure(connection).get_current_revision() or ""


@cache
def known() -> tuple[str, ...]:
    """Every migration, the latest first."""
    return tuple(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.set_main_option("path_separator", "os")
    return config
