"""The chapter: `provisions.tsv` lists what it says, and every cite is looked up there."""

from datetime import date
from pathlib import Path

from croupier.law import Chapter

LAW = Chapter(
    number="baccarat",
    title="Baccarat",
    prefix="Baccarat § ",
    edition="example",
    status="example",
    effective=None,
    published=date(2026, 1, 1),
    source="The rules under which the game is most often dealt",
    jurisdiction="House rules",
    code="Rules of Baccarat",
    listed=Path(__file__).with_name("provisions.tsv"),
)
