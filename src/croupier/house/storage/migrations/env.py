"""Alembic's way in: the connection that `croupier.house.storage.migrate` gives it. Migrations state their own columns
and know nothing of the present schema; what they make is named as here."""

from alembic import context
from sqlalchemy import MetaData

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
}

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=MetaData(naming_convention=NAMES),
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
