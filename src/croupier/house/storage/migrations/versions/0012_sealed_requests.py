"""Requests carry a code that only the house's key makes: what nobody asked for is not approved."""

from alembic import op
from sqlalchemy import Column, String, inspect

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what the first shape was not made with. What stands there is sealed when the house starts."""
    if "seal" not in {column["name"] for column in inspect(op.get_bind()).get_columns("requests")}:
        op.add_column("requests", Column("seal", String(64), nullable=False, server_default=""))


def downgrade() -> None:
    """Forget the codes."""
    op.drop_column("requests", "seal")
