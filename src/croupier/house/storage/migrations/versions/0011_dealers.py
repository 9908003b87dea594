"""Who deals where, so that one person deals at one table whichever process keeps it."""

from alembic import op
from sqlalchemy import Column, String, inspect

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what the first shape was not made with; a table that is taken up enters its dealer."""
    if "dealers" in inspect(op.get_bind()).get_table_names():
        return
    op.create_table(
        "dealers",
        Column("person", String(40), primary_key=True),
        Column("table_id", String(40), nullable=False, unique=True),
    )


def downgrade() -> None:
    """Forget them."""
    op.drop_table("dealers")
