"""Mississippi Stud, a game from outside."""

from pathlib import Path

from croupier.game import Book

BOOK = Book(
    "mississippi-stud",
    {"example": "mississippi_stud.game:EXAMPLE"},
    scripts=Path(__file__).parent / "scripts",
)
