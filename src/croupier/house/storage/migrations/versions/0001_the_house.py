"""The first shape of the house's database."""

from typing import TYPE_CHECKING

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    String,
    Text,
)

if TYPE_CHECKING:
    from sqlalchemy.sql.schema import SchemaItem

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_COUNTED = BigInteger().with_variant(Integer, "sqlite")
INDEXES = (
    ("played", "player", "at"),
    ("postings", "account", "at"),
    ("postings", "table_id", "n"),
    ("answers", "table_id", "n"),
    ("sessions", "person"),
)


def upgrade() -> None:
    """Make every table of the first shape."""
    for table, parts in _tables().items():
        op.create_table(table, *parts)
    for table, *columns in INDEXES:
        op.create_index(f"ix_{table}_{'_'.join(columns)}", table, columns)


def downgrade() -> None:
    """There is nothing before the first shape."""
    for table in reversed(_tables()):
        op.drop_table(table)


def _tables() -> dict[str, tuple["SchemaItem", ...]]:
    """Made anew for every database: a column belongs to one table."""
    return {
        "tables": (
            Column("id", String(40), primary_key=True),
            Column("name", String(80), nullable=False),
            Column("game", String(40), nullable=False),
            Column("edition", String(40), nullable=False),
            Column("settings", Text, nullable=False),
            Column("opened", BigInteger, nullable=False),
            Column("closed", BigInteger),
        ),
        "records": (
            Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
            Column("n", Integer, primary_key=True),
            Column("line", LargeBinary, nullable=False),
        ),
        "rounds": (
            Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
            Column("round", Integer, primary_key=True),
            Column("first", Integer, nullable=False),
            Column("last", Integer, nullable=False),
            Column("at", BigInteger, nullable=False),
            Column("void", Boolean, nullable=False),
        ),
        "played": (
            Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
            Column("round", Integer, primary_key=True),
            Column("seat", Integer, primary_key=True),
            Column("player", String(40), nullable=False),
            Column("staked", BigInteger, nullable=False),
            Column("net", BigInteger, nullable=False),
            Column("at", BigInteger, nullable=False),
        ),
        "postings": (
            Column("id", _COUNTED, primary_key=True, autoincrement=True),
            Column("table_id", String(40), nullable=False),
            Column("n", Integer, nullable=False),
            Column("at", BigInteger, nullable=False),
            Column("account", String(120), nullable=False),
            Column("cents", BigInteger, nullable=False),
            Column("what", String(40), nullable=False),
        ),
        "balances": (
            Column("account", String(120), primary_key=True),
            Column("cents", BigInteger, nullable=False),
            CheckConstraint("cents >= 0 OR account = 'cage'", name="never_negative"),
        ),
        "answers": (
            Column("table_id", String(40), primary_key=True),
            Column("key", String(64), primary_key=True),
            Column("n", Integer, nullable=False),
            Column("body", String(64), nullable=False),
            Column("answer", LargeBinary, nullable=False),
        ),
        "people": (
            Column("name", String(40), primary_key=True),
            Column("secret", String(200), nullable=False),
            Column("failures", Integer, nullable=False),
            Column("locked_until", BigInteger, nullable=False),
            Column("made", BigInteger, nullable=False),
            Column("active", Boolean, nullable=False),
        ),
        "grants": (
            Column("person", String(40), ForeignKey("people.name"), primary_key=True),
            Column("role", String(20), primary_key=True),
            Column("table_id", String(40), primary_key=True),
        ),
        "sessions": (
            Column("token", String(64), primary_key=True),
            Column("person", String(40), ForeignKey("people.name"), nullable=False),
            Column("made", BigInteger, nullable=False),
            Column("until", BigInteger, nullable=False),
        ),
        "invitations": (
            Column("token", String(64), primary_key=True),
            Column("role", String(20), nullable=False),
            Column("until", BigInteger, nullable=False),
        ),
        "refusals": (
            Column("id", _COUNTED, primary_key=True, autoincrement=True),
            Column("at", BigInteger, nullable=False),
            Column("person", String(40), nullable=False),
            Column("what", String(200), nullable=False),
            Column("why", String(400), nullable=False),
        ),
    }
