"""Who reset whose password; it outlasts the link."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, String, inspect

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what the first shape was not made with."""
    if "reset_log" in inspect(op.get_bind()).get_table_names():
        return
    op.create_table(
        "reset_log",
        Column("token", String(64), primary_key=True),
        Column("person", String(40), ForeignKey("people.name"), nullable=False, index=True),
        Column("by", String(40), nullable=False, index=True),
        Column("second", String(40), nullable=False, index=True),
        Column("at", BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Forget it."""
    op.drop_table("reset_log")
