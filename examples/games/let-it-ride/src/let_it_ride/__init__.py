"""Let It Ride, a game from outside."""

from croupier.game import Book

BOOK = Book("let-it-ride", {"example": "let_it_ride.game:EXAMPLE"})
