"""What players keep of their rounds: hands that are shared by a link, and what the coach says of their decisions."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, String, inspect

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what the first shape was not made with."""
    found = inspect(op.get_bind())
    names = found.get_table_names()
    if "shares" not in names:
        op.create_table(
            "shares",
            Column("token", String(64), primary_key=True),
            Column("person", String(40), ForeignKey("people.name"), nullable=False),
            Column("table_id", String(40), nullable=False),
            Column("round", Integer, nullable=False),
            Column("seat", Integer, nullable=False),
            Column("named", Boolean, nullable=False),
            Column("made", BigInteger, nullable=False),
            Column("seal", String(64), nullable=False, server_default=""),
        )
        op.create_index("ix_shares_person", "shares", ["person"])
    if "judged" not in names:
        op.create_table(
            "judged",
            Column("table_id", String(40), primary_key=True),
            Column("round", Integer, primary_key=True),
            Column("seat", Integer, primary_key=True),
            Column("player", String(40), nullable=False),
            Column("at", BigInteger, nullable=False),
            Column("kind", String(80), nullable=False),
            Column("hand", String(120), nullable=False),
            Column("cards", String(40), nullable=False),
            Column("decisions", Integer, nullable=False),
            Column("mistakes", Integer, nullable=False),
            Column("cost", BigInteger, nullable=False),
            Column("price", BigInteger, nullable=False),
            Column("worst", String(200), nullable=False),
        )
        op.create_index("ix_judged_player_at", "judged", ["player", "at"])
        op.create_index("ix_judged_player_cost", "judged", ["player", "cost"])
    if "ix_played_player_net" not in {index["name"] for index in found.get_indexes("played")}:
        op.create_index("ix_played_player_net", "played", ["player", "net"])


def downgrade() -> None:
    """Forget them."""
    op.drop_index("ix_played_player_net", "played")
    op.drop_table("judged")
    op.drop_table("shares")
