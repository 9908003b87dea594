"""The house's own journal."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, inspect

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of its lines, unless it was kept from a later shape."""
    if inspect(op.get_bind()).has_table("house_records"):
        return
    number = BigInteger().with_variant(Integer, "sqlite")
    op.create_table(
        "house_records",
        Column("n", number, primary_key=True, autoincrement=False),
        Column("line", LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Forget what the house did."""
    op.drop_table("house_records")
