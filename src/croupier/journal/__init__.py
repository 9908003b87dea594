"""The journal: an append-only file of what happened at a table, hash-chained, its heads signed."""

from croupier.journal.keys import Key, Lock
from croupier.journal.reader import read
from croupier.journal.record import Head, Header, Record, Signed, read_heads
from croupier.journal.verify import Verdict, verify, verify_bytes
from croupier.journal.writer import EVERY_COMMIT, GROUPED, Sync, Writer

__all__ = [
    "EVERY_COMMIT",
    "GROUPED",
    "Head",
    "Header",
    "Key",
    "Lock",
    "Record",
    "Signed",
    "Sync",
    "Verdict",
    "Writer",
    "read",
    "read_heads",
    "verify",
    "verify_bytes",
]
