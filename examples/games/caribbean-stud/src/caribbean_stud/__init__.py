"""Caribbean Stud, a game from outside."""

from croupier.game import Book

BOOK = Book("caribbean-stud", {"example": "caribbean_stud.game:EXAMPLE"})
