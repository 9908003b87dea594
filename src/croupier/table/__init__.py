"""The conduct of a table: `open_table`, then `step` command by command; `evolve` folds the events that were kept.

>>> from croupier import open_game
>>> rules = open_game("cajun-stud").rules({"ante": "A", "adjacent-boxes": 1})
>>> event, table = open_table(rules, table="T1", at=0)
>>> table.due.id, table.due.words, table.due.cite
('receive', 'receive deck 1 at the table', '58 Pa. Code § 683a.4(a)')
>>> step(table, Perform(step="shuffle"), Actor("dealer"), 0)
Traceback (most recent call last):
croupier.errors.IllegalAction: step: the law expects receive next: receive deck 1 at the table (dealer or floorperson \
or shift-manager) (58 Pa. Code § 683a.4(a))
"""

from croupier.table.automatic import Crowd, Staff, play
from croupier.table.commands import (
    Actor,
    BuyIn,
    CashOut,
    Decide,
    Direct,
    Leave,
    Perform,
    Place,
    PlaceWagers,
    Report,
    Sit,
    TakeBack,
)
from croupier.table.decide import open_table, step
from croupier.table.evolve import evolve, opened
from croupier.table.kept import Kept, kept
from croupier.table.link import SYSTEM, Link, link
from croupier.table.state import Due, Meter, Pack, Play, Table
from croupier.table.vault import Vault, seeded

__all__ = [
    "SYSTEM",
    "Actor",
    "BuyIn",
    "CashOut",
    "Crowd",
    "Decide",
    "Direct",
    "Due",
    "Kept",
    "Leave",
    "Link",
    "Meter",
    "Pack",
    "Perform",
    "Place",
    "PlaceWagers",
    "Play",
    "Report",
    "Sit",
    "Staff",
    "Table",
    "TakeBack",
    "Vault",
    "evolve",
    "kept",
    "link",
    "open_table",
    "opened",
    "play",
    "seeded",
    "step",
]
