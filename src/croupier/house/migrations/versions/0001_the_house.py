"""The first shape of the house's database."""

from alembic import op

from croupier.house.schema import metadata

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


TABLES = ("tables", "records", "rounds", "played", "postings", "balances", "answers", "people", "grants", "sessions",
          "invitations", "refusals")  # fmt: skip


def upgrade() -> None:
    """Make every table of the first shape."""
    metadata.create_all(op.get_bind(), [metadata.tables[name] for name in TABLES])


def downgrade() -> None:
    """There is nothing before the first shape."""
    metadata.drop_all(op.get_bind(), [metadata.tables[name] for name in TABLES])
