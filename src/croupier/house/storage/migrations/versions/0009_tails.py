"""Marks of where each journal ends and how each table is run, made with the house's key."""

from alembic import op
from sqlalchemy import Column, Integer, String, inspect

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what the first shape was not made with; the server marks the tables that are there when it starts."""
    if "tails" in inspect(op.get_bind()).get_table_names():
        return
    op.create_table(
        "tails",
        Column("table_id", String(40), primary_key=True),
        Column("what", String(10), primary_key=True),
        Column("n", Integer, nullable=False),
        Column("code", String(64), nullable=False),
    )


def downgrade() -> None:
    """Forget them."""
    op.drop_table("tails")
