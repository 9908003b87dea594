"""Snapshots, owners, servers, requests, drafts."""

from alembic import op

from croupier.house.schema import metadata

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

TABLES = ("snapshots", "owners", "servers", "requests", "drafts")


def upgrade() -> None:
    """Make the new tables."""
    metadata.create_all(op.get_bind(), [metadata.tables[name] for name in TABLES])


def downgrade() -> None:
    """Forget them; the journals know everything that matters."""
    metadata.drop_all(op.get_bind(), [metadata.tables[name] for name in TABLES])
