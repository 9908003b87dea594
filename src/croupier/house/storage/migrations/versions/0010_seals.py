"""Rows that open something carry a code that only the house's key makes."""

from alembic import op
from sqlalchemy import Column, String, inspect

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

SEALED = ("people", "grants", "sessions", "invitations", "resets", "passkeys", "identities", "servers", "owners")


def upgrade() -> None:
    """Add what the first shape was not made with. What stands there is sealed when the house starts."""
    for table in SEALED:
        if "seal" not in {column["name"] for column in inspect(op.get_bind()).get_columns(table)}:
            op.add_column(table, Column("seal", String(64), nullable=False, server_default=""))


def downgrade() -> None:
    """Forget the codes."""
    for table in SEALED:
        op.drop_column(table, "seal")
