"""The register of equipment."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, String, Text, inspect

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what the first shape was not made with."""
    if "equipment" in inspect(op.get_bind()).get_table_names():
        return
    op.create_table(
        "equipment",
        Column("id", String(40), primary_key=True),
        Column("kind", String(40), nullable=False),
        Column("serial", String(80), nullable=False),
        Column("approval", String(120), nullable=False),
        Column("place", String(120), nullable=False),
        Column("design", String(80), nullable=False),
        Column("colour", String(40), nullable=False),
        Column("cards", Integer, nullable=False),
        Column("positions", Integer, nullable=False),
        Column("marks", Text, nullable=False),
        Column("content", String(64), nullable=False),
        Column("kept", String(120), nullable=False),
        Column("table_id", String(40), nullable=False, index=True),
        Column("state", String(20), nullable=False),
        Column("added", BigInteger, nullable=False),
        Column("added_by", String(40), nullable=False),
        Column("second", String(40), nullable=False),
        Column("inspected", BigInteger, nullable=False),
        Column("inspected_by", String(40), nullable=False),
        Column("finding", String(200), nullable=False),
        Column("removed", BigInteger, nullable=False),
        Column("removed_by", String(40), nullable=False),
    )


def downgrade() -> None:
    """Forget it."""
    op.drop_table("equipment")
