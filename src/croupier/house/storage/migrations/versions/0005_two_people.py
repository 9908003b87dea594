"""Facts of the house itself; who made an account or an invitation; requests that wait are told apart."""

from alembic import op
from sqlalchemy import Column, String, Text, inspect, text

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

WAITING = text("state = 'waiting' AND digest <> ''")
COLUMNS = (("people", "made_by", 40), ("invitations", "by", 40), ("requests", "digest", 64))


def upgrade() -> None:
    """Add what the first shapes were not made with."""
    found = inspect(op.get_bind())
    for table, name, length in COLUMNS:
        if name not in {column["name"] for column in found.get_columns(table)}:
            op.add_column(table, Column(name, String(length), nullable=False, server_default=""))
    if "ux_requests_waiting" not in {index["name"] for index in found.get_indexes("requests")}:
        op.create_index(
            "ux_requests_waiting", "requests", ["digest"], unique=True, sqlite_where=WAITING, postgresql_where=WAITING
        )
    if "house_facts" not in found.get_table_names():
        op.create_table(
            "house_facts", Column("name", String(40), primary_key=True), Column("value", Text, nullable=False)
        )


def downgrade() -> None:
    """Forget them."""
    op.drop_table("house_facts")
    op.drop_index("ux_requests_waiting", "requests")
    for table, name, _ in COLUMNS:
        op.drop_column(table, name)
