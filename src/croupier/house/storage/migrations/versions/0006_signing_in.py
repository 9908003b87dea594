"""Second factors, devices, relations, identities, resets; what names look like; levels of sessions."""

import unicodedata
from typing import Any

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    inspect,
    select,
    update,
)

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_AT = BigInteger
TABLES: dict[str, tuple[Column[Any], ...]] = {
    "guesses": (
        Column("id", String(64), primary_key=True),
        Column("person", String(64), nullable=False, index=True),
        Column("failures", Integer, nullable=False),
        Column("locked_until", _AT, nullable=False),
        Column("at", _AT, nullable=False, index=True),
    ),
    "totp": (
        Column("person", String(40), ForeignKey("people.name"), primary_key=True),
        Column("secret", Text, nullable=False),
        Column("last_step", BigInteger, nullable=False),
        Column("made", _AT, nullable=False),
    ),
    "passkeys": (
        Column("credential", String(1400), primary_key=True),
        Column("person", String(40), ForeignKey("people.name"), nullable=False, index=True),
        Column("public_key", Text, nullable=False),
        Column("sign_count", BigInteger, nullable=False),
        Column("site", String(253), nullable=False),
        Column("label", String(60), nullable=False),
        Column("made", _AT, nullable=False),
    ),
    "recovery_codes": (
        Column("code", String(64), primary_key=True),
        Column("person", String(40), ForeignKey("people.name"), nullable=False, index=True),
    ),
    "challenges": (
        Column("id", String(64), primary_key=True),
        Column("kind", String(20), nullable=False),
        Column("person", String(40), nullable=False),
        Column("told", Text, nullable=False),
        Column("until", _AT, nullable=False, index=True),
    ),
    "devices": (
        Column("device", String(64), primary_key=True),
        Column("person", String(40), ForeignKey("people.name"), primary_key=True, index=True),
        Column("first", _AT, nullable=False),
        Column("last", _AT, nullable=False),
    ),
    "identities": (
        Column("issuer", String(200), primary_key=True),
        Column("subject", String(255), primary_key=True),
        Column("person", String(40), ForeignKey("people.name"), primary_key=True, index=True),
        Column("active", Boolean, nullable=False),
        Column("by", String(40), nullable=False),
        Column("at", _AT, nullable=False),
    ),
    "relations": (
        Column("one", String(40), primary_key=True),
        Column("other", String(40), primary_key=True, index=True),
        Column("related", Boolean, nullable=False),
        Column("by", String(40), nullable=False),
        Column("at", _AT, nullable=False),
        Column("why", String(200), nullable=False),
    ),
    "resets": (
        Column("token", String(64), primary_key=True),
        Column("person", String(40), ForeignKey("people.name"), nullable=False, index=True),
        Column("until", _AT, nullable=False),
    ),
}
COLUMNS: dict[str, tuple[Column[Any], ...]] = {
    "people": (
        Column("made_by", String(40), nullable=False, server_default=""),
        Column("skeleton", String(400), nullable=False, server_default=""),
    ),
    "invitations": (Column("by", String(40), nullable=False, server_default=""),),
    "sessions": (
        Column("level", String(10), nullable=False, server_default="single"),
        Column("seen", _AT, nullable=False, server_default="0"),
    ),
}


def upgrade() -> None:
    """Add what the first shape was not made with."""
    bind = op.get_bind()
    for table, columns in COLUMNS.items():
        there = {column["name"] for column in inspect(bind).get_columns(table)}
        for column in columns:
            if column.name not in there:
                op.add_column(table, column._copy())  # noqa: SLF001 - a column belongs to one table
    there = set(inspect(bind).get_table_names())
    for table, columns in TABLES.items():
        if table not in there:
            op.create_table(table, *(column._copy() for column in columns))  # noqa: SLF001 - a column belongs to one table
    _fill_skeletons()


def _fill_skeletons() -> None:
    """What every name looks like. Of those that look alike already, the eldest keeps it; the others get one that is
    nobody else's, so that they go on and no new one is added."""
    bind = op.get_bind()
    names = {index["name"] for index in inspect(bind).get_indexes("people")}
    if "ix_people_skeleton" in names:
        return
    from croupier.house.storage.names import skeleton  # noqa: PLC0415 - the same as for those who come later

    people = Table(
        "people",
        MetaData(),
        Column("name", String(40), primary_key=True),
        Column("made", _AT),
        Column("skeleton", String(400)),
    )
    seen: set[str] = set()
    for row in bind.execute(select(people).order_by(people.c.made, people.c.name)).all():
        found = skeleton(row.name)
        own = found if found not in seen else f"{found}\n{unicodedata.normalize('NFC', row.name)}"
        seen.add(own)
        bind.execute(update(people).where(people.c.name == row.name).values(skeleton=own))
    op.create_index("ix_people_skeleton", "people", ["skeleton"], unique=True)


def downgrade() -> None:
    """Forget all of it; whoever had a second factor signs in without one."""
    op.drop_index("ix_people_skeleton", "people")
    for table in reversed(TABLES):
        op.drop_table(table)
    for table, columns in COLUMNS.items():
        for column in columns:
            op.drop_column(table, column.name)
