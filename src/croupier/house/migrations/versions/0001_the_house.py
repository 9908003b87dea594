"""The first shape of the house's database."""

from alembic import op

from croupier.house.schema import metadata

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make every table."""
    metadata.create_all(op.get_bind())


def downgrade() -> None:
    """There is nothing before the first shape."""
    metadata.drop_all(op.get_bind())
