"""Mississippi Stud, a game from outside."""

from croupier.game import Book

BOOK = Book("mississippi-stud", {"example": "mississippi_stud.game:EXAMPLE"})
