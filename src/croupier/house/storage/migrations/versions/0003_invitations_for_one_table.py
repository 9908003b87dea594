"""Invitations for one table; those from before are for every table."""

from alembic import op
from sqlalchemy import Column, String, inspect

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table, unless the first shape was made with it."""
    if "table_id" not in {column["name"] for column in inspect(op.get_bind()).get_columns("invitations")}:
        op.add_column("invitations", Column("table_id", String(40), nullable=False, server_default=""))


def downgrade() -> None:
    """Forget which table each was for."""
    op.drop_column("invitations", "table_id")
