"""Ultimate Texas Hold'em, a game from outside."""

from croupier.game import Book

BOOK = Book("ultimate-texas-holdem", {"example": "ultimate_texas_holdem.game:EXAMPLE"})
