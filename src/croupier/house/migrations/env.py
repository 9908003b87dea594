"""Alembic's way in: the connection that `croupier.house.migrate` gives it."""

from alembic import context

from croupier.house.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
