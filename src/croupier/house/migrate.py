"""The database's shape, brought up to date by itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from sqlalchemy import func, select

if TYPE_CHECKING:
    from sqlalchemy import Engine

MIGRATING = 0x63726F7570696572
FOLDER = Path(__file__).parent / "migrations"


def upgrade(engine: Engine) -> None:
    """Run every migration that has not run yet, in one transaction each."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":  # one process at a time
            connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
