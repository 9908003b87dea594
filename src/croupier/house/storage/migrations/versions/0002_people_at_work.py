"""Snapshots, owners, servers, requests, drafts."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, LargeBinary, String, Text

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_COUNTED = BigInteger().with_variant(Integer, "sqlite")
TABLES = ("snapshots", "owners", "servers", "requests", "drafts")


def upgrade() -> None:
    """Make the new tables."""
    op.create_table(
        "snapshots",
        Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
        Column("n", Integer, nullable=False),
        Column("state", LargeBinary, nullable=False),
    )
    op.create_table(
        "owners",
        Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
        Column("address", String(200), nullable=False),
        Column("since", BigInteger, nullable=False),
    )
    op.create_table(
        "servers",
        Column("address", String(200), primary_key=True),
        Column("seen", BigInteger, nullable=False),
    )
    op.create_table(
        "requests",
        Column("id", _COUNTED, primary_key=True, autoincrement=True),
        Column("table_id", String(40), nullable=False),
        Column("kind", String(20), nullable=False),
        Column("told", Text, nullable=False),
        Column("by", String(40), nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("state", String(20), nullable=False),
        Column("answered_by", String(40), nullable=False),
        Column("answered_at", BigInteger, nullable=False),
        Column("note", String(400), nullable=False),
    )
    op.create_index("ix_requests_state_at", "requests", ["state", "at"])
    op.create_table(
        "drafts",
        Column("person", String(40), primary_key=True),
        Column("table_id", String(40), primary_key=True),
        Column("piles", Text, nullable=False),
        Column("last", Text, nullable=False),
    )


def downgrade() -> None:
    """Forget them; the journals know everything that matters."""
    for table in reversed(TABLES):
        op.drop_table(table)
