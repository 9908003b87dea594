"""The house's database, table by table. The journal lines are the truth; the rest can be made from them or is about
people. Money is integer cents, times are milliseconds since 1970."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("game", String(40), nullable=False),
    Column("edition", String(40), nullable=False),
    Column("settings", Text, nullable=False),  # JSON: submission, readings, cards, pace, clocks
    Column("opened", BigInteger, nullable=False),
    Column("closed", BigInteger),
)

records = Table(
    "records",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("line", LargeBinary, nullable=False),
)

tails = Table(  # see house/storage/journal_marks.py
    "tails",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("what", String(10), primary_key=True),  # records, settings
    Column("n", Integer, nullable=False),  # the record that the journal ends with
    Column("code", String(64), nullable=False),
)

house_records = Table(
    "house_records",
    metadata,
    Column("n", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=False),
    Column("line", LargeBinary, nullable=False),
)

rounds = Table(
    "rounds",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("void", Boolean, nullable=False),
)

played = Table(
    "played",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(40), nullable=False),
    Column("staked", BigInteger, nullable=False),
    Column("net", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_played_player_at", "player", "at"),
    Index("ix_played_player_net", "player", "net"),
)

postings = Table(
    "postings",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("table_id", String(40), nullable=False),  # "" for the house's own entries
    Column("n", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("account", String(120), nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("what", String(40), nullable=False),
    Index("ix_postings_account_at", "account", "at"),
    Index("ix_postings_table_id_n", "table_id", "n"),
)

balances = Table(
    "balances",
    metadata,
    Column("account", String(120), primary_key=True),
    Column("cents", BigInteger, nullable=False),
    # only the cage, where everything comes from, may stand below nothing
    CheckConstraint("cents >= 0 OR account = 'cage'", name="never_negative"),
)

answers = Table(
    "answers",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("n", Integer, nullable=False),
    Column("body", String(64), nullable=False),  # SHA-256 of what was asked
    Column("answer", LargeBinary, nullable=False),
    Index("ix_answers_table_id_n", "table_id", "n"),
)

people = Table(
    "people",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("secret", String(200), nullable=False),
    Column("failures", Integer, nullable=False, default=0),
    Column("locked_until", BigInteger, nullable=False, default=0),
    Column("made", BigInteger, nullable=False),
    Column("active", Boolean, nullable=False, default=True),
    Column("made_by", String(40), nullable=False, server_default=""),  # who registered or invited them
    Column("skeleton", String(400), nullable=False),  # what the name looks like; see house/storage/names.py
    Column("seal", String(64), nullable=False, server_default=""),  # see house/storage/seals.py
    Index("ix_people_skeleton", "skeleton", unique=True),
)

grants = Table(
    "grants",
    metadata,
    Column("person", ForeignKey("people.name"), primary_key=True),
    Column("role", String(20), primary_key=True),
    Column("table_id", String(40), primary_key=True),  # "" is every table
    Column("seal", String(64), nullable=False, server_default=""),  # see house/storage/seals.py
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256 of the token; the token itself is never kept
    Column("person", ForeignKey("people.name"), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("level", String(10), nullable=False, server_default="single"),  # pending, single, strong
    Column("seen", BigInteger, nullable=False, server_default="0"),  # the last activity, to the minute
    Column("seal", String(64), nullable=False, server_default=""),  # see house/storage/seals.py
    Index("ix_sessions_person", "person"),
)

invitations = Table(
    "invitations",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256, as of a session
    Column("role", String(20), nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("table_id", String(40), nullable=False, server_default=""),  # "" is every table
    Column("by", String(40), nullable=False, server_default=""),
    Column("seal", String(64), nullable=False, server_default=""),  # see house/storage/seals.py
)

refusals = Table(
    "refusals",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("person", String(40), nullable=False),
    Column("what", String(200), nullable=False),
    Column("why", String(400), nullable=False),
)

# Several processes.

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, nullable=False),  # the record after which the table stood so
    Column("state", LargeBinary, nullable=False),
)

owners = Table(
    "owners",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("address", String(200), nullable=False),  # where the process that keeps the table is asked
    Column("since", BigInteger, nullable=False),
    Column("seal", String(64), nullable=False, server_default=""),  # see house/storage/seals.py
)

dealers = Table(
    "dealers",
    metadata,
    Column("person", String(40), primary_key=True),
    Column("table_id", String(40), nullable=False, unique=True),  # where they deal
)

servers = Table(
    "servers",
    metadata,
    Column("address", String(200), primary_key=True),
    Column("seen", BigInteger, nullable=False),  # by the database's clock
    Column("seal", String(64), nullable=False, server_default=""),  # see house/storage/seals.py
)

# People at work.

requests = Table(
    "requests",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("table_id", String(40), nullable=False),  # "" for what concerns the whole house
    Column("kind", String(20), nullable=False),  # fill, credit, meter, grant: see request_kinds
    Column("told", Text, nullable=False),  # JSON: what is asked for
    Column("by", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("state", String(20), nullable=False),  # waiting, approved, refused, withdrawn
    Column("answered_by", String(40), nullable=False, default=""),
    Column("answered_at", BigInteger, nullable=False, default=0),
    Column("note", String(400), nullable=False, default=""),
    Column("digest", String(64), nullable=False, server_default=""),  # SHA-256 of who asks for what
    Column("seal", String(64), nullable=False, server_default=""),  # see house/storage/seals.py
    Index("ix_requests_state_at", "state", "at"),
)

# The same person does not ask for the same twice at a time, whichever process is asked.
Index(
    "ux_requests_waiting",
    requests.c.digest,
    unique=True,
    sqlite_where=text("state = 'waiting' AND digest <> ''"),
    postgresql_where=text("state = 'waiting' AND digest <> ''"),
)

drafts = Table(
    "drafts",
    metadata,
    Column("person", String(40), primary_key=True),
    Column("table_id", String(40), primary_key=True),
    Column("piles", Text, nullable=False),  # JSON, cents by wager
    Column("last", Text, nullable=False),
)

# The house itself.

house_facts = Table(
    "house_facts",
    metadata,
    Column("name", String(40), primary_key=True),  # money, settings
    Column("value", Text, nullable=False),
)

equipment = Table(
    "equipment",
    metadata,
    Column("id", String(40), primary_key=True),  # its number in the register
    Column("kind", String(40), nullable=False),  # layout, deck, shuffler: see house/tables/equipment.py
    Column("serial", String(80), nullable=False),
    Column("approval", String(120), nullable=False),  # the reference of the approval
    Column("place", String(120), nullable=False),  # where on a table, as approved
    Column("design", String(80), nullable=False),
    Column("colour", String(40), nullable=False),
    Column("cards", Integer, nullable=False),
    Column("positions", Integer, nullable=False),
    Column("marks", Text, nullable=False),  # JSON
    Column("content", String(64), nullable=False),  # SHA-256 of what a sign says
    Column("kept", String(120), nullable=False),
    Column("table_id", String(40), nullable=False),  # "" where it stands at no table
    Column("state", String(20), nullable=False),  # ready, faulty, removed
    Column("added", BigInteger, nullable=False),
    Column("added_by", String(40), nullable=False),
    Column("second", String(40), nullable=False),
    Column("inspected", BigInteger, nullable=False),
    Column("inspected_by", String(40), nullable=False),
    Column("finding", String(200), nullable=False),
    Column("removed", BigInteger, nullable=False),
    Column("removed_by", String(40), nullable=False),
    Index("ix_equipment_table_id", "table_id"),
)

# Signing in.

guesses = Table(
    "guesses",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of what is guessed, the name and where from
    Column("person", String(64), nullable=False),  # SHA-256 of the name, whether or not anyone has it
    Column("failures", Integer, nullable=False),
    Column("locked_until", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_guesses_person", "person"),
    Index("ix_guesses_at", "at"),
)

totp = Table(
    "totp",
    metadata,
    Column("person", ForeignKey("people.name"), primary_key=True),
    Column("secret", Text, nullable=False),  # sealed with a key derived from the house's
    Column("last_step", BigInteger, nullable=False),  # of the last code that was accepted
    Column("made", BigInteger, nullable=False),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("credential", String(1400), primary_key=True),  # base64url
    Column("person", ForeignKey("people.name"), nullable=False),
    Column("public_key", Text, nullable=False),  # COSE, base64url
    Column("sign_count", BigInteger, nullable=False),
    Column("site", String(253), nullable=False),  # the relying party's id
    Column("label", String(60), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("seal", String(64), nullable=False, server_default=""),  # see house/storage/seals.py
    Index("ix_passkeys_person", "person"),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("code", String(64), primary_key=True),  # SHA-256 of the name and the code
    Column("person", ForeignKey("people.name"), nullable=False),
    Index("ix_recovery_codes_person", "person"),
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of what the browser holds
    Column("kind", String(20), nullable=False),  # passkey-add, passkey, totp-add, oidc
    Column("person", String(40), nullable=False),
    Column("told", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("ix_challenges_until", "until"),
)

devices = Table(
    "devices",
    metadata,
    Column("device", String(64), primary_key=True),  # SHA-256 of a browser's cookie
    Column("person", ForeignKey("people.name"), primary_key=True),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    Index("ix_devices_person", "person"),
)

identities = Table(
    "identities",
    metadata,
    Column("issuer", String(200), primary_key=True),
    Column("subject", String(255), primary_key=True),
    Column("person", ForeignKey("people.name"), primary_key=True),
    Column("active", Boolean, nullable=False),  # one that is not any more still relates its accounts
    Column("by", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seal", String(64), nullable=False, server_default=""),  # see house/storage/seals.py
    Index("ix_identities_person", "person"),
)

relations = Table(
    "relations",
    metadata,
    Column("one", String(40), primary_key=True),
    Column("other", String(40), primary_key=True),  # the later name of the two
    Column("related", Boolean, nullable=False),  # declared so, or declared not to be
    Column("by", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("why", String(200), nullable=False),
    Index("ix_relations_other", "other"),
)

resets = Table(
    "resets",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256
    Column("person", ForeignKey("people.name"), nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("seal", String(64), nullable=False, server_default=""),  # see house/storage/seals.py
    Index("ix_resets_person", "person"),
)

# What players keep of their rounds.

shares = Table(
    "shares",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256; whoever has the link may see the round
    Column("person", ForeignKey("people.name"), nullable=False),
    Column("table_id", String(40), nullable=False),
    Column("round", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("named", Boolean, nullable=False),  # whether the player's own name stands on it
    Column("made", BigInteger, nullable=False),
    Column("seal", String(64), nullable=False, server_default=""),  # see house/storage/seals.py
    Index("ix_shares_person", "person"),
)

judged = (
    Table(  # see house/screens/player/judged_decisions.py; made from the journal, and made anew where it is missing
        "judged",
        metadata,
        Column("table_id", String(40), primary_key=True),
        Column("round", Integer, primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("player", String(40), nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("kind", String(80), nullable=False),  # what the hand was, by the paytable's or the ranking's name
        Column("hand", String(120), nullable=False),
        Column("cards", String(40), nullable=False),
        Column("decisions", Integer, nullable=False),
        Column("mistakes", Integer, nullable=False),
        Column("cost", BigInteger, nullable=False),  # of the mistakes, in millionths of a cent
        Column("price", BigInteger, nullable=False),  # what the rules keep of its wagers at the best play, likewise
        Column("worst", String(200), nullable=False),  # the dearest of them, in words
        Index("ix_judged_player_at", "player", "at"),
        Index("ix_judged_player_cost", "player", "cost"),
    )
)

reset_log = Table(
    "reset_log",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256
    Column("person", ForeignKey("people.name"), nullable=False),
    Column("by", String(40), nullable=False),  # who asked
    Column("second", String(40), nullable=False),  # who approved, and was given the link
    Column("at", BigInteger, nullable=False),
    Index("ix_reset_log_person", "person"),
    Index("ix_reset_log_by", "by"),
    Index("ix_reset_log_second", "second"),
)
