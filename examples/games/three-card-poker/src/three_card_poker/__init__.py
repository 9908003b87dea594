"""Three Card Poker, a game from outside."""

from pathlib import Path

from croupier.game import Book

HERE = Path(__file__).parent
BOOK = Book(
    "three-card-poker",
    {"example": "three_card_poker.game:EXAMPLE"},
    rounds=HERE / "rounds",
    scripts=HERE / "scripts",
)
