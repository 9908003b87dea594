"""Baccarat, a game from outside."""

from croupier.game import Book

BOOK = Book("baccarat", {"example": "baccarat.game:EXAMPLE"})
